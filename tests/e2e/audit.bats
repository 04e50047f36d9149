#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# The audit of all of the family's drivers on two kernels: the verdicts are
# kept in tests/audit/intel-*.txt. The fixtures are in tests/unit/test-audit.c.

load lib

INTEL=drivers/net/ethernet/intel

setup_file() {
	need_tree 6.1
	need_tree 7.2
	DIR=$(mktemp -d)
	export DIR
	for tree in 6.1 7.2; do
		kseries audit intel-ethernet --on $tree --json \
			> "$DIR/$tree.json" && status=0 || status=$?
		[ $status -eq 1 ] # e1000's constant
	done
}

teardown_file() {
	rm -rf "$DIR"
}

# The version of a tree in the list on standard input
tree_version() {
	python3 -c '
import json, sys
trees = json.load(sys.stdin)
trees = trees["trees"] if isinstance(trees, dict) else trees
print(next(t["version"] for t in trees if t["name"] == sys.argv[1]))' "$1"
}

# site TREE FILE FUNCTION NAME: verdict and reason, and every path
site() {
	python3 -c '
import json, sys
for s in json.load(open(sys.argv[1]))["sites"]:
    if [s["file"], s["function"], s["name"]] == sys.argv[2:]:
        print(s["verdict"] + ":", s["reason"])
        print(*s["paths"], sep="\n")' "$DIR/$1.json" "$INTEL/$2" "$3" "$4"
}

@test "e1000: the constant 64, with the way from the poll" {
	run site 7.2 e1000/e1000_main.c e1000_unmap_and_free_tx_resource \
		napi_consume_skb
	[[ "${lines[0]}" == "unsafe: the constant 64,"*": poll: e1000_clean -> e1000_clean_tx_irq -> e1000_unmap_and_free_tx_resource" ]]
}

@test "e1000e: the budget has to be passed on, and an interrupt passes 0" {
	run site 7.2 e1000e/netdev.c e1000_put_txbuf dev_consume_skb_any
	[[ "${lines[0]}" == "needs-budget: poll: e1000e_poll -> e1000_clean_tx_irq -> e1000_put_txbuf;"*e1000_intr_msix_tx*"must pass 0" ]]
	# what is not sent stays a drop
	run site 7.2 e1000e/netdev.c e1000_put_txbuf dev_kfree_skb_any
	[[ "${lines[0]}" == "drop: "* ]]
}

@test "igbvf: no poll frees what was sent" {
	run site 7.2 igbvf/netdev.c igbvf_put_txbuf dev_kfree_skb_any
	[[ "${lines[0]}" == "unsafe: never reached from a poll: hardirq: igbvf_intr_msix_tx -> "* ]]
	[[ "$output" != *$'\n'poll:* ]]
}

@test "e100: the budget has to be passed on, and netpoll passes 0" {
	run site 7.2 e100.c e100_tx_clean dev_kfree_skb_any
	[[ "${lines[0]}" == "needs-budget: poll: e100_poll -> e100_tx_clean; e100_netpoll must pass 0" ]]
}

@test "6.1: the eight sites of the series are safe" {
	python3 - "$DIR/6.1.json" <<-'END'
	import json, sys
	sites = [s for s in json.load(open(sys.argv[1]))["sites"]
	         if s["name"] == "napi_build_skb"]
	drivers = {s["driver"] for s in sites}
	assert drivers == {"e1000", "i40e", "iavf", "ice", "igb", "igc", "ixgbe",
	                   "ixgbevf"}, drivers
	assert all(s["verdict"] == "safe" for s in sites), sites
	END
}

@test "the verdicts of all sites are as written down; at most 10% unknown" {
	for tree in 6.1 7.2; do
		tests/audit/table.py < "$DIR/$tree.json" > "$DIR/$tree.txt"
		version=$(kseries tree list --json | tree_version $tree)
		tests/audit/compare.py "tests/audit/intel-$tree.txt" \
			"$DIR/$tree.txt" "$version"
		[ "$(($(grep -c unknown "$DIR/$tree.txt") * 10))" -le \
			"$(wc -l < "$DIR/$tree.txt")" ]
		[ "$(json errors < "$DIR/$tree.json")" = '[]' ]
		# every way says where its root is registered
		if grep -F "(null)" "$DIR/$tree.json"; then return 1; fi
	done
}

@test "what is not compiled is named; an exclusion is printed" {
	json not_compiled < "$DIR/6.1.json" | grep ixgbe_fcoe.c
	json excluded < "$DIR/6.1.json" | grep 'ice_msix_clean_ctrl_vsi.*netdev'
	run kseries audit ice --on 6.1
	[[ "$output" == *"ice_eswitch.c: not compiled"* ]]
	[[ "$output" == *"excluded by ci/audit.conf: ice: "* ]]
}

@test "an unchanged unit is not parsed again" {
	[ "$(kseries audit e1000 --on 6.1 --json | json parsed)" -eq 0 ]
}

@test "words: a file, kinds of sites, --why, what is not there" {
	run kseries audit $INTEL/e1000/e1000_main.c --on 6.1 --sites build
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == "$INTEL/e1000/e1000_main.c:"*": safe: napi_build_skb in "* ]]
	[[ "$output" != *napi_consume_skb* ]]
	line=$(cut -d: -f2 <<< "${lines[0]}")
	run kseries audit e1000 --on 6.1 --why "e1000_main.c:$line"
	[ "$status" -eq 0 ]
	[[ "$output" == *"poll: e1000_clean -> e1000_clean_rx_irq"*"(netif_napi_add in e1000_probe, "* ]]
	run kseries audit e1000 --on 6.1 --why "e1000_main.c:1"
	[ "$status" -eq 2 ]
	run kseries audit e1001 --on 6.1
	[ "$status" -eq 2 ]
	[[ "$output" == *"'e1001' is no driver"* ]]
	run kseries audit e1000 --on 6.1 --sites frees
	[ "$status" -eq 2 ]
	[[ "$output" == *"'frees' is none of"* ]]
}

@test "sarif: what the standard asks for is there" {
	kseries audit e1000 --on 6.1 --sarif > "$DIR/sarif" || [ $? -eq 1 ]
	python3 - "$DIR/sarif" <<-'END'
	import json, sys
	log = json.load(open(sys.argv[1]))
	assert log["version"] == "2.1.0" and "sarif-schema-2.1.0" in log["$schema"]
	run, = log["runs"]
	driver = run["tool"]["driver"]
	rules = {r["id"] for r in driver["rules"]}
	assert driver["name"] and len(rules) == 6
	assert run["invocations"][0]["executionSuccessful"] is True
	for r in run["results"]:
	    assert r["ruleId"] in rules and r["message"]["text"]
	    assert r["level"] in ("none", "note", "warning", "error")
	    # SARIF 3.27.9: a kind that is no failure has the level none
	    assert ("kind" in r) == (r["level"] == "none")
	    place = r["locations"][0]["physicalLocation"]
	    assert not place["artifactLocation"]["uri"].startswith("/")
	    assert place["region"]["startLine"] > 0
	bad = [r for r in run["results"] if r["level"] == "error"
	       and "constant 64" in r["message"]["text"]]
	assert len(bad) == 1
	END
}

check() {
	kseries check "$DIR/$1" --on 6.1 --only apply,audit --json \
		> "$DIR/$1.json" && status=0 || status=$?
	cat "$DIR/$1.json"
}

@test "check: a call that is newly unsafe fails, one that was so does not" {
	make_series "$DIR/wrong"
	make_patch "$DIR/wrong" wrong \
		-e '0,/dev_kfree_skb_any(skb);/s//napi_consume_skb(skb, 1);/'
	check wrong
	[ "$status" -eq 1 ]
	[ "$(cell audit < "$DIR/wrong.json")" = fail ]
	[[ "$(cell audit 1 reason < "$DIR/wrong.json")" == *"e1000_main.c:"*"napi_consume_skb: unsafe: the constant 1,"*"xmit: e1000_xmit_frame"* ]]
	# the constant 64 was there before
	[ "$(json cells.1.findings < "$DIR/wrong.json" | grep -o "'text'" | wc -l)" -eq 1 ]
	make_series "$DIR/moved"
	make_patch "$DIR/moved" moved -e '0,/^static/s//\nstatic/'
	check moved
	[ "$status" -eq 0 ]
	[ "$(cell audit < "$DIR/moved.json")" = pass ]
}

@test "check: a drop that says it was delivered is a warning" {
	make_series "$DIR/lost"
	make_patch "$DIR/lost" lost \
		-e '0,/dev_kfree_skb_any(skb);/s//napi_consume_skb(skb, 0);/'
	check lost
	[ "$(cell audit < "$DIR/lost.json")" = warn ]
	[[ "$(cell audit 1 reason < "$DIR/lost.json")" == *"e1000_main.c:"*"napi_consume_skb: where a packet was dropped before the patch"* ]]
}

@test "check: what does not parse is no pass" {
	make_series "$DIR/parse"
	make_patch "$DIR/parse" parse \
		-e 's/^\tint tx_clean_complete = 0, work_done = 0;/&\n\tno_such_function(adapter;/'
	check parse
	[ "$(cell audit < "$DIR/parse.json")" = fail ]
	[[ "$(cell audit 1 reason < "$DIR/parse.json")" == *e1000_main.c* ]]
}

@test "status: a row a driver, the counts of the audit, what a tree has" {
	kseries status intel-ethernet --on 6.1,7.2 --json > "$DIR/status"
	python3 - "$DIR" <<-'END'
	import json, sys
	status = json.load(open(sys.argv[1] + "/status"))
	for tree in status["trees"]:
	    assert tree["napi_build_skb"] and tree["napi_consume_skb"]
	    sites = json.load(open(f"{sys.argv[1]}/{tree['tree']}.json"))["sites"]
	    for row in tree["drivers"]:
	        own = [s for s in sites if s["driver"] == row["driver"]
	               and s["kind"] != "alloc"]
	        assert row["converted"] == sum(
	            s["converted"] and s["verdict"] in ("safe", "missed")
	            for s in own), row
	        assert row["pending"] == sum(
	            not s["converted"] and s["verdict"] in ("safe", "needs-budget")
	            for s in own), row
	    rows = {r["driver"]: r for r in tree["drivers"]}
	    assert rows["e1000"]["unsafe"] == 1 and rows["e1000"]["converted"] == 1
	    assert rows["e1000e"]["pending"] == 1
	END
	run kseries status intel-ethernet --on 6.1
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == "driver "*"6.1: converted  pending  unsafe  unknown" ]]
	[[ "$output" == *"napi_build_skb there, napi_consume_skb there"* ]]
	run kseries status intel-ethernet
	[ "$status" -eq 2 ]
	run kseries status no-family --on 6.1
	[ "$status" -eq 2 ]
}

@test "gen: a call that is not proven stays, unless the series trusts it" {
	data=$DIR/data
	mkdir "$data"
	for name in build cocci scripts series MAINTAINERS-snippet; do
		ln -s "$KSERIES_DATA/$name" "$data/$name"
	done
	cp -r "$KSERIES_DATA/ci" "$data/ci"
	: > "$data/ci/audit.conf" # ice's exception with it
	mkdir "$DIR/ice"
	cp series/intel-napi-build-skb/{cover,05-ice}.txt "$DIR/ice"
	cat > "$DIR/ice/series" <<-END
	[series]
		name = ice-alone
		family = intel-ethernet
		title = "ice: switch to napi_build_skb()"
		cover = cover.txt
	[patch "ice"]
		driver = ice
		rule = napi_build_skb
		subject = "ice: switch to napi_build_skb()"
		message = 05-ice.txt
	END
	export KSERIES_DATA=$data
	run kseries gen "$DIR/ice" --on 6.1 --without
	echo "$output"
	[ "$status" -eq 1 ]
	[[ "$output" == *"left: build_skb in ice_build_skb(): audit: unsafe: "*"hardirq: ice_msix_clean_ctrl_vsi -> "* ]]
	printf '\ttrust = "ice_build_skb: its ring has no netdev there"\n' \
		>> "$DIR/ice/series"
	run kseries gen "$DIR/ice" --on 6.1 --without
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$output" =~ napi_build_skb\(\)\ +ice\ +1\ +0\ +1\+\ 1- ]]
}
