"""The tree of an ALGOL 60 program: a class for each construct of the Revised Report.

    text ── lexer ── parser ──► tree ── names ──► Name.declared ... ── types ──► Expression.type ...

The parser fills the ordinary fields. The fields made with `filled()` are None (or the default shown) until a later pass
knows them; the comment beside each says which: [names], [types] or [recursion]. `front.analyse` runs all of them, so a
code generator may rely on every one.

* `at` is the place of a node in the text; `at.error("...")` is an error that points there.
* Nodes compare and hash by identity, so they can be keys.
* The tree is at most `nesting.DEPTH` nodes deep: a pass may recur over it inside `nesting.deep_recursion`.
* Names are canonical: small letters without blanks, integer labels without leading zeros. `at.text` has the spelling.
* In a text, nested string quotes are always ‘ and ’, however the program was represented.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, TypeVar, dataclass_transform

from emulators.errors import SourceError
from host.languages.source import Span

T = TypeVar("T")


def filled(default: Any = None, *, init: Literal[False] = False) -> Any:
    """Declare a field that the parser leaves alone and a later pass fills in."""
    return field(default=default, init=init, repr=False, compare=False)


@dataclass_transform(eq_default=False, field_specifiers=(field, filled))
def node(kind: type[T]) -> type[T]:
    """Make a class a dataclass with objects that are compared and hashed by identity."""
    made: Any = dataclass(eq=False)(kind)  # the same class
    _PARTS[kind] = tuple(each.name for each in fields(made) if each.compare and each.type not in PLAIN)
    return kind


PLAIN = ("str", "int", "bool", "Type", "Operator", "Kind")  # types of fields that have no nodes
_PARTS: dict[type, tuple[str, ...]] = {}  # the names of the fields that may have the nodes that were written


class Type(Enum):
    """What sort of value an expression has."""

    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "Boolean"
    STRING = "string"
    LABEL = "label"  # a designational expression
    NUMBER = "number"  # integer or real: only the running program knows (a part of it has type UNKNOWN)
    UNKNOWN = "unknown"  # anything: only the running program knows (formal parameters without specification)
    NONE = "none"  # no value: a call of a proper procedure

    @property
    def arithmetic(self) -> bool:
        """Whether values of this type are numbers for certain."""
        return self in (Type.INTEGER, Type.REAL, Type.NUMBER)


class Kind(Enum):
    """The kind that a formal parameter is specified to be, or that an actual parameter is."""

    EXPRESSION = "expression"  # a value; as a specification: `real x` and the like, whether by value or by name
    VARIABLE = "variable"  # actual only: an expression that can be assigned to
    ARRAY = "array"
    PROCEDURE = "procedure"
    SWITCH = "switch"
    LABEL = "label"  # actual: any designational expression
    STRING = "string"
    UNKNOWN = "unknown"  # actual only: an unspecified formal parameter, handed on unchanged


class Operator(Enum):
    """The operators, in the symbols of the reference language."""

    EQUIVALENT = "≡"
    IMPLIES = "⊃"
    OR = "∨"
    AND = "∧"
    NOT = "¬"
    LESS = "<"
    NOT_GREATER = "≤"
    EQUAL = "="
    NOT_LESS = "≥"
    GREATER = ">"
    NOT_EQUAL = "≠"
    PLUS = "+"  # of one operand, too
    MINUS = "-"  # of one operand, too
    TIMES = "×"
    DIVIDE = "/"
    QUOTIENT = "÷"  # of integers
    POWER = "↑"


@node
class Node:
    """Anything in the tree."""

    at: Span = field(compare=False, repr=False)


# --- Declared things -------------------------------------------------------------------------------------------------


@node
class Declared(Node):
    """A declared identifier, which names in a program refer to. `at` is the identifier in its declaration."""

    name: str
    owner: Procedure | None = filled()  # [names] the innermost procedure it is local to; None: the main program
    block: Block | None = filled()  # [names] the innermost block, within the owner, it is local to
    captured: bool = filled(False)  # [names] a procedure inside the owner uses it

    @property
    def spelling(self) -> str:
        """The identifier as the program's author wrote it."""
        return self.at.text if self.at.end > self.at.start else self.name

    @property
    def of_library(self) -> bool:
        """Whether the library of a dialect, which is after the program, declares it."""
        return self.at.start >= len(self.at.source.own)


@node
class Variable(Declared):
    """A simple variable."""

    type: Type
    own: bool
    assigned: bool = filled(False)  # [names] an assignment or a for clause names it


@node
class Array(Declared):
    """An array; its bounds are in its segment."""

    type: Type
    own: bool
    segment: ArraySegment = filled()  # [names]

    @property
    def dimensions(self) -> int:
        """The number of subscripts."""
        return len(self.segment.bounds)


@node
class Switch(Declared):
    """A switch: `switch s := a, b, if x then c else t[i]`."""

    elements: tuple[Expression, ...]


@node
class Label(Declared):
    """A label, declared by standing before a statement. An integer label has a name of digits."""

    statement: Statement = filled()  # [names] the one that it is before
    loop: For | None = filled()  # [names] the innermost for statement (inside the block or procedure) around it


@node
class Procedure(Declared):
    """A procedure declaration, or a standard procedure (then `body` is None). It declares its own name.

    A body that is not a block acts like one: labels in it are local to the procedure (`block` None, `owner` this).
    """

    type: Type  # of the function's value; NONE for a proper procedure
    formals: tuple[Formal, ...]
    body: Statement | None
    rest: bool = filled(False)  # standard procedures only: any further actual parameters of any kind may follow
    level: int = filled(0)  # [names] 1 in the main program, 2 inside a procedure of level 1, and so on
    recursive: bool = filled(True)  # [recursion] an activation may begin before another one has ended
    handed_over: bool = filled(False)  # [recursion] used as an actual parameter: called by who knows whom
    valued: bool = filled(False)  # [names] an assignment gives it a value
    value_captured: bool = filled(False)  # [names] a procedure inside of it gives it a value

    @property
    def standard(self) -> bool:
        """Whether this is a procedure of the outermost, invisible block."""
        return self.body is None


@node
class Specification(Node):
    """The specification of a formal parameter."""

    kind: Kind
    type: Type  # NONE for a switch or a proper procedure, LABEL for a label, STRING for a string; `array a` is real


@node
class Formal(Declared):
    """A formal parameter with its value part and its specification."""

    by_value: bool
    specification: Specification | None
    assigned: bool = filled(False)  # [names] an assignment or a for clause in the body names it
    index: int = filled(0)  # [names] the first is 0
    named: tuple[Span, ...] = filled(())  # [parser] where the value part and the specifications name it
    dimensions: int | None = filled()  # [types] of an array: the subscripts the body uses; None: it uses no element

    @property
    def kind(self) -> Kind:
        """The kind that it is specified to be."""
        return self.specification.kind if self.specification else Kind.UNKNOWN

    @property
    def type(self) -> Type:
        """The type it is specified with."""
        return self.specification.type if self.specification else Type.UNKNOWN


# --- Declarations: they only group what they declare -----------------------------------------------------------------


@node
class TypeDeclaration(Node):
    """`own integer i, j`."""

    variables: tuple[Variable, ...]


@node
class BoundPair(Node):
    """`1 : n`. The pairs of a segment are evaluated once, left to right, and are the same for all its arrays."""

    lower: Expression
    upper: Expression


@node
class ArraySegment(Node):
    """`a, b[1:n, 0:9]` within an array declaration."""

    arrays: tuple[Array, ...]
    bounds: tuple[BoundPair, ...]


@node
class ArrayDeclaration(Node):
    """`own real array a, b[1:n], c[0:9]`."""

    segments: tuple[ArraySegment, ...]


Declaration = TypeDeclaration | ArrayDeclaration | Switch | Procedure


# --- Expressions -----------------------------------------------------------------------------------------------------


@node
class Expression(Node):
    """Arithmetic, Boolean, designational, or a string as an actual parameter."""

    type: Type = filled(Type.UNKNOWN)  # [types] of the value before any transfer
    # [types] the type that its context needs, where that differs: INTEGER of a REAL (round: entier(x + 0.5)), REAL of
    # an INTEGER; of NUMBER and UNKNOWN whatever is needed (INTEGER, REAL, BOOLEAN, LABEL, NUMBER): check and transfer
    # at run time. None: use the value as it is.
    transfer: Type | None = filled()
    enclosed: bool = filled(False)  # [parser] it was in parentheses: as an actual parameter no variable


@node
class Name(Expression):
    """The use of an identifier: a variable, a function without parameters, a label, an array as a parameter, ..."""

    name: str
    declared: Declared = filled()  # [names]
    called: bool = filled(False)  # [types] this use calls the procedure (or formal) it names, without parameters


@node
class Integer(Expression):
    """An unsigned integer. Where a label is expected it is an integer label."""

    value: int
    declared: Label | None = filled()  # [names] the label of that name, if there is one in scope


@node
class Real(Expression):
    """An unsigned number with a point or an exponent: exactly `digits` × 10 ↑ `exponent`."""

    digits: int
    exponent: int

    @property
    def value(self) -> Fraction:
        """The number as it was written, exactly."""
        return Fraction(self.digits) * Fraction(10) ** self.exponent


@node
class LogicalValue(Expression):
    """`true` or `false`."""

    value: bool


@node
class String(Expression):
    """A string without its outer quotes; it may contain nested ones."""

    text: str


@node
class Subscripted(Expression):
    """`a[i, j]`: a subscripted variable, or a switch designator where `array.declared` is a switch."""

    array: Name
    subscripts: tuple[Expression, ...]

    @property
    def designates(self) -> bool:
        """Whether this is a switch designator."""
        return self.type is Type.LABEL


@node
class Call(Expression):
    """`p(a, b)`: a function designator, or the whole of a procedure statement (then `actuals` may be empty)."""

    procedure: Name
    actuals: tuple[Actual, ...]


@node
class Actual(Node):
    """An actual parameter. How it was separated from its neighbours, `,` or `) letters : (`, is forgotten."""

    expression: Expression
    formal: Formal | None = filled()  # [types] where the procedure is known and declares it
    # [types] The kind of the parameter. Where the formal is specified this fits it: for an EXPRESSION by value a value
    # with its transfer, by name a thunk; VARIABLE is a by-name parameter that can be assigned to, too (a transfer is
    # undone then: a real parameter that is an integer variable rounds its new values). For formals without
    # specification, and for calls of formal procedures, it is the apparent kind of the actual parameter. A function
    # without parameters is an EXPRESSION if the formal wants a value, otherwise a PROCEDURE.
    kind: Kind = filled(Kind.UNKNOWN)


@node
class Unary(Expression):
    """`+x`, `-x` or `¬x`."""

    operator: Operator
    operand: Expression


@node
class Binary(Expression):
    """Two operands. Both are evaluated, the left one first; `transfer` of each is the type of the operation."""

    operator: Operator
    left: Expression
    right: Expression


@node
class IfExpression(Expression):
    """`if b then x else y`. If one of x and y is integer and the other real, the value is real."""

    condition: Expression
    then: Expression
    otherwise: Expression


# --- Statements ------------------------------------------------------------------------------------------------------


@node
class Statement(Node):
    """A statement with the labels before it."""

    labels: tuple[Label, ...]


@node
class Compound(Statement):
    """`begin S; S end`."""

    statements: tuple[Statement, ...]


@node
class Block(Statement):
    """`begin D; D; S; S end`. Its own labels are local to the block around it."""

    declarations: tuple[Declaration, ...]
    statements: tuple[Statement, ...]
    owner: Procedure | None = filled()  # [names] the innermost procedure around it; None: the main program
    outer: Block | None = filled()  # [names] the innermost block around it within that procedure
    local: dict[str, Declared] = filled()  # [names] its local declarations, labels included

    def variables(self) -> Iterator[Variable]:
        """Give the simple variables declared here."""
        for declaration in self.declarations:
            if isinstance(declaration, TypeDeclaration):
                yield from declaration.variables


@node
class Assignment(Statement):
    """`a := b[i] := e`. Subscripts are evaluated left to right, then e, then it is assigned. Targets have one type.

    A target that is a Name of a Procedure is the value of that function. A target of type UNKNOWN (an unspecified
    formal parameter) and `value.transfer` None: the assignment converts at run time.
    """

    targets: tuple[Name | Subscripted, ...]
    value: Expression


@node
class Goto(Statement):
    """`go to D`."""

    target: Expression


@node
class Dummy(Statement):
    """Nothing."""


@node
class If(Statement):
    """`if b then S` or `if b then S else S`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@node
class CallStatement(Statement):
    """A procedure statement. A function may be called like this; its value is lost."""

    call: Call


@node
class ForValue(Node):
    """For list element: `e`."""

    value: Expression


@node
class ForStep(Node):
    """For list element: `start step step until limit`; step and limit are evaluated anew at each turn."""

    start: Expression
    step: Expression
    limit: Expression


@node
class ForWhile(Node):
    """For list element: `value while condition`."""

    value: Expression
    condition: Expression


ForElement = ForValue | ForStep | ForWhile


@node
class For(Statement):
    """`for v := list do S`."""

    variable: Name | Subscripted
    elements: tuple[ForElement, ...]
    body: Statement


@node
class Program(Node):
    """The whole program."""

    body: Statement  # a Block or a Compound; its labels belong to the outermost, invisible block
    title: str = field(compare=False)  # the text before the first begin
    # [parser] identifiers in text that could not be parsed; a tree without errors has none
    doubtful: frozenset[str] = filled(frozenset())
    procedures: tuple[Procedure, ...] = filled(())  # [names] all of them, in the order of the text, outer before inner
    labels: tuple[Label, ...] = filled(())  # [names] those that are local to no block and no procedure
    warnings: tuple[SourceError, ...] = filled(())  # [front] constructs that are legal but probably mistakes


# --- Looking at trees ------------------------------------------------------------------------------------------------


def children(parent: Node) -> list[Node]:
    """Return the nodes directly below a node, in the order of the text."""
    found: list[Node] = []
    for name in _PARTS[type(parent)]:
        part = getattr(parent, name)
        if isinstance(part, tuple):
            found += part
        elif part is not None:
            found.append(part)
    return found


def walk(root: Node) -> Iterator[Node]:
    """Yield a node and all below it, in the order of the text."""
    waiting = [root]
    while waiting:
        each = waiting.pop()
        yield each
        if below := children(each):
            below.reverse()
            waiting += below
