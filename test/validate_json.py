#!/usr/bin/env python3
"""validate_json.py SCHEMA < REPORT: checks a JSON report against a schema.

Prints each difference with its place in the report, and each kernel whose
totals change though nothing of it is fixed; exits 1 if there is any.
"""

import json
import sys

import jsonschema


def changed_by_nothing(report):
    """The kernels without a fix that are to cost something else after it."""
    for file in report.get("files", []):
        for kernel in file.get("kernels", []):
            fixed = any(array["fix"] for array in kernel["arrays"])
            counted = "accesses" in kernel["after"]  # By running other sources.
            if not fixed and not counted and kernel["totals"] != kernel["after"]:
                yield f"{kernel['name']}: {kernel['totals']} before, {kernel['after']} after"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    report = json.load(sys.stdin)
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(report))
    for error in errors:
        place = "/".join(str(step) for step in error.absolute_path)
        print(f"{place or 'report'}: {error.message}", file=sys.stderr)
    changed = [] if errors else list(changed_by_nothing(report))
    print("\n".join(changed), file=sys.stderr, end="")
    return 1 if errors or changed else 0


if __name__ == "__main__":
    sys.exit(main())
