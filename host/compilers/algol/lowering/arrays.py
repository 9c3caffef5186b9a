"""Arrays: their descriptions, room for their elements, the way to an element.

    description   word 0   type (0 integer, 1 real, 2 Boolean) in bits 59-48, the number of subscripts n in bits 47-36,
                           the number of elements in bits 35-18, the address of the first one in bits 17-0
                  word 1   where the element whose subscripts are all 0 would be, less the first word of storage
                  then     for each subscript: the lower bound, the upper bound, the distance of neighbours

Subscripts are checked one by one against their bounds, unless the program is compiled without checks. An element with
one subscript is reached by that and the place of the element 0, which is known or in the description; others by
`element`, which the back end or a pass makes simpler operations of.

    a[i], a[1:100] at an address        v1:i = load slot [I.]
                                        v2:i = const 1
                                        v3:i = const 100
                                        bound v1, v2, v3 {[A.] 0}
                                        v4:r = load elements [v1+A.+4]
"""

from __future__ import annotations

from collections.abc import Iterable

from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering import dynamic, expressions
from host.compilers.algol.lowering.unit import KINDS, Shared, Unit
from host.compilers.algol.syntax import (
    Array,
    ArrayDeclaration,
    ArraySegment,
    Block,
    Declared,
    Formal,
    Name,
    Subscripted,
)
from host.compilers.backends.cdc6600.compiled import of_integer
from host.compilers.debuginfo.table import Word
from host.compilers.ir.form import Bound, Elements, Place, Value


def constant_bounds(segment: ArraySegment) -> list[tuple[int, int]] | None:
    """Return the bounds if all are known now, and no array is empty."""
    pairs = []
    for pair in segment.bounds:
        lower, upper = expressions.number_of(pair.lower), expressions.number_of(pair.upper)
        if not isinstance(lower, int) or not isinstance(upper, int) or lower > upper:
            return None
        pairs.append((lower, upper))
    return pairs


def fixed(shared: Shared, array: Array) -> bool:
    """Whether description and elements of an array have addresses, and are known before the program runs."""
    if array.own:
        return constant_bounds(array.segment) is not None
    return not shared.rooms[array.owner].framed and constant_bounds(array.segment) is not None


def elements(unit: Unit, name: Name) -> Elements:
    """Return the access path to the elements of an array."""
    array = name.declared
    bounds = origin = None
    if isinstance(array, Array) and (known := constant_bounds(array.segment)) is not None:
        bounds = tuple(known)
        if array.own or not unit.shared.rooms[array.owner].framed:  # as `fixed` has it
            origin = moved(unit.home(array), 2 + 3 * len(known) + index_of([0] * len(known), known))
    elif isinstance(array, Formal) and array in unit.shared.arrays:
        bounds = unit.shared.arrays[array].bounds
    return Elements(unit.home(array), isinstance(array, Formal), bounds, origin, unit.shared.checks)


def index_of(subscripts: list[int], bounds: list[tuple[int, int]]) -> int:
    """Return the number of an element, the first one being 0."""
    index = 0
    for subscript, (lower, upper) in zip(subscripts, bounds, strict=True):
        index = index * (upper - lower + 1) + subscript - lower
    return index


def moved(place: Place, offset: int) -> Place:
    """Return the place that is `offset` words further on."""
    return place._replace(offset=place.offset + offset)


def description(unit: Unit, name: Name) -> Place:
    """Return the place of the description of an array, a formal one included."""
    if isinstance(name.declared, Formal):
        return Place(unit.fetch(name.declared))
    return unit.home(name.declared)


def known_place(unit: Unit, node: Subscripted) -> Place | None:
    """Return the place of an element if array and subscripts are known now, and within their bounds."""
    array = node.array.declared
    if not isinstance(array, Array) or not fixed(unit.shared, array):
        return None
    bounds, numbers = constant_bounds(array.segment) or [], []
    for subscript, (lower, upper) in zip(node.subscripts, bounds, strict=True):
        number = expressions.number_of(subscript)
        if not isinstance(number, int) or not lower <= number <= upper:
            return None
        numbers.append(number)
    return moved(unit.home(array), 2 + 3 * len(bounds) + index_of(numbers, bounds))


def address(unit: Unit, node: Subscripted) -> Value:
    """Return the address of an element."""
    where = place(unit, node)
    return where.base if where == Place(where.base) and isinstance(where.base, Value) else unit.address(where)


def place(unit: Unit, node: Subscripted) -> Place:
    """Return the place of an element. Subscripts are evaluated from left to right."""
    if (known := known_place(unit, node)) is not None:
        return known
    if (near := _near_place(unit, node)) is not None:
        return near
    if dynamic.unspecified(node.array.declared):
        word = unit.fetch(node.array.declared)
        dynamic.looked_at(unit, word, "ISARR", dynamic.ANY_TYPE + dynamic.SUBSCRIPT * len(node.subscripts))
    subscripts = [expressions.value(unit, each) for each in node.subscripts]
    return Place(unit.element(elements(unit, node.array), *subscripts))


def element(unit: Unit, node: Subscripted) -> Value:
    """Return the value of an element."""
    return unit.load(place(unit, node), "elements", KINDS.get(node.type, "w"), unit.shared.settings.check_unset)


# ---------------------------------------------------------------- declarations


def made(unit: Unit, block: Block) -> list[ArraySegment]:
    """Return the segments of a block with arrays that are made when it is entered."""
    return [
        segment
        for declaration in block.declarations
        if isinstance(declaration, ArrayDeclaration)
        for segment in declaration.segments
        if not all(fixed(unit.shared, array) for array in segment.arrays)
    ]


def standing(unit: Unit, block: Block) -> list[Array]:
    """Return the arrays of a block that have addresses and are not own."""
    declarations = (each for each in block.declarations if isinstance(each, ArrayDeclaration))
    segments = (each for declaration in declarations for each in declaration.segments)
    return [array for each in segments for array in each.arrays if not array.own and fixed(unit.shared, array)]


def declare(unit: Unit, segments: list[ArraySegment]) -> None:
    """Make arrays: on the stack, or own ones. The library finds the bounds where the stack ends."""
    for segment in segments:
        first = segment.arrays[0]  # their descriptions are one after the other
        unit.shared.own_moves |= first.own
        unit.at(first)
        bounds = [each for pair in segment.bounds for each in (pair.lower, pair.upper)]
        unit.push([expressions.value(unit, each) for each in bounds])
        unit.call(
            "OWNARR" if first.own else "ARRAY",
            B4=unit.address(unit.home(first)),
            X1=unit.number(len(segment.bounds)),
            X2=unit.number(words.TYPES[first.type]),
            X3=unit.number(len(segment.arrays)),
        )
        if not first.own:
            unset(unit, segment.arrays)


def unset(unit: Unit, arrays: Iterable[Array]) -> None:
    """Take their values from the elements of arrays, if their use is checked."""
    for array in arrays:
        if unit.shared.settings.check_unset:
            unit.call("UNFILL", B4=unit.address(unit.home(array)))


ORIGIN, LOWER, UPPER = 1, 2, 3  # words of a description
ELEMENTS = 5  # words of a description with one subscript
NEAR = (1 << 15) - 1  # the largest bound that leaves an address in its 18 bits
LEAST = -32  # the least that may be added to any address of a description, which is positive then


def _near_place(unit: Unit, node: Subscripted) -> Place | None:
    """Return the place of an element with one subscript; None: the description is too far away."""
    array = node.array.declared
    if len(node.subscripts) != 1 or dynamic.unspecified(array):
        return None
    home = unit.shared.homes[array]
    if not isinstance(home, Word) and unit.ways[0] is not home.routine:
        return None
    subscript = expressions.value(unit, node.subscripts[0])
    described = Place(unit.fetch(array, "a")) if isinstance(array, Formal) else unit.place(home)
    lower, upper, together = _known(unit, array)
    if unit.shared.checks:
        low, high = (
            unit.load(moved(described, offset), "description", "i")
            if known is None
            else unit.const(of_integer(known), "i")
            for offset, known in ((LOWER, lower), (UPPER, upper))
        )
        unit.op("bound", subscript, low, high, data=Bound(unit.place(home), isinstance(array, Formal), 0))
    if lower is None or not together:
        return Place(unit.value("add.i", unit.load(moved(described, ORIGIN), "description", "i"), subscript))
    if isinstance(described.base, Value):
        return Place(unit.value("add.i", described.base, subscript), "", ELEMENTS - lower)
    return Place(subscript, described.symbol, ELEMENTS - lower)


def _known(unit: Unit, array: Declared) -> tuple[int | None, int | None, bool]:
    """Return the bounds of an array with one subscript, if they are known; whether elements follow the description."""
    if isinstance(array, Array):
        pairs = constant_bounds(array.segment)
        if pairs is None:
            return None, None, False
        return *pairs[0], fixed(unit.shared, array) and max(map(abs, pairs[0])) <= NEAR
    known = unit.shared.arrays.get(array) if isinstance(array, Formal) else None
    if known is None or len(known.lower) != 1:
        return None, None, False
    (lower,), (upper,) = known.lower, known.upper
    return lower, upper, known.together and lower is not None and LEAST <= lower <= NEAR
