#!/usr/bin/env python3
"""No source is longer than a reader takes in."""

import sources

MOST_LINES = 600


def check(root):
    for path in sources.files(root, "lib", "include", "tools",
                              suffixes=sources.CODE_SUFFIXES):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{path.relative_to(root)}: {lines} lines, of at most {MOST_LINES}"


if __name__ == "__main__":
    sources.run(check)
