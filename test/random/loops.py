"""Loops that lanes leave one before the other, or do not enter."""

from expressions import condition, index, within
from grammar import Block, Expr, production
from statements import MOST_DEPTH, MOST_TRIPS, add, inside


def fits(g, trips):
    return g.depth < MOST_DEPTH and g.trips * trips <= MOST_TRIPS


def bound(g):
    """What a loop counts up to, and the most that this can be."""
    known = g.number(2, 6)
    if g.steady or g.chance(50):
        return str(known), known
    return g.pick(("(m & 3)", 3), ("((m & 3) + 1)", 4),
                  (f"({g.language.block(0)} & 3) + 2", 5),
                  (f"(({g.tid} & {g.pick(1, 8, 16)}) != 0 ? (int)(m & 3) : {known})", max(known, 3)))


def around(kind):

    @production(kind, 1)
    def uneven_steps(g):
        to, most = bound(g)
        if not fits(g, most):
            return False
        k = g.fresh("k")
        step = g.pick(f"({g.tid} & {g.pick(1, 3)}) + 1", f"({g.tid} & 7) / 4 + 1",
                      f"({g.threads[0].text} & 1) + 1")
        with g.block(f"for (int {k} = 0; {k} < {to}; {k} += {step}) {{"):
            g.trips *= most
            g.scope = g.scope + [Expr(k, 0, most - 1)]
            inside(g, kind)
            g.trips //= most

    @production(kind, 2)
    def left_from_within(g):
        """By some lanes, or in the middle of an iteration."""
        to, most = bound(g)
        if not fits(g, most):
            return False
        k = g.fresh("k")
        header = g.pick(f"for (int {k} = 0; ; ++{k}) {{", f"for (int {k} = 0; {k} < {most}; ++{k}) {{")
        until = g.pick(f"{k} + 1 >= {to}", f"{k} >= ({g.tid} & {most - 1}) || {k} + 1 >= {to}",
                       f"({condition(g)}) || {k} + 1 >= {to}")
        with g.block(header):
            g.trips *= most
            g.scope = g.scope + [Expr(k, 0, most - 1)]
            if g.chance(60):
                inside(g, kind)
            with g.block(f"if ({until}) {{"):
                if g.chance(60):
                    inside(g, kind)
                g.line("break;")
            if g.chance(60):
                inside(g, kind)
            g.trips //= most

    @production(kind, 1)
    def long_until_left(g):
        """More iterations than are run one by one, which only a break ends."""
        if g.trips != 1 or g.depth:
            return False
        k, trips = g.fresh("k"), g.number(255, 300)
        g.line(f"int {k} = 0;")
        with g.block(g.pick("for (;;) {", "while (true) {")):
            g.trips *= trips
            inside(g, kind)
            with g.block(f"if (++{k} {g.pick('==', '>=')} {trips}) {{"):
                g.line("break;")
            g.trips //= trips


around("read")
around("write")


@production("read", 2)
def handed_on(g):
    """An index that each iteration gets from the one before the last, or that stays
    as it was where there is no iteration."""
    array = g.random.choice(g.arrays)
    to, most = bound(g)
    if not fits(g, most):
        return False
    v, w, k = g.fresh("v"), g.fresh("w"), g.fresh("k")
    any_index = lambda: index(g, array.count)
    first = any_index if g.chance(30) else lambda: str(g.number(0, array.count - 1))
    g.line(f"int {v} = {first()}, {w} = {first()};")
    reads = lambda: add(g, array.element.read(g, array.split(v)))
    with g.block(f"for (int {k} = 0; {k} < {to}; ++{k}) {{"):
        g.trips *= most
        if g.chance(70):
            reads()
        g.line(f"{v} = {w if g.chance(70) else first()};")
        g.line(f"{w} = {any_index()};")
        g.trips //= most
    if g.chance(60):
        reads()


@production("read", 2, plain=False, followed=True)
def searched_by_a_function(g):
    """It returns from within its loop."""
    array = g.random.choice(g.arrays)
    if not array.flat and len(array.dims) > 1 or array.count < 16:
        return False
    trips = g.number(2, 6)
    stride = g.pick(1, 2, min(32, array.count // (2 * trips)) or 1)
    room = array.count - stride * (trips - 1)
    if g.trips * trips > MOST_TRIPS or room < 1:
        return False
    name = f"search{g.fresh('_')}_{g.name}"
    element = array.element.read(g, "p[i * stride + at]")
    stop = g.pick("i == until", "i >= until", f"((i + at) & {g.pick(1, 3)}) == until",
                  f"i == until || {element} == 1u")
    if g.steady:
        stop = g.pick("i == until", "i >= until")
    body = Block(f"for (int i = 0; i < {trips}; ++i) {{",
                 [f"if ({stop}) return {element};",
                  f"sum += {g.pick('(unsigned)i', element)};"])
    g.file_scope(Block(
        f"{g.language.device} unsigned {name}({g.language.pointer}const {array.element.type} *p, "
        f"int at, int stride, int until) {{".lstrip(),
        ["unsigned sum = 0u;", body, "return sum;"]))
    until = within(g, g.random.choice(g.threads + g.scope), trips).text
    add(g, f"{name}({array.name}, {index(g, room, 1)}, {stride}, {until})")


@production("read", 1, languages=("opencl",))
def struct_assigned(g):
    """To a variable, by one of several expressions."""
    arrays = [a for a in g.arrays if a.element.kind == "struct"]
    if not arrays:
        return False
    array, e = g.random.choice(arrays), g.fresh("e")
    type_ = array.element.type
    g.line(f"{type_} {e} = {array.anywhere(g)};")
    value = g.pick(f"{condition(g)} ? {e} : {array.anywhere(g)}", f"({array.anywhere(g)})",
                   f"{condition(g)} ? {array.anywhere(g)} : {e}")
    g.line(f"{e} = {value};")
    add(g, array.element.read(g, e))
