#!/usr/bin/env python3
"""Every reason against a layout says what the user can change.

A text of Obstacles.def or Refusals.def does so by an option, or by a verb
behind a semicolon, a colon or a comma: "...; give it with --block-dim". What
only compares layouts, says of which kind an array or a target is, or repeats
another text is SETTLED: that list may only shrink.
"""

import re

import coverage
import sources

TABLE = re.compile(r"^(Refusals|Obstacles)\.def$")
ADVICE = re.compile(r"[;:,] (?:then )?(?:compute|declare|define|give|index|keep|make|name|put|say"
                    r"|take|use|write)\b| --?[a-zA-Z]|are for such arrays$|is for index-macro to change")

SETTLED = {
    "ArithmeticLoses", "DynamicType", "FragmentsParted", "LaterStrategy", "MatrixRows",
    "MoreArithmetic", "MoreBytes", "MoreExcess", "NoEvidence", "NoGain", "NotForSizes",
    "NothingToSwap", "OccupancyLoses", "OddElement", "OneLoses", "OneMode", "Reorders", "Slower",
    "UnknownAccess", "ViewsParted", "WiderBanks",
}


def check(root):
    rows = set()
    for path in sources.files(root, "lib", "include", suffixes={".def"}):
        if not TABLE.match(path.name):
            continue
        for name, text in coverage.entries(path.read_text(encoding="utf-8")):
            rows.add(name)
            place = f"{path.relative_to(root)}: {name}"
            advises = bool(ADVICE.search(text))
            if not advises and name not in SETTLED:
                yield f"{place}: '{text}' does not say what the user can change"
            elif advises and name in SETTLED:
                yield f"{place}: gives advice; take it out of advice.py"
    for name in sorted(SETTLED - rows) if rows else ():
        yield f"advice.py: there is no row {name} any more"


if __name__ == "__main__":
    sources.run(check)
