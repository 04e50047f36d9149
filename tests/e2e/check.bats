#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# Each check can fail: a patch that it must reject, and the verdict and reason.

load lib

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	rm -rf "$DIR"
}

@test "a good patch passes apply, style, build, sparse" {
	make_series "$DIR/good"
	make_patch "$DIR/good" good \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	check good apply,style,build,sparse
	[ "$status" -eq 0 ]
	for c in apply style build sparse; do
		[ "$(verdict good $c)" = pass ]
	done
}

@test "apply: a patch for other lines does not apply, the rest is skipped" {
	make_series "$DIR/stale"
	make_patch "$DIR/stale" stale \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	sed -i 's/^ \t.*container_of.*/ \tsomething_else();/' "$DIR/stale/stale.patch"
	check stale apply,build
	[ "$status" -eq 1 ]
	[ "$(verdict stale apply)" = fail ]
	[[ "$(reason stale apply)" == *e1000_main.c* ]]
	[ "$(verdict stale build)" = skip ]
	[[ "$(reason stale build)" == *apply* ]]
}

@test "style: spaces instead of a tab" {
	make_series "$DIR/style"
	make_patch "$DIR/style" style \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/        int tx_clean_complete = 0 , work_done = 0;/'
	check style style
	[ "$status" -eq 1 ]
	[ "$(verdict style style)" = fail ]
	[ "$(cell style 1 findings < "$DIR/style.json" | grep -c CODE_INDENT)" -eq 1 ]
}

@test "build: a new warning is found, in its function" {
	make_series "$DIR/warning"
	make_patch "$DIR/warning" warning \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\tint never_used;/'
	check warning build
	[ "$status" -eq 1 ]
	[ "$(verdict warning build)" = fail ]
	findings=$(cell build 1 findings < "$DIR/warning.json")
	[[ "$findings" == *never_used* ]]
	[[ "$findings" == *"'function': 'e1000_clean'"* ]]
}

@test "build: what does not compile fails with the compiler's words" {
	make_series "$DIR/broken"
	make_patch "$DIR/broken" broken \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/\tint tx_clean_complete = 0, work_done = no_such_name;/'
	check broken build,sparse,boot
	[ "$status" -eq 1 ]
	[ "$(verdict broken build)" = fail ]
	[[ "$(reason broken build)" == *no_such_name* ]]
	[ "$(verdict broken boot)" = skip ]
}

@test "sparse: a value of the wrong endianness" {
	make_series "$DIR/endian"
	make_patch "$DIR/endian" endian \
		-e 's/tx_desc->buffer_addr = cpu_to_le64(buffer_info->dma);/tx_desc->buffer_addr = buffer_info->dma;/'
	check endian build,sparse
	[ "$status" -eq 1 ]
	[ "$(verdict endian build)" = pass ]
	[ "$(verdict endian sparse)" = fail ]
	findings=$(cell sparse 1 findings < "$DIR/endian.json")
	[[ "$findings" == *"'function': 'e1000_tx_queue'"* ]]
}

# boot_again JSON: boot the series traffic once more; its logs are in $again
boot_again() {
	kseries check "$DIR/traffic" --on 6.1 --only boot --fresh --json > "$1"
	again=$(dirname "$(cell boot 1 log < "$1")")
}

# same_boot DIR DIR: the same bytes, or what differs is shown
same_boot() {
	local log
	for log in report.ktap console.log; do
		[ -s "$1/$log" ] || return 1
		cmp "$1/$log" "$2/$log" || {
			diff "$1/$log" "$2/$log" | head -20 | sed 's/^/# /' >&3
			return 1
		}
	done
}

@test "boot: e1000 passes traffic, and two boots print the same bytes" {
	make_series "$DIR/traffic"
	make_patch "$DIR/traffic" traffic \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	check traffic boot
	[ "$status" -eq 0 ]
	[ "$(verdict traffic boot)" = pass ]
	[ "$(cell boot 1 word < "$DIR/traffic.json")" = None ]
	first=$(cell boot 1 log < "$DIR/traffic.json")
	dir1=$(dirname "$first")
	boot_again "$DIR/two.json"
	[ "$dir1" != "$again" ]
	same_boot "$dir1" "$again" && return
	# Under -icount QEMU's main loop may still advance an idle guest's clock a
	# few instructions late: seen once in some 200 pairs, never on demand. What
	# differs is printed; a guest that is not repeatable differs again.
	dir2=$again
	boot_again "$DIR/three.json"
	same_boot "$dir1" "$again" || same_boot "$dir2" "$again"
}

@test "boot: a driver that corrupts a byte of the payload" {
	make_series "$DIR/corrupt"
	make_patch "$DIR/corrupt" corrupt \
		-e 's/^\tskb->protocol = eth_type_trans(skb, adapter->netdev);/&\n\tif (skb->len > 100)\n\t\tskb->data[90] ^= 1;/'
	check corrupt boot
	[ "$status" -eq 1 ]
	[ "$(verdict corrupt boot)" = fail ]
	reason corrupt boot
}

@test "boot: a driver that oopses" {
	make_series "$DIR/oops"
	make_patch "$DIR/oops" oops \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\n\tif (adapter->netdev->stats.rx_packets > 50)\n\t\tBUG();/'
	check oops boot
	[ "$status" -eq 1 ]
	[ "$(verdict oops boot)" = fail ]
	[[ "$(reason oops boot)" == *"kernel BUG at"* || "$(reason oops boot)" == *"invalid opcode"* ]]
}

@test "boot: a driver that hangs" {
	make_series "$DIR/hang"
	make_patch "$DIR/hang" hang \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\n\twhile (adapter->netdev->stats.rx_packets > 50)\n\t\tcpu_relax();/'
	check hang boot
	[ "$status" -eq 1 ]
	[[ "$(verdict hang boot)" = fail || "$(verdict hang boot)" = timeout ]]
	reason hang boot
}

# All below a process, "1 2 3"
descendants() {
	local child all=
	for child in $(pgrep -P "$1"); do
		all="$all $child $(descendants "$child")"
	done
	# shellcheck disable=SC2086
	echo $all
}

@test "an interrupt leaves no child behind" {
	make_series "$DIR/interrupted"
	make_patch "$DIR/interrupted" interrupted \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\n\twhile (adapter->netdev->stats.rx_packets > 50)\n\t\tcpu_relax();/'
	# not the function: the signal is for kseries, not for a shell around it
	"$KSERIES" check "$DIR/interrupted" --on 6.1 --only boot --fresh \
		> "$DIR/int.out" 2>&1 &
	pid=$!
	for _ in $(seq 1200); do
		children=$(descendants $pid)
		ps -o comm= -p "${children// /,}" 2> /dev/null |
			grep -q qemu && break
		sleep 0.1
	done
	ps -o comm= -p "${children// /,}" | grep qemu
	start=$(date +%s%N)
	kill -INT $pid
	wait $pid && status=0 || status=$?
	took=$((($(date +%s%N) - start) / 1000000))
	echo "ended after $took ms"
	[ "$took" -lt 2000 ]
	cat "$DIR/int.out"
	[ "$status" -eq 3 ]
	for child in $children; do
		! kill -0 "$child"
	done
}
