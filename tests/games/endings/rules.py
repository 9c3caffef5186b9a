"""The rules of king and piece against king once more, square by square: to judge tables by."""

from __future__ import annotations

from itertools import product

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
LINES = {"R": STRAIGHT, "Q": AROUND}


def place(square):
    return square % 8, square // 8


def on_board(file, rank):
    return file in range(8) and rank in range(8)


def touching(one, other):
    (file, rank), (file2, rank2) = place(one), place(other)
    return abs(file - file2) <= 1 and abs(rank - rank2) <= 1


def around(square):
    file, rank = place(square)
    return [file + f + 8 * (rank + r) for f, r in AROUND if on_board(file + f, rank + r)]


def ways(kind, start, men):
    """Return where a piece can go, and the square of the man that ends each way."""
    free, blocked = [], []
    for f, r in LINES[kind]:
        file, rank = place(start)
        while on_board(file := file + f, rank := rank + r):
            if file + 8 * rank in men:
                blocked.append(file + 8 * rank)
                break
            free.append(file + 8 * rank)
    return free, blocked


def attacked(kind, king, piece, black):
    return black in ways(kind, piece, {king, black})[1]


def black_moves(kind, king, piece, black):
    """Return the squares to which Black's king can go; that of the piece, too."""
    return [
        square
        for square in around(black)
        if not touching(king, square) and (square == piece or not attacked(kind, king, piece, square))
    ]


def white_moves(kind, king, piece, black):
    """Return the positions behind White's moves."""
    kings = [(each, piece, black) for each in around(king) if each != piece and not touching(each, black)]
    return kings + [(king, each, black) for each in ways(kind, piece, {king, black})[0]]


def written(moves):
    """Return the squares of moves `Kg2 Ke4`, with the men."""
    return [(each[0], "abcdefgh".index(each[1]) + 8 * (int(each[2]) - 1)) for each in moves.split()]


def played(kind, start, moves):
    """Return the position and whose move it is behind moves; raises AssertionError for one that is not legal."""
    king, piece, black = start
    for number, (man, square) in enumerate(written(moves)):
        if number % 2:
            assert man == "K"
            assert square in black_moves(kind, king, piece, black)
            black = square
        else:
            after = (square, piece, black) if man == "K" else (king, square, black)
            assert after in white_moves(kind, king, piece, black)
            king, piece, black = after
    return (king, piece, black), "wb"[len(moves.split()) % 2]
