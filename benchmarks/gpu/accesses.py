"""Compares what a GPU counted with what bankfix says, access by access."""

import collections
import dataclasses

import nsight


@dataclasses.dataclass
class Comparison:
    file: str
    kernel: str
    line: int
    operation: str
    bytes: int
    form: str  # source, merged, or why it cannot be compared
    instructions: str  # opcodes, each once
    blocks: int
    measured: int = None  # wavefronts of the launch
    measured_ideal: int = None
    static: int = None  # wavefronts of a block that check gives
    static_ideal: int = None
    certainty: str = ""
    traced: int = None  # wavefronts of a block that verify counted
    agrees: bool = None


def grouped(instructions):
    """{(kernel, line, operation): instructions}"""
    found = collections.defaultdict(list)
    for i in instructions:
        found[nsight.kernel_name(i.function), i.line, i.operation].append(i)
    return found


def accesses_by_line(kernels):
    found = collections.defaultdict(list)
    for kernel in kernels:
        for access in kernel["accesses"]:
            if access.get("file") == kernel.get("file"):  # in the kernel's own file
                found[kernel["name"], access["line"], access["op"]].append(access)
    return found


def form(accesses, instructions, blocks):
    """As which accesses the compiler issued a line: as the source's, or merged."""
    if any(a["certainty"] == "unknown" for a in accesses):
        return "bankfix gives no counts"
    if any(a.get("per_iteration") for a in accesses):
        return "counted for one iteration"
    executed = sum(i.executed for i in instructions)
    widths = {i.bytes for i in instructions}
    if widths == {a["bytes"] for a in accesses} and \
            executed == blocks * sum(a["requests"] for a in accesses):
        return "source"
    if all(a.get("merged") for a in accesses) and \
            widths == {a["merged"]["bytes"] for a in accesses}:
        return "merged"
    return f"issued as {executed} of {'/'.join(map(str, sorted(widths)))} bytes"


def total(accesses, which, name):
    return sum((a["merged"] if which == "merged" else a)[name] for a in accesses)


def compare(file, instructions, grids, checked, traced):
    """Yields a Comparison for each line and operation that has both."""
    ran = accesses_by_line(traced)
    found = grouped(instructions)
    for key, accesses in accesses_by_line(checked).items():
        if key not in found:
            continue
        group, (kernel, line, operation) = found[key], key
        blocks = grids.get(kernel, 1)
        which = form(accesses, group, blocks)
        result = Comparison(file, kernel, line, operation, max(a["bytes"] for a in accesses),
                            which, " ".join(sorted({nsight.opcode(i.text) for i in group})), blocks,
                            sum(i.wavefronts for i in group), sum(i.ideal for i in group))
        if which in ("source", "merged"):
            result.certainty = "/".join(sorted({a["certainty"] for a in accesses}))
            result.static = total(accesses, which, "wavefronts")
            result.static_ideal = total(accesses, which, "ideal")
            result.agrees = result.measured == blocks * result.static
            if which == "source" and key in ran:
                result.traced = sum(a["wavefronts"] for a in ran[key])
                result.agrees = result.agrees and result.measured == blocks * result.traced
        yield result
