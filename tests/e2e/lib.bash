# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the end-to-end tests share. They run the sanitized kseries on a real
# kernel; trees and builds stay in $KSERIES_HOME between runs.

KSERIES=${KSERIES_TEST_BIN:-$PWD/build/kseries}
export KSERIES_HOME=${KSERIES_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/kseries}
export GIT_AUTHOR_NAME='A Tester' GIT_AUTHOR_EMAIL='tester@example.org'
export SOURCE_DATE_EPOCH=1600000000

kseries() {
	"$KSERIES" "$@"
}

# git in kseries' own store
store() {
	git --git-dir="$KSERIES_HOME/trees.git" "$@"
}

need_tree() {
	kseries tree list --json | grep -q "\"name\" : \"$1\"" ||
		kseries tree add "$1" "debian:$1"
}

# The value at a path of a JSON text on standard input, e.g. cells.0.verdict
json() {
	python3 -c '
import json, sys
v = json.load(sys.stdin)
for k in sys.argv[1].split("."):
    v = v[int(k)] if isinstance(v, list) else v[k]
print(v)' "$1"
}

# verdict CHECK <json: that of the only patch's cell
cell() {
	python3 -c '
import json, sys
for c in json.load(sys.stdin)["cells"]:
    if c["check"] == sys.argv[1] and c["patch"] == int(sys.argv[2]):
        print(c[sys.argv[3]])' "$1" "${2:-1}" "${3:-verdict}"
}

# check NAME CHECKS: run the checks of the series in $DIR/NAME, on
# $CHECK_ON or 6.1, and set status
check() {
	# status is for the test, as that of bats' run
	# shellcheck disable=SC2034
	make_text=$(kseries check "$DIR/$1" --on "${CHECK_ON:-6.1}" --only "$2" --json) &&
		status=0 || status=$?
	printf '%s\n' "$make_text" > "$DIR/$1.json"
	cat "$DIR/$1.json"
}

# verdict NAME CHECK [PATCH], reason NAME CHECK [PATCH]: of that run
verdict() {
	cell "$2" "${3:-1}" < "$DIR/$1.json"
}

reason() {
	cell "$2" "${3:-1}" reason < "$DIR/$1.json"
}

# make_series DIR: an empty series definition to hang patches on
make_series() {
	mkdir -p "$1"
	cat > "$1/series" <<-END
	[series]
		name = test-$(basename "$1")
		family = intel-ethernet
		title = "e1000: a test"
		cover = cover.txt
	END
	echo 'A test.' > "$1/cover.txt"
}

# mail SUBJECT: a mail around the diff on standard input
mail() {
	cat <<-END
	From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
	From: A Tester <tester@example.org>
	Date: Sun, 13 Sep 2020 12:26:40 +0000
	Subject: [PATCH] e1000: $1

	Change the driver so that a check has something to say. This
	patch is made by a test and is not meant for any kernel.

	Signed-off-by: A Tester <tester@example.org>
	---
	END
	cat
	printf -- '-- \n2.0\n'
}

# add_patch DIR NAME: the file NAME.patch as the series' next patch
add_patch() {
	cat >> "$1/series" <<-END
	[patch "$2"]
		driver = e1000
		patch = $2.patch
	END
}

# edit_patch DIR NAME FILE SED-SCRIPT...: a patch that edits FILE of the tree
# 6.1, as the series' next one
edit_patch() {
	local dir=$1 name=$2 file=$3 work
	shift 3
	work=$(mktemp -d)
	mkdir -p "$work/a/$(dirname "$file")" "$work/b/$(dirname "$file")"
	store show "refs/trees/6.1:$file" > "$work/a/$file"
	sed "$@" "$work/a/$file" > "$work/b/$file"
	if cmp -s "$work/a/$file" "$work/b/$file"; then
		echo "edit_patch: the script changes nothing" >&2
		return 1
	fi
	(cd "$work" && git diff --no-index --no-prefix a b |
		sed -e 's,^diff --git a/a/\(.*\) b/b/,diff --git a/\1 b/,') |
		mail "$name" > "$dir/$name.patch"
	rm -rf "$work"
	add_patch "$dir" "$name"
}

# make_patch DIR NAME SED-SCRIPT...: the same with e1000_main.c
make_patch() {
	local dir=$1 name=$2
	shift 2
	edit_patch "$dir" "$name" \
		drivers/net/ethernet/intel/e1000/e1000_main.c "$@"
}

# define NAME FAMILY DRIVER...: a series of synthesised patches, in $DIR/NAME
define() {
	local name=$1 family=$2 driver
	shift 2
	mkdir -p "$DIR/$name"
	echo 'Made by a test.' > "$DIR/$name/cover.txt"
	cat > "$DIR/$name/series" <<-END
		[series]
			name = $name
			family = $family
			title = "net: free with the budget of the poll"
			cover = cover.txt
	END
	for driver; do
		cat >> "$DIR/$name/series" <<-END
			[patch "$driver"]
				driver = $driver
				rule = napi_consume_skb
				chain = audit
		END
	done
}
