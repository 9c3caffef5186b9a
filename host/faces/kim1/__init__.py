"""The KIM-1's front: `desk` puts it up."""

from __future__ import annotations

from typing import Any

from emulators.machine import Machine
from host.faces.desk import Desk


def desk(machine: Machine, program: str | None = None, **options: Any) -> Desk:
    """Return a KIM-1 with its front, and what the program in its memory adds."""
    from host.faces.kim1.desk import KimDesk
    from host.kim1 import Kim1

    assert isinstance(machine, Kim1)
    return KimDesk(machine, program, **options)
