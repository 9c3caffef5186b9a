"""Castling and captures en passant: keys by the program with FULL, and by another chess program's rules."""

from __future__ import annotations

import random
import re
from functools import cache

import chess
import pytest

from host.cli.main import main
from host.games.boards import ProgramFault
from host.games.fen import parse
from host.games.mates import MatesProgram, Verdict
from tests.games.mates import rules

pytestmark = pytest.mark.usefixtures("quick")


@cache
def program():
    return MatesProgram()


def boards(count, seed):
    """Return legal positions, White to move, in which castling and captures en passant are near."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board(None)
        passed = rng.random() < 0.4 and rng.choice(range(8))
        place(board, rng, "K", [4] if rng.random() < 0.6 else range(64))
        place(board, rng, "k", [60] if rng.random() < 0.6 else range(64))
        for man in rng.sample(["R0", "R7", "r56", "r63"], rng.randint(1, 3)):
            place(board, rng, man[0], [int(man[1:])])
        if passed is not False:
            place(board, rng, "p", [32 + passed])
        for man in rng.choices("PPPppQQRNBqnb", k=rng.randint(2, 6)):
            ranks = {"P": (8, 16, 32, 32), "p": (48, 48, 24, 32)}.get(man)
            squares = range(64) if ranks is None else range(start := rng.choice(ranks), start + 8)
            place(board, rng, man, [each for each in squares if man in "Pp" or each not in (4, 60)])
        board.castling_rights = sum(1 << at for at in (0, 7, 56, 63) if rng.random() < 0.9)
        board.castling_rights = board.clean_castling_rights()
        if passed is not False and not board.piece_at(40 + passed) and not board.piece_at(48 + passed):
            board.ep_square = 40 + passed
        if board.is_valid() and board.king(chess.WHITE) is not None:
            found.append(board)
    return found


def place(board, rng, man, squares):
    free = [each for each in squares if not board.piece_at(each)]
    if free:
        board.set_piece_at(rng.choice(free), chess.Piece.from_symbol(man))


def keys(board):
    """Return the moves that the program takes for keys: every answer, if there is one, is mated."""
    found = []
    for key in board.legal_moves:
        board.push(key)
        if all(mated(board, answer) for answer in board.legal_moves):
            found.append(key.uci())
        board.pop()
    return sorted(found)


def mated(board, answer):
    board.push(answer)
    found = any(mates(board, move) for move in board.legal_moves)
    board.pop()
    return found


def mates(board, move):
    board.push(move)
    found = board.is_checkmate()
    board.pop()
    return found


def of(board):
    """Return a position with all that its FEN says."""
    return parse(board.fen(en_passant="fen"), full=True)


def solved(board):
    position = of(board)
    return sorted(map(str, program().solve(position.men, every=True, full=position.given).keys))


@pytest.mark.parametrize("seed", range(2))
def test_the_keys_of_random_positions_are_those_of_another_program(seed):
    for board in boards(10, seed):
        assert solved(board) == keys(board), board.fen()


def test_legal_moves_with_rights_are_those_of_another_program():
    for board in boards(30, 17):
        position, theirs = of(board), sorted(move.uci() for move in board.legal_moves)
        assert sorted(map(str, rules.legal(position.men, True, position.given))) == theirs, board.fen()
        for move in rules.legal(position.men, True, position.given):
            written = rules.written(position.men, move, position.given)
            assert written == board.san(chess.Move.from_uci(str(move))), board.fen()


# what castling and captures en passant change; python-chess is asked in the test
DECIDED = [
    ("Q1b1k2r/8/8/R7/5Q1B/3K4/8/8 w k - 0 1", ["f4c7"], []),  # Black castles out of it
    ("1B6/8/8/p7/5Q2/4R3/8/R3K2k w Q - 0 1", [], ["e1c1"]),  # White castles
    ("8/2p5/8/8/2P1Q1Q1/8/7k/R3K3 w Q - 0 1", [], ["e1c1"]),
    ("8/8/3Q4/1p6/5Q2/3R4/k7/4K2R w K - 0 1", [], ["e1g1"]),
    ("4k3/2R4R/8/8/8/8/8/4K2R w K - 0 1", [], ["e1g1"]),
    ("4k3/8/8/2QPp2p/8/5P2/1QP5/R2K4 w - e6 0 1", [], ["d5e6"]),  # a capture en passant is the key
    ("8/1p6/3R4/1P4k1/6p1/4K3/7P/5Q1R w - - 0 1", ["h2h4"], []),  # a capture en passant refutes it
]


@pytest.mark.parametrize(("text", "only_plain", "only_full"), DECIDED)
def test_castling_and_captures_en_passant_decide(text, only_plain, only_full):
    board = chess.Board(text)
    position = of(board)
    plain = [str(key) for key in program().solve(position.men, every=True).keys]
    full = solved(board)
    assert full == keys(board)
    assert (sorted({*plain} - {*full}), sorted({*full} - {*plain})) == (only_plain, only_full)


@pytest.mark.parametrize(("text", "refuted"), [(text, keys[0]) for text, keys, _ in DECIDED if keys])
def test_by_default_a_key_that_they_refute_is_marked(text, refuted, capsys):
    assert main(["mates", text, "--all"]) in (0, 1)
    out = capsys.readouterr().out
    assert out.count("mates in two only without castling and captures en passant: this is not a key") == 1
    position = parse(text)
    solution = program().solve(position.men, every=True)
    verdicts = dict(zip(map(str, solution.keys), solution.verdicts(position.men, position.given), strict=True))
    assert verdicts[refuted] is Verdict.REFUTED
    assert list(verdicts.values()).count(Verdict.REFUTED) == 1


def test_by_option_they_are_considered_and_castling_is_written_so(capsys):
    assert main(["mates", "1B6/8/8/p7/5Q2/4R3/8/R3K2k w Q -", "--full", "--all"]) == 0
    out = capsys.readouterr().out
    assert "\nO-O-O" in out
    assert "not considered" not in out
    assert "only without" not in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w K -", "'K' needs a king on e1 and a rook on h1"),
        ("4k3/8/8/8/8/8/8/R3K3 w q -", "'q' needs a king on e8 and a rook on a8"),
        ("4k3/8/8/8/8/8/8/R3K3 w - e6", "no black pawn has just passed e6"),
        ("4k3/4p3/8/4p3/8/8/8/R3K3 w - e6", "no black pawn has just passed e6"),
    ],
)
def test_rights_that_do_not_fit_the_men_are_refused_where_they_count(text, message, capsys):
    assert main(["mates", text, "--full"]) == 1
    assert message in capsys.readouterr().err
    main(["mates", text])
    assert "no mate in two" in capsys.readouterr().out


@pytest.mark.parametrize("other", ["--faithful", "--language=algol"])
def test_the_printed_program_and_that_in_algol_have_no_such_option(other, capsys):
    assert main(["mates", "kbK5/pp6/1P6/8/8/8/8/R7 w", "--full", other]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "--full" in captured.err


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (["WHITE KE1 RA1 O-O BLACK KE8"], "NO KING OR NO ROOK TO CASTLE WITH"),
        (["WHITE KE1 BLACK KE8 RH8 O-O-O"], "NO KING OR NO ROOK TO CASTLE WITH"),
        (["O-O"], "CARD 1: O-O: WHITE OR BLACK MUST BE SAID FIRST"),
        (["WHITE KE1 BLACK KE8 EP E6"], "NO PAWN HAS PASSED THIS SQUARE"),
        (["WHITE KE1 BLACK KE8 EP E5"], "CARD 1: E5: A SQUARE OF THE SIXTH RANK MUST FOLLOW EP"),
        (["WHITE KE1 BLACK KE8 EP I6"], "CARD 1: I6: A SQUARE OF THE SIXTH RANK MUST FOLLOW EP"),
        (["WHITE KE1 BLACK KE8 FULL PRINTED"], "AS PRINTED, OR IN FULL: NOT BOTH"),
    ],
)
def test_cards_that_cannot_be_right_are_refused(deck, message):
    with pytest.raises(ProgramFault, match=re.escape(message)):
        program().job(deck)
