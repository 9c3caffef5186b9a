"""The run-time library of the 704 with a small program around it, for tests: statements and functions one by one.

library = Library("LINOUT", "CARDIN", "SQRT")
library.write("(1H ,2I3)", [1, 2])        # -> ["   1  2"]
library.read("(I2,F4.1)", 2, ["12345 6"])  # -> two words
library.call("SQRT", real(2.0))
"""

from fractions import Fraction

from emulators.ibm704 import bcd
from emulators.ibm704.machine import Ibm704
from host.assemblers.sap.assembler import Assembler
from host.compilers.fortran.ibm704.library import FIELDS, cards
from host.languages.assembly import LIBRARY_704, Line

MOST = 300  # elements of a list, and words of a format
SIGN = 1 << 35
PROGRAM = f"""
       ORG 24
LIST   CLA COUNT
       TZE LAST
ORDER  TSX ITEM,4
       TSX VALUES
LAST   TSX IOEND,4
       STO RESULT
       HPR
CALL   CLA X
       LDQ Y
GOES   TSX **,4
       STO X
       STQ Y
       HPR
COUNT  PZE
RESULT PZE
X      PZE
Y      PZE
       BSS {MOST}
VALUES PZE
FORMAT BSS {MOST}
"""
STATEMENT = """
{0}.   CLA X
       LDQ Y
       TSX {0},4
{1}
       TRA LIST
"""
WITH_FORMAT = ("LINOUT", "CRDOUT", "CARDIN", "TAPEIN", "TAPOUT")
WITHOUT = ("BININ", "BINOUT", "DRUMIN", "DRMOUT")


class Fault(Exception):
    """The program has stopped at FAIL: reason, value, location of the call."""


class Library:
    """The program, and the machine in which it is."""

    def __init__(self, *routines, fields=FIELDS, core="compiled"):
        statements = [STATEMENT.format(each[:5], "       TSX FORMAT").replace(each[:5] + ",4", each + ",4")
                      for each in routines if each in WITH_FORMAT]  # fmt: skip
        statements += [STATEMENT.format(each[:5], "").replace(each[:5] + ",4", each + ",4")
                       for each in routines if each in WITHOUT]  # fmt: skip
        text = PROGRAM + "".join(statements) + "\n".join(cards({"ITEM", "ITEMR", "IOEND", *routines}, fields))
        lines = [Line("driver", n, each) for n, each in enumerate(text.splitlines(), 1) if each]
        assembly = Assembler(include_dirs=LIBRARY_704).assemble_lines("driver", lines)
        self.image, self.warnings = assembly.image, assembly.warnings
        self.symbols = self.image.symbols
        self.machine = Ibm704(core=core)
        self.machine.load(self.image)
        self.beginning = self.machine.snapshot()

    def put(self, name, *words):
        for offset, word in enumerate(words):
            self.machine.poke(self.symbols[name] + offset, word)

    def get(self, name, offset=0):
        return self.machine.peek(self.symbols[name] + offset)

    def run(self, name):
        """Run from a symbol to the HPR; return the cycles, without those spent waiting."""
        machine = self.machine
        for register, value in (("XA", 0o123), ("XB", 0o456)):
            machine.write_register(register, value)
        machine.write_register("IC", self.symbols[name])
        before, waited = machine.cycles, machine.m.waited
        machine.run(seconds=100_000)
        if machine.read_register("IC") == self.symbols["FAIL"]:
            raise Fault(self.get("FAULT"), self.get("FAULT", 1), -(self.get("FAULT", 2) >> 18) & 0o77777)
        assert "HPR" in machine.reason, machine.reason
        assert (machine.read_register("XA"), machine.read_register("XB")) == (0o123, 0o456)
        return machine.cycles - before - (machine.m.waited - waited)

    def restart(self):
        self.machine.restore(self.beginning)

    # --- statements

    def begin(self, format, values, count=None):
        """Put a format and values in place."""
        self.put("FORMAT", *bcd.packed(format))
        for index, value in enumerate(values):
            self.machine.poke(self.symbols["VALUES"] - index, word(value))
        self.put("COUNT", (len(values) if count is None else count) << 18)

    def write(self, format, values=(), statement="LINOUT", unit=0, fresh=True):
        """Execute a statement of output; return the lines on the paper, unless it is not new."""
        if fresh:
            self.restart()
        self.begin(format, values)
        self.put("X", abs(unit) << 18 | SIGN * (unit < 0))
        self.cycles = self.run(statement[:5] + ".")
        return list(self.machine.paper)

    def read(self, format, count, cards=(), statement="CARDIN", unit=0, fresh=True):
        """Execute a statement of input; return the words."""
        if fresh:
            self.restart()
        self.machine.put_cards(map(bcd.card, cards))
        self.begin(format, [0] * count)
        self.put("X", abs(unit) << 18 | SIGN * (unit < 0))
        self.cycles = self.run(statement[:5] + ".")
        return self.values(count)

    def values(self, count):
        return [self.machine.peek(self.symbols["VALUES"] - each) for each in range(count)]

    def call(self, function, x, y=0):
        """Call a function; return AC and MQ after it."""
        self.put("X", x)
        self.put("Y", y)
        self.put("GOES", 0o0074 << 24 | 4 << 15 | self.symbols[function])
        self.cycles = self.run("CALL")
        return self.get("X"), self.get("Y")


# ---------------------------------------------------------------- words


def word(value):
    """Return the word of a whole number, a real one, or up to six characters."""
    match value:
        case str():
            return bcd.packed(value)[0]
        case float() | Fraction():
            return real(value)
        case -0:
            return 0
    return (abs(value) << 18) % SIGN | SIGN * (value < 0)


def real(value):
    """Return the floating-point word nearest to a number."""
    exact, sign = abs(Fraction(value)), SIGN * (str(value)[0] == "-")
    if exact == 0:
        return sign
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length()
    if exact >= Fraction(2) ** exponent:
        exponent += 1
    fraction = int(exact / Fraction(2) ** (exponent - 27) + Fraction(1, 2))
    if fraction == 1 << 27:
        fraction, exponent = fraction >> 1, exponent + 1
    if not 0 <= exponent + 128 < 256:
        raise ValueError(value)
    return sign | exponent + 128 << 27 | fraction


def number(word):
    """Return the exact value of a floating-point word."""
    value = Fraction(word & (1 << 27) - 1) * Fraction(2) ** ((word >> 27 & 0o377) - 128 - 27)
    return -value if word & SIGN else value


def integer(word):
    """Return the value of an integer's word."""
    value = (word & SIGN - 1) >> 18
    return -value if word & SIGN else value
