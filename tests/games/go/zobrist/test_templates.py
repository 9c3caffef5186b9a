"""The templates: each is found in each of its orientations; weights and stages; what is said of wrong cards."""

from __future__ import annotations

import random

import pytest

from emulators.errors import SourceError
from tests.shared import ALL_EXAMPLES, spread

from .asked import DECK, Asked, drawn, program, with_cards
from .model import BOARDS, Board, Reader, Situation, Zobrist, around, bit, chain, read_cards, rows_of, singles

SIZE = 13
OWN, ENEMY = "X123", "OABC"


def turned(rows, orientation):
    """Return a grid in one of its orientations: mirrored from 5 on, then turned clockwise."""
    if orientation > 4:
        rows = [row[::-1] for row in rows]
    for _ in range((orientation - 1) % 4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows


def cells(rows):
    """Return what is asked of nodes: rows and columns from the star -> code."""
    found = {(r, c): code for r, row in enumerate(rows) for c, code in enumerate(row)}
    down, right = next(place for place, code in found.items() if code == "*")
    return {(r - down, c - right): code for (r, c), code in found.items() if code not in "?*"}


def stars(wanted):
    """Return the nodes on which the star can be, for the edges to be where they are wanted."""
    return [
        (row, column)
        for row in range(1, SIZE + 1)
        for column in range(1, SIZE + 1)
        if all((1 <= row + r <= SIZE and 1 <= column + c <= SIZE) != (code == "#") for (r, c), code in wanted.items())
    ]


def made_from(wanted, star, source):
    """Return a board with what the cells ask for around the star, and stones by chance elsewhere."""
    density, own, enemy = source.choice([0.05, 0.2, 0.4, 0.6]), 0, 0
    for row in range(1, SIZE + 1):
        for column in range(1, SIZE + 1):
            code = wanted.get((row - star[0], column - star[1]))
            if code is None and (row, column) != star and source.random() < density:
                code = source.choice("XO")
            elif code == "E":
                code = source.choice("O.")
            if code and code in OWN:
                own |= bit(row, column)
            elif code and code in ENEMY:
                enemy |= bit(row, column)
    return Board(own, enemy, 0, BOARDS[SIZE])


def breathes(board):
    """Return whether every chain has a breathing space."""
    empty = board.nodes ^ (board.own | board.enemy)
    return all(around(chain(each, side)) & empty for side in (board.own, board.enemy) for each in singles(side))


def fits(board, wanted, star):
    """Return whether breathing spaces and domains are as the cells ask, too."""
    sets = Situation(board, Reader()).sets
    return all(bit(star[0] + r, star[1] + c) & sets[code] for (r, c), code in wanted.items() if code != "#")


def example(template, orientation, model, source):
    """Return a board, a seed with which the model plays the star for this orientation, and where the star is.

    Without a seed the first of equals is played, and a mirror image may always be before it.
    """
    wanted = cells(turned(rows_of(template.grid), orientation))
    possible = stars(wanted)
    for _ in range(3000):
        star, seed = source.choice(possible), source.randrange(1, 2147483647)
        board = made_from(wanted, star, source)
        if breathes(board) and fits(board, wanted, star):
            model.random = seed
            choice = model.choose(board, 2)
            if choice.move == bit(*star) and choice.matches[0].orientation == orientation:
                return board, seed, star
    raise AssertionError(f"no board for orientation {orientation} of {template.grid}")


@pytest.mark.parametrize("template", spread(DECK.templates, 40), ids=lambda each: each.name)
def test_a_template_is_found_in_its_orientations(tmp_path, template):
    """On a board made from its own grid, with stones by chance around it."""
    card = f"{template.name} {template.title} 9 9 9 0 N {template.grid}"
    asked = with_cards(tmp_path, [card], SIZE)
    model = Zobrist(read_cards(f"STAGES 19 40 140\n{card}"), SIZE)
    source = random.Random(template.grid)
    first, every = (0, 1) if ALL_EXAMPLES else (sum(map(ord, template.grid)), len(template.orientations))
    for laid in template.orientations[first % every :: every]:  # one, another with each template
        board, seed, (row, column) = example(template, laid.number, model, source)
        asked.set(seed=seed)
        said = asked.moves(board)
        assert f"TEMPLATE {template.name} {laid.number} 9 {column} {row}" in said
        assert said[-1] == f"MOVE {column} {row}"


# ---------------------------------------------------------------- weights


EXAMPLE = """
.........
.........
...O.....
..OX*X...
...O..X..
.........
.........
.........
.........
""".split()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_stone_about_to_be_captured_is_joined_to_a_safe_chain(orientation):
    """Bell's example. Mirrored, this grid is the same as turned upside down: four orientations for eight boards."""
    rows = turned(EXAMPLE, orientation)
    board = drawn(" ".join(row.replace("*", ".") for row in rows))
    row, column = next((r, line.index("*") + 1) for r, line in enumerate(rows, 1) if "*" in line)
    said = program(9).moves(board)
    assert said[-1] == f"MOVE {column} {row}"
    connect = next(each for each in DECK.templates if each.grid == "1*3")
    number = (orientation - 1) % 4 + 1 if orientation < 5 else (3, 4, 1, 2)[orientation - 5]
    assert f"TEMPLATE {connect.name} {number} {connect.weights[0]} {column} {row}" in said


@pytest.mark.parametrize(("plies", "weight"), [(0, 10), (40, 10), (41, 20), (140, 20), (141, 30), (300, 30)])
def test_the_weight_is_that_of_the_stage(tmp_path, plies, weight):
    asked = with_cards(tmp_path, ["T01 TRIED 10 20 30 0 N X*"])
    assert f"TEMPLATE T01 1 {weight} 2 1" in asked.moves(drawn("X", 19), plies)


@pytest.mark.parametrize(
    ("size", "plies", "weight"), [(9, 30, 10), (9, 31, 20), (15, 31, 20), (16, 31, 10), (15, 101, 30)]
)
def test_the_stages_are_those_of_the_next_size(tmp_path, size, plies, weight):
    asked = with_cards(tmp_path, ["STAGES 15 30 100", "T01 TRIED 10 20 30 0 N X*"], size)
    assert f"TEMPLATE T01 1 {weight} 2 1" in asked.moves(drawn("X", size), plies)


def test_each_stone_of_the_marked_chain_adds_to_the_weight(tmp_path):
    asked = with_cards(tmp_path, ["T01 TRIED 10 10 10 7 N A*"])
    said = asked.moves(drawn(".XXX. XOOO. .XXX. ..... .....", 9))
    assert said == ["NODE 5 2 31", "TEMPLATE T01 1 31 5 2", "CAPTURED 3", "MOVE 5 2"]


def test_of_two_orientations_that_fit_the_greater_weight_counts(tmp_path):
    asked = with_cards(tmp_path, ["T01 TRIED 10 10 10 7 N A*"])
    said = asked.moves(drawn("OX.. .... OX.. OX..", 9).turned())
    assert said[-1] == "MOVE 0 0"
    said = asked.moves(drawn("OX... ..... OX... OX... X....", 9))
    assert said == ["NODE 1 2 24", "TEMPLATE T01 4 24 1 2", "CAPTURED 3", "MOVE 1 2"]


def test_the_weights_of_all_templates_are_added_and_below_the_least_it_passes(tmp_path):
    """The last one fits above an enemy's stone on the right."""
    cards = ["T01 ONE 3 3 3 0 N X*", "T02 OTHER 2 2 2 0 N X*", "T03 LESS -1 -1 -1 0 N *?/?O"]
    asked = with_cards(tmp_path, cards)
    assert asked.moves(drawn("X", 19))[-3:] == ["TEMPLATE T01 1 3 2 1", "TEMPLATE T02 1 2 2 1", "MOVE 2 1"]
    assert asked.moves(drawn("X.. O.O .O.", 19)) == ["NODE 2 1 4", "MOVE 0 0"]


# ---------------------------------------------------------------- wrong cards


@pytest.mark.parametrize(
    ("card", "column", "why"),
    [
        ("T01 TRIED 1 2 3 0 N AB", 21, "the grid has no star"),
        ("T01 TRIED 1 2 3 0 N A**", 23, "more than one star"),
        ("T01 TRIED 1 2 3 0 N A*Q", 23, "no code of a grid"),
        ("T01 TRIED 1 2 3 0 N ?*", 21, "the grid has nothing but the star"),
        ("T01 TRIED 1 2 3 0 N *?????????X", 21, "a cell is more than 9 rows or columns from the star"),
        ("T01 TRIED 1 2 3 0 N 3:X*", 21, "the middle row is expected behind !"),
        ("T01 TRIED 1 2 3 0 N 0:X!*", 21, "a digit from 1 is expected before the colon"),
        ("T01 TRIED 1 2 3 0 N", 20, "a grid is expected"),
        ("T01 TRIED 1 2 3 0 N A* B", 24, "more words than a card has"),
        ("T01 TRIED 1 2 3 0 Q A*", 19, "a look-ahead is n, c, s, e, l or p"),
        ("T01 TRIED 1 2 3 0 E A*", 21, "look-ahead e or p wants a chain 1 or 2"),
        ("T01 TRIED 1 2 3 0 P C3*", 21, "look-ahead e or p wants a chain 1 or 2"),
        ("T01 TRIED 1 2 3 0 L 2*", 21, "look-ahead l wants a chain a or b"),
        ("T01 TRIED 1 2 3 4 N X*", 21, "a weight for each stone wants a chain 1, a, b or 2"),
        ("T01 TRIED 1 2 X 0 N X*", 15, "a number of up to four digits is expected"),
        ("T01 TRIED 1 2 - 0 N X*", 15, "a number of up to four digits is expected"),
        ("T01 TRIED 1 2 12345 0 N X*", 15, "a number of up to four digits is expected"),
        ("T01", 4, "a number of up to four digits is expected"),
        ("TEMPLAT TRIED 1 2 3 0 N X*", 1, "a name has six characters at most"),
        ("T00 TRIED 1 2 3 0 N X*", 1, "there is a template of this name already"),
        ("T-1 TRIED 1 2 3 0 N X*", 1, "letters and digits are expected"),
        ("STAGES 8 40 140", 8, "a size from 9 to 19 and two plies are expected"),
        ("STAGES 9 40 39", 8, "a size from 9 to 19 and two plies are expected"),
        ("STAGES 9 40", 12, "a number of up to four digits is expected"),
        ("LEAST", 6, "a number of up to four digits is expected"),
        ("LEAST 5 6", 9, "more words than a card has"),
        ("T01 TRIED 1 2 3 0 N X*" + 60 * " " + "X", 81, "more than 80 columns"),
    ],
)
def test_a_wrong_card_is_named_with_its_column_and_what_is_expected(tmp_path, card, column, why):
    with pytest.raises(SourceError) as caught:
        with_cards(tmp_path, ["T00 RIGHT 1 1 1 0 N X*", "* A REMARK", "", card])
    place = caught.value.place
    assert (place.file, place.line, place.column, place.text) == (str(tmp_path / "cards.txt"), 6, column, card)
    assert caught.value.message.endswith(why)


def test_there_must_be_templates_stages_for_the_largest_board_and_an_end(tmp_path):
    path = tmp_path / "cards.txt"
    for text, why in (
        ("STAGES 19 1 2\nEND\n", "there are no templates"),
        ("STAGES 15 1 2\nT01 ONE 5 5 5 0 N X*\nEND\n", "no stages for size 19"),
    ):
        path.write_text(text)
        with pytest.raises(SourceError, match=why):
            Asked(19, 0, path)
    for text, last in (("STAGES 19 1 2\nT01 ONE 5 5 5 0 N X*\n", 2), ("", 1)):
        path.write_text(text)
        with pytest.raises(SourceError, match="expected a card END") as caught:
            Asked(19, 0, path)
        assert caught.value.place.line == last


def test_too_many_templates_are_refused(tmp_path):
    cards = [f"A{number} MANY 5 5 5 0 N X*" for number in range(121)]
    with pytest.raises(SourceError, match="more than 120 templates"):
        with_cards(tmp_path, cards)
    assert with_cards(tmp_path, cards[:120]).moves(drawn("X", 19))[0] == "NODE 2 1 600"
