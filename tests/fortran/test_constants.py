"""Constants have one value, wherever they stand: in DATA, in an assignment, on both machines, at both levels.

The oracle is `words`: what a number or a text is on a machine, made of the fraction that was written.
"""

import random
from fractions import Fraction

import pytest

from emulators.errors import SourceErrors
from host.compilers.fortran.front import examine
from tests.fortran.running import Program
from tests.fortran.words import MACHINES
from tests.shared import ALL_EXAMPLES

PROGRAMS, CONSTANTS = (60 if ALL_EXAMPLES else 4), 24
NUMBERS = ("INTEGER", "REAL", "DOUBLE PRECISION", "COMPLEX")
MOST = {"6600": (1 << 59) - 1, "704": 32767}
EXPONENTS = {"6600": 330, "704": 42}
LEAST_TOO_LARGE = {"6600": 2**1070, "704": 2**127}


class Constants:
    """Random constants, each with the words that it is on a machine."""

    def __init__(self, machine, seed):
        self.machine, self.random = MACHINES[machine](), random.Random(seed)
        self.pairs = machine == "6600"

    def one(self):
        """(type, constant, words)."""
        sort = self.random.choice(["number"] * 6 + ["complex"] * 2 * self.pairs + ["logical", "text", "octal"])
        return getattr(self, sort)()

    def type_(self, types=NUMBERS):
        return self.random.choice(types if self.pairs else types[:2])

    def sign(self):
        return self.random.choice(["", "", "+", "-"])

    def unsigned(self):
        """(text, its value in the type that it has, that type)."""
        name, pick = self.machine.name, self.random
        if pick.random() < 0.4:
            number = pick.choice([0, 1, pick.randrange(1000), pick.randrange(MOST[name] + 1), MOST[name]])
            return str(number), number, "INTEGER"
        whole, part = pick.randrange(10 ** pick.randrange(1, 20)), pick.choice(["", "0", "5", str(pick.random())[2:]])
        text, value = f"{whole}.{part}", Fraction(whole) + Fraction(int(part or 0), 10 ** len(part))
        letter = pick.choice("ED" if self.pairs else "E")
        if pick.random() < 0.7 or letter == "D":
            power = pick.choice([pick.randrange(-EXPONENTS[name], EXPONENTS[name]), pick.randrange(-3, 4)])
            text, value = f"{text}{letter}{power}", value * Fraction(10) ** power
            if letter == "D":
                return text, value, "DOUBLE PRECISION"
        return text, value, "REAL"

    def held(self, value, type_):
        """The number as a value of a type is held."""
        if type_ == "INTEGER":
            return Fraction(value)
        words = self.machine.double(value) if type_ == "DOUBLE PRECISION" else (self.machine.real(value),)
        return sum(self.machine.exact(each) for each in words)

    def number(self):
        while True:
            text, value, given = self.unsigned()
            if value < LEAST_TOO_LARGE[self.machine.name] * (1 - Fraction(1, 2**100)):
                held, wanted = self.held(value, given), self.type_()
                if wanted != "INTEGER" or held < MOST[self.machine.name]:
                    break
        sign = self.sign()
        return wanted, sign + text, self.words(-held if sign == "-" else held, wanted, sign == "-")

    def words(self, number, type_, negative=False):
        """The words of a number in a type; `negative`: zero has a sign."""
        match type_:
            case "INTEGER":
                word = self.machine.integer(int(number))
                return (self.zero(word, negative),)
            case "REAL":
                return (self.zero(self.machine.real(number), negative),)
            case "DOUBLE PRECISION":
                return self.machine.double(number)
        return (self.machine.real(number), 0)

    def zero(self, word, negative):
        return self.machine.negative(0) if not word and negative else word

    def same(self, given, words):
        """Whether words are equal; second ones, which need not be normalized, as numbers."""
        numbers = [[self.machine.exact(each) for each in pair[1:]] for pair in (given, words)]
        return given == words or (given[0] == words[0] and numbers[0] == numbers[1])

    def complex(self):
        texts, values = [], []
        for _ in range(2):
            while True:
                text, value, given = self.unsigned()
                if value < LEAST_TOO_LARGE["6600"] * (1 - Fraction(1, 2**100)) and given != "DOUBLE PRECISION":
                    break
            sign = self.sign()
            texts.append(sign + text)
            values.append(-self.held(value, given) if sign == "-" else self.held(value, given))
        sign, wanted = self.sign(), self.type_(("COMPLEX", "COMPLEX", "REAL", "DOUBLE PRECISION"))
        if sign == "-":
            values = [-each for each in values]
        real, imaginary = (self.machine.real(each) for each in values)
        words = {"COMPLEX": (real, imaginary), "REAL": (real,), "DOUBLE PRECISION": (real, 0)}[wanted]
        return wanted, f"{sign}({','.join(texts)})", words

    def logical(self):
        truth = self.random.choice([True, False])
        return "LOGICAL", f".{str(truth).upper()}.", (self.machine.logical(truth),)

    def text(self):
        letters = [self.random.choice("ABCXYZ019 .,+") for _ in range(self.random.randint(1, self.machine.characters))]
        text, fill = "".join(letters), self.random.choice("HLR")
        words = (self.machine.packed(text, fill)[0], self.machine.packed(" ")[0])
        wanted = self.type_()
        return wanted, f"{len(text)}{fill}{text}", words[: 1 + (wanted in NUMBERS[2:])]

    def octal(self):
        word = self.random.getrandbits(self.random.randint(1, self.machine.bits))
        wanted = self.type_()
        return wanted, self.random.choice([f"{word:o}B", f'O"{word:o}"']), (word, 0)[: 1 + (wanted in NUMBERS[2:])]


def program(constants, digits):
    """A program that prints the words that DATA and assignments give; each constant of DATA repeated, too."""
    specifications, data, assignments, prints = [], [], [], []
    for number, (type_, text, words) in enumerate(constants):
        name = f"{number:02}"
        pair = len(words) == 2
        fields = "DATA A{0}, B{0}, C{0}/{1}, 2*{1}/"
        specifications.append(f"{type_} A{name},B{name},C{name},D{name}")
        data.append(fields.format(name, text))
        assignments.append(f"D{name} = {text}")
        for letter in "ABCD":
            if pair:
                specifications += [f"DIMENSION {letter}X{name}(2)", f"EQUIVALENCE ({letter}{name},{letter}X{name}(1))"]
                prints.append(f"PRINT 1,{letter}X{name}")
            else:
                prints.append(f"PRINT 1,{letter}{name}")
    statements = [*specifications, *data, *assignments, *prints]
    return "".join(map(card, statements)) + f"    1 FORMAT (1X,2O{digits})\n      END\n"


def card(statement):
    """A statement on as many cards as it needs."""
    return "".join(f"     {'+' if at else ' '}{statement[at : at + 66]}\n" for at in range(0, len(statement), 66))


@pytest.mark.parametrize("level", ["0", "1"])
@pytest.mark.parametrize("machine", ["6600", "704"])
@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_data_and_assignments_give_the_same_words(machine, level, seed):
    maker = Constants(machine, f"{machine} {seed}")
    constants = [maker.one() for _ in range(CONSTANTS)]
    digits = maker.machine.digits
    printed = Program(program(constants, digits), machine, "iv", level=level).printed()
    found = [[int(line[at : at + digits], 8) for at in range(1, len(line), digits)] for line in printed]
    assert len(found) == 4 * CONSTANTS
    for number, (type_, text, words) in enumerate(constants):
        given = [tuple(each) for each in found[4 * number : 4 * number + 4]]
        assert given == [given[0]] * 4, f"{type_} {text}: DATA is not what is assigned"
        assert maker.same(given[0], words), f"{type_} {text}"


# ---------------------------------------------------------------- beyond what a machine has


def said(statements, machine):
    """The severities and messages about a program, in the order of the text."""
    text = "".join(f"      {each}\n" for each in (*statements, "END"))
    _, diagnostics = examine(text, "program.f", "iv", machine)
    return [f"{each.severity}: {each.message}" for each in diagnostics.everything]


@pytest.mark.parametrize(
    ("type_", "constant", "machine", "message"),
    [
        ("REAL", "1.E-300", "6600", "warning: this number is too small for the 6600: it is zero"),
        ("REAL", "-1.E-40", "704", "warning: this number is too small for the 704: it is zero"),
        ("DOUBLE PRECISION", "1.D-300", "6600", "warning: this number is too small for the 6600: it is zero"),
        ("COMPLEX", "(1.,1.E-300)", "6600", "warning: this number is too small for the 6600: it is zero"),
        ("REAL", "+1.3E322", "6600", "error: this number is too large for the 6600"),
        ("COMPLEX", "(-1.3E322,0.)", "6600", "error: this number is too large for the 6600"),
        ("REAL", "1.8E38", "704", "error: this number is too large for the 704"),
        ("INTEGER", "-32768", "704", "error: this integer is too large for the 704: 32767 is the largest"),
        ("INTEGER", "1777777777777777777777B", "6600",
         "error: this octal constant is too large: a word has 20 digits"),
        ("INTEGER", "12HABCDEFGHIJKL", "6600", "error: this text has 12 characters: a word has 10"),
    ],
)  # fmt: skip
def test_a_constant_beyond_the_machine_gets_one_answer(type_, constant, machine, message):
    assert said([f"{type_} A", f"DATA A/{constant}/"], machine) == [message]
    assert said([f"{type_} A", f"A = {constant}"], machine) == [message]


@pytest.mark.parametrize(("machine", "most"), MOST.items())
def test_a_real_constant_beyond_the_integers_is_no_integer(machine, most):
    message = f"error: this number is too large for an integer of the {machine}: {most} is the largest"
    number = f"-{most + 1}."
    assert said([f"I = {number}"], machine) == [message]
    assert said([f"DATA I/{number}/"], machine)[:1] == [message]
    assert said([f"I = {most - 255}."], machine) == []


def test_a_number_too_small_is_zero_wherever_it_is_read():
    text = """\
      DATA A/1.E-300/
      B = 1.E-300
      READ 1,C
      D = 1.E-200*1.E-200
      PRINT 2,A,B,C,D
    1 FORMAT (E10.3)
    2 FORMAT (1X,4O20)
      END
"""
    for level in "01":
        assert Program(text, "6600", level=level).printed(["1.000E-300"]) == [" " + "0" * 80]


def test_double_precision_in_data_is_refused_on_the_704():
    text = "      DATA X/1.5D0/\n      END\n"
    with pytest.raises(SourceErrors, match="DOUBLE PRECISION is not to be had on the 704"):
        Program(text, "704", "iv")
