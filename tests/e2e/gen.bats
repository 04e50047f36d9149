#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The Intel series on a real tree that has it already: taken out, made again.

load lib

SERIES=intel-napi-build-skb

setup_file() {
	need_tree 6.1
	OUT=$(mktemp -d)
	export OUT
	kseries gen $SERIES --on 6.1 --without --json -o "$OUT/mails" \
		> "$OUT/gen.json"
}

teardown_file() {
	rm -rf "$OUT"
}

tip() {
	json branch < "$OUT/gen.json"
}

@test "nine patches, one site converted for each napi_build_skb" {
	run python3 - "$OUT/gen.json" <<-'END'
	import json, sys
	gen = json.load(open(sys.argv[1]))
	assert len(gen["patches"]) == 9, len(gen["patches"])
	for p in gen["patches"]:
	    assert p["skipped"] is None, p
	    states = [s["state"] for s in p["sites"]]
	    assert states.count("converted") == 1, p
	    assert "unseen" not in states, p
	print([p["driver"] for p in gen["patches"]])
	END
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$output" == *"['e1000', 'e1000', 'i40e', 'iavf', 'ice', 'igb', 'igc', 'ixgbe', 'ixgbevf']"* ]]
}

@test "taken out means out: no napi_build_skb is left in the base" {
	base=$(json base < "$OUT/gen.json")
	run store grep -w -c napi_build_skb "$base" -- drivers/net/ethernet/intel
	echo "$output"
	[ "$status" -eq 1 ]
	run store grep -w napi_consume_skb "$base" -- drivers/net/ethernet/intel/e1000
	[ "$status" -eq 1 ]
}

@test "round trip: byte for byte what the kernel ships, but for the budget" {
	run store diff --name-only refs/trees/6.1 "$(tip)"
	echo "$output"
	[ "$output" = drivers/net/ethernet/intel/e1000/e1000_main.c ]
}

@test "e1000 differs from the kernel in the threaded budget alone" {
	store diff -U0 refs/trees/6.1 "$(tip)" |
		grep '^[-+][^-+]' > "$OUT/lines"
	cat "$OUT/lines"
	# the constant that upstream passes is gone ...
	[ "$(grep -c '^-.*[^0-9]64);$' "$OUT/lines")" -eq 1 ]
	# ... every new line speaks of the budget or is half of one that does
	run store diff -U0 --word-diff=porcelain --word-diff-regex='[A-Za-z0-9_@]+|[^[:space:]]' \
		refs/trees/6.1 "$(tip)"
	words=$(printf '%s\n' "$output" | grep '^+[^+]' | sed 's/^+ *//' | sort -u)
	echo "added: $words"
	removed=$(printf '%s\n' "$output" | grep '^-[^-]' | sed 's/^- *//')
	echo "removed: $removed"
	[ "$removed" = 64 ]
	while read -r line; do
		[[ $line == *budget* || $line == , ]]
	done <<< "$words"
}

@test "the mails are what git am takes, and give the same tree" {
	ls "$OUT/mails"
	[ "$(find "$OUT/mails" -name '0*.patch' | wc -l)" -eq 10 ]
	base=$(json base < "$OUT/gen.json")
	git init -q "$OUT/am"
	echo "$KSERIES_HOME/trees.git/objects" > "$OUT/am/.git/objects/info/alternates"
	git -C "$OUT/am" config core.sparseCheckout true
	echo '/drivers/net/ethernet/intel/' > "$OUT/am/.git/info/sparse-checkout"
	git -C "$OUT/am" checkout -q "$base"
	rm "$OUT"/mails/0000-*
	git -C "$OUT/am" -c user.name=x -c user.email=x@example.org am -q \
		--patch-format=mboxrd "$OUT"/mails/*.patch
	[ "$(git -C "$OUT/am" rev-parse 'HEAD^{tree}')" = "$(store rev-parse "$(tip)^{tree}")" ]
}

@test "cover letter: title, base-commit, change-id, diffstat, nothing of git's" {
	kseries gen $SERIES --on 6.1 --without > "$OUT/text"
	cover=$(echo "$(sed -n 's/^mails *//p' "$OUT/text")"/0000-*.patch)
	cat "$cover"
	grep -q '^Subject: \[PATCH net-next 0/9\] intel: switch to napi_build_skb()$' "$cover"
	grep -q "^base-commit: $(json base < "$OUT/gen.json")$" "$cover"
	grep -q '^change-id: ' "$cover"
	grep -q '8 files changed' "$cover"
	run grep -c 'HERE \*\*\*' "$cover"
	[ "$output" -eq 0 ]
}

@test "the same inputs give the same commits" {
	kseries gen $SERIES --on 6.1 --without --json > "$OUT/again.json"
	[ "$(json patches.8.commit < "$OUT/gen.json")" = \
	  "$(json patches.8.commit < "$OUT/again.json")" ]
	SOURCE_DATE_EPOCH=1700000000 kseries gen $SERIES --on 6.1 --without --json \
		> "$OUT/later.json"
	[ "$(json patches.8.commit < "$OUT/gen.json")" != \
	  "$(json patches.8.commit < "$OUT/later.json")" ]
}

@test "without --without there is nothing to convert, and that is said" {
	cp -r "$KSERIES_DATA/series/$SERIES" "$OUT/build-only"
	sed -i '/^\[patch "e1000-napi-consume-skb"\]/,/was =/d' "$OUT/build-only/series"
	run kseries gen "$OUT/build-only" --on 6.1
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(printf '%s\n' "$output" | grep -c 'nothing of napi_build_skb to convert in .*--without')" -eq 8 ]
}

@test "a budget that is not the poll's is refused, not threaded over" {
	run kseries gen $SERIES --on 6.1
	echo "$output"
	[ "$status" -eq 2 ]
	[[ "$output" == *"e1000_main.c:"*"has a parameter called budget already"*"--without"* ]]
}

@test "the author and sign-off are the user's" {
	kseries gen $SERIES --on 6.1 --without > /dev/null
	run store log -1 --format='%an <%ae>%n%B' "$(tip)"
	echo "$output"
	[ "${lines[0]}" = 'A Tester <tester@example.org>' ]
	[[ "$output" == *"Signed-off-by: A Tester <tester@example.org>"* ]]
}
