"""Runs the kernels of a file in each of its builds, before and after a rewrite."""

import re

from compare import Disagreement

ERROR = re.compile(r"^.*?: (?:fatal )?error: (.*)$", re.MULTILINE)
PARAMETER = 11


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


class EveryBuild:
    """One: the first disagreement is enough."""

    def __init__(self, runner, tally, one=False):
        self.runner, self.tally, self.one = runner, tally, one

    def disagreements(self, batch, original, fixed):
        """Yields those of a file and of its fixed version, which may be the same."""
        if original.read_bytes() == fixed.read_bytes():
            self.tally["files left as they are"] += 1
            return
        for flags in of_file(batch):
            found = list(self.build(batch, original, fixed, flags))
            yield from found
            if found and self.one:
                return

    def build(self, batch, original, fixed, flags):
        failure, before = self.runner.results(original, flags, PARAMETER)
        if failure:
            yield from self.failed("generator", batch, f"before the rewrite: "
                                   f"{first_error(failure)}", flags)
            return
        failure, after = self.runner.results(fixed, flags, PARAMETER)
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
