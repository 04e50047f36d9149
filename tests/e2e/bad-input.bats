#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# What is wrong is refused with one line that names file, line and remedy.

load lib

setup_file() {
	need_tree 6.1
}

setup() {
	DIR=$(mktemp -d)
}

teardown() {
	umount "$DIR/disk" 2>/dev/null || true
	rm -rf "$DIR"
}

# refused STATUS WORDS: the last `run` ended so, in one line
refused() {
	echo "$output"
	[ "$status" -eq "$1" ]
	[ "$(printf '%s\n' "$output" | grep -c '^kseries: ')" -eq 1 ]
	[[ "$output" == *"$2"* ]]
}

copy_series() {
	cp -r "$KSERIES_DATA/series/intel-napi-build-skb" "$DIR/s"
}

@test "an unknown key names file, line and the known keys" {
	copy_series
	echo '	colour = red' >> "$DIR/s/series"
	run kseries gen "$DIR/s" --on 6.1
	refused 2 "s/series:$(wc -l < "$DIR/s/series"): unknown key 'colour'"
}

@test "a rule that is not there" {
	copy_series
	sed -i '0,/rule = napi_build_skb/s//rule = napi_bild_skb/' "$DIR/s/series"
	run kseries gen "$DIR/s" --on 6.1
	refused 2 "there is no cocci/napi_bild_skb.cocci"
	[[ "$output" == *"s/series:$(grep -n bild "$DIR/s/series" | cut -d: -f1):"* ]]
}

@test "a driver that is not in the tree" {
	copy_series
	sed -i 's/driver = iavf/driver = iawf/' "$DIR/s/series"
	run kseries gen "$DIR/s" --on 6.1
	refused 2 iawf
	[[ "$output" == *"s/series:"* ]]
	[[ "$output" == *"iavf"* ]] # those that are there
}

@test "a tree that is not there" {
	run kseries gen intel-napi-build-skb --on 4.19
	refused 2 "kseries tree add"
}

@test "a series that is not there" {
	run kseries gen no-such-series --on 6.1
	refused 2 "there is no series 'no-such-series'"
}

@test "an unknown command, an unknown option" {
	run kseries frobnicate
	refused 2 "not a command"
	run kseries gen intel-napi-build-skb --on 6.1 --frobnicate
	refused 2 "frobnicate"
}

@test "errors come as JSON with --json" {
	run kseries --json gen no-such-series --on 6.1
	[ "$status" -eq 2 ]
	[ "$(printf '%s' "$output" | json error.code)" = usage ]
}

@test "a read-only home" {
	[ "$(id -u)" -eq 0 ] || skip "needs root to mount"
	mkdir "$DIR/disk"
	mount -t tmpfs -o ro tmpfs "$DIR/disk"
	run kseries --home "$DIR/disk" tree list
	refused 3 "not writable"
	run kseries --home "$DIR/disk/below" tree list
	refused 3 "KSERIES_HOME"
}

@test "a full disk: an error, and no half tree" {
	[ "$(id -u)" -eq 0 ] || skip "needs root to mount"
	mkdir "$DIR/disk" "$DIR/src"
	mount -t tmpfs -o size=2m tmpfs "$DIR/disk"
	head -c 8M /dev/urandom > "$DIR/src/big"
	run kseries --home "$DIR/disk" tree add big "dir:$DIR/src"
	refused 3 ""
	run kseries --home "$DIR/disk" tree list --json
	[[ "$output" != *big* ]]
	rm "$DIR/src/big"
	echo small > "$DIR/src/small"
	run kseries --home "$DIR/disk" tree add small "dir:$DIR/src"
	echo "$output"
	[ "$status" -eq 0 ]
}
