"""A sitting with one of the ALGOL programs as it comes: its own dialogue, at the keyboard or from a file."""

from __future__ import annotations

from pathlib import Path

from emulators.errors import IronboardError
from emulators.processor import Core
from host.algol.dialect import LANGUAGE
from host.desk.cdc6600.compiled import run_file
from host.desk.cdc6600.job import Job
from host.games.endings.program import VERSIONS
from host.games.program6600 import source
from host.games.rook.versions import DEFAULT, QUEEN

RECORD = "CH2"  # the file behind channel 2, to which the programs write the games


def play(version: str | None, typed: Path | None, games: Path | None, overwrite: bool, core: Core = "compiled") -> int:
    """Play against what is typed, or against the lines of a file; returns the exit status."""
    if version not in (None, QUEEN):
        raise IronboardError(f"--version {version}: the program itself asks for 1, 2 or 3, on the first line")
    job = Job(
        str(program(version or DEFAULT)),
        input=typed,
        interactive=typed is None,
        saves={RECORD: games} if games else {},
        overwrite=overwrite,
        core=core,
    )
    return run_file(job, LANGUAGE)


def program(version: str) -> Path:
    """Return where a version's program is; raises IronboardError if it is missing."""
    return source(VERSIONS[version].program)
