"""Procedures: how they begin and end.

NAME   PS                  the caller's RJ puts the way back here
       ...                 words at addresses: nothing more is needed, but B6 where frames are around
       EQ     NAME
NAME   PS
       SB5    size         a frame: ENTER makes it, and keeps the way back in it
       RJ     ENTER
       ...
       EQ     LEAVE
"""

from __future__ import annotations

from collections.abc import Callable

from host.algol.code import jumps, kinds, statements, words
from host.algol.code.emit import Line, Text
from host.algol.code.storage import FORMALS, Fixed, Home, frames_around, offset_from
from host.algol.code.unit import Shared, Unit
from host.algol.syntax import Kind, Procedure, Switch, Type


def procedure(shared: Shared, declared: Procedure) -> Callable[[], list[Line]]:
    """Write a procedure. What comes before its body is known when everything else has been written: call it then."""
    unit = Unit(shared, declared, level=declared)
    unit.at(declared)
    unit.begin_statement()
    if declared.type is not Type.NONE:
        unit.unset([shared.home(declared)])
    _copy_arrays(unit, declared)
    assert declared.body is not None
    statements.statement(unit, declared.body)
    unit.begin_statement()
    around = not declared.recursive and next(frames_around(declared.owner), None) is not None
    caller = shared.room(declared).reserve(shared.symbols.numbered("T")) if around else None
    if caller is not None:
        shared.callers[declared] = caller
    _leave(unit, declared, caller)
    body = unit.finish()
    return lambda: [*_entry(shared, declared, caller), *body]


def _entry(shared: Shared, declared: Procedure, caller: Home | None) -> list[Line]:
    text = Text()
    text.line = declared.at.line
    text.remark(f"PROCEDURE {declared.spelling}")
    text.label(shared.entry(declared))
    text.op("PS")
    if declared.recursive:
        text.op("SB5", shared.frame_size(declared))
        text.op("RJ", "ENTER")
        return list(text.finish())
    top = shared.tops.get(declared)
    for home, register in ((top, "B7"), (caller, "B6")):
        if home is not None:
            assert isinstance(home, Fixed)
            text.op("SX6", register)
            text.op("SA6", home.symbol)
    if caller is not None:
        text.op("SB6", "B4")
    return list(text.finish())


def _leave(unit: Unit, declared: Procedure, caller: Home | None) -> None:
    if declared.type is not Type.NONE:
        value = unit.fetch(unit.shared.home(declared), (6,))
        unit.registers.drop(value)
    if declared.recursive:
        unit.jump("LEAVE")
        return
    if unit.level is not declared:
        unit.op("SB7", unit.height(declared))
    if caller is not None:
        frame = unit.fetch(caller, (1,))
        unit.op("SB6", "X1")
        unit.registers.drop(frame)
    unit.jump(unit.shared.entry(declared))


def _copy_arrays(unit: Unit, declared: Procedure) -> None:
    """Write code for arrays that are handed over by value: they get copies of their own."""
    arrays = jumps.copied_arrays(declared)
    for formal in arrays:
        where, kind = unit.fetch(unit.shared.home(formal), (1,)), unit.constant(words.TYPES[formal.type], (2,))
        copy = unit.routine("ARRCOPY", where, kind, keeps=())
        unit.store(copy, unit.shared.home(formal))
        unit.registers.drop(copy)
    if arrays:
        jumps.keep_height(unit, arrays[0])
        unit.level = arrays[0]


def switch(shared: Shared, declared: Switch) -> list[Line]:
    """Write a switch."""
    unit = Unit(shared, declared.owner)
    unit.at(declared)
    jumps.switch(unit, declared)
    return unit.finish()


def table(shared: Shared, declared: Switch) -> list[Line]:
    """Write the jumps of a switch whose elements are labels."""
    unit = Unit(shared, declared.owner)
    unit.at(declared)
    jumps.table(unit, declared)
    return unit.finish()


# ---------------------------------------------------------------- called from who knows where


def formal_entry(shared: Shared, declared: Procedure) -> list[Line]:
    """Write the code that calls a procedure with words of actual parameters, their number first, at B5."""
    unit = Unit(shared, declared.owner)
    unit.at(declared)
    unit.label(shared.formal_entry(declared))
    table = [kinds.wanted(each) for each in declared.formals]
    fields = ",".join(f"6/{each:o}B" for each in [len(table), *table])
    unit.op("SX1", shared.pooled(fields))
    if declared.rest:
        unit.op("SX2", str(len(table)))
        unit.call("OPENED", keeps=())
    unit.call("BIND", keeps=())
    for number, formal in enumerate(declared.formals, 1):
        if formal.kind is Kind.ARRAY:
            unit.op("SA1", offset_from("B5", number))
            unit.op("SX2", f"{kinds.wanted_array(formal):o}B")
            unit.call("ISARR", keeps=())
    if declared.standard:
        _standard(unit, declared)
    else:
        _own(unit, declared)
    unit.jump("CALLEND")
    return unit.finish()


def _own(unit: Unit, declared: Procedure) -> None:
    for number, formal in enumerate(declared.formals, 1):
        unit.op("SA1", offset_from("B5", number))
        unit.op("BX6", "X1")
        home = unit.shared.home(formal)
        unit.op("SA6", offset_from("B7", FORMALS + formal.index) if declared.recursive else unit.field(home))
    if next(frames_around(declared.owner), None) is not None:
        unit.op("SB4", "B6")
    unit.op("RJ", unit.shared.entry(declared))


def _standard(unit: Unit, declared: Procedure) -> None:
    from host.algol.code.standard import CONSTANTS, ROUTINES

    if declared.name in CONSTANTS:
        unit.registers.drop(unit.constant(CONSTANTS[declared.name], (6,)))
        return
    if declared.rest:
        unit.op("SX2", str(len(declared.formals)))
        unit.call("SPREAD", keeps=())
    for number, _ in enumerate(declared.formals, 1):
        unit.op(f"SA{number}", offset_from("B5", number))
    unit.call(ROUTINES[declared.name])
