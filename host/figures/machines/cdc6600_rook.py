"""King and rook, king and queen against king, on the 6600: the printed games, how long games are, stalemates.

The ALGOL programs are asked for one move after the other. Black's moves are those that are printed, those of the best
defender, or all. What the figures ask for are moves, so the machine counts instructions and not their time, which is
faster.

Source: C. Zuidema, Chess, how to program the exceptions?, chapters 1 to 5; games: tests/data/zuidema/printed.tsv.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from host.figures.measuring import Measured, Measurement, measures
from host.games.boards import data_file
from host.games.endings.perfect import (
    KING,
    NEVER,
    NOWHERE,
    SIDE,
    Position,
    attacks,
    line,
    name,
    open_to_black,
    perfect,
    possible,
    square,
    starts,
    white_distance,
)
from host.games.endings.program import MATE, MOST, VERSIONS, Ending, Games, written

NUMBERS = {"primitive": "1", "new": "2"}  # of the versions in that file
STEP = 397  # every so manieth position begins a game: all of them would take minutes
NEAR = 1  # files: a rook so near cannot mate on the edge
EIGHTH, SIXTH = 7, 5  # ranks, from 0


class Printed(NamedTuple):
    """A game that is printed, or its beginning."""

    start: Position
    white: tuple[str, ...]  # moves: Kg2
    black: tuple[int, ...]  # the squares he goes to


FIGURE_33 = Printed(
    Position(square("f2"), square("d1"), square("f4")),
    ("Qd5", "Qe5", "Kf3", "Qh5"),
    (square("g4"), square("h4"), square("h3")),
)


@cache
def printed(version: str, figure: str) -> Printed:
    """Return a game of a version: that of the queen, or one from the file."""
    if version == "queen":
        return FIGURE_33
    rows = (
        row.split("\t")
        for row in data_file("zuidema/printed.tsv", "zuidema.tsv").read_text(encoding="utf-8").splitlines()
        if not row.startswith("#")
    )
    men, moves = next(row[2:] for row in rows if row[:2] == [NUMBERS[version], figure])
    turns = [move.rstrip("+#") for move in moves.split()]
    return Printed(
        Position(*(square(man[1:]) for man in men.split())),
        tuple(turns[::2]),
        tuple(square(move[1:]) for move in turns[1::2]),
    )


# ---------------------------------------------------------------- games


@cache
def ending(version: str) -> Ending:
    """Return a 6600 with a version."""
    return Ending(version, exact=False)


def next_move(at_work: Ending) -> str:
    """Let White move; return the move."""
    before = at_work.memory.position
    at_work.move()
    now = at_work.memory.position
    return f"K{name(now.king)}" if now.king != before.king else f"{at_work.version.piece}{name(now.piece)}"


def moves(version: str, game: Printed) -> list[str]:
    """Return White's moves, as long as they are those printed, and the first other one."""
    at_work = ending(version)
    at_work.begin(game.start)
    found: list[str] = []
    for expected, reply in zip(game.white, (*game.black, None), strict=False):
        found.append(next_move(at_work))
        if found[-1] != expected:
            break
        if reply is not None:
            at_work.black_goes(reply)
    return found


def is_mate(at_work: Ending) -> bool:
    """Return whether Black, who is to move, is mated by the rules."""
    return bool(perfect(at_work.version.piece).black[at_work.memory.position] == 0)


def replies(piece: str, now: Position) -> list[int]:
    """Return where Black's king can go."""
    may = open_to_black(piece)[now.king, now.piece]
    near = (target for direction in KING for target in list(line(now.black, direction))[:1])
    return [target for target in near if may[target]]


def longest(at_work: Ending, made: int = 0) -> int:
    """Return how many moves White has made, `made` up to now, when he has mated, whatever Black does; MOST: never."""
    if is_mate(at_work):
        return made
    targets = replies(at_work.version.piece, at_work.memory.position)
    if not targets or made == MOST or at_work.memory.position.piece in targets:  # stalemate, a draw, the piece is lost
        return MOST
    state, found = at_work.machine.snapshot(), []
    for target in targets:
        at_work.black_goes(target)
        at_work.move()
        found.append(longest(at_work, made + 1))
        at_work.machine.restore(state)
    return max(found)


# ---------------------------------------------------------------- printed games


def told(found: list[str], game: Printed, version: str) -> str:
    """Return in words where a game began, and whether White's moves are those printed."""
    start = f"from {written(game.start, VERSIONS[version].piece)}"
    if tuple(found) == game.white:
        return f"{start}, White's {len(found)} moves as printed"
    return f"{start}; move {len(found)} is {found[-1]} and not {game.white[len(found) - 1]}"


def agreeing(found: list[str], game: Printed) -> int:
    """Return how many of White's moves are those printed."""
    return sum(mine == printed for mine, printed in zip(found, game.white, strict=False))


def to_mate(figure: str, version: str, of: str) -> Measurement:
    """Return what counts the moves of a game that is printed up to mate; 0 if there is none."""

    def played() -> Measured:
        game = printed(version, of)
        found = moves(version, game)
        return Measured(len(found) if is_mate(ending(version)) else 0, told(found, game, version))

    return measures(figure)(played)


def as_printed(figure: str, version: str, of: str) -> Measurement:
    """Return what counts the moves of White's that are those printed, one behind the other."""

    def played() -> Measured:
        game = printed(version, of)
        found = moves(version, game)
        return Measured(agreeing(found, game), told(found, game, version))

    return measures(figure)(played)


def first(figure: str, version: str, of: str) -> Measurement:
    """Return what finds White's first move."""

    def played() -> Measured:
        game = printed(version, of)
        return Measured(moves(version, game)[0], f"from {written(game.start, 'R')}")

    return measures(figure)(played)


def and_so_on(figure: str, version: str, of: str, reply: str = "") -> Measurement:
    """Return what plays a game as far as it is printed, perhaps with one more reply, and from there on all ways."""

    def played() -> Measured:
        game, at_work = printed(version, of), ending(version)
        found = moves(version, game)
        if agreeing(found, game) < len(game.white):
            return Measured(0, told(found, game, version))
        if reply:
            at_work.black_goes(square(reply))
            at_work.move()
        most = longest(at_work, len(found) + bool(reply))
        return Measured(most, f"{told(found, game, version)}; then the longest of Black's ways")

    return measures(figure)(played)


GAMES = (
    to_mate("rook.fig30", "new", "fig30"),
    and_so_on("rook.fig30a", "new", "fig30A", "h7"),
    as_printed("rook.fig30a-4", "new", "fig30A note 4...Kg3"),
    as_printed("rook.fig30a-9", "new", "fig30A note 9...Kf7"),
    to_mate("rook.fig31", "new", "fig31"),
    and_so_on("rook.fig32", "new", "fig32"),
    first("rook.fig17-move", "new", "fig17"),
    first("rook.fig18-move", "new", "fig18"),
    as_printed("rook.fig19", "new", "fig19"),
    first("rook.fig23", "new", "fig23"),
    first("rook.fig24", "new", "fig24"),
    first("rook.fig25", "new", "fig25"),
    as_printed("rook.fig26", "new", "fig26"),
    to_mate("primitive.fig29", "primitive", "fig29"),
    as_printed("primitive.fig22", "primitive", "fig22 prim"),
    to_mate("primitive.fig7", "primitive", "fig7 prim"),
    to_mate("primitive.fig8", "primitive", "fig8 prim"),
    first("primitive.fig9", "primitive", "fig9 prim"),
    first("primitive.fig14-move", "primitive", "fig14 prim"),
    to_mate("primitive.fig15", "primitive", "fig15 prim"),
    first("primitive.fig18-move", "primitive", "fig18 prim"),
    to_mate("queen.fig33", "queen", "fig33"),
)


# ---------------------------------------------------------------- all positions


@measures("rook.theory")
def moves_with_the_best_play() -> Measured:
    """Look how far the farthest position is from mate."""
    best = perfect("R").white
    return Measured(int(best[best < NEVER].max()), f"by retrograde analysis of all {len(starts('R')):,} positions")


def longest_game(figure: str, version: str) -> Measurement:
    """Return what looks for the longest of some games that are won."""

    def played() -> Measured:
        games = list(Games(ending(version)).games(starts("R")[::STEP]))
        won = [len(game.moves) for game in games if game.end == MATE]
        how = f"the longest of {len(won):,} games won, from every {STEP}th position, against the best defender"
        return Measured(max(won), f"{how}; {len(games) - len(won)} are not won")

    return measures(figure)(played)


def stalemates(figure: str, version: str) -> Measurement:
    """Return what counts the positions in which White's first move is stalemate; none of the others can be."""

    def played() -> Measured:
        at_work, reply = ending(version), perfect("R").reply
        found = 0
        for start in stalemate_possible():
            at_work.begin(start)
            at_work.move()
            now = at_work.memory.position
            found += bool(reply[now] == NOWHERE and not attacks("R")[now])
        how = f"stalemates by the first move, in the {len(stalemate_possible()):,} positions in which one is possible"
        return Measured(found, how)

    return measures(figure)(played)


@cache
def stalemate_possible() -> tuple[Position, ...]:
    """Return the positions in which a move of White's is stalemate."""
    stalemate = possible() & (perfect("R").reply == NOWHERE) & ~attacks("R")
    one_move = white_distance("R", np.where(stalemate, np.uint8(0), np.uint8(NEVER))) < NEVER
    return tuple(Position(*each) for each in np.argwhere(one_move).tolist())


STRENGTH = (
    longest_game("rook.longest", "new"),
    stalemates("rook.unsolved", "new"),
    longest_game("primitive.longest", "primitive"),
    stalemates("primitive.unsolved", "primitive"),
)


@measures("primitive.mate-in-three")
def rook_too_near() -> Measured:
    """Play from where only the rook stands wrong, whatever Black does."""
    at_work, found = ending("primitive"), []
    for start in patterns():
        at_work.begin(start)
        at_work.move()
        found.append(longest(at_work, 1))
    return Measured(max(found), f"the longest of Black's ways from {len(found)} positions, Black on e8 to h8")


def patterns() -> Iterator[Position]:
    """Yield the positions with the kings as for mate on the eighth rank, between e8 and h8, but the rook too near."""
    for start in starts("R"):
        (rank, file), (king_rank, king_file) = divmod(start.black, SIDE), divmod(start.king, SIDE)
        apart = abs(file - king_file)
        facing = apart == 0 or (apart == 1 and file == SIDE - 1)  # a knight's jump in the corner
        too_near = abs(start.piece % SIDE - file) <= NEAR
        if rank == EIGHTH and king_rank == SIXTH and file >= SIDE // 2 and facing and too_near:
            yield start
