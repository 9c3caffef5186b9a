"""The common part of all lowerings: settings, data shared by a program's units, and bounds of integers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from host.compilers.ir.form import Label, Place, Program, Unit
from host.compilers.ir.lines import Symbols
from host.compilers.ir.target import Target
from host.compilers.passes import optimise
from host.compilers.program import Seen

E = TypeVar("E")
G = TypeVar("G")
R = TypeVar("R", bound="Runtime")
WIDER = 1 << 10  # a sum may be this many times the largest integer: the difference of two such sums has 59 bits


@dataclass(frozen=True)
class Settings:
    """The options for compiling a program."""

    no_checks: bool = False  # subscripts are not compared with their bounds, nor integers with 48 bits
    level: str = "1"  # of optimisation: 0, everything in order and in its place; 1, all passes
    without: Collection[str] = ()  # passes that are left out
    open: Collection[str] = ()  # procedures, in capitals: any of their calls may read and change all that it can reach


class Shared:
    """Data shared by the units of a program."""

    def __init__(self, settings: Settings, symbols: Symbols) -> None:
        self.checks = not settings.no_checks  # whether subscripts and integers are compared with their bounds
        self.symbols = symbols
        self.temporaries: set[tuple[str, int]] = set()

    def numbered(self, letter: str) -> Iterator[Label]:
        """Yield new symbols with this letter."""
        while True:
            yield self.symbols.numbered(letter)


class Magnitudes(ABC, Generic[E]):
    """Upper bounds of the magnitudes of integer expressions."""

    def __init__(self, largest: int) -> None:
        self.largest = largest  # the largest integer that all operations take
        self._known: dict[E, int] = {}

    @abstractmethod
    def bound(self, node: E) -> int:
        """Find the upper bound of an expression, before it is converted, from those of its parts."""

    def converts(self, node: E) -> bool:
        """Whether an expression is converted from or to another type than integer."""
        return False

    def most(self, node: E) -> int:
        """Return the upper bound of an expression; the largest integer, if it is none."""
        if node not in self._known:
            self._known[node] = self.largest if self.converts(node) else self.bound(node)
        return self._known[node]

    def wide(self, left: E, right: E) -> list[E]:
        """Return the operands of a sum or difference that must be checked first, or it may not fit into a word."""
        total = self.most(left) + self.most(right)
        found: list[E] = []
        for each in (left, right):
            if total > WIDER * self.largest and self.most(each) > self.largest:
                total -= self.most(each) - self.largest
                found.append(each)
        return found

    def sum(self, left: E, right: E) -> int:
        """Return the upper bound of a sum or difference after these checks."""
        checked = self.wide(left, right)
        return sum(self.largest if each in checked else self.most(each) for each in (left, right))

    def product(self, left: E, right: E) -> int:
        return min(self.largest, self.most(left) * self.most(right))


class Runtime(Protocol):
    """The interface of a run-time system to every back end."""

    def temporary(self, unit: Unit) -> Place: ...


def code(
    program: Program,
    runtime: R,
    target: Target,
    generate: Callable[[Program, R, bool], G],
    settings: Settings,
    seen: Seen | None,
) -> G:
    """Return the code of a lowered program, through the passes and the back end of a machine.

    `seen` is called with the program and the name of the stage that it comes from: `lower`, or a pass.
    """
    program.reserve = runtime.temporary
    if seen is not None:
        seen("lower", program)
    if settings.level != "0":
        optimise(program, target, settings.without, seen)
    return generate(program, runtime, settings.level == "0")
