#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# Read nested KTAP from standard input by the kernel's rules, and say what is
# wrong: each level begins with a version line and a plan, results are numbered
# from 1, and a test whose subtests fail fails.
import re
import sys

RESULT = re.compile(r"(not ok|ok) (\d+) ([^#\n]+)( # (SKIP|TIMEOUT|ERROR).*)?$")
lines = sys.stdin.read().split("\n")
assert lines.pop() == "", "no newline at the end"
at = 0


def level(depth):
    """One level from its version line; returns whether a result failed."""
    global at
    indent = "    " * depth

    def take():
        global at
        line = lines[at]
        assert line.startswith(indent), (at, line)
        at += 1
        return line[len(indent):]

    assert take() == "KTAP version 1", at
    plan = re.fullmatch(r"1\.\.(\d+)", take())
    assert plan, at
    failed = False
    for number in range(1, int(plan.group(1)) + 1):
        below = False
        while lines[at].startswith(indent + "#"):
            take()
        if lines[at].startswith(indent + "    "):
            below = level(depth + 1)
        while lines[at].startswith(indent + "#"):
            take()
        line = take()
        result = RESULT.fullmatch(line)
        assert result, (at, line)
        assert int(result.group(2)) == number, (at, line)
        bad = result.group(1) == "not ok"
        assert bad or not below, "ok above a failure: " + line
        failed |= bad
    return failed


level(0)
assert at == len(lines), (at, lines[at])
