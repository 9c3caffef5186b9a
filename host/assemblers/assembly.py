"""The result of an assembly."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from emulators.errors import SourceError
from emulators.image import Image

if TYPE_CHECKING:
    from host.assemblers.program import Program
    from host.debugger.language import Inspect


@dataclass
class Assembly:
    """An image, and everything that is known about how it came about.

    `procedures` and `variables` are addresses by names of the source, where a compiler has other symbols for them.
    """

    image: Image
    program: Program
    warnings: tuple[SourceError, ...] = ()
    messages: list[str] = field(default_factory=list)  # what the source asked to be printed
    inspect: Inspect | None = None  # what a compiler knows of its program while that runs
    procedures: dict[str, int] = field(default_factory=dict)
    variables: dict[str, int] = field(default_factory=dict)  # those of the main program that have addresses

    @property
    def symbols(self) -> dict[str, int]:
        """Every symbol with its value, scoped names as `outer::inner`."""
        return self.image.symbols

    @cached_property
    def listing(self) -> str:
        """The listing with all its parts."""
        from host.assemblers.listing import listing  # the listing knows programs, programs make assemblies

        return listing(self.program)
