"""Tests that drive the real binary: // RUN: lines under test/bankfix.

  %bankfix         the binary
  %bankfix-one-more  the binary with the strategy of test/strategy, too
  %clang-device    Clang's syntax check of a CUDA source's device side, with
                   bankfix's own headers; for rewritten sources
  %clang-opencl    the same for OpenCL
  %exits N CMD     runs CMD and asks for exit status N
  %validate        checks a JSON report on stdin against the published schema
  %schema          that schema
  %code            prints a source without its comment lines, so that a CHECK
                   line in it does not match itself
  %json-lines      prints a JSON report on stdin with one access, array or
                   total a line
  %python, %FileCheck, FileCheck, not
"""

import os

import lit.formats

config.name = "bankfix"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cuh", ".cl", ".hip", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.source_root, "test", "bankfix")
config.test_exec_root = os.path.join(config.build_root, "test", "bankfix")

# A toolkit of CUDA, where bankfix looks for one.
if any(os.path.exists(f"{folder}/include/cuda_runtime.h")
       for folder in ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda")):
    config.available_features.add("cuda-toolkit")

# FileCheck, not and count by their plain names.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment.get("PATH", "")])

# What bankfix keeps for other runs.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")

clang = os.path.join(config.llvm_tools, "clang")
headers = os.path.join(config.source_root, "lib", "Frontend", "Headers")
schema = os.path.join(config.source_root, "docs", "bankfix-1.schema.json")


def script(name):
    return f"{config.python} {os.path.join(config.source_root, 'test', name)}"


config.substitutions += [
    (r"%bankfix-one-more\b", config.bankfix_one_more),
    (r"%bankfix\b", config.bankfix),
    (r"%clang-device\b",
     f"{clang}++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -fsyntax-only "
     f"-nocudainc -nocudalib -Wno-unknown-cuda-version "
     f"-isystem {headers} -include cuda_runtime.h"),
    (r"%clang-opencl\b", f"{clang} -x cl -cl-std=CL2.0 -fsyntax-only"),
    (r"%exits\b", script("exits.py")),
    (r"%validate\b", f"{script('validate_json.py')} {schema}"),
    (r"%schema\b", schema),
    (r"%code\b", "grep -av '^[[:space:]]*//'"),
    (r"%json-lines\b", script("json_lines.py")),
    (r"%python\b", config.python),
    (r"%FileCheck\b", os.path.join(config.llvm_tools, "FileCheck")),
]
