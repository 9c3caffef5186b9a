"""How are expressions read? Operators by precedence, symbols with scopes, functions.

Source: ca65 Users Guide, "Expressions". From tight to loose:

    unary + - ~ < > ^   and functions
    * / .mod & ^ << >>
    + - |
    = <> < > <= >=
    && .xor
    ||
    !                   (only before a whole expression)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.assemblers import expressions as ex
from host.assemblers.ca65.functions import FUNCTIONS, VALUES
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError, did_you_mean
from host.assemblers.expressions import Binary, Expression, Literal, Operator, Reference, Unary
from host.assemblers.symbols import Scope, Symbol

if TYPE_CHECKING:
    from host.assemblers.ca65.assembler import Assembler

LOW = Operator("low", lambda a: a & 0xFF)
HIGH = Operator("high", lambda a: a >> 8 & 0xFF)
BANK = Operator("bank", lambda a: a >> 16 & 0xFF)
PREFIXES = {"-": ex.NEGATE, "~": ex.COMPLEMENT, "<": LOW, ">": HIGH, "^": BANK}

LEVELS: tuple[dict[str, Operator], ...] = (
    {"||": ex.LOGICAL_OR},
    {"&&": ex.LOGICAL_AND, ".xor": ex.LOGICAL_XOR},
    {"=": ex.EQUAL, "<>": ex.NOT_EQUAL, "<": ex.LESS, ">": ex.GREATER, "<=": ex.LESS_EQUAL, ">=": ex.GREATER_EQUAL},
    {"+": ex.ADD, "-": ex.SUBTRACT, "|": ex.OR},
    {"*": ex.MULTIPLY, "/": ex.DIVIDE, ".mod": ex.MODULO, "&": ex.AND, "^": ex.XOR,
     "<<": ex.SHIFT_LEFT, ">>": ex.SHIFT_RIGHT},
)  # fmt: skip
BINARY = {name: (level, operator) for level, row in enumerate(LEVELS) for name, operator in row.items()}
FOREIGN = {"==": "=", "!=": "<>", "%": ".mod"}  # operators of other languages
DEEPEST = 60  # parentheses in parentheses


class Parser:
    """Reads expressions for an assembler, which knows the symbols and where we are."""

    def __init__(self, assembler: Assembler) -> None:
        self.assembler = assembler
        self.depth = 0

    def expression(self, reader: Reader) -> Expression:
        """Read an expression."""
        if self.depth >= DEEPEST:
            self.depth = 0
            raise AssemblyError(reader.token.place, f"parentheses are nested more than {DEEPEST} deep")
        self.depth += 1
        try:
            if reader.at("!"):
                token = reader.take()
                return Unary(ex.LOGICAL_NOT, self.expression(reader), token.place)
            return self._binary(reader, 0)
        finally:
            self.depth = max(0, self.depth - 1)

    def constant(self, reader: Reader) -> int:
        """Read an expression whose value must be known at once, and return that value."""
        place = reader.token.place
        expression = self.expression(reader)
        try:
            return ex.Evaluation(outer=True).number(expression)
        except ex.UnresolvedError as error:
            message = "a constant that is known by now is needed here"
            raise AssemblyError(error.place, message, f"{error.message}; define it further up") from None
        except ex.NotConstantError as error:
            raise AssemblyError(place, "a constant is needed here", error.message) from None

    def _binary(self, reader: Reader, loosest: int) -> Expression:
        left = self._factor(reader)
        while reader.token.kind == Kind.OPERATOR and reader.token.text in BINARY:
            level, operator = BINARY[reader.token.text]
            if level < loosest:
                break
            token = reader.take()
            self._reject_foreign(token, reader.token)
            left = _folded(Binary(operator, left, self._binary(reader, level + 1), token.place))
        return left

    @staticmethod
    def _reject_foreign(token: Token, following: Token) -> None:
        both = token.text + following.text
        if both in FOREIGN and not following.spaced:
            raise AssemblyError(token.place, f"'{both}' is not an operator", f"write '{FOREIGN[both]}'")

    def _factor(self, reader: Reader) -> Expression:
        signs: list[Token] = []
        while reader.at("+", *PREFIXES):
            signs.append(reader.take())
        operand = self._primary(reader)
        for sign in reversed(signs):
            if sign.text != "+":
                operand = Unary(PREFIXES[sign.text], operand, sign.place)
        return operand

    def _primary(self, reader: Reader) -> Expression:
        token = reader.token
        match token.kind:
            case Kind.NUMBER:
                reader.take()
                return Literal(int(token.value), token.place)
            case Kind.CHARACTER:
                reader.take()
                return Literal(self.assembler.charmap[int(token.value)], token.place)
            case Kind.STRING if "loose_char_term" in self.assembler.features and len(str(token.value)) == 1:
                reader.take()
                return Literal(self.assembler.charmap[ord(str(token.value))], token.place)
            case Kind.NAME | Kind.CHEAP:
                return self.reference(reader)
            case Kind.UNNAMED:
                reader.take()
                return self._refer(self.assembler.unnamed_label(int(token.value), token), token)
            case Kind.DIRECTIVE if token.text in FUNCTIONS:
                return self._function(reader)
            case Kind.DIRECTIVE if token.text in VALUES:
                reader.take()
                return Literal(VALUES[token.text], token.place)
        if reader.accept("*"):
            return self.assembler.program.here(token.place)
        if reader.at("::"):
            return self.reference(reader)
        if reader.accept("("):
            inside = self.expression(reader)
            reader.expect(")")
            return inside
        raise reader.unexpected("a value", self._hint(token))

    @staticmethod
    def _hint(token: Token) -> str:
        if token.kind == Kind.DIRECTIVE:
            return did_you_mean(token.text, [*FUNCTIONS, *VALUES])
        if token.kind == Kind.REGISTER:
            return f"{token.text.upper()} is a register: it cannot be the name of a symbol"
        if token.text == "!":
            return "'!' stands before a whole expression: put it in parentheses, or use '~' for the bits"
        return "a string is not a number: .byte takes strings" if token.kind == Kind.STRING else ""

    def _function(self, reader: Reader) -> Expression:
        token = reader.take()
        if not reader.accept("("):
            raise reader.unexpected(f"'(' behind {token.text}")
        value = FUNCTIONS[token.text](self.assembler, reader, token)
        reader.expect(")")
        return value

    # --- symbols ----------------------------------------------------------------------------------------

    def reference(self, reader: Reader) -> Expression:
        """Read a symbol and return a reference to it; a variable gives the value it has now."""
        token = reader.token
        symbol = self.symbol(reader)
        last = reader.tokens[reader.position - 1]
        return self._refer(symbol, token if last is token else last)

    def _refer(self, symbol: Symbol, token: Token) -> Expression:
        self.assembler.program.refer(symbol, token.place)
        value = self.assembler.variables.get(symbol)
        return Reference(symbol, token.place) if value is None else Literal(value, token.place)

    def symbol(self, reader: Reader) -> Symbol:
        """Read the name of a symbol, perhaps with scopes, and return the symbol of the scope it stands in."""
        if reader.token.kind == Kind.CHEAP:
            return self.assembler.cheap_local(reader.take())
        scope, token = self.scoped_name(reader)
        return (scope or self.assembler.scope).symbol(token.text)

    def scoped_name(self, reader: Reader) -> tuple[Scope | None, Token]:
        """Read `name`, `scope::name` or `::name`; return the scope, None where none is written, and the name."""
        scope: Scope | None = None
        if reader.accept("::"):
            scope = self.assembler.program.root
        token = reader.expect_kind(Kind.NAME)
        while reader.at("::"):
            reader.take()
            scope = self._inner(scope, token)
            token = reader.expect_kind(Kind.NAME)
        return scope, token

    def _inner(self, scope: Scope | None, token: Token) -> Scope:
        around = scope or self.assembler.scope
        found = scope.scopes.get(token.text) if scope else around.visible_scope(token.text)
        if found is None:
            known = around.scopes if scope else self.assembler.program.root.scopes
            hint = did_you_mean(token.text, known, "scopes must stand before they are used")
            raise AssemblyError(token.place, f"there is no scope '{token.text}' here", hint)
        return found


def _folded(expression: Binary) -> Expression:
    """Return the value itself where both operands are numbers: long sums stay flat."""
    if isinstance(expression.left, Literal) and isinstance(expression.right, Literal):
        return Literal(ex.Evaluation().number(expression), expression.place)
    return expression
