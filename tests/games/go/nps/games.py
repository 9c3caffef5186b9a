"""Whole games against the model: where the opponent's moves come from, and what program and model have to agree on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from host.games.go.program import STRIDE

Place = tuple[int, int] | None  # row and column, as the model has them

REASONS = {  # the model's word for why it moves -> the last procedures that the program names
    "escape": "ESCAPE LOOK",
    "opening": "OPENING",
    "block pattern": "COMPARE BLOCK",
    "build pattern": "CHECK BUILD",
    "counter block": "ANALYZE COUNTER BLOCK",
    "counter build": "ANALYZE COUNTER BUILD",
    "counter k": "ANALYZE COUNTER",  # and COUNTER1 to COUNTER8, but for the centre of an empty board
    "counter vacant": "ANALYZE COUNTER",
    "initiate": "INITIATE COUNTER",
    "pass": "ANALYZE INITIATE",
}


class Turn(NamedTuple):
    """The opponent's move, the model's answer, and its reason."""

    theirs: Place
    ours: Place
    reason: str


def number(place: Place) -> int:
    """Return the program's number of a point, 0 for a pass."""
    return STRIDE * place[0] + place[1] if place else 0


def points(game: Any) -> dict[int, int]:
    """Return the model's stones: point of the program -> 1 or 2."""
    return {
        STRIDE * row + column: stone
        for row, line in enumerate(game.b)
        for column, stone in enumerate(line)
        if stone in (1, 2) and game.on((row, column))
    }


def played(kind: Any, size: int, seed: int) -> Iterator[tuple[Turn, Any]]:
    """Yield the turns of a game and the model after each.

    The opponent plays by chance, near the machine's last move, to capture, or as the machine would in his place: each
    for a part of the moves that differs from game to game. The game ends after two passes, or when most points would be
    taken.
    """
    source, game, other = random.Random(seed), kind(), kind()
    wild, copies = source.random() ** 2, source.random()
    theirs: Place = None
    passes = turns = 0
    while passes < 2 and turns < size * size * 0.45:
        if turns or source.random() < 0.5:
            if source.random() < copies:
                theirs = copied(game, other, theirs)
            else:
                theirs = by_chance(game, source, near=source.random() > wild)
        if theirs and game.play(theirs, 2) is None:
            theirs = None
        passes = 0 if theirs else passes + 1
        ours, reason = game.analyze(theirs, game.last)
        if ours:
            game.play(ours, 1)
            game.last = ours
        passes = 0 if ours else passes + 1
        turns += 1
        yield Turn(theirs, ours, reason), game


def written(kind: Any, size: int, seed: int) -> Iterator[str]:
    """Yield the turns of a game as tests/data/nps/games.txt has them."""
    for turn, _ in played(kind, size, seed):
        moves = [str(each) for place in (turn.theirs, turn.ours) for each in reversed(place or (0, 0))]
        yield " ".join([*moves, turn.reason])


def by_chance(game: Any, source: random.Random, near: bool) -> Place:
    """Return a legal move of the opponent; now and then a pass."""
    if source.random() < 0.01:
        return None
    size = len(game.b) - 2
    free = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1) if game.b[row][column] == 0]
    source.shuffle(free)
    if near and game.last:
        free.sort(key=lambda place: max(abs(place[0] - game.last[0]), abs(place[1] - game.last[1])) > 2)
    if near and source.random() < 0.7:
        free.sort(key=lambda place: not captures(game, place))
    return next((place for place in free if game.legal(place, 2)), None)


def captures(game: Any, place: tuple[int, int]) -> bool:
    """Return whether the opponent would take stones, but for the rule of ko."""
    return any(game.at(each) == 1 and len(game.group(each)[1]) == 1 for each in game.nb(place))


def copied(game: Any, other: Any, last: Place) -> Place:
    """Return what the machine would play with the opponent's stones."""
    swap = (0, 2, 1)
    other.b = [[swap[stone] for stone in line] for line in game.b]
    other.prev = game.prev and [[swap[stone] for stone in line] for line in game.prev]
    move, _ = other.analyze(game.last, last)
    return move if move and game.legal(move, 2) else None
