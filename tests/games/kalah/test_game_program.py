"""The game as one uses it at the machine: lines in, lines out; and the picture of the console."""

from __future__ import annotations

import pytest

from host.games.kalah_board import opening, parse
from host.games.kalah_play import PROGRAM, Player
from host.games.program6600 import work
from host.machines.cdc6600.machine import find_program
from tests.games.kalah import two_sides
from tests.games.typing6600 import typed

BOARD = """
         1   2   3   4   5   6     NORTH
         6   6   6   6   6   6
   0                             0
         6   6   6   6   6   6
         6   5   4   3   2   1     SOUTH
SOUTH TO MOVE
"""


def printed(*lines):
    return work(find_program(PROGRAM), lines, "compiled")[0]


def set_line(position):
    south, north = position.rows
    return " ".join(["SET", *(str(each) for row in (south, north) for each in (*row.pits[::-1], row.kalah))])


def test_it_begins_with_the_usual_board():
    assert [line.rstrip() for line in printed("SHOW")] == BOARD.strip("\n").splitlines()


def test_all_moves_are_listed_with_the_pits_and_what_they_leave():
    position = parse("4,3,0,1,5/2,2,0,1,7")
    *listed, count = printed("NEW 4 3", set_line(position), "LIST")
    assert count == f"{len(position.moves())} MOVES"
    found = set()
    for line in listed:
        words = line.split()
        leaves, other = words.index("LEAVES"), words.index("AND")
        after = position.played(tuple(map(int, words[1:leaves])))
        south, north = (tuple(map(int, each)) for each in (words[leaves + 1 : other], words[other + 1 :]))
        assert [(*row.pits[::-1], row.kalah) for row in after.rows] == [south, north]
        found.add(after)
    assert found == {*position.moves()}


def test_it_plays_what_its_search_finds():
    thought = Player().think(opening(), 4)
    *_, line = printed("PLAY 4")
    pits = " ".join(map(str, thought.move))
    assert line == f"PLAYS {pits}  SCORE {thought.score}  POSITIONS {thought.positions}"


def test_a_game_to_its_end_by_lines():
    pits, (margin, game) = 4, two_sides.GAMES[4, 2]
    moves = ["MOVE " + " ".join(str(pits - int(hole)) for hole in turn) for turn in game.split("-")]
    lines = printed("ALWAYS", "NEW 4 2", *moves, "PLAY 1")
    assert lines == [f"SOUTH WINS {8 + margin // 2} TO {8 - margin // 2}"] * 2


def test_a_search_to_the_end_is_told():
    assert printed("ALWAYS", "NEW 3 3", "PLAY 199")[-1].endswith("TO THE END")
    assert " SCORE 2 " in printed("ALWAYS", "NEW 3 3", "PLAY 199")[-1]
    assert not printed("NEW 3 3", "PLAY 3")[-1].endswith("TO THE END")


def test_a_move_may_be_continued_in_another_line():
    parts = printed("MOVE 6", "MOVE 3", "SHOW")
    assert parts == printed("MOVE 6 3", "SHOW")
    assert printed("MOVE 6", "SHOW")[-1] == "SOUTH TO MOVE"


def test_who_is_to_move_can_be_told():
    north = printed("SET 1 2 3 4 5 6 7 6 5 4 3 2 1 0", "NORTH", "SHOW")
    assert north[-1] == "NORTH TO MOVE"
    assert north[:-1] == printed("SET 1 2 3 4 5 6 7 6 5 4 3 2 1 0", "NORTH", "SOUTH", "SHOW")[:-1]
    assert printed("NORTH", "MOVE 1", "SHOW")[2].split() == ["1", "0"]


@pytest.mark.parametrize(
    "line",
    [
        "MOVE", "MOVE 7", "MOVE 0", "MOVE 6 6", "MOVE 1 2", "MOVE 6 X", "MOVE 6 0", "NEW 9 1", "NEW 6 22", "NEW 6 0",
        "NEW 8 4", "NEW 6 6 6", "SET 1 2", "SET 1 1 1 1 1 1 1 1 1 1 1 1 1 300", "SET 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "PLAY", "PLAY 0", "PLAY 200", "PLAY 1 1", "LIST 1", "NOTHING", "USUAL 1", "SOUTH 1",
    ],
)  # fmt: skip
def test_bad_lines_are_named_and_change_nothing(line):
    assert printed("MOVE 6 3", line, "SHOW") == ["BAD LINE 2", *printed("MOVE 6 3", "SHOW")]


def test_the_largest_boards_are_played():
    for line, board in (("NEW 8 3", (8, 3)), ("NEW 7 9", (7, 9)), ("NEW 6 21", (6, 21)), ("NEW 1 127", (1, 127))):
        thought = Player().think(opening(*board), 2)
        assert printed(line, "PLAY 2")[0].split("  ")[0] == "PLAYS " + " ".join(map(str, thought.move))


def test_the_console_shows_the_board_the_last_move_and_a_line_that_is_wrong():
    picture = [line.rstrip() for line in typed(PROGRAM, ["MOVE 6 3", "MOVE 6 6"]).system.picture]
    shown = [line.rstrip() for line in printed("MOVE 6 3", "SHOW")]
    assert picture[: len(shown)] == shown
    assert picture[len(shown) : len(shown) + 2] == ["LAST MOVE 6 3", "NO SUCH LINE, OR NO SUCH MOVE"]
    assert picture[-4] == "TYPE  PLAY 4  OR  MOVE 3 1"
