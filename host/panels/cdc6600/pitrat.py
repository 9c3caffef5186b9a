"""Pitrat's program at the console: a game against it on a board."""

from __future__ import annotations

import time
from collections.abc import Callable

from emulators.cdc6600.system import INPUT, OUTPUT
from host.games.pitrat.command import Options, Session
from host.games.pitrat.program import TABLES
from host.machines.cdc6600.machine import Cdc6600
from host.panels.cdc6600.controller import Controller6600
from host.panels.games.pitrat import game
from host.ui import showing


def play(options: Options, person: int, view: showing.View | None = None, speed: float | None = None) -> int:
    """Show a game with rules until the user quits; return the exit status. `person` is player 1 or 2."""
    chosen = showing.choose(view)  # before the rules are read, which takes a while
    return showing.show(console(Session(options), person, speed), chosen)


def console(
    session: Session, person: int, speed: float | None = None, now: Callable[[], float] = time.perf_counter
) -> Controller6600:
    """Return the console with the program, its rules read, set to the session's position."""
    options, pitrat = session.options, session.pitrat
    machine, image = Cdc6600(core=options.core), pitrat.image()
    controller = Controller6600(machine, speed=speed, now=now)
    machine.load(image)
    machine.attach(TABLES, pitrat.rules.tables)
    machine.give("connect", INPUT)
    for line in (*session.position.lines(), *pitrat.settings(options.modifications), "POSITION", "LIST", "LEGAL"):
        machine.give("line", [INPUT, f" {line}"])
    machine.attach(OUTPUT)
    limits = options.modifications, options.weight, options.situations
    controller.take("PITRAT", image, game=game(session.rules.game, person, *limits))
    if person != session.position.player:
        controller.add([["until", "answered", 0], ["command", "machine"]])
    return controller
