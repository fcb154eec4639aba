#!/usr/bin/env python3
"""Every text that a user may be shown from a table appears in some test.

The tables are the .def files of refusals, obstacles, reasons, strategies and
diagnostics: one macro call an entry, whose first string literal is the text.
Of a text with placeholders, "'{0}' depends on its size", the longest piece
between them has to appear; what a reason advises, behind its last semicolon,
need not.
"""

import re

import sources

TABLES = re.compile(r".*(Refusals|Obstacles|Reasons|Strategies|Diagnostics)\.def$")
ENTRY = re.compile(r'^[A-Z_]+\(\s*(\w+)[^"\n]*?,\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.MULTILINE)
BETWEEN_LITERALS = re.compile(r'"\s*"')


def entries(text):
    """Yields (name, text) of each entry of a table."""
    for name, literal in ENTRY.findall(text):
        joined = BETWEEN_LITERALS.sub("", literal.strip())[1:-1]
        yield name, joined.replace('\\"', '"')


def needle(text):
    """The longest piece of a text between its placeholders, without advice."""
    reason = text.rsplit("; ", 1)[0]
    return max(re.split(r"\{\d[^}]*\}", reason), key=len).strip()


def tests(root):
    """All tests as one text, in which no C++ literal is broken over lines."""
    texts = (path.read_text(encoding="utf-8", errors="replace")
             for path in sources.files(root, "test/bankfix", "test/unit"))
    return BETWEEN_LITERALS.sub("", "\n".join(texts)).replace('\\"', '"')


def check(root):
    tested = tests(root)
    for path in sources.files(root, "lib", "include", suffixes={".def"}):
        if not TABLES.match(path.name):
            continue
        found = list(entries(path.read_text(encoding="utf-8")))
        if not found:
            yield f"{path.relative_to(root)}: no entry could be read"
        for name, text in found:
            if needle(text) not in tested:
                yield f"{path.relative_to(root)}: no test shows {name}, '{needle(text)}'"


if __name__ == "__main__":
    sources.run(check)
