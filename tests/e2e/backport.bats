#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# A series on a kernel that lacks what its rules need.

load lib

setup_file() {
	need_tree 5.10
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
	mkdir "$DIR/data"
	for part in "$KSERIES_DATA"/*; do
		case ${part##*/} in
		series|backports) cp -r "$part" "$DIR/data/" ;;
		*) ln -s "$part" "$DIR/data/" ;;
		esac
	done
	# only e1000's two patches
	sed -i '/^\[patch "i40e/,$d' "$DIR/data/series/intel-napi-build-skb/series"
	kseries backport intel-napi-build-skb --to 5.10 --json > "$DIR/5.10.json"
}

# the repository first: then nothing of what it lent is kept
teardown_file() {
	rm -rf "$DIR"
	kseries tree rm backport-alias > /dev/null 2>&1 || true
	unset GIT_INDEX_FILE
	store for-each-ref --format='delete %(refname)' |
		grep '/backport-alias' | store update-ref --stdin
	[ -z "$(store for-each-ref 2>&1 > /dev/null)" ]
}

# answers: the answer of 5.10 in the copy of the data, from standard input
answers() {
	cat > "$DIR/data/backports/5.10/answers"
}

# port TREE [OPTION]...: with that copy; sets status
port() {
	local tree=$1
	shift
	KSERIES_DATA=$DIR/data kseries backport intel-napi-build-skb --to "$tree" \
		--json "$@" > "$DIR/port.json" && status=0 || status=$?
	cat "$DIR/port.json"
}

# ask PYTHON: the expression, of what backport said last
ask() {
	python3 -c '
import json, sys
port = json.load(open(sys.argv[1]))
made = [p for p in port["patches"] if p["commit"]]
left = [p for p in port["patches"] if not p["commit"]]
print(eval(sys.argv[2]))' "${2-$DIR/port.json}" "$1"
}

@test "5.10 gets what it lacks, once, in front of what needs it" {
	[ "$(ask '[(n["symbol"], n["is"], n["answer"]) for n in port["needs"]]' "$DIR/5.10.json")" = \
		"[('napi_consume_skb', 'there', 'regenerate'), ('napi_build_skb', 'missing', 'compat')]" ]
	[ "$(ask 'len(made), len(left)' "$DIR/5.10.json")" = '(10, 0)' ]
	[ "$(ask '[p["number"] for p in made if not p["driver"]]' "$DIR/5.10.json")" = '[2]' ]
	[ "$(ask 'made[1]["files"]' "$DIR/5.10.json")" = \
		"['include/linux/skbuff.h', 'net/core/skbuff.c']" ]
	# and it does what is meant by the name
	commit=$(ask 'made[1]["commit"]' "$DIR/5.10.json")
	store show "$commit:net/core/skbuff.c" > "$DIR/skbuff.c"
	grep -q '^	skb = nc->skb_cache\[--nc->skb_count\];' "$DIR/skbuff.c"
	# the code is laid out as we wrote it
	diff <(sed -n '/^#define NAPI_SKB_CACHE_BULK/,/^EXPORT_SYMBOL(napi_build_skb)/p' "$DIR/skbuff.c") \
		<(sed -n '/^#define NAPI_SKB_CACHE_BULK/,$p' "$KSERIES_DATA/backports/5.10/napi_build_skb.c")
}

@test "its patches have nothing against them that reading finds" {
	kseries check intel-napi-build-skb --on 5.10 --backport \
		--only apply,style,audit --json > "$DIR/check.json"
	python3 - "$DIR/check.json" <<-'END'
	import json, sys
	cells = json.load(open(sys.argv[1]))["cells"]
	assert len(cells) == 30, len(cells)
	assert all(c["verdict"] == "pass" for c in cells), cells
	assert "of no driver" in [c["reason"] for c in cells if c["patch"] == 2
	                          and c["check"] == "audit"][0]
	END
}

@test "without the answer nothing is made up: the patches are missing" {
	run kseries gen intel-napi-build-skb --on 5.10
	[ "$status" -eq 1 ]
	[[ "$output" == *"has no napi_build_skb in include/linux/skbuff.h: a backport is needed (kseries backport)"* ]]
	answers < /dev/null
	port 5.10
	[ "$status" -eq 1 ]
	[ "$(ask 'len(made), left[0]["skipped"]')" = \
		"(1, '5.10 has no napi_build_skb in include/linux/skbuff.h, and backports/5.10/answers no answer')" ]
}

@test "a tree that has it gets the rules as they are" {
	port 6.1 --without
	[ "$status" -eq 0 ]
	[ "$(ask '[(n["is"], n["answer"]) for n in port["needs"]]')" = \
		"[('there', 'regenerate'), ('there', 'regenerate')]" ]
	[ "$(ask '[p["driver"] for p in made]')" = "['e1000', 'e1000']" ]
}

@test "the name alone is not it: an alias is something else" {
	git clone -q --no-checkout --no-tags "$KSERIES_HOME/trees.git" "$DIR/alias" \
		-b series/intel-napi-build-skb/5.10
	cd "$DIR/alias"
	export GIT_INDEX_FILE=$DIR/index
	git read-tree "$(ask 'port["base"]' "$DIR/5.10.json")"
	blob=$(store show refs/trees/5.10:include/linux/skbuff.h |
		sed 's/^struct sk_buff \*build_skb(.*/&\n#define napi_build_skb(d, s) build_skb(d, s)/' |
		git hash-object -w --stdin)
	git update-index --cacheinfo "100644,$blob,include/linux/skbuff.h"
	commit=$(git -c user.name=T -c user.email=t@example.org commit-tree -m alias "$(git write-tree)")
	git update-ref refs/heads/alias "$commit"
	kseries tree rm backport-alias > /dev/null 2>&1 || true
	kseries tree add backport-alias "git:$DIR/alias@alias" > /dev/null
	port backport-alias
	[ "$status" -eq 1 ]
	[ "$(ask 'port["needs"][1]["is"], port["needs"][1]["answer"]')" = "('something else', 'none')" ]
	[[ "$(ask 'left[0]["skipped"]')" == *"has the name, and not what is meant by it"* ]]
}

@test "upstream's commits first: taken with their author, or named" {
	commit=$(ask 'made[1]["commit"]' "$DIR/5.10.json")
	answers <<-END
	[need "napi_build_skb"]
		answer = prerequisite
		commit = $commit skbuff: add napi_build_skb()
	END
	port 5.10
	[ "$status" -eq 0 ]
	[ "$(ask '[p["subject"] for p in made][1]')" = 'skbuff: add napi_build_skb()' ]
	[ "$(ask 'len(made)')" = 3 ]
	answers <<-END
	[need "napi_build_skb"]
		answer = prerequisite
		commit = 0123456789abcdef skbuff: not in any history
	END
	port 5.10
	[ "$status" -eq 1 ]
	[ "$(ask 'left[0]["skipped"]')" = \
		"needs upstream's 0123456789abcdef skbuff: not in any history first, which no history here has" ]
}

@test "left out by choice, with the reason, is no failure" {
	answers <<-'END'
	[need "napi_build_skb"]
		answer = drop
		reason = the cache is not worth it there
	END
	port 5.10
	[ "$status" -eq 0 ]
	[ "$(ask 'len(made), left[0]["skipped"]')" = "(1, 'the cache is not worth it there')" ]
}

@test "half an answer is none, and says where it stands" {
	cp "$KSERIES_DATA/backports/5.10/"* "$DIR/data/backports/5.10/"
	sed -i 's/__napi_alloc_frag/__napi_alloc_crag/' "$DIR/data/backports/5.10/napi_build_skb.cocci"
	port 5.10
	[ "$status" -eq 2 ]
	grep 'answers:7: .*the tree has no place for napi_build_skb.c' "$DIR/port.json"
}
