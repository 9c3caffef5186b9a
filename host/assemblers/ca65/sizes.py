"""How many bytes does the address an expression means take? 1 for the zero page, 2, 3, or 0: unknown so far.

ca65 reads a source once, so this is decided with what is known at that line: a constant by its value, an
address in a segment by the segment. What depends on something undefined takes the larger size of its parts
and is unknown as soon as one part is; the caller then assumes two bytes.
"""

from __future__ import annotations

from host.assemblers.expressions import Binary, Expression, Literal, Reference, Relative, Unary, known
from host.assemblers.symbols import Symbol

DEEPEST = 20  # definitions in terms of one another that are followed
UNKNOWN, ZERO_PAGE, ABSOLUTE, FAR, LONG = range(5)
OWN_SIZE = "low high bank = <> < > <= >= and or xor not".split()
# the operators whose result has a size of its own, whatever they are applied to
RESULT_SIZES = dict.fromkeys(OWN_SIZE, ZERO_PAGE) | {
    "low word": ABSOLUTE,
    "high word": ABSOLUTE,
}


def constant_size(number: int) -> int:
    """Return the size of a number: negative ones are the longest."""
    return next((size for size in (ZERO_PAGE, ABSOLUTE, FAR) if 0 <= number < 1 << 8 * size), LONG)


def address_size(expression: Expression, sizes: dict[Symbol, int] | None = None) -> int:
    """Return the size of an expression, with what is known now; `sizes` are those of symbols seen on the way."""
    value = known(expression)
    if value and not value.bases:
        return constant_size(value.number)
    if value:
        return max(base.address_size or ABSOLUTE for base, _ in value.bases)
    return _size_of_parts(expression, {} if sizes is None else sizes)


def _size_of_parts(expression: Expression, sizes: dict[Symbol, int]) -> int:
    match expression:
        case Unary(operator, operand):
            return RESULT_SIZES.get(operator.name) or address_size(operand, sizes)
        case Binary(operator, left, right):
            both = address_size(left, sizes), address_size(right, sizes)
            return RESULT_SIZES.get(operator.name) or (max(both) if all(both) else UNKNOWN)
        case Reference(symbol) if symbol.expression is None:
            outer = symbol.scope.enclosing(symbol.name)
            return symbol.address_size or (outer.address_size if outer else UNKNOWN)
        case Reference(symbol):
            if symbol not in sizes and len(sizes) < DEEPEST:
                sizes[symbol] = UNKNOWN  # while it is being looked at: a definition in terms of itself has no size
                sizes[symbol] = symbol.address_size or address_size(symbol.expression or expression, sizes)
            return sizes.get(symbol, UNKNOWN)
        case Literal() | Relative():
            return ABSOLUTE
    return UNKNOWN
