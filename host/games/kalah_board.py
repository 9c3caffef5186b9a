"""Kalah as a game of two sides: the rules, positions as text, the board in characters and drawn.

Each side has a row of pits and a kalah at the right end of it. Pits are numbered from the kalah; North sits above, and
sees the board turned round:

          1  2  3  4  5  6      North's pits
       0                    0   North's kalah, South's kalah
          6  5  4  3  2  1      South's pits

A side empties one of its pits and drops the counters one by one: towards its kalah, into it, along the other side's
pits, past the other kalah, and into its own pits again. If the last one falls into its kalah it plays on, in the same
move. If the last one falls into an empty pit of its own, with counters opposite, both go into its kalah. When one
side's pits are empty the game is over: the other side keeps the counters left in its pits, and the larger kalah wins.

A position as text has each side's pits from its left and then its kalah, South first, and the side to move:

    6,6,6,6,6,6,0/6,6,6,6,6,6,0 south

Source: A. G. Bell, Games Playing with Computers, section 3.3. The rule for the counters left in the pits, missing in
the book, and `always` (a last counter in an empty pit captures even where nothing is opposite) as in G. Irving, J.
Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.drawing import Picture, Shape, box

MOST_PITS, USUAL = 8, 6  # the program's; pits and counters of the usual board
Move = tuple[int, ...]  # the pits that are played, each by its number


class Side(IntEnum):
    """The two sides; South begins."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)

    @property
    def label(self) -> str:
        """South or North."""
        return self.name.capitalize()


class Row(NamedTuple):
    """The pits and the kalah of a side."""

    pits: tuple[int, ...]  # the one beside the kalah first
    kalah: int = 0

    @property
    def total(self) -> int:
        """All counters."""
        return sum(self.pits) + self.kalah


def sow(places: list[int], place: int, always: bool) -> int:
    """Play the pit at a place, which is not empty; return where its last counter drops. Pages run this, too.

    `places`: the counters in the direction of play: our pits from the left, our kalah, the other side's pits.
    """
    size = (len(places) - 1) // 2
    hand = places[place]
    places[place] = 0
    for _ in range(hand):
        place = (place + 1) % len(places)
        places[place] += 1
    opposite = 2 * size - place
    if place < size and places[place] == 1 and (always or places[opposite] > 0):
        places[size] += places[opposite] + 1
        places[place] = 0
        places[opposite] = 0
    return place


class IllegalMove(IronboardError):
    """A move that the rules do not allow, or that is not complete."""


@dataclass(frozen=True)
class Position:
    """A board, and who is to move. `always`: see above."""

    rows: tuple[Row, Row]  # South's, North's
    to_move: Side = Side.SOUTH
    always: bool = False

    @property
    def size(self) -> int:
        """Pits of a side."""
        return len(self.rows[0].pits)

    @property
    def over(self) -> bool:
        """Whether a side's pits are empty."""
        return not all(any(row.pits) for row in self.rows)

    @property
    def totals(self) -> tuple[int, int]:
        """South's counters and North's: at the end of the game, the result."""
        return self.rows[0].total, self.rows[1].total

    def sow(self, pit: int) -> Position:
        """Return the position after a play; the same side is to move if it goes on. Raises IllegalMove."""
        side, size = self.to_move, self.size
        if self.over:
            raise IllegalMove("the game is over")
        if not 1 <= pit <= size:
            raise IllegalMove(f"there is no pit {pit}: expected 1 to {size}")
        ours, his = self.rows[side], self.rows[side.other]
        # places in the direction of play: our pits from the left, our kalah, the other side's pits from its left
        places = [*ours.pits[::-1], ours.kalah, *his.pits[::-1]]
        if not places[size - pit]:
            raise IllegalMove(f"pit {pit} is empty")
        place = sow(places, size - pit, self.always)
        mine, others = Row(tuple(places[:size][::-1]), places[size]), Row(tuple(places[size + 1 :][::-1]), his.kalah)
        rows = (mine, others) if side is Side.SOUTH else (others, mine)
        after = replace(self, rows=rows)
        return after if place == size and not after.over else replace(after, to_move=side.other)

    def plays(self) -> Iterator[tuple[int, Position]]:
        """Yield the pits that can be played, the nearest first, each with the position after it."""
        if not self.over:
            yield from (
                (pit, self.sow(pit)) for pit, counters in enumerate(self.rows[self.to_move].pits, 1) if counters
            )

    def moves(self) -> dict[Position, Move]:
        """Return the positions in which moves end, each with one move that leads there."""
        found: dict[Position, Move] = {}
        open_ends: list[tuple[Move, Position]] = [((), self)]
        seen: set[Position] = set()  # that go on
        while open_ends:
            begun, position = open_ends.pop()
            for pit, after in position.plays():
                if after.to_move is self.to_move and not after.over:
                    if after not in seen:
                        seen.add(after)
                        open_ends.append(((*begun, pit), after))
                else:
                    found.setdefault(after, (*begun, pit))
        return found

    def played(self, move: Move) -> Position:
        """Return the position after a whole move; raises IllegalMove."""
        position = self
        for count, pit in enumerate(move):
            if count and (position.to_move is not self.to_move or position.over):
                raise IllegalMove(f"{written(move[:count])} ends the move: {pit} cannot follow")
            position = position.sow(pit)
        return position

    def __str__(self) -> str:
        sides = ("".join(f"{each}," for each in row.pits[::-1]) + str(row.kalah) for row in self.rows)
        return f"{'/'.join(sides)} {self.to_move.name.lower()}"

    def _repr_html_(self) -> str:
        return picture(self).svg()


def written(move: Move) -> str:
    """Return a move as it is typed: `6 3`."""
    return " ".join(map(str, move))


def most_counters(pits: int) -> int:
    """Return how many counters a board with n pits can have in all: they fit into one place of the program's words."""
    return (1 << min(8, 14 - pits)) - 1


def opening(pits: int = USUAL, counters: int = USUAL, *, always: bool = False) -> Position:
    """Return the beginning of a game; raises IronboardError for a board that the program does not have."""
    if not 1 <= pits <= MOST_PITS:
        raise IronboardError(f"a board with {pits} pits: expected 1 to {MOST_PITS}")
    most = most_counters(pits) // (2 * pits)
    if not 1 <= counters <= most:
        raise IronboardError(f"{counters} counters in a pit: with {pits} pits a side, 1 to {most}")
    return Position((Row((counters,) * pits), Row((counters,) * pits)), always=always)


POSITION = re.compile(r"([0-9]+(?:,[0-9]+)+)/([0-9]+(?:,[0-9]+)+)(?:\s+(south|north))?", re.IGNORECASE)


def parse(text: str, *, always: bool = False) -> Position:
    """Return the position of a text such as `0,2,1,4/3,0,0,2 north`; raises IronboardError."""
    match = POSITION.fullmatch(text.strip())
    if match is None:
        raise IronboardError(
            f"'{text}' is not a position of the game: expected each side's pits from his left and his kalah, "
            "such as 6,6,6,6,6,6,0/6,6,6,6,6,6,0 south"
        )
    sides = [[int(each) for each in match[side].split(",")] for side in (1, 2)]
    if len(sides[0]) != len(sides[1]):
        raise IronboardError(f"'{text}': South has {len(sides[0]) - 1} pits, North {len(sides[1]) - 1}")
    size, total = len(sides[0]) - 1, sum(map(sum, sides))
    if size > MOST_PITS:
        raise IronboardError(f"'{text}': a board has 1 to {MOST_PITS} pits a side")
    if not 1 <= total <= most_counters(size):
        raise IronboardError(f"'{text}': with {size} pits a side there are 1 to {most_counters(size)} counters in all")
    south, north = (Row(tuple(side[-2::-1]), side[-1]) for side in sides)
    return Position((south, north), Side[(match[3] or "south").upper()], always)


# ---------------------------------------------------------------- the board

WIDTH = 4  # columns of a pit
UNICODE, ASCII = "┌┬┐├┼┤└┴┘─│", "+++++++++-|"


def text(position: Position, *, ascii: bool = False) -> str:
    """Return the board in characters, South below, with the numbers of the pits."""
    signs = ASCII if ascii else UNICODE
    size, (south, north) = position.size, position.rows
    flat, bar = signs[9] * WIDTH, signs[10]

    def rule(left: str, middle: str, right: str, ends: str = flat) -> str:
        return f"{left}{ends}{middle}{middle.join([flat] * size)}{middle}{ends}{right}"

    def pits(counters: tuple[int, ...]) -> str:
        inner = bar.join(f"{each:^{WIDTH}}" for each in counters)
        return f"{bar}{'':{WIDTH}}{bar}{inner}{bar}{'':{WIDTH}}{bar}"

    def numbers(order: range, side: Side) -> str:
        inner = " ".join(f"{each:^{WIDTH}}" for each in order)
        turn = " to move" if side is position.to_move and not position.over else ""
        return f"{'':{WIDTH + 2}}{inner}  {side.label}{turn}"

    kalahs = f"{bar}{north.kalah:^{WIDTH}}{signs[3]}{signs[4].join([flat] * size)}{signs[5]}{south.kalah:^{WIDTH}}{bar}"
    return "\n".join(
        [
            numbers(range(1, size + 1), Side.NORTH),
            rule(signs[0], signs[1], signs[2]),
            pits(north.pits),
            kalahs,
            pits(south.pits[::-1]),
            rule(signs[6], signs[7], signs[8]),
            numbers(range(size, 0, -1), Side.SOUTH),
        ]
    )


CELL, RIM = 64, 30  # units of a pit, of the margin
WOOD, HOLLOW, EDGE, INK, FAINT, MARKED = "#b58a52", "#9a7040", "#5b4023", "#1d140b", "#f3e6cf", "#d9b44a"


def picture(position: Position, *, marked: tuple[Side, Move] | None = None, title: str = "") -> Picture:
    """Return the board as a drawing; `marked`: the side of the last move, and its pits."""
    size = position.size
    width, height = (size + 2) * CELL + 2 * RIM, 2 * CELL + 2 * RIM
    shapes = [box(0, 0, width, height, EDGE), box(RIM / 2, RIM / 2, width - RIM, height - RIM, WOOD)]
    for side, row in zip(Side, position.rows, strict=True):
        y = RIM + CELL / 2 + (CELL if side is Side.SOUTH else 0)
        for number, counters in enumerate(row.pits, 1):
            column = size + 1 - number if side is Side.SOUTH else number
            x = RIM + CELL * (column + 0.5)
            lit = marked is not None and marked[0] is side and number in marked[1]
            shapes += [
                Shape(((x, y),), MARKED if lit else HOLLOW, EDGE, radius=CELL * 0.44),
                Shape(((x, y),), INK, radius=24, text=str(counters)),
                Shape(
                    ((x, RIM * 0.25 if side is Side.NORTH else height - RIM * 0.25),),
                    FAINT,
                    radius=12,
                    text=str(number),
                ),
            ]
        left = RIM + (CELL * (size + 1) if side is Side.SOUTH else 0) + CELL * 0.1
        shapes += [
            box(left, RIM + CELL * 0.1, CELL * 0.8, CELL * 1.8, HOLLOW, EDGE),
            Shape(((left + CELL * 0.4, RIM + CELL),), INK, radius=26, text=str(row.kalah)),
        ]
    return Picture(width, height, tuple(shapes), title)
