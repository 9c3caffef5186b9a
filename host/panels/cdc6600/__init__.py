"""The operator's console of the CDC 6600: two round tubes, a keyboard, and the boards of its games."""

from __future__ import annotations

from typing import Any

from host.panels.cdc6600.desk import Desk6600


def desk(machine: Any, **options: Any) -> Desk6600:
    """Return the console of a machine."""
    return Desk6600(machine, **options)
