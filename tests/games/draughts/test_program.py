"""The program about draughts as one uses it: lines in, lines out; and the verb that does so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from emulators.errors import IronboardError
from host.cli.main import main
from host.games.boards import ProgramFault
from host.games.draughts import (
    BY_SQUARES,
    LOOP,
    OPENING,
    PROGRAMS,
    SIZE,
    SQUARE_AT,
    WORDS,
    DraughtsProgram,
    Move,
    move_of,
    parse,
    set_line,
)
from host.machines.programs import names
from tests.games.draughts.boards import PUBLISHED, any_position
from tests.games.typing6600 import typed

KINGS = "B:W6,9,10,11,20,21,22,23,30,33,37,41,42,43,44,46,K31:BK17,K24"
BLANK = "MOVES 0  PIECES THAT CAN STEP 0  SQUARES THEY REACH 0  PIECES THAT CAN CAPTURE 0"


@pytest.fixture(scope="module")
def program():
    return DraughtsProgram()


def printed(program, *lines):
    return program.job(lines)[0]


def test_it_begins_with_the_opening_and_lists_the_moves(program):
    lines = printed(program, "SHOW", "COUNT")
    assert lines[0] == "MOVES 9"
    assert sorted(lines[1:10]) == [
        "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30",
    ]  # fmt: skip
    assert lines[10:] == ["MOVES 9  PIECES THAT CAN STEP 5  SQUARES THEY REACH 5  PIECES THAT CAN CAPTURE 0"]


def test_captures_have_their_ends_and_what_they_take(program):
    assert printed(program, "SET W W28 48 BK22 34 43", "SHOW") == ["MOVES 1", "48X30 34 43"]
    assert printed(program, "SET W W38 B22 23 32 33", "SHOW") == ["MOVES 1", "38X38 22 23 32 33"]


@pytest.mark.parametrize("name", [WORDS, LOOP, BY_SQUARES])
def test_all_three_programs_count_and_show_the_same(name):
    program = DraughtsProgram(name)
    assert program.count(OPENING, 4).counts == list(PUBLISHED[OPENING.fen][:4])
    found = program.show(parse(KINGS))
    assert (len(found.moves), found.steppers, found.squares, found.takers) == (14, 2, 7, 2)


@settings(derandomize=True, deadline=None, max_examples=12)
@given(any_position())
def test_any_position_can_be_set_and_is_shown_with_its_moves(program, position):
    assert {*program.show(position).moves} == {*position.legal_moves()}


def test_new_and_set_change_the_board(program):
    assert printed(program, "SET W W B", "COUNT", "NEW", "DEPTH 2") == [BLANK, "DEPTH 1  9", "DEPTH 2  81"]


@pytest.mark.parametrize(
    "line",
    ["FOO", "SHOW X", "SHOWS", "DEPTH", "DEPTH 0", "DEPTH 21", "DEPTH 123456789012345678901", "DEPTH 2 3", "DEPTH X",
     "SET", "SET X", "SET WW31", "SET W 31", "SET W W0", "SET W W51", "SET W W31 W31", "SET W W31 B31", "SET W W31 K",
     "SET W WK B1", "SET W W5", "SET W B46", "SET W X31", "31", "NEW 1", "-"],
)  # fmt: skip
def test_a_line_that_is_wrong_is_said_and_skipped(program, line):
    lines = printed(program, "SET B B20 WK5", line, "", "   ", "COUNT", line)
    assert lines[0] == "BAD LINE 2"
    assert lines[1].startswith("MOVES 2  ")  # as it was before
    assert lines[2:] == ["BAD LINE 6"]


def test_blanks_and_commas_may_stand_anywhere_between(program):
    assert printed(program, "  SHOW  ") == printed(program, "SHOW")
    position = parse(KINGS)
    spaced = set_line(position).replace(",", " , ").replace("K", "K ")
    assert printed(program, spaced, "SHOW") == printed(program, set_line(position), "SHOW")


def test_it_is_believed_nothing(program, monkeypatch):
    monkeypatch.setattr(DraughtsProgram, "job", lambda *_: (["MOVES 1", "31-26", BLANK.replace("0", "1", 1)], 1))
    with pytest.raises(ProgramFault, match="shows other moves than the rules for W:W31"):
        program.show(OPENING)
    monkeypatch.setattr(DraughtsProgram, "job", lambda *_: (["MOVES 2", "31-26", BLANK], 1))
    with pytest.raises(ProgramFault, match="shows MOVES 2, 1 moves"):
        program.show(OPENING)
    monkeypatch.setattr(DraughtsProgram, "job", lambda *_: (["DEPTH 1  9"], 1))
    with pytest.raises(ProgramFault, match="instead of counts"):
        program.count(OPENING, 2)


def test_moves_are_read_as_they_are_printed():
    assert move_of("31-26") == Move(31, 26)
    assert move_of("48X30 34 43") == Move(48, 30, frozenset({34, 43}))
    for line in ("31", "31X26", "31-26 5", "31+26"):
        with pytest.raises(ProgramFault, match="instead of a move"):
            move_of(line)


@pytest.mark.parametrize("option", ["--depth", "--play"])
def test_a_depth_that_the_program_does_not_know_is_refused_before_anything_is_printed(capsys, option):
    assert main(["draughts", option, "99"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "1 to 20 moves" in captured.err


def test_the_program_has_the_name_of_the_command():
    assert "draughts" in names("6600")
    assert "draught" not in names("6600")


def test_depths_are_those_that_the_program_knows(program):
    for depth in (0, 21):
        with pytest.raises(IronboardError, match="counts 1 to 20 moves"):
            program.count(OPENING, depth)


# ---------------------------------------------------------------- playing


def test_it_makes_moves_and_so_does_who_plays_against_it(program):
    lines = printed(program, "MOVE 31-26", "MOVE 20-25", "MOVE 26-21", "SHOW", "PLAY 2", "SHOW")
    assert lines[0] == "MOVES 2"
    assert sorted(lines[1:3]) == ["16X27 21", "17X26 21"]
    assert lines[3].partition("  SCORE ")[0] in lines[1:3]
    assert lines[4].startswith("MOVES ")


def test_of_captures_with_the_same_ends_one_can_be_chosen(program):
    position = parse("W:WK19:B8,16,18,28,30,35,38,42")
    assert [str(move) for move in position.legal_moves()] == ["19x25", "19x25"]
    for move in position.legal_moves():
        taken = " ".join(map(str, sorted(move.captured)))
        after = printed(program, set_line(position), f"MOVE {move.start}X{move.end} {taken}", "SHOW")
        expected = {*position.played(move).legal_moves()}
        assert {move_of(line) for line in after[1:]} == expected


@pytest.mark.parametrize(
    "line", ["MOVE", "MOVE 31", "MOVE 31-", "MOVE 31-25", "MOVE 20-25", "MOVE 31-26-21", "MOVE 31-26 27", "MOVE 26-31",
             "MOVE 0-1", "MOVE 31+26", "MOVE 31-26 X", "PLAY", "PLAY 0", "PLAY 21", "PLAY 2 2"],
)  # fmt: skip
def test_what_is_no_move_is_said_and_not_made(program, line):
    assert printed(program, line, "SHOW") == ["BAD LINE 1", *printed(program, "SHOW")]


def test_it_says_when_there_is_no_move(program):
    assert printed(program, "SET W W26 B17,21", "PLAY 3") == ["NO MOVE"]
    assert program.best(parse("W:W26:B17,21"), 3).move is None


def test_a_move_that_is_not_legal_is_a_fault(program, monkeypatch):
    with pytest.raises(IronboardError, match="looks 1 to 20 moves ahead"):
        program.best(OPENING, 21)
    for lines in (["31-25  SCORE 0  BOARDS 1"], ["NO MOVE"], []):
        monkeypatch.setattr(DraughtsProgram, "job", lambda *_, lines=lines: (lines, 1))
        with pytest.raises(ProgramFault, match="in W:W31,32"):
            program.best(OPENING, 1)


# ---------------------------------------------------------------- ironboard draughts


def test_the_verb_shows_a_board_its_moves_and_counts(capsys):
    assert main(["draughts", "--position", "W:W28,48:BK22,34,43", "--depth", "2", "--ascii"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4] == "21    .   B   .   .   .  25"
    assert lines[10] == "W:W28,48:B34,43,K22"
    assert lines[11:13] == ["1 move", "48x30  takes 34, 43"]
    assert lines[13].startswith("2 pieces can step, on 2 squares; 2 can capture; 0.0")
    assert lines[14:16] == ["depth  1  1", "depth  2  1"]


@pytest.mark.parametrize("by", PROGRAMS)
def test_the_verb_has_all_three_programs(by, capsys):
    assert main(["draughts", "--depth", "1", "--by", by]) == 0
    assert "\n9 moves\n" in capsys.readouterr().out


def test_the_verb_says_what_the_program_plays(capsys):
    assert main(["draughts", "--position", "W:WK5:B", "--play", "2"]) == 0
    assert "\nit plays 5-46, score 99999, 10 boards, 0.0" in capsys.readouterr().out
    assert main(["draughts", "--position", "W:W26:B17,21", "--play", "2"]) == 0
    assert capsys.readouterr().out.endswith("\nno legal move\n")


def test_a_wrong_position_is_an_error(capsys):
    assert main(["draughts", "--position", "W:W51:B1"]) == 1
    assert "there is no square 51: expected 1 to 50" in capsys.readouterr().err


# ---------------------------------------------------------------- the console

HINTS = ["TYPE  PLAY 4  OR  MOVE 31-26", "SHOW COUNT DEPTH 3 NEW", "SET W W28 K33 B17 K40", "O. SHOWS THE ANSWERS"]


def drawn(position):
    """The rows of a board as the console shows them."""
    rows = []
    for row in range(SIZE):
        squares = [SQUARE_AT.get((row, column)) for column in range(SIZE)]
        pieces = [position.pieces.get(square) if square else None for square in squares]
        cells = [
            "  " if square is None else " ." if piece is None else f"{' K'[piece.king]}{piece.colour.name[0]}"
            for square, piece in zip(squares, pieces, strict=True)
        ]
        rows.append(f"{5 * row + 1:2}{''.join(cells)}{5 * row + 5:4}")
    return rows


def sides(position):
    """Who is to move, or has lost."""
    what = "TO MOVE" if position.legal_moves() else "CANNOT MOVE AND HAS LOST"
    return f"{position.to_move.name} {what}"


@settings(derandomize=True, deadline=None, max_examples=12)
@given(any_position())
def test_the_console_shows_any_board_and_who_has_lost(position):
    picture = typed("draughts", [set_line(position)]).system.picture
    assert picture[:SIZE] == drawn(position)
    assert picture[SIZE + 1 :] == [sides(position), "", *HINTS]


def test_the_console_shows_the_board_after_every_move_and_a_line_that_is_wrong():
    machine = typed("draughts", ["MOVE 31-27", "MOVE 20-24", "MOVE 1-5"])
    position = OPENING.played(Move(31, 27)).played(Move(20, 24))
    picture = machine.system.picture
    assert picture[:SIZE] == drawn(position)
    assert picture[SIZE + 1 :] == [
        "WHITE TO MOVE", "LAST MOVE 20 TO 24", "NO SUCH LINE, OR NO SUCH MOVE", "", *HINTS
    ]  # fmt: skip
    assert machine.text("OUTPUT") == "BAD LINE 3\n"
    again = typed("draughts", ["MOVE 31-27", "X", "PLAY 2"])
    moved = move_of(again.text("OUTPUT").splitlines()[1].split("  ")[0])
    assert again.system.picture[:SIZE] == drawn(OPENING.played(Move(31, 27)).played(moved))
    assert again.system.picture[SIZE + 1 :] == [
        "WHITE TO MOVE", f"LAST MOVE {moved.start} TO {moved.end}", "", *HINTS
    ]  # fmt: skip


def test_a_capture_that_ends_where_it_began_is_the_last_move():
    picture = typed("draughts", ["SET W W38 B22 23 32 33", "PLAY 1"]).system.picture
    assert picture[SIZE + 1 : SIZE + 3] == ["BLACK CANNOT MOVE AND HAS LOST", "LAST MOVE 38 TO 38"]
