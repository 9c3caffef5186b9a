"""What stands around the machine: paper, the light of the tube, the checkers board in storage."""

from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704.display import DIM, X_SHIFT
from host.desk.ibm704.board import Board, cells_of
from host.desk.ibm704.paper import LINES, NARROW, WIDE, Paper
from host.desk.ibm704.tube import Tube
from host.games.checkers import samuel
from host.games.checkers.rules import OPENING, Piece


@settings(deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(["A", "B", "\n", "\f", " "]), max_size=200), st.integers(1, 7))
def test_paper_is_the_same_in_whatever_pieces_it_is_printed(characters, size):
    printed = "".join(characters).encode()
    whole, pieces = Paper(), Paper()
    whole.follow(printed)
    for end in range(0, len(printed) + size, size):
        pieces.follow(printed[:end])
    assert (pieces.lines, pieces.folds, pieces.columns) == (whole.lines, whole.folds, whole.columns)
    assert "\n".join(whole.lines) == printed.decode().replace("\f", "\n")


def test_paper_is_folded_behind_a_full_page_and_where_it_was_ejected():
    paper = Paper()
    paper.follow(b"X\n" * LINES + b"NEXT\n\fEJECTED")
    assert sorted(paper.folds) == [LINES, LINES + 2]
    assert paper.lines[LINES] == "NEXT"
    assert paper.lines[LINES + 2] == "EJECTED"


def test_paper_is_as_wide_as_what_is_printed():
    paper = Paper()
    paper.follow(b"A" * NARROW + b"\n")
    assert paper.columns == NARROW
    paper.follow(b"A" * NARROW + b"\n" + b" " * NARROW + b"B")
    assert paper.columns == WIDE


def test_torn_off_paper_is_gone_and_more_is_printed_on_the_next_sheet():
    paper = Paper()
    paper.follow(b"ONE\n")
    assert paper.tear_off() == "ONE\n"
    paper.follow(b"ONE\nTWO\n")
    assert paper.text == "TWO\n"


def test_another_past_prints_its_own_paper():
    paper = Paper()
    paper.follow(b"ONE\nTWO\n")
    paper.follow(b"ONE\n")
    assert paper.text == "ONE\n"


def test_points_glow_fade_and_go_out():
    tube = Tube()
    tube.follow([100 << X_SHIFT | 200, DIM | 5], None)
    assert set(tube.points) == {(100, 200), (0, 5)}
    assert tube.points[0, 5] < tube.points[100, 200]
    bright = tube.points[100, 200]
    tube.follow([100 << X_SHIFT | 200, DIM | 5], 0.5)
    assert 0 < tube.points[100, 200] < bright
    tube.follow([100 << X_SHIFT | 200, DIM | 5], 60)
    assert not tube.points
    assert tube.used


def test_a_new_frame_begins_with_its_first_point():
    tube = Tube()
    tube.follow([1, 2, 3], 0.1)
    tube.follow([9], 0.1)
    assert (0, 9) in tube.points


def test_a_board_is_what_four_symbols_name():
    symbols = {"BM": 10, "WM": 11, "BK": 12, "WK": 13, "OTHER": 1}
    assert cells_of(symbols) == (10, 11, 12, 13)
    assert cells_of({"BM": 10, "WM": 11, "BK": 12}) == ()


def test_words_that_contradict_each_other_leave_the_board_as_it_was():
    board = Board()
    board.look(samuel.START)
    assert board.pieces == OPENING.pieces
    board.look([samuel.START.black_men] * 2 + [0, 0])
    assert board.pieces == OPENING.pieces
    board.look([0, 0, samuel.bit(1), 0])
    assert board.pieces == {1: Piece.BLACK_KING}
