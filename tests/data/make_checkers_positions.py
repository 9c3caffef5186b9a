"""Which checkers positions are move generators tested with, and what are their moves? Writes tests/data/checkers/.

Run as `python tests/data/make_checkers_positions.py`. The moves and counts are pydraughts' (of the `test` extra), no
program of the project has a part in them; the format is described in the first lines of the file. What it took: three
minutes for 349 positions of random games and random boards, each kind picked by its moves, not by hand.
"""

import random
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from draughts.core.game import Game

FOLDER = Path(__file__).parent / "checkers"
SEED = 704
DEPTH = 3  # of the counts
OPENING = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
FIGURE = "B:W9,10,11,17,18,19,25,26,27:BK29"  # the most difficult of multiple captures: Bell, figure 3.7

HEAD = """\
# Positions of checkers (English draughts), their moves, and how many sequences of 1, 2 and 3 moves there are.
# Made by tests/data/make_checkers_positions.py; moves and counts are those of pydraughts {version}.
#
# kind: why it was taken. position: as PDN writes it, the side to move first, kings with a K.
# moves: all of them, each with all of its squares, sorted by these; - = none: the side to move has lost.
# counts: every path of a capture counts.
#
# kind position moves counts
"""


class Move(NamedTuple):
    """A move of pydraughts'."""

    path: tuple[int, ...]
    captured: tuple[int, ...]
    raw: list[list[int]]

    def __str__(self) -> str:
        return ("x" if self.captured else "-").join(map(str, self.path))


class Board(NamedTuple):
    """A position as text and its moves."""

    fen: str
    moves: list[Move]


def game_at(fen: str) -> Game:
    return Game(variant="english", fen=fen)


def moves_of(game: Game) -> list[Move]:
    found = []
    for raw, captures in zip(*game.legal_moves(), strict=True):
        captured = tuple(square for square in captures if square)
        found.append(Move((raw[0][0], *(step[1] for step in raw)), captured, raw))
    return sorted(found)


def after(game: Game, move: Move) -> Game:
    then = game.copy_fast()
    then.push(move.raw)
    return then


def fen_of(game: Game) -> str:
    """The position in the order in which the project writes it: white, black; men, kings."""
    turn, *sides = game.get_li_fen().split(":")
    written = {"W": "W", "B": "B"}
    for side in sides:
        squares = [(each[0] == "K", int(each.lstrip("K"))) for each in side[1:].split(",") if each]
        written[side[0]] = side[0] + ",".join(f"{'K' if king else ''}{square}" for king, square in sorted(squares))
    return f"{turn}:{written['W']}:{written['B']}"


def counts(game: Game) -> list[int]:
    found, level = [], [game]
    for depth in range(1, DEPTH + 1):
        pairs = [(each, move) for each in level for move in moves_of(each)]
        found.append(len(pairs))
        level = [after(each, move) for each, move in pairs] if depth < DEPTH else []
    return found


# ------------------------------------------------------------ where positions come from


def games(chance: random.Random) -> Iterator[Board]:
    """Positions of games in which both sides move at random."""
    while True:
        game = game_at(OPENING)
        for _ in range(150):
            moves = moves_of(game)
            yield Board(fen_of(game), moves)
            if not moves:
                break
            game = after(game, chance.choice(moves))


def boards(chance: random.Random) -> Iterator[Board]:
    """Boards with pieces at random, more or fewer of them, more or fewer kings."""
    while True:
        fullness, kings = chance.choice((0.15, 0.3, 0.5, 0.7)), chance.random()
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for square in range(1, 33):
            side = chance.choice("WB")
            far = square <= 4 if side == "W" else square >= 29
            if chance.random() < fullness and len(sides[side]) < 12:
                sides[side].append(f"K{square}" if far or chance.random() < kings else f"{square}")
        if sides["W"] and sides["B"]:
            turn = chance.choice("WB")
            game = game_at(f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}")
            yield Board(fen_of(game), moves_of(game))


# ------------------------------------------------------------ which of them are taken


def is_king(board: Board, square: int) -> bool:
    return any(each.lstrip("WB") == f"K{square}" for side in board.fen.split(":")[1:] for each in side.split(","))


def has_pieces(board: Board) -> bool:
    return any(side.startswith(board.fen[0]) and len(side) > 1 for side in board.fen.split(":")[1:])


def most_captured(board: Board) -> int:
    return max((len(move.captured) for move in board.moves), default=0)


def lengths(board: Board) -> set[int]:
    return {len(move.captured) for move in board.moves if move.captured}


def crowns_by_capture(board: Board) -> bool:
    far = range(29, 33) if board.fen[0] == "B" else range(1, 5)
    return any(move.captured and move.path[-1] in far and not is_king(board, move.path[0]) for move in board.moves)


def crowns(board: Board) -> bool:
    far = range(29, 33) if board.fen[0] == "B" else range(1, 5)
    return any(move.path[-1] in far and not is_king(board, move.path[0]) for move in board.moves)


def same_ends(board: Board) -> bool:
    ends = [(move.path[0], move.path[-1]) for move in board.moves if move.captured]
    return len(ends) > len(set(ends))


def superfluous(board: Board) -> bool:
    """Two paths of the same piece that leave the same board behind."""
    ends = [(move.path[0], move.path[-1], frozenset(move.captured)) for move in board.moves if move.captured]
    return len(ends) > len(set(ends))


Test = Callable[[Board], bool]
KINDS: list[tuple[str, int, Callable[[random.Random], Iterator[Board]], Test]] = [
    ("game", 110, games, lambda board: bool(board.moves)),
    ("lost", 6, games, lambda board: not board.moves and not has_pieces(board)),
    ("blocked", 6, games, lambda board: not board.moves and has_pieces(board)),
    ("forced", 20, games, lambda board: len(board.moves) == 1 and most_captured(board) == 1),
    ("double", 20, games, lambda board: most_captured(board) == 2),
    ("triple", 15, games, lambda board: most_captured(board) >= 3),
    ("choice", 15, games, lambda board: len(lengths(board)) > 1),
    ("crowned", 15, games, crowns),
    ("crowned-by-capture", 15, games, crowns_by_capture),
    (
        "kings",
        60,
        boards,
        lambda board: bool(board.moves) and any(is_king(board, move.path[0]) for move in board.moves),
    ),
    ("long", 20, boards, lambda board: most_captured(board) >= 4),
    ("round", 15, boards, lambda board: any(move.path[0] == move.path[-1] for move in board.moves)),
    ("same-ends", 15, boards, same_ends),
    ("superfluous", 15, boards, superfluous),
]


def picked() -> Iterator[tuple[str, str]]:
    """Each kind by itself, every position once, not two close together in a game."""
    seen = {OPENING, FIGURE}
    yield "opening", OPENING
    yield "figure", FIGURE
    for kind, wanted, source, test in KINDS:
        chance = random.Random(f"{SEED} {kind}")
        taken, wait = 0, 0
        for board in source(chance):
            wait -= 1
            if wait < 0 and board.fen not in seen and test(board):
                seen.add(board.fen)
                yield kind, board.fen
                taken, wait = taken + 1, 7
                if taken == wanted:
                    break


def main() -> None:
    lines = []
    for kind, fen in picked():
        game = game_at(fen)
        moves = ",".join(map(str, moves_of(game))) or "-"
        lines.append(f"{kind} {fen} {moves} {'/'.join(map(str, counts(game)))}\n")
    FOLDER.mkdir(exist_ok=True)
    head = HEAD.format(version=metadata.version("pydraughts"))
    (FOLDER / "positions.txt").write_text(head + "".join(lines))


if __name__ == "__main__":
    main()
