"""A tree written as a program again, in any hardware representation, one statement or declaration a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from host.compilers.algol.parser.expressions import ADDING, LEVEL, MULTIPLYING, RELATION
from host.compilers.algol.symbols import APOSTROPHE, CDC, OPERATOR_WORDS, PLAIN, Representation
from host.compilers.algol.syntax import (
    Actual,
    Array,
    ArrayDeclaration,
    ArraySegment,
    Assignment,
    Binary,
    Block,
    Call,
    CallStatement,
    Compound,
    Expression,
    For,
    ForElement,
    Formal,
    ForStep,
    ForWhile,
    Goto,
    If,
    IfExpression,
    Integer,
    Kind,
    LogicalValue,
    Name,
    Node,
    Operator,
    Procedure,
    Program,
    Real,
    Specification,
    Statement,
    String,
    Subscripted,
    Switch,
    Type,
    TypeDeclaration,
    Unary,
    Variable,
    walk,
)
from host.languages.source import deep_recursion

INDENT = "  "
PRIMARY = LEVEL["↑"] + 1  # stronger than every operator
CONDITIONAL = -1  # weaker than every operator

# What a representation lacks, as it writes it.
_SUBSTITUTES: dict[Representation, dict[str, str]] = {
    PLAIN: {},
    APOSTROPHE: {"×": "*", "↑": "**", "÷": "//", "≤": "<=", "≥": ">=", "≠": "/=", "[": "(/", "]": "/)"},
    CDC: {"×": "*", "↑": "**", "÷": "//", "≤": "<=", "≥": ">=", "≠": "/="},
}
_TEN = {PLAIN: "⏨", APOSTROPHE: "'", CDC: "E"}


def unparse(program: Program, representation: Representation = PLAIN) -> str:
    """Return a program's text."""
    title = program.title + "\n" if program.title else ""
    with deep_recursion():
        return title + "\n".join(_Writer(representation).statement(program.body)) + "\n"


@dataclass(frozen=True)
class _Writer:
    representation: Representation

    # --- Symbols -----------------------------------------------------------------------------------------------------

    def word(self, word: str) -> str:
        """Return the delimiter `word`, with its quotes; capital letters where there are no others."""
        quote = self.representation.quote
        return f"{quote}{word.upper()}{quote}" if quote else word

    def symbol(self, symbol: str) -> str:
        """Return an operator or a bracket."""
        words = {sign: word for word, sign in OPERATOR_WORDS.items() if sign != "÷"}
        if self.representation.quote and symbol in words:
            return self.word(words[symbol])
        return _SUBSTITUTES[self.representation].get(symbol, symbol)

    def name(self, name: str) -> str:
        """Return an identifier; one that looks like a reserved word is broken by a blank.

        As early as may be, so that the parts are no words themselves: `f or` is none; `boolea n` would be taken for a
        declaration with a slip.
        """
        words = self.representation.words
        if self.representation.quote:
            return name.upper()
        if name not in words:
            return name
        return next(f"{name[:at]} {name[at:]}" for at in range(1, len(name)) if not {name[:at], name[at:]} & {*words})

    # --- Expressions -------------------------------------------------------------------------------------------------

    def expression(self, node: Expression, weakest: int = CONDITIONAL) -> str:
        """Return an expression, in parentheses if it binds less strongly than `weakest`."""
        text = self._expression(node)
        return f"({text})" if _strength(node) < weakest else text

    def _expression(self, node: Expression) -> str:
        match node:
            case Name():
                return self.name(node.name)
            case Integer():
                return str(node.value)
            case Real():
                return f"{node.digits}{_TEN[self.representation]}{node.exponent}"
            case LogicalValue():
                return self.word("true" if node.value else "false")
            case String():
                return self.string(node.text)
            case Subscripted():
                return self.name(node.array.name) + self.bracketed(map(self.expression, node.subscripts))
            case Call():
                return self.call(node)
            case Unary():
                return f"{self.symbol(node.operator.value)} {self.expression(node.operand, _of_operand(node))}"
            case Binary():
                level = LEVEL[node.operator.value]
                left = self.expression(node.left, level + (level == RELATION))
                return f"{left} {self.symbol(node.operator.value)} {self.expression(node.right, level + 1)}"
            case IfExpression():
                return self.conditional(node)
        raise AssertionError(node)

    def conditional(self, node: IfExpression) -> str:
        """Return a conditional expression."""
        condition, then = self.expression(node.condition), self.expression(node.then, CONDITIONAL + 1)
        otherwise = self.expression(node.otherwise)
        return f"{self.word('if')} {condition} {self.word('then')} {then} {self.word('else')} {otherwise}"

    def bracketed(self, texts: Iterable[str]) -> str:
        """Return a list in subscript brackets."""
        return f"{self.symbol('[')}{', '.join(texts)}{self.symbol(']')}"

    def call(self, call: Call) -> str:
        """Return a call with its parameters."""
        name = self.name(call.procedure.name)
        return f"{name}({', '.join(map(self.actual, call.actuals))})" if call.actuals else name

    def actual(self, actual: Actual) -> str:
        """Return an actual parameter; the parentheses that make a variable an expression are kept."""
        text = self.expression(actual.expression)
        return f"({text})" if actual.expression.enclosed else text

    def string(self, text: str) -> str:
        """Return a string with its quotes."""
        opening, closing = self.representation.strings[0]
        return opening + text.replace("‘", opening).replace("’", closing) + closing

    # --- Statements --------------------------------------------------------------------------------------------------

    def statement(self, node: Statement, indent: str = "") -> Iterator[str]:
        """Give the lines of a statement."""
        labels = "".join(f"{self.name(label.name)}: " for label in node.labels)
        lines = self._statement(node, indent)
        first = next(lines)
        yield f"{indent}{labels}{first.strip()}"
        yield from lines

    def _statement(self, node: Statement, indent: str) -> Iterator[str]:
        match node:
            case Block():
                yield from self.bracketed_lines([*node.declarations, *node.statements], indent)
            case Compound():
                yield from self.bracketed_lines(node.statements, indent)
            case Assignment():
                targets = "".join(f"{self.expression(each)} := " for each in node.targets)
                yield indent + targets + self.expression(node.value)
            case CallStatement():
                yield indent + self.call(node.call)
            case Goto():
                yield f"{indent}{self.word('goto')} {self.expression(node.target)}"
            case If():
                yield from self.if_statement(node, indent)
            case For():
                elements = ", ".join(map(self.for_element, node.elements))
                variable = self.expression(node.variable)
                yield f"{indent}{self.word('for')} {variable} := {elements} {self.word('do')}"
                yield from self.statement(node.body, indent + INDENT)
            case _:
                yield ""

    def if_statement(self, node: If, indent: str) -> Iterator[str]:
        """Give the lines of a conditional statement."""
        yield f"{indent}{self.word('if')} {self.expression(node.condition)} {self.word('then')}"
        yield from self.statement(node.then, indent + INDENT)
        if node.otherwise:
            yield indent + self.word("else")
            yield from self.statement(node.otherwise, indent + INDENT)

    def for_element(self, element: ForElement) -> str:
        """Return an element of a for list."""
        match element:
            case ForStep():
                start, step, limit = map(self.expression, (element.start, element.step, element.limit))
                return f"{start} {self.word('step')} {step} {self.word('until')} {limit}"
            case ForWhile():
                return f"{self.expression(element.value)} {self.word('while')} {self.expression(element.condition)}"
        return self.expression(element.value)

    def bracketed_lines(self, parts: Iterable[Node], indent: str) -> Iterator[str]:
        """Give the lines of what stands between begin and end."""
        yield indent + self.word("begin")
        before: list[str] = []
        for part in parts:
            if before:
                yield from [*before[:-1], before[-1] + ";"]
            inner = indent + INDENT
            before = list(self.statement(part, inner) if isinstance(part, Statement) else self.declaration(part, inner))
        yield from before
        yield indent + self.word("end")

    # --- Declarations ------------------------------------------------------------------------------------------------

    def declaration(self, node: Node, indent: str) -> Iterator[str]:
        """Give the lines of a declaration."""
        match node:
            case TypeDeclaration():
                yield (
                    indent + self.words(node.variables[0]) + ", ".join(self.name(each.name) for each in node.variables)
                )
            case ArrayDeclaration():
                first = node.segments[0].arrays[0]
                segments = ", ".join(map(self.segment, node.segments))
                yield f"{indent}{self.words(first)}{self.word('array')} {segments}"
            case Switch():
                elements = ", ".join(map(self.expression, node.elements))
                yield f"{indent}{self.word('switch')} {self.name(node.name)} := {elements}"
            case Procedure():
                yield from self.procedure(node, indent)

    def words(self, declared: Variable | Array) -> str:
        """Return the words before what is declared: own, a type."""
        return f"{self.word('own')} " * declared.own + f"{self.word(declared.type.value)} "

    def segment(self, segment: ArraySegment) -> str:
        """Return arrays with their bounds."""
        pairs = (f"{self.expression(each.lower)}:{self.expression(each.upper)}" for each in segment.bounds)
        return ", ".join(self.name(each.name) for each in segment.arrays) + self.bracketed(pairs)

    def procedure(self, node: Procedure, indent: str) -> Iterator[str]:
        """Give the lines of a procedure declaration."""
        kind = "" if node.type is Type.NONE else self.word(node.type.value) + " "
        formals = f"({', '.join(self.name(each.name) for each in node.formals)})" if node.formals else ""
        yield f"{indent}{kind}{self.word('procedure')} {self.name(node.name)}{formals};"
        values = [self.name(each.name) for each in node.formals if each.by_value]
        if values:
            yield f"{indent}{INDENT}{self.word('value')} {', '.join(values)};"
        yield from (f"{indent}{INDENT}{each};" for each in map(self.specification, node.formals) if each)
        assert node.body is not None
        yield from self.statement(node.body, indent + INDENT)

    def specification(self, formal: Formal) -> str:
        """Return what is specified of a formal parameter."""
        if formal.specification is None:
            return ""
        return f"{self.specifier(formal.specification)} {self.name(formal.name)}"

    def specifier(self, node: Specification) -> str:
        """Return a specifier: `integer`, `real array`, `label`, ..."""
        typed = node.type not in (Type.NONE, Type.LABEL, Type.STRING)
        words = [node.type.value] * typed + [node.kind.value] * (node.kind is not Kind.EXPRESSION)
        return " ".join(map(self.word, words))


def _strength(node: Expression) -> int:
    """Return the level at which an expression binds."""
    match node:
        case Binary():
            return LEVEL[node.operator.value]
        case Unary():
            return RELATION if node.operator is Operator.NOT else ADDING
        case IfExpression():
            return CONDITIONAL
    return PRIMARY


def _of_operand(node: Unary) -> int:
    """Return the level at which the operand must bind: ¬ does not stand before ¬."""
    if node.operator is not Operator.NOT:
        return MULTIPLYING
    return PRIMARY if isinstance(node.operand, Unary) and node.operand.operator is Operator.NOT else RELATION


def same(left: Node, right: Node) -> bool:
    """Whether two trees say the same, wherever and however they were written."""
    return _shape(left) == _shape(right)


def _shape(root: Node) -> list[object]:
    """Return what a tree says as a flat list: comparing it needs no recursion."""
    shape: list[object] = []
    for each in walk(root):
        shape.append(type(each))
        for name in (part.name for part in fields(each) if part.compare):
            part = getattr(each, name)
            shape.append(len(part) if isinstance(part, tuple) else None if isinstance(part, Node) else part)
    return shape
