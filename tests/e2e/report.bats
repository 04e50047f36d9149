#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# What a run looks like afterwards: table, diff, JSON, JUnit, KTAP, SARIF, HTML.
# The runs are put in the database of a private home: no kernel is built.

load lib

setup_file() {
	DIR=$(mktemp -d)
	export DIR KSERIES_HOME=$DIR/home
	kseries report --list > "$DIR/list"
	for kind in small later killed large; do
		tests/e2e/report-run.py "$KSERIES_HOME" $kind
	done > "$DIR/numbers"
	# the numbers that the tests use
	[ "$(tr '\n' ' ' < "$DIR/numbers")" = '1 2 3 4 ' ]
}

teardown_file() {
	rm -rf "$DIR"
}

setup() {
	export KSERIES_HOME=$DIR/home
}

# write RUN FORMAT: to $DIR/RUN.FORMAT; the runs are not good: status 1
write() {
	run kseries report "$1" --format "$2" -o "$DIR/$1.$2"
	echo "$output"
	[ "$status" -eq 1 ]
}

# bats does not see a "! command" that fails
none() {
	if grep -q "$@"; then
		return 1
	fi
}

browse() {
	timeout 120 chromium --headless --no-sandbox --disable-gpu \
		--hide-scrollbars --user-data-dir="$DIR/chromium" "$@" \
		2>> "$DIR/chromium.log"
}

@test "table: one a target, reasons with the target, what was left out" {
	run kseries report 1
	[ "$status" -eq 1 ]
	echo "$output"
	grep -qx '6.1-x86_64 (6.1.192)' <<< "$output"
	grep -qx '5.10-x86_64 (5.10.262)' <<< "$output"
	grep -qx '6.1-x86_64 1 build: fail: new warning: x' <<< "$output"
	grep -q '^left out on 5.10-x86_64: stoat: .*: the tree has no' <<< "$output"
	[[ "${lines[-1]}" == "run 1: otter-napi on 6.1-x86_64, 5.10-x86_64: 20 of 25 cells pass, 10 known from earlier runs, 181.0 s" ]]
	# a subject cannot steer the terminal
	none $'\033' <<< "$output"
	none $'\u202e' <<< "$output"
}

@test "table: a run that was killed has holes and is not good" {
	run kseries report 3
	[ "$status" -eq 1 ]
	echo "$output"
	grep -qE '^2  otter: switch to napi_build_skb\(\) +pass +-$' <<< "$output"
	[[ "${lines[-1]}" == *"; the run did not finish" ]]
}

@test "diff: worse, better, what is not compared; the exit status" {
	run kseries report --diff 1 2
	[ "$status" -eq 1 ]
	echo "$output"
	grep -q 'otter: switch to napi_build_skb()  sparse: pass -> fail: new sparse' <<< "$output"
	grep -q 'build: fail -> fail: new warning: x' <<< "$output"
	grep -q 'style: warn -> pass' <<< "$output"
	grep -q '^not compared: only run 2 has 7.2-x86_64: 15 of 15 cells pass$' <<< "$output"
	[ "${lines[-1]}" = 'run 1 -> run 2: 2 worse, 1 better, 0 other, 0 new, 0 gone, 22 the same' ]
	kseries report --diff 1 1
	run kseries report --diff 1 2 --json
	[ "$status" -eq 1 ]
	printf '%s\n' "$output" > "$DIR/diff.json"
	[ "$(json worse.0.before < "$DIR/diff.json")" = fail ]
	[ "$(json worse.1.after < "$DIR/diff.json")" = fail ]
	[ "$(json better.0.check < "$DIR/diff.json")" = style ]
	[ "$(json same < "$DIR/diff.json")" = 22 ]
	[ "$(json only_after.0.target < "$DIR/diff.json")" = 7.2-x86_64 ]
}

@test "diff: cells that a killed run lacks are worse, not gone" {
	run kseries report --diff 1 3
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = 'run 1 -> run 3: 19 worse, 1 better, 3 other, 0 new, 0 gone, 2 the same; the later run did not finish' ]
}

@test "words that do not go together are refused" {
	for words in '--diff 1' '--diff 1 2 3' '--diff 1 x' '--list 1' '1 2' \
		'--diff 1 2 --format html' '--format pdf' '1 -o x' \
		'--list --last'; do
		# shellcheck disable=SC2086
		run kseries report $words
		echo "$words: $status $output"
		[ "$status" -eq 2 ]
	done
	run kseries report --diff 1 99
	[ "$status" -eq 2 ]
	[[ "$output" == *"no run 99"* ]]
}

@test "json: the format and --json are the same" {
	write 1 json
	kseries report 1 --json > "$DIR/json" || true
	cmp "$DIR/json" "$DIR/1.json"
	[ "$(json targets.1.version < "$DIR/1.json")" = 5.10.262 ]
	[ "$(json targets.1.left.0.reason < "$DIR/1.json")" = \
		'the tree has no napi_build_skb() & co' ]
	[[ "$(json cells.0.subject < "$DIR/1.json")" == *$'\033[31mred'* ]]
}

@test "junit: another reader counts what we count" {
	write 1 junit
	python3 - "$DIR/1.junit" <<-'END'
	import sys
	import xml.etree.ElementTree as E
	root = E.parse(sys.argv[1]).getroot()
	suites = root.findall("testsuite")
	assert len(suites) == 6, len(suites)
	for s in suites:
	    cases = s.findall("testcase")
	    n = lambda tag: len([c for c in cases if c.find(tag) is not None])
	    assert int(s.get("tests")) == len(cases), s.get("name")
	    assert int(s.get("failures")) == n("failure")
	    assert int(s.get("errors")) == n("error")
	    assert int(s.get("skipped")) == n("skipped")
	assert sum(int(s.get("failures")) for s in suites) == 2
	assert sum(int(s.get("errors")) for s in suites) == 2
	assert sum(int(s.get("skipped")) for s in suites) == 2
	END
}

@test "ktap: the plans and numbers of all three levels are right" {
	for number in 1 3; do
		write $number ktap
		tests/e2e/report-ktap.py < "$DIR/$number.ktap"
	done
	grep -q '^not ok 3 the run did not finish$' "$DIR/3.ktap"
}

@test "sarif: what the standard asks for is there" {
	for number in 1 2 3 4; do
		write $number sarif
		tests/e2e/report-sarif.py "$DIR/$number.sarif"
	done
	[ "$(json runs.1.tool.driver.name < "$DIR/2.sarif")" = gcc ]
	[ "$(json runs.1.results.0.ruleId < "$DIR/2.sarif")" = -Wunused-variable ]
	[ "$(json runs.2.results.0.ruleId < "$DIR/2.sarif")" = incorrect-type-in-assignment ]
	[ "$(json runs.1.results.0.locations.0.physicalLocation.artifactLocation.uri \
		< "$DIR/2.sarif")" = 'drivers/net/ethernet/acme/otter%20main.c' ]
	# two of the same in one cell are two alerts
	[ "$(json runs.1.results.0.partialFingerprints.findingIdentity/v1 < "$DIR/2.sarif")" != \
		"$(json runs.1.results.1.partialFingerprints.findingIdentity/v1 < "$DIR/2.sarif")" ]
	# the same one in an earlier run is the same alert
	[ "$(json runs.1.results.0.partialFingerprints.findingIdentity/v1 < "$DIR/2.sarif")" = \
		"$(json runs.4.results.0.partialFingerprints.findingIdentity/v1 < "$DIR/1.sarif")" ]
}

@test "html: the matrix, findings with their lines, logs, in chromium" {
	write 2 html
	tests/e2e/report-page.py static "$DIR/2.html"
	browse --dump-dom "file://$DIR/2.html" > "$DIR/2.dom"
	tests/e2e/report-page.py dom "$DIR/2.dom"
	# a log that is none of ours is named, not shown
	grep -q /etc/passwd "$DIR/2.html"
	none root: "$DIR/2.html"
}

@test "html: without the store only the source lines are gone" {
	mv "$DIR/home/trees.git" "$DIR/away"
	run kseries report 2 --format html
	mv "$DIR/away" "$DIR/home/trees.git"
	[ "$status" -eq 1 ]
	[[ "$output" == *"unused variable"* ]]
	[[ "$output" != *'<mark><i>'* ]]
}

@test "html: light and dark are drawn, and differ" {
	write 2 html
	browse --window-size=1280,1200 --screenshot="$DIR/light.png" \
		--blink-settings=preferredColorScheme=1 "file://$DIR/2.html"
	browse --window-size=1280,1200 --screenshot="$DIR/dark.png" \
		--blink-settings=preferredColorScheme=0 "file://$DIR/2.html"
	tests/e2e/report-page.py shots "$DIR/light.png" "$DIR/dark.png"
}

# the sanitizers take memory of their own: the plain program is measured
@test "10,000 cells: sizes, memory, and chromium opens the page" {
	for format in html json junit ktap sarif; do
		tests/e2e/report-page.py memory 100 build/kseries \
			report 4 --format "$format" -o "$DIR/4.$format"
	done
	tests/e2e/report-page.py memory 100 build/kseries report 4
	size=$(stat -c %s "$DIR/4.html")
	echo "html: $size bytes"
	[ "$size" -lt 10000000 ]
	tests/e2e/report-page.py static "$DIR/4.html"
	browse --dump-dom "file://$DIR/4.html" > "$DIR/4.dom"
	tests/e2e/report-page.py large "$DIR/4.dom"
}
