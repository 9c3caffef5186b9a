"""Control cards: a job goes through its deck, one card after the other; after an abort it goes on after EXIT.

A card that is in CARDS is done here. Any other one names a file that holds a program, or else one that comes with
Ironboard, which is loaded and run with the card's parameters in storage.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from emulators.cdc6600 import display_code, requests
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import Mark
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.machine import NAME, time_of
from emulators.cdc6600.requests import TABLE, TABLE_SHIFT
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError, SourceError, SourceErrors
from emulators.image import Image
from host import interruption
from host.languages.assembly import Line
from host.machines.cdc6600 import deck
from host.machines.cdc6600.deck import Card, Deck, Record
from host.machines.cdc6600.job import FAILURE, KEPT, Job, keep, put_together, refuse_impossible
from host.machines.cdc6600.machine import (
    MODEL,
    PARAMETER,
    PARAMETERS,
    Cdc6600,
    dump,
    find_program,
    program_words,
    run_long,
)
from host.machines.programs import names
from host.streams import failed

LGO = "LGO"
NAME_CODES = 7
EQUALS = 2  # in a parameter, after a name before =
SECOND = 10_000_000  # cycles
OCTAL = re.compile("[0-7]+")
MOST_FILES = 50  # on a card
END_OF_INFORMATION = "EOI ENCOUNTERED."
NONE = "0"  # the name of no file, as in L=0
COMPILER_OPTIONS = frozenset("IBL")
TITLE = re.compile(r"\s*(?:PROGRAM|SUBROUTINE|(?:[A-Z ]*\s)?FUNCTION|IDENT)\s+([A-Z][A-Z0-9]*)", re.IGNORECASE)
# Cards of SCOPE, KRONOS and NOS that are not done here, by their purpose.
ELSEWHERE = {
    "the loader": """
        LOAD EXECUTE MAP NOGO LDSET SLOAD LIBLOAD SATISFY LIBRARY SEGLOAD NOMAP
    """,
    "files": """
        COPYEI COPYX COPYN COPYSBF COPYXS COPYBCD BKSP BKSPF SKIPEI SKIPFB SKIPB EVICT RENAME VERIFY WRITER
        WRITEF CLEAR TCOPY TDUMP LO72 LIST80 FCOPY PACK RESEQ SORT OUT DISPOSE ROUTE SUBMIT LOCK UNLOCK
        SETID COMMON RELEASE COMPARE
    """,
    "permanent files and tapes": """
        ATTACH CATALOG PURGE EXTEND ALTER GET SAVE REPLACE APPEND DEFINE CHANGE PERMIT CATLIST OLD NEW
        PRIMARY LABEL LISTLB REQUEST ASSIGN VSN RESOURC BLANK AUDIT PFDUMP PFLOAD
    """,
    "the job": """
        ACCOUNT USER CHARGE PASSWOR SWITCH ONSW OFFSW SETTL SETPR SETASL SETJSL NORERUN RERUN ROLLOUT LIMITS
        ENQUIRE DAYFILE CTIME RTIME STIME HTIME USECPU NOEXIT ONEXIT OFFEXIT NOTE STAGE
    """,
    "procedures": """
        CALL BEGIN REVERT GOTO IF IFE ELSE ENDIF SKIP WHILE ENDW SET DISPLAY FILE
    """,
    "libraries of sources and programs": """
        UPDATE MODIFY EDITLIB LIBEDIT LIBGEN GTR OPLEDIT KRONREF SYSEDIT XEDIT EDIT
    """,
    "other languages": """
        RUNT FTN5 MNF COBOL COBOL5 BASIC SIMULA SNOBOL PASCAL APL SYMPL LISP SORTMRG
    """,
}
NOT_SUPPORTED = {name: what for what, cards in ELSEWHERE.items() for name in cards.split()}
Do = Callable[["Batch", Card], None]
CARDS: dict[str, Do] = {}


class Abort(Exception):
    """The job is aborted: a line for the dayfile, and the errors of the card, if they have places of their own."""

    def __init__(self, line: str = "", errors: object = None) -> None:
        super().__init__(line)
        self.errors = errors


def card(*called: str) -> Callable[[Do], Do]:
    """Add the function of a control card to the table."""

    def enter(do: Do) -> Do:
        CARDS.update(dict.fromkeys(called, do))
        return do

    return enter


class Batch:
    """A job and the machine that does it."""

    def __init__(self, machine: Cdc6600, job: Deck, limit: int, err: TextIO) -> None:
        self.machine, self.deck, self.err = machine, job, err
        self.most = min(job.words or machine.fl, machine.fl)  # words of storage
        self.length = self.most  # words, of the next program
        self.mode = machine.em
        self.limit = min(limit, machine.cycles + job.seconds * SECOND) if job.seconds else limit
        self.aborted = False
        self.interrupted = False
        self.titles: dict[tuple[str, int], str] = {}  # of programs: the file, and where they begin in it
        words = [word for record in job.records for word in record.words]
        machine.give("file", [INPUT, words])

    def run(self) -> None:
        """Do the cards."""
        self.machine.system.note(f"{self.deck.name}, JOB.")
        skipping = False
        for each in self.deck.cards:
            if skipping and each.name != "EXIT":
                continue
            self.machine.system.note(each.text)
            if each.name == "EXIT":
                if not skipping:
                    break
                skipping = False
                continue
            try:
                self.do(each)
            except Abort as abort:
                if str(abort):
                    self.machine.system.note(str(abort))
                self.aborted = skipping = True
                if self.interrupted:
                    break
                why = f"the job is aborted: {abort or self.machine.reason.removeprefix('aborted: ')}"
                failed(abort.errors or SourceError(each.place, why), self.err)
        self.machine.system.note(f"CP {self.machine.seconds:10.3f} SEC.")

    def do(self, each: Card) -> None:
        """Do a card."""
        if not each.name:
            if each.text.startswith("*"):
                return
            raise Abort("FORMAT ERROR ON CONTROL CARD.")
        if each.name in CARDS:
            CARDS[each.name](self, each)
        else:
            self.call(each)

    # -------------------------------------------------------------- files

    def content(self, name: str) -> tuple[list[int], int]:
        """Return words and marks of a file, and how far it has been read; nothing of one that is not there."""
        file = self.machine.system.files.get(name)
        return (file.content, file.position) if file else ([], 0)

    def put(self, name: str, content: Iterable[int], position: int) -> None:
        """Put a file into this state."""
        if not NAME.fullmatch(name):
            raise Abort(f"ERROR IN FILE NAME {name[:NAME_CODES]}.")
        self.machine.system.put_file(name, [*content], position)

    def append(self, name: str, words: Iterable[int]) -> None:
        """Write at the position of a file, and cut off the rest."""
        content, position = self.content(name)
        content = [*content[:position], *words]
        self.put(name, content, len(content))

    def write_lines(self, name: str, lines: Iterable[str]) -> None:
        """Write lines; characters that display code does not have become blanks."""
        known = ["".join(each if display_code.code(each) is not None else " " for each in line) for line in lines]
        self.append(name, [word for line in known for word in display_code.line(line)])

    def record(self, name: str) -> Record:
        """Return the next record of a file as text, with its place in the deck if it is one of INPUT."""
        content, position = self.content(name)
        if position == len(content):
            raise Abort(f"{name} HAS NO MORE RECORDS.")
        end = next((at for at in range(position, len(content)) if content[at] < 0), len(content))
        before = sum(each == Mark.END_OF_RECORD for each in content[:position])
        whole = position == 0 or content[position - 1] < 0
        self.put(name, content, min(end + 1, len(content)))
        if name == INPUT and whole and before < len(self.deck.records):
            return self.deck.records[before]
        texts = display_code.lines(content[position:end])
        return Record([Line(name, number, text.rstrip()) for number, text in enumerate(texts, 1)], ends_file=False)

    # -------------------------------------------------------------- programs

    def make(self, each: Card, compile_record: Callable[[list[Line]], tuple[Image, str]]) -> None:
        """Compile the next record of the file I, put the program into the file B and its listing into L."""
        options = each.named
        for name in [name for name in options if name and name not in COMPILER_OPTIONS]:
            self.machine.system.note(f"{each.name} - {name} HAS NO EFFECT.")
        source, binary = options.get("I") or INPUT, options.get("B") or LGO
        try:
            lines = self.record(source).lines
            image, listing = compile_record(lines)
        except SourceErrors as errors:
            count = len(errors.errors)
            raise Abort(f"{count} ERROR{'S' * (count > 1)} IN {each.name}.", errors) from None
        except IronboardError as error:
            raise Abort(f"ERROR IN {each.name}.", error) from None
        if binary != NONE:
            self.titles[binary, self.content(binary)[1]] = title(each, lines)
            self.append(binary, [*program_words(image), Mark.END_OF_RECORD])
        if options.get("L", NONE) != NONE:
            self.write_lines(options["L"] or OUTPUT, listing.splitlines())

    def call(self, each: Card) -> None:
        """Load the program that a card names, and run it."""
        words, _ = self.content(each.name)
        if not words and each.name.lower() in names(MODEL):
            words = program_words(find_program(each.name.lower()))
        if not words and each.name in NOT_SUPPORTED:
            about = f"the card {each.name} (for {NOT_SUPPORTED[each.name]}) is known, but not supported"
            error = SourceError(each.place, about, "docs/cdc6600/system.md has those that are")
            raise Abort(f"{each.name} IS NOT SUPPORTED.", error)
        if not words:
            raise Abort("ILLEGAL CONTROL CARD.")
        if words[0] >> TABLE_SHIFT != TABLE:
            raise Abort(f"{each.name} IS NO PROGRAM THAT CAN BE LOADED.")
        end = next((at for at, word in enumerate(words) if word < 0), len(words))
        self.check_alone(each, words, end + 1)
        origin, entry = words[0] >> ADDRESS_BITS & (1 << ADDRESS_BITS) - 1, words[0] & (1 << ADDRESS_BITS) - 1
        if origin + end - 1 > self.length:
            raise Abort(f"{each.name} NEEDS A FIELD LENGTH OF {origin + end - 1:o}.")
        self.start(each, origin, words[1:end], entry)

    def check_alone(self, each: Card, words: list[int], after: int) -> None:
        """Abort the job if another program follows in the file: programs are not put together here."""
        if words[after : after + 1] and words[after] >> TABLE_SHIFT == TABLE:
            second = self.titles.get((each.name, after), "the second")
            about = f"{each.name} holds more than one program, and they are not put together: {second} would not be run"
            hint = f"RETURN,{each.name}. before the second is compiled, or B=NAME on its card and NAME. to run it"
            line = f"{each.name} HOLDS MORE THAN ONE PROGRAM. {second.upper()} IS NOT RUN."
            raise Abort(line, SourceError(each.place, about, hint))

    def start(self, each: Card, origin: int, words: list[int], entry: int) -> None:
        """Run a program to its end."""
        machine = self.machine
        machine.write_register("FL", self.length)
        machine.give("load", [[0, [0] * origin], [origin, words]])
        for place, parameter in enumerate(each.parameters):
            name = [*display_code.codes(parameter.text)[:NAME_CODES]]
            word = display_code.number([*name, *[0] * (NAME_CODES - len(name))]) << ADDRESS_BITS
            machine.poke(PARAMETER + place, word | (EQUALS if parameter.after == "=" else 0))
        machine.poke(PARAMETERS, len(each.parameters))
        machine.reset()
        machine.write_register("EM", self.mode)
        machine.write_register("P", entry)
        try:
            run_long(machine, self.limit)
        except KeyboardInterrupt:
            self.interrupted = True
            raise Abort("OPERATOR DROP.") from None
        if machine.cause == Cause.NONE:
            raise Abort("TIME LIMIT.")
        if machine.cause == Cause.PROGRAM_STOP:
            raise Abort(f"PROGRAM STOP AT {machine.location:06o}.")
        if machine.cause == Cause.ABORT:
            raise Abort  # its line is in the dayfile
        if machine.cause != Cause.END:
            raise Abort(f"CPU ERROR EXIT AT {machine.location:06o}. {machine.reason.split(': ')[-1].upper()}")


def title(each: Card, lines: list[Line]) -> str:
    """Return the name that a program gives itself, or the compiler and the line where it begins."""
    named = next((found[1].upper() for line in lines if (found := TITLE.match(line.text))), "")
    return named or f"the program of {each.name} in line {lines[0].number if lines else 1}"


def check_values(each: Card, least: int, most: int) -> None:
    """Abort the job unless the card has this number of parameters."""
    if not least <= len(each.values) <= most:
        raise Abort("ERROR IN CONTROL CARD ARGUMENTS.")


def count(each: Card, place: int) -> int:
    """Return how many records or files a card means: its parameter at this place, or one."""
    check_values(each, 0, place + 1)
    text = each.values[place] if each.values[place:] else "1"
    if not re.fullmatch("[0-9]+", text):
        raise Abort("ERROR IN CONTROL CARD ARGUMENTS.")
    return int(text)


def octal(text: str) -> int:
    """Return an octal parameter; aborts the job if it is none."""
    if not OCTAL.fullmatch(text):
        raise Abort("ERROR IN CONTROL CARD ARGUMENTS.")
    return int(text, 8)


# ---------------------------------------------------------------- cards: compilers


@card("COMPASS")
def compass(batch: Batch, each: Card) -> None:
    """COMPASS,I=INPUT,B=LGO,L=0: assembles a record."""
    from host.assemblers.compass.assembler import assembler

    def compile_record(lines: list[Line]) -> tuple[Image, str]:
        assembly = assembler().assemble_lines(str(lines[0].file) if lines else INPUT, lines)
        return assembly.image, assembly.listing

    batch.make(each, compile_record)


@card("FTN", "RUN")
def fortran(batch: Batch, each: Card) -> None:
    """FTN,I=INPUT,B=LGO,L=0: compiles a record in FORTRAN."""
    from host.compilers.fortran.dialect import LANGUAGE

    batch.make(each, by(LANGUAGE.compile_text))


@card("ALGOL")
def algol(batch: Batch, each: Card) -> None:
    """ALGOL,I=INPUT,B=LGO,L=0: compiles a record in ALGOL 60."""
    from host.compilers.algol.dialect import LANGUAGE

    batch.make(each, by(LANGUAGE.compile_text))


def by(compile_text: Callable[..., Any]) -> Callable[[list[Line]], tuple[Image, str]]:
    """Return a compiler of lines, with errors at their places in the deck."""

    def compile_record(lines: list[Line]) -> tuple[Image, str]:
        first = lines[0] if lines else Line(INPUT, 1, "")
        text = "\n" * (first.number - 1) + "".join(f"{line.text}\n" for line in lines)
        assembly = compile_text(text, first.file).assembly
        return assembly.image, assembly.listing

    return compile_record


# ---------------------------------------------------------------- cards: the job


@card("RFL", "REDUCE")
def rfl(batch: Batch, each: Card) -> None:
    """RFL,60000.: the field length of the programs that follow."""
    check_values(each, 0, 1)
    wanted = octal(each.values[0]) if each.values else batch.most
    wanted += -wanted % requests.BLOCK
    if not 0 < wanted <= batch.most:
        raise Abort("CM OUT OF RANGE.")
    batch.length = wanted


@card("MODE")
def mode(batch: Batch, each: Card) -> None:
    """MODE,7.: the exit mode of the programs that follow."""
    check_values(each, 0, 1)
    number = octal(each.values[0] if each.values else "7")
    if number > requests.MODES:
        raise Abort("ERROR IN CONTROL CARD ARGUMENTS.")
    batch.mode = number << 12


@card("COMMENT")
def comment(batch: Batch, each: Card) -> None:
    """COMMENT.TEXT: the card is in the dayfile."""


@card("DMP", "DMD")
def dmp(batch: Batch, each: Card) -> None:
    """DMP.  DMP,1000,2000.: words of storage to OUTPUT; DMD: with their characters."""
    check_values(each, 0, 2)
    limits = [octal(text) for text in each.values]
    batch.write_lines(OUTPUT, dump(batch.machine, limits, text=each.name == "DMD"))


# ---------------------------------------------------------------- cards: files


@card("REWIND")
def rewind(batch: Batch, each: Card) -> None:
    """REWIND,FILE,...: to the beginning."""
    check_values(each, 1, MOST_FILES)
    for name in each.values:
        batch.put(name, batch.content(name)[0], 0)


@card("RETURN", "UNLOAD")
def give_back(batch: Batch, each: Card) -> None:
    """RETURN,FILE,...: the files are no longer there; INPUT and OUTPUT stay."""
    check_values(each, 1, MOST_FILES)
    for name in each.values:
        if name not in (INPUT, OUTPUT):
            batch.machine.system.remove(name)


@card("COPYBR", "COPYCR")
def copy_records(batch: Batch, each: Card) -> None:
    """COPYBR,INPUT,OUTPUT,1.: copies records."""
    copy(batch, each, count(each, 2), (Mark.END_OF_RECORD, Mark.END_OF_FILE))


@card("COPYBF", "COPYCF")
def copy_files(batch: Batch, each: Card) -> None:
    """COPYBF,INPUT,OUTPUT,1.: copies files, up to their ends."""
    copy(batch, each, count(each, 2), (Mark.END_OF_FILE,))


@card("COPY")
def copy_all(batch: Batch, each: Card) -> None:
    """COPY,INPUT,OUTPUT.: copies all there is."""
    check_values(each, 0, 2)
    copy(batch, each, 1, ())


def copy(batch: Batch, each: Card, left: int, ends: tuple[int, ...]) -> None:
    """Copy from the position of a file to that of another one, up to as many of the ends as are left."""
    source, to = [*each.values[:2], *(INPUT, OUTPUT)[len(each.values) :]][:2]
    content, position = batch.content(source)
    end = position
    while end < len(content) and left:
        left -= content[end] in ends
        end += 1
    if left and ends:
        batch.machine.system.note(END_OF_INFORMATION)
    batch.put(source, content, end)
    batch.append(to, content[position:end])


@card("SKIPR", "SKIPF")
def skip(batch: Batch, each: Card) -> None:
    """SKIPR,FILE,1.: goes on past records; SKIPF: files."""
    check_values(each, 1, 2)
    left = count(each, 1)
    ends = (Mark.END_OF_FILE,) if each.name == "SKIPF" else (Mark.END_OF_RECORD, Mark.END_OF_FILE)
    content, position = batch.content(each.values[0])
    while position < len(content) and left:
        left -= content[position] in ends
        position += 1
    if left:
        batch.machine.system.note(END_OF_INFORMATION)
    batch.put(each.values[0], content, position)


# ---------------------------------------------------------------- a deck as a job of the command line


def run_deck(job: Job) -> int:
    """Do the job of a deck; print OUTPUT, the dayfile and the CP time; return 1 if it was aborted anywhere."""
    out, err = sys.stdout, sys.stderr
    refuse_impossible(job)
    if job.interactive or job.input or job.time or job.timing:
        raise IronboardError(f"{job.program}: a deck has its own INPUT: omit --input, --interactive, --time, --timing")
    found = deck.read(Path(job.program))
    machine = put_together(replace(job, input=None))
    batch = Batch(machine, found, job.limit, err)
    batch.run()
    if OUTPUT not in job.results:
        print(machine.text(OUTPUT), end="", file=out)
    print("\n".join([*(f"dayfile{line}" for line in machine.dayfile), f"CP time  {time_of(machine)}"]), file=out)
    keep(machine, job.results, job.overwrite, err)
    return interruption.told(KEPT, err) if batch.interrupted else FAILURE if batch.aborted else 0
