#!/usr/bin/env python3
"""agreement.py BANKFIX FILE|DIR...: `check` promises what a rewrite does.

Runs `bankfix check` and a rewrite of every kernel source, with the options that
its RUN: lines give to bankfix, and demands of the two JSON reports that the
fixes and refusals of every array are the same, and of the rewrite that it
changes the file where there is a fix, and there alone. Prints what does not
hold, and a summary; exits with 1 if there is anything.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import crosscheck


def report(command):
    """What is said of every array, or None where the file cannot be parsed; and what else
    is printed."""
    with tempfile.TemporaryDirectory() as scratch:
        findings = pathlib.Path(scratch) / "report.json"
        done = subprocess.run([*command, "--format=json", f"--output={findings}"],
                              capture_output=True, text=True, timeout=600, check=False)
        if done.returncode == 2:
            return None, ""
        files = json.loads(findings.read_text())["files"]
    return [(file["path"], kernel["name"], kernel["instance"], array) for file in files
            for kernel in file["kernels"] for array in kernel["arrays"]], done.stdout


def compare(bankfix, path, options):
    """Whether there is a fix, and what does not agree, as texts."""
    name = " ".join([str(path), *options])
    checked, _ = report([bankfix, "check", *options, str(path)])
    written, diff = report([bankfix, "--diff", *options, str(path)])
    changes = diff != ""
    if (checked is None) != (written is None):
        return False, [f"{name}: only one of the two can parse it"]
    problems = []
    if checked != written:
        problems.append(f"{name}: check and the rewrite say different things")
    fixes = any(array["fix"] for *_, array in written or [])
    if fixes != changes:
        problems.append(f"{name}: a fix is {'' if fixes else 'not '}reported, and the file is "
                        f"{'' if changes else 'not '}changed")
    if any(array["fix"] and not array["fix"]["verified"] for *_, array in checked or []):
        problems.append(f"{name}: check calls a fix unverified")
    return fixes, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bankfix")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    files = []
    for path in arguments.paths:
        files += [path] if path.is_file() else sorted(
            p for p in path.rglob("*")
            if p.suffix in crosscheck.SOURCES and "Inputs" not in p.parts)
    jobs = [(f, o) for f in files for o in crosscheck.option_sets(f)]
    fixed, problems = 0, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for fixes, found in pool.map(lambda j: compare(arguments.bankfix, *j), jobs):
            fixed += fixes
            problems += found
    print("\n".join(problems))
    print(f"{len(jobs)} runs, {fixed} with fixes, {len(problems)} problems")
    return bool(problems) or fixed == 0


if __name__ == "__main__":
    sys.exit(main())
