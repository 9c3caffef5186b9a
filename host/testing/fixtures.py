"""The types of the fixtures that are functions: those of the methods of `Rig`, for tests that are annotated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

from emulators.image import Image
from host.testing.calling import LIMIT, Result, Writable
from host.testing.loading import Place, Program
from host.testing.ports import Port
from host.testing.stubs import Answer, Call, Caught, Words

if TYPE_CHECKING:
    from host.testing.procedures import Outcome


class LoadFixture(Protocol):
    """The fixture `load`."""

    def __call__(
        self,
        what: str | os.PathLike[str] | Image,
        *,
        format: str | None = None,
        origin: int | None = None,
        defines: Mapping[str, int] | None = None,
        language: str | None = None,
    ) -> Program:
        """Load a program, as `Rig.load` does."""


class CallFixture(Protocol):
    """The fixture `call`: of a subroutine, or of a procedure of ALGOL or FORTRAN, as `Rig.call` does."""

    @overload
    def __call__(
        self,
        target: Place,
        *,
        memory: Mapping[Place, Words] | None = None,
        writes: Iterable[Writable] | None = None,
        preserves: Iterable[str] = (),
        stack: int | None = None,
        limit: int = LIMIT,
        interrupt: bool = False,
        **registers: int,
    ) -> Result: ...

    @overload
    def __call__(
        self,
        target: str,
        first: Any,
        *actuals: Any,
        limit: int | None = None,
        files: Mapping[str, Sequence[str]] | None = None,
    ) -> Outcome: ...


class StubFixture(Protocol):
    """The fixture `stub`."""

    def __call__(
        self,
        place: Place,
        each: Callable[[Any], Any] | object = None,
        *,
        memory: Mapping[Place, Words] | None = None,
        cycles: int | None = None,
        skip: int = 0,
        **registers: Answer,
    ) -> Caught:
        """Replace a routine by its results, as `Rig.stub` does."""


class SpyFixture(Protocol):
    """The fixture `spy`."""

    def __call__(self, place: Place, look: Callable[[Call], Any] | None = None, *, skip: int = 0) -> Caught:
        """Note the calls of a routine, as `Rig.spy` does."""


class PortFixture(Protocol):
    """The fixture `port`."""

    def __call__(
        self, place: Place, *, reads: Iterable[int] | None = None, writes: Iterable[int] | None = None
    ) -> Port:
        """Watch a word of memory or a register of a device, as `Rig.port` does."""
