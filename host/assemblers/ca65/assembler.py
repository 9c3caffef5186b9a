"""The ca65 assembler, statement by statement: labels, then an instruction, macro or directive.

The source is read once. Operands that are not known yet are kept as expressions; `Program.finish` fills
them in. The directives are in `directives`, `macros` and `data`, the instructions in
the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from emulators.errors import Cure, ImageError, Place, SourceError, did_you_mean
from host.assemblers.ca65 import directives, macros, scopes
from host.assemblers.ca65.state import DIRECTIVES, State
from host.assemblers.ca65.tokens import Kind, Reader, Statement, Token
from host.assemblers.expressions import Kind as SymbolKind
from host.assemblers.expressions import Literal, Symbol
from host.assemblers.program import Assembly
from host.languages.assembly import AssemblyError, Context, Line, TooManyErrorsError, read_lines

LABEL_HINT = "a label ends with ':', unless --feature labels_without_colons is given"


class Assembler(State):
    """Reads a source."""

    def assemble(self, path: Path) -> Assembly:
        """Assemble a file and return the result; raises SourceErrors, or ImageError for an unreadable file."""
        return self.assemble_lines(str(path), read_lines(path, str(path)))

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text and return the result; messages call the text `name`."""
        place = Place(name, 1, 1)
        for name, value in {**dict.fromkeys(self.options.target.symbols, 1), **self.options.defines}.items():
            symbol = self.program.root.symbol(name)
            symbol.expression, symbol.address_size = Literal(value, place), 0
        self.push([Statement(line) for line in lines], None)
        try:
            self._run()
        except TooManyErrorsError:
            self.program.diagnostics.raise_errors()
        self._place_segments()
        assembly = self.program.finish({**self.processor.addresses, **self.options.addresses})
        assembly.messages = self.messages
        return assembly

    def _place_segments(self) -> None:
        """Apply the configuration, or check the names of segments that were given addresses."""
        if self.options.configuration:
            try:
                if self.tables and self.options.configuration.has_tables:
                    message = f"{self.tables[0].text} puts a name into a table of the linker's, which is not made here"
                    raise self.tables[0].error(message, "the configuration asks for the table: FEATURES, CONDES")
                self.options.configuration.place(self.program)
            except SourceError as error:
                self.program.diagnostics.report(error, Context(len(self.program.records) + 1, None, None))
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
            self.program.diagnostics.report(block.directive.error(message), self.program.record)

    def _leave_frame(self) -> None:
        for conditional in reversed(self.conditionals[self.bases[-1] :]):
            message = f"{conditional.directive.text} without .endif"
            self.program.diagnostics.report(conditional.directive.error(message), self.program.record)
        if self.comment and len(self.bases) == 1:
            error = self.comment.error("the comment is not closed", "comments end with */")
            self.program.diagnostics.report(error, self.program.record)
        self.drop_frame()

    def _step(self, statement: Statement) -> None:
        if self.skipping:
            directives.skip(self, statement)
            return
        tokens = self._expanded(self.tokens(statement))
        reader = Reader(tokens)
        if reader.at_end:
            return
        inside = self.blocks and self.blocks[-1].end in scopes.ENDS
        if inside and scopes.member(self, reader):
            return
        self._statement(reader)

    def _expanded(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Return the tokens with .define names and text functions replaced."""
        texts = [token.text for token in tokens]
        if self.defines.keys().isdisjoint(texts) and macros.TEXT_FUNCTIONS.keys().isdisjoint(texts):
            return tokens
        first = {token.text for token in tokens[:3]}
        if self.defines and macros.DEFINING.isdisjoint(first):
            tokens = macros.replace_defines(self, tokens)
        return macros.expand(self, tokens) if macros.STORING.isdisjoint(first) else tokens

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
        if token.text == "*" and following.text == "=" and "pc_assignment" in self.features:
            reader.go(reader.position + 2)
            self.set_origin(reader)
            return None
        if reader.accept(":"):
            self._define_unnamed(token)
            return None
        if token.kind is Kind.UNNAMED:
            hint = "write ':' alone for the label, ':+' and ':-' to refer to it"
            raise token.error("a reference to an unnamed label is not a statement", hint)
        if token.kind not in (Kind.NAME, Kind.CHEAP):
            return None
        if following.kind is Kind.OPERATOR and following.text in ("=", ":="):
            self._assignment(reader)
            return None
        if following.text == ".set" and following.kind is Kind.DIRECTIVE:
            self._variable(reader)
            return None
        if following.kind is Kind.OPERATOR and following.text == ":":
            reader.go(reader.position + 2)
            return self.define_label(token)
        bare = "labels_without_colons" in self.features
        free = bare and token.column == 1 and token.text not in self.macros
        if token.kind is Kind.CHEAP or (free and token.text.upper() not in self.processor.mnemonics):
            if not bare:
                hint = Cure(f"write '{token.text}:'", token.text, f"{token.text}:", token.place)
                raise following.error(f"expected ':' after the label '{token.text}'", hint)
            reader.take()
            return self.define_label(token)
        return None

    def _operation(self, reader: Reader) -> None:
        token = reader.take()
        if token.kind is Kind.NAME and token.text.upper() in self.processor.mnemonics:
            self.processor.instruction(self, token, reader)
        elif token.kind is Kind.NAME and token.text in self.macros:
            macros.call(self, self.macros[token.text], token, reader)
            return
        elif token.kind is Kind.DIRECTIVE and token.text in DIRECTIVES:
            DIRECTIVES[token.text](self, token, reader)
        elif token.kind is Kind.DIRECTIVE:
            raise directives.unknown_directive(token)
        else:
            raise self._unknown_operation(token, reader)
        reader.expect_end()

    def _unknown_operation(self, token: Token, reader: Reader) -> AssemblyError:
        if token.kind is Kind.OPERATOR and token.text == "*" and reader.at("="):
            written = token.line.text[token.column - 1 : reader.token.column]
            cure = Cure("write '.org', or '.feature pc_assignment'", written, ".org")
            return token.error("'*=' sets no origin here", cure)
        if token.kind is Kind.OVERRIDE:
            hint = "a: z: and f: are sizes of addresses: A, Z and F cannot be labels"
            return token.error(f"unexpected '{token.text}' at the start of a statement", hint)
        if token.kind is Kind.REGISTER:
            hint = f"{token.text.upper()} is a register: it cannot be the name of a symbol"
            return token.error(f"unexpected '{token.text}' at the start of a statement", hint)
        if token.kind is not Kind.NAME:
            return token.error(f"unexpected '{token.text}' at the start of a statement")
        hint = self.processor.elsewhere(token)
        if not hint:
            spelt = str.lower if token.text.islower() else str
            known = [*map(spelt, self.processor.mnemonics), *self.macros]
            hint = did_you_mean(token.text, known, Cure(LABEL_HINT, token.text, f"{token.text}:"))
        return token.error(f"unknown operation '{token.text}'", hint)

    def _assignment(self, reader: Reader) -> None:
        token, operator = reader.take(), reader.take()
        expression = self.expression(reader)
        reader.expect_end()
        kind = SymbolKind.CONSTANT if operator.text == "=" else SymbolKind.LABEL
        symbol = self.own_symbol(token)
        self.program.define(symbol, expression, kind, token.place)
        self.remember(symbol, token)

    def _variable(self, reader: Reader) -> None:
        token = reader.take()
        reader.take()
        place = reader.token.place
        value = Literal(self.constant(reader), place)
        reader.expect_end()
        symbol = self.own_symbol(token)
        first = symbol.expression if symbol.kind is SymbolKind.VARIABLE else None
        self.program.define(symbol, value, SymbolKind.VARIABLE, token.place)
        symbol.expression = first or value  # uses further up mean the first value
        self.variables[symbol] = value.number
        self.remember(symbol, token)

    def _define_unnamed(self, token: Token) -> None:
        symbol = self.unnamed_label(1, token)
        here = self.program.here(token.place)
        self.program.define(symbol, here, SymbolKind.LABEL, token.place)
        self.program.record.start = here
        self.unnamed_count += 1
