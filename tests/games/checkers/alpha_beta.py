"""A checkers engine to measure others with: `python alpha_beta.py DEPTH [SEED]` speaks Hub.

It counts pieces, a man 2, a king 3, DEPTH moves ahead, after that as long as there are captures, by alpha-beta. Equal
moves are chosen by the seed. Nothing of Ironboard is in it: neither its rules nor its protocol. A board is a list of 33
letters, "bwBW." as in the protocol ("." is empty); [0] is the side to move.
"""

from __future__ import annotations

import random
import re
import sys

WORTH = {"b": 2, "B": 3, "w": -2, "W": -3, ".": 0, "-": 0}
WON = 1000
DOWN, UP = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))
WAYS = {"b": DOWN, "w": UP, "B": DOWN + UP, "W": DOWN + UP}


def square(row, column):
    """The number of a dark square; 0 off the board."""
    return row * 4 + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else 0


def neighbours():
    """For each piece and square: the squares next to it, each with the one behind it."""
    table = {piece: [()] for piece in WAYS}
    for number in range(32):
        row, column = number // 4, number % 4 * 2 + (number // 4 + 1) % 2
        for piece, ways in WAYS.items():
            pairs = [(square(row + y, column + x), square(row + 2 * y, column + 2 * x)) for y, x in ways]
            table[piece].append(tuple(pair for pair in pairs if pair[0]))
    return table


NEXT = neighbours()


def jumps(board, piece, path, taken):
    """All captures of a piece that has come along a path, as (path, taken)."""
    found = []
    if not (len(path) > 1 and piece in "bw" and path[-1] in (range(29, 33) if piece == "b" else range(1, 5))):
        foes = "wW" if piece in "bB" else "bB"
        for over, behind in NEXT[piece][path[-1]]:
            if board[over] in foes and behind and over not in taken and (board[behind] == "." or behind == path[0]):
                found += jumps(board, piece, (*path, behind), (*taken, over))
    return found or ([(path, taken)] if taken else [])


def moves(board):
    """All moves, as (path, taken)."""
    own = "bB" if board[0] == "b" else "wW"
    mine = [at for at in range(1, 33) if board[at] in own]
    captures = [move for at in mine for move in jumps(board, board[at], (at,), ())]
    return captures or [((at, to), ()) for at in mine for to, _ in NEXT[board[at]][at] if board[to] == "."]


def after(board, move):
    """The board after a move."""
    (*_, end), taken = move
    new = board.copy()
    piece, new[move[0][0]] = new[move[0][0]], "."
    for at in taken:
        new[at] = "."
    new[end] = piece.upper() if end in (range(29, 33) if piece == "b" else range(1, 5)) else piece
    new[0] = "w" if board[0] == "b" else "b"
    return new


def value(board, depth, low=-WON, high=WON):
    """What the position is worth to the side to move; a win the more the nearer it is."""
    found = moves(board)
    if not found:
        return -WON + 50 - depth if depth > 0 else -WON + 50
    if depth <= 0 and not found[0][1]:
        count = sum(map(WORTH.__getitem__, board[1:]))
        return count if board[0] == "b" else -count
    for move in found:
        low = max(low, -value(after(board, move), depth - 1, -high, -low))
        if low >= high:
            break
    return low


def best(board, depth, chance):
    """A best move."""
    found, low, chosen = moves(board), -WON, None
    chance.shuffle(found)
    for move in found:
        worth = -value(after(board, move), depth - 1, -WON, -low)
        if worth > low:
            low, chosen = worth, move
    return chosen


def written(move):
    """A move in the protocol."""
    path, taken = move
    return "x".join(map(str, (path[0], path[-1], *sorted(taken)))) if taken else f"{path[0]}-{path[-1]}"


def main(depth, seed):
    """Speak Hub."""
    board, chance = [], random.Random(seed)
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "hub":
            print(f'id name="alpha-beta {depth}" version=1\nwait', flush=True)
        elif word == "init":
            print("ready", flush=True)
        elif word == "pos":
            text = re.search(r"pos=(\S+)", line)[1]
            board = [text[0].lower(), *text[1:].replace("e", ".")]
            told = re.search(r'moves="([^"]*)"', line)
            for made in told[1].split() if told else ():
                board = after(board, next(move for move in moves(board) if written(move) == made))
        elif word == "go":
            print(f"done move={written(best(board, depth, chance))}", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
