"""The same accesses, said in other words."""

from expressions import condition, index, within
from grammar import Block, production
from ownership import owned
from statements import MOST_TRIPS, add, guarded_line, readable, writable


def lines(g):
    """Arrays of one subscript."""
    return [a for a in g.arrays if a.flat or len(a.dims) == 1]


def grids(g):
    return [a for a in g.arrays if not a.flat and len(a.dims) == 2]


@production("read", 2, plain=False, followed=True)
def by_arithmetic(g):
    """Subscripts as additions to pointers."""
    if grids(g) and g.chance(50):
        array = g.random.choice(grids(g))
        r, c = (index(g, extent, 1) for extent in array.dims)
        text = g.pick(f"(*({array.name} + {r}))[{c}]", f"(*({array.name}[{r}] + {c}))",
                      f"(*(*({array.name} + {r}) + {c}))", f"({array.name}[{r}])[{c}]")
    elif lines(g):
        array = g.random.choice(lines(g))
        i = index(g, array.count)
        text = g.pick(f"(*({array.name} + {i}))", f"(*({i} + {array.name}))",
                      f"({array.name} + 0)[{i}]", f"(&{array.name}[{i}])[0]",
                      f"({i})[{array.name}]", f"(*&{array.name}[{i}])")
    else:
        return False
    add(g, array.element.read(g, text))


@production("read", 2, languages=("cuda",), plain=False, followed=True)
def by_reference(g):
    name = g.fresh("r")
    if grids(g) and g.chance(50):
        array = g.random.choice(grids(g))
        rows, columns = array.dims
        if not array.extent(1):
            return False
        g.line(f"{g.pick('', 'const ')}{array.element.type} (&{name})[{array.extent(1)}] = "
               f"{array.at([index(g, rows, 1)])};")
        add(g, array.element.read(g, f"{name}[{index(g, columns)}]"))
        return None
    array = g.random.choice(g.arrays)
    g.line(f"{g.pick('auto', 'const auto')} &{name} = {array.anywhere(g)};")
    add(g, array.element.read(g, name))
    return None


@production("read", 2, plain=False, followed=True)
def by_element_pointer(g):
    """A pointer of which only the element is used, here or in functions."""
    array = g.random.choice(g.arrays)
    kind = f"{g.language.pointer}const {array.element.type} *"
    element = array.element.read(g, "(*p)")
    name = f"of{g.fresh('_')}_{g.name}"
    g.file_scope(f"{g.language.device} unsigned {name}({kind}p) {{ return {element}; }}".lstrip())
    if g.chance(30):
        outer = f"by{g.fresh('_')}_{g.name}"
        g.file_scope(f"{g.language.device} unsigned {outer}({kind}p, {kind}q) "
                     f"{{ return {name}(p) ^ {name}(q); }}".lstrip())
        add(g, f"{outer}(&{array.anywhere(g, 1)}, &{array.anywhere(g, 1)})")
    elif g.chance(50):
        pointer = g.fresh("p")
        g.line(f"{kind}{pointer} = &{array.anywhere(g)};")
        add(g, f"{name}({pointer})")
        if g.chance(50):
            g.line(f"{pointer} = &{array.anywhere(g)};")
            add(g, array.element.read(g, f"(*{pointer})"))
    else:
        add(g, f"{name}(&{array.anywhere(g)})")


def choice(g):
    """A condition, also one that only memory decides."""
    return f"(in[{index(g, 256, 1)}] & {g.pick(1, 3, 8)}u) != 0u" if g.chance(30) else condition(g)


def pointer_to_either(g, type_, ends):
    """Chosen lane by lane, or for all alike."""
    name, kind = g.fresh("p"), f"{g.language.pointer}{type_} *"
    form = g.number(0, 2)
    if form == 0:
        g.line(f"{kind}{name} = {choice(g)} ? {ends[0]} : {ends[1]};")
    elif form == 1:
        g.line(f"{kind}{name} = {ends[0]};")
        g.line(f"if ({choice(g)}) {name} = {ends[1]};")
    else:
        g.line(f"{kind}{name};")
        g.line(f"if ({choice(g)}) {name} = {ends[0]};")
        g.line(f"else {name} = {ends[1]};")
    return name


@production("read", 2, plain=False)
def of_either_array(g):
    flat = lines(g)
    g.random.shuffle(flat)
    pairs = [(a, b) for a in flat for b in flat
             if a is not b and a.element.type == b.element.type]
    if not pairs:
        return False
    a, b = pairs[0]
    ends = [f"{x.name} + {g.number(0, x.count // 2)}" for x in (a, b)]
    name = pointer_to_either(g, a.element.type, ends)
    room = min(x.count - x.count // 2 for x in (a, b))
    if g.chance(25) and g.trips * 4 <= MOST_TRIPS:
        k = g.fresh("k")
        with g.block(f"for (int {k} = 0; {k} < {min(4, room)}; ++{k}) {{"):
            add(g, a.element.read(g, f"{name}[{k}]"))
        return None
    for _ in range(g.number(1, 2)):
        add(g, a.element.read(g, f"{name}[{index(g, room, 1)}]"))
    return None


@production("read", 4, languages=("cuda",), plain=False)
def of_an_array_or_global_memory(g):
    """Only the lanes of the array make a request."""
    flat = [a for a in lines(g) if a.element.type in ("int", "unsigned")]
    if not flat:
        return False
    a = g.random.choice(flat)
    start, type_ = g.number(0, a.count // 2), f"const {a.element.type}"
    ends = [f"{a.name} + {start}", f"({type_} *)in"]
    g.random.shuffle(ends)
    name = pointer_to_either(g, type_, ends)
    return add(g, a.element.read(g, f"{name}[{index(g, min(a.count - start, 256), 1)}]"))


@production("phase", 2, plain=False)
def either_of_two(g):
    """Arrays of its own, read through one pointer."""
    type_ = g.pick("unsigned", "unsigned", "float")
    names, counts = [g.fresh("u"), g.fresh("u")], [g.pick(96, 128, 256) for _ in range(2)]
    for name, count in zip(names, counts):
        g.top(f"{g.language.shared} {type_} {name}[{count}];")
        with g.block(f"for (int i = {g.tid}; i < {count}; i += {g.stride}) {{"):
            g.line(f"{name}[i] = i * {g.pick(1, 3, 7)}u;")
    g.barrier()
    for _ in range(g.number(1, 3)):
        starts = [g.pick(0, 0, 32, 33, g.number(1, count - 64)) for count in counts]
        pointer = pointer_to_either(g, type_, [f"{name} + {start}" if start else name
                                               for name, start in zip(names, starts)])
        room = min(count - start for count, start in zip(counts, starts))
        for _ in range(g.number(1, 2)):
            add(g, f"(unsigned){pointer}[{index(g, room, 1)}]")
    g.barrier()


@production("write", 1, plain=False)
def stored_to_either_array(g):
    """Each thread to its own element of one of them."""
    arrays = [a for a in g.written
              if (a.flat or len(a.dims) == 1) and a.element.kind in ("integer", "real")]
    if not arrays:
        return False
    a = g.random.choice(arrays)
    b = g.random.choice([b for b in arrays if b.element.type == a.element.type])
    (at, guard), (other, more) = owned(g, a), owned(g, b)
    guard = " && ".join(x for x in dict.fromkeys((guard, more)) if x)
    guarded_line(g, guard, f"*({choice(g)} ? &{at} : &{other}) = "
                           f"{a.element.stored(g, readable(g))};")
    return None


@production("read", 2, languages=("cuda",), plain=False, followed=True)
def by_lambda(g):
    array = g.random.choice(g.arrays)
    name = g.fresh("f")
    text = array.element.read(g, array.split("i"))
    g.line(f"auto {name} = [&](int i) {{ return {text}; }};")
    for _ in range(g.number(1, 2)):
        add(g, f"{name}({index(g, array.count, 1)})")


@production("read", 2, plain=False, followed=True)
def one_of_two_returns(g):
    """A function that returns early, and one that calls it."""
    if not lines(g):
        return False
    array = g.random.choice(lines(g))
    name = f"either{g.fresh('_')}_{g.name}"
    parameter = f"{g.language.pointer}const {array.element.type} *p"
    body = [f"if (c > {g.number(0, 9)}) return {array.element.read(g, 'p[i]')};",
            f"return {array.element.read(g, 'p[j]')} * 2u;"]
    if g.chance(40):
        body.insert(1, "if (i == j) return 7u;")
    g.file_scope(Block(f"{g.language.device} unsigned {name}({parameter}, int i, int j, int c) {{"
                       .lstrip(), body))
    call = f"{name}({array.name}, {{}}, {{}}, {{}})"
    if g.chance(40):
        outer = f"twice{g.fresh('_')}_{g.name}"
        g.file_scope(f"{g.language.device} unsigned {outer}({parameter}, int i, int j, int c) "
                     f"{{ return {name}(p, j, i, c) + {name}(p, i, i, {g.number(0, 12)}); }}"
                     .lstrip())
        call = f"{outer}({array.name}, {{}}, {{}}, {{}})"
    c = within(g, g.random.choice(g.threads + g.scope), 16).text
    add(g, call.format(index(g, array.count, 1), index(g, array.count, 1), c))


@production("read", 2)
def strided_walk(g):
    """All threads go over an array together."""
    array = g.random.choice(g.arrays)
    i, threads = g.fresh("i"), g.threads_per_block
    step = str(threads)
    if g.block_shape[1] == g.block_shape[2] == 1 and g.chance(50):
        step = g.language.block_size(0)
    to = str(g.number(1, array.count))
    if not g.steady and g.chance(40):
        to = f"min((int)m, {array.count})" if g.chance(50) else f"(int)((m & 3) * {array.count // 3})"
    if g.trips * (array.count // threads + 1) > MOST_TRIPS:
        return False
    type_ = g.pick("int", "int", "unsigned") if to.isdigit() else "int"
    with g.block(f"for ({type_} {i} = {g.tid}; {i} < {to}; {i} += {step}) {{"):
        add(g, array.element.read(g, array.split(i)))


@production("read", 1)
def long_loop(g):
    """So long that its iterations are not looked at one by one."""
    if g.trips > 1 or g.threads_per_block > 256:
        return False
    array, k = g.random.choice(g.arrays), g.fresh("k")
    trips, by = g.pick(257, 300, 512, 600), g.pick(1, 1, 2, 3)
    at = g.pick(f"({k} * {g.pick(1, 3, 8)} + {g.tid}) % {array.count}", f"{k} * {by} % {array.count}",
                f"({k} ^ {g.tid}) % {array.count}", f"(({g.tid} & 7) * {k}) % {array.count}",
                f"({g.tid} + {k} / {g.pick(2, 16)}) % {array.count}")
    with g.block(f"for (int {k} = 0; {k} < {trips}; {k} += {g.pick(1, 1, 2)}) {{"):
        g.line(f"if ({condition(g)}) continue;" if g.chance(20) else "")
        add(g, array.element.read(g, array.split(at)))


@production("write", 2)
def exchanged(g):
    """Read and written in one expression."""
    array = writable(g)
    at, guard = owned(g, array)
    if array.element.kind not in ("integer", "real"):
        return False
    value = array.element.stored(g, readable(g))
    guarded_line(g, guard, g.pick(
        f"{at} = {at} > 3 ? {value} : {at};", f"{at} = {at} + {value};",
        f"acc += (unsigned)({at} = {value});", f"if ({at} != 0) {at} = {value};",
        f"{at} = acc > 9u && {at} != 0 ? {value} : 1;"))


@production("read", 2, plain=False, followed=True)
def by_a_step(g):
    """Indices that the access itself changes."""
    arrays = [a for a in lines(g) if a.count >= 8 and not a.spell]
    if not arrays:
        return False
    array, k = g.random.choice(arrays), g.fresh("k")
    forms = {"{}++": 0, "++{}": 1, "{} += 2": 2, "{}--": 0, "{} ^= 1": 1}
    g.line(f"{g.pick('int', 'int', 'unsigned')} {k} = 2 + {index(g, array.count - 5, 1)};")
    form = g.random.choice(list(forms)).format(k)
    text = f"*({array.name} + ({form}))" if g.chance(15) else f"{array.name}[{form}]"
    add(g, array.element.read(g, f"({text})"))
    add(g, array.element.read(g, f"{array.name}[{k}]"))
    return None


@production("write", 1, plain=False, followed=True)
def stored_by_a_step(g):
    """Each thread to its own element; its number changes on the way."""
    array = writable(g)
    at, guard = owned(g, array)
    before, _, after = at.partition("[")
    if array.spell or before != array.name or not after.endswith("]") or "[" in after:
        return False
    k = g.fresh("k")
    g.line(f"int {k} = ({after[:-1]}) - 1;")
    guarded_line(g, guard, f"{array.name}[++{k}] = {array.element.stored(g, readable(g))};")
    return None


def kept_index(g, array, text):
    """A variable that is nothing but a subscript of the array, or a little more."""
    k = g.fresh("k")
    g.line(f"{g.pick('int', 'const int', 'unsigned')} {k} = {text};")
    if g.chance(15):
        add(g, f"(unsigned){k}")
    if g.chance(15):
        with g.block(f"if ({condition(g)}) {{"):
            add(g, array.element.read(g, f"{array.name}[{k}]"))
    return f"{array.name}[{k}]"


@production("read", 2)
def by_a_kept_index(g):
    arrays = [a for a in lines(g) if not a.spell]
    if not arrays:
        return False
    array = g.random.choice(arrays)
    with g.block("{"):
        at = kept_index(g, array, index(g, array.count))
        for _ in range(g.number(1, 2)):
            add(g, f"{array.element.read(g, at)} + {array.element.read(g, at)}")
    return None


@production("write", 2)
def stored_by_a_kept_index(g):
    array = writable(g)
    at, guard = owned(g, array)
    before, _, after = at.partition("[")
    if array.spell or before != array.name or not after.endswith("]") or "[" in after:
        return False
    with g.block(f"if ({guard}) {{" if guard else "{"):
        at = kept_index(g, array, after[:-1])
        g.line(f"{at} = {array.element.stored(g, readable(g))};")
        add(g, array.element.read(g, at))
    return None


@production("read", 2, followed=True)
def by_size(g):
    """What is said of elements' sizes, which is not accessed."""
    array = g.random.choice(g.arrays)
    if g.language.name == "cuda" and g.chance(40):
        add(g, f"(unsigned)sizeof(decltype({array.anywhere(g, 1)}))")
    else:
        add(g, f"(unsigned){g.pick(f'sizeof({array.anywhere(g, 1)})', f'sizeof {array.anywhere(g, 1)}')}")
