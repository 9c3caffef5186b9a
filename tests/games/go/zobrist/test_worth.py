"""docs/studies/zobrist_worth.py: the decks that it compares, and how its games are made."""

from __future__ import annotations

import pytest

from docs.studies import zobrist_worth as worth

model = worth.model


def test_each_variant_has_other_templates_weights_or_another_reader():
    seen = set()
    for deck, deepest in worth.variants().values():
        assert deck.templates
        seen.add((tuple((each.name, each.weights, each.plus) for each in deck.templates), deepest))
    assert len(seen) == len(worth.variants()) == 20


def test_what_is_without_domains_looks_at_no_influence():
    decks = worth.variants()
    for name in ("without domains (+ and - in the grid)", "the pilot's 61 without domains"):
        assert not set("+-") & {sign for template in decks[name][0].templates for sign in template.grid}
    with_them, without = (decks[name][0] for name in ("whole deck", "without domains (+ and - in the grid)"))
    only = decks["domains only"][0]
    assert len(with_them.templates) == len(without.templates) + len(only.templates)


def test_a_deck_against_itself_from_equal_seeds_is_the_game_with_colours_exchanged():
    """Each opening is played twice; here both sides have the same seed, so the second game is the first one."""
    variant = worth.variants()["whole deck"]

    def player(seed):
        return worth.Zobrists(variant, 19, 7)

    first, second = worth.pairs(player, player, games=2, seed=1, longest=12)
    assert first == -second


def test_the_area_counts_stones_and_what_one_side_surrounds():
    own = model.bit(1, 2) | model.bit(2, 1)
    assert worth.area(model.Board(own, 0, 0, model.BOARDS[9])) == 81
    assert worth.area(model.Board(own, model.bit(9, 9), 0, model.BOARDS[9])) == 3 - 1


def test_a_row_has_standard_errors_and_draws_count_half():
    assert worth.row("X", [10, -10, 0, 4]) == "| X | 4 | 62 ± 24 % | +1 ± 4 |"


@pytest.mark.parametrize("seed", [1, 400_000])
def test_openings_are_two_stones_of_each_side_on_lines_3_to_5(seed):
    stones = worth.opening(seed)
    assert [each.bit_count() for each in stones] == [2, 2]
    assert not stones[0] & stones[1]
    for side in stones:
        for each in model.singles(side):
            row, column = model.node(each)
            assert 3 <= min(row, column, 20 - row, 20 - column) <= 5
    assert worth.opening(seed) == stones
