"""What the preprocessor decides: extents, pitches, element types, block sizes and
the ways to an element of which each build has its own.

A build is an architecture and macros that its command line defines. Bounds of
indices hold in all builds: `Array.dims` are the smallest extents, and the block
is the largest. The texts are those of the macros.
"""

import dataclasses

from elements import Element
from grammar import Block, production

ARCHITECTURES = (800, 900, 800, 900, 700)  # the first build is the one that is rewritten
MOST_THREADS = 256
MOST_BYTES = 12 * 1024  # of one array


@dataclasses.dataclass
class Build:
    arch: int
    defines: dict = dataclasses.field(default_factory=dict)

    def flags(self):
        return tuple(f"-D{name}={value}" for name, value in self.defines.items())


@dataclasses.dataclass
class Number:
    """A text, and what it is in each build."""

    text: str
    values: list

    @property
    def least(self):
        return min(self.values)

    @property
    def most(self):
        return max(self.values)


@dataclasses.dataclass
class Condition:
    text: str  # of an #if
    holds: list  # in each build


def builds(g):
    return [Build(arch) for arch in ARCHITECTURES]


def commanded(g):
    """The builds whose command lines say something."""
    return g.builds[2:]


# Conditions.

def flag(g):
    """Whether a name of its own is defined; kernels have few of these."""
    name = f"{g.pick('FAST', 'WIDE', 'USE_PAD')}_{g.name}"
    if name not in g.flags:
        g.flags[name] = True
        for build in commanded(g):
            if g.chance(50):
                build.defines[name] = 1
    text = g.pick(f"ifdef {name}", f"if defined({name})", f"if {name}",
                  f"if defined({name}) && {name} > 0")
    return Condition(text, [name in build.defines for build in g.builds])


def version(g):
    name, number = f"VERSION_{g.name}", g.pick(1, 2, 3)
    if name not in g.flags:
        g.flags[name] = True
        for build in commanded(g):
            if g.chance(60):
                build.defines[name] = g.pick(1, 2, 3)
    values = [build.defines.get(name, 0) for build in g.builds]
    if g.chance(50):
        return Condition(f"if {name} == {number}", [v == number for v in values])
    return Condition(f"if {name} >= {number}", [v >= number for v in values])


def architecture(g):
    least = g.pick(750, 900, 900)
    text = g.pick(f"if __CUDA_ARCH__ >= {least}",
                  f"if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= {least}",
                  f"if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= {least})")
    return Condition(text, [build.arch >= least for build in g.builds])


def condition(g):
    made = g.pick(flag, flag, version)
    # The host's code has no architecture.
    if g.language.name == "cuda" and not g.seen_by_host:
        made = g.pick(flag, flag, version, architecture, architecture)
    chosen = made(g)
    if g.chance(20) and chosen.text.startswith("ifdef "):
        return Condition("ifndef " + chosen.text[6:], [not h for h in chosen.holds])
    if g.chance(20) and chosen.text.startswith("if "):
        return Condition(f"if !({chosen.text[3:]})", [not h for h in chosen.holds])
    return chosen


def branches(chosen, then, otherwise):
    body = [*then, *(["#else", *otherwise] if otherwise else [])]
    return Block(f"#{chosen.text}", body, "#endif")


# Numbers.

def number(g, stem, choices):
    """A macro, in any of the ways in which files define one."""
    name = f"{stem}{g.fresh('_')}_{g.name}"
    made = g.make("decided number", name, list(choices))
    if g.chance(20):
        return derived(g, made)
    return made


def derived(g, base):
    """A constant computed from a macro."""
    name, by = f"C{g.fresh('_')}_{g.name}", g.pick(0, 1, 1, 4)
    text = f"{base.text} + {by}" if by else base.text
    forms = [f"enum {{ {name} = {text} }};", f"#define {name} ({text})"]
    if g.language.name == "cuda":
        forms += [f"constexpr int {name} = {text};", f"const int {name} = {text};",
                  f"static constexpr int {name} = {text};"]
    g.file_scope(g.pick(*forms))
    return Number(name, [v + by for v in base.values])


@production("decided number", 5)
def guarded(g, name, choices):
    """#ifndef NAME: the command line may say it."""
    default = g.pick(*choices)
    g.file_scope(Block(f"#ifndef {name}", [f"#define {name} {default}"], "#endif"))
    for build in commanded(g):
        if g.chance(60):
            build.defines[name] = g.pick(*choices)
    return Number(name, [build.defines.get(name, default) for build in g.builds])


@production("decided number", 4)
def by_a_condition(g, name, choices):
    a, b, chosen = g.pick(*choices), g.pick(*choices), condition(g)
    g.file_scope(branches(chosen, [f"#define {name} {a}"], [f"#define {name} {b}"]))
    return Number(name, [a if h else b for h in chosen.holds])


@production("decided number", 2)
def by_a_chain(g, name, choices):
    macro, values = f"VERSION_{g.name}", [g.pick(*choices) for _ in range(3)]
    version(g)
    g.file_scope(Block(f"#if {macro} == 1", [
        f"#define {name} {values[1]}", f"#elif {macro} == 2", f"#define {name} {values[2]}",
        "#else", f"#define {name} {values[0]}"], "#endif"))
    said = [build.defines.get(macro, 0) for build in g.builds]
    return Number(name, [values[s] if s in (1, 2) else values[0] for s in said])


@production("decided number", 2)
def by_nested_conditions(g, name, choices):
    outer, inner = condition(g), condition(g)
    a, b, c = (g.pick(*choices) for _ in range(3))
    nested = branches(inner, [f"#define {name} {a}"], [f"#define {name} {b}"])
    g.file_scope(branches(outer, [nested], [f"#define {name} {c}"]))
    return Number(name, [(a if i else b) if o else c
                         for o, i in zip(outer.holds, inner.holds)])


@production("decided number", 2)
def defined_again(g, name, choices):
    """#undef and another value."""
    a, b, chosen = g.pick(*choices), g.pick(*choices), condition(g)
    g.file_scope(f"#define {name} {a}")
    g.file_scope(branches(chosen, [f"#undef {name}", f"#define {name} {b}"], []))
    return Number(name, [b if h else a for h in chosen.holds])


@production("decided number", 2, languages=("cuda",))
def constant_by_a_condition(g, name, choices):
    """A constant, not a macro."""
    a, b, chosen = g.pick(*choices), g.pick(*choices), condition(g)
    kind = g.pick("constexpr int", "static const int", "const int")
    g.file_scope(branches(chosen, [f"{kind} {name} = {a};"], [f"{kind} {name} = {b};"]))
    return Number(name, [a if h else b for h in chosen.holds])


@production("decided number", 3)
def the_same_everywhere(g, name, choices):
    value = g.pick(*choices)
    g.file_scope(f"#define {name} {value}")
    return Number(name, [value for _ in g.builds])


# Blocks.

def block(g):
    """Extents of the block that builds decide; its threads' texts come with it."""
    x, y, z = g.block_shape
    while x * y * z > MOST_THREADS // 2:
        x, y = (x // 2, y) if x > y else (x, y // 2)
    g.block_shape, g.block_texts = (x, y, z), [str(x), str(y), str(z)]
    g.shapes = [(x, y, z) for _ in g.builds]
    if not g.chance(45):
        return
    g.seen_by_host = True
    sizes = [number(g, "BX", (x, x, 2 * x, max(x // 2, 1)))]
    if y > 1:
        sizes.append(number(g, "BY", (y, max(y // 2, 1))))
    g.seen_by_host = False
    shape = [*(n.most for n in sizes), *g.block_shape[len(sizes):]]
    if shape[0] * shape[1] * shape[2] <= MOST_THREADS:
        g.block_shape = tuple(shape)
        g.block_texts = [*(n.text for n in sizes), *g.block_texts[len(sizes):]]
        rest = (x, y, z)[len(sizes):]
        g.shapes = [(*(n.values[at] for n in sizes), *rest) for at in range(len(g.builds))]


# Arrays.

def element(g, chosen):
    """A type that a macro or a typedef names."""
    if chosen.kind not in ("integer", "real") or chosen.bytes != 4 or not g.chance(25):
        return chosen, chosen.bytes
    name, known = f"real{g.fresh('_')}_{g.name}", condition(g)
    one, other = chosen.type, g.pick("float", "double", "int", "unsigned", "short")
    if g.chance(50):
        g.file_scope(branches(known, [f"#define {name} {other}"], [f"#define {name} {one}"]))
    else:
        g.file_scope(branches(known, [f"typedef {other} {name};"], [f"typedef {one} {name};"]))
    most = 8 if other == "double" else 4
    return Element(name, 4, "real"), most


def array(g, made):
    """Declares one whose extents, pitch and type builds decide."""
    form = g.number(0, 9)
    dynamic = form == 3 and len(g.arrays) == 1 and g.language.name == "cuda"
    g.seen_by_host = dynamic
    made.element, bytes_ = element(g, made.element)
    extents = [extent(g, made, e) for e in made.dims]
    most = bytes_
    for each in extents:
        most *= each.most
    if most > MOST_BYTES:
        extents = [Number(str(e), [e for _ in g.builds]) for e in made.dims]
    made.dims = tuple(e.least for e in extents)
    made.texts = [e.text for e in extents]
    g.seen_by_host = False
    if dynamic or (len(extents) == 2 and form < 3):
        flat(g, made, dynamic)
    elif len(extents) == 2 and form == 4:
        declared_twice(g, made)
    else:
        subscripts = "".join(f"[{t}]" for t in made.texts)
        g.top(f"{g.language.shared} {made.element.type} {made.name}{subscripts};")
    if len(made.dims) == 2 and g.chance(60):
        accessor(g, made)


def extent(g, made, e):
    if g.chance(25):
        return Number(str(e), [e for _ in g.builds])
    return number(g, g.pick("TILE", "N", "PITCH"), (e, e, 2 * e, 32, 32, 16, 64, e + 1))


def flat(g, made, dynamic):
    """One subscript, with a pitch."""
    made.flat = len(made.dims) > 1
    type_, size = made.element.type, " * ".join(made.texts)
    if not dynamic:
        g.top(f"{g.language.shared} {type_} {made.name}[{size}];")
        return
    made.name = f"dyn_{g.name}"
    g.top(f"extern __shared__ {type_} {made.name}[];")
    g.dynamic_bytes = f"{size} * sizeof({type_})"


def declared_twice(g, made):
    chosen, by = condition(g), g.pick(0, 1, 1, 2, 4)
    rows, columns = made.texts
    start = f"{g.language.shared} {made.element.type} {made.name}"
    g.top(branches(chosen, [f"{start}[{rows}][{columns} + {by}];"],
                   [f"{start}[{rows}][{columns}];"]))
    made.texts = [rows, ""]  # No pitch that holds in both.


# Ways to an element.

def bodies(g, made, name, r, c):
    """Expressions of the element in row r and column c."""
    rows, columns = made.texts
    if made.flat:
        return [f"{name}[({r}) * {columns} + ({c})]", f"{name}[({c}) + {columns} * ({r})]",
                f"(*({name} + ({r}) * {columns} + ({c})))", f"({name} + ({r}) * {columns})[{c}]",
                f"{name}[({r}) * ({columns}) + ({c})]", f"{name}[({c}) * {rows} + ({r})]"]
    found = [f"{name}[{r}][{c}]", f"{name}[{r}][{c}]", f"(*({name}[{r}] + ({c})))",
             f"(*({name} + ({r})))[{c}]"]
    if columns:
        found += [f"(&{name}[0][0])[({r}) * {columns} + ({c})]",
                  f"{name}[0][({r}) * {columns} + ({c})]",
                  f"(*(&{name}[0][0] + ({r}) * {columns} + ({c})))"]
    return found


def by_columns(forms):
    """Some puts columns one behind the other, where all others have rows."""
    return any("[(c) *" in form for form in forms)


def accessor(g, made):
    forms = ["accessor macro"] * 3
    if g.language.name == "cuda" and (made.flat or made.texts[1]):
        forms += ["accessor function", "accessor template"]
    g.make(g.pick(*forms), made)


@production("accessor macro")
def by_macro(g, made):
    name = f"AT_{made.name}_{g.name}"
    forms = g.random.sample(bodies(g, made, made.name, "r", "c"), 2)
    one, other = (f"#define {name}(r, c) {body}" for body in forms)
    g.file_scope(branches(condition(g), [one], [other]) if g.chance(75) else one)
    made.spell = Spelling(g, name, "", by_columns(forms))


def function(g, made, start, body):
    name = f"at_{made.name}_{g.name}"
    forms = g.random.sample(bodies(g, made, "t", "r", "c"), 2)
    header = f"{start} {name}({body}, int r, int c) {{"
    returns = [f"return {form};" for form in forms]
    if g.chance(30):
        g.file_scope(branches(condition(g), [Block(header, returns[:1])],
                              [Block(header, returns[1:])]))
    elif g.chance(75):
        g.file_scope(Block(header, [branches(condition(g), returns[:1], returns[1:])]))
    else:
        g.file_scope(Block(header, returns[:1]))
    made.spell = Spelling(g, name, f"{made.name}, ", by_columns(forms))


@production("accessor function")
def by_function(g, made):
    type_ = made.element.type
    parameter = f"{type_} *t" if made.flat else g.pick(
        f"{type_} (*t)[{made.texts[1]}]", f"{type_} t[][{made.texts[1]}]",
        f"{type_} (&t)[{made.texts[0]}][{made.texts[1]}]")
    function(g, made, f"__device__ {type_} &", parameter)


@production("accessor template")
def by_template(g, made):
    type_ = made.element.type
    if made.flat:
        return function(g, made, "template <typename T> __device__ T &", "T *t")
    start, parameter = g.pick(
        ("template <typename A>", "A &t"),
        ("template <int R, int C>", f"{type_} (&t)[R][C]"))
    return function(g, made, f"{start} __device__ {type_} &", parameter)


@dataclasses.dataclass
class Spelling:
    """How accesses are written: through the accessor mostly; always where it may say
    of an element that it is elsewhere, as two threads would own it otherwise."""

    g: object
    name: str
    first: str
    always: bool = False

    def __call__(self, r, c):
        if self.g.chance(25) and not self.always:
            return None
        # A comma of template arguments would end the macro's.
        r, c = (f"({s})" if "<" in f"{s}" else s for s in (r, c))
        return f"{self.name}({self.first}{r}, {c})"


# Statements that some builds have.

def conditional(kind, weight):
    @production(kind, weight, builds=True)
    def in_some_builds(g):
        if g.depth >= 3:
            return False
        chosen = condition(g)
        with g.block(f"#{chosen.text}", "#endif"):
            scope = list(g.scope)
            g.make(kind)
            g.scope = scope
            if g.chance(60):
                g.line("#else")
                g.make(kind)
        return None


for each in ("read", "write", "phase"):
    conditional(each, 3)
