"""The report on a corpus, as Markdown."""


def share(part, whole):
    return f"{part} ({100 * part / whole:.0f} %)" if whole else str(part)


def table(rows, titles=("", "")):
    yield f"| {titles[0]} | {titles[1]} |"
    yield "|---|---|"
    for name, value in rows:
        yield f"| {name} | {value} |"
    yield ""


def top(counter, most):
    rows = [(cell(text), count) for text, count in counter.most_common(most)]
    left = len(counter) - len(rows)
    if left:
        rows.append((f"{left} more", sum(counter.values()) - sum(c for _, c in rows)))
    return rows


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def summary(tally):
    sure = tally.certainties()
    accesses = len(tally.accesses)
    whole = sum(tally.kernels.values())
    yield "files with shared memory", tally.files
    yield "of them parsed", share(tally.parsed, tally.files)
    yield "crashed", len(tally.crashed)
    yield "over the time limit", len(tally.hung)
    yield "kernels with shared memory", len(tally.kernels)
    yield "kernels skipped for something missing", sum(tally.skipped.values())
    yield "accesses", accesses
    for name in ("exact", "bounded", "unknown"):
        yield name, share(sure[name], accesses)
    yield "kernels answered whole", share(whole, len(tally.kernels))
    yield "arrays with excess wavefronts", tally.conflicting
    yield "of them with a fix", share(tally.fixed, tally.conflicting)
    yield "of these, relying on defined subscripts", tally.relying
    yield "excess wavefronts", tally.excess
    yield "of them of `exact` accesses", share(tally.exact_excess, tally.excess)
    yield "slowest file", f"{tally.slowest[0]:.2f} s, {tally.slowest[1]}"
    yield "peak memory", f"{tally.peak[0]:.0f} MB, {tally.peak[1]}"


def report(name, tally, most):
    yield f"## {name}\n"
    yield from table(summary(tally))
    for title, counter, unit in (("accesses of which nothing is known", tally.reasons(), "accesses"),
                                 ("fixes refused", tally.refusals, "arrays"),
                                 ("files not parsed", tally.errors, "files"),
                                 ("kernels skipped", tally.skipped, "kernels")):
        if counter:
            yield from table(top(counter, most), (title, unit))
    for title, names in (("Crashed", tally.crashed), ("Over the time limit", tally.hung)):
        if names:
            yield f"{title}: {', '.join(names)}\n"


def unknown(tally):
    """Every access without an answer, in the form of a compiler's message."""
    for access in tally.accesses.values():
        if access.certainty == "unknown":
            yield f"{access.place}: '{cell(access.text)}': {cell(access.reason)}"
