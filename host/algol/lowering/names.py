"""Formal parameters by name: reading them, giving them values.

The word of such a parameter says what the actual one is (host/algol/cdc6600/words.py); routines of the library look at
it, and run its code if it has some:

    x := x + 1              v1:w = load slot [X.]
                            v2:w = call NAMEA X1=v1         address, and its type in the first bits
                            v3:w = load slot [X.]
                            v4:i = call NAMEI X1=v3
                            ...
                            call NAMESI X1=v6, X2=v2
"""

from __future__ import annotations

from host.algol.lowering.unit import KINDS, Unit
from host.algol.syntax import Formal, Type
from host.middle.form import Value

READ = {Type.INTEGER: "NAMEI", Type.REAL: "NAMER"}  # the value, transferred to the type
# Routines that store values where parameters stand for variables; they transfer numbers to their types.
ASSIGNED = {Type.INTEGER: "NAMESI", Type.REAL: "NAMESR", Type.BOOLEAN: "NAMESB"}


def value(unit: Unit, formal: Formal) -> Value:
    """Return the value of a parameter by name."""
    return unit.call(READ.get(formal.type, "NAMEV"), KINDS.get(formal.type, "w"), X1=unit.fetch(formal))[0]


def address(unit: Unit, formal: Formal) -> Value:
    """Return the address of the variable that it stands for, with its kind in bits 59-54."""
    return unit.call("NAMEA", "w", X1=unit.fetch(formal))[0]


def assign(unit: Unit, formal: Formal, address: Value, value: Value) -> None:
    """Give it a value, by the address that has been found before."""
    unit.call(ASSIGNED[formal.type], X1=value, X2=address)
