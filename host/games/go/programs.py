"""How the programs that play Go are started. Light to import: the machines are loaded when one starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.go.game import PROGRAMS, USUAL, Entry, ProgramGame, Setup, sizes_of

if TYPE_CHECKING:
    from host.games.go.commands import Engine

KIM = "KIM-1"
MOST_FIRM = 999  # that nps.alg accepts


def start_6600(name: str, setup: Setup) -> ProgramGame:
    """Start a 6600 with one of its programs."""
    from host.games.go.program import Go6600

    size = setup.size or PROGRAMS[name].sizes[0]
    core = setup.core
    assert core != "py65"
    program = Go6600(
        name,
        size,
        core,
        exact=setup.exact,
        seed=setup.seed,
        templates=setup.templates,
        proposals=setup.proposals,
    )
    return ProgramGame(program)


def game_of(name: str, setup: Setup = USUAL) -> ProgramGame:
    """Start a program and return its games. Raises IronboardError for a setup that it does not support."""
    if checked(name, setup).machine == KIM:
        from host.games.wally import Wally, WallyGame

        return WallyGame(Wally(setup.core, name))
    return start_6600(name, setup)


def engine_of(name: str, setup: Setup = USUAL) -> Engine:
    """Start a program as a GTP engine. Raises IronboardError for a setup that it does not support."""
    if checked(name, setup).machine == KIM:
        from host.games.wally import Wally, WallyEngine

        return WallyEngine(Wally(setup.core, name))
    from host.games.go.commands import Engine6600

    return Engine6600(start_6600(name, setup), lambda size: start_6600(name, setup._replace(size=size)))


def checked(name: str, setup: Setup) -> Entry:
    """Return the entry of a program; raises IronboardError for a setup that it does not support."""
    entry = PROGRAMS[name]
    if setup.size is not None and setup.size not in entry.sizes:
        raise IronboardError(f"{entry.title} cannot play on {setup.size} by {setup.size}: {sizes_of(entry)}")
    if setup.seed and not entry.seeded:
        raise IronboardError(f"{entry.title} makes no random choices: omit --seed")
    if setup.templates and not entry.templates:
        raise IronboardError(f"{entry.title} has no templates")
    if setup.proposals and not entry.proposals:
        raise IronboardError(f"--surround, --firm and --reflect go with nps, not with {entry.title}")
    if setup.firm is not None and setup.firm > MOST_FIRM:
        raise IronboardError(f"--firm {setup.firm}: expected 1 to {MOST_FIRM}")
    if setup.core == "py65" and entry.machine != KIM:
        raise IronboardError(f"py65 is a 6502: {entry.title} runs on a {entry.machine}")
    return entry


def paired(black: str, white: str, setup: Setup) -> dict[Colour, Setup]:
    """Return the setups of programs that play each other, each with what it supports. Raises IronboardError."""
    names = {Colour.BLACK: black, Colour.WHITE: white}
    entries = {colour: PROGRAMS[name] for colour, name in names.items()}
    for colour, entry in entries.items():
        if colour not in entry.colours:
            raise IronboardError(f"{entry.title} has the {colour.other.value} stones, always: name it first")
    size = setup.size or next(each for each in entries[Colour.BLACK].sizes if each in entries[Colour.WHITE].sizes)
    setups = {
        colour: setup._replace(
            size=size,
            seed=setup.seed if entry.seeded else 0,
            templates=setup.templates if entry.templates else None,
            surround=setup.surround if entry.proposals else "no",
            firm=setup.firm if entry.proposals else None,
            reflect=setup.reflect and entry.proposals,
        )
        for colour, entry in entries.items()
    }
    for colour, name in names.items():
        checked(name, setups[colour])
    return setups
