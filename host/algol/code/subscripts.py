"""Elements of arrays with one subscript, reached without the library: check and address stand in the program.

    the subscript is in Xs, its bounds in Xl and Xu; both differences are positive if it lies between them
             IXa    Xu-Xs
             IXb    Xs-Xl
             BXa    Xb+Xa
             NG     Xa,stub
             SAi    Xs+place            where the element 0 would be

Where description and bounds are not known now they are fetched from the description. A stub, behind the program's code,
tells the library which array and subscript it was: one for each array and register.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.algol.code import arrays, constants, expressions, kinds
from host.algol.code.emit import Line, Text
from host.algol.code.registers import ALL, LOADED, Value
from host.algol.code.storage import Fixed, Home, frames_around, offset_from
from host.algol.code.unit import Shared, Unit
from host.algol.syntax import Array, Formal, Subscripted

ORIGIN, LOWER, UPPER = 1, 2, 3  # words of a description
ELEMENTS = 5  # words of a description with one subscript
NEAR = (1 << 15) - 1  # the largest bound that leaves an address in its 18 bits
OUTSIDE = "OUTSIDE"  # the library's end for a subscript X1 of the array with the description B4


def place(unit: Unit, node: Subscripted) -> Value | None:
    """Write code for the place of an element; None: the library is needed."""
    array = node.array.declared
    if len(node.subscripts) != 1 or kinds.unspecified(array):
        return None
    home = unit.shared.home(array)
    if not isinstance(home, Fixed) and next(frames_around(unit.procedure)) is not home.procedure:
        return None
    bounds = _near(unit, array) if isinstance(array, Array) else None
    subscript = expressions.value(unit, node.subscripts[0])
    if bounds:
        if unit.shared.checks:
            low = None if bounds[0] == 0 else unit.constant(constants.of_integer(bounds[0]))
            _check(unit, node, subscript, low, unit.constant(constants.of_integer(bounds[1])))
        subscript.behind = f"{unit.field(home)}{ELEMENTS - bounds[0]:+}"
        return subscript
    if unit.shared.checks:
        _check(unit, node, subscript, _word(unit, node, LOWER), _word(unit, node, UPPER))
    return expressions.combined(unit, "IX", "X{}+X{}", _word(unit, node, ORIGIN), subscript, ALL)


def stub(shared: Shared, home: Home, formal: bool, register: int) -> str:
    """Return the symbol of the code that says which array it was whose subscript, in a register, is wrong."""
    key = (home, register)
    if key not in shared.stubs:
        symbol = shared.symbols.numbered("Q")
        shared.stubs[key] = symbol, [*_stub(symbol, home, formal, register)]
    return shared.stubs[key][0]


def _stub(symbol: str, home: Home, formal: bool, register: int) -> Iterator[Line]:
    text = Text()
    text.label(symbol)
    field = home.symbol if isinstance(home, Fixed) else offset_from("B6", home.offset)
    if formal:
        way = 2 if register == 1 else 1
        text.op(f"SA{way}", field)
        text.op("SB4", f"X{way}")
    else:
        text.op("SB4", field)
    if register != 1:
        text.op("BX1", f"X{register}")
    text.op("EQ", OUTSIDE)
    return text.finish()


def _near(unit: Unit, array: Array) -> tuple[int, int] | None:
    """Return the bounds of an array whose place is known now."""
    bounds = arrays.constant_bounds(array.segment) if arrays.fixed(unit, array) else None
    return bounds[0] if bounds and max(map(abs, bounds[0])) <= NEAR else None


def _word(unit: Unit, node: Subscripted, offset: int) -> Value:
    """Return a word of the description of an array; none changes as long as registers keep what they hold."""
    home = unit.shared.home(node.array.declared)
    key = ("description", home, offset)
    known = unit.registers.copy_of(key)
    if known is not None:
        return unit.registers.own(known)
    unit.registers.room(LOADED)
    field = arrays.description(unit, node.array)
    field = offset_from(field, offset) if field.startswith("X") else f"{field}+{offset}"
    word = unit.registers.take(LOADED)
    unit.op(f"SA{word.register}", field)
    unit.registers.note(word.register or 0, key)
    return word


def _check(unit: Unit, node: Subscripted, subscript: Value, low: Value | None, high: Value) -> None:
    """Write the check that a subscript is not below `low`, 0 if it is None, and not above `high`."""
    registers = unit.registers

    def again() -> Value:
        return registers.own(registers.ready(subscript))

    below = again() if low is None else expressions.combined(unit, "IX", "X{}-X{}", again(), low, ALL)
    above = expressions.combined(unit, "IX", "X{}-X{}", high, again(), ALL)
    outside = expressions.combined(unit, "BX", "X{}+X{}", below, above, ALL)
    held = registers.ready(subscript)
    register = registers.ready(outside)
    registers.drop(outside)
    declared = node.array.declared
    symbol = stub(unit.shared, unit.shared.home(declared), isinstance(declared, Formal), held)
    unit.op("NG", f"X{register},{symbol}")
