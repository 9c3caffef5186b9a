"""Pictures of boards."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

from host.games.boards import Colour
from host.games.checkers import pictures
from host.games.checkers.rules import SQUARES, Piece
from host.games.checkers.samuel import samuel
from tests.games.checkers.boards import any_position, position

BOARD = position("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
BLACK, WHITE = Colour.BLACK, Colour.WHITE


def test_a_board_in_letters():
    assert pictures.text(BOARD, ascii=True).splitlines() == [
        " 1    .   .   .   .   4",
        " 5  .   .   .   .     8",
        " 9    .   W   .   b  12",
        "13  .   .   W   b    16",
        "17    .   w   .   b  20",
        "21  .   B   .   w    24",
        "25    B   .   w   w  28",
        "29  B   .   .   .    32",
    ]


def test_a_board_in_draughtsmen_from_the_other_side():
    assert pictures.text(BOARD, BLACK).splitlines()[:3] == [
        "32    ·   ·   ·   ⛃  29",
        "28  ⛀   ⛀   ·   ⛃    25",
        "24    ⛀   ·   ⛃   ·  21",
    ]


@settings(derandomize=True, deadline=None)
@given(any_position())
def test_every_piece_is_in_the_picture_once_and_the_sides_see_the_same(board):
    for ascii, signs in ((True, pictures.ASCII), (False, pictures.UNICODE)):
        seen = pictures.text(board, ascii=ascii)
        for piece in Piece:
            assert seen.count(signs[piece]) == list(board.pieces.values()).count(piece)
        turned = "\n".join(line[4:-4] for line in pictures.text(board, BLACK, ascii=ascii).splitlines())
        assert turned == "\n".join(line[4:-4] for line in seen.splitlines())[::-1]


def test_the_numbers_of_the_squares():
    found = [int(each) for each in pictures.numbers().split()]
    assert found == list(SQUARES)
    assert [int(each) for each in pictures.numbers(BLACK).split()] == found[::-1]
    assert pictures.numbers().splitlines()[0] == "    1     2     3     4"


def test_samuels_numbers_and_the_ones_he_left_out():
    """Figure 3.9."""
    text = pictures.samuels_numbers()
    assert re.findall(r"\((\d+)\)", text) == ["9", "18", "27"]
    assert [int(each) for each in re.sub(r"\(\d+\)", "", text).split()] == [samuel(square) for square in SQUARES]
    assert text.splitlines()[1] == " 5     6     7     8  (9)"


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_the_drawing_is_xml_with_every_square_and_piece(side):
    drawing = ET.fromstring(pictures.picture(BOARD, side, marked={15, 18}, title="a & b").svg())
    names = [element.tag.rpartition("}")[2] for element in drawing.iter()]
    assert names.count("polygon") == 1 + 64
    assert names.count("circle") == 2 * 12 + 2 * 5  # a king is two discs
    fills = [element.get("fill") for element in drawing.iter()]
    assert fills.count(pictures.MARKED) == 2
    assert drawing[0].text == "a & b"
    numbers = [element.text for element in drawing.iter() if element.text and element.text.isdigit()]
    assert numbers == [str(square) for square in (SQUARES if side is WHITE else reversed(SQUARES))]


def test_the_drawing_can_have_samuels_numbers():
    assert ">35<" in pictures.picture(BOARD, number=samuel).svg()
