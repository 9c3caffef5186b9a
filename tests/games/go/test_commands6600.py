"""The programs of the 6600 as GTP engines."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from emulators.errors import SourceError, SourceErrors
from host.games.go import gtp
from host.games.go.game import PROGRAMS, Setup
from host.games.go.programs import engine_of
from host.games.go.rules import COLUMNS, Colour
from tests.games.go.first import first  # noqa: F401  (a fixture)

ROOT = Path(__file__).parents[3]
BLACK, WHITE = Colour.BLACK, Colour.WHITE
QUICK = Setup(9, exact=False)


def ask(engine, *lines):
    """Return the responses to lines."""
    responses = io.BytesIO()
    gtp.serve(engine.handlers, io.BytesIO("".join(f"{line}\n" for line in lines).encode("latin-1")), responses)
    return responses.getvalue().decode().removesuffix("\n\n").split("\n\n")


@pytest.fixture(scope="module")
def nps():
    return engine_of("nps", QUICK)


@pytest.fixture(scope="module")
def zobrist():
    return engine_of("zobrist", QUICK)


@pytest.fixture
def engine(first):  # noqa: F811
    return engine_of("first", QUICK)


def rows(answer):
    """The rows of a board in an answer."""
    mark, *lines = answer.split("\n")
    assert mark == "= "
    return [line.split() for line in lines]


def test_either_colour_is_played(engine):
    assert ask(engine, "name", "genmove b", "play w A9", "play w C9", "genmove b", "genmove w", "genmove w") == [
        "= The first point", "= A9", "? illegal move: the point is taken", "=", "= B9", "= D9", "= E9"]  # fmt: skip
    assert ask(engine, "gg-undo 3", "genmove b") == ["=", "= B9"]
    assert int(ask(engine, "ironboard-cycles")[0][2:]) > 1000


def test_a_board_of_another_size_is_another_machine(engine):
    assert ask(engine, "boardsize 19", "genmove b", "boardsize 8", "boardsize 20", "clear_board", "genmove w") == [
        "=", "= A19", "? unacceptable size", "? unacceptable size", "=", "= A19"]  # fmt: skip
    assert ask(engine, "boardsize 13", "fixed_handicap 4") == ["=", "= D10 K10 D4 K4"]


def test_handicap_stones_stand_on_the_protocols_points_or_anywhere(engine):
    assert ask(engine, "fixed_handicap 9", "fixed_handicap 2") == [
        "= C7 E7 G7 C5 E5 G5 C3 E3 G3", "? board not empty"]  # fmt: skip
    assert ask(engine, "clear_board", "place_free_handicap 12")[1].count(" ") == 9
    assert ask(engine, "clear_board", "fixed_handicap 10", "fixed_handicap 1") == [
        "=", *["? invalid number of stones: The first point places 2 to 9"] * 2]  # fmt: skip
    assert ask(engine, "set_free_handicap A9 B9 J1", "genmove w") == ["=", "= C9"]
    assert engine.game.position.stones[10 + 1] is BLACK
    assert ask(engine, "clear_board", "set_free_handicap A9 A9", "set_free_handicap A9") == [
        "=", "? bad vertex list", "? syntax error: expected vertex vertex"]  # fmt: skip


def test_a_game_is_printed_with_what_the_program_says_and_loaded_again(engine, tmp_path):
    path = tmp_path / "game.sgf"
    ask(engine, "komi 3.5", "play b E5", "genmove w", "play b D5", "genmove w", f"printsgf {path}")
    text = path.read_text()
    assert "PW[The first point]" in text
    assert "PB" not in text
    assert text.count("C[BY FIRST]") == 2
    position = engine.game.position
    assert ask(engine, "boardsize 11", f"loadsgf {path}") == ["=", "= black"]
    assert (engine.game.position, engine.komi, engine.size) == (position, 3.5, 9)
    assert ask(engine, "undo", "genmove w") == ["=", "= B9"]  # as in the game
    assert ask(engine, f"loadsgf {path} 2", "genmove w") == ["= white", "= A9"]


def test_the_machine_passes_and_the_board_is_counted(engine):
    stones = " ".join(f"b {column}{row}" for column in "ABCDEFGHJ" for row in range(1, 10) if (column, row) != ("A", 1))
    ask(engine, "clear_board", "komi 0", f"gogui-setup {stones} e C3 e A9")
    assert ask(engine, "genmove b") == ["= pass"]
    assert ask(engine, "final_score", "final_status_list dead") == ["= B+81", "="]


def test_every_command_answers_and_refuses_arguments_that_make_no_sense(nps, zobrist):
    for engine in (nps, zobrist):
        ask(engine, "boardsize 9", "play b E5", "genmove w")
        commands = [row.split("/")[-1] for row in ask(engine, "gogui-analyze_commands")[0][2:].split("\n")]
        assert len(commands) > 5
        for command in commands:
            (answer,) = ask(engine, command.replace("%p", "E5"))
            assert answer[0] == "=" or "for this move the program has not looked around a point" in answer, command
            assert ask(engine, f"{command} x y z")[0][0] == "?"
    assert "ironboard-sectors" not in zobrist.handlers
    assert "ironboard-weights" not in nps.handlers


def test_nps_explains_its_move_with_the_picture_of_its_scan(nps):
    """Four of the opponent's stones in a row, as in figure 5 of the thesis; the opening is over after 18 moves."""
    edges = " ".join(f"b {column}{row}" for column in "ABCDEFGHJK" for row in (1, 19))
    ask(nps, "boardsize 19", f"gogui-setup w K10 w L10 w M10 {edges}", "play w N10")
    assert ask(nps, "genmove b", "ironboard-explain") == [
        "= O10", "= BY ANALYZE SCAN SCAN4 COMPARE BLOCK\nVERTEX N10\nSECTOR 4\nPATTERN 3 N10 K10"]  # fmt: skip
    picture = rows(ask(nps, "ironboard-picture")[0])
    assert [column for column, colour in enumerate(picture[9]) if colour == "red"] == [9, 12]
    assert sum(colour != '""' for row in picture for colour in row) == 121
    assert rows(ask(nps, "ironboard-sectors")[0])[9][9] == "4"


def test_zobrists_weights_and_arrays(zobrist):
    ask(zobrist, "clear_board", "gogui-setup b E5 w E6 w D5", "genmove b")
    said = ask(zobrist, "ironboard-explain")[0].removeprefix("= ").split("\n")
    move = said[0].split()[1]
    assert said[0].startswith("NODE ")
    assert any(line.startswith("TEMPLATE T") and line.endswith(move) for line in said)
    weights = rows(ask(zobrist, "ironboard-weights")[0])
    column, row = COLUMNS.index(move[0]), 9 - int(move[1])
    assert weights[row][column] == "1.000"
    assert sum(each != "0" for line in weights for each in line) == 5
    ask(zobrist, "clear_board", "gogui-setup b A1 w J9")
    influence = [list(map(float, line)) for line in rows(ask(zobrist, "ironboard-influence")[0])]
    assert influence[8][0] > 0.5
    assert influence[0][8] == -influence[8][0]
    segments = rows(ask(zobrist, "ironboard-segments")[0])
    assert segments[8][0] != segments[0][8]
    (evaluation,) = ask(zobrist, "ironboard-evaluation")
    assert "SCORE 0 0" in evaluation


def test_an_evaluation_changes_nothing(zobrist):
    ask(zobrist, "clear_board", "play b E5", "genmove w", "play b C3")
    before = zobrist.game.program.snapshot()
    ask(zobrist, "ironboard-evaluation")
    assert zobrist.game.program.snapshot() == before


def test_sectors_are_those_of_the_thesis(nps):
    """Consecutively, the first one in the lower right: axis to the right, diagonal down and to the right."""
    ask(nps, "boardsize 9")
    sectors = rows(ask(nps, "ironboard-sectors E5")[0])
    assert [sectors[4][5], sectors[5][5], sectors[6][5], sectors[6][4]] == ["1", "1", "2", "2"]
    assert [sectors[6][3], sectors[5][3], sectors[4][3], sectors[2][4]] == ["3", "3", "4", "6"]
    assert [sectors[3][3], sectors[3][5], sectors[2][5], sectors[3][6]] == ["5", "7", "7", "8"]
    assert sectors[4][4] == "V"
    distances = rows(ask(nps, "ironboard-distances E5")[0])
    assert [distances[4][column] for column in range(9)] == ["4", "3", "2", "1", "V", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("name", "setup", "message"),
    [
        ("wally", Setup(9), "Wally cannot play on 9 by 9: expected 15"),
        ("nps", Setup(8), "NPS Go cannot play on 8 by 8: expected 9 to 19"),
        ("nps", Setup(seed=3), "NPS Go makes no random choices"),
        ("nps", Setup(core="py65"), "py65 is a 6502: NPS Go runs on a CDC 6600"),
        ("wally", Setup(templates="x"), "Wally has no templates"),
        ("zobrist", Setup(templates="/nowhere/x"), "cannot read /nowhere/x"),
    ],
)
def test_what_a_program_cannot_do_is_said_before_it_starts(name, setup, message):
    with pytest.raises(Exception, match=message):
        engine_of(name, setup)


def test_a_wrong_card_is_an_error_that_names_its_place(tmp_path):
    """The program itself reads the cards; what it says of them is told as of any source."""
    deck = tmp_path / "mine.templates"
    text = (ROOT / "asm" / "cdc6600" / "zobrist.templates").read_text(encoding="utf-8")
    deck.write_text(text, encoding="utf-8")
    assert ask(engine_of("zobrist", Setup(9, exact=False, templates=deck)), "genmove b")[0].startswith("= ")
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("T07 "))
    lines[number - 1] = lines[number - 1].replace("*", "Z")
    deck.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(SourceError) as error:
        engine_of("zobrist", Setup(templates=deck))
    place = error.value.place
    assert (place.file, place.line) == (str(deck), number)
    assert place.text[place.column - 1] == "Z"
    assert "T07: " in str(error.value)
    deck.write_text("T01 é", encoding="utf-8")
    with pytest.raises(SourceErrors, match=r"mine\.templates:1:5: error: display code has no character"):
        engine_of("zobrist", Setup(templates=deck))


def test_the_programs_are_named_once():
    from host.games import wally_board

    assert [each for each in PROGRAMS if each.startswith("wally")] == [*wally_board.PROGRAMS]
