#!/usr/bin/env python3
"""validate_json.py SCHEMA < REPORT: checks a JSON report against a schema.

Prints each difference with its place in the report; exits 1 if there is any.
"""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(json.load(sys.stdin)))
    for error in errors:
        place = "/".join(str(step) for step in error.absolute_path)
        print(f"{place or 'report'}: {error.message}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
