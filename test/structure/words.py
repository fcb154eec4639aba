#!/usr/bin/env python3
"""The repository speaks of the project alone, and of finished things.

No paths of the machine that something was written on, no notes to oneself.
"""

import re

import sources

FOLDERS = (".ci", "benchmarks", "cmake", "docs", "examples", "include", "lib",
           "scripts", "test", "tools")
WRONG = re.compile(r"(?:(?<![\w.})])|(?<=-[IL]))/(?:work|root|home)/\w"
                   r"|\b(?:TODO|FIXME|XXX|HACK)\b")


def check(root):
    here = root / "test" / "structure"
    top = [path for path in sorted(root.iterdir()) if path.is_file() and path.name != ".git"]
    for path in top + sources.files(root, *FOLDERS):
        # These checks have to spell out what they look for.
        if here in path.parents:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            found = WRONG.search(line)
            if found:
                yield f"{path.relative_to(root)}:{number}: '{found.group()}'"


if __name__ == "__main__":
    sources.run(check)
