"""Runs the CUDA kernels of a generated file as ordinary C++ (see native.h), and
reports what they did in the form of `bankfix verify --format=json`."""

import collections
import pathlib
import re
import subprocess
import threading
import zlib

HERE = pathlib.Path(__file__).resolve().parent
LOOP = re.compile(r"^(\s*)((?:for|while) \(.*\{|do \{)$")
LAUNCH = re.compile(r"^(\s*)(k\w*(?:<[^<>]*>)?)<<<(.*)>>>\((.*)\);")
DYNAMIC = re.compile(r"extern __shared__ (?:__align__\(16\) )?([\w ]+?) (\w+)\[\];")
OPERATIONS = {"l": "load", "s": "store", "a": "atomic", "x": "load", "y": "store"}
# -O0: each access of the source is one of the program.
FLAGS = ["-std=c++17", "-O0", "-g1", "-w", "-no-pie", "-fno-pie",
         "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write=1"]
# Of builds that are run for their results alone.
PLAIN_FLAGS = ["-std=c++17", "-O0", "-w", "-no-pie", "-fno-pie"]


def launched(match):
    indent, kernel, configuration, arguments = match.groups()
    grid, block = re.match(r"(dim3\([^)]*\)|\d+), (dim3\([^)]*\)|\w+)", configuration).groups()
    return f"{indent}native_run({grid}, {block}, [&] {{ {kernel}({arguments}); }});"


def marked(text):
    """The source with its loops marked and its launches replaced, line for line."""
    lines, open_loops = [], []
    for line in text.split("\n"):
        loop = LOOP.match(line)
        indent = len(line) - len(line.lstrip())
        if loop:
            line = f"{loop[1]}native_enter(); {loop[2]} native_iterate();"
            open_loops.append(indent)
        elif line.lstrip().startswith("#pragma unroll"):
            line = ""
        elif open_loops and line.lstrip().startswith("}") and indent == open_loops[-1]:
            line += " native_leave();"
            open_loops.pop()
        line = LAUNCH.sub(launched, line)
        line = DYNAMIC.sub(r"__shared__ char raw_\2[49152]; \1 *\2 = (\1 *)raw_\2;", line)
        lines.append(line)
    return "\n".join(lines)


def program(text):
    names = re.findall(r"^void launch_(\w+)\(", text, re.MULTILINE)
    calls = "".join(f'  native_kernel("{name}", launch_{name}, m);\n' for name in names)
    return ('#include "native.h"\n__shared__ int nothing;\n#line 1 "kernels.cu"\n'
            + marked(text) + '\n#line 1 "main"\nint main(int, char **argv) {\n'
            "  int m = atoi(argv[1]);\n" + calls + "}\n")


class Native:
    def __init__(self, clang, scratch, limit):
        self.clang, self.scratch, self.limit = clang, pathlib.Path(scratch), limit
        self.lock = threading.Lock()

    def verified(self, original, fixed, m):
        """As of bankfix verify: {kernel: report} of a file and its fixed version."""
        before, results = self.run(original.read_text(), original.stem, m)
        after, others = before, results
        if fixed.read_bytes() != original.read_bytes():
            after, others = self.run(fixed.read_text(), fixed.stem, m)
        return {name: {"name": name, "ran": True, "differs": results[name] != others[name],
                       "before": {"accesses": before.get(name, [])},
                       "after": {"accesses": after.get(name, [])}} for name in results}

    def run(self, text, name, m):
        """(sites by kernel and address, results by kernel) of a file's kernels."""
        # What a name stands for may change while a kernel is reduced.
        name += f"-{zlib.crc32(text.encode()):08x}"
        source = self.scratch / f"{name}.cpp"
        binary = self.scratch / f"{name}.exe"
        if not binary.exists():
            source.write_text(program(text))
            compile_ = [self.clang, *FLAGS, f"-I{HERE}", "-c", source, "-o", f"{binary}.o"]
            link = [self.clang, "-no-pie", f"{binary}.o", self.runtime(), "-o", binary]
            for command in (compile_, link):
                subprocess.run(command, check=True, timeout=self.limit)
        done = subprocess.run([binary, str(m)], capture_output=True, text=True, check=True,
                              timeout=self.limit)
        return self.parsed(done.stdout, binary)

    def results(self, path, flags, m):
        """(failure, results by kernel) of a file in one of its builds; where it does
        not compile, the failure is what the compiler says."""
        text = path.read_text()
        name = f"{path.stem}-{zlib.crc32(repr((text, flags)).encode()):08x}"
        binary = self.scratch / f"{name}.exe"
        if not binary.exists():
            source = self.scratch / f"{name}.cpp"
            source.write_text(program(text))
            command = [self.clang, *PLAIN_FLAGS, *flags, f"-I{HERE}", source, self.runtime(),
                       "-o", binary]
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.limit)
            if done.returncode:
                return done.stderr, {}
        done = subprocess.run([binary, str(m)], capture_output=True, text=True,
                              timeout=self.limit)
        if done.returncode:
            return f"exits with {done.returncode}", {}
        return "", self.parsed_results(done.stdout)

    def parsed_results(self, output):
        lines = (line.split() for line in output.splitlines())
        return {line[1]: line[2] for line in lines if line[0] == "result"}

    def runtime(self):
        """The object file of native.cpp."""
        with self.lock:
            made = self.scratch / "native.o"
            if not made.exists():
                subprocess.run([self.clang, "-std=c++17", "-O2", "-fno-pie", f"-I{HERE}", "-c",
                                HERE / "native.cpp", "-o", made], check=True)
            return made

    def parsed(self, output, binary):
        sites, results = collections.defaultdict(dict), {}
        for line in output.splitlines():
            word, kernel, *rest = line.split()
            if word == "result":
                results[kernel] = rest[0]
                continue
            address, op, size, block = int(rest[0], 16), rest[1], int(rest[2]), int(rest[3])
            counts = [float(value) for value in rest[4:]]
            sites[kernel].setdefault((address, op, size), {})[block] = counts
        places = self.lines(binary, {a for s in sites.values() for a, _, _ in s})
        return ({kernel: [self.access(places[key[0]], key, blocks)
                          for key, blocks in found.items()]
                 for kernel, found in sites.items()}, results)

    def lines(self, binary, addresses):
        """{return address: line}"""
        addresses = sorted(addresses)
        text = "".join(f"{hex(a - 1)}\n" for a in addresses)
        symbolizer = self.clang.replace("clang++", "llvm-symbolizer")
        done = subprocess.run([symbolizer, "-e", binary, "--no-inlines", "--functions=none"],
                              input=text, capture_output=True, text=True, check=True)
        found = [line for line in done.stdout.splitlines() if line.strip()]
        return {a: int(place.rsplit(":", 2)[1]) for a, place in zip(addresses, found)}

    def access(self, line, key, blocks):
        most = max(blocks.values(), key=lambda counts: counts[1])
        requests, wavefronts, ideal, lanes, serialization, low, high = most
        return {"line": line, "column": 0, "array": "", "op": OPERATIONS[key[1]],
                "bytes": key[2], "requests": int(requests), "wavefronts": int(wavefronts),
                "wavefronts_least": int(min(counts[1] for counts in blocks.values())),
                "ideal": int(ideal), "serialization": int(serialization),
                "excess": int(wavefronts - ideal - serialization),
                "lanes_active": lanes / (32 * requests) if requests else 0,
                "degree": {"min": low, "max": high}, "copy": key[1] in "xy"}
