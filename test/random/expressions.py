"""Index expressions: of any shape, but within given bounds."""

from grammar import Expr, production

LARGEST = 1 << 20  # no intermediate value is beyond, so that no int overflows


def power_below(n):
    """The largest power of two that is at most n."""
    return 1 << (n.bit_length() - 1)


def mask_above(n):
    return (1 << n.bit_length()) - 1


def fits(expr):
    return -LARGEST < expr.low and expr.high < LARGEST


def normal(g, expr):
    """An unsigned expression never stays below zero: masked, it is in range."""
    if expr.unsigned and expr.low < 0:
        mask = g.pick(7, 15, 31, 63)
        return Expr(f"(({expr.text}) & {mask})", 0, mask, True)
    return expr


def expression(g, depth=2):
    """Any integer expression over what is in scope."""
    for _ in range(8):
        made = atom(g) if depth == 0 or g.chance(25) else g.make("expression", depth)
        if made is not False and fits(made):
            return normal(g, made)
    return atom(g)


def atom(g):
    if g.chance(20):
        value = g.pick(1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33)
        return Expr(str(value), value, value)
    if g.chance(55):
        return g.random.choice([t for t in g.threads if not t.is_constant])
    return g.random.choice(g.scope)


def index(g, count, depth=2):
    """The text of an expression between 0 and count - 1."""
    return within(g, expression(g, depth), count).text


def within(g, expr, count):
    """Brings an expression into 0 .. count - 1, in one of several ways."""
    if 0 <= expr.low and expr.high < count:
        return expr
    if count == 1:
        return Expr("0", 0, 0)
    return g.make("wrap", expr, count)


@production("wrap", 4)
def masked(g, expr, count):
    power = power_below(count)
    return Expr(f"(({expr.text}) & {power - 1})", 0, power - 1, expr.unsigned)


@production("wrap", 4)
def modulo(g, expr, count):
    if expr.low < 0:
        if expr.unsigned:
            return False
        return Expr(f"(({expr.text}) % {count} + {count}) % {count}", 0, count - 1)
    return Expr(f"({expr.text}) % {count}", 0, count - 1, expr.unsigned)


@production("wrap", 2)
def shifted_down(g, expr, count):
    if expr.low < 0:
        return False
    shift = max(expr.high.bit_length() - power_below(count).bit_length() + 1, 0)
    return Expr(f"(({expr.text}) >> {shift})", 0, count - 1, expr.unsigned)


@production("wrap", 2)
def divided_down(g, expr, count):
    if expr.low < 0:
        return False
    by = expr.high // count + 1
    return Expr(f"({expr.text}) / {by}", 0, expr.high // by, expr.unsigned)


@production("wrap", 2)
def clamped(g, expr, count):
    text = f"(int)({expr.text})"
    if expr.low < 0:
        text = f"max({text}, 0)"
    return Expr(f"min({text}, {count - 1})", 0, count - 1)


@production("wrap", 1)
def chosen(g, expr, count):
    if expr.low < 0:
        return False
    other = g.number(0, count - 1)
    return Expr(f"(({expr.text}) < {count} ? ({expr.text}) : {other})", 0, count - 1,
                expr.unsigned)


def both(g, depth):
    return expression(g, depth - 1), expression(g, depth - 1)


@production("expression", 6)
def sum_(g, depth):
    a, b = both(g, depth)
    return Expr(f"({a.text} + {b.text})", a.low + b.low, a.high + b.high,
                a.unsigned or b.unsigned)


@production("expression", 3)
def difference(g, depth):
    a, b = both(g, depth)
    return Expr(f"({a.text} - {b.text})", a.low - b.high, a.high - b.low,
                a.unsigned or b.unsigned)


@production("expression", 6)
def scaled(g, depth):
    a = expression(g, depth - 1)
    by = g.pick(2, 2, 3, 4, 4, 5, 8, 8, 16, 17, 32, 32, 33, 64)
    text = f"({by} * {a.text})" if g.chance(50) else f"({a.text} * {by})"
    return Expr(text, a.low * by, a.high * by, a.unsigned)


@production("expression", 2)
def product(g, depth):
    a, b = both(g, depth)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Expr(f"({a.text} * {b.text})", min(corners), max(corners), a.unsigned or b.unsigned)


@production("expression", 3)
def quotient(g, depth):
    a = expression(g, depth - 1)
    by = g.pick(2, 3, 4, 5, 7, 8, 16, 32)
    return Expr(f"({a.text} / {by})", int(a.low / by), int(a.high / by), a.unsigned)


@production("expression", 3)
def remainder(g, depth):
    a = expression(g, depth - 1)
    by = g.pick(2, 3, 4, 5, 7, 8, 13, 16, 32, 33)
    low = max(a.low, 1 - by) if a.low < 0 else 0
    return Expr(f"({a.text} % {by})", low, by - 1, a.unsigned)


@production("expression", 3)
def bits_and(g, depth):
    a = expression(g, depth - 1)
    mask = g.pick(1, 3, 7, 15, 31, 6, 12, 21, 24, 28, 30)
    return Expr(f"({a.text} & {mask})", 0, mask, a.unsigned)


@production("expression", 3)
def bits_xor(g, depth):
    a, b = both(g, depth)
    if a.low < 0 or b.low < 0:
        return False
    return Expr(f"({a.text} {g.pick('^', '^', '|')} {b.text})", 0,
                mask_above(max(a.high, b.high, 1)), a.unsigned or b.unsigned)


@production("expression", 2)
def shift_left(g, depth):
    a = expression(g, depth - 1)
    by = g.number(1, 5)
    if a.low < 0:
        return False
    return Expr(f"({a.text} << {by})", a.low << by, a.high << by, a.unsigned)


@production("expression", 2)
def shift_right(g, depth):
    a = expression(g, depth - 1)
    by = g.number(1, 5)
    return Expr(f"({a.text} >> {by})", a.low >> by, a.high >> by, a.unsigned)


@production("expression", 1)
def shifted_by_a_value(g, depth):
    a, b = both(g, depth)
    most = g.pick(3, 7, 15)
    by = f"(({b.text}) & {most})"
    if g.language.name == "opencl" and g.chance(50):
        by = f"({b.text})"  # Modulo the width.
    mask = g.pick(15, 31, 63)
    left = g.pick("1", f"({a.text})")
    if a.low < 0 and left != "1":
        return False
    return Expr(f"(int)(((unsigned){left} {g.pick('<<', '>>')} {by}) & {mask}u)", 0, mask)


@production("expression", 1)
def comparison(g, depth):
    a, b = both(g, depth)
    return Expr(f"(int)((int)({a.text}) {g.pick('<', '>=', '==', '!=')} (int)({b.text}))", 0, 1)


@production("expression", 1)
def conditional(g, depth):
    a, b = both(g, depth)
    return Expr(f"({condition(g)} ? (int)({a.text}) : (int)({b.text}))", min(a.low, b.low),
                max(a.high, b.high))


@production("expression", 1)
def smaller_or_larger(g, depth):
    a, b = both(g, depth)
    if g.chance(50):
        return Expr(f"min((int)({a.text}), (int)({b.text}))", min(a.low, b.low),
                    min(a.high, b.high))
    return Expr(f"max((int)({a.text}), (int)({b.text}))", max(a.low, b.low), max(a.high, b.high))


@production("expression", 1)
def hashed(g, depth):
    a = expression(g, depth - 1)
    mask = g.pick(15, 31, 63, 127)
    return Expr(f"(int)((unsigned)({a.text}) * {g.pick('40503u', '2654435761u', '0x9E37u')} "
                f">> {g.number(3, 20)} & {mask}u)", 0, mask)


@production("expression", 1)
def narrowed(g, depth):
    a = expression(g, depth - 1)
    type_, low, high = g.pick(("signed char", -128, 127), ("unsigned char", 0, 255),
                              ("short", -32768, 32767), ("unsigned short", 0, 65535))
    if low <= a.low and a.high <= high:
        low, high = a.low, a.high
    return Expr(f"(int)({type_})({a.text})", low, high)


@production("expression", 1)
def widened(g, depth):
    a = expression(g, depth - 1)
    if a.low < 0:
        return False
    modulus = g.pick(29, 31, 61, 64)
    return Expr(f"(int)(({g.language.long_long})({a.text}) * 1000003 % {modulus})", 0, modulus - 1)


@production("expression", 1, languages=("cuda",))
def enumerated(g, depth):
    """A type that arithmetic is not done in."""
    a = expression(g, depth - 1)
    mask = g.pick(15, 31, 63)
    name = f"E{g.fresh('_')}_{g.name}"
    g.file_scope(f"enum {name} {{ {name}_first, {name}_last = {mask} }};")
    return Expr(f"({name})(({a.text}) & {mask})", 0, mask)


@production("expression", 1, languages=("cuda",))
def through_template(g, depth):
    """A comma that no parentheses hold."""
    a = expression(g, depth - 1)
    factor, summand = g.number(1, 3), g.number(0, 9)
    name = f"line{g.fresh('_')}_{g.name}"
    g.file_scope(f"template <int A, int B> __device__ int {name}(int i) {{ return i * A + B; }}")
    return Expr(f"{name}<{factor}, {summand}>((int)({a.text}))", a.low * factor + summand,
                a.high * factor + summand)


@production("expression", 1, plain=False, steady=False)
def from_memory(g, depth):
    """A value that only the run knows."""
    if g.phase != "read" and not g.chance(30):
        return False
    mask = g.pick(3, 7, 15, 31)
    return Expr(f"(int)(in[{index(g, 64, depth - 1)}] & {mask}u)", 0, mask)


@production("expression", 2, steady=False)
def with_any_parameter(g, depth):
    """m itself, of which nothing is known."""
    a = expression(g, depth - 1)
    mask = g.pick(15, 31, 63, 127, 255)
    text = g.pick(f"(unsigned)({a.text}) * (unsigned)m", f"(unsigned)({a.text}) + (unsigned)m",
                  f"(unsigned)m - (unsigned)({a.text})", f"(unsigned)({a.text}) ^ (unsigned)m",
                  f"(unsigned)({a.text}) + {g.pick(2, 4, 8, 33)}u * (unsigned)m")
    return Expr(f"(int)(({text}) & {mask}u)", 0, mask)


@production("wrap", 2)
def clamped_by_hand(g, expr, count):
    last = count - 1
    text = f"(int)({expr.text})"
    return Expr(g.pick(f"({text} < 0 ? 0 : {text} > {last} ? {last} : {text})",
                       f"({text} > {last} ? {last} : {text} < 0 ? 0 : {text})"), 0, last)


@production("expression", 1)
def high_product(g, depth):
    a = expression(g, depth - 1)
    if a.low < 0:
        return False
    by = g.number(20, 31)
    name = "__umulhi" if g.language.name == "cuda" else "mul_hi"
    return Expr(f"(int){name}((unsigned)({a.text}), {1 << by}u)", 0, a.high >> (32 - by))


@production("expression", 1)
def rotated(g, depth):
    a = expression(g, depth - 1)
    by, mask = g.number(0, 31), g.pick(15, 31, 63)
    text = f"rotate((unsigned)({a.text}), {by}u)"
    if g.language.name == "cuda":
        name = g.pick("__funnelshift_l", "__funnelshift_r")
        text = f"{name}((unsigned)({a.text}), (unsigned)({a.text}), {by}u)"
    return Expr(f"(int)({text} & {mask}u)", 0, mask)


@production("expression", 1)
def middle(g, depth):
    a, b = both(g, depth)
    up = g.chance(50)
    name = "rhadd" if up else "hadd"
    if g.language.name == "cuda":
        name = f"__{name}"
    return Expr(f"{name}((int)({a.text}), (int)({b.text}))", (a.low + b.low + up) >> 1,
                (a.high + b.high + up) >> 1)


@production("expression", 1)
def leading_zeros(g, depth):
    a = expression(g, depth - 1)
    name = "__clz" if g.language.name == "cuda" else "clz"
    return Expr(f"{name}((int)({a.text}))", 0, 32)


@production("expression", 1, languages=("cuda",))
def lowest_bit(g, depth):
    a = expression(g, depth - 1)
    return Expr(f"__ffs((int)({a.text}))", 0, 32)


@production("expression", 1, languages=("cuda",))
def permuted_bytes(g, depth):
    a, b = both(g, depth)
    digits = "".join(str(g.number(0, 7)) for _ in range(4))
    mask = g.pick(15, 31, 63, 255)
    return Expr(f"(int)(__byte_perm((unsigned)({a.text}), (unsigned)({b.text}), 0x{digits}) "
                f"& {mask}u)", 0, mask)


@production("expression", 1, languages=("opencl",))
def selected(g, depth):
    a, b = both(g, depth)
    return Expr(f"select((int)({a.text}), (int)({b.text}), (int)({condition(g)}))",
                min(a.low, b.low), max(a.high, b.high))


@production("expression", 1, languages=("opencl",))
def mixed_bits(g, depth):
    a, b = both(g, depth)
    if a.low < 0 or b.low < 0:
        return False
    return Expr(f"bitselect((int)({a.text}), (int)({b.text}), {g.number(0, 255)})", 0,
                mask_above(max(a.high, b.high, 1)))


@production("expression", 1, languages=("opencl",))
def converted(g, depth):
    a = expression(g, depth - 1)
    if a.low < 0 or a.high > 255:
        return Expr(f"{g.pick('convert_int', 'as_int')}((int)({a.text}))", a.low, a.high)
    return Expr(f"(int){g.pick('convert_uchar', 'convert_short')}((int)({a.text}))", a.low, a.high)


@production("expression", 1, languages=("opencl",))
def bits_set(g, depth):
    a = expression(g, depth - 1)
    return Expr(f"popcount((int)({a.text}))", 0, 32)


@production("expression", 1, languages=("cuda",))
def reversed_bits(g, depth):
    a = expression(g, 0)
    bits = g.pick(3, 4, 5)
    return Expr(f"(int)(__brev((unsigned)({a.text})) >> {32 - bits})", 0, (1 << bits) - 1)


@production("expression", 1, languages=("cuda",))
def counted_bits(g, depth):
    a = expression(g, depth - 1)
    return Expr(f"__popc((unsigned)({a.text}))", 0, 32)


@production("expression", 2, steady=False)
def constant_memory(g, depth):
    """At an index that lanes share, or not."""
    at = index(g, 8, depth - 1)
    values = [g.number(0, 70) for _ in range(8)]
    name = f"{g.fresh('known')}_{g.name}"
    g.file_scope(f"{g.language.constant} int {name}[8] = {{{', '.join(map(str, values))}}};")
    return Expr(f"{name}[{at}]", min(values), max(values))


def condition(g):
    """Of lanes, of blocks, of the loop, of a parameter."""
    return g.make("condition")


@production("condition", 4)
def of_threads(g):
    a = g.random.choice(g.threads)
    if a.is_constant:
        return False
    bound = g.number(a.low + 1, a.high)
    return f"{a.text} {g.pick('<', '<', '>=', '<=', '>', '==', '!=')} {bound}"


@production("condition", 3)
def of_bits(g):
    a = expression(g, 1)
    return f"(({a.text}) & {g.pick(1, 1, 2, 3, 4, 8, 16)}) {g.pick('==', '!=')} 0"


@production("condition", 2)
def of_anything(g):
    a, b = expression(g, 1), expression(g, 1)
    return f"(int)({a.text}) {g.pick('<', '>', '<=', '!=')} (int)({b.text})"


@production("condition", 2, steady=False)
def of_a_parameter(g):
    """As at the edge of the data."""
    a = g.random.choice(g.threads)
    return g.pick(f"(int){a.text} < m", f"(int){a.text} + {g.number(1, 40)} < m", "m > 7",
                  f"(int){a.text} < n", f"(int){g.tid} + 32 * n < m", "(m & 1) == 0")


@production("condition", 1)
def of_two(g):
    return f"({condition(g)} {g.pick('&&', '||')} {condition(g)})"


@production("condition", 1, steady=False)
def of_blocks(g):
    return f"{g.language.block(0)} {g.pick('==', '!=', '>')} 0"
