"""The number of cycles a test took, and where they went: the past of the test is re-executed on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from emulators.machine import Machine, Stop, Trace
from host.debugger.goals import counter_column
from host.debugger.history import History
from host.debugger.profile import Profile
from host.languages.sources import Sources
from host.testing.loading import Place


class CyclesError(AssertionError):
    """More or fewer cycles than a test allows."""


LINES = 5  # of a program that an explanation names


class Cycles(int):
    """A number of cycles. When a comparison with it fails, pytest shows `explanation()`."""

    explanation: Callable[[], list[str]]

    def __new__(cls, cycles: int, explanation: Callable[[], list[str]]) -> Cycles:
        """Return the number."""
        self = super().__new__(cls, cycles)
        self.explanation = explanation
        return self


class Spent:
    """The cycles of a block in a test: `with cycles(max=1200) as spent: ...`."""

    def __init__(
        self, counter: CycleCounter, exactly: int | None = None, min: int | None = None, max: int | None = None
    ) -> None:
        self._counter = counter
        self._exactly, self._min, self._max = exactly, min, max
        self._end: int | None = None
        self._begin()

    def _begin(self) -> None:
        self._first, self._moment = self._counter.total, self._counter.moment

    def __enter__(self) -> Spent:
        self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        __tracebackhide__ = True
        self._end = self._counter.total
        if kind is None:
            self._check()

    @property
    def cycles(self) -> Cycles:
        """The cycles since the block began, up to its end."""
        end = self._counter.total if self._end is None else self._end
        return Cycles(end - self._first, self._where)

    def _where(self) -> list[str]:
        return self._counter.hottest_since(self._moment)

    def _check(self) -> None:
        __tracebackhide__ = True
        wanted = self._wanted(int(self.cycles))
        if wanted:
            lines = [f"{self.cycles:,} cycles, but {wanted}", *self._where()]
            raise CyclesError("\n".join(lines))

    def _wanted(self, cycles: int) -> str:
        if self._exactly is not None and cycles != self._exactly:
            return f"expected {self._exactly:,} exactly"
        if self._max is not None and cycles > self._max:
            return f"at most {self._max:,} are allowed: {cycles - self._max:,} too many"
        if self._min is not None and cycles < self._min:
            return f"at least {self._min:,} are expected"
        return ""


class CycleCounter:
    """The fixture `cycles`: `with cycles(max=1200): ...`, and `cycles.of("LABEL")`.

    `now` is the machine's clock, `profile` returns the instructions executed since a cycle, `address` finds labels,
    `first` the first instruction of a routine.

    A call of a procedure of ALGOL or FORTRAN has a machine of its own: `restart`. Its program counts while `counting`.
    """

    def __init__(
        self,
        now: Callable[[], int],
        profile: Callable[[int], Profile | None],
        address: Callable[[Place], int],
        first: Callable[[int], int],
    ) -> None:
        self._now = now
        self._profile = profile
        self._address = address
        self._first = first
        self._start = now()
        self._known: tuple[int, Profile | None] = (-1, None)  # up to which cycle, the profile of the test
        self._before = 0  # cycles that count, up to when counting began
        self._since: int | None = self._start  # when that was; None: nothing counts
        self._restarts = 0
        self._called: int | None = self._start  # when counting began since the last restart

    def pause(self) -> None:
        """Stop counting."""
        self._before, self._since = self.total, None

    def resume(self) -> None:
        """Go on counting."""
        if self._since is None:
            self._since = self.now
        if self._called is None:
            self._called = self.now

    def restart(self) -> None:
        """Begin again, after a pause: the machine has been switched off and on."""
        self._start, self._known = self.now, (-1, None)
        self._restarts, self._called = self._restarts + 1, None

    @property
    def now(self) -> int:
        """Clock cycles since power-on."""
        return self._now()

    @property
    def total(self) -> int:
        """The cycles since the test began; of programs that call procedures those of the calls."""
        return self._before + (0 if self._since is None else self.now - self._since)

    @property
    def moment(self) -> tuple[int, int]:
        """How often the machine has been switched off and on, and its clock."""
        return self._restarts, self.now

    def __call__(self, exactly: int | None = None, *, min: int | None = None, max: int | None = None) -> Spent:
        """Return a block with its cycles counted, which must be as many as said."""
        return Spent(self, exactly, min, max)

    def of(self, place: Place) -> Cycles:
        """Return the cycles of a subroutine in this test with everything it called, over all its calls.

        For a label that was not called: the cycles of the instructions from there to the next label.
        """
        from host.debugger.profile.counts import cycles_of

        profile = self._whole_test()
        if profile is None:
            raise CyclesError(CHANGED)
        address = self._address(place)
        found = cycles_of(profile.tree, profile.counts, profile.places(), address, self._first(address))
        return Cycles(found, self._hottest)

    def _hottest(self) -> list[str]:
        return self.hottest(self._start)

    def _whole_test(self) -> Profile | None:
        if self._known[0] != self.now:
            self._known = self.now, self._profile(self._start)
        return self._known[1]

    def hottest_since(self, moment: tuple[int, int]) -> list[str]:
        """Return where the cycles since a moment went; of several machines those of the last one."""
        restarts, first = moment
        if restarts == self._restarts:
            return self.hottest(first)
        head, *lines = self.hottest(self._start if self._called is None else self._called)
        return [head.replace("they went", "those of the last call went"), *lines]

    def hottest(self, first: int) -> list[str]:
        """Return where the cycles since a time went, a line each."""
        from host.debugger.profile.report import hottest_lines

        profile = self._whole_test() if first == self._start else self._profile(first)
        if profile is None:
            return [CHANGED]
        return ["where they went:", *(f"  {line}" for line in hottest_lines(profile, LINES))]


CHANGED = "where they went cannot be told: the machine has been changed in ways that cannot be repeated"


PIECE = 1_000_000  # cycles of a traced run


class Called(NamedTuple):
    """A subroutine called by a test, or a procedure by the program that was made for that."""

    start: int  # the cycle of its first instruction; the statement that calls the procedure
    end: int  # the cycle after its return
    entry: int | None  # None: of a procedure, which is called from inside
    name: str


class Line(NamedTuple):
    """A source line, the cycles that it took, and its number if it is known."""

    file: str
    text: str
    cycles: int
    place: tuple[str, int] | None = None  # path and number

    def __str__(self) -> str:
        return f"{self.cycles} {self.text}"


class Past:
    """The past of a machine since a test began."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.history = History(machine)
        self.start = machine.cycles
        self.calls: list[Called] = []

    def note(self, start: int, entry: int | None, name: str) -> None:
        """Record a subroutine that has just returned."""
        self.calls.append(Called(start, self._machine.cycles, entry, name))

    def costs(self, sources: Sources) -> dict[str, Profile]:
        """Return a profile of all calls of each subroutine, by name; empty if the past cannot be re-executed."""
        now, found = self._machine.cycles, dict[str, Profile]()
        with self._lived_again(self.start) as same:
            for start, end, entry, name in self.calls:
                self.history.run_to(start, through=True)
                if name not in found:
                    found[name] = Profile(self._machine, sources)
                found[name].begin(entry)
                self._run(end, found[name])
            self.history.run_to(now, through=True)
            return found if same() else {}

    def profile(self, first: int, sources: Sources) -> Profile | None:
        """Return the profile since a cycle, None when the past cannot be re-executed.

        After a procedure it ends with the call: the rest is the program that was made for it.
        """
        now = self._machine.cycles
        end = self.calls[-1].end if self.calls and self.calls[-1].entry is None else now
        with self._lived_again(max(first, self.start)) as same:
            found = Profile(self._machine, sources)
            for start, after, entry, _ in self.calls:
                if entry is not None and first <= start < after <= now:
                    self._run(start, found)
                    found.begin(entry)
                    self._run(after, found)
                    found.begin()
            self._run(end, found)
            self.history.run_to(now, through=True)
            return found if same() else None

    def trace(self, first: int) -> tuple[Trace, int] | None:
        """Return the trace since a cycle, and the address of the next instruction."""
        machine, now = self._machine, self._machine.cycles
        with self._lived_again(max(first, self.start)) as same:
            machine.trace(True)
            self.history.run_to(now, through=True)
            rows = machine.traced()
            machine.trace(False)
            return (rows, machine.read_register(machine.program_counter)) if same() else None

    def last_change(self, first: int, register: str, bit: int | None) -> int | None:
        """Return the address of the last instruction since a cycle that changed a register, or a bit of it."""
        found = self.trace(first)
        if found is None:
            return None
        machine, (rows, _) = self._machine, found
        values = [*rows[register], machine.read_register(register)]
        values = values if bit is None else [value >> bit & 1 for value in values]
        changed = [index for index in range(len(rows)) if values[index] != values[index + 1]]
        return rows[changed[-1]][counter_column(machine)] if changed else None

    def _run(self, cycle: int, found: Profile) -> None:
        stop = Stop.NONE
        while self._machine.cycles < cycle and stop == Stop.NONE:
            target = min(cycle, self._machine.cycles + PIECE)
            stop = found.watch(partial(self.history.run_to, target, through=True))

    @contextmanager
    def _lived_again(self, first: int) -> Iterator[Callable[[], bool]]:
        """Go back for a while; the value yielded tells whether the machine has become the same as it was.

        It does not if a test has restored an older snapshot, or changed the machine in other ways.
        """
        machine, history = self._machine, self.history
        with machine.without_marks(), machine.unseen():
            here, state = history.here(), machine.save_state()
            try:
                history.go(first)
                yield lambda: machine.save_state() == state
            finally:
                history.restore(here)
