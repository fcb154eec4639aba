"""Phases: what happens between two barriers."""

from expressions import condition, index, power_below
from grammar import Expr, production
from ownership import owned
from statements import add, guarded_line, read, statements, value


@production("phase", 6)
def reads(g):
    g.phase = "read"
    with g.block("{"):
        statements(g, "read", 4)


@production("phase", 6)
def writes(g):
    g.phase = "write"
    g.written = g.random.sample(g.arrays, g.number(1, len(g.arrays)))
    with g.block("{"):
        statements(g, "write", 3)
    g.barrier()
    g.phase = "read"


@production("phase", 2, plain=False, followed=True)
def atomics(g):
    """Operations whose order does not matter, on any element."""
    arrays = [a for a in g.arrays if a.element.type in ("int", "unsigned")]
    if not arrays:
        return False
    array, operation = g.random.choice(arrays), g.pick("Add", "Add", "Or", "Xor", "Max", "Min")
    number = value(g)
    number = f"({array.element.type})(({number}) & 0xffu)"
    with g.block(f"if ({condition(g)}) {{" if g.chance(40) else "{"):
        for _ in range(g.number(1, 2)):
            g.line(g.language.atomic(operation, f"&{array.anywhere(g)}", number))
    g.barrier()


@production("phase", 1)
def same_value(g):
    """Several lanes store the same to one element."""
    arrays = [a for a in g.arrays if a.element.kind == "integer" and a.count > 1]
    if not arrays:
        return False
    array = g.random.choice(arrays)
    g.line(f"{array.anywhere(g)} = 3;")
    g.barrier()


@production("phase", 1)
def one_thread_writes(g):
    array = g.random.choice(g.arrays)
    with g.block(f"if ({g.tid} == {g.number(0, g.threads_per_block - 1)}) {{"):
        g.line(f"{array.anywhere(g)} = {array.element.stored(g, value(g))};")
    g.barrier()


def flat_arrays(g, kinds, least):
    return [a for a in g.arrays if (a.flat or len(a.dims) == 1)
            and a.element.kind in kinds and a.count >= least]


@production("phase", 2)
def tree_reduction(g):
    span = power_below(g.threads_per_block)
    arrays = flat_arrays(g, ("integer", "real"), span)
    if not arrays or span < 4:
        return False
    name, s = g.random.choice(arrays).name, g.fresh("s")
    variant = g.number(0, 2)
    if variant == 0:
        header, guard = f"for (int {s} = {span // 2}; {s} > 0; {s} >>= 1) {{", f"{g.tid} < {s}"
        text = f"{name}[{g.tid}] += {name}[{g.tid} + {s}];"
    elif variant == 1:
        header = f"for (int {s} = 1; {s} < {span}; {s} *= 2) {{"
        guard = f"{g.tid} % (2 * {s}) == 0 && {g.tid} < {span}"
        text = f"{name}[{g.tid}] += {name}[{g.tid} + {s}];"
    else:
        header = f"for (int {s} = 1; {s} < {span}; {s} *= 2) {{"
        i = g.fresh("i")
        guard = f"2 * {s} * {g.tid} < {span}"
        text = f"int {i} = 2 * {s} * {g.tid}; {name}[{i}] += {name}[{i} + {s}];"
    with g.block(header):
        guarded_line(g, guard, text)
        g.barrier()


@production("phase", 1)
def scan(g):
    """Up-sweep and down-sweep over a power of two of elements."""
    span = power_below(g.threads_per_block) * g.pick(1, 2)
    arrays = flat_arrays(g, ("integer",), span)
    if not arrays or span < 8:
        return False
    name = g.random.choice(arrays).name
    d, s = g.fresh("d"), g.fresh("s")
    g.line(f"int {s} = 1;")
    with g.block(f"for (int {d} = {span // 2}; {d} > 0; {d} >>= 1) {{"):
        with g.block(f"if ({g.tid} < {d}) {{"):
            g.line(f"int ai = {s} * (2 * {g.tid} + 1) - 1;")
            g.line(f"int bi = {s} * (2 * {g.tid} + 2) - 1;")
            g.line(f"{name}[bi] += {name}[ai];")
        g.line(f"{s} *= 2;")
        g.barrier()


@production("phase", 1)
def bitonic(g):
    span = power_below(g.threads_per_block)
    arrays = flat_arrays(g, ("integer", "real"), span)
    if not arrays or span < 8:
        return False
    array = g.random.choice(arrays)
    name, k, j = array.name, g.fresh("k"), g.fresh("j")
    with g.block(f"for (int {k} = {g.pick(2, 8)}; {k} <= {g.pick(8, 16)}; {k} *= 2) {{"):
        with g.block(f"for (int {j} = {k} / 2; {j} > 0; {j} /= 2) {{"):
            with g.block(f"if ({g.tid} < {span}) {{"):
                g.line(f"int other = {g.tid} ^ {j};")
                with g.block(f"if (other > {g.tid} && {name}[{g.tid}] > {name}[other]) {{"):
                    g.line(f"{array.element.type} t = {name}[{g.tid}];")
                    g.line(f"{name}[{g.tid}] = {name}[other];")
                    g.line(f"{name}[other] = t;")
            g.barrier()


@production("phase", 3)
def transposed_loop(g):
    """Rows by one axis of the block, columns by a loop."""
    x, y, z = g.block_shape
    arrays = [a for a in g.arrays if not a.flat and len(a.dims) == 2 and z == 1
              and a.dims[0] >= x and a.dims[1] >= y]
    if not arrays:
        return False
    array, j = g.random.choice(arrays), g.fresh("j")
    tx, ty = g.threads[0].text, g.threads[1].text
    with g.block(f"for (int {j} = 0; {j} + {y} <= {min(array.dims[1], 4 * y)}; {j} += {y}) {{"):
        add(g, array.element.read(g, array.at([tx, f"{ty} + {j}"])))


@production("phase", 2)
def matrix_product(g):
    x, y, z = g.block_shape
    arrays = [a for a in g.arrays if not a.flat and len(a.dims) == 2 and z == 1
              and a.element.kind in ("integer", "real")]
    if not arrays:
        return False
    a, b = g.random.choice(arrays), g.random.choice(arrays)
    steps = min(a.dims[1], b.dims[0], 32)
    if y > a.dims[0] or x > b.dims[1]:
        return False
    k = g.fresh("k")
    with g.block(f"for (int {k} = 0; {k} < {steps}; ++{k}) {{"):
        add(g, f"(unsigned){a.at([g.threads[1].text, k])} * "
               f"(unsigned){b.at([k, g.threads[0].text])}")


@production("phase", 1)
def private_scratch(g):
    """Each thread uses a slice of its own, with no barrier."""
    arrays = flat_arrays(g, ("integer", "real"), 2 * g.threads_per_block)
    if not arrays:
        return False
    array = g.random.choice(arrays)
    each = min(array.count // g.threads_per_block, 8)
    k, threads = g.fresh("k"), g.threads_per_block
    at = g.pick(f"{g.tid} * {each} + {k}", f"{k} * {threads} + {g.tid}")
    with g.block(f"for (int {k} = 0; {k} < {each}; ++{k}) {{"):
        g.line(f"{array.name}[{at}] = {array.element.stored(g, value(g))};")
    with g.block(f"for (int {k} = 0; {k} < {each}; ++{k}) {{"):
        add(g, array.element.read(g, f"{array.name}[{at}]"))
    g.barrier()


@production("phase", 1)
def shared_scalar(g):
    name = g.fresh("u")
    g.top(f"{g.language.shared} unsigned {name};")
    with g.block(f"if ({g.tid} == 0) {{"):
        g.line(f"{name} = {value(g)};")
    g.barrier()
    add(g, name)


@production("phase", 1, languages=("cuda",))
def warp_exchange(g):
    """Between lanes of a warp, with __syncwarp or with a shuffle."""
    if g.threads_per_block % 32:
        return False
    arrays = flat_arrays(g, ("integer", "real"), g.threads_per_block)
    if not arrays or g.chance(40):
        call = g.pick("__shfl_xor_sync(0xffffffffu, acc, 5)",
                      "__shfl_down_sync(0xffffffffu, acc, 3)",
                      "__shfl_sync(0xffffffffu, acc, 7)")
        add(g, call)
        return None
    array = g.random.choice(arrays)
    g.line(f"{array.name}[{g.tid}] = {array.element.stored(g, value(g))};")
    g.line("__syncwarp();")
    add(g, array.element.read(g, f"{array.name}[{g.tid} ^ {g.number(1, 31)}]"))
    g.barrier()


# The last phase may leave early: no barrier follows.

@production("last", 3)
def plain_end(g):
    statements(g, "read", 3)


@production("last", 2)
def early_return(g):
    with g.block(f"if ({condition(g)}) {{"):
        g.line(f"{g.output} = acc;")
        g.line("return;")
    statements(g, "read", 2)


# How the arrays get their first values.

@production("fill", 3)
def flat_fill(g, array):
    """Fits every array: none may be read before it was written."""
    i, threads = g.fresh("f"), g.stride
    content = array.element.stored(g, f"{i} * {g.pick(3, 7, 11)}u + in[{i} & 255]")
    with g.block(f"for (int {i} = {g.tid}; {i} < {array.whole}; {i} += {threads}) {{"):
        g.line(f"{array.split(i)} = {content};")


@production("fill", 2)
def row_fill(g, array):
    if array.flat or len(array.dims) != 2 or g.block_shape[2] > 1:
        return False
    r, c = g.fresh("r"), g.fresh("c")
    x, y = g.threads[0].text, g.threads[1].text
    sizes = [g.block_texts[1], g.block_texts[0]]
    if g.chance(40):
        sizes = [g.language.block_size(1), g.language.block_size(0)]
    if g.chance(25):
        x, y, sizes = y, x, sizes[::-1]
    content = array.element.stored(g, f"{r} * 5u + {c} + in[{c} & 63]")
    with g.block(f"for (int {r} = {y}; {r} < {array.extent(0)}; {r} += {sizes[0]}) {{"):
        with g.block(f"for (int {c} = {x}; {c} < {array.extent(1) or array.dims[1]}; {c} += {sizes[1]}) {{"):
            g.line(f"{array.at([r, c])} = {content};")


@production("fill", 2)
def cube_fill(g, array):
    if array.flat or len(array.dims) != 3:
        return False
    names = [g.fresh("f") for _ in range(3)]
    order = g.random.sample(range(3), 3)
    lines = [f"for (int {names[n]} = {g.threads[order[n]].text}; {names[n]} < {array.extent(n)}; "
             f"{names[n]} += {g.block_texts[order[n]]}) {{" for n in range(3)]
    content = array.element.stored(g, f"{names[0]} + 3u * {names[1]} + {names[2]}")
    with g.block(lines[0]), g.block(lines[1]), g.block(lines[2]):
        g.line(f"{array.at(names)} = {content};")
