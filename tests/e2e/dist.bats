#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The distribution's own kernel as a target: only modules are built, and what
# is not in a module's folder is not tried. The first time some 75 MB of
# packages are fetched into the home.

load lib

ON=6.1-debian
export CHECK_ON=$ON

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	rm -rf "$DIR"
}

@test "the series on the distribution's kernel: traffic by e1000, load by others" {
	text=$(kseries check intel-napi-build-skb --on "$ON" --without \
		--only build,sparse,boot --json)
	printf '%s\n' "$text" > "$DIR/series.json"
	for n in 1 2 3 4 5 6 7 8 9; do
		for c in build sparse boot; do
			[ "$(cell $c $n < "$DIR/series.json")" = pass ]
		done
	done
	[[ "$(reason series boot 2)" != *"no frame was sent"* ]]
	[[ "$(reason series boot 8)" == *"no frame was sent"* ]]
}

@test "it is the distribution's kernel that boots" {
	make_series "$DIR/good"
	make_patch "$DIR/good" good \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	text=$(kseries check "$DIR/good" --on "$ON" --fresh \
		--only build,sparse,boot --json)
	printf '%s\n' "$text" > "$DIR/good.json"
	for c in build sparse boot; do
		[ "$(verdict good $c)" = pass ]
	done
	log=$(dirname "$(cell boot 1 log < "$DIR/good.json")")/console.log
	grep -q 'Linux version 6\.1\.0-[0-9]*-amd64 (debian-kernel@' "$log"
	# and the module that was built here
	grep -q 'e1000: loading out-of-tree module' "$log"
}

@test "a patch that does not compile, one that warns, one that crashes" {
	make_series "$DIR/bad"
	make_patch "$DIR/bad" broken \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\tno_such_function(adapter;/'
	check bad build,boot
	[ "$status" -eq 1 ]
	[ "$(verdict bad build)" = fail ]
	[[ "$(reason bad build)" == *e1000_main.c* ]]
	[ "$(verdict bad boot)" = skip ]

	make_series "$DIR/warning"
	make_patch "$DIR/warning" warning \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\tint never_used;/'
	check warning build
	[ "$(verdict warning build)" = fail ]
	[[ "$(reason warning build)" == *never_used* ]]

	make_series "$DIR/crash"
	make_patch "$DIR/crash" crash \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\n\tBUG_ON(budget);/'
	check crash build,boot
	[ "$(verdict crash build)" = pass ]
	[ "$(verdict crash boot)" = fail ]
}

@test "a symbol that the distribution's kernel does not export" {
	make_series "$DIR/symbol"
	make_patch "$DIR/symbol" symbol \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\textern void no_such_symbol(void);\n\n\tno_such_symbol();/'
	check symbol build,boot
	[ "$(verdict symbol build)" = fail ]
	[[ "$(reason symbol build)" == *no_such_symbol* ]]
	[ "$(verdict symbol boot)" = skip ]
}

@test "what is outside of the modules' folders is skipped, with what follows" {
	make_series "$DIR/core"
	make_patch "$DIR/core" before \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	edit_patch "$DIR/core" core net/core/dev.c -e '0,/^static int netif_rx_internal/s//static  int netif_rx_internal/'
	edit_patch "$DIR/core" after drivers/net/ethernet/intel/e1000/e1000_hw.c \
		-e '0,/^s32 e1000_set_mac_type/s//s32  e1000_set_mac_type/'
	check core build,sparse,boot
	[ "$status" -eq 1 ]
	for c in build sparse boot; do
		[ "$(verdict core $c 1)" = pass ]
		[ "$(verdict core $c 2)" = skip ]
		[ "$(verdict core $c 3)" = skip ]
	done
	[[ "$(reason core build 2)" == *net/core/dev.c* ]]
	[[ "$(reason core build 3)" == *"patch 2"* ]]
}

@test "a header of the kernel's own is skipped" {
	make_series "$DIR/header"
	edit_patch "$DIR/header" header include/linux/netdevice.h \
		-e '0,/^struct net_device {/s//struct  net_device {/'
	check header build
	[ "$(verdict header build)" = skip ]
	[[ "$(reason header build)" == *include/linux/netdevice.h* ]]
}

@test "a tree of no package is refused with what to do" {
	make_series "$DIR/none"
	make_patch "$DIR/none" none \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	home=$(mktemp -d)
	kseries --home "$home" tree add t "git:$KSERIES_HOME/trees.git@refs/trees/6.1"
	run kseries --home "$home" check "$DIR/none" --on t-debian --only build
	rm -rf "$home"
	echo "$output"
	[ "$status" -eq 2 ]
	[[ "$output" == *"of no Debian package"* ]]
}
