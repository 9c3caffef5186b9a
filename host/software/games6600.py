"""LIFE and LUNAR, games for the console of the 6600: assembled from their deck, played by their keys, and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from emulators.cdc6600.displays import KEYS
from emulators.errors import IronboardError
from host import registry
from host.machines.cdc6600.machine import MODEL, Cdc6600
from host.software.catalogue import Outcome, Say, Software

DTCYBER = "kej715/DtCyber"  # an emulator of these machines, and jobs for their systems
GAMES = "NOS2.8.7/opt/cgames.job"
RECORD = re.compile(r"^~eor\n", re.MULTILINE)
COMMON_DECK = re.compile(r"\s*([A-Z0-9]+)\nCOMMON\n(.*)", re.DOTALL)
KEY_SECONDS = 0.15  # from a key to the next one
SIDE = 60  # cells of LIFE, a torus
PENTOMINO = "ADWDAXX"  # keys that move and set cells
RUN_SECONDS = 1.0  # at LIFE's highest speed
RADIUS, GRAVITY = 1.738094996e6, 4.9027358453e12  # of LUNAR's moon, in metres and seconds
HEIGHTS = (5, 50, 200)  # of falls
STEP = 0.1  # seconds of LUNAR's simulation
LANDINGS = ("TOUCH DOWN", "CRASH LANDING", "SPLAT")


@contextmanager
def source(folder: Path, name: str) -> Iterator[Path]:
    """Lend the source of a program of the deck, with the common decks beside it, as MODIFY would put them in."""
    records = RECORD.split((folder / GAMES).read_text(encoding="ascii", errors="replace"))
    with TemporaryDirectory() as beside:
        for each in records:
            if deck := COMMON_DECK.fullmatch(each):
                Path(beside, f"{deck[1].lower()}.compass").write_text(deck[2], encoding="ascii")
        program = next(each for each in records if each.startswith(f"{name}\n"))
        path = Path(beside, f"{name.lower()}.compass")
        path.write_text(program.removeprefix(f"{name}\n"), encoding="ascii")
        yield path


class Played:
    """A machine that runs a program of the deck; its keys are pressed, its words read by their symbols."""

    def __init__(self, folder: Path, name: str, say: Say) -> None:
        from host.assemblers.compass.assembler import assemble

        with source(folder, name) as path:
            say(f"assembling {name}, {len(path.read_text(encoding='ascii').splitlines()):,} lines")
            image = assemble(path).image
        self.symbols = image.symbols
        self.machine = Cdc6600()
        self.machine.load(image)
        self.machine.attach_program(name, image)
        self.words = sum(len(each.words) for each in image.segments)
        self.run(1)

    def run(self, seconds: float) -> None:
        """Go on; raises IronboardError if the program stops."""
        self.machine.run(seconds=seconds)
        if self.machine.reason:
            raise IronboardError(f"the program has stopped: {self.machine.reason}")

    def press(self, keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.machine.give("key", KEYS.index(key))
            self.run(KEY_SECONDS)

    def word(self, symbol: str, place: int = 0) -> int:
        """Return a word."""
        return self.machine.peek(self.symbols[symbol] + place)

    def real(self, symbol: str, place: int = 0) -> float:
        """Return a word as a floating number."""
        word = self.word(symbol, place)
        size = word ^ (1 << 60) - 1 if word >> 59 else word
        exponent = size >> 48
        value = float(size & (1 << 48) - 1) * 2.0 ** (exponent - (0o2000 if exponent >= 0o2000 else 0o1777))
        return -value if word >> 59 else value


# ---------------------------------------------------------------- LIFE


def life(folder: Path, say: Say) -> Outcome:
    """Draw a pattern by LIFE's keys and let it live; every generation is compared with sets of cells."""
    game = Played(folder, "LIFE", say)

    def cells() -> frozenset[tuple[int, int]]:
        rows = enumerate(game.word("ARRAY", row) for row in range(SIDE))
        return frozenset((row, column) for row, word in rows for column in range(SIDE) if word >> SIDE - 1 - column & 1)

    game.press(PENTOMINO)
    wanted, generation = cells(), 0
    say(f"{len(wanted)} cells drawn")
    game.press("\r00000000009")
    game.run(RUN_SECONDS)
    game.press("0")
    for keys in ("", *"00000"):
        game.press(keys)
        while generation < game.word("GN"):
            wanted, generation = after(wanted), generation + 1
        if cells() != wanted:
            raise IronboardError(f"generation {generation} differs")
        say(f"generation {generation:,}: {len(wanted)} cells, the same")
    return Outcome(f"{generation:,} generations of a pentomino, as by sets of cells", game.machine.cycles)


def after(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return the next generation, on a torus."""
    around: dict[tuple[int, int], int] = {}
    for row, column in cells:
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                if down or across:
                    place = (row + down) % SIDE, (column + across) % SIDE
                    around[place] = around.get(place, 0) + 1
    return frozenset(place for place, count in around.items() if count == 3 or (count == 2 and place in cells))


# ---------------------------------------------------------------- LUNAR


def lunar(folder: Path, say: Say) -> Outcome:
    """Let LUNAR's ship fall from several heights, then land it by its engine."""
    game = Played(folder, "LUNAR", say)
    ends = []
    for height in HEIGHTS:
        speed = flown(game, height, lambda: "")
        seconds, free = speed * RADIUS**2 / GRAVITY, math.sqrt(2 * height * RADIUS**2 / GRAVITY)
        if abs(seconds - free) > STEP:
            raise IronboardError(f"fell for {seconds:.2f} s from {height} m, where free fall takes {free:.2f} s")
        ends.append(f"{height} m: {said(game)} at {speed:.2f} m/s")
        say(f"falls from {ends[-1]}, after {seconds:.1f} s")
        game.press("=")  # the program loads itself anew
        game.run(1)

    def brake() -> str:
        down, height = -game.real("VG", 2), game.real("HT")
        return "5" if down > 2 + math.sqrt(2.8 * height) else "0" if down < 1 + math.sqrt(2.4 * height) else ""

    speed = flown(game, HEIGHTS[-1], brake)
    used = 30_000 - game.real("RF")
    say(f"{said(game)} with the engine at {speed:.2f} m/s, {used:,.0f} units of fuel used")
    return Outcome(
        f"falls from {', '.join(ends)}; with its engine, {said(game)} at {speed:.2f} m/s", game.machine.cycles
    )


def flown(game: Played, height: int, pilot: Callable[[], str]) -> float:
    """Put the ship above the moon, at rest, and fly it to the ground; return its speed there."""
    game.press(f"R={RADIUS + height:.3f},0,0.\rV=0,0,0.\rGO.\r")
    while not said(game):
        game.press(pilot()) if pilot() else game.run(KEY_SECONDS)
    return math.hypot(*(game.real("VG", place) for place in range(3)))


def said(game: Played) -> str:
    """Return what LUNAR says of the landing."""
    from emulators.cdc6600.display_code import characters, codes_of_words

    at = game.word("TDET", 4)
    text = characters(codes_of_words(game.machine.peek(at + place) for place in range(3))) if at else ""
    return next((each for each in LANDINGS if each in text), "")


def play(name: str, folder: Path) -> int:
    """Open the console with a program of the deck."""
    panel = registry.find(MODEL).panel()
    panel.library = True
    with source(folder, name) as path:
        return int(panel.run_in_view({"program": str(path)}))


PROGRAMS = (
    Software(
        "life", "LIFE, the game of life, D. Brown and others", "CDC 6600", 1981, DTCYBER, "none stated", (GAMES,),
        "assembled as it is; played by its keys",
        Outcome("980 generations of a pentomino, as by sets of cells", 57_500_184),
        life, lambda folder: play("LIFE", folder),
    ),
    Software(
        "lunar", "LUNAR, a landing on the moon, L. R. Atkin and others", "CDC 6600", 1970, DTCYBER, "none stated",
        (GAMES,), "assembled as it is; flown by its keys",
        Outcome(
            "falls from 5 m: TOUCH DOWN at 4.06 m/s, 50 m: CRASH LANDING at 12.82 m/s, 200 m: SPLAT at 25.48 m/s; "
            "with its engine, TOUCH DOWN at 2.59 m/s",
            874_003_518,
        ),
        lunar, lambda folder: play("LUNAR", folder),
    ),
)  # fmt: skip
