"""The function itself: published values, bands, board sizes, both programs against an oracle and a model."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.go import diagrams
from host.games.go.influence import ROW, Solver, fortran_cards, influence
from host.games.go.rules import Position
from host.games.program6600 import source
from host.machines.cdc6600.calls import Bare6600, integer
from tests.games.go.influence import boards, oracle

ROOT = Path(__file__).parents[4]
STONE = oracle.STONE
DIAMOND = "1 / 2 2 2 / 2 4 6 4 2 / 2 4 8 10 8 4 2 / 1 2 6 10 62 10 6 2 1 / 2 4 8 10 8 4 2 / 2 4 6 4 2 / 2 2 2 / 1"
CORNER = "56 8 5 2 1 / 8 8 4 2 / 5 4 2 / 2 2 / 1"
EDGE = "1 2 5 8 59 8 5 2 1 / 2 4 8 10 8 4 2 / 2 4 6 4 2 / 2 2 2 / 1"


def figure2():
    """The paper's stones, and the numbers that it prints."""
    lines = (ROOT / "tests" / "data" / "go" / "figure2.txt").read_text().splitlines()
    rows = [[int(each) for each in line.split()] for line in lines if not line.startswith("#")]
    values = {(row, column): value for row, line in enumerate(rows, 1) for column, value in enumerate(line, 1)}
    position = diagrams.read(ROOT / "docs" / "examples" / "influence.txt")
    stones = {divmod(point, 20): STONE if each is Colour.BLACK else -STONE for point, each in position.stones.items()}
    return (19, stones), values


def values_of(language, *some):
    """What a program prints of boards: row and column -> value, for each."""
    found = boards.analysed(language, some)
    return [
        {divmod(point, size + 1): value for point, value in each.values.items()}
        for (size, _), each in zip(some, found, strict=True)
    ]


def around_stone(values, rows, columns):
    """What is not zero, as text, row by row."""
    lines = ([values[row, column] for column in columns] for row in rows)
    return " / ".join(" ".join(str(each) for each in line if each) for line in lines if any(line))


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_the_numbers_of_the_papers_figure(language):
    board, printed = figure2()
    (found,) = values_of(language, board)
    assert found == printed
    assert [found[1, column] for column in range(1, 20)] == [
        0, -2, -4, -5, -6, -6, -4, -1, 7, 7, 6, 5, 5, 5, 7, 10, 59, 12, 57
    ]  # fmt: skip
    assert [found[10, column] for column in range(1, 20)] == [
        2, 5, 9, 12, 7, -6, -10, -9, -6, -3, -2, -7, -12, -48, 42, -42, -50, -65, -12
    ]  # fmt: skip
    signs = [oracle.sign(each) for each in found.values()]
    assert (signs.count(1), signs.count(-1), signs.count(0), sum(found.values())) == (144, 210, 7, -166)


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_single_stones_have_their_diamonds(language):
    some = [(19, {node: colour}) for node in ((10, 10), (1, 1), (1, 10)) for colour in (STONE, -STONE)]
    centre, white, corner, _, edge, _ = found = values_of(language, *some)
    everywhere = range(1, 20)
    assert around_stone(centre, everywhere, everywhere) == DIAMOND
    assert around_stone(corner, everywhere, everywhere) == CORNER
    assert around_stone(edge, everywhere, everywhere) == EDGE
    assert white == {node: -value for node, value in centre.items()}
    assert [sum(each.values()) for each in found] == [226, -226, 110, -110, 154, -154]


@pytest.mark.parametrize(("passes", "centre", "reach"), [(1, 50, 1), (2, 54, 2), (3, 58, 3), (4, 62, 4)])
def test_each_pass_spreads_one_node_further(tmp_path, passes, centre, reach):
    for name in ("influence", "ifield", "isegm"):
        text = (source("influence").parent / f"{name}.compass").read_text()
        (tmp_path / f"{name}.compass").write_text(text.replace("PASSES   EQU    4", f"PASSES   EQU    {passes}"))
    program = Bare6600(tmp_path / "influence.compass")
    program.put("SIZE", 19)
    program.put("VALUES", *(STONE if each == ROW * 10 + 10 else 0 for each in range(ROW * ROW)))
    program.call("INFLU")
    words = program.words(program.address("VALUES"), ROW * ROW)
    found = {node: integer(words[ROW * node[0] + node[1]]) for node in oracle.influence(19, {})}
    assert found == oracle.influence(19, {(10, 10): STONE}, passes)
    assert found[10, 10] == centre
    assert [row for row in range(1, 20) if found[row, 10]] == [*range(10 - reach, 11 + reach)]


def test_the_extremes_are_reached():
    centre, cross = (10, 10), [(9, 10), (11, 10), (10, 9), (10, 11)]
    some = [
        dict.fromkeys(cross, STONE),
        {centre: STONE, **dict.fromkeys(cross, -STONE)},
        {centre: STONE, **dict.fromkeys(cross, STONE)},
        {centre: STONE, **dict.fromkeys([(9, 10), (11, 10), (10, 9), (10, 12), (9, 11), (11, 11)], -STONE)},
    ]
    for language in boards.LANGUAGES:
        found = values_of(language, *((19, stones) for stones in some))
        assert [each[centre] for each in found] == [16, 34, 66, 35]


def test_values_keep_to_their_bands():
    """Empty nodes -16 to 16, stones 34 to 66 or -66 to -34; all of these occur, nothing between."""
    solver, seen = Solver(), {0: set(), STONE: set(), -STONE: set()}
    for seed in range(400):
        size, stones = oracle.some_board(seed)
        for point, value in solver.values(boards.position(size, stones)).values.items():
            seen[stones.get(divmod(point, size + 1), 0)].add(value)
    assert seen[0] == {*range(-16, 17)}
    assert {*range(36, 66)} <= seen[STONE] <= {*range(34, 67)}
    assert {*range(-65, -35)} <= seen[-STONE] <= {*range(-66, -33)}


def test_a_field_never_overflows_on_boards_that_are_full():
    full = [(row, column) for row in range(1, 20) for column in range(1, 20)]
    some = [dict.fromkeys(full, STONE), dict.fromkeys(full, -STONE)]
    some += [{node: STONE * (-1) ** ((sum(node) + shift) // width) for node in full} for shift, width in
             ((0, 1), (1, 1), (0, 2), (1, 2), (0, 3))]  # fmt: skip
    some += [{node: STONE * (-1) ** node[which] for node in full} for which in (0, 1)]
    for language in boards.LANGUAGES:
        boards.compare(language, [(19, stones) for stones in some])


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_every_size_of_board(language):
    boards.compare(language, [oracle.some_board(size + 100 * one, size) for size in range(9, 20) for one in (1, 2)])


@settings(deadline=None, max_examples=4)
@given(seeds=st.lists(st.integers(0, 10**9), min_size=1, max_size=5, unique=True))
def test_both_programs_are_the_oracle(seeds):
    for language in boards.LANGUAGES:
        boards.compare(language, [oracle.some_board(seed) for seed in seeds])


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**9), size=st.integers(9, 19))
def test_what_the_host_asks_for_is_the_oracle(seed, size):
    size, stones = oracle.some_board(seed, size)
    found = influence(boards.position(size, stones))
    assert {divmod(point, size + 1): value for point, value in found.items()} == oracle.influence(size, stones)


def test_turned_boards_have_turned_values():
    size, stones = oracle.some_board(3, 19)
    turned = {(column, size + 1 - row): each for (row, column), each in stones.items()}
    before, after = values_of("compass", (size, stones), (size, turned))
    assert after == {(column, size + 1 - row): each for (row, column), each in before.items()}


def test_a_board_that_the_programs_do_not_have_is_refused():
    for size in (8, 20):
        with pytest.raises(IronboardError, match=f"a board of {size} by {size}: the programs have 9 to 19 rows"):
            influence(Position(size))


# ---------------------------------------------------------------- quirks of the book's program


def numbers(language, lines):
    return [[int(each) for each in line.split()] for line in boards.printed(language, lines)]


@pytest.mark.parametrize("language", boards.LANGUAGES)
def test_a_later_stone_replaces_the_one_before(language):
    one, other = (numbers(language, ["19 0", *lines, "0"]) for lines in (["10 10 -1 10 10 -1"], ["-1 10 10 -1"]))
    assert one == other


@pytest.mark.parametrize("language", boards.LANGUAGES)
@pytest.mark.parametrize("size", [19, 18, 13])
def test_stones_just_off_the_board_do_nothing(language, size):
    chance = random.Random(size)
    places = [(row, column) for row in range(size + 2) for column in range(size + 2)
              if {row, column} & {0, size + 1}]  # fmt: skip
    border = [f"{row} {column}" for row, column in places]
    chance.shuffle(border)
    lines = [f"{size} 0", *border[::2], "3 3", "-1", *border[1::2], "7 7", "-1", "0"]
    assert numbers(language, lines) == numbers(language, [f"{size} 0", "3 3", "-1", "7 7", "-1", "0"])


def test_the_books_own_cards_are_read_in_algol():
    board, printed = figure2()
    position = boards.position(*board)
    rows = numbers("algol", ["-19 0", *fortran_cards(position), "0"])
    assert rows == [[printed[row, column] for column in range(1, 20)] for row in range(1, 20)]


def test_cards_are_in_two_columns_each():
    position = boards.position(19, {(1, 2): STONE, (10, 19): STONE, (3, 4): -STONE})
    assert [*fortran_cards(position)] == [" 1 2", "1019", "-1", " 3 4", "-1"]
    with pytest.raises(IronboardError, match="19 by 19, not 13 by 13"):
        [*fortran_cards(Position(13))]
