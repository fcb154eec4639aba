#!/usr/bin/env python3
"""No function, parameter list or class is more than a reader takes in.

The limits are twice what the code that this project is modelled on has. What is
beyond them has a name in EXCEPTIONS, with its size: that list may only shrink.
`sizes.py ROOT --report` prints the largest of each kind. Sources are read as
clang-format leaves them: what a line opens ends at the same indentation.
"""

import re
import sys

import sources

LIMITS = {"lines": 60, "parameters": 7, "members": 20}

# What is beyond a limit, and by how much it may be.
EXCEPTIONS = {
    "include/bankfix/Settings/Options.h: RunOptions, members": 26,
    "lib/Analysis/LaneValue.h: Symbol, members": 24,
    "lib/Analysis/WaveRunner.h: WaveRunner, members": 25,
    "lib/Driver/Fix.cpp: bankfix::fix, parameters": 8,
    "lib/Driver/RunKernels.cpp: bankfix::runKernels, parameters": 9,
    "lib/Emulate/Hooks.cpp: groupCopy, parameters": 8,
    "lib/Emulate/Machine.cpp: Machine::primitive, parameters": 8,
    "lib/Emulate/Machine.h: Machine, members": 37,
    "lib/Emulate/Runtime/HostApiLaunch.cpp: __cudaRegisterFunction, parameters": 10,
    "lib/Emulate/Runtime/HostApiLaunch.cpp: __cudaRegisterVar, parameters": 8,
    "lib/Emulate/Runtime/HostApiMemory.cpp: copy, parameters": 11,
    "lib/Emulate/Runtime/HostApiMemory.cpp: cudaMemcpy2DAsync, parameters": 8,
    "lib/Emulate/Runtime/HostApiMemory.cpp: fill, parameters": 8,
    "lib/Frontend/Codegen/Codegen.cpp: InclusionDirective, parameters": 11,
    "lib/Frontend/Read/PrecompiledHeaders.cpp: InclusionDirective, parameters": 11,
    "lib/Frontend/Read/Preprocessing.cpp: PreprocessorRecorder::InclusionDirective, parameters": 11,
}

CONTROL = re.compile(r"\s*(if|for|while|switch|do|else|return|case|default|try|catch|namespace|"
                     r"enum|union|extern|#|//|\}|\{)\b|\s*[}{#/]")
CLASS = re.compile(r"^(\s*)(?:template <.*> )?(?:struct|class) (?:\w+\s+)*?(\w+)(?: final)?"
                   r"(?: : .*)? \{$")
SKIPPED = re.compile(r"(public|private|protected):|(using|friend|typedef|static|template|enum|"
                     r"struct|class|union|#|//|})\b|#|//")


def split_at_commas(text):
    """The parts of a list; brackets of all kinds keep theirs together."""
    depth, parts = 0, [""]
    for before, c in zip(" " + text, text):
        depth += (c in "([{<") - (c in ")]}" or (c == ">" and before != "-"))
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part for part in parts if part.strip()]


def parameters(signature):
    """The text between the brackets behind the function's name."""
    start = re.search(r"(?:[\w>~]|operator\S+)\(", signature)
    if not start:
        return []
    begin, depth = start.end(), 1
    for end in range(begin, len(signature)):
        depth += (signature[end] == "(") - (signature[end] == ")")
        if depth == 0:
            return split_at_commas(signature[begin:end])
    return []


def indent_of(line):
    return len(line) - len(line.lstrip())


def end_of(lines, opening, indent):
    """The line that closes what line `opening` opens."""
    closing = re.compile(" " * indent + r"\}[;,)]*( //.*)?$")
    return next((i for i in range(opening + 1, len(lines)) if closing.match(lines[i])), opening)


def functions(lines):
    """Yields (name, lines, parameters) of each definition at file or class level."""
    for i, line in enumerate(lines):
        if not line.endswith("{") or CONTROL.match(line) or CLASS.match(line):
            continue
        first = i
        while first > 0 and lines[first - 1].strip() and not re.search(
                r"[;{}:]$|^\s*(//|#)", lines[first - 1]):
            first -= 1
        signature = " ".join(text.strip() for text in lines[first:i + 1])
        name = re.search(r"([\w:~]+|operator\S+)\(", signature)
        is_value = re.search(r"= ?(\[|\{)|\[[&=\w, ]*\](\(| \{)| = ", signature.split("(")[0])
        if (not name or is_value or CONTROL.match(signature) or "[&" in signature
                or signature.count("(") != signature.count(")")):
            continue
        indent = indent_of(lines[first])
        if indent and not any(CLASS.match(above) and indent_of(above) < indent
                              for above in lines[:first]):
            continue
        yield name.group(1), end_of(lines, i, indent) - first + 1, len(parameters(signature))


def members(lines):
    """Yields (name, data members) of each class."""
    for i, line in enumerate(lines):
        opening = CLASS.match(line)
        if not opening:
            continue
        inner = len(opening.group(1)) + 2
        count, statement = 0, ""
        for text in lines[i + 1:end_of(lines, i, inner - 2)]:
            indent = indent_of(text)
            text = re.sub(r"\s*//.*", "", text).strip()
            if not text or (indent <= inner and not statement and SKIPPED.match(text)):
                continue
            if indent > inner and not statement:
                continue  # In a function, or a class of its own.
            if text == "};":
                continue  # The end of such a class.
            statement += " " + text
            if text.endswith(("{", "}")):
                statement = ""
            elif text.endswith(";"):
                plain = re.sub(r"<[^;]*>", "", statement)
                if "(" not in plain.split("=")[0]:
                    count += len(split_at_commas(plain))
                statement = ""
        yield opening.group(2), count


def measures(root):
    """Yields (kind, size, place) of everything."""
    for path in sources.files(root, "lib", "include", "tools", suffixes={".cpp", ".h"}):
        name = str(path.relative_to(root))
        if "/Headers/" in name:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for function, length, width in functions(lines):
            yield "lines", length, f"{name}: {function}"
            yield "parameters", width, f"{name}: {function}"
        for record, count in members(lines):
            yield "members", count, f"{name}: {record}"


def check(root):
    beyond = set()
    for kind, size, place in measures(root):
        key = f"{place}, {kind}"
        most = EXCEPTIONS.get(key, LIMITS[kind])
        if size > LIMITS[kind]:
            beyond.add(key)
        if size > most:
            yield f"{place}: {size} {kind}, of at most {most}"
        elif LIMITS[kind] < size < most:
            yield f"{place}: {size} {kind} are fewer than its exception says; lower that"
    for key in sorted(set(EXCEPTIONS) - beyond):
        yield f"{key}: is no exception any more; take it out of sizes.py"


def report(root, most=12):
    for kind in LIMITS:
        largest = sorted((m for m in measures(root) if m[0] == kind), key=lambda m: -m[1])
        print(f"most {kind}:")
        for _, size, place in largest[:most]:
            print(f"{size:5} {place}")


if __name__ == "__main__":
    if "--report" in sys.argv:
        report(sources.pathlib.Path(sys.argv[1]).resolve())
    else:
        sources.run(check)
