#!/usr/bin/env python3
"""crosscheck.py BANKFIX [-v] FILE|DIR...: the analysis against counted runs.

Runs `bankfix verify` on every kernel source, with the options that its RUN:
lines give to bankfix, and demands of each kernel that ran:
  - an access that the analysis calls exact was counted as it says;
  - a bounded one stayed within its bounds;
  - original and fix computed the same.
Where an array has conflicts, all that holds for each strategy of the binary's
list that has a fix for the file, by itself, whether or not a test asks for it.
Prints what does not hold, and a summary; exits with 1 if there is anything.
Kernels that cannot be run are listed with -v.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

SOURCES = {".cu", ".cuh", ".cl"}
OPTIONS = re.compile(r"--(target|block-dim|assume|cuda-headers|strategy|max-shared-growth)=|-[DI]|-std=")
# Those that say which layouts are made, too.
PLANS = re.compile(OPTIONS.pattern + r"|--(objective|min-gain)=")
COUNTS = ("requests", "wavefronts", "ideal", "serialization")


def option_sets(path, wanted=OPTIONS):
    """The options of each RUN: line that runs bankfix on the file itself."""
    text = path.read_text(encoding="utf-8", errors="replace")
    found = []
    for line in re.findall(r"RUN: (.*)", text.replace("\\\n// RUN:", " ")):
        for command in re.split(r"[|;]|&&", line):
            if "%bankfix" not in command or "%s" not in command:
                continue
            try:
                words = shlex.split(command)
            except ValueError:
                continue
            words = [w.replace("%S", str(path.parent)) for w in words]
            options = tuple(w for w in words if wanted.match(w) and "%" not in w)
            if options not in found:
                found.append(options)
    return found or [()]


def place(access):
    return (access.get("file", ""), access["line"], access["column"], access["op"])


def grouped(accesses, whole_lines):
    """By place; by line and operation on the lines that are taken whole."""
    groups = {}
    for access in accesses:
        file, line, column, op = place(access)
        column = 0 if (file, line, op) in whole_lines else column
        groups.setdefault((file, line, column, op), []).append(access)
    return groups


def told_apart_otherwise(said, counted):
    """The lines of accesses that were not counted at their own column: what
    an operator of a header reads is counted at the operator, while the
    analysis names the operand."""
    at = {place(access) for access in counted}
    return {(file, line, op) for file, line, column, op in
            (place(access) for access in said if access.get("requests"))
            if (file, line, column, op) not in at}


def total(accesses, key):
    return sum(a.get(key, 0) for a in accesses)


def disagreements(kernel):
    """What was counted otherwise than the analysis says, as texts."""
    lines = told_apart_otherwise(kernel["accesses"], kernel["before"]["accesses"])
    counted = grouped(kernel["before"]["accesses"], lines)
    for where, said in grouped(kernel["accesses"], lines).items():
        if where[3] in ("async", "matrix"):
            continue  # The run does plain copies, or nothing, in their place.
        if any(a["certainty"] == "unknown" or a["per_iteration"] for a in said):
            continue
        seen = counted.get(where, [])
        text = f"{where[0]}{':' if where[0] else ''}{where[1]}:{where[2]} {where[3]}"
        if all(a["certainty"] == "exact" for a in said):
            for key in COUNTS:
                if total(said, key) != total(seen, key):
                    yield f"{text}: exact, {key} {total(said, key)}, but counted {total(seen, key)}"
        elif total(seen, "wavefronts") > total(said, "wavefronts"):
            yield (f"{text}: bounded, wavefronts at most {total(said, 'wavefronts')}, "
                   f"but counted {total(seen, 'wavefronts')}")
        else:
            most = max(a["degree"]["max"] for a in said)
            if any(a["degree"]["max"] > most + 1e-9 for a in seen):
                yield f"{text}: bounded, degree at most {most}, but counted more"


COUNTED = ("ran", "refused", "exact", "bounded", "fixed")


class Result:
    def __init__(self):
        self.problems, self.notes = [], []
        self.has_conflicts = False
        for name in COUNTED:
            setattr(self, name, 0)

    def add(self, other):
        self.problems += other.problems
        self.notes += other.notes
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def check(bankfix, path, options):
    result = Result()
    command = [bankfix, "verify", "--format=json", *options, str(path)]
    name = f"{path} {' '.join(options)}".strip()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        result.problems.append(f"{name}: does not end")
        return result
    if done.returncode not in (0, 1):
        if done.returncode < 0 or "crashed" in done.stderr:
            result.problems.append(f"{name}: {done.stderr.strip()[:300]}")
        return result  # Not meant to parse.
    for file in json.loads(done.stdout)["files"]:
        for kernel in file["kernels"]:
            what = f"{name}: {kernel['name']}{kernel['instance']}"
            result.has_conflicts |= any(a["fix"] or a["refused"] for a in kernel["arrays"])
            if not kernel.get("ran"):
                result.refused += 1
                result.notes.append(f"{what}: not run: {kernel.get('reason')}")
                continue
            result.ran += 1
            result.fixed += any(array["fix"] for array in kernel["arrays"])
            result.exact += sum(a["certainty"] == "exact" for a in kernel["accesses"])
            result.bounded += sum(a["certainty"] == "bounded" for a in kernel["accesses"])
            result.problems += [f"{what}: {d}" for d in disagreements(kernel)]
            if kernel["differs"]:
                result.problems.append(f"{what}: differs: {kernel['differs']}")
            if kernel["racy"]:
                result.notes.append(f"{what}: racy")
    return result


def check_fixed(bankfix, path, options):
    """As check, but runs nothing where `bankfix check` offers no fix: what is
    not changed was compared already."""
    command = [bankfix, "check", "--fail-on=never", "--format=json", *options, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode == 0 and not any(
            array["fix"] for file in json.loads(done.stdout)["files"]
            for kernel in file["kernels"] for array in kernel["arrays"]):
        return Result()
    return check(bankfix, path, options)


def strategies(bankfix):
    """Those that the binary itself lists."""
    done = subprocess.run([bankfix, "--help"], capture_output=True, text=True, check=True)
    listed = re.search(r"^STRATEGIES: (.*)$", done.stdout, re.MULTILINE)
    return [name for name in listed[1].split(", ") if name != "auto"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bankfix")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    files = []
    for path in arguments.paths:
        files += [path] if path.is_file() else sorted(
            p for p in path.rglob("*") if p.suffix in SOURCES and "Inputs" not in p.parts)
    jobs = [(arguments.bankfix, f, o) for f in files for o in option_sets(f)]
    whole = Result()
    each = strategies(arguments.bankfix)
    by_strategy = {name: Result() for name in each}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        again = []
        for job, result in zip(jobs, pool.map(lambda job: check(*job), jobs)):
            whole.add(result)
            if result.has_conflicts and not any("--strategy=" in o for o in job[2]):
                again += [(name, (*job[:2], (*job[2], f"--strategy={name}"))) for name in each]
        for (name, _), result in zip(again, pool.map(lambda a: check_fixed(*a[1]), again)):
            by_strategy[name].add(result)
    for result in by_strategy.values():
        whole.problems += result.problems
    if arguments.v:
        print("\n".join(whole.notes))
    print("\n".join(whole.problems))
    print(f"{len(jobs)} runs: {whole.ran} kernels ran, {whole.refused} did not; "
          f"{whole.exact} exact and {whole.bounded} bounded accesses compared; "
          f"{len(whole.problems)} problems")
    for name, result in by_strategy.items():
        print(f"  --strategy={name}: {result.ran} kernels ran in files with fixes, "
              f"{result.fixed} of them fixed")
    return bool(whole.problems) or whole.ran == 0


if __name__ == "__main__":
    sys.exit(main())
