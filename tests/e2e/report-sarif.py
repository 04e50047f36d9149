#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# report-sarif.py FILE: what SARIF 2.1.0 (OASIS) requires of the members that
# kseries writes: types, required members, enumerations, no unknown members,
# references that lead somewhere.
import json
import re
import sys
import urllib.parse

STR, INT, BOOL = str, int, bool


def any_of(*words):
    return lambda v: v in words


# object: {member: (required, what)}; what: a type, a predicate, another
# object, or [one of these] for an array. Properties are a bag of anything.
MESSAGE = {"text": (True, STR)}
RELATIVE = {"uri": (True, lambda u: not urllib.parse.urlsplit(u).scheme
                    and not u.startswith("/")
                    and re.fullmatch(r"[\w.~%/-]+", u, re.A)),
            "uriBaseId": (True, STR)}
LOCATION = {
    "physicalLocation": (False, {
        "artifactLocation": (True, RELATIVE),
        "region": (False, {"startLine": (True, lambda n: type(n) is int
                                         and n >= 1)}),
    }),
    "logicalLocations": (False, [{"name": (True, STR), "kind": (True, STR)}]),
}
PRINT = re.compile("[0-9a-f]{64}")
PRINTS = {"findingIdentity/v1": (True, PRINT.fullmatch),
          "cell/v1": (True, PRINT.fullmatch)}
RESULT = {
    "ruleId": (True, STR),
    "level": (True, any_of("none", "note", "warning", "error")),
    "message": (True, MESSAGE),
    "locations": (False, [LOCATION]),
    "partialFingerprints": (True, PRINTS),
    "properties": (True, dict),
}
NOTIFICATION = {
    "level": (True, any_of("none", "note", "warning", "error")),
    "message": (True, MESSAGE),
    "properties": (True, dict),
}
RUN = {
    "tool": (True, {"driver": (True, {
        "name": (True, STR), "version": (False, STR),
        "rules": (True, [{"id": (True, STR)}])})}),
    "automationDetails": (True, {"id": (True, STR)}),
    "originalUriBaseIds": (True, {"SRCROOT": (True, {
        "description": (True, MESSAGE)})}),
    "invocations": (False, [{
        "executionSuccessful": (True, BOOL),
        "toolExecutionNotifications": (True, [NOTIFICATION])}]),
    "results": (True, [RESULT]),
}
LOG = {"$schema": (True, STR), "version": (True, any_of("2.1.0")),
       "runs": (True, [RUN])}


def check(value, what, path):
    if isinstance(what, list):
        assert isinstance(value, list), path
        for i, item in enumerate(value):
            check(item, what[0], "%s[%d]" % (path, i))
    elif isinstance(what, dict):
        assert isinstance(value, dict), path
        for name in value:
            assert name in what, "%s.%s is unknown" % (path, name)
        for name, (required, inner) in what.items():
            if name in value:
                check(value[name], inner, path + "." + name)
            else:
                assert not required, "%s.%s is missing" % (path, name)
    elif isinstance(what, type):
        assert isinstance(value, what), "%s: %r" % (path, value)
    else:
        assert what(value), "%s: %r" % (path, value)


def unique(items):
    return len(items) == len(set(items))


with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
check(log, LOG, "$")
assert unique([run["tool"]["driver"]["name"] for run in log["runs"]])
assert unique([run["automationDetails"]["id"] for run in log["runs"]])
for run in log["runs"]:
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert unique(rules)
    prints = []
    for result in run["results"]:
        assert result["ruleId"] in rules, result["ruleId"]
        assert result["message"]["text"]
        assert set(result["properties"]) >= {"target", "patch", "commit"}
        prints.append(tuple(result["partialFingerprints"].values()))
    assert unique(prints), "two results with the same fingerprints"
