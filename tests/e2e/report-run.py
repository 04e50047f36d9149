#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# report-run.py HOME small|later|killed|large: put a run of our own making in
# the database of a private home (which kseries has made) and print its number.
# A run of real checks takes a kernel and has no nasty strings in it.
import os
import sqlite3
import subprocess
import sys

NASTY = "e1000: </td><script>alert(1)</script> & \"q\" 'a' \x1b[31mred\x1b[0m " \
    "\u202eesrever\u202c #hash"
CHECKS = ["apply", "style", "build", "sparse", "boot"]
FILE = "drivers/net/ethernet/acme/otter main.c"
SOURCE = """#include "otter.h"

static int otter_poll(struct napi_struct *napi, int budget)
{
	int never_used;
	char *s = "</pre><img src=x onerror=alert(1)>";

	return budget;
}
"""


class Run:
    def __init__(self, home, series="otter-napi", wall_us=181000000):
        self.home = home
        self.db = sqlite3.connect(os.path.join(home, "kseries.db"), timeout=60)
        self.db.text_factory = bytes
        self.id = self.db.execute(
            "INSERT INTO runs (series, started, wall_us) VALUES (?, ?, ?)",
            (series, 1795000000, wall_us)).lastrowid
        self.position = 0
        self.targets = 0

    def target(self, name, tree, version):
        self.db.execute(
            "INSERT INTO targets (run, name, position, tree, version)"
            " VALUES (?, ?, ?, ?, ?)",
            (self.id, name, self.targets, tree, version))
        self.targets += 1

    def left(self, target, subject, reason):
        self.db.execute(
            "INSERT INTO left_out (run, target, subject, reason)"
            " VALUES (?, ?, ?, ?)", (self.id, target, subject, reason))

    def cell(self, target, number, subject, check, verdict, reason,
             findings=(), commit="", word=None, log=None, wall_us=1200000,
             reused=0):
        row = self.db.execute(
            "INSERT INTO cells (run, position, target, number, subject,"
            " commit_id, check_name, key, verdict, word, reason, log, wall_us,"
            " reused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (self.id, self.position, target, number, subject, commit, check,
             None, verdict, word, reason, log, wall_us, reused)).lastrowid
        self.position += 1
        for finding in findings:
            self.db.execute(
                "INSERT INTO findings (cell, tool, level, file, line,"
                " function, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (row,) + finding)

    def log(self, name, data):
        path = os.path.join(self.home, "runs", str(self.id), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def end(self, finished=1):
        self.db.execute("UPDATE runs SET finished = ? WHERE id = ?",
                        (finished, self.id))
        self.db.commit()
        print(self.id)


def store(home):
    """One commit with one file in the home's store; its id."""
    git = ["git", "--git-dir=" + os.path.join(home, "trees.git")]

    def run(*words, data=None, env=None):
        return subprocess.run(
            git + list(words), input=data, check=True, timeout=60,
            stdout=subprocess.PIPE, env={**os.environ, **(env or {})},
        ).stdout.decode().strip()

    run("init", "-q", "--bare")
    blob = run("hash-object", "-w", "--stdin", data=SOURCE.encode())
    index = {"GIT_INDEX_FILE": os.path.join(home, "index")}
    run("update-index", "--add", "--cacheinfo", "100644," + blob + "," + FILE,
        env=index)
    tree = run("write-tree", env=index)
    return run("-c", "user.name=t", "-c", "user.email=t@example.org",
               "commit-tree", "-m", "a tree", tree)


def small(home, later):
    """Three targets; the later run has other verdicts."""
    run = Run(home)
    commit = store(home)
    warning = ("gcc", "warning", FILE, 5, "otter_poll",
               "unused variable 'never_used' [-Wunused-variable]")
    style = [("checkpatch", "error", FILE, 6, "",
              "CODE_INDENT: code indent should use tabs where possible"),
             ("checkpatch", "check", FILE, 900, "", "LINE_SPACING: <b>"),
             ("git", "warning", FILE, 0, "", "new blank line at EOF."),
             ("modpost", "error", "", 0, "", "\"x\" undefined")]
    endian = ("sparse", "warning", FILE, 8, "otter_poll",
              "incorrect type in assignment (different base types)")
    targets = ["6.1-x86_64", "5.10-x86_64"]
    subjects = [NASTY, "otter: switch to napi_build_skb()",
                "stoat: switch to napi_build_skb()"]
    run.target("6.1-x86_64", "6.1", "6.1.192")
    run.target("5.10-x86_64", "5.10", "5.10.262")
    if later:
        targets.append("7.2-x86_64")
        run.target("7.2-x86_64", "7.2", None)
    log = run.log("01-build/build.log",
                  b"first\n" * 9000 + b"\x1b[1mCC\x1b[0m </pre><script>x()"
                  b"</script>\xff\xfe\n\x00last line of the log\n")
    run.left("5.10-x86_64", subjects[2], "the tree has no napi_build_skb() & co")
    for target in targets:
        for number, subject in enumerate(subjects, 1):
            if target == "5.10-x86_64" and number == 3:
                continue
            for check in CHECKS:
                verdict, reason, found, word = "pass", "all <well>", [], None
                here = (target, number, check)
                if here == ("6.1-x86_64", 1, "build"):
                    verdict, reason, found = "fail", "new warning: x", [warning]
                    if later:
                        found = [warning, warning]
                if here == ("6.1-x86_64", 1, "style") and not later:
                    verdict, reason, found = "warn", "2 findings", style
                if here == ("6.1-x86_64", 2, "sparse") and later:
                    verdict, reason, found = "fail", "new sparse", [endian]
                if here == ("6.1-x86_64", 1, "boot"):
                    verdict, reason = "skip", "not run: build is fail"
                if here == ("5.10-x86_64", 2, "boot"):
                    verdict, reason = "timeout", "no word for 90 s \x07"
                if here == ("6.1-x86_64", 3, "boot"):
                    word, reason = "load", "QEMU has no such device"
                if here == ("5.10-x86_64", 1, "sparse"):
                    verdict, reason = "error", "sparse: not found"
                run.cell(target, number, subject, check, verdict, reason,
                         found, commit, word, log if check == "build" else
                         "/etc/passwd" if check == "sparse" else None,
                         (CHECKS.index(check) + 1) ** 3 * 100000 * number,
                         int(number == 2))
    run.end()


def killed(home):
    run = Run(home, wall_us=0)
    run.target("6.1-x86_64", "6.1", "6.1.192")
    run.target("5.10-x86_64", "5.10", "5.10.262")
    run.cell("6.1-x86_64", 1, NASTY, "apply", "pass", "applies")
    run.cell("6.1-x86_64", 1, NASTY, "style", "pass", "no finding")
    run.cell("6.1-x86_64", 2, "otter: switch to napi_build_skb()", "apply",
             "pass", "applies")
    run.end(0)


def large(home):
    """10,000 cells; one in five is not well, with long words and findings."""
    run = Run(home, series="large", wall_us=9 * 3600 * 1000000)
    commit = store(home)
    log = run.log("big/build.log", b"\"<a line of a log>\" & more\n" * 60000)
    for i in range(10):
        run.target("6.%d-x86_64" % i, "6.%d" % i, "6.%d.100" % i)
    for cell in range(10000):
        target, number = cell // 1000, cell % 1000 // 5 + 1
        check = CHECKS[cell % 5]
        bad = cell % 5 == cell // 5 % 5
        found = [("gcc", "warning", FILE, i % 9 + 1, "otter_poll",
                  "'%s' <%d> is \"not\" right [-Wsome-option]" % ("x" * 90, i))
                 for i in range(5 if bad else 0)]
        run.cell("6.%d-x86_64" % target, number,
                 "otter: patch %d of a long series & <more>" % number, check,
                 "fail" if bad else "pass",
                 "5 new warnings, the first: " + "y" * 200 if bad else
                 "objects rebuilt with W=1: 1, no new warning", found, commit,
                 None, log, 100000 + cell * 7919 % 90000000)
    run.end()


home = sys.argv[1]
{"small": lambda: small(home, False), "later": lambda: small(home, True),
 "killed": lambda: killed(home), "large": lambda: large(home)}[sys.argv[2]]()
