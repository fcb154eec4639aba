"""Runs the kernels of a file in each of its builds, before and after a rewrite."""

import re

import recorded
from compare import Disagreement

ERROR = re.compile(r"^.*?: (?:fatal )?error: (.*)$", re.MULTILINE)
PARAMETER = 11
# A subscript that its dimension does not have ends the run.
IN_BOUNDS = ("-fsanitize=array-bounds", "-fsanitize-trap=array-bounds")


def of_file(batch):
    """The flags of each build of a file, by which its kernels are compiled together."""
    found = []
    for number in range(min(len(kernel.builds) for kernel in batch)):
        builds = [kernel.builds[number] for kernel in batch]
        arch = f"-D__CUDA_ARCH__={builds[0].arch}"
        device = () if batch[0].opencl else (arch,)
        found.append((*device, *(flag for build in builds for flag in build.flags())))
    return found


def stopped(errors):
    """Whether all that keeps a file from compiling is what bankfix asserts in it."""
    found = ERROR.findall(errors)
    return bool(found) and all("bankfix" in each.lower() for each in found)


def first_error(errors):
    return (ERROR.findall(errors) or errors.splitlines() or ["no message"])[0]


class Unclear(Exception):
    """One of several kernels keeps their file from being compiled."""


class EveryBuild:
    """One: the first disagreement is enough."""

    def __init__(self, runner, tally, one=False):
        self.runner, self.tally, self.one = runner, tally, one

    def disagreements(self, batch, original, fixed):
        """Yields those of a file and of its fixed version, which may be the same."""
        if original.read_bytes() == fixed.read_bytes():
            self.tally["files left as they are"] += 1
            return
        for number, flags in enumerate(of_file(batch)):
            found = list(self.build(batch, original, fixed, number, flags))
            yield from found
            if found and self.one:
                return

    def results(self, batch, path, number, flags):
        """(failure, results by kernel)."""
        if not batch[0].opencl:
            return self.runner.results(path, flags, PARAMETER)
        arguments = [("buffer", 0), ("buffer", 1), ("value", 8), ("value", PARAMETER)]
        launches = [recorded.Launch(kernel.name, kernel.shapes[number], (2, 1, 1), arguments)
                    for kernel in batch]
        try:
            asked = recorded.Recorded("", launches)
            return "", recorded.Machine(self.runner).results(path, asked, flags)
        except recorded.Failed as failed:
            return str(failed), {}

    def build(self, batch, original, fixed, number, flags):
        checked = (*flags, *IN_BOUNDS)
        failure, before = self.results(batch, original, number, checked)
        if failure:  # a[0][i] may mean any row.
            checked = flags
            failure, before = self.results(batch, original, number, checked)
        if failure and len(batch) > 1:
            raise Unclear
        if failure:
            yield from self.failed("generator", batch, f"before the rewrite: "
                                   f"{first_error(failure)}", flags)
            return
        failure, after = self.results(batch, fixed, number, checked)
        if failure and len(batch) > 1:
            raise Unclear
        if failure and stopped(failure):
            self.tally["builds stopped by an assertion"] += 1
            return
        if failure:
            yield from self.failed("build", batch, first_error(failure), flags)
            return
        self.tally["builds compared"] += 1
        for kernel in batch:
            if before[kernel.name] != after[kernel.name]:
                yield from self.failed("build", [kernel], "computes something else", flags)

    def failed(self, kind, batch, text, flags):
        yield Disagreement(kind, batch[0].name, f"{text}, with {' '.join(flags)}")
