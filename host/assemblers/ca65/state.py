"""The state while a ca65 source is read, and its services for directives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulators.errors import ImageError, Place
from host.assemblers.ca65.configuration import Configuration
from host.assemblers.ca65.parser import MACRO_LOCAL, NAMELESS, Parser, Processor, address_size, with_local_name
from host.assemblers.ca65.tokens import CONTINUED, FEATURES, Kind, Macro, Reader, Statement, Token, tokenize
from host.assemblers.expressions import Expression, Scope, Symbol
from host.assemblers.expressions import Kind as SymbolKind
from host.assemblers.feed import Feed
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError, Expansion, Line, entering, find_file, read_lines

# ---------------------------------------------------------------- targets

# The effects of a target of ca65 (-t): symbols that name it, and the codes of characters.
#
# Source: measured, character by character, from ca65 2.18.


class Target(NamedTuple):
    """A machine: the symbols that are 1, and the code of each character of the source."""

    symbols: tuple[str, ...] = ()
    codes: tuple[int, ...] = tuple(range(256))


def _petscii() -> tuple[int, ...]:
    """Commodore's: capital letters are C1-DA, small ones 41-5A."""
    single = {
        0x08: 0x14, 0x0A: 0x0D, 0x0B: 0x11, 0x0C: 0x93, 0x0D: 0x0A, 0x11: 0x0B, 0x14: 0x08, 0x5C: 0xBF, 0x5F: 0xA4,
        0x60: 0xAD, 0x7B: 0xB3, 0x7C: 0xDD, 0x7D: 0xAB, 0x7E: 0xB1, 0x7F: 0xDF, 0x93: 0x0C,
    }  # fmt: skip
    turned = {range(0x41, 0x5B): 0x80, range(0x61, 0x7B): 0x20, range(0xC0, 0xE0): 0xA0}
    codes = {code: code ^ bits for stretch, bits in turned.items() for code in stretch} | single
    return tuple(codes.get(code, code) for code in range(256))


PETSCII = _petscii()
ATASCII = tuple({0x07: 0xFD, 0x09: 0x7F, 0x0A: 0x9B, 0x0C: 0x7D}.get(code, code) for code in range(256))
TARGETS = {
    "none": Target(),
    "kim1": Target(("__KIM1__",)),
    "apple2": Target(("__APPLE2__",)),
    "atari": Target(("__ATARI__",), ATASCII),
    "c128": Target(("__CBM__", "__C128__"), PETSCII),
    "c16": Target(("__CBM__", "__C16__"), PETSCII),
    "c64": Target(("__CBM__", "__C64__"), PETSCII),
    "pet": Target(("__CBM__", "__PET__"), PETSCII),
    "plus4": Target(("__CBM__", "__PLUS4__", "__C16__"), PETSCII),
    "vic20": Target(("__CBM__", "__VIC20__"), PETSCII),
}


DEEPEST = {"file": (16, "includes"), "macro": (64, "macros"), "repetition": (64, "macros")}


@dataclass
class Conditional:
    """An .if that is open."""

    directive: Token
    active: bool  # its lines are being assembled
    done: bool  # a branch has been taken, or none must be
    otherwise: Token | None = None  # the .else


@dataclass
class Block:
    """A .proc, .scope, .struct or .enum that is open; `end` is the directive that closes it."""

    directive: Token
    end: str
    scope: Scope
    outer: Scope
    start: tuple[Section, int]
    offset: int = 0  # of the next member
    largest: int = 0  # end of the largest member of a union
    base: Expression | None = None  # the start of an .enum's count
    member: Symbol | None = None  # inside another structure: the member with the size of this one


@dataclass(frozen=True)
class Options:
    """The facts about an assembly that the command line can give."""

    include_dirs: tuple[Path, ...] = ()
    defines: dict[str, int] = field(default_factory=dict)
    addresses: dict[str, int] = field(default_factory=dict)  # of segments without .org
    features: frozenset[str] = frozenset()  # of the language, as .feature names them
    configuration: Configuration | None = None  # says where all segments lie
    target: Target = TARGETS["none"]


class State(Parser):
    """The state of the assembly: the program so far, and the current place in it."""

    def __init__(self, processor: Processor, options: Options) -> None:
        super().__init__(processor, options.features)
        self.options = options
        self.charmap = list(options.target.codes)
        self.declared: dict[Symbol, int] = {}  # the sizes of addresses of imported and global symbols
        self.tables: list[Token] = []  # the directives that put a name into a table of the linker's
        self.input: Feed[Statement] = Feed(self.program, DEEPEST)
        self.bases: list[int] = []  # open conditionals when each frame of the input began
        self.conditionals: list[Conditional] = []
        self.blocks: list[Block] = []
        self.calls: list[tuple[int, Macro]] = []  # (depth of the input, macro) of the calls under way
        self.section_stack: list[Section] = []
        self.messages: list[str] = []
        self.serial = 0  # of macro calls, for their local symbols
        self.comment: Token | None = None  # a /* that is open
        for section in processor.sections:
            self.program.use(section)
        self.program.use(processor.sections[0])

    def next_statement(self) -> Statement | None:
        """Return the next line of the innermost frame, with its record begun; None at the end of the frame."""
        return self.input.next_in_frame()

    def push(self, statements: Sequence[Statement], expansion: Expansion | None) -> None:
        """Put statements before the next ones."""
        self.input.push(statements, expansion)
        self.bases.append(len(self.conditionals))

    @property
    def skipping(self) -> bool:
        """True inside a branch that is not taken."""
        return bool(self.conditionals) and not self.conditionals[-1].active

    def drop_frame(self) -> None:
        """Leave the innermost frame and the conditionals that were opened in it."""
        del self.conditionals[self.bases.pop() :]
        self.input.leave()
        while self.calls and self.calls[-1][0] > len(self.input.frames):
            self.calls.pop()[1].active -= 1

    def expand(self, statements: Sequence[Statement], kind: str, name: str, place: Place) -> None:
        """Assemble statements before the next ones."""
        caller = None if kind == "macro" else (place.file, place.line)
        self.input.expand(statements, kind, name, place, caller)
        self.bases.append(len(self.conditionals))

    def tokens(self, statement: Statement) -> Sequence[Token]:
        """Return the tokens of a statement as they are in the source."""
        if statement.tokens:
            return statement.tokens
        tokens = tokenize(self._without_comment(statement.line), self.features)
        while tokens[-1].text == CONTINUED and (following := self.next_statement()):
            tokens = [*tokens[:-1], *tokenize(self._without_comment(following.line), self.features)]
        return tokens

    def _without_comment(self, line: Line) -> Line:
        """Return the line with the parts of a /* comment */ of several lines blanked out."""
        if "c_comments" not in self.features:
            return line
        text = line.text
        if self.comment:
            end = text.find("*/")
            if end < 0:
                return line._replace(text="")
            text, self.comment = " " * (end + 2) + text[end + 2 :], None
        opened = text.rfind("/*")
        if opened >= 0 and "*/" not in text[opened:] and ";" not in text[:opened]:
            self.comment = Token(Kind.OPERATOR, "/*", "/*", line, opened + 1, 2)
            text = text[:opened]
        return line._replace(text=text)

    def define_label(self, token: Token, kind: SymbolKind = SymbolKind.LABEL) -> Symbol:
        """Give a name the current location."""
        symbol = self.own_symbol(token)
        here = self.program.here(token.place)
        self.program.define(symbol, here, kind, token.place)
        self.program.record.start = self.program.record.start or here
        self.remember(symbol, token)
        return symbol

    def own_symbol(self, token: Token) -> Symbol:
        """Return the symbol that a definition of this name in this place means."""
        if token.kind is Kind.CHEAP:
            return self.cheap_local(token)
        symbol = self.scope.symbol(token.text)
        symbol.private = MACRO_LOCAL in token.text or NAMELESS in self.scope.prefix
        return with_local_name(symbol) if symbol.private else symbol

    def remember(self, symbol: Symbol, token: Token) -> None:
        """Note the size of a symbol that has just been defined, and that names with @ belong to it."""
        if symbol.expression is not None:
            symbol.address_size = address_size(symbol.expression)
        if token.kind is not Kind.CHEAP:
            self.last_label = symbol

    def set_origin(self, reader: Reader) -> None:
        """Read an address and go on there."""
        place = reader.token.place
        address = self.constant(reader)
        if not 0 <= address < self.program.target.size:
            raise AssemblyError(place, f"there is no address {address}: $0000 to ${self.program.target.size - 1:04X}")
        self.program.set_origin(address)
        self.program.record.start = self.program.here(place)

    def find_file(self, token: Token) -> Path:
        """Return the file that a string names: beside its source, or in an include directory."""
        name = str(token.value).encode("latin-1").decode("utf-8", "replace")
        folders = [Path(token.line.file).parent, *self.options.include_dirs]
        with suppress(OSError, ValueError):  # names that no file system takes
            if name and (path := find_file(folders, name)):
                return path
        searched = ", ".join(str(folder) for folder in folders)
        raise token.error(f"cannot find the file '{name}'", f"searched in: {searched}")

    def include(self, token: Token) -> None:
        """Assemble a file before the next statement."""
        path = self.find_file(token)
        try:
            lines = read_lines(path, str(path))
        except ImageError as error:
            raise token.error(str(error)) from None
        self.expand([Statement(line) for line in lines], "file", str(path), token.place)

    def switch(self, setting: str, reader: Reader) -> None:
        """Read the + or - after a directive, or on, or off; nothing is +; and switch a setting of the language."""
        words = {"-": False, "OFF": False, "+": True, "ON": True}
        on = reader.at_end or words.get(reader.token.text.upper())
        if on is None:
            raise reader.unexpected("+ or -")
        if not reader.at_end:
            reader.take()
        self.features = self.features | {setting} if on else self.features - {setting}

    def enable(self, names: Iterable[Token]) -> None:
        """Switch language features on."""
        for token in names:
            if token.text.lower() not in FEATURES:
                raise token.error(f"unsupported feature '{token.text}'", "supported are: " + " ".join(sorted(FEATURES)))
            self.features |= {token.text.lower()}


Handler = Callable[[State, Token, Reader], None]  # the directive itself, and its operands
DIRECTIVES: dict[str, Handler] = {}
directive = entering(DIRECTIVES)
