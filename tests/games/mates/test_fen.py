"""FEN: what is read, and where the fault is."""

import re

import pytest

from emulators.errors import SourceError
from host.games.fen import parse


def test_men_are_read_from_a8_to_h1():
    men = parse("kbK5/pp6/1P6/8/8/8/8/R7 w").men
    assert men == {57: "k", 58: "b", 59: "K", 49: "p", 50: "p", 42: "P", 1: "R"}


@pytest.mark.parametrize("rest", ["", " w", " w -", " w - -", " w - - 0", " w - - 12 34"])
def test_fields_behind_the_men_may_be_missing(rest):
    assert parse("k7/8/K7/8/8/8/8/R7" + rest).rights == ""


@pytest.mark.parametrize(
    ("fields", "rights"),
    [
        ("w KQkq -", "castling (KQkq)"),
        ("w - h6", "the capture en passant on h6"),
        ("w k g6", "castling (k) and the capture en passant on g6"),
    ],
)
def test_what_the_program_does_not_consider_is_named(fields, rights):
    assert parse(f"k7/8/K7/8/8/8/8/R7 {fields} 0 1").rights == rights


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "there is no position"),
        ("k7/8/K7/8/8/8/8/R7 b", 20, "White must be to move"),
        ("k7/8/K7/8/8/8/8/R7 w KX", 22, "expected castling rights"),
        ("k7/8/K7/8/8/8/8/R7 w - e3", 24, "expected a square of the sixth rank"),
        ("k7/8/K7/8/8/8/8/R7 w - - x", 26, "expected a number of half-moves"),
        ("k7/8/K7/8/8/8/8/R7 w - - 0 x", 28, "expected the number of the move"),
        ("k7/8/K7/8/8/8/8/R7 w - - 0 1 1", 30, "six fields at most"),
        ("k7/8/K7/8/8/8/8/R7/8 w", 19, "the board has 8 ranks"),
        ("k7/8/K7/8/8/8/R7 w", 16, "ends before the end of rank 2"),
        ("k7/8/K6/8/8/8/8/R7 w", 8, "rank 6 has 7 squares, not 8"),
        ("k8/8/K7/8/8/8/8/R7 w", 2, "rank 8 has more than 8 squares"),
        ("8" * 5000 + " w", 1, "rank 8 has more than 8 squares"),
        ("k7/8/K7/8/9/8/8/R7 w", 11, "rank 4 has more than 8 squares"),
        ("k7/8/K7/8/8/8/8/P7 w", 17, "a pawn cannot stand on rank 1"),
        ("k7/8/8/8/8/8/8/R7 w", 1, "White has no king"),
        ("kk6/8/K7/8/8/8/8/R7 w", 1, "Black has 2 kings"),
        ("k7/8/K7/8/QQQQQQQQ/QQQQQQQQ/8/8 w", 1, "White has 17 men: 16 at most"),
    ],
)
def test_a_fault_is_shown_where_it_is(text, column, message):
    with pytest.raises(SourceError, match=re.escape(message)) as caught:
        parse(text)
    assert caught.value.place.column == column
