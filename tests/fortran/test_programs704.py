"""FORTRAN II on the 704: random programs print what the interpreter says; DO variables are as IBM left them."""

import io
import re
from pathlib import Path

import pytest

from host.compilers.fortran.compiler import compile_text
from host.machines.ibm704.job import Job, run
from tests.fortran.oracle import different, made
from tests.shared import in_turn

CYCLES = 30_000_000
TAPES = range(1, 10)
PLACES = {"WRITEOUTPUTTAPE6,": " PRINT ", "READINPUTTAPE5,": " READ "}  # tape 6 and 5: the printer and the reader


def printed(text, cards, folder, **options):
    """The lines that a program prints."""
    program = compile_text(text, "program", version="ii", machine="704", **options)
    deck = Path(folder, "cards")
    deck.write_text("".join(f"{each}\n" for each in cards), encoding="utf-8")
    saves = {str(number): Path(folder, f"{number}.tap") for number in TAPES}
    out, err = io.StringIO(), io.StringIO()
    run(program, Job("program", input=deck, cycles=CYCLES, saves=saves, overwrite=True), out, err)
    return out.getvalue().splitlines()


def on_paper(text):
    """A program that prints and reads cards where it wrote and read tapes."""
    for old, new in PLACES.items():
        text = re.sub(r"\s*".join(map(re.escape, old)), new, text)
    return text


def unsigned(lines):
    """Lines with zeros that have no sign: those of the 704 have one."""
    return [re.sub(r"-(0\.?0*)(?![0-9.])", r" \1", each) for each in lines]


@pytest.mark.parametrize(("seed", "level"), in_turn([(each,) for each in (0, 1, 2, 5, 7, 13, 31, 34, 36, 48)], "01"))
def test_random_programs_print_what_they_mean(seed, level, tmp_path):
    program = made("ii", seed, "704")
    assert not isinstance(program, str)
    said = printed(on_paper(program.text), program.lines, tmp_path, level=level)
    assert not different(unsigned(said), unsigned(program.output))


def test_a_jump_out_of_a_range_leaves_the_variable_and_the_last_turn_does_not(tmp_path):
    text = """
      DIMENSION K(9)
      I=-7
      J=-8
      DO 5 I=1,9
    5 K(I)=10*I
      PRINT 20,I
      DO 7 I=1,9
      DO 7 J=1,3
      IF (K(I)+J-42) 7,6,7
    6 PRINT 20,I,J
      GO TO 8
    7 CONTINUE
    8 PRINT 20,I,J
      DO 9 I=3,1
    9 PRINT 20,I
      STOP
   20 FORMAT (1X,2I5)
      END
"""
    assert unsigned(printed(text, [], tmp_path)) == ["    -7", "     4    2", "     4    2", "     3"]
