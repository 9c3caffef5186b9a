"""Bernstein's chess program on the 704, beside what was printed about it: the table of docs/ibm704/chess.md.

    python docs/studies/bernstein.py                    Markdown
    python docs/studies/bernstein.py --moves            what it plays instead of the 39 printed moves
    python docs/studies/bernstein.py --mates FILE       how many mates it finds: of positions with mate in two moves

The positions are those of the two printed games and of the one printed position in which the program is to move. It
castles on the king's side alone in the second game, as it did there. The column of seconds depends on the host.

Mates are looked for in 500 positions of a file of EPD, drawn at random, and in those after the first move that mates in
two and the first of the replies, in the order of python-chess, where there is mate in one. The file of the page is
mate-in-2.epd of https://github.com/robertnurnberg/matetools, 6,331 positions, most of them problems.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import chess

sys.path.append(str(Path(__file__).resolve().parents[2]))

from emulators.ibm704.isa import CYCLE_MICROSECONDS
from tests.games.chess import printed
from tests.games.chess.boards import move_of, position_of
from tests.games.chess.machine import machine
from tests.games.chess.model import MACHINE, OPPONENT
from tests.games.chess.questions import Options

MODES = {
    "minimax": Options(),
    "selective": Options(selective=True),
    "eight moves": Options(most=8),
    "alpha-beta": Options(pruned=True),
}


class Thought(NamedTuple):
    """What the program does in a position."""

    hit: bool  # it plays the printed move
    san: str  # of its move
    positions: int
    cycles: int
    seconds: float  # of the host


def printed_positions() -> Iterator[tuple[str, chess.Board, bool]]:
    """Yield the printed moves of the program, the positions before them, and whether the second game has them."""
    for game in (printed.GAME_1, printed.GAME_2):
        board = chess.Board()
        for san in game:
            if board.turn == chess.WHITE:
                yield san, board.copy(stack=False), game is printed.GAME_2
            board.push_san(san)
    yield "Qe2", chess.Board(printed.MASTERLY + " 0 1"), False


def think(options: Options) -> Iterator[Thought]:
    """Yield what it does in each position."""
    for san, board, second in printed_positions():
        machine().options(replace(options, kings_side=second))
        began = time.perf_counter()
        best, _, positions, _ = machine().search(position_of(board, MACHINE))
        seconds = time.perf_counter() - began
        moves = {move_of(board, each, MACHINE).word: each for each in board.legal_moves}
        hit = moves[best] == board.parse_san(san)
        yield Thought(hit, board.san(moves[best]), positions, machine().cycles, seconds)


def routines() -> dict[str, float]:
    """Return the mean cycles of the routines at the printed positions."""
    names = ("TABLES", "SCORE", "ASK")
    found = []
    for _, board, _ in printed_positions():
        machine().place(position_of(board, MACHINE))
        found.append([machine().call(name) for name in names])
    return {name: sum(column) / len(found) for name, column in zip(names, zip(*found, strict=True), strict=True)}


def milliseconds(cycles: float) -> str:
    """Return the time of some cycles on the 704."""
    return f"{cycles * CYCLE_MICROSECONDS / 1000:.0f}"


def table() -> Iterator[str]:
    """Return the table."""
    cycles = routines()
    yield "| | here | published |"
    yield "|---|---:|---|"
    yield f"| TA2 and TA3 of a position, ms | {milliseconds(cycles['TABLES'])} | 89 |"
    yield f"| its score, ms | {milliseconds(cycles['SCORE'])} | |"
    yield f"| its plausible moves, ms | {milliseconds(cycles['ASK'])} | |"
    published = {"minimax": ("8", "2,800"), "selective": ("2", ""), "eight moves": ("15", ""), "alpha-beta": ("", "")}
    for name, options in MODES.items():
        thoughts = list(think(options))
        count, positions = len(thoughts), sum(each.positions for each in thoughts)
        spent = sum(each.cycles for each in thoughts)
        minutes, made = published[name]
        yield f"| {name}: minutes a move, mean | {spent * CYCLE_MICROSECONDS / 60e6 / count:.1f} | {minutes} |"
        yield f"| positions a move, mean | {positions / count:,.0f} | |"
        yield f"| positions a move, most | {max(each.positions for each in thoughts):,} | {made} |"
        yield f"| ms a position | {milliseconds(spent / positions)} | |"
        yield f"| printed moves chosen, of {count} | {sum(each.hit for each in thoughts)} | |"
        print(f"{name}: {sum(each.seconds for each in thoughts) / count:.2f} s of the host a move", file=sys.stderr)
    yield f"| words of storage | {machine().address('CHEND'):,} | 8,192 less 200 |"


def moves() -> Iterator[str]:
    """Return what it plays."""
    yield "| printed | here |"
    yield "|---|---|"
    for (san, _, _), thought in zip(printed_positions(), think(Options()), strict=True):
        yield f"| {san} | {'the same' if thought.hit else thought.san} |"


def mating(board: chess.Board, number: int) -> list[chess.Move]:
    """Return the moves that mate in at most a number of moves."""
    found = []
    for move in board.legal_moves:
        board.push(move)
        replies = list(board.legal_moves)
        if board.is_checkmate() or (
            number > 1 and replies and all(mated_after(board, each, number) for each in replies)
        ):
            found.append(move)
        board.pop()
    return found


def mated_after(board: chess.Board, reply: chess.Move, number: int) -> bool:
    """Return whether a reply is followed by mate in less than a number of moves."""
    board.push(reply)
    found = bool(mating(board, number - 1))
    board.pop()
    return found


def looked_for(board: chess.Board, mates: list[chess.Move]) -> tuple[bool, bool]:
    """Return whether one of the mates is plausible, and whether it is played."""
    machine().options(Options(pruned=True))
    best, _, _, choices = machine().search(position_of(board, MACHINE if board.turn else OPPONENT))
    words = {move_of(board, each, MACHINE if board.turn else OPPONENT).word for each in mates}
    return any(word in words for word, _, _ in choices), best in words


def mates(file: Path) -> Iterator[str]:
    """Return how many mates it finds."""
    lines = file.read_text().splitlines()
    found: dict[int, list[tuple[bool, bool]]] = {1: [], 2: []}
    for line in Random(1).sample(lines, min(500, len(lines))):
        board = chess.Board(" ".join(line.split()[:4]))
        keys = mating(board, 2)
        found[2].append(looked_for(board, keys))
        board.push(keys[0])
        if not board.is_checkmate():
            board.push(next(iter(board.legal_moves)))
            found[1].append(looked_for(board, mating(board, 1)))
    yield "| mate in | positions | plausible | played |"
    yield "|---:|---:|---:|---:|"
    for number, results in found.items():
        plausible, played = (sum(column) for column in zip(*results, strict=True))
        yield f"| {number} | {len(results)} | {plausible} | {played} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Bernstein's chess program beside what was printed about it")
    parser.add_argument("--moves", action="store_true", help="what it plays in the printed positions")
    parser.add_argument("--mates", type=Path, metavar="FILE", help="how many mates it finds, of positions in EPD")
    told = parser.parse_args()
    print("\n".join(mates(told.mates) if told.mates else moves() if told.moves else table()))


if __name__ == "__main__":
    main()
