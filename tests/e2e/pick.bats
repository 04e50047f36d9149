#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# Commits and the difference of two releases on other kernels.

bats_require_minimum_version 1.5.0
load lib

E1000=drivers/net/ethernet/intel/e1000/e1000_main.c

setup_file() {
	need_tree 5.10
	need_tree 6.1
	need_tree 6.12
	DIR=$(mktemp -d)
	# the oldest release of the 6.1 line that the mirror still has
	package=$(apt-cache madison linux-source-6.1 | awk 'END { print $3 }')
	OLD=${package%%-*}
	export DIR OLD
	[ "$(kseries tree list --json | python3 -c '
import json, sys
print([t["version"] for t in json.load(sys.stdin)["trees"] if t["name"] == "6.1"][0])')" != "$OLD" ] ||
		return 0
	kseries tree list --json | grep -q "\"name\" : \"$OLD\"" ||
		kseries tree add "$OLD" "debian:6.1=$package"
	kseries backport "$OLD..6.1" --to 5.10,6.12 --family intel-ethernet \
		--json -o "$DIR/mails" > "$DIR/lines.json" && rc=0 || rc=$?
	echo "$rc" > "$DIR/lines.rc"
}

setup() {
	STATUS='' # of pick
}

teardown_file() {
	rm -rf "$DIR"
}

two_releases() {
	[ -f "$DIR/lines.rc" ] ||
		skip "the mirror has one release of linux-source-6.1"
}

# pick ARGUMENT...: into $DIR/pick.json; sets STATUS
pick() {
	kseries backport "$@" --json > "$DIR/pick.json" && STATUS=0 || STATUS=$?
}

# holds FILE: the Python on standard input does, of what backport said there
holds() {
	python3 -c '
import json, sys
said = json.load(open(sys.argv[1]))
targets = {t["tree"]: t for t in said["targets"]}
def fates(tree, key="fate"):
    return [c[key] for c in targets[tree]["changes"]]
exec(sys.stdin.read())' "$1"
}

# commit PARENT PATH SED MESSAGE: the id of a commit on it, on no branch
commit() {
	local index blob tree
	index=$(mktemp -u "$DIR/index.XXXX")
	blob=$(store show "$1:$2" | sed "$3" | store hash-object -w --stdin)
	GIT_INDEX_FILE=$index store read-tree "$1"
	GIT_INDEX_FILE=$index store update-index --cacheinfo "100644,$blob,$2"
	tree=$(GIT_INDEX_FILE=$index store write-tree)
	printf '%s\n' "$4" | GIT_AUTHOR_DATE='1500000000 +0200' \
		GIT_COMMITTER_NAME=Upstream GIT_COMMITTER_EMAIL=up@example.org \
		store commit-tree -p "$1^{commit}" "$tree"
}

@test "what a release line got goes to an older and to a newer kernel" {
	two_releases
	holds "$DIR/lines.json" <<-'END'
	assert sorted(targets) == ["5.10", "6.12"]
	for tree, target in targets.items():
	    changes = target["changes"]
	    assert len(changes) > 20, len(changes)
	    assert {"clean", "nothing", "conflict"} <= set(fates(tree)), set(fates(tree))
	    for c in changes:
	        assert (c["fate"] in ("conflict", "not there")) == bool(c["conflicts"]), c
	        assert bool(c["commit"]) == (c["fate"] in ("clean", "adapted", "needs")), c
	        # what merged and could not work is told from what can
	        kinds = {lack["kind"] for lack in c["lacks"]}
	        assert (c["fate"] == "needs") == bool(kinds - {"changed"}), c
	        # nothing that the plain one gets is lost
	        if c["plain"] != "conflict":
	            assert c["fate"] != "conflict", c
	    resolved = [c for c in changes if c["dialect"] and c["fate"] != "conflict"]
	    assert len(resolved) == target["dialect_resolved"]
	    assert sum(bool(c["dialect"]) for c in changes) == target["dialect_conflicts"]
	# a kernel that is older lacks drivers, one that is newer has the fixes
	assert "not there" in fates("5.10") and "not there" not in fates("6.12")
	assert "needs" in fates("5.10") and "needs" not in fates("6.12")
	assert fates("6.12").count("nothing") > fates("5.10").count("nothing")
	END
	[ "$(cat "$DIR/lines.rc")" = 1 ]
}

@test "the branch and the mails have those that merged, in their order" {
	two_releases
	for tree in 5.10 6.12; do
		branch=refs/heads/series/backport-$OLD--6.1/$tree
		store log --reverse --format=%H "refs/trees/$tree..$branch" > "$DIR/made"
		TREE=$tree holds "$DIR/lines.json" <<-'END'
		import os
		tree = os.environ["TREE"]
		made = open(os.environ["DIR"] + "/made").read().split()
		assert made == [c["commit"] for c in targets[tree]["changes"] if c["commit"]]
		assert made[-1] == targets[tree]["tip"]
		mails = os.listdir(os.environ["DIR"] + "/mails/" + tree)
		assert len(mails) == len(made)
		END
	done
	# git am makes the same of them
	store worktree add -q --no-checkout --detach "$DIR/work" refs/trees/6.12
	git -C "$DIR/work" sparse-checkout set --no-cone /drivers/net/ethernet/intel > /dev/null
	git -C "$DIR/work" checkout -q
	git -C "$DIR/work" -c user.name=A -c user.email=a@example.org \
		am -q --patch-format=mboxrd "$DIR"/mails/6.12/*.patch
	store diff --quiet "$(git -C "$DIR/work" rev-parse HEAD)" \
		"refs/heads/series/backport-$OLD--6.1/6.12"
	store worktree remove --force "$DIR/work"
}

@test "on the release that they start from all are clean and give the other one" {
	two_releases
	pick "$OLD..6.1" --to "$OLD,6.1" --family intel-ethernet
	[ "$STATUS" = 0 ]
	holds "$DIR/pick.json" <<-'END'
	import os
	assert set(fates(os.environ["OLD"])) == {"clean"}
	assert set(fates("6.1")) == {"nothing"}
	assert targets["6.1"]["tip"] == targets["6.1"]["base"]
	END
	tip=$(json targets.0.tip < "$DIR/pick.json")
	store diff --quiet "$tip" refs/trees/6.1 -- drivers/net/ethernet/intel
}

@test "a commit beside a call that was renamed is adapted" {
	id=$(commit refs/trees/6.1 $E1000 '/watchdog_timeo = 5/s/5/10/' \
		'e1000: be more patient

The adapter needs longer.

Reviewed-by: A Reviewer <reviewer@example.org>')
	pick "$id" --to 5.10 -o "$DIR/patient"
	[ "$STATUS" = 0 ]
	ID=$id holds "$DIR/pick.json" <<-'END'
	import os
	[c] = targets["5.10"]["changes"]
	assert (c["plain"], c["fate"]) == ("conflict", "adapted"), c
	# the function sets the device's address, too
	assert c["dialect"] == "netif_napi_add", c
	assert c["rules"] == ["eth_hw_addr_set", "netif_napi_add"], c
	assert c["upstream"] == os.environ["ID"]
	END
	made=$(json targets.0.changes.0.commit < "$DIR/pick.json")
	# what 5.10 has, and the change: nothing else
	store diff -U0 refs/trees/5.10 "$made" | grep '^[-+]	' > "$DIR/diff"
	diff - "$DIR/diff" <<-'END'
	-	netdev->watchdog_timeo = 5 * HZ;
	+	netdev->watchdog_timeo = 10 * HZ;
	END
	store log -1 --format='%an %at%n%B' "$made" > "$DIR/message"
	diff - "$DIR/message" <<-END
	A Tester 1500000000
	e1000: be more patient

	commit $id upstream.

	The adapter needs longer.

	Reviewed-by: A Reviewer <reviewer@example.org>
	[ A Tester: written as this kernel writes it: eth_hw_addr_set, netif_napi_add ]
	Signed-off-by: A Tester <tester@example.org>

	END
	[ -f "$DIR"/patient/5.10/0001-e1000-be-more-patient.patch ]
}

@test "a call that a commit adds is written in the older words" {
	id=$(commit refs/trees/6.1 $E1000 \
		'/^	netif_napi_add(netdev/p;/^	netif_napi_add(netdev/s/e1000_clean/e1000_again/' \
		'e1000: poll twice')
	pick "$id" --to 5.10
	[ "$STATUS" = 0 ]
	made=$(json targets.0.tip < "$DIR/pick.json")
	[ "$(store show "$made:$E1000" | grep -c 'netif_napi_add(netdev, &adapter->napi, e1000_\(clean\|again\), 64);')" = 2 ]
}

@test "a file of mails is brought with its authors" {
	one=$(commit refs/trees/6.1 $E1000 's/watchdog_timeo = 5/watchdog_timeo = 10/' 'e1000: be more patient')
	two=$(commit "$one" $E1000 's/^MODULE_LICENSE.*/&\nMODULE_INFO(heron, "yes");/' 'e1000: say so')
	store format-patch -q --cover-letter --base="$(store rev-parse 'refs/trees/6.1^{commit}')" \
		--stdout "refs/trees/6.1..$two" > "$DIR/thread.mbox"
	pick "$DIR/thread.mbox" --to 5.10
	[ "$STATUS" = 0 ]
	holds "$DIR/pick.json" <<-'END'
	assert [(c["title"], c["fate"], c["upstream"]) for c in targets["5.10"]["changes"]] == [
	    ("e1000: be more patient", "adapted", None), ("e1000: say so", "clean", None)]
	assert targets["5.10"]["branch"] == "refs/heads/series/backport-thread.mbox/5.10"
	END
	store log -1 --format='%an %at%n%B' "$(json targets.0.tip < "$DIR/pick.json")" > "$DIR/message"
	diff - "$DIR/message" <<-END
	A Tester 1500000000
	e1000: say so

	Signed-off-by: A Tester <tester@example.org>

	END
	# without the name of its base the tree has to be said
	sed '/^base-commit/d' "$DIR/thread.mbox" > "$DIR/bare.mbox"
	run -2 kseries backport "$DIR/bare.mbox" --to 5.10
	[[ $output == *"bare.mbox: no mail has a \"base-commit:\""*--base* ]]
	pick "$DIR/bare.mbox" --to 5.10 --base 6.1
	[ "$STATUS" = 0 ]
	[ "$(json targets.0.changes.0.fate < "$DIR/pick.json")" = adapted ]
	run -2 kseries backport "$DIR/bare.mbox" --to 6.1 --base 5.10
	[[ $output == *'bare.mbox: "e1000: be more patient" does not apply to '*"$E1000"* ]]
	echo 'no mail' > "$DIR/none.mbox"
	run -2 kseries backport "$DIR/none.mbox" --to 5.10 --base 6.1
	[[ $output == *"none.mbox: no patch in it"* ]]
	run -2 kseries backport "$two" --to 5.10 --base 6.1
	[[ $output == *"--base is for mails"* ]]
}

# line NAME COMMIT: a tree of the store's own commit
line() {
	store update-ref "refs/heads/$1" "$2"
	kseries tree add "$1" "git:$KSERIES_HOME/trees.git@$1" > /dev/null
}

@test "what one line of a history lacks of another" {
	one=$(commit refs/trees/6.1 $E1000 's/watchdog_timeo = 5/watchdog_timeo = 10/' 'e1000: one')
	two=$(commit "$one" $E1000 's/bool link_active = false;/bool link_active = 0;/' 'e1000: two')
	three=$(commit "$two" $E1000 's/^MODULE_LICENSE.*/&\nMODULE_INFO(heron, "yes");/' 'e1000: three')
	line pick-main "$(commit "$three" MAINTAINERS '1s/$/ /' 'MAINTAINERS: four')"
	# it took the first in another form, and the second as it was
	taken=$(commit refs/trees/6.1 $E1000 's/watchdog_timeo = 5/watchdog_timeo = 9/' "e1000: one

commit $one upstream.")
	line pick-stable "$(commit "$taken" $E1000 's/bool link_active = false;/bool link_active = 0;/' 'e1000: the second')"
	kseries backport --from pick-main --to pick-stable --family intel-ethernet > "$DIR/missing"
	pick --from pick-main --to pick-stable --family intel-ethernet
	run -2 kseries backport --from 6.12 --to pick-stable
	[[ $output == *"6.12 and pick-stable have no common history"*OLDER..NEWER* ]]
	kseries tree rm pick-main > /dev/null
	kseries tree rm pick-stable > /dev/null
	store update-ref -d refs/heads/pick-main
	store update-ref -d refs/heads/pick-stable
	[ "$STATUS" = 0 ]
	holds "$DIR/pick.json" <<-'END'
	assert [(c["title"], c["fate"]) for c in targets["pick-stable"]["changes"]] == [
	    ("e1000: two", "nothing"), ("e1000: three", "clean")]
	END
	grep -q "^pick-stable lacks 1; 1 are there, and 1 more are named in its history$" "$DIR/missing"
	grep -q "e1000: three *clean" "$DIR/missing"
	run ! grep -q "e1000: two\|MAINTAINERS: four" "$DIR/missing"
}

# wrong TEXT: a line that e1000 gets on 6.1 goes to 5.10, where it merges
wrong() {
	pick "$(commit refs/trees/6.1 $E1000 "/^	bool link_active = false;/a\\	$1" wrong)" --to 5.10
	python3 -c '
import json, sys
[c] = json.load(open(sys.argv[1]))["targets"][0]["changes"]
print(c["plain"], c["fate"])
for lack in c["lacks"]:
    print(lack["kind"], lack["text"])' "$DIR/pick.json" > "$DIR/wrong"
}

@test "a port that merges and cannot work is found without a build" {
	wrong 'netif_set_tso_max_size(adapter->netdev, 1);'
	[ "$STATUS" = 1 ]
	diff - "$DIR/wrong" <<-'END'
	clean needs
	name no netif_set_tso_max_size()
	END

	wrong 'adapter->netdev->tso_max_size = 1;'
	[ "$STATUS" = 1 ]
	grep -q '^member struct net_device has no member tso_max_size (include/linux/netdevice.h:[0-9]*)$' "$DIR/wrong"

	wrong 'xdp_rxq_info_reg(NULL, adapter->netdev, 0, 0);'
	[ "$STATUS" = 1 ]
	grep -q '^arguments xdp_rxq_info_reg() gets 4 and takes 3 (include/net/xdp.h:[0-9]*)$' "$DIR/wrong"

	# it is there and takes the same: a person has to look at what it does
	wrong 'napi_consume_skb(NULL, 0);'
	[ "$STATUS" = 0 ]
	grep -q '^changed napi_consume_skb() is not what it is there (net/core/skbuff.c:[0-9]*)$' "$DIR/wrong"

	# and what is the same in both is not worth a word
	wrong 'netif_carrier_ok(adapter->netdev);'
	[ "$STATUS" = 0 ]
	[ "$(cat "$DIR/wrong")" = 'clean clean' ]
}

@test "what remains is shown whole, and leaves nothing" {
	id=$(commit refs/trees/6.1 $E1000 's/^MODULE_LICENSE.*/MODULE_LICENSE("GPL"); \/\/ us/' us)
	first=$(commit refs/trees/5.10 $E1000 's/^MODULE_LICENSE.*/MODULE_LICENSE("GPL"); \/\/ them/' them)
	line pick-them "$first"
	run -1 kseries backport "$id" --to pick-them
	kseries tree rm pick-them > /dev/null
	store update-ref -d refs/heads/pick-them
	[[ $output == *"pick-them: us: conflict"* ]]
	[[ $output == *"$E1000:"* ]]
	[[ $output == *'target |MODULE_LICENSE("GPL"); // them'* ]]
	[[ $output == *'after  |MODULE_LICENSE("GPL"); // us'* ]]
}

@test "bad names are refused before anything is made" {
	run -2 kseries backport no-such-commit --to 5.10
	[[ $output == *no-such-commit* ]]
	run -2 kseries backport 6.1 --to no-such-tree
	[[ $output == *no-such-tree* ]]
	run -2 kseries backport 5.10..6.1 --to 6.12
	[[ $output == *"5.10 and 6.1 have no common history"*--family* ]]
	run -2 kseries backport 5.10..6.1 --to 6.12 --family nobody
	[[ $output == *nobody* ]]
	mkdir "$DIR/full"
	touch "$DIR/full/mine"
	run -2 kseries backport 5.10..6.1 --to 6.12 --family intel-ethernet -o "$DIR/full"
	[[ $output == *"$DIR/full is not empty"* ]]
	run -2 kseries backport intel-napi-build-skb --to 5.10 --family intel-ethernet
	[[ $output == *--family* ]]
}
