"""Rewrites a corpus into a scratch folder, and checks what came out."""

import collections
import dataclasses
import json
import pathlib
import shutil

import processes
from tally import kind
from tables import share, table, top

COMPILE_LIMIT = 120  # seconds


@dataclasses.dataclass
class Compilers:
    """What rewritten files are compiled with; None where there is none."""

    nvcc: str = None
    clang: str = None

    def command(self, source, path, output):
        if source.is_opencl:
            if not self.clang:
                return None
            return [self.clang, "-x", "cl", "-cl-std=CL2.0", "-target", "spir64", "-w",
                    "-Xclang", "-cl-ext=+all", "-Xclang", "-fdeclare-opencl-builtins",
                    "-S", "-emit-llvm", "-o", output, *source.flags, path]
        if not self.nvcc:
            return None
        return [self.nvcc, "-ptx", "-w", "-arch=sm_80", "-rdc=true", "-o", output,
                *source.flags, path]


@dataclasses.dataclass
class Excess:
    """Wavefronts above the ideal, of one kernel's or of all files."""

    exact: int = 0  # of accesses answered `exact`
    all: int = 0

    def add(self, report):
        for file in report["files"]:
            for access in (a for k in file["kernels"] for a in k["accesses"]):
                excess = access.get("excess") or 0
                self.all += excess
                self.exact += excess if access["certainty"] == "exact" else 0


@dataclasses.dataclass
class Outcome:
    files: int = 0
    failed: list = dataclasses.field(default_factory=list)
    changed: int = 0
    compiled: int = 0
    uncompiled: int = 0  # the original does not compile either
    unchecked: int = 0  # no compiler for it
    wrong: list = dataclasses.field(default_factory=list)
    errors: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    before: Excess = dataclasses.field(default_factory=Excess)
    after: Excess = dataclasses.field(default_factory=Excess)
    arrays: int = 0  # with excess, or fixed
    fixed: int = 0
    refusals: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def add_arrays(self, report):
        """Counts what became of the arrays of a rewritten file."""
        for kernel in (k for file in report["files"] for k in file["kernels"]):
            for array in kernel["arrays"]:
                bad = sum(a.get("excess") or 0 for a in kernel["accesses"]
                          if a["array"] == array["name"])
                self.arrays += bool(bad)
                self.fixed += bool(bad and array["fix"])
                if bad and not array["fix"]:
                    self.refusals.update(f"{r['strategy']}: {kind(r['reason'])}"
                                         for r in array["refused"])


def first_error(run):
    for line in (run.output + run.errors).splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1]
    return "no message"


def report_of(run):
    try:
        return json.loads(run.output)
    except json.JSONDecodeError:
        return {"files": []}


class Rewriter:
    """Works in a copy of the corpus, so that files find what they include."""

    def __init__(self, bankfix, arguments, compilers, root, scratch, limit):
        self.bankfix, self.arguments, self.compilers = bankfix, arguments, compilers
        self.root, self.limit = root, limit
        self.compiled = pathlib.Path(scratch) / "compiled"
        self.copy = pathlib.Path(scratch) / "copy"
        shutil.copytree(root, self.copy, ignore=shutil.ignore_patterns(".git"),
                        ignore_dangling_symlinks=True)

    def copied(self, path):
        return self.copy / path.relative_to(self.root)

    def in_copy(self, source):
        """The same source in the copy."""
        prefix = f"-I{self.root}"
        flags = [f"-I{self.copy}{flag[len(prefix):]}" if flag.startswith(prefix) else flag
                 for flag in source.flags]
        return dataclasses.replace(source, path=self.copied(source.path), flags=tuple(flags),
                                   hosts=tuple(self.copied(host) for host in source.hosts))

    def run(self, source, *options):
        command = [self.bankfix, *options, "--quiet", *self.arguments, *source.flags,
                   source.path, *source.hosts]
        return processes.run(command, self.limit)

    def compiles(self, source):
        """Whether a compiler takes it; None if there is no compiler."""
        command = self.compilers.command(source, source.path, self.compiled)
        if command is None:
            return None
        return processes.run(command, COMPILE_LIMIT).status == 0

    def check(self, original, outcome):
        """Rewrites one file, and adds to the outcome what is wrong with it."""
        outcome.files += 1
        source = self.in_copy(original)
        before = source.path.read_bytes()
        hosts = [host.read_bytes() for host in source.hosts]
        first = self.run(source, "-i", "--format=json")
        if first.hung or first.crashed:
            outcome.wrong.append(f"{source.name}: exit status {first.status}")
        elif first.status != 0:
            outcome.errors[kind(first_error(first))] += 1
            outcome.failed.append(source.name)
        else:
            report = report_of(first)
            outcome.before.add(report)
            outcome.add_arrays(report)
            if source.path.read_bytes() != before:
                outcome.changed += 1
                report = self.check_again(source, outcome)
                self.compare(original, source, outcome)
            outcome.after.add(report)
        for path, text in zip((source.path, *source.hosts), (before, *hosts)):
            path.write_bytes(text)

    def check_again(self, source, outcome):
        """A rewritten file: its second run has nothing to do. Returns the report on it."""
        again = self.run(source, "--diff")
        if again.status == 1:
            outcome.wrong.append(f"{source.name}: a second run changes the rewritten file")
        counted = self.run(source, "check", "--format=json")
        if again.status not in (0, 1) or counted.status not in (0, 1):
            outcome.wrong.append(f"{source.name}: the rewritten file does not parse")
        return report_of(counted)

    def compare(self, original, fixed, outcome):
        before = self.compiles(original)
        if before is None:
            outcome.unchecked += 1
        elif before != self.compiles(fixed):
            has, no = ("compiles", "does not") if before else ("does not compile", "does")
            outcome.wrong.append(f"{original.name}: the original {has}, the rewritten file {no}")
        elif before:
            outcome.compiled += 1
        else:
            outcome.uncompiled += 1


def less(before, after):
    gone = f" ({100 * (before - after) / before:.0f} % gone)" if before else ""
    return f"{before} -> {after}{gone}"


def report(outcome, tally, most):
    rows = [("files rewritten", outcome.files - len(outcome.failed)),
            ("of them changed", outcome.changed),
            ("changed, compile as before", outcome.compiled),
            ("changed, compile neither before nor after", outcome.uncompiled),
            ("changed, no compiler to try", outcome.unchecked),
            ("wrong", len(outcome.wrong)),
            ("arrays fixed, of those with excess", share(outcome.fixed, outcome.arrays)),
            ("excess wavefronts of `exact` accesses",
             less(outcome.before.exact, outcome.after.exact)),
            ("excess wavefronts of all", less(outcome.before.all, outcome.after.all))]
    yield from table(rows, ("rewriting", ""))
    if outcome.refusals != tally.refusals:
        yield from table(top(outcome.refusals, most), ("fixes refused with what the proof refuses", "arrays"))
    if outcome.errors:
        yield from table(top(outcome.errors, most), ("files not rewritten", "files"))
    for line in outcome.wrong:
        yield f"- wrong: {line}"
