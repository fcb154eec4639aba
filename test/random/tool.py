"""Runs bankfix on generated files."""

import json
import re
import resource
import signal
import subprocess

# Of check and of a rewrite; the emulator reserves far more than it uses.
MOST_BYTES = 6 << 30
# On a busy machine a second of computing takes several.
WAITING = 30

class Tool:
    """`limit`: seconds of computing, of each process."""

    def __init__(self, path, limit):
        self.path, self.limit = str(path), limit

    def limited(self, memory):
        def begin():
            seconds = int(self.limit) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        return begin

    def run(self, *arguments):
        """(exit status, output, errors); the status is None if it took too long."""
        try:
            done = subprocess.run([self.path, *map(str, arguments)], capture_output=True,
                                  text=True, errors="replace", timeout=WAITING * self.limit,
                                  stdin=subprocess.DEVNULL,
                                  preexec_fn=self.limited(arguments[0] != "verify"))
        except subprocess.TimeoutExpired:
            return None, "", ""
        if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
            return None, "", ""
        return done.returncode, done.stdout, done.stderr

    def report(self, command, file, *options):
        """(failure, kernels): the kernels of the JSON report by name, or why there
        is no report."""
        status, output, errors = self.run(command, "--format=json", *options, file)
        if status is None:
            return f"hung: {command} takes more than {self.limit} s", {}, {}
        try:
            entry = json.loads(output)["files"][0]
        except (json.JSONDecodeError, LookupError):
            last = (errors.strip().splitlines() or ["no output"])[-1]
            return f"crashed: {command} exits with {status}: {last}", {}, {}
        if status not in (0, 1):
            found = [d["message"] for d in entry["diagnostics"] if d["severity"] == "error"]
            return f"parse: {command} exits with {status}: {(found or [errors])[0]}", {}, {}
        return "", {kernel["name"]: kernel for kernel in entry["kernels"]}, entry

    def entries(self, command, file, *more):
        """(failure, kernels) of the first file, each instance and shape by itself."""
        status, output, errors = self.run(command, "--format=json", file, *more)
        if status is None:
            return f"hung: {command} takes more than {self.limit} s", []
        try:
            files = json.loads(output)["files"]
            entry = next(each for each in files if each["path"] == str(file))
        except (json.JSONDecodeError, LookupError, StopIteration):
            return f"crashed: {command} exits with {status}: {errors}", []
        if status not in (0, 1):
            found = [d["message"] for d in entry["diagnostics"] if d["severity"] == "error"]
            return f"parse: {command} exits with {status}: {(found or [errors])[0]}", []
        return "", entry["kernels"]

    def rewrites(self, file, *options):
        """(failure, whether it changes the file, kernels by name)."""
        report = file.with_suffix(".json")
        status, diff, errors = self.run("--diff", "--format=json", f"--output={report}",
                                        *options, file)
        if status not in (0, 1) or (status == 1) != bool(diff):
            return f"again: a second rewrite exits with {status}: {errors or diff}", False, {}
        entry = json.loads(report.read_text())["files"][0]
        return "", status == 1, {kernel["name"]: kernel for kernel in entry["kernels"]}

    def has(self, command):
        return self.run(command, "--help")[0] == 0

    def strategies(self):
        found = re.search(r"^STRATEGIES: (.*)$", self.run("--help")[1], re.MULTILINE)
        return [name for name in found[1].split(", ") if name != "auto"] if found else []
