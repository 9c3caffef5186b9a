"""A 6600's scoreboard and storage that go from one minor cycle to the next: slow and simple, an oracle for the model.

Nothing is computed ahead. In every cycle units store their results, addresses go into the hopper and try their banks,
an instruction is issued, units read their operands; by the rules of docs/cdc6600/timing.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

STACK = 8
READS_J = {  # which registers the fields j and k name, by code; of 02-07 also i
    **dict.fromkeys([*range(0o10, 0o14), *range(0o30, 0o43), 0o44, 0o45], "XX"), 0o14: "-X", 0o15: "XX", 0o16: "XX",
    0o17: "XX", 0o10: "X-", 0o22: "BX", 0o23: "BX", 0o24: "-X", 0o25: "-X", 0o26: "-X", 0o27: "BX", 0o47: "-X",
    **{
        each + form: letters
        for each in (0o50, 0o60, 0o70)
        for form, letters in enumerate(("A-", "B-", "X-", "XB", "AB", "AB", "BB", "BB"))
    },
}  # fmt: skip
LONG = {*range(1, 8), 0o50, 0o51, 0o52, 0o60, 0o61, 0o62, 0o70, 0o71, 0o72}
UNITS = ["boolean", "shift", "add", "long add", "multiply", "multiply", "divide", "increment", "increment"]


def unit_and_time(code):
    if code in (0, 0o46):
        return "", 0
    if code == 0o47:
        return "divide", 8
    for last, unit, time in ((0o17, "boolean", 3), (0o23, "shift", 3), (0o25, "shift", 4), (0o27, "shift", 3),
                             (0o35, "add", 4), (0o37, "long add", 3), (0o42, "multiply", 10), (0o43, "shift", 3),
                             (0o45, "divide", 29), (0o77, "increment", 3)):  # fmt: skip
        if code <= last:
            return unit, time
    raise ValueError(code)


@dataclass(eq=False)
class Executed:
    """An instruction as it was executed, and when; `address` is in storage, None for none."""

    location: int
    parcel: int
    head: int
    constant: int
    address: int | None
    taken: bool
    issue: int | None = None
    start: int | None = None
    result: int | None = None
    accepted: int | None = None
    done: int | None = None
    entered: int | None = None
    next_try: int = 0
    unit: Unit | None = None
    reads: list[str] = field(default_factory=list)
    writes: str = ""
    second: str = ""

    def __post_init__(self):
        self.code, i, j, k = self.head >> 9, self.head >> 6 & 7, self.head >> 3 & 7, self.head & 7
        self.kind, self.time = unit_and_time(self.code) if self.code >= 8 or not self.code else ("branch", 0)
        if self.code >= 8:
            letters = READS_J.get(self.code, "--")
            self.reads = [letter + str(number) for letter, number in zip(letters, (j, k), strict=True) if letter != "-"]
            if self.code in (0o20, 0o21):
                self.reads = [f"X{i}"]
            if self.code != 0o46:
                bank = "ABX"[(self.code >> 3) - 5] if self.code >= 0o50 else "X"
                self.writes = "" if bank == "B" and i == 0 else f"{bank}{i}"
            if self.code in (0o24, 0o25, 0o26) and j:
                self.second = f"B{j}"
            if self.code >> 3 == 5 and 1 <= i <= 5:
                self.second = f"X{i}"
            if self.code >> 3 == 5 and i >= 6:
                self.reads.append(f"X{i}")
        elif self.code == 3:
            self.reads = [f"X{j}"]
        elif self.code >= 4:
            self.reads = [f"B{i}", f"B{j}"]
        elif self.code == 2:
            self.reads = [f"B{i}"]


@dataclass(eq=False)
class Unit:
    kind: str
    holds: Executed | None = None
    free: int = 0  # from when on


class Ticking:
    """Goes through instructions in the order in which they were executed."""

    def __init__(self, instructions):
        self.instructions = instructions
        self.units = [Unit(kind) for kind in UNITS]
        self.reserved = {}  # register -> the instruction that will write it
        self.active = []  # issued, not done, in the order of issue
        self.hopper = []
        self.free_at = [-10] * 32  # when each bank accepted last
        self.stack = (0, -1)
        self.now = 0

    def run(self):
        following = iter(self.instructions)
        slot = begun = 0
        location = None
        for each in following:
            if each.parcel == 0:
                sequential = location is not None and each.location == location + 1
                apart = self.fetch(each.location)
                begun = max(slot, begun + apart) if sequential else slot
                location = each.location
            while self.now < max(slot, begun):
                self.tick(None)
            slot = self.branch(each) if 1 <= each.code <= 7 else self.issue(each)
        while self.active:
            self.tick(None)

    def fetch(self, word):
        low, high = self.stack
        if low <= word <= high:
            return 4
        self.stack = (max(low, word - STACK + 1), word) if word == high + 1 else (word, word)
        return 8

    def issue(self, each):
        while each.issue is None:
            self.tick(each)
        return each.issue + 1 + (each.code in LONG)

    def branch(self, each):
        """Wait for the unit it borrows, then for its registers; nothing is issued before it is decided."""
        wanted = {1: [], 3: ["long add"]}.get(each.code, ["increment"])
        free = None
        while wanted and not (free := next((u for u in self.units if u.kind in wanted and self.is_free(u)), None)):
            self.tick(None)
        each.issue = self.now
        self.results()
        while any(register in self.reserved for register in each.reads):
            self.tick(None)
            self.results()
        low, high = (0, -1) if each.code in (1, 2) else self.stack
        self.stack = low, high
        inside = low <= each.constant <= high
        each.start = self.now
        time = {1: 14, 2: 14, 3: 9}.get(each.code, 8)
        if each.code > 2:
            time += (0 if inside else 6) if each.taken else (2 if inside else 5)
        each.result = each.done = each.start + time
        if free:
            free.free = each.result
        return each.result

    def is_free(self, unit):
        return unit.holds is None and unit.free <= self.now

    # ------------------------------------------------------------ one cycle

    def tick(self, candidate):
        self.results()
        self.storage()
        if candidate:
            self.try_to_issue(candidate)
        for each in self.active:
            busy = [r for r in each.reads if r in self.reserved and not self.issued_before(each, self.reserved[r])]
            if each.start is None and not busy:
                each.start = self.now
                if not each.kind:
                    each.result = each.done = self.now
        self.active = [each for each in self.active if each.done is None]
        self.now += 1

    def issued_before(self, one, other):
        return self.instructions.index(one) <= self.instructions.index(other)

    def still_read(self, writer, register):
        """Whether an instruction issued before the writer has not read a register before this cycle."""
        earlier = self.instructions[: self.instructions.index(writer)]
        return any(register in each.reads and (each.start is None or each.start >= self.now) for each in earlier[-40:])

    def results(self):
        for each in list(self.active):
            own = [each.writes] + ([each.second] if each.address is None else [])
            ready = each.start is not None and each.result is None and self.now >= each.start + each.time
            if ready and not any(register and self.still_read(each, register) for register in own):
                each.result = self.now
                for register in own:
                    self.reserved.pop(register, None)
                if each.address is None:
                    each.done = self.now
                    self.release(each)
            word_here = each.accepted is not None and each.done is None and self.now >= each.accepted + 5
            if word_here and not (each.second and self.still_read(each, each.second)):
                each.done = self.now
                self.reserved.pop(each.second, None)

    def release(self, each):
        each.unit.holds, each.unit.free = None, self.now + 1

    def storage(self):
        """Four addresses at most go round in the hopper; the oldest whose turn it is tries its bank first."""
        room = 4 - len(self.hopper)
        coming = [e for e in self.active if e.address is not None and e.result is not None and e.entered is None]
        for each in sorted(coming, key=lambda e: e.result)[:room]:
            each.entered = each.next_try = self.now
            self.hopper.append(each)
            self.release(each)
        used = False
        for number, each in enumerate(list(self.hopper)):
            if each.next_try != self.now:
                continue
            bank = each.address % 32
            older = any(e.address % 32 == bank and e.accepted is None for e in self.hopper[:number])
            if older or self.now - self.free_at[bank] < 10:
                each.next_try = self.now + 3
            elif used:
                each.next_try = self.now + 1
            else:
                used, each.accepted, self.free_at[bank] = True, self.now, self.now
        self.hopper = [each for each in self.hopper if each.accepted is None]

    def try_to_issue(self, each):
        unit = next((u for u in self.units if u.kind == each.kind and self.is_free(u)), None)
        if each.kind and not unit:
            return
        if each.writes in self.reserved or each.second in self.reserved:
            return
        each.issue = self.now
        if unit:
            unit.holds, each.unit = each, unit
        self.active.append(each)
        for register in (each.writes, each.second):
            if register:
                self.reserved[register] = each
