"""What an editor is told of FORTRAN programs beyond what it is told of all languages (tests/language_server)."""

import asyncio
import os
import re
from pathlib import Path

import pytest

from emulators.errors import ImageError, IronboardError, Place
from host.compilers.fortran.editing import analyse
from host.editors.lsp.edits import renamed
from host.languages.analysis import Kind

CHECKOUT = Path(__file__).parents[2]
FILE = "a.f"


def analysed(text, **options):
    return analyse(FILE, {os.path.realpath(FILE): text}, options)


def changed(text, word, line, new):
    """The text with a name renamed, the one that stands in a line."""

    async def again(texts):
        return analyse(FILE, texts, {})

    analysis = analysed(text)
    rows = text.split("\n")
    column = rows[line - 1].index(word) + 1
    found = analysis.name_at(Place(FILE, line, column))
    assert found is not None
    for place, written in sorted(
        asyncio.run(renamed(analysis, found[0], new, {}, again)), key=lambda each: -each[0].column
    ):
        row = rows[place.line - 1]
        rows[place.line - 1] = row[: place.column - 1] + written + row[place.column - 1 + place.length :]
    return "\n".join(rows)


UNITS = """\
      I = 1
      CALL SUB(I)
      GO TO 10
   10 STOP
      END
      SUBROUTINE SUB(I)
      DATA (L = 3)
   10 I = F(I) + L
      GO TO 10
      END
      FUNCTION F(K)
      F = K
      IF (K .GT. 1) F = F*2.
      END
"""


@pytest.mark.parametrize("name", ["tests/fortran/sample.f", "asm/cdc6600/kalah.f", "asm/cdc6600/influence.f"])
def test_every_place_of_every_name_is_known(name):
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    analysis, lines = analysed(text), text.split("\n")
    count = 0
    for each in analysis.names:
        if each.place is None or each.seen is None or each.kind is Kind.LABEL:
            continue
        known = {(place.line, place.column) for place in each.places}
        for number in range(each.seen.first, each.seen.last + 1):
            line = lines[number - 1][:72]
            if line[:1] in ("C", "*", "$") or "FORMAT" in line:
                continue
            for match in re.finditer(rf"(?<![\w.]){each.text}(?!\w)", line):
                count += 1
                assert (number, match.start() + 1) in known, (each.text, line)
    assert count > 50


def test_a_name_is_changed_in_its_unit_only():
    assert changed(UNITS, "I", 1, "J") == UNITS.replace("I = 1", "J = 1").replace("CALL SUB(I)", "CALL SUB(J)")


def test_a_statement_number_is_changed_in_its_unit_only():
    wanted = UNITS.replace("   10 I", "   20 I").replace("L\n      GO TO 10", "L\n      GO TO 20")
    assert changed(UNITS, "10", 9, "20") == wanted


def test_a_function_is_changed_where_it_is_called_and_where_it_gets_its_value():
    assert changed(UNITS, "F(I)", 8, "G") == UNITS.replace("F(", "G(").replace("F =", "G =").replace("= F*", "= G*")


@pytest.mark.parametrize(
    ("word", "line", "new", "message"),
    [
        ("I", 1, "X", "'X' would be REAL, not INTEGER"), ("F(I)", 8, "L", "would be an error"),
        ("I", 8, "L", "cannot have a value by DATA"), ("F", 8, "SUB", "would be an error"),
        ("L", 7, "M" * 70, "a line would be longer than 72 columns"), ("L", 7, "M" * 9, "would be an error"),
    ],
)  # fmt: skip
def test_a_name_is_not_changed_where_the_program_would_be_another(word, line, new, message):
    with pytest.raises(IronboardError, match=message):
        changed(UNITS, word, line, new)


def test_a_name_with_blanks_in_it_is_found_and_not_changed():
    text = "      TO TAL = 1.\n      X = TOTAL\n      END\n"
    (name,) = [each for each in analysed(text).names if each.text == "TOTAL"]
    assert [(each.line, each.column, each.length) for each in name.places] == [(1, 7, 6), (2, 11, 5)]
    assert not name.changeable


def test_a_program_that_is_too_large_is_told_of_later():
    analysis = analysed("      DIMENSION A(200000)\n      A(1) = 1.\n      END\n")
    assert not [each for each in analysis.problems if each.severity == "error"]
    (wrong,) = analysis.later()
    assert wrong.message == "the program does not fit into the storage of the machine"


def test_options_are_those_of_the_compiler():
    text = "      INTEGER X\n      END\n"
    assert "type statement" in analysed(text, version="ii").problems[0].message
    assert "type statement" in analysed(text, machine="704").problems[0].message
    double = analysed("      DOUBLE PRECISION D\n      D = 1.D0\n      END\n", machine="704", version="iv")
    assert {each.message for each in double.later()} == {"DOUBLE PRECISION is not to be had on the 704"}
    with pytest.raises(ImageError, match="machine is 704 or 6600, not '709'"):
        analysed(text, machine="709")
    with pytest.raises(ImageError, match="the FORTRAN compiler has no option 'cores': it has level, machine, no_ch"):
        analysed(text, cores="0")
