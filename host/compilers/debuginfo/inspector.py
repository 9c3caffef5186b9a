"""A running program of a compiled language, for the debugger: what is the same in all languages of its protocol.

A language adds what its names are, and how its expressions are read and evaluated: the rest of the debugger's protocol
(host/languages/running.py), which is scopes, variables, evaluate, children, change, place and names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, Generic, NamedTuple

from emulators.errors import IronboardError
from emulators.machine import Machine, Trace
from host.compilers.debuginfo.code import Call, Code, N, Point, R
from host.compilers.debuginfo.values import Real, Value
from host.compilers.ir.form import Place
from host.compilers.program import Kept
from host.languages.running import MOST, Activation, Change, Goal, Passage, Spot, Variable
from host.languages.source import Span

FIRST = 1000  # activations that are looked through


class Here(NamedTuple, Generic[R, N]):
    """An activation by its number: where it is."""

    call: Call[R, N]
    point: Point[N] | None
    begins: bool  # that begins at this very instruction


class Inspector(ABC, Generic[R, N]):
    """Looks into a program that runs on a machine."""

    name: str
    assign: str  # the sign of assignment
    register_names: Mapping[str, str]  # of registers that hold variables: in the compiler -> in the machine

    def __init__(self, compiled: Any, machine: Machine) -> None:
        self.compiled, self.machine = compiled, machine
        self.code: Code[R, N] = compiled.code
        self.optimised: bool = compiled.shared.settings.level != "0"
        self._held: tuple[int, dict[int, str]] = -1, {}  # when; the registers that variables are in then
        self._moment: tuple[int, ...] = ()
        self._known: list[Call[R, N]] = []  # of the chain at that moment
        self._rest: Iterator[Call[R, N]] = iter(())
        # When it stopped; where it was before, and the registers that it had there: the library has used them since.
        self._left: tuple[int, list[Call[R, N]], dict[str, int]] = -1, [], {}

    # ------------------------------------------------------------ where it is

    @property
    def spot(self) -> Spot:
        """The instruction that comes next."""
        target = self.code.target
        part = self.machine.read_register(target.part_counter) if target.part_counter else 0
        return Spot(self.machine.read_register(target.counter), part)

    def here(self) -> Passage | None:
        """Return the statement or parameter at whose beginning the machine stands."""
        point = self.code.begins.get(self.spot)
        return None if point is None else passage(point.node.at)

    def calls(self) -> Iterator[Call[R, N]]:
        """Yield where the program is, then who has called that; in the library, from the call of the library on.

        What has been found out is kept as long as the machine stays where it is.
        """
        target = self.code.target
        moment = self.machine.cycles, *self.spot, *map(self.machine.read_register, (target.frame, target.top))
        if moment != self._moment:
            self._moment, self._known, self._rest = moment, [], self._followed()
        rest = self._rest
        for number in count():
            if number == len(self._known):
                call = next(rest, None) if rest is self._rest else None
                if call is None:
                    return
                self._known.append(call)
            yield self._known[number]

    def _followed(self) -> Iterator[Call[R, N]]:
        spot = self.spot
        if self.code.region(spot.address) is not None:
            yield from self.code.calls(self.machine, *spot)
            return
        if self.machine.cycles == self._left[0]:
            yield from self._left[1]
            return
        for frame in self.machine.frames():
            if self.code.region(frame.call) is not None:
                yield from self.code.calls(self.machine, frame.call)
                return

    def began(self) -> None:
        """Note the registers at the beginning of the statement that has failed, where the program is now.

        Optimised code may compute what comes after a statement before that is done: a variable that a loop has in a
        register may have its next value when a check fails.
        """
        stopped, calls, _ = self._left
        point = self.code.at(calls[0].address, calls[0].part) if calls else None
        here = self.code.begins.get(self.spot)
        if point is not None and here is not None and here.node is point.node and here.held == point.held:
            registers = {each: self.machine.read_register(each) for each in self.machine.registers}
            self._left = stopped, calls, registers

    def register(self, name: str) -> int:
        """Return what a register holds; after a failure, what it held in the statement that has failed."""
        moment, _, registers = self._left
        return registers[name] if moment == self.machine.cycles else self.machine.read_register(name)

    def registers(self) -> dict[int, str]:
        """Return the registers that variables are in where the program is now, by the addresses of the variables."""
        moment, found = self._held
        if moment != self.machine.cycles:
            call = next(self.calls(), None)
            point = None if call is None else self.code.at(call.address, call.part)
            found = {}
            if call is not None and point is not None:
                for register, place in point.held:
                    address = self.reached(place, call)
                    if address is not None and register in self.register_names:
                        found[address] = self.register_names[register]
            self._held = self.machine.cycles, found
        return found

    def noted(self, shown: Variable, *notes: str) -> Variable:
        """Return a variable with more notes; one is the register that it is in, when its word in storage is old."""
        register = None if shown.address is None or shown.children else self.registers().get(shown.address)
        more = (shown.note, *notes, f"in {register}" if register else "")
        return shown._replace(note=", ".join(filter(None, more)))

    def astray(self) -> bool:
        """Return whether the program has stopped, and nothing in the machine shows where: by an error, or by a jump."""
        return self.code.region(self.spot.address) is None and (self.failed or next(self.calls(), None) is None)

    def ran(self, address: int) -> bool:
        """Return whether an instruction is of the program's statements."""
        region = self.code.region(address)
        return region is not None and not region.jumped_to

    def unnoticed(self, first: int, last: int, *, reads: bool) -> list[int]:
        """Return the lines that change words of a range in registers only; with `reads`, or that use them there."""
        lines = {
            each.node.at.line
            for each in self.kept()
            if (reads or each.changed) and any(first <= address <= last for address in self.addresses(each))
        }
        return sorted(lines)

    def left(self, stopped: int) -> None:
        """Note where the program is: its last instruction before it stopped at this cycle."""
        registers = {each: self.machine.read_register(each) for each in self.machine.registers}
        self._left = stopped, [*islice(self.code.calls(self.machine, *self.spot), FIRST)], registers
        self._moment = ()

    def activation(self, number: int) -> Here[R, N]:
        """Return an activation by its number; raises IronboardError if there is none."""
        call = next(islice(self.calls(), number, None), None)
        if call is None:
            raise IronboardError("the program is not in its own code" if number == 0 else f"there is no frame {number}")
        return self._seen(call, number)

    def _seen(self, call: Call[R, N], number: int) -> Here[R, N]:
        begins = number == 0 and (call.address, call.part) == self.spot and self.spot in self.code.begins
        return Here(call, self.code.at(call.address, call.part), begins)

    def complaint(self) -> str:
        """Return why the program has been stopped before its end."""
        return self.fault(list(islice(self.calls(), FIRST))) if self.failed else ""

    def activations(self, most: int = MOST) -> list[Activation]:
        """Return the dynamic chain."""
        found = []
        for number, call in enumerate(islice(self.calls(), most)):
            seen = self._seen(call, number)
            where = passage(seen.point.node.at) if seen.point else None
            parameter = call.region.node is not None
            spot = Spot(call.address, call.part)
            found.append(Activation(self.title(seen), self.note(seen), spot, where, seen.begins, parameter))
        return found

    # ------------------------------------------------------------ places

    def line(self, file: str, line: int, column: int = 1) -> tuple[int, int, list[Spot]] | None:
        """Return the first statement that begins at or after a place: line, column, where its code begins."""
        if file != self.code.source.file:
            return None
        for each in self.code.statements:
            at = each.node.at.line, each.node.at.column
            if at >= (line, column):
                return (*at, [Spot(*other.place) for other in self.code.statements if other.node is each.node])
        return None

    def columns(self, file: str, first: int, last: int) -> list[tuple[int, int]]:
        """Return lines and columns at which statements begin, on these lines."""
        if file != self.code.source.file:
            return []
        found = {(each.node.at.line, each.node.at.column) for each in self.code.statements}
        return sorted(each for each in found if first <= each[0] <= last)

    # ------------------------------------------------------------ steps

    def step(self, *, over: bool) -> Goal:
        """Return the goal of a step to the next statement."""
        from host.compilers.debuginfo import steps  # with numpy

        return steps.Over(self.code, list(self.calls())) if over else steps.Into(self.code)

    def out(self) -> Goal:
        """Return the goal of a run to where the routine, or the parameter, has been called."""
        from host.compilers.debuginfo import steps

        return steps.Out(self.code, list(self.calls()))

    def back(self, rows: Trace) -> int | None:
        """Return the row with which the statement before began, over calls."""
        from host.compilers.debuginfo import steps

        return steps.before(self.code, list(self.calls()), rows)

    # ------------------------------------------------------------ conditions

    def condition(self, text: str) -> Callable[[], int] | None:
        """Return what computes an expression wherever the program is, None if its names are not of the language.

        Where a name is not declared, or has no value, the condition is false.
        """
        if not self.readable(text):
            return None
        known: dict[object, Callable[[Here[R, N]], Value]] = {}  # by what it stands in: what it means there

        def compute() -> int:
            try:
                here = self.activation(0)
                at = here.point.node if here.point else here.call.region.start
                if at not in known:
                    known[at] = self.computed(text, here)
                found = known[at](here)
            except IronboardError:
                return 0
            if isinstance(found, Real):
                return found.exact.__floor__()
            return int(found) if isinstance(found, int) else 0

        return compute

    # ------------------------------------------------------------ changes

    def kept(self) -> list[Kept]:
        """Return the uses of words that are in registers meanwhile: none, unless the program is optimised."""
        return self.compiled.kept if self.optimised else []

    def change(self, text: str, value: str, activation: int = 0) -> Change:
        """Return the words to store for a variable to have the value of an expression, and the registers with copies.

        These are known where a statement begins, and in routines that wait for others: there none has a copy.
        """
        if self.optimised:
            raise IronboardError("optimised code may have used the old value already: compile the program with -O0")
        here = self.activation(activation)
        point = self.code.begins.get(self.spot)
        if point is None:
            raise IronboardError("variables can be changed only where a statement begins: continue to the next one")
        (address, word), *more = self.assigned(text, value, here)
        innermost = self.activation(0).call
        copies = [
            self.register_names[register]
            for register, place in point.copies
            if register in self.register_names and self.reached(place, innermost) == address
        ]
        return Change(address, word, tuple(copies), tuple(more))

    # ------------------------------------------------------------ what a language adds

    @abstractmethod
    def reached(self, place: Place, call: Call[R, N]) -> int | None:
        """Return the address of a place of the IR in an activation; None if it has none."""

    @abstractmethod
    def assigned(self, text: str, value: str, here: Here[R, N]) -> list[tuple[int, int]]:
        """Return addresses, that of the variable first, and the words for them; raises IronboardError."""

    def addresses(self, kept: Kept) -> list[int]:
        """Return where the word of such a use has its places in storage: one, or one in each activation."""
        raise NotImplementedError

    @abstractmethod
    def readable(self, text: str) -> bool:
        """Return whether an expression is of the language, and each of its names declared somewhere in the program."""

    @abstractmethod
    def computed(self, text: str, here: Here[R, N]) -> Callable[[Here[R, N]], Value]:
        """Return what computes an expression, as its names are meant in an activation; raises IronboardError."""

    @property
    @abstractmethod
    def failed(self) -> bool:
        """Whether the machine has stopped, and not at the program's end."""

    def fault(self, calls: Sequence[Call[R, N]]) -> str:
        """Return why it has stopped."""
        return str(self.compiled.complaint(self.machine, calls))

    @abstractmethod
    def title(self, here: Here[R, N]) -> str:
        """Return what an activation is called."""

    @abstractmethod
    def note(self, here: Here[R, N]) -> str:
        """Return a routine's parameters, or the text of a parameter that is evaluated."""


def passage(at: Span) -> Passage:
    """Return where something stands in the text."""
    return Passage(at.file, at.line, at.column, at.source.line(at.end), at.source.column(at.end))
