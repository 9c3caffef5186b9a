"""How a machine is looked at: what the verbs of the machines share."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from host.verbs.values import option, picked, speed

# options whose names in the program are not those on the command line
TYPED = {"typed": "type", "paper": "print", "lines": "line", "save_tapes": "save-tape"}


def view_arguments(parser: ArgumentParser) -> None:
    """Describe how a machine is looked at."""
    group = parser.add_argument_group("the view", "a window if there is a display, else the terminal")
    views = group.add_mutually_exclusive_group()
    views.add_argument("--window", dest="view", action="store_const", const="window", help="the panel in a window")
    views.add_argument("--tui", dest="view", action="store_const", const="terminal", help="the panel in the terminal")
    views.add_argument("--headless", action="store_true", help="no view: run, print what came of it")
    option(group, "--speed", type=speed, metavar="TIMES", help="times the original's clock, or turbo; 1 if absent")


def run_machine(desk: Any, setup: Any, options: Namespace, errand: Iterable[str]) -> int:
    """Run a machine on its desk: in a view, or on an errand without one."""
    given = {name: value for name, value in picked(options, errand).items() if value is not None}
    if options.headless:
        if options.speed is not None:
            options.parser.error("--speed is for a view: without one the machine runs as fast as it can")
        return int(desk.run_errand(setup, desk.Errand(**given)))
    if given:
        options.parser.error(f"{', '.join(TYPED.get(name, name) for name in given)}: only with --headless")
    return int(desk.run_in_view(setup, options.view, options.speed or 1.0))
