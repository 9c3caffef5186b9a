"""What docs/fortran.md says is not supported has a message that says so."""

import re

import pytest

from emulators.errors import SourceErrors
from host.compilers.fortran.compiler import compile_text

EVERYWHERE = {
    "NAMELIST /A/ B": "NAMELIST is not supported",
    "ENTRY X": "ENTRY is not supported",
    "BUFFER IN (1,0) (A,B)": "BUFFER IN is not supported",
    "BUFFER OUT (1,0) (A,B)": "BUFFER OUT is not supported",
    "OVERLAY (A,0,0)": "OVERLAY is not supported",
    "SEGMENT (A,B)": "SEGMENT is not supported",
    "DEFINE FILE 8(50,100,L,I)": "DEFINE FILE is not supported",
    "FIND (8)": "FIND is not supported",
    "FIND (8'5)": "FIND with the number of a record is not supported",
    "READ (8'N, 10) X": "READ with the number of a record is not supported",
    "READ *, X": "lists without a FORMAT are not supported",
    "IF (A .GT. B) THEN": "there are no IF blocks",
    "PARAMETER (N = 5)": "a constant is a variable with a value by DATA",
    "CHARACTER*5 A": "text is in INTEGER or REAL variables",
    "DO WHILE (A .GT. B)": "a loop without a count is made of IF and GO TO",
    "SAVE A": "this is FORTRAN of later years",
}
ON_THE_704 = {
    "DOUBLE PRECISION D": "DOUBLE PRECISION is not to be had on the 704",
    "COMPLEX C": "COMPLEX is not to be had on the 704",
    "ENCODE (5,10,I) J": "ENCODE and DECODE are not to be had on the 704",
    "IF (EOF,5) 20, 20": r"IF \(EOF, \.\.\.\) is not to be had on the 704",
    "X = TAN(Y)": "the 704's library has no TAN",
    **{f"PRINT {number}, Y": f"the 704's library has no {field} in a FORMAT" for number, field in
       ((31, "G"), (32, "D"), (33, "L"), (34, "R"), (35, "T"))},
}  # fmt: skip
ON_THE_6600 = {"READ DRUM 1, 5, A": "the 6600 has no drums"}
CASES = [(machine, *each) for machine in ("6600", "704") for each in EVERYWHERE.items()]
CASES += [("704", *each) for each in ON_THE_704.items()] + [("6600", *each) for each in ON_THE_6600.items()]
FORMATS = {31: "G10.3", 32: "D10.3", 33: "L3", 34: "R2", 35: "T5, F5.1"}


def program(statement):
    number = int(statement[6:8]) if statement.startswith("PRINT") else 0
    layout = [f"   {number} FORMAT ({FORMATS[number]})"] if number else ["   10 FORMAT (I5)"]
    return "\n".join([f"      {statement}", *layout, "   20 STOP", "      END", ""])


@pytest.mark.parametrize(("machine", "statement", "message"), CASES)
def test_what_is_not_supported_is_named(machine, statement, message):
    with pytest.raises(SourceErrors) as caught:
        compile_text(program(statement), "text.f", machine=machine, version="iv")
    told = "\n".join(f"{each.message}; {each.hint}" for each in caught.value.errors)
    assert re.search(message, told), told


@pytest.mark.parametrize("column", "BDIF")
def test_cards_of_the_709_are_refused(column):
    with pytest.raises(SourceErrors, match=f"cards with {column} in column 1, are not supported"):
        compile_text(f"{column}     X = A\n      END\n", "text.f", version="ii")
