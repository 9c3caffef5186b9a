"""The CDC 6600 of 1964: ten units working in parallel on 60-bit words, the system's files, the operator's console."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from host.options import (
    FILES,
    FORCE,
    FORMAT,
    IN,
    OUT,
    PROGRAM,
    SAVES,
    Option,
    by_name,
    memory,
    octal,
    positive,
    seconds,
)
from host.registry import Model, Place, Timing

if TYPE_CHECKING:
    from emulators.machine import Machine
    from emulators.processor import Core
    from host.languages.analysis import Dialect
    from host.languages.sources import Sources


class Cdc6600Model(Model):
    """The 6600: RJ SUB stores a jump back in the word at SUB and continues after it; EQ SUB returns."""

    name, title, year = "6600", "CDC 6600", 1964
    summary, pages = "run a CDC 6600: the operator's console", ("cdc6600/console", "cdc6600/terminal")
    processor, vectors = "6600", "emulators.cdc6600.vectors"
    radix, address_bits, word_bits = 8, 18, 60
    options = by_name(
        Option("--words N", "storage: 32K, 64K or 128K words (128K)", memory),
        Option("--input FILE", "the lines of the file INPUT", IN),
        Option("--fast", "no model of time: each instruction takes one cycle"),
        Option("--model NAME", "the timing: 6600 or 6400", choices=("6600", "6400"), default="6600"),
        Option("--no-multiply", "without the integer multiply feature", name="multiply", value=False),
        Option("--em OCTAL", "exit mode (070000: all conditions)", octal),
        Option("--ra OCTAL", "where in storage the program's word 0 is: a multiple of 100 (0)", octal),
    )
    suffixes = (".o60", ".rel")
    decks: Mapping[str, str] = {".job": "a deck with control cards"}
    screen = (("job", "state"), ("dayfile", "lines"), ("OUTPUT", "paper"))
    memory = ("0", "P")

    later = ("input",)

    def construct(self, core: str, input: Path | str | None = "", **options: Any) -> Machine:
        """Return a 6600 with its files INPUT, which is empty if no path is given, and OUTPUT; None: without files."""
        from emulators.cdc6600.system import INPUT, OUTPUT
        from host.machines.cdc6600.machine import Cdc6600

        options["exact"] = not options.pop("fast", False)
        options["integer_multiply"] = options.pop("multiply", True)
        machine = Cdc6600(core=cast("Core", core), **options)
        if input is not None:
            machine.attach(OUTPUT)
            machine.attach_file(INPUT, input) if input else machine.attach(INPUT)
        return machine

    def assemble(self, text: str, address: int, sources: Sources) -> tuple[int, ...]:
        """Return the word of an instruction."""
        from host.assemblers.compass.assembler import assemble_typed

        return assemble_typed(text, address, sources.address_of)

    def timing(self, machine: Machine, place: Place) -> Timing:
        """Return the recorder of issue times and waits."""
        from host.machines.cdc6600.chart import Noted
        from host.machines.cdc6600.machine import Cdc6600

        assert isinstance(machine, Cdc6600)
        return Noted(machine, place)

    def languages(self) -> tuple[Dialect, ...]:
        """Return the 6600's."""
        from host.assemblers.dialects import COMPASS
        from host.compilers.algol.dialect import ALGOL
        from host.compilers.fortran.dialect import FORTRAN

        return COMPASS, ALGOL, FORTRAN

    def supply(self, machine: Machine, text: str) -> None:
        """Attach the lines as the file INPUT."""
        from emulators.cdc6600.system import INPUT
        from host.machines.cdc6600.machine import Cdc6600

        assert isinstance(machine, Cdc6600)
        machine.attach(INPUT, text.splitlines())

    def output(self, machine: Machine) -> str:
        """Return the text of the file OUTPUT, a line that is not ended too."""
        from emulators.cdc6600.system import OUTPUT
        from host.machines.cdc6600.machine import Cdc6600

        assert isinstance(machine, Cdc6600)
        return str(machine.written(OUTPUT))

    def word_of(self, number: int) -> int:
        """Return an integer as a word, in ones' complement."""
        if abs(number) >= 1 << self.word_bits - 1:
            raise ValueError(f"{number} does not fit into a word")
        return number if number >= 0 else (1 << self.word_bits) - 1 + number

    def integer_in(self, word: int) -> int:
        """Return the integer in a word; that of -0 is 0."""
        return word - ((1 << self.word_bits) - 1) if word >> self.word_bits - 1 else word

    def real_in(self, word: int) -> float:
        """Return the number that exponent and coefficient of a word are."""
        from emulators.cdc6600 import arithmetic

        size, negative = arithmetic.magnitude(word), word >> self.word_bits - 1
        if not arithmetic.is_odd(word):
            found = math.ldexp(size & arithmetic.M48, arithmetic.exponent(size >> 48))
        else:
            found = math.inf if arithmetic.conditions(word) == arithmetic.INFINITE else math.nan
        return -found if negative else found

    def characters(self) -> str:
        """Return the signs of display code."""
        from emulators.cdc6600 import display_code

        return display_code.ASCII

    # -------------------------------------------------------------- its verb

    source_titles: Mapping[str, str] = {
        "nmates": "Chess problems: White to play and mate in N, by recursion, in ALGOL 60 (CDC 6600)",
        "nps": "Go, after a thesis of the Naval Postgraduate School, in ALGOL 60 (CDC 6600)",
        "pitrules": "Rules of games as algorithms, after J. Pitrat, in ALGOL 60 (CDC 6600)",
        "zobrist": "Go, after A. L. Zobrist's program of 1968, in ALGOL 60 (CDC 6600)",
    }
    panel_names: Mapping[str, str] = {"kalah": "kalgame", "kalmoves": "kalah"}  # who types kalah there wants the game
    run_options = (
        Option("PROGRAM", "a name, a COMPASS source, an image file", PROGRAM, nargs="?", alone="program"),
        Option("--empty", "no job", alone="program"),
        FORMAT,
        Option("--output FILE", "write the lines of OUTPUT to a file", OUT),
        FILES,
        SAVES,
    )
    headless_options = (
        Option("--cycles N", "the limit in minor cycles of 100 ns", positive, alone="length"),
        Option("--seconds S", "the same in seconds of machine time (100)", seconds, alone="length"),
        Option("--line LINE", "type a line when the job waits", name="lines", many=True),
        Option("--keys KEYS", "keys for a program with a display driver: 'GO. CR wait:2 4'"),
        Option("--screenshot FILE", "write a picture of the console (.png, .svg, .txt)", OUT),
    )

    job_options: Mapping[str, tuple[Option, ...]] = {
        "the job": (
            Option("PROGRAM", "a name, a source in COMPASS, ALGOL 60 or FORTRAN, or an image file", PROGRAM),
            FORMAT,
        ),
        "files": (
            Option("--output FILE", "write the lines of OUTPUT to a file instead of printing them", OUT),
            FILES,
            SAVES,
            FORCE,
            Option("--interactive", "read INPUT from the keyboard; print OUTPUT at once"),
        ),
        "time": (
            Option("--cycles N", "stop it after N minor cycles (1,000,000,000)", positive),
            Option("--time", "report where the time went: by reason, by unit, by word"),
            Option("--timing FILE", "units, times and waits of instructions (.txt, .svg)", OUT),
            Option("--from N", "the first instruction in the --timing view (1)", positive, name="first"),
            Option("--count N", "how many instructions in the --timing view (100)", positive),
        ),
    }

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options, files by their names."""
        return super().setup(with_files(given))

    def run_job(self, job: Mapping[str, Any], compiling: Mapping[str, Any]) -> int:
        """Run a job; print OUTPUT, the dayfile and the CP time."""
        from host.machines.cdc6600 import control
        from host.machines.cdc6600.job import Job, run_job

        wanted = Job(**self.apart(with_files(job)), compiling=compiling)
        return control.run_deck(wanted) if Path(wanted.program).suffix.lower() in self.decks else run_job(wanted)

    # -------------------------------------------------------------- calling a subroutine

    back = 0o77  # the last word that belongs to the system
    source_suffix = ".compass"

    def enter(self, machine: Machine, address: int) -> int:
        """Store the jump back in the entry word, and continue after it."""
        from emulators.cdc6600.core import JUMP

        machine.poke(address, JUMP << 48 | self.back << 30)
        machine.write_register("P", address + 1)
        return 0

    def first(self, entry: int) -> int:
        """Return the address of the word after the entry word."""
        return entry + 1

    def returns_to(self, machine: Machine, entry: int) -> int:
        """Return the address in the entry word's jump back."""
        return machine.peek(entry) >> 30 & 0o777777

    def leave(self, machine: Machine, entry: int, skip: int = 0) -> None:
        """Execute the jump in the entry word."""
        if skip:
            machine.poke(entry, machine.peek(entry) + (skip << 30))
        machine.write_register("P", entry)
        machine.step()


def with_files(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with the named files as mappings from name to path; 7=FILE is channel 7 of an ALGOL program."""
    found = {name: given[name] for name in ("files", "saves") if name in given}
    return {**given, **{each: {named(name): path for name, path in pairs} for each, pairs in found.items()}}


def named(name: str) -> str:
    """Return the machine's name of a file: CH7 for channel 7."""
    return f"CH{int(name)}" if name.isdecimal() else name


MODEL = Cdc6600Model()
