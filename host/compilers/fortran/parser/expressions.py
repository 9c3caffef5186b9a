"""Expressions, by recursive descent: each function reads one level of operators, from .OR. down to **.

Source: X3.9-1966, chapter 6.
"""

from __future__ import annotations

import re
from fractions import Fraction

from emulators.errors import Cure, did_you_mean
from host.compilers.fortran import syntax
from host.compilers.fortran.parser.stream import NAME, Stream
from host.compilers.fortran.syntax import Operator

# 1.EQ.2 is a number and an operator, 1.E2 a number.
NUMBER = re.compile(
    r"([0-9]+(?:\.(?!(?:EQ|NE|LT|LE|GT|GE|AND|OR|NOT|TRUE|FALSE)\.)[0-9]*)?|\.[0-9]+)(?:([ED])([-+]?[0-9]+))?"
)
OCTAL = re.compile(r"([0-9]+)B(?![A-Z0-9])")
RELATION = re.compile(r"\.(LT|LE|EQ|NE|GE|GT)\.")
TRUTH = re.compile(r"\.(TRUE|FALSE|T|F)\.")
COMPLEX = re.compile(r"\([-+]?[0-9.][0-9.ED+-]*,[-+]?[0-9.][0-9.ED+-]*\)")
DOTTED = re.compile(r"\.[A-Z]+\.")
OTHERS = {";": "every statement has a line of its own", "[": "subscripts stand in parentheses: A(I)"}
SIGNS = {"+": Operator.PLUS, "-": Operator.MINUS}
FACTORS = {"*": Operator.TIMES, "/": Operator.DIVIDE}
LONGEST_CONSTANT = 400  # digits, and the largest exponent
DEEPEST = 400  # parentheses in one another
MODERN = {"==": ".EQ.", "/=": ".NE.", "<=": ".LE.", ">=": ".GE.", "<": ".LT.", ">": ".GT.", "=": ".EQ.",
          "^": "**", "&": ".AND.", "|": ".OR.", "%": ""}  # fmt: skip


class Expressions(Stream):
    """Reads expressions."""

    depth = 0

    # logical expression: logical term [.OR. logical term] ...
    def expression(self) -> syntax.Expression:
        """Read an expression."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault(f"expressions are nested too deeply here: more than {DEEPEST} levels")
        left = self._conjunction()
        while self.accept(".OR."):
            left = self._binary(Operator.OR, left, self._conjunction())
        self.depth -= 1
        return left

    # logical term: logical factor [.AND. logical factor] ...
    def _conjunction(self) -> syntax.Expression:
        left = self._negation()
        while self.accept(".AND."):
            left = self._binary(Operator.AND, left, self._negation())
        return left

    # logical factor: [.NOT.] logical primary
    def _negation(self) -> syntax.Expression:
        start, count = self.at, 0
        while self.accept(".NOT."):
            count += 1
        operand = self._relation()
        for _ in range(count):
            operand = syntax.Unary(self.span(start), Operator.NOT, operand)
        return operand

    # relational expression: arithmetic expression [relation arithmetic expression]
    def _relation(self) -> syntax.Expression:
        left = self.sum()
        if (found := self.match(RELATION)) is None:
            return left
        relation = self._binary(Operator[found[1]], left, self.sum())
        if RELATION.match(self.text, self.at):
            raise self.fault("a comparison has two sides only", "comparisons are joined by .AND.")
        return relation

    # arithmetic expression: [sign] term [sign term] ...
    def sum(self) -> syntax.Expression:
        """Read an arithmetic expression."""
        start = self.at
        sign = SIGNS.get(self.here)
        if sign:
            self.at += 1
        left = self._term()
        if sign:
            left = syntax.Unary(self.span(start), sign, left)
        while operator := SIGNS.get(self.here):
            self.at += 1
            left = self._binary(operator, left, self._term())
        return left

    # term: factor [* or / factor] ...
    def _term(self) -> syntax.Expression:
        left = self._factor()
        while (operator := FACTORS.get(self.here)) and self._factor_follows():
            self.at += 1
            left = self._binary(operator, left, self._factor())
        return left

    def _factor_follows(self) -> bool:
        return not self.text.startswith("/=", self.at)

    # factor: primary [** primary]
    def _factor(self) -> syntax.Expression:
        left = self.primary()
        if not self.accept("**"):
            return left
        start = self.at
        right = self.primary()
        if self.accept("**"):
            self.warn(start, "A**B**C is taken as A**(B**C)", "parentheses say what is meant")
            rest = [self.primary()]
            while self.accept("**"):
                rest.append(self.primary())
            while len(rest) > 1:
                last = rest.pop()
                rest[-1] = self._binary(Operator.POWER, rest[-1], last)
            right = self._binary(Operator.POWER, right, rest[0])
        return self._binary(Operator.POWER, left, right)

    def _binary(self, operator: Operator, left: syntax.Expression, right: syntax.Expression) -> syntax.Binary:
        return syntax.Binary(left.at.to(self.span(self.at - 1)), operator, left, right)

    # primary: constant, variable, element, function reference, (expression)
    def primary(self) -> syntax.Expression:
        """Read an operand."""
        here = self.here
        if here.isalpha() and here.isascii():
            return self.reference()
        if here == "(":
            return self._parenthesis()
        if self.at in self.line.constants or here.isdigit() or here == ".":
            found = self.constant()
            if found is not None:
                return found
        raise self._no_operand()

    def _no_operand(self) -> Exception:
        hint = ""
        before = self.text[self.at - 1 : self.at]
        if self.here in ("+", "-") and before in ("+", "-", "*", "/"):
            hint = f"two operators need parentheses between them: {before}({self.here}B)"
        elif self.here == "=" and before in "=<>/":
            hint = f"{MODERN[before + '=']} compares" if before + "=" in MODERN else ""
        elif self.here in OTHERS:
            hint = OTHERS[self.here]
        return self.fault(f"expected an operand, found {self.found()}", hint)

    def _parenthesis(self) -> syntax.Expression:
        start = self.at
        if COMPLEX.match(self.text, start):
            return self.complex_number()
        self.at += 1
        inside = self.expression()
        self.close(start)
        return inside

    def close(self, opening: int) -> None:
        """Go past the parenthesis that closes another one."""
        if self.accept(")"):
            return
        if not self.here:
            raise self.fault_at(opening, opening + 1, "this '(' has no ')'")
        raise self.fault(f"expected ')' or an operator, found {self.found()}", self.operator_hint())

    def operator_hint(self) -> str:
        """Return a hint for the characters where an operator is expected."""
        if word := DOTTED.match(self.text, self.at):
            if len(word[0]) <= len(".EQ."):
                return "numbers are compared by .EQ., .NE., .LT., .LE., .GT., .GE."
            return did_you_mean(word[0], [".AND.", ".NOT.", ".TRUE.", ".FALSE."])
        if self.here in OTHERS:
            return OTHERS[self.here]
        for symbol, meant in MODERN.items():
            if self.text.startswith(symbol, self.at):
                return Cure(f"{meant} stands for it", symbol, meant) if meant else "MOD(I,J) is a remainder"
        return "is an operator missing?" if self.here.isalnum() or self.here == "(" else ""

    def signed_constant(self, what: str = "a constant") -> syntax.Expression:
        """Read a constant with a sign, if it has one."""
        start = self.at
        sign = SIGNS.get(self.here)
        if sign:
            self.at += 1
        found = self.complex_number() if COMPLEX.match(self.text, self.at) else self.constant()
        if found is None:
            raise self.fault(f"expected {what}, found {self.found()}")
        return syntax.Unary(self.span(start), sign, found) if sign else found

    def complex_number(self) -> syntax.Expression:
        """Read (real, imaginary)."""
        start = self.at
        self.expect("(")
        real = self.signed_constant("a number")
        self.expect(",")
        imaginary = self.signed_constant("a number")
        self.expect(")")
        self.context.other("iv", "a complex constant", self.span(start))
        return syntax.Complex(self.span(start), real, imaginary)

    def constant(self) -> syntax.Expression | None:
        """Read a constant without a sign; return None if there is none."""
        start = self.at
        if start in self.line.constants:
            return self._text()
        if found := self.match(TRUTH):
            self.context.other("iv", "a logical constant", self.span(start))
            return syntax.Logical(self.span(start), found[1][0] == "T")
        if octal := self.match(OCTAL):
            return self._octal(octal[1], start)
        number = self.match(NUMBER)
        return self._number(number, start) if number else None

    def _text(self) -> syntax.Expression:
        start = self.at
        constant = self.line.constants[start]
        self.at += 1
        if constant.fill == "O":
            return self._octal(constant.text, start)
        return syntax.Hollerith(self.span(start), constant.text, constant.fill)

    def _octal(self, digits: str, start: int) -> syntax.Expression:
        if digits.strip("01234567") or not digits:
            raise self.fault_at(start, self.at, "an octal constant has the digits 0 to 7")
        return syntax.Octal(
            self.span(start), int(digits, 8) if len(digits) <= LONGEST_CONSTANT else 8**LONGEST_CONSTANT
        )

    def _number(self, found: re.Match[str], start: int) -> syntax.Expression:
        mantissa, letter, power = found.groups()
        if len(mantissa) > LONGEST_CONSTANT or (power and (len(power) > 9 or abs(int(power)) > LONGEST_CONSTANT)):
            raise self.fault_at(start, self.at, "this number is too large or too long")
        if "." not in mantissa and not letter:
            return syntax.Integer(self.span(start), int(mantissa))
        value = Fraction(mantissa if mantissa[-1] != "." else mantissa[:-1])
        if power:
            value *= Fraction(10) ** int(power)
        if letter == "D":
            self.context.other("iv", "a constant of double precision", self.span(start))
        return syntax.Real(self.span(start), value, letter == "D")

    def reference(self) -> syntax.Expression:
        """Read a variable, an element of an array, or a reference of a function."""
        start = self.at
        name = self.name()
        if self.here != "(":
            return name
        arguments = self.arguments()
        kind = syntax.Element if name.name in self.context.arrays else syntax.Call
        return kind(self.span(start), name.name, arguments)

    def arguments(self) -> list[syntax.Expression]:
        """Read subscripts or arguments in parentheses."""
        opening = self.at
        self.expect("(")
        if self.accept(")"):
            return []
        found = self.several(self._argument)
        if not self.accept(")"):
            if not self.here:
                raise self.fault_at(opening, opening + 1, "this '(' has no ')'")
            raise self.fault(f"expected ',' or ')', found {self.found()}", self.operator_hint())
        return found

    def _argument(self) -> syntax.Expression:
        if self.here in ("*", "&", "$") and self.text[self.at + 1 : self.at + 2].isdigit():
            raise self.fault("returns to statement numbers are not supported", "an argument can say where to go on")
        start = self.at
        found = self.expression()
        alone = isinstance(found, syntax.Element) or (
            isinstance(found, syntax.Name) and found.name not in self.context.arrays
        )
        return syntax.Copy(self.span(start), Operator.PLUS, found) if alone and self.text[start] == "(" else found

    def variable(self, what: str = "a variable") -> syntax.Name | syntax.Element:
        """Read a variable or an element of an array."""
        if not NAME.match(self.text, self.at):
            raise self.fault(f"expected {what}, found {self.found()}")
        start = self.at
        found = self.reference()
        if isinstance(found, syntax.Call):
            if self.context.parts.unsure(found.name):
                return syntax.Element(found.at, found.name, found.arguments)
            message = f"'{found.name}' is not an array: it has no dimensions"
            raise self.fault_at(start, start + len(found.name), message, f"DIMENSION {found.name}(...) gives it some")
        assert isinstance(found, syntax.Name | syntax.Element)
        return found
