"""`ironboard go`: conversations, the thesis' dialogue, two programs against each other."""

from __future__ import annotations

import re

import pytest

from host.cli.main import main
from host.games.go import sgf
from host.games.go.rules import Colour
from tests.games.talking import talker

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@pytest.fixture
def go(monkeypatch, capsys):
    return talker(monkeypatch, capsys, "go")


def without_times(text):
    return re.sub(r" +\d+\.\d+ s$", "", text, flags=re.MULTILINE)


FIRST = """\
NPS Go on a CDC 6600 has White, you have Black; 'help' says more.
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . + . + . . 7
 6 . . . . . . . . . 6
 5 . . + . + . + . . 5
 4 . . . . . . . . . 4
 3 . . + . + . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
> e5
  2. White D6
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . + . + . . 7   BY ANALYZE COUNTER
 6 . . .(O). . . . . 6   VERTEX E5
 5 . . + . X . + . . 5   STRENGTH 0
 4 . . . . . . . . . 4   WEAKNESS 0
 3 . . + . + . + . . 3   VAL 0
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
> sectors e5
   A B C D E F G H J
 9 5 6 6 6 6 7 7 7 7 9
 8 5 5 6 6 6 7 7 7 8 8
 7 5 5 5 6 6 7 7 8 8 7
 6 5 5 5 O 6 7 8 8 8 6
 5 4 4 4 4<X>1 1 1 1 5
 4 4 4 4 3 2 1 1 1 1 4
 3 4 4 3 3 2 2 1 1 1 3
 2 4 3 3 3 2 2 2 1 1 2
 1 3 3 3 3 2 2 2 2 1 1
   A B C D E F G H J
> picture C3
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 5 5 5 5 5 5 5 5 . 8
 7 4 4 4 4 4 4 4 5 . 7
 6 3 3 3 O 3 3 4 5 . 6
 5 2 2 2 2 X 3 4 5 . 5
 4 2 1 1 1 2 3 4 5 . 4
 3 2 1<+>1 2 3 4 5 . 3
 2 2 1 1 1 2 3 4 5 . 2
 1 2 2 2 2 2 3 4 5 . 1
   A B C D E F G H J
<> the vertex
> QUIT
"""


def test_a_move_its_answer_and_the_picture_of_a_scan(go):
    status, out, err = go("e5\nsectors e5\npicture C3\nQUIT\n", "--size", "9", "--ascii", "--verbose")
    assert (status, err) == (0, "")
    assert without_times(out) == FIRST


def test_the_picture_shows_the_pattern_that_a_scan_has_found(go):
    """Four in a row along the axis of the first sector, which the answer on F3 has blocked."""
    _, out, _ = go("E5\nC3\nD3\nE3\nB3\npicture\nexplain\n", "--size", "9", "--ascii")
    assert "> explain\nBY ANALYZE SCAN SCAN1 COMPARE BLOCK\nVERTEX B3\nSECTOR 1\nPATTERN 3 B3 E3\n" in out
    assert " 3 1<X>X X[X]O 5 . . 3\n" in out
    assert "<> the vertex   [] the ends of the pattern\n" in out


def test_commands_say_what_they_show(go):
    status, out, err = go("E5\nexplain\ninfluence\nscore\nhint\nundo\n\nhelp\n", "--size", "9", "--ascii")
    assert (status, err) == (0, "")
    assert "> explain\nBY ANALYZE COUNTER\nVERTEX E5\n" in out
    assert " 6  -2  -6 -10 -56   0|  4   4   2|  0\n" in out
    assert "by area; dead stones, found by 100 random games, are taken off" in out
    assert re.search(r"^NPS Go would play [A-J][1-9]\nBY ANALYZE ", out, re.MULTILINE)
    assert out.partition("> undo\n")[2].count("X") == out.partition("> undo\n")[2].count("O") == 0


def test_influence_is_shown_below_every_board_if_that_is_wanted(go):
    _, out, _ = go("H8\nquit\n", "wally", "--influence", "--ascii")
    assert out.count("   A B C D E F G H J K L M N O P\n") == 2 * 2
    assert out.count("     A   B   C") == 2


def test_a_game_goes_on_to_two_passes_and_is_counted_and_kept(go, tmp_path):
    path = tmp_path / "game.sgf"
    status, out, _ = go("pass\n" * 300, "--size", "9", "--sgf", str(path), "--komi", "0.5", "--side", "white")
    assert status == 1  # the game is over, and there are lines left
    assert "NPS Go on a CDC 6600 has Black" in out
    assert re.search(r"Both have passed: B\+80\.5\. The CDC 6600 has worked for \d+\.\d s\.", out)
    record = sgf.read(path)
    assert (record.size, record.komi) == (9, 0.5)
    assert record.moves[0][0] is BLACK
    assert {move for _, move in record.moves[-2:]} == {None}
    text = path.read_text()
    assert "RE[B+80.5]" in text
    assert "C[BY GO OPENING]" in text
    assert "PW[player]" in text


def test_undo_takes_back_both_moves_and_a_resignation(go):
    _, out, _ = go("E5\nundo\nE5\nresign\nundo\nD4\nquit\n", "--size", "9")
    assert "Black gives up: W+R." in out
    assert out.count("  2. White") == 2
    assert "  4. White" in out


def test_the_machine_begins_for_somebody_who_has_white_and_after_a_handicap(go):
    _, out, _ = go("quit\n", "--size", "9", "--side", "white")
    assert "  1. Black" in out
    _, out, _ = go("quit\n", "--size", "13", "--handicap", "4", "--ascii")
    assert "  1. White" in out
    assert out.count("X") == 4


def test_wally_has_black_and_answers(go):
    status, out, _ = go("H8\nquit\n", "wally")
    assert status == 0
    assert "Wally on a KIM-1 has Black, you have White" in out
    assert "  2. Black G8" in out


LINES = [  # with nothing before them that has been done, but for E5
    ("E5\nfoo\n", "line 2: 'foo' is neither a move nor a command: type a move such as D4, or help"),
    ("E5\n\nE5\n", "line 3: E5: the point is taken"),
    ("Z3\n", "line 1: Z3 is not on the board: A1 to J9, without I"),
    ("A10\n", "line 1: A10 is not on the board"),
    ("undo\n", "line 1: there is no move to take back"),
    ("explain\n", "line 1: NPS Go has not moved yet"),
    ("sectors\n", "line 1: the program examined no point for its last move: name one"),
    ("sectors pass\n", "line 1: a pass has no sectors"),
    ("evaluate\n", "line 1: nps evaluates no positions"),
    ("save\n", "line 1: expected a file, such as save game.sgf"),
]


@pytest.mark.parametrize(("typed", "message"), LINES)
def test_a_line_that_cannot_be_done_ends_a_script_and_is_named(go, typed, message):
    status, _, err = go(typed, "--size", "9")
    assert status == 1
    assert f"standard input, {message}" in err


def test_at_a_terminal_it_is_answered_and_the_game_goes_on(go):
    typed = "".join(line for line, message in LINES if not line.startswith("E5"))
    status, out, err = go(f"{typed}E5\nquit\n", "--size", "9", terminal=True)
    assert (status, err) == (0, "")
    for line, message in LINES:
        assert (message.partition(": ")[2] in out) is (not line.startswith("E5"))
    assert "2. White D6" in out


WRONG = [
    (["wally", "--side", "black"], 1, "Wally has the black stones, always"),
    (["wally", "--size", "19"], 2, "Wally cannot play on 19 by 19: expected 15"),
    (["wally", "--handicap", "40"], 1, "Wally places 2 to 17 handicap stones"),
    (["nps", "--size", "5"], 2, "NPS Go cannot play on 5 by 5: expected 9 to 19"),
    (["nps", "--handicap", "1"], 1, "expected 2 to 9 on 19 by 19"),
    (["nps", "--seed", "3"], 2, "NPS Go makes no random choices"),
    (["zobrist", "wally"], 2, "Wally has the black stones, always: name it first"),
    (["wally", "nps", "--size", "9"], 2, "Wally cannot play on 9 by 9"),
    (["zobrist", "--surround", "low"], 2, "--surround, --firm and --reflect go with nps"),
    (["--firm", "1000"], 2, "argument --firm: '1000' is too large: at most 999"),
    (["zobrist", "--faithful"], 2, "--faithful goes with nps alone"),
    (["nps", "nps", "--side", "black"], 2, "--side, --influence and --game do not go with two programs"),
    (["--moves", "3"], 2, "--moves goes with two programs"),
    (["--komi", "x"], 2, "'x' is not a komi: expected points, such as 6.5"),
]


@pytest.mark.parametrize(("options", "status", "message"), WRONG)
def test_what_cannot_be_is_an_error(go, capsys, options, status, message):
    try:
        done, _, err = go("", *options)
    except SystemExit as stop:
        done, err = stop.code, capsys.readouterr().err
    assert done == status
    assert message in err


def test_an_existing_file_is_not_replaced(go, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("mine")
    assert go("", "--size", "9", "--sgf", str(path))[0] == 1
    assert path.read_text() == "mine"
    assert go("", "--size", "9", "--sgf", str(path), "--force")[0] == 0
    assert sgf.read(path).moves == []
    assert "exists already" in go(f"save {path}\n", "--size", "9")[2]


# ------------------------------------------------------------ two programs


def test_two_programs_play_each_other_and_the_record_has_what_both_say(capsys, tmp_path):
    path = tmp_path / "game.sgf"
    assert main(["go", "nps", "zobrist", "--size", "9", "--moves", "8", "--sgf", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Black: NPS Go, CDC 6600. White: Zobrist's Go, CDC 6600. 9 by 9.\n  1. Black")
    assert re.search(r"Stopped after 8 moves: .*\. Machines: NPS Go \d.\d s, Zobrist's Go \d+\.\d s\.", out)
    assert out.count("   A B C D E F G H J") == 2  # one board
    text = path.read_text()
    assert len(sgf.read(path).moves) == 8
    assert text.count("C[BY ") == text.count("C[NODE ") == 4


def test_wally_moves_second_against_another_program(capsys):
    assert main(["go", "wally", "nps", "--moves", "2", "--verbose", "--ascii"]) == 0
    out = capsys.readouterr().out
    assert "  1. White" in out
    assert "  2. Black" in out
    assert out.count("BY GO OPENING") == 1


# ------------------------------------------------------------ the thesis' dialogue


def test_the_thesis_dialogue_asks_for_what_the_program_does_not_know(go):
    typed = "5 5\n0\nf\n6 5\n1\n5 5\nt\nboard\nhelp\n-1 -1\n"
    status, out, err = go(typed, "--faithful", "--size", "9", "--ascii")
    assert (status, err) == (0, "")
    asked = [line.strip() for line in out.splitlines() if line.strip() in ("YOUR MOVE", "UPDATE", "DANGER")]
    assert asked == ["YOUR MOVE", "UPDATE", "DANGER"] * 2 + ["YOUR MOVE"]
    assert "X Y OF STONE 1" in out
    assert len(re.findall(r"^MOVE +\d+ +\d+ +\d\.\d{3} s$", out, re.MULTILINE)) == 2
    (board,) = re.findall(r"^   1 2 3.*?\n((?:.*\n){9})", out, re.MULTILINE)
    assert (board.count("X"), board.count("O")) == (2, 1)  # the machine's, and the one that was not captured
    assert board.splitlines()[4].split()[6] == "O"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("99 3\n", "line 1: ILLEGAL: THERE IS NO SUCH POINT"),
        ("hello\n", "line 1: WRONG: TYPE COLUMN AND ROW OF YOUR MOVE"),
        ("3 3\n0\nmaybe\n", "line 3: WRONG: TYPE T OR F"),
        ("é 3\n", "line 1: display code has no character"),
    ],
)
def test_a_line_that_the_program_does_not_take_ends_a_script(go, typed, message):
    status, _, err = go(typed, "--faithful", "--size", "9")
    assert status == 1
    assert f"standard input, {message}" in err
    status, out, err = go(f"{typed}quit\n", "--faithful", "--size", "9", terminal=True)
    assert (status, err) == (0, "")
    assert message.partition(": ")[2] in out
