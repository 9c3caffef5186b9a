"""The rook and queen endings at the console: boards, what was understood, what to type next, how a game ends."""

from __future__ import annotations

import re

import chess
import pytest

from host.cli.main import main
from host.compilers.algol.compiler import compile_text

from .sessions import PROGRAM, QUEEN, games, sitting

pytestmark = pytest.mark.usefixtures("quick")

FIGURE_33 = ("Kf2 Qd1 Kf4", ("Qd5", "Kg4", "Qe5", "Kh4", "Kf3", "Kh3", "Qh5#"))
PRINTED = [(game.version, game.start, game.moves) for game in games("printed.tsv")]
GAMES = [*PRINTED[:6], (QUEEN, *FIGURE_33)]
BOARD = re.compile(r"\n((?:[1-8](?: [ *][KQR.]){8}\n){8})   A  B  C  D  E  F  G  H\n")
PROMPT = re.compile(r"^YOUR MOVE, AS IN  K([A-H][1-8])$", re.MULTILINE)


def play(version, *lines, **more):
    """Return what a program prints if boards are wanted."""
    return sitting(version, ["P", *lines], **more).text("OUTPUT")


def position(men):
    """Return the board of three men, `Kh1 Ra1 Kd5`, White to move."""
    board = chess.Board(None)
    for man, colour in zip(men.split(), (chess.WHITE, chess.WHITE, chess.BLACK), strict=True):
        piece = chess.Piece(chess.PIECE_SYMBOLS.index(man[0].lower()), colour)
        board.set_piece_at(chess.parse_square(man[1:].lower()), piece)
    return board


def drawn(board):
    """Return a board as the programs print it."""
    rows = []
    for rank in reversed(range(8)):
        men = [board.piece_at(chess.square(file, rank)) for file in range(8)]
        cells = ("  ." if man is None else f" {' *'[man.color == chess.BLACK]}{man.symbol().upper()}" for man in men)
        rows.append(f"{rank + 1}{''.join(cells)}\n")
    return "".join(rows)


@pytest.mark.parametrize(("version", "start", "moves"), GAMES)
def test_the_board_is_printed_after_every_move_of_white_s(version, start, moves):
    board, expected = position(start), []
    for number, move in enumerate(moves):
        board.push_san(move)
        if number % 2 == 0:
            expected.append(drawn(board))
    printed = play(version, start, *moves[1::2])
    assert BOARD.findall(printed) == expected


@pytest.mark.parametrize(("version", "start", "moves"), GAMES)
def test_black_s_moves_are_printed_and_the_prompt_names_a_legal_one(version, start, moves):
    board, examples, echoed = position(start), [], []
    printed = play(version, start, *moves[1::2])
    prompts = iter(PROMPT.findall(printed))
    for number, move in enumerate(moves):
        board.push_san(move)
        if number % 2 == 0 and any(board.legal_moves):
            king = board.king(chess.BLACK)
            examples.append(chess.Move(king, chess.parse_square(next(prompts).lower())) in board.legal_moves)
        elif number % 2:
            echoed.append(f"{number // 2 + 1:2}. ... {move.upper()}")
    assert all(examples)
    assert next(prompts, None) is None
    assert re.findall(r"^[ 0-9]\d\. \.\.\. K..$", printed, re.MULTILINE) == echoed


def test_half_a_move_does_not_swallow_the_next_line():
    printed = play(2, "Kh1 Ra1 Kd5", "Ke", "Ke5")
    assert printed.count("NOT CORRECT. TRY AGAIN.\nYOUR MOVE, AS IN  KC4\n") == 1
    assert " 1. ... KE5\n 2. RD1\n" in printed


def test_what_is_still_wanted_is_said_at_the_end_of_every_line():
    printed = play(2, "", "Kh1", "Ra1", "Kd5", "", "0")
    start = printed.index("POSITION, ")
    assert printed[start:].startswith(
        "POSITION, AS IN  KH1 RA1 KD5\n" * 2 + "MORE, AS IN  RA1 KD5\nMORE, AS IN  KD5\n\nPOSITION KH1"
    )
    assert printed.count("YOUR MOVE, AS IN  KC4\n") == 2
    assert printed.endswith("0 TO STOP.\nPOSITION, AS IN  KH1 RA1 KD5\n")


def test_a_position_without_a_version_is_not_taken_for_one(capsys):
    """The 1 of KH1 was, once."""
    assert main(["6600", "rook", "--headless", "--line", "KH1 RA1 KD5", "--line", "0"]) == 0
    printed = capsys.readouterr().out
    assert "NOT CORRECT. TRY AGAIN.\nVERSION, POSITION, AS IN  2 KH1 RA1 KD5\n" in printed
    assert "state    the program has ended" in printed


def test_boards_are_left_out_and_come_again():
    printed = play(2, "Kh1 Ra1 Kd5", "N", "Ke5", "Ke4", "P")
    assert [drawn(position(men)) for men in ("Kg2 Ra1 Kd5", "Kf2 Rd1 Ke4")] == BOARD.findall(printed)


@pytest.mark.parametrize("boards", ["N", "P"])
def test_stalemate_ends_the_game(boards):
    machine = sitting(2, [boards, "Kf6 Rg7 Kh8", "Kh1 Ra1 Kd5", "0"])
    assert machine.reason == "the program has ended"
    assert machine.text("CH2").split("POSITION ")[1] == "KF6 RG7 KH8\n 1. KG6     STALEMATE. A DRAW.\n\n"
    assert "STALEMATE. A DRAW.\n\nANOTHER GAME." in machine.text("OUTPUT")


@pytest.mark.parametrize(("version", "name", "attacked", "start", "take"), [
    (2, "rook", "STEPS (BRF, BRK) = 1", "Kh1 Rd4 Ke5", "Kd4"),
    (QUEEN, "queen", "STEPS (BF - QF1, BK - QK1) = 1", "Ka1 Qh8 Kd5", "Ke5"),
])  # fmt: skip
def test_a_piece_that_hangs_can_be_taken(version, name, attacked, start, take):
    """No version lets that happen; one that does not look does."""
    path = PROGRAM.with_name(f"{name}.alg")
    text = path.read_text()
    assert text.count(attacked) == 1
    careless = compile_text(text.replace(attacked, attacked.replace("= 1", "= 9")), path.name).image
    machine = sitting(version, ["P", start, take], careless)
    assert machine.text("OUTPUT").count(f"BLACK TAKES THE {name.upper()}. A DRAW.\n\nANOTHER GAME.") == 1
    assert machine.text("CH2").endswith(f"BLACK TAKES THE {name.upper()}. A DRAW.\n")
    assert machine.reason == "the program has ended"
