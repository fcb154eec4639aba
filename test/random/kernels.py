"""Whole kernels: block shape, parameters, arrays, phases, launch."""

import configurations
import conflicts  # noqa: F401 - registers its productions
import facts  # noqa: F401 - likewise
import hosts
import loops  # noqa: F401 - likewise
import overruns  # noqa: F401 - likewise
import phases  # noqa: F401 - likewise
import spellings  # noqa: F401 - likewise
import vectors  # noqa: F401 - likewise
from elements import Array, element
from grammar import Expr, Generator, Kernel
from languages import Cuda, OpenCL

SHAPES = [(32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (48, 1, 1), (100, 1, 1), (33, 1, 1),
          (20, 1, 1), (96, 1, 1), (512, 1, 1), (32, 8, 1), (16, 16, 1), (8, 8, 1), (32, 4, 1),
          (10, 7, 1), (33, 3, 1), (4, 32, 1), (1, 64, 1), (32, 32, 1), (16, 4, 1), (8, 4, 4),
          (4, 4, 4), (16, 2, 3), (5, 3, 7), (2, 2, 16)]
MOST_BYTES = 40 * 1024
MOST_ELEMENTS = 4096
MOST_PASSED_BYTES = 32 * 1024  # what `verify` gives to a __local argument


def generate(seed, index, language=None, configured=False, hosted=False, overrunning=False):
    """The kernel number `index` of a seed: always the same one."""
    g = Generator(f"{seed}:{index}", f"k{index}", language or Cuda)
    if configured:
        g.builds = configurations.builds(g)
    g.hosted, g.host_defines = hosted, {}
    g.overrunning = overrunning
    g.aligned, g.top_lines = set(), []
    g.top = g.top_lines.append
    shape(g)
    parameters(g)
    arrays(g)
    values(g)
    fill(g)
    for _ in range(g.number(1, 4)):
        g.make("phase")
        if not g.fenced:
            g.barrier()
    g.phase = "read"
    if overrunning:
        g.make("overrun")
        g.barrier()
    g.make("last")
    g.line(f"{g.output} = acc;")
    made = assembled(g)
    made.overrun = g.overrun
    if overrunning and g.chance(50):  # Nobody tells the block.
        made.launch = ""
    if hosted:
        made.host = host_part(g, f"{seed}:{index}")
    return made


def shape(g):
    g.block_shape = g.random.choice(SHAPES)
    if g.language is OpenCL and max(g.block_shape) > 256:
        g.block_shape = (256, 1, 1)
    g.block_texts = [str(extent) for extent in g.block_shape]
    if g.builds:
        configurations.block(g)
    x, y, z = g.block_shape
    g.threads_per_block = x * y * z
    g.stride = str(x * y * z)
    if not "".join(g.block_texts).isdigit():
        g.stride = f"({' * '.join(text for text in g.block_texts if text != '1')})"
    raw = g.chance(25)  # names the ids each time, not a variable
    g.threads = []
    for axis, (name, extent) in enumerate(zip(("tx", "ty", "tz"), g.block_shape)):
        if raw:
            text = g.language.thread(axis)
            text = f"({text})" if " " in text or text[0] == "(" else text
            g.threads.append(Expr(text, 0, extent - 1, g.language is Cuda))
        else:
            type_ = g.pick("int", "int", "const int", "unsigned")
            g.line(f"{type_} {name} = {g.language.thread(axis)};")
            g.threads.append(Expr(name, 0, extent - 1, type_ == "unsigned"))
    linear(g, raw)


def linear(g, raw):
    """The linear id, the lane, the number of the wave."""
    x, y, z = (expr.text for expr in g.threads)
    text, (_, by, bz) = x, g.block_shape
    sizes = g.block_texts[:2]
    if g.chance(50):
        sizes = [g.language.block_size(0), g.language.block_size(1)]
    if bz > 1:
        text = f"({z} * {sizes[1]} + {y}) * {sizes[0]} + {x}"
    elif by > 1:
        text = f"{y} * {sizes[0]} + {x}"
    if raw and by == bz == 1:
        g.tid = x
        g.threads.append(g.threads[0])
    else:
        type_ = g.pick("int", "int", "unsigned")
        g.line(f"{type_} tid = {text};")
        g.tid = "tid"
        g.threads.append(Expr("tid", 0, g.threads_per_block - 1, type_ == "unsigned"))
    g.threads.append(Expr(f"({g.tid} & 31)", 0, min(31, g.threads_per_block - 1),
                          g.threads[3].unsigned))
    g.threads.append(Expr(f"({g.tid} >> 5)", 0, (g.threads_per_block - 1) >> 5,
                          g.threads[3].unsigned))


def parameters(g):
    """n: its value is told by the launch. m: only the run knows it."""
    known = g.pick(1, 2, 4, 5, 8, 16, 17, 32, 33)
    g.known, g.knows_n = known, g.language is Cuda or g.hosted
    if not g.knows_n:  # Nothing tells it there.
        g.scope.append(Expr("3", 3, 3) if g.steady else Expr("(n & 7)", 0, 7))
    else:
        g.scope.append(Expr("n", known, known))
    if not g.steady:
        g.scope.append(Expr("(m & 15)", 0, 15))
        g.scope.append(Expr(f"(int)({g.language.block(0)} & 3)", 0, 3))
    g.templated = g.language is Cuda and not g.plain and g.chance(20)
    g.template_value = g.pick(2, 3, 4, 8, 16, 32)
    if g.templated:
        g.scope.append(Expr("N", g.template_value, g.template_value))


def values(g):
    g.line("unsigned acc = 1u;")
    g.output = (f"out[{g.language.block(0)} * {g.threads_per_block} + {g.tid}]")


def dimensions(g, threads):
    how = 5 if g.overrunning else g.number(0, 9)
    if how < 4:
        return (g.pick(threads, 2 * threads, threads + 1, 4 * threads, 64, 128, 256, 260, 500,
                       512, 1024, 1056),)
    if how < 9:
        return (g.pick(4, 8, 16, 16, 20, 32, 32, 64, g.block_shape[1], g.block_shape[0]),
                g.pick(8, 16, 17, 32, 32, 32, 33, 34, 36, 64, 10, g.block_shape[0]))
    return (g.pick(2, 4, 8), g.pick(4, 8, 9), g.pick(4, 8, 16, 17, 32))


def arrays(g):
    if g.builds:
        g.dynamic_bytes, g.passed, g.array_types = 0, [], {}
        draw_arrays(g, g.pick(1, 1, 2))
        for array in g.arrays:
            configurations.array(g, array)
        return
    if g.hosted:
        draw_arrays(g, g.pick(1, 1, 2))
        g.dynamic_bytes, g.passed, g.array_types = 0, [], {}
        given_by_the_host(g)
        return
    dynamic = g.language is Cuda and g.chance(15 if g.plain else 30)
    passed = g.language is OpenCL and g.chance(15 if g.plain else 30)
    draw_arrays(g, g.pick(1, 1, 2, 2, 3))
    g.dynamic_bytes, g.passed, g.array_types = 0, [], {}
    if dynamic:
        carve(g)
    elif passed:
        pass_arrays(g)
    elif not g.plain and g.chance(15):
        box(g)
    else:
        for array in g.arrays:
            declare(g, array)


def draw_arrays(g, wanted):
    left = MOST_BYTES
    for number in range(wanted):
        array = Array("abc"[number], element(g), dimensions(g, g.threads_per_block))
        if array.count > MOST_ELEMENTS or array.bytes > left:
            array.dims = (64,)
        left -= array.bytes
        g.arrays.append(array)


def declare(g, array):
    """One static array, flattened or not, with its extents in one of many forms."""
    align = ""
    if array.element.type in ("float", "int") and g.chance(40):
        align = f"{g.language.aligned} "
        g.aligned.add(array.name)
    if len(array.dims) == 2 and g.chance(25):
        array.flat = True
        extents = [g.pick(f"[{array.dims[0]} * {array.dims[1]}]", f"[{array.count}]")]
        if not g.plain and g.chance(80):
            array.macro = f"AT_{array.name}_{g.name}"
            g.file_scope(f"#define {array.macro}(row, column) "
                         f"{array.name}[(row) * {array.dims[1]} + (column)]")
    else:
        extents = [f"[{extent(g, e)}]" for e in array.dims]
    type_ = array.element.type
    if not g.plain and g.chance(15):
        type_, extents = named_type(g, type_, extents)
    g.top(f"{g.language.shared} {align}{type_} {array.name}{''.join(extents)};")


def named_type(g, element, extents):
    """A name for the type, or for that of its rows, and the extents that are left.

    Arrays of one kernel may share it."""
    named = g.number(0, len(extents) - 1)
    text = "".join(extents[named:])
    name = g.array_types.get((element, text))
    if name is None or g.chance(30):
        name = f"T{g.fresh('_')}_{g.name}"
        g.array_types[element, text] = name
        write = g.file_scope if g.chance(70) else g.top
        if g.language is Cuda and g.chance(40):
            write(f"using {name} = {element}{text};")
        else:
            write(f"typedef {element} {name}{text};")
    return name, extents[:named]


def box(g):
    """All arrays are members of one shared struct."""
    members = []
    for array in g.arrays:
        type_, extents = array.element.type, [f"[{e}]" for e in array.dims]
        if g.chance(15):
            name = f"T_{array.name}_{g.name}"
            g.file_scope(f"typedef {type_} {name}{''.join(extents)};")
            type_, extents = name, []
        members.append(f"{type_} {array.name}{''.join(extents)};")
        array.name = f"box.{array.name}"
    type_ = f"Box_{g.name}"
    g.file_scope(f"typedef struct {{ {' '.join(members)} }} {type_};")
    g.top(f"{g.language.shared} {type_} box;")


def extent(g, number):
    """A literal, a sum, a macro."""
    if g.chance(60):
        return str(number)
    if g.chance(50) and number > 1:
        return f"{number - 1} + 1"
    name = f"D{g.fresh('_')}_{g.name}"
    g.file_scope(f"#define {name} {number}")
    return name


def carve(g):
    """All arrays from one dynamic buffer, the strictest alignment first."""
    g.arrays.sort(key=lambda array: -alignment(array.element))
    for array in g.arrays:
        array.flat = len(array.dims) > 1
    first = g.arrays[0]
    name = f"raw_{g.name}"
    if len(g.arrays) == 1 and first.element.kind not in ("struct", "derived") and g.chance(60):
        first.name = f"dyn_{g.name}"
        g.top(f"extern __shared__ {first.element.type} {first.name}[];")
        g.dynamic_bytes = first.bytes
        return
    g.top(f"extern __shared__ __align__(16) unsigned char {name}[];")
    at, before = 0, None
    for array in g.arrays:
        gap = -at % alignment(array.element)
        at += gap
        start = f"{name} + {at}" if at else name
        if before and not gap and g.chance(50):
            start = f"{before.name} + {before.count}"
        g.top(f"{array.element.type} *{array.name} = ({array.element.type} *)({start});")
        at, before = at + array.bytes, array
    g.dynamic_bytes = at


def pass_arrays(g):
    """All arrays are arguments of the kernel; the host would tell their sizes."""
    for array in g.arrays:
        if array.bytes > MOST_PASSED_BYTES:
            array.dims = (64,)
        array.flat = len(array.dims) > 1
        g.passed.append(f"__local {array.element.type} *{array.name}")


def given_by_the_host(g):
    """Arguments, and arrays whose extents the host defines."""
    for array in g.arrays:
        if len(array.dims) > 1 and g.chance(50):
            name = f"{g.pick('PITCH', 'W', 'TILE')}{g.fresh('_')}_{g.name}"
            g.host_defines[name] = array.dims[-1]
            array.texts = [*map(str, array.dims[:-1]), name]
        if g.passed or g.chance(75):
            array.flat = len(array.dims) > 1
            g.passed.append(f"__local {array.element.type} *{array.name}")
            g.given.append(array)
        else:
            extents = "".join(f"[{array.extent(axis)}]" for axis in range(len(array.dims)))
            g.top(f"__local {array.element.type} {array.name}{extents};")


def host_part(g, seed):
    given = [hosts.Local(array.name, 2 + at, array.count, array.element.type, array.bytes)
             for at, array in enumerate(g.given)]
    return hosts.Part(seed, g.block_shape, given, g.known, 4 + len(given), g.host_defines)


def alignment(element):
    if element.kind == "struct":
        return 8
    return element.bytes


def fill(g):
    for array in g.arrays:
        if g.make("fill", array) is False:
            raise ValueError(f"{array.name} is never filled")
    g.barrier()


def assembled(g):
    body = [*g.top_lines, *g.body]
    if g.language is OpenCL:
        x, y, z = g.block_texts
        required = "" if g.hosted else \
            f" __attribute__((reqd_work_group_size({x}, {y}, {z})))\n"
        signature = (f"__kernel{required or ' '}"
                     f"void {g.name}(__global unsigned *out, __global const unsigned *in, "
                     + "".join(f"{p}, " for p in g.passed) + "int n, int m)")
        return Kernel(g.name, True, g.prelude, signature, body, "", g.steady, g.builds,
                      g.shapes)
    bounds = f"__launch_bounds__({g.threads_per_block}) " if g.chance(15) else ""
    template = "template <int N>\n" if g.templated else ""
    restrict = "__restrict__ " if g.chance(30) else ""
    signature = (f"{template}__global__ void {bounds}{g.name}(unsigned *{restrict}out, "
                 f"const unsigned *{restrict}in, int n, int m)")
    return Kernel(g.name, False, g.prelude, signature, body, launch(g), g.steady, g.builds)


def launch(g):
    x, y, z = g.block_texts
    block = f"dim3({x}, {y}, {z})" if (y, z) != ("1", "1") else g.pick(x, f"dim3({x})")
    arguments = f"<{g.template_value}>" if g.templated else ""
    grid = g.pick("1", "2", "3", "dim3(2)")
    dynamic = f", {g.dynamic_bytes}" if g.dynamic_bytes else ""
    return (f"void launch_{g.name}(unsigned *out, const unsigned *in, int m) {{\n"
            f"  {g.name}{arguments}<<<{grid}, {block}{dynamic}>>>(out, in, {g.known}, m);\n}}")


def file_text(kernels):
    return "\n".join(kernel.text() for kernel in kernels)
