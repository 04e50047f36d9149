#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# Taken out and made again, the series is what each kernel ships, byte for
# byte, but for the budget that e1000 threads (gen.bats looks at that).

load lib

SERIES=intel-napi-build-skb

round_trip() {
	need_tree "$1"
	kseries gen $SERIES --on "$1" --without --json > "$BATS_TEST_TMPDIR/gen.json"
	python3 - "$BATS_TEST_TMPDIR/gen.json" "$2" <<-'END'
	import json, sys
	made = [p for p in json.load(open(sys.argv[1]))["patches"] if not p["skipped"]]
	print([p["driver"] for p in made])
	assert len(made) == int(sys.argv[2]), len(made)
	END
	run store diff --numstat "refs/trees/$1" \
		"$(json branch < "$BATS_TEST_TMPDIR/gen.json")"
	echo "$output"
	[ "$output" = "6	4	drivers/net/ethernet/intel/e1000/e1000_main.c" ]
}

@test "6.12: nine patches" {
	round_trip 6.12 9
}

@test "7.2: eight, ice has no build_skb there any longer" {
	round_trip 7.2 8
}

@test "5.10 does not have the API, and that is said for each patch" {
	need_tree 5.10
	run kseries gen $SERIES --on 5.10
	echo "$output"
	[ "$status" -eq 1 ]
	[ "$(printf '%s\n' "$output" | grep -c 'has no napi_build_skb in include/linux/skbuff.h')" -eq 8 ]
	# napi_consume_skb() is there, so the first patch is made
	[[ "$output" == *"12+ 8-"* ]]
}
