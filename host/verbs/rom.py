"""The verb `rom`: build or verify the images in roms/."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.values import option

ROM_ACTIONS = ("build", "verify")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard rom`."""
    option(parser, "do", choices=ROM_ACTIONS, help="make the images in roms/ anew, or compare them with their sources")


def action(options: Namespace) -> None:
    """Build or verify the images in roms/."""
    from host import roms

    print("\n".join(roms.build() if options.do == "build" else roms.verify()))
