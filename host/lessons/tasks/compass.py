"""The 6600's lessons, in COMPASS."""

from host import registry
from host.lessons.lesson import Case, Lesson, Mistake, Place, Words

WORD = (1 << 60) - 1
MODEL = registry.find("6600")
word, signed = MODEL.word_of, MODEL.integer_in

# ---------------------------------------------------------------- add

NUMBERS = [(5, 3, 2), (0, 7, 9), (-5, 3, 1), (10**12, -1, -1), (2, 2, 5), (123456, 654321, 77777)]


def add_case(first: int, second: int, third: int) -> Case:
    given: dict[Place, Words] = dict(zip(("FIRST", "SECOND", "THIRD"), map(word, (first, second, third)), strict=True))
    return Case(f"{first} + {second} - {third}", (first, second, third), given,
                wanted={"RESULT": word(first + second - third)})  # fmt: skip


ADD = Lesson(
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
    cases=[add_case(*each) for each in NUMBERS],
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

# ---------------------------------------------------------------- sum

ROOM = 20
TABLES = [[5], [1, 2, 3], [10, -4, -7], [1] * ROOM, [100 * i - 949 for i in range(ROOM)], [7, 0, 0, 0, 9]]


def sum_case(*numbers: int) -> Case:
    table = [word(each) for each in numbers] + [1000] * (ROOM - len(numbers))
    return Case(f"COUNT = {len(numbers)}", numbers, {"COUNT": len(numbers), "TABLE": table},
                wanted={"SUM": word(sum(numbers))})  # fmt: skip


SUM = Lesson(
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
    cases=[sum_case(*each) for each in TABLES],
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

# ---------------------------------------------------------------- bits

PAIRS = [(0b1101, 0b1011), (0, WORD), (WORD, WORD), (0o12525252525252525252, 0o77770000777700007777), (1, 1 << 59),
         (3 << 58 | 1, 1 << 59 | 1), (0o17, 0o360)]  # fmt: skip


def bits_case(white: int, black: int) -> Case:
    return Case(f"{white:020o} and {black:020o}", (white, black), {}, {"X1": white, "X2": black, "B3": 0o123},
                results={"X6": (white & black).bit_count(), "B3": 0o123})  # fmt: skip


BITS = Lesson(
    title="sets in a word: count what two have in common",
    machine="6600",
    number=3,
    suffix=".compass",
    task="""
A word of 60 bits can be a set, as of the points on a board where men stand: a bit for each. Write a subroutine
COMMON that is given two sets in X1 and X2 and returns in X6 how many members they have in common: 1101 and 1011
share two. It may use the X registers; A and B registers are the caller's. No storage may be written, and there are
60 minor cycles, far too few for a loop over the bits. BX3 X1*X2 is the logical product of two registers, BX3 X1+X2
their sum; CX4 X3 counts the ones of X3.""",
    begin="""
* HOW MANY MEMBERS DO THE SETS IN X1 AND X2 SHARE

         IDENT  LESSON
COMMON   PS                      THE JUMP BACK
         CX6    X1               THE MEMBERS OF THE FIRST
         EQ     COMMON
         END    COMMON
""",
    routine="COMMON",
    writes=(),
    cycles=60,
    cases=[bits_case(*pair) for pair in PAIRS],
    mistakes=[
        Mistake("These are the members of the first set: take the logical product with the second one before "
                "you count.",
                lambda white, black: {"X6": white.bit_count()}),
        Mistake("These are the members of either set: the sum of two sets has all of both, the product what "
                "they share.",
                lambda white, black: {"X6": (white | black).bit_count()}),
        Mistake("These are the members that only one of the sets has: BX3 X1-X2 is their difference, * their product.",
                lambda white, black: {"X6": (white ^ black).bit_count()}),
        Mistake("This is the set itself: CX6 counts its members.", lambda white, black: {"X6": white & black}),
    ],
    hints=("Two instructions and the return.",),
)  # fmt: skip


LESSONS = {"compass-add": ADD, "compass-sum": SUM, "compass-bits": BITS}
