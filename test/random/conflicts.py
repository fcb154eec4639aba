"""Accesses with bank conflicts of the usual shapes, in arrays that can be fixed:
columns, power-of-two strides, rows of one's own, rows passed to functions."""

from elements import STRUCTS, Element
from expressions import index, within
from grammar import Block, Expr, production
from ownership import owned
from statements import MOST_TRIPS, add, readable, writable


def by_lane(g):
    """What differs from lane to lane."""
    return g.random.choice([t for t in (g.threads[0], g.threads[0], g.threads[3], g.threads[4])
                            if not t.is_constant] or [g.threads[3]])


def grids(g):
    """Arrays that are indexed by row and column, however they are declared."""
    return [a for a in g.arrays if len(a.dims) == 2]


def cell(array, row, column):
    return array.cell(row, column)


def lines(g):
    return [a for a in g.arrays if a.flat or len(a.dims) == 1]


@production("read", 8)
def down_a_column(g):
    arrays = grids(g)
    if not arrays:
        return False
    array = g.random.choice(arrays)
    rows, columns = array.dims
    row = within(g, by_lane(g), rows).text
    add(g, array.element.read(g, cell(array, row, index(g, columns, g.number(0, 1)))))


@production("read", 6)
def power_of_two_stride(g):
    arrays = lines(g)
    if not arrays:
        return False
    array, lane = g.random.choice(arrays), by_lane(g)
    by, start = g.pick(2, 4, 8, 16, 32, 64), g.pick(0, 0, 1, 3)
    text = f"{lane.text} * {by}" + (f" + {start}" if start else "")
    at = within(g, Expr(f"({text})", start, lane.high * by + start, lane.unsigned), array.count)
    add(g, array.element.read(g, f"{array.name}[{at.text}]"))


@production("read", 4)
def along_my_row(g):
    """Each lane goes along a row of its own."""
    arrays = grids(g)
    trips = g.pick(2, 4, 5, 8)
    if not arrays or g.trips * trips > MOST_TRIPS:
        return False
    array, k = g.random.choice(arrays), g.fresh("k")
    rows, columns = array.dims
    row = within(g, by_lane(g), rows).text
    with g.block(f"for (int {k} = 0; {k} < {min(trips, columns)}; ++{k}) {{"):
        add(g, array.element.read(g, cell(array, row, k)))


@production("read", 2, plain=False, followed=True)
def row_passed(g):
    arrays = [a for a in grids(g) if not a.flat]
    steps = g.pick(2, 4, 8)
    if not arrays or g.trips * steps > MOST_TRIPS:
        return False
    array = g.random.choice(arrays)
    name = f"along{g.fresh('_')}_{g.name}"
    parameter = f"{g.language.pointer}const {array.element.type} *row"
    body = Block("for (int k = 0; k < n; ++k) {",
                 [f"sum = sum * 3u + {array.element.read(g, 'row[k]')};"])
    g.file_scope(Block(f"{g.language.device} unsigned {name}({parameter}, int n) {{".lstrip(),
                       ["unsigned sum = 0u;", body, "return sum;"]))
    rows, columns = array.dims
    row = within(g, by_lane(g), rows).text
    add(g, f"{name}({array.at([row])}, {min(steps, columns)})")


@production("write", 2, plain=False, followed=True)
def stored_by_a_function(g):
    array = writable(g)
    if len(array.dims) > 1 and (not array.flat or array.spell):
        return False
    at, guard = owned(g, array)
    name = f"put{g.fresh('_')}_{g.name}"
    parameter = f"{g.language.pointer}{array.element.type} *p"
    g.file_scope(f"{g.language.device} void {name}({parameter}, int i, unsigned v) "
                 f"{{ p[i] = {array.element.stored(g, 'v')}; }}".lstrip())
    place = at[len(array.name) + 1:-1]
    call = f"{name}({array.name}, {place}, {readable(g)});"
    if guard:
        with g.block(f"if ({guard}) {{"):
            g.line(call)
    else:
        g.line(call)


@production("phase", 1)
def spread_by_a_macro(g):
    """An array of its own, each index of which goes through a macro that skips
    elements, for this number of banks or another."""
    number = g.fresh("_")
    name, macro = f"spread{number}", f"SKIP{number}_{g.name}"
    count, shift, whole = g.pick(128, 256, 512), g.pick(2, 3, 4, 4, 4, 5, 6), g.chance(25)
    skipped = g.pick(f"((n) >> {shift})", f"((n) / {1 << shift})", f"((n) >> {shift}) * 2",
                     f"((n) >> {shift}) + ((n) >> {2 * shift})")
    g.file_scope(f"#define {macro}(n) " + (f"((n) + {skipped})" if whole else f"({skipped})"))

    def place(at):
        if whole:
            return f"{macro}({at})"
        return g.pick(f"({at}) + {macro}({at})", f"{macro}({at}) + ({at})")

    size = g.pick(place(count), place(count), f"{2 * count}")
    g.top(f"{g.language.shared} unsigned {name}[{size}];")
    with g.block(f"for (int i = {g.tid}; i < {count}; i += {g.stride}) {{"):
        g.line(f"{name}[{place('i')}] = i * 7u + 1u;")
    g.barrier()
    for _ in range(g.number(1, 3)):
        read_place(g, name, macro, whole, place, count)
    g.barrier()


def read_place(g, name, macro, whole, place, count):
    """Reads an element of a row or a column, as people write it."""
    lane, by = by_lane(g), g.pick(1, 2, 4, 8, 16, 32)
    at = within(g, Expr(f"({lane.text} * {by})", 0, lane.high * by, lane.unsigned), count).text
    variable, offset = g.fresh("at"), g.fresh("skip")
    form = g.number(0, 3)
    if form == 0:
        return add(g, f"{name}[{place(at)}]")
    if form == 1:
        g.line(f"int {variable} = {place(at)};")
        return add(g, f"{name}[{variable}]")
    g.line(f"int {variable} = {at};")
    if form == 2:
        g.line(f"{variable} = {place(variable)};" if whole
               else f"{variable} += {macro}({variable});")
        return add(g, f"{name}[{variable}]")
    if whole:
        return add(g, f"{name}[{place(variable)}]")
    g.line(f"int {offset} = {macro}({variable});")
    return add(g, f"{name}[{variable} + {offset}]")


@production("phase", 2)
def struct_of_its_own(g):
    """An array of its own, of a struct that mostly nothing else depends on."""
    number = g.fresh("_")
    name, type_, count = f"own{number}", f"Own{number}_{g.name}", g.pick(64, 128, 256)
    declared, size, members = g.random.choice(STRUCTS)
    element = Element(type_, size, "struct", members)
    scope = g.top if g.chance(25) else g.file_scope
    scope(g.pick(f"typedef struct {{ {declared} }} {type_};",
                 f"typedef struct {type_} {{\n  {declared}\n}} {type_};"))
    g.top(f"{g.language.shared} {type_} {name}[{count}];")
    with g.block(f"for (int i = {g.tid}; i < {count}; i += {g.stride}) {{"):
        for place, (member, kind) in enumerate(members):
            g.line(f"{name}[i].{member} = {element.converted(f'i * 7u + {place}u', kind)};")
    g.barrier()
    for _ in range(g.number(1, 4)):
        read_own(g, name, count, element)
    g.barrier()


def read_own(g, name, count, element):
    """Reads a member, as people write it; or a value of the type."""
    lane, by = by_lane(g), g.pick(1, 1, 2, 4, 8)
    at = within(g, Expr(f"({lane.text} * {by})", 0, lane.high * by, lane.unsigned), count).text
    form, value = g.number(0, 11), g.fresh("v")
    if form == 0:  # With the padding that it may get.
        g.line(f"{element.type} {value} = {name}[{at}];")
    elif form <= 2:
        g.line(f"{element.type} {value} = {element.stored(g, at)};")
    elif form <= 4 and g.language.name == "cuda":
        g.line(f"const {element.type} &{value} = {name}[{at}];")
    elif form == 5 and g.chance(30):
        return add(g, f"(unsigned)sizeof({element.type})")
    else:
        value = f"{name}[{at}]"
    return add(g, element.read(g, value))


@production("phase", 2)
def carved(g):
    """An array of its own in parts, each of which a pointer leads to."""
    number = g.fresh("_")
    name, parts, count = f"carved{number}", g.number(2, 3), g.pick(64, 128, 256)
    kind = f"{g.language.pointer}unsigned *"
    columns = g.pick(None, None, 16, 32, 48, 64)
    mixed = not columns and g.chance(40)
    rows = -(-parts * count // (columns or 1))
    size = f"[{rows}][{columns}]" if columns else f"[{rows}]"
    pairs = not columns and g.chance(40)
    align = f"{g.language.aligned} " if pairs else ""
    g.top(f"{g.language.shared} {align}unsigned {name}{size};")
    pointers = []
    for part in range(parts):
        pointer, skipped = g.fresh("part"), part * count
        starts = starts_of(name, skipped, columns)
        if pointers:
            starts += [f"{pointers[-1]} + {count}", f"&{pointers[-1]}[{count}]"]
        if mixed:  # Words are words.
            kind = f"{g.language.pointer}{g.pick('unsigned', 'int', 'float')} *"
            starts = [f"({kind})({each})" for each in starts]
        g.line(f"{kind}{g.pick('', '', 'const ')}{pointer} = {g.pick(*starts)};")
        with g.block(f"for (int i = {g.tid}; i < {count}; i += {g.stride}) {{"):
            g.line(f"{pointer}[i] = i * 7u + {part + 1}u;")
        pointers.append(pointer)
    g.barrier()
    for _ in range(g.number(1, 4)):
        read_part(g, g.pick(*pointers), count, mixed)
    if pairs:
        read_pairs(g, g.pick(*pointers), count)
    if columns:
        row = within(g, by_lane(g), parts * count // columns).text
        add(g, f"{name}[{row}][{index(g, columns, 1)}]")
    g.barrier()


def read_pairs(g, pointer, count):
    """Reads two words at once, through a pointer to such pairs within a part."""
    kind = f"{g.language.pointer}int2 *"
    skipped, pair = g.pick(0, 0, 2, 8, 16), g.fresh("pair")
    start = g.pick(f"{pointer} + {skipped}", f"&{pointer}[{skipped}]")
    g.line(f"{kind}{pair} = ({kind})({start});")
    lane, by = by_lane(g), g.pick(1, 2, 4, 8, 16)
    at = within(g, Expr(f"({lane.text} * {by})", 0, lane.high * by, lane.unsigned),
                (count - skipped) // 2).text
    form = g.number(0, 3)
    if form == 0:
        return add(g, f"(unsigned)(*{pair}).{g.pick('x', 'y')}")
    if form == 1:
        g.line(f"{pair} += {at};")
        return add(g, f"(unsigned){pair}->{g.pick('x', 'y')}")
    add(g, f"(unsigned){pair}[{at}].{g.pick('x', 'y')}")


def starts_of(name, skipped, columns):
    """Pointers to an element, by its number among those of all rows."""
    if not columns:
        return [f"{name} + {skipped}", f"&{name}[{skipped}]", f"&{name}[0] + {skipped}"]
    row, column = divmod(skipped, columns)
    return [f"{name}[{row}] + {column}", f"&{name}[{row}][{column}]",
            f"{name}[0] + {skipped}", f"&{name}[0][0] + {skipped}"]


def read_part(g, pointer, count, mixed):
    """Reads an element of a part with a stride, as people write it."""
    lane, by, steps = by_lane(g), g.pick(1, 2, 4, 8, 16, 32), g.pick(2, 4)
    at = within(g, Expr(f"({lane.text} * {by})", 0, lane.high * by, lane.unsigned),
                count - steps).text
    form = g.number(0, 3)
    if form == 0:
        return add(g, f"{pointer}[{at}]")
    mine = g.fresh("mine")
    kind = f"{g.language.pointer}{g.pick('', 'const ')}unsigned *"
    start = g.pick(f"{pointer} + {at}", f"&{pointer}[{at}]")
    g.line(f"{kind}{mine} = {f'({kind})({start})' if mixed else start};")
    if form == 1 or g.trips * steps > MOST_TRIPS:
        return add(g, f"{mine}[{g.number(0, steps)}]")
    k = g.fresh("k")
    step = g.pick(f"++{mine}", f"{mine} += 1", f"{mine} = {mine} + 1")
    with g.block(f"for (int {k} = 0; {k} < {steps}; ++{k}) {{"):
        add(g, f"{mine}[{g.pick('0', '1u')}]")
        g.line(f"{step};")
