"""The model against what is known without it: the paper's Figure 2, ladders, how many templates there are."""

from __future__ import annotations

import pytest

from .model import (
    BOARDS,
    CARDS,
    Board,
    Reader,
    Situation,
    Zobrist,
    bit,
    board_of,
    domains,
    influence,
    node,
    orientations,
    point_of,
    read_cards,
    segments,
    singles,
    size_of_segment,
)
from .test_situation import figure_2, printed_values

DECK = read_cards(CARDS.read_text(encoding="ascii"))
PILOT = CARDS.parents[2] / "tests" / "games" / "go" / "zobrist" / "pilot.templates"


def drawn(text, size=19):
    """Return a board of which the rows from the top are drawn: X side to move, O the other."""
    own = enemy = 0
    for row, line in enumerate(text.split(), 1):
        for column, sign in enumerate(line, 1):
            own |= bit(row, column) * (sign == "X")
            enemy |= bit(row, column) * (sign == "O")
    return Board(own, enemy, 0, BOARDS[size])


def test_the_influence_of_figure_2_is_what_the_paper_prints():
    board = figure_2("black")
    values = influence(board.own, board.enemy, board.nodes)
    printed = printed_values()
    shown = {node(each): printed[node(each)[0] - 1][node(each)[1] - 1] for each in singles(board.nodes)}
    assert {(row, column): values[row + 8, column] for row, column in shown} == shown


def test_the_segments_of_figure_2_and_who_has_the_board_in_the_end():
    """The paper draws five segments; the two smallest are lost, the smaller one first."""
    board = figure_2("black")
    own, enemy = segments(influence(board.own, board.enemy, board.nodes), board.nodes)
    sizes = [(each.bit_count(), size_of_segment(each, board, own=True)) for each in own]
    assert sizes == [(132, 171), (12, 21)]
    sizes = [(each.bit_count(), size_of_segment(each, board, own=False)) for each in enemy]
    assert sizes == [(42, 48), (161, 187), (14, 25)]
    mine, theirs, lost = domains(board)
    assert (mine.bit_count(), theirs.bit_count()) == (174, 187)
    assert [(each.bit_count(), owner) for each, owner in lost] == [(12, True), (42, False)]


@pytest.mark.parametrize(
    ("breaker", "captured", "calls"),
    [(None, True, 54), ((10, 10), False, 51), ((12, 12), False, 75), ((15, 15), False, 111)],
)
def test_a_ladder_runs_to_the_edge_or_to_a_stone_in_its_way(breaker, captured, calls):
    """Facts: 54 calls for a ladder over the whole board."""
    own = bit(4, 5) | bit(5, 4) | bit(4, 6) | bit(6, 4)
    enemy = bit(5, 5) | (bit(*breaker) if breaker else 0)
    reader = Reader()
    assert reader.attack(Board(own, enemy, 0, BOARDS[19]), bit(5, 5)) is captured
    assert reader.calls == calls


@pytest.mark.parametrize("limits", [(53, 300), (100, 53)])
def test_a_ladder_too_deep_or_too_long_is_answered_by_no(limits):
    own = bit(4, 5) | bit(5, 4) | bit(4, 6) | bit(6, 4)
    assert not Reader(*limits).attack(Board(own, bit(5, 5), 0, BOARDS[19]), bit(5, 5))


def test_the_pilots_templates_in_their_orientations():
    """Facts: 61 templates, 343 oriented ones, 3376 cells."""
    pilot = read_cards(PILOT.read_text(encoding="ascii")).templates
    laid = [each for template in pilot for each in template.orientations]
    assert (len(pilot), len(laid), sum(len(each.cells) for each in laid)) == (61, 343, 3376)


def test_orientations_keep_their_numbers_when_doubles_are_dropped():
    assert [each.number for each in orientations("X*")] == [1, 2, 3, 4]
    assert [each.number for each in orientations("O*O")] == [1, 2]
    assert [each.number for each in orientations("XO/.*")] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_chain_in_atari_is_joined_to_a_safe_one_on_every_side():
    """Bell's example, T05."""
    only = Zobrist(DECK.only("T05"))
    assert [each.number for each in only.deck.templates[0].orientations] == [1, 2, 3, 4]
    board = drawn("......... .OOO..... OX.XX.... .OOO.....")
    for turn in range(8):
        stones = [0, 0]
        for side, nodes in enumerate((board.own, board.enemy)):
            for each in singles(nodes):
                row, column = node(each)
                column = 20 - column if turn > 3 else column
                for _ in range(turn % 4):
                    row, column = column, 20 - row
                stones[side] |= bit(row, column)
        choice = only.choose(Board(*stones, 0, BOARDS[19]), 50)
        row, column = (3, 17) if turn > 3 else (3, 3)
        for _ in range(turn % 4):
            row, column = column, 20 - row
        assert (node(choice.move), [each.template.title for each in choice.matches]) == ((row, column), ["CONNECT"])


def test_a_ko_is_not_retaken_at_once():
    board = drawn(".XO.. XO.O. .XO..", 5)
    assert board_of(board.codes()) == board
    taken = board.after(bit(2, 3))
    assert taken is not None
    assert taken.ko == bit(2, 2)
    assert not Situation(taken, Reader()).candidate(bit(2, 2))
    assert point_of(taken.ko) == 44


def test_own_eyes_are_not_filled_and_suicide_is_not_played():
    board = drawn(".XX. X.X. XXX.", 5)
    situation = Situation(board, Reader())
    assert not situation.candidate(bit(1, 1))
    assert not situation.candidate(bit(2, 2))
    assert not Situation(drawn(".O..X O.... .....", 5), Reader()).candidate(bit(1, 1))


def test_equals_are_drawn_from_the_seed():
    """The generator is 16807 * x mod 2147483647; without a seed it is the first of them."""
    empty = Board(0, 0, 0, BOARDS[19])
    corners = [(3, 3), (3, 17), (17, 3), (17, 17)]
    assert node(Zobrist(DECK).choose(empty, 0).move) == corners[0]
    for seed in (1, 2, 3, 4):
        assert node(Zobrist(DECK, seed=seed).choose(empty, 0).move) == corners[16807 * seed % 2147483647 % 4]


@pytest.mark.parametrize("card", ["T99 X 1 1 1 0 Q .*", "T99 X 1 1 1 0 E .*", "T99 X 1 1 1 5 N X*"])
def test_a_wrong_card_is_refused(card):
    with pytest.raises(ValueError, match="no such look-ahead"):
        read_cards(f"STAGES 19 40 140\n{card}\nEND\n")
