"""The reader of expressions: operators by precedence, symbols with scopes, functions.

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

from collections.abc import Callable
from typing import Protocol

from emulators.errors import Cure, did_you_mean
from host.assemblers import expressions as ex
from host.assemblers.ca65.tokens import Define, Kind, Macro, Reader, Token, braced
from host.assemblers.expressions import (
    Binary,
    Expression,
    Literal,
    Operator,
    Reference,
    Relative,
    Scope,
    Symbol,
    Unary,
    known,
)
from host.assemblers.program import Program, Target
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError, entering

# ---------------------------------------------------------------- sizes
# How many bytes does the address an expression means take? 1 for the zero page, 2, 3, or 0: unknown so far.
#
# ca65 reads a source once, so this is decided with the facts known at that line: a constant by its value, an
# address in a segment by the segment. An expression with something undefined takes the larger size of its parts
# and is unknown as soon as one part is; the caller then assumes two bytes.


DEEPEST_DEFINITION = 20  # definitions in terms of one another that are followed
UNKNOWN, ZERO_PAGE, ABSOLUTE, FAR, LONG = range(5)
# the operators that give a result with a size of its own, for any operands
RESULT_SIZES = dict.fromkeys("low high bank = <> < > <= >= and or xor not".split(), ZERO_PAGE)
RESULT_SIZES |= {"low word": ABSOLUTE, "high word": ABSOLUTE}


def address_size(expression: Expression, sizes: dict[Symbol, int] | None = None) -> int:
    """Return the size of an expression as far as known; `sizes` are those of the symbols it uses."""
    value = known(expression)
    if value and not value.bases:
        size = -(-value.number.bit_length() // 8) or ZERO_PAGE
        return size if value.number >= 0 and size <= FAR else LONG  # negative ones are long, too
    if value:
        return max(base.address_size or ABSOLUTE for base, _ in value.bases)
    return _size_of_parts(expression, {} if sizes is None else sizes)


def _size_of_parts(expression: Expression, sizes: dict[Symbol, int]) -> int:
    match expression:
        case Unary(operator, operand):
            return RESULT_SIZES.get(operator.name) or address_size(operand, sizes)
        case Binary(operator, left, right):
            both = address_size(left, sizes), address_size(right, sizes)
            return RESULT_SIZES.get(operator.name) or (max(both) if all(both) else UNKNOWN)
        case Reference(symbol) if symbol.expression is None:
            return symbol.address_size or _size_around(symbol)
        case Reference(symbol):
            if symbol not in sizes and len(sizes) < DEEPEST_DEFINITION:
                sizes[symbol] = UNKNOWN  # while it is being looked at: a definition in terms of itself has no size
                sizes[symbol] = symbol.address_size or address_size(symbol.expression or expression, sizes)
            return sizes.get(symbol, UNKNOWN)
        case Literal() | Relative():
            return ABSOLUTE
    return UNKNOWN


def _size_around(symbol: Symbol) -> int:
    """Return the size of the symbol of that name in the nearest scope that has one, defined or only declared."""
    scope = symbol.scope.parent
    while scope:
        if found := scope.symbols.get(symbol.name):
            return found.address_size
        scope = scope.parent
    return UNKNOWN


# ---------------------------------------------------------------- functions
# Which functions can expressions use? Those that give a number.
#
# Source: ca65 Users Guide, "Pseudo functions". A function reads its arguments; the caller reads the parentheses.


NAMELESS = "("  # in the names of scopes without a name
MACRO_LOCAL = "·"  # in the names of symbols that belong to one call of a macro


class Processor(Protocol):
    """The instructions of a processor, as the dialect needs them."""

    mnemonics: frozenset[str]
    target: Target
    sections: tuple[Section, ...]  # with the one that sources begin in first
    addresses: dict[str, int]  # of the sections that get no other
    instruction_sets: int  # .cpu: a bit for each

    def choose(self, name: str) -> bool:
        """Switch to the instruction set of that name; False when there is none."""

    def elsewhere(self, mnemonic: Token) -> str:
        """Return a hint if another instruction set has this instruction, else an empty text."""

    def instruction(self, assembler: Parser, mnemonic: Token, reader: Reader) -> None:
        """Assemble one instruction."""


Function = Callable[["Parser", Reader, Token], Expression]
FUNCTIONS: dict[str, Function] = {}
function = entering(FUNCTIONS)
# .version: 2.18, with which the tests compare; .time: the same every time
VALUES = {".cpu": 0x02, ".asize": 8, ".isize": 8, ".version": 0x0320, ".time": 0}


def byte_of(name: str, shift: int, mask: int) -> Function:
    """Return the function that takes bits out of its argument."""
    operator = Operator(name, lambda a: a >> shift & mask)

    def apply(asm: Parser, reader: Reader, token: Token) -> Expression:
        return Unary(operator, asm.expression(reader), token.place)

    return apply


def two(operator: Operator) -> Function:
    """Return the function that applies an operator to two arguments."""

    def apply(asm: Parser, reader: Reader, token: Token) -> Expression:
        left = asm.expression(reader)
        reader.expect(",")
        return Binary(operator, left, asm.expression(reader), token.place)

    return apply


@function(".blank")
def blank(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when there is nothing between the parentheses."""
    return Literal(int(not argument_tokens(reader)), token.place)


@function(".tcount")
def tcount(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return the number of tokens between the parentheses."""
    return Literal(len(argument_tokens(reader)), token.place)


def argument_tokens(reader: Reader, stop: str = ")") -> list[Token]:
    """Take tokens up to `stop` outside parentheses, or those in braces."""
    if reader.at("{"):
        return braced(reader)
    tokens: list[Token] = []
    depth = 0
    while not reader.at_end and (depth or not reader.at(stop)):
        depth += reader.at("(") - reader.at(")")
        tokens.append(reader.take())
    return tokens


@function(".const")
def const(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when the expression has a known value already."""
    value = ex.known(asm.expression(reader), outer=True)
    return Literal(int(value is not None and not value.bases), token.place)


@function(".def", ".defined")
def defined(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when the symbol is defined already."""
    return Literal(int(is_defined(asm, reader)), token.place)


def is_defined(asm: Parser, reader: Reader) -> bool:
    """Read the name of a symbol and return whether it is defined already, here or around."""
    if reader.token.kind is Kind.CHEAP:
        return asm.cheap_local(reader.take()).expression is not None
    scope, name = asm.scoped_name(reader)
    if scope is None:
        return asm.scope.visible(name.text) is not None or name.text in asm.defines
    found = scope.symbols.get(name.text)
    return found is not None and found.expression is not None


@function(".definedmacro")
def defined_macro(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when there is a macro of that name."""
    return Literal(int(reader.expect_kind(Kind.NAME).text in asm.macros), token.place)


@function(".ismnem", ".ismnemonic")
def is_mnemonic(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when the name is an instruction."""
    return Literal(int(reader.take().text.upper() in asm.processor.mnemonics), token.place)


@function(".ref", ".referenced")
def referenced(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return 1 when the symbol has been used already."""
    return Literal(int(is_referenced(asm, reader)), token.place)


def is_referenced(asm: Parser, reader: Reader) -> bool:
    """Read the name of a symbol and return whether it has been used already."""
    return bool(asm.symbol(reader).used)


def match(exact: bool) -> Function:
    """Return .match (tokens of the same kinds) or .xmatch (the same tokens)."""

    def form(token: Token) -> object:
        fixed = token.kind in (Kind.OPERATOR, Kind.DIRECTIVE, Kind.REGISTER, Kind.OVERRIDE)
        if exact:
            return token.kind, token.text, token.value
        return (token.kind, token.text.lower(), token.value) if fixed else token.kind

    def apply(asm: Parser, reader: Reader, token: Token) -> Expression:
        left = argument_tokens(reader, ",")
        reader.expect(",")
        right = argument_tokens(reader)
        return Literal(int([*map(form, left)] == [*map(form, right)]), token.place)

    return apply


@function(".sizeof")
def sizeof(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return the bytes in a scope or structure, or on the line of a label."""
    if reader.token.kind is Kind.CHEAP:
        name = reader.take()
        length = asm.cheap_local(name).length
    else:
        scope, name = asm.scoped_name(reader)
        found = scope.scopes.get(name.text) if scope else asm.scope.visible_scope(name.text)
        symbol = scope.symbols.get(name.text) if scope else asm.scope.visible(name.text)
        length = found.length if found else symbol.length if symbol else None
    if length is None:
        raise name.error(f"the size of '{name.text}' is unknown", "the size is known after the end")
    return Literal(length, token.place)


@function(".strlen")
def strlen(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return the number of bytes of a string."""
    return Literal(len(string(reader)), token.place)


@function(".strat")
def strat(asm: Parser, reader: Reader, token: Token) -> Expression:
    """Return the byte of a string at an index from 0."""
    text = string(reader)
    reader.expect(",")
    place = reader.token.place
    index = asm.constant(reader)
    if not 0 <= index < len(text):
        raise AssemblyError(place, f"index {index} is outside the string: it has {len(text)} characters")
    return Literal(asm.charmap[ord(text[index])], token.place)


def string(reader: Reader) -> str:
    """Take a string, one character per byte."""
    return str(reader.expect_kind(Kind.STRING).value)


function(".bankbyte")(byte_of("bank", 16, 0xFF))
function(".hibyte")(byte_of("high", 8, 0xFF))
function(".hiword")(byte_of("high word", 16, 0xFFFF))
function(".lobyte")(byte_of("low", 0, 0xFF))
function(".loword")(byte_of("low word", 0, 0xFFFF))
function(".match")(match(exact=False))
function(".max")(two(ex.MAXIMUM))
function(".min")(two(ex.MINIMUM))
function(".xmatch")(match(exact=True))


LOW = Operator("low", lambda a: a & 0xFF)
HIGH = Operator("high", lambda a: a >> 8 & 0xFF)
BANK = Operator("bank", lambda a: a >> 16 & 0xFF)
PREFIXES = {"-": ex.NEGATE, "~": ex.COMPLEMENT, "<": LOW, ">": HIGH, "^": BANK}

SIGNS = ("+", *PREFIXES)

LEVELS: tuple[dict[str, Operator], ...] = (
    {"||": ex.LOGICAL_OR},
    {"&&": ex.LOGICAL_AND, ".xor": ex.LOGICAL_XOR},
    {"=": ex.EQUAL, "<>": ex.NOT_EQUAL, "<": ex.LESS, ">": ex.GREATER, "<=": ex.LESS_EQUAL, ">=": ex.GREATER_EQUAL},
    {"+": ex.ADD, "-": ex.SUBTRACT, "|": ex.OR},
    {"*": ex.MULTIPLY, "/": ex.DIVIDE, ".mod": ex.MODULO, "&": ex.AND, "^": ex.XOR,
     "<<": ex.SHIFT_LEFT, ">>": ex.SHIFT_RIGHT},
)  # fmt: skip
BINARY = {name: (level, operator) for level, row in enumerate(LEVELS) for name, operator in row.items()}
FOREIGN = {"==": "=", "!=": "<>"}  # operators of other languages
DEEPEST = 60  # parentheses in parentheses


class Parser:
    """The names in scope, and the parser of expressions."""

    def __init__(self, processor: Processor, features: frozenset[str]) -> None:
        self.processor = processor
        self.features = features
        self.program = Program(processor.target)
        self.charmap = list(range(256))
        self.scope: Scope = self.program.root
        self.macros: dict[str, Macro] = {}
        self.defines: dict[str, Define] = {}
        self.variables: dict[Symbol, int] = {}
        self.unnamed: list[Symbol] = []
        self.unnamed_count = 0
        self.unnamed_scope = Scope("unnamed")
        self.last_label: Symbol | None = None
        self.cheap_scopes: dict[Symbol, Scope] = {}
        self._depth = 0  # of parentheses
        self.program.hidden.append(self.unnamed_scope)

    def expression(self, reader: Reader) -> Expression:
        if self._depth >= DEEPEST:
            self._depth = 0
            raise reader.token.error(f"parentheses are nested more than {DEEPEST} deep")
        self._depth += 1
        try:
            token = reader.token
            if reader.accept("!"):
                return Unary(ex.LOGICAL_NOT, self.expression(reader), token.place)
            return self._binary(reader, 0)
        finally:
            self._depth = max(0, self._depth - 1)

    def constant(self, reader: Reader) -> int:
        """Read an expression with a value that must be known immediately, and return that value."""
        place = reader.token.place
        expression = self.expression(reader)
        try:
            return ex.Evaluation(outer=True).number(expression)
        except ex.UnresolvedError as error:
            message = "a constant defined before this line is needed here"
            raise AssemblyError(error.place, message, f"{error.message}; define it before this line") from None
        except ex.NotConstantError as error:
            raise AssemblyError(place, "a constant is needed here", error.message) from None

    def _binary(self, reader: Reader, loosest: int) -> Expression:
        left = self._factor(reader)
        while reader.token.text in BINARY:
            level, operator = BINARY[reader.token.text]
            if level < loosest:
                break
            token = reader.take()
            self._reject_foreign(token, reader.token)
            left = _folded(Binary(operator, left, self._binary(reader, level + 1), token.place))
        if reader.token.text == "!":
            self._reject_foreign(reader.token, reader.ahead(1))
        return left

    @staticmethod
    def _reject_foreign(token: Token, following: Token) -> None:
        both = token.text + following.text
        if both in FOREIGN and not following.spaced:
            hint = Cure(f"write '{FOREIGN[both]}'", both, FOREIGN[both])
            raise token.error(f"'{both}' is not an operator", hint)

    def _factor(self, reader: Reader) -> Expression:
        signs: list[Token] = []
        while reader.token.text in SIGNS:
            signs.append(reader.take())
        operand = self._primary(reader)
        for sign in reversed(signs):
            if sign.text != "+":
                operand = Unary(PREFIXES[sign.text], operand, sign.place)
        return operand

    def _primary(self, reader: Reader) -> Expression:
        token = reader.token
        match token.kind:
            case Kind.NAME | Kind.CHEAP:
                return self.reference(reader)
            case Kind.NUMBER:
                reader.take()
                return Literal(int(token.value), token.place)
            case Kind.CHARACTER:
                reader.take()
                return Literal(self.charmap[int(token.value)], token.place)
            case Kind.STRING if "loose_char_term" in self.features and len(str(token.value)) == 1:
                reader.take()
                return Literal(self.charmap[ord(str(token.value))], token.place)
            case Kind.UNNAMED:
                reader.take()
                return self._refer(self.unnamed_label(int(token.value), token), token)
            case Kind.DIRECTIVE if token.text in FUNCTIONS:
                return self._function(reader)
            case Kind.DIRECTIVE if token.text in VALUES:
                reader.take()
                value = self.processor.instruction_sets if token.text == ".cpu" else VALUES[token.text]
                return Literal(value, token.place)
        if reader.accept("*"):
            return self.program.here(token.place)
        if reader.at("::"):
            return self.reference(reader)
        if reader.accept("("):
            inside = self.expression(reader)
            reader.expect(")")
            return inside
        raise reader.unexpected("a value", self._hint(token))

    @staticmethod
    def _hint(token: Token) -> str:
        if token.kind is Kind.DIRECTIVE:
            return did_you_mean(token.text, [*FUNCTIONS, *VALUES])
        if token.kind is Kind.REGISTER:
            return f"{token.text.upper()} is a register: it cannot be the name of a symbol"
        if token.text == "!":
            return "'!' applies to a whole expression: put it in parentheses, or use '~' for the bits"
        return "a string is not a number: .byte takes strings" if token.kind is Kind.STRING else ""

    def _function(self, reader: Reader) -> Expression:
        token = reader.take()
        if not reader.accept("("):
            raise reader.unexpected(f"'(' after {token.text}")
        value = FUNCTIONS[token.text](self, reader, token)
        reader.expect(")")
        return value

    # --- symbols ----------------------------------------------------------------------------------------

    def reference(self, reader: Reader) -> Expression:
        """Read a symbol and return a reference to it; a variable gives the value it has now."""
        symbol = self.symbol(reader)
        return self._refer(symbol, reader.tokens[reader.position - 1])

    def _refer(self, symbol: Symbol, token: Token) -> Expression:
        place = token.place
        self.program.refer(symbol, place)
        value = self.variables.get(symbol)
        return Reference(symbol, place) if value is None else Literal(value, place)

    def symbol(self, reader: Reader) -> Symbol:
        """Read the name of a symbol, perhaps with scopes, and return the symbol of its scope."""
        if reader.token.kind is Kind.CHEAP:
            return self.cheap_local(reader.take())
        scope, token = self.scoped_name(reader)
        return (scope or self.scope).symbol(token.text)

    def cheap_local(self, token: Token) -> Symbol:
        """Return the symbol of a name with @: it belongs to the last other label."""
        if self.last_label is None:
            raise token.error(f"no label before '{token.text}'", "a name with @ belongs to the label above it")
        scope = self.cheap_scopes.get(self.last_label)
        if scope is None:
            scope = self.cheap_scopes[self.last_label] = Scope("", None, self.last_label.full_name)
            self.program.hidden.append(scope)
        return with_local_name(scope.symbol(token.text))

    def unnamed_label(self, distance: int, token: Token) -> Symbol:
        """Return the unnamed label `distance` labels ahead, or, with a negative distance, back."""
        index = self.unnamed_count + (distance - 1 if distance > 0 else distance)
        if index < 0:
            raise token.error("there are not enough unnamed labels above this line")
        while len(self.unnamed) <= index:
            self.unnamed.append(self.unnamed_scope.symbol(f":{len(self.unnamed) + 1}"))
        return self.unnamed[index]

    def scoped_name(self, reader: Reader) -> tuple[Scope | None, Token]:
        """Read `name`, `scope::name` or `::name`; return the scope, None without one, and the name."""
        scope: Scope | None = None
        if reader.accept("::"):
            scope = self.program.root
        token = reader.expect_kind(Kind.NAME)
        while reader.accept("::"):
            scope = self._inner(scope, token)
            token = reader.expect_kind(Kind.NAME)
        return scope, token

    def _inner(self, scope: Scope | None, token: Token) -> Scope:
        around = scope or self.scope
        found = scope.scopes.get(token.text) if scope else around.visible_scope(token.text)
        if found is None:
            known = around.scopes if scope else self.program.root.scopes
            hint = did_you_mean(token.text, known, "scopes must be defined before they are used")
            raise token.error(f"there is no scope '{token.text}' here", hint)
        found.used.append(token.place)
        return found


def _folded(expression: Binary) -> Expression:
    """Return the value itself where both operands are numbers: long sums stay flat."""
    if isinstance(expression.left, Literal) and isinstance(expression.right, Literal):
        return Literal(ex.Evaluation().number(expression), expression.place)
    return expression


def with_local_name(symbol: Symbol) -> Symbol:
    """Make debuggers call a symbol by its name without nameless scopes, unless it belongs to a call of a macro."""
    if MACRO_LOCAL not in symbol.full_name:
        symbol.local_name = "::".join(part for part in symbol.full_name.split("::") if not part.startswith(NAMELESS))
    return symbol
