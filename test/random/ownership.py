"""Which thread may write which element between two barriers.

An owner is a list of subscripts that differ between any two threads of a
block; each array has one a phase, however many statements use it.
"""

from expressions import index, power_below
from grammar import Expr, production

MOST_THREADS = 1024


def owned(g, array):
    """Subscripts of an element that this thread alone touches in this phase, and
    the condition for it to have one ("" where all have)."""
    if array.name not in g.owners:
        g.owners[array.name] = draw(g, array)
    subscripts, guard = g.owners[array.name]
    return array.at([s(g) if callable(s) else s for s in subscripts]), guard


def draw(g, array):
    threads = g.threads_per_block
    linear = len(array.dims) == 1 or (array.flat and not array.spell)
    extents = (array.count,) if linear else array.dims
    if len(extents) > 1 and g.chance(75):
        made = g.make("owner subscripts", extents)
        if made is not False:
            return made, ""
    guard = ""
    if threads > array.count:
        guard, threads = f"{g.tid} < {array.count}", array.count
    text = g.make("owner", array.count, threads)
    if len(extents) == 1:
        return [text], guard
    return split(text, extents), guard


def split(text, extents):
    if len(extents) == 2:
        return [f"({text}) / {extents[1]}", f"({text}) % {extents[1]}"]
    _, b, c = extents
    return [f"({text}) / {b * c}", f"({text}) / {c} % {b}", f"({text}) % {c}"]


def power_above(n):
    return 1 << (n - 1).bit_length()


# An injective function of the linear thread id, from 0 .. threads - 1 into
# 0 .. count - 1, where count >= threads.

@production("owner", 4)
def shifted(g, count, threads):
    by = g.number(0, min(count - threads, 40))
    return f"{g.tid} + {by}" if by else g.tid


@production("owner", 4)
def strided(g, count, threads):
    most = (count - 1) // max(threads - 1, 1)
    if most < 2:
        return False
    by = g.number(2, min(most, 33))
    return f"{g.tid} * {by}"


@production("owner", 2)
def mirrored(g, count, threads):
    return f"{count - 1} - {g.tid}"


@production("owner", 2)
def exclusive_or(g, count, threads):
    power = power_above(threads)
    if power > count:
        return False
    return f"{g.tid} ^ {g.number(0, power - 1)}"


@production("owner", 2)
def odd_multiple(g, count, threads):
    power = power_above(threads)
    if power > count:
        return False
    return f"({g.tid} * {g.pick(3, 5, 7, 9, 17, 31, 33)} + {g.number(0, 9)}) & {power - 1}"


@production("owner", 3)
def dealt(g, count, threads):
    """As a transposed matrix of `rows` rows."""
    rows = g.pick(2, 4, 8, 16, 32, 3, 5, 7)
    columns = -(-threads // rows)
    if rows * columns > count:
        return False
    return f"({g.tid} % {rows}) * {columns} + {g.tid} / {rows}"


@production("owner", 1)
def halves(g, count, threads):
    """Even threads below odd ones."""
    half = power_above(threads) // 2
    if threads < 4 or 2 * half > count:
        return False
    return f"(({g.tid} >> 1) | (({g.tid} & 1) << {half.bit_length() - 1}))"


@production("owner", 3)
def tile(g, count, threads):
    """A pitch of the author's choice, rows along x or along y."""
    x, y, z = g.block_shape
    if z > 1 or threads < x * y:
        return False
    if g.chance(50):
        pitch = x + g.pick(0, 1, 2, 4)
        if pitch * y <= count:
            return f"{g.threads[1].text} * {pitch} + {g.threads[0].text}"
    pitch = y + g.pick(0, 1, 2, 4)
    if pitch * x <= count:
        return f"{g.threads[0].text} * {pitch} + {g.threads[1].text}"
    return False


# Subscripts of an array of several dimensions.

@production("owner subscripts", 4)
def by_rows(g, extents):
    """Each thread owns a row, and is anywhere within it."""
    if g.threads_per_block > extents[0]:
        return False
    row = g.make("owner", extents[0], g.threads_per_block)
    return [row, *[lambda g, e=e: index(g, e) for e in extents[1:]]]


@production("owner subscripts", 3)
def by_columns(g, extents):
    if g.threads_per_block > extents[-1]:
        return False
    column = g.make("owner", extents[-1], g.threads_per_block)
    return [*[lambda g, e=e: index(g, e) for e in extents[:-1]], column]


@production("owner subscripts", 6)
def by_block(g, extents):
    """[y][x] or [x][y]."""
    x, y, z = g.block_shape
    if z > 1 or len(extents) != 2:
        return False
    ids = g.threads
    if y <= extents[0] and x <= extents[1] and g.chance(50):
        return [moved(g, ids[1], y, extents[0]), moved(g, ids[0], x, extents[1])]
    if x <= extents[0] and y <= extents[1]:
        return [moved(g, ids[0], x, extents[0]), moved(g, ids[1], y, extents[1])]
    return False


def moved(g, expr, extent, room):
    by = g.number(0, min(room - extent, 3))
    return f"{expr.text} + {by}" if by else expr.text


@production("owner subscripts", 4)
def by_cube(g, extents):
    ids, shape = list(g.threads[:3]), list(g.block_shape)
    order = g.random.sample(range(3), 3)
    if len(extents) != 3 or any(shape[o] > e for o, e in zip(order, extents)):
        return False
    return [ids[o].text for o in order]
