"""What the scripts of this folder share: the GPU, the toolkit, running programs, and
folders of programs that are built on one machine and run on another."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

MISSING = 77  # Exit status: what a script needs is not there.
MANIFEST = "manifest.json"
# Links timer.cu into a program, before CUDA 13 and since.
TIMED = ("-Xlinker", "--wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel",
         str(pathlib.Path(__file__).resolve().parent / "timer.cu"))


def me():
    return pathlib.Path(sys.argv[0]).name


def gpu():
    """(name, architecture) of the first GPU; ends with 77 if there is none."""
    query = None
    if shutil.which("nvidia-smi"):
        query = subprocess.run(
            ["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"],
            capture_output=True, text=True)
    if query is None or query.returncode or not query.stdout.strip():
        print(f"{me()}: there is no GPU (nvidia-smi finds none)")
        sys.exit(MISSING)
    name, capability = query.stdout.splitlines()[0].rsplit(",", 1)
    return name.strip(), "sm_" + capability.strip().replace(".", "")


def native():
    """The architecture to build for if none is named: the GPU's, else sm_80."""
    return gpu()[1] if shutil.which("nvidia-smi") else "sm_80"


def tool(name, toolkit):
    """The path of a program of the toolkit; ends with 77 if there is none."""
    found = shutil.which(name) or shutil.which(f"{toolkit}/bin/{name}")
    if not found:
        print(f"{me()}: {name} is missing (looked in PATH and in {toolkit}/bin)")
        sys.exit(MISSING)
    return found


def ran(command, accepted=(0,), **settings):
    """What a command did; ends with its output if its exit status is not accepted."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**os.environ, **settings})
    if done.returncode not in accepted:
        sys.exit(f"{me()}: exit status {done.returncode} of {' '.join(map(str, command))}\n"
                 + done.stdout + done.stderr)
    return done


def keep(folder, arch, entries):
    """Writes down what was built in a folder; entries name programs in "program"."""
    (folder / MANIFEST).write_text(json.dumps({"arch": arch, "programs": entries}, indent=1)
                                   + "\n")


def kept(folder):
    """(architecture, entries) of a folder that keep() described."""
    try:
        data = json.loads((folder / MANIFEST).read_text())
    except OSError as error:
        sys.exit(f"{me()}: {error}; --prepare={folder} makes it")
    return data["arch"], data["programs"]


def stem(gpu_name):
    """A GPU's name as a part of a file's."""
    return re.sub(r"[^A-Za-z0-9]+", "-", gpu_name).strip("-")
