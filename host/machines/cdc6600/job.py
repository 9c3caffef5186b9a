"""A headless job for the 6600: a program, its files, a time limit; its execution; then its results.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.display_code import CodeError
from emulators.cdc6600.machine import MODELS, time_of
from emulators.cdc6600.scoreboard import NAMES
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError, Place, SourceError
from emulators.image import Image
from emulators.inputs import NEVER
from emulators.machine import Stop, Trace
from host import interruption, registry
from host.assemblers.dialects import LIBRARY
from host.formats import storage
from host.interruption import doing
from host.machines.cdc6600 import chart
from host.machines.cdc6600.chart import Account
from host.machines.cdc6600.machine import MODEL, PIECE, Cdc6600, find_program, in_brackets, line_of
from host.streams import failed

if TYPE_CHECKING:
    from emulators.machine import Trace


LIMIT = 1_000_000_000  # minor cycles, by default: 100 seconds
COUNT = 100  # instructions in a timing view
GOOD_ENDS = (Cause.PROGRAM_STOP, Cause.END)
TOP = 10  # words in the account of the time
FAILURE = 1  # exit status
KEPT = "the program's output so far is kept; the same command begins anew"
SETTLING = 50_000  # cycles that a routine of the library may need to come to its end
CHANNEL = re.compile(r"CH([1-9]?[0-9])")


@dataclass(frozen=True)
class Job:
    """A program to run, with its files and limits."""

    program: str
    format: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine
    input: Path | None = None
    output: Path | None = None
    files: Mapping[str, Path] = field(default_factory=dict)  # files that exist before ...
    saves: Mapping[str, Path] = field(default_factory=dict)  # ... and those that are kept
    interactive: bool = False  # INPUT is typed while it runs, OUTPUT is printed as it is written
    cycles: int | None = None  # limit of its time
    time: bool = False  # say where the time went
    timing: Path | None = None
    first: int = 1  # instruction of the timing view
    count: int = COUNT
    overwrite: bool = False  # replace files that exist
    sense: tuple[int, ...] = ()  # sense switches that are down: bits of word 0
    compiling: Mapping[str, Any] = field(default_factory=dict)  # options of the compiler of the program

    @property
    def limit(self) -> int:
        """The minor cycle at which the run stops."""
        if self.cycles is None:
            return NEVER if self.interactive else LIMIT
        return self.cycles

    @property
    def results(self) -> Mapping[str, Path]:
        """The files of the machine to save, and their paths."""
        return {**({OUTPUT: self.output} if self.output else {}), **self.saves}


def run_job(job: Job, out: TextIO | None = None, err: TextIO | None = None, keyboard: TextIO | None = None) -> int:
    """Run a job; print OUTPUT, the dayfile and the CP time. Return 1 for a program that did not end by itself."""
    out, err = out or sys.stdout, err or sys.stderr
    refuse_impossible(job)
    image = find_program(job.program, format=job.format, **job.compiling)
    machine = put_together(job)
    machine.load(image)
    if image.entry is None:
        machine.write_register("P", image.segments[0].address)
    conversation = Conversation(machine, keyboard or sys.stdin or StringIO(), out, err) if job.interactive else None
    execution = Execution(machine, job, conversation)
    execution.run()
    status = conclude(execution, image, trouble(execution, image), list(report(execution, image)), out, err)
    if job.timing:
        lines = chart.lines_of(execution.rows, machine, partial(line_of, image))
        chart.write(lines, job.timing, job.overwrite)
    return status


def conclude(execution: Execution, image: Image, why: str, told: list[str], out: TextIO, err: TextIO) -> int:
    """Print the rest of OUTPUT, any failure and the report; save its files; return the exit status."""
    machine, job = execution.machine, execution.job
    with settled(machine, image):
        if execution.conversation:
            execution.conversation.end()
        elif OUTPUT not in job.results:
            print(machine.written(OUTPUT), end="", file=out)
        out.flush()
        if why:
            print(end="\n" * (execution.interrupted and err.isatty()), file=err)
            failed(why, err)
        print("\n".join(told), file=out)
        keep(machine, job.results, job.overwrite, err)
    return interruption.told(KEPT, err) if execution.interrupted else FAILURE if why else 0


def refuse_impossible(job: Job) -> None:
    """Raise an error, before anything runs, for options that conflict or would replace files."""
    if (job.time or job.timing) and job.options.get("fast"):
        raise IronboardError("--time and --timing need the model of time: omit --fast")
    if job.interactive and (job.input or INPUT in job.files):
        raise IronboardError(f"{INPUT} is either a file or the keyboard: omit --interactive, or the file")
    if job.output and OUTPUT in job.saves:
        raise IronboardError(f"{OUTPUT} is saved to one file: omit --output, or --save {OUTPUT}")
    if job.timing:
        chart.checked(job.timing, job.count)
    paths = [*job.results.values(), *([job.timing] if job.timing else [])]
    for path, times in Counter(map(Path.resolve, paths)).items():
        if times > 1:
            raise IronboardError(f"{path}: two results cannot share a file")
    if not job.overwrite:
        for path in paths:
            storage.refuse_existing(path)


def put_together(job: Job) -> Cdc6600:
    """Return the machine with its files."""
    machine = registry.find(MODEL).build({**job.options, "input": None})
    assert isinstance(machine, Cdc6600)
    for name, path in {**({INPUT: job.input} if job.input else {}), **job.files}.items():
        try:
            machine.attach_file(name, path)
        except ValueError as error:
            raise IronboardError(str(error)) from None
    if not job.input and INPUT not in job.files:
        machine.attach(INPUT)
    machine.attach(OUTPUT)
    for name in job.saves:
        machine.name_file(name)
    return machine


def trouble(execution: Execution, image: Image) -> str:
    """Return why and where the program failed; an empty string if it ended by itself."""
    machine, cause = execution.machine, execution.machine.cause
    line, location = in_brackets(machine, image), machine.location
    at = f"{machine.p:06o}{line}"
    if cause == Cause.NONE:
        over = "was interrupted" if execution.interrupted else f"has not ended within {execution.job.limit:,} cycles"
        return f"the program {over}: it was at {at}"
    if cause == Cause.ABORT:
        return f"the program was {machine.reason}; it was at {at}"
    if cause == Cause.PROGRAM_STOP and not any(each.address <= location < each.end for each in image.segments):
        return f"the program ran into a word outside itself: {machine.reason}"
    return "" if cause in GOOD_ENDS else f"the program stopped: {machine.reason}{line}"


@contextmanager
def settled(machine: Cdc6600, image: Image) -> Iterator[None]:
    """Run a program that stopped inside a library routine to the end of the routine: its output is incomplete there.

    Afterwards the machine is restored.
    """
    if machine.cause != Cause.NONE:
        yield
        return
    before, library = machine.snapshot(), {str(each) for each in LIBRARY}
    within = {
        each.address + word
        for each in image.lines
        if str(Path(each.file).parent) in library
        for word in range(each.length)
    }
    while machine.p in within and machine.cycles < before.cycle + SETTLING and machine.step() == Stop.NONE:
        pass
    yield
    machine.restore(before)


def keep(machine: Cdc6600, results: Mapping[str, Path], overwrite: bool, err: TextIO) -> None:
    """Save the files; report those that the program did not write.

    Raises IronboardError for the first one that cannot be written; the others are.
    """
    errors = []
    for name, path in results.items():
        if not machine.has_file(name):
            print(f"note: {path} is not written: the program has not used {in_words(name)}", file=err)
            continue
        try:
            machine.save_file(name, path, overwrite=overwrite)
        except IronboardError as error:
            errors.append(error)
    if errors:
        raise errors[0]


def in_words(name: str) -> str:
    """Return the users' name of a machine file: CH7 is channel 7 of an ALGOL program."""
    channel = CHANNEL.fullmatch(name)
    return f"channel {channel[1]}" if channel else f"the file {name}"


# Of a program that PS ends, too: its last stores may still be under way.
UNTIL = ("         until the last instruction is issued; units and storage may work a little longer",)


def report(execution: Execution, image: Image) -> Iterator[str]:
    """Yield the dayfile, how the job ended, the time."""
    machine, job = execution.machine, execution.job
    for line in machine.dayfile:
        yield f"dayfile{line}"
    yield f"end      {machine.reason or ('interrupted' if execution.interrupted else 'time limit')}"
    speed = f", {machine.instructions:,} instructions" if machine.exact else ""
    yield f"CP time  {time_of(machine)}{speed}"
    if job.time:
        yield from until(machine)
        yield from account_lines(execution.account, image)


def until(machine: Cdc6600) -> tuple[str, ...]:
    """Return when the time ends; on a 6400 nothing goes on after the last instruction."""
    return UNTIL if machine.model == MODELS[0] else ()


def account_lines(account: Account, image: Image) -> Iterator[str]:
    """Yield the account of the time: by reason, by unit waited for, by word."""
    yield from reason_lines(account)
    yield ""
    for address, cycles in account.words.most_common(TOP):
        yield f"{cycles:>14,}  {cycles / (account.total or 1):6.1%}  {address:06o}  {line_of(image, address)}".rstrip()


def reason_lines(account: Account) -> Iterator[str]:
    """Yield the account of the time: by reason, by unit waited for."""
    whole = account.total or 1
    yield ""
    for reason, cycles in (+account.reasons).most_common():  # without reasons that took no time
        yield f"{cycles:>14,}  {cycles / whole:6.1%}  {reason}"
    for unit, cycles in account.units.most_common():
        yield f"{'':14}  {cycles / whole:6.1%}    waiting for {unit}"


# Running a 6600 program to its end or its time limit, in slices; observers run after each slice.


NOTING = 20_000  # cycles of a piece while all instructions are noted: rows in a cache are added up quickest
LISTENING = 100_000  # the same while a user waits to be asked for a line


class Execution:
    """The progress of a job."""

    def __init__(self, machine: Cdc6600, job: Job, conversation: Conversation | None = None) -> None:
        self.machine = machine
        self.job = job
        self.conversation = conversation
        self.account = Account()  # where the time went, if the job wants to know
        self.interrupted = False
        self._wanted = range(job.first - 1, job.first - 1 + job.count)  # instructions of the timing view
        self._seen = 0
        self._kept = array("q")

    def run(self) -> None:
        """Run until the program ends, its time is up or the user interrupts it (Ctrl-C)."""
        self.machine.timing(self.job.time or self.job.timing is not None)
        try:
            with doing(lambda: f"{self.machine.seconds:.1f} s of the 6600's time"):
                while self.machine.cycles < self.job.limit and self._run_piece() == Stop.NONE:
                    pass
        except KeyboardInterrupt:
            self.interrupted = True
        if self.machine.noting_times:
            self._look_at(self.machine.timed(last=True))

    def _run_piece(self) -> Stop:
        machine, job = self.machine, self.job
        noting = machine.noting_times
        piece = NOTING if noting else LISTENING if self.conversation else PIECE
        stop = machine.run_to(min(job.limit, machine.cycles + piece))
        if noting:
            self._look_at(machine.timed())
            if not job.time and self._seen >= self._wanted.stop:
                machine.timing(False)
        if self.conversation:
            self.conversation.look()
        return stop

    def _look_at(self, rows: Trace) -> None:
        """Add the instructions of a slice to the account, and keep those of the timing view."""
        if self.job.time:
            self.account.add(rows)
        first, last = (max(0, each - self._seen) for each in (self._wanted.start, self._wanted.stop))
        self._kept.extend(rows[first:last].cells)
        self._seen += len(rows)

    @property
    def rows(self) -> Trace:
        """The rows of the timing view."""
        return Trace(NAMES, self._kept)


# ---------------------------------------------------------------- a dialogue at a terminal

# A program in dialogue with a user at a terminal: OUTPUT is printed as it is written, INPUT is typed.


KEYBOARD = "standard input"


class Conversation:
    """Connects INPUT and OUTPUT of a machine to a terminal, or to pipes."""

    def __init__(self, machine: Cdc6600, keyboard: TextIO, out: TextIO, err: TextIO) -> None:
        self._machine = machine
        self._keyboard, self._out, self._err = keyboard, out, err
        self._line = 0  # number of the line typed last
        self._held: list[int] = []  # words of a line of OUTPUT that has not been printed yet
        self._open = False  # whether a line has been begun and no answer typed after it
        machine.system.listen(OUTPUT, self._print)
        machine.give("connect", INPUT)

    def look(self) -> None:
        """Read a line if the program waits for one."""
        if INPUT in self._machine.system.waiting_for:
            self._print_beginning()
            self._ask()

    def end(self) -> None:
        """Print the output not yet handed over, and end its last line."""
        for each in self._machine.unwritten():
            if each.name == OUTPUT:
                self._print(each.words)
        self._print_beginning()
        if self._open:
            print(file=self._out, flush=True)

    # ------------------------------------------------------------ OUTPUT

    def _print(self, words: list[int]) -> None:
        """Print the complete lines."""
        self._held += words
        ends = [place for place, word in enumerate(self._held, 1) if display_code.ends_line([word])]
        if ends:
            lines = list(display_code.lines(self._held[: ends[-1]]))
            self._held, self._open = self._held[ends[-1] :], False
            print("".join(f"{line}\n" for line in lines), end="", file=self._out, flush=True)

    def _print_beginning(self) -> None:
        """Print an unfinished line, such as a question that is answered on the same line."""
        if self._held:
            beginning, self._held, self._open = "".join(display_code.lines(self._held)), [], True
            print(beginning, end="", file=self._out, flush=True)

    # ------------------------------------------------------------ INPUT

    def _ask(self) -> None:
        """Read a line and pass it to the program; the end of the input ends INPUT."""
        while True:
            try:
                line = self._keyboard.readline()
            except UnicodeDecodeError as error:
                raise IronboardError(f"{KEYBOARD}: this is not text: byte {error.start} is not UTF-8") from None
            if not line:
                self._machine.give("disconnect", INPUT)
                return
            self._line += 1
            try:
                words = display_code.line(line.rstrip("\r\n"))
                if not self._keyboard.isatty():  # a terminal shows the typing
                    print(*display_code.lines(words), file=self._out, flush=True)
                self._open = False
                self._machine.give("line", [INPUT, words])
                return
            except CodeError as error:
                self._refuse(line.rstrip("\r\n"), error)

    def _refuse(self, line: str, error: CodeError) -> None:
        """Report a character that the machine does not have; only at a keyboard can the line be typed again."""
        wrong = SourceError(Place(KEYBOARD, self._line, error.index + 1, 1, line), str(error))
        if not self._keyboard.isatty():
            raise wrong
        print(f"{error}: type the line again", file=self._err, flush=True)
