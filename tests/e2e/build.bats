#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# What build and sparse compare: the whole cone of a change, and findings, not
# their number.

load lib

E1000=drivers/net/ethernet/intel/e1000

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	rm -rf "$DIR"
}

# start_patch: two folders, a and b, to edit files of the tree 6.1 in
start_patch() {
	WORK=$(mktemp -d)
	mkdir "$WORK/a" "$WORK/b"
}

# take FILE [COMMIT]: a file of the tree in both folders
take() {
	mkdir -p "$WORK/a/$(dirname "$1")" "$WORK/b/$(dirname "$1")"
	store show "${2:-refs/trees/6.1}:$1" > "$WORK/a/$1"
	cp "$WORK/a/$1" "$WORK/b/$1"
}

# finish_patch DIR NAME: the difference as the series' next patch
finish_patch() {
	(cd "$WORK" && git diff --no-index --no-prefix a b |
		sed -e 's,^diff --git a/a/\(.*\) b/b/,diff --git a/\1 b/,' \
			-e 's,^diff --git b/b/\(.*\) b/b/,diff --git a/\1 b/,' \
			-e 's,^diff --git b/\(.*\) b/,diff --git a/\1 b/,') |
		mail "$2" > "$1/$2.patch"
	rm -rf "$WORK"
	add_patch "$1" "$2"
}

# run_checks NAME CHECKS: the result is in $DIR/NAME.json
run_checks() {
	kseries check "$DIR/$1" --on 6.1 --only "$2" --json \
		> "$DIR/$1.json" && status=0 || status=$?
	cat "$DIR/$1.json"
}

# get NAME CHECK NUMBER KEY
get() {
	cell "$2" "$3" "$4" < "$DIR/$1.json"
}

# write_function HEAD LINE...: a C function with these lines as its body
write_function() {
	printf '\n%s\n{\n' "$1"
	shift
	for text; do
		printf '%s\n' "${text:+	$text}"
	done
	printf '}\n'
}

@test "a warning that only moved, and one that goes, are not new" {
	make_series "$DIR/moved"
	start_patch
	take $E1000/e1000_hw.c
	write_function 'static int __maybe_unused example(int value)' \
		'int other;' '' 'return value + 1;' >> "$WORK/b/$E1000/e1000_hw.c"
	cp "$WORK/b/$E1000/e1000_hw.c" "$DIR/with-warning.c"
	finish_patch "$DIR/moved" adds
	start_patch
	mkdir -p "$WORK/a/$E1000" "$WORK/b/$E1000"
	cp "$DIR/with-warning.c" "$WORK/a/$E1000/e1000_hw.c"
	sed '1a /*\n * More lines.\n *\n */' "$DIR/with-warning.c" \
		> "$WORK/b/$E1000/e1000_hw.c"
	cp "$WORK/b/$E1000/e1000_hw.c" "$DIR/moved.c"
	finish_patch "$DIR/moved" moves
	start_patch
	mkdir -p "$WORK/a/$E1000" "$WORK/b/$E1000"
	cp "$DIR/moved.c" "$WORK/a/$E1000/e1000_hw.c"
	sed '/^\tint other;$/d' "$DIR/moved.c" > "$WORK/b/$E1000/e1000_hw.c"
	finish_patch "$DIR/moved" removes
	run_checks moved build,sparse
	[ "$(get moved build 1 verdict)" = fail ]
	[[ "$(get moved build 1 reason)" == *e1000_hw.c*other* ]]
	[ "$(get moved build 2 verdict)" = pass ]
	[ "$(get moved sparse 2 verdict)" = pass ]
	[ "$(get moved build 3 verdict)" = pass ]
}

@test "a warning in a header is seen in every object that includes it" {
	make_series "$DIR/header"
	start_patch
	take $E1000/e1000_hw.h
	last=$(grep -n '^#endif' "$WORK/a/$E1000/e1000_hw.h" | tail -n 1 |
		cut -d: -f1)
	{
		head -n $((last - 1)) "$WORK/a/$E1000/e1000_hw.h"
		write_function 'static inline int example(int value)' \
			'int other;' '' 'return value + 1;'
		tail -n +"$last" "$WORK/a/$E1000/e1000_hw.h"
	} > "$WORK/b/$E1000/e1000_hw.h"
	finish_patch "$DIR/header" header
	run_checks header build
	[ "$(get header build 1 verdict)" = fail ]
	[[ "$(get header build 1 findings)" == *"'function': 'example'"* ]]
	log=$(get header build 1 log)
	for object in main hw ethtool param; do
		[ "$(grep -c "CC \[M\]  .*/e1000_$object.o" "$log")" -eq 2 ]
	done
}

@test "a new file of a driver is compiled and checked" {
	make_series "$DIR/newfile"
	start_patch
	take $E1000/Makefile
	sed -i 's/e1000_param\.o/e1000_param.o e1000_example.o/' \
		"$WORK/b/$E1000/Makefile"
	{
		echo '// SPDX-License-Identifier: GPL-2.0'
		echo '#include <linux/types.h>'
		write_function 'static __le32 __maybe_unused example(u32 value)' \
			'int other;' '' 'return value + 1;'
	} > "$WORK/b/$E1000/e1000_example.c"
	finish_patch "$DIR/newfile" newfile
	run_checks newfile apply,build,sparse
	[ "$(get newfile apply 1 verdict)" = pass ]
	[ "$(get newfile build 1 verdict)" = fail ]
	[[ "$(get newfile build 1 reason)" == *e1000_example.c:*other* ]]
	[ "$(get newfile sparse 1 verdict)" = fail ]
	[[ "$(get newfile sparse 1 reason)" == *e1000_example.c:* ]]
}

@test "what the configuration does not compile is not passed" {
	make_series "$DIR/unused"
	start_patch
	take drivers/net/ethernet/realtek/8139too.c
	echo '/* An example. */' \
		>> "$WORK/b/drivers/net/ethernet/realtek/8139too.c"
	finish_patch "$DIR/unused" unused
	run_checks unused build,sparse
	[ "$status" -eq 1 ]
	[ "$(get unused build 1 verdict)" = skip ]
	[[ "$(get unused build 1 reason)" == *8139too.c* ]]
	[ "$(get unused sparse 1 verdict)" = skip ]
}
