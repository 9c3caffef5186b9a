"""What a machine, or its library, does not have is refused with its place: no statement ends the compiler otherwise."""

import re

import pytest

from emulators.errors import SourceErrors
from host.compilers.fortran.compiler import compile_text
from tests.shared import in_turn

STATEMENTS = """
X = TAN(Y)
X = RANF(0)
X = ACOS(1.)
I = MASK(3)
I = SHIFT(3, J)
CALL NOSUCH(3)
CALL SSWTCH(1, I)
CALL SLITET(1, I)
CALL OVERFL(I)
CALL DVCHK(3)
CALL EXIT
CALL SECOND(X)
CALL RANSET(X)
READ (5,9,END=3) X
READ (2,9,END=3) X
READ (5,9,ERR=3) X
IF (EOF, 5) 3, 3
IF (UNIT, 5) 3, 3, 3, 3
ENCODE (3,9,X) I
DECODE (3,9,X) I
READ DRUM 1, 3, X
READ DRUM 1, 3, B
WRITE DRUM 1, 3, B
D = 1.D0
Z = (1., 2.)
X = CABS(Z)
X = DMAX1(D, D)
X = X**D
X = Z
Z = D*Z
WRITE (6,7) D
I = 4H<%#&
I = 3H'"!
CALL SUB(4H<<<<)
X = 8HABCDEFGH
PAUSE 77777
STOP 77777
STOP 7777777777
I = 32767*32767
I = 576460752303423487
I = 1234567890123456789
I = 1000000000*1000000000
X = -1.E-40
X = 1.E-400
X = 1.E39
X = 1.E322
I = I**X
WRITE (K) X
SENSE LIGHT 25
IF (SENSE SWITCH 9) 3, 3
IF QUOTIENT OVERFLOW 3, 3
REWIND 99
BACKSPACE I
END FILE 6
B(40000) = 1.
B(-1) = 1.
I = COMPL(I)
I = 123456701234567B
CALL FN(SIN)
CALL FN(TAN)
CALL FN(AND)
CALL FN(AMAX1)
CALL FN(DSIN)
CALL FN(RANF)
CALL FN(CABS)
CALL FN(FN)
CALL FN(SUB)
WRITE (6,8) I
WRITE (6,6) X
WRITE (6,5) X
READ (5,8) I
READ (5,6) X
READ (5,5) X
DATA I /4H<<<</
DATA X /1.E-50/
DATA X /1.D0/
DIMENSION W(40000)
DIMENSION W(200000)
COMMON W(30000)
"""
FORMATS = {9: "I3", 8: "L5", 7: "D20.3, G10.2", 6: "R4, T5, A1, O3", 5: "5H<%#&!, I3"}
TYPES = {r"\bD\b": "DOUBLE PRECISION D", r"\bZ\b": "COMPLEX Z", r"FN\(": "EXTERNAL {}"}
END = "STOP\nEND\nSUBROUTINE SUB(X)\nEND\nSUBROUTINE FN(F)\nX = F(1.)\nEND"


def program(statement):
    """A program with a statement in its fourth line, and the declarations and formats it needs."""
    cards = [each.format(statement[8:-1]) for mark, each in TYPES.items() if re.search(mark, statement)]
    specifies = statement.startswith(("DATA", "DIMENSION", "COMMON"))
    cards += ["DIMENSION B(10)", "I = 1", statement] if not specifies else [statement, "DIMENSION B(10)", "I = 1"]
    cards += [f"FORMAT ({text})" for number, text in FORMATS.items() if f",{number}" in statement]
    number = next((each for each in FORMATS if f",{each}" in statement), 0)
    labels = {statement: "3" if not specifies else "", f"FORMAT ({FORMATS.get(number)})": str(number)}
    last = "" if "3" not in statement or "3" in labels[statement] else "3"
    lines = [f"{labels.get(each, last if each == 'I = 1' else ''):<6}{each}" for each in [*cards, *END.split("\n")]]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("statement", "machine"), in_turn([(each,) for each in STATEMENTS.strip().split("\n")], ["704", "6600"])
)
def test_what_a_machine_does_not_have_is_refused_with_its_place(statement, machine):
    text = program(statement)
    for dialect in ("ii", "iv"):
        places = []
        try:
            compile_text(text, "refused.f", version=dialect, machine=machine)
        except SourceErrors as refused:
            places = [each.place for each in refused.errors]
        assert all(each.line >= 1 and each.file == "refused.f" for each in places)


@pytest.mark.parametrize(
    ("statement", "machine", "message"),
    [
        ("I = 4H<%#&", "704", "the 704 has no character '<'"),
        ("STOP 7777777777", "704", "the number of a stop is 77777 at most, not 7777777777"),
        ("IF (UNIT, 5) 3, 3, 3, 3", "6600", "IF (UNIT, ...) is not supported"),
        ("X = TAN(Y)", "704", "the 704's library has no TAN"),
        ("CALL FN(TAN)", "704", "the 704's library has no TAN"),
        ("READ DRUM 1, 3, X", "6600", "the 6600 has no drums"),
    ],
)
def test_it_is_said_what_is_missing(statement, machine, message):
    with pytest.raises(SourceErrors) as refused:
        compile_text(program(statement), "refused.f", version="iv", machine=machine)
    wrong = [each for each in refused.value.errors if each.message == message]
    assert [each.place.text.strip().removeprefix("3").strip() for each in wrong] == [statement]
