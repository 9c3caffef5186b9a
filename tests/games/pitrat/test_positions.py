"""Positions as drawings and as FEN, moves as they are written and typed, pictures: without the 6600."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import chess
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError, SourceError
from host.games.pitrat.notation import Notation, Refused, path_of, squares_of
from host.games.pitrat.position import CHESS, MARKED, RIM, Game, Indicatif, Man, Position, parse, parse_fen
from host.games.pitrat.program import Condition, Found, Submove, after
from host.games.pitrat.rules import find, read_text

pytestmark = pytest.mark.usefixtures("quick")

CASTLING = (Indicatif("PASSANT", (0,), True), Indicatif("CAS1", (0, 0)), Indicatif("CAS2", (0, 0)))
ORDINARY = Game(8, 8, CHESS, CASTLING)
FAIRY = Game(8, 8, (*CHESS, "GRASSHOPPER"))
SMALL = Game(3, 3, ("MAN",))
LARGE = Game(19, 19, ("MAN",))
LASKER = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 1"


def move(*submoves):
    return Found(0, 0, 0, tuple(Submove(*each) for each in submoves))


# ---------------------------------------------------------------- letters and drawings


def test_a_nature_has_the_first_letter_of_its_name_that_is_free():
    assert ORDINARY.letters == (*"KQRBNP",)
    assert FAIRY.letters[-1] == "G"
    assert Game(1, 1, ("AB", "BA", "AA")).letters == (*"ABC",)  # AA: no letter of its own is left


def test_a_drawing_is_read_with_and_without_blanks_and_numbers():
    plain = parse("X.X\nOO.\nO.X\n", SMALL, "figure")
    spaced = parse("# figure 9\nTO 1\n3  X . X  3\n2  O O .  2\n1  O . X  1\n   1 2 3\n", SMALL, "figure")
    assert plain == spaced
    assert plain.men[1, 3] == plain.men[3, 1] == Man(1, 1)
    assert plain.men[1, 1] == Man(2, 1)


@pytest.mark.parametrize("algebraic", [False, True])
@pytest.mark.parametrize("name", ["chess", "checkers", "messenger", "ttt"])
def test_what_is_drawn_can_be_read_again(name, algebraic):
    games = {"chess": ORDINARY, "checkers": Game(8, 8, ("MAN", "KING")), "ttt": SMALL,
             "messenger": Game(5, 6, ("MESSENGER", "GUARD"), (Indicatif("LEAPT", (0, 0)),))}  # fmt: skip
    position = parse(read_text(find(name).with_suffix(".position")), games[name], name)
    lines = [*position.drawing(algebraic=algebraic), *position.statements()]
    assert parse("\n".join(lines), games[name], "again") == position


def test_indicatifs_and_the_player_are_lines_of_their_own():
    position = parse("TO 2\nCAS1 1 0\nPASSANT 5\n" + "........\n" * 8, ORDINARY, "p")
    assert (position.player, position.values) == (2, {("CAS1", 1): 1, ("CAS1", 2): 0, ("PASSANT", 0): 5})
    assert position.statements() == ["TO 2", "PASSANT 5", "CAS1 1 0"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X.X\nOO.\n", "p:2:1: error: the drawing has 2 of 3 rows"),
        ("X.X\nOO.\nO.X\nXXX\n", "p:4:1: error: the board has 3 rows"),
        ("X.X\nOO\nO.X\n", "p:2:1: error: row 2 has 2 squares, not 3"),
        ("X.X\nO Q .\nO.X\n", "p:2:3: error: 'Q' is not a man"),
        ("TO 3\nX.X\nOO.\nO.X\n", "p:1:4: error: '3' is not a player"),
    ],
)
def test_a_wrong_drawing_is_refused_with_its_place(text, message):
    with pytest.raises(SourceError, match=r"hint") as error:
        parse(text, SMALL, "p")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("line", "message"), [("CAS1 1", "'CAS1' has a value for each player"), ("PASSANT x", "'x' is not a value")]
)
def test_a_wrong_indicatif_is_refused(line, message):
    with pytest.raises(SourceError, match=message):
        parse(f"{line}\n" + "........\n" * 8, ORDINARY, "p")


# ---------------------------------------------------------------- FEN


@pytest.mark.parametrize(
    "fen", [chess.STARTING_FEN, LASKER, "8/8/8/8/3Pp3/8/8/4K2k b - d3 0 1", "4k3/8/8/8/8/8/8/4K3 b q - 0 1"]
)
def test_a_fen_of_chess_says_the_same_when_it_is_written(fen):
    assert parse_fen(fen, ORDINARY).fen() == fen


def test_a_fen_without_fields_has_no_castling():
    position = parse_fen("4k3/8/8/8/8/8/8/R3K2R", ORDINARY)
    assert (position.player, position.fen().split()[2]) == (1, "-")


@given(st.lists(st.sampled_from("XO."), min_size=9, max_size=9), st.sampled_from("12"))
def test_a_fen_of_any_board(signs, side):
    rows = "/".join("".join(signs[at : at + 3]) for at in (0, 3, 6))
    position = parse_fen(f"{rows} {side}", SMALL)
    assert parse_fen(position.fen(), SMALL) == position
    assert parse("\n".join([*rows.split("/"), f"TO {side}"]), SMALL, "") == position


def test_numbers_of_empty_squares_have_two_digits():
    assert parse_fen("/".join(["19"] * 18 + ["3X15"]), LARGE).men == {(4, 1): Man(1, 1)}


@pytest.mark.parametrize(
    ("fen", "game", "message"),
    [
        ("", ORDINARY, "there is no position"),
        ("9/8/8/8/8/8/8/8", ORDINARY, "row 8 has more than 8 squares"),
        ("8/7/8/8/8/8/8/8", ORDINARY, "row 7 has 7 squares"),
        ("8/8/8/8/8/8/8", ORDINARY, "ends before the end of row 2"),
        ("8/8/8/8/8/8/8/8/8", ORDINARY, "the board has 8 rows"),
        ("8/8/8/8/8/8/8/6G1", ORDINARY, "'G' is neither a man"),
        ("8/8/8/8/8/8/8/8 x", ORDINARY, "'x' is not a side"),
        ("8/8/8/8/8/8/8/8 w QK", ORDINARY, "expected castling rights"),
        ("8/8/8/8/8/8/8/8 w K", FAIRY, "the rules have no castling"),
        ("8/8/8/8/8/8/8/8 w - e4", ORDINARY, "expected the square that a pawn has just passed"),
        ("8/8/8/8/8/8/8/8 w - e3", FAIRY, "the rules have no captures en passant"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", ORDINARY, "six fields at most"),
    ],
)
def test_a_wrong_fen_is_refused(fen, game, message):
    with pytest.raises(SourceError, match=message):
        parse_fen(fen, game)


def test_the_program_is_told_men_indicatifs_and_player():
    lines = [*parse_fen("8/8/8/8/3Pp3/8/8/4K3 b - d3", ORDINARY).lines()]
    assert lines == [
        "CLEAR", "MAN 5 1 1 1", "MAN 4 4 1 6", "MAN 5 4 2 6",
        "INDIC 0 0 4", "INDIC 1 1 1", "INDIC 1 2 1", "INDIC 2 1 1", "INDIC 2 2 1", "TO 2",
    ]  # fmt: skip


# ---------------------------------------------------------------- moves


CAPTURE = move(("CAPTURE", ((6, 6),)), ("TRAVEL", ((5, 4), (6, 6))))
CASTLES = move(("TRAVEL", ((5, 1), (3, 1))), ("TRAVEL", ((1, 1), (4, 1))), ("INDIC", (), 0, ("CAS1", 1, 1)))
PASSING = move(("CAPTURE", ((5, 5),)), ("TRAVEL", ((4, 5), (5, 6))))
PROMOTES = move(("TRAVEL", ((1, 7), (1, 8))), ("PROMOTION", ((1, 8),), 2))


@pytest.mark.parametrize(
    ("fen", "made", "paper", "long", "san"),
    [
        (LASKER, CAPTURE, "Knight in (5,4) captures (6,6)", "Ne4xf6", "Nxf6+"),
        (LASKER, CASTLES, "King in (5,1) goes to (3,1), Rook in (1,1) goes to (4,1)", "Ke1-c1 Ra1-d1", "O-O-O"),
        ("8/8/8/3Pp3/8/8/8/4K2k w - e6", PASSING, "Pawn in (4,5) goes to (5,6) captures (5,5)", "d5-e6 xe5", "dxe6"),
        ("8/P7/8/8/8/8/8/4K2k w", PROMOTES, "Pawn in (1,7) goes to (1,8), becomes Queen", "a7-a8=Q", "a8=Q+"),
    ],
)
def test_a_move_is_written_in_three_ways(fen, made, paper, long, san):
    position = parse_fen(fen, ORDINARY)
    assert Notation(ORDINARY).move(position, made) == san
    assert Notation(ORDINARY, "long").move(position, made) == long
    assert Notation(ORDINARY, "paper").move(position, made) == paper


def test_the_capture_of_a_king_has_no_short_notation():
    position = parse_fen("4k3/8/8/8/4R3/8/8/4K3 w", ORDINARY)
    capture = move(("CAPTURE", ((5, 8),)), ("TRAVEL", ((5, 4), (5, 8))))
    assert Notation(ORDINARY).move(position, capture) in ("Re4xe8", "Rxe8")


def test_men_that_are_put_on_the_board():
    assert Notation(SMALL).move(Position(SMALL), move(("PUT", ((2, 2),), 1))) == "put a man in (2,2)"
    assert Notation(SMALL, "long").move(Position(SMALL), move(("PUT", ((2, 2),), 1))) == "b2"


def test_short_notation_is_for_chess():
    with pytest.raises(IronboardError, match="only moves of chess"):
        Notation(SMALL, "san")
    assert (Notation(SMALL).style, Notation(FAIRY).style, Notation(LARGE).style) == ("paper", "long", "paper")


def test_a_line_of_moves_has_numbers():
    notation = Notation(SMALL)
    assert notation.line(Position(SMALL), ["a", "b", "c"]) == "1. a b 2. c"
    assert notation.line(Position(SMALL, player=2), ["a", "b", "c"]) == "1... a 2. b c"


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("e2e4", [(5, 2), (5, 4)]),
        ("e2-e4", [(5, 2), (5, 4)]),
        ("Nb1xc3", [(2, 1), (3, 3)]),
        ("(5,2) (5,4)", [(5, 2), (5, 4)]),
        ("5,2 5,4", [(5, 2), (5, 4)]),
        ("e2", [(5, 2)]),
        ("a7a8q", [(1, 7), (1, 8)]),
        ("help", []),
        ("zoo9", []),
    ],
)
def test_squares_that_are_typed(text, squares):
    assert squares_of(text) == squares


def test_a_typed_move_is_a_number_squares_or_a_notation():
    position = parse_fen(LASKER, ORDINARY)
    moves = [PASSING, CAPTURE, CASTLES, PROMOTES, move(("TRAVEL", ((1, 7), (1, 8))), ("PROMOTION", ((1, 8),), 3))]
    notation = Notation(ORDINARY)
    typed = {
        CAPTURE: ["2", "Nxf6", "Nxf6+", "Ne4xf6", "e4f6", "Knight in (5,4) captures (6,6)"],
        CASTLES: ["3", "O-O-O", "e1c1", "e1", "(5,1)", "5,1 3,1"],
        PROMOTES: ["a7a8q", "a7-a8=Q"],
    }
    for expected, texts in typed.items():
        assert all(notation.parse(text, position, moves) is expected for text in texts)
    with pytest.raises(Refused, match="'a7a8' can mean 4 a7-a8=Q, 5 a7-a8=R: type a number"):
        notation.parse("a7a8", position, moves)
    with pytest.raises(Refused, match="there are 5 moves: 6"):
        notation.parse("6", position, moves)
    with pytest.raises(Refused, match=r"^$"):
        notation.parse("e3e4", position, moves)
    wrong = {"Be4f6": "2 Nxf6", "Qe1": "3 O-O-O", "e4f6q": "2 Nxf6", "a7a8k": "4 a7-a8=Q, 5 a7-a8=R"}
    for text, meant in wrong.items():
        with pytest.raises(Refused, match=f"'{text}' is not a legal move; with these squares there is {meant}"):
            notation.parse(text, position, moves)


@pytest.mark.parametrize(("count", "ends"), [(12, "11 Re5, 12 Re6: type"), (13, "11 Re5, 12 Re6, ...: type")])
def test_of_the_moves_that_a_text_can_mean_twelve_are_shown(count, ends):
    targets = [*((x, 4) for x in range(1, 9) if x != 5), *((5, y) for y in range(1, 9) if y != 4)]
    moves = [move(("TRAVEL", ((5, 4), target))) for target in targets[:count]]
    with pytest.raises(Refused, match=re.escape(ends)):
        Notation(ORDINARY).parse("e4", parse_fen("8/8/8/8/4R3/8/8/8 w - -", ORDINARY), moves)


def test_conditions_are_written_as_the_paper_has_them():
    notation = Notation(ORDINARY)
    expected = {
        "OCCUPY(2,3) = EMPTY": Condition("O", (2, 3), 0),
        "OCCUPY(2,3) = FRIEND": Condition("O", (2, 3), 2),
        "OCCUPY(2,3) /= ENEMY": Condition("O", (2, 3), 1, "/="),
        "OCCUPY(6,6) becomes other than EMPTY": Condition("O", (6, 6), 0, "/=", True),
        "NATURE(4,5) = KNIGHT": Condition("N", (4, 5), 5),
        "NATURE(1,1) becomes NONE": Condition("N", (1, 1), -1, "=", True),
        "CAS1 = 0": Condition("CAS1", 2, 0),
        "CAS1 of player 1 = 0": Condition("CAS1", 1, 0),
        "PASSANT becomes 3": Condition("PASSANT", 0, 3, "=", True),
    }
    assert [notation.condition(each, 2) for each in expected.values()] == [*expected]


def test_a_move_changes_the_position_and_transient_indicatifs():
    position = Position(ORDINARY, {(5, 1): Man(1, 1), (1, 1): Man(1, 3)}, {("PASSANT", 0): 5})
    made = after(position, CASTLES)
    assert made.men == {(3, 1): Man(1, 1), (4, 1): Man(1, 3)}
    assert (made.values["PASSANT", 0], made.values["CAS1", 1], made.player) == (0, 1, 2)
    assert path_of(CASTLES) == [(5, 1), (3, 1)]


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("game", [ORDINARY, FAIRY, SMALL])
def test_boards_as_svg_and_png(game):
    men = {(1, 1): Man(1, 1), (2, 3): Man(2, len(game.natures))}
    picture = Position(game, men).picture(algebraic=Notation(game).algebraic, marked=[(1, 1)], title="a & b")
    root = ElementTree.fromstring(picture.svg())
    tags = [each.tag.rpartition("}")[2] for each in root]
    assert (tags[0], root[0].text) == ("title", "a & b")
    squares = game.width * game.height
    discs = 2 if game is SMALL else 0 if game is ORDINARY else 1
    assert (tags.count("circle"), tags.count("polygon")) == (discs, 1 + squares + 2 - discs)
    image = pygame.image.load(BytesIO(picture.png()), "picture.png")
    assert image.get_size() == (picture.width, picture.height)
    assert image.get_at((RIM + 2, image.get_height() - RIM - 2))[:3] == pygame.Color(MARKED)[:3]


def test_a_flipped_board_has_the_first_square_at_the_other_corner():
    position = Position(SMALL, {(1, 1): Man(1, 1)})
    drawn = (position.picture(algebraic=Notation(SMALL).algebraic, flipped=flipped).shapes for flipped in (False, True))
    discs = [next(each for each in shapes if each.radius == 18) for shapes in drawn]
    (left, below), (right, above) = (each.points[0] for each in discs)
    assert left < right
    assert below > above
    assert position.drawing(algebraic=False, flipped=True)[0] == "1  . . X"


def test_a_picture_is_svg_or_png_and_replaces_nothing_unasked(tmp_path):
    picture = Position(SMALL).picture(algebraic=Notation(SMALL).algebraic)
    with pytest.raises(IronboardError, match=r"pictures are \.svg or \.png"):
        picture.write(tmp_path / "board.txt", False)
    picture.write(tmp_path / "board.png", False)
    with pytest.raises(IronboardError, match="exists"):
        picture.write(tmp_path / "board.png", False)
