"""Times of versions of a kernel: reading them, comparing them, drawing them."""

import dataclasses
import html
import random
import re
import statistics

RESAMPLES = 1000


@dataclasses.dataclass
class Times:
    kernel: str
    version: str  # original, bankfix, expert, or a strategy
    nanoseconds: list  # of each launch, in the order of the rounds
    same: bool = True  # its results are the original's


@dataclasses.dataclass
class Ratio:
    kernel: str
    version: str
    median: float  # nanoseconds
    ratio: float  # of the original's median to this: above 1 is faster
    low: float  # 95 % confidence interval of it
    high: float
    same: bool


def launches(text):
    """The times that timer.cu printed, in nanoseconds."""
    return [float(value) for value in re.findall(r"^time ([\d.]+) ns$", text, re.MULTILINE)]


def interval(original, other, seed=1):
    """95 % confidence interval of the ratio of medians, by resampling both."""
    source = random.Random(seed)
    ratios = sorted(
        statistics.median(source.choices(original, k=len(original)))
        / statistics.median(source.choices(other, k=len(other))) for _ in range(RESAMPLES))
    return ratios[int(0.025 * RESAMPLES)], ratios[int(0.975 * RESAMPLES) - 1]


def compared(times):
    """Yields a Ratio for each version of each kernel, against its original."""
    originals = {t.kernel: t.nanoseconds for t in times if t.version == "original"}
    for t in times:
        if not t.nanoseconds or not originals.get(t.kernel):
            continue
        original = originals[t.kernel]
        median = statistics.median(t.nanoseconds)
        low, high = interval(original, t.nanoseconds)
        yield Ratio(t.kernel, t.version, median, statistics.median(original) / median, low, high,
                    t.same)


def table(ratios):
    width = max([len(r.kernel) for r in ratios], default=6)
    lines = [f"{'kernel':{width}}  {'version':12} {'us':>9}  {'ratio':>6}  95 % interval"]
    for r in ratios:
        lines.append(f"{r.kernel:{width}}  {r.version:12} {r.median / 1000:9.2f}  {r.ratio:6.3f}  "
                     f"{r.low:.3f}-{r.high:.3f}{'' if r.same else '  OTHER RESULTS'}")
    return "\n".join(lines)


def chart(ratios, title):
    """An SVG: a row for each version, its ratio with the interval, and a line at 1."""
    rows = [r for r in ratios if r.version != "original"]
    most = max([r.high for r in rows] + [1.0]) * 1.05
    left, wide, tall = 260, 500, 18

    def x(ratio):
        return left + wide * ratio / most

    height = tall * len(rows) + 50
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + wide + 40}" '
             f'height="{height}" font-family="sans-serif" font-size="12">',
             f'<text x="10" y="18">{html.escape(title)}</text>',
             f'<line x1="{x(1):.1f}" y1="28" x2="{x(1):.1f}" y2="{height - 10}" stroke="#888"/>']
    for at, r in enumerate(rows):
        y = 40 + tall * at
        color = {"expert": "#c60", "bankfix": "#06c"}.get(r.version, "#777")
        parts += [f'<text x="10" y="{y + 4}">{html.escape(r.kernel)}, '
                  f'{html.escape(r.version)}</text>',
                  f'<line x1="{x(r.low):.1f}" y1="{y}" x2="{x(r.high):.1f}" y2="{y}" '
                  f'stroke="{color}"/>',
                  f'<circle cx="{x(r.ratio):.1f}" cy="{y}" r="4" fill="{color}">'
                  f'<title>{r.ratio:.3f}</title></circle>']
    return "\n".join(parts + ["</svg>"]) + "\n"
