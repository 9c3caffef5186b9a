"""Programs that were written for these machines when they were new: software."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.options import Option, add
from host.verbs.common import Action


def software(parser: ArgumentParser) -> Action:
    """List programs of the time that are known to run, or run some."""
    add(
        parser,
        Option("NAME", "the programs to run; without one, all are listed", name="names", nargs="*"),
        Option("--from FOLDER", "the folder with the repositories ($IRONBOARD_SOFTWARE)", Path, name="folder"),
    )

    def action(options: Namespace) -> int:
        from host.software.running import software as run

        return run(options.names, options.folder)

    return action
