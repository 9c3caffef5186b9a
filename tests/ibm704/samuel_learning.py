"""What asm/ibm704/learn.sap computes, from the paper's rules, with fractions and lists: a model to compare with.

C is a number of 29 binary places from 0 to 1. What is cut off on the 704 is cut off here: a quotient loses what goes
beyond these places, whatever its sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from host.games.boards import Colour
from host.games.checkers.rules import OPENING, Position
from tests.ibm704 import samuel_terms

PLACES = 29
ONE = Fraction(1)
HIGHEST = 18  # power of two of the leading term
UNIT = 64  # of scores: a coefficient of 1
MATERIAL = 2**21 * UNIT


def cut(value: Fraction) -> Fraction:
    """Return a number without what goes beyond the places of a C."""
    scaled = value * 2**PLACES
    return Fraction(int(scaled), 2**PLACES)  # int() goes towards 0


def divisor(use: int) -> int:
    """Return N: 16 up to the 31st use, then the greatest power of two that the count has reached, at most 256."""
    return next(power for power in (256, 128, 64, 32, 16) if use >= power or power == 16)


@dataclass
class Term:
    """An active term."""

    name: int
    coefficient: int = 512
    negative: bool = False  # the sign stands apart: a coefficient may be 0
    c: Fraction = Fraction(0)
    use: int = 0
    tally: int = 0


@dataclass
class Polynomial:
    """Sixteen terms, and those in reserve."""

    terms: list[Term]
    reserve: list[int]
    limit: int = 32
    one_sided: bool = True
    by_the_text: bool = False
    share: Fraction = Fraction(15, 16)  # of the mean coefficient
    start: int = 512
    antisymmetric: bool = False  # binary terms
    size: int | None = None  # of the reserve, if some of it never comes in
    discarded: list[int] = field(default_factory=list)

    def least(self) -> int:
        """Return the least delta that counts."""
        total = sum(term.coefficient for term in self.terms)
        return int(Fraction(total, 16) * UNIT * self.share)

    def correct(self, delta: int, saved: int, contributions: list[int], advantage: bool) -> list[int]:
        """Correct the C's; return the numbers of the terms that were."""
        times = 4 if abs(delta) >= 6 * MATERIAL else 2 if advantage else 1
        corrected = []
        least = self.least()
        for term, contribution in zip(self.terms, contributions, strict=True):
            against = (contribution > 0) != (saved > 0)
            spared = self.one_sided and delta > 0 and saved != 0 and abs(saved) >= least and not against
            if contribution == 0 or spared:
                continue
            term.use += 1
            towards = ONE if (contribution > 0) == (delta > 0) else -ONE
            c = term.c + cut((towards - term.c) * times / divisor(term.use))
            c = max(-ONE, min(ONE, c))
            if c < 0:
                term.negative = not term.negative
            term.c = abs(c)
            corrected.append(term.name)
        return corrected

    def powers(self) -> None:
        """Make the coefficients anew."""
        greatest = max(term.c for term in self.terms)
        for term in self.terms:
            if not greatest:
                term.coefficient = self.start
            elif self.by_the_text:
                ratio = int(greatest / term.c) if term.c else HIGHEST
                term.coefficient = 2 ** (HIGHEST if term.c == greatest else max(0, HIGHEST - ratio))
            else:
                term.coefficient = 2 ** int(HIGHEST * term.c / greatest + Fraction(1, 2))

    def tally(self) -> None:
        """Give the lowest term, the last of several, its tally; change it for the head of the reserve at the limit."""
        place = min(range(16), key=lambda each: (self.terms[each].c, -each))
        term = self.terms[place]
        term.tally += 1
        if term.tally >= self.limit:
            self.terms[place] = Term(self.reserve.pop(0), 1)
            self.reserve.insert(len(self.reserve) if self.size is None else self.size - 1, term.name)
            self.discarded.append(term.name)


# ---------------------------------------------------------------- a series


@dataclass
class Course:
    """What comes of the games of a series."""

    polynomial: Polynomial
    seed: int
    majority: bool = True
    marks_allowed: int = 3
    games: int = 0
    openings: list[int] = field(default_factory=list)  # that this cycle has had
    marks: int = 0
    won: int = 0  # since Beta adopted
    lost: int = 0
    adoptions: int = 0
    resets: int = 0
    beta: list[tuple[int, int, bool]] = field(default_factory=list)  # term, coefficient, whether it is negative

    def draw(self) -> int:
        """Return a number from 0 to 6: the high part of a product modulo 2**35."""
        self.seed = self.seed * 5**13 % 2**35
        return 7 * self.seed // 2**35

    def opening(self) -> tuple[bool, list[int]]:
        """Return whether Alpha is Black in the next game, and which moves are forced."""
        if self.games < 14:
            if len(self.openings) == 7:
                self.openings = []
            while (move := self.draw()) in self.openings:
                pass
            self.openings.append(move)
            return False, [move]
        return self.games % 2 == 0, [self.draw(), self.draw()]

    def end(self, result: int) -> None:
        """Take note of a game: 1 if Alpha has won it, 0, -1."""
        self.games += 1
        terms = self.polynomial.terms
        if result > 0:
            self.won += 1
            if not self.majority or (self.won >= 2 and self.won > self.lost):
                self.beta = [(term.name, term.coefficient, term.negative) for term in terms]
                self.won = self.lost = self.marks = 0
                self.adoptions += 1
        elif result < 0:
            self.lost += 1
            self.marks += 1
            if self.marks >= self.marks_allowed:
                self.marks = 0
                self.resets += 1
                leader = max(terms, key=lambda term: term.c)
                if leader.c:
                    leader.c = Fraction(0)
                    leader.coefficient = 0


# ---------------------------------------------------------------- a game
WIN = 2**34
CERTAIN = WIN - 64  # a value beyond it is a game that is won


class Thought(NamedTuple):
    """What a search has found: the position after the best move, its value, and who is ahead in pieces at its end."""

    after: Position
    value: int
    lead: int


class Search(Protocol):
    """What finds moves: for the model of learning it is given from outside."""

    def successors(self, position: Position) -> list[Position]:
        """Return the positions after all moves; the last one is looked at first."""

    def think(self, position: Position, polynomial: Polynomial) -> Thought:
        """Return the best move."""


def coefficients(terms: Iterable[tuple[int, int, bool]]) -> dict[str, int]:
    """Return a polynomial by the names of its terms."""
    return {samuel_terms.TERMS[name]: -size if negative else size for name, size, negative in terms}


def nearer_to_0(value: int) -> int:
    """Return a score after it has come up through a move."""
    return value - (value > 0) + (value < 0)


def short(
    position: Position, polynomial: Mapping[str, int], search: Search, antisymmetric: bool = False
) -> tuple[int, list[int]]:
    """Return the value of a position by a search that ends after the first move that is no capture.

    With what each term contributes where it ends, all as the side to move sees it.
    """
    best: tuple[int, list[int]] | None = None
    for after in reversed(search.successors(position)):
        captured = len(after.pieces) < len(position.pieces)
        if not after.legal_moves():
            value, parts = -WIN, [0] * 17
        elif captured:
            value, parts = short(after, polynomial, search, antisymmetric)
        else:
            parts = [-each for each in samuel_terms.contributions(after, position, polynomial, antisymmetric)]
            value = sum(parts)
        value = -nearer_to_0(value)
        if best is None or value > best[0]:
            best = value, [-each for each in parts]
    assert best is not None
    return best


@dataclass
class Alpha:
    """Who learns."""

    polynomial: Polynomial
    static: bool
    spans: bool
    saved: int | None = None
    parts: list[int] = field(default_factory=list)
    adjustments: int = 0

    def learn(self, position: Position, before: Position | None, thought: Thought, search: Search) -> None:
        """Correct the polynomial after thinking about a position."""
        polynomial = self.polynomial
        if self.saved is not None:
            delta = max(-(2**35) + 1, min(2**35 - 1, thought.value - self.saved))
            if abs(delta) >= polynomial.least():
                advantage = thought.lead != self.parts[-1]
                self.adjustments += bool(polynomial.correct(delta, self.saved, self.parts[:-1], advantage))
                self.saved = None
            elif not self.spans:
                self.saved = None
        kept = [term.name for term in polynomial.terms]
        polynomial.tally()
        for place, term in enumerate(polynomial.terms):
            if self.saved is not None and term.name != kept[place]:
                self.parts[place] = 0
        polynomial.powers()
        if self.saved is None:
            now = coefficients((term.name, term.coefficient, term.negative) for term in polynomial.terms)
            if self.static:
                found = samuel_terms.contributions(position, before, now, polynomial.antisymmetric)
                self.parts = [-each for each in found]
                self.saved = sum(self.parts)
            else:
                self.saved, self.parts = short(position, now, search, polynomial.antisymmetric)


def play(course: Course, alpha: Alpha, search: Search, judge: bool, limit: int) -> tuple[int, int]:
    """Play a game of a series; return Alpha's result, 1, 0 or -1, and the moves."""
    black, forced = course.opening()
    colour = Colour.BLACK if black else Colour.WHITE
    alpha.saved = None
    before, position = None, OPENING
    polynomial = course.polynomial
    for ply in range(limit):
        if not position.legal_moves():
            return (-1 if position.to_move is colour else 1), ply
        if ply < len(forced):
            successors = search.successors(position)
            before, position = position, successors[forced[ply] % len(successors)]
            continue
        if position.to_move is colour:
            thought = search.think(position, polynomial)
            alpha.learn(position, before, thought, search)
        else:
            terms = [Term(name, size, negative) for name, size, negative in course.beta]
            thought = search.think(position, Polynomial(terms, [], antisymmetric=polynomial.antisymmetric))
        if thought.value < -CERTAIN:
            return (-1 if position.to_move is colour else 1), ply
        before, position = position, thought.after
    now = coefficients((term.name, term.coefficient, term.negative) for term in polynomial.terms)
    *parts, pieces = samuel_terms.contributions(position, before, now, polynomial.antisymmetric)
    ahead = pieces or (judge and sum(parts))
    sign = (ahead > 0) - (ahead < 0)
    return (sign if position.to_move is not colour else -sign), limit
