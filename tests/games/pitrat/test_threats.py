"""Winning moves, couples, threats, replies: figures of the paper, another program's checks, a reference model."""

from __future__ import annotations

import random

import chess
import pytest

from tests.shared import ALL_EXAMPLES

from . import searching
from .executor import scattered
from .searching import (
    fen,
    men,
    own_tables,
    read_blockade,
    read_choice,
    read_couples,
    read_legal,
    read_second,
    read_threats,
    run,
    short,
)

FIGURE_13 = "r5k1/pp4pp/q2b1p2/3N4/8/1Q6/PPP2PPP/4R1K1 w - - 0 1"
HARTONG = {"white": "K16 N55 N23 R63 P72 P44 P82", "black": "K54 N77 P76 R86 Q81 P45 R22 P34"}


def asked(rules, lines, command, mods=2):
    return run(own_tables(rules), [*lines, f"N {mods}", command])


def couples(rules, lines, mods=2):
    return [f"{short(q)} {short(r.move)}" for q, r in read_couples(asked(rules, lines, "COUPLES", mods))]


def threats(rules, lines):
    """Each threat: its Q, and its replies; those that are no use in brackets."""
    found = {}
    for word, q, _, replies in read_threats(asked(rules, lines, "THREATS")):
        assert word == "THREAT"
        found[short(q)] = [short(t) if kept else f"({short(t)})" for kept, t in replies]
    return found


# ---------------------------------------------------------------- go-moku


def test_two_of_three_men_that_are_missing_in_a_row_of_five_can_come_in_either_order():
    position = men(white="61 62 64")
    assert sorted(couples("gomoku", position)) == ["63 65", "65 63"]
    assert threats("gomoku", position) == {"63": ["65"], "65": ["63"]}


def test_a_row_of_four_with_one_open_end_has_one_reply_and_with_two_it_has_none():
    assert threats("gomoku", men(white="61 62 63"))["64"] == ["65"]
    assert "64 65" in couples("gomoku", men(white="61 62 63"))
    found = threats("gomoku", men(white="64 65 66"))
    assert [t for t in found["67"] if t[0] != "("] == []
    assert found["62"] == ["63"]
    assert list(found)[:2] == ["63", "67"]  # those without reply come first


# ---------------------------------------------------------------- tic-tac-toe


@pytest.mark.parametrize(
    ("figure", "white", "black", "expected"),
    [
        (9, "13 33 32", "12 22 31", {"33-23": []}),
        (10, "13 23 31", "12 22 21", {"31-32": []}),
        (11, "13 22 32", "12 11 31", {"22-23": [], "32-33": []}),
    ],
)
def test_threats_of_tic_tac_toe(figure, white, black, expected):
    position = men(white=white, black=black)
    assert threats("ttt", position) == expected
    pairs = {9: ["33-23 32-33"], 10: ["31-32 32-33"], 11: ["22-23 32-33", "32-33 22-23"]}
    assert sorted(couples("ttt", position)) == pairs[figure]


def test_couples_after_which_the_opponent_wins_first_are_eliminated():
    position = men(white="13 22 32", black="12 21 31")
    assert sorted(couples("ttt", position)) == ["22-23 32-33", "32-33 22-23"]
    dropped = read_threats(asked("ttt", position, "THREATS"))
    assert sorted((word, short(q), short(y)) for word, q, _, y in dropped) == [
        ("DROPPED", "22-23", "12-11"),
        ("DROPPED", "32-33", "12-11"),
    ]


def test_a_player_who_must_move_can_be_without_a_good_move():
    position = men(white="12 21 33", black="11 13 22")
    assert threats("ttt", position).keys().isdisjoint({"33-23"})
    found = read_blockade(asked("ttt", position, "BLOCKADE"))
    assert [(short(q), [(short(x), short(u)) for x, u in answers]) for q, answers in found] == [
        ("33-23", [("22-32", "12-22")]),
    ]


# ---------------------------------------------------------------- chess, and games that are like it


def test_a_move_that_destroys_two_conditions_is_listed_once():
    found = threats("chess", men(white="B66 K11", black="K88"))
    assert sorted(found["66-77"]) == ["88-78", "88-87", "88x77"]


def test_a_reply_after_which_there_is_another_winning_move_is_deleted():
    assert "(88-78)" in threats("chess", men(white="R61 K11", black="K88"))["61-68"]


def test_with_two_kings_both_must_be_captured():
    position = men(white="R81 R21", black="K88 K18")
    assert "81x88 88x18" in couples("two-kings", position)
    assert read_choice(asked("two-kings", position, "CHOOSE 1 1"))[0] != ("REASON", 1)


def test_a_square_can_pass_through_a_state_between():
    found = couples("case-a", men(white="R51", black="P58"))
    assert len(found) == 14
    assert {each.split()[0] for each in found} == {"51x58"}


def test_one_move_parries_two_threats_of_different_kinds():
    replies = threats("grasshopper", men(white="G68 R75 K11", black="B78 K88"))["75-85"]
    assert {each for each in replies if each[0] != "("} == {"78-87", "88-77"}


COUPLES_13 = ["45x66 66x78", "45x66 23x78", "45-57 57x78", "45-57 23x78",
              *(f"45-{to} 23x78" for to in ("64", "53", "33", "24", "26", "37")), "51-58 58x78"]  # fmt: skip


def test_the_couples_of_figure_13_are_in_the_order_of_the_paper():
    assert couples("chess", fen(FIGURE_13)) == COUPLES_13


def test_of_two_couples_with_one_q_the_r_of_the_man_just_moved_is_kept():
    found = read_threats(asked("chess", fen(FIGURE_13), "THREATS"))
    kept = sorted(f"{short(q)} {short(r.move)}" for _, q, r, _ in found)
    assert kept == sorted(each for number, each in enumerate(COUPLES_13, 1) if number not in (2, 4))


def test_the_replies_of_figure_13_are_those_of_the_paper_in_its_order():
    found = threats("chess", fen(FIGURE_13))
    assert found["45x66"] == ["(77x66)", "78-88", "78-68", "(78-67)"]
    assert found["45-64"] == ["16-34", "(78-67)", "78-88", "78-68"]  # the paper has f8 before h8 here, not above
    assert found["51-58"] == ["18x58", "46-68", "(78-68)", "(78-88)", "78-67"]


def test_castling_comes_after_another_move_of_the_king():
    """The R of the castled rook is not one of the man that Q has moved: figure 14 ends with Kd2."""
    found = couples("chess", fen("rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPP1BP1R/R3K1k1 w Q - 5 18"))
    assert found.index("51-42 11x71") < found.index("51-31 41x71")


def test_figure_8_is_a_threat_that_is_not_immediate():
    position = men(**HARTONG)
    rows = read_second(asked("chess", position, "SECOND"))
    quiet = [short(row[1]) for row in rows if row[0] == "QUIET"]
    assert {"16-17", "55x76"} <= {*quiet}, "each move Q has a line"
    assert len(quiet) == len({*quiet})
    found = {
        (short(q), short(r), short(s.move)): (
            {(short(t), short(u)) for t, u in answered},
            {(way, short(x), short(shown) if shown else "") for way, x, shown in answers},
        )
        for q, r, s, answered, answers in (row for row in rows if row[0] != "QUIET")
    }
    answered, answers = found["55x34", "34-46", "46x54"]
    assert answered == {
        ("54x44", "23x44"),
        ("54-43", "63x43"),
        ("54-53", "63x53"),
        ("54x63", "72x63"),
        ("54-64", "63x64"),
        ("54-65", "63x65"),
        ("54-55", "44x55"),
    }
    assert {
        (3, "77-58", "58x46"),
        (3, "76-75", "86x46"),
        (3, "81x82", "82x46"),
        (2, "81-61", "61x16"),
        (1, "45x34", ""),
        (4, "22x23", "54x44"),
    } <= answers


# ---------------------------------------------------------------- the rules of chess as others wrote them


def random_boards(count, seed):
    rng, boards = random.Random(seed), []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(rng.randint(6, 70)):
            moves = list(board.legal_moves)
            if not moves:
                break
            lively = [each for each in moves if board.is_capture(each) or board.gives_check(each)]
            board.push(rng.choice(lively if lively and rng.random() < 0.3 else moves))
        if any(board.legal_moves) and not board.is_check():
            boards.append(board)
    return boards


def uci(move):
    travel = next(each for each in move if each[0] == "T")
    queen = next(("kqrbnp"[each[1] - 1] for each in move if each[0] == "R"), "")
    return f"{'abcdefgh'[travel[1] - 1]}{travel[2]}{'abcdefgh'[travel[3] - 1]}{travel[4]}{queen}"


def check_with_python_chess(board):
    lines = run(own_tables("chess"), [*fen(board.fen()), "N 2", "THREATS", "LEGAL"])
    middle = next(k for k, line in enumerate(lines) if line.startswith("DONE")) + 1
    assert sorted(map(uci, read_legal(lines[middle:]))) == sorted(each.uci() for each in board.legal_moves)
    found = {uci(each[1]): each[3] for each in read_threats(lines[:middle]) if each[0] == "THREAT"}
    checks = [each for each in board.legal_moves if board.gives_check(each)]
    assert sorted(found) == sorted(each.uci() for each in checks)
    for check in checks:
        board.push(check)
        replies = [uci(move) for kept, move in found[check.uci()] if kept]
        assert sorted(replies) == sorted(each.uci() for each in board.legal_moves), board.fen()
        board.pop()


def test_threats_are_checks_and_replies_are_legal_answers():
    for board in random_boards(12 if ALL_EXAMPLES else 4, 1971):
        check_with_python_chess(board)


@pytest.mark.parametrize(
    "position",
    [
        "8/8/8/8/8/5k2/8/4K2R w K - 0 1",  # castling gives check
        "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",  # so does a promotion
        "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1",  # an en passant capture discovers one
        "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
    ],
)
def test_moves_of_a_special_kind_give_check(position):
    check_with_python_chess(chess.Board(position))


# ---------------------------------------------------------------- a reference model

RULES = ["chess", "gomoku", "ttt", "ttt_place", "grasshopper", "case_a"]


def compare(name, board, player, mods, *commands):
    game = searching.game_of(searching.rules_of(name), mods)
    position = [*searching.position_lines(board, player), f"N {mods}"]
    for command in commands:
        lines = run(searching.model_tables(name), [*position, command.upper()])
        expected = getattr(searching, f"model_{command}")(game, board, player)
        assert getattr(searching, f"read_{command}")(lines) == expected, (position, command)


def board_of(name, rng):
    """Return random men: few and near each other in games with one nature, kings in those that are like chess."""
    model, rules = searching.model(), searching.rules_of(name)
    if len(rules.natures) > 1:
        board, player = scattered(model, rules, rng, rng.uniform(0.05, 0.2))
        for owner in (1, 2):
            board.cells[rng.randint(1, 8), rng.randint(3, 6)] = (owner, 1)
        return board, player
    board, (columns, rows) = model.Board(rules), rules.board
    width = min(columns, 6)
    left, bottom = rng.randint(0, columns - width), rng.randint(0, rows - width)
    squares = [(left + x, bottom + y) for x in range(1, width + 1) for y in range(1, width + 1)]
    for k, square in enumerate(rng.sample(squares, 6 if width == 3 else rng.randint(5, 12))):
        board.put(square, 1 + k % 2)
    return board, rng.randint(1, 2)


@pytest.mark.parametrize("name", RULES)
def test_couples_threats_and_legal_moves_are_those_of_the_model(name):
    rng = random.Random(name)
    for _ in range(1 if name == "gomoku" else 4 if ALL_EXAMPLES else 1):
        board, player = board_of(name, rng)
        commands = ["couples"] if name == "gomoku" else ["legal", "couples", "threats"]  # the model takes its time
        compare(name, board, player, rng.choice((1, 2)), *commands)


@pytest.mark.parametrize("name", ["ttt", "ttt_place"])
def test_threats_that_are_not_immediate_and_blockades_are_what_the_model_is_made_of(name):
    rng = random.Random(name)
    for _ in range(6 if ALL_EXAMPLES else 2):
        board, player = board_of(name, rng)
        compare(name, board, player, 2, "second", "blockade")
