"""OPDEF: instructions of the program's own, told by their form.

    IXX/X    OPDEF  I,J,K             IX6 X1/X2 is a macro from here on, with I = 6, J = 1, K = 2
             ...
             ENDM
    PURGDEF  IXX/X

A form is the two letters of the operation, then what stands in the variable field: A, B, X for a register, Q for any
expression, with the + - * / and commas between them. The parameters are the digit of the operation, if it has one, and
the digits of the registers or texts of the expressions, in their order.
"""

from __future__ import annotations

import re

from host.assemblers.columns import Field
from host.assemblers.compass.instructions import OPERATION
from host.assemblers.compass.macros import begin, body, parameters_of
from host.assemblers.compass.operands import Statement
from host.assemblers.compass.state import Macro, State, operation

FORM = re.compile(r"(?P<letters>[A-Z]{2})(?P<shape>[ABXQ+\-*/,]*)")
PART = re.compile(r"(?P<letter>[ABX])(?P<number>[0-7])(?![A-Z0-9.])|(?P<mark>[+\-*/,])|(?P<other>[^,+\-*/]+)")


@operation("OPDEF")
def opdef(asm: State, statement: Statement) -> None:
    """OPDEF: instructions of this form are a macro."""
    form = statement.location
    if not FORM.fullmatch(form.text):
        raise statement.operation.error("OPDEF needs the form of an instruction before it", "such as IXX/X or ZRX,Q")
    parameters = parameters_of(statement.rest)
    lines = body(asm, statement, form.text)
    asm.opdefs[form.text] = Macro(form.text, parameters, None, lines, form.place())


@operation("PURGDEF")
def purgdef(asm: State, statement: Statement) -> None:
    """PURGDEF form: the instructions of this form are the machine's again."""
    asm.opdefs.pop(asm.reader(statement.rest).rest().text, None)


def expands(asm: State, statement: Statement) -> bool:
    """Continue with the lines of an OPDEF, if the program has one for this instruction; return whether it has."""
    name = OPERATION.fullmatch(statement.name)
    letters = name["letters"] if name else statement.name
    if not any(form.startswith(letters) for form in asm.opdefs):
        return False
    found = [name["digit"]] if name and name["digit"] else []
    shape = ""
    operand = asm.reader(statement.rest).rest()
    attached = name["attached"] if name and name["attached"] else ""
    for part in PART.finditer(f"{attached[1:]}{',' * bool(attached and operand.text)}{operand.text}"):
        if part["mark"]:
            shape += part["mark"]
        else:
            shape += part["letter"] or "Q"
            found.append(part["number"] or part["other"])
    macro = asm.opdefs.get(letters + shape) or asm.opdefs.get(letters + _loose(shape))
    if macro is None:
        return False
    if macro.name != letters + shape:  # one expression, whatever it consists of
        found = [*found[: len(found) - shape.count("Q")], _expression(operand)]
    begin(asm, statement, macro, dict(zip(macro.parameters, found, strict=False)))
    return True


def _loose(shape: str) -> str:
    """Return a form in which all that follows the registers is one expression."""
    head, comma, _ = shape.rpartition(",")
    return f"{head}{comma}Q"


def _expression(operand: Field) -> str:
    return operand.text.rpartition(",")[2]
