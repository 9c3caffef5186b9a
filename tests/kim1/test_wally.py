"""Both Wallys play as the article describes, in every position, within the KIM-1's memory and a second."""

import random
import runpy
import statistics

import pytest

from tests.kim1.wally import (
    BLACK,
    BOARD,
    EDGE,
    EMPTY,
    HALT,
    NOBODYS,
    ON_BOARD,
    PROGRAMS,
    ROOT,
    STACK_TOP,
    USER_RAM,
    WHITE,
    Table,
    known_positions,
    long_chains,
    position,
    put,
)
from tests.shared import ALL_EXAMPLES, shared

FRESH = 4000 if ALL_EXAMPLES else 1000  # boards
MAKER = ROOT / "tests" / "data" / "make_wally_positions.py"

SNAKE_33 = " ".join(f"{x:02X}" for x in [*range(0x21, 0x30), 0x3F, *range(0x41, 0x50), 0x51, 0x61])
SNAKE_127 = " ".join(
    f"{16 * row + column:02X}"
    for row in range(1, 16)
    for column in range(1, 16)
    if row % 2 or column == (15 if row // 2 % 2 else 1)
)


@pytest.fixture(scope="module", params=PROGRAMS)
def table(request):
    return Table(request.param)


@pytest.fixture(scope="module")
def recursive():
    return Table("wally")


@pytest.fixture(scope="module")
def walk():
    return Table("wally-walk")


@pytest.fixture(scope="module")
def maker():
    """What makes positions, and answers them by the reference model if that is there."""
    return runpy.run_path(str(MAKER))


# ------------------------------------------------------------ COUNT


@pytest.mark.parametrize(
    ("stones", "point", "liberties"),
    [
        ("88", "88", 4),
        ("18", "18", 3), ("F8", "F8", 3), ("8F", "8F", 3), ("81", "81", 3),  # the four edges
        ("11", "11", 2), ("1F", "1F", 2), ("F1", "F1", 2), ("FF", "FF", 2),  # the four corners
        ("8F 91", "8F", 3), ("8F 91", "91", 3),  # neighbours in memory, not on the board
        ("F8 18", "F8", 3), ("F8 18", "18", 3),
        ("88 89", "88", 6),
        ("88 89 99", "88", 7),  # 98 is beside two of them
        ("88 89 98 99", "88", 8),
        ("77 78 79 87 89 97 98 99", "77", 13),  # a ring with one liberty inside
        ("88 99", "88", 4),  # diagonal: not connected
        (SNAKE_33, "21", 45),
    ],
)  # fmt: skip
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_count_finds_each_liberty_once(table, stones, point, liberties, colour):
    assert table.count(put(NOBODYS, stones, colour), point) == liberties


def test_stones_of_the_other_colour_are_no_liberties(table):
    assert table.count(position(black="88", white="78 87 98"), "88") == 1


def test_counting_may_begin_at_any_stone(table):
    board = put(NOBODYS, SNAKE_33, BLACK)
    assert {table.count(board, point) for point in SNAKE_33.split()} == {45}


# ------------------------------------------------------------ COUNT of a chain that is too long for the stack


def test_count_goes_down_34_levels_and_no_further(recursive):
    """A row of stones round the board, counted from its end: each stone is a level."""
    path = [f"{x:02X}" for x in long_path()]
    for length in range(1, 60):
        liberties = recursive.count(put(NOBODYS, " ".join(path[:length]), BLACK), path[0])
        true = len(liberties_of(path[:length]))
        assert (liberties == true) if length <= 34 else (0x80 <= liberties < 0xFE)


def long_path():
    """Every other row, joined at alternating ends, from 11 on."""
    for row in range(1, 16):
        yield from (
            (16 * row + column for column in (range(1, 16) if row % 4 == 1 else range(15, 0, -1)))
            if row % 2
            else [16 * row + (15 if row % 4 == 2 else 1)]
        )


def liberties_of(points):
    stones = {int(point, 16) for point in points}
    return {x + step & 255 for x in stones for step in (-16, 1, 16, -1)} & set(ON_BOARD) - stones


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_full_board_is_no_harm(recursive, colour):
    """A full board but for one point, wherever it is: nothing is taken off, and the next position is answered right."""
    for x in ON_BOARD:
        board = put(NOBODYS, " ".join(f"{y:02X}" for y in ON_BOARD if y != x), colour)
        thought = recursive.think(board)
        assert thought.board == (put(board, f"{x:02X}", BLACK) if thought.move else board)
    assert recursive.think(position(black="77 79", white="88")).move == 0x78


# ------------------------------------------------------------ COUNT that walks


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_the_walk_follows_a_chain_of_every_size(walk, colour):
    """A full board but for one point, wherever it is: the longest way there can be."""
    for x in ON_BOARD:
        board = put(NOBODYS, " ".join(f"{y:02X}" for y in ON_BOARD if y != x), colour)
        assert walk.count(board, "11" if x != 0x11 else "FF") == 1


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_the_walk_may_begin_at_any_stone(walk, colour):
    board = put(NOBODYS, SNAKE_127, colour)
    assert {walk.count(board, point) for point in SNAKE_127.split()} == {98}


# ------------------------------------------------------------ moves

MOVES = [
    # what it shows, black, white, Wally's move, stones gone
    ("black groups without liberties are taken off first", "88 89 11 55", "78 79 8A 99 98 87 12 21", None, "88 89 11"),
    ("ko is not known: Wally retakes at once", "78 87 98 55", "88 79 8A 99", "89", "88"),
    ("a capture may be on the edge", "12 55", "11", "21", "11"),
    ("a capture goes before saving a group", "88 43 54 45", "78 87 98 44", "34", "44"),
    ("of two captures the first in the order of addresses", "12 A9 AB BA", "11 AA", "21", "11"),
    ("all groups that lose their last liberty go", "87 78 98 8B 7A 9A", "88 8A", "89", "88 8A"),
    ("a group in atari is extended", "88", "78 87 98", "89", ""),
    ("but not if it stays in atari: then the nearest attack", "88", "78 87 98 79 99", "86", ""),
    ("a lone stone is attacked at the last liberty counted, the west", "", "88", "87", ""),
    ("the group with fewer liberties is attacked", "34", "33 99", "32", ""),
    ("not on the edge line", "", "18", "28", ""),
    ("rather not at all", "28", "18", "00", ""),
    ("19 would be on the edge; pattern 7f", "18", "17 28", "27", ""),
    ("a pattern beats an attack", "77 79", "88", "78", ""),
    ("a group in atari beats a pattern", "77 79 C5", "88 B5 C4 D5", "C6", ""),
    ("a capture beats a pattern", "77 79 12", "88 11", "21", "11"),
    ("ghost stones: 7d at the top, as in figure 8", "37", "28", "27", ""),
    ("ghost stones: on the right", "7D", "8E", "7E", ""),
    ("ghost stones: on the left", "73", "82", "72", ""),
    ("ghost stones: at the bottom", "D7", "E8", "E7", ""),
    ("ghost stones: on the right, mirrored", "9D", "8E", "9E", ""),
    ("ghost stones: at the bottom, mirrored", "D9", "E8", "E9", ""),
]


@pytest.mark.parametrize(("black", "white", "move", "gone"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_a_move_of_the_article(table, black, white, move, gone):
    """`move` None: any, only the stones that go matter."""
    board = position(black, white)
    thought = table.think(board)
    if move is not None:
        assert f"{thought.move:02X}" == move
    assert thought.move == 0 or board[thought.move] == "."
    after = put(board, gone, ".")
    assert thought.board == (put(after, f"{thought.move:02X}", BLACK) if thought.move else after)


def test_a_stone_without_liberties_is_not_suggested(table):
    """Four white stones round 88: of each of them 88 is a liberty, and never the answer."""
    board = position(white="78 87 98 89")
    for _ in range(3):
        thought = table.think(board)
        assert thought.move != 0x88
        board = thought.board


def test_a_white_stone_on_the_first_line_has_no_pattern_but_is_attacked(table):
    """With ghosts alone, 7f would match every one of them, at 7F."""
    assert f"{table.think(position(white='8F')).move:02X}" == "8E"


def test_a_ladder_runs_to_the_edge(table):
    """Figure 11: Wally does not see where it ends."""
    board = position(black="77", white="67 76 68")
    exchanges = "87 78  79 88  98 89  8A 99  A9 9A  9B AA  BA AB  AC BB  CB BC  BD CC  DC CD  CE DD  ED DE  DF EE"
    for exchange in exchanges.split("  "):
        white, black = exchange.split()
        thought = table.think(put(board, white, WHITE))
        assert f"{thought.move:02X}" == black
        board = thought.board


# figure 7: two black stones and the answer, as (row, column) from the white stone
PATTERNS = {
    "7a": ((-1, 1), (-1, -1), (-1, 0)),
    "7b": ((0, 1), (-1, -1), (-1, 0)),
    "7c": ((0, 1), (0, -1), (1, 0)),
    "7d": ((-1, 2), (-1, -1), (-1, 0)),
    "7e": ((-1, 2), (-1, -2), (-1, 0)),
    "7f": ((0, -1), (1, -2), (1, 0)),
    "7g": ((-1, 0), (-1, -2), (0, -1)),
}


def orientations():
    """The 44 ways in which a pattern can lie: name, the two black stones, the answer, as addresses round 88."""
    for name, pattern in PATTERNS.items():
        seen = set()
        for mirror in (1, -1):
            turned = [(row, mirror * column) for row, column in pattern]
            for _ in range(4):
                turned = [(column, -row) for row, column in turned]
                one, other, answer = (0x88 + 16 * row + column for row, column in turned)
                if (key := (frozenset((one, other)), answer)) not in seen:
                    seen.add(key)
                    yield pytest.param(f"{one:02X} {other:02X}", f"{answer:02X}", id=f"{name}-{len(seen)}")


def test_there_are_44_orientations():
    assert len(list(orientations())) == 44


@pytest.mark.parametrize(("black", "answer"), list(orientations()))
def test_every_orientation_of_every_pattern_is_found(table, black, answer):
    """7c has two answers, opposite each other: with one of them occupied, the other is played."""
    board = position(black, white="88")
    if table.think(board).move != int(answer, 16):
        one, other = (int(point, 16) for point in black.split())
        assert one + other == 2 * 0x88  # only 7c
        opposite = 2 * 0x88 - int(answer, 16)
        assert table.think(board).move == opposite
        assert table.think(put(board, f"{opposite:02X}", WHITE)).move == int(answer, 16)


def test_moves_on_the_edge_are_captures_or_patterns(table):
    edge_moves = [known for known in known_positions() if known.move in EDGE]
    assert edge_moves
    for known in edge_moves:
        thought = table.think(known.board)
        captured = thought.board.count(WHITE) < known.board.count(WHITE)
        assert captured or table.byte("BESTRANK") == 4


# ------------------------------------------------------------ the reference model


def test_the_known_positions(table):
    """Move and board as the reference model has them."""
    for known in known_positions():
        thought = table.think(known.board)
        assert (thought.move, thought.board) == (known.move, known.after), known


def test_the_known_positions_with_long_chains(table):
    """As the reference model has them whose COUNT goes down as many levels; after each, the program is whole."""
    before = program_bytes(table)
    for known in long_chains(table.name):
        thought = table.think(known.board)
        assert (thought.move, thought.board) == (known.move, known.after), known
        assert program_bytes(table) == before, known


def program_bytes(table):
    """Code and tables, and the margin of the board."""
    variables = range(table.symbols["BLACK"], table.symbols["BLACK1"])
    points = {BOARD + x for x in ON_BOARD}
    return {
        address: int(table.kim.m.memory[address])
        for address, _ in table.image
        if address not in variables and address not in points
    }


def test_thousands_of_positions_against_the_reference_model(table, maker):
    """The known positions above come from it, too."""
    shared("models/wally.py")
    think = maker["think_within_the_stack" if table.name == "wally" else "think"]
    before, long = program_bytes(table), 0
    games, others = (3, 130) if ALL_EXAMPLES else (1, 40)
    for kind, board in maker["positions"](seed=7, games=games, moves=170, others=others):
        thought = table.think(board)
        assert (thought.move, thought.board) == think(board), (kind, board)
        if maker["longest_chain"](board) > maker["LONGEST"]:
            long += 1
            assert program_bytes(table) == before, (kind, board)
    assert long > 130 * games


# ------------------------------------------------------------ time


def test_the_cycles_of_fresh_boards(recursive, maker):
    """The article: less than a second. Boards that nothing was tuned to, a third of each kind."""
    cycles = {}
    for kind, board in maker["fresh_boards"](FRESH):
        cycles.setdefault(kind, []).append(recursive.think(board).cycles)
    every = [each for kind in cycles.values() for each in kind]
    assert set(cycles) == {"scattered", "edge-chains", "walks"}
    assert statistics.mean(every) <= 60_000
    assert all(statistics.mean(each) <= 70_000 for each in cycles.values())
    assert max(every) <= 200_000


def test_a_move_takes_less_than_a_third_of_a_second_on_any_known_board(table):
    for known in [*known_positions(), *long_chains(table.name)]:
        assert table.think(known.board).cycles <= 333_000


# ------------------------------------------------------------ memory


def test_the_program_lies_in_the_memory_that_the_monitor_leaves_to_the_user(table):
    places = {address for address, _ in table.image}
    assert all(any(place in part for part in USER_RAM) for place in places)
    assert HALT not in places  # the tests call from there


def stack_bottom(table):
    return max(address for address, _ in table.image if address <= STACK_TOP) + 1


def used_stack(table, board):
    """Return the bytes of stack that a turn takes."""
    bottom = stack_bottom(table)
    table.kim.memory[bottom : STACK_TOP - 1] = bytes([0xA5] * (STACK_TOP - 1 - bottom))
    table.think(board)
    untouched = next(place for place in range(bottom, STACK_TOP) if table.kim.m.memory[place] != 0xA5)
    assert untouched > bottom  # otherwise it may have gone deeper
    return STACK_TOP + 1 - untouched


def test_the_stack_grows_by_three_bytes_for_each_stone(recursive):
    path = [f"{x:02X}" for x in long_path()]
    used = [used_stack(recursive, position(" ".join(path[:length]), "88")) for length in range(5, 34)]
    assert used == [used[0] + 3 * more for more in range(29)]


def test_the_stack_is_large_enough_for_chains_of_33_stones_and_never_left(recursive):
    """With the calls round COUNT; what the longest chains take is what 34 stones and LOOKAHEAD's 33 take."""
    assert STACK_TOP + 1 - stack_bottom(recursive) >= 100 + 6
    for colour in (BLACK, WHITE):
        assert used_stack(recursive, put(position(white="88"), SNAKE_33, colour)) == 103
    assert max(used_stack(recursive, known.board) for known in long_chains("wally")) == 106


def test_the_stack_of_the_walk_does_not_grow_with_a_chain(walk):
    short = used_stack(walk, position(black="21", white="88"))
    for colour in (BLACK, WHITE):
        assert used_stack(walk, put(NOBODYS, SNAKE_127, colour)) <= short <= 20


def test_the_walk_takes_off_a_chain_of_every_length(walk):
    """A black snake on a board full of white stones."""
    path = [f"{x:02X}" for x in long_path()]
    assert sorted(path) == sorted(SNAKE_127.split())
    full = put(NOBODYS, " ".join(f"{x:02X}" for x in ON_BOARD), WHITE)
    for length in range(1, 128):
        thought = walk.think(put(full, " ".join(path[:length]), BLACK))
        assert thought.board.count(BLACK) == (1 if thought.move else 0)


def test_count_takes_off_a_chain_that_its_stack_can_follow_and_leaves_a_longer_one(recursive):
    """The same snake: counted from 11, its end. White, too long itself, is never taken off."""
    path = [f"{x:02X}" for x in long_path()]
    full = put(NOBODYS, " ".join(f"{x:02X}" for x in ON_BOARD), WHITE)
    for length in range(1, 128):
        thought = recursive.think(put(full, " ".join(path[:length]), BLACK))
        black = thought.board.count(BLACK) - (thought.move != 0)
        assert black == (0 if length <= 34 else length)
        assert thought.board.count(EMPTY) + black + (thought.move != 0) + thought.board.count(WHITE) == len(ON_BOARD)


def test_think_writes_nothing_but_its_own_bytes(table):
    """Every byte outside the user's memory is as before, and so are program and tables."""
    kim = table.kim
    board = range(BOARD, BOARD + 256)
    variables = range(table.symbols["BLACK"], table.symbols["BLACK1"])
    stack = range(stack_bottom(table), STACK_TOP + 1)
    fixed = [place for place in range(0x1800) if not any(place in part for part in (board, variables, stack))]
    chance = random.Random(1)
    for known in chance.sample([*known_positions(), *long_chains(table.name)], 60):
        before = {place: int(kim.m.memory[place]) for place in fixed}
        table.think(known.board)
        changed = {place for place in fixed if int(kim.m.memory[place]) != before[place]}
        assert changed <= {table.symbols["BEST"]}
