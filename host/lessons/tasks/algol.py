"""The 6600's lessons, in ALGOL 60."""

from math import gcd, lcm

from host import registry
from host.lessons.lesson import Case, Lesson, Mistake

# ---------------------------------------------------------------- sum

SUM_LISTS = [(10,), (1, 2, 3), (5, -7, 1), (), (100, 200, 300, 400, 500), (0, 0, 7)]


def counted(*numbers: int) -> str:
    """Return the numbers as the file INPUT has them, with their count before them."""
    return in_line(len(numbers), *numbers)


def in_line(*numbers: int) -> str:
    """Return the numbers as the file INPUT has them."""
    return " ".join(map(str, numbers))


printed = registry.find("6600").output


SUM = Lesson(
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
    cases=[Case(" ".join(map(str, (len(each), *each))), each, shown=str(sum(each))) for each in SUM_LISTS],
    input=counted,
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

# ---------------------------------------------------------------- gcd

PAIRS = [(12, 18), (7, 5), (100, 10), (5, 5), (9, 0), (1071, 462), (46368, 28657)]


GCD = Lesson(
    title="a procedure: the greatest common divisor",
    machine="6600",
    number=2,
    suffix=".alg",
    task="""
Write a program that reads two numbers, the first one above 0, the second one 0 or more, and prints the largest
number that divides both: from 12 18 it makes 6, from 9 0 it makes 9. Euclid's way: replace the larger one by what
is left when it is divided by the smaller one, until nothing is left. a ÷ b (or a // b) is the quotient without its
fraction. In a procedure, the name of the procedure is given its value: gcd := b. A procedure may call itself.""",
    begin="""
begin
  integer a, b;

  integer procedure gcd(a, b);
    value a, b; integer a, b;
    gcd := b;

  ininteger(60, a); ininteger(60, b);
  outinteger(61, gcd(a, b))
end
""",
    cycles=50_000,
    cases=[Case(f"{a} {b}", (a, b), shown=str(gcd(a, b))) for a, b in PAIRS],
    input=in_line,
    shows=printed,
    mistakes=[
        Mistake("This is the second number: as long as it is not 0, go on with it and with what is left of a by b.",
                lambda a, b: f"{b}"),
        Mistake("This is the smallest number that both divide: the greatest that divides both is wanted.",
                lambda a, b: f"{lcm(a, b)}"),
        Mistake("This is what is left after one division: go on until nothing is left.",
                lambda a, b: f"{a % b if b else a}"),
        Mistake("0 is what is left at the end: the number by which was divided last is wanted.", lambda a, b: "0"),
    ],
    hints=("Euclid: the divisor of a and b is that of b and what is left of a divided by b.",
           "What is left of a divided by b is a - a ÷ b × b.",
           "gcd := if b = 0 then a else gcd(b, a - a ÷ b × b)"),
)  # fmt: skip

# ---------------------------------------------------------------- sort

SORT_LISTS = [(3, 1, 2), (5,), (2, 1), (1, 2, 3, 4), (9, 8, 7, 6, 5, 4), (4, -4, 0, 4, -5), (1, 1, 1)]


def in_order(*numbers: int) -> str:
    return " ".join(map(str, sorted(numbers)))


def one_pass(*numbers: int) -> str:
    """Return the row after exchanging neighbours once from left to right."""
    row = [*numbers]
    for i in range(len(row) - 1):
        if row[i] > row[i + 1]:
            row[i], row[i + 1] = row[i + 1], row[i]
    return " ".join(map(str, row))


SORT = Lesson(
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
    cases=[Case(" ".join(map(str, (len(each), *each))), each, shown=in_order(*each)) for each in SORT_LISTS],
    input=counted,
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


LESSONS = {"algol-sum": SUM, "algol-gcd": GCD, "algol-sort": SORT}
