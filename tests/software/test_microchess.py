"""Microchess plays chess, as an independent library knows the rules."""

import chess

from host.software.kim1 import LEVELS, self_play
from tests.software.fetched import entry_and_folder


def test_its_moves_are_legal_and_it_mates():
    _, folder = entry_and_folder("microchess")
    board = chess.Board()
    for move in self_play(folder, LEVELS["normal"], 40):
        # the side to move sees its own first row as row 0; its column 0 is on White's right, on Black's left
        columns, rows = (range(7, -1, -1), range(8)) if board.turn else (range(8), range(7, -1, -1))
        origin, target = (chess.square(columns[int(s[1])], rows[int(s[0])]) for s in (move.origin, move.target))
        board.push(board.find_move(origin, target))
    assert board.is_checkmate()
