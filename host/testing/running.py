"""How a test's machine runs: up to a cycle, with stubs answering and spies noting on the way.

The machine runs at full speed from one caught routine to the next: each has a breakpoint at its first instruction, and
where an open call of a spied one will return.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError, require
from emulators.machine import Stop
from host.debugger.stops import word_text
from host.languages.running import Spot
from host.testing.calling import StubError, bits, set_registers, state_of
from host.testing.drivers import key
from host.testing.loading import Place, words_of
from host.testing.ports import Bench, Ports
from host.testing.stubs import Answer, Answers, AnyCall, Call, CallLog, Caught, Key, Open, Words

if TYPE_CHECKING:
    from host.testing.drivers import Signature
    from host.testing.routines import Procedure, Results


class Runner:
    """Runs the machine of a rig, with the routines that the test has stubbed or spies on."""

    def __init__(self, rig: Bench) -> None:
        self._rig = rig
        self._machine = rig.machine
        self._model = rig.model
        self._caught: dict[int, Caught] = {}  # by the address of the first instruction
        self._named: dict[str, Caught] = {}  # procedures of ALGOL and FORTRAN, by name in capitals
        self._stops: Collection[Spot] = ()  # where the run that goes on ends
        self._open: list[Open] = []
        self.answered: dict[int, str] = {}  # by the cycle of the call: the stub that answered
        self._running = False
        self.ports = Ports(rig)
        self.calls = CallLog(self._key, self._is_caught, self.form)

    def _key(self, place: Place) -> Key:
        signature = self._rig.procedure(place)
        return self._rig.address(place) if signature is None else key(signature.name)

    def _is_caught(self, of: Key) -> bool:
        return of in self._named if isinstance(of, str) else self._model.first(of) in self._caught

    # ------------------------------------------------------------ stubs and spies

    def stub(
        self,
        place: Place,
        each: Any = None,
        *,
        memory: Mapping[Place, Words] | None = None,
        cycles: int | None = None,
        skip: int = 0,
        **registers: Answer,
    ) -> Caught:
        """Replace a routine by its results: it is not executed, and returns at once.

        `registers`: registers, and flags by their letters, to be set; a list (bytes, any iterable) has one value for
        each call. `each`: mappings of registers for successive calls, or a function that is called with the `Call` and
        returns one, or None; it may set `call.cycles`. `memory`: words to be put into memory. All else stays as it is.
        The call takes `cycles`, by default the time of the return. `skip`: the words of parameters after the call, of a
        routine that returns after them.

        A procedure of ALGOL or FORTRAN is replaced by values of Python. `each`: the value of the function; a dictionary
        of parameters to be set, with the function's value under its own name; a list of such answers for successive
        calls; or a function that is called with the arguments and returns one. `registers`: parameters to be set.

        Raises IronboardError for an unknown label; when the answers are used up, the next call is a StubError.
        """
        __tracebackhide__ = True
        signature = self._rig.procedure(place)
        if signature is not None:
            if memory or skip:
                raise TypeError(f"{place} is a procedure: its stub takes values, parameters by name and cycles=")
            from host.testing.routines import Results

            return self._catch_procedure(signature.name, Results(signature, each, registers), None, cycles)
        self.check_names(registers)
        return self._catch(place, Answers(each, memory or {}, registers), None, cycles, skip)

    def spy(self, place: Place, look: Callable[[Any], Any] | None = None, *, skip: int = 0) -> Caught:
        """Note the calls of a routine, which is executed as ever.

        `look` is called with each `Call` at its first instruction; its result is `call.seen`. `skip` is that of
        `stub`. Raises IronboardError for an unknown label.
        """
        __tracebackhide__ = True
        signature = self._rig.procedure(place)
        if signature is not None:
            if skip:
                raise TypeError(f"{place} is a procedure: skip= is for routines with parameters after their calls")
            return self._catch_procedure(signature.name, None, look, None)
        return self._catch(place, None, look, None, skip)

    def _catch(
        self,
        place: Place,
        answers: Answers | None,
        look: Callable[[Any], Any] | None,
        cycles: int | None,
        skip: int,
    ) -> Caught:
        require(skip, "a number of words", int)
        entry = self._rig.address(place)
        name = place if isinstance(place, str) else self._rig.near(entry)
        first = self._model.first(entry)
        self._caught[first] = Caught(name, entry, answers, look, cycles, skip, entry, partial(self._remove, first))
        if self._running:  # the function of another one has called this
            self._machine.set_breakpoint(first)
        return self._caught[first]

    def _catch_procedure(
        self, name: str, answers: Results | None, look: Callable[[Any], Any] | None, cycles: int | None
    ) -> Caught:
        self._refuse_while_running()
        of = key(name)
        self._named[of] = Caught(name, 0, answers, look, cycles, key=of, remove=partial(self._remove_procedure, of))
        return self._named[of]

    def _remove_procedure(self, of: str) -> None:
        self._named.pop(of, None)

    @property
    def named(self) -> frozenset[str]:
        """The procedures that are stubbed or spied on, by their names in capitals."""
        return frozenset(self._named)

    @contextmanager
    def bound(self, procedure: Callable[[Signature], Procedure]) -> Iterator[None]:
        """Catch procedures in the program that is in the machine now; `procedure` returns one of them."""
        before = dict(self._caught)
        for caught in self._named.values():
            signature = self._rig.procedure(caught.name)
            if signature is not None:
                caught.procedure = procedure(signature)
                caught.entry, caught.skip = caught.procedure.address, caught.procedure.skip
                self._caught[self._model.first(caught.entry)] = caught
        try:
            yield
        finally:
            self._caught = before

    def _remove(self, first: int) -> None:
        if self._caught.pop(first, None) and self._running and all(each.back != first for each in self._open):
            self._machine.set_breakpoint(first, on=False)

    def check_names(self, registers: Iterable[str]) -> None:
        """Raise TypeError for a name that is neither a register nor a flag."""
        known = [
            *(each for each in self._machine.registers if each != self._machine.program_counter),
            *bits(self._machine),
        ]
        for name in registers:
            if name not in known:
                raise TypeError(f"there is neither a register nor a flag '{name}': there are {' '.join(known)}")

    def form(self, name: str) -> Callable[[int], str]:
        """Return the way a register's contents are written."""
        width = self._machine.registers.get(name)
        if width:
            return partial(word_text, radix=self._machine.radix, bits=width)
        flag = name in bits(self._machine)
        return lambda value: str(int(value)) if flag else repr(value)

    # ------------------------------------------------------------ running

    def _refuse_while_running(self) -> None:
        if self._running:
            raise IronboardError("the function of a stub or a spy cannot run the machine: it is running")

    def run_to(self, cycle: int, back: int | None = None, stops: Collection[Spot] = ()) -> Stop:
        """Run to a cycle, to the address `back`, or until something stops the machine; stubs answer on the way.

        `stops` are places with breakpoints of the caller's.

        Raises StubError for a call without an answer.
        """
        __tracebackhide__ = True
        self._refuse_while_running()
        if not self._caught and not self.ports:
            return self._machine.run_to(cycle)
        self._running, self._stops = True, stops
        try:
            with self.ports.marks(), self._breakpoints():
                return self._run(cycle, back)
        finally:
            self._running = False

    def _run(self, cycle: int, back: int | None) -> Stop:
        __tracebackhide__ = True
        machine = self._machine
        while True:
            here = machine.read_register(machine.program_counter)
            self._returned(here)
            caught = self._caught.get(here)
            if caught and caught.answers:
                self._answer(caught, caught.answers)
            elif here == back or self._spot in self._stops:
                return Stop.BREAKPOINT
            else:
                if caught:
                    self._enter(caught)
                stop = machine.run_to(cycle)
                here = machine.read_register(machine.program_counter)
                if not (stop == Stop.NONE or self._is_ours(stop, here, back)):
                    return stop
            if machine.cycles >= cycle and here != back:
                return Stop.NONE

    def _is_ours(self, stop: Stop, here: int, back: int | None) -> bool:
        """Return whether the machine has stopped for a routine or a port, and goes on."""
        __tracebackhide__ = True
        if stop == Stop.BREAKPOINT:
            return here == back or here in self._caught or any(each.back == here for each in self._open)
        return stop in (Stop.WATCH_READ, Stop.WATCH_WRITE) and self.ports.accessed()

    @contextmanager
    def _breakpoints(self) -> Iterator[None]:
        """Put breakpoints on the routines, and where their open calls return."""
        machine, firsts = self._machine, list(self._caught)
        for address in firsts:
            machine.set_breakpoint(address)
        try:
            yield
        finally:
            for address in [*firsts, *self._caught, *(each.back for each in self._open)]:
                machine.set_breakpoint(address, on=False)
            self._open.clear()

    @property
    def _spot(self) -> Spot:
        machine = self._machine
        part = machine.read_register(machine.part_counter) if machine.part_counter else 0
        return Spot(machine.read_register(machine.program_counter), part)

    def _note(self, caught: Caught) -> tuple[AnyCall, int]:
        """Note a call at its first instruction; return it, and the address to which it returns."""
        machine, rig = self._machine, self._rig
        caught.count += 1
        back = self._model.returns_to(machine, caught.entry)
        call: AnyCall
        if caught.procedure:
            call = caught.procedure.call(caught.count)
        else:
            now = state_of(machine)
            call = Call(now.registers, now.flags, caught.name, caught.count, machine.cycles, back - 1,
                        back + caught.skip, rig.memory, rig.caller)  # fmt: skip
        self.calls.note(caught.key, call)
        return call, back + caught.skip

    def _answer(self, caught: Caught, answers: Answers | Results) -> None:
        """Do the work of a stub, and return from it."""
        __tracebackhide__ = True
        machine, (call, _) = self._machine, self._note(caught)
        self.answered[call.cycle] = caught.name
        if isinstance(answers, Answers):
            values = answers.next(call)
            for place, words in answers.memory.items():
                self._rig.put(place, words_of(words))
            set_registers(machine, values)
        else:
            assert caught.procedure is not None
            caught.procedure.give(call, answers.next(call))
        with machine.unseen():  # the return is no instruction of the program
            self._model.leave(machine, caught.entry, caught.skip)
        spent = machine.cycles - call.cycle
        wanted = caught.cycles if call.cycles is None else call.cycles
        if wanted is not None and wanted < spent:
            raise StubError(f"the stub of {caught.name} cannot take {wanted} cycles: its return takes {spent}")
        if wanted is not None and wanted > spent:
            machine.give("idle", wanted - spent)
        self._ended(call, caught.procedure)

    def _ended(self, call: AnyCall, procedure: Procedure | None) -> None:
        """Note that a call has returned."""
        if procedure:
            procedure.ended(call)
        else:
            call.returned, call.cycles = state_of(self._machine), self._machine.cycles - call.cycle

    def _enter(self, caught: Caught) -> None:
        """Note a call of a spied routine, which is about to be executed."""
        call, back = self._note(caught)
        if caught.look:
            call.seen = caught.look(call)
        level = self._level(call, caught.procedure)
        self._open.append(Open(call, back, level, caught.procedure))
        self._machine.set_breakpoint(back)

    def _level(self, call: AnyCall, procedure: Procedure | None) -> int:
        """Return the height of the stack; -1 for routines without one."""
        pointer = self._machine.stack_pointer
        if procedure:
            return procedure.level(call)
        return self._machine.read_register(pointer) if pointer else -1

    def _returned(self, here: int) -> None:
        """Note the returns of spied routines to an address; calls within them that have not returned never will."""
        found = [index for index, each in enumerate(self._open) if each.back == here and self._is_popped(each)]
        if not found:
            return
        machine, ended = self._machine, self._open[found[0] :]
        for each in (self._open[index] for index in found):
            self._ended(each.call, each.procedure)
        del self._open[found[0] :]
        ends = {each.address for each in self._stops if not each.part}
        for address in {each.back for each in ended} - {each.back for each in self._open} - {*self._caught} - ends:
            machine.set_breakpoint(address, on=False)

    def _is_popped(self, opened: Open) -> bool:
        """Return whether the stack is as it was before a call, now that the machine is at its return address."""
        now = self._level(opened.call, opened.procedure)
        if opened.procedure:
            return now <= opened.level
        return now == -1 or now > opened.level
