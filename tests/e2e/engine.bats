#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The engine: what is rebuilt, what is known, what a kill leaves. The long
# forms of these are `make stress`.

load lib

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
	# a kernel to work on, and the series made
	kseries check intel-napi-build-skb --on 6.1 --without > "$DIR/first"
}

teardown_file() {
	rm -rf "$DIR"
}

as_root() {
	[ "$(id -u)" -eq 0 ] || skip 'an overlay needs root'
}

# known FILE: how many cells of a run's JSON were known
known() {
	python3 -c '
import json, sys
print(sum(c["reused"] for c in json.load(sys.stdin)["cells"]))' < "$1"
}

@test "an unchanged matrix again: every cell is known" {
	kseries check intel-napi-build-skb --on 6.1 --without --json > "$DIR/again"
	[ "$(known "$DIR/again")" -eq 54 ]
}

@test "a reworded message: nothing is compiled or booted" {
	cp -r series/intel-napi-build-skb "$DIR/reworded"
	# in words that no earlier run on this home has seen
	echo "One more sentence, from ${DIR##*/}." >> "$DIR/reworded/03-i40e.txt"
	kseries check "$DIR/reworded" --on 6.1 --without --json > "$DIR/json"
	[ "$(cell build 3 reused < "$DIR/json")" = True ]
	[ "$(cell boot 3 reused < "$DIR/json")" = True ]
	[ "$(cell apply 3 reused < "$DIR/json")" = False ]
	[ "$(cell apply 2 reused < "$DIR/json")" = True ]
	python3 -c '
import json, sys
for c in json.load(sys.stdin)["cells"]:
    assert c["reused"] or c["check"] in ("apply", "style"), c' < "$DIR/json"
}

@test "another order: nothing is compiled or booted" {
	cp -r series/intel-napi-build-skb "$DIR/reordered"
	python3 - "$DIR/reordered/series" <<-'END'
		import re, sys
		text = open(sys.argv[1]).read()
		parts = re.split(r"(?m)^(?=\[patch )", text)
		parts[3], parts[8] = parts[8], parts[3]
		open(sys.argv[1], "w").write("".join(
		    p if p.endswith("\n") else p + "\n" for p in parts))
	END
	kseries check "$DIR/reordered" --on 6.1 --without --json > "$DIR/json"
	python3 -c '
import json, sys
for c in json.load(sys.stdin)["cells"]:
    assert c["verdict"] == "pass", c
    assert c["reused"] or c["check"] in ("apply", "style", "audit"), c' < "$DIR/json"
}

@test "two at once on one home give what one gives" {
	for n in 1 2; do
		kseries check intel-napi-build-skb --on 6.1 --without \
			--only apply,style,build --json > "$DIR/both.$n" &
	done
	wait
	for n in 1 2; do
		python3 -c '
import json, sys
run = json.load(sys.stdin)
assert run["finished"] and len(run["cells"]) == 27, run
assert all(c["verdict"] == "pass" for c in run["cells"])' < "$DIR/both.$n"
	done
}

@test "what is compiled is what a full make compiles" {
	as_root
	tests/stress/rebuilt unit driver-header makefile
}

@test "a broken build is blamed on the patch that broke it, known or not" {
	as_root
	tests/stress/blame
}

@test "verdicts from the cache are those of a fresh run" {
	as_root
	# a patch that does not compile before one that moves a Makefile
	tests/stress/random-cache 2 954636661
}

@test "kill -9 at random moments changes no verdict" {
	as_root
	LONGEST=8 tests/stress/kill 4
}
