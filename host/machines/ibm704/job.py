"""Running a compiled program on the 704, without an operator: cards in, paper out, and why it stopped.

As in the computing centres of the time, cards may go to tape 5 before the run, and the content of tape 6 after it is
printed: for programs that read and write these, if no files are named for them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from emulators.ibm704 import bcd
from emulators.ibm704.core import Cause
from emulators.machine import Stop
from host import interruption, registry
from host.compilers.fortran import syntax
from host.compilers.fortran.compiler import compile_file
from host.formats import deck, storage, tapes
from host.interruption import doing
from host.languages.source import read_text
from host.machines.cdc6600.compiled import warn
from host.machines.ibm704.machine import Ibm704
from host.streams import failed

if TYPE_CHECKING:
    from host.compilers.fortran.ibm704.compiled import Compiled

LIMIT = 300_000_000  # cycles, by default: an hour of the machine
UNITS, INPUT_TAPE, OUTPUT_TAPE = 10, 5, 6
CARD_WORDS = 14  # of a record with a card: 80 characters, and blanks
PAUSES = 1_000  # that are gone on after
PIECE = 1_000_000  # cycles after which new print is shown
TOP = 12  # lines of the account


@dataclass(frozen=True)
class Job:
    """A program to run, with its cards and tapes."""

    program: str
    input: Path | None = None  # a card a line
    output: Path | None = None  # the file for the print, instead of the standard output
    files: Mapping[str, Path] = field(default_factory=dict)  # tapes that are there before, by their units ...
    saves: Mapping[str, Path] = field(default_factory=dict)  # ... and those that are kept
    punch: Path | None = None
    sense: tuple[int, ...] = ()
    cycles: int | None = None
    time: bool = False
    overwrite: bool = False
    cards: Sequence[Path] = ()  # decks after the input
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine


def run_source(job: Job, options: Mapping[str, Any]) -> int:
    """Compile the FORTRAN program of a job with these options, and run it; return the exit status."""
    program = compile_file(Path(job.program), machine="704", **options)
    warn(program.assembly.warnings, sys.stderr)
    return run(program, job)


def run(program: Compiled, job: Job, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Run a program; return the exit status: 1 for a program that failed."""
    out, err = out or sys.stdout, err or sys.stderr
    results = [each for each in (job.output, job.punch, *job.saves.values()) if each]
    if not job.overwrite:
        storage.refuse_existing(*results)
    machine = _put_together(program, job)
    why, said = "", ""
    with interruption.early() as interrupt, doing(lambda: f"{machine.seconds:.1f} s of the 704's time"):
        why, said = _run(program, machine, job, out if job.output is None else None)
    later = [] if str(OUTPUT_TAPE) in {*job.files, *job.saves} else _printed_later(machine)
    lines = "".join(f"{each}\n" for each in later)
    if job.output is not None:
        storage.write_all(job.output, bytes(machine.printed) + lines.encode("ascii"), overwrite=True)
    else:
        out.write(lines)
    out.flush()
    if job.punch is not None:
        machine.save_punched(job.punch, overwrite=True)
    for unit, path in job.saves.items():
        machine.save_tape(int(unit), path, overwrite=True)
    if why:
        failed(why, err)
    elif said:
        print(f"end      {said}", file=err)
    waited = f"{machine.waited:,} of them waiting for units"
    print(f"time     {machine.cycles:,} cycles, {machine.seconds:.3f} s, {waited}", file=err)
    if job.time:
        print(program.words, file=err)
        for each in _account(program, job):
            print(each, file=err)
    interrupt.end("the program's print so far is kept; the same command begins anew")
    return int(bool(why))


class Paper:
    """The print so far, line by line: the last line may still be printed on."""

    def __init__(self, machine: Ibm704, out: TextIO | None) -> None:
        self._machine, self._out, self._shown = machine, out, 0

    def show(self, last: bool) -> None:
        """Write the lines that are new; the last one only if the machine is stopped."""
        if self._out is not None:
            text = self._machine.printed.decode("ascii").replace("\f", "")
            end = len(text) if last else text.rfind("\n", 0, -1) + 1
            self._out.write(text[self._shown : end])
            self._shown = max(self._shown, end)


def _put_together(program: Compiled, job: Job) -> Ibm704:
    """Return a machine with the program in storage, and its cards and tapes."""
    machine = registry.find("704").build(job.options)
    assert isinstance(machine, Ibm704)
    machine.load(program.image)
    if job.input is not None:
        lines = read_text(job.input, "cards").splitlines()
        machine.read_cards([deck.of_text(each) for each in lines])
        if str(INPUT_TAPE) not in job.files and _reads_tape(program):
            tape = [tapes.record_of(bcd.packed(each.ljust(CARD_WORDS * bcd.WORD_CODES)), False) for each in lines]
            machine.mount(INPUT_TAPE, tapes.dumps_p7b(tape))
    machine.read_cards(*job.cards)
    for unit, path in job.files.items():
        machine.insert_tape(int(unit), path)
    for number in range(1, UNITS + 1):
        if str(number) not in job.files and machine.tape(number) is None:
            machine.insert_tape(number)  # a new one
    for each in job.sense:
        machine.set_sense_switch(each)
    assert program.image.entry is not None
    machine.write_register("IC", program.image.entry)
    return machine


def _reads_tape(program: Compiled) -> bool:
    """Return whether a program reads tape 5 in BCD."""
    nodes = syntax.walk(*program.program.units)
    reads = (each for each in nodes if isinstance(each, syntax.Transfer) and each.tape and not each.output)
    return any(isinstance(each.unit, syntax.Integer) and each.unit.value == INPUT_TAPE for each in reads)


def _printed_later(machine: Ibm704) -> list[str]:
    """Return the lines that the records of the output tape make; their first character moves the paper."""
    lines: list[str] = []
    for record in tapes.loads_p7b(machine.tape(OUTPUT_TAPE) or b""):
        if not tapes.is_binary(record) and len(record) > 1:
            text = bcd.unpacked(tapes.words_of(record))
            lines += [""] * (text[0] in "01") + [f" {text[1:]}".rstrip()]
    return lines


def _run(program: Compiled, machine: Ibm704, job: Job, out: TextIO | None) -> tuple[str, str]:
    """Run to the end; return the fault, or else the kind of end."""
    limit = machine.cycles + (LIMIT if job.cycles is None else job.cycles)
    pauses, paper = 0, Paper(machine, out)
    while True:
        stop = machine.run_to(min(limit, machine.cycles + PIECE))
        paper.show(last=not machine.running)
        if stop == Stop.NONE and machine.running:
            if machine.cycles >= limit:
                line = program.lines_of_words.get(machine.read_register("IC"), 0)
                return program.located(line, f"the program has not ended within {limit:,} cycles"), ""
            continue
        if machine.cause == Cause.HPR and _at(program, machine, "FPAU1") and pauses < PAUSES:
            pauses += 1
            continue  # START
        break
    if failed := program.failure(machine):
        return failed, ""
    if machine.cause == Cause.HPR and _at(program, machine, "FSTP1"):
        number = machine.peek(program.symbol("FSTP1")) & 0o77777
        return "", f"STOP {number:o}" if number else "the program has ended"
    line = program.lines_of_words.get(machine.read_register("IC") - 1, 0) or _calling(program, machine)
    return program.located(line, f"the machine stopped: {machine.reason}"), ""


def _at(program: Compiled, machine: Ibm704, symbol: str) -> bool:
    """Return whether an HPR at a symbol has stopped the machine."""
    return machine.read_register("IC") - 1 == program.symbol(symbol)


def _calling(program: Compiled, machine: Ibm704) -> int:
    """Return the line that has called the library last."""
    return program.lines_of_words.get(program.called(machine), 0)


def _account(program: Compiled, job: Job) -> list[str]:
    """Return the lines of the program that took most cycles: the run again, instruction by instruction."""
    machine = _put_together(program, job)
    lines, spent = program.lines_of_words, dict[int, int]()
    last, limit = 0, machine.cycles + (LIMIT if job.cycles is None else job.cycles)
    while machine.cycles < limit:
        place, before = machine.read_register("IC"), machine.cycles
        last = lines.get(place, last)
        stop = machine.step()
        spent[last] = spent.get(last, 0) + machine.cycles - before
        if stop != Stop.NONE and not _at(program, machine, "FPAU1"):
            break
    total = sum(spent.values()) or 1
    text = program.program.at.source
    rows = sorted(spent.items(), key=lambda each: -each[1])[:TOP]
    told = [f"{cycles:>14,}  {cycles / total:6.1%}  {Path(text.file).name}:{line}  {text.line_text(line).strip()}"
            for line, cycles in rows if line]  # fmt: skip
    return ["", f"{'cycles':>14}  {'share':>6}  line", *told]
