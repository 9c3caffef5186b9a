"""Positions for the thesis' program, written as columns and rows, and one program that everybody asks."""

from __future__ import annotations

from functools import cache

from host.games.go.program import MACHINE, OPPONENT, Nps, point


@cache
def program(size: int = 19, *, modern: bool = True) -> Nps:
    return Nps(size, modern=modern)


def places(text: str) -> list[int]:
    """Return the points of `4,10 5,10`: column and row, from the top left."""
    return [point(*map(int, each.split(","))) for each in text.split()]


def stones(ours: str = "", theirs: str = "") -> dict[int, int]:
    """Return a position: the machine's stones and the opponent's."""
    return dict.fromkeys(places(ours), MACHINE) | dict.fromkeys(places(theirs), OPPONENT)


def asked(move: str, ours: str = "", theirs: str = "", last: str = "", size: int = 19, **values: int) -> list[str]:
    """Return what the program prints after the opponent's move, or after a pass (0,0), in a position."""
    nps = program(size)
    nps.restart()
    nps.put(stones(ours, theirs), last=places(last)[0] if last else 0, **values)
    return nps.move(*map(int, move.split(",")))


def said(lines: list[str]) -> dict[str, list[int]]:
    """Return the lines of numbers that explain a move, by their keywords."""
    return {word: [*map(int, rest)] for word, *rest in map(str.split, lines) if word != "BY"}
