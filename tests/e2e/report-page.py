#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# What is asserted of the HTML page and of what chromium makes of it; see
# report.bats. report-page.py static FILE | dom FILE | large FILE |
# shots LIGHT DARK | memory MIB COMMAND...
import html.parser
import re
import resource
import struct
import subprocess
import sys
import zlib

VOID = {"meta", "rect", "br", "img", "link"}


class Page(html.parser.HTMLParser):
    """The elements, with their text; refuses what is not closed."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.open, self.text = [], [], {}
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        last = self.open.pop()
        assert self.elements[last][0] == tag, (self.elements[last], tag)

    def handle_data(self, data):
        for i in self.open:
            self.elements[i][2].append(data)

    def all(self, tag, **wanted):
        return [("".join(text), attrs) for name, attrs, text in self.elements
                if name == tag and
                all(attrs.get(k.rstrip("_")) == v for k, v in wanted.items())]


def static(path):
    """Nothing is loaded, nothing runs, one can find one's way in it."""
    page = Page(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    style = "".join(page.all("style")[0][0])
    assert not re.search(r"@import|url\(", style)
    assert "prefers-color-scheme:dark" in style
    for tag, attrs, _ in page.elements:
        assert tag not in {"script", "img", "iframe", "object", "embed",
                           "link", "base", "form", "input"}, tag
        for name, value in attrs.items():
            assert not name.startswith("on"), (tag, name)
            if name in {"src", "href", "action", "data", "srcset"}:
                assert value.startswith("#"), (tag, name, value)
        if tag == "th":
            assert attrs.get("scope") in {"col", "row", "colgroup"}, attrs
        if tag == "svg":
            assert attrs["role"] == "img" and attrs["aria-label"]
    assert page.all("html")[0][1]["lang"] == "en"
    assert page.all("title")[0][0]
    assert [a["name"] for _, a in page.all("meta") if "name" in a][0] == "viewport"
    ids = [a["id"] for _, a, _ in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attrs in page.all("a"):
        assert attrs["href"][1:] in ids, attrs["href"]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


def dom(path):
    page = Page(path)
    text = page.all("main")[0][0]
    assert not page.all("script") and not page.all("img")
    # three targets with five checks each
    groups = [t for t, _ in page.all("th", scope="colgroup")]
    assert groups == ["6.1-x86_64 (6.1.192)", "5.10-x86_64 (5.10.262)",
                      "7.2-x86_64"], groups
    rows = re.findall(r"<tr><td class=\"n dim\">(\d+)</td>(.*?)</tr>",
                      open(path, encoding="utf-8").read(), re.S)
    words = [re.findall(r"class=\"v (\w+)\"[^>]*>([^<]*)<", r) for _, r in rows]
    want = [["pass", "pass", "fail", "pass", "skip",
             "pass", "pass", "pass", "error", "pass"] + ["pass"] * 5,
            ["pass", "pass", "pass", "fail", "pass",
             "pass", "pass", "pass", "pass", "timeout"] + ["pass"] * 5,
            ["pass"] * 5 + ["pass"] * 5]
    assert [[c for c, _ in row] for row in words] == want, words
    assert words[2][4] == ("pass", "load")
    assert "left out" in rows[2][1]
    assert "<script>alert(1)</script>" in text
    # the marked lines, with two around them
    marks = [t for t, _ in page.all("mark")]
    assert marks == ["5\tint never_used;"] * 2 + ["8\treturn budget;"], marks
    source = [t for t, _ in page.all("pre", class_="src")]
    assert source[0].startswith("3static int otter_poll(") and \
        "onerror=alert(1)" in source[0], source
    # the end of the log, not its beginning: 54,000 bytes do not fit
    logs = [t for t, _ in page.all("pre", class_="log")]
    assert "last line of the log" in logs[0] and "</pre><script>x()" in logs[0]
    assert len(logs[0]) <= 16 * 1024 and "\ufffd" in logs[0]
    assert len(page.all("svg")) > 15


def large(path):
    page = Page(path)
    cells = [c for tag, a, _ in page.elements for c in [a.get("class", "")]
             if tag in {"a", "span"} and c in {"v pass", "v fail"}]
    # the matrix has ten thousand, each fail once more with its reason
    assert len(page.all("a", class_="v fail")) == 2000
    assert len(cells) >= 12000, len(cells)
    assert len(page.all("section", class_="c")) == 2000
    assert page.all("h3")[-1][0] == "The 50 slowest cells"


def pixels(path):
    """Width, height and the rows of an 8-bit RGB or RGBA PNG."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
    assert depth == 8 and colour in (2, 6)
    bpp = 3 if colour == 2 else 4
    raw, rows, before = zlib.decompress(packed), [], bytes(width * bpp)
    for y in range(height):
        start = y * (width * bpp + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + width * bpp])
        for x in range(len(line) if kind else 0):
            a = line[x - bpp] if x >= bpp else 0
            b = before[x]
            c = before[x - bpp] if x >= bpp else 0
            if kind == 1:
                add = a
            elif kind == 2:
                add = b
            elif kind == 3:
                add = (a + b) // 2
            else:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b),
                           (abs(p - c), 2, c))
                add = near[2]
            line[x] = (line[x] + add) & 255
        rows.append(bytes(line))
        before = line
    return width, height, bpp, rows


def shots(light, dark):
    means = []
    for path in light, dark:
        width, height, bpp, rows = pixels(path)
        assert (width, height) == (1280, 1200)
        colours = {row[x:x + 3] for row in rows[::7]
                   for x in range(0, width * bpp, 3 * bpp)}
        drawn = sum(len(set(row[::bpp])) > 1 for row in rows)
        # a blank page has one colour and no row with two
        assert len(colours) > 20 and drawn > 400, (path, len(colours), drawn)
        means.append(sum(map(sum, rows[::7])) / len(rows[::7]) / width / bpp)
    assert means[0] > 200 and means[1] < 90, means


def memory(limit, command):
    status = subprocess.run(command, stdout=subprocess.DEVNULL,
                            timeout=300).returncode
    assert status == 1, status
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print("%s: %d KiB" % (" ".join(command[1:5]), peak))
    assert peak < int(limit) * 1000 * 1000 // 1024


{"static": lambda: static(sys.argv[2]), "dom": lambda: dom(sys.argv[2]),
 "large": lambda: large(sys.argv[2]),
 "shots": lambda: shots(sys.argv[2], sys.argv[3]),
 "memory": lambda: memory(sys.argv[2], sys.argv[3:])}[sys.argv[1]]()
