"""What `ironboard rook` does: a sitting with the rook ending, an ALGOL 60 program that comes with Ironboard."""

from __future__ import annotations

from pathlib import Path

from emulators.errors import ImageError
from host.algol.run import run_file
from host.assemblers.compass.assembler import LIBRARY
from host.desk.cdc6600.job import Job

NAME = "rook.alg"
RECORD = "CH1"  # the file behind channel 1, to which the program writes the games


def play(typed: Path | None, games: Path | None, overwrite: bool) -> int:
    """Play against what is typed, or against the lines of a file; returns the exit status."""
    job = Job(
        str(program()),
        input=typed,
        interactive=typed is None,
        saves={RECORD: games} if games else {},
        overwrite=overwrite,
        core="compiled",
    )
    return run_file(job)


def program() -> Path:
    """Return where the program is."""
    for folder in LIBRARY:
        if (folder / NAME).is_file():
            return folder / NAME
    raise ImageError(f"{NAME} is missing; it belongs to {' or '.join(map(str, LIBRARY))}")
