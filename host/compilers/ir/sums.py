"""Sums: the integers of a block, in terms of the words in storage when the block begins.

    v1:i = load slot [I.]          [I.]                    an atom: a word of storage
    v2:i = load slot [N.]          [N.]
    v3:i = sub.i v1, v2            [I.] - [N.]
    v4:i = shl v3, 1               2 [I.] - 2 [N.]
    v5:i = add.i v4, v1            3 [I.] - 2 [N.]

A sum has few atoms, with small factors, so that it is computed without overflow whatever integers its atoms are. Values
that are no such sums have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from host.compilers.ir.form import Block, Op, Place, Region, Value
from host.compilers.ir.target import Target

ATOMS, FACTOR = 6, 64  # at most


class Atom(NamedTuple):
    """A word of storage at a direct place; or, `through` a slot, at its place after the address in that slot."""

    place: Place
    region: Region = "slot"
    through: Place | None = None


class Sum(NamedTuple):
    """A sum of atoms, each with its factor, in a certain order, and of a number."""

    terms: tuple[tuple[Atom, int], ...] = ()
    number: int = 0

    @property
    def atom(self) -> Atom | None:
        """The atom that it is, if it is nothing else."""
        if len(self.terms) == 1 and self.number == 0 and self.terms[0][1] == 1:
            return self.terms[0][0]
        return None

    def plus(self, other: Sum | int, factor: int = 1) -> Sum | None:
        """Return the sum with another one, times a factor, added to it; None if that is too large."""
        if isinstance(other, int):
            return self._replace(number=self.number + other * factor)
        if not other.terms:
            return self._replace(number=self.number + other.number * factor)
        factors = dict(self.terms)
        for atom, times in other.terms:
            factors[atom] = factors.get(atom, 0) + times * factor
        return made(factors, self.number + other.number * factor)

    def without(self, atom: Atom) -> tuple[Sum, int]:
        """Return the sum without an atom, and the factor that this has had."""
        factors = dict(self.terms)
        factor = factors.pop(atom, 0)
        return Sum(tuple(factors.items()), self.number), factor


def made(factors: Mapping[Atom, int], number: int) -> Sum | None:
    """Return a sum, if it is not too large."""
    terms = tuple(sorted((each for each in factors.items() if each[1]), key=_order))
    if len(terms) > ATOMS or any(abs(factor) > FACTOR for _, factor in terms):
        return None
    return Sum(terms, number)


def _order(term: tuple[Atom, int]) -> str:
    return repr(term[0])


class Sums:
    """The sums of a block: of its values, and of the words that it has stored."""

    def __init__(self, block: Block, target: Target) -> None:
        self.target = target
        self.values: dict[Value, Sum] = {}
        self.stored: dict[Place, Sum | None] = {}  # in slots
        self.made: dict[Value, Op] = {}
        for op in block.ops:
            for each in op.results:
                self.made[each] = op
            if op.code == "store":
                if op.region == "slot" and op.place is not None:
                    self.stored[op.place] = self.values.get(op.args[0])
            elif op.results and (found := self._of(op)) is not None:
                self.values[op.results[0]] = found

    def _of(self, op: Op) -> Sum | None:
        if op.result.type in ("r", "b"):
            return None
        match op.code:
            case "const":
                number = self.target.integer(op.data)
                return Sum((), number) if abs(number) <= self.target.largest else None
            case "load" | "load?":
                return self._load(op)
            case "add.i" | "sub.i" | "diff.i" | "mul.i":
                left, right = (self.values.get(each) for each in op.args)
                if left is None or right is None:
                    return None
                if op.code != "mul.i":
                    return left.plus(right, 1 if op.code == "add.i" else -1)
                if left.terms and right.terms:
                    return None
                if left.terms:
                    left, right = right, left
                return Sum().plus(right, left.number) if abs(left.number) <= FACTOR else None
            case "neg.i":
                value = self.values.get(op.args[0])
                return None if value is None else Sum().plus(value, -1)
            case "shl" if 1 << op.data <= FACTOR:
                value = self.values.get(op.args[0])
                return None if value is None else Sum().plus(value, 1 << op.data)
        return None

    def _load(self, op: Op) -> Sum | None:
        place = op.place
        assert place is not None
        if place.direct:
            if op.region == "slot":
                if place in self.stored:
                    return self.stored[place]
                return Sum(((Atom(place), 1),))
            return Sum(((Atom(place, op.region), 1),)) if op.region == "description" else None
        base = self.values.get(place.base) if isinstance(place.base, Value) else None
        if op.region != "description" or base is None or base.atom is None or base.atom.region != "slot":
            return None
        return Sum(((Atom(place._replace(base=None), "description", base.atom.place), 1),))
