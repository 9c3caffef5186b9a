"""The 704's index registers: the sum of a table."""

from host.lessons.lesson import Case, Lesson, Mistake

SIGN, ROOM = 1 << 35, 20
TABLES = [[5], [1, 2, 3], [10, -4, -7], [-1] * ROOM, [100 * i - 900 for i in range(ROOM)], [7, 0, 0, 0, 9]]


def word(number: int) -> int:
    """Return the word of a number: a sign and its size."""
    return -number | SIGN if number < 0 else number


def number(of: int) -> int:
    """Return the number that a word is."""
    return -(of - SIGN) if of & SIGN else of


def table(numbers: list[int]) -> list[int]:
    return [word(each) for each in numbers] + [word(1000)] * (ROOM - len(numbers))


def case(*numbers: int) -> Case:
    return Case(f"COUNT = {len(numbers)}", numbers, {"COUNT": len(numbers), "TABLE": table([*numbers])},
                wanted={"SUM": word(sum(numbers))})  # fmt: skip


LESSON = Lesson(
    title="index registers: the sum of a table",
    machine="704",
    number=2,
    suffix=".sap",
    task="""
Write a subroutine ADDUP that puts the sum of the first numbers of TABLE into SUM; COUNT, 1 to 20, says how many
they are: with 3 in COUNT and 10, -4, -7 in TABLE, SUM is -1. It is called by TSX ADDUP,4: index register 4 is the
caller's, and TRA 1,4 returns. LXA puts an address field into an index register. TIX LOOP,2,1 subtracts 1 from index
register 2 and goes to LOOP, as long as it is above 1. ADD TABLE,1 subtracts index register 1 from the address: TXI
NEXT,1,-1 makes the register 1 less, the address 1 more, and goes to NEXT. PXD clears the accumulator.""",
    begin="""
* THE SUM OF THE FIRST NUMBERS OF TABLE
       ORG 24
ADDUP  CLA TABLE            THE FIRST ONE ALONE
       STO SUM
       TRA 1,4
COUNT  BSS 1
SUM    BSS 1
TABLE  BSS 20
       END ADDUP
""",
    routine="ADDUP",
    writes=("SUM", range(0o30, 0o200)),
    cycles=200,
    cases=[case(*each) for each in TABLES],
    decimal=number,
    mistakes=[
        Mistake("Only the first number is there: ADD the others to it, in a loop with TIX.",
                lambda *numbers: {"SUM": word(numbers[0])}),
        Mistake("The last number is left out: with COUNT in index register 1, the loop runs COUNT times.",
                lambda *numbers: {"SUM": word(sum(numbers[:-1]))}),
        Mistake("All 20 words are added, not the first COUNT of them.",
                lambda *numbers: {"SUM": word(sum(numbers) + 1000 * (ROOM - len(numbers)))}),
        Mistake("The first number is left out: does the loop reach it before TIX goes on?",
                lambda *numbers: {"SUM": word(sum(numbers[1:]))}),
    ],
    hints=("Index register 2 counts, from COUNT down; index register 1 begins with 0 and goes through the table.",),
)  # fmt: skip
