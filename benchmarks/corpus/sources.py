"""Which files of a corpus are looked at, and with which flags each is parsed."""

import dataclasses
import json
import os
import pathlib
import re
import shlex

SHARED = re.compile(r"\b(?:__shared__|__local|local)\b")
SUFFIXES = (".cu", ".cuh", ".hip", ".cl")
HOST_SUFFIXES = (".c", ".cc", ".cpp", ".cxx")
# Folders of a repository that its files include from.
HEADER_FOLDERS = ("include", "inc", "Common", "common", "common/inc", "util", "src")
KEPT = ("-I", "-D", "-U", "-isystem", "-std")


@dataclasses.dataclass(frozen=True)
class Source:
    path: pathlib.Path
    name: str  # as printed
    flags: tuple  # -I, -D, -isystem and -std, for bankfix and compilers alike
    hosts: tuple = ()  # of an OpenCL source: the programs that name it

    def place(self, entry):
        """FILE:LINE:COLUMN of something that is reported of this source."""
        path = entry.get("file", self.name)
        root = str(self.path).removesuffix(self.name)
        column = f":{entry['column']}" if "column" in entry else ""
        return f"{os.path.normpath(path).removeprefix(root)}:{entry['line']}{column}"

    @property
    def is_opencl(self):
        return self.path.suffix == ".cl"


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)


def mentions_shared(path):
    text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
    return bool(SHARED.search(text))


def header_flags(path, root):
    """-I for the file's own folder, and for usual folders beside or above it."""
    folders = [path.parent]
    above = path.parent
    while True:
        folders += [above / name for name in HEADER_FOLDERS if (above / name).is_dir()]
        if above == root or above == above.parent:
            break
        above = above.parent
    return tuple(f"-I{folder}" for folder in dict.fromkeys(folders))


def hosts_of(path, root):
    """The C and C++ sources that name an OpenCL source: those around it, or one folder up."""
    if path.suffix != ".cl":
        return ()
    for folder in (path.parent, path.parent.parent):
        if not folder.is_relative_to(root):
            break
        found = [host for host in sorted(folder.rglob("*")) if host.suffix in HOST_SUFFIXES
                 and host.is_file() and path.name in host.read_text(errors="replace")]
        if found:
            return tuple(found)
    return ()


def in_folder(root, extra):
    """The files under a folder that mention shared memory, by path."""
    root = root.resolve()
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file() and mentions_shared(path):
            yield Source(path, str(path.relative_to(root)),
                         extra + header_flags(path, root), hosts_of(path, root))


def kept_flags(words, folder):
    """Of a compiler's command line: what changes how a file is parsed."""
    flags, rest = [], iter(words[1:])
    for word in rest:
        kind = next((k for k in KEPT if word.startswith(k)), None)
        if not kind:
            continue
        value = word[len(kind):] or next(rest, "")
        if kind == "-std":
            flags.append(f"-std={value.lstrip('=')}")
        elif kind in ("-I", "-isystem"):
            flags.append(f"-I{folder / value.lstrip('=')}")
        else:
            flags.append(kind + value)
    return tuple(flags)


def in_database(build, extra):
    """The files of a compile_commands.json that mention shared memory."""
    entries = json.loads((build / "compile_commands.json").read_text())
    for entry in entries:
        folder = pathlib.Path(entry["directory"])
        path = (folder / entry["file"]).resolve()
        words = entry.get("arguments") or shlex.split(entry["command"])
        if path.suffix in SUFFIXES and path.is_file() and mentions_shared(path):
            yield Source(path, str(path), extra + kept_flags(words, folder))
