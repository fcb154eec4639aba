"""edited.py REPORT SOURCE: prints SOURCE with each of its edits in a JSON report made."""
import json
import sys

report, source = sys.argv[1:]
with open(report, encoding="utf-8") as file:
    files = json.load(file)["files"]
edits = {(edit["offset"], edit["length"], edit["text"])
         for each in files for kernel in each["kernels"] for array in kernel["arrays"]
         if array["fix"] for edit in array["fix"]["edits"]
         if edit.get("file", each["path"]) == source}
with open(source, encoding="utf-8") as file:
    text = file.read()
for offset, length, new in sorted(edits, reverse=True):
    text = text[:offset] + new + text[offset + length:]
print(text, end="")
