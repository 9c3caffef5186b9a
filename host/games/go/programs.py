"""The programs here that play Go: what each can play, and how it is started. Light to import: machines come later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError
from emulators.mos6502.system import Core
from host.games import wally_board
from host.games.boards import Colour

if TYPE_CHECKING:
    from host.games.go.commands import Engine
    from host.games.go.game import ProgramGame


class Setup(NamedTuple):
    """How a program shall be started; what nothing is said of is as usual."""

    size: int | None = None
    core: Core = "compiled"
    exact: bool = True  # cycles are those of the 6600; else one for an instruction
    seed: int = 0  # of the moves that are drawn
    templates: Path | None = None


USUAL = Setup()


class Entry(NamedTuple):
    """A program. The first of its sizes and colours are the usual ones."""

    title: str
    machine: str
    sizes: tuple[int, ...]
    colours: tuple[Colour, ...]
    start: Callable[[str, Setup], ProgramGame]
    engine: Callable[[str, Setup], Engine]  # for GTP
    seeded: bool = False  # it can draw its moves
    templates: bool = False  # it reads templates

    @property
    def named(self) -> str:
        """The program and its machine."""
        return f"{self.title}, {self.machine}"


def start_wally(name: str, setup: Setup) -> ProgramGame:
    """Start a KIM-1 with Wally."""
    from host.games.wally import Wally, WallyGame

    return WallyGame(Wally(setup.core, name))


def wally_engine(name: str, setup: Setup) -> Engine:
    """Return Wally as a GTP engine."""
    from host.games.wally import Wally, WallyEngine

    return WallyEngine(Wally(setup.core, name))


def start_6600(name: str, setup: Setup) -> ProgramGame:
    """Start a 6600 with one of its programs."""
    from host.games.go.game import ProgramGame
    from host.games.go.program import Go6600

    size = setup.size or PROGRAMS[name].sizes[0]
    core = setup.core
    assert core != "py65"
    return ProgramGame(Go6600(name, size, core, exact=setup.exact, seed=setup.seed, templates=setup.templates))


def engine_6600(name: str, setup: Setup) -> Engine:
    """Return a program of the 6600 as a GTP engine."""
    from host.games.go.commands import Engine6600

    return Engine6600(start_6600(name, setup), lambda size: start_6600(name, setup._replace(size=size)))


WALLY, BOTH, SIZES = (Colour.BLACK,), (Colour.BLACK, Colour.WHITE), (19, *range(9, 19))
PROGRAMS = {
    "wally": Entry("Wally", "KIM-1", (wally_board.SIZE,), WALLY, start_wally, wally_engine),
    "wally-walk": Entry("Wally (wally-walk)", "KIM-1", (wally_board.SIZE,), WALLY, start_wally, wally_engine),
    "nps": Entry("NPS Go", "CDC 6600", SIZES, BOTH, start_6600, engine_6600),
    "zobrist": Entry("Zobrist's Go", "CDC 6600", SIZES, BOTH, start_6600, engine_6600, seeded=True, templates=True),
}


def game_of(name: str, setup: Setup = USUAL) -> ProgramGame:
    """Start a program; return games with it. Raises IronboardError for what it cannot do."""
    return checked(name, setup).start(name, setup)


def engine_of(name: str, setup: Setup = USUAL) -> Engine:
    """Start a program; return it as a GTP engine. Raises IronboardError for what it cannot do."""
    return checked(name, setup).engine(name, setup)


def checked(name: str, setup: Setup) -> Entry:
    """Return the entry of a program that is going to be started; raises IronboardError for what it cannot do."""
    entry = PROGRAMS[name]
    if setup.size is not None and setup.size not in entry.sizes:
        raise IronboardError(f"{entry.title} cannot play on {setup.size} by {setup.size}: {sizes_of(entry)}")
    if setup.seed and not entry.seeded:
        raise IronboardError(f"{entry.title} makes no random choices: omit --seed")
    if setup.templates and not entry.templates:
        raise IronboardError(f"{entry.title} has no templates")
    if setup.core == "py65" and entry.machine != "KIM-1":
        raise IronboardError(f"py65 is a 6502: {entry.title} runs on a {entry.machine}")
    return entry


def sizes_of(entry: Entry) -> str:
    """Say which boards a program wants."""
    sizes = entry.sizes
    return f"expected {sizes[0]}" if len(sizes) == 1 else f"expected {min(sizes)} to {max(sizes)}"
