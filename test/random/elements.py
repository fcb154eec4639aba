"""Types of array elements, and shared arrays of them.

Values are `unsigned` in every kernel; an element type says how one is stored
into an element, and what is read back. Floating elements hold small integers,
so that sums are exact in any order.
"""

import dataclasses

from expressions import index


@dataclasses.dataclass
class Element:
    type: str
    bytes: int
    kind: str  # integer, real, vector, struct or derived
    members: tuple = ()  # (name, type) of a struct's, names of a vector's
    align: int = 0

    def converted(self, value, type_):
        if type_ in ("float", "double") or type_.startswith("real"):
            return f"({type_})(({value}) & 0xffu)"
        return f"({type_})({value})"

    def stored(self, g, value):
        """An expression of this type made of an unsigned one."""
        if self.kind == "vector":
            scalar = "float" if self.type.startswith("float") else "int"
            values = [self.converted(value, scalar)]
            values += [f"({scalar}){g.number(0, 9)}" for _ in self.members[1:]]
            return g.language.constructor(self.type, *values)
        if self.kind == "derived":
            a, b, c = [self.converted(value, "int"), *(str(g.number(0, 9)) for _ in "bc")]
            return f"{self.type}{{{{{a}, {b}}}, {c}}}"
        if self.kind == "struct":
            first, *rest = self.members
            values = [self.converted(value, first[1])]
            values += [f"({type_}){g.number(0, 9)}" for _, type_ in rest]
            return g.language.literal(self.type, *values)
        return self.converted(value, self.type)

    def read(self, g, access):
        """An unsigned expression made of one element."""
        if self.kind == "vector":
            return f"(unsigned){access}.{g.random.choice(self.members)}"
        if self.kind in ("struct", "derived"):
            return f"(unsigned){access}.{g.random.choice(self.members)[0]}"
        return f"(unsigned){access}"


SCALARS = [Element("int", 4, "integer"), Element("unsigned", 4, "integer"),
           Element("float", 4, "real"), Element("char", 1, "integer"),
           Element("unsigned char", 1, "integer"), Element("short", 2, "integer"),
           Element("unsigned short", 2, "integer"), Element("double", 8, "real"),
           Element("LONG", 8, "integer")]
SCALAR_WEIGHTS = [8, 6, 10, 2, 2, 2, 1, 3, 2]
VECTORS = [Element("float2", 8, "vector", ("x", "y")), Element("int2", 8, "vector", ("x", "y")),
           Element("float4", 16, "vector", ("x", "y", "z", "w")),
           Element("int4", 16, "vector", ("x", "y", "z", "w"))]
STRUCTS = [("float x, y;", 8, (("x", "float"), ("y", "float"))),
           ("float x, y, z;", 12, (("x", "float"), ("y", "float"), ("z", "float"))),
           ("int a; float b; int c, d;", 16,
            (("a", "int"), ("b", "float"), ("c", "int"), ("d", "int"))),
           ("int key; short tag;", 8, (("key", "int"), ("tag", "short"))),
           ("double d; int i;", 16, (("d", "double"), ("i", "int"))),
           ("int a, b, c, d, e;", 20, tuple((m, "int") for m in "abcde")),
           ("float v[2];", 8, tuple((f"v[{i}]", "float") for i in range(2))),
           ("float m[2][4];", 32,
            tuple((f"m[{i}][{j}]", "float") for i in range(2) for j in range(4))),
           ("int key, at[3]; float f[2];", 24,
            (("key", "int"), *((f"at[{i}]", "int") for i in range(3)),
             *((f"f[{i}]", "float") for i in range(2))))]


def element(g):
    if g.chance(76):
        chosen = g.random.choices(SCALARS, SCALAR_WEIGHTS)[0]
        if chosen.type == "LONG":
            return Element(g.language.long_long, 8, "integer")
        return chosen
    if g.plain or g.chance(60):
        return g.random.choice(VECTORS)
    name = f"S{g.fresh('_')}_{g.name}"
    if g.language.name == "cuda" and g.chance(20):
        # An assignment leaves out the padding at the end of the derived one.
        g.file_scope(f"struct __align__(8) B{name} {{ int a; int b; }};")
        g.file_scope(f"struct {name} : B{name} {{ int c; }};")
        return Element(name, 16, "derived", (("a", "int"), ("b", "int"), ("c", "int")))
    members, size, names = g.random.choice(STRUCTS)
    g.file_scope(f"typedef struct {{ {members} }} {name};")
    return Element(name, size, "struct", names)


@dataclasses.dataclass
class Array:
    name: str
    element: Element
    dims: tuple  # elements
    flat: bool = False  # a pointer: one subscript, whatever the dimensions
    macro: str = ""  # NAME(row, column) of a flat two-dimensional one
    texts: list = None  # of the extents that builds decide; `dims` are the smallest
    spell: object = None  # how the element of a row and a column is written, if not as ever

    @property
    def count(self):
        product = 1
        for extent in self.dims:
            product *= extent
        return product

    @property
    def bytes(self):
        return self.count * self.element.bytes

    def extent(self, axis):
        """The text of an extent; "" where no text is it in every build."""
        return self.texts[axis] if self.texts else str(self.dims[axis])

    @property
    def whole(self):
        """The text of the number of elements, as far as one text is."""
        return " * ".join(self.texts) if self.texts and all(self.texts) else str(self.count)

    def cell(self, row, column):
        written = self.spell and self.spell(row, column)
        if written:
            return written
        if self.flat:
            return f"{self.name}[({row}) * {self.extent(1)} + ({column})]"
        return f"{self.name}[{row}][{column}]"

    def at(self, subscripts):
        if self.spell and len(subscripts) == 2:
            return self.cell(*subscripts)
        return self.name + "".join(f"[{s}]" for s in subscripts)

    def anywhere(self, g, depth=2):
        """An access to any element."""
        if self.macro and g.chance(60):
            # A comma of template arguments would end the macro's.
            at = [index(g, extent, depth) for extent in self.dims]
            return f"{self.macro}({', '.join(f'({i})' if '<' in i else i for i in at)})"
        extents = (self.count,) if self.flat and not self.spell else self.dims
        return self.at([index(g, extent, depth) for extent in extents])

    def split(self, text):
        """The access to the element of a linear index."""
        if self.flat or len(self.dims) == 1:
            return self.at([text])
        if len(self.dims) == 2:
            columns = self.extent(1) or self.dims[1]
            return self.at([f"({text}) / {columns}", f"({text}) % {columns}"])
        _, b, c = self.dims
        plane = b * c
        if self.texts:
            _, b, c = self.texts
            plane = f"({b} * {c})"
        return self.at([f"({text}) / {plane}", f"({text}) / {c} % {b}", f"({text}) % {c}"])
