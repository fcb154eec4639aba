"""Runs OpenCL hosts and kernels on this machine's processor.

A host is compiled against an OpenCL that records what it is asked to do
(opencl/recorder.cpp); the kernels then run as it said: with its macros, in its
shapes, and with exactly as many bytes for each `__local` argument, behind which
nothing may be written.
"""

import collections
import dataclasses
import pathlib
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent / "opencl"


class Failed(Exception):
    """A host or a kernel that does not compile or run; says why."""


@dataclasses.dataclass
class Launch:
    kernel: str
    local: tuple
    groups: tuple
    arguments: list = dataclasses.field(default_factory=list)  # (kind, number)

    @property
    def bytes(self):
        """{index: bytes} of the `__local` arguments."""
        return {i: n for i, (kind, n) in enumerate(self.arguments) if kind == "local"}


@dataclasses.dataclass
class Recorded:
    options: str
    launches: list


def parsed(output):
    options, launches = "", []
    for line in output.splitlines():
        word, *rest = line.split(" ")
        if word == "build":
            options = " ".join(rest)
        elif word == "launch":
            kernel, count, *sizes = rest
            n = int(count)
            whole, local = ([*map(int, part), *[1] * (3 - n)] for part in (sizes[:n], sizes[n:]))
            launches.append(Launch(kernel, tuple(local),
                                   tuple(g // max(l, 1) for g, l in zip(whole, local))))
        elif word == "argument":
            launches[-1].arguments.append((rest[1], int(rest[2])))
    return Recorded(options, launches)


class Machine:
    """Compiles and runs; what both hosts and kernels need is made once."""

    def __init__(self, runner):
        self.runner = runner

    def run(self, command):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                              timeout=20 * self.runner.limit)
        if done.returncode:
            raise Failed((done.stderr or f"exits with {done.returncode}").strip())
        return done.stdout

    def object(self, name):
        """One of the folder's sources, compiled."""
        with self.runner.lock:
            made = self.runner.scratch / f"{name}.o"
            if not made.exists():
                self.run([self.runner.clang, "-std=c++17", "-O1", "-fno-pie", f"-I{HERE}", "-c",
                          HERE / f"{name}.cpp", "-o", made])
            return made

    def record(self, host):
        """What a host does."""
        c = self.runner.clang.replace("clang++", "clang")
        program, part = host.with_suffix(".host"), host.with_suffix(".o")
        compiler = self.runner.clang if host.suffix == ".cpp" else c
        self.run([compiler, "-w", "-fno-pie", f"-I{HERE}", "-c", host, "-o", part])
        self.run([self.runner.clang, "-no-pie", part, self.object("recorder"), "-o", program])
        return parsed(self.run([program]))

    def results(self, source, recorded, flags=()):
        """{kernel: result of its launches}: a hash, or what it broke."""
        c = self.runner.clang.replace("clang++", "clang")
        text = repr((source.read_text(), recorded, flags))
        stem = self.runner.scratch / f"{source.stem}-{zlib.crc32(text.encode()):08x}"
        kernels, main, program = (stem.with_suffix(s) for s in (".k.o", ".main.cpp", ".exe"))
        self.run([c, "-x", "cl", "-cl-std=CL1.2", "-O0", "-w", "-fno-pie",
                  "-target", "x86_64-linux-gnu", "-Xclang", "-finclude-default-header",
                  "-Xclang", "-fdeclare-opencl-builtins",  # A table instead of a long header.
                  *recorded.options.split(), *flags, "-c", source, "-o", kernels])
        main.write_text(main_text(recorded.launches))
        self.run([self.runner.clang, "-std=c++17", "-O0", "-w", "-no-pie", "-fno-pie",
                  f"-I{HERE.parent}", main, kernels, self.object("device"), self.object("run"),
                  self.runner.runtime(), "-o", program])
        found = collections.defaultdict(list)
        for line in self.run([program]).splitlines():
            _, kernel, result = line.split(" ", 2)
            found[kernel].append(result)
        return dict(found)


GIVEN = {"value": "{}", "buffer": "buffer({})", "local": "local({})"}


def launch_text(launch):
    made = " ".join(f"auto a{i} = {GIVEN[kind].format(n)};"
                    for i, (kind, n) in enumerate(launch.arguments))
    passed = ", ".join(f"a{i}" for i in range(len(launch.arguments)))
    shape = ", ".join(map(str, launch.local))
    return (f"  {{\n    begin();\n    {made}\n"
            f"    native_run({launch.groups[0]}, dim3({shape}), "
            f"[&] {{ {launch.kernel}({passed}); }});\n"
            f'    end("{launch.kernel}");\n  }}')


def main_text(launches):
    declared = {}
    for launch in launches:
        types = ", ".join("int" if kind == "value" else "void *" for kind, _ in launch.arguments)
        declared[launch.kernel] = f'extern "C" void {launch.kernel}({types});'
    return "\n".join(['#include "opencl/run.h"', *declared.values(), "int main() {",
                      *map(launch_text, launches), "}", ""])
