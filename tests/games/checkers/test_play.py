"""`ironboard checkers`: conversations with the 704, line by line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import count

import pytest

from host.games import program704
from host.games.boards import clock
from host.games.checkers import memory, pdn, pictures
from host.games.checkers.play import number
from host.games.checkers.rules import OPENING
from tests.games.checkers.boards import position
from tests.games.talking import talker

BLACK_SIDE_UP = "32    w   w   w   w  29"  # the first row of the opening as Black sees it
ANSWER = re.compile(
    r"^(\d+\.(?:\.\.)?) +(\S+) +score (-?\d+)(?:, wins in \d+)?, ([\d,]+) nodes, "
    r"([\d.]+) s to compute, ([\d.]+) s with cards and printing$",
    re.MULTILINE,
)


@pytest.fixture
def talk(monkeypatch, capsys):
    """Type to `ironboard checkers`."""
    return talker(monkeypatch, capsys, "checkers", "--core", "compiled", "--depth", "1", "--ascii")


def test_the_704_answers_a_move_and_shows_the_board(talk):
    status, out, err = talk("11-15\n")
    assert (status, err) == (0, "")
    assert out.startswith("The 704 looks at least 1 move ahead. You are black; 'help' says more.\n" + BLACK_SIDE_UP)
    assert [found[1] for found in ANSWER.finditer(out)] == ["1..."]
    assert out.count("\n") == 1 + 8 + 1 + 8


def test_the_704_begins_where_the_user_is_white(talk):
    _, out, _ = talk("", "--side", "white")
    assert out.splitlines()[1] == " 1    b   b   b   b   4"
    assert [found[1] for found in ANSWER.finditer(out)] == ["1."]


def test_the_same_command_says_the_same(talk):
    options = ("--self-play", "--moves", "10")
    assert talk("", *options) == talk("", *options)


def test_the_704_plays_itself_until_the_game_ends_or_is_broken_off(talk):
    status, out, _ = talk("", "--self-play", "--position", "B:W22,K6:BK1,K2,11")
    assert status == 0
    assert re.search(
        r"^(\w+ wins: (?:no moves|resignation)|a draw: \w+), after \d+ moves\nthe 704 computed for [\d.]+ s",
        out,
        re.M,
    )
    _, out, _ = talk("", "--self-play", "--moves", "3")
    assert len(ANSWER.findall(out)) == 3
    assert "stopped after 3 moves\n 1  " in out


def test_a_game_is_broken_off_after_so_many_moves_of_both_sides(talk):
    _, out, _ = talk("11-15\n8-11\n", "--moves", "2")
    assert out.endswith("stopped after 2 moves\n")
    assert len(ANSWER.findall(out)) == 1
    status, out, _ = talk("nonsense\n", "--moves", "1", "--side", "white")
    assert (status, out.splitlines()[-1]) == (0, "stopped after 1 move")


def test_moves_are_taken_back_with_the_answer(talk):
    _, out, _ = talk("fen\n11-15\nundo\nfen\n")
    first, *_, last = (line for line in out.splitlines() if line.startswith("B:"))
    assert first == last


def test_a_hint_is_what_the_704_plays(talk):
    _, out, _ = talk("hint\ngo\n")
    hint = re.search(r"the 704 would play (\S+): (score .*)", out)
    assert f"1.      {hint[1]:<9} {hint[2]} to compute, " in out


def test_who_resigns_has_lost(talk):
    _, out, _ = talk("resign\npdn\n", "--side", "white")
    assert "black wins: resignation, after 1 move\n" in out
    assert '[White "player"]' in out
    assert '[Black "IBM 704, 1 move ahead"]' in out
    assert out.rstrip().endswith("0-1")


def test_everything_help_names_can_be_typed(talk):
    _, out, _ = talk("help\n")
    names = re.findall(r"^([a-z]+)  ", out, re.MULTILINE)
    assert {"undo", "hint", "resign", "help", "quit", "pdn", "moves", "fen", "numbers"} <= set(names)
    for name in sorted(set(names) - {"undo", "quit", "depth", "prune", "picture", "save", "open"}):
        assert talk(f"{name}\nquit\nnonsense\n")[0] == 0


def test_words_about_the_board(talk):
    _, out, _ = talk("moves\nnumbers\n \nboard\n")
    assert "9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16\n" in out
    assert "   32    31    30    29\n" in out
    assert "   35    34    33    32\n" in talk("numbers samuel\n")[1]
    assert out.count(BLACK_SIDE_UP) == 2
    _, out, _ = talk("moves\n", "--position", "B:B12:W16,19")
    assert "none\n" in out


def test_what_cannot_change_its_choice_is_left_out_if_wanted(talk):
    games = [talk(typed + "11-15\n", "--depth", "3")[1] for typed in ("", "prune on\n", "prune on\nprune off\n")]
    moves, nodes = zip(
        *((found[2], int(found[4].replace(",", ""))) for found in map(ANSWER.search, games)), strict=True
    )
    assert len(set(moves)) == 1
    assert nodes[1] < nodes[0] == nodes[2]
    again = talk("11-15\n", "--depth", "3", "--prune")[1]
    assert again == games[1]


def test_the_704_concedes_a_game_that_it_sees_lost(talk):
    _, out, _ = talk("hint\ngo\npdn\n", "--position", "B:W14,18,28,31,K11,K32:B12,20", "--depth", "3")
    assert "the 704 would concede\n" in out
    assert "white wins: resignation, after 0 moves\n" in out
    assert out.rstrip().endswith("1-0")


def test_how_far_it_looks_can_be_changed(talk):
    _, out, _ = talk("depth 3\n11-15\npdn\n")
    assert '[White "IBM 704, 3 moves ahead"]' in out
    assert int(ANSWER.search(out)[4].replace(",", "")) > 20


# ------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("11-14\n", "'11-14' is not legal: the piece on 11 cannot go there"),
        ("11\n", "'11' is not a move"),
        ("e4\n", "'e4' is neither a move nor a command"),
        ("depth x\n", "'depth x' is not a command"),
        ("numbers roman\n", "'numbers roman' is not a command"),
        ("picture\n", "expected a file to draw the board to"),
        ("depth 99\n", "1 to 20 moves ahead, not 99"),
        ("undo\n", "there is no move to take back"),
        ("resign\nresign\n", "the game is over: white wins: resignation"),
    ],
)
def test_a_script_ends_with_the_first_line_that_is_wrong_and_a_person_goes_on(talk, typed, said):
    status, out, err = talk(f"{typed}moves\n")
    assert status == 1
    assert said in err
    assert "9-13" not in out
    status, out, err = talk(f"{typed}moves\n", terminal=True)
    assert (status, err) == (0, "")
    assert said in out
    assert "9-13, 9-14" in out


def test_a_wrong_position_or_depth_is_refused(talk):
    status, _, err = talk("", "--position", "B:W40:B1")
    assert status == 1
    assert err.startswith("ironboard: position:1:4: error: there is no square 40: expected 1 to 32")
    status, _, err = talk("", "--depth", "21")
    assert (status, err) == (1, "ironboard: the program looks 1 to 20 moves ahead, not 21\n")


# ------------------------------------------------------------ files


def test_the_game_is_written_to_a_file(talk, tmp_path):
    file = tmp_path / "game.pdn"
    assert talk("11-15\ngo\n", "--pdn", str(file))[0] == 0
    game = pdn.read_file(file)[0]
    assert str(game.moves[0]) == "11-15"
    assert set(game.comments) == {2, 3, 4}  # moves of the 704
    status, _, err = talk("", "--pdn", str(file))
    assert status == 1
    assert "exists" in err
    assert talk("9-13\n", "--pdn", str(file), "--force")[0] == 0
    assert len(pdn.read_file(file)[0].moves) == 2


def test_a_file_that_cannot_be_written_is_refused_before_the_game(talk, tmp_path):
    for file in (tmp_path, tmp_path / "none" / "game.pdn"):
        status, out, err = talk("11-15\n", "--pdn", str(file), "--force")
        assert (status, out) == (1, "")
        assert str(file) in err


def test_the_game_is_written_although_a_line_was_wrong(talk, tmp_path):
    file = tmp_path / "game.pdn"
    assert talk("11-15\nnonsense\n", "--pdn", str(file))[0] == 1
    assert len(pdn.read_file(file)[0].moves) == 2


def test_the_board_is_drawn_with_the_last_move_and_no_file_is_replaced(talk, tmp_path):
    file = tmp_path / "board.svg"
    assert talk(f"picture {file}\n")[0] == 0
    drawing = ET.fromstring(file.read_text())
    assert drawing[0].text == OPENING.fen
    assert pictures.MARKED not in file.read_text()
    status, _, err = talk(f"11-15\npicture {file}\n")
    assert (status, err.endswith(f"{file} exists already: expected a new file\n")) == (1, True)
    other = tmp_path / "other.svg"
    talk(f"11-15\npicture {other}\n")
    assert other.read_text().count(pictures.MARKED) == 2


def test_all_games_of_a_conversation_are_written(talk, tmp_path):
    file = tmp_path / "game.pdn"
    talk("new\n11-15\nresign\nnew\n9-13\n", "--pdn", str(file))
    first, second = pdn.read_file(file)
    assert (first.result, second.result) == ("1-0", "*")
    assert [str(game.moves[0]) for game in (first, second)] == ["11-15", "9-13"]


def test_a_game_may_begin_anywhere(talk, tmp_path):
    file = tmp_path / "game.pdn"
    _, out, _ = talk("30-26\n", "--side", "white", "--position", "W:W30:B1,K5", "--pdn", str(file))
    assert pdn.read_file(file)[0].start == position("W:W30:B1,K5")
    assert [found[1] for found in ANSWER.finditer(out)] == ["2."]


# ------------------------------------------------------------ numbers and times


def test_moves_have_the_numbers_of_the_file():
    assert [number(count, OPENING) for count in (1, 2, 3, 4)] == ["1.", "1...", "2.", "2..."]
    assert [number(count, position("W:W30:B1")) for count in (1, 2, 3)] == ["1...", "2.", "2..."]


def test_times_are_said_as_people_say_them():
    assert [clock(each) for each in (0, 12.345, 99.5, 100, 3725)] == [
        "0.00 s", "12.35 s", "99.50 s", "1 min 40 s", "1 h 02 min 05 s",
    ]  # fmt: skip


# ---------------------------------------------------------------- learning by rote


def test_a_memory_tape_is_begun_used_and_kept(talk, tmp_path):
    file = tmp_path / "memory.tap"
    game = ("--self-play", "--moves", "4", "--position", "W:WK18,K19:BK1", "--rote", str(file))
    _, out, err = talk("", *game)
    assert err == ""
    counts = re.search(r"memory\.tap: (\d+) boards in \d+ records; (\d+) looked up, (\d+) found, 4 saved$", out, re.M)
    assert (counts[1], counts[3]) == ("4", "0")
    _, out, _ = talk("", *game)
    counts = re.search(r"memory\.tap: (\d+) boards in \d+ records; (\d+) looked up, (\d+) found, 4 saved$", out, re.M)
    assert int(counts[1]) >= 4
    assert int(counts[3]) > 0


def boards_on(file):
    """Return the positions that a memory tape has."""
    return {board.position for board in memory.read(file).boards}


def interrupt(monkeypatch, at=0):
    """Let Ctrl-C be pressed when the program has been looked at n times; return what counts how often it was."""
    seen = count(1)

    def interrupted():
        if next(seen) == at:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(program704, "SLICE", 2000)
    monkeypatch.setattr(program704.Program704, "interrupted", staticmethod(interrupted))
    return seen


@pytest.mark.parametrize("left", [20, 130, 155, 220, 420])  # looks before the end: printing, merging, thinking
def test_an_interrupted_game_keeps_what_was_learned(talk, tmp_path, monkeypatch, left):
    """The boards of all moves that were made are on the tape, whatever the 704 is at just then."""
    file = tmp_path / "memory.tap"
    game = ("--self-play", "--moves", "6", "--position", "W:WK18,K19:BK1", "--rote")
    seen = interrupt(monkeypatch)
    talk("", *game, str(tmp_path / "undisturbed.tap"))
    looks, whole = next(seen), boards_on(tmp_path / "undisturbed.tap")
    interrupt(monkeypatch, looks - left)
    status, out, _ = talk("", *game, str(file))
    moves = len(ANSWER.findall(out))
    assert status == 130
    assert moves <= 6
    assert len(boards_on(file)) == moves
    assert boards_on(file) <= whole


def test_a_wrong_line_of_a_script_keeps_what_was_learned(talk, tmp_path):
    file = tmp_path / "memory.tap"
    status, out, err = talk("11-15\n1-32\n", "--rote", str(file))
    assert (status, "1-32" in err) == (1, True)
    assert len(boards_on(file)) == len(ANSWER.findall(out)) == 1


def test_what_a_memory_tape_holds_is_listed(talk, tmp_path):
    file = tmp_path / "memory.tap"
    talk("", "--self-play", "--moves", "2", "--position", "W:WK18,K19:BK1", "--rote", str(file))
    status, out, _ = talk("", "--list-tape", str(file))
    lines = out.splitlines()
    assert status == 0
    assert lines[-1] == "2 boards in 2 records"
    assert all(
        re.fullmatch(r"B:W\S+:B\S+  (score -?\d+|(won|lost) in \d+), age 8, ply \d+", line) for line in lines[:-1]
    )


def test_a_file_that_is_not_a_memory_tape_is_refused_and_stays(talk, tmp_path):
    file = tmp_path / "memory.tap"
    file.write_bytes(b"my letter to Dora")
    status, _, err = talk("", "--rote", str(file))
    assert (status, file.read_bytes()) == (1, b"my letter to Dora")
    assert "memory.tap, record 1" in err
    status, _, err = talk("", "--rote", str(tmp_path / "memory.txt"))
    assert status == 1
    assert "memory.txt" in err
    assert not (tmp_path / "memory.txt").exists()


# ---------------------------------------------------------------- endings


def test_endings_are_known_unless_they_are_taken_away(talk):
    game = ("--self-play", "--moves", "4", "--depth", "3", "--position", "W:WK10,K14:BK32")
    _, out, _ = talk("", *game)
    assert "wins in 23" in out
    _, out, _ = talk("", *game, "--without-endings")
    assert "wins" not in out


@pytest.mark.parametrize("other", [("--rote", "memory.tap"), ("--book", "games.pdn")])
def test_what_has_no_endings_anyway_does_not_go_without_them(talk, tmp_path, monkeypatch, capsys, other):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.pdn").touch()
    with pytest.raises(SystemExit) as raised:
        talk("", *other, "--without-endings")
    assert raised.value.code == 2
    said = capsys.readouterr().err
    assert "--without-endings" in said
    assert "does not go with" in said
