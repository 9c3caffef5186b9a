"""The and/or tree, counting: a game of Lasker's, chess as others count it, a model."""

from __future__ import annotations

import random

import pytest

from tests.shared import ALL_EXAMPLES

from . import searching
from .searching import Reader, fen, men, own_tables, read_tree, run, short
from .test_threats import board_of

LASKER = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 11"
COUNTS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (1, 20, 400, 8902)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (1, 48, 2039)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (1, 14, 191, 2812)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (1, 6, 264)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 8", (1, 44, 1486)),
]


def tree(rules, lines, weight, most):
    return read_tree(run(own_tables(rules), [*lines, "N 2", f"WIN {weight} {most}"]))


# ---------------------------------------------------------------- Lasker's game


# After each reply of the paper's: the threats with one reply or none, and how many replies each of all threats has.
STEPS = [
    ("", {"85x87"}, [1, 3, 4]),
    ("78x87", set(), [2, 3, 5, 5, 5, 5, 5]),
    ("87-88", {"55-76"}, [0, 2]),
    ("87-86", {"55-74"}, [1, 2, 2, 3]),
    ("86-75", {"82-84"}, [1, 2, 4, 7]),
    ("75-64", {"72-73", "66-85"}, [1, 1, 3]),
    ("64-63", {"43-52", "74-82", "43-54", "74-55"}, [1, 1, 1, 1]),
    ("63-72", {"81-82", "74-53"}, [1, 1, 2, 2, 2]),
    ("72-71", {"51-42", "51-31"}, [0, 0, 3, 3]),
]


def check_lasker(printed):
    """Each situation of the paper's is studied with these threats; the others may be, too."""
    situations = [each for each in printed if each[0] == "SITUATION"]
    by = {number: short(move) for each in situations for _, _, replies in each[3] for number, move in replies}
    found = []
    for _, number, _, threats in situations:
        few = {short(q) for q, _, replies in threats if len(replies) < 2}
        found.append((by.get(number, ""), few, [len(replies) for _, _, replies in threats]))
    assert all(any(step == each for each in found) for step in STEPS), found
    return found


def test_the_search_wins_laskers_game():
    printed = tree("chess", fen(LASKER), 30, 30)
    found = check_lasker(printed)
    assert printed[-2] == ("WON", len(found))
    line = printed[-1]
    assert line[0] == "LINE"
    assert [short(each) for each in line[1][:3]] == ["85x87", "78x87", "54x66"]
    assert all(each[1] == 1 for each in printed if each[0] == "WEIGHT" and each is not printed[3])


def test_the_search_gives_up_when_the_root_is_too_heavy_or_enough_has_been_studied():
    assert tree("chess", fen(LASKER), 1, 30)[-1] == ("GIVEUP", 2, 2)
    assert tree("chess", fen(LASKER), 30, 4)[-1] == ("GIVEUP", 4, 1)
    assert tree("chess", fen(LASKER), 30, 0) == [("GIVEUP", 0, 1)]


def test_a_situation_without_threats_is_lost_and_a_winning_move_needs_no_search():
    assert tree("chess", men(white="K11", black="K88"), 30, 30)[-1] == ("LOST", 1)
    printed = tree("chess", men(white="K11 R81", black="K88"), 30, 30)
    assert printed[0] == ("WON", 0)
    assert [short(each) for each in printed[1][1]] == ["81x88"]


def test_after_a_search_storage_is_as_it_was():
    once = ["N 2", "WIN 30 9"]
    lines = run(own_tables("chess"), [*fen(LASKER), *once * 3])
    ends = [k + 1 for k, line in enumerate(lines) if line.startswith("DONE")]
    assert lines[: ends[0]] == lines[ends[0] : ends[1]] == lines[ends[1] :]


# ---------------------------------------------------------------- counting


@pytest.mark.parametrize(("position", "counts"), COUNTS)
def test_sequences_of_moves_are_as_many_as_others_count(position, counts):
    asked = counts if ALL_EXAMPLES else [each for each in counts if each < 2000]
    commands = [f"PERFT {depth}" for depth in range(len(asked))]
    lines = run(own_tables("chess"), [*fen(position), *commands])
    assert [line for line in lines if line.startswith("PERFT")] == [f"PERFT {each}" for each in asked]


# ---------------------------------------------------------------- a reference model


@pytest.mark.parametrize("name", ["chess", "ttt", "ttt_place", "grasshopper", "case_a"])
def test_trees_are_those_of_the_model(name):
    rng = random.Random(name)
    game = searching.game_of(searching.rules_of(name))
    for _ in range(1 if name in ("chess", "grasshopper", "case_a") else 6 if ALL_EXAMPLES else 2):
        board, player = board_of(name, rng)
        weight, most = rng.choice(((3, 5), (10, 2), (30, 4)))
        command = [*searching.position_lines(board, player), "N 2", f"WIN {weight} {most}"]
        lines = run(searching.model_tables(name), command)
        assert read_tree(lines) == searching.model_tree(game, board, player, weight, most), command


def test_laskers_game_is_searched_as_the_paper_says():
    model = searching.model()
    board, player = model.from_fen(searching.rules_of("chess"), LASKER)
    position = [*searching.position_lines(board, player), "N 2", "WIN 100 20"]
    printed = read_tree(run(searching.model_tables("chess"), position))
    assert [each[0] for each in check_lasker(printed)] == [each[0] for each in STEPS]
    assert printed[-2] == ("WON", 9)


def test_what_is_printed_can_be_read_without_anything_left():
    lines = run(own_tables("chess"), [*fen(LASKER), "N 2", "WIN 30 1"])
    reader = Reader(lines)
    assert reader.word("SITUATION") == (0, 1)
