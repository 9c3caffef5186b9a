"""The types of the pytest fixtures, to annotate tests with, and `cases`, which reads tables of them.

    def test_the_product(call: CallFixture) -> None:
        assert call("MULTIPLY", A=7, X=6).A == 42

`Rig` is that of a KIM-1, `Rig[Ibm704]` that of a test with the mark `ibm704`; `FreshRigs` likewise. docs/testing.md
describes the fixtures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.machine import Machine
from host.testing import rig
from host.testing.calling import CallError, Failure, Result, State, StubError
from host.testing.fixtures import CallFixture, LoadFixture, PortFixture, SpyFixture, StubFixture
from host.testing.loading import Memory, Program
from host.testing.ports import Port
from host.testing.stubs import Call, CallLog, Calls, Caught
from host.testing.tables import cases
from host.testing.timing import CycleCounter, Cycles, CyclesError

if TYPE_CHECKING:
    from typing import TypeAlias

    from typing_extensions import TypeVar  # type checkers have it

    from host.machines.kim1.machine import Kim1

    Operated = TypeVar("Operated", bound=Machine, default=Kim1, covariant=True)
    Rig: TypeAlias = rig.Rig[Operated]
    FreshRigs: TypeAlias = rig.FreshRigs[Operated]
else:
    Rig, FreshRigs = rig.Rig, rig.FreshRigs

__all__ = [
    "Call", "CallError", "CallFixture", "CallLog", "Calls", "Caught", "CycleCounter", "Cycles", "CyclesError",
    "Failure", "FreshRigs", "LoadFixture", "Memory", "Port", "PortFixture", "Program", "Result", "Rig", "SpyFixture",
    "State", "StubError", "StubFixture", "cases",
]  # fmt: skip
