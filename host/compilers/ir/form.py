"""The intermediate form: units of basic blocks of simple operations on typed values, and on places in storage.

A value is the result of one operation and lives in its block only. Everything else lives in storage: a variable, a
parameter, a temporary is a place that is loaded and stored, so that it is where the debugger looks for it. Blocks hand
over at most two values, as parameters, on a jump. Slots that a loop keeps in registers are got and set (`get`, `set`).

    sum:                              a block: its label, its parameters, its operations; the last one ends it
      v1:i = load slot [I.]           * 7: the operation begins the statement of line 7
      v2:i = const 1
      v3:i = add.i v1, v2
      limit v3
      store slot [I.], v3
      jump sum2

Types of values: i an integer, r a real, b a Boolean (all ones or zero), w any word, a an address.

Operations (`CODES` has them all):

    const            a machine word
    address          of a place
    load, store      the word of a place; `load?` stops the program if the word is that of no value
    get, set         the word of a loop register
    add.i sub.i mul.i neg.i    integers; no result is negative zero. the product of mul.i has 48 bits
    add.r sub.r mul.r div.r neg.r    reals, rounded and normalized as the machine does it
    diff.i, diff.r   a difference of which only the sign counts; diff.i is zero for equal words, reals too
    and or xor eqv imp not     words, bit by bit
    shl, shr         words, by a constant number of bits: round, and with copies of the sign
    count, sign      the number of ones; all ones if negative, else zero
    choose           v2 if v1 is negative, else v3
    float, fix       a real from an integer, an integer from a real: truncated
    div.i rem.i abs whole    the 704 only: quotient and remainder of integers; magnitude; the whole part of a real
    limit            stops the program if an integer is beyond what a variable may hold
    bound            stops the program if a subscript (v1) is not between v2 and v3
    element          the address of an element: of the array that a description describes, by its subscripts
    call             a routine of the run-time library; arguments and results are in the registers it wants
    invoke           a unit of the program; arguments are where it has its parameters
    label            the address of a block (for `indirect`)
    set.top, set.frame    the end of the stack, the frame, to an address
    frame            the 6600 only: from here on the unit has its frame, in a unit that does not begin with it

Ends of blocks:

    jump L(v1, v2)            with values for the parameters of L
    branch pl v1, L, M        to L if v1 is ng, pl, zr, nz; else to M
    table v1, L, M, N         to the label number v1, from 1
    indirect v1, L, M         to the one of these blocks with address v1
    exit NAME X1=v1           to code elsewhere: the library's, or a label of another unit
    tail NAME X1=v1           to another unit, which returns to the caller of this one
    again L X1=v1             to the first block L of a unit, or a copy of it, with new parameters
    return v1                 from a procedure, with its value; from a parameter's code, with the address
    end                       of the program
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Type = Literal["i", "r", "b", "w", "a"]
Label = str


class Value:
    """A result of an operation, or a parameter of a block."""

    __slots__ = ("number", "type")

    def __init__(self, number: int, kind: Type) -> None:
        self.number = number  # in its unit
        self.type = kind

    def __repr__(self) -> str:
        return f"v{self.number}"


class Frame(NamedTuple):
    """A base: the frame of the procedure `way` around the unit's own frame (0)."""

    way: int


class Top(NamedTuple):
    """A base: the first word of the stack that is free."""


TOP = Top()


class Place(NamedTuple):
    """A word of storage: base, plus the address of a symbol if there is one, plus an offset."""

    base: Value | Frame | Top | None = None
    symbol: str = ""
    offset: int = 0

    @property
    def constant(self) -> bool:
        """Whether it stands for a word that is not in storage: its offset. Only in `Block.held`."""
        return self.base is None and not self.symbol

    @property
    def direct(self) -> bool:
        """Whether it is the same word each time, as long as neither frame nor stack change."""
        return not isinstance(self.base, Value)


# The use of a word. A load or store of one region never meets one of another; `any` meets those that it names.
#   slot          a variable, a parameter, a function's value, a temporary; only by its own direct place, or by `any`
#   elements      an element of an array, by any place
#   any           what a parameter by name stands for: elements, or slots with addresses known elsewhere
#   description   of an array: changes only when the array is made
#   constant      never changes; a store fills a frame that is being made
#   stack         above the top of the stack: parameters of a call, seen by nothing else before that
Region = Literal["slot", "elements", "any", "description", "constant", "stack"]


class Bound(NamedTuple):
    """The data of a check of a subscript: the array, and the place of the subscript in it, for the error."""

    description: Place  # of the array; where `formal`, the word there has the address of the description
    formal: bool
    number: int  # of the subscript, from 0


class Elements(NamedTuple):
    """How the elements of an array are reached."""

    description: Place
    formal: bool  # as in Bound
    bounds: tuple[tuple[int, int], ...] | None  # where all are known when the program is compiled
    origin: Place | None  # direct, of the element with all subscripts zero, where that is known, too
    checked: bool  # whether subscripts are compared with their bounds


class Routine(NamedTuple):
    """A routine that is called, or code that is gone to, and the registers that the arguments are for."""

    name: str
    registers: tuple[str, ...] = ()


# By code: whether the operation has to stay where it is even if nothing uses its result.
PURE, READS, ACTS, ENDS = range(4)
CODES: dict[str, int] = {
    **dict.fromkeys(
        ("const", "address", "label", "add.i", "sub.i", "mul.i", "neg.i", "add.r", "sub.r", "mul.r", "neg.r",
         "diff.i", "diff.r", "and", "or", "xor", "eqv", "imp", "not", "shl", "shr", "count", "sign", "choose", "div.i",
         "rem.i", "abs", "float", "fix", "whole"), PURE),
    **dict.fromkeys(("load", "get"), READS),
    # div.r stops the program for a divisor zero; element, bound and limit if it fails.
    **dict.fromkeys(("div.r", "load?", "store", "set", "limit", "bound", "element", "call", "invoke", "set.top",
                     "set.frame", "frame"), ACTS),
    **dict.fromkeys(("jump", "branch", "table", "indirect", "exit", "tail", "again", "return", "end"), ENDS),
}  # fmt: skip
RESULTS: dict[str, Type] = {  # of codes with results of one type only; other operations have it
    "address": "a", "label": "a", "add.i": "i", "sub.i": "i", "mul.i": "i", "neg.i": "i", "add.r": "r", "sub.r": "r",
    "mul.r": "r", "div.r": "r", "neg.r": "r", "diff.i": "i", "diff.r": "r", "count": "i", "sign": "b", "element": "a",
    "div.i": "i", "rem.i": "i", "float": "r", "fix": "i", "whole": "r",
}  # fmt: skip
CONDITIONS = ("ng", "pl", "zr", "nz")  # of a branch: +0 and -0 are zero; ng and pl go by the sign bit


class Op:
    """An operation.

    data: of const, the word; of shl and shr, the number of bits; of get and set, the register; of bound, a Bound; of
    element, Elements; of call, invoke, exit, tail and again, a Routine; of branch, the condition; of others, nothing.
    """

    __slots__ = ("args", "begins", "code", "data", "node", "place", "region", "results", "targets")

    def __init__(
        self,
        code: str,
        results: tuple[Value, ...] = (),
        args: tuple[Value, ...] = (),
        *,
        place: Place | None = None,  # of address, load, store, set.top, set.frame
        region: Region | None = None,  # of load and store
        data: Any = None,
        targets: tuple[Label, ...] = (),  # of the end of a block, and of `label`
        node: Any = None,
        begins: bool = False,
    ) -> None:
        self.code, self.results, self.args = code, results, args
        self.place, self.region, self.data, self.targets = place, region, data, targets
        self.node = node  # the statement, declaration or parameter of the program that it is made of
        self.begins = begins  # whether that begins here: the debugger may stop, and everything is as the program says

    @property
    def result(self) -> Value:
        """The first result."""
        return self.results[0]

    def uses(self) -> tuple[Value, ...]:
        """Return the values that it needs: its arguments, and the base of its place."""
        if self.place is not None and isinstance(self.place.base, Value):
            return (*self.args, self.place.base)
        return self.args

    def replace(self, values: dict[Value, Value]) -> None:
        """Use other values in the place of some."""
        if self.args:
            self.args = tuple(values.get(each, each) for each in self.args)
        if self.place is not None and isinstance(self.place.base, Value):
            self.place = self.place._replace(base=values.get(self.place.base, self.place.base))


@dataclass(eq=False)
class Block:
    """Operations that run one after the other; the last one ends the block."""

    label: Label
    ops: list[Op] = field(default_factory=list)
    params: tuple[Value, ...] = ()
    open: bool = False  # whether code elsewhere goes here, too: nothing is known about registers, frame and stack are
    # Places of variables that are in registers here, for the debugger; the registers are nothing else's.
    held: dict[str, Place] = field(default_factory=dict)
    # Direct places of slots that, as long as this block runs, are small enough for an index register.
    narrow: set[Place] = field(default_factory=set)
    unframed: bool = False  # whether the unit's frame has still to be made here, or up to the operation that does it

    @property
    def end(self) -> Op:
        """The operation that ends it."""
        return self.ops[-1]


Sort = Literal["main", "procedure", "parameter", "switch"]


@dataclass(eq=False)
class Unit:
    """Code that is entered at its first block, `blocks[0]`, and left by exit, return or end."""

    symbol: str  # of its entry
    sort: Sort
    source: Any = None  # the procedure, parameter or switch of the program
    frames: tuple[str, ...] = ()  # the units with frames that can be reached: frames[way] is the symbol of one
    blocks: list[Block] = field(default_factory=list)
    values: int = 0  # the highest number of a value
    # The 704 only: symbols for the arguments of the caller, in their order. A place of such a symbol is where the
    # argument is.
    dummies: tuple[str, ...] = ()

    def value(self, kind: Type) -> Value:
        """Return a new value."""
        self.values += 1
        return Value(self.values, kind)

    def block(self, label: Label) -> Block:
        """Return the block with a label; raises StopIteration if there is none."""
        return next(each for each in self.blocks if each.label == label)

    def ops(self) -> Iterator[Op]:
        """Yield all operations."""
        for block in self.blocks:
            yield from block.ops


IN_CODE = "D"  # with a number: the decrement of an instruction, where the machine modifies its instructions


class Effects(NamedTuple):
    """The side effects of a routine of the library."""

    reads: frozenset[str] = frozenset()  # regions that it looks at
    writes: frozenset[str] = frozenset()  # regions that it changes
    stops: bool = True  # whether it may stop the program
    runs: bool = False  # whether it may run code of the program: anything that this can reach may change
    keeps: frozenset[str] = frozenset()  # registers that are afterwards as they were

    def kept(self, registers: Iterable[str]) -> set[str]:
        """Return those of some registers that are afterwards as they were, or that are in instructions."""
        return {each for each in registers if each in self.keeps or each.startswith(IN_CODE)}


@dataclass(eq=False)
class Program:
    """The units of a program, and the facts about all of them."""

    units: list[Unit]
    effects: dict[str, Effects]  # of the routines of the library that it calls, by their names
    escaped: set[str]  # symbols of slots with addresses in constant words
    labels: Iterable[str] = ()  # an unending supply of new labels
    # Slots that nothing but code of the program looks at: symbol and offset, or a frame's unit and the offset there.
    temporaries: set[tuple[str, int]] = field(default_factory=set)
    open: Collection[str] = ()  # units, by symbol, whose calls may read and change every escaped slot
    reserve: Callable[[Unit], Place] | None = None  # finds a word for a temporary: in a unit's frame, if it has one

    def temporary(self, unit: Unit) -> Place:
        """Return a word of storage for a unit that nothing else uses."""
        place = self.reserve(unit) if self.reserve else Place(symbol="T" + next(iter(self.labels)))
        owner = unit.frames[place.base.way] if isinstance(place.base, Frame) else place.symbol
        self.temporaries.add((owner, place.offset))
        return place
