"""The text form of registers, instructions, source lines, memory, breakpoints, halts; and disassembly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.image import SourceLine
from emulators.machine import BusCycle, Machine
from host import registry
from host.debugger.expressions import number
from host.debugger.session import LINE, Session
from host.debugger.stops import FINAL, Breakpoint, Halt, Kind, Reason, word_text
from host.languages.running import Activation, Passage, Variable
from host.languages.sources import Sources

NUMBER = re.compile(r"(?<![#\w$])(?:\$|(?=\d))([0-9A-Fa-f]+)\b")  # an address in a disassembled operand, perhaps
CODE_WIDTH, TEXT_WIDTH = 8, 16  # columns of the words of an instruction, and of its text
LONGEST = 60  # characters of a statement that are shown
CALLERS = 20  # activations in which a watched name is looked for
REASONS = {
    Reason.START: "",
    Reason.GOAL: "",
    Reason.TIME: "",
    Reason.BREAKPOINT: "",  # each says it of itself
    Reason.PAUSE: "paused",
    Reason.ILLEGAL: "an illegal instruction: the machine cannot continue",
    Reason.HALT: "the program has stopped the machine",
    Reason.INPUT: "the program waits for input",
    Reason.BEGINNING: "this is the beginning of the history",
    Reason.RECORDING_ENDS: "the recording ends here, in the recorded state",
    Reason.RECORDING_DIFFERS: "the recording ends here, but the machine's state differs from the recorded one",
}


class Layout:
    """Formats one session's data in its machine's radix and word size."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._machine = session.machine
        self.disassembler = Disassembler(session.machine, session.sources)

    # ------------------------------------------------------------ numbers

    def address(self, address: int) -> str:
        """Return an address with all its digits."""
        return self._session.sources.number(address)

    def word(self, word: int) -> str:
        """Return a word of memory with all its digits."""
        return word_text(word, self._machine.radix, self._machine.word_bits)

    def words(self, words: Iterable[int]) -> str:
        """Return words with blanks between."""
        return " ".join(map(self.word, words))

    def near(self, address: int) -> str:
        """Return an address and its name, if it has one or a label is close before it."""
        name, digits = self._session.sources.near(address), self.address(address)
        return digits if name == digits else f"{digits} {name}"

    def plain(self, text: str) -> str:
        """Return a text of the machine with dots for unprintable characters."""
        return "".join(each if each.isprintable() else "." for each in text)

    def moment(self, cycle: int) -> str:
        """Return a cycle, and the time since power-on."""
        return f"cycle {cycle:,} ({cycle / self._session.clock:.6f} s)"

    # ------------------------------------------------------------ registers

    def state(self) -> str:
        """Return registers and time on one line; names of bits that are set have capital letters."""
        machine, texts = self._machine, []
        for name, width in machine.registers.items():
            value, bits = machine.read_register(name), machine.flags.get(name, "")
            text = f"{name} {word_text(value, machine.radix, width)}"
            flags = (bit.upper() if value >> i & 1 else bit.lower() for i, bit in reversed(list(enumerate(bits[::-1]))))
            texts.append(f"{text} {''.join(flags)}" if bits.strip("-") else text)
        return f"{'  '.join(texts)}   cycle {self._session.cycles:,}"

    # ------------------------------------------------------------ instructions and lines

    def instruction(self, address: int) -> tuple[str, int]:
        """Return a line about the instruction at an address, and the address of the next one."""
        found = self.disassembler.at(address)
        text, addresses = found.text, range(address, address + found.length)
        code = self.words(map(self._machine.peek, addresses))
        line = f"{self.mark(address)}{self.address(address)}  {code:{CODE_WIDTH}}  {text:{TEXT_WIDTH}}"
        loaded = map(self._session.sources.word_at, addresses)
        pairs = zip(loaded, map(self._machine.peek, addresses), strict=True)
        changed = "  (changed)" if any(word not in (None, now) for word, now in pairs) else ""
        return f"{line}  {self.note(address, text)}{changed}".rstrip(), (address + found.length) % (
            1 << self._machine.address_bits
        )

    def mark(self, address: int) -> str:
        """Return the signs in the margin: -> the next instruction, * a breakpoint, o a disabled one."""
        arrow = "->" if address == self._session.address else "  "
        here = self._session.stops.at(address)
        return arrow + ("*" if any(each.enabled for each in here) else "o" if here else " ")

    def note(self, address: int, text: str) -> str:
        """Return the source of an instruction, or else the names of the addresses in it."""
        bits, counter = self._machine.word_bits, self._machine.part_counter
        parts = range(0, bits, bits >> self._machine.registers[counter] if counter else bits)  # bits before each
        lines = self._session.sources.lines_of(address, parts)
        if lines and lines[0].address == address:
            return "; ".join(self.source_line(line, file=line is lines[0]) for line in lines)
        numbers = [number(digits, self._machine.radix) for digits in NUMBER.findall(text.partition(" ")[2])]
        names = [self._session.sources.name_of(address) for address in numbers if address is not None]
        return " ".join(f"; {name}" for name in names if name)

    def source_line(self, line: SourceLine, *, file: bool = True) -> str:
        """Return the place of a line, and the line itself if its text can be found."""
        text = self._session.sources.text(line.file)
        place = written(line) if file else f":{line.line}"
        return f"{place}  {' '.join(text[line.line - 1].split())}" if text else place

    def where(self, address: int, offset: int = 0) -> str:
        """Return file and line of the code after `offset` bits of a word, empty if unknown."""
        line = self._session.sources.line_at(address, offset)
        return written(line) if line else ""

    def place(self, address: int) -> str:
        """Return an address, its name and its source line."""
        line = self._session.sources.line_at(address)
        return f"{self.near(address)}  {self.source_line(line)}" if line else self.near(address)

    # ------------------------------------------------------------ the program's own language

    def passage(self, passage: Passage) -> str:
        """Return the position of a passage, and its first line."""
        sources = self._session.sources
        text = sources.text(passage.file) if passage.file in sources.files else None
        place = f"{PurePath(passage.file).name}:{passage.line}:{passage.column}"
        if text is None:
            return place
        line = text[passage.line - 1]
        end = passage.end_column - 1 if passage.end_line == passage.line else len(line)
        shown = " ".join(line[passage.column - 1 : end].split())
        more = "" if passage.end_line == passage.line else " ..."
        return f"{place}  {shown[:LONGEST]}{'...' if len(shown) > LONGEST else more}"

    def activation(self, index: int, each: Activation) -> str:
        """Return a line about an activation; > marks the selected one."""
        mark = ">" if index == self._session.frame else " "
        note = f"({each.note})" if each.note and not each.parameter else ""
        where = self.passage(each.passage) if each.passage else self.near(each.spot.address)
        return f" {mark} #{index}  {each.name}{note}  {where}"

    def statement(self) -> str | None:
        """Return a line about the next statement or parameter, or the one in progress; None if unknown."""
        chain = self._session.language.activations(2) if self._session.language else []
        if not chain or chain[0].passage is None:
            return None
        here, text = chain[0], self.passage(chain[0].passage)
        if not here.begins:
            return f"-> {text}  in {here.name}, under way"
        caller = chain[1].passage if len(chain) > 1 else None
        if here.parameter and caller is not None:
            return f"-> {text}  {here.name}, wanted at {self.passage(caller).split('  ')[0]}"
        return f"-> {text}  in {here.name}"

    # ------------------------------------------------------------ memory

    def per_row(self, width: int) -> int:
        """Return how many words fit into a row: a power of two, at most 16."""
        digits = len(self.word(0))
        fixed = len(self.address(0)) + 3 + 3  # margin; the gaps before words and characters
        return max((n for n in (2, 4, 8, 16) if fixed + n * (digits + 2) <= width), default=1)

    def row(self, address: int, words: list[int], full: int) -> str:
        """Return a row of a memory dump; `full` words are as wide as it can be."""
        columns = (len(self.word(0)) + 1) * full - 1
        return f"   {self.address(address)}  {self.words(words):{columns}}  {self.characters(words)}"

    def characters(self, words: Iterable[int]) -> str:
        """Return words as characters, with dots for those outside ASCII."""
        return "".join(chr(word) if 32 <= word < 127 else "." for word in words)

    # ------------------------------------------------------------ breakpoints and halts

    def breakpoint(self, each: Breakpoint) -> str:
        """Return a line about a breakpoint."""
        notes = [
            f"if {each.condition}" if each.condition else "",
            f"hits {each.hits_wanted}" if each.hits_wanted else "",
            f'log "{self.plain(each.message)}"' if each.message else "",
            "temporary" if each.temporary else "",
            "" if each.enabled else "disabled",
            f"(met {each.hits}x)" if each.hits else "",
        ]
        return "  ".join([f"{each.number:3}  {each.kind:7}  {self.target(each)}", *filter(None, notes)])

    def target(self, each: Breakpoint) -> str:
        """Return the target of a breakpoint."""
        if each.register:
            return each.register
        span = f"{self.address(each.first)}..{self.address(each.last)}"
        near = self.near(each.first) if each.first == each.last else span
        match = LINE.fullmatch(each.place)
        place = each.place.replace(match[1], PurePath(match[1]).name, 1) if match else each.place
        return f"{place}  ({near})" if self._session.language and place else near

    def halt(self, halt: Halt) -> Iterator[str]:
        """Yield lines: why the machine stopped."""
        if why(halt):
            yield why(halt)
        language = self._session.language
        complaint = language.complaint() if language and halt.reason in FINAL.values() else ""
        if complaint:
            yield f"error: {complaint}"
        for each in halt.breakpoints:
            what = "breakpoint" if each.kind == Kind.EXECUTE else f"watchpoint ({each.kind})"
            yield f"{what} {each.number}: {self.target(each)}"
            shown = self._watched(each) if each.kind != Kind.EXECUTE and each.place else None
            if shown is not None:
                yield f"   {each.place} = {shown}"
        yield from map(self.access, halt.accesses)

    def _watched(self, each: Breakpoint) -> str | None:
        """Return the value of a watched variable where its name means it, here or in a caller; None elsewhere."""
        language = self._session.language
        if language is None:
            return None
        for activation in range(len(language.activations(CALLERS))):
            with suppress(IronboardError):
                found = language.evaluate(each.place, activation)
                if found.address is not None and each.holds(found.address):
                    return found.value
        return None

    def access(self, access: BusCycle) -> str:
        """Return the watched read or write."""
        verb = "written to" if access.write else "read from"
        return f"  {self.word(access.value)} {verb} {self.near(access.address)}"


def why(halt: Halt) -> str:
    """Return why the machine stopped, in our words and in its own; empty where the place says it all."""
    return ": ".join(filter(None, (REASONS[halt.reason], halt.words)))


def described(each: Variable) -> str:
    """Return a variable's value, its type, and its binding."""
    return f"{each.value}  {each.type}{f': {each.note}' if each.note else ''}".rstrip()


def written(line: SourceLine) -> str:
    """Return file and number of a line."""
    return f"{PurePath(line.file).name}:{line.line}"


# ---------------------------------------------------------------- disassembly

# Instructions around an address. Those after it follow one from another; those before it have to be guessed.
#
# Where instructions have different lengths, memory alone does not tell where the one before an address begins. But
# disassembly that begins anywhere soon falls into step with the real instructions: of all that end at the address, the
# one that most beginnings lead to is taken. Where a source line begins, there is no need to guess.
#
# Data known from the sources is data, word by word. A label and the next instruction to be executed begin an
# instruction: an instruction that would hide them is shown as a word.


WINDOW = 24  # words in which beginnings are tried, and more for every instruction wanted
ALLOWED_LENGTH = 4  # words of an instruction that the window allows for; longer ones only cost accuracy
LONGEST_INSTRUCTION = 16  # words; a disassembler that goes further goes round the end of memory
DIRECTIVE = re.compile(r"\s*(?:[\w@]*:)?\s*\.")  # instead of an instruction, in the 6502's assembler


class Instruction(NamedTuple):
    """An instruction in memory, or a word outside any instruction."""

    address: int
    length: int  # words
    text: str
    valid: bool = True  # not a filler for memory that is not there, or for a word between two instructions


class Disassembler:
    """The instructions of a machine's memory."""

    def __init__(self, machine: Machine, sources: Sources) -> None:
        self._machine = machine
        self._sources = sources
        self._end = 1 << machine.address_bits

    def instructions(self, address: int, skip: int, count: int) -> list[Instruction]:
        """Return `count` instructions, from the one `skip` after that at an address; before it, if negative.

        Where memory ends, fillers take their places.
        """
        before = self.before(address, -skip) if skip < 0 else []
        after = self.after(address, max(0, skip + count))
        return (before + after)[max(0, skip) : max(0, skip) + count]

    def after(self, address: int, count: int) -> list[Instruction]:
        """Return n instructions, beginning at an address."""
        found: list[Instruction] = []
        while len(found) < count:
            found.append(self.at(address))
            address += found[-1].length
        return found

    def before(self, address: int, count: int) -> list[Instruction]:
        """Return n instructions that end at an address."""
        low = max(0, address - WINDOW - ALLOWED_LENGTH * count)
        starts = range(low, min(address, self._end))
        votes = dict.fromkeys(starts, 1)  # how many beginnings lead here
        ending: dict[int, list[int]] = {}  # address -> starts of instructions that end there
        for start in starts:
            following = start + self.at(start).length
            ending.setdefault(following, []).append(start)
            if following in votes:
                votes[following] += votes[start]
        found: list[Instruction] = []
        while len(found) < count:
            candidates = ending.get(address, [])
            if candidates:
                end = address
                found.append(self.at(max(candidates, key=lambda each: (self._by_source(each, end), votes[each], each))))
            elif 0 < address <= self._end:
                found.append(self._word(address - 1))
            else:
                found.append(Instruction(address - 1, 1, "", False))
            address = found[-1].address
        return found[::-1]

    def _by_source(self, start: int, end: int) -> int:
        """Return 1 where an instruction starts and ends within a line, 0 where there is no line, -1 elsewhere."""
        line = self._sources.line_at(start)
        if line is None:
            return 0
        return 1 if start == line.address and end <= line.address + line.length else -1

    def at(self, address: int) -> Instruction:
        """Return the instruction at an address, or the word there."""
        if not 0 <= address < self._end:
            return Instruction(address, 1, "", False)
        text, following = self._machine.disassemble(address)
        length = (following - address) % self._end or 1
        if address + length > self._end or length > LONGEST_INSTRUCTION:  # it would go on at the beginning of memory
            return self._word(address)
        here = self._machine.read_register(self._machine.program_counter)
        if address != here:
            line = self._sources.line_at(address)
            inside = range(address + 1, address + length)
            if line is not None and self._known(line):
                hidden = not self._is_code(line, address, length)
            else:
                hidden = any(map(self._sources.is_label, inside))
            if hidden or here in inside:
                return self._word(address)
        return Instruction(address, length, text)

    def _known(self, line: SourceLine) -> bool:
        """Return whether a line of an assembler made these words, and they are unchanged."""
        made = range(line.address, line.address + line.length)
        return not compiled(line.file) and all(
            self._sources.word_at(each) in (None, self._machine.peek(each)) for each in made
        )

    def _is_code(self, line: SourceLine, address: int, length: int) -> bool:
        """Return whether a line is the instruction that begins at an address."""
        if (address, length) != (line.address, line.length):
            return False
        text = self._sources.text(line.file)
        return text is None or not DIRECTIVE.match(text[line.line - 1])

    def _word(self, address: int) -> Instruction:
        machine = self._machine
        return Instruction(address, 1, word_text(machine.peek(address), machine.radix, machine.word_bits), False)


@cache
def compiled(file: str) -> bool:
    """Return whether a file is a source for a compiler: a line of it makes several instructions."""
    suffix = PurePath(file).suffix.lower()
    return any(suffix in each.suffixes for each in registry.languages().values() if each.inspected)
