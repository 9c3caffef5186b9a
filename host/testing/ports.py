"""Words of memory, or registers of devices, that a test watches while a program runs: ports, and forbidden places.

    port = rig.port("PADD", reads=[0x41, 0x42], writes=[1, 2])
    rig.call("EXCHANGE")
    assert port.written == [1, 2]        # writes= has already made sure of that

The machine stops after an instruction with an access to one of them; in between it runs at full speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from emulators.errors import IronboardError, require
from emulators.machine import Machine
from host.debugger.stops import word_text
from host.registry import Model
from host.testing.calling import CallError, Failure, Trouble, Writable
from host.testing.loading import Memory, Place, words_of
from host.testing.stubs import Noted

if TYPE_CHECKING:
    from host.testing.drivers import Signature


class Bench(Protocol):
    """The parts of a rig that stubs, spies and ports need."""

    model: Model
    memory: Memory

    @property
    def machine(self) -> Machine:
        """The machine."""

    def address(self, place: Place) -> int:
        """Return the address of a label."""

    def span(self, place: Writable) -> range:
        """Return the addresses of a place."""

    def procedure(self, place: Place) -> Signature | None:
        """Return the procedure of ALGOL or FORTRAN with a name."""

    def put(self, place: Place, words: Sequence[int]) -> None:
        """Store words in memory, beginning at a place."""

    def near(self, address: int) -> str:
        """Return an address with its name and its source line."""

    def caller(self, site: int) -> str:
        """Return the source line of a call."""

    def last_instruction(self, before: int | None = None) -> int | None:
        """Return the address of the last instruction before a cycle."""


class Access(NamedTuple):
    """A word read or written, and the cycle after the instruction that did it."""

    value: int
    cycle: int


class Port:
    """A place that a test watches: `read` and `written` are the words in their order."""

    def __init__(
        self,
        name: str,
        address: int,
        reads: Iterable[int] | None,
        writes: Iterable[int] | None,
        form: Callable[[int], str],
        place: Callable[[int], str],
    ) -> None:
        self.name, self.address = name, address
        self._given: Iterator[int] | None = None if reads is None else iter(_words("reads", reads))
        self._is_used_up = False
        self._expected: list[int] | None = None if writes is None else list(_words("writes", writes))
        self._form, self._place = form, place
        self._read: list[Access] = []
        self._written: list[Access] = []

    @property
    def read(self) -> Noted:
        """The words that were read. An instruction reads once, or twice as the chip does: INC, for example."""
        return self._noted(self._read)

    @property
    def written(self) -> Noted:
        """The words that were written, by an INC or its like two of them."""
        return self._noted(self._written)

    def _noted(self, accesses: list[Access]) -> Noted:
        return Noted([each.value for each in accesses], [each.cycle for each in accesses], self._form, self._place)

    def following(self) -> int | None:
        """Return the word that is read next; None without one."""
        word = next(self._given, None) if self._given else None
        self._is_used_up = self._given is not None and word is None
        return word

    def note(self, value: int, write: bool, cycle: int) -> str:
        """Note an access; return its fault, "" without one."""
        (self._written if write else self._read).append(Access(value, cycle))
        if not write:
            given = len(self._read) - 1
            return f"{self.name} was read once more than the {given} words of reads=" if self._is_used_up else ""
        number, expected = len(self._written), self._expected
        if expected is None or expected[number - 1 : number] == [value]:
            return ""
        wanted = f"expected {self._form(expected[number - 1])}" if number <= len(expected) else "expected no more"
        return f"{self._form(value)} was written to {self.name} (write {number}), {wanted}"

    def verify(self) -> None:
        """Raise Failure if writes are missing."""
        missing = (self._expected or [])[len(self._written) :]
        if missing:
            words = " ".join(map(self._form, missing))
            came = f"{len(self._written)} of {len(self._expected or [])} writes came"
            raise Failure(f"{self.name}: {came}, missing {words}")


def _words(option: str, given: Iterable[int]) -> Iterable[int]:
    """Return the words of an option, the characters of a text among them; raises OptionError for what has none."""
    require(given, f"{option}= with words, such as [1, 2]", Iterable)
    return words_of(given) if isinstance(given, str) else given


class Forbidden(NamedTuple):
    """Addresses that must not be written to, or be accessed at all."""

    addresses: range
    reads: bool
    reason: str = "which is forbidden"

    def is_hit(self, address: int, write: bool) -> bool:
        """Return whether an access is forbidden."""
        return address in self.addresses and (write or self.reads)


class Ports:
    """The ports and forbidden places of a test."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._machine = bench.machine
        self._ports: dict[int, Port] = {}  # by address
        self._forbidden: list[Forbidden] = []

    def __bool__(self) -> bool:
        return bool(self._ports or self._forbidden)

    def port(self, place: Place, *, reads: Iterable[int] | None = None, writes: Iterable[int] | None = None) -> Port:
        """Watch a word of memory or a register of a device; return it with the words `read` and `written`.

        `reads`: the words that the program reads there, one after the other; a read more is a failure. `writes`: those
        that it must write there, in this order: a wrong one is a failure at once, a missing one at the end of the test.

        Raises IronboardError for an unknown label, and for a place where reads cannot be made to give a word.
        """
        __tracebackhide__ = True
        machine, address = self._machine, self._bench.address(place)
        name = place if isinstance(place, str) else machine.digits(place)
        form = partial(word_text, radix=machine.radix, bits=machine.word_bits)
        self._ports[address] = Port(name, address, reads, writes, form, self._line_before)
        self._present(self._ports[address])
        return self._ports[address]

    def _line_before(self, cycle: int) -> str:
        address = self._bench.last_instruction(cycle)
        return "" if address is None else self._bench.near(address)

    def forbid(self, *places: Writable, reads: bool = False) -> None:
        """Make writes to these places failures in this test from now on; with `reads` reads, too."""
        __tracebackhide__ = True
        for place in places:
            self._forbidden.append(Forbidden(self._bench.span(place), reads))

    def verify(self) -> None:
        """Raise Failure if writes to ports are missing."""
        __tracebackhide__ = True
        for port in self._ports.values():
            port.verify()

    def marks(self) -> AbstractContextManager[None]:
        """Watch all places for a while."""
        if not self:
            return nullcontext()
        ports = ((range(address, address + 1), True) for address in self._ports)
        return self._machine.watching_at([*(each[:2] for each in self._forbidden), *ports])

    @contextmanager
    def limited(self, deep: range, words: int | None) -> Iterator[None]:
        """Forbid writes to the deeper part of the stack for a while."""
        limit = Forbidden(deep, False, f"deeper in the stack than the {words} words of stack=")
        if deep:
            self._forbidden.append(limit)
        try:
            yield
        finally:
            if deep:
                self._forbidden.remove(limit)

    def _present(self, port: Port) -> None:
        """Give a port the word that will be read next, if there is one."""
        word = port.following()
        if word is None:
            return
        self._bench.model.present(self._machine, port.address, word)
        found = self._machine.peek(port.address)
        if found != word:
            wanted, digits = (word_text(each, self._machine.radix, self._machine.word_bits) for each in (word, found))
            raise IronboardError(f"{port.name} cannot be made to give {wanted}: it gives {digits}. Is it an input?")

    def accessed(self) -> bool:
        """Note the accesses that have stopped the machine; return whether all are to ports.

        Raises CallError for one that is not as expected.
        """
        __tracebackhide__ = True
        machine, accesses = self._machine, self._machine.watched
        for address, value, write in accesses:
            port = self._ports.get(address)
            problem = port.note(value, write, machine.cycles) if port else ""
            hit = next((each for each in self._forbidden if each.is_hit(address, write)), None)
            if hit:
                problem = f"{self._bench.near(address)} was {'written to' if write else 'read'}, {hit.reason}"
            if problem:
                last = self._bench.last_instruction()
                place = "" if last is None else f"{self._bench.near(last)}: "
                raise CallError(f"{place}{problem}", Trouble.WROTE if write else Trouble.READ, last)
        for address in {each.address for each in accesses if not each.write} & self._ports.keys():
            self._present(self._ports[address])
        return all(each.address in self._ports for each in accesses)
