"""Kings' endings that are won: how many the 704 wins, with its tape of endings and without, against perfect defence.

    python docs/studies/kings_endings.py [--games 100] [--depth 3] [--without-endings] [--kings 2 3 4]

Two, three and four kings against one, White to move, from random positions that are won; the lone king defends itself
by a table of all positions, made here backwards from the end. `--three-two` adds three against two from random
positions without a capture, won or not, against the alpha-beta engine of the tests looking four moves ahead.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, cast

sys.path.append(str(Path(__file__).resolve().parents[2]))

from docs.tools.make_endings import SAME
from host.games.boards import Colour
from host.games.checkers import endings
from host.games.checkers.program import DEPTH, CheckersProgram, Match
from host.games.checkers.rules import SQUARES, Move, Piece, Position, beside

WAYS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
LONGEST = 200  # moves of a game; draws come earlier
DEFENDER = 4  # moves ahead
SEED = 1

# ---------------------------------------------------------------- the table of all positions


def bit(square: int | None) -> int:
    """Return the bit of a square, 0 for none."""
    return 1 << square if square else 0


NEXT = [0, *(sum(bit(beside(square, way)) for way in WAYS) for square in SQUARES)]
JUMPS = [
    [],
    *(
        [(bit(beside(square, way)), bit(end), end) for way in WAYS if (end := beside(square, way, 2))]
        for square in SQUARES
    ),
]  # of each square: what is jumped, where the jump ends
BESIDE = [[], *([to for way in WAYS if (to := beside(square, way))] for square in SQUARES)]
TAKEN = [
    [],
    *(
        [(bit(one), bit(other)) for way in WAYS
         if (one := beside(square, way)) and (other := beside(square, (-way[0], -way[1])))]
        for square in SQUARES
    ),
]  # fmt: skip  # from where, and to where, a piece on a square is jumped


LIE = [[0, *(way[square] for square in SQUARES)] for way in SAME]
HOME = [0, *(min(way[square] for way in LIE) for square in SQUARES)]
HOMEWARD = [
    [],
    *([number for number, way in enumerate(LIE) if way[square] == HOME[square]] for square in SQUARES),
]  # of the ways to lie, those that bring a square home
LONE = sorted(set(HOME[1:]))  # the squares of the lone king that there are tables for
BYTES = [
    [[sum(bit(way[8 * part + at]) for at in range(8) if value >> at & 1 and 0 < 8 * part + at < 33)
      for value in range(256)] for part in range(5)]
    for way in LIE
]  # fmt: skip


def at_home(hunters: int, lone: int, way: int = -1) -> int:
    """Return the number of a position: hunters are a word, bit n for square n."""
    parts = BYTES[HOMEWARD[lone][0] if way < 0 else way]
    low, high = parts[0][hunters & 255] | parts[1][hunters >> 8 & 255], parts[2][hunters >> 16 & 255]
    return (low | high | parts[3][hunters >> 24 & 255] | parts[4][hunters >> 32]) << 6 | HOME[lone]


class Table:
    """All positions of some kings against one: moves of both sides to the end, where they win.

    `won`: the hunters are to move; `lost`: the lone king is. `fewer`: the table with a king less.
    """

    def __init__(self, hunters: int, fewer: Table | None = None) -> None:
        self.fewer = fewer or (Table(hunters - 1) if hunters > 1 else None)
        self.won, self.lost = dict[int, int](), dict[int, int]()
        layers: dict[int, list[tuple[int, int]]] = {}  # the lone king is to move and has lost in this number
        for lone in LONE:
            for chosen in combinations([square for square in SQUARES if square != lone], hunters):
                word = sum(map(bit, chosen))
                if any(word & one and not word & other for one, other in TAKEN[lone]):
                    self.won[word << 6 | lone] = 1
                if (moves := self.end_of(word, lone)) is not None:
                    layers.setdefault(moves, []).append((word, lone))
        for word, lone in self._at(1):
            self._found(word, lone, 2, layers)
        number = 0
        while number <= max(layers, default=-1):
            wins = list[int]()
            for word, lone in layers.pop(number, ()):
                key = word << 6 | lone
                if key not in self.lost:
                    self.lost[key] = number
                    wins += self._before(word, lone)
            for key in wins:
                if key not in self.won:
                    self.won[key] = number + 1
                    self._found(key >> 6, key & 63, number + 2, layers)
            number += 2

    def _at(self, moves: int) -> list[tuple[int, int]]:
        return [(key >> 6, key & 63) for key, each in self.won.items() if each == moves]

    def end_of(self, word: int, lone: int) -> int | None:
        """Return the moves to the end if the lone king, to move, has none, or can capture and loses all the same."""
        captures = list(captured(word, lone))
        if captures:
            ends = [self.after_capture(*each) for each in captures]
            return None if None in ends else 1 + max(end for end in ends if end is not None)
        return None if NEXT[lone] & ~word else 0

    def after_capture(self, word: int, lone: int) -> int | None:
        """Return in how many moves the hunters that are left win; None if they do not."""
        table: Table | None = self
        while table is not None and word.bit_count() < table.hunters:
            table = table.fewer
        return table.won.get(at_home(word, lone)) if table is not None and word else None

    @property
    def hunters(self) -> int:
        """The number of kings against one."""
        return 1 if self.fewer is None else self.fewer.hunters + 1

    def _before(self, word: int, lone: int) -> Iterator[int]:
        """Yield the positions from which a hunter moves into one."""
        for square in SQUARES:
            if word >> square & 1:
                for start in BESIDE[square]:
                    if start != lone and not word >> start & 1:
                        yield (word & ~bit(square) | bit(start)) << 6 | lone

    def _found(self, word: int, lone: int, number: int, layers: dict[int, list[tuple[int, int]]]) -> None:
        """Note where the lone king has lost now, as all its moves lead to positions that are won."""
        for start in BESIDE[lone]:
            if not word >> start & 1 and not any(word & over and not word & to for over, to, _ in JUMPS[start]):
                for to in BESIDE[start]:
                    if not word >> to & 1 and at_home(word, to) not in self.won:
                        break
                else:
                    for way in HOMEWARD[start]:
                        if (key := at_home(word, start, way)) not in self.lost:
                            layers.setdefault(number, []).append((key >> 6, key & 63))

    # ------------------------------------------------------------ of positions

    def end(self, position: Position, hunter: Colour) -> int | None:
        """Return the moves to the end, None if a position is not won for the hunters."""
        word = sum(bit(square) for square, piece in position.pieces.items() if piece.colour is hunter)
        lone = next((square for square, piece in position.pieces.items() if piece.colour is not hunter), None)
        if lone is None:
            return 0
        table: Table = self
        while word.bit_count() < table.hunters and table.fewer is not None:
            table = table.fewer
        return (table.won if position.to_move is hunter else table.lost).get(at_home(word, lone))

    def defence(self, position: Position) -> Move:
        """Return the lone king's best move: one that does not lose, or loses last."""

        def worth(move: Move) -> float:
            end = self.end(position.played(move), position.to_move.other)
            return float("inf") if end is None else end

        return max(position.legal_moves(), key=worth)


def captured(word: int, at: int, taken: bool = False) -> Iterator[tuple[int, int]]:
    """Yield what is left of the hunters, and where the lone king is, after each of its captures."""
    further = [(word & ~over, end) for over, to, end in JUMPS[at] if word & over and not word & to]
    for left, end in further:
        yield from captured(left, end, taken=True)
    if taken and not further:
        yield word, at


# ---------------------------------------------------------------- games


def random_positions(white: int, black: int, seed: int = SEED) -> Iterator[Position]:
    """Yield positions of kings, White to move."""
    chance = random.Random(seed)
    while True:
        squares = chance.sample(SQUARES, white + black)
        kings = [Piece.WHITE_KING] * white + [Piece.BLACK_KING] * black
        yield Position(dict(zip(squares, kings, strict=True)), Colour.WHITE)


def play(program: CheckersProgram, start: Position, depth: int, defence: Callable[[Position], Move]) -> Match:
    """Let the program play White."""
    match = Match(program, depth, start)
    while match.game.result is None and len(match.game.moves) < LONGEST:
        if match.game.position.to_move is Colour.WHITE:
            match.answer()
        else:
            match.move(defence(match.game.position))
    return match


def report(title: str, matches: list[Match], best: list[int]) -> str:
    """Return a line on some games."""
    won = [match for match in matches if match.game.result and match.game.result.winner is Colour.WHITE]
    lengths = statistics.mean(len(match.game.moves) for match in won) if won else 0
    seconds = [thought.seconds for match in matches for thought in match.thoughts.values()]
    perfect = f"; by best play {statistics.mean(best):.1f}" if best else ""
    return (
        f"{title}: {len(won)} of {len(matches)} won, in {lengths:.1f} moves of both sides{perfect}; "
        f"{statistics.mean(seconds):.1f} s a move, {max(seconds):.1f} s the longest"
    )


def rows(program: CheckersProgram, kings: list[int], games: int, depth: int) -> Iterator[str]:
    """Yield a line for each number of kings."""
    table: Table | None = None
    for hunters in range(1, max(kings) + 1):
        table = Table(hunters, table)
        if hunters in kings:
            starts = list[Position]()
            for start in random_positions(hunters, 1):
                if table.end(start, Colour.WHITE) is not None:
                    starts.append(start)
                if len(starts) == games:
                    break
            matches = [play(program, start, depth, table.defence) for start in starts]
            best = [table.end(start, Colour.WHITE) or 0 for start in starts]
            yield report(f"{hunters} kings against one", matches, best)


def three_two(program: CheckersProgram, games: int, depth: int) -> str:
    """Return a line on three kings against two."""
    from tests.games.checkers import alpha_beta

    chance, engine = random.Random(SEED), cast("Any", alpha_beta)

    def defence(position: Position) -> Move:
        letters = [position.pieces[square].value if square in position.pieces else "." for square in SQUARES]
        path, taken = engine.best([position.to_move.letter.lower(), *letters], DEFENDER, chance)
        legal = position.legal_moves()
        return next(move for move in legal if tuple(move.path) == path and set(move.captured) == set(taken))

    starts = (start for start in random_positions(3, 2) if not start.legal_moves()[0].captured)
    matches = [play(program, start, depth, defence) for _, start in zip(range(games), starts, strict=False)]
    return report("3 kings against two", matches, [])


def main() -> None:
    """Play, and print the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--kings", type=int, nargs="*", default=[2, 3, 4], choices=(2, 3, 4))
    parser.add_argument("--three-two", action="store_true")
    parser.add_argument("--without-endings", action="store_true")
    options = parser.parse_args()
    program = CheckersProgram()
    program.prune(on=True)
    program.resign(on=False)
    if not options.without_endings:
        endings.take(program)
    if options.kings:
        for line in rows(program, options.kings, options.games, options.depth):
            print(line, flush=True)
    if options.three_two:
        print(three_two(program, options.games, options.depth))


if __name__ == "__main__":
    main()
