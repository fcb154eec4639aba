#!/usr/bin/env python3
"""validate_json.py SCHEMA [--complete] < REPORT: checks a JSON report against a schema.

With --complete, a field that the schema does not have is an error, too. Prints each difference with its place in the report, and each kernel whose
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


def named_fields(schema):
    """The names of all fields of all objects of the schema."""
    if isinstance(schema, list):
        for each in schema:
            yield from named_fields(each)
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for each in schema.values():
            yield from named_fields(each)


def fields(report):
    if isinstance(report, list):
        for each in report:
            yield from fields(each)
    if isinstance(report, dict):
        yield from report
        for key, value in report.items():
            if key != "chosen":  # Its fields are names of the source.
                yield from fields(value)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    report = json.load(sys.stdin)
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(report))
    for error in errors:
        place = "/".join(str(step) for step in error.absolute_path)
        print(f"{place or 'report'}: {error.message}", file=sys.stderr)
    unknown = set(fields(report)) - set(named_fields(schema)) if "--complete" in sys.argv else ()
    for name in sorted(unknown):
        print(f"the schema has no field '{name}'", file=sys.stderr)
    changed = [] if errors else list(changed_by_nothing(report))
    print("\n".join(changed), file=sys.stderr, end="")
    return 1 if errors or changed or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
