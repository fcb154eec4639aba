#!/usr/bin/env python3
"""sarif_fixes.py LOG SOURCE: prints SOURCE with every fix of the log made.

So that tests see that the edits of a SARIF log are those of a rewrite. Exits 1
where a fix is of another file.
"""

import json
import sys
import urllib.parse


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        log = json.load(file)
    with open(sys.argv[2], "rb") as file:
        text = file.read()
    edits = set()
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                path = urllib.parse.urlparse(change["artifactLocation"]["uri"]).path
                if urllib.parse.unquote(path) != sys.argv[2]:
                    return f"a fix of {path}"
                for edit in change["replacements"]:
                    region = edit["deletedRegion"]
                    edits.add((region["byteOffset"], region["byteLength"],
                               edit["insertedContent"]["text"]))
    for offset, length, new in sorted(edits, reverse=True):
        text = text[:offset] + new.encode() + text[offset + length:]
    sys.stdout.buffer.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
