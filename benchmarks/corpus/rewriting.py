"""Rewrites a corpus into a scratch folder, and checks what came out."""

import collections
import dataclasses
import pathlib
import shutil

import processes
from tally import kind
from tables import table, top

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

    def rewrite(self, original, outcome):
        """Rewrites one file of the copy."""
        outcome.files += 1
        source = self.in_copy(original)
        run = self.run(source, "-i")
        if run.hung or run.crashed:
            outcome.wrong.append(f"{source.name}: exit status {run.status}")
        elif run.status != 0:
            outcome.errors[kind(first_error(run))] += 1
            outcome.failed.append(source.name)

    def check(self, original, outcome):
        """Once all files are rewritten: adds to the outcome what is wrong with this."""
        source = self.in_copy(original)
        if source.path.read_bytes() == original.path.read_bytes():
            return
        outcome.changed += 1
        again = self.run(source, "--diff")
        if again.status == 1:
            outcome.wrong.append(f"{source.name}: a second run changes the rewritten file")
        elif again.status != 0:
            outcome.wrong.append(f"{source.name}: the rewritten file does not parse")
        self.compare(original, source, outcome)

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


def report(outcome, before, after, most):
    """`before` and `after` count the corpus and its rewritten copy."""
    rows = [("files rewritten", outcome.files - len(outcome.failed)),
            ("of them changed", outcome.changed),
            ("changed, compile as before", outcome.compiled),
            ("changed, compile neither before nor after", outcome.uncompiled),
            ("changed, no compiler to try", outcome.unchecked),
            ("wrong", len(outcome.wrong)),
            ("arrays with excess wavefronts", f"{before.conflicting} -> {after.conflicting}"),
            ("excess wavefronts of `exact` accesses",
             less(before.exact_excess, after.exact_excess)),
            ("excess wavefronts of all", less(before.excess, after.excess))]
    yield from table(rows, ("rewriting", ""))
    if outcome.errors:
        yield from table(top(outcome.errors, most), ("files not rewritten", "files"))
    for line in outcome.wrong:
        yield f"- wrong: {line}"
