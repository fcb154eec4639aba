"""Rewrites a corpus into a scratch folder, and checks what came out."""

import collections
import dataclasses
import pathlib
import re
import shutil

import processes
from sources import without_comments
from tally import kind
from tables import table, top

COMPILE_LIMIT = 120  # seconds
ARCHITECTURES = ("sm_75", "sm_90")
# A number that the file leaves to whoever builds it.
GUARDED = re.compile(r"^[ \t]*#[ \t]*if(?:ndef|[ \t]*![ \t]*defined)[ \t(]+(\w+)[ \t)]*\s*?\n"
                     r"\s*#[ \t]*define[ \t]+\1[ \t]+\(?(\d+)[uUlL]*\)?[ \t\r]*$", re.MULTILINE)
# What a compiler says of an assertion that bankfix wrote (Kernel/MacroPrefix.h).
ASSERTION = re.compile(r"\"bankfix: |'bankfix_requires_")


def settings(source):
    """One more definition each: the file's guarded macros with other values than their own."""
    text = without_comments(source.path.read_text(encoding="utf-8", errors="replace"))
    return [f"-D{name}={other}" for name, value in GUARDED.findall(text)
            for other in sorted({2 * int(value) or 1, int(value) // 2} - {int(value)})]


def units(source):
    """What is compiled of a file: of a header, the sources beside it that include it."""
    named = re.compile(rf'#[ \t]*include[ \t]+"{re.escape(source.path.name)}"')
    sources = [path for path in sorted(source.path.parent.glob("*.cu"))
               if named.search(path.read_text(encoding="utf-8", errors="replace"))]
    if source.path.suffix != ".cuh" or not sources:
        return [source]
    return [dataclasses.replace(source, path=path) for path in sources]


@dataclasses.dataclass
class Compilers:
    """What rewritten files are compiled with; None where there is none."""

    nvcc: str = None
    clang: str = None

    def configurations(self, source):
        """Options of each way to compile it; none where there is no compiler for it."""
        if source.is_opencl:
            return [[], *([one] for one in settings(source))] if self.clang else []
        if not self.nvcc or source.path.suffix == ".hip":
            return []
        return [*([f"-arch={name}"] for name in ARCHITECTURES),
                *([f"-arch={ARCHITECTURES[-1]}", one] for one in settings(source))]

    def run(self, source, options, output):
        if source.is_opencl:
            command = [self.clang, "-x", "cl", "-cl-std=CL2.0", "-target", "spir64", "-w",
                       "-Xclang", "-cl-ext=+all", "-Xclang", "-fdeclare-opencl-builtins",
                       "-S", "-emit-llvm"]
        else:
            command = [self.nvcc, "-x", "cu", "-ptx", "-w", "-rdc=true"]
        return processes.run([*command, "-o", output, *source.flags, *options, source.path],
                             COMPILE_LIMIT)


@dataclasses.dataclass
class Outcome:
    files: int = 0
    failed: list = dataclasses.field(default_factory=list)
    changed: int = 0
    uncompiled: int = 0  # the original does not compile in any configuration
    unchecked: int = 0  # no compiler for it
    before: int = 0  # configurations that compile
    after: int = 0
    asserted: list = dataclasses.field(default_factory=list)
    lost: list = dataclasses.field(default_factory=list)
    wrong: list = dataclasses.field(default_factory=list)
    errors: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def first_error(run):
    for line in (run.output + run.errors).splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1]
    return "no message"


def is_asserted(run):
    """Whether bankfix's own assertions are all that the compiler says."""
    errors = [line for line in (run.output + run.errors).splitlines() if "error: " in line]
    return bool(errors) and all(ASSERTION.search(line) for line in errors)


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
        self.compare(original, outcome)

    def compare(self, original, outcome):
        """Whatever compiles before has to compile after, unless an assertion says why not."""
        ways = [(unit, options) for options in self.compilers.configurations(original)
                for unit in units(original)]
        before = [way for way in ways if self.compilers.run(*way, self.compiled).status == 0]
        outcome.unchecked += not ways
        outcome.uncompiled += bool(ways) and not before
        outcome.before += len(before)
        for unit, options in before:
            run = self.compilers.run(self.in_copy(unit), options, self.compiled)
            name = " ".join([original.name, *options])
            if run.status == 0:
                outcome.after += 1
            elif is_asserted(run):
                outcome.asserted.append(name)
            else:
                outcome.lost.append(name)
                outcome.wrong.append(f"{name}: compiles no more: {first_error(run)}")


def less(before, after):
    gone = f" ({100 * (before - after) / before:.0f} % gone)" if before else ""
    return f"{before} -> {after}{gone}"


def report(outcome, before, after, most):
    """`before` and `after` count the corpus and its rewritten copy."""
    rows = [("files rewritten", outcome.files - len(outcome.failed)),
            ("of them changed", outcome.changed),
            ("changed, compile in no configuration before", outcome.uncompiled),
            ("changed, no compiler to try", outcome.unchecked),
            ("configurations compiled", f"{outcome.before} -> {outcome.after}"),
            ("of them stopped by an assertion of bankfix", len(outcome.asserted)),
            ("of them lost", len(outcome.lost)),
            ("wrong", len(outcome.wrong)),
            ("arrays with excess wavefronts", f"{before.conflicting} -> {after.conflicting}"),
            ("excess wavefronts of `exact` accesses",
             less(before.exact_excess, after.exact_excess)),
            ("excess wavefronts of all", less(before.excess, after.excess))]
    yield from table(rows, ("rewriting", ""))
    if outcome.errors:
        yield from table(top(outcome.errors, most), ("files not rewritten", "files"))
    for name in outcome.asserted:
        yield f"- stopped by an assertion: {name}"
    for line in outcome.wrong:
        yield f"- wrong: {line}"
