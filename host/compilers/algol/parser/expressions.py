"""Parsing expressions. Arithmetic, Boolean and designational ones are told apart later, by their types.

Source: Revised Report on ALGOL 60, chapter 3; the rules are quoted above the functions.
"""

from __future__ import annotations

from host.compilers.algol import hints, symbols, syntax
from host.compilers.algol.parser.stream import Fault, Stream
from host.compilers.algol.symbols import NAME, STRING
from host.compilers.algol.syntax import Operator

# Operators that bind less strongly come first. Each line is a rule <x> ::= <y> | <x> operator <y>, and the next <y>
# is the next line's <x>; `¬` and signs come in at their levels.
LEVELS = (
    "≡",  # <simple Boolean> ::= <implication> | <simple Boolean> ≡ <implication>
    "⊃",  # <implication> ::= <Boolean term> | <implication> ⊃ <Boolean term>
    "∨",  # <Boolean term> ::= <Boolean factor> | <Boolean term> ∨ <Boolean factor>
    "∧",  # <Boolean factor> ::= <Boolean secondary> | <Boolean factor> ∧ <Boolean secondary>
    "<≤=≥>≠",  # <relation> ::= <simple arithmetic expression> <relational operator> <simple arithmetic expression>
    "+-",  # <simple arithmetic expression> ::= <term> | <simple arithmetic expression> <adding operator> <term>
    "×/÷",  # <term> ::= <factor> | <term> <multiplying operator> <factor>
    "↑",  # <factor> ::= <primary> | <factor> ↑ <primary>
)
LEVEL = {symbol: level for level, symbols in enumerate(LEVELS) for symbol in symbols}
RELATION, ADDING, MULTIPLYING = LEVEL["="], LEVEL["+"], LEVEL["×"]
OPERATORS = {each.value: each for each in Operator}
PREFIXES = {"¬": RELATION, "+": ADDING, "-": ADDING}  # where an operator before its only operand is allowed


class Expressions(Stream):
    """The part of the parser that reads expressions."""

    # <arithmetic expression> ::= <simple arithmetic expression> |
    #     <if clause> <simple arithmetic expression> else <arithmetic expression>
    # and the same for Boolean and designational expressions
    def expression(self) -> syntax.Expression:
        if self.symbol != "if":
            return self.simple_expression()
        self.deepen()
        first = self.token
        condition = self.if_clause()
        then = self.simple_expression()
        self.expect("else", " in a conditional expression", "an expression needs a value for both cases")
        otherwise = self.expression()
        self.depth -= 1
        return syntax.IfExpression(self.since(first), condition, then, otherwise)

    # <if clause> ::= if <Boolean expression> then
    def if_clause(self) -> syntax.Expression:
        """Read `if ... then`; return the condition."""
        self.expect("if")
        condition = self.expression()
        self.expect("then", " after the condition", "'=' compares; ':=' assigns" if self.symbol == ":=" else "")
        return condition

    # <simple ...> ::= a rule for each line of LEVELS
    # <Boolean secondary> ::= <Boolean primary> | ¬ <Boolean primary>
    # <simple arithmetic expression> ::= <adding operator> <term>
    def simple_expression(self, weakest: int = 0) -> syntax.Expression:
        """Read operands and operators that bind at least as strongly as those of level `weakest`."""
        self.deepen()
        first = self.token
        left = self._prefixed(weakest) if self.symbol in PREFIXES else self.primary()
        while (level := LEVEL.get(self.symbol, -1)) >= weakest:
            operator = OPERATORS[self.advance().symbol]
            right = self.simple_expression(level + 1)
            left = syntax.Binary(self.since(first), operator, left, right)
            if level == RELATION and LEVEL.get(self.symbol) == RELATION:
                raise self.fault("a relation has two sides only", "join relations by ∧, like: a < b ∧ b < c")
        self.depth -= 1
        return left

    def _prefixed(self, weakest: int) -> syntax.Expression:
        first = self.token
        level = PREFIXES[first.symbol]
        if level < weakest:
            raise self.fault(
                f"'{first.symbol}' may not follow another operator here", "put parentheses around the operand"
            )
        self.advance()
        if self.symbol == "¬":
            raise self.fault("'¬' may not follow another operator here", "put parentheses around it")
        operand = self.simple_expression(MULTIPLYING if level == ADDING else RELATION)
        return syntax.Unary(self.since(first), OPERATORS[first.symbol], operand)

    # <primary> ::= <unsigned number> | <variable> | <function designator> | ( <arithmetic expression> )
    # <Boolean primary> ::= <logical value> | <variable> | <function designator> | <relation> | ( <Boolean expression> )
    # <simple designational expression> ::= <label> | <switch designator> | ( <designational expression> )
    def primary(self) -> syntax.Expression:
        """Read an operand."""
        token = self.token
        match token.symbol:
            case symbols.NAME:
                return self.named()
            case symbols.INTEGER:
                self.advance()
                return syntax.Integer(self.span(token), int(token.value))
            case symbols.REAL:
                return self._real()
            case "true" | "false":
                self.advance()
                return syntax.LogicalValue(self.span(token), token.symbol == "true")
            case "(":
                return self._enclosed()
        raise self._no_operand()

    def _no_operand(self) -> Fault:
        hint = ""
        if self.symbol == "if":
            hint = "put parentheses around a conditional expression"
        elif self.symbol == STRING:
            hint = "a string can only be an actual parameter of a procedure"
        elif LEVEL.get(self.symbol) == RELATION:
            hint = "a relation has two sides, like: a > b ∧ a < c"
        elif self.symbol.isalpha():
            hint = f"'{self.symbol}' is a reserved word" if self.peek() in LEVEL else ""
        return self.fault(f"expected an operand, found {self.found()}", hint)

    def _enclosed(self) -> syntax.Expression:
        first = self.advance()
        inside = self.expression()
        self.expect(")", f" to close '(' of line {self.span(first).line}")
        inside.at, inside.enclosed = self.since(first), True
        return inside

    # <unsigned number> ::= <decimal number> | <exponent part> | <decimal number> <exponent part>
    def _real(self) -> syntax.Real:
        token = self.advance()
        mantissa, _, exponent = token.value.partition("e")
        whole, _, fraction = mantissa.partition(".")
        digits = int(whole + fraction or 1)
        return syntax.Real(self.span(token), digits, int(exponent or 0) - len(fraction))

    # <variable> ::= <identifier> | <array identifier> [ <subscript list> ]
    # <switch designator> ::= <switch identifier> [ <subscript expression> ]
    # <function designator> ::= <procedure identifier> <actual parameter part>
    def named(self) -> syntax.Name | syntax.Subscripted | syntax.Call:
        """Read an expression that begins with an identifier."""
        first = self.expect(NAME)
        name = syntax.Name(self.span(first), first.value)
        if self.symbol == "[":
            subscripts = self._subscripts()
            return syntax.Subscripted(self.since(first), name, subscripts)
        if self.symbol == "(":
            actuals = self._actuals()
            return syntax.Call(self.since(first), name, actuals)
        return name

    # <subscript list> ::= <subscript expression> | <subscript list> , <subscript expression>
    def _subscripts(self) -> tuple[syntax.Expression, ...]:
        opening = self.expect("[")
        subscripts = self.several(self.expression)
        self.expect("]", f" to close '[' of line {self.span(opening).line}")
        return subscripts

    # <actual parameter part> ::= <empty> | ( <actual parameter list> )
    # <actual parameter list> ::= <actual parameter> | <actual parameter list> <parameter delimiter> <actual parameter>
    # <parameter delimiter> ::= , | ) <letter string> : (
    def _actuals(self) -> tuple[syntax.Actual, ...]:
        opening = self.expect("(")
        if self.symbol == ")":
            raise self.fault(
                "expected an actual parameter", "a procedure without parameters is called without parentheses"
            )
        actuals: list[syntax.Actual] = []
        while not actuals or self.parameter_delimiter():
            actuals.append(self._actual())
        after_string = self.tokens[self.position - 1].symbol == STRING and self.symbol in ("(", NAME, STRING)
        hint = hints.NESTED if after_string else ""
        self.expect(")", f" to close '(' of line {self.span(opening).line}", hint)
        return tuple(actuals)

    def parameter_delimiter(self) -> bool:
        """Go past `,` or `) letters : (` if one is here."""
        if self.symbol == ",":
            self.advance()
            return True
        if self.symbol != ")":
            return False
        letters = 1
        while self._is_letters(letters):  # words that are reserved elsewhere may be in between
            letters += 1
        if letters == 1 or (self.peek(letters), self.peek(letters + 1)) != (":", "("):
            return False
        for _ in range(letters + 2):
            self.advance()
        return True

    def _is_letters(self, ahead: int) -> bool:
        token = self.tokens[min(self.position + ahead, len(self.tokens) - 1)]
        return "".join(self.source.text[token.start : token.end].split()).isalpha()

    # <actual parameter> ::= <string> | <expression> | <array identifier> | <switch identifier> | <procedure identifier>
    def _actual(self) -> syntax.Actual:
        first = self.token
        if first.symbol == STRING:
            self.advance()
            return syntax.Actual(self.span(first), syntax.String(self.span(first), first.value))
        expression = self.expression()
        return syntax.Actual(self.since(first), expression)
