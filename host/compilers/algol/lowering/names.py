"""Formal parameters by name: reading them, giving them values.

The word of such a parameter describes the actual one (host/compilers/algol/cdc6600/words.py); routines of the
library look at it, and run its code if it has some:

    x := x + 1              v1:w = load slot [X.]
                            v2:w = call NAMEA X1=v1         address, and its type in the first bits
                            v3:w = load slot [X.]
                            v4:i = call NAMEI X1=v3
                            ...
                            call NAMESI X1=v6, X2=v2

Where it is known that it stands for a variable, and of which type (byname.py), the address is that word:

    x := x + 1              v1:w = load slot [X.]
                            v2:i = load any [v1]
                            ...
                            store any [v1], v4
"""

from __future__ import annotations

from host.compilers.algol.lowering import expressions
from host.compilers.algol.lowering.unit import KINDS, Unit
from host.compilers.algol.syntax import Formal, Type
from host.compilers.ir.form import Place, Value

READ = {Type.INTEGER: "NAMEI", Type.REAL: "NAMER"}  # the value, transferred to the type
# Routines that store values where parameters stand for variables; they transfer numbers to their types.
ASSIGNED = {Type.INTEGER: "NAMESI", Type.REAL: "NAMESR", Type.BOOLEAN: "NAMESB"}


def value(unit: Unit, formal: Formal) -> Value:
    """Return the value of a parameter by name."""
    kind = unit.shared.variables.get(formal)
    word = unit.fetch(formal)
    if kind is None:
        return unit.call(READ.get(formal.type, "NAMEV"), KINDS.get(formal.type, "w"), X1=word)[0]
    found = unit.load(Place(word), "any", KINDS[kind], unit.shared.settings.check_unset)
    return found if kind is formal.type else expressions.converted(unit, found, formal.type)


def address(unit: Unit, formal: Formal) -> Value:
    """Return the address of the variable that it stands for, with its kind in bits 59-54."""
    word = unit.fetch(formal)
    return word if formal in unit.shared.variables else unit.call("NAMEA", "w", X1=word)[0]


def assign(unit: Unit, formal: Formal, address: Value, value: Value) -> None:
    """Give it a value, by the address that has been found before."""
    kind = unit.shared.variables.get(formal)
    if kind is None:
        unit.call(ASSIGNED[formal.type], X1=value, X2=address)
        return
    stored = value if kind is formal.type else expressions.converted(unit, value, kind)
    unit.store(Place(address), "any", stored)
