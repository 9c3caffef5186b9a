"""`ironboard kalah --play`, line by line; games that the 6600 plays alone; boards that are solved."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from host.cli.main import main
from host.games.kalah_board import opening
from tests.games.kalah import two_sides
from tests.games.talking import talker

ANSWER = re.compile(
    r"^ *(\d+)\. (South|North) ([1-8 ]+)   score ([+-]\d+)(, to the end of the game)?, ([\d,]+) positions, "
)


@pytest.fixture
def talk(monkeypatch, capsys):
    """Type to `ironboard kalah --play`."""
    return talker(monkeypatch, capsys, "kalah", "--ascii", "--depth", "2")


def answers(out):
    return [match for line in out.splitlines() if (match := ANSWER.match(line))]


def test_the_6600_answers_a_move(talk):
    status, out, err = talk("6 3\nposition\n", "--play")
    assert (status, err) == (0, "")
    assert out.startswith("The 6600 looks 2 moves ahead. You are South; 'help' says more.\n       1    2    3 ")
    (answer,) = answers(out)
    moved = opening().played((6, 3)).played(tuple(map(int, answer[3].split())))
    assert out.splitlines()[-1] == str(moved)


def test_a_turn_may_be_typed_play_by_play(talk):
    _, out, _ = talk("6\n3\nposition\n", "--play")
    assert "the last counter fell into your kalah: it is your turn again" in out
    _, whole, _ = talk("6 3\nposition\n", "--play")
    assert out.splitlines()[-1] == whole.splitlines()[-1]


def test_the_6600_begins_where_the_user_is_north(talk):
    _, out, _ = talk("", "--play", "--side", "north")
    assert [(answer[1], answer[2]) for answer in answers(out)] == [("1", "South")]


def test_a_turn_is_taken_back_with_the_answer(talk):
    _, out, _ = talk("6\n3\nundo\nposition\n", "--play")
    assert out.splitlines()[-1] == str(opening())
    status, _, err = talk("undo\n", "--play")
    assert (status, err) == (1, "ironboard: standard input, line 1: there is no move to take back\n")


def test_a_hint_is_what_the_6600_plays_for_the_user(talk):
    _, out, _ = talk("hint\ngo\n", "--play")
    hint = re.search(r"the 6600 would play ([\d ]+): (score .*)", out)
    assert answers(out)[0][3] == hint[1]


def test_a_game_goes_on_to_its_end_and_both_sides_obey_the_rules(talk):
    _, out, _ = talk("", "--self-play")
    ring, side = two_sides.start(6, 6), 0
    for answer in answers(out):
        assert answer[2] == ("South", "North")[side]
        for pit in map(int, answer[3].split()):
            ring, goes_on = two_sides.sow(ring, side, two_sides.own(ring, side)[-pit], False)
        assert not goes_on
        side = 1 - side
    margin = two_sides.final(ring, 0)
    assert two_sides.over(ring)
    winner = "South wins" if margin > 0 else "North wins"
    assert f"\n{winner}, {36 + abs(margin) // 2} to {36 - abs(margin) // 2}; {len(answers(out))} moves" in out


def test_it_sees_a_capture_and_takes_it(talk):
    _, out, _ = talk("hint\n", "--play", "--depth", "1", "0,2,0,1,0/9,1,1,1,0")
    assert "the 6600 would play 1 3: score +11" in out


def test_other_boards_are_played(talk):
    _, out, _ = talk("position\n", "--play", "--pits", "3", "--counters", "4")
    assert out.splitlines()[-1] == "4,4,4,0/4,4,4,0 south"
    _, out, _ = talk("1\nposition\n", "--play", "0,2,1,4/3,0,0,2")
    assert "your turn again" in out


@pytest.mark.parametrize("always", [[], ["--always"]])
def test_captures_of_nothing_are_made_only_if_they_are_wanted(talk, always):
    _, out, _ = talk("moves\n", "--play", "1,2,0,0,0/0,1,1,1,0", *always)
    gains = dict(line.split() for line in out.splitlines() if re.fullmatch(r"[34] +\+\d+", line))
    assert gains == {"3": f"+{len(always)}", "4": "+0"}  # pit 3 ends in an empty pit opposite an empty one


def test_who_resigns_has_lost(talk):
    _, out, _ = talk("resign\n", "--play")
    assert out.splitlines()[-1].startswith("North wins: South resigns; 0 moves")


def test_after_the_end_nothing_is_played_until_a_new_game(talk):
    status, out, err = talk("resign\n1\n", "--play")
    assert (status, "the game is over: North wins" in err) == (1, True)
    status, out, _ = talk("resign\nundo\n1\n", "--play", "--depth", "1")  # before the first move, too
    assert (status, out.count("South resigns")) == (0, 1)
    _, out, _ = talk("resign\nnew\n6 3\n", "--play")
    assert len(answers(out)) == 1


def test_the_depth_is_changed(talk):
    _, out, _ = talk("6 1\nundo\ndepth 5\n6 1\n", "--play")
    few, many = (int(answer[6].replace(",", "")) for answer in answers(out))
    assert many > 10 * few
    status, _, err = talk("depth 200\n", "--play")
    assert (status, err.startswith("ironboard: standard input, line 1: 'depth 200' is not a command")) == (1, True)


def test_the_moves_are_listed_with_what_they_bring(talk):
    _, out, _ = talk("moves\n", "--play")
    listed = [line.rsplit(maxsplit=1) for line in out.splitlines() if line.endswith(("+1", "+2"))]
    assert [(move.strip(), gain) for move, gain in listed] == [
        *((str(pit), "+1") for pit in range(1, 6)), *((f"6 {pit}", "+2") for pit in range(1, 6)),
    ]  # fmt: skip


def test_the_game_is_printed(talk):
    _, out, _ = talk("6 3\ngame\n", "--play")
    assert f'\n[Rules "standard"]\n[Position "{opening()}"]\n\n1. 6,3 ' in out


def test_the_board_is_drawn(talk, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert talk("6 3\npicture board.svg\n", "--play")[0] == 0
    texts = [each.text for each in ET.parse("board.svg").iter() if each.tag.endswith("text")]
    assert len(texts) == 2 * 6 * 2 + 2
    status, _, err = talk("picture board.svg\n", "--play")
    assert (status, "exists already" in err) == (1, True)


@pytest.mark.parametrize("line", ["7", "6 6", "1 2", "jump", "6 x"])
def test_a_bad_line_ends_a_script_and_is_named(talk, line):
    status, _, err = talk(f"{line}\n", "--play")
    assert status == 1
    assert err.startswith("ironboard: ")


def test_at_a_terminal_a_bad_line_is_answered_and_forgotten(talk):
    status, out, err = talk("7\nposition\n", "--play", terminal=True)
    assert (status, err) == (0, "")
    assert "there is no pit 7: expected 1 to 6" in out


def test_every_command_is_in_the_help(talk):
    _, out, _ = talk("help\n", "--play")
    for word in ("6 3", "undo", "hint", "go", "resign", "new", "depth", "board", "picture", "moves", "game", "quit"):
        assert re.search(rf"^{word} ", out, re.M)


def test_a_board_is_solved(capsys):
    assert main(["kalah", "--solve", "--pits", "4", "--counters", "2", "--always"]) == 0
    position, value, move, searched, _ = capsys.readouterr().out.splitlines()
    assert position == "position 2,2,2,2,0/2,2,2,2,0 south"
    assert value == f"value    South wins by {two_sides.GAMES[4, 2][0]}"
    assert re.fullmatch(r"move     [1-4 ]+", move)
    assert re.fullmatch(r"searched [\d,]+ positions", searched)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--depth", "3"], "--depth goes with --play, --self-play or --solve"),
        (["--play", "--pattern", "3"], "do not go with a game"),
        (["--play", "--language", "algol"], "do not go with a game"),
        (["--solve", "--side", "north"], "--perfect, --game and --save do not go with --solve"),
        (["--self-play", "--side", "north"], "--side does not go with --self-play"),
        (["--play", "--rows"], "not allowed with"),
        (["--play", "--memory", "x"], "--memory goes with --solve"),
        (["--memory", "x"], "--memory goes with --play, --self-play or --solve"),
        (["--play", "--perfect", "--depth", "3"], "--depth does not go with --perfect"),
    ],
)
def test_options_that_do_not_go_together_are_refused(capsys, given, message):
    with pytest.raises(SystemExit):
        main(["kalah", *given])
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--play", "--depth", "200"], "the program looks 1 to 199 moves ahead, not 200"),
        (["--play", "--pits", "9"], "a board with 9 pits: expected 1 to 8"),
        (["--play", "--counters", "30"], "30 counters in a pit: with 6 pits a side, 1 to 21"),
        (["--play", "1,0/1,0", "--pits", "3"], "omit --pits and --counters"),
        (["--solve", "3,2,1"], "is not a position of the game"),
    ],
)
def test_games_that_there_are_not_are_refused(capsys, given, message):
    assert main(["kalah", *given]) == 1
    assert message in capsys.readouterr().err
