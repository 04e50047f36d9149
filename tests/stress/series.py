# SPDX-License-Identifier: GPL-2.0
"""What the stress tests share: files of the tree 6.1, and series of patches."""
import os
import subprocess
import sys
import tempfile

TREE = "refs/trees/6.1"
KSERIES = os.environ.get("KSERIES_TEST_BIN", "build/kseries")


def enter_overlay():
    """Run again on a copy of the home, unless this is one."""
    if os.environ.get("KS_OVERLAY") != "inside":
        os.execv("tests/stress/overlay", ["tests/stress/overlay"] + sys.argv)


def show(path):
    return subprocess.run(
        ["git", "--git-dir", os.environ["KSERIES_HOME"] + "/trees.git", "show",
         f"{TREE}:{path}"], check=True, capture_output=True, text=True).stdout


def write(root, files):
    for path, text in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as out:
            out.write(text)


def diff(before, after):
    with tempfile.TemporaryDirectory() as work:
        write(work + "/a", before)
        write(work + "/b", after)
        return subprocess.run(
            ["git", "diff", "--no-index", "--no-prefix", "a", "b"], cwd=work,
            capture_output=True, text=True, check=False).stdout


def mail(subject, text, changes):
    return ("From: A Tester <tester@example.org>\n"
            "Date: Sun, 13 Sep 2020 12:26:40 +0000\n"
            f"Subject: [PATCH] e1000: {subject}\n\n{text}\n\n"
            "Signed-off-by: A Tester <tester@example.org>\n---\n" +
            changes + "-- \n2.0\n")


class Series:
    """A definition in a folder of its own, patch by patch."""

    def __init__(self, where, name):
        self.where = where
        self.definition = (
            f"[series]\n\tname = {name}\n\tfamily = intel-ethernet\n"
            f'\ttitle = "e1000: {name}"\n\tcover = cover.txt\n')
        write(where, {"cover.txt": "A test.\n", "series": self.definition})

    def add(self, name, subject, before, after):
        write(self.where, {f"{name}.patch": mail(
            subject, "Change something, for a test.", diff(before, after))})
        self.definition += (f'[patch "{name}"]\n\tdriver = e1000\n'
                            f'\tpatch = {name}.patch\n')
        write(self.where, {"series": self.definition})
