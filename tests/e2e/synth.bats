#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
#
# The budget is threaded by what the audit finds, on real trees.

load lib

setup_file() {
	DIR=$(mktemp -d)
	export DIR
	need_tree 5.10
	need_tree 7.2
}

teardown_file() {
	rm -rf "$DIR"
}

# changed COMMIT: the lines that it takes out and puts in, blanks left out
changed() {
	store diff -U0 "$1^" "$1" | grep '^[-+]' | grep -v '^\(---\|+++\)' |
		sed 's/[[:space:]]\+/ /g'
}

# How many cells have which verdict, of a check's JSON
verdict_counts() {
	python3 -c '
import collections, json, sys
for v, n in collections.Counter(
        c["verdict"] for c in json.load(sys.stdin)["cells"]).items():
    print(n, v)'
}

# left NAME FUNCTION: why its frees were left alone
left() {
	python3 -c '
import json, sys
for p in json.load(open(sys.argv[1]))["patches"]:
    for s in p["sites"]:
        if s["function"] == sys.argv[2] and s["state"] != "converted":
            print(s["reason"])' "$DIR/$1.json" "$2"
}

@test "the follow-up series is made on 7.2 with no chain written down" {
	kseries gen intel-napi-consume-skb --on 7.2 --json -o "$DIR/mails" \
		> "$DIR/intel.json"
	for n in 0 1 2; do
		[ "$(json patches.$n.skipped < "$DIR/intel.json")" = None ]
	done
	[[ "$(json patches.3.skipped < "$DIR/intel.json")" == "the audit proves nothing"* ]]
	run changed "$(json patches.0.commit < "$DIR/intel.json")"
	echo "$output"
	# the constant is gone, and the budget comes from the poll function
	[[ "$output" == *"- 64);"* || "$output" == *" 64);"* ]]
	[[ "$output" == *"+"*"e1000_clean_tx_irq("*"int budget"* ]]
	[[ "$output" == *"+ * @budget: "* ]]
}

@test "its fix says what it fixes, and the sign-off follows at once" {
	run tail -n +1 "$DIR"/mails/0001-*.patch
	[[ "$output" == *'Fixes: dcb95f06eab8 ("e1000: switch to napi_consume_skb()")
Signed-off-by: '* ]]
}

@test "its cover letter has the proof for the driver that is left alone" {
	run cat "$DIR"/mails/0000-*.patch
	echo "$output"
	[[ "$output" == *"igbvf: igbvf_put_txbuf(): audit: unsafe: never reached from a poll: hardirq: "*"igbvf_clean_tx_irq -> igbvf_put_txbuf"* ]]
}

@test "the semantic patches stand beside the mails, and do the same by hand" {
	local commit file
	commit=$(json patches.2.commit < "$DIR/intel.json")
	file=drivers/net/ethernet/intel/e1000e/netdev.c
	store show "$commit^:$file" > "$DIR/netdev.c"
	store show "$commit:$file" > "$DIR/want.c"
	spatch --very-quiet --no-includes --in-place \
		--sp-file "$DIR"/mails/0003-*.cocci "$DIR/netdev.c"
	# but for the kernel-doc
	diff "$DIR/netdev.c" "$DIR/want.c" | grep '^[<>]' > "$DIR/rest" || true
	cat "$DIR/rest"
	[ "$(grep -vc '@budget: ' "$DIR/rest")" -eq 0 ]
}

@test "every patch of it passes every check, with traffic and netconsole" {
	kseries check intel-napi-consume-skb --on 7.2 --json > "$DIR/check.json" ||
		status=$?
	cat "$DIR/check.json"
	[ "${status:-0}" -eq 0 ]
	[ "$(verdict_counts < "$DIR/check.json")" = "18 pass" ]
	for n in 1 2 3; do
		[[ "$(cell boot $n reason < "$DIR/check.json")" != *"no device"* ]]
	done
}

@test "e1000 of 5.10 comes out as by the chain that was written by hand" {
	define audited intel-ethernet e1000
	cp -r "$KSERIES_DATA/series/intel-napi-build-skb" "$DIR/by-hand"
	sed -i '/^\[patch "e1000-napi-build-skb"\]/,$d' "$DIR/by-hand/series"
	kseries gen "$DIR/by-hand" --on 5.10 --json > "$DIR/by-hand.json"
	kseries gen "$DIR/audited" --on 5.10 --json > "$DIR/audited.json"
	[ "$(store rev-parse --verify "$(json patches.0.commit < "$DIR/by-hand.json")^{tree}")" = \
	  "$(store rev-parse --verify "$(json patches.0.commit < "$DIR/audited.json")^{tree}")" ]
}

@test "what was converted leaves nothing to do" {
	kseries tree rm again > /dev/null 2>&1 || true
	kseries tree add again \
		"git:$KSERIES_HOME/trees.git@$(json patches.0.commit < "$DIR/audited.json")" > /dev/null
	define again intel-ethernet e1000
	run kseries gen "$DIR/again" --on again
	kseries tree rm again > /dev/null
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$output" == *"the audit proves nothing of napi_consume_skb to convert in e1000"* ]]
}

@test "drivers of other vendors: several polls, headers, no chain written down" {
	define net networking qede gianfar_driver stmmac
	kseries gen "$DIR/net" --on 7.2 --json > "$DIR/net.json"
	for n in 0 1 2; do
		[ "$(json patches.$n.skipped < "$DIR/net.json")" = None ]
	done
	# a prototype in a header
	[[ "$(json patches.0.files < "$DIR/net.json")" == *qede.h* ]]
	# two poll functions, one cleaner; the error interrupt's free stays
	[[ "$(left net stmmac_free_tx_buffer)" == *"hardirq: stmmac_msi_intr_tx"* ]]
}

@test "what cannot be threaded is refused, with the reason" {
	define refused networking mv643xx_eth hibmcge pcnet32 b44 forcedeth ravb keystone_netcp
	kseries gen "$DIR/refused" --on 7.2 --json > "$DIR/refused.json"
	run left refused txq_reclaim
	[[ "$output" == *"mv643xx_eth.c:"*"txq_reclaim() has a parameter called budget already"* ]]
	run left refused hbg_buffer_free_skb
	[[ "$output" == *"does not keep its budget as the core gave it"* ]]
	for function in pcnet32_tx b44_tx nv_tx_done nv_tx_done_optimized ravb_tx_free; do
		run left refused "$function"
		echo "$function: $output"
		[[ "$output" == *"freed with interrupts off: poll: "* ]]
	done
	# x86 does not compile it, and that is no proof
	run left refused netcp_process_tx_compl_packets
	[[ "$output" == *"not compiled in the configuration of 7.2-audit-networking"* ]]
	[ "$(grep -c '"commit" : null' "$DIR/refused.json")" -eq 7 ]
}

@test "a ring size called budget is refused, on the machine that compiles it" {
	define ring keystone-ethernet keystone_netcp
	kseries gen "$DIR/ring" --on 7.2 --json > "$DIR/ring.json"
	run left ring netcp_process_tx_compl_packets
	[[ "$output" == *"netcp_core.c:"*"has a parameter called budget already"* ]]
	[ "$(json patches.0.commit < "$DIR/ring.json")" = None ]
}
