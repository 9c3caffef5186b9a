"""How many bytes does the address an expression means take? 1 for the zero page, 2, 3, or 0: unknown so far.

ca65 reads a source once, so this is decided with what is known at that line: a constant by its value, an
address in a segment by the segment. What depends on something undefined takes the larger size of its parts
and is unknown as soon as one part is; the caller then assumes two bytes.
"""

from __future__ import annotations

from host.assemblers.expressions import Binary, Expression, Literal, Reference, Relative, Unary, known

UNKNOWN, ZERO_PAGE, ABSOLUTE, FAR, LONG = range(5)
OWN_SIZE = "low high bank = <> < > <= >= and or xor not".split()  # noqa: SIM905 - reads better
# the operators whose result has a size of its own, whatever they are applied to
RESULT_SIZES = dict.fromkeys(OWN_SIZE, ZERO_PAGE) | {
    "low word": ABSOLUTE,
    "high word": ABSOLUTE,
}


def constant_size(number: int) -> int:
    """Return the size of a number: negative ones are the longest."""
    return next((size for size in (ZERO_PAGE, ABSOLUTE, FAR) if 0 <= number < 1 << 8 * size), LONG)


def address_size(expression: Expression) -> int:
    """Return the size of an expression, with what is known now."""
    value = known(expression)
    if value and not value.bases:
        return constant_size(value.number)
    if value:
        return max(base.address_size or ABSOLUTE for base, _ in value.bases)
    return _size_of_parts(expression)


def _size_of_parts(expression: Expression) -> int:
    match expression:
        case Unary(operator, operand):
            return RESULT_SIZES.get(operator.name) or address_size(operand)
        case Binary(operator, left, right):
            sizes = address_size(left), address_size(right)
            return RESULT_SIZES.get(operator.name) or (max(sizes) if all(sizes) else UNKNOWN)
        case Reference(symbol):
            if symbol.expression is not None:
                return symbol.address_size or address_size(symbol.expression)
            outer = symbol.scope.enclosing(symbol.name)
            return symbol.address_size or (outer.address_size if outer else UNKNOWN)
        case Literal() | Relative():
            return ABSOLUTE
    return UNKNOWN
