"""Parsing declarations.

Source: Revised Report on ALGOL 60, chapter 5; the rules are quoted above the functions.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

from emulators import errors
from emulators.errors import did_you_mean
from host.compilers.algol import hints, syntax
from host.compilers.algol.parser.expressions import Expressions
from host.compilers.algol.parser.stream import DECLARATORS, STATEMENT_WORDS, TYPES, Fault
from host.compilers.algol.symbols import NAME, Token
from host.compilers.algol.syntax import Kind, Type

TYPE = {"integer": Type.INTEGER, "real": Type.REAL, "Boolean": Type.BOOLEAN}
UNKNOWN = "?"  # the name of a procedure with a heading that could not be understood: no program can use it
SPECIFIERS = frozenset(("string", "integer", "real", "Boolean", "array", "label", "switch", "procedure"))


@dataclass
class _Heading:
    """The formal parameters while a procedure heading is read."""

    formals: list[Token] = field(default_factory=list)
    values: set[str] = field(default_factory=set)
    specifications: dict[str, syntax.Specification] = field(default_factory=dict)
    named: dict[str, list[Token]] = field(default_factory=dict)  # in the value part and the specifications
    strangers: bool = False  # it names something that is not a formal parameter


class Declarations(Expressions):
    """The part of the parser that reads declarations."""

    @abstractmethod
    def statement(self) -> syntax.Statement:
        """Read a statement: the body of a procedure."""

    @abstractmethod
    def skip(self) -> list[syntax.Statement]:
        """Go past a part that cannot be understood."""

    # <declaration> ::= <type declaration> | <array declaration> | <switch declaration> | <procedure declaration>
    def declaration(self) -> syntax.Declaration:
        """Read one declaration, without the semicolon after it."""
        first = self.token
        if self.symbol == "switch":
            return self._switch()
        own = self.accept("own")
        kind = TYPE[self.advance().symbol] if self.symbol in TYPES else None
        if self.symbol == "array":
            return self._arrays(first, own, kind or Type.REAL)
        if self.symbol == "procedure":
            if own:
                self.diagnostics.error(self.span(first), "only variables and arrays can be 'own'")
            return self._procedure(kind or Type.NONE)
        if kind is None:
            raise self.fault(
                f"expected a type after 'own', found {self.found()}", "'own' stands before integer, real, Boolean"
            )
        return self._variables(first, own, kind)

    def mend(self) -> bool:
        """Read a word that is nearly a declarator as that, after an error; return whether there was one.

        `integr i` is one identifier. It is a slip if it is nowhere else: then nothing declares it.
        """
        written = self.source.text[self.token.start : self.token.end]
        first, *rest = written.split() or [""]
        before_name = bool(rest) and self.peek() in (",", ";", "[", "(")
        if self.symbol != NAME or not (before_name or (not rest and self.peek() in ("array", "procedure"))):
            return False
        meant = hints.meant(first, DECLARATORS)
        if not meant or sum(each.value == self.token.value for each in self.tokens) > 1:
            return False
        message = f"'{written}' is not declared" if rest else f"there is no type '{written}'"
        self.error(message, errors.meant(first, meant))
        start, end = self.token.start, self.token.end
        tokens = [Token(meant, "", start, start + len(first))]
        if rest:
            tokens.append(Token(NAME, "".join(rest).lower(), end - len(written[len(first) :].lstrip()), end))
        self.tokens[self.position : self.position + 1] = tokens
        self.token, self.symbol = tokens[0], meant
        return True

    # <type declaration> ::= <local or own type> <type list>
    # <local or own type> ::= <type> | own <type>
    def _variables(self, first: Token, own: bool, kind: Type) -> syntax.TypeDeclaration:
        variables = tuple(syntax.Variable(self.span(each), each.value, kind, own) for each in self._identifiers())
        return syntax.TypeDeclaration(self.since(first), variables)

    def _identifiers(self) -> tuple[Token, ...]:
        return self.several(lambda: self.expect(NAME))

    # <array declaration> ::= array <array list> | <local or own type> array <array list>
    # <array list> ::= <array segment> | <array list> , <array segment>
    def _arrays(self, first: Token, own: bool, kind: Type) -> syntax.ArrayDeclaration:
        self.expect("array")
        segments = self.several(lambda: self._segment(own, kind))
        return syntax.ArrayDeclaration(self.since(first), segments)

    # <array segment> ::= <array identifier> [ <bound pair list> ] | <array identifier> , <array segment>
    # <bound pair list> ::= <bound pair> | <bound pair list> , <bound pair>
    def _segment(self, own: bool, kind: Type) -> syntax.ArraySegment:
        first = self.token
        arrays = tuple(syntax.Array(self.span(each), each.value, kind, own) for each in self._identifiers())
        self.expect("[", " before the bounds of an array")
        bounds = self.several(self._bound_pair)
        self.expect("]", " after the bounds of an array")
        return syntax.ArraySegment(self.since(first), arrays, bounds)

    # <bound pair> ::= <lower bound> : <upper bound>
    def _bound_pair(self) -> syntax.BoundPair:
        first = self.token
        lower = self.expression()
        self.expect(":", " between two bounds", "an array has a lower and an upper bound, like [1:10]")
        upper = self.expression()
        return syntax.BoundPair(self.since(first), lower, upper)

    # <switch declaration> ::= switch <switch identifier> := <switch list>
    # <switch list> ::= <designational expression> | <switch list> , <designational expression>
    def _switch(self) -> syntax.Switch:
        self.expect("switch")
        name = self.expect(NAME, " as the name of the switch")
        self.expect(":=", " after the name of the switch")
        return syntax.Switch(self.span(name), name.value, self.several(self.expression))

    # <procedure declaration> ::= procedure <procedure heading> <procedure body> |
    #     <type> procedure <procedure heading> <procedure body>
    # <procedure body> ::= <statement>
    def _procedure(self, kind: Type) -> syntax.Procedure:
        depth, start = self.depth, self.position
        try:
            name, formals = self.procedure_heading()
        except Fault:
            self.depth = depth
            name = self.token
            if self._skip_heading():
                self.statement()
            self.doubt(start)
            return syntax.Procedure(self.span(name), UNKNOWN, kind, (), syntax.Dummy(self.span(name), ()))
        return syntax.Procedure(self.span(name), name.value, kind, formals, self.statement())

    def _skip_heading(self) -> bool:
        """Go past the rest of a heading that cannot be understood; return whether the body follows."""
        ahead = 0
        while self.peek(ahead) in (NAME, ",", ";", ":"):
            ahead += 1
        for _ in range(ahead if self.peek(ahead) == ")" else 0):  # the rest of the formal parameters
            self.advance()
        self.skip()
        while self.symbol == ";" and self._specifies():
            self.advance()
            self.skip()
        if self.symbol == ";" and self.peek() in DECLARATORS:  # the body was in the part that could not be understood
            return False
        self.accept(";")
        return True

    def _specifies(self) -> bool:
        """Whether a part of a heading, and not a declaration, follows the semicolon here."""
        return self.peek() in SPECIFIERS | {"value"} and "procedure" not in (self.peek(), self.peek(2))

    # <procedure heading> ::= <procedure identifier> <formal parameter part> ; <value part> <specification part>
    def procedure_heading(self) -> tuple[Token, tuple[syntax.Formal, ...]]:
        """Read a heading; return the name and the formal parameters."""
        self.expect("procedure")
        name = self.expect(NAME, " as the name of the procedure")
        heading = _Heading(self._formals())
        goes_on = self.symbol in SPECIFIERS | {"value"} and self.tokens[self.position - 1].symbol == ")"
        self.expect(";", " after the heading of a procedure", "is ';' missing?" if goes_on else "")
        if self.symbol == "value":
            self._values(heading, name.value)
        while self.symbol in SPECIFIERS or self.mend():
            self._specifications(heading, name.value)
        if self.symbol == "value":
            raise self.fault("the value part stands before the specifications", "like: value x; integer x;")
        return name, tuple(self._formal(each, heading) for each in heading.formals)

    def _formal(self, name: Token, heading: _Heading) -> syntax.Formal:
        specification = heading.specifications.get(name.value)
        formal = syntax.Formal(self.span(name), name.value, name.value in heading.values, specification)
        formal.named = tuple(self.span(each) for each in heading.named.get(name.value, ()))
        return formal

    # <formal parameter part> ::= <empty> | ( <formal parameter list> )
    # <formal parameter list> ::= <formal parameter> | <formal parameter list> <parameter delimiter> <formal parameter>
    def _formals(self) -> list[Token]:
        if not self.accept("("):
            return []
        formals: list[Token] = []
        while not formals or self.parameter_delimiter():
            hint = hints.SPECIFICATIONS if self.symbol in SPECIFIERS else ""
            formals.append(self.expect(NAME, " as a formal parameter", hint))
        self.expect(")", " after the formal parameters", hints.SPECIFICATIONS if self.symbol == ":" else "")
        return formals

    # <value part> ::= value <identifier list> ; | <empty>
    def _values(self, heading: _Heading, procedure: str) -> None:
        self.advance()
        for each in self._identifiers():
            if self._is_formal(each, heading, procedure):
                if each.value in heading.values:
                    self.diagnostics.error(self.span(each), f"'{each.value}' stands twice in the value part")
                heading.values.add(each.value)
        self.expect(";", " after the value part")

    # <specification part> ::= <empty> | <specifier> <identifier list> ; | <specification part> <specifier> ...
    # <specifier> ::= string | <type> | array | <type> array | label | switch | procedure | <type> procedure
    def _specifications(self, heading: _Heading, procedure: str) -> None:
        first = self.token
        kind, type_ = self._specifier()
        at = self.since(first)
        for each in self._identifiers():
            if self._is_formal(each, heading, procedure):
                if each.value in heading.specifications:
                    self.diagnostics.error(self.span(each), f"'{each.value}' is specified twice")
                heading.specifications[each.value] = syntax.Specification(at, kind, type_)
        if self.symbol in (NAME, *STATEMENT_WORDS):  # the body: only the semicolon is missing
            self.error(f"expected ';' after a specification, found {self.found()}", "is ';' missing?")
        else:
            self.expect(";", " after a specification")

    def _specifier(self) -> tuple[Kind, Type]:
        word = self.advance().symbol
        if word in TYPES and self.symbol in ("array", "procedure"):
            return Kind(self.advance().symbol), TYPE[word]
        if word in TYPES:
            return Kind.EXPRESSION, TYPE[word]
        return Kind(word), {"array": Type.REAL, "string": Type.STRING, "label": Type.LABEL}.get(word, Type.NONE)

    def _is_formal(self, name: Token, heading: _Heading, procedure: str) -> bool:
        known = [each.value for each in heading.formals]
        heading.named.setdefault(name.value, []).append(name)
        if name.value not in known and not heading.strangers:
            heading.strangers = True
            hint = "declarations in a procedure's body stand between 'begin' and 'end'"
            message = f"'{name.value}' is not a formal parameter of '{procedure}'"
            self.diagnostics.error(self.span(name), message, did_you_mean(name.value, known, hint))
        return name.value in known
