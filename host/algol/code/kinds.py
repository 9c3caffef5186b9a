"""What a formal parameter wants of an actual one, and code that compares: where only the running program knows it.

That is where an unspecified parameter is used, or handed on to one that is specified, and where a formal procedure is
called. Everything else is compared when a program is compiled.
"""

from __future__ import annotations

from host.algol.code import words
from host.algol.code.registers import Value
from host.algol.code.unit import Unit
from host.algol.syntax import Declared, Formal, Kind

VALUE = 0o40  # by value; the rest is the kind, ANY if nobody says or if it is an array
ANY = 0o77
KINDS = {Kind.STRING: words.STRING, Kind.LABEL: words.LABEL, Kind.SWITCH: words.SWITCH}

ANY_TYPE, ALIKE, SUBSCRIPT = 3, 4, 0o10  # of arrays: for the type; integer for real and the other way; how many


def unspecified(declared: Declared) -> bool:
    """Whether only the running program knows what a parameter stands for."""
    return isinstance(declared, Formal) and declared.kind is Kind.UNKNOWN


def wanted(formal: Formal) -> int:
    """Return what a formal parameter must be, as MATCH has it (algcall.compass)."""
    if formal.kind in (Kind.UNKNOWN, Kind.ARRAY):
        return ANY
    by_value = VALUE if formal.by_value else 0
    if formal.kind is Kind.PROCEDURE:
        return words.of_procedure(formal.type)
    return by_value + (KINDS[formal.kind] if formal.kind in KINDS else words.TYPES[formal.type])


def wanted_array(formal: Formal) -> int:
    """Return what a formal array must be, as ISARR has it (algcall.compass)."""
    return words.TYPES[formal.type] + ALIKE * formal.by_value + SUBSCRIPT * (formal.dimensions or 0)


def matched(unit: Unit, word: Value, formal: Formal) -> Value:
    """Write code that compares the word of an unspecified parameter with what a specified one wants."""
    if formal.kind is Kind.UNKNOWN:
        return word
    if formal.kind is Kind.ARRAY:
        return _compared(unit, word, "ISARR", wanted_array(formal))
    return _compared(unit, word, "MATCH", wanted(formal))


def of_kind(unit: Unit, word: Value, kind: int) -> Value:
    """Write code that looks whether the word of an unspecified parameter is of a kind."""
    return _compared(unit, word, "MATCH", kind)


def array(unit: Unit, word: Value, subscripts: int) -> Value:
    """Write code that looks whether the word of an unspecified parameter is that of an array, whatever its type."""
    return _compared(unit, word, "ISARR", ANY_TYPE + SUBSCRIPT * subscripts)


def _compared(unit: Unit, word: Value, routine: str, what: int) -> Value:
    """Return the word again, in X1: the routine keeps it."""
    unit.bring([word])
    unit.op("SX2", f"{what:o}B")
    unit.call(routine, keeps=(0, 5))
    return unit.registers.own(1)
