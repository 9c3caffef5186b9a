"""The verb `warm`: compile the machines now instead of at the first start."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard warm`."""


def action(options: Namespace) -> None:
    """Compile the machines ahead of the first start."""
    from host.checks.warming import warm as compile_all

    compile_all()
