"""A program that has been compiled to a machine's assembly language and assembled, in all its forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from emulators.errors import IronboardError
from emulators.image import Image
from host.assemblers.program import Assembly
from host.compilers.ir import form
from host.compilers.ir.text import format_program
from host.languages import assembly as source
from host.languages.source import Span, deep_recursion, without_collection

Seen = Callable[[str, form.Program], None]


class Tree(Protocol):
    """The tree of a program."""

    @property
    def at(self) -> Span: ...


class Line(Protocol):
    """A line of assembly language, and the line of the program that it was made of (0: of none)."""

    @property
    def line(self) -> int: ...

    @property
    def text(self) -> str: ...


S = TypeVar("S")


@dataclass(frozen=True)
class Generated(Generic[S]):
    """Lines of assembly language, and the description of the program that debuggers use."""

    lines: Sequence[Any]
    library: Sequence[source.Line]  # the parts of the run-time library that it needs
    end: Sequence[Any]  # the lines after these
    shared: S


class Kept(NamedTuple):
    """A use of a word that is in a register."""

    place: form.Place
    node: Any  # of the program's text
    changed: bool  # False: only read


def _kept(block: form.Block) -> Iterator[Kept]:
    """Yield the uses of registers that are in the place of storage; not changes that are stored besides."""
    for number, op in enumerate(block.ops):
        place = block.held.get(op.data) if op.code in ("get", "set") else None
        stored = any(each.code == "store" and each.place == place for each in block.ops[number:])
        if place is not None and not place.constant and not (op.code == "set" and stored):
            yield Kept(place, op.node, op.code == "set")


P = TypeVar("P", bound=Tree)


@dataclass(frozen=True)
class Compiled(ABC, Generic[P, S]):
    """A program in all its forms.

    Words of code are of lines of the program: in the image, in the listing, and for debuggers.
    """

    program: P
    text: str
    generated: Generated[S]
    assembly: Assembly
    assembled: list[source.Line]  # the program's own lines, as the assembler had them

    @property
    def shared(self) -> S:
        """The addresses of units, variables and statements, for debuggers."""
        return self.generated.shared

    @property
    def lines(self) -> Any:
        """The program's own lines of assembly language, without the library."""
        return self.generated.lines

    @property
    def image(self) -> Image:
        """The program as machines load it, the run-time library included."""
        return self.assembly.image

    @abstractmethod
    def generate(self, seen: Seen) -> object:
        """Generate the program again; call `seen` with the name of each stage and its result."""

    @cached_property
    def kept(self) -> list[Kept]:
        """The uses of words that optimised code keeps in registers, so that storage does not show them."""
        last: list[form.Program] = []
        with without_collection(), deep_recursion():
            self.generate(lambda name, program: last.append(program))
        return [*dict.fromkeys(each for unit in last[-1].units for block in unit.blocks for each in _kept(block))]

    def form(self, stage: str = "") -> str:
        """Return the intermediate form as text, after a stage: `lower`, or a pass; the last one, if none is named.

        Raises IronboardError if there is no such stage.
        """
        stages: dict[str, str] = {}
        lines = self.program.at.source.text.split("\n")

        def seen(name: str, program: form.Program) -> None:
            stages[name] = format_program(program, lines)

        with without_collection(), deep_recursion():
            self.generate(seen)
        if stage and stage not in stages:
            raise IronboardError(f"there is no stage '{stage}' of the intermediate form: {', '.join(stages)}")
        return stages[stage] if stage else [*stages.values()][-1]

    @property
    def written(self) -> str:
        """The program in assembly language, its own lines as remarks, and the parts of the library that it needs."""
        return "".join(f"{line}\n" for line in self._with_remarks())

    def _with_remarks(self) -> Iterator[str]:
        text, last = self.program.at.source.text.split("\n"), 0
        for each in self.lines:
            if each.line not in (0, last):
                yield f"* {each.line:5} {text[each.line - 1]}".rstrip()
                last = each.line
            yield each.text
        yield from (each.text for each in self.generated.library)
        yield from (each.text for each in self.generated.end)
