"""The tree of a FORTRAN program: a class for each kind of statement and expression, and the meanings of names.

    text ── cards ── lexer ── parser ──► tree ── names ──► Symbol ... ── types ──► Expression.type ... ── storage

The parser fills the ordinary fields. Those made with `filled()` are known after a later pass; the comment beside each
says which: [names], [types], [storage]. `front.analyse` runs all of them, so that a lowering may rely on every one.

* `at` is the place of a node in the text, from its first to its last character, over continuation cards.
* Nodes compare and hash by identity, so they can be keys.
* Names are in capitals without blanks.
* Conversions that the language implies are nodes (`Convert`), put in by [types]: the operands of an operation have one
  type, an assigned value has the type of its variable, arguments of intrinsic functions have theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, TypeVar, dataclass_transform

from emulators.errors import SourceError
from host.compilers.fortran import formats
from host.languages.source import Span

T = TypeVar("T")


def filled(default: Any = None, *, init: Literal[False] = False) -> Any:
    """Declare a field that the parser leaves alone and a later pass fills in."""
    return field(default=default, init=init, repr=False, compare=False)


@dataclass_transform(eq_default=False, field_specifiers=(field, filled))
def node(kind: type[T]) -> type[T]:
    """Make a class a dataclass with objects that are compared and hashed by identity."""
    made: Any = dataclass(eq=False)(kind)  # the same class
    _PARTS[kind] = tuple(
        each.name for each in fields(made) if each.compare and each.name != "ends" and each.type not in PLAIN
    )
    return kind


PLAIN = ("str", "int", "bool", "float", "Type", "Operator", "Kind", "Fraction")  # types of fields that have no nodes
_PARTS: dict[type, tuple[str, ...]] = {}  # the names of the fields that may have nodes below


class Type(Enum):
    """What sort of value an expression has."""

    INTEGER = "INTEGER"
    REAL = "REAL"
    DOUBLE = "DOUBLE PRECISION"  # two words
    COMPLEX = "COMPLEX"  # two words, reals
    LOGICAL = "LOGICAL"
    WORD = "word"  # Hollerith and octal constants, masks: taken as it is, where an INTEGER or a REAL is wanted

    @property
    def words(self) -> int:
        """Words of storage that a value takes."""
        return 2 if self in (Type.DOUBLE, Type.COMPLEX) else 1

    @property
    def arithmetic(self) -> bool:
        return self in (Type.INTEGER, Type.REAL, Type.DOUBLE, Type.COMPLEX, Type.WORD)


class Operator(Enum):
    PLUS = "+"  # of one operand, too
    MINUS = "-"  # of one operand, too
    TIMES = "*"
    DIVIDE = "/"  # of integers: truncated
    POWER = "**"  # the exponent keeps its own type
    LT = ".LT."
    LE = ".LE."
    EQ = ".EQ."
    NE = ".NE."
    GE = ".GE."
    GT = ".GT."
    NOT = ".NOT."
    AND = ".AND."  # of LOGICAL, or of words (masks); both sides are always evaluated
    OR = ".OR."

    @property
    def relation(self) -> bool:
        return self in (Operator.LT, Operator.LE, Operator.EQ, Operator.NE, Operator.GE, Operator.GT)


@node
class Node:
    """Anything in the tree."""

    at: Span = field(compare=False, repr=False)

    def error(self, message: str, hint: str = "") -> SourceError:
        """Return an error that points here."""
        return self.at.error(message, hint)


# --- What names mean -------------------------------------------------------------------------------------------------


class Kind(Enum):
    """The kind of a name in a unit."""

    VARIABLE = "variable"
    ARRAY = "array"
    FUNCTION = "function"  # external: of this program, a dummy, or of the library by EXTERNAL
    SUBROUTINE = "subroutine"
    STATEMENT_FUNCTION = "statement function"
    INTRINSIC = "intrinsic function"


@dataclass(eq=False)
class Area:
    """Adjacent words of storage: a COMMON block, or variables of a unit that EQUIVALENCE ties to others.

    Words are numbered from 0 in the order of subscripts, whichever way a machine counts its addresses.
    """

    name: str  # of a COMMON block, empty for blank COMMON; of a unit's own area, that of its first variable
    unit: Unit | None  # None: COMMON
    size: int = 0  # in words: for COMMON the largest of all units


@dataclass(eq=False)
class Symbol:
    """A name in a unit."""

    name: str
    at: Span  # where it is first written
    kind: Kind = Kind.VARIABLE
    type: Type | None = None  # None: it has no value (a subroutine), or is not known yet
    typed: bool = False  # by a type statement, not by its first letter
    dummy: int | None = None  # its number among the dummies of the unit, from 0
    dimensions: tuple[Expression, ...] = ()  # of an array; Integer, or Name of a dummy or COMMON variable
    area: Area | None = None  # [storage] None for dummies and for names without storage
    offset: int = 0  # [storage] of its first word in the area
    ends: bool = False  # [storage] it is the last in its COMMON block, in this unit
    shared: bool = False  # [storage] some of its words are those of another name, in this unit or another one
    data: dict[int, Expression] = field(default_factory=dict)  # [storage] initial values, by the number of the element
    external: bool = False  # by an EXTERNAL statement
    unit: Unit | None = None  # [names] of an external function or subroutine: that of this program, if it is one
    intrinsic: Any = None  # [names] of an intrinsic function: `intrinsics.Intrinsic`
    statement_function: StatementFunction | None = None  # [names]
    assigned: bool = False  # [names] a statement of the unit gives it a value (READ, DO, ASSIGN; not a call)
    labelled: bool = False  # [names] an ASSIGN statement gives it a label

    @property
    def sizes(self) -> tuple[int, ...] | None:
        """The dimensions as numbers; None if one of them is adjustable."""
        if all(isinstance(each, Integer) for each in self.dimensions):
            return tuple(each.value for each in self.dimensions if isinstance(each, Integer))
        return None

    @property
    def unbounded(self) -> bool:
        """Whether it is a dummy array of any size: its last dimension is 1 or *."""
        last = self.dimensions[-1] if self.dimensions else None
        return self.dummy is not None and isinstance(last, Integer) and last.value == 1

    @property
    def elements(self) -> int:
        """The number of elements: 1 for a variable; the dimensions must be numbers."""
        count = 1
        for each in self.sizes or ():
            count *= each
        return count

    @property
    def reach(self) -> int:
        """The number of elements that subscripts reach; the dimensions must be numbers.

        An array with the last dimension 1 at the end of a COMMON block is as long as the block in other units.
        """
        if self.ends and self.area is not None and self.type is not None and self.sizes and self.sizes[-1] == 1:
            return (self.area.size - self.offset) // self.type.words
        return self.elements


# --- Expressions -----------------------------------------------------------------------------------------------------


@node
class Expression(Node):
    type: Type = filled()  # [types]


@node
class Integer(Expression):
    value: int  # not negative


@node
class AnySize(Integer):
    """The last dimension * of a dummy: like 1, it says nothing of how many elements there are."""


@node
class Real(Expression):
    value: Fraction
    double: bool = False  # written with D


@node
class Complex(Expression):
    real: Expression  # Real or Integer, with a Unary sign perhaps
    imaginary: Expression


@node
class Logical(Expression):
    value: bool


@node
class Hollerith(Expression):
    """nHtext, 'text', nLtext, nRtext: type WORD. Texts of more than a word are in DATA, FORMAT and calls only."""

    text: str
    fill: str = "H"  # H: blanks on the right; L: zeros on the right; R: on the right of a word, zeros on the left


@node
class Octal(Expression):
    """An octal constant: 77B, O77; type WORD."""

    value: int


@node
class Name(Expression):
    """A variable; an array or a procedure as an argument; a whole array in a list."""

    name: str
    symbol: Symbol = filled()  # [names]


@node
class Element(Expression):
    """An element of an array; fewer subscripts than dimensions: the others are 1."""

    name: str
    subscripts: list[Expression]
    symbol: Symbol = filled()  # [names]


@node
class Call(Expression):
    """A reference of a function: external, statement function, intrinsic."""

    name: str
    arguments: list[Expression]
    symbol: Symbol = filled()  # [names]


@node
class Unary(Expression):
    operator: Operator
    operand: Expression


@node
class Copy(Unary):
    """A variable or an element in parentheses, as an argument: its value, which the subprogram cannot change."""


@node
class Binary(Expression):
    operator: Operator
    left: Expression
    right: Expression


@node
class Convert(Expression):
    """A value in another type: `type`, which is known when it is made. Reals to integers: truncated towards zero."""

    operand: Expression


# --- Statements ------------------------------------------------------------------------------------------------------


@node
class Label(Node):
    """A statement number, where it is used or before its statement."""

    number: int
    statement: Statement = filled()  # [names] the statement, or FORMAT, that has this number

    @property
    def layout(self) -> Format | None:
        """The FORMAT that has this number."""
        return self.statement if isinstance(self.statement, Format) else None


@node
class Statement(Node):
    label: Label | None = field(default=None, kw_only=True)
    ends: list[Do] = field(default_factory=list, kw_only=True)  # DO statements that end here, innermost first
    do: Do | None = filled()  # [names] the innermost DO around it; of the last statement of a range, that DO


@node
class Assignment(Statement):
    targets: list[Expression]  # Name or Element; one, or several from left to right (CDC: A = B = 1.)
    value: Expression
    values: list[Expression] = filled()  # [types] the value converted for each target; the last one is assigned first


@node
class Assign(Statement):
    """ASSIGN n TO v."""

    target: Label
    variable: Name


@node
class GoTo(Statement):
    target: Label


@node
class ComputedGoTo(Statement):
    targets: list[Label]
    value: Expression


@node
class AssignedGoTo(Statement):
    variable: Name
    targets: list[Label]  # none: any label that is assigned to it


@node
class ArithmeticIf(Statement):
    """IF (e) n1, n2, n3: negative, zero (-0, too), positive."""

    value: Expression
    targets: list[Label]


@node
class TwoWayIf(Statement):
    """CDC's IF (e) n1, n2: a number that is zero, or not; a logical value that is true, or not.

    The order of the labels is as written: for numbers, n1 if it is NOT zero, n2 if it is zero (FTN's manual).
    """

    value: Expression
    targets: list[Label]


@node
class LogicalIf(Statement):
    condition: Expression
    statement: Statement


class Indicator(Enum):
    """The indicators that the machine's tests read."""

    SENSE_SWITCH = "SENSE SWITCH"
    SENSE_LIGHT = "SENSE LIGHT"  # goes off
    ACCUMULATOR = "ACCUMULATOR OVERFLOW"  # goes off, as the following ones
    QUOTIENT = "QUOTIENT OVERFLOW"
    DIVIDE = "DIVIDE CHECK"
    END_OF_FILE = "EOF"  # CDC: IF (EOF, u) n1, n2
    UNIT = "UNIT"  # CDC: IF (UNIT, u) n1, n2, n3, n4


@node
class IndicatorIf(Statement):
    """IF (SENSE SWITCH i) n1, n2 and its like: n1 if it is down or on."""

    indicator: Indicator
    number: Expression | None  # of the switch, light or unit
    targets: list[Label]


@node
class SenseLight(Statement):
    number: Expression  # 0: all of them go off


@node
class Do(Statement):
    """The range is done once at least."""

    last: Label
    variable: Name
    start: Expression
    limit: Expression
    step: Expression | None
    end: Statement = filled()  # [names] the last statement of the range


@node
class Continue(Statement):
    pass


@node
class Stop(Statement):
    number: str = ""  # octal digits


@node
class Pause(Statement):
    number: str = ""


@node
class CallStatement(Statement):
    name: str
    arguments: list[Expression]
    symbol: Symbol = filled()  # [names]


@node
class Return(Statement):
    pass


# Input and output.


@node
class ImpliedDo(Node):
    """(list, i = m1, m2, m3) in a list."""

    items: list[Item]
    variable: Name
    start: Expression
    limit: Expression
    step: Expression | None


Item = Expression | ImpliedDo  # an expression: Name (a whole array, too), Element; for output any expression (CDC)


class Device(Enum):
    UNIT = "unit"
    READER = "card reader"
    PRINTER = "printer"
    PUNCH = "punch"
    DRUM = "drum"
    STORAGE = "storage"  # ENCODE and DECODE


@node
class Transfer(Statement):
    """READ, WRITE, PRINT, PUNCH, READ TAPE, ENCODE ... in all their forms."""

    output: bool
    device: Device
    unit: Expression | None  # the number of a unit or drum; of ENCODE and DECODE the number of characters
    format: Label | Name | None  # Name: an array with the text; None: words as they are
    items: list[Item]
    place: Expression | None = None  # of a drum the address; of ENCODE and DECODE the first word
    at_end: Label | None = None  # END=
    at_error: Label | None = None  # ERR=
    tape: bool = False  # FORTRAN II's words: READ INPUT TAPE; the unit is a tape for certain


class Control(Enum):
    END_FILE = "END FILE"
    REWIND = "REWIND"
    BACKSPACE = "BACKSPACE"


@node
class FileControl(Statement):
    control: Control
    unit: Expression


@node
class Format(Statement):
    """FORMAT (...). `items` is the text between the outer parentheses as `formats.parse` reads it."""

    text: str  # from the first to the last parenthesis, blanks outside of Hollerith left out; 'A' is written 1HA
    items: list[formats.Item] = filled()

    @property
    def fields(self) -> set[str]:
        """The letters of the fields that take a value: I, F, E ..."""
        return {each.letter for each in formats.edits(self.items)}


# Specifications remain in the tree for messages, and for tools that show the text.


@node
class Specification(Statement):
    """DIMENSION, COMMON, EQUIVALENCE, EXTERNAL, FREQUENCY, DATA, a type statement: its symbols have its contents."""

    keyword: str
    names: list[Name] = field(default_factory=list)


@node
class StatementFunction(Statement):
    name: str
    dummies: list[Symbol]  # variables of its own
    value: Expression
    symbol: Symbol = filled()  # [names]


# --- Units -----------------------------------------------------------------------------------------------------------


class Sort(Enum):
    MAIN = "main program"
    SUBROUTINE = "subroutine"
    FUNCTION = "function"
    BLOCK_DATA = "block data"


@node
class Unit(Node):
    """A main program, subprogram, or BLOCK DATA; `at` is its first statement, or that of its header."""

    sort: Sort
    name: str  # of a main program that has none: MAIN
    dummies: list[Symbol]
    statements: list[Statement]  # in the order of the text; without END
    symbols: dict[str, Symbol] = field(default_factory=dict, compare=False)
    labels: dict[int, Statement] = field(default_factory=dict, compare=False)
    result: Symbol | None = None  # of a function: the variable of its name
    files: dict[int, str] = field(default_factory=dict)  # by CDC's PROGRAM: TAPE5=INPUT is 5: INPUT
    end: Span | None = None  # of the END statement
    switches: tuple[int, ...] = ()  # END(I1, ..., I5) of the 704

    @property
    def spelling(self) -> str:
        return self.name


@node
class Program(Node):
    units: list[Unit]  # the main program first
    dialect: str  # ii, iv
    areas: list[Area] = filled()  # [storage] COMMON first, in the order in which they are met
    warnings: tuple[SourceError, ...] = filled(())

    @property
    def main(self) -> Unit:
        return self.units[0]


def children(of: Node) -> list[Node]:
    """Return the nodes directly below a node, in the order of the text; not those that symbols refer to."""
    found: list[Node] = []
    for name in _PARTS[type(of)]:
        part = getattr(of, name)
        if isinstance(part, Node):
            found.append(part)
        elif part and isinstance(part, list | dict):
            found += [each for each in (part if isinstance(part, list) else part.values()) if isinstance(each, Node)]
    return found


def walk(*roots: Node) -> Iterator[Node]:
    """Yield nodes, and all nodes below them, each before its parts."""
    waiting = list(reversed(roots))
    while waiting:
        each = waiting.pop()
        yield each
        if below := children(each):
            below.reverse()
            waiting += below
