"""What the analysis says of a kernel, next to what happened when it ran.

`check` and `verify` share no code but the hardware models, so where they do not
agree, one of them is wrong.
"""

import collections
import dataclasses
import math

COUNTS = ("requests", "wavefronts", "ideal", "excess", "serialization", "lanes_active")


@dataclasses.dataclass(frozen=True)
class Disagreement:
    # exact, bounds, missed, differs, planned, proof, racy, again, relies, crashed, hung, parse
    kind: str
    kernel: str
    text: str

    def __str__(self):
        return f"{self.kernel}: {self.kind}: {self.text}"


def by_place(accesses, loose):
    """Several accesses may share a place: a function called twice, a macro. Loose:
    whatever the column, as where only lines are known."""
    found = collections.defaultdict(list)
    for a in accesses:
        found[a["line"], 0 if loose else a["column"], a["op"], a["bytes"]].append(a)
    return found


def spoken(where):
    line, column, operation, size = where
    return f"{operation} of {size} bytes at {line}:{column}" if column else \
        f"{operation}s of {size} bytes in line {line}"


def equal(a, b):
    return math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-9)


def sums(accesses):
    """The counts of the accesses of one place, together."""
    total = {name: sum(a[name] for a in accesses) for name in COUNTS
             if name != "lanes_active" and all(name in a for a in accesses)}
    requests = total["requests"]
    if requests:
        total["lanes_active"] = sum(a["lanes_active"] * a["requests"] for a in accesses) / requests
    return total


def degrees(accesses):
    run = [a["degree"] for a in accesses if a["requests"]]
    return min(d["min"] for d in run), max(d["max"] for d in run)


def exact(where, said, ran):
    """Yields how counts differ that have to be equal."""
    expected, got = sums(said), sums(ran)
    # The counts of one iteration of a loop are not those of a run.
    whole = not any(a["per_iteration"] for a in said)
    for name in expected if whole else ():
        if name in got and not equal(expected[name], got[name]):
            yield f"{spoken(where)}: {name} {expected[name]}, ran {got[name]}"
            return
    if got["requests"]:
        for name, a, b in zip(("least", "largest"), degrees(said), degrees(ran)):
            if not equal(a, b):
                yield f"{spoken(where)}: {name} degree {a}, ran {b}"
                return
    least = sum(a.get("wavefronts_least", a["wavefronts"]) for a in ran)
    if whole and least != got["wavefronts"]:
        yield f"{spoken(where)}: exact, yet blocks have {least} to {got['wavefronts']} wavefronts"


def of_one_array(said, ran):
    """A request over several arrays is traced as one of its first lane's array, which
    may be another one in each block: those of the array with the most."""
    if not any(a["reason"].endswith("of one request to several arrays") for a in said):
        return ran
    arrays = {a["array"]: [b for b in ran if b["array"] == a["array"]] for a in ran}
    return max(arrays.values(), key=lambda some: sums(some)["wavefronts"])


def bounded(where, said, ran):
    """Yields which upper count, or which bound of the degree, was passed."""
    expected, got = sums(said), sums(of_one_array(said, ran))
    if not got["requests"]:
        return
    if not any(a["per_iteration"] for a in said):
        for name in ("requests", "wavefronts"):
            if got[name] > expected[name]:
                yield f"{spoken(where)}: at most {expected[name]} {name}, ran {got[name]}"
                return
    if not expected["requests"]:
        return
    (low, high), (least, most) = degrees(said), degrees(ran)
    if least < low - 1e-4 or most > high + 1e-4:
        yield f"{spoken(where)}: degree {low} to {high}, ran {least} to {most}"


def counts(name, said, ran, mentioned, loose):
    """The disagreements on the accesses of a kernel."""
    expected, got = by_place(said, loose), by_place(ran, loose)
    for where, accesses in expected.items():
        certainties = {a["certainty"] for a in accesses}
        traced = got.pop(where, None)
        if "unknown" in certainties or where[0] in mentioned:
            continue
        if traced is None:
            if certainties == {"exact"} and any(
                    a["requests"] and not a["per_iteration"] for a in accesses):
                yield Disagreement("exact", name, f"{spoken(where)}: never ran")
            continue
        kind = "exact" if certainties == {"exact"} else "bounds"
        judge = exact if kind == "exact" else bounded
        for text in judge(where, accesses, traced):
            yield Disagreement(kind, name, text)
    # Of an array whose address goes elsewhere, only that is reported.
    if mentioned or any(a["certainty"] == "unknown" for a in said):
        return
    for where, accesses in got.items():
        # Shared scalars are not listed; they have no conflicts.
        if sum(a["excess"] for a in accesses):
            yield Disagreement("missed", name, f"{spoken(where)}: ran, and check does not list it")


def relying(name, said, overrun, any_launch):
    """Yields the fixes of arrays whose rows accesses leave, that rely on it that none
    does; and those that no array with such rows may have, where the launch may be any. A
    swizzle follows pointers through all rows."""
    for array in said["arrays"]:
        fix = array["fix"] if array["name"] in overrun else None
        if fix and fix.get("strategy") == "swizzle" and overrun[array["name"]]:
            continue
        relied = [one["condition"] for one in fix.get("relies_on", ())] if fix else []
        if relied:
            yield Disagreement("relies", name,
                               f"the fix of {array['name']} relies on {', '.join(relied)}")
        elif fix and any_launch and fix["strategy"] in ("pad-row", "swap-dims"):
            yield Disagreement("relies", name,
                               f"{fix['summary']} is not right in every launch")


def all_exact(said):
    return all(a["certainty"] == "exact" and not a["per_iteration"] for a in said["accesses"])


def leaves_to_hosts(said, verified):
    """Some array that a host has to make larger is fixed where the emulator is the
    host, and not where no host is given."""
    fixed = {array["name"] for array in verified.get("arrays", ()) if array["fix"]}
    return any(array["space"] == "argument" and not array["fix"] and array["name"] in fixed
               for array in said["arrays"])


def planned(name, said, verified, steady, surely):
    """Where all counts are exact, those after the fix have to come true; unless
    `steady`, at least, as the plan counts the worst of the values not known. So it
    does of the places that a new layout may begin at: surely() tells whether check
    calls the fixed kernel's counts exact, too."""
    if not any(array["fix"] for array in said["arrays"]):
        return
    dropped = [refused["reason"] for array in verified.get("arrays", ())
               for refused in array["refused"] if refused["reason"].startswith("the proof failed")]
    if dropped:
        yield Disagreement("proof", name, dropped[0])
        return
    if not all_exact(said):
        return
    before, after = (verified.get(when, {}).get("accesses") for when in ("before", "after"))
    if before is None or after is None:
        return
    # Of differences, as what check does not list, a scalar, is the same in both.
    gain = said["totals"]["wavefronts"] - said["after"]["wavefronts"]
    ran = sum(a["wavefronts"] for a in before) - sum(a["wavefronts"] for a in after)
    left = leaves_to_hosts(said, verified)
    if ran < gain or (ran != gain and steady and not left and surely()):
        yield Disagreement("planned", name, f"the fix is to save {gain} wavefronts, saved {ran}")


def of_any_launch(name, verified):
    """What can be told of a kernel that ran as a block that nobody gave."""
    if verified.get("differs") and not verified.get("racy"):
        yield Disagreement("differs", name, "the fixed kernel computes something else")


def disagreements(name, said, verified, mentioned, loose=False, steady=False,
                  surely=lambda: True):
    """All of one kernel; `mentioned`: lines of accesses that check only notes."""
    if not verified.get("ran", True):
        return
    if verified.get("racy"):
        yield Disagreement("racy", name, "its results depend on the order of threads")
        return
    if verified.get("differs"):
        yield Disagreement("differs", name, "the fixed kernel computes something else")
    yield from counts(name, said["accesses"], verified["before"]["accesses"], mentioned, loose)
    yield from planned(name, said, verified, steady, surely)
