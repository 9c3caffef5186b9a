"""The part of a session that knows places: lines, labels, and what the program's own language knows, if it has one."""

from __future__ import annotations

import re
from abc import abstractmethod

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.debugger.expressions import Parser
from host.debugger.goals import Goal, Lines, Out
from host.debugger.language import Activation, Language, Passage, Spot
from host.debugger.sources import Sources
from host.debugger.stops import Breakpoint, Stops

LINE = re.compile(r"(.*?[^:\s])\s*:\s*(\d+)(?::(\d+))?\s*", re.ASCII)  # file:line, file:line:column
NOWHERE = "the program is not in its own code"


class Speaking:
    """What names and places mean. `language` knows statements, calls and names; `frame` is where to look these up."""

    machine: Machine
    sources: Sources
    parser: Parser
    stops: Stops
    language: Language | None
    frame: int

    @property
    def address(self) -> int:
        """The address of the next instruction."""
        return self.machine.read_register(self.machine.program_counter)

    @abstractmethod
    def write(self, address: int, word: int) -> None:
        """Put a word into memory; raises IronboardError if it does not fit."""

    @abstractmethod
    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises IronboardError for an unknown one, or if the value is too wide."""

    # ------------------------------------------------------------ places

    def places(self, text: str) -> tuple[str, list[int]]:
        """Return what a place is called, and its addresses: `wally.s:120`, a label, or an address.

        Raises IronboardError. A line without code means the next line that has some.
        """
        name, spots = self.spots(text)
        return name, [each.address for each in spots]

    def spots(self, text: str) -> tuple[str, list[Spot]]:
        """Return what a place is called, and the instructions there, as `places` does.

        Where the program's language is known, `file:line:column` is a statement, and procedures are places, too.
        """
        match = LINE.fullmatch(text)
        if match:
            return self._of_line(match[1].strip(), int(match[2]), int(match[3] or 1))
        named = self.language.place(text) if self.language else None
        if named is not None:
            return named
        address = self.parser.value(text)
        if not 0 <= address < 1 << self.machine.address_bits:
            raise IronboardError(f"'{text}' is {address:#x}: there is no such address")
        return text.strip(), [Spot(address)]

    def _of_line(self, file: str, line: int, column: int) -> tuple[str, list[Spot]]:
        found = self.language.line(self.sources.file(file), line, column) if self.language else None
        if found is not None:
            line, column, spots = found
            return f"{file}:{line}" + (f":{column}" if self._is_second(file, line, column) else ""), spots
        line, addresses = self.sources.breakable(file, line)
        return f"{file}:{line}", [Spot(address) for address in addresses]

    def _is_second(self, file: str, line: int, column: int) -> bool:
        """Return whether statements begin on a line before a column."""
        assert self.language is not None
        return any(each < column for _, each in self.language.columns(self.sources.file(file), line, line))

    # ------------------------------------------------------------ the program's own language

    @property
    def spot(self) -> Spot:
        """The instruction that comes next."""
        machine = self.machine
        return Spot(self.address, machine.read_register(machine.part_counter) if machine.part_counter else 0)

    @property
    def spoken(self) -> Language | None:
        """The language, if it knows where the program is: in code of its own, or in what that has called."""
        return self.language if self.language and self.language.activations(1) else None

    def passage(self, frame: int | None = None) -> Passage | None:
        """Return the statement that the program is at, in the frame that is looked at; None where it is in none."""
        if self.language is None:
            return None
        number = self.frame if frame is None else frame
        found = self.language.activations(number + 1)
        return found[-1].passage if len(found) > number else None

    def line_here(self, frame: int | None = None) -> tuple[str, int] | None:
        """Return file and line of what comes next, in the frame that is looked at if the language knows."""
        passage = self.passage(frame)
        if passage is not None:
            return passage.file, passage.line
        line = self.sources.line_at(self.address)
        return (line.file, line.line) if line else None

    def stops_on(self, file: str, line: int) -> list[Breakpoint]:
        """Return the breakpoints, enabled or not, on the instructions of a line: on statements that begin there."""
        known, language = self.sources.file(file), self.language
        columns = language.columns(known, line, line) if language else []
        if language is None or not columns:
            return [each for address in self.sources.addresses(file, line) for each in self.stops.at(address)]
        found = [language.line(known, line, column) for _, column in columns]
        spots = sorted({spot for each in found if each for spot in each[2]})
        return [each for address, part in spots for each in self.stops.at(address) if each.part == part]

    def choose_frame(self, number: int) -> Activation:
        """Look at an activation: its names are meant from now on, up to the next run. Raises IronboardError."""
        if self.language is None:
            raise IronboardError("the program's language has no frames that are known: frames shows the calls")
        found = self.language.activations(number + 1)
        if not 0 <= number < len(found):
            raise IronboardError(f"there is no frame {number}: there are 0 to {len(found) - 1}" if found else NOWHERE)
        self.frame = number
        return found[number]

    def assign(self, text: str, value: str, frame: int | None = None) -> int:
        """Give a variable of the language the value of an expression; return its address. Raises IronboardError.

        Both are seen from an activation: the one that is looked at, if nothing else is said.
        """
        if self.language is None:
            raise IronboardError("no language of the program's is known: > puts words into memory")
        change = self.language.change(text, value, self.frame if frame is None else frame)
        self.write(change.address, change.word)
        for register in change.registers:
            self.write_register(register, change.word)
        return change.address

    def step_goal(self, *, over: bool) -> Goal:
        """Return the goal of a step: to the next statement, where the language knows; else to the next line."""
        if self.spoken:
            return self.spoken.step(over=over)
        return Lines(self.machine, self.sources.line_at, over=over)

    def out_goal(self) -> Goal:
        """Return the goal of a run to where this has been called."""
        return self.spoken.out() if self.spoken else Out(self.machine)
