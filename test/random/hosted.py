"""Kernels and their hosts: what bankfix says that a host does, next to what it did,
and both together before and after a rewrite."""

import shutil

import hosts
import recorded
from compare import Disagreement


class Hosted:
    def __init__(self, tool, runner, tally):
        self.tool, self.machine, self.tally = tool, recorded.Machine(runner), tally

    def disagreements(self, batch, path, options):
        """Yields those of a file of kernels, to which a host is written."""
        host = hosts.Host(batch)
        before = self.folder(path, "before")
        program = before / f"host{host.suffix}"
        program.write_text(host.text())
        kernels = before / path.name
        shutil.copy(path, kernels)
        try:
            did = self.machine.record(program)
            results = self.machine.results(kernels, did)
        except recorded.Failed as failure:
            yield Disagreement("generator", batch[0].name, f"before the rewrite: {failure}")
            return
        self.tally["hosts"] += 1
        yield from self.claims(batch, kernels, program, did, options)
        yield from self.rewritten(batch, path, program, results, options)

    def folder(self, path, name):
        made = path.with_name(f"{path.stem}-{name}")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        return made

    def claims(self, batch, kernels, program, did, options):
        failure, said = self.tool.entries("check", kernels, program, *options)
        if failure:
            yield Disagreement(failure.split(":")[0], batch[0].name, failure)
            return
        for kernel in batch:
            launches = [each for each in did.launches if each.kernel == kernel.name]
            entries = [each for each in said if each["name"] == kernel.name]
            yield from self.shapes(kernel, entries, launches)
            for entry in entries:
                yield from self.sizes(kernel, entry, launches)

    def shapes(self, kernel, entries, launches):
        """A shape that the report has from a launch is one that was launched."""
        known = [tuple(each["block"]) for each in entries if each["block_from"] == "launch"]
        self.tally["kernels with hosts"] += 1
        self.tally["kernels with shapes from hosts"] += bool(known)
        did = {each.local for each in launches}
        for shape in known:
            if shape not in did:
                yield Disagreement("host", kernel.name, f"blocks of {shape}, launched: {did}")
        if known and len(known) == len(entries) and did - set(known):
            yield Disagreement("host", kernel.name, f"launched, too: {did - set(known)}")

    def sizes(self, kernel, entry, launches):
        for array in entry["arrays"]:
            local = next((each for each in kernel.host.locals if each.name == array["name"]), None)
            if array["space"] != "argument" or not local:
                continue
            did = {launch.bytes[local.index] for launch in launches}
            self.tally["sizes from hosts"] += bool(array.get("bytes"))
            if array.get("bytes", 0) and array["bytes"] not in did:
                yield Disagreement("host", kernel.name,
                                   f"{array['name']} has {array['bytes']} bytes, was given {did}")

    def rewritten(self, batch, path, program, results, options):
        after = self.folder(path, "after")
        kernels, host = after / path.name, after / program.name
        shutil.copy(path, kernels)
        shutil.copy(program, host)
        status, _, errors = self.tool.run("-i", *options, kernels, host)
        if status:
            yield Disagreement("crashed", batch[0].name,
                               f"crashed: the rewrite exits with {status}: {errors}")
            return
        if kernels.read_bytes() == path.read_bytes():
            changed = host.read_bytes() != program.read_bytes()
            self.tally["hosted files left as they are"] += 1
            if changed:
                yield Disagreement("host", batch[0].name, "the host is changed alone")
            return
        self.tally["hosts rewritten"] += host.read_bytes() != program.read_bytes()
        self.tally["hosted files rewritten"] += 1
        try:
            now = self.machine.results(kernels, self.machine.record(host))
        except recorded.Failed as failure:
            yield Disagreement("build", batch[0].name, f"after the rewrite: {failure}")
            return
        for kernel in batch:
            if results[kernel.name] != now.get(kernel.name):
                yield Disagreement("differs", kernel.name, "as the host launches it: "
                                   f"{results[kernel.name]}, then {now.get(kernel.name)}")
