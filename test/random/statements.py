"""Statements of the phases: what is read, what is written, and what around it."""

from expressions import condition, expression, index, power_below
from grammar import Expr, production
from ownership import owned

MOST_TRIPS = 160
MOST_DEPTH = 3


def statements(g, kind, most=3):
    """A few statements of a kind; at least one."""
    for _ in range(g.number(1, most)):
        g.make(kind)


def value(g):
    """An unsigned value to store, other than from shared memory."""
    return g.pick(f"(unsigned)({expression(g, 1).text})", f"in[{index(g, 256, 1)}]", "acc",
                  f"acc + {g.number(1, 99)}u", str(g.number(0, 99)) + "u")


def read(g, depth=2):
    array = g.random.choice(g.arrays)
    return array.element.read(g, array.anywhere(g, depth))


def add(g, text):
    g.line(f"acc = acc * {g.pick('33u', '5u', '31u')} + {text};")


# Reading.

@production("read", 10)
def one_load(g):
    add(g, read(g))


@production("read", 4)
def several_loads(g):
    add(g, f" {g.pick('+', '^', '*', '-')} ".join(read(g) for _ in range(g.number(2, 4))))


@production("read", 2)
def either_load(g):
    add(g, f"({condition(g)} ? {read(g)} : {read(g)})")


@production("read", 2)
def either_element(g):
    """Each branch reads its own, but a struct is copied from one of two places."""
    a = g.random.choice(g.arrays)
    others = [b for b in g.arrays if b.element.type == a.element.type]
    b = a if a.element.kind in ("struct", "derived") else g.random.choice(others)
    name = g.fresh("e")
    g.line(f"{a.element.type} {name} = {condition(g)} ? {a.anywhere(g, 1)} : {b.anywhere(g, 1)};")
    add(g, a.element.read(g, name))


@production("read", 1)
def short_circuit(g):
    add(g, f"(unsigned)({read(g)} > {g.number(0, 60)}u {g.pick('&&', '||')} {read(g)} > 9u)")


@production("read", 1, steady=False)
def guarded_by_a_load(g):
    with g.block(f"if ({read(g)} {g.pick('>', '<')} {g.number(5, 90)}u) {{"):
        add(g, read(g))


@production("read", 2, plain=False, followed=True)
def indexed_by_a_load(g):
    inner, outer = g.random.choice(g.arrays), g.random.choice(g.arrays)
    power = power_below(outer.count)
    text = f"({inner.element.read(g, inner.anywhere(g, 1))}) & {power - 1}u"
    add(g, outer.element.read(g, outer.split(f"(int)({text})")))


@production("read", 2)
def whole_element(g):
    array = g.random.choice(g.arrays)
    if array.element.kind in ("integer", "real"):
        return False
    name = g.fresh("e")
    g.line(f"{array.element.type} {name} = {array.anywhere(g)};")
    add(g, f"{array.element.read(g, name)} + {array.element.read(g, name)}")


@production("read", 2, plain=False, followed=True)
def through_pointer(g):
    array = g.random.choice(g.arrays)
    if (not array.flat and len(array.dims) > 1) or array.count < 2:
        return False
    split = g.number(1, array.count - 1)
    name = g.fresh("p")
    start = g.pick(array.name, f"&{array.name}[0]")
    g.line(f"{g.language.pointer}{array.element.type} *{name} = "
           f"{start} + {index(g, split, 1)};")
    for _ in range(g.number(1, 2)):
        at = index(g, array.count - split + 1, 1)
        add(g, array.element.read(g, g.pick(f"{name}[{at}]", f"(*({name} + {at}))")))


@production("read", 2, plain=False, followed=True)
def through_row(g):
    array = g.random.choice(g.arrays)
    if array.flat or len(array.dims) != 2:
        return False
    name = g.fresh("p")
    rows, columns = array.dims
    row = g.pick(array.at([index(g, rows, 1)]), f"&{array.at([index(g, rows, 1), '0'])}")
    g.line(f"{g.language.pointer}{array.element.type} *{name} = {row};")
    add(g, array.element.read(g, f"{name}[{index(g, columns)}]"))


@production("read", 1, plain=False)
def walking_pointer(g):
    array = g.random.choice(g.arrays)
    if not array.flat and len(array.dims) > 1:
        return False
    steps, stride = g.number(2, 6), g.pick(1, 2, 8, 16, 32, 33)
    if steps * stride >= array.count or g.trips * steps > MOST_TRIPS:
        return False
    name, k = g.fresh("p"), g.fresh("k")
    g.line(f"{g.language.pointer}{array.element.type} *{name} = "
           f"{array.name} + {index(g, array.count - steps * stride, 1)};")
    with g.block(f"for (int {k} = 0; {k} < {steps}; ++{k}, {name} += {stride}) {{"):
        add(g, array.element.read(g, f"(*{name})"))


@production("read", 2, plain=False, followed=True)
def device_function(g):
    array = g.random.choice(g.arrays)
    if not array.flat and len(array.dims) > 1:
        return False
    name = f"get{g.fresh('_')}_{g.name}"
    g.file_scope(f"{g.language.device} unsigned {name}({g.language.pointer}const "
                 f"{array.element.type} *p, int i) {{ return "
                 f"{array.element.read(g, 'p[i]')}; }}")
    start = g.number(0, array.count // 2)
    add(g, f"{name}({array.name} + {start}, {index(g, array.count - start)})")


@production("read", 2)
def index_function(g):
    name = f"at{g.fresh('_')}_{g.name}"
    by = g.pick(3, 8, 16, 32, 33)
    g.file_scope(f"{g.language.device} int {name}(int r, int c) {{ return r * {by} + c; }}")
    array = g.random.choice(g.arrays)
    if not array.flat and len(array.dims) > 1:
        return False
    columns = min(by, array.count)
    rows = max((array.count - columns) // by, 1)
    add(g, array.element.read(
        g, f"{array.name}[{name}({index(g, rows, 1)}, {index(g, columns, 1)})]"))


# Variables.

def declare(g, expr, text=None):
    name = g.fresh("i")
    g.line(f"{g.pick('int', 'int', 'const int')} {name} = {text or f'(int)({expr.text})'};")
    g.scope = g.scope + [Expr(name, expr.low, expr.high)]
    return name


@production("read", 4)
def variable(g):
    declare(g, expression(g))


@production("read", 2)
def variable_assigned_in_a_branch(g):
    a, b = expression(g, 1), expression(g, 1)
    name = g.fresh("i")
    g.line(f"int {name} = {a.text};")
    with g.block(f"if ({condition(g)}) {{"):
        g.line(f"{name} = {b.text};")
    g.scope = g.scope + [Expr(name, min(a.low, b.low), max(a.high, b.high))]
    add(g, read(g, 1))


@production("read", 1)
def variable_changed_in_place(g):
    a = expression(g, 1)
    if a.low < 0:
        return False
    name, mask = g.fresh("i"), g.pick(7, 15, 31, 63)
    g.line(f"int {name} = {a.text};")
    g.line(f"{name} {g.pick('+=', '^=', '|=', '*=')} {g.number(1, 9)};")
    g.line(f"{name} &= {mask};")
    g.scope = g.scope + [Expr(name, 0, mask)]
    add(g, read(g, 1))


@production("read", 2)
def carried_through_a_loop(g):
    """An index that each iteration computes from the last one's."""
    a = expression(g, 1)
    trips = g.number(3, 9)
    if a.low < 0 or g.trips * trips > MOST_TRIPS:
        return False
    name, k, mask = g.fresh("i"), g.fresh("k"), g.pick(31, 63, 127)
    g.line(f"int {name} = ({a.text}) & {mask};")
    with g.block(f"for (int {k} = 0; {k} < {trips}; ++{k}) {{"):
        g.trips *= trips
        g.scope = g.scope + [Expr(name, 0, mask)]
        add(g, read(g, 1))
        step = g.pick(f"{name} + {g.number(1, 40)}", f"{name} * {g.pick(2, 3, 5)} + {k}",
                      f"{name} ^ (1 << ({k} & 3))", f"{name} / 2", f"{name} + {g.tid}")
        g.line(f"{name} = ({step}) & {mask};")
        g.trips //= trips


@production("read", 1, languages=("cuda",), plain=False, followed=True)
def function_of_rows(g):
    array = g.random.choice(g.arrays)
    if array.flat or len(array.dims) != 2 or not array.extent(1):
        return False
    rows, columns = array.dims
    name = f"cell{g.fresh('_')}_{g.name}"
    width = array.extent(1)
    parameter = g.pick(f"(*t)[{width}]", f"(&t)[{array.extent(0)}][{width}]", f"t[][{width}]")
    g.file_scope(f"__device__ unsigned {name}({array.element.type} {parameter}, int r, int c) "
                 f"{{ return {array.element.read(g, 't[r][c]')}; }}")
    add(g, f"{name}({array.name}, {index(g, rows, 1)}, {index(g, columns, 1)})")


@production("read", 1, plain=False)
def either_pointer(g):
    a, b = g.random.choice(g.arrays), g.random.choice(g.arrays)
    if a.element.type != b.element.type or any(not x.flat and len(x.dims) > 1 for x in (a, b)):
        return False
    name = g.fresh("p")
    g.line(f"{g.language.pointer}{a.element.type} *{name} = {condition(g)} ? "
           f"&{a.name}[0] : &{b.name}[0];")
    add(g, a.element.read(g, f"{name}[{index(g, min(a.count, b.count), 1)}]"))


# Control flow around statements of the same phase.

def around(kind):
    """Registers the control flow for the bodies of one kind of phase."""

    @production(kind, 4)
    def counted_loop(g):
        trips = g.pick(2, 3, 4, 4, 7, 8)
        if g.depth >= MOST_DEPTH or g.trips * trips > MOST_TRIPS:
            return False
        name, step = g.fresh("k"), g.pick(1, 1, 1, 2, 3)
        start = g.pick(0, 0, 1)
        last = start + (trips - 1) * step
        header = f"for (int {name} = {start}; {name} < {last + 1}; {name} += {step}) {{"
        if g.chance(20):
            header = f"for (int {name} = {last}; {name} >= {start}; {name} -= {step}) {{"
        if g.chance(20):
            g.line(f"#pragma unroll{g.pick('', ' 1', ' 4')}")
        loop(g, kind, header, Expr(name, start, last), trips)

    @production(kind, 2)
    def geometric_loop(g):
        trips = g.number(2, 6)
        if g.depth >= MOST_DEPTH or g.trips * trips > MOST_TRIPS:
            return False
        name, last = g.fresh("s"), 1 << (trips - 1)
        header = g.pick(f"for (int {name} = 1; {name} <= {last}; {name} *= 2) {{",
                        f"for (int {name} = 1; {name} < {2 * last}; {name} <<= 1) {{",
                        f"for (int {name} = {last}; {name} > 0; {name} >>= 1) {{",
                        f"for (int {name} = {last}; {name}; {name} /= 2) {{")
        loop(g, kind, header, Expr(name, 1, last), trips)

    @production(kind, 2)
    def loop_bound_by_the_lane(g):
        trips = g.pick(4, 5, 8)
        if g.depth >= MOST_DEPTH or g.trips * trips > MOST_TRIPS:
            return False
        name = g.fresh("k")
        first = Expr(g.tid, 0, 0)
        header = g.pick(f"for (int {name} = 0; {name} <= ({first.text} & {trips - 1}); ++{name}) {{",
                        f"for (int {name} = {first.text} % {trips}; {name} < {trips}; ++{name}) {{",
                        f"for (int {name} = ({first.text} >> 2) & {trips - 1}; {name} < {trips}; "
                        f"{name} += 2) {{")
        loop(g, kind, header, Expr(name, 0, trips - 1), trips)

    @production(kind, 2, steady=False)
    def loop_bound_by_a_parameter(g):
        bound, most = g.pick(("(m & 7)", 7), ("n", g.known if g.knows_n else 0),
                             ("(m & 3) + 2", 5), (f"({g.language.block(0)} & 3) + 1", 4))
        if g.depth >= MOST_DEPTH or not most or g.trips * most > MOST_TRIPS:
            return False
        name = g.fresh("k")
        step = g.pick(1, 1, 2)
        if g.chance(20):
            bound, step = most, g.pick("(m & 3) + 1", f"({g.language.block(0)} & 1) + 1")
        header = f"for (int {name} = 0; {name} < {bound}; {name} += {step}) {{"
        loop(g, kind, header, Expr(name, 0, most - 1), most)

    @production(kind, 2)
    def while_loop(g):
        trips = g.pick(3, 4, 6)
        if g.depth >= MOST_DEPTH or g.trips * trips > MOST_TRIPS:
            return False
        name = g.fresh("w")
        start = f"({g.tid}) & 3" if g.chance(30) else "0"
        g.line(f"int {name} = {start};")
        do = g.chance(30)
        header = "do {" if do else f"while ({name} < {trips}) {{"
        footer = f"}} while ({name} < {trips});" if do else "}"
        with g.block(header, footer):
            g.trips *= trips
            g.scope = g.scope + [Expr(name, 0, trips)]
            inside(g, kind)
            g.line(f"{name} += {g.pick(1, 1, 2)};" if g.chance(60) else f"++{name};")
            g.trips //= trips

    @production(kind, 5)
    def branch(g):
        if g.depth >= MOST_DEPTH:
            return False
        with g.block(f"if ({condition(g)}) {{"):
            statements(g, kind, 2)
        if g.chance(40):
            with g.block("else {"):
                statements(g, kind, 2)

    @production(kind, 1)
    def switch(g):
        if g.depth >= MOST_DEPTH:
            return False
        cases = g.number(2, 4)
        with g.block(f"switch (({expression(g, 1).text}) & 3) {{"):
            for case in range(cases):
                with g.block(f"case {case}: {{", "}" if g.chance(20) else "} break;"):
                    statements(g, kind, 1)
            if g.chance(50):
                with g.block("default: {"):
                    statements(g, kind, 1)


def loop(g, kind, header, variable, trips):
    with g.block(header):
        g.trips *= trips
        g.scope = g.scope + [variable]
        if g.chance(15):
            parity = f"(({g.tid} {g.pick('+', '^')} {variable.text}) & {g.pick(1, 3)}) == 0"
            g.line(f"if ({parity}) {g.pick('continue', 'continue', 'break')};")
        inside(g, kind)
        g.trips //= trips


def inside(g, kind):
    statements(g, kind, 2)


around("read")
around("write")


# Writing: each thread its own elements.

def guarded_line(g, guard, text):
    if guard:
        with g.block(f"if ({guard}) {{"):
            g.line(text)
    else:
        g.line(text)


def writable(g):
    """An array that this phase writes."""
    return g.random.choice(g.written)


def readable(g):
    """A value from an array that this phase does not write, or another value."""
    others = [a for a in g.arrays if a not in g.written]
    if not others or g.chance(40):
        return value(g)
    array = g.random.choice(others)
    return array.element.read(g, array.anywhere(g))


@production("write", 8)
def store(g):
    array = writable(g)
    at, guard = owned(g, array)
    guarded_line(g, guard, f"{at} = {array.element.stored(g, readable(g))};")


@production("write", 3)
def compound(g):
    array = writable(g)
    if array.element.kind not in ("integer", "real"):
        return False
    at, guard = owned(g, array)
    operator = "+=" if array.element.kind == "real" else g.pick("+=", "^=", "|=", "-=", "&=")
    guarded_line(g, guard, f"{at} {operator} {array.element.stored(g, readable(g))};")


@production("write", 2)
def increment(g):
    array = writable(g)
    if array.element.kind != "integer":
        return False
    at, guard = owned(g, array)
    guarded_line(g, guard, g.pick(f"{at}++;", f"++{at};", f"{at}--;", f"acc += (unsigned){at}++;"))


@production("write", 1)
def chained(g):
    """The value of an assignment, which only a volatile element loads again."""
    array = writable(g)
    if array.element.kind != "integer":
        return False
    at, guard = owned(g, array)
    value = array.element.stored(g, readable(g))
    guarded_line(g, guard, g.pick(f"acc += (unsigned)({at} = {value});",
                                  f"acc ^= (unsigned)(0, {at} = {value});",
                                  f"acc += (unsigned)({at} += {value});"))


@production("write", 2)
def own_load(g):
    array = writable(g)
    at, guard = owned(g, array)
    guarded_line(g, guard, f"acc = acc * 7u + {array.element.read(g, at)};")


@production("write", 2)
def member_store(g):
    array = writable(g)
    at, guard = owned(g, array)
    if array.element.kind == "vector":
        scalar = "float" if array.element.type.startswith("float") else "int"
        member = g.random.choice(array.element.members)
    elif array.element.kind in ("struct", "derived"):
        member, scalar = g.random.choice(array.element.members)
    else:
        return False
    guarded_line(g, guard,
                 f"{at}.{member} = {array.element.converted(readable(g), scalar)};")


@production("write", 1)
def copy_element(g):
    array = writable(g)
    others = [a for a in g.arrays if a not in g.written and a.element.type == array.element.type]
    if not others:
        return False
    at, guard = owned(g, array)
    guarded_line(g, guard, f"{at} = {g.random.choice(others).anywhere(g)};")


@production("write", 1, plain=False, followed=True)
def store_through_pointer(g):
    array = writable(g)
    at, guard = owned(g, array)
    name = g.fresh("p")
    text = f"{g.language.pointer}{array.element.type} *{name} = &{at};"
    store = f"*{name} = {array.element.stored(g, readable(g))};"
    if guard:
        text, store = f"if ({guard}) {{ {text} {store} }}", ""
    g.line(text)
    g.line(store)
