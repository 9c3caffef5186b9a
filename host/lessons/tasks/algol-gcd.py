"""ALGOL 60: a procedure, the greatest common divisor."""

from math import gcd, lcm
from typing import Any

from host.lessons.lesson import Case, Lesson, Mistake

PAIRS = [(12, 18), (7, 5), (100, 10), (5, 5), (9, 0), (1071, 462), (46368, 28657)]


def give(machine: Any, *numbers: int) -> None:
    """Let the file INPUT be the numbers."""
    machine.attach("INPUT", [" ".join(map(str, numbers))])


def printed(machine: Any) -> str:
    """Return the file OUTPUT."""
    return str(machine.written("OUTPUT"))


LESSON = Lesson(
    title="a procedure: the greatest common divisor",
    machine="6600",
    number=2,
    suffix=".alg",
    task="""
Write a program that reads two numbers, the first one above 0, the second one 0 or more, and prints the largest
number that divides both: from 12 18 it makes 6, from 9 0 it makes 9. Euclid's way: replace the larger one by what
is left when it is divided by the smaller one, until nothing is left. a ÷ b (or a // b) is the quotient without its
fraction. In a procedure, the name of the procedure is given its value: gcd := b. A procedure may call itself.""",
    begin="""
begin
  integer a, b;

  integer procedure gcd(a, b);
    value a, b; integer a, b;
    gcd := b;

  ininteger(60, a); ininteger(60, b);
  outinteger(61, gcd(a, b))
end
""",
    cycles=50_000,
    cases=[Case(f"{a} {b}", (a, b), shown=str(gcd(a, b))) for a, b in PAIRS],
    prepare=give,
    shows=printed,
    mistakes=[
        Mistake("This is the second number: as long as it is not 0, go on with it and with what is left of a by b.",
                lambda a, b: f"{b}"),
        Mistake("This is the smallest number that both divide: the greatest that divides both is wanted.",
                lambda a, b: f"{lcm(a, b)}"),
        Mistake("This is what is left after one division: go on until nothing is left.",
                lambda a, b: f"{a % b if b else a}"),
        Mistake("0 is what is left at the end: the number by which was divided last is wanted.", lambda a, b: "0"),
    ],
    hints=("Euclid: the divisor of a and b is that of b and what is left of a divided by b.",
           "What is left of a divided by b is a - a ÷ b × b.",
           "gcd := if b = 0 then a else gcd(b, a - a ÷ b × b)"),
)  # fmt: skip
