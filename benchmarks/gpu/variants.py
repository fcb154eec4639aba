"""The layouts that programs are timed with, and the list of programs."""

import dataclasses
import os
import pathlib
import shlex

# How each variant is made. Where two leave the same text, the first one counts.
VARIANTS = {
    "fixed": ("--objective=wavefronts",),
    "time": ("--objective=time",),
    "pad": ("--objective=wavefronts", "--strategy=pad-row,pad-struct,pad-stride,swap-dims"),
    "macro": ("--objective=wavefronts", "--strategy=index-macro"),
    "swz": ("--objective=wavefronts", "--strategy=swizzle"),
}


@dataclasses.dataclass
class Program:
    name: str
    folder: pathlib.Path  # Which holds all its sources.
    sources: list  # Relative to it.
    included: list  # What sources include, and bankfix may change, too.
    flags: list  # Paths in them are relative to the folder.
    runs: list  # The arguments of each run.


def split(words):
    """The words in front of, between and behind each "--"."""
    parts = [[]]
    for word in words:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def read(path):
    """The programs of a list: NAME SOURCE.. [-- FLAG.. [-- ARGUMENT..]..], a line each;
    sources are relative to the list, and have a + in front if others include them."""
    found = []
    for line in path.read_text().splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        (name, *named), *rest = split(words)
        flags, runs = (rest[0], rest[1:]) if rest else ([], [])
        paths = {word: (path.parent / word.removeprefix("+")).resolve() for word in named}
        folder = pathlib.Path(os.path.commonpath([each.parent for each in paths.values()]))
        sources, included = [], []
        for word, each in paths.items():
            (included if word.startswith("+") else sources).append(each.relative_to(folder))
        found.append(Program(name, folder, sources, included, flags, runs or [[]]))
    return found
