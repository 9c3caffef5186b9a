"""The 704's accumulator: a sum and a difference."""

from host.lessons.lesson import Case, Lesson, Mistake, Place, Words

SIGN = 1 << 35
NUMBERS = [(5, 3, 2), (0, 7, 9), (-5, 3, 1), (1000, -1, -2), (2, 2, 5), (123456, 654321, 77777)]


def word(number: int) -> int:
    """Return the word of a number: a sign and its size."""
    return -number | SIGN if number < 0 else number


def number(of: int) -> int:
    """Return the number that a word is."""
    return -(of - SIGN) if of & SIGN else of


def case(first: int, second: int, third: int) -> Case:
    given: dict[Place, Words] = dict(zip(("FIRST", "SECOND", "THIRD"), map(word, (first, second, third)), strict=True))
    return Case(f"{first} + {second} - {third}", (first, second, third), given,
                wanted={"RESULT": word(first + second - third), **given})  # fmt: skip


LESSON = Lesson(
    title="the accumulator: a sum and a difference",
    machine="704",
    number=1,
    suffix=".sap",
    task="""
Write a subroutine CALC that puts FIRST + SECOND - THIRD into RESULT: with 5, 3 and 2, RESULT is 6. A word is a sign
and 35 bits: -2 is 400000000002. CLA puts a word into the accumulator, ADD and SUB add and subtract one, STO stores
the accumulator. The subroutine is called by TSX CALC,4, and TRA 1,4 returns.""",
    begin="""
* RESULT = FIRST + SECOND - THIRD
       ORG 24
CALC   CLA FIRST
       STO RESULT
       TRA 1,4              RETURN
FIRST  BSS 1
SECOND BSS 1
THIRD  BSS 1
RESULT BSS 1
       END CALC
""",
    routine="CALC",
    writes=("RESULT",),
    cycles=30,
    cases=[case(*each) for each in NUMBERS],
    decimal=number,
    mistakes=[
        Mistake("THIRD is added: SUB subtracts.", lambda a, b, c: {"RESULT": word(a + b + c)}),
        Mistake("THIRD is left out: SUB THIRD.", lambda a, b, c: {"RESULT": word(a + b)}),
        Mistake("SECOND and THIRD are left out: ADD SECOND, SUB THIRD.", lambda a, b, c: {"RESULT": word(a)}),
        Mistake("FIRST is lost: a second CLA replaces what is in the accumulator, ADD adds to it.",
                lambda a, b, c: {"RESULT": word(b - c)}),
    ],
    hints=("The accumulator holds the sum so far; only the last instruction before the return stores it.",
           "Four instructions and the return: CLA, ADD, SUB, STO."),
)  # fmt: skip
