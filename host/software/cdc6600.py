"""Programs for Control Data's 6000 series, in COMPASS.

LIFE and LUNAR, games for the console of the 6600: assembled from their deck, played by their keys, and checked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from emulators.cdc6600.displays import KEYS
from emulators.errors import IronboardError
from emulators.image import Image
from host import registry
from host.machines.cdc6600.machine import MODEL, Cdc6600
from host.software.catalogue import Outcome, Say, Software

PASCAL = "NOS2.8.7/opt/pascal4-pf.job"
PROGRAM = re.compile(r"^ {6,12}IDENT +(\w+).*?^ {6,12}END\b[^\n]*\n", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"={5}\n(?:[A-Z]+\n)?( +IDENT.*?)\n={5}", re.DOTALL)  # a program in the typing of a demonstration


def is_same_loaded(source: Path, image: Image) -> bool:
    """Return whether a program's relocatable binary, loaded where the absolute one lies, has the same words."""
    from host.assemblers.compass import relocatable
    from host.formats.loader.loading import load

    system = relocatable.SystemLibrary().find
    loaded = load(relocatable.assemble(source).modules, system=system).image
    found, wanted = ({at: word for at, word in each if word} for each in (loaded, image))
    return found == wanted and loaded.entry == image.entry


def fibonacci(file: str, folder: Path, say: Say) -> Outcome:
    """Assemble the program that a demonstration types, and run it."""
    from emulators.machine import Stop
    from host.assemblers.compass.assembler import assemble
    from host.machines.cdc6600.machine import Cdc6600

    found = TYPED.search((folder / file).read_text(encoding="utf-8"))
    assert found is not None
    with TemporaryDirectory() as beside:
        source = Path(beside, "fib.compass")
        source.write_text(found[1] + "\n", encoding="ascii")
        image = assemble(source).image
    machine = Cdc6600()
    machine.load(image)
    machine.write_register("P", image.entry or 0)
    while machine.run(1_000_000) == Stop.NONE:
        say(f"{machine.cycles:,} minor cycles")
    lines = machine.text("OUTPUT").splitlines()
    for each in lines:
        say(each)
    return Outcome(f"{len(lines)} lines, the last: {' '.join(lines[-1].split())}", machine.cycles)


def small_programs(folder: Path, say: Say) -> Outcome:
    """Assemble the programs for the central processor in jobs and texts of the systems."""
    from emulators.errors import IronboardError
    from host.assemblers.compass import relocatable
    from host.assemblers.compass.assembler import assemble

    texts = [*folder.rglob("*.job"), *(folder / "NOS2.8.7/files").glob("*.txt"), *folder.rglob("scripts/*.txt")]
    good = parts = same = total = 0
    for text in sorted(each for each in texts if each.name != Path(GAMES).name):
        for found in PROGRAM.finditer(text.read_text(encoding="utf-8", errors="replace")):
            if "PERIPH" in found[0]:
                continue
            total += 1
            with TemporaryDirectory() as beside:
                source = Path(beside, f"{found[1].lower()}.compass")
                source.write_text(found[0], encoding="utf-8")
                try:
                    said = "assembled"
                    try:
                        image = assemble(source).image
                        same += bool(image.segments) and is_same_loaded(source, image)
                    except IronboardError:  # a part of a program, which names others
                        relocatable.assemble(source)
                        said, parts = "assembled as a relocatable binary", parts + 1
                    good += 1
                except IronboardError as error:
                    said = str(error).split("\n")[0].rpartition("error: ")[2]
                    good += (nothing := "produces no words" in said)  # a text of nothing but remarks
                    said = "assembled: no words" if nothing else said
            say(f"{text.name}: {found[1]}: {said}")
    return Outcome(f"{good} of {total} assemble, {parts} as a binary only; loaded, {same} binaries have the same words")


def assembled(text: Path, name: str) -> Image:
    """Return the image of the program of this name in a job or text."""
    from host.assemblers.compass.assembler import assemble

    found = next(each for each in PROGRAM.finditer(text.read_text(encoding="utf-8")) if each[1] == name)
    with TemporaryDirectory() as beside:
        source = Path(beside, f"{name.lower()}.compass")
        source.write_text(found[0], encoding="ascii")
        return assemble(source).image


def times(folder: Path, say: Say) -> Outcome:
    """Call two subroutines that ask the system for date and time."""
    from emulators.cdc6600.core import JUMP
    from emulators.cdc6600.display_code import characters, codes_of_words
    from emulators.machine import Stop
    from host.machines.cdc6600.machine import Cdc6600
    from host.registry import find

    machine, told = Cdc6600(exact=False), []
    machine.poke(RESULT, JUMP << 48 | RESULT << 30)  # a jump to itself
    machine.write_register("P", RESULT)
    machine.run(seconds=SECONDS)
    for text, name in (("NJMLIB", "NJMSECS"), ("NJMD", "GETTS")):
        image = assembled(folder / f"NOS2.8.7/files/{text}.txt", name)
        machine.load(image)
        machine.write_register("X1", RESULT)
        find("6600").enter(machine, image.symbols[name])
        while machine.run(1_000_000) == Stop.NONE:
            pass
        answer = characters(codes_of_words([machine.peek(RESULT), machine.peek(RESULT + 1)])).strip()
        told.append(f"{name}: {answer if name == 'GETTS' else machine.read_register('X6')}")
        say(told[-1])
    return Outcome("; ".join(told), machine.cycles)


SECONDS, RESULT = 12, 0o1000  # since deadstart; where the answer is
KEYWORD = slice(10, 16)  # columns of the operation
LEFT_OUT = ("MACREF", "QUAL", "MPAR", "PARAM", "SPACE", "LIST", "TITLE")


def extract(folder: Path, say: Say) -> Outcome:
    """Run EXTRACT, which makes programs of common decks, on those of the games; compare with the same in Python."""
    from emulators.machine import Stop
    from host.machines.cdc6600.machine import Cdc6600

    image = assembled(folder / PASCAL, "EXTRACT")
    records = RECORD.split((folder / GAMES).read_text(encoding="ascii", errors="replace"))
    lines = [line for each in records if (deck := COMMON_DECK.fullmatch(each)) for line in deck[2].splitlines()]
    say(f"{len(lines)} lines of common decks")
    machine = Cdc6600()
    machine.load(image)
    machine.write_register("P", image.symbols["EXTRACT"])
    machine.attach("I", lines)
    machine.attach("O")
    while machine.run(1_000_000) == Stop.NONE:
        pass
    made = [line.rstrip() for line in machine.text("O").splitlines()]
    same = "the same" if made == extracted(lines) else "not the same"
    return Outcome(f"{len(lines)} lines, of which {len(made)} are written: {same} as in Python", machine.cycles)


def extracted(lines: Sequence[str]) -> list[str]:
    """Return the output of EXTRACT: each deck from its CTEXT to its ENDX, without some lines."""
    made: list[str] = []
    within = False
    for line in lines:
        keyword = line[KEYWORD].split(" ")[0]
        if not line.strip() or line.startswith("*"):
            continue
        if not within and keyword == "CTEXT":
            within = True
            made += [f"{line[:10]}IDENT{line[15:]}", "          STEXT", "          SST"]
        elif within and keyword == "ENDX":
            within = False
            made.append("          END")
        elif within and keyword not in LEFT_OUT:
            made.append(line)
    return [line.rstrip() for line in made]


# ---------------------------------------------------------------- LIFE and LUNAR

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
    """Drop LUNAR's ship from several heights, then land it by its engine."""
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
    """Return LUNAR's words about the landing."""
    from emulators.cdc6600.display_code import characters, codes_of_words

    at = game.word("TDET", 4)
    text = characters(codes_of_words(game.machine.peek(at + place) for place in range(3))) if at else ""
    return next((each for each in LANDINGS if each in text), "")


def play(name: str, folder: Path) -> int:
    """Open the console with a program of the deck."""
    runner = registry.find(MODEL).runner()
    runner.library = True
    with source(folder, name) as path:
        return int(runner.run_in_view({"program": str(path)}))


CONSOLE_GAMES = (
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
            874_003_640,
        ),
        lunar, lambda folder: play("LUNAR", folder),
    ),
)  # fmt: skip


FIB = "webterm/www/machines/{}/scripts/compass.txt"
PROGRAMS = (
    *CONSOLE_GAMES,
    Software(
        "extract", "EXTRACT, which makes texts of common decks", "CDC 6600", 1980, DTCYBER, "none stated",
        (GAMES, PASCAL), "assembled as it is; run on the common decks of the games",
        Outcome("173 lines, of which 77 are written: the same as in Python", 292_135), extract,
    ),
    Software(
        "nos-times", "Two subroutines of NJE services that ask for date and time", "CDC 6600", 2020, DTCYBER, "GPL 3",
        ("NOS2.8.7/files/NJMLIB.txt", "NOS2.8.7/files/NJMD.txt"), "assembled as they are; called after 12 seconds",
        Outcome("NJMSECS: 12; GETTS: 70/01/01. 00.00.12.", 120_003_063), times,
    ),
    *(
        Software(
            f"fib-{name}", f"Fibonacci numbers, as typed at a terminal of {system}", "CDC 6600", 2020, DTCYBER,
            "GPL 3", (FIB.format(name),), "assembled as it is, with the system's macros; run to its end",
            Outcome("10 lines, the last: 10 55", 10_506),
            partial(fibonacci, FIB.format(name)),
        )
        for name, system in (("kronos", "KRONOS 2.1"), ("nos1", "NOS 1.3"), ("nos2", "NOS 2.8"))
    ),
    Software(
        "nos-small", "Small programs for KRONOS and NOS", "CDC 6600", 1980, DTCYBER, "GPL 3, Control Data's", (GAMES,),
        "each assembled as it is",
        Outcome("26 of 27 assemble, 1 as a binary only; loaded, 18 binaries have the same words"), small_programs,
    ),
)  # fmt: skip
