"""Files of positions with their moves."""

from __future__ import annotations

import pytest

from emulators.errors import ImageError, Place, SourceErrors
from host.games.checkers import notation
from host.games.checkers.rules import OPENING
from tests.games.checkers.boards import STORED, position, stored_positions

LINE = "pair B:WK20:B1 1-5,1-6 2/8"


def test_a_line_has_a_kind_a_position_its_moves_and_counts():
    text = f"# remark\n\n{LINE}\r\nlost W:B1 - 0/0\nplain W:WK5\nmoves W:WK5:B1 5x3\n"
    first, lost, plain, moves = notation.read_known(text, "x")
    assert first == notation.KnownPosition(3, "pair", position("B:WK20:B1"), ("1-5", "1-6"), (2, 8))
    assert (lost.moves, lost.counts) == ((), (0, 0))
    assert (plain.moves, plain.counts) == (None, ())
    assert (moves.moves, moves.counts) == (("5x3",), ())


def test_the_stored_positions_are_written_as_they_were_read():
    lines = STORED.read_text().splitlines()
    for known in stored_positions():
        moves, counts = ",".join(known.moves) or "-", "/".join(map(str, known.counts))
        assert f"{known.kind} {known.position.fen} {moves} {counts}" == lines[known.line - 1]
    assert stored_positions()[0].position == OPENING


@pytest.mark.parametrize(
    ("line", "column", "length", "message"),
    [
        ("alone", 1, 5, "expected a kind, a position"),
        (f"{LINE} more", 1, 31, "expected a kind, a position"),
        ("x B:W5:B40 - 0", 9, 2, "there is no square 40"),
        ("x  B:WK5:B12 1-5,K 0", 14, 5, "'K' is not a move"),
        ("x B:WK5:B12 1-5-9 0", 13, 5, "'1-5-9' is not a move"),
        ("x B:WK5:B12 1-5 7/", 17, 2, "'7/' are not counts"),
    ],
)
def test_a_line_that_is_wrong_is_shown_with_the_place(line, column, length, message):
    with pytest.raises(SourceErrors) as caught:
        notation.read_known(f"# remark\n{line}\nalso\n", "mine.txt")
    first, second = caught.value.errors
    assert first.message.startswith(message)
    assert first.place == Place("mine.txt", 2, column, length, line)
    assert second.place.line == 3


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ImageError, match=r"none\.txt"):
        notation.read_known_file(tmp_path / "none.txt")
