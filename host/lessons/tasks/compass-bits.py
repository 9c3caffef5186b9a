"""The 6600's words of 60 bits: what two sets have in common."""

from host.lessons.lesson import Case, Lesson, Mistake

WORD = (1 << 60) - 1
PAIRS = [(0b1101, 0b1011), (0, WORD), (WORD, WORD), (0o12525252525252525252, 0o77770000777700007777), (1, 1 << 59),
         (3 << 58 | 1, 1 << 59 | 1), (0o17, 0o360)]  # fmt: skip


def case(white: int, black: int) -> Case:
    return Case(f"{white:020o} and {black:020o}", (white, black), {}, {"X1": white, "X2": black, "B3": 0o123},
                results={"X6": (white & black).bit_count(), "B3": 0o123})  # fmt: skip


LESSON = Lesson(
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
    cases=[case(*pair) for pair in PAIRS],
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
