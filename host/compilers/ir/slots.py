"""Slots: the variables, parameters and temporaries that a program reaches directly, and who changes them.

A slot is a word at a direct place. Its key is the same in all units: symbol and offset, or, in a frame, the symbol of
the unit with that frame, and the offset. Sets of slots are numbers with a bit for each, so that they are quickly
united:

    slots = Slots(program)
    changed = union(slots.writes(unit, op) for op in loop)
    if not slots.bit(unit, place) & changed:          nothing in the loop changes the slot at this place

A slot has escaped if its address is known to code that does not reach it directly: stores to the region `any`, and
routines that write to such places, may change it. A unit that is invoked changes the slots that it stores, and that
those it invokes store; a routine that runs code of the program may run any unit. But a unit that is entered anew has a
frame of its own: its stores there are in no other frame.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.compilers.ir.form import Frame, Op, Place, Program, Unit

Key = tuple[str, int]
Bits = int  # a set of slots

BEYOND = frozenset(("slot", "any"))  # regions in which routines reach escaped slots


def key(unit: Unit, place: Place) -> Key | None:
    """Return the key of a slot; None: the place is not that of one."""
    if isinstance(place.base, Frame):
        return None if place.symbol else (unit.frames[place.base.way], place.offset)
    return (place.symbol, place.offset) if place.base is None else None


def union(sets: Iterable[Bits]) -> Bits:
    """Return the union of sets."""
    result = 0
    for each in sets:
        result |= each
    return result


class Slots:
    """The slots of a program, when it has all its units. Later slots are added when they are asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: dict[Key, int] = {}
        self.escaped: Bits = 0
        self._direct: dict[tuple[str, Place], Bits] = {}
        self._loaded: dict[str, Bits] = {}  # by a unit, and by those that it invokes; not in frames of their own
        self._stored: dict[str, Bits] = {}
        self._everything: tuple[Bits, Bits] = (0, 0)  # loaded, stored by all units
        self._look()

    def bit(self, unit: Unit, place: Place | None) -> Bits:
        """Return the set of a slot alone; no slot: the empty set."""
        if place is None:
            return 0
        known = self._direct.get((unit.symbol, place))
        if known is None:
            of = key(unit, place)
            known = 0 if of is None else self._bit(of)
            self._direct[unit.symbol, place] = known
        return known

    def _bit(self, of: Key) -> Bits:
        if of not in self.numbers:
            self.numbers[of] = len(self.numbers)
            if of[0] in self.program.escaped:
                self.escaped |= 1 << self.numbers[of]
        return 1 << self.numbers[of]

    # ------------------------------------------------------------ effects of operations

    def writes(self, unit: Unit, op: Op) -> Bits:
        """Return the slots that an operation may change."""
        if op.code == "store":
            return self._at(unit, op)
        if op.code == "call":
            effects = self.program.effects[op.data.name]
            beyond = self.escaped if BEYOND & effects.writes else 0
            return beyond | self._everything[1] if effects.runs else beyond
        if op.code == "invoke":
            return self._stored.get(op.data.name, self._everything[1])
        return 0

    def reads(self, unit: Unit, op: Op) -> Bits:
        """Return the slots that an operation may read; those that the report of a stop shows are not among them."""
        if op.code in ("load", "load?"):
            return self._at(unit, op)
        if op.code == "call":
            effects = self.program.effects[op.data.name]
            beyond = self.escaped if BEYOND & effects.reads else 0
            return beyond | self._everything[0] if effects.runs else beyond
        if op.code == "invoke":
            return self._loaded.get(op.data.name, self._everything[0])
        if op.code in ("exit", "return"):
            return self._everything[0] | self.escaped
        return 0

    def _at(self, unit: Unit, op: Op) -> Bits:
        """Return the slots that a load or store may reach."""
        if op.region == "slot":
            return self.bit(unit, op.place)
        return self.escaped if op.region == "any" else 0

    # ------------------------------------------------------------ all units

    def _look(self) -> None:
        invoked: dict[str, set[str]] = {}
        reading: set[str] = set()  # units that may load or store escaped slots elsewhere
        writing: set[str] = set()
        units, program = self.program.units, self.program
        for unit in units:
            # Places first, and a number of all of them afterwards: most operations are on a few places.
            loaded: dict[Place | None, None] = {}
            stored: dict[Place | None, None] = {}
            names: set[str] = set()
            routines: set[str] = set()
            regions: set[tuple[str, str | None]] = set()
            for op in unit.ops():
                code = op.code
                if op.region == "slot":
                    if code == "store":
                        stored[op.place] = None
                    else:
                        loaded[op.place] = None
                elif op.region is not None:
                    regions.add((code, op.region))
                elif code == "address":
                    self.escaped |= self.bit(unit, op.place)
                elif code == "invoke":
                    names.add(op.data.name)
                elif code == "call":
                    routines.add(op.data.name)
                elif code == "exit":
                    names.add("")  # any unit
            if any(program.effects[each].runs for each in routines):
                names.add("")
            if unit.symbol in program.open or any(BEYOND & program.effects[each].reads for each in routines):
                reading.add(unit.symbol)
            if unit.symbol in program.open or any(BEYOND & program.effects[each].writes for each in routines):
                writing.add(unit.symbol)
            for code, region in regions:
                if region == "any":
                    (writing if code == "store" else reading).add(unit.symbol)
            own = unit.frames[:1] == (unit.symbol,)
            invoked[unit.symbol] = names
            self._loaded[unit.symbol], self._stored[unit.symbol] = (
                union(
                    self.bit(unit, place)
                    for place in places
                    if not (own and place is not None and place.base == Frame(0))
                )
                for places in (loaded, stored)
            )
        for symbols, which in ((reading, self._loaded), (writing, self._stored)):
            for symbol in symbols:
                which[symbol] |= self.escaped
        entered = [unit.symbol for unit in units if unit.sort != "main"]
        self._everything = (
            union(self._loaded[each] for each in entered),
            union(self._stored[each] for each in entered),
        )
        for which, everything in zip((self._loaded, self._stored), self._everything, strict=True):
            _spread(which, invoked, everything)


def _spread(which: dict[str, Bits], invoked: dict[str, set[str]], everything: Bits) -> None:
    """Add the effects of the units that each unit invokes to its own."""
    order = _callees_first(invoked)
    changed = True
    while changed:
        changed = False
        for symbol in order:
            names = invoked[symbol]
            old = which[symbol]
            new = old | union(which.get(each, everything) for each in names)
            if new != old:
                which[symbol], changed = new, True


def _callees_first(invoked: dict[str, set[str]]) -> list[str]:
    """Return the units, each after those that it invokes, where they do not invoke each other."""
    order: dict[str, None] = {}
    seen: set[str] = set()
    for root in invoked:
        path = [(root, iter(sorted(invoked[root])))] if root not in seen else []
        seen.add(root)
        while path:
            symbol, rest = path[-1]
            for each in rest:
                if each in invoked and each not in seen:
                    seen.add(each)
                    path.append((each, iter(sorted(invoked[each]))))
                    break
            else:
                order[symbol] = None
                path.pop()
    return [*order]
