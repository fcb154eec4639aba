"""What the analysis costs over Clang's own parse of the same file."""

import pathlib
import statistics

import processes
from tables import table

LIMIT = 60  # seconds


def clang_command(clang, source, toolkit):
    """Clang's parse of what bankfix parses: its flags are lib/Frontend/Invocation's."""
    if source.is_opencl:
        language = ["-x", "cl", "-cl-std=CL2.0", "-target", "spir64", "-Xclang",
                    "-cl-ext=+all", "-Xclang", "-fdeclare-opencl-builtins"]
    else:
        language = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80",
                    "-nocudalib", "-Wno-unknown-cuda-version", "-fgpu-rdc", "-Xclang",
                    "-target-sdk-version=12.8", f"--cuda-path={toolkit}", "-idirafter",
                    f"{toolkit}/include/cccl"]
    return [clang, "-fsyntax-only", "-w", *language, *source.flags, source.path]


def ratio(ours, clangs, pairs):
    """The median of the pairs' ratios, the order swapped from pair to pair."""
    ratios, times = [], []
    for pair in range(pairs):
        if pair % 2:
            base = processes.run(clangs, LIMIT)
            mine = processes.run(ours, LIMIT)
        else:
            mine = processes.run(ours, LIMIT)
            base = processes.run(clangs, LIMIT)
        if base.status != 0 or mine.status not in (0, 1):
            return None
        ratios.append(mine.seconds / base.seconds)
        times.append((mine.seconds, base.seconds))
    return statistics.median(ratios), *(statistics.median(t) for t in zip(*times))


def report(sources, bankfix, arguments, clang, toolkit, pairs):
    if not (pathlib.Path(toolkit) / "include/cuda_runtime.h").is_file():
        yield (f"No CUDA toolkit in {toolkit}: the overhead was not measured, as Clang "
               "needs its headers.")
        return
    sdk = ["--cuda-headers=sdk", f"--cuda-path={toolkit}"]
    found, left_out = [], 0
    for source in sources:
        ours = [bankfix, "check", "--quiet", *arguments, *sdk, *source.flags, source.path]
        measured = ratio(ours, clang_command(clang, source, toolkit), pairs)
        if measured:
            found.append((*measured, source.name))
        else:
            left_out += 1
    if not found:
        yield "The overhead was not measured: no file parses with the toolkit's headers."
        return
    ratios = [entry[0] for entry in found]
    most = max(found)
    rows = [("files that both parse with the toolkit's headers", len(found)),
            ("files left out", left_out),
            ("median of bankfix's time / Clang's", f"{statistics.median(ratios):.2f}"),
            ("largest", f"{most[0]:.2f} ({most[1]:.2f} s / {most[2]:.2f} s, {most[3]})"),
            ("all files together", f"{sum(e[1] for e in found) / sum(e[2] for e in found):.2f}")]
    yield from table(rows, (f"check, next to clang -fsyntax-only ({pairs} pairs each)", ""))
