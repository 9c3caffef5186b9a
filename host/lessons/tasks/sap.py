"""The 704's lessons, in SAP."""

from host import registry
from host.lessons.lesson import Case, Lesson, Mistake, Place, Words

MODEL = registry.find("704")
word, number = MODEL.word_of, MODEL.integer_in

# ---------------------------------------------------------------- add

NUMBERS = [(5, 3, 2), (0, 7, 9), (-5, 3, 1), (1000, -1, -2), (2, 2, 5), (123456, 654321, 77777)]


def add_case(first: int, second: int, third: int) -> Case:
    given: dict[Place, Words] = dict(zip(("FIRST", "SECOND", "THIRD"), map(word, (first, second, third)), strict=True))
    return Case(f"{first} + {second} - {third}", (first, second, third), given,
                wanted={"RESULT": word(first + second - third), **given})  # fmt: skip


ADD = Lesson(
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
    cases=[add_case(*each) for each in NUMBERS],
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

# ---------------------------------------------------------------- sum

SUM_ROOM = 20
SUM_TABLES = [[5], [1, 2, 3], [10, -4, -7], [-1] * SUM_ROOM, [100 * i - 900 for i in range(SUM_ROOM)], [7, 0, 0, 0, 9]]


def table(numbers: list[int]) -> list[int]:
    return [word(each) for each in numbers] + [word(1000)] * (SUM_ROOM - len(numbers))


def sum_case(*numbers: int) -> Case:
    return Case(f"COUNT = {len(numbers)}", numbers, {"COUNT": len(numbers), "TABLE": table([*numbers])},
                wanted={"SUM": word(sum(numbers))})  # fmt: skip


SUM = Lesson(
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
    cases=[sum_case(*each) for each in SUM_TABLES],
    decimal=number,
    mistakes=[
        Mistake("Only the first number is there: ADD the others to it, in a loop with TIX.",
                lambda *numbers: {"SUM": word(numbers[0])}),
        Mistake("The last number is left out: with COUNT in index register 1, the loop runs COUNT times.",
                lambda *numbers: {"SUM": word(sum(numbers[:-1]))}),
        Mistake("All 20 words are added, not the first COUNT of them.",
                lambda *numbers: {"SUM": word(sum(numbers) + 1000 * (SUM_ROOM - len(numbers)))}),
        Mistake("The first number is left out: does the loop reach it before TIX goes on?",
                lambda *numbers: {"SUM": word(sum(numbers[1:]))}),
    ],
    hints=("Index register 2 counts, from COUNT down; index register 1 begins with 0 and goes through the table.",),
)  # fmt: skip

# ---------------------------------------------------------------- max

MAX_ROOM = 10
TABLES = [[3, 9, 4, 1, 5, 8, 2, 6, 7, 0], [10, *[1] * 9], [*[1] * 9, 10], [-5, -3, -9, -4, -8, -30, -7, -6, -20, -10],
          [2] * MAX_ROOM, [-100, 50, -50, 49, 0, 1, 2, 3, 48, 47]]  # fmt: skip


def max_case(*numbers: int) -> Case:
    return Case(" ".join(map(str, numbers)), numbers, {"TABLE": [word(each) for each in numbers]},
                wanted={"MOST": word(max(numbers))})  # fmt: skip


MAX = Lesson(
    title="comparing: the largest of ten numbers",
    machine="704",
    number=3,
    suffix=".sap",
    task="""
Write a subroutine LARGE that puts the largest of the ten numbers of TABLE into MOST; numbers may be negative, and
-3 is larger than -5. CAS compares the accumulator with a word: if the accumulator is larger, the next instruction
follows; if they are equal, the one after it; if it is smaller, the third. TXI, TIX and TNX count in index
registers. The subroutine is called by TSX LARGE,4, and TRA 1,4 returns.""",
    begin="""
* THE LARGEST OF THE TEN NUMBERS OF TABLE
       ORG 24
LARGE  CLA TABLE            THE LARGEST UP TO NOW
       STO MOST
       TRA 1,4
MOST   BSS 1
TABLE  BSS 10
       END LARGE
""",
    routine="LARGE",
    writes=("MOST",),
    cycles=200,
    cases=[max_case(*each) for each in TABLES],
    decimal=number,
    mistakes=[
        Mistake("This is the smallest: take the other one when CAS goes to the third instruction.",
                lambda *numbers: {"MOST": word(min(numbers))}),
        Mistake("Signs are not considered: CAS compares numbers, not their sizes.",
                lambda *numbers: {"MOST": word(max(numbers, key=abs))}),
        Mistake("The first number is taken, and no other: a loop compares the others with it.",
                lambda *numbers: {"MOST": word(numbers[0])}),
        Mistake("The last number is left out: the loop ends one turn too early.",
                lambda *numbers: {"MOST": word(max(numbers[:-1]))}),
        Mistake("The first number is left out: MOST must not begin with 0, but with a number of the table.",
                lambda *numbers: {"MOST": word(max(0, *numbers))}),
    ],
    hints=("Keep the largest number in the accumulator; CAS compares it with a word, and skips.",
           "CAS TABLE+10,1 is followed by three instructions, the "
           "third one CLA."),
)  # fmt: skip


LESSONS = {"sap-add": ADD, "sap-sum": SUM, "sap-max": MAX}
