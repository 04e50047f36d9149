#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# Another machine's drivers: audited, compiled and checked with a cross compiler.

load lib

setup_file() {
	need_tree 7.2
	DIR=$(mktemp -d)
	export DIR
	kseries gen freescale-napi-skb --on 7.2 --json > "$DIR/gen.json"
}

teardown_file() {
	rm -rf "$DIR"
}

@test "fs_enet: what its one NAPI handler frees of the Tx ring, and no more" {
	commit=$(json patches.0.commit < "$DIR/gen.json")
	[ "$(json patches.0.driver < "$DIR/gen.json")" = fs_enet ]
	store show --format= "$commit" | grep '^[-+][^-+]' > "$DIR/lines"
	diff "$DIR/lines" - <<-'END'
	-			dev_kfree_skb(skb);
	+			napi_consume_skb(skb, budget);
	END
}

@test "gianfar is compiled there, too" {
	[ "$(json patches.1.skipped < "$DIR/gen.json")" = None ]
}

@test "both pass what can be checked without the machine" {
	kseries check freescale-napi-skb --on 7.2-powerpc-8xx --json > "$DIR/check.json"
	python3 - "$DIR/check.json" <<-'END'
	import json, sys
	cells = json.load(open(sys.argv[1]))["cells"]
	assert len(cells) == 10, len(cells)
	assert all(c["verdict"] == "pass" for c in cells), cells
	END
}

@test "the objects are that machine's" {
	obj=$KSERIES_HOME/build/7.2-powerpc-8xx/obj
	run readelf -h "$obj/drivers/net/ethernet/freescale/fs_enet/fs_enet-main.o"
	[[ "$output" == *"big endian"*PowerPC* ]]
}

@test "sparse reads them as that machine does: a wrong endianness fails" {
	make_series "$DIR/endian"
	sed -i 's/family = .*/family = freescale-ethernet/' "$DIR/endian/series"
	file=drivers/net/ethernet/freescale/gianfar.c
	mkdir -p "$DIR/a/$(dirname $file)" "$DIR/b/$(dirname $file)"
	store show "refs/trees/7.2:$file" > "$DIR/a/$file"
	sed 's/lstatus = be32_to_cpu(bdp->lstatus);/lstatus = bdp->lstatus;/' \
		"$DIR/a/$file" > "$DIR/b/$file"
	(cd "$DIR" && ! diff -u "a/$file" "b/$file") |
		mail endian > "$DIR/endian/endian.patch"
	cat >> "$DIR/endian/series" <<-END
	[patch "endian"]
		driver = gianfar_driver
		patch = endian.patch
	END
	CHECK_ON=7.2-powerpc-8xx check endian build,sparse
	[ "$status" -eq 1 ]
	[ "$(verdict endian build)" = pass ]
	[ "$(verdict endian sparse)" = fail ]
}
