"""The rules of Go, by examples and against another way of counting."""

from __future__ import annotations

import random

import pytest

from host.games.go.rules import Colour, IllegalMove, Position

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def position(black="", white="", ko=None, size=15):
    stones = dict.fromkeys((int(each, 16) for each in black.split()), BLACK)
    stones |= dict.fromkeys((int(each, 16) for each in white.split()), WHITE)
    return Position(size, stones, ko)


@pytest.mark.parametrize(
    ("stones", "liberties"),
    [("88", 4), ("18", 3), ("F8", 3), ("8F", 3), ("81", 3), ("11", 2), ("1F", 2), ("F1", 2), ("FF", 2),
     ("88 89", 6), ("88 89 99", 7), ("88 89 98 99", 8), ("77 78 79 87 89 97 98 99", 13)],
)  # fmt: skip
def test_a_groups_liberties_are_the_empty_points_beside_it(stones, liberties):
    board = position(stones)
    group, free = board.group(int(stones.split()[0], 16))
    assert group == set(board.stones)
    assert len(free) == liberties


def test_the_board_does_not_wrap_round():
    assert position("8F 91").group(0x8F)[0] == {0x8F}
    assert position("F8 18").group(0xF8)[0] == {0xF8}


def test_a_group_without_liberties_is_captured():
    after = position("78 87 98", "88").play(BLACK, 0x89)
    assert sorted(after.stones) == [0x78, 0x87, 0x89, 0x98]
    assert after.ko is None  # a white stone on 88 would be suicide, no ko


def test_several_groups_can_be_captured_at_once():
    after = position("87 78 98 8B 7A 9A 79 99", "88 8A").play(BLACK, 0x89)
    assert not {0x88, 0x8A} & set(after.stones)


def test_suicide_is_illegal_but_not_when_it_captures():
    with pytest.raises(IllegalMove, match="suicide"):
        position("12 21").play(WHITE, 0x11)
    assert 0x11 in position("12 21", "13 22 31").play(WHITE, 0x11).stones


def test_the_suicide_of_a_group_is_illegal():
    with pytest.raises(IllegalMove, match="suicide"):
        position("13 22 21", "11").play(WHITE, 0x12)


def test_a_taken_point_and_a_point_off_the_board_are_illegal():
    for point in (0x88, 0x00, 0x10, 0x08, 0x100, -1):
        with pytest.raises(IllegalMove):
            position("88").play(WHITE, point)


def test_a_ko_may_be_retaken_only_after_another_move():
    ko = position("78 87 98 89", "79 8A 99").play(WHITE, 0x88)
    assert ko.ko == 0x89
    with pytest.raises(IllegalMove, match="ko"):
        ko.play(BLACK, 0x89)
    assert 0x88 not in ko.play(BLACK, 0x11).play(WHITE, 0xFF).play(BLACK, 0x89).stones
    assert 0x88 not in ko.passed().play(BLACK, 0x89).stones


def test_capturing_two_stones_is_no_ko():
    two = position("78 79 87 98 99", "88 89").play(BLACK, 0x8A)
    assert two.ko is None
    snapback = position("21 22 13", "11 12")
    assert snapback.play(BLACK, 0x14).ko is None


def test_legal_moves_are_all_empty_points_that_are_neither_suicide_nor_ko():
    board = position("12 21", "88", ko=0x55)
    assert set(board.points) - set(board.legal_moves(WHITE)) == {0x12, 0x21, 0x88, 0x11, 0x55}


def test_area_is_stones_and_what_they_alone_surround():
    column = " ".join(f"{row:X}8" for row in range(1, 16))
    other = " ".join(f"{row:X}9" for row in range(1, 16))
    assert position(column, other).area() == {BLACK: 8 * 15, WHITE: 7 * 15}
    assert position(column).area() == {BLACK: 225, WHITE: 0}
    assert position().area() == {BLACK: 0, WHITE: 0}
    assert position("11", "FF").area() == {BLACK: 1, WHITE: 1}


def connected(board, point):
    """Return the stones connected with the one on `point`, worked out by widening a set."""
    found, owner = {point}, board.stones[point]
    while True:
        around = {each for one in found for each in board.neighbours(one)}
        wider = found | {each for each in around if board.stones.get(each) is owner}
        if wider == found:
            return found
        found = wider


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_random_games_keep_what_the_rules_demand(size):
    choose = random.Random(size)
    board, colour, passes = Position(size), BLACK, 0
    for _ in range(120):
        moves = board.legal_moves(colour)
        if not moves:
            board, passes = board.passed(), passes + 1
        else:
            move = choose.choice(moves)
            after = board.play(colour, move)
            assert after.stones[move] is colour
            taken = set(board.stones) - set(after.stones)
            assert all(board.stones[each] is colour.other for each in taken)
            board = after
        for point in board.stones:  # every group can breathe
            group = connected(board, point)
            assert any(each not in board.stones for one in group for each in board.neighbours(one))
        area = board.area()
        assert area[BLACK] + area[WHITE] <= size * size
        colour = colour.other
