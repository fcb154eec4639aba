"""Adds up what `bankfix check --format=json` says of a corpus."""

import collections
import dataclasses
import json
import re

CERTAINTIES = ("exact", "bounded", "unknown")
NOT_ANALYSED = re.compile(r"shared access '(?P<text>.*)' is not analysed: (?P<why>.*?)"
                          r"(?: \[bankfix-unknown\])?$", re.DOTALL)
SKIPPED = re.compile(r"kernel '(?P<name>.*?)' is skipped: (?P<why>.*)", re.DOTALL)


def kind(reason):
    """A reason without what it is about, so that like reasons add up."""
    reason = re.sub(r"^(line |\S+:)\d+: ", "", reason)
    reason = re.sub(r"\(('.*?')(, '.*?')*\)", "(..)", reason)
    return re.sub(r"'.*?'(?=\W|$)", "'..'", reason, flags=re.DOTALL)


@dataclasses.dataclass
class Access:
    """One access of the source: all instances of its kernel together."""

    place: str
    text: str
    certainty: str = "exact"
    reason: str = ""

    def add(self, certainty, reason):
        """The least certain instance decides."""
        if CERTAINTIES.index(certainty) > CERTAINTIES.index(self.certainty):
            self.certainty = certainty
        if certainty == "unknown" and not self.reason:
            self.reason = reason


@dataclasses.dataclass
class Tally:
    files: int = 0
    parsed: int = 0
    crashed: list = dataclasses.field(default_factory=list)
    hung: list = dataclasses.field(default_factory=list)
    errors: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    kernels: dict = dataclasses.field(default_factory=dict)  # key -> whole?
    counted: set = dataclasses.field(default_factory=set)  # instances of them
    skipped: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    accesses: dict = dataclasses.field(default_factory=dict)
    refusals: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    arrays: int = 0
    conflicting: int = 0  # arrays with excess wavefronts
    fixed: int = 0
    relying: int = 0  # of these, on subscripts that stay in their dimensions
    excess: int = 0
    exact_excess: int = 0  # of accesses answered `exact`
    slowest: tuple = (0.0, "")
    peak: tuple = (0.0, "")

    def add(self, source, run):
        self.files += 1
        self.slowest = max(self.slowest, (run.seconds, source.name))
        self.peak = max(self.peak, (run.megabytes, source.name))
        if run.hung:
            self.hung.append(source.name)
            return
        report = self.parsed_report(run)
        if run.crashed or report is None:
            self.crashed.append(f"{source.name} (exit status {run.status})")
            return
        if run.status == 2:
            self.add_error(source, run, report)
            return
        self.parsed += 1
        for file in report["files"]:
            for kernel in file["kernels"]:
                self.add_kernel(source, kernel)
            for diagnostic in file["diagnostics"]:
                self.add_diagnostic(source, diagnostic, file["kernels"])

    def parsed_report(self, run):
        try:
            return json.loads(run.output)
        except json.JSONDecodeError:
            return {"files": []} if run.status == 2 else None

    def add_error(self, source, run, report):
        found = [d["message"] for file in report["files"] for d in file["diagnostics"]
                 if d["severity"] == "error"] or run.errors.strip().splitlines()
        self.errors[kind(found[0]) if found else "no message"] += 1

    def access(self, source, entry, text):
        place = source.place(entry)
        key = (place, entry.get("op", ""), entry.get("array", ""))
        return self.accesses.setdefault(key, Access(place, text))

    def add_kernel(self, source, kernel):
        if not kernel["accesses"] and not kernel["arrays"]:
            return
        key = (source.place(kernel), kernel["name"])
        whole = bool(kernel["accesses"])
        for entry in kernel["accesses"]:
            access = self.access(source, entry, entry["array"] + entry["index"])
            access.add(entry["certainty"], entry["reason"])
            whole = whole and entry["certainty"] != "unknown"
        self.kernels[key] = self.kernels.get(key, True) and whole
        # A header's kernel is there in every file that includes it.
        instance = (*key, kernel["instance"], str(kernel["block"]))
        if instance in self.counted:
            return
        self.counted.add(instance)
        for array in kernel["arrays"]:
            self.add_array(kernel, array)
        for entry in kernel["accesses"]:
            excess = entry.get("excess") or 0
            self.excess += excess
            self.exact_excess += excess if entry["certainty"] == "exact" else 0

    def add_array(self, kernel, array):
        self.arrays += 1
        if not any(a["array"] == array["name"] and a.get("excess") for a in kernel["accesses"]):
            return
        self.conflicting += 1
        if array["fix"]:
            self.fixed += 1
            self.relying += "relies_on" in array["fix"]
            return
        for refused in array["refused"]:
            self.refusals[f"{refused['strategy']}: {kind(refused['reason'])}"] += 1

    def add_diagnostic(self, source, diagnostic, kernels):
        missed = NOT_ANALYSED.match(diagnostic["message"])
        skipped = SKIPPED.match(diagnostic["message"])
        if skipped:
            self.skipped[kind(skipped["why"])] += 1
        if not missed:
            return
        self.access(source, diagnostic, missed["text"]).add("unknown", missed["why"])
        own = {k["file"] for k in kernels}
        if diagnostic["file"] not in own or "in the function" in missed["why"]:
            return
        # The access is in the body of the kernel that begins last before it.
        above = [k for k in kernels if k["line"] <= diagnostic["line"]]
        if above:
            kernel = max(above, key=lambda k: k["line"])
            self.kernels[source.place(kernel), kernel["name"]] = False

    def reasons(self):
        """Why accesses are unknown, with how many are for each reason."""
        return collections.Counter(kind(a.reason) for a in self.accesses.values()
                                   if a.certainty == "unknown")

    def certainties(self):
        return collections.Counter(a.certainty for a in self.accesses.values())
