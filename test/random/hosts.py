"""OpenCL hosts for random kernels, in C and in C++: they build the kernels with the
macros that these lack, size their `__local` arguments, and launch them.

What a host does is known only from running it, see recorded.py.
"""

import dataclasses
import random

HOST_TYPES = ("float", "int", "unsigned", "double", "short", "char", "float2", "float4", "int2",
              "int4")


@dataclasses.dataclass
class Local:
    """A `__local` argument."""

    name: str
    index: int
    count: int
    type: str
    bytes: int


@dataclasses.dataclass
class Part:
    """What the host has to do for one kernel."""

    seed: str
    shape: tuple
    locals: list
    known: int  # the value of n, the last argument but one
    arguments: int  # how many there are
    defines: dict = dataclasses.field(default_factory=dict)


class Host:
    """A program in the making."""

    def __init__(self, batch):
        self.random = random.Random(batch[0].host.seed)
        self.cxx = self.random.randrange(100) < 40
        self.scope, self.body, self.counter = [], [], 0
        for kernel in batch:
            part = kernel.host
            (in_cxx if self.cxx else in_c)(self, kernel.name, part)
        self.defines = {}
        for kernel in batch:
            self.defines.update(kernel.host.defines)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *values):
        return self.random.choice(values)

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    @property
    def suffix(self):
        return ".cpp" if self.cxx else ".c"

    def text(self):
        start, made = (CXX_START, CXX_PROGRAM) if self.cxx else (C_START, C_PROGRAM)
        return "\n".join([start, *self.scope, "int main(void) {", made, *self.options(),
                          *(f"  {line}" for line in self.body), "  return 0;", "}", ""])

    def options(self):
        flags = " ".join(f"-D{name}={value}" for name, value in self.defines.items())
        form = self.random.randrange(3)
        if form == 1 and self.defines:  # Put together of pieces.
            pieces = [f'"-D{name}={value} "' for name, value in self.defines.items()]
            given, before = " ".join(pieces), []
        elif form == 2:
            given, before = "options", [f'  const char *options = "{flags}";']
        else:
            given, before = f'"{flags}"', []
        call = f"program.build({given});" if self.cxx else \
            f"clBuildProgram(program, 0, NULL, {given}, NULL, NULL);"
        return [*before, f"  {call}"]


C_START = "#include <CL/cl.h>\n"
C_PROGRAM = """\
  cl_context context = 0;
  cl_command_queue queue = 0;
  cl_int error = 0;
  const char *source = "";
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 65536, NULL, &error);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);"""
CXX_START = "#include <CL/opencl.hpp>\n"
CXX_PROGRAM = """\
  cl::CommandQueue queue;
  cl::Buffer out{clCreateBuffer(0, CL_MEM_READ_WRITE, 65536, nullptr, nullptr)};
  cl::Buffer in{clCreateBuffer(0, CL_MEM_READ_WRITE, 4096, nullptr, nullptr)};
  cl::Program program{clCreateProgramWithSource(0, 1, nullptr, nullptr, nullptr)};"""


# Sizes and numbers, as people write them.

def bytes_text(h, local):
    known = local.type in HOST_TYPES
    name = local.type if local.type in HOST_TYPES[:6] else f"cl_{local.type}"
    if local.type in HOST_TYPES[:6] and local.type != "unsigned" and h.chance(50):
        name = f"cl_{local.type}"
    form = h.random.randrange(6) if known else 0
    if form == 0:
        return str(local.bytes)
    if form == 1:
        return f"{local.count} * sizeof({name})"
    if form == 2:
        return f"sizeof({name}) * {local.count}"
    constant = h.fresh("COUNT")
    if form == 3:
        h.scope.append(f"#define {constant} {local.count}")
    elif form == 4:
        h.scope.append(f"enum {{ {constant} = {local.count} }};")
    else:
        h.scope.append(f"static const size_t {constant} = {local.count};")
    return f"{constant} * sizeof({name})"


def size(h, local):
    """A size, possibly by way of a variable."""
    text = bytes_text(h, local)
    if not h.chance(30):
        return text
    name = h.fresh("bytes")
    h.body.append(f"{h.pick('size_t', 'const size_t')} {name} = {text};")
    return name


# Arguments, in C.

def in_c(h, name, part):
    h.body.append(f'cl_kernel {name} = clCreateKernel(program, "{name}", &error);')
    style = h.random.choice(STYLES) if part.locals else direct
    style(h, name, part, [size(h, local) for local in part.locals])
    ranges(h, name, part)


def others(h, name, part, set_):
    """The arguments that are not local."""
    set_(0, "sizeof(cl_mem)", "&out")
    set_(1, "sizeof(cl_mem)", "&in")
    for at, value in ((part.arguments - 2, part.known), (part.arguments - 1, 11)):
        variable = h.fresh("value")
        h.body.append(f"cl_int {variable} = {value};")
        set_(at, h.pick("sizeof(cl_int)", f"sizeof({variable})"), f"&{variable}")


def direct(h, name, part, sizes):
    def set_(index, bytes_, value):
        h.body.append(f"{h.pick('', 'error = ', 'error |= ')}"
                      f"clSetKernelArg({name}, {index}, {bytes_}, {value});")
    others(h, name, part, set_)
    for local, bytes_ in zip(part.locals, sizes):
        set_(local.index, bytes_, h.pick("NULL", "NULL", "0"))


def counted(h, name, part, sizes):
    """arg++, in the order of the arguments."""
    counter = h.fresh("arg")
    h.body.append(f"{h.pick('int', 'cl_uint')} {counter} = 0;")
    values = {}
    others(h, name, part, lambda index, *given: values.__setitem__(index, given))
    for local, bytes_ in zip(part.locals, sizes):
        values[local.index] = (bytes_, "NULL")
    for index in sorted(values):
        bytes_, value = values[index]
        h.body.append(f"clSetKernelArg({name}, {counter}++, {bytes_}, {value});")


def helped(h, name, part, sizes):
    """A function of the host's."""
    helper = h.fresh("give")
    h.scope.append(f"static void {helper}(cl_kernel k, cl_uint index, size_t bytes) {{\n"
                   f"  clSetKernelArg(k, index, bytes, NULL);\n}}")
    others(h, name, part, lambda index, bytes_, value: h.body.append(
        f"clSetKernelArg({name}, {index}, {bytes_}, {value});"))
    for local, bytes_ in zip(part.locals, sizes):
        h.body.append(f"{helper}({name}, {local.index}, {bytes_});")


def by_macro(h, name, part, sizes):
    macro = h.fresh("CHECK")
    h.scope.append(h.pick(
        f"#define {macro}(call) do {{ cl_int status = (call); (void)status; }} while (0)",
        f"#define {macro}(call) call"))
    def set_(index, bytes_, value):
        h.body.append(f"{macro}(clSetKernelArg({name}, {index}, {bytes_}, {value}));")
    others(h, name, part, set_)
    for local, bytes_ in zip(part.locals, sizes):
        set_(local.index, bytes_, "NULL")


def by_named_macro(h, name, part, sizes):
    """A macro that is the call."""
    macro = h.fresh("LOCAL")
    h.scope.append(f"#define {macro}(k, index, bytes) clSetKernelArg(k, index, bytes, NULL)")
    others(h, name, part, lambda index, bytes_, value: h.body.append(
        f"clSetKernelArg({name}, {index}, {bytes_}, {value});"))
    for local, bytes_ in zip(part.locals, sizes):
        h.body.append(f"{macro}({name}, {local.index}, {bytes_});")


def looped(h, name, part, sizes):
    others(h, name, part, lambda index, bytes_, value: h.body.append(
        f"clSetKernelArg({name}, {index}, {bytes_}, {value});"))
    array, i = h.fresh("sizes"), h.fresh("i")
    first = part.locals[0].index
    h.body.append(f"size_t {array}[] = {{{', '.join(sizes)}}};")
    h.body.append(f"for (cl_uint {i} = 0; {i} < {len(sizes)}; ++{i})")
    h.body.append(f"  clSetKernelArg({name}, {first} + {i}, {array}[{i}], NULL);")


def from_an_array(h, name, part, sizes):
    others(h, name, part, lambda index, bytes_, value: h.body.append(
        f"clSetKernelArg({name}, {index}, {bytes_}, {value});"))
    array = h.fresh("sizes")
    h.body.append(f"const size_t {array}[] = {{{', '.join(sizes)}}};")
    for at, local in enumerate(part.locals):
        h.body.append(f"clSetKernelArg({name}, {local.index}, {array}[{at}], NULL);")


def set_again(h, name, part, sizes):
    """First to another size, which is never used."""
    first = part.locals[0]
    h.body.append(f"clSetKernelArg({name}, {first.index}, {h.pick(16, first.bytes * 2)}, NULL);")
    direct(h, name, part, sizes)


def by_a_variable_that_changes(h, name, part, sizes):
    variable = h.fresh("bytes")
    h.body.append(f"size_t {variable} = {h.pick(16, 64)};")
    others(h, name, part, lambda index, bytes_, value: h.body.append(
        f"clSetKernelArg({name}, {index}, {bytes_}, {value});"))
    for local, bytes_ in zip(part.locals, sizes):
        h.body.append(f"{variable} = {bytes_};")
        h.body.append(f"clSetKernelArg({name}, {local.index}, {variable}, NULL);")


def by_another_name(h, name, part, sizes):
    """The kernel is in an array, or is called something else."""
    other = h.fresh("other")
    form = h.pick(f"cl_kernel {other} = {name};", f"cl_kernel {other}[1] = {{{name}}};")
    h.body.append(form)
    direct(h, f"{other}[0]" if "[1]" in form else other, part, sizes)


STYLES = [direct, direct, direct, counted, counted, helped, by_macro, by_named_macro, looped,
          from_an_array, set_again, by_a_variable_that_changes, by_another_name]


# Launches, in C.

def dimensions(part):
    return 3 if part.shape[2] > 1 else 2 if part.shape[1] > 1 else 1


def shape_text(h, part):
    """The local sizes, as numbers or by name."""
    found = []
    for extent in part.shape[:dimensions(part)]:
        if h.chance(25):
            name = h.fresh("BLOCK")
            h.scope.append(f"#define {name} {extent}")
            found.append(name)
        else:
            found.append(str(extent))
    return found


def ranges(h, name, part):
    count, texts = dimensions(part), shape_text(h, part)
    local, all_, groups = h.fresh("local"), h.fresh("global"), h.pick(1, 2)
    whole = [f"{texts[0]} * {groups}", *texts[1:]]
    form, address = h.random.randrange(4), ""
    if count == 1 and form == 0:
        h.body.append(f"size_t {local} = {texts[0]}, {all_} = {whole[0]};")
        address = "&"
    elif form == 1:
        h.body.append(f"size_t {local}[{count}], {all_}[{count}];")
        for d in range(count):
            h.body.append(f"{local}[{d}] = {texts[d]};")
            h.body.append(f"{all_}[{d}] = {whole[d]};")
    else:
        kind = h.pick("size_t", "const size_t")
        h.body.append(f"{kind} {local}[] = {{{', '.join(texts)}}};")
        h.body.append(f"{kind} {all_}[{count}] = {{{', '.join(whole)}}};")
    if h.chance(15):
        helper = h.fresh("launch")
        h.scope.append(
            f"static void {helper}(cl_command_queue q, cl_kernel k, const size_t *g, const "
            f"size_t *l) {{\n  clEnqueueNDRangeKernel(q, k, {count}, NULL, g, l, 0, NULL, NULL);\n}}")
        h.body.append(f"{helper}(queue, {name}, {address}{all_}, {address}{local});")
        return
    h.body.append(f"clEnqueueNDRangeKernel(queue, {name}, {count}, NULL, {address}{all_}, "
                  f"{address}{local}, 0, NULL, NULL);")


# In C++.

def in_cxx(h, name, part):
    form = h.random.randrange(3)
    if form == 0:
        h.body.append(f'cl::Kernel {name}(program, "{name}");')
    elif form == 1:
        h.body.append(f'cl::Kernel {name} = cl::Kernel(program, "{name}");')
    else:
        h.body.append(f'auto {name} = cl::Kernel{{program, "{name}"}};')
    sizes = [size(h, local) for local in part.locals]
    values = {0: "out", 1: "in", part.arguments - 2: f"(cl_int){part.known}",
              part.arguments - 1: "(cl_int)11"}
    for local, bytes_ in zip(part.locals, sizes):
        values[local.index] = local_argument(h, bytes_)
    counter = h.fresh("arg") if h.chance(30) else None
    if counter:
        h.body.append(f"cl_uint {counter} = 0;")
    for index in sorted(values):
        h.body.append(f"{name}.setArg({f'{counter}++' if counter else index}, {values[index]});")
    cxx_launch(h, name, part)


def local_argument(h, bytes_):
    form = h.random.randrange(6)
    if form == 0:
        return f"{bytes_}, nullptr"
    if form == 1:
        return f"{bytes_}, NULL"
    if form == 2:
        name = h.fresh("memory")
        h.body.append(f"auto {name} = cl::Local({bytes_});")
        return name
    return f"cl::Local({bytes_})"


def cxx_launch(h, name, part):
    texts, groups = shape_text(h, part), h.pick(1, 2)
    local = f"cl::NDRange({', '.join(texts)})"
    whole = f"cl::NDRange({', '.join([f'{texts[0]} * {groups}', *texts[1:]])})"
    if h.chance(30):
        variable = h.fresh("local")
        h.body.append(h.pick(f"cl::NDRange {variable}({', '.join(texts)});",
                             f"const auto {variable} = {local};"))
        local = variable
    h.body.append(f"queue.enqueueNDRangeKernel({name}, cl::NullRange, {whole}, {local});")
