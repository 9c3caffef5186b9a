"""How the figures of the two-move mates are read off the program's storage."""

from host.experiments.figures.measured.bell import (
    LISTING,
    MADE,
    UNDONE,
    by_man,
    index_of,
    listed,
    search,
    squares_where_the_king_can_be_taken,
)


def test_a_list_is_cut_behind_each_man():
    assert by_man([3, 4, 9, 10, 11, -9, 1, 6, 1, 2, -1]) == {3: [3, 4, 9, 10, 11, -9], 1: [1, 6, 1, 2, -1]}
    assert by_man([]) == {}


def test_words_of_squares():
    assert [index_of(man) for man in ("", "P", "K", "p", "k")] == [0, 8, 48, 1, 6]


def test_men_without_moves_are_not_in_the_list():
    assert listed({9: "P", 17: "p", 64: "K"}) == {2: [2, 6, 64, 55, 56, 63, -64]}


def test_the_search_is_followed_move_by_move():
    """White has one move, Black one that is not legal and one that is."""
    found = [(each.place, each.level, each.move) for each in search() if each.place != LISTING]
    assert found[:3] == [(MADE, 1, (31, 38)), (MADE, 2, (64, 56)), (UNDONE, 2, (64, 56))]
    starts = [each.start for each in search() if each.place == LISTING]
    assert starts[0] == 1
    assert starts[1] == 1 + len([9, 1, 31, 38, -31])


def test_a_king_is_put_where_he_can_be_taken():
    assert squares_where_the_king_can_be_taken().value == [11, 19]
