"""The IBM 704 of 1954: core storage of 36-bit words, cards, tapes, a printer, the operator's console."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from emulators.errors import IronboardError
from host.options import FORCE, IN, OUT, PROGRAM, File, Option, by_name, decimal, memory, number, positive, seconds
from host.registry import Model, execute

if TYPE_CHECKING:
    from emulators.machine import Machine
    from emulators.processor import Core
    from host.languages.analysis import Dialect
    from host.languages.sources import Program, Sources

CARD_SECONDS = 1  # within which a card has been loaded
UNITS, SWITCHES = 10, 6


def tape(text: str) -> tuple[int | None, str]:
    """Return unit and file of N=FILE; no unit for a file alone."""
    unit, equals, file = text.partition("=")
    if not equals or not decimal(unit):
        return None, text
    if not 1 <= int(unit) <= UNITS:
        raise ArgumentTypeError(f"'{text}': the 704 has tape units 1 to {UNITS}")
    return int(unit), file


def saved_tape(text: str) -> tuple[int, Path]:
    """Return unit and file of N=FILE."""
    unit, file = tape(text)
    if unit is None or not file:
        raise ArgumentTypeError(f"'{text}' names no unit: write N=FILE, such as 2=out.tap")
    return unit, Path(file)


def switches(text: str) -> tuple[int, ...]:
    """Return the sense switches of 1,3."""
    numbers = text.split(",")
    if not all(each.strip() in tuple("123456"[:SWITCHES]) for each in numbers):
        raise ArgumentTypeError(f"'{text}': sense switches are 1 to {SWITCHES}, as 1,3")
    return tuple(int(each) for each in numbers)


SENSE = Option("--sense N,N", "sense switches to put down, such as 1,3", switches)


def units(text: str) -> tuple[int, ...]:
    """Return the tape units of 1,4."""
    numbers = [each.strip() for each in text.split(",")]
    if not all(decimal(each) and 1 <= int(each) <= UNITS for each in numbers):
        raise ArgumentTypeError(f"'{text}': tape units are 1 to {UNITS}, as 1,4")
    return tuple(map(int, numbers))


def on_units(tapes: Iterable[tuple[int | None, str]]) -> tuple[tuple[int, str], ...]:
    """Give each tape a unit: by default the one after the tape before it. Raises IronboardError."""
    found: dict[int, str] = {}
    last = 0
    for unit, file in tapes:
        last = last + 1 if unit is None else unit
        if last in found or last > UNITS:
            why = f"--tape {file}: unit {last} has a tape already" if last in found else "there is no unit 11"
            raise IronboardError(why)
        found[last] = file
    return tuple(found.items())


class Ibm704Model(Model):
    """The 704: TSX SUB,4 stores the complement of its address in index register C; TRA 1,4 returns.

    A subroutine that takes parameters from the words after its TSX, and returns after them, cannot be called this
    way.
    """

    name, title, year = "704", "IBM 704", 1954
    summary, pages = "run an IBM 704: the operator's console", ("ibm704/panel", "ibm704/terminal")
    processor, vectors = "704", "emulators.ibm704.vectors"
    radix, address_bits, word_bits = 8, 15, 36
    options = by_name(
        Option("--words --core-size N", "core storage: 4K, 8K or 32K words (32K)", memory),
        Option("--cards FILE", "a deck (.cbn, .deck) for the card reader, after the program's", IN, many=True),
    )
    suffixes = (".cbn", ".deck", ".w36")
    screen = (("console", "lamps"), ("printer", "paper"))
    memory = ("0", "IC")

    later = ("cards",)

    def construct(self, core: str, words: int | None = None, cards: Any = (), **options: Any) -> Machine:
        """Return a 704 with cards in its hopper: a deck, or several."""
        from host.machines.ibm704.machine import Ibm704

        machine = Ibm704(core=cast("Core", core), **({} if words is None else {"core_size": words}))
        machine.read_cards(*(cards if isinstance(cards, list | tuple) else [cards]))
        return machine

    def start(self, machine: Machine, program: Program) -> str:
        """Load a program from cards, its data after it in the hopper; stop before its first instruction.

        A program that needs the words used in loading is put straight into storage.
        """
        from emulators.errors import ImageError
        from emulators.image import Cards
        from emulators.machine import Stop
        from host.formats import deck
        from host.machines.ibm704.machine import Ibm704

        assert isinstance(machine, Ibm704)
        image, data = program.image, machine.hopper
        entry = image.entry
        assert entry is not None
        image.expect(machine.word_bits, f"the {machine.title}")
        try:
            cards = deck.deck(image)
        except ImageError:
            machine.load(image)
            machine.write_register("IC", entry)
            return ""
        machine.load_cards(cards)
        machine.program = image.name
        if image.parts and image.parts[0].cards == Cards.FULL:  # they load themselves, and execution continues at 0
            machine.put_cards(data)
            return ""
        parts = image.parts
        first = next((number for number, part in enumerate(parts, 1) if part.transfer is not None), len(parts))
        own = sum(len(list(deck.cards_of_part(part))) for part in parts[first:])  # the program reads them itself
        machine.put_cards(data)
        machine.set_breakpoint(entry)
        limit = machine.cycles + CARD_SECONDS * machine.clock * len(cards)
        stop = Stop.BREAKPOINT
        while stop == Stop.BREAKPOINT and len(machine.hopper) > len(data) + own:  # the loader may pass there
            stop = machine.run_to(limit)
        machine.set_breakpoint(entry, on=False)
        if stop == Stop.BREAKPOINT:
            return ""
        why = machine.reason or stop.name.lower()
        return f"the program has not been started: its cards have not been loaded ({why})"

    def supply(self, machine: Machine, text: str) -> None:
        """Put a card for each line into the hopper, after those that are there."""
        from host.formats import deck
        from host.machines.ibm704.machine import Ibm704

        assert isinstance(machine, Ibm704)
        machine.read_cards([deck.of_text(line) for line in text.splitlines()])

    def word_of(self, number: int) -> int:
        """Return the word of a number: a sign and its size."""
        sign = 1 << self.word_bits - 1
        if abs(number) >= sign:
            raise ValueError(f"{number} does not fit into a word")
        return -number | sign if number < 0 else number

    def integer_in(self, word: int) -> int:
        """Return the number that a word is; that of -0 is 0."""
        sign = 1 << self.word_bits - 1
        return -(word - sign) if word & sign else word

    def real_in(self, word: int) -> float:
        """Return the number that characteristic and fraction of a word are."""
        size = math.ldexp(word & (1 << 27) - 1, (word >> 27 & 0xFF) - 128 - 27)
        return -size if word >> self.word_bits - 1 else size

    def characters(self) -> str:
        """Return the signs of the 6-bit code in storage."""
        from emulators.ibm704.bcd import NONE, SCIENTIFIC

        return SCIENTIFIC.replace(NONE, "\N{MIDDLE DOT}")

    def keys(self) -> Mapping[str, str]:
        """Return the console's keys."""
        from host.machines.ibm704.console import PC_KEYS

        return PC_KEYS

    def assemble(self, text: str, address: int, sources: Sources) -> tuple[int, ...]:
        """Return the word of an instruction."""
        from host.assemblers.sap.assembler import assemble_typed

        return assemble_typed(text, address, sources.address_of)

    def languages(self) -> tuple[Dialect, ...]:
        """Return the 704's."""
        from host.assemblers.dialects import SAP
        from host.compilers.fortran.dialect import FORTRAN_704

        return SAP, FORTRAN_704

    # -------------------------------------------------------------- its verb

    run_options = (
        Option("PROGRAM", "a name, a deck, an image, a source in SAP or FORTRAN", PROGRAM, nargs="?", alone="program"),
        Option("--empty", "start with empty storage and an empty hopper", alone="program"),
        Option(
            "--tape [N=]FILE",
            "mount a tape (.tap, .p7b) on unit N (default: 1, 2, ...); '' is new",
            File(tape),
            name="tapes",
            many=True,
        ),
        Option("--no-ring N,N", "tape units with tapes that cannot be written, such as 1,4", units),
        SENSE,
        Option("--slow", "read the program's deck at the speed of the card reader, 250 cards a minute"),
    )
    headless_options = (
        Option("--cycles N", "the limit in cycles of 12 microseconds", number, alone="length"),
        Option("--seconds S", "the same in seconds of machine time (3,600)", seconds, alone="length"),
        Option("--keys KEYS", "console keys to press whenever it stops, such as 'switch 1, start'"),
        Option("--print FILE", "write the print to a file", OUT, name="paper"),
        Option("--punch FILE", "write the punched cards to a file (.deck, .cbn)", OUT),
        Option("--save-tape N=FILE", "write the tape of unit N at the end (.tap, .p7b)", File(saved_tape, written=True),
               name="save_tapes", many=True),
        Option("--screenshot FILE", "write a picture of the console (.png, .svg, .txt)", OUT),
    )  # fmt: skip

    job_options: Mapping[str, tuple[Option, ...]] = {
        "the program": (
            Option("PROGRAM", "a source in FORTRAN", PROGRAM),
            SENSE,
        ),
        "files": (
            Option("--input FILE", "a card for each line", IN),
            Option("--output FILE", "write the print to a file instead of the standard output", OUT),
            Option("--file N=FILE", "a tape that is there before", File(saved_tape), name="files", many=True),
            Option("--save N=FILE", "save a tape at the end", File(saved_tape, written=True), name="saves", many=True),
            Option("--punch FILE", "write the punched cards to a file (.deck, .cbn)", OUT),
            FORCE,
        ),
        "time": (
            Option("--cycles N", "stop it after N cycles (300,000,000)", positive),
            Option("--time", "report where the time went: by line"),
        ),
    }

    def run_job(self, job: Mapping[str, Any], compiling: Mapping[str, Any]) -> int:
        """Compile a program and run it; print its output, and the time."""
        from host.compilers.fortran.dialect import FORTRAN
        from host.machines.ibm704.job import Job, run_source

        program = Path(job["program"])
        if program.suffix.lower() not in FORTRAN.suffixes:
            raise IronboardError(f"{program}: not FORTRAN; `ironboard 704 {program} --headless` runs other programs")
        tapes = {name: {str(unit): path for unit, path in job.get(name) or ()} for name in ("files", "saves")}
        return run_source(Job(**self.apart({**job, **tapes, "program": str(program)})), compiling)

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options, each tape on its unit."""
        cards = given.get("cards") or ()
        decks = cards if isinstance(cards, list | tuple) else [cards]
        return super().setup({**given, "cards": decks, "tapes": on_units(given.get("tapes") or ())})

    # -------------------------------------------------------------- calling a subroutine

    back = 0o27  # programs begin after it: the words before are the loader's
    source_suffix = ".sap"

    def enter(self, machine: Machine, address: int) -> int:
        """Set index register C as TSX does; go to the subroutine."""
        machine.write_register("XC", 1 - self.back & (1 << machine.address_bits) - 1)
        machine.write_register("IC", address)
        return 0

    def returns_to(self, machine: Machine, entry: int) -> int:
        """Return the address after the TSX, from index register C."""
        return 1 - machine.read_register("XC") & (1 << machine.address_bits) - 1

    def leave(self, machine: Machine, entry: int, skip: int = 0) -> None:
        """Execute a TRA 1,4 at the entry."""
        from emulators.ibm704.isa import BY_MNEMONIC, TAG_SHIFT

        execute(machine, entry, BY_MNEMONIC["TRA"].code | 4 << TAG_SHIFT | 1 + skip)


MODEL = Ibm704Model()
