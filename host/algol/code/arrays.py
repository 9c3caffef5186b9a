"""Arrays: their descriptions, room for their elements, the way to an element.

    description   word 0   type (0 integer, 1 real, 2 Boolean) in bits 59-48, the number of subscripts n in bits 47-36,
                           the number of elements in bits 35-18, the address of the first one in bits 17-0
                  word 1   where the element whose subscripts are all 0 would be, less the first word of storage
                  then     for each subscript: the lower bound, the upper bound, the distance of neighbours

Subscripts are checked one by one against their bounds by the library, unless the program is compiled without checks.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.algol.code import expressions, kinds, subscripts, words
from host.algol.code.registers import ALL, LOADED, STORED, Value
from host.algol.code.storage import offset_from
from host.algol.code.unit import Unit
from host.algol.syntax import Array, ArrayDeclaration, ArraySegment, Block, Formal, Name, Subscripted

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
    return not unit.shared.room(array.owner).framed and constant_bounds(array.segment) is not None


def description(unit: Unit, name: Name) -> str:
    """Return the address field for the description of an array, a formal one included."""
    home = unit.shared.home(name.declared)
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
    return f"{unit.field(unit.shared.home(array))}+{2 + 3 * len(bounds) + index}"


def address(unit: Unit, node: Subscripted) -> Value:
    """Write code for the address of an element."""
    where = place(unit, node)
    if not where.behind:
        return where
    unit.registers.room(ALL, where)
    register = unit.registers.ready(where)
    unit.registers.drop(where)
    whole = unit.registers.take()
    unit.op(f"SX{whole.register}", f"X{register}+{where.behind}")
    return whole


def place(unit: Unit, node: Subscripted) -> Value:
    """Write code for where an element is. Subscripts are evaluated from left to right."""
    if (known := known_place(unit, node)) is not None:
        whole = unit.registers.take()
        unit.op(f"SX{whole.register}", known)
        return whole
    if (near := subscripts.place(unit, node)) is not None:
        return near
    if kinds.unspecified(node.array.declared):
        word = unit.fetch(unit.shared.home(node.array.declared))
        unit.registers.drop(kinds.array(unit, word, len(node.subscripts)))
    values = []
    for number, subscript in enumerate(node.subscripts, 1):
        wanted = (number,) if len(node.subscripts) <= DIRECT else ALL
        values.append(expressions.value(unit, subscript, wanted))
    count = len(values)
    routine = CHECKED[unit.shared.checks]
    if count > DIRECT:
        return _by_stack(unit, node, values, routine)
    unit.bring(values)
    held = [unit.registers.own(number) for number in range(1, count + 1)]  # the way to the description is not theirs
    unit.op("SB4", description(unit, node.array))
    unit.registers.drop(*held)
    return unit.result(f"{routine}{count}")


def _by_stack(unit: Unit, node: Subscripted, values: list[Value], routine: str) -> Value:
    for number, each in enumerate(values):
        register = unit.registers.ready(each, STORED)
        unit.op(f"SA{register}", offset_from("B7", number))
        unit.registers.drop(each)
    unit.registers.put_away_all_but((0, 5))
    unit.op("SB4", description(unit, node.array))
    unit.op("SX1", str(len(values)))
    return unit.result(f"{routine}N")


def element(unit: Unit, node: Subscripted, wanted: Iterable[int]) -> Value:
    """Write code for the value of an element."""
    field = known_place(unit, node)
    wanted = list(wanted)
    loaded = [each for each in wanted if each in LOADED] or LOADED
    if field is None:
        where = place(unit, node)
        unit.registers.room(loaded, where)
        field = unit.registers.reached(where)
        unit.registers.drop(where)
    result = unit.registers.take(loaded)
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
        for number, each in enumerate(values):
            register = unit.registers.ready(each, STORED)
            unit.op(f"SA{register}", offset_from("B7", number))
            unit.registers.drop(each)
        homes = [unit.shared.home(array) for array in segment.arrays]  # one behind the other
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
            unit.op("SB4", unit.field(unit.shared.home(array)))
            unit.call("UNFILL", keeps=())
