"""Constants, copies and common subexpressions of a block."""

from __future__ import annotations

from host.middle.form import Program
from host.middle.target import Target


def run(program: Program, target: Target) -> None:
    """Run the pass."""
