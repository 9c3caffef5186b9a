"""ALGOL 60: arrays, numbers in order."""

from typing import Any

from host.lessons.lesson import Case, Lesson, Mistake

LISTS = [(3, 1, 2), (5,), (2, 1), (1, 2, 3, 4), (9, 8, 7, 6, 5, 4), (4, -4, 0, 4, -5), (1, 1, 1)]


def give(machine: Any, *numbers: int) -> None:
    """Let the file INPUT be the numbers, after how many there are."""
    machine.attach("INPUT", [" ".join(map(str, (len(numbers), *numbers)))])


def printed(machine: Any) -> str:
    """Return the file OUTPUT."""
    return str(machine.written("OUTPUT"))


def in_order(*numbers: int) -> str:
    return " ".join(map(str, sorted(numbers)))


def one_pass(*numbers: int) -> str:
    """Return what comes of exchanging neighbours once from left to right."""
    row = [*numbers]
    for i in range(len(row) - 1):
        if row[i] > row[i + 1]:
            row[i], row[i + 1] = row[i + 1], row[i]
    return " ".join(map(str, row))


LESSON = Lesson(
    title="an array: numbers in order",
    machine="6600",
    number=3,
    suffix=".alg",
    task="""
Write a program that reads a number n, 1 or more, then n numbers, and prints these in order, the smallest one first:
from 3 3 1 2 it makes 1 2 3. The bounds of an array may be computed when its block is entered: begin integer array
list[1:n]; ... end, after n has been read.""",
    begin="""
begin
  integer n;
  ininteger(60, n);
  begin
    integer i; integer array list[1:n];
    for i := 1 step 1 until n do ininteger(60, list[i]);
    for i := 1 step 1 until n do outinteger(61, list[i])
  end
end
""",
    cycles=100_000,
    cases=[Case(" ".join(map(str, (len(each), *each))), each, shown=in_order(*each)) for each in LISTS],
    prepare=give,
    shows=printed,
    mistakes=[
        Mistake("The numbers come out as they were read: exchange neighbours that stand in the wrong order.",
                lambda *numbers: " ".join(map(str, numbers))),
        Mistake("The largest one comes first: exchange when the first of two is larger, not when it is smaller.",
                lambda *numbers: " ".join(map(str, sorted(numbers, reverse=True)))),
        Mistake("One pass brings only the largest number to its place: as many passes are needed as there are numbers.",
                one_pass),
    ],
    hints=("Exchange two neighbours that are in the wrong order; after one way through the list the largest is last.",
           "A second loop goes through the list again and again, n - 1 times.",
           "for j := 1 step 1 until n - 1 do for i := 1 step 1 until n - 1 do if list[i] > list[i+1] then ..."),
)  # fmt: skip
