#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# `driver = *`: every driver of a family by one definition, split into postings.

load lib

setup_file() {
	need_tree 7.2
	DIR=$(mktemp -d)
	export DIR
	wild all
	kseries gen "$DIR/all" --on 7.2 --json > "$DIR/all.json"
}

teardown_file() {
	rm -rf "$DIR"
}

# wild NAME: a series of all of Intel's drivers, in $DIR/NAME
wild() {
	make_series "$DIR/$1"
	cat >> "$DIR/$1/series" <<-END
		[patch "all"]
			driver = *
			rule = napi_consume_skb
			chain = audit
	END
}

# by_hand NAME N: before that, N patches written by hand for the end of e100.c
by_hand() {
	local file=drivers/net/ethernet/intel/e100.c i
	mkdir -p "$DIR/a/$(dirname $file)" "$DIR/b/$(dirname $file)"
	store show "refs/trees/7.2:$file" > "$DIR/b/$file"
	for ((i = 1; i <= $2; i++)); do
		cp "$DIR/b/$file" "$DIR/a/$file"
		echo "/* $i */" >> "$DIR/b/$file"
		(cd "$DIR" && diff -u "a/$file" "b/$file") |
			mail "number $i" > "$DIR/$1/$i.patch"
		add_patch "$DIR/$1" "$i"
	done
}

# ask JSON PYTHON: the expression, of what gen said
ask() {
	python3 - "$1" "$2" <<-'END'
	import json, sys
	gen = json.load(open(sys.argv[1]))
	made = [p for p in gen["patches"] if p["commit"]]
	left = [p for p in gen["patches"] if not p["commit"]]
	print(eval(sys.argv[2]))
	END
}

@test "each driver with a call is there: a patch, or the reason" {
	[ "$(ask "$DIR/all.json" '[p["driver"] for p in made]')" = \
		"['e100', 'e1000', 'e1000e']" ]
	[ "$(ask "$DIR/all.json" 'all(p["skipped"] for p in left)')" = True ]
	tokens='dev_consume_skb_any|dev_consume_skb_irq|consume_skb|dev_kfree_skb_any|dev_kfree_skb_irq|dev_kfree_skb'
	store grep -lwE "$tokens" refs/trees/7.2 -- drivers/net/ethernet/intel |
		grep -vE '/(libeth|libie)/' |
		sed -E 's,.*/intel/,,; s,/.*|\.c$,,' | sort -u > "$DIR/want"
	ask "$DIR/all.json" '"\n".join(sorted(p["driver"] for p in gen["patches"]))' \
		> "$DIR/have"
	diff "$DIR/want" "$DIR/have"
}

@test "the vendor's patches are one posting, from the base" {
	[ "$(ask "$DIR/all.json" '[(p["name"], p["patches"]) for p in gen["postings"]]')" = \
		"[('intel', 3)]" ]
	base=$(ask "$DIR/all.json" 'gen["base"]')
	branch=$(ask "$DIR/all.json" 'gen["postings"][0]["branch"]')
	[ "$(store rev-list --count "$base..$branch")" -eq 3 ]
	mails=$(ask "$DIR/all.json" 'gen["postings"][0]["mails"]')
	grep -q '^Subject: \[PATCH 0/3\] intel: ' "$mails/0000-cover-letter.patch"
	grep -q "^base-commit: $base" "$mails/0000-cover-letter.patch"
	grep -q 'igbvf_put_txbuf' "$mails/0000-cover-letter.patch"
	[ -s "$mails/0001-e100-switch-to-napi_consume_skb.cocci" ]
}

@test "a second run knows it, and puts the branch back" {
	branch=$(ask "$DIR/all.json" 'gen["postings"][0]["branch"]')
	tip=$(ask "$DIR/all.json" 'gen["postings"][0]["tip"]')
	store update-ref -d "$branch"
	kseries gen "$DIR/all" --on 7.2 --json > "$DIR/two.json"
	[ "$(ask "$DIR/two.json" 'gen.pop("known")')" = True ]
	[ "$(store rev-parse "$branch")" = "$tip" ]
	diff <(grep -v '"known"' "$DIR/all.json") <(grep -v '"known"' "$DIR/two.json")
}

@test "where a mail is gone it is made again" {
	mail=$(ask "$DIR/all.json" 'made[0]["mail"]')
	rm "$mail"
	kseries gen "$DIR/all" --on 7.2 --json > "$DIR/three.json"
	[ "$(ask "$DIR/three.json" 'gen["known"]')" = False ]
	[ -s "$mail" ]
	diff <(grep -vE '"known"|spatch_us' "$DIR/all.json") \
		<(grep -vE '"known"|spatch_us' "$DIR/three.json")
}

@test "what it is made of has changed: it is made again" {
	# in the home of an earlier run these would be known
	echo "Other words, $(date +%s%N)." > "$DIR/all/cover.txt"
	kseries gen "$DIR/all" --on 7.2 --json > "$DIR/four.json"
	[ "$(ask "$DIR/four.json" 'gen["known"]')" = False ]
	grep -q '^Other words' "$(ask "$DIR/four.json" 'gen["mails"]')/intel/0000-cover-letter.patch"
}

@test "a posting has 15 patches at most; the definition's own come first" {
	wild many
	by_hand many 14
	kseries gen "$DIR/many" --on 7.2 --json > "$DIR/many.json"
	[ "$(ask "$DIR/many.json" '[(p["name"], p["patches"]) for p in gen["postings"]]')" = \
		"[('intel', 15), ('intel-2', 2)]" ]
	[ "$(ask "$DIR/many.json" '[p["posting"] for p in made[14:]]')" = \
		"['intel', 'intel-2', 'intel-2']" ]
	base=$(ask "$DIR/many.json" 'gen["base"]')
	[ "$(store rev-list --count "$base..$(ask "$DIR/many.json" 'gen["postings"][1]["tip"]')")" -eq 2 ]
}

@test "a driver with a definition of its own is not made twice" {
	wild named
	cat >> "$DIR/named/series" <<-END
		[patch "mine"]
			driver = e1000
			rule = napi_consume_skb
			chain = audit
			subject = "e1000: my own words"
	END
	kseries gen "$DIR/named" --on 7.2 --json > "$DIR/named.json"
	[ "$(ask "$DIR/named.json" '[p["subject"] for p in gen["patches"] if p["driver"] == "e1000"]')" = \
		"['e1000: my own words']" ]
	[ "$(ask "$DIR/named.json" 'gen["patches"][0]["driver"]')" = e1000 ]
}

@test "a series that is no longer split leaves no branch of a posting" {
	wild many
	sed -i 's/driver = \*/driver = e1000/' "$DIR/many/series"
	kseries gen "$DIR/many" --on 7.2 > "$DIR/text"
	run store for-each-ref --format='%(refname)' refs/heads/series/test-many
	[ "$output" = refs/heads/series/test-many/7.2 ]
	wild many
	kseries gen "$DIR/many" --on 7.2 > "$DIR/text"
	run store for-each-ref --format='%(refname)' refs/heads/series/test-many
	[ "$output" = refs/heads/series/test-many/7.2/intel ]
	grep -q '13 drivers: 3 patches in 1 postings, 3 calls converted' "$DIR/text"
}
