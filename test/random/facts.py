"""Values from memory, and conditions that say what they can be."""

from expressions import index
from grammar import production
from statements import MOST_TRIPS, add


def from_memory(g, low, high):
    """A variable that holds a value between two bounds."""
    name = g.fresh("m")
    g.line(f"int {name} = (int)(in[{index(g, 256, 1)}] % {high - low + 1}u) + ({low});")
    return name


def inside(g, name, count):
    """A condition that holds where the variable lies between 0 and count - 1."""
    return g.pick(f"{name} >= 0 && {name} < {count}", f"(unsigned){name} < {count}u",
                  f"!({name} < 0 || {name} >= {count})", f"{name} > -1 && {count - 1} >= {name}")


def access(g, array, text):
    return array.element.read(g, array.split(text))


@production("read", 3, plain=False)
def guarded_value(g):
    array = g.random.choice(g.arrays)
    name = from_memory(g, -5, array.count + 20)
    count = g.number(1, array.count)
    with g.block(f"if ({inside(g, name, count)}) {{"):
        add(g, access(g, array, g.pick(name, f"{name} / 2", f"({name} & {count - 1})")))
    if g.chance(30):
        with g.block(f"if ({name} >= 0) {{"):
            add(g, access(g, array, f"{name} % {array.count}"))


@production("read", 2, plain=False)
def skipped_values(g):
    """Those that do not fit are left out, by a jump."""
    array = g.random.choice(g.arrays)
    trips, k = g.number(2, 4), g.fresh("k")
    if g.trips * trips > MOST_TRIPS:
        return False
    with g.block(f"for (int {k} = 0; {k} < {trips}; ++{k}) {{"):
        name = from_memory(g, -3, array.count + 9)
        g.line(f"if (!({inside(g, name, array.count)})) {g.pick('continue', 'break')};")
        add(g, access(g, array, name))


@production("read", 2, plain=False)
def loop_from_a_value(g):
    """Up to the end of the array, from where only the run knows."""
    array = g.random.choice(g.arrays)
    step, trips, k = g.pick(1, 2, 3, 8), g.number(1, 4), g.fresh("k")
    if array.count <= step * trips or g.trips * trips > MOST_TRIPS:
        return False
    start = from_memory(g, array.count - step * trips, array.count - 1)
    with g.block(f"for (int {k} = {start}; {k} < {array.count}; {k} += {step}) {{"):
        add(g, access(g, array, k))


@production("read", 2, plain=False)
def hinted_value(g):
    array = g.random.choice(g.arrays)
    count = g.number(1, array.count)
    name = from_memory(g, 0, count - 1)
    hint = "__builtin_assume"
    if g.language.name == "cuda" and g.chance(50):
        hint = "__assume"
    g.line(g.pick(f"{hint}({inside(g, name, count)});",
                  f"if (!({inside(g, name, count)})) __builtin_trap();"))
    add(g, access(g, array, name))


@production("read", 2, plain=False)
def guarded_pitch(g):
    """A condition on what is computed from a pitch that only the host knows."""
    array = g.random.choice(g.arrays)
    lanes = g.pick(8, 16, 32)
    most = (array.count - 1) // (lanes - 1)
    if most < 3:
        return False
    odd = g.pick("(m & 1) == 1", "m % 2 == 1", f"m == {g.number(1, most)} || m == {most}",
                 "m % 4 != 0", f"m != {g.number(1, most)}")
    with g.block(f"if (m >= 1 && m <= {most} && ({odd})) {{"):
        add(g, access(g, array, f"((int)({g.tid}) & {lanes - 1}) * m"))


@production("read", 2, languages=("cuda",), plain=False)
def every_element(g):
    arrays = [a for a in g.arrays if not a.flat and len(a.dims) == 1 and a.count <= 64
              and a.element.kind in ("integer", "real")]
    if not arrays or g.dynamic_bytes:
        return False
    array = g.random.choice(arrays)
    if g.trips * array.count > MOST_TRIPS:
        return False
    name = g.fresh("e")
    with g.block(f"for ({g.pick('auto', 'const auto &')} {name} : {array.name}) {{"):
        add(g, array.element.read(g, name))
