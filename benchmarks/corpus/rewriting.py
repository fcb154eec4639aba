"""Rewrites a corpus into a scratch folder, and checks what came out."""

import collections
import dataclasses
import pathlib

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
class Outcome:
    files: int = 0
    failed: list = dataclasses.field(default_factory=list)
    changed: int = 0
    compiled: int = 0
    uncompiled: int = 0  # the original does not compile either
    unchecked: int = 0  # no compiler for it
    wrong: list = dataclasses.field(default_factory=list)
    errors: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def first_error(run):
    for line in (run.output + run.errors).splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1]
    return "no message"


class Rewriter:
    def __init__(self, bankfix, arguments, compilers, scratch, limit):
        self.bankfix, self.arguments = bankfix, arguments
        self.compilers, self.scratch, self.limit = compilers, pathlib.Path(scratch), limit

    def rewrite(self, source, path, output):
        command = [self.bankfix, "--quiet", "-o", output, *self.arguments, *source.flags, path]
        return processes.run(command, self.limit)

    def compiles(self, source, path):
        """Whether a compiler takes it; None if there is no compiler."""
        command = self.compilers.command(source, path, self.scratch / "compiled")
        if command is None:
            return None
        return processes.run(command, COMPILE_LIMIT).status == 0

    def check(self, source, outcome):
        """Rewrites one file, and adds to the outcome what is wrong with it."""
        outcome.files += 1
        fixed = self.scratch / ("fixed" + source.path.suffix)
        again = self.scratch / ("again" + source.path.suffix)
        for file in (fixed, again):
            file.unlink(missing_ok=True)
        first = self.rewrite(source, source.path, fixed)
        if first.hung or first.crashed:
            outcome.wrong.append(f"{source.name}: exit status {first.status}")
            return
        if first.status != 0:
            outcome.errors[kind(first_error(first))] += 1
            outcome.failed.append(source.name)
            return
        if fixed.read_bytes() == source.path.read_bytes():
            return
        outcome.changed += 1
        second = self.rewrite(source, fixed, again)
        if second.status != 0:
            outcome.wrong.append(f"{source.name}: the rewritten file does not parse")
        elif again.read_bytes() != fixed.read_bytes():
            outcome.wrong.append(f"{source.name}: a second run changes the rewritten file")
        self.compare(source, fixed, outcome)

    def compare(self, source, fixed, outcome):
        before = self.compiles(source, source.path)
        if before is None:
            outcome.unchecked += 1
        elif before != self.compiles(source, fixed):
            has, no = ("compiles", "does not") if before else ("does not compile", "does")
            outcome.wrong.append(f"{source.name}: the original {has}, the rewritten file {no}")
        elif before:
            outcome.compiled += 1
        else:
            outcome.uncompiled += 1


def report(outcome, tally, most):
    rows = [("files rewritten", outcome.files - len(outcome.failed)),
            ("of them changed", outcome.changed),
            ("changed, compile as before", outcome.compiled),
            ("changed, compile neither before nor after", outcome.uncompiled),
            ("changed, no compiler to try", outcome.unchecked),
            ("wrong", len(outcome.wrong)),
            ("arrays fixed, of those with excess", share(tally.fixed, tally.conflicting)),
            ("excess wavefronts", f"{tally.excess_before} -> {tally.excess_after}")]
    yield from table(rows, ("rewriting", ""))
    if outcome.errors:
        yield from table(top(outcome.errors, most), ("files not rewritten", "files"))
    for line in outcome.wrong:
        yield f"- wrong: {line}"
