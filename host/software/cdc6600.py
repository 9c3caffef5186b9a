"""Programs for Control Data's 6000 series, in COMPASS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from emulators.image import Image
from host.software.catalogue import Outcome, Say, Software
from host.software.games6600 import COMMON_DECK, DTCYBER, GAMES, RECORD

PASCAL = "NOS2.8.7/opt/pascal4-pf.job"
PROGRAM = re.compile(r"^ {6,12}IDENT +(\w+).*?^ {6,12}END\b[^\n]*\n", re.DOTALL | re.MULTILINE)
TYPED = re.compile(r"={5}\n(?:[A-Z]+\n)?( +IDENT.*?)\n={5}", re.DOTALL)  # a program among what a demonstration types


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
    """Assemble the programs for the central processor that stand in jobs and texts of the systems."""
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
    """Return the image of the program of this name that stands in a job or text."""
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


SECONDS, RESULT = 12, 0o1000  # since deadstart; where the answer comes
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
    """Return what EXTRACT writes: each deck from its CTEXT to its ENDX, without some lines."""
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


FIB = "webterm/www/machines/{}/scripts/compass.txt"
PROGRAMS = (
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
