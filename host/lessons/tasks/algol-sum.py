"""ALGOL 60: read numbers, print their sum."""

from typing import Any

from host.lessons.lesson import Case, Lesson, Mistake

LISTS = [(10,), (1, 2, 3), (5, -7, 1), (), (100, 200, 300, 400, 500), (0, 0, 7)]


def give(machine: Any, *numbers: int) -> None:
    """Let the file INPUT be the numbers, after how many there are."""
    machine.attach("INPUT", [" ".join(map(str, (len(numbers), *numbers)))])


def printed(machine: Any) -> str:
    """Return the file OUTPUT."""
    return str(machine.written("OUTPUT"))


LESSON = Lesson(
    title="read, add, print",
    machine="6600",
    number=1,
    suffix=".alg",
    task="""
Write a program that reads a number n, 0 or more, then n numbers, and prints their sum: from 3 1 2 3 it makes 6. All
are integers. ininteger(60, n) reads the next number into n, outinteger(61, n) prints one; 60 is the file INPUT, 61
OUTPUT. Blanks and lines of the output do not matter.""",
    begin="""
begin
  integer n, number;
  ininteger(60, n);
  ininteger(60, number);
  outinteger(61, number)
end
""",
    cycles=50_000,
    cases=[Case(" ".join(map(str, (len(each), *each))), each, shown=str(sum(each))) for each in LISTS],
    prepare=give,
    shows=printed,
    mistakes=[
        Mistake("The last number is left out: for i := 1 step 1 until n goes up to n itself.",
                lambda *numbers: f"{sum(numbers[:-1])}"),
        Mistake("n is added, too: it says how many numbers follow.", lambda *numbers: f"{len(numbers) + sum(numbers)}"),
        Mistake("This is the last number: add each to a sum.", lambda *numbers: f"{numbers[-1] if numbers else 0}"),
        Mistake("All sums on the way are printed: print after the loop. Only one statement belongs to a for, "
                "or a block "
                "between begin and end.",
                lambda *numbers: " ".join(f"{sum(numbers[:i + 1])}" for i in range(len(numbers)))),
    ],
    hints=("A for statement reads one number in each turn, and adds it to a sum that is 0 before the loop.",
           "More than one statement in the loop: begin and end go round them.",
           "sum := 0; for i := 1 step 1 until n do begin ininteger(60, number); sum := sum + number end;"),
)  # fmt: skip
