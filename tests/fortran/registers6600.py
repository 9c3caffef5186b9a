"""Which registers may a routine change? Its instructions are walked over: all ways from which it comes back."""

from __future__ import annotations

from functools import cache

from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, PARCELS, Kind, Unit, decode
from host.machines.cdc6600.calls import Bare6600

NEVER_RETURNS = ("FAIL",)
RETURN_JUMP, JUMP_IF_EQUAL = (0o01, 0), 0o04
LOADED = range(1, 6)  # A registers that change the X register, too
PARCEL, ADDRESS = (1 << PARCEL_BITS) - 1, (1 << ADDRESS_BITS) - 1
ALL = frozenset(f"{letter}{number}" for letter in "ABX" for number in range(8)) - {"B0"}


class Walk:
    """The code of a program, as bits: parcels in the order of their addresses."""

    def __init__(self, program: Bare6600) -> None:
        self.failing = frozenset(program.address(each) for each in NEVER_RETURNS)
        self.parcels = {
            (address + offset) * PARCELS + number: word >> PARCEL_BITS * (PARCELS - 1 - number) & PARCEL
            for address, words in program.image.segments
            for offset, word in enumerate(words)
            for number in range(PARCELS)
        }
        self.changed = cache(self._changed)

    def _changed(self, entry: int) -> frozenset[str]:
        """Return the registers that the routine with this entry changes: a word for the way back, then its code."""
        back = entry * PARCELS
        changes: dict[int, frozenset[str]] = {}
        before: dict[int, set[int]] = {}  # by instruction, those that come to it
        waiting = [back + PARCELS]
        while waiting:
            at = waiting.pop()
            if at == back or at in changes:
                continue
            changes[at], following = self._instruction(at)
            for each in following:
                before.setdefault(each, set()).add(at)
                waiting.append(each)
        returning, waiting = {back}, [back]
        while waiting:
            fresh = before.get(waiting.pop(), set()) - returning
            returning |= fresh
            waiting.extend(fresh)
        return frozenset().union(*(changes[each] for each in returning - {back}))

    def _instruction(self, at: int) -> tuple[frozenset[str], tuple[int, ...]]:
        """Return what an instruction changes, and the instructions that may come after it."""
        parcel = self.parcels[at]
        instruction = decode(parcel)
        assert instruction is not None, oct(at // PARCELS)
        i, j = parcel >> 6 & 7, parcel >> 3 & 7
        following = at + 2 if instruction.long else at + 1
        if instruction.unit is Unit.BRANCH:
            target = (parcel << PARCEL_BITS | self.parcels[at + 1]) & ADDRESS
            if (instruction.code, instruction.sub) == RETURN_JUMP:
                if target in self.failing:
                    return frozenset(), ()
                return self.changed(target), ((at // PARCELS + 1) * PARCELS,)
            always = instruction.code == JUMP_IF_EQUAL and i == j
            return frozenset(), (target * PARCELS,) if always else (target * PARCELS, following)
        kind = instruction.kind
        found = {
            f"A{i}": Kind.WRITES_AI in kind,
            f"X{i}": Kind.WRITES_XI in kind or (Kind.WRITES_AI in kind and i in LOADED),
            f"B{i}": Kind.WRITES_BI in kind,
            f"B{j}": Kind.WRITES_BJ in kind,
        }
        return frozenset(each for each, written in found.items() if written), (following,)


def kept(program: Bare6600, name: str) -> frozenset[str]:
    """Return the registers that a routine of a program keeps, whatever its arguments are."""
    return ALL - Walk(program).changed(program.address(name))
