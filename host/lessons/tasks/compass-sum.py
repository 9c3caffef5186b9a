"""The 6600's loops: the sum of a table."""

from host.compilers.backends.cdc6600.compiled import of_integer as word
from host.compilers.backends.cdc6600.compiled import signed
from host.lessons.lesson import Case, Lesson, Mistake

ROOM = 20
TABLES = [[5], [1, 2, 3], [10, -4, -7], [1] * ROOM, [100 * i - 949 for i in range(ROOM)], [7, 0, 0, 0, 9]]


def case(*numbers: int) -> Case:
    table = [word(each) for each in numbers] + [1000] * (ROOM - len(numbers))
    return Case(f"COUNT = {len(numbers)}", numbers, {"COUNT": len(numbers), "TABLE": table},
                wanted={"SUM": word(sum(numbers))})  # fmt: skip


LESSON = Lesson(
    title="a loop: the sum of a table",
    machine="6600",
    number=2,
    suffix=".compass",
    task="""
Write a subroutine ADDUP that puts the sum of the first numbers of TABLE into SUM; COUNT, 1 to 20, says how many
they are: with 3 in COUNT and 10, -4, -7 in TABLE, SUM is -1. B registers count: SB2 X1 puts a number there, SB2
B2-B1 subtracts, NE B2,B0,LOOP goes to LOOP unless B2 is 0 (B0 always is). SA1 A1+B1 with 1 in B1 loads the next
word into X1. EQ ADDUP returns.""",
    begin="""
* THE SUM OF THE FIRST NUMBERS OF TABLE

         IDENT  LESSON
ADDUP    PS                      THE JUMP BACK
         SA1    TABLE            THE FIRST ONE ALONE
         BX6    X1
         SA6    SUM
         EQ     ADDUP
COUNT    BSSZ   1
SUM      BSSZ   1
TABLE    BSSZ   20
         END    ADDUP
""",
    routine="ADDUP",
    writes=("SUM",),
    cycles=700,
    cases=[case(*each) for each in TABLES],
    decimal=signed,
    mistakes=[
        Mistake("Only the first number is there: a loop adds the others.", lambda *numbers: {"SUM": word(numbers[0])}),
        Mistake("The last number is left out: the loop ends one turn too early.",
                lambda *numbers: {"SUM": word(sum(numbers[:-1]))}),
        Mistake("A number too many is added: the loop ends one turn too late.",
                lambda *numbers: {"SUM": word(sum(numbers) + (1000 if len(numbers) < ROOM else 0))}),
        Mistake("All 20 words are added, not the first COUNT of them.",
                lambda *numbers: {"SUM": word(sum(numbers) + 1000 * (ROOM - len(numbers)))}),
        Mistake("The first number is left out, and one too many at the end: SA1 A1+B1 goes on before it loads.",
                lambda *numbers: {"SUM": word(sum(numbers[1:]) + (1000 if len(numbers) < ROOM else 0))}),
    ],
    hints=("An address register counts up: each SA1 that sets it to the next address loads the next word.",
           "Set A1 to TABLE-1 and X6 to 0 before the loop; in it, SA1 A1+B1, IX6 X6+X1, SB2 B2-B1 and NE."),
)  # fmt: skip
