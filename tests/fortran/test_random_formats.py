"""Numbers in fields of all widths: the 6600's library writes what the rules of FORMAT say, worked out exactly."""

from fractions import Fraction
from random import Random

import pytest

from host.compilers.fortran.compiler import compile_text
from host.compilers.fortran.syntax import Type
from tests.algol.machine import ENDED, ran_image
from tests.fortran import editing
from tests.fortran.words import MACHINES
from tests.shared import spread

FIELDS = 60  # of a program
MACHINE = MACHINES["6600"]()


def number(random):
    """A number as programs have it: of any size, or with few digits."""
    if random.randrange(3) == 0:
        return Fraction(random.randint(-999, 999)) * Fraction(10) ** random.randint(-20, 20)
    size = random.choice([80, 200, 900])
    return Fraction(random.randint(-(2 ** random.randint(1, 47)), 2**40)) * Fraction(2) ** random.randint(-size, size)


def item(random):
    """A descriptor that the standard allows."""
    letter, digits, scale = random.choice("FEEGD"), random.randint(0, 12), random.choice([0, 0, 0, 1, 2, -1])
    if letter != "F" and not -digits < scale < digits + 2:
        scale, digits = 0, max(1, digits)
    width = digits + random.randint(2, 12)
    return f"{f'{scale}P' if scale else ''}{letter}{width}.{digits}"


@pytest.mark.parametrize("seed", spread(range(40), 4))
def test_a_number_in_any_field(seed):
    random = Random(seed)
    fields = [(item(random), MACHINE.real(number(random))) for _ in range(FIELDS)]
    text = "".join(
        f"      X = {word:020o}B\n      WRITE (6,{label}) X\n{label:5} FORMAT (1X,{field})\n"
        for label, (field, word) in enumerate(fields, 1)
    )
    machine = ran_image(compile_text(f"{text}      END\n", "random").image)
    assert machine.reason == ENDED, machine.dayfile
    for (field, word), line in zip(fields, machine.text("OUTPUT").split("\n"), strict=False):
        (wanted,) = editing.written(editing.parsed(f"(1X,{field})"), iter([(Type.REAL, word)]), MACHINE)
        assert (field, f"{word:o}", line.rstrip()) == (field, f"{word:o}", wanted.rstrip())


@pytest.mark.parametrize(
    ("field", "text"), [("1PE10.1", "   9.8E-08"), ("E10.2", "  0.98E-07"), ("E10.1", "   0.1E-06")]
)
def test_a_number_whose_digits_round_up_to_the_next_power_keeps_its_own(field, text):
    """The power was taken for one more where the rounded digits were 10, 100, ... with it."""
    program = f"      WRITE (6,1) 9.84E-8\n    1 FORMAT ({field})\n      END\n"
    assert ran_image(compile_text(program, "test").image).text("OUTPUT").split("\n")[0][1:] == text[1:]
