#!/usr/bin/env python3
"""No test compares a rewritten source, comments and all, with the CHECK lines
in its own comments: they would match themselves. %code takes them away.
"""

import re

import sources

TESTS = {".cu", ".cuh", ".cl"}
SOURCE = r"\S*\.(?:cu|cuh|cl)\b"
WHOLE = re.compile(rf"RUN:.*FileCheck .*%s.*(?:<\s*|--input-file[= ]\s*)%t{SOURCE}"
                   rf"|RUN:.*\bcat %t{SOURCE} \| %?FileCheck")


def check(root):
    for path in sources.files(root, "test/bankfix", suffixes=TESTS):
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if WHOLE.search(line):
                yield (f"{path.relative_to(root)}:{number}: the source has its CHECK lines "
                       "in it: %code FILE | FileCheck %s")


if __name__ == "__main__":
    sources.run(check)
