"""The languages that are compiled: the options they share, and their programs as jobs see them.

Light, as every command that takes a source reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from host.options import Option

if TYPE_CHECKING:
    from host.assemblers.program import Assembly
    from host.compilers.debuginfo.code import Call, Code


class Explained(Protocol):
    """A compiled program that can say, in the words of its author, how a run of it went."""

    @property
    def assembly(self) -> Assembly:
        """The image, and how it was made."""

    @property
    def code(self) -> Code[Any, Any]:
        """The map of its code."""

    @property
    def written(self) -> str:
        """The text that the compiler has written."""

    def form(self, stage: str = "") -> str:
        """Return the intermediate form after a stage of the compiler, as text; raises IronboardError."""

    @property
    def words(self) -> object:
        """How much storage it needs, as a line for people."""

    def complaint(self, machine: Any, calls: Sequence[Call[Any, Any]]) -> str:
        """Return why the machine has stopped it, while it was at the first of these calls."""


# Options of all compilers.
NO_CHECKS = Option("--no-checks", "do not check subscripts and integers")
LEVEL = Option(
    "-O LEVEL", "0: for debuggers; 1: fast (default; of debug: 0)", name="level", choices=("0", "1")
)  # fmt: skip
WITHOUT = Option("--without PASS", "leave out a pass of level 1: fold, versions, strength, ...", many=True)


class Language(NamedTuple):
    """A language whose programs are run as jobs."""

    dialect: str
    what: str  # a program of it is called in messages
    compile_text: Callable[..., Explained]  # from a text and the name of its file; raises SourceErrors
