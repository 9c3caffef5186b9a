"""A running program of a compiled language, for the debugger: its protocol for languages (host/languages/running.py).

Names and values come from the location table (table.py) and the expressions of the language. A language with more than
one scope, or with names that the table cannot describe, overrides what differs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, Generic, SupportsInt

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.debuginfo import steps
from host.compilers.debuginfo.code import Call, Code, Here, N, R
from host.compilers.debuginfo.table import Array, BaseType, Entry, Environment, NoStorageError, Scope, Storage
from host.compilers.debuginfo.values import Real
from host.compilers.ir.form import Frame, Place
from host.compilers.program import Kept
from host.languages import running
from host.languages.running import MOST, Activation, Change, Goal, Passage, Spot, Variable
from host.languages.source import Span

FIRST = 1000  # activations that are looked through
FEW = 12  # elements that are shown in a line
MAIN = "the main program"


class Expressions(ABC, Generic[R, N]):
    """The expressions of a language, as the user of a debugger types them. No code of the program runs."""

    name: str  # of the language
    assign: str  # the sign of assignment

    @abstractmethod
    def readable(self, text: str) -> bool:
        """Return whether an expression is of the language, and each of its names declared somewhere in the program."""

    @abstractmethod
    def read(self, text: str, here: Here[R, N]) -> Any:
        """Return an expression, with its names as an activation means them; raises IronboardError."""

    @abstractmethod
    def value(self, node: Any, there: Environment[R, N]) -> Any:
        """Return the value of an expression; raises IronboardError where it has none that can be told."""

    @abstractmethod
    def place(self, node: Any, there: Environment[R, N]) -> tuple[int, BaseType]:
        """Return the address and the type of a variable or element; raises IronboardError for others."""

    @abstractmethod
    def entry(self, node: Any) -> Entry | None:
        """Return the entry of an expression that is a name alone."""

    @abstractmethod
    def told(self, node: Any, value: Any) -> tuple[str, str]:
        """Return the value of an expression as text, and its type."""

    def element(self, node: Any) -> Entry | None:
        """Return the entry of the array that an expression is an element of."""
        return None

    def array(self, entry: Entry, there: Environment[R, N]) -> Array | None:
        """Return the array that a name denotes, None if it denotes none; raises IronboardError."""
        return None


class Inspector(ABC, Generic[R, N]):
    """Looks into a program that runs on a machine."""

    arguments_after_call = 0  # words after a call for each argument, over which it returns
    register_names: Mapping[str, str]  # of registers that hold variables: in the compiler -> in the machine

    def __init__(
        self,
        compiled: Any,
        machine: Machine,
        storage: Storage[R, N],
        expressions: Expressions[R, N],
        scopes: Sequence[Scope] = (),
    ) -> None:
        self.storage, self.expressions, self._scopes = storage, expressions, scopes
        self.name, self.assign = expressions.name, expressions.assign
        storage.peek, storage.held = self.peek, self.registers
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
        """The next instruction."""
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
        return steps.over(self.code, list(self.calls())) if over else steps.into(self.code)

    def out(self) -> Goal:
        """Return the goal of a run to where the routine, or the parameter, has been called."""
        return steps.out(self.code, list(self.calls()))

    def back(self) -> running.Back:
        """Return the search for the statement before, over calls."""
        return steps.before(self.code, list(self.calls()))

    # ------------------------------------------------------------ names and values

    def environment(self, here: Here[R, N]) -> Environment[R, N]:
        """Return the meanings of the names of an activation."""
        at = None if here.point is None else here.point.node
        return Environment(self.code.routine(here.call), here.call.frame, at, not here.begins)

    def around(self, here: Here[R, N]) -> Sequence[Scope]:
        """Return the scopes around an activation, the innermost first."""
        return self._scopes

    def scopes(self, activation: int = 0) -> list[running.Scope]:
        """Return the static chain."""
        return [
            running.Scope(each.title, None if each.at is None else passage(each.at), level, each.note, each.whole)
            for level, each in enumerate(self.around(self.activation(activation)))
        ]

    def variables(self, scope: int, activation: int = 0) -> list[Variable]:
        """Return the names of a scope."""
        here = self.activation(activation)
        around = self.around(here)
        if not 0 <= scope < len(around):
            raise IronboardError(f"there is no scope {scope}")
        return [self.shown(each, here, activation) for each in around[scope].entries]

    def shown(self, entry: Entry, here: Here[R, N], activation: int) -> Variable:
        """Return a name with its value in an activation, and all that is known of it."""
        found = self.noted(self.seen(entry, self.environment(here)))
        if not entry.hidden:
            return found
        note = f"{found.note}, hidden" if found.note else "hidden"
        return found._replace(expression="", assignable=False, children=0, note=note)

    def seen(self, entry: Entry, there: Environment[R, N]) -> Variable:
        """Return a name with its value, seen from an environment; in its place, the reason why there is none."""
        try:
            return self.found(entry, there)
        except IronboardError as error:
            return Variable(entry.name, f"({error})", entry.type)

    def found(self, entry: Entry, there: Environment[R, N]) -> Variable:
        """Return a name with its value, seen from an environment; raises IronboardError where it has none."""
        if entry.location is None:
            return Variable(entry.name, entry.text, entry.type)
        array = self.expressions.array(entry, there)
        if array is not None:
            return self.whole(entry, array)
        assert entry.base is not None
        unset = self.unset(entry, there)
        try:
            address = self.storage.address(entry.location, there)
        except NoStorageError:
            if unset:
                return Variable(entry.name, unset, entry.type)
            raise
        value, note = self.text(entry, address, entry.base)
        shown = Variable(
            entry.name, unset or value, entry.type, entry.expression, True, address, entry.base.words,
            note="" if unset else note,
        )  # fmt: skip
        if address > self.storage.mask:  # in a register only
            return shown._replace(address=None, assignable=False, note=f"in {self.registers()[address]}")
        return shown

    def whole(self, entry: Entry, array: Array) -> Variable:
        """Return an array with its bounds, and its elements if they are few."""
        shown = ", ".join(each.value for each in self.elements(entry, array, 0, FEW))
        more = ", ..." if array.elements > FEW else ""
        words = array.elements * array.base.words
        lowest = array.first if self.storage.step > 0 else self.storage.moved(array.first, words - 1)
        return Variable(
            entry.name, f"({shown}{more})", array.type, entry.expression, address=lowest if words else None,
            words=words, children=array.elements,
        )  # fmt: skip

    def elements(self, entry: Entry, array: Array, first: int, count: int) -> Iterator[Variable]:
        """Yield elements of an array in the order of storage; 0 is the first."""
        base = array.base
        for index, each in enumerate(array.subscripts(first, count), first):
            address = self.storage.moved(array.first, index * base.words)
            value, note = self.text(entry, address, base)
            yield Variable(each, value, base.name, entry.expression + each, True, address, base.words, note=note)

    def text(self, entry: Entry, address: int, base: BaseType) -> tuple[str, str]:
        """Return the value at an address as text, and a note."""
        return base.written(self.storage.value(address, base)), ""

    def unset(self, entry: Entry, there: Environment[R, N]) -> str:
        """Return the text for a variable that has surely no value yet, or no longer; else an empty one."""
        return ""

    def evaluate(self, text: str, activation: int = 0) -> Variable:
        """Return the value of an expression; of a name, everything that is known about it."""
        here, name = self.activation(activation), text.strip()
        node, there = self.expressions.read(text, here), self.environment(here)
        if entry := self.expressions.entry(node):
            return self.shown(entry, here, activation)
        value = self.expressions.value(node, there)
        if entry := self.expressions.element(node):
            address, base = self.expressions.place(node, there)
            written, note = self.text(entry, address, base)
            return Variable(name, written, base.name, name, True, address, base.words, note=note)
        return Variable(name, *self.expressions.told(node, value))

    def children(self, text: str, first: int, count: int, activation: int = 0) -> list[Variable]:
        """Return elements of an array."""
        here = self.activation(activation)
        entry = self.expressions.entry(self.expressions.read(text, here))
        array = None if entry is None else self.expressions.array(entry, self.environment(here))
        if entry is None or array is None:
            raise IronboardError(f"'{text}' is not an array")
        return list(self.elements(entry, array, first, count))

    def names(self, prefix: str = "") -> list[str]:
        """Return the names that mean something here, and begin so."""
        try:
            scopes = self.around(self.activation(0))
        except IronboardError:
            scopes = ()
        found = {each.name for scope in scopes for each in scope.entries} | self.routines
        return sorted(each for each in found if each.lower().startswith(prefix.lower()))

    @property
    def routines(self) -> set[str]:
        """The names of routines, which have places everywhere."""
        return set()

    def place(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return where a routine or label begins, and its name."""
        return None

    # ------------------------------------------------------------ conditions

    def condition(self, text: str) -> Callable[[], int] | None:
        """Return what computes an expression wherever the program is, None if its names are not of the language.

        Where a name is not declared, or has no value, the condition is false.
        """
        if not self.expressions.readable(text):
            return None
        known: dict[object, Any] = {}  # by what it stands in: what it means there

        def compute() -> int:
            try:
                here = self.activation(0)
                at = here.point.node if here.point else here.call.region.start
                if at not in known:
                    known[at] = self.expressions.read(text, here)
                found = self.expressions.value(known[at], self.environment(here))
            except IronboardError:
                return 0
            if isinstance(found, Real):
                return found.exact.__floor__()
            return int(found) if isinstance(found, SupportsInt) else 0

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

    def assigned(self, text: str, value: str, here: Here[R, N]) -> list[tuple[int, int]]:
        """Return addresses, that of the variable first, and the words for them; raises IronboardError."""
        target, source = self.expressions.read(text, here), self.expressions.read(value, here)
        there = self.environment(here)
        address, base = self.expressions.place(target, there)
        words = base.encoded(self.expressions.value(source, there))
        return [(self.storage.moved(address, number), word) for number, word in enumerate(words)]

    # ------------------------------------------------------------ where variables are in registers

    def reached(self, place: Place, call: Call[R, N]) -> int | None:
        """Return the address of a place of the IR in an activation; None if it has none."""
        return self.storage.reached(place, Environment(self.code.routine(call), call.frame))

    def addresses(self, kept: Kept) -> list[int]:
        """Return where the word of such a use is in storage: once, or in each activation."""
        owner = self.code.owner(kept.node)
        if isinstance(kept.place.base, Frame):
            calls = (each for each in islice(self.calls(), FIRST) if each.routine is owner)
            found = [self.storage.reached(kept.place, Environment(owner, each.frame)) for each in calls]
        else:
            found = [self.storage.reached(kept.place, Environment(owner, 0))]
        return [each for each in found if each is not None]

    # ------------------------------------------------------------ activations and failures

    def peek(self, address: int) -> int:
        """Return the word of a variable; of one that a loop has in a register, that register's."""
        return self.machine.peek(address)

    @property
    @abstractmethod
    def failed(self) -> bool:
        """Whether the machine has stopped, and not at the program's end."""

    def fault(self, calls: Sequence[Call[R, N]]) -> str:
        """Return why it has stopped."""
        return str(self.compiled.complaint(self.machine, calls))

    def title(self, here: Here[R, N]) -> str:
        """Return the name of an activation."""
        return here.call.name or MAIN

    def note(self, here: Here[R, N]) -> str:
        """Return a routine's parameters, or the text of a parameter that is evaluated."""
        return ""


def passage(at: Span) -> Passage:
    """Return where something stands in the text."""
    return Passage(at.file, at.line, at.column, at.source.line(at.end), at.source.column(at.end))
