#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The definition of the family is MAINTAINERS syntax: the kernel's own reader
# of it must take it.

load lib

setup_file() {
	need_tree 6.1
}

@test "get_maintainer.pl of a tree reads MAINTAINERS-snippet" {
	mkdir -p "$BATS_TEST_TMPDIR/scripts"
	store show refs/trees/6.1:scripts/get_maintainer.pl \
		> "$BATS_TEST_TMPDIR/scripts/get_maintainer.pl"
	cd "$BATS_TEST_TMPDIR"
	file=drivers/net/ethernet/intel/e1000/e1000_main.c
	mkdir -p "$(dirname $file)"
	touch "$file"
	run perl scripts/get_maintainer.pl --no-tree --no-git \
		--no-git-fallback --mpath "$KSERIES_DATA/MAINTAINERS-snippet" -f "$file"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$output" == *"intel-wired-lan@lists.osuosl.org"* ]]
	[[ "$output" == *"netdev@vger.kernel.org"* ]]
	[[ "$output" == *"@example.org"* ]]
}
