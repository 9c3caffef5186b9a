"""What a language offers the debugger: its own statements, calls, names and values.

Machines know addresses and registers only. A compiler that knows more makes an object of this protocol for a machine
with its program (`Assembly.inspect`); the session has it as `language`, None where there is none. Everything is seen
from an activation: number 0 is the innermost, the larger ones have called. Nothing that is asked here runs the program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from emulators.machine import Machine, Trace

MOST = 1000  # activations that are told of, if nothing else is said


class Spot(NamedTuple):
    """Where an instruction begins: a word, and the part of it on machines whose words hold several."""

    address: int
    part: int = 0


class Passage(NamedTuple):
    """A stretch of a source."""

    file: str
    line: int  # from 1, as columns
    column: int
    end_line: int
    end_column: int  # after the last character


class Activation(NamedTuple):
    """A procedure that has not returned, the main program, or a parameter that is being evaluated."""

    name: str
    note: str  # the parameters, for a procedure; what is being evaluated, for a parameter
    spot: Spot  # the instruction that comes next; of a caller, the one that called
    passage: Passage | None  # the statement, or the actual parameter
    begins: bool  # whether that begins at this very instruction
    parameter: bool = False  # whether it is a parameter that is being evaluated


class Scope(NamedTuple):
    """Names that belong together: of a block, of a procedure."""

    title: str
    passage: Passage | None
    level: int  # 0 is the innermost; it is the number by which `variables` knows it
    note: str = ""  # where its words are
    whole: bool = False  # with it, everything of the activation has been told: what is around belongs to others


class Variable(NamedTuple):
    """Something with a name and a value."""

    name: str
    value: str
    type: str = ""
    expression: str = ""  # by which it can be looked at again, and assigned to if it can be
    assignable: bool = False
    address: int | None = None  # of its word
    words: int = 1
    children: int = 0  # how many there are in it: elements
    note: str = ""  # a further remark: what a parameter stands for


class Change(NamedTuple):
    """What gives a variable another value."""

    address: int
    word: int
    registers: tuple[str, ...] = ()  # that hold copies of the word, and shall hold the new one


class Goal(Protocol):
    """Where a step ends (`goals.Goal`)."""

    def reached(self, rows: Trace, following: int) -> int | None:
        """Return how many of these instructions it took, None if it has not been reached."""


class Language(Protocol):
    """A running program, in the terms of its own language. What cannot be done raises IronboardError."""

    name: str
    assign: str  # the sign of assignment

    def here(self) -> Passage | None:
        """Return the statement or parameter at whose beginning the machine stands, None anywhere else."""

    def complaint(self) -> str:
        """Return why the program has been stopped by an error of its own; nothing where it has not."""

    def activations(self, most: int = MOST) -> list[Activation]:
        """Return the dynamic chain, `most` of it: where the program is, who called that, and so on."""

    def scopes(self, activation: int = 0) -> list[Scope]:
        """Return the static chain: what encloses this point in the text, the innermost first."""

    def variables(self, scope: int, activation: int = 0) -> list[Variable]:
        """Return what is declared in a scope."""

    def evaluate(self, text: str, activation: int = 0) -> Variable:
        """Return the value of an expression."""

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Variable]:
        """Return parts of a variable, from one on (0 is the first)."""

    def change(self, text: str, value: str, activation: int = 0) -> Change:
        """Return with what a variable has the value of an expression."""

    def condition(self, text: str) -> Callable[[], int] | None:
        """Return what computes an expression wherever the program is, None if its names are not of the language."""

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return a place by its name (of a procedure, of a label), None if there is none of this name."""

    def line(self, file: str, line: int, column: int = 1) -> tuple[int, int, list[Spot]] | None:
        """Return the first statement that begins at or after a place: line, column, where its code begins."""

    def columns(self, file: str, first: int, last: int) -> list[tuple[int, int]]:
        """Return lines and columns at which statements begin, on these lines."""

    def names(self, prefix: str = "") -> list[str]:
        """Return the names that mean something here, and begin so."""

    def step(self, *, over: bool) -> Goal:
        """Return the goal of a step to the next statement; with `over`, calls and parameters are not followed."""

    def out(self) -> Goal:
        """Return the goal of a run to where the procedure, or the parameter, has been called."""

    def back(self, rows: Trace) -> int | None:
        """Return the row with which the statement before began, over calls; None if these rows do not tell."""


Inspect = Callable[[Machine], Language]
