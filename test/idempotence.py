#!/usr/bin/env python3
"""idempotence.py BANKFIX DIR...: what bankfix wrote, it leaves alone.

Rewrites a copy of every kernel source under the folders in place, with the
options that its RUN: lines give to bankfix, and once more: the second time
nothing may change. Prints what does, and a summary; exits with 1 if there is
anything.
"""

import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

import crosscheck


def rewritten(bankfix, path, options):
    """The file's text after bankfix, or None where it cannot be parsed."""
    done = subprocess.run([bankfix, "--quiet", "-i", *options, str(path)],
                          capture_output=True, timeout=600, check=False)
    return path.read_bytes() if done.returncode == 0 else None


def check(bankfix, original, folder, path, options):
    """What changes the second time, as a text, and whether the first changed
    anything. The copy is restored."""
    options = [o.replace(str(original.parent), str(path.parent)) for o in options]
    before = path.read_bytes()
    once = rewritten(bankfix, path, options)
    twice = rewritten(bankfix, path, options) if once is not None else None
    path.write_bytes(before)
    name = " ".join([str(path.relative_to(folder)), *options])
    if once != twice:
        return f"{name}: changes what it wrote", True
    return None, once is not None and once != before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bankfix")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    problems, changed, seen = [], 0, 0
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for number, folder in enumerate(args.folders):
            copy = pathlib.Path(scratch) / str(number)
            shutil.copytree(folder, copy)
            for original in sorted(folder.rglob("*")):
                if original.suffix not in crosscheck.SOURCES or "Inputs" in original.parts:
                    continue
                path = copy / original.relative_to(folder)
                path.chmod(0o644)
                sets = crosscheck.option_sets(original, crosscheck.PLANS)
                jobs.append(pool.submit(
                    lambda o=original, c=copy, p=path, s=sets:
                    [check(args.bankfix, o, c, p, x) for x in s]))
        for job in jobs:
            for problem, change in job.result():
                seen += 1
                changed += change
                if problem:
                    problems.append(problem)
    for problem in problems:
        print(problem)
    print(f"{seen} runs, {changed} of them changed their file, {len(problems)} twice")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
