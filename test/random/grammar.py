"""What every production of the random kernels shares.

A production is one function, registered with a weight for what it makes:

    @production("phase", weight=2)
    def histogram(g): ...

It gets the generator of the kernel, draws from g.random, and emits statements
with g.line and g.block. It returns False, having emitted nothing, where it does
not fit; another one is drawn then. To try a new construct on the analysis, add
a function to the module of its kind.

Kernels are in bounds and free of races by construction: between two barriers an
array is either only read, or each element is touched by one thread, its owner,
or it is touched by atomics alone.
"""

import dataclasses
import random

PRODUCTIONS = {}


@dataclasses.dataclass
class Production:
    weight: int
    make: object
    languages: tuple
    plain: bool
    steady: bool
    followed: bool
    builds: bool

    def fits(self, g):
        return (g.language.name in self.languages and (self.steady or not g.steady)
                and (g.builds or not self.builds)
                and (self.plain or not g.plain or (self.followed and g.follows)))


def production(kind, weight=1, languages=("cuda", "opencl"), plain=True,
               steady=True, followed=False, builds=False):
    """Not `plain`: something that may keep bankfix from a fix of the array; `followed`:
    but it need not. Not `steady`: depends on the block or on a value that bankfix
    does not know. Part of the kernels does without. `builds`: only where there are
    several of the kernel."""
    def register(function):
        PRODUCTIONS.setdefault(kind, []).append(
            Production(weight, function, languages, plain, steady, followed, builds))
        return function
    return register


@dataclasses.dataclass
class Block:
    """A statement with a body; what the reducer drops as one."""

    header: str
    body: list
    footer: str = "}"


def render(nodes, indent):
    for node in nodes:
        if isinstance(node, Block):
            yield indent + node.header
            yield from render(node.body, indent + "  ")
            yield indent + node.footer
        elif node:
            yield indent + node


@dataclasses.dataclass
class Expr:
    """An integer expression, and the smallest and largest value that it takes."""

    text: str
    low: int
    high: int
    unsigned: bool = False  # computed in unsigned arithmetic

    @property
    def is_constant(self):
        return self.low == self.high


@dataclasses.dataclass
class Kernel:
    name: str
    opencl: bool
    prelude: list  # file scope: types, macros, device functions
    signature: str
    body: list
    launch: str = ""
    steady: bool = False  # all blocks of all launches do the same to shared memory
    builds: list = dataclasses.field(default_factory=list)  # see configurations.py
    shapes: list = dataclasses.field(default_factory=list)  # of the block, in each build
    family: object = None  # see families.py
    host: object = None  # see hosts.py
    # Arrays with rows that accesses leave: whether through pointers alone; see overruns.py.
    overrun: dict = dataclasses.field(default_factory=dict)

    def text(self):
        lines = list(render(self.prelude, ""))
        lines += [self.signature + " {", *render(self.body, "  "), "}"]
        if self.launch:
            lines.append(self.launch)
        return "\n".join(lines) + "\n"


class Generator:
    """One kernel in the making; statements go to the innermost open block."""

    def __init__(self, seed, name, language):
        self.random = random.Random(seed)
        self.name, self.language = name, language
        self.plain = self.chance(65)
        self.steady = self.plain and self.chance(50)
        self.follows = self.chance(35)
        self.prelude, self.body = [], []
        self.open = [self.body]
        self.arrays = []
        self.scope = []  # Exprs of the variables that may be named
        self.owners = {}  # of the current phase: array name -> subscripts of the owner
        self.counter = 0
        self.trips = 1  # product of the trip counts of the open loops
        self.depth = 0
        self.phase = "read"
        self.shapes = []
        self.given = []  # arrays that the host sizes
        self.overrun = {}  # as in Kernel
        self.builds, self.flags, self.seen_by_host = [], {}, False  # see configurations.py

    # Drawing.
    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *values):
        return self.random.choice(values)

    def number(self, low, high):
        return self.random.randint(low, high)

    def make(self, kind, *arguments):
        """Runs a random production of a kind, by weight, until one fits."""
        fitting = [p for p in PRODUCTIONS[kind] if p.fits(self)]
        while fitting:
            at = self.random.choices(range(len(fitting)), [p.weight for p in fitting])[0]
            result = fitting.pop(at).make(self, *arguments)
            if result is not False:
                return result
        return False

    # Emitting.
    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def line(self, text):
        self.open[-1].append(text)

    def file_scope(self, text):
        self.prelude.append(text)

    def block(self, header, footer="}"):
        return OpenBlock(self, header, footer)

    def barrier(self):
        self.line(self.language.barrier)
        self.owners = {}

    @property
    def fenced(self):
        """Whether a barrier is the last statement."""
        return self.open[-1][-1:] == [self.language.barrier]


class OpenBlock:
    """with g.block("if (..) {"): the statements inside go into its body, and
    the variables declared inside end with it."""

    def __init__(self, g, header, footer):
        self.g, self.node = g, Block(header, [], footer)

    def __enter__(self):
        self.g.line(self.node)
        self.g.open.append(self.node.body)
        self.scope = list(self.g.scope)
        self.g.depth += 1
        return self.node

    def __exit__(self, *_):
        self.g.open.pop()
        self.g.scope = self.scope
        self.g.depth -= 1
