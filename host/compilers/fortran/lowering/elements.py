"""Elements of arrays. The first subscript is the fastest; subscripts begin with 1.

    A(I,J) of A(10,20)          v1:i = load slot [I.]
                                v2:i = load slot [J.]
                                bound v1, 1, 10
                                bound v2, 1, 20
                                v3:i = mul.i v2, 10
                                v4:i = add.i v3, v1
                                v5:r = load elements [v4+A.-11]

A subscript that is known to be right is not compared. In a dummy array with a last dimension of 1 or * the last
subscript has no upper bound: such arrays take those of any size; of an array at the end of a COMMON block with
the last dimension 1 the block's end is the bound. An array with fewer subscripts than dimensions is
one row of elements, as far as the subscripts that are missing go: these are 1.
"""

from __future__ import annotations

from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import expressions
from host.compilers.fortran.lowering.unit import Unit, moved
from host.compilers.fortran.syntax import Integer, Symbol
from host.compilers.ir.form import Place, Value


def place(unit: Unit, node: syntax.Element) -> Place:
    """Return the place of the first word of an element. Subscripts are evaluated from left to right."""
    symbol = node.symbol
    assert symbol.type is not None
    words = symbol.type.words
    numbers = [expressions.number_of(each) for each in node.subscripts]
    subscripts = [expressions.value(unit, each) if number is None else None
                  for each, number in zip(node.subscripts, numbers, strict=True)]  # fmt: skip
    sizes = [_size(unit, each) for each in symbol.dimensions]
    if unit.shared.checks:
        _compare(unit, node, subscripts, numbers, sizes)
    total: Value | None = None
    offset = 0
    for number in reversed(range(len(node.subscripts))):
        size = sizes[number]
        total = None if total is None else _times(unit, total, size)
        if isinstance(size, int):
            offset *= size
        elif offset:
            more = _times(unit, unit.integer(offset), size)
            total, offset = more if total is None else unit.value("add.i", total, more), 0
        known, subscript = numbers[number], subscripts[number]
        offset -= 1
        if known is not None:
            offset += known
        else:
            assert subscript is not None
            total = subscript if total is None else unit.value("add.i", total, subscript)
    if words > 1:
        offset *= words
        total = None if total is None else unit.value("add.i", total, total)
    return _after(unit, symbol, total, offset)


def _after(unit: Unit, symbol: Symbol, total: Value | None, offset: int) -> Place:
    """Return the place that is some words after the first one of an array."""
    start = unit.place(symbol)
    if total is None:
        return moved(start, offset)
    if isinstance(start.base, Value):
        return Place(unit.value("add.i", start.base, total), start.symbol, start.offset + offset)
    return Place(total, start.symbol, start.offset + offset)


def _size(unit: Unit, dimension: syntax.Expression) -> int | Value:
    return dimension.value if isinstance(dimension, Integer) else expressions.value(unit, dimension)


def _times(unit: Unit, value: Value, size: int | Value) -> Value:
    if size == 1:
        return value
    return unit.value("mul.i", value, unit.integer(size) if isinstance(size, int) else size)


def _compare(
    unit: Unit,
    node: syntax.Element,
    subscripts: list[Value | None],
    numbers: list[int | None],
    sizes: list[int | Value],
) -> None:
    """Stop the program if a subscript is out of its dimension."""
    symbol = node.symbol
    check = unit.shared.check("subscript", symbol)
    for number, (value, known) in enumerate(zip(subscripts, numbers, strict=True)):
        size = sizes[number]
        last = number == len(node.subscripts) - 1
        if last and symbol.sizes is not None:
            size = symbol.reach
            for each in symbol.sizes[:number]:
                size //= each
        if last and symbol.unbounded:
            size = unit.machine.target.largest
        if known is not None and isinstance(size, int) and 1 <= known <= size:
            continue
        value = unit.integer(known) if value is None and known is not None else value
        assert value is not None
        high = unit.integer(size) if isinstance(size, int) else size
        unit.bounded(value, unit.integer(1), high, check, number)


def count(unit: Unit, symbol: Symbol) -> Value:
    """Return the number of elements of an array."""
    if symbol.sizes is not None:
        return unit.integer(symbol.elements)
    total: Value | None = None
    for each in symbol.dimensions:
        size = expressions.value(unit, each)
        total = size if total is None else unit.value("mul.i", total, size)
    assert total is not None
    return total
