"""`ironboard pitrat`: what it prints of positions, the search for a win, games against it, its exit status."""

from __future__ import annotations

import io
import json
from functools import cache
from xml.etree import ElementTree

import pygame
import pytest

from host.cli.main import main
from host.games.pitrat import command, program
from host.games.pitrat.program import Pitrat

pytestmark = pytest.mark.usefixtures("quick")

LASKER = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 11"


@pytest.fixture(scope="module", autouse=True)
def known():
    """Let the 6600 read rules once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "read", cache(command.read))
        yield


@pytest.fixture
def said(capsys):
    """Return the lines that a command prints, after its board; it ends with an exit status."""

    def run(*words, status=0):
        assert main(["pitrat", *words]) == status
        lines = capsys.readouterr().out.splitlines()
        return lines[next(number for number, line in enumerate(lines, 1) if line.startswith("TO ")) :]

    return run


@pytest.fixture
def play(monkeypatch, capsys):
    """Return what is printed when lines are typed."""

    def run(*words, typed, status=0):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        assert main(["pitrat", "play", *words]) == status
        return capsys.readouterr()

    return run


# ---------------------------------------------------------------- moves and conditions


def test_moves_of_chess_in_its_notation(said):
    lines = said("moves")
    assert (len(lines), lines[0], lines[-1]) == (21, "   1  Na3", "20 moves")
    assert "   5  a3" in lines


def test_the_board_and_who_moves(capsys):
    assert main(["pitrat", "moves", "ttt", "--fen", "X.X/OO./O.X 2"]) == 0
    assert capsys.readouterr().out.startswith(
        "3  X . X\n2  O O .\n1  O . X\n   1 2 3\nTO 2\n   1  (1,1) goes to (2,1)\n"
    )
    assert main(["pitrat", "moves", "ttt", "--fen", "X.X/OO./O.X 2", "--flip", "--notation", "long"]) == 0
    assert capsys.readouterr().out.startswith("1  X . O\n2  . O O\n3  X . X\n   c b a\nTO 2\n   1  a1-b1\n")


def test_conditions_and_changes_of_the_paper_s_example(said):
    lines = said("conditions", "--fen", "8/8/8/3n4/8/8/B7/2R5 w", "--notation", "paper")
    at = next(number for number, line in enumerate(lines) if line.endswith("  Bishop in (1,2) captures (4,5)   (CBF)"))
    assert [each.strip() for each in lines[at + 1 : at + 10]] == [
        "OCCUPY(1,2) = FRIEND", "NATURE(1,2) = BISHOP", "OCCUPY(2,3) = EMPTY", "OCCUPY(3,4) = EMPTY",
        "OCCUPY(4,5) = ENEMY",
        "> OCCUPY(4,5) becomes FRIEND", "> NATURE(4,5) becomes BISHOP",
        "> OCCUPY(1,2) becomes EMPTY", "> NATURE(1,2) becomes NONE",
    ]  # fmt: skip
    assert lines[-2:] == ["   1  VICTORY   (D)", "18 moves"]  # there is no king on the board


def test_moves_that_modifications_make_possible(said):
    lines = said("moves", "--fen", "7k/7q/7b/7R/6B1/8/8/8 w", "--modifications", "2", "--notation", "paper")
    needs = {line[6:].split("   if ")[0]: line.partition("   if ")[2] for line in lines if "(8," in line}
    assert needs["Rook in (8,5) captures (8,7)"] == "OCCUPY(8,6) becomes EMPTY"
    assert needs["Rook in (8,5) captures (8,8)"] == "OCCUPY(8,6) becomes EMPTY, OCCUPY(8,7) becomes EMPTY"
    assert needs["Bishop in (7,4) captures (8,5)"] == "OCCUPY(8,5) becomes ENEMY"


@pytest.mark.parametrize(("options", "found"), [([], []), (["--improved"], ["OCCUPY(1,1) = EMPTY"])])
def test_figure_4_by_both_methods(said, options, found):
    lines = said("conditions", "figure4", *options)
    assert [line.strip() for line in lines if " = EMPTY" in line] == found


def test_the_time_of_the_6600(said):
    *_, read, time = said("moves", "ttt", "--time")
    assert read.startswith("the rules are read in 0.")
    assert "statements of the rules, " in time


# ---------------------------------------------------------------- threats


FIRST, SECOND = "(2,2) goes to (2,3) - (3,2) goes to (3,3)", "(3,2) goes to (3,3) - (2,2) goes to (2,3)"


@pytest.mark.parametrize(
    ("fen", "threats", "dropped"),
    [
        ("X.X/OOX/O..", ["(3,3) goes to (2,3) - (3,2) goes to (3,3)"], {}),  # figure 9
        ("XX./OO./.OX", ["(3,1) goes to (3,2) - (3,2) goes to (3,3)"], {}),  # figure 10
        ("X../OXX/O.O", [SECOND, FIRST], {}),  # figure 11
        ("X../OXX/.OO", [], dict.fromkeys([SECOND, FIRST], "(1,2) goes to (1,1) wins")),  # figure 12
    ],
)
def test_threats_of_tic_tac_toe(said, fen, threats, dropped):
    lines = said("threats", "ttt", "--fen", fen)
    assert [line[12:] for line in lines if line.startswith("threat")] == [f"{each}: no reply" for each in threats]
    assert [line[12:] for line in lines if line.startswith("dropped")] == [
        f"{one}: {two}" for one, two in dropped.items()
    ]
    assert len([line for line in lines if line.startswith("couple")]) == len(threats) + len(dropped)


def test_threats_of_figure_13_and_the_replies_to_one_of_them(said):
    lines = said("threats", "--fen", "r5k1/pp4pp/q2b1p2/3N4/8/1Q6/PPP2PPP/4R1K1 w")
    at = next(number for number, line in enumerate(lines) if line.startswith("threat") and "  Re8+" in line)
    assert lines[at].endswith("Re8+ - Rxg8: 3 replies")
    assert [each.strip() for each in lines[at + 1 : at + 6]] == [
        "Rxe8", "Bf8", "Kg8-f8: another winning move is left", "Kg8-h8: another winning move is left", "Kf7",
    ]  # fmt: skip
    assert lines[-1] == "11 couples, 9 threats"


def test_a_threat_that_is_not_immediate(said):
    lines = said("threats", "--later", "--fen", "8/6n1/K5pr/3pN3/2pPk3/1N3R2/1r4PP/7q w")  # figure 8
    at = next(number for number, line in enumerate(lines) if "  Nxc4 - Nd6" in line)
    rest = [line.strip() for line in lines[at + 1 : at + 30]]
    assert [each for each in rest[:7] if not each.startswith("!")] == rest[:7]
    assert {"! dxc4: the second move is no longer possible", "! Ne8: then Nxd6 is a new reply"} <= {*rest}


def test_a_blockade(said):
    assert said("threats", "ttt", "--blockade", "--fen", "O.X/XO./OX.") == [
        "(3,3) goes to (2,3): 1 move of the opponent",
        "    (2,2) goes to (3,2), (1,2) goes to (2,2)",
        "1 blockade",
    ]


# ---------------------------------------------------------------- the search


def test_lasker_s_position_is_won_in_the_situations_of_the_paper(said):
    lines = said("win", "--fen", LASKER)
    situations = [line.split()[1] for line in lines if line.startswith("(")]
    assert situations == ["root", "A", "I", "J", "AO", "AW", "BK", "BP", "BT"]
    assert lines[1] == "    Qxh7+ (Qxg8): 1 reply, Kxh7 - A"
    assert lines[-2:] == [
        "won: 9 situations studied",
        "1. Qxh7+ Kxh7 2. Nxf6+ Kh6 3. Neg4+ Kg5 4. h4+ Kf4 5. g3+ Kf3 6. Be2+ Kg2 7. Rh2+ Kg1 8. Kd2#",
    ]


def test_a_win_at_once(said):
    assert said("win", "ttt", "--fen", "XX./OOX/O..") == ["(3,2) goes to (3,3) wins at once"]


def test_a_win_that_is_shown_to_its_end(said):
    assert said("win", "ttt", "--fen", "XX./OO./.OX")[-1] == "1. (3,1) goes to (3,2) any 2. (3,2) goes to (3,3)"


def test_no_win(said):
    assert said("win", status=1)[-1] == "no win by threats: 1 situation studied"


def test_a_search_is_given_up_by_weight_or_by_situations(said):
    assert "given up at weight" in said("win", "--fen", LASKER, "--weight", "1", status=1)[-1]
    assert said("win", "--fen", LASKER, "--situations", "2", status=1)[-1].endswith("2 situations studied")


def test_an_interrupted_search_keeps_what_was_found(said, monkeypatch):
    whole = Pitrat._lines

    def some(self, commands):
        for line in whole(self, commands):
            yield line
            if line.startswith("WEIGHT"):
                raise KeyboardInterrupt

    monkeypatch.setattr(Pitrat, "_lines", some)
    lines = said("win", "--fen", LASKER, status=130)
    assert lines[0] == "(1) root"
    assert lines[-1] == "interrupted at weight 1: 1 situation studied"


def test_names_of_situations():
    assert [command.situation_name(each) for each in (0, 1, 26, 27, 52, 53, 703)] == [*"root A Z AA AZ BA AAA".split()]


def test_perft(said):
    assert said("perft", "--depth", "2") == ["  1             20", "  2            400"]


@pytest.mark.parametrize(
    "words",
    [
        ["conditions", "ttt", "--fen", "X.X/OO./O.X", "--modifications", "2"],
        ["conditions", "messenger", "--modifications", "1"],
        ["threats", "gomoku15", "--fen", "15/15/15/15/15/15/5XX1X6/15/15/15/15/15/15/15/15"],
        ["conditions", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"],
        ["win", "--fen", LASKER],
        ["perft", "--depth", "2"],
        ["threats", "grasshopper", "--fen", "7k/6b1/5G2/7R/8/8/8/8 w"],
    ],
)
def test_compiled_rules_say_what_interpreted_ones_say(said, words):
    assert said(*words, "--compiled") == said(*words, "--interpreted")


def test_the_time_of_compiled_rules(said):
    *_, read, time = said("moves", "ttt", "--compiled", "--time")
    assert read.startswith("the rules are read and compiled in ")
    assert time.startswith("CP time 0.0")
    assert "statements" not in time


def test_threats_for_programs(capsys):
    assert main(["pitrat", "threats", "messenger", "--fen", "ggm2/5/2M2/1g3/1GG1G/G4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    refuted = [each["refutation"] for each in found["couples"]]
    assert refuted == ["Guard in (2,6) captures (3,5)", None, None]
    (threat,) = found["threats"]
    assert threat["moves"] == found["couples"][1]["moves"]
    assert [each["helps"] for each in threat["replies"]] == [False]


# ---------------------------------------------------------------- playing


def test_a_game_with_moves_typed_in_all_ways(play):
    out = play(typed=["e4", "moves b1", "undo", "e2e4", "game", "(7,1) (6,3)", "fen", "quit"]).out
    assert out.count("> ") == 8
    assert "Nc3\n" in out
    assert "RNBQKB1R b" not in out  # the program has answered
    assert "\n1... " in out
    assert "\n2... " in out


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("e2e5", "the rules know no such move; from e2 go e3, e4"),
        ("d1d5", "the rules do not allow that now, only if OCCUPY(4,2) becomes EMPTY"),
        ("e7e5", "the man on e7 is not yours"),
        ("e4e5", "there is nothing on e4"),
        ("e2e9", "e9 is not on the board"),
        ("99", "there are 20 moves: 99 is not the number of one"),
        ("b1", "'b1' can mean 1 Na3, 2 Nc3: type a number"),
    ],
)
def test_a_move_that_is_refused(play, typed, reason):
    assert reason in play(typed=[typed]).out


def test_moves_from_squares_that_have_none(play):
    out = play("ttt", typed=["moves c9", "moves b2", "moves b1"]).out
    assert "> moves c9\n(3,9) is not on the board\n> moves b2\nno move begins there\n> moves b1\n   1  " in out
    assert "'hello' is no square" in play("ttt", typed=["moves hello"], status=1).err


def test_a_king_may_not_be_left_to_be_captured(play):
    out = play("--fen", "4r3/8/8/8/8/8/4R3/4K2k w", typed=["e2d2", "e2e8"]).out
    assert "after that the other player wins by" in out


def test_a_line_that_makes_no_sense_ends_a_script(play):
    done = play("ttt", typed=["hello", "1"], status=1)
    assert "'hello' is neither a move nor a command" in done.err
    assert "> 1" not in done.out


def test_a_game_that_is_won(play):
    out = play("ttt", "--fen", "XX./OOX/O..", typed=["(3,2) (3,3)", "1", "undo", "moves", "quit"]).out
    assert "You have won\n3  X X X" in out
    assert "the game is over: undo, or quit" in out
    assert out.count("   1  ") == 1


def test_a_game_of_a_file_ends_where_it_is_won(play, tmp_path):
    file = tmp_path / "won.pgn"
    start = '[Variant "ttt"]\n[FEN "XX1/OOX/O2 w"]\n1. c2-c3'
    file.write_text(f"{start} a1-b1\n")
    refused = play("ttt", "--game", str(file), typed=[], status=1)
    assert ":3:10: error: 'a1-b1' is not legal: the game is over" in refused.err
    file.write_text(start)
    assert "You have won\n3  X X X" in play("ttt", "--game", str(file), typed=[]).out
    assert "The program has won\n3  X X X" in play("ttt", "--second", "--fen", "XXX/OO./O.. b", typed=[]).out


def test_a_game_that_the_program_wins(play):
    out = play("ttt", "--second", "--fen", "XX./OOX/O..", typed=["quit"]).out
    assert "You are the second player" in out
    assert "1. (3,2) goes to (3,3)   wins\nThe program has won\n3  X X X" in out


def test_mate_and_stalemate(play):
    mate = play("--fen", "k7/8/1K6/8/8/8/8/7R w", typed=["Rh8", "quit"]).out
    assert "The program has no move against the threat: you have won" in mate
    stalemate = play("--fen", "k7/8/1K6/8/8/8/8/2Q5 w", typed=["Qc7", "quit"]).out
    assert "The program has no move: the game ends without a winner" in stalemate


def test_the_board_is_drawn_after_every_move(play, tmp_path):
    path = tmp_path / "board.svg"
    play("ttt", "--svg", str(path), typed=["1", f"draw {tmp_path / 'board.png'}", "flip", "quit"])
    assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")
    assert pygame.image.load(tmp_path / "board.png").get_size() == (188, 188)
    assert "exists" in play("ttt", "--svg", str(path), typed=[], status=1).err


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["moves", "ches"], "did you mean 'chess'?"),
        (["moves", "ttt", "--fen", "3/3"], "the position ends before"),
        (["moves", "ttt", "--notation", "san"], "only moves of chess with castling have a short notation"),
        (["moves", "ttt", "--fen", "3/3/3", "--position", "FILE"], "omit --position or --fen"),
        (["moves", "ttt", "--position", "FILE"], "FILE:1:1: error: row 3 has 4 squares"),
    ],
)
def test_wrong_usage(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("XXXX\n")
    assert main(["pitrat", *words]) == 1
    assert message in capsys.readouterr().err


def test_limits_of_the_program_are_those_of_the_options(capsys):
    assert main(["pitrat", "moves", "ttt", "--modifications", "29"]) == 0
    for option in ("--modifications 30", "--weight 131072", "--situations 131072"):
        with pytest.raises(SystemExit):
            main(["pitrat", "win", "ttt", *option.split()])
        assert "is too large: at most" in capsys.readouterr().err


def test_a_rule_that_does_what_is_impossible(tmp_path, capsys):
    path = tmp_path / "bad.rules"
    path.write_text(
        "BOARD 2 2\nNATURES MAN\nVARIABLE HERE = (1,1)\nVARIABLE THERE = (2,2)\nMOVES\n"
        ". MOVE * TRAVEL, HERE, THERE.\n. END.\nWIN\n. RESULT * NO VICTORY.\n. END.\n"
    )
    for job in ("moves", "perft"):
        assert main(["pitrat", job, str(path), "--fen", "2/2"]) == 1
        assert f"{path}:6:1: error: submove 1 of a MOVE is impossible" in capsys.readouterr().err
    assert main(["pitrat", "moves", str(path), "--fen", "2/X1"]) == 0


def test_a_file_of_positions(tmp_path, capsys):
    """Figure 14 of the paper, then one that threats do not win."""
    path = tmp_path / "positions.fen"
    path.write_text(f"Lasker\t{LASKER}\nkbK5/pp6/1P6/8/8/8/8/R7 w - -\n", "utf-8")
    assert main(["pitrat", "win", "--file", str(path)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith("Lasker: won: 9 situations studied, 1. Qxh7+ Kxh7 2. Nxf6+ K")
    assert second.startswith("2: no win by threats: 2 situations studied; CP time ")
    assert last == "1 won of 2"


def test_compiled_rules_without_end_are_stopped_at_their_statement(tmp_path, monkeypatch, capsys):
    path = tmp_path / "endless.rules"
    path.write_text(
        "BOARD 2 2\nNATURES MAN\nVARIABLE ONE = 1\nVARIABLE TWO = 2\nMOVES\nA. ARITHMETIC * X = ONE.\n"
        " . IF * X = TWO . Z, A.\nZ. FINISHED *.\n. END.\nWIN\n. RESULT * NO VICTORY.\n. END.\n"
    )
    monkeypatch.setattr(program, "LONGEST", 10_000_000)
    assert main(["pitrat", "moves", str(path), "--compiled"]) == 1
    said = capsys.readouterr().err
    assert f"{path}:6:" in said or f"{path}:7:" in said
    assert "the limit of statements is reached" in said


def test_a_scanning_without_end_is_shown_at_its_statement(tmp_path, capsys):
    """Every test pushes a condition that nothing pops: storage is full before the limit of statements is reached."""
    path = tmp_path / "endless.rules"
    path.write_text(
        "BOARD 3 3\nNATURES MAN\nVARIABLE EMPTY = 0\nMOVES\nA. SCANNING * V . Z.\n . IF * OCCUPY(V) = EMPTY . A, Z.\n"
        "Z. FINISHED *.\n. END.\nWIN\n. RESULT * NO VICTORY.\n. END.\n"
    )
    assert main(["pitrat", "moves", str(path)]) == 1
    assert f"{path}:5:1: error: the 6600's storage is full" in capsys.readouterr().err
