"""The words of both machines, for the interpreter: integers, reals, doubles, characters and masks in them.

    6600   60 bits, ones' complement; an integer is the word, a real has 48 bits; 10 characters
    704    36 bits, a sign and a magnitude; an integer stands 18 places to the left, a real has 27 bits; 6 characters

A value of type DOUBLE or COMPLEX is a pair of words, any other one word. `exact` gives the number in real words.
"""

from fractions import Fraction
from math import acos, asin, atan, atan2, cos, exp, isqrt, log, log10, sin, tan, tanh

from emulators.cdc6600 import arithmetic, display_code
from emulators.ibm704 import bcd, floating
from host.assemblers.compass.numbers import floating as nearest

HALF = Fraction(1, 2)


class Failure(Exception):
    """The program does what the running program must refuse; `kind` is one of a few words, `values` what it tells."""

    def __init__(self, kind, **values):
        super().__init__(kind + "".join(f", {name} {value}" for name, value in values.items()))
        self.kind, self.values, self.line = kind, values, 0


class Unspecified(Exception):
    """The program does something of which nobody says what happens."""


def rounded(number):
    """The integer nearest to a number that is not negative, a half rounded up."""
    return int(number + HALF)


def truncated(number):
    """The integer of a number, without its fraction."""
    return int(number)


def scaled(number, bits):
    """Return (coefficient, exponent): the number, positive, as coefficient * 2**exponent, `bits` bits, rounded."""
    exponent = number.numerator.bit_length() - number.denominator.bit_length() - bits
    while number / Fraction(2) ** exponent >= 1 << bits:
        exponent += 1
    while number / Fraction(2) ** exponent < 1 << bits - 1:
        exponent -= 1
    coefficient = rounded(number / Fraction(2) ** exponent)
    if coefficient >> bits:
        return coefficient >> 1, exponent + 1
    return coefficient, exponent


FUNCTIONS = {
    "sin": sin, "cos": cos, "tan": tan, "exp": exp, "log": log, "log10": log10, "atan": atan, "tanh": tanh,
    "asin": asin, "acos": acos,
}  # fmt: skip


class Machine:
    """What both machines have in common; numbers of the language are Fractions here."""

    name: str
    bits: int
    characters: int  # in a word
    precision: int  # bits of a real
    ones: int
    blank_zeros = False  # whether a zero is printed as `0.` and blanks

    def logical(self, truth):
        return self.ones if truth else 0

    def truth(self, word):
        return bool(word >> self.bits - 1)

    def double(self, number):
        """The pair of words of a double precision number: the second has what the first leaves."""
        if not number:
            return 0, 0
        coefficient, exponent = scaled(abs(number), 2 * self.precision)
        high, low = coefficient >> self.precision, coefficient & (1 << self.precision) - 1
        first = self.real(Fraction(high) * Fraction(2) ** (exponent + self.precision))
        second = self.real(Fraction(low) * Fraction(2) ** exponent)
        return (first, second) if number > 0 else (self.negative(first), self.negative(second))

    def exact_double(self, pair):
        return self.exact(pair[0]) + self.exact(pair[1])

    def function(self, name, *arguments):
        """A function of real numbers, to the precision of a real but perhaps for its last bit."""
        numbers = [self.exact(each) for each in arguments]
        match name:
            case "sqrt":
                if numbers[0] < 0:
                    raise Failure("square root of a negative number")
                return self.real(root(numbers[0]))
            case "atan2":
                if not any(numbers):
                    raise Failure("angle of the point 0,0")
                return self.real(Fraction(atan2(*map(float, numbers))))
            case "log" | "log10":
                if numbers[0] <= 0:
                    raise Failure("logarithm of a number that is not positive")
        try:
            return self.real(Fraction(FUNCTIONS[name](float(numbers[0]))))
        except OverflowError:
            raise Failure("a number became too large") from None
        except ValueError:
            raise Unspecified(f"{name} of such a number") from None


def root(number):
    """The square root: exact where it can be, else to 120 bits."""
    if not number:
        return Fraction(0)
    whole = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    if whole * whole == number:
        return whole
    shift = 240
    return Fraction(isqrt((number.numerator << shift) // number.denominator), 1 << shift // 2)


class Cdc6600(Machine):
    name, bits, characters, precision, ones = "6600", 60, 10, 48, (1 << 60) - 1
    largest, limit = (1 << 59) - 1, 1 << 48  # of integers; of their products and quotients
    digits = 20  # octal ones in a word

    def integer(self, number):
        if abs(number) > self.largest:
            raise Unspecified("an integer of more than a word")
        return number if number >= 0 else number + self.ones

    def number(self, word):
        return word if word >> 59 == 0 else word - self.ones

    def small(self, number):
        if abs(number) >= self.limit:
            raise Failure("an integer is beyond 48 bits")
        return number

    def real(self, number):
        try:
            return nearest(Fraction(number)) if number >= 0 else nearest(-Fraction(number)) ^ self.ones
        except Exception:
            if abs(number) < 1:
                return 0
            raise Failure("a number became too large") from None

    def exact(self, word):
        magnitude = arithmetic.magnitude(word)
        size = Fraction(magnitude & arithmetic.M48) * Fraction(2) ** arithmetic.exponent(magnitude >> 48)
        return -size if word >> 59 else size

    def finite(self, word):
        if arithmetic.is_odd(int(word)):
            raise Failure("a number became too large")
        return int(word)

    def add(self, left, right):
        return self.finite(arithmetic.normalize(arithmetic.add(left, right, 0, 1), 0)[0])

    def times(self, left, right):
        return self.finite(arithmetic.multiply(left, right, 0, 1, 0))

    def divided(self, left, right):
        if not self.exact(right):
            raise Failure("division by zero")
        return self.finite(arithmetic.divide(left, right, 1))

    def negative(self, word):
        return word ^ self.ones if word else 0

    def packed(self, text, fill="H"):
        """The words of a text of Hollerith: H is filled with blanks, L and R with zeros."""
        codes = display_code.codes(text)
        if fill == "R":
            return [sum(code << 6 * place for place, code in enumerate(reversed(codes[-10:])))]
        codes += [display_code.BLANK if fill == "H" else 0] * (-len(codes) % 10)
        rows = [codes[start : start + 10] for start in range(0, len(codes), 10)]
        return [sum(code << 54 - 6 * place for place, code in enumerate(row)) for row in rows]

    def text(self, word):
        return "".join(display_code.ASCII[word >> shift & 63] for shift in range(54, -1, -6))


class Ibm704(Machine):
    name, bits, characters, precision, ones = "704", 36, 6, 27, (1 << 36) - 1
    largest, limit = (1 << 17) - 1, 1 << 17
    digits = 12
    sign = 1 << 35
    blank_zeros = True

    def __init__(self):
        self.overflow = self.quotient_overflow = self.divide_check = False

    def integer(self, number):
        if abs(number) > self.largest:
            self.overflow = True
            raise Unspecified("an integer of more than 17 bits")
        return abs(number) << 18 | (self.sign if number < 0 else 0)

    def number(self, word):
        size = word >> 18 & self.largest
        return -size if word & self.sign else size

    def small(self, number):
        return number

    def real(self, number):
        if not number:
            return 0
        coefficient, exponent = scaled(abs(Fraction(number)), 27)
        characteristic = exponent + 27 + 128
        if characteristic > 255:
            raise Failure("a number became too large")
        if characteristic < 0:
            return 0
        return (self.sign if number < 0 else 0) | characteristic << 27 | coefficient

    def exact(self, word):
        size = Fraction(word & floating.FRACTION) * Fraction(2) ** ((word >> 27 & 255) - 128 - 27)
        return -size if word & self.sign else size

    def stored(self, ac, overflow):
        self.overflow |= bool(overflow)
        return (ac >> 37) << 35 | ac & (1 << 35) - 1

    def add(self, left, right):
        ac, _, overflow, _, _ = floating.add(
            floating.ac_word(left >> 35, left >> 27 & 255, left & floating.FRACTION), right, 1
        )
        return self.stored(ac, overflow)

    def times(self, left, right):
        ac, _, overflow, _, _ = floating.multiply(left, right, 1)
        return self.stored(ac, overflow)

    def divided(self, left, right):
        if not right & floating.FRACTION:
            self.divide_check = True
            raise Failure("division by zero")
        ac = floating.ac_word(left >> 35, left >> 27 & 255, left & floating.FRACTION)
        _, mq, _, overflow, _, _ = floating.divide(ac, right)
        self.quotient_overflow |= bool(overflow)
        return mq

    def negative(self, word):
        return word ^ self.sign

    def packed(self, text, fill="H"):
        if fill == "R":
            return [sum(code << 6 * place for place, code in enumerate(reversed(bcd.codes(text)[-6:])))]
        codes = bcd.codes(text)
        return bcd.words_of_codes(codes + [bcd.BLANK if fill == "H" else 0] * (-len(codes) % 6))

    def text(self, word):
        return bcd.unpacked([word])


MACHINES = {"6600": Cdc6600, "704": Ibm704}
