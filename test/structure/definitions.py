#!/usr/bin/env python3
"""No two types of the program, or of its tests, have one name.

Where two units define a type differently, the linker keeps the functions of
one, and the other's objects are destroyed by them: the one definition rule,
which neither compiler nor linker checks across units. Types of a unit's own
stand in an unnamed namespace.
"""

import collections
import re

import sources

# Definitions at the first column, as the formatter leaves them in namespaces.
TYPE = re.compile(r"^(?:struct|class|union|enum(?: class)?) (\w+)(?: final)?"
                  r"(?:\s*:(?!:)[^;{(]*)?\s*\{", re.MULTILINE)
OWN = re.compile(r"^namespace \{$.*?^\} // namespace$", re.MULTILINE | re.DOTALL)


def check(root):
    # lib/Frontend/Headers is data: what kernels include, not the program's code.
    data = root / "lib" / "Frontend" / "Headers"
    places = collections.defaultdict(list)
    for path in sources.files(root, "include", "lib", "tools", "test/unit",
                              suffixes={".cpp", ".h"}):
        if data not in path.parents:
            shared = OWN.sub("", path.read_text(encoding="utf-8"))
            for name in TYPE.findall(shared):
                places[name].append(str(path.relative_to(root)))
    for name, where in sorted(places.items()):
        if len(where) > 1:
            yield f"{name}: defined in {' and in '.join(where)}"


if __name__ == "__main__":
    sources.run(check)
