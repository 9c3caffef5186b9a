"""How is a ca65 source assembled? Statement by statement: labels, then an instruction, macro or directive.

The source is read once. Operands that are not known yet are kept as expressions; `Program.finish` fills
them in. What a directive does stands in the `directives` package, what an instruction does in the processor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from emulators.errors import ImageError, Place, SourceError
from host.assemblers.assembly import Assembly
from host.assemblers.ca65 import strings
from host.assemblers.ca65.parser import Parser
from host.assemblers.ca65.tokens import FEATURES, Kind, Reader, Token, tokenize
from host.assemblers.diagnostics import AssemblyError, Context, TooManyErrorsError, did_you_mean
from host.assemblers.expressions import Expression, Literal
from host.assemblers.program import Program, Target
from host.assemblers.sections import Section
from host.assemblers.source import Expansion, Input, Line, depth_of, find_file, read_lines
from host.assemblers.symbols import Kind as SymbolKind
from host.assemblers.symbols import Scope, Symbol

if TYPE_CHECKING:
    from host.assemblers.ca65.configuration import Configuration

MOST_STATEMENTS = 500_000  # a program that needs more repeats itself without end
DEEPEST = {"file": 16, "macro": 64, "repetition": 64}
NAMELESS = "("  # stands in the names of scopes without a name
MACRO_LOCAL = "·"  # stands in the names of symbols that belong to one call of a macro


class Statement(NamedTuple):
    """A line to be assembled. A macro has its tokens ready, a file does not."""

    line: Line
    tokens: tuple[Token, ...] | None = None


@dataclass
class Macro:
    """What .macro defined."""

    name: str
    parameters: list[str]
    local: list[str]
    body: list[Statement]
    place: Place
    active: int = 0


@dataclass
class Define:
    """What .define defined: a name that stands for tokens."""

    parameters: list[str]
    tokens: list[Token]


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
    base: Expression | None = None  # what an .enum counts from


class Processor(Protocol):
    """The instructions of a processor, as the dialect needs them."""

    mnemonics: frozenset[str]
    target: Target
    sections: tuple[Section, ...]  # with the one that sources begin in first
    addresses: dict[str, int]  # of the sections that get no other

    def choose(self, name: str) -> bool:
        """Switch to the instruction set of that name; False when there is none."""

    def elsewhere(self, mnemonic: str) -> str:
        """Return a hint if another instruction set has this instruction, else nothing."""

    def instruction(self, assembler: Assembler, mnemonic: Token, reader: Reader) -> None:
        """Assemble one instruction."""


@dataclass(frozen=True)
class Options:
    """What the command line can say about an assembly."""

    include_dirs: tuple[Path, ...] = ()
    defines: dict[str, int] = field(default_factory=dict)
    addresses: dict[str, int] = field(default_factory=dict)  # of segments without .org
    features: frozenset[str] = frozenset()  # of the language, as .feature names them
    configuration: Configuration | None = None  # says where all segments lie


class Assembler:
    """The state while a source is read."""

    def __init__(self, processor: Processor, options: Options) -> None:
        self.processor = processor
        self.options = options
        self.program = Program(processor.target)
        self.parser = Parser(self)
        self.input: Input[Statement] = Input()
        self.bases: list[int] = []  # open conditionals when each frame of the input began
        self.conditionals: list[Conditional] = []
        self.blocks: list[Block] = []
        self.macros: dict[str, Macro] = {}
        self.calls: list[tuple[int, Macro]] = []  # (depth of the input, macro) of the calls under way
        self.defines: dict[str, Define] = {}
        self.features = options.features
        self.charmap = list(range(256))
        self.scope: Scope = self.program.root
        self.variables: dict[Symbol, int] = {}
        self.unnamed: list[Symbol] = []
        self.unnamed_count = 0
        self.unnamed_scope = Scope("unnamed")
        self.last_label: Symbol | None = None
        self.cheap_scopes: dict[Symbol, Scope] = {}
        self.section_stack: list[Section] = []
        self.messages: list[str] = []
        self.serial = 0  # of macro calls, for their local symbols
        self.included: list[str] = []
        self.comment: Token | None = None  # a /* that is open
        for section in processor.sections:
            self.program.use(section)
        self.program.use(processor.sections[0])
        self.program.hidden.append(self.unnamed_scope)

    # --- the run ----------------------------------------------------------------------------------------

    def assemble(self, path: Path) -> Assembly:
        """Assemble a file and return the result; raises SourceErrors, or ImageError for an unreadable file."""
        return self.assemble_lines(str(path), read_lines(path, str(path)))

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; `name` stands for the text in messages."""
        place = Place(name, 1, 1)
        for name, value in self.options.defines.items():
            symbol = self.program.root.symbol(name)
            symbol.expression, symbol.address_size = Literal(value, place), 0
        self._push([Statement(line) for line in lines], None)
        try:
            self._run()
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        self._place_segments()
        assembly = self.program.finish({**self.processor.addresses, **self.options.addresses})
        assembly.messages = self.messages
        return assembly

    def _place_segments(self) -> None:
        """Do what the configuration says, or check the names of segments that were given addresses."""
        if self.options.configuration:
            try:
                self.options.configuration.place(self.program)
            except SourceError as error:
                self.program.diagnostics.report(error, Context(len(self.program.records) + 1))
                self.program.diagnostics.raise_errors()
        for name in self.options.addresses:
            if name not in self.program.sections:
                hint = did_you_mean(name, self.program.sections, f"it has: {' '.join(self.program.sections)}")
                raise ImageError(f"the source has no segment '{name}'; {hint}")

    def _run(self) -> None:
        while self.input.frames:
            statement = self.next_statement()
            if statement is None:
                self._leave_frame()
                continue
            self.program.attempt(partial(self._step, statement))
        for block in reversed(self.blocks):
            message = f"{block.directive.text} without {block.end}"
            self.program.diagnostics.report(AssemblyError(block.directive.place, message), self.program.context)

    def next_statement(self) -> Statement | None:
        """Return the next line of the innermost frame, with its record begun; None at the end of the frame."""
        statement = self.input.next_in_frame()
        if statement:
            self.program.begin(statement.line, self.input.expansion)
            if len(self.program.records) > MOST_STATEMENTS:
                message = f"the program grows beyond {MOST_STATEMENTS} lines"
                self.program.diagnostics.report(AssemblyError(statement.line.whole(), message), self.program.context)
                raise TooManyErrorsError
        return statement

    def _push(self, statements: Sequence[Statement], expansion: Expansion | None) -> None:
        self.input.push(statements, expansion)
        self.bases.append(len(self.conditionals))

    def _leave_frame(self) -> None:
        for conditional in reversed(self.conditionals[self.bases[-1] :]):
            message = f"{conditional.directive.text} without .endif"
            self.program.diagnostics.report(AssemblyError(conditional.directive.place, message), self.program.context)
        if self.comment and len(self.bases) == 1:
            error = AssemblyError(self.comment.place, "the comment has no end", "comments end with */")
            self.program.diagnostics.report(error, self.program.context)
        self.drop_frame()

    def drop_frame(self) -> None:
        """Leave the innermost frame and the conditionals that were opened in it."""
        del self.conditionals[self.bases.pop() :]
        self.input.leave()
        while self.calls and self.calls[-1][0] > len(self.input.frames):
            self.calls.pop()[1].active -= 1

    def expand(self, statements: Sequence[Statement], kind: str, name: str, place: Place) -> None:
        """Assemble statements before what comes next."""
        depth = depth_of(self.input.expansion) + 1
        if depth > DEEPEST[kind]:
            message = f"{'includes' if kind == 'file' else 'macros'} call one another more than {DEEPEST[kind]} deep"
            error = AssemblyError(place, message, f"does '{name}' end up calling itself?")
            self.program.diagnostics.report(error, self.program.context)
            raise TooManyErrorsError
        record = self.program.record.line
        line = (record.file, record.number) if kind == "macro" else (place.file, place.line)
        self._push(statements, Expansion(kind, name, place, line, self.input.expansion, depth))

    # --- one statement ----------------------------------------------------------------------------------

    @property
    def skipping(self) -> bool:
        """True inside a branch that is not taken."""
        return bool(self.conditionals) and not self.conditionals[-1].active

    def tokens(self, statement: Statement) -> Sequence[Token]:
        """Return the tokens of a statement as they stand in the source."""
        return statement.tokens or tokenize(self._without_comment(statement.line), self.features)

    def _without_comment(self, line: Line) -> Line:
        """Return the line with what belongs to a /* comment */ of several lines blanked out."""
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

    def _step(self, statement: Statement) -> None:
        from host.assemblers.ca65.directives import conditional  # directives know the assembler

        if self.skipping:
            conditional.skip(self, statement)
            return
        tokens = self._expanded(self.tokens(statement))
        reader = Reader(tokens)
        if reader.at_end:
            return
        if self.blocks and self.blocks[-1].end in (".endstruct", ".endunion", ".endenum"):
            from host.assemblers.ca65.directives import structures

            if structures.member(self, reader):
                return
        self._statement(reader)

    def _expanded(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Return the tokens with .define names and text functions replaced."""
        from host.assemblers.ca65.directives import macros

        if self.defines and not any(token.text in macros.DEFINING for token in tokens[:3]):
            tokens = macros.replace_defines(self, tokens)
        if any(token.text in macros.STORING for token in tokens[:3]):
            return tokens
        return strings.expand(self, tokens)

    def _statement(self, reader: Reader) -> None:
        label = self._label(reader)
        if reader.at_end:
            return
        section, before = self.program.section, self.program.section.length
        self._operation(reader)
        if label and self.program.section is section:
            label.length = section.length - before

    def _label(self, reader: Reader) -> Symbol | None:
        """Read the label or the assignment at the start of a statement."""
        token, following = reader.token, reader.ahead(1)
        if reader.at("*") and following.text == "=" and "pc_assignment" in self.features:
            reader.position += 1
            reader.take()
            self.set_origin(reader)
            return None
        if reader.at(":"):
            reader.take()
            self._define_unnamed(token)
            return None
        if token.kind == Kind.UNNAMED:
            hint = "write ':' alone for the label, ':+' and ':-' to refer to it"
            raise AssemblyError(token.place, "a reference to an unnamed label is not a statement", hint)
        if token.kind not in (Kind.NAME, Kind.CHEAP):
            return None
        if following.kind == Kind.OPERATOR and following.text in ("=", ":="):
            self._assignment(reader)
            return None
        if following.text == ".set" and following.kind == Kind.DIRECTIVE:
            self._variable(reader)
            return None
        if following.kind == Kind.OPERATOR and following.text == ":":
            reader.position += 2
            return self.define_label(token)
        if token.kind == Kind.CHEAP or self._is_bare_label(token):
            if "labels_without_colons" not in self.features:
                raise AssemblyError(following.place, f"expected ':' behind the label '{token.text}'")
            reader.take()
            return self.define_label(token)
        return None

    def _is_bare_label(self, token: Token) -> bool:
        free = token.text.upper() not in self.processor.mnemonics and token.text not in self.macros
        return free and token.column == 1 and "labels_without_colons" in self.features

    def _operation(self, reader: Reader) -> None:
        from host.assemblers.ca65.directives import DIRECTIVES, macros, unknown_directive

        token = reader.take()
        if token.kind == Kind.NAME and token.text.upper() in self.processor.mnemonics:
            self.processor.instruction(self, token, reader)
        elif token.kind == Kind.NAME and token.text in self.macros:
            macros.call(self, self.macros[token.text], token, reader)
            return
        elif token.kind == Kind.DIRECTIVE and token.text in DIRECTIVES:
            DIRECTIVES[token.text](self, token, reader)
        elif token.kind == Kind.DIRECTIVE:
            raise unknown_directive(token)
        else:
            raise self._unknown_operation(token, reader)
        reader.expect_end()

    def _unknown_operation(self, token: Token, reader: Reader) -> AssemblyError:
        if token.kind == Kind.OPERATOR and token.text == "*" and reader.at("="):
            return AssemblyError(token.place, "'*=' sets no origin here", "write '.org', or '.feature pc_assignment'")
        if token.kind == Kind.OVERRIDE:
            hint = "a: z: and f: are sizes of addresses: A, Z and F cannot be labels"
            return AssemblyError(token.place, f"unexpected '{token.text}' at the start of a statement", hint)
        if token.kind == Kind.REGISTER:
            hint = f"{token.text.upper()} is a register: it cannot be the name of a symbol"
            return AssemblyError(token.place, f"unexpected '{token.text}' at the start of a statement", hint)
        if token.kind != Kind.NAME:
            return AssemblyError(token.place, f"unexpected '{token.text}' at the start of a statement")
        hint = self.processor.elsewhere(token.text)
        if not hint:
            hint = did_you_mean(token.text, [*self.processor.mnemonics, *self.macros], "a label ends with ':'")
        return AssemblyError(token.place, f"unknown operation '{token.text}'", hint)

    # --- symbols ----------------------------------------------------------------------------------------

    def define_label(self, token: Token, kind: SymbolKind = SymbolKind.LABEL) -> Symbol:
        """Give a name the current location."""
        symbol = self.own_symbol(token)
        here = self.program.here(token.place)
        self.program.define(symbol, here, kind, token.place)
        if self.program.record.here is None:
            self.program.record.here = here
        self._remember(symbol, token)
        return symbol

    def own_symbol(self, token: Token) -> Symbol:
        """Return the symbol that a definition of this name in this place means."""
        if token.kind == Kind.CHEAP:
            return self.cheap_local(token)
        symbol = self.scope.symbol(token.text)
        symbol.private = MACRO_LOCAL in token.text or NAMELESS in self.scope.prefix
        return _with_local_name(symbol) if symbol.private else symbol

    def _remember(self, symbol: Symbol, token: Token) -> None:
        from host.assemblers.ca65.sizes import address_size

        if symbol.expression is not None:
            symbol.address_size = address_size(symbol.expression)
        if token.kind != Kind.CHEAP:
            self.last_label = symbol

    def _assignment(self, reader: Reader) -> None:
        token, operator = reader.take(), reader.take()
        expression = self.parser.expression(reader)
        reader.expect_end()
        kind = SymbolKind.CONSTANT if operator.text == "=" else SymbolKind.LABEL
        symbol = self.own_symbol(token)
        self.program.define(symbol, expression, kind, token.place)
        self._remember(symbol, token)

    def _variable(self, reader: Reader) -> None:
        token = reader.take()
        reader.take()
        place = reader.token.place
        value = Literal(self.parser.constant(reader), place)
        reader.expect_end()
        symbol = self.own_symbol(token)
        first = symbol.expression if symbol.kind == SymbolKind.VARIABLE else None
        self.program.define(symbol, value, SymbolKind.VARIABLE, token.place)
        symbol.expression = first or value  # uses further up mean the first value
        self.variables[symbol] = value.number
        self._remember(symbol, token)

    def cheap_local(self, token: Token) -> Symbol:
        """Return the symbol of a name with @: it belongs to the last other label."""
        if self.last_label is None:
            message = f"no label before '{token.text}'"
            raise AssemblyError(token.place, message, "a name with @ belongs to the label above it")
        scope = self.cheap_scopes.get(self.last_label)
        if scope is None:
            scope = self.cheap_scopes[self.last_label] = Scope("", None, self.last_label.full_name)
            self.program.hidden.append(scope)
        return _with_local_name(scope.symbol(token.text))

    def unnamed_label(self, distance: int, token: Token) -> Symbol:
        """Return the unnamed label that many labels ahead, or, with a negative distance, back."""
        index = self.unnamed_count + (distance - 1 if distance > 0 else distance)
        if index < 0:
            raise AssemblyError(token.place, "there are not enough unnamed labels above this line")
        while len(self.unnamed) <= index:
            self.unnamed.append(self.unnamed_scope.symbol(f":{len(self.unnamed) + 1}"))
        return self.unnamed[index]

    def _define_unnamed(self, token: Token) -> None:
        symbol = self.unnamed_label(1, token)
        here = self.program.here(token.place)
        self.program.define(symbol, here, SymbolKind.LABEL, token.place)
        self.program.record.here = here
        self.unnamed_count += 1

    def set_origin(self, reader: Reader) -> None:
        """Read an address and go on there."""
        place = reader.token.place
        address = self.parser.constant(reader)
        if not 0 <= address < self.program.target.size:
            message = f"there is no address {address}: $0000 to ${self.program.target.size - 1:04X}"
            raise AssemblyError(place, message)
        self.program.set_origin(address)
        self.program.record.here = self.program.here(place)

    # --- services for directives ------------------------------------------------------------------------

    def find_file(self, token: Token) -> Path:
        """Return the file that a string names: beside the file it stands in, or in an include directory."""
        name = str(token.value).encode("latin-1").decode("utf-8", "replace")
        folders = [Path(token.line.file).parent, *self.options.include_dirs]
        with suppress(OSError, ValueError):  # names that no file system takes
            if name and (path := find_file(folders, name)):
                return path
        searched = ", ".join(str(folder) for folder in folders)
        raise AssemblyError(token.place, f"cannot find the file '{name}'", f"searched in: {searched}")

    def include(self, token: Token) -> None:
        """Assemble a file before what comes next."""
        path = self.find_file(token)
        try:
            lines = read_lines(path, str(path))
        except ImageError as error:
            raise AssemblyError(token.place, str(error)) from None
        self.expand([Statement(line) for line in lines], "file", str(path), token.place)

    def enable(self, names: Iterable[Token]) -> None:
        """Switch language features on."""
        for token in names:
            if token.text.lower() not in FEATURES:
                known = "supported are: " + " ".join(sorted(FEATURES))
                raise AssemblyError(token.place, f"unsupported feature '{token.text}'", known)
            self.features |= {token.text.lower()}


def _with_local_name(symbol: Symbol) -> Symbol:
    """Let debuggers call a symbol by its name without nameless scopes, unless it belongs to a call of a macro."""
    if MACRO_LOCAL not in symbol.full_name:
        symbol.local_name = "::".join(part for part in symbol.full_name.split("::") if not part.startswith(NAMELESS))
    return symbol
