"""The 6600's registers: a sum and a difference."""

from host.compilers.backends.cdc6600.compiled import of_integer as word
from host.compilers.backends.cdc6600.compiled import signed
from host.lessons.lesson import Case, Lesson, Mistake, Place, Words

NUMBERS = [(5, 3, 2), (0, 7, 9), (-5, 3, 1), (10**12, -1, -1), (2, 2, 5), (123456, 654321, 77777)]


def case(first: int, second: int, third: int) -> Case:
    given: dict[Place, Words] = dict(zip(("FIRST", "SECOND", "THIRD"), map(word, (first, second, third)), strict=True))
    return Case(f"{first} + {second} - {third}", (first, second, third), given,
                wanted={"RESULT": word(first + second - third)})  # fmt: skip


LESSON = Lesson(
    title="registers: a sum and a difference",
    machine="6600",
    number=1,
    suffix=".compass",
    task="""
Write a subroutine CALC that puts FIRST + SECOND - THIRD into RESULT: with 5, 3 and 2, RESULT is 6. To load a word,
set one of A1 to A5 to its address: after SA1 FIRST, the word is in X1. To store X6 or X7, set A6 or A7. IX6 X1+X2
adds, IX6 X1-X2 subtracts. The subroutine is called by RJ CALC, which leaves a jump back in the word CALC; EQ CALC
returns.""",
    begin="""
* RESULT = FIRST + SECOND - THIRD

         IDENT  LESSON
CALC     PS                      THE JUMP BACK
         SA1    FIRST
         BX6    X1
         SA6    RESULT
         EQ     CALC
FIRST    BSSZ   1
SECOND   BSSZ   1
THIRD    BSSZ   1
RESULT   BSSZ   1
         END    CALC
""",
    routine="CALC",
    writes=("RESULT",),
    cycles=150,
    cases=[case(*each) for each in NUMBERS],
    decimal=signed,
    mistakes=[
        Mistake("THIRD is added: IX6 X6-X3 subtracts.", lambda a, b, c: {"RESULT": word(a + b + c)}),
        Mistake("THIRD is left out: SA3 THIRD loads it, IX6 X6-X3 subtracts it.",
                lambda a, b, c: {"RESULT": word(a + b)}),
        Mistake("SECOND and THIRD are left out: SA2 SECOND and SA3 THIRD load them.",
                lambda a, b, c: {"RESULT": word(a)}),
        Mistake("The sign is wrong: FIRST + SECOND - THIRD, not the other way round.",
                lambda a, b, c: {"RESULT": word(c - a - b)}),
    ],
    hints=("Setting A1 to A5 loads X1 to X5; setting A6 or A7 stores X6 or X7.",
           "Load three words, IX6 twice, SA6 RESULT."),
)  # fmt: skip
