#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""tests/audit/table.py < JSON: an audit's verdicts, one site a line.

FILE FUNCTION NAME VERDICT, without line numbers, so that a point release of
the kernel that only moves code does not change it; of what is unknown also
what stopped the analysis.
"""
import json
import sys

for site in json.load(sys.stdin)["sites"]:
    line = [site["file"], site["function"], site["name"], site["verdict"]]
    if site["verdict"] == "unknown":
        line.append(site["reason"])
    print(*line)
