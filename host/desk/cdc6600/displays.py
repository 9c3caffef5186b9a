"""The displays of the console, one for each letter: what the operator can see of the job and of storage.

A and B are what Control Data's systems call the dayfile and the job's status; C and D show storage, X the exchange
package, K what the program itself shows. docs/cdc6600/console.md says which of this is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import Mark
from emulators.cdc6600.isa import WORD_BITS
from host.cdc6600 import Cdc6600
from host.desk.cdc6600.commands import COMMANDS, LETTERS
from host.desk.cdc6600.screens import MEDIUM, SMALL, TEXT_COLUMNS, Row, Screen, largest

if TYPE_CHECKING:
    from host.desk.cdc6600.console import Console

GROUPS, GROUP_WORDS = 4, 8  # of a storage display
WORD_DIGITS = WORD_BITS // 3
COLUMNS = 30  # of medium characters in the job status
STATES = {
    Cause.PROGRAM_STOP: "STOPPED",
    Cause.ERROR_EXIT: "ERROR EXIT",
    Cause.ADDRESS: "ADDRESS OUT OF RANGE",
    Cause.OPERATION: "ILLEGAL INSTRUCTION",
    Cause.END: "ENDED",
    Cause.ABORT: "ABORTED",
}


class Display(NamedTuple):
    """A display."""

    title: str
    show: Callable[[Console], Screen]


# ---------------------------------------------------------------- in words


def state(console: Console) -> str:
    """Return what the job is doing, in a few words."""
    machine = console.machine
    if machine.cause != Cause.NONE:
        return STATES[machine.cause]
    if console.held:
        return "HELD"
    if machine.system.waiting_for:
        return f"WAITING FOR {machine.system.waiting_for[0]}"
    return "RUNNING" if machine.running else "NOT STARTED"


def clock(seconds: float) -> str:
    """Return a time of day as the systems wrote it: `00.01.30.`."""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour % 24:02}.{minute:02}.{second:02}."


def octal(word: int, digits: int) -> str:
    """Return a word in groups of so many octal digits."""
    text = f"{word:0{WORD_DIGITS}o}"
    return " ".join(text[start : start + digits] for start in range(0, WORD_DIGITS, digits))


def pieces(text: str, columns: int) -> list[str]:
    """Return a line cut into pieces that fit, one at least."""
    return [text[start : start + columns] for start in range(0, len(text), columns)] or [""]


def tail(lines: list[str], back: int, rows: int) -> list[str]:
    """Return the last lines but for so many behind them."""
    end = max(min(rows, len(lines)), len(lines) - back)
    return lines[max(0, end - rows) : end]


# ---------------------------------------------------------------- the job


def head(console: Console, title: str) -> tuple[Row, ...]:
    """Return the rows at the top of a display of the system."""
    machine = console.machine
    return (
        Row(f"{clock(machine.seconds)} {title}"[:24], MEDIUM),
        Row(f"{console.name}  CP {machine.seconds:.4f} SEC.  {state(console)}"),
        Row(f"P {machine.p:06o}  RA {machine.ra:06o}  FL {machine.fl:06o}"),
    )


def dayfile_lines(console: Console) -> list[str]:
    """Return what has happened, the newest last."""
    clocked = ((cycle / console.machine.clock, text) for cycle, text in console.machine.system.dayfile)
    lines = [line for second, text in clocked for line in pieces(f"{clock(second)} {text}", TEXT_COLUMNS)]
    if console.reason:
        lines += pieces(f"{clock(console.machine.seconds)} CPU. {console.reason.upper()}", TEXT_COLUMNS)
    return lines


def dayfile(console: Console) -> Screen:
    """Return A: the end of the dayfile, the newest line at the bottom."""
    rows = tuple(Row(line) for line in tail(dayfile_lines(console), console.back["A"], SMALL.rows))
    return Screen(head(console, "DAYFILE"), rows, columns=TEXT_COLUMNS)


def status(console: Console) -> Screen:
    """Return B: the job, its processor and its files."""
    machine = console.machine
    instructions, place = machine.disassemble(machine.p)[0], machine.p
    lines = [
        f"JOB     {console.name}",
        f"CPU     {state(console)}",
        f"P       {place:06o}.{machine.parcel}",
        *(f"        {each.strip()}" for each in instructions.split(";")),
        "",
        f"CP      {machine.seconds:.6f} SEC.",
        f"SPEED   {console.pace}",
        f"FL      {machine.fl:06o}",
        f"EM      {machine.em:06o}",
    ]
    if machine.exact:
        lines.insert(-2, f"INSTR   {machine.instructions}")
    rows = [Row(line.upper()[:COLUMNS], MEDIUM) for line in lines]
    return Screen(head(console, "JOB STATUS"), (*rows, Row("", MEDIUM), *file_rows(machine)), columns=COLUMNS)


def file_rows(machine: Cdc6600) -> Iterator[Row]:
    """Yield a row for each file."""
    for name, file in sorted(machine.system.files.items()):
        records = file.content.count(Mark.END_OF_RECORD)
        where = "KEYBOARD" if file.connected else f"{records} REC." if records else ""
        yield Row(f"{name:<8}{len(file.words):>8} WORDS  AT {file.position:<8} {where}".rstrip())


# ---------------------------------------------------------------- storage


def storage(console: Console, digits: int) -> Screen:
    """Return C or D: four groups of eight words, in octal digits and in display code."""
    rows: list[Row] = []
    for start in console.groups:
        rows += [Row("")] * bool(rows)
        words = words_from(console.machine, start)
        rows += [Row(word_row(start + place, words[place : place + 1], digits)) for place in range(GROUP_WORDS)]
    return Screen(head(console, "STORAGE"), tuple(rows), columns=46)


def words_from(machine: Cdc6600, start: int) -> list[int]:
    """Return the words of a group, as far as storage goes."""
    count = max(0, min(GROUP_WORDS, machine.fl - start))
    first = machine.absolute(start)
    return [int(word) for word in machine.memory[first : first + count]]


def word_row(address: int, words: list[int], digits: int) -> str:
    """Return a word of storage; where the program has none there is only the address."""
    if not words:
        return f"{address:06o}"
    text = display_code.characters(display_code.codes_of_words(words))
    return f"{address:06o}  {octal(words[0], digits)}  {text.replace(':', ' ')}"


def exchange_package(console: Console) -> Screen:
    """Return X: the registers, as an exchange jump would store them."""
    machine = console.machine
    read = machine.read_register
    first = ("P", "RA", "FL", "EM")
    rows = []
    for number in range(8):
        name = first[number] if number < len(first) else ""
        left = f"{name:<3}{read(name):06o}" if name else " " * 9
        rows.append(f"{left}  A{number} {read(f'A{number}'):06o}  B{number} {read(f'B{number}'):06o}")
    rows.append("")
    rows += [f"X{number} {octal(read(f'X{number}'), 5)}" for number in range(8)]
    return Screen(head(console, "EXCHANGE"), tuple(Row(text, MEDIUM) for text in rows), columns=31)


# ---------------------------------------------------------------- the program


def picture(console: Console) -> Screen:
    """Return K: what the program shows; without a picture, OUTPUT."""
    lines = console.machine.system.picture
    if not lines:
        return output(console)
    return Screen((Row(console.name, MEDIUM),), largest(lines), centred=True)


def output_lines(console: Console) -> list[str]:
    """Return the lines of OUTPUT, and those that were typed, as they fit on a screen."""
    return console.paper.lines(console.machine.system.transcript)


def output(console: Console) -> Screen:
    """Return O: the last lines of OUTPUT, with those that were typed."""
    lines = output_lines(console)
    shown = tail(lines, console.back["O"], SMALL.rows)
    size = MEDIUM if all(len(line) <= TEXT_COLUMNS // 2 for line in shown) else SMALL
    rows = tuple(Row(line, size) for line in tail(lines, console.back["O"], size.rows))
    title = Row(f"{console.name} OUTPUT"[:24], MEDIUM)
    return Screen((title,), rows, columns=TEXT_COLUMNS * SMALL // size)


def directory(console: Console) -> Screen:
    """Return Z: the displays and the commands."""
    lines = [f"{letter}.{'':11}{display.title}" for letter, display in DISPLAYS.items()]
    lines += ["", *(f"{each.form:<13}{each.meaning}" for each in COMMANDS)]
    return Screen(head(console, "DIRECTORY"), tuple(Row(line) for line in lines), columns=56)


DISPLAYS: Mapping[str, Display] = {
    "A": Display("DAYFILE", dayfile),
    "B": Display("JOB STATUS, FILES", status),
    "C": Display("STORAGE, 5 GROUPS OF 4 DIGITS", lambda console: storage(console, 4)),
    "D": Display("STORAGE, 4 GROUPS OF 5 DIGITS", lambda console: storage(console, 5)),
    "K": Display("THE PROGRAMS PICTURE, OR OUTPUT", picture),
    "O": Display("OUTPUT", output),
    "X": Display("EXCHANGE PACKAGE", exchange_package),
    "Z": Display("THIS DIRECTORY", directory),
}
assert "".join(DISPLAYS) == LETTERS
LINES: Mapping[str, Callable[[Console], list[str]]] = {"A": dayfile_lines, "O": output_lines}  # displays of ends
