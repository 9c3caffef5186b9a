"""Operations whose results are not used, and blocks that are not reached."""

from __future__ import annotations

from host.middle.form import Program
from host.middle.target import Target


def run(program: Program, target: Target) -> None:
    """Run the pass."""
