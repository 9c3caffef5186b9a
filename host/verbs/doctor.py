"""The verb `doctor`: what this installation can do, and what to do about the rest."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard doctor`."""


def action(options: Namespace) -> int:
    """Look at everything; return 1 if a machine has to run as plain Python."""
    from host.checks.installation import examine

    return examine()
