"""The services of a language for the debugger: its own statements, calls, names and values.

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
    """The start of an instruction: a word, and the part of it on machines with several in a word."""

    address: int
    part: int = 0


class Passage(NamedTuple):
    """A range of a source text."""

    file: str
    line: int  # from 1, as columns
    column: int
    end_line: int
    end_column: int  # after the last character


class Activation(NamedTuple):
    """A procedure that has not returned, the main program, or a parameter under evaluation."""

    name: str
    note: str  # the parameters, for a procedure; the expression being evaluated, for a parameter
    spot: Spot  # the next instruction; of a caller, the one that called
    passage: Passage | None  # the statement, or the actual parameter
    begins: bool  # whether that begins at this very instruction
    parameter: bool = False  # whether it is a parameter that is being evaluated


class Scope(NamedTuple):
    """The names of a block or procedure."""

    title: str
    passage: Passage | None
    level: int  # 0 is the innermost; it is the number by which `variables` knows it
    note: str = ""  # where its words are
    whole: bool = False  # with it, everything of the activation has been told: the frames around belong to others


class Variable(NamedTuple):
    """A named value."""

    name: str
    value: str
    type: str = ""
    expression: str = ""  # by which it can be looked at again, and assigned to if it can be
    assignable: bool = False
    address: int | None = None  # of its word
    words: int = 1
    children: int = 0  # how many there are in it: elements
    note: str = ""  # a further remark: the meaning of a parameter


class Change(NamedTuple):
    """The effect of an assignment to a variable."""

    address: int
    word: int
    registers: tuple[str, ...] = ()  # that hold copies of the word, and shall hold the new one
    more: tuple[tuple[int, int], ...] = ()  # further addresses and words: of values of two words, of copies


class Goal(Protocol):
    """The end of a step (`goals.Goal`)."""

    def reached(self, rows: Trace, following: int) -> int | None:
        """Return how many of these instructions it took, None if the goal was not reached."""


class Language(Protocol):
    """A running program, in the terms of its own language. Impossible requests raise IronboardError."""

    name: str
    assign: str  # the sign of assignment

    def here(self) -> Passage | None:
        """Return the statement or parameter that begins at the current instruction, None elsewhere."""

    def complaint(self) -> str:
        """Return the program's own error that stopped it; an empty string without one."""

    def astray(self) -> bool:
        """Return whether the program has stopped, and nothing in the machine shows where: by an error, or by a jump."""

    def ran(self, address: int) -> bool:
        """Return whether an instruction is of the program's statements."""

    def unnoticed(self, first: int, last: int, *, reads: bool) -> list[int]:
        """Return the lines that change words of a range in registers only; with `reads`, or that use them there."""

    def left(self, stopped: int) -> None:
        """Note where the program is: its last instruction before it stopped at this cycle."""

    def began(self) -> None:
        """Note, after `left`, the values at the beginning of the program's statement: they are there now."""

    def activations(self, most: int = MOST) -> list[Activation]:
        """Return up to `most` activations of the dynamic chain, the current one first."""

    def scopes(self, activation: int = 0) -> list[Scope]:
        """Return the static chain: the scopes around this point of the text, the innermost first."""

    def variables(self, scope: int, activation: int = 0) -> list[Variable]:
        """Return the variables declared in a scope."""

    def evaluate(self, text: str, activation: int = 0) -> Variable:
        """Return the value of an expression."""

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Variable]:
        """Return parts of a variable, beginning with one (0 is the first)."""

    def change(self, text: str, value: str, activation: int = 0) -> Change:
        """Return the change that assigns the value of an expression to a variable."""

    def condition(self, text: str) -> Callable[[], int] | None:
        """Return a function that evaluates an expression anywhere, None if its names are not of the language."""

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return the place of a procedure or label, None for an unknown name."""

    def line(self, file: str, line: int, column: int = 1) -> tuple[int, int, list[Spot]] | None:
        """Return the first statement at or after a place: line, column, start of its code."""

    def columns(self, file: str, first: int, last: int) -> list[tuple[int, int]]:
        """Return lines and columns of the statements on these lines."""

    def names(self, prefix: str = "") -> list[str]:
        """Return the visible names with this prefix."""

    def step(self, *, over: bool) -> Goal:
        """Return the goal of a step to the next statement; with `over`, calls and parameters are not followed."""

    def out(self) -> Goal:
        """Return the goal of a run to the call of the current procedure or parameter."""

    def back(self) -> Back:
        """Return the search for the previous statement, over calls, from where the machine is now."""


Back = Callable[[Trace], int | None]  # given ever earlier stretches: the row of the last one, None if it is earlier
Inspect = Callable[[Machine], Language]
