"""How the figures of the rook ending are found: games followed, all of Black's ways, rooms, sizes."""

from __future__ import annotations

import pytest

from host.experiments.figures.measured import zuidema
from host.games.endings.perfect import Position, square
from host.games.endings.program import MOST
from host.games.program6600 import source

FIGURE_31 = zuidema.printed("new", "fig31")


def position(*names):
    return Position(*map(square, names))


# ------------------------------------------------------------ games


def test_a_printed_game_is_read_with_whose_moves_they_are():
    assert FIGURE_31.start == position("f3", "d2", "f5")
    assert FIGURE_31.white[:2] == ("Re2", "Kg4")
    assert FIGURE_31.white[-1] == "Rf8"
    assert FIGURE_31.black[0] == square("f6")
    assert len(FIGURE_31.white) == len(FIGURE_31.black) + 1 == 9


def test_a_game_is_followed_to_the_first_other_move():
    other = FIGURE_31._replace(white=("Re2", "Kg4", "Rh2", *FIGURE_31.white[3:]))
    found = zuidema.moves("new", other)
    assert found == ["Re2", "Kg4", "Rf2"]
    assert zuidema.agreeing(found, other) == 2
    assert zuidema.told(found, other, "new") == "from Kf3 Rd2 Kf5; move 3 is Rf2 and not Rh2"
    assert not zuidema.is_mate(zuidema.ending("new"))


def test_where_the_games_part_nothing_is_counted(monkeypatch):
    other = FIGURE_31._replace(white=("Re2", "Kg4", "Rh2", *FIGURE_31.white[3:]))
    monkeypatch.setattr(zuidema, "printed", lambda version, figure: other)
    assert zuidema.to_mate("new", "y").value == 0
    assert zuidema.and_so_on("new", "y").value == 0
    assert zuidema.as_printed("new", "y").value == 2


def after(version, start):
    """Let White move, and return how long the game lasts at most."""
    at_work = zuidema.ending(version)
    at_work.begin(position(*start))
    at_work.move()
    return zuidema.longest(at_work, 1)


@pytest.mark.parametrize(("version", "start", "moves"), [
    ("new", ("g6", "e7", "h8"), 1),
    ("new", ("h6", "g2", "h8"), 3),
    ("new", ("f6", "g7", "h8"), MOST),  # stalemate
    ("primitive", ("f6", "f1", "f8"), 3),
])  # fmt: skip
def test_all_of_blacks_ways_are_tried(version, start, moves):
    assert after(version, start) == moves


def test_a_rook_that_can_be_taken_never_mates():
    at_work = zuidema.ending("new")
    at_work.begin(position("a1", "d4", "e5"))
    assert square("d4") in zuidema.replies("R", at_work.memory.position)
    assert zuidema.longest(at_work) == MOST


def test_where_a_move_can_be_stalemate():
    found = zuidema.stalemate_possible()
    assert position("f6", "g7", "h8") in found
    assert position("h1", "a1", "d5") not in found


def test_the_pattern_without_a_good_rook():
    found = list(zuidema.patterns())
    assert position("f6", "f1", "f8") in found  # fig. 7
    assert position("h6", "g2", "h8") in found  # fig. 8
    assert position("g6", "h1", "h8") not in found  # he is in check
    assert position("e6", "a1", "e8") not in found  # mate at once


# ------------------------------------------------------------ rooms


SYMMETRIC = [("f4", "d1", "f6"), ("c4", "e1", "c6"), ("f5", "d8", "f3"), ("c5", "e8", "c3"),
             ("d6", "a4", "f6"), ("e6", "h4", "c6"), ("d3", "a5", "f3"), ("e3", "h5", "c3")]  # fmt: skip


@pytest.mark.parametrize("men", SYMMETRIC[:4])
def test_the_board_is_turned(men):
    assert zuidema.turned(position(*men)) == (6, 4, 4, 1, 6, 6)


def test_the_room_is_the_same_however_the_board_is_turned():
    assert {zuidema.caller("new").room(position(*men)) for men in SYMMETRIC[:4]} == {12}
    assert len({zuidema.caller("new").room(position(*men)) for men in SYMMETRIC[4:]}) == 1


def test_rooms_that_differ_are_all_shown():
    assert zuidema.same_everywhere([12, 12], "here").value == 12
    assert zuidema.same_everywhere([12, 50, 12], "here").value == [12, 50]


def test_a_weak_rook_is_told_from_a_strong_one():
    primitive = zuidema.caller("primitive")
    assert primitive.room(position("a1", "d5", "g7")) == 21
    assert not primitive.strong
    assert primitive.room(position("c4", "d5", "g7")) == 12
    assert primitive.strong
    assert primitive.room(position("a1", "d5", "e6")) == 50
    assert not primitive.strong


# ------------------------------------------------------------ sizes


@pytest.mark.parametrize(
    ("procedure", "words"), [("write", "WRITE (PIECE"), ("newroom", "NEW ROOM"), ("room", "ROOM;")]
)
def test_the_lines_of_a_procedure(procedure, words):
    lines = zuidema.lines_of(procedure)
    text = zuidema.without_boards().text.splitlines()
    assert words in text[lines.start - 1]
    assert '"END"' in text[lines.stop - 2]


def test_versions_and_what_is_only_the_other_one_s_are_the_whole_program():
    everything = list(range(1, len(zuidema.without_boards().text.splitlines()) + 1))
    for other in zuidema.OTHERS.values():
        version = next(each for each in zuidema.OTHERS if zuidema.OTHERS[each] == other)
        assert sorted([*zuidema.all_lines(version), *zuidema.lines_of(other)]) == everything
    assert zuidema.words(everything) == zuidema.without_boards().words.program


def test_texts_are_counted():
    assert (
        len(zuidema.without_boards().shared.strings)
        < zuidema.words_of_texts()
        < zuidema.without_boards().words.program // 10
    )


def test_only_boards_and_prompts_are_not_measured():
    text, measured = source("rook").read_text("utf-8"), zuidema.without_boards().text
    first, behind = text.index('  "PROCEDURE" SHOW BOARD'), text.index('  "COMMENT" -------- THE GAME')
    assert measured.startswith(text[:first])
    assert measured.endswith(text[behind:])
    assert len(measured) < first + len(text) - behind + 60
