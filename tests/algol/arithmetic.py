"""The numbers of ALGOL programs on the 6600: integers as they are, reals as words of the machine."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt

from emulators.cdc6600 import arithmetic
from host.assemblers.compass.numbers import floating as nearest
from host.compilers.algol.syntax import Operator

WORD = (1 << 60) - 1
LIMIT = 1 << 48  # products, quotients and powers of integers are below
LARGEST_REAL = 1 << 1070  # all are below
WIDEST = 1 << 59  # integers are below


class Failure(Exception):
    """The program does something that has no meaning: the machine says so, too."""


class Unspecified(Exception):
    """The program does something of which nobody says what happens."""


class Undefined(Unspecified):
    """The program uses a value that was never given."""


@dataclass(frozen=True)
class Real:
    """A real number: a normalized word."""

    word: int

    @property
    def exact(self) -> Fraction:
        magnitude = arithmetic.magnitude(self.word)
        size = Fraction(magnitude & arithmetic.M48) * Fraction(2) ** arithmetic.exponent(magnitude >> 48)
        return -size if self.word >> 59 else size


def real(number):
    """The real number nearest to one."""
    return Real(nearest(Fraction(number)) if number >= 0 else nearest(-Fraction(number)) ^ WORD)


def finite(word):
    """A result as a number; the machine stops when it uses another one."""
    word = int(word)
    if arithmetic.is_odd(word):
        raise Failure("a number became too large")
    return Real(word)


def exact(number):
    return number.exact if isinstance(number, Real) else Fraction(number)


def rounded(number):
    """A real number as an integer: entier(x + 0.5)."""
    return of_real(floor(number.exact + Fraction(1, 2)))


def of_real(number):
    if abs(number) >= LIMIT:
        raise Failure("the integer of a real is too large")
    return number


def whole(number):
    if abs(number) >= WIDEST:
        raise Unspecified("an integer is too large")
    return number


def small(number):
    if abs(number) >= LIMIT:
        raise Failure("an integer is beyond 48 bits")
    return number


def add(left, right):
    if isinstance(left, Real):
        total = arithmetic.add(left.word, right.word, 0, 1)
        return finite(arithmetic.normalize(total, 0)[0])
    return whole(left + right)


def negative(number):
    return Real(number.word ^ WORD if number.word else 0) if isinstance(number, Real) else -number


def times(left, right):
    if isinstance(left, Real):
        return finite(arithmetic.multiply(left.word, right.word, 0, 1, 0))
    return small(small(left) * small(right))


def divided(left, right):
    if right.word == 0:
        raise Failure("division by zero")
    return finite(arithmetic.divide(left.word, right.word, 1))


def quotient(left, right):
    """Cut off towards zero."""
    if right == 0:
        raise Failure("division by zero")
    size = abs(small(left)) // abs(small(right))
    return size if (left < 0) == (right < 0) else -size


def power(left, right):
    """Left ↑ right. A real result must be exact: others depend on how it is found."""
    if not isinstance(right, Real) and exact(left) == 0 and right <= 0:
        raise Failure("zero to a negative power" if right else "zero to the power zero")
    if isinstance(left, int) and isinstance(right, int) and right >= 0:
        result = 1
        for _ in range(min(right, 100 + right % 2)):
            result = small(result * small(left))
        return result if right <= 100 or abs(left) <= 1 else small(LIMIT)
    if isinstance(right, Real):
        raise Unspecified("not exact")
    if abs(right) > 100:
        raise Unspecified("not exact")
    if exact(left) and abs(exact(left) ** right) >= LARGEST_REAL:
        raise Failure("a number became too large")
    result = real(exact(left) ** right)
    if result.exact != exact(left) ** right:
        raise Unspecified("not exact")
    return result


def root(number):
    """The square root of a square."""
    if number.exact < 0:
        raise Failure("square root of a negative number")
    result = Fraction(isqrt(number.exact.numerator), isqrt(number.exact.denominator))
    if result**2 != number.exact:
        raise Unspecified("not exact")
    return real(result)


RELATIONS = {
    Operator.LESS: lambda left, right: left < right,
    Operator.NOT_GREATER: lambda left, right: left <= right,
    Operator.EQUAL: lambda left, right: left == right,
    Operator.NOT_LESS: lambda left, right: left >= right,
    Operator.GREATER: lambda left, right: left > right,
    Operator.NOT_EQUAL: lambda left, right: left != right,
}
