#!/usr/bin/env python3
"""What bankfix counts next to what a GPU's own counters say: each `exact` count,
and each `merged` one, of the kernels in FOLDER.

An instruction of a warp without an active lane may be issued all the same, and
then takes a wavefront where bankfix counts none. So a GPU that has a request for
each warp may have as many wavefronts more as it has requests more.
"""

import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

# Of `op` in the report, the GPU's columns.
COLUMNS = {"load": "load", "store": "store", "atomic": "atomic", "matrix": "load"}
PHASES = {4: 1, 8: 2, 16: 4}
WARP = 32


def checked(bankfix, source, target):
    """The kernels of the report, and the warps of each one's launch."""
    run = subprocess.run([bankfix, "check", "--format=json", f"--target={target}",
                          "--fail-on=never", source], capture_output=True, text=True, check=True)
    kernels = json.loads(run.stdout)["files"][0]["kernels"]
    threads = {}
    for name, sizes in re.findall(r"(\w+)<<<1, dim3\(([\d, ]+)\)>>>", source.read_text()):
        threads[name] = 1
        for size in sizes.split(","):
            threads[name] *= int(size)
    return kernels, {name: -(-n // WARP) for name, n in threads.items()}


def merged_wavefronts(access):
    """This access's part of what its neighbours and it become."""
    merged = access.get("merged")
    if not merged:
        return access["wavefronts"]
    elements = merged["ideal"] / PHASES[merged["bytes"]] * merged["bytes"] / access["bytes"]
    return merged["wavefronts"] / max(1, elements / access["requests"])


def as_four_words(accesses, warps):
    """Wavefronts of elements of three words, which compilers read as four where
    they lie 16 bytes apart or a multiple of that; None for other accesses."""
    stride = re.search(r"\[t\*(\d+)", accesses[0]["index"])
    if len(accesses) != 1 or accesses[0]["requests"] != 3 * warps or not stride:
        return None
    step = 12 * int(stride[1])
    if step % 16:
        return None
    banks = collections.Counter(lane * step // 4 % 32 for lane in range(8))
    return max(banks.values()) * PHASES[16] * warps


class Comparison:
    def __init__(self):
        self.compared = collections.Counter()
        self.wrong = []

    def kernel(self, kernel, chip, warps):
        by_op = collections.defaultdict(list)
        for access in kernel["accesses"]:
            by_op[access["op"]].append(access)
        for op, accesses in by_op.items():
            if op in COLUMNS and all("wavefronts" in a for a in accesses):
                self.accesses(kernel["name"], op, accesses, chip, warps)

    def accesses(self, name, op, accesses, chip, warps):
        counted = chip[f"{COLUMNS[op]}_wavefronts"]
        requests = chip["ldmatrix_requests" if op == "matrix" else f"{COLUMNS[op]}_requests"]
        own = sum(a["wavefronts"] for a in accesses)
        if all(a["certainty"] == "exact" for a in accesses):
            idle = requests - sum(a["requests"] for a in accesses)
            # Loops of atomic functions have as many requests as rounds.
            explained = idle if op != "atomic" and idle > 0 and requests == warps else 0
            self.judge("exact", name, op, counted, {own, own + explained})
        elif any("merged" in a for a in accesses):
            # A compiler may merge them, and may not.
            may_be = {own, sum(merged_wavefronts(a) for a in accesses)}
            self.judge("merged", name, op, counted, may_be | {as_four_words(accesses, warps)})
        elif counted > own:
            self.wrong.append(f"{name}: {op}: {own} wavefronts at most, the GPU had {counted}")

    def judge(self, kind, name, op, counted, expected):
        self.compared[kind] += 1
        if counted not in expected:
            self.wrong.append(f"{name}: {op}: {kind}: {expected} wavefronts, the GPU had {counted}")


def check_copies(kernels, counted, comparison):
    """Copies of 4 bytes have no column, and are in the sum of all wavefronts with
    what else such a kernel has: the same in each. Those of 16 bytes pass by the
    counters."""
    rest = {counted[k["name"]]["all_wavefronts"] - sum(a["wavefronts"] for a in k["accesses"])
            for k in kernels
            if any(a["op"] == "async" and a["bytes"] == 4 for a in k["accesses"])}
    comparison.compared["copies"] += 1
    if len(rest) > 1:
        comparison.wrong.append(f"copies: beside them {rest} wavefronts")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bankfix", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    comparison = Comparison()
    for table in sorted(options.folder.glob("*.csv")):
        with table.open() as file:
            counted = {row.pop("kernel"): {k: int(v) for k, v in row.items()}
                       for row in csv.DictReader(file)}
        kernels, warps = checked(options.bankfix, table.with_suffix(".cu"), options.target)
        if {k["name"] for k in kernels} != set(counted):
            comparison.wrong.append(f"{table.name}: not the kernels of the source")
        for kernel in kernels:
            comparison.kernel(kernel, counted[kernel["name"]], warps[kernel["name"]])
        check_copies(kernels, counted, comparison)
    print(", ".join(f"{n} {kind}" for kind, n in comparison.compared.items()), "counts compared")
    print("\n".join(comparison.wrong))
    return 1 if comparison.wrong or not comparison.compared["merged"] else 0


if __name__ == "__main__":
    sys.exit(main())
