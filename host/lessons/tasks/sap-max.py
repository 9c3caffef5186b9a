"""The 704 compares: the largest number of a table."""

from host.lessons.lesson import Case, Lesson, Mistake

SIGN, ROOM = 1 << 35, 10
TABLES = [[3, 9, 4, 1, 5, 8, 2, 6, 7, 0], [10, *[1] * 9], [*[1] * 9, 10], [-5, -3, -9, -4, -8, -30, -7, -6, -20, -10],
          [2] * ROOM, [-100, 50, -50, 49, 0, 1, 2, 3, 48, 47]]  # fmt: skip


def word(number: int) -> int:
    """Return the word of a number: a sign and its size."""
    return -number | SIGN if number < 0 else number


def number(of: int) -> int:
    """Return the number that a word is."""
    return -(of - SIGN) if of & SIGN else of


def case(*numbers: int) -> Case:
    return Case(" ".join(map(str, numbers)), numbers, {"TABLE": [word(each) for each in numbers]},
                wanted={"MOST": word(max(numbers))})  # fmt: skip


LESSON = Lesson(
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
    cases=[case(*each) for each in TABLES],
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
