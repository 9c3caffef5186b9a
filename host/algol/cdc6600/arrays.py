"""Arrays: their descriptions, room for their elements, the way to an element.

    description   word 0   type (0 integer, 1 real, 2 Boolean) in bits 59-48, the number of subscripts n in bits 47-36,
                           the number of elements in bits 35-18, the address of the first one in bits 17-0
                  word 1   where the element whose subscripts are all 0 would be, less the first word of storage
                  then     for each subscript: the lower bound, the upper bound, the distance of neighbours

Subscripts are checked one by one against their bounds by the library, unless the program is compiled without checks.
Elements of arrays with one subscript are reached without the library:

    the subscript is in Xs, its bounds in Xl and Xu; both differences are positive if it lies between them
             IXa    Xu-Xs
             IXb    Xs-Xl
             BXa    Xb+Xa
             NG     Xa,stub
             SAi    Xs+place            where the element 0 would be

Where description and bounds are not known now they are fetched from the description. A stub, after the program's code,
tells the library which array and subscript it was: one for each array and register.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.algol.cdc6600 import dynamic, expressions, words
from host.algol.cdc6600.emit import Text
from host.algol.cdc6600.registers import ALL, LOADED, Value, loaded
from host.algol.cdc6600.unit import Shared, Unit
from host.algol.cdc6600.words import Fixed, Home, frames_around, offset_from
from host.algol.syntax import Array, ArrayDeclaration, ArraySegment, Block, Formal, Name, Subscripted
from host.compiled.cdc6600 import of_integer

DIRECT = 2  # subscripts, at most, that the library takes in registers
CHECKED = {True: "SUB", False: "FAR"}  # routines that check, that do not


def constant_bounds(segment: ArraySegment) -> list[tuple[int, int]] | None:
    """Return the bounds if all are known now, and no array is empty."""
    pairs = []
    for pair in segment.bounds:
        lower, upper = expressions.number_of(pair.lower), expressions.number_of(pair.upper)
        if not isinstance(lower, int) or not isinstance(upper, int) or lower > upper:
            return None
        pairs.append((lower, upper))
    return pairs


def fixed(unit: Unit, array: Array) -> bool:
    """Whether description and elements of an array have addresses, and are known before the program runs."""
    if array.own:
        return constant_bounds(array.segment) is not None
    return not unit.shared.rooms[array.owner].framed and constant_bounds(array.segment) is not None


def description(unit: Unit, name: Name) -> str:
    """Return the address field for the description of an array, a formal one included."""
    home = unit.shared.homes[name.declared]
    if isinstance(name.declared, Formal):
        where = unit.fetch(home, ALL)
        register = unit.registers.ready(where)
        unit.registers.drop(where)
        return f"X{register}"
    return unit.field(home)


def known_place(unit: Unit, node: Subscripted) -> str | None:
    """Return the address field for an element if array and subscripts are known now, and within their bounds."""
    array = node.array.declared
    if not isinstance(array, Array) or not fixed(unit, array):
        return None
    bounds, index = constant_bounds(array.segment) or [], 0
    for subscript, (lower, upper) in zip(node.subscripts, bounds, strict=True):
        number = expressions.number_of(subscript)
        if not isinstance(number, int) or not lower <= number <= upper:
            return None
        index = index * (upper - lower + 1) + number - lower
    return f"{unit.field(unit.shared.homes[array])}+{2 + 3 * len(bounds) + index}"


def address(unit: Unit, node: Subscripted) -> Value:
    """Write code for the address of an element."""
    where = place(unit, node)
    return unit.compute("SX", f"X{{}}+{where.behind}", where) if where.behind else where


def place(unit: Unit, node: Subscripted) -> Value:
    """Write code for where an element is. Subscripts are evaluated from left to right."""
    if (known := known_place(unit, node)) is not None:
        whole = unit.registers.take()
        unit.op(f"SX{whole.register}", known)
        return whole
    if (near := _near_place(unit, node)) is not None:
        return near
    if dynamic.unspecified(node.array.declared):
        word = unit.fetch(unit.shared.homes[node.array.declared])
        kind = dynamic.ANY_TYPE + dynamic.SUBSCRIPT * len(node.subscripts)
        unit.registers.drop(dynamic.looked_at(unit, word, "ISARR", kind))
    values = []
    for number, subscript in enumerate(node.subscripts, 1):
        wanted = (number,) if len(node.subscripts) <= DIRECT else ALL
        values.append(expressions.value(unit, subscript, wanted))
    count = len(values)
    routine = CHECKED[unit.shared.checks]
    if count > DIRECT:
        unit.push(values)
        unit.registers.put_away_all_but((0, 5))
        unit.op("SB4", description(unit, node.array))
        unit.op("SX1", str(count))
        return unit.result(f"{routine}N")
    unit.bring(values)
    held = [unit.registers.own(number) for number in range(1, count + 1)]  # the way to the description is not theirs
    unit.op("SB4", description(unit, node.array))
    unit.registers.drop(*held)
    return unit.result(f"{routine}{count}")


def element(unit: Unit, node: Subscripted, wanted: Iterable[int]) -> Value:
    """Write code for the value of an element."""
    field = known_place(unit, node)
    wanted = list(wanted)
    if field is None:
        where = place(unit, node)
        unit.registers.room(loaded(wanted), where)
        field = unit.registers.reached(where)
        unit.registers.drop(where)
    result = unit.registers.take(loaded(wanted))
    unit.op(f"SA{result.register}", field)
    unit.check_set(result)
    unit.registers.ready(result, wanted)
    return result


# ---------------------------------------------------------------- declarations


def made(unit: Unit, block: Block) -> list[ArraySegment]:
    """Return the segments of a block whose arrays are made when it is entered."""
    return [
        segment
        for declaration in block.declarations
        if isinstance(declaration, ArrayDeclaration)
        for segment in declaration.segments
        if not all(fixed(unit, array) for array in segment.arrays)
    ]


def standing(unit: Unit, block: Block) -> list[Array]:
    """Return the arrays of a block that have addresses and are not own."""
    declarations = (each for each in block.declarations if isinstance(each, ArrayDeclaration))
    segments = (each for declaration in declarations for each in declaration.segments)
    return [array for each in segments for array in each.arrays if not array.own and fixed(unit, array)]


def declare(unit: Unit, segments: list[ArraySegment]) -> None:
    """Write code that makes arrays: on the stack, or own ones. The library finds the bounds where the stack ends."""
    for segment in segments:
        unit.at(segment.arrays[0])
        bounds = [each for pair in segment.bounds for each in (pair.lower, pair.upper)]
        values = [expressions.value(unit, each) for each in bounds]
        unit.push(values)
        homes = [unit.shared.homes[array] for array in segment.arrays]  # one after the other
        first = segment.arrays[0]
        unit.op("SB4", unit.field(homes[0]))
        unit.op("SX1", str(len(segment.bounds)))
        unit.op("SX2", str(words.TYPES[first.type]))
        unit.op("SX3", str(len(segment.arrays)))
        unit.call("OWNARR" if first.own else "ARRAY", keeps=())
        if not first.own:
            unset(unit, segment.arrays)


def unset(unit: Unit, arrays: Iterable[Array]) -> None:
    """Write code that takes their values from the elements of arrays, if their use is checked."""
    for array in arrays:
        if unit.shared.options.check_unset:
            unit.op("SB4", unit.field(unit.shared.homes[array]))
            unit.call("UNFILL", keeps=())


ORIGIN, LOWER, UPPER = 1, 2, 3  # words of a description
ELEMENTS = 5  # words of a description with one subscript
NEAR = (1 << 15) - 1  # the largest bound that leaves an address in its 18 bits
OUTSIDE = "OUTSIDE"  # the library's end for a subscript X1 of the array with the description B4


def _near_place(unit: Unit, node: Subscripted) -> Value | None:
    """Write code for the place of an element; None: the library is needed."""
    array = node.array.declared
    if len(node.subscripts) != 1 or dynamic.unspecified(array):
        return None
    home = unit.shared.homes[array]
    if not isinstance(home, Fixed) and next(frames_around(unit.procedure)) is not home.procedure:
        return None
    bounds = _near(unit, array) if isinstance(array, Array) else None
    subscript = expressions.value(unit, node.subscripts[0])
    if bounds:
        if unit.shared.checks:
            low = None if bounds[0] == 0 else unit.constant(of_integer(bounds[0]))
            _check(unit, node, subscript, low, unit.constant(of_integer(bounds[1])))
        subscript.behind = f"{unit.field(home)}{ELEMENTS - bounds[0]:+}"
        return subscript
    if unit.shared.checks:
        _check(unit, node, subscript, _word(unit, node, LOWER), _word(unit, node, UPPER))
    return unit.compute("IX", "X{}+X{}", _word(unit, node, ORIGIN), subscript)


def _stub(shared: Shared, home: Home, formal: bool, register: int) -> str:
    """Return the symbol of the code that says which array it was whose subscript, in a register, is wrong."""

    def write(text: Text) -> None:
        field = home.symbol if isinstance(home, Fixed) else offset_from("B6", home.offset)
        if formal:
            way = 2 if register == 1 else 1
            text.op(f"SA{way}", field)
            field = f"X{way}"
        text.op("SB4", field)
        if register != 1:
            text.op("BX1", f"X{register}")
        text.op("EQ", OUTSIDE)

    return shared.stub(home, register, write)


def _near(unit: Unit, array: Array) -> tuple[int, int] | None:
    """Return the bounds of an array whose place is known now."""
    bounds = constant_bounds(array.segment) if fixed(unit, array) else None
    return bounds[0] if bounds and max(map(abs, bounds[0])) <= NEAR else None


def _word(unit: Unit, node: Subscripted, offset: int) -> Value:
    """Return a word of the description of an array; none changes as long as registers keep what they hold."""
    home = unit.shared.homes[node.array.declared]
    key = ("description", home, offset)
    known = unit.registers.copy_of(key)
    if known is not None:
        return unit.registers.own(known)
    unit.registers.room(LOADED)
    field = description(unit, node.array)
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

    below = again() if low is None else unit.compute("IX", "X{}-X{}", again(), low)
    above = unit.compute("IX", "X{}-X{}", high, again())
    outside = unit.compute("BX", "X{}+X{}", below, above)
    held = registers.ready(subscript)
    register = registers.ready(outside)
    registers.drop(outside)
    declared = node.array.declared
    symbol = _stub(unit.shared, unit.shared.homes[declared], isinstance(declared, Formal), held)
    unit.op("NG", f"X{register},{symbol}")
