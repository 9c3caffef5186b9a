"""Procedures of ALGOL and FORTRAN, called by a test with values of Python.

The program that calls one (drivers.py) is compiled as any other, and runs on the machine. The test writes the actual
parameters into the arrays that the location table knows, and reads them, and the value of the function, at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Stop
from host.compilers.debuginfo import reports
from host.compilers.debuginfo.inspector import FIRST
from host.compilers.debuginfo.table import Array
from host.compilers.debuginfo.values import Odd, Real
from host.compilers.fortran.inspect.values import Bits, Pair
from host.debugger.history import History
from host.debugger.travel import last_of
from host.languages.source import read_text
from host.languages.sources import Program as Found
from host.testing import drivers
from host.testing.calling import CallError, Trouble
from host.testing.drivers import Driver, Signature
from host.testing.timing import Cycles

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


def of_python(value: Any) -> Any:
    """Return a value of Python as the location table has it."""
    if isinstance(value, float):
        return Real(Fraction(value))
    if isinstance(value, complex):
        return Pair(Real(Fraction(value.real)), Real(Fraction(value.imag)))
    return value


def to_python(value: Any) -> Any:
    """Return a value of the location table as Python has it; a word that is no value of its type as its text."""
    match value:
        case Real(exact=exact):
            try:
                return float(exact)
            except OverflowError:
                return exact
        case Pair(real=real, imaginary=imaginary):
            return complex(to_python(real), to_python(imaginary))
        case Odd(text=text):
            return {"infinite": float("inf"), "-infinite": float("-inf"), "indefinite": float("nan")}.get(text, text)
        case Bits(word=word):
            return word
    return value


class Procedures:
    """The procedures of one file, for a machine. Raises IronboardError, SourceErrors for errors in the file."""

    def __init__(self, path: Path, machine: str) -> None:
        found = drivers.language_of(path, machine)
        assert found is not None
        self.path, self._machine = path, machine
        make, self._compiled = found
        self.language = make(read_text(path, "a program"), str(path), machine)
        self._known: dict[str, Found] = {}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and "".join(name.upper().split()) in self.language.signatures

    def program(self, name: str, actuals: Sequence[Any]) -> tuple[Driver, Found]:
        """Return the program that calls a procedure with values like these."""
        driver = self.language.driver(self.language.signature(name), actuals)
        if driver.text not in self._known:
            made, file = self._compiled(driver.text, str(self.path), machine=self._machine), str(self.path)
            infos = [made.image, Image(symbols=made.procedures)]
            self._known[driver.text] = Found(
                file, made.image, self.path, infos, [self.path.parent], inspect=made.inspect
            )
        return driver, self._known[driver.text]


class Running:
    """One program with a call, in the machine."""

    def __init__(self, machine: Any, driver: Driver, found: Found, history: History) -> None:
        self.machine, self.driver = machine, driver
        assert found.inspect is not None
        machine.load(found.image)
        counter = machine.program_counter
        if found.image.entry is not None and machine.read_register(counter) != found.image.entry:
            machine.write_register(counter, found.image.entry)
        self.inspector: Any = found.inspect(machine)
        self.history = history
        self._arrays: dict[str, Array] = {}

    def run_to_line(self, line: int, limit: int, run: Callable[[int], Stop]) -> bool:
        """Run until a statement begins; return whether it does within `limit` cycles."""
        machine = self.machine
        found = self.inspector.line(self.inspector.code.source.file, line)
        assert found is not None
        assert found[0] == line
        spots = found[2]
        for spot in spots:
            machine.set_breakpoint(spot.address, part=spot.part)
        try:
            return run(machine.cycles + limit) == Stop.BREAKPOINT and self.inspector.spot in spots
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

    def _addresses(self, place: drivers.Place) -> list[tuple[tuple[int, ...], int]]:
        """Return the elements of an actual parameter, by their numbers from 0, with their addresses."""
        array = self.array(place.array)
        order = -1 if array.columns else 1
        ranges = [range(upper - lower + 1) for lower, upper in array.bounds[::order]]
        found = [
            (each[::order], self.inspector.storage.moved(array.first, number * array.base.words))
            for number, each in enumerate(product(*ranges))
        ]
        return found if place.subscript is None else [((), found[place.subscript - 1][1])]

    def put(self, place: drivers.Place, value: Any) -> None:
        """Store an actual parameter; raises IronboardError for what does not fit."""
        base = self.array(place.array).base
        for numbers, address in self._addresses(place):
            element = value
            for number in numbers:
                element = element[number]
            for offset, word in enumerate(base.encoded(of_python(element))):
                self.machine.poke(self.inspector.storage.moved(address, offset), word)

    def get(self, place: drivers.Place) -> Any:
        """Return an actual parameter, or the value of the function, as it is in storage now."""
        base = self.array(place.array).base
        values = {
            numbers: to_python(base.decoded([self.machine.peek(self.inspector.storage.moved(address, each))
                                             for each in range(base.words)]))
            for numbers, address in self._addresses(place)
        }  # fmt: skip
        if place.subscript is not None:
            return values[()]
        return _nested(values, [upper - lower + 1 for lower, upper in self.array(place.array).bounds])

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


def _nested(values: dict[tuple[int, ...], Any], shape: Sequence[int], first: tuple[int, ...] = ()) -> Any:
    if not shape:
        return values[first]
    return [_nested(values, shape[1:], (*first, each)) for each in range(shape[0])]


def call(
    machine: Any,
    history: History,
    driver: Driver,
    found: Found,
    signature: Signature,
    actuals: Sequence[Any],
    run: Callable[[int], Stop],
    hottest: Callable[[int], list[str]],
    limit: int | None = None,
) -> Outcome:
    """Run a program that calls a procedure.

    `history` is the machine's, `run` runs it to a cycle, `hottest` says where the cycles since one went. Raises
    IronboardError for parameters that do not fit, CallError, an AssertionError, where the procedure does not return.
    """
    __tracebackhide__ = True
    limit, name = LIMIT if limit is None else limit, signature.name
    running = Running(machine, driver, found, history)
    if not running.run_to_line(driver.line, LIMIT, run):
        raise IronboardError(f"{name} has not been reached: {machine.reason or 'the program does not begin'}")
    for place, value in zip([*driver.places, driver.result], [*actuals, None], strict=True):
        if place is not None:
            running.array(place.array)
            if value is not None:
                running.put(place, value)
    start = machine.cycles
    if not running.run_to_line(driver.end, limit, run):
        complaint = running.complaint()
        if complaint:
            raise CallError(f"{name} has failed\n{complaint.rstrip()}", Trouble.STOPPED)
        late = f"{name} has not returned within {limit:,} cycles"
        why = [f"{late}: {machine.reason}" if machine.reason else late]
        raise CallError("\n".join([*why, *hottest(start)]), Trouble.LATE)
    cycles = Cycles(machine.cycles - start, lambda: hottest(start))
    run(machine.cycles + LIMIT)  # to its end: it has stored everything then
    arguments = {
        formal.name.lower(): value if place is None else running.get(place)
        for formal, value, place in zip(signature.formals, actuals, driver.places, strict=True)
    }
    return Outcome(name, None if driver.result is None else running.get(driver.result), arguments, cycles)
