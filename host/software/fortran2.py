"""IBM's FORTRAN II of 1958 at work: its system tape is made on the 704, programs are compiled there and run.

The operator's steps, as the repository's files have them: a program writes the beginning of the master tape (MKIMT),
which the editor on it makes whole from cards (F2_M); from this the tape of a 4K machine is edited (F2_4K). The button
LOAD TAPE starts the compiler from it, with the source in the card reader; it stops at HTR 77777 and has punched the
object program, with a loader and the library routines that it needs. That deck is loaded by LOAD CARDS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704 import bcd
from emulators.ibm704.machine import MICROSECONDS
from emulators.ibm704.media import Card
from emulators.machine import Stop
from host.formats.deck.cards import block_of, of_words
from host.machines.ibm704.machine import Ibm704
from host.software.catalogue import Outcome, Say, Software
from host.software.recipes import Workshop, card_sum, source_of
from host.software.uasap import COUNTS, CUT

RECIPES = "MKFORT2"
SYSTEM, MASTER = 1, 5  # tapes
COMPILER_TAPES, PROGRAM_TAPES = 5, 10  # how many there are
SMALL, LARGE = 4096, 32768  # words of core storage
PRINTS_CODE = (2, 3, 5)  # sense switches that are down
LONGEST = 3600  # seconds of the machine
CONTROL = 4  # the prefix of a control card: of a program, or of one of the library
DONE = 0o7777  # HTR 77777 in 4K of core storage

PROGRAMS_THERE = {
    "hello.f": "",
    "Primer1.f": "",
    "primer14.f": "primer14_input.txt",
    "MatInv.f": "",
    "primesII.f": "",
    "comb.f": "comb_input.txt",
}


class Result(NamedTuple):
    """The results of a job."""

    punched: list[Card]  # those with punches
    paper: list[str]
    cycles: int
    stopped: int  # the place
    machine: Ibm704


def job(cards: Iterable[Card], core: int, tapes: Mapping[int, bytes], *, button: str = "LOAD CARDS") -> Result:
    """Load a 704, and let it run until it stops; raises IronboardError if it does not within an hour."""
    machine = Ibm704(core_size=core)
    for unit, data in tapes.items():
        machine.mount(unit, data)
    for switch in PRINTS_CODE if button == "LOAD TAPE" else ():
        machine.give("sense_switch", [switch, 1])
    machine.put_cards(cards)
    machine.press(button)
    if machine.run(seconds=LONGEST) == Stop.NONE:
        raise IronboardError(f"the 704 still runs after {LONGEST:,} seconds, at {machine.read_register('IC'):05o}")
    punched = [each for each in machine.punched if any(each) and each[0] != COUNTS]
    paper = [line.rstrip() for line in machine.paper]
    return Result(punched, paper, machine.cycles, machine.read_register("IC"), machine)


def decks(folder: Path, say: Say) -> Workshop:
    """Assemble all sources, and make the decks of the tapes: NYBL1, IMT, F2_M, F2_4K. Raises IronboardError."""
    shop = Workshop(folder / RECIPES)
    say("assembling the compiler, 260 assemblies")
    shop.assemble_listed("fort2")
    shop.follow("F_Copy.cmd")
    for source, commands in (("CC", "C_Copy.cmd"), ("F2Diag", "D_Copy.cmd")):
        shop.assemble(source)
        shop.follow(commands)
    shop.follow("PatchCC.cmd")
    for source in ("NYBL1", "IMT"):
        shop[source] = shop.assemble(source)[0].cards
    for commands in ("FM.cmd", "F4k.cmd"):
        shop.follow(commands)
    shop.assemble("LibCTRL")
    shop.follow("Lib_Copy.cmd")
    shop.follow("Diag_Copy.cmd")
    shop["F2_M"] = shop["FM"] + shop["LIB_M"] + shop["DIA"]
    shop["F2_4K"] = shop["F4K"] + shop["LIB"] + shop["DIA_S"]
    return shop


class Tape(NamedTuple):
    """The system tape of a 4K machine."""

    data: bytes
    cards: int  # that were read to make it
    cycles: int


MADE: dict[Path, Tape] = {}  # by the folder of their sources


def system_tape(folder: Path, say: Say) -> Tape:
    """Make the system tape, once; raises IronboardError."""
    if folder not in MADE:
        MADE[folder] = edited(decks(folder, say), say)
    return MADE[folder]


def edited(shop: Workshop, say: Say) -> Tape:
    """Have the 704 write the tapes, one after the other."""
    empty = dict.fromkeys(range(1, COMPILER_TAPES + 1), b"")
    cards = cycles = 0
    last = b""
    for name, deck, written in (
        ("the beginning of the master tape", shop["NYBL1"] + shop["IMT"], MASTER),
        ("the master tape", shop["F2_M"], SYSTEM),
        ("the system tape of a 4K machine", shop["F2_4K"], SYSTEM),
    ):
        say(f"{name}: {len(deck):,} cards for the 704")
        result = job(deck, SMALL, {**empty, MASTER: last})
        last = result.machine.tape(written) or b""
        cards, cycles = cards + len(deck), cycles + result.cycles
    return Tape(last, cards, cycles)


def on_cards(lines: Iterable[str]) -> list[Card]:
    """Return lines as cards, as far as the machine reads them."""
    return [tuple(bcd.card(each[:CUT])) for each in source_of(lines)]


def compiled(tape: bytes, source: Iterable[str]) -> Result:
    """Compile a program; raises IronboardError with the last printed lines if that did not end well."""
    units = dict.fromkeys(range(1, COMPILER_TAPES), b"")
    result = job(on_cards(source), SMALL, {**units, SYSTEM: tape}, button="LOAD TAPE")
    if result.stopped != DONE or not result.punched:
        last = " / ".join([line for line in result.paper if line][-3:])
        raise IronboardError(f"IBM's compiler has stopped at {result.stopped:05o}, {result.machine.reason}: {last}")
    return result


def executed(program: Iterable[Card], data: Iterable[str] = ()) -> Result:
    """Run an object program with its data cards."""
    return job([*program, *on_cards(data)], LARGE, dict.fromkeys(range(1, PROGRAM_TAPES + 1), b""))


def on_the_time(lines: Iterable[str]) -> list[str]:
    """Return a program of ours as this compiler takes it: without remarks, and without END, which it does not know."""
    return [each for each in lines if each[:1] != "C" and each.split() != ["END"]]


# ---------------------------------------------------------------- its programs, and ours


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file."""
    return path.read_text("ascii").splitlines()


def tape(folder: Path, say: Say) -> Outcome:
    """Make the system tape."""
    made = system_tape(folder, say)
    records = sum(each >> 7 for each in made.data)
    return Outcome(f"{records} records, of {made.cards:,} cards", made.cycles)


def its_programs(folder: Path, say: Say) -> Outcome:
    """Compile and run the programs beside the compiler."""
    made = system_tape(folder, say)
    place, cycles, told = folder / "F2_4K", 0, []
    for name, data in PROGRAMS_THERE.items():
        compilation = compiled(made.data, lines_of(place / name))
        execution = executed(compilation.punched, lines_of(place / data) if data else ())
        cycles += compilation.cycles + execution.cycles
        lines = [each for each in execution.paper if each]
        say(f"{name}: {compilation.cycles:,} cycles to compile, {len(compilation.punched)} cards, {len(lines)} lines")
        told.append(f"{name.partition('.')[0].lower()} {lines[-1].strip() if lines else 'nothing'}")
    return Outcome(f"the last lines: {'; '.join(told)}", cycles)


class Beside(NamedTuple):
    """A program by IBM's compiler and by ours: words without arrays, cycles without waiting for units."""

    compiling: int  # IBM's, all cycles
    words: int  # IBM's: code, constants, names of routines
    cycles: int  # from the last card of the deck to the stop
    own_words: int  # code, constants, variables
    own_cycles: int


def beside(made: bytes, text: str, data: Sequence[str]) -> tuple[Beside, bool]:
    """Compile and run a program by both compilers; return the figures, and whether the lines are the same."""
    from host.compilers.fortran.compiler import compile_text

    compilation = compiled(made, on_the_time(text.splitlines()))
    deck = compilation.punched
    machine = Ibm704()
    for unit in range(1, PROGRAM_TAPES + 1):
        machine.mount(unit)
    machine.put_cards([*deck, *on_cards(data)])
    machine.press("LOAD CARDS")
    machine.run_until(lambda m: m.media.read >= len(deck), seconds=60, interval=0.002)
    begun = machine.cycles - machine.waited
    machine.run(seconds=LONGEST)
    ours = compile_text(text, "program", machine="704", version="ii", no_checks=True)
    own = Ibm704()
    own.load(ours.image)
    own.put_cards(on_cards(data))
    own.write_register("IC", ours.image.entry)
    own.run(seconds=LONGEST)
    lines = [[each.rstrip() for each in one.paper if each.strip()] for one in (machine, own)]
    figures = Beside(
        compilation.cycles,
        main_words(deck),
        machine.cycles - machine.waited - begun,
        ours.words.program,
        own.cycles - own.waited,
    )
    return figures, lines[0] == lines[1] != []


def main_words(deck: Iterable[Card]) -> int:
    """Return how many words are on the relocatable cards of the first program of a deck, after its control card."""
    count, controls = 0, 0
    for card in deck:
        block = block_of(of_words(card))
        controls += card[0] >> 33 == CONTROL and card[1] == card_sum(card)
        if controls == 1 and block is not None and block.bits:
            count += len(block.words)
    return count


BESIDE = {  # the known figures, by program
    "hilbert.f": Beside(15_750_003, 138, 33_570, 125, 31_284),
    "primes.f": Beside(14_690_235, 111, 18_096, 79, 14_446),
    "nim.f": Beside(18_235_719, 146, 57_277, 114, 36_711),
    "influence": Beside(19_022_832, 134, 206_607, 134, 159_893),
}


def our_programs(folder: Path, say: Say) -> Outcome:
    """Compile and run programs of ours by both compilers."""
    from host.experiments.bench.fortran import program_of_ours

    made, same, known, cycles = system_tape(folder, say), 0, 0, 0
    for name, row in BESIDE.items():
        found, equal = beside(made.data, *program_of_ours(name))
        say(f"{name}: {found.words} words and {found.cycles:,} cycles, ours {found.own_words} and {found.own_cycles:,}")
        same, known, cycles = same + equal, known + (found == row), cycles + found.compiling
    count = len(BESIDE)
    return Outcome(
        f"{same} of {count} print the same lines as ours; {known} of {count} figures as in fortran.md", cycles
    )


def table() -> Iterator[str]:
    """Return a table of programs of ours by both compilers, in Markdown."""
    yield "| program | IBM's: seconds to compile | words | cycles | ours: words | cycles |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, row in BESIDE.items():
        seconds = row.compiling * MICROSECONDS / 1e6
        yield f"| `{name}` | {seconds:,.0f} | {row.words} | {row.cycles:,} | {row.own_words} | {row.own_cycles:,} |"


def entry(name: str, title: str, done: str, known: Outcome, run: Callable[[Path, Say], Outcome]) -> Software:
    """Return an entry of the catalogue."""
    needs = tuple(f"{RECIPES}/{each}" for each in ("fort2.sap", "CC.sap", "F2Diag.sap", "IMT.sap", "FM.cmd"))
    return Software(name, title, "IBM 704", 1958, "rhobbie/Mkf2", "IBM's, none stated", needs, done, known, run)


PROGRAMS = (
    entry(
        "fortran-ii-tape", "IBM's FORTRAN II compiler, its system tape",
        "assembled with --uasap; master tape and system tape of a 4K 704 made on the 704",
        Outcome("437 records, of 3,435 cards", 81_468_306), tape,
    ),
    entry(
        "fortran-ii-run", "IBM's FORTRAN II compiler at work",
        "compiles six programs on a 4K 704; their decks are loaded and run",
        Outcome(
            "the last lines: hello HELLO WORLD; primer1 2.99085; primer14 0.100000E 01   0.200000E 01   0.300000E 01; "
            "matinv A( 5, 5) =    44104.7; primesii 997; comb 2    3    4    5", 119_060_598,
        ), its_programs,
    ),
    entry(
        "fortran-ii-ours", "IBM's FORTRAN II compiler beside ours",
        "compiles programs of ours on a 4K 704; their decks are run, and so are ours",
        Outcome("4 of 4 print the same lines as ours; 4 of 4 figures as in fortran.md", 67_698_789), our_programs,
    ),
)  # fmt: skip
