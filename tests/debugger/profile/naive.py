"""A profiler that is slow and simple: it lets a machine make one step after the other, and writes down what it sees.

It knows the instructions of the machine, and does not look at traces. Who is called is kept as a list of open calls,
by the rules that docs/debugger.md gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from emulators.machine import Stop

JSR, RTS, RTI, BRK, PHA, PHP, PLA, PLP, TXS, TAS = 0x20, 0x60, 0x40, 0x00, 0x48, 0x08, 0x68, 0x28, 0x9A, 0x9B
PUSHED = {JSR: 2, RTS: -2, RTI: -3, BRK: 3, PHA: 1, PHP: 1, PLA: -1, PLP: -1}
PARAMETERS = 256


@dataclass
class Open:
    """A call that has not returned."""

    back: int
    path: tuple | None  # None: an interrupt came before the first instruction
    interrupt: bool = False
    level: int | None = None
    returning: bool = False


@dataclass
class Naive:
    """What happened, step by step. A path is a tuple of (first address, by interrupt)."""

    machine: object
    executions: Counter = field(default_factory=Counter)
    cycles: Counter = field(default_factory=Counter)
    steps: Counter = field(default_factory=Counter)
    paths: Counter = field(default_factory=Counter)
    calls: Counter = field(default_factory=Counter)
    open: list[Open] = field(default_factory=list)

    def run_to(self, cycle):
        machine = self.machine
        while machine.cycles < cycle:
            if self._step() not in (Stop.NONE, Stop.BREAKPOINT):
                break

    def path(self):
        """The path of what runs now: interrupts between a call and its first instruction count for the caller."""
        known = [each.path for each in self.open if each.path is not None]
        return known[-1] if known else ()

    def _step(self):
        machine = self.machine
        address, start = machine.read_register("PC"), machine.cycles
        before = self._look(address)
        stop = machine.step()
        target = machine.read_register("PC")
        self.executions[address] += 1
        self.cycles[address] += machine.cycles - start
        self.paths[self.path()] += machine.cycles - start
        what = self._what(before, target)
        if "interrupt" not in what:
            self.steps[address, target] += 1
        self._follow(what, address, target, before)
        return stop

    def _follow(self, what, address, target, before):
        interrupted, behind, level = "interrupt" in what, before["behind"], before.get("S")
        if "call" in what:
            self._abandon(level)
            self._enter(behind, None if interrupted else target, level=level)
        if "return" in what and not interrupted:
            self._return(target)
        if "resume" in what:
            interrupts = [i for i, each in enumerate(self.open) if each.interrupt]
            if interrupts:
                ended = self.open[interrupts[-1]]
                del self.open[interrupts[-1] :]
                if ended.returning:
                    self._return(target)
        if interrupted:
            self._enter(behind, target, interrupt=True, returning="return" in what)
        elif self.open and self.open[-1].path is None:
            last = self.open.pop()
            self._enter(last.back, target, level=last.level)

    def _enter(self, back, target, interrupt=False, level=None, returning=False):
        path = None
        if target is not None:
            path = (*self.path(), (target, interrupt))
            self.calls[path] += 1
        self.open.append(Open(back, path, interrupt, level, returning))

    def _return(self, target):
        for i in reversed(range(len(self.open))):
            if self.open[i].back == target:
                del self.open[i:]
                return
        if self.open and self.open[-1].back < target <= self.open[-1].back + PARAMETERS:
            self.open.pop()

    def _abandon(self, level):
        if level is not None:
            for i, each in enumerate(self.open):
                if each.level is not None and each.level <= level:
                    del self.open[i:]
                    return


class NaiveToy(Naive):
    """Knows the toy machine."""

    def _look(self, address):
        return {"operation": self.machine.peek(address) >> 9, "behind": (address + 1) % 512}

    def _what(self, before, target):
        return {5: {"call"}, 7: {"return"}}.get(before["operation"], set())


class NaiveKim(Naive):
    """Knows the 6502: an interrupt is what takes three more bytes of the stack than the instruction does."""

    def _look(self, address):
        opcode = self.machine.peek(address)
        registers = {name: self.machine.read_register(name) for name in "AXS"}
        return registers | {"opcode": opcode, "behind": self.machine.disassemble(address)[1]}

    def _what(self, before, target):
        opcode = before["opcode"]
        expected = before["S"] - PUSHED.get(opcode, 0)
        if opcode == TXS:
            expected = before["X"]
        if opcode == TAS:
            expected = before["A"] & before["X"]
        what = {JSR: {"call"}, RTS: {"return"}, RTI: {"resume"}, BRK: {"interrupt"}}.get(opcode, set())
        interrupted = (expected - self.machine.read_register("S")) % 256 == 3
        return what | {"interrupt"} if interrupted else what


LETTERS = {0o4: "EQ", 0o5: "NE", 0o6: "GE", 0o7: "LT"}


def value(bits, width):
    """A ones' complement number; -0 is 0."""
    return bits if bits < 1 << width - 1 else bits - (1 << width) + 1


class NaiveCdc(Naive):
    """Knows the 6600: an instruction is (address, parcel); `taken` and `not_taken` are the jumps on a condition."""

    def __init__(self, machine):
        super().__init__(machine)
        self.taken, self.not_taken = Counter(), Counter()

    def _step(self):
        machine = self.machine
        address, parcel = machine.read_register("P"), machine.read_register("PARCEL")
        word, start = machine.peek(address), machine.cycles
        long = word << 15 * parcel & (1 << 60) - 1
        code, i, j, k = long >> 54, long >> 51 & 7, long >> 48 & 7, long >> 30 & 0o777777
        size = 2 if code < 0o10 or code in (0o50, 0o51, 0o52, 0o60, 0o61, 0o62, 0o70, 0o71, 0o72) else 1
        holds = self._holds(code, i, j)
        stop = machine.step()
        self.executions[address, parcel] += 1
        self.cycles[address, parcel] += machine.cycles - start
        following = divmod(4 * address + parcel + size, 4)
        if holds is not None and (k, 0) != following:
            (self.taken if holds else self.not_taken)[address, parcel] += 1
        return stop

    def _holds(self, code, i, j):
        """Whether a conditional jump is taken, None for other instructions."""
        read = self.machine.read_register
        if code == 3:
            x = value(read(f"X{j}"), 60)
            negative = read(f"X{j}") >> 59 == 1
            return {0: x == 0, 1: x != 0, 2: not negative, 3: negative}[i]
        if code in LETTERS and i != j:
            bi, bj = value(read(f"B{i}"), 18), value(read(f"B{j}"), 18)
            same = read(f"B{i}") == read(f"B{j}")
            return {4: same, 5: not same, 6: bi >= bj, 7: bi < bj}[code]
        return None
