"""Accesses that leave their row and stay inside the array, as code that walks
through all rows on purpose has them. No layout may rely on it that they do not."""

from grammar import Block, production
from statements import MOST_TRIPS, add


def rows_of(g, through_pointer=False):
    """(array, rows, columns): one of two dimensions that is subscripted so."""
    found = [a for a in g.arrays if len(a.dims) == 2 and not a.flat and a.dims[0] > 2]
    if not found:
        return False
    array = g.random.choice(found)
    g.overrun[array.name] = g.overrun.get(array.name, True) and through_pointer
    return array, *array.dims


def at(array, row, column):
    return f"{array.name}[{row}][{column}]"


def linear(g):
    return f"(int)({g.tid})"


@production("overrun", 3)
def from_the_start(g):
    """The first row, and those behind it."""
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    total, k = rows * columns, g.fresh("k")
    bound = g.pick(str(total), f"{rows} * {columns}",
                   f"(int)(sizeof({array.name}) / sizeof({at(array, 0, 0)}))", "m")
    with g.block(f"for (int {k} = {linear(g)}; {k} < {bound}; {k} += {g.stride}) {{"):
        add(g, array.element.read(g, at(array, 0, k)))


@production("overrun", 2)
def from_a_row(g):
    """By lanes, over as many rows as only the run knows."""
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    row, k = g.number(0, rows - 2), g.fresh("k")
    with g.block(f"for (int {k} = {linear(g)} % {columns}; {k} < m; {k} += {columns}) {{"):
        add(g, array.element.read(g, at(array, row, k)))


@production("overrun", 2)
def one_of_all(g):
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    total = rows * columns
    value = g.pick("(unsigned)m", f"in[{linear(g)} & 31]", f"(unsigned){linear(g)}")
    add(g, array.element.read(g, at(array, 0, f"{value} % {total}u")))


@production("overrun", 2)
def guarded(g):
    """The bound is that of the array."""
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    total, name = rows * columns, g.fresh("v")
    g.line(f"int {name} = {g.pick('m', 'm / 2', 'm + 1')};")
    with g.block(f"if ({name} >= 0 && {name} < {total}) {{"):
        add(g, array.element.read(g, at(array, 0, name)))


@production("overrun", 3)
def into_the_next_row(g):
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    row, lane = g.number(0, rows - 2), f"({linear(g)} % {columns})"
    column = g.pick(f"{lane} + {columns}", f"{columns} + {lane}", f"{lane} + {columns - 1}",
                    str(columns), f"{lane} + 1")
    add(g, array.element.read(g, at(array, row, column)))


@production("overrun", 2)
def into_the_row_before(g):
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    row, lane = g.number(1, rows - 1), f"({linear(g)} % {columns})"
    column = g.pick(f"{lane} - {columns}", f"-1 - {lane}", "-1", f"{lane} - 1")
    add(g, array.element.read(g, at(array, row, column)))


@production("overrun", 3)
def halo(g):
    """Neighbours in memory: of the last column, the next row's first."""
    found = rows_of(g)
    if not found:
        return False
    array, rows, columns = found
    x, y = g.fresh("x"), g.fresh("y")
    g.line(f"int {x} = {linear(g)} % {columns}, {y} = {linear(g)} / {columns} % {rows};")
    with g.block(f"if ({y} * {columns} + {x} + 1 < {rows * columns}) {{"):
        add(g, array.element.read(g, at(array, y, f"{x} + 1")))


@production("overrun", 3)
def pointed(g):
    """A pointer to a row goes on behind it."""
    found = rows_of(g, through_pointer=True)
    if not found or g.trips * 8 > MOST_TRIPS:
        return False
    array, rows, columns = found
    p, k, first = g.fresh("p"), g.fresh("k"), g.number(0, rows - 2)
    start = g.pick(f"{array.name}[{first}]", f"&{at(array, first, 0)}", f"*({array.name} + {first})")
    g.line(f"{g.language.pointer}const {array.element.type} *{p} = {start};")
    step = max(1, columns // 4)
    if g.chance(50):
        with g.block(f"for (int {k} = 0; {k} < 8; ++{k}) {{"):
            add(g, array.element.read(g, f"{p}[{k} * {step}]"))
        return None
    g.line(Block(f"for (int {k} = 0; {k} < {g.pick('m', '8')}; ++{k}) {{",
                 [f"acc = acc * 3u + {array.element.read(g, f'(*{p})')};", f"{p} += {step};"]))
    return None
