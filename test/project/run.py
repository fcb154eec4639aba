#!/usr/bin/env python3
"""Fixes a whole CMake project with one command, and holds it to what that says.

Where there are CMake and nvcc, they write the compile database, and nvcc
compiles every unit before and after; else the database is as CMake writes it,
and a line says so.
"""

import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def configure(root, nvcc):
    """Writes build/compile_commands.json."""
    build = root / "build"
    build.mkdir()
    cmake = shutil.which("cmake")
    if nvcc and cmake:
        done = subprocess.run([cmake, "-S", root, "-B", build], capture_output=True, text=True)
        if done.returncode == 0:
            return
        print("CMake's configure step failed:\n" + done.stderr)
    print("no nvcc and CMake that configure the project: the database is a written one")
    text = (root / "compile_commands.json.in").read_text()
    (build / "compile_commands.json").write_text(text.replace("ROOT", str(root)))


def compiled(root):
    """The units that nvcc does not compile."""
    failed = []
    for unit in json.loads((root / "build/compile_commands.json").read_text()):
        command = unit.get("arguments") or shlex.split(unit["command"])
        command[0] = shutil.which("nvcc")
        command[command.index("-o") + 1] = str(root / "build/unit.o")
        if subprocess.run(command, cwd=unit["directory"], capture_output=True).returncode:
            failed.append(unit["file"])
    return failed


def bankfix(program, root, *arguments):
    done = subprocess.run([program, *arguments, "-p", "build"], cwd=root, capture_output=True,
                          text=True)
    return done.returncode, done.stdout + done.stderr


def texts(root):
    return {str(path.relative_to(root)): path.read_text()
            for path in sorted(root.rglob("*")) if path.is_file() and "build" not in path.parts}


def expect(holds, what, output=""):
    if not holds:
        sys.exit(f"{what}\n{output}")


def main():
    program = sys.argv[1]
    nvcc = shutil.which("nvcc")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / "sample"
        shutil.copytree(HERE / "sample", root)
        configure(root, nvcc)
        if nvcc:
            expect(not compiled(root), "some unit does not compile")
        before = texts(root)
        status, output = bankfix(program, root, "check")
        expect(status == 1 and "no fix" not in output, "not all is fixable", output)
        status, output = bankfix(program, root, "-i")
        expect(status == 0, "the fix failed", output)
        after = texts(root)
        changed = {name for name in after if after[name] != before[name]}
        expect(changed == {"app/column.cl", "app/column.cpp", "app/main.cu",
                           "include/sum.cuh", "include/tile.cuh", "second/blocks.cu"},
               f"changed: {sorted(changed)}", output)
        if nvcc:
            expect(not compiled(root), "some unit compiles no more")
        status, output = bankfix(program, root, "check")
        expect(status == 0, "something is left", output)
        status, output = bankfix(program, root, "-i")
        expect(status == 0 and texts(root) == after, "the second run changes something", output)
    print("fixed:", ", ".join(sorted(changed)))


if __name__ == "__main__":
    main()
