"""Reads what Nsight Compute prints: `--page source --csv --print-source cuda,sass`
and `--page raw --csv`.

The source page has a part for each file that a kernel's code comes from:

    "File Path","kernels.cu"
    "Function Name","stride2(float *)"
    "Line No","Source","Address","Source",...,"L1 Wavefronts Shared",...
    "12","  out[t] = s[2 * t];","-","-",...     the line, with the sum of its instructions
    "","","0x7f..","  @P0 LDS R5, [R0] ",...    each of its instructions

Of two columns "Source" the second is the instruction; earlier versions have one. An
instruction that comes from a line by two ways is there twice.

Numbers may hold thousands separators; "-" stands for none. The counters are
per launch: for all blocks of the grid together.
"""

import csv
import dataclasses
import re

WAVEFRONTS = "L1 Wavefronts Shared"
IDEAL = "L1 Wavefronts Shared Ideal"
EXECUTED = "Instructions Executed"

# Of the opcodes that access shared memory: operation, and bytes a lane by suffix.
OPCODES = {"LDS": "load", "STS": "store", "ATOMS": "atomic", "LDSM": "matrix",
           "LDGSTS": "async"}
SUFFIX_BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
INSTRUCTION = re.compile(r"^(?:@!?U?P\d+\s+)?(LDSM|LDS|STS|ATOMS|LDGSTS)((?:\.\w+)*)\b")


@dataclasses.dataclass
class Instruction:
    file: str
    function: str
    line: int
    text: str
    operation: str
    bytes: int
    executed: int  # by waves
    wavefronts: int
    ideal: int


def number(text):
    text = text.replace(",", "").strip()
    try:
        return int(float(text))
    except ValueError:
        return 0


def decoded(text):
    """(operation, bytes a lane) of an instruction, or None if it is another one."""
    found = INSTRUCTION.match(text.strip())
    if not found:
        return None
    size = 4
    for suffix in found[2].split("."):
        size = SUFFIX_BYTES.get(suffix, size)
    return OPCODES[found[1]], size


def columns(header):
    """Positions by title; of titles that occur twice, the first. "Instruction" is
    the last column "Source"."""
    found = {}
    for at, title in enumerate(header):
        found.setdefault(title.strip(), at)
        if title.strip() == "Source":
            found["Instruction"] = at
    return found


def opcode(text):
    """"LDS.64", of "@!P1 LDS.64 R4, [R2]"."""
    words = text.split()
    return words[1] if words[0].startswith("@") else words[0]


def instructions(lines):
    """Yields the shared-memory instructions of a source page, each once."""
    file = function = line = None
    at, seen = {}, set()
    for row in csv.reader(lines):
        if len(row) >= 2 and row[0] in ("File Path", "File Name"):
            file, line = row[1], None
        elif len(row) >= 2 and row[0] in ("Function Name", "Kernel Name"):
            function, line = row[1], None
        elif "Source" in row and "Line No" in row:
            at = columns(row)
            missing = [t for t in ("Line No", EXECUTED, WAVEFRONTS, IDEAL) if t not in at]
            if missing:
                raise ValueError(f"the source page has no column '{missing[0]}'")
        elif at and len(row) > max(at[t] for t in ("Instruction", EXECUTED, WAVEFRONTS, IDEAL)):
            if row[at["Line No"]].strip():
                line = number(row[at["Line No"]])
                continue
            kind = decoded(row[at["Instruction"]])
            place = function, row[at["Address"]] if "Address" in at else len(seen)
            if kind and line and place not in seen:
                seen.add(place)
                yield Instruction(file, function, line, row[at["Instruction"]].strip(), *kind,
                                  number(row[at[EXECUTED]]), number(row[at[WAVEFRONTS]]),
                                  number(row[at[IDEAL]]))


def kernel_name(function):
    """transpose, of 'void transpose<(int)32>(float *, const float *, int)'."""
    plain, depth = "", 0
    for letter in function:
        depth += letter == "<"
        if not depth and letter == "(":
            break
        plain += letter if not depth else ""
        depth -= letter == ">"
    return plain.split()[-1].split("::")[-1]


def grid_sizes(lines):
    """{kernel: blocks of its grid} of a raw page with the metric launch__grid_size."""
    rows = [row for row in csv.reader(lines) if row]
    start = next((at for at, row in enumerate(rows) if "launch__grid_size" in row), None)
    if start is None:
        raise ValueError("the raw page has no column 'launch__grid_size'")
    at = columns(rows[start])
    # The row below the titles holds units.
    return {kernel_name(row[at["Kernel Name"]]): number(row[at["launch__grid_size"]])
            for row in rows[start + 2:] if len(row) > at["launch__grid_size"]}
