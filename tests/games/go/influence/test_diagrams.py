"""Positions as texts: drawings, rows in one line, nodes by name; what is wrong with them is said with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError, SourceError
from host.games.boards import Colour
from host.games.go import diagrams
from host.games.go.gtp import point
from host.games.go.rules import Position
from tests.games.go.influence import boards, oracle

BLACK, WHITE = Colour.BLACK, Colour.WHITE
NINE = ["........."] * 9


def drawing(*changes, size=9):
    """Nine empty rows, some of them replaced: number from above -> text."""
    rows = ["." * size] * size
    for number, text in changes:
        rows[number - 1] = text
    return "\n".join(rows)


@settings(deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_is_drawn_is_read_again(seed):
    position = boards.position(*oracle.some_board(seed))
    shut_in = {point for chain in position.chains() if not position.group(min(chain))[1] for point in chain}
    position = Position(position.size, {at: side for at, side in position.stones.items() if at not in shut_in})
    assert diagrams.parse("\n".join(diagrams.diagram(position, ascii=True)), "drawing") == position


def test_signs_of_stones_blanks_numbers_names_and_remarks():
    text = """
    ; a position
       A B C D E F G H J
     9 X x # @ B ● . + , 9
     8 O o W ○ . · * . . 8   ; white

     7 . . . . . . . . . 7
    6 .........
    .........
    . . .  . . .  . . .
     3 . . . . . . . . . 3
     2 . . . . . . . . . 2
     1 . . . . . . . . . 1
       a b c d e f g h j
    """
    black, white = ({point(f"{column}{row}", 9) for column in columns} for columns, row in (("ABCDEF", 9), ("ABCD", 8)))
    assert diagrams.parse(text, "x") == Position(9, dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE))


def test_rows_in_one_line():
    assert diagrams.parse_rows("X8/2O6/9/9/9/9/9/9/4x....") == Position(
        9, {point("A9", 9): BLACK, point("C8", 9): WHITE, point("E1", 9): BLACK}
    )
    assert diagrams.parse_rows("/".join(["19"] * 19)) == Position(19)


def test_nodes_by_name():
    assert diagrams.parse_names("B K10 q16, W: D4", 19) == Position(
        19, {point("K10", 19): BLACK, point("Q16", 19): BLACK, point("D4", 19): WHITE}
    )
    assert diagrams.parse_names("", 13) == Position(13)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("; nothing\n", "1:1", "nothing is drawn"),
        (drawing((3, "....?....")), "3:5", "'?' is not a node"),
        (drawing((3, "........")), "3:8", "row 3 has 8 nodes, not 9"),
        (drawing((3, "..........")), "3:10", "row 3 has 10 nodes, not 9"),
        (drawing((3, "12 .........")), "3:1", "row 3 of 9 from above is not row 12"),
        (drawing((3, "......... 6")), "3:11", "row 3 of 9 from above is not row 6"),
        ("\n".join(NINE[:8]), "8:1", "there are 8 rows of 9 nodes"),
        ("\n".join(["........"] * 8), "8:1", "there are 8 rows of 8 nodes"),
        ("\n".join(["." * 20] * 20), "1:20", "row 1 has 20 nodes, not 19"),
        ("\n".join([*NINE, NINE[0]]), "10:1", "there are 10 rows of 9 nodes"),
        (drawing((9, "GNU GO")), "9:1", "'G' is not a node"),
    ],
)
def test_a_wrong_drawing_is_refused_with_file_line_and_column(tmp_path, text, place, message):
    file = tmp_path / "board.txt"
    file.write_text(text)
    with pytest.raises(SourceError) as error:
        diagrams.read(file)
    assert str(error.value).startswith(f"{file}:{place}: error: {message}")
    assert error.value.hint


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("9/9/9/3XO3/9/9/9/9/9", 10, "row 4 has 8 nodes, not 9"),
        ("9/9/9/3XO44/9/9/9/9/9", 10, "no row has 44 empty nodes"),
        ("9/9/9/999999999999999999", 7, "no row has 999999999999999999 empty nodes"),
        ("9/9/9/3ZO4/9/9/9/9/9", 8, "'Z' is not a node"),
        ("9/9", 3, "there are 2 rows of 9 nodes"),
        ("9//9/9/9/9/9/9/9", 16, "row 2 has 0 nodes, not 9"),
        ("20/", 1, "no row has 20 empty nodes"),
        ("19X/", 3, "row 1 has 20 nodes, not 19"),
        ("/", 1, "there are 2 rows of 0 nodes"),
    ],
)
def test_wrong_rows_are_refused_with_their_column(text, column, message):
    with pytest.raises(SourceError) as error:
        diagrams.parse_rows(text)
    assert str(error.value).startswith(f"position:1:{column}: error: {message}")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("B K10 I5", 7, "'I5' is neither a node of 19 by 19 nor B or W"),
        ("B K10 K20", 7, "'K20' is neither"),
        ("B PASS", 3, "'PASS' is neither"),
        ("K10", 1, "the color of the stone on K10 is missing"),
        ("B K10 W K10", 9, "there is a stone on K10 already"),
        ("BK10", 1, "'BK10' is neither"),
    ],
)
def test_wrong_nodes_are_refused_with_their_column(text, column, message):
    with pytest.raises(SourceError) as error:
        diagrams.parse_names(text, 19)
    assert str(error.value).startswith(f"position:1:{column}: error: {message}")


def test_what_is_not_a_text_is_refused(tmp_path):
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xff\xfe..")
    with pytest.raises(IronboardError, match="this is not text"):
        diagrams.read(file)


@settings(deadline=None)
@given(text=st.text(st.sampled_from("XO.?/9 19\n;ABK10W,"), max_size=120))
def test_any_text_gives_a_position_or_an_error(text):
    for read in (lambda: diagrams.parse(text, "x"), lambda: diagrams.parse_rows(text),
                 lambda: diagrams.parse_names(text, 19)):  # fmt: skip
        try:
            position = read()
        except SourceError as error:
            lines = str(error).splitlines()
        else:
            lines = [*diagrams.diagram(position, ascii=True)]
            assert position.size in diagrams.SIZES
        assert len(lines) >= 3
