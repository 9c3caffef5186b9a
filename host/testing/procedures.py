"""Procedures of ALGOL and FORTRAN, called by a test with values of Python.

The program that calls one (drivers.py) is compiled as any other, and runs on the machine. The test writes the actual
parameters into the arrays that the location table knows, and reads them, and the value of the function, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Stop
from host.compilers.debuginfo import reports
from host.compilers.debuginfo.entered import Where
from host.compilers.debuginfo.inspector import FIRST
from host.compilers.debuginfo.table import Array
from host.debugger.history import History
from host.debugger.travel import last_of
from host.languages.running import Spot
from host.languages.source import read_text
from host.languages.sources import Program as Found
from host.testing import drivers
from host.testing.calling import CallError, Trouble
from host.testing.drivers import Driver, Signature
from host.testing.loading import Program
from host.testing.routines import TEST, Procedure
from host.testing.timing import CycleCounter, Cycles, Past
from host.testing.values import Words

Run = Callable[[int, Collection[Spot]], Stop]
LIMIT = 100_000_000  # cycles within which a procedure returns


@dataclass(frozen=True)
class Outcome:
    """The results of a procedure.

    `value`: of a function, as a value of Python; None for others. `arguments`: the actual parameters as they are after
    the call, changed or not; each is an attribute, too, by the name of its formal parameter in small letters. `cycles`:
    from the statement that calls to the one after it.
    """

    name: str
    value: Any
    arguments: dict[str, Any]
    cycles: Cycles

    def __getattr__(self, name: str) -> Any:
        arguments: dict[str, Any] = self.__dict__["arguments"]
        if name in arguments:
            return arguments[name]
        raise AttributeError(f"{self.name} has no parameter '{name}': it has {', '.join(arguments)}")

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"<{self.name}({given}) = {self.value!r}, {self.cycles:,} cycles>"


class Procedures:
    """The procedures of one file, for a machine. Raises IronboardError, SourceErrors for errors in the file."""

    def __init__(self, path: Path, machine: str) -> None:
        found = drivers.language_of(path, machine)
        assert found is not None
        self.path, self._machine = path, machine
        make, self._compiled = found
        self.language = make(read_text(path, "a program"), str(path), machine)
        self._known: dict[tuple[str, frozenset[str]], Program] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.language

    def program(self, name: str, actuals: Sequence[Any], open: frozenset[str]) -> tuple[Driver, Program]:
        """Return the program that calls a procedure with values like these.

        Tests look into the procedures `open`, or replace them: the compiler assumes nothing of these.
        """
        driver = self.language.driver(self.language.signature(name), actuals)
        if (driver.text, open) not in self._known:
            file = str(self.path)
            made = self._compiled(driver.text, file, machine=self._machine, open=open)
            last = len(self.language.text.rstrip("\n").split("\n"))  # what follows is the driver's
            own = [line for line in made.image.lines if line.file != file or line.line <= last]
            infos = [replace(made.image, lines=own), Image(symbols=made.procedures)]
            found = Found(file, made.image, self.path, infos, [self.path.parent], inspect=made.inspect)
            self._known[driver.text, open] = Program(found)
        return driver, self._known[driver.text, open]


class Running:
    """One program with a call, in the machine."""

    def __init__(self, machine: Any, driver: Driver, found: Found, history: History) -> None:
        self.machine, self.driver = machine, driver
        assert found.inspect is not None
        machine.load(found.image)
        counter = machine.program_counter
        if found.image.entry is not None and machine.read_register(counter) != found.image.entry:
            machine.write_register(counter, found.image.entry)
        self.inspector = cast("Any", found.inspect(machine))
        self.history = history
        self.words = Words(machine, self.inspector.storage)
        self._arrays: dict[str, Array] = {}

    def run_to_line(self, line: int, limit: int, run: Run) -> bool:
        """Run until a statement begins; return whether it does within `limit` cycles."""
        machine = self.machine
        found = self.inspector.line(self.inspector.code.source.file, line)
        assert found is not None
        assert found[0] == line
        spots = found[2]
        for spot in spots:
            machine.set_breakpoint(spot.address, part=spot.part)
        try:
            return run(machine.cycles + limit, spots) == Stop.BREAKPOINT and self.inspector.spot in spots
        finally:
            for spot in spots:
                machine.set_breakpoint(spot.address, on=False, part=spot.part)

    def array(self, name: str) -> Array:
        """Return an array of the driver, which is at its first statement."""
        if name not in self._arrays:
            here = self.inspector.activation(0)
            entry = self.inspector.expressions.entry(self.inspector.expressions.read(name, here))
            self._arrays[name] = self.inspector.expressions.array(entry, self.inspector.environment(here))
        return self._arrays[name]

    def _where(self, place: drivers.Place) -> Where:
        array = self.array(place.array)
        if place.subscript is None:
            return array
        return self.inspector.storage.moved(array.first, (place.subscript - 1) * array.base.words), array.base

    def put(self, place: drivers.Place, value: Any, what: str) -> None:
        """Store an actual parameter; raises IronboardError for what does not fit."""
        self.words.put(self._where(place), value, what)

    def get(self, place: drivers.Place) -> Any:
        """Return an actual parameter, or the value of the function, as it is in storage now."""
        return self.words.get(self._where(place))

    def routine(self, signature: Signature) -> Procedure:
        """Return a procedure of the program."""
        return Procedure(self.inspector, signature, self._told)

    def _told(self, line: int) -> str:
        path = Path(self.inspector.code.source.file)
        return TEST if line >= self.driver.line else f"{path.name}:{line}"

    def complaint(self) -> str:
        """Return why the program has stopped before its end; empty if it has not."""
        if not self.inspector.failed:
            return ""
        now = self.history.here()
        with self.machine.without_marks():
            if last_of(self.machine, self.history, self.inspector.ran):
                self.inspector.left(now.cycle)
            self.history.restore(now)
        return reports.failure(self.inspector.compiled, self.machine, list(islice(self.inspector.calls(), FIRST)))


def call(
    machine: Any,
    past: Past,
    driver: Driver,
    found: Found,
    signature: Signature,
    actuals: Sequence[Any],
    run: Run,
    counter: CycleCounter,
    bound: Callable[[Callable[[Signature], Procedure]], AbstractContextManager[None]],
    limit: int | None = None,
) -> Outcome:
    """Run a program that calls a procedure.

    `past` is the machine's, which notes the call, `counter` counts its cycles; `run` runs the machine to a cycle or to
    one of some places; `bound` puts stubs and spies into the program, which it asks for its procedures. Raises
    IronboardError for parameters that do not fit, CallError, an AssertionError, where the procedure does not return.
    """
    __tracebackhide__ = True
    limit, name = LIMIT if limit is None else limit, signature.name
    running = Running(machine, driver, found, past.history)
    if not running.run_to_line(driver.line, LIMIT, run):
        raise IronboardError(f"{name} has not been reached: {machine.reason or 'the program does not begin'}")
    for place, value in zip([*driver.places, driver.result], [*actuals, None], strict=True):
        if place is not None:
            running.array(place.array)
            if value is not None:
                running.put(place, value, f"the parameter of {name}")
    start = machine.cycles
    counter.resume()
    with bound(running.routine):
        if not running.run_to_line(driver.end, limit, run):
            complaint = running.complaint()
            if complaint:
                raise CallError(f"{name} has failed\n{complaint.rstrip()}", Trouble.STOPPED)
            late = f"{name} has not returned within {limit:,} cycles"
            why = [f"{late}: {machine.reason}" if machine.reason else late]
            raise CallError("\n".join([*why, *counter.hottest(start)]), Trouble.LATE)
    past.note(start, None, name)
    counter.pause()
    cycles = Cycles(machine.cycles - start, lambda: counter.hottest(start))
    run(machine.cycles + LIMIT, ())  # to its end: it has stored everything then
    arguments = {
        formal.name.lower(): value if place is None else running.get(place)
        for formal, value, place in zip(signature.formals, actuals, driver.places, strict=True)
    }
    return Outcome(name, None if driver.result is None else running.get(driver.result), arguments, cycles)
