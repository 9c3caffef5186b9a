"""The model's tree: scores, minimax, the selective mode, alpha-beta."""

from __future__ import annotations

from typing import NamedTuple

from tests.games.chess.model import MACHINE, OPPONENT, Move, Position, Tables, played
from tests.games.chess.questions import Mind, Options

UNITY = 1 << 20  # the ratio 1
HIGHEST = (1 << 35) - 1


def score(tables: Tables, side: int, factor: int) -> int:
    """Return a side's score."""
    *others, material = tables.terms(side)
    return max(1, sum(others) + factor * material)


def ratio(tables: Tables, factor: int) -> int:
    """Return the machine's score divided by the opponent's, as a fraction with 20 bits."""
    return score(tables, MACHINE, factor) * UNITY // score(tables, OPPONENT, factor)


class Choice(NamedTuple):
    """A plausible move at the root, and what the tree gives it; None: it was not followed."""

    move: Move
    question: int
    score: int | None


class Tree:
    """A search."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.positions = 0
        self.choices: list[Choice] = []
        self.best: Choice | None = None
        self.value = 0

    def search(self, position: Position) -> None:
        """Find the machine's move, or the opponent's if he is to move."""
        self.value = self._value(position, 0, 0, HIGHEST)

    def _value(self, position: Position, ply: int, alpha: int, beta: int) -> int:
        options = self.options
        mind = self._made(position)
        side = position.to_move
        here = ratio(mind.tables, options.factor)
        if ply == options.plies and not mind.checkers:
            return here
        moves = mind.plausible()
        if not moves:
            return (ply if side == MACHINE else HIGHEST - ply) if mind.checkers else UNITY
        if ply == options.plies:
            return here
        followed = self._selected(position, moves, here) if options.selective and ply < options.plies - 1 else moves
        best = 0 if side == MACHINE else HIGHEST
        scores: dict[Move, int] = {}
        for move, question in followed:
            value = self._value(played(position, move), ply + 1, alpha, beta)
            scores[move] = value
            if value > best if side == MACHINE else value < best:
                best = value
                if ply == 0:
                    self.best = Choice(move, question, value)
            if options.pruned:
                alpha, beta = (max(alpha, best), beta) if side == MACHINE else (alpha, min(beta, best))
                if alpha >= beta:
                    break
        if ply == 0:
            self.choices = [Choice(move, question, scores.get(move)) for move, question in moves]
        return best

    def _made(self, position: Position) -> Mind:
        self.positions += 1
        return Mind(position, self.options)

    def _selected(self, position: Position, moves: list[tuple[Move, int]], before: int) -> list[tuple[Move, int]]:
        """Return the moves that do not lower the mover's ratio; without any, the two highest."""
        sign = 1 if position.to_move == MACHINE else -1
        gained = [
            sign * (ratio(self._made(played(position, move)).tables, self.options.factor) - before) for move, _ in moves
        ]
        kept = [entry for entry, gain in zip(moves, gained, strict=True) if gain >= 0]
        if kept:
            return kept
        two = sorted(range(len(moves)), key=lambda place: -gained[place])[:2]
        return [moves[place] for place in sorted(two)]
