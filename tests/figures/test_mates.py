"""How the figures of the two-move mates are read off the program's storage."""

from host.figures.machines.cdc6600_mates import by_man, index_of, listed


def test_a_list_is_cut_behind_each_man():
    assert by_man([3, 4, 9, 10, 11, -9, 1, 6, 1, 2, -1]) == {3: [3, 4, 9, 10, 11, -9], 1: [1, 6, 1, 2, -1]}
    assert by_man([]) == {}


def test_words_of_squares():
    assert [index_of(man) for man in ("", "P", "K", "p", "k")] == [0, 8, 48, 1, 6]


def test_men_without_moves_are_not_in_the_list():
    assert listed({9: "P", 17: "p", 64: "K"}) == {2: [2, 6, 64, 55, 56, 63, -64]}
