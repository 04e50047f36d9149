#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""tests/audit/compare.py WANT GOT VERSION: two tables of table.py.

WANT begins with the version of the kernel that it is of. For that version the
tables are the same; a later point release may have other sites, but those of
functions that both know have the verdicts that are written down.
"""
import collections
import sys


def read(path):
    version, sites = None, collections.defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# "):
                version = line[2:].strip()
                continue
            file, function, name, *verdict = line.rstrip("\n").split(" ", 3)
            sites[file, function, name].append(" ".join(verdict))
    return version, {key: sorted(value) for key, value in sites.items()}


def main():
    version, want = read(sys.argv[1])
    _, got = read(sys.argv[2])
    same = version == sys.argv[3]
    wrong = 0
    for key in sorted(want.keys() | got.keys()):
        one, other = want.get(key), got.get(key)
        if one == other or (not same and (not one or not other or
                                          len(one) != len(other))):
            continue
        wrong += 1
        print(*key, "is", other, "and not", one)
    if not same:
        print(f"{sys.argv[1]} is of {version}, the tree is {sys.argv[3]}: only "
              "functions with the same sites are compared")
    sys.exit(bool(wrong))


main()
