"""Vectors: several components at once, and neighbours as a vector."""

from expressions import index
from grammar import production
from ownership import owned
from statements import add, guarded_line, readable, writable


def viewed(g, array, lanes):
    """An element at which neighbours can be accessed at once; "" where none is sure to."""
    extents = (array.count,) if array.flat else array.dims
    if array.element.type not in ("float", "int") or array.name not in g.aligned or \
            extents[-1] < 2 * lanes:
        return ""
    if len(extents) == 2 and extents[-1] % lanes == 1:
        row = index(g, extents[0], 1)
        return array.at([row, f"({lanes} - ({row}) % {lanes}) % {lanes}"])
    if len(extents) > 1 and extents[-1] % lanes:
        return ""
    outer = [index(g, extent, 1) for extent in extents[:-1]]
    return array.at([*outer, f"{lanes} * ({index(g, extents[-1] // lanes, 1)})"])


def view(g, array, lanes, element, const="const "):
    """Neighbours from an element on, as one value."""
    wide = f"{array.element.type}{lanes}"
    if g.language.name == "cuda" and g.chance(50):
        return g.pick(f"reinterpret_cast<{const}{wide} *>(&{element})[0]",
                      f"reinterpret_cast<{const}{wide} &>({element})")
    pointer = f"({g.language.pointer}{const}{wide} *)&{element}"
    return g.pick(f"*{pointer}", f"({pointer})[0]")


@production("read", 3, plain=False)
def as_vector(g):
    """Neighbours through a pointer to a wider type."""
    array = g.random.choice(g.arrays)
    lanes = g.pick(2, 4)
    element = viewed(g, array, lanes)
    if not element:
        return False
    wide, name = f"{array.element.type}{lanes}", g.fresh("q")
    last = "w" if lanes == 4 else "y"
    how = g.number(0, 3)
    if how == 0 and (array.flat or len(array.dims) == 1):
        at = index(g, array.count // lanes, 1)
        g.line(f"{wide} {name} = (({g.language.pointer}const {wide} *){array.name})[{at}];")
    elif how == 1:
        g.line(f"{g.language.pointer}const {wide} *p{name} = "
               f"({g.language.pointer}const {wide} *)&{element};")
        g.line(f"{wide} {name} = *p{name};")
    else:
        g.line(f"{wide} {name} = {view(g, array, lanes, element)};")
    add(g, f"(unsigned){name}.x + (unsigned){name}.{last}")


@production("write", 2, plain=False)
def stored_as_view(g):
    """Each thread its own neighbours."""
    array = writable(g)
    lanes, threads = g.pick(2, 4), g.threads_per_block
    if not viewed(g, array, lanes) or len(array.dims) > 1 and not array.flat or \
            array.name in g.owners or array.count < lanes * threads:
        return False
    values = ", ".join(array.element.converted(readable(g), array.element.type)
                       for _ in range(lanes))
    g.owners[array.name] = ([f"{lanes} * {g.tid}"], "")
    wide = f"{array.element.type}{lanes}"
    made = f"make_{wide}({values})" if g.language.name == "cuda" else f"({wide})({values})"
    element = array.at([f"{lanes} * {g.tid}"])
    g.line(f"{view(g, array, lanes, element, const='')} = {made};")


@production("read", 2, languages=("opencl",), plain=False)
def some_components(g):
    array = g.random.choice(g.arrays)
    if array.element.kind != "vector":
        return False
    names = "".join(g.random.choice(array.element.members) for _ in range(g.pick(2, 2, 4)))
    access = array.anywhere(g, 1)
    text = g.pick(f"{access}.{names}.y", f"({access}.{names} + {access}.{names}).x")
    add(g, f"(unsigned){text}")


@production("read", 1, languages=("opencl",), plain=False)
def component_by_number(g):
    array = g.random.choice(g.arrays)
    if array.element.kind != "vector":
        return False
    count = len(array.element.members)
    add(g, f"(unsigned){array.anywhere(g, 1)}[{index(g, count, 1)}]")


@production("read", 2, languages=("opencl",))
def same_bits(g):
    array = g.random.choice(g.arrays)
    if array.element.type not in ("float", "int", "unsigned"):
        return False
    add(g, f"(unsigned){g.pick('as_int', 'as_uint')}({array.anywhere(g, 1)})")


@production("read", 2, languages=("opencl",), plain=False)
def loaded_as_vector(g):
    """Neighbours, wherever they begin."""
    array = g.random.choice(g.arrays)
    lanes = g.pick(2, 3, 4, 8)
    if array.element.kind not in ("integer", "real") or len(array.dims) > 1 and not array.flat \
            or array.count < 2 * lanes or array.element.bytes > 4:
        return False
    start = g.number(0, lanes)
    at = index(g, (array.count - start) // lanes, 1)
    add(g, f"(unsigned)vload{lanes}({at}, {array.name} + {start}).s{g.number(0, lanes - 1)}")


@production("write", 1, languages=("opencl",), plain=False)
def components_store(g):
    array = writable(g)
    at, guard = owned(g, array)
    if array.element.kind != "vector":
        return False
    scalar = "float" if array.element.type.startswith("float") else "int"
    count = g.number(2, len(array.element.members))
    names = "".join(g.random.sample(array.element.members, count))
    values = ", ".join(array.element.converted(readable(g), scalar) for _ in range(count))
    made = f"({scalar}{count})({values})" if count > 1 else values
    guarded_line(g, guard, f"{at}.{names} {g.pick('=', '=', '+=')} {made};")


@production("write", 1, languages=("opencl",), plain=False)
def stored_as_vector(g):
    """Each thread its own neighbours."""
    array = writable(g)
    lanes, threads = g.pick(2, 3, 4), g.threads_per_block
    if array.element.type not in ("float", "int") or len(array.dims) > 1 and not array.flat or \
            array.name in g.owners or array.count < lanes * threads:
        return False
    values = ", ".join(array.element.converted(readable(g), array.element.type)
                       for _ in range(lanes))
    g.owners[array.name] = ([f"{lanes} * {g.tid}"], "")
    g.line(f"vstore{lanes}(({array.element.type}{lanes})({values}), {g.tid}, {array.name});")
