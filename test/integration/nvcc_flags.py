#!/usr/bin/env python3
"""nvcc_flags.py TABLE: the table of nvcc's flags against `nvcc --help`.

Every flag of the help is in the table, by both its names, and takes a value
where the help says so. Exits 77, which CTest counts as skipped, where there is
no nvcc; a newer one may have more flags, which are named and are an error only
for the version that the table is of.
"""

import re
import shutil
import subprocess
import sys

SKIPPED = 77
VERSION = "release 13.0"
ROW = re.compile(r'^NVCC_FLAG\("([^"]+)", "([^"]+)", (None|One|List), ', re.MULTILINE)
FLAG = re.compile(r"^--(\S+)\s*(.*?)\s+(?:--?\S+|\(-(\S+)\))\s*$")
# The help does not say that they take one.
SILENT = {"dependency-output", "qpp-config"}


def main():
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc:
        print("no nvcc")
        return SKIPPED
    with open(sys.argv[1], encoding="utf-8") as file:
        table = {long: (short, takes) for long, short, takes in ROW.findall(file.read())}
    def told(flag):
        return subprocess.run([nvcc, flag], capture_output=True, text=True, check=True).stdout
    wrong = []
    for line in told("--help").splitlines():
        found = FLAG.match(line)
        if not found:
            continue
        long, value, short = found.group(1), found.group(2).strip(), found.group(3) or found.group(1)
        takes = "List" if ",..." in value else "One" if value or long in SILENT else "None"
        if table.get(long) != (short, takes):
            wrong.append(f"--{long} (-{short}) takes {takes}: the table has {table.get(long)}")
    print("\n".join(wrong))
    return 1 if wrong and VERSION in told("--version") else 0


if __name__ == "__main__":
    sys.exit(main())
