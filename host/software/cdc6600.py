"""Programs for Control Data's 6000 series, in COMPASS."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from host.software.catalogue import Outcome, Say, Software

DTCYBER = "kej715/DtCyber"  # an emulator of these machines, and jobs for their systems
GAMES = "NOS2.8.7/opt/cgames.job"
RECORD = re.compile(r"^~eor\n", re.MULTILINE)
COMMON_DECK = re.compile(r"\s*([A-Z0-9]+)\nCOMMON\n(.*)", re.DOTALL)
PROGRAM = re.compile(r"^ {6,12}IDENT +(\w+).*?^ {6,12}END\b[^\n]*\n", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"={5}\n(?:[A-Z]+\n)?( +IDENT.*?)\n={5}", re.DOTALL)  # a program among what a demonstration types


def game(folder: Path, name: str, say: Say) -> Outcome:
    """Assemble a program of the deck of games, with the common decks beside it, as MODIFY would put them in."""
    from host.assemblers.compass.assembler import assemble

    records = RECORD.split((folder / GAMES).read_text(encoding="ascii", errors="replace"))
    with TemporaryDirectory() as beside:
        for each in records:
            if deck := COMMON_DECK.fullmatch(each):
                Path(beside, f"{deck[1].lower()}.compass").write_text(deck[2], encoding="ascii")
        program = next(each for each in records if each.startswith(f"{name}\n"))
        source = Path(beside, f"{name.lower()}.compass")
        source.write_text(program.removeprefix(f"{name}\n"), encoding="ascii")
        say(f"assembling {name}, {len(program.splitlines()):,} lines")
        image = assemble(source).image
    return Outcome(f"{sum(len(each.words) for each in image.segments):,} words")


def fibonacci(file: str, folder: Path, say: Say) -> Outcome:
    """Assemble the program that a demonstration types, and run it."""
    from emulators.machine import Stop
    from host.assemblers.compass.assembler import assemble
    from host.cdc6600 import Cdc6600

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
    """Assemble the programs for the central processor that stand in jobs and texts of the systems."""
    from emulators.errors import IronboardError
    from host.assemblers.compass.assembler import assemble

    texts = [*folder.rglob("*.job"), *(folder / "NOS2.8.7/files").glob("*.txt"), *folder.rglob("scripts/*.txt")]
    good = total = 0
    for text in sorted(each for each in texts if each.name != Path(GAMES).name):
        for found in PROGRAM.finditer(text.read_text(encoding="utf-8", errors="replace")):
            if "PERIPH" in found[0]:
                continue
            total += 1
            with TemporaryDirectory() as beside:
                source = Path(beside, f"{found[1].lower()}.compass")
                source.write_text(found[0], encoding="utf-8")
                try:
                    assemble(source)
                    good += 1
                    said = "assembled"
                except IronboardError as error:
                    said = str(error).split("\n")[0].rpartition("error: ")[2]
                    good += (nothing := "produces no words" in said)  # a text of nothing but remarks
                    said = "assembled: no words" if nothing else said
            say(f"{text.name}: {found[1]}: {said}")
    return Outcome(f"{good} of {total} assemble")


FIB = "webterm/www/machines/{}/scripts/compass.txt"
PROGRAMS = (
    Software(
        "life", "LIFE, the game of life, D. Brown and others", "CDC 6600", 1981, DTCYBER, "none stated", (GAMES,),
        "assembled as it is; its display driver, a peripheral program, is not here",
        Outcome("1,393 words"), lambda folder, say: game(folder, "LIFE", say),
    ),
    Software(
        "lunar", "LUNAR, a landing on the moon, L. R. Atkin and others", "CDC 6600", 1970, DTCYBER, "none stated",
        (GAMES,),
        "assembled as it is; its display driver, a peripheral program, is not here",
        Outcome("4,170 words"), lambda folder, say: game(folder, "LUNAR", say),
    ),
    *(
        Software(
            f"fib-{name}", f"Fibonacci numbers, as typed at a terminal of {system}", "CDC 6600", 2020, DTCYBER,
            "GPL 3", (FIB.format(name),), "assembled as it is, with the system's macros; run to its end",
            Outcome("10 lines, the last: 10 55", 10_486),
            partial(fibonacci, FIB.format(name)),
        )
        for name, system in (("kronos", "KRONOS 2.1"), ("nos1", "NOS 1.3"), ("nos2", "NOS 2.8"))
    ),
    Software(
        "nos-small", "Small programs for KRONOS and NOS", "CDC 6600", 1980, DTCYBER, "GPL 3, Control Data's", (GAMES,),
        "each assembled as it is", Outcome("25 of 27 assemble"), small_programs,
    ),
)  # fmt: skip
