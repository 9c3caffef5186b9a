"""A plain model of the program that solves Kalah: the same search, in its order, with the same tables.

A position is the counters of the mover's pits and of the other side's, the ones beside the kalahs first.
"""

from __future__ import annotations

from functools import cache
from math import comb

Pits = tuple[int, ...]
Board = tuple[Pits, Pits]

LOW_BITS = 7  # of a position's number that its pair tells


def sown(board: Board, pit: int, always: bool) -> tuple[int, bool, Board]:
    """Return the gain of a sowing, whether the mover goes on, and the position for the side that is to move then."""
    size = len(board[0])
    ring = [*board[0][::-1], 0, *board[1][::-1]]  # in the direction of play
    place = size - 1 - pit
    hand, ring[place] = ring[place], 0
    for _ in range(hand):
        place = (place + 1) % len(ring)
        ring[place] += 1
    opposite = 2 * size - place
    if place < size and ring[place] == 1 and (always or ring[opposite]):
        ring[size] += 1 + ring[opposite]
        ring[place] = ring[opposite] = 0
    ours, his = tuple(ring[:size][::-1]), tuple(ring[size + 1 :][::-1])
    return (ring[size], True, (ours, his)) if place == size else (ring[size], False, (his, ours))


def rank(board: Board) -> int:
    """Return the number of a position: fewer counters first."""
    number = total = 0
    for index, counters in enumerate((*board[0], *board[1])):
        total += counters
        number += comb(total + index, index + 1)
    return number


class Solver:
    """The search. `nodes` counts sowings."""

    def __init__(self, always: bool, ends: int = 10, mask: int = 0o77777) -> None:
        self.always, self.ends, self.mask = always, ends, mask
        self.nodes = self.pit = 0
        self.pairs: dict[int, list[tuple[int, int, int, int]]] = {}  # index -> number / 128, at least, at most, pit
        self.end = cache(self._end)

    def solve(self, board: Board) -> int:
        """Return the counters that the mover gets of those in the pits."""
        low, high = 0, sum(map(sum, board))
        need = (high + 2) // 2
        self.pit = 0
        while low < high:
            if self.proves(board, need, self.pit, root=True):
                low = need
                need += 1
            else:
                need -= 1
                high = need
        self.pit = self.pit or next(pit for pit, counters in enumerate(board[0], 1) if counters)
        return low

    def _after(self, board: Board, pit: int) -> tuple[int, bool, Board, int | None]:
        """Return a sowing as `sown` does, and the gain of the side to move then where the game is over."""
        self.nodes += 1
        gain, goes_on, after = sown(board, pit, self.always)
        own, left = sum(after[0]), sum(map(sum, after))
        return gain, goes_on, after, None if own and own < left else own

    def _end(self, board: Board) -> int:
        total, best = sum(map(sum, board)), -1
        for pit, counters in enumerate(board[0]):
            if counters:
                gain, goes_on, after, over = self._after(board, pit)
                gets = self.end(after) if over is None else over
                best = max(best, gain + gets if goes_on else total - gets)
        return best

    def proves(self, board: Board, need: int, hint: int = 0, root: bool = False) -> bool:
        """Return whether the mover gets `need` counters at least."""
        total = sum(map(sum, board))
        number = rank(board)
        index, tag = (number ^ number >> 15 ^ number >> 28) & self.mask, number >> LOW_BITS
        if not root:
            if total <= self.ends:
                return self.end(board) >= need
            for entry in self.pairs.get(index, ()):
                if entry[0] == tag:
                    if entry[1] >= need or entry[2] < need:
                        return entry[1] >= need
                    hint = entry[3]
        for pit in self.order(board[0], board[1], hint):
            gain, goes_on, after, over = self._after(board, pit)
            if gain >= need:
                enough = True
            elif over is not None:
                enough = (gain + over if goes_on else total - over) >= need
            else:
                enough = self.proves(after, need - gain if goes_on else total - need + 1) == goes_on
            if enough:
                self._keep(index, tag, total, need, pit + 1)
                if root:
                    self.pit = pit + 1
                return True
        self._keep(index, tag, total, need, 0)
        return False

    def _keep(self, index: int, tag: int, total: int, need: int, pit: int) -> None:
        pair = self.pairs.setdefault(index, [(0, 0, 0, 0)] * 2)
        place = next((place for place in (0, 1) if pair[place][0] == tag), None)
        if place is None:
            entry = (tag, need, total, pit) if pit else (tag, 0, need - 1, 0)
            pair[entry < pair[0]] = entry
        else:
            _, least, most, before = pair[place]
            pair[place] = (tag, need, most, pit) if pit else (tag, least, need - 1, before)

    def order(self, ours: Pits, his: Pits, hint: int) -> list[int]:
        """Return the pits in the order of the search."""
        size = len(ours)
        going = [pit for pit in range(size) if ours[pit] == pit + 1]
        aims = [pit for pit in range(size) if not ours[pit] and his[size - 1 - pit]]
        takes = [pit for pit in range(size) if ours[pit] and pit - ours[pit] in aims]
        scoring = [pit for pit in reversed(range(size)) if ours[pit] > pit and size < 6]
        listed = [hint - 1] * bool(hint) + going + takes + scoring + [pit for pit in range(size) if ours[pit]]
        return list(dict.fromkeys(listed))
