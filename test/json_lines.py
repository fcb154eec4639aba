#!/usr/bin/env python3
"""json_lines.py < REPORT: a JSON report with one access, array or total a line.

So a test can match one of them with one CHECK line. Exits 1 if stdin is not JSON.
"""

import json
import sys


def without_file(value, path):
    """Drops "file" where it is the file of the entry, as most tests are of one."""
    if isinstance(value, list):
        return [without_file(v, path) for v in value]
    if not isinstance(value, dict):
        return value
    path = value.get("path", path) if "kernels" in value else path
    return {k: without_file(v, path) for k, v in value.items()
            if not (k == "file" and v == path)}


def lines(value, name=""):
    """An object of plain values is a line; so is what an access or array holds."""
    whole = name in ("access", "array", "diagnostic") or not any(
        isinstance(v, (dict, list)) for v in value.values())
    if whole:
        yield f"{name} {json.dumps(value)}"
        return
    plain = {}
    nested = []
    for key, v in value.items():
        if isinstance(v, dict) or (isinstance(v, list) and v and isinstance(v[0], dict)):
            nested.append((key, v))
        else:
            plain[key] = v
    yield f"{name} {json.dumps(plain)}"
    for key, v in nested:
        if isinstance(v, dict):
            yield from lines(v, key)
        else:
            single = {"accesses": "access"}.get(key, key.removesuffix("s"))
            for item in v:
                yield from lines(item, single)


if __name__ == "__main__":
    print("\n".join(lines(without_file(json.load(sys.stdin), None), "report")))
