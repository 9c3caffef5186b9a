"""Either Wally is played by keypad, display and terminal alone."""

import pytest

from emulators.machine import Stop
from tests.kim1.wally import (
    BLACK,
    BOARD,
    DATA,
    NOBODYS,
    PROGRAMS,
    STACK_TOP,
    USER_RAM,
    WHITE,
    Player,
    after,
    position,
    program,
    put,
)

CORNERS = "4C C4 CC 44"
SIDES = "84 8C 48 C8"
BETWEEN = "46 CA 4A C6 64 AC A4 6C"
CENTRE = "88"


def handicap_points(stones):
    """2, 3, 4: corners; then the sides, then the points between; an odd number from five on has the centre."""
    ring = f"{CORNERS} {SIDES} {BETWEEN}".split()
    if stones >= 5 and stones % 2:
        return " ".join([CENTRE, *ring[: stones - 1]])
    return " ".join(ring[:stones])


@pytest.fixture(scope="module", params=PROGRAMS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def quiet(name):
    """A player without a terminal. Every test begins a new game."""
    return Player(terminal=False, name=name)


@pytest.fixture
def player(quiet):
    quiet.kim.press("PC")
    assert quiet.wait() == "00BB00"
    return quiet


# ------------------------------------------------------------ a whole game


def recorded_game():
    lines = [line for line in (DATA / "game.txt").read_text().splitlines() if not line.startswith("#")]
    return int(lines[0]), [line.split() for line in lines[1:]]


def test_a_whole_game_on_keypad_display_and_terminal(name):
    """Every answer is read from the segments of the display, every board and warning from the terminal."""
    stones, exchanges = recorded_game()
    player = Player(name=name)
    assert player.display == "00BB00"
    assert player.enter(f"{stones:02}") == "000000"
    board = position(black=handicap_points(stones))
    boards = [(board, [])]
    for move, answer, taken, ataris in exchanges:
        in_atari = ataris.split(",") if ataris != "-" and name == "wally-walk" else []
        assert player.enter(move) == f"{move}{'AA' if in_atari else '00'}{answer}"
        board = after(put(board, move, WHITE) if move != "00" else board, answer, taken)
        boards.append((board, [f"ATARI {each[0]} {each[1:]}" for each in in_atari]))
        assert player.board == board
    assert list(player.screens()) == boards
    assert any(warnings for _, warnings in boards) == (name == "wally-walk")
    assert any("00" in exchange[:2] for exchange in exchanges)


def test_the_display_is_dark_from_go_until_the_answer(name):
    player = Player(name=name)
    player.enter("04")
    player.kim.press("3", "3")
    assert player.display == "330000"
    player.kim.press("GO")
    player.kim.run(seconds=0.3)  # it prints the board
    assert player.dark()
    assert player.wait() == "3300" + f"{player.kim.peek(player.symbols['BEST']):02X}"


def test_without_a_terminal_nothing_is_printed(player):
    player.enter("04")
    player.enter("33")
    assert player.kim.transcript == ""


# ------------------------------------------------------------ the handicap


@pytest.mark.parametrize("stones", [0, *range(2, 18)])
def test_the_handicap_stones(player, stones):
    assert player.enter(f"{stones:02}") == "000000"
    assert player.board == position(black=handicap_points(stones))
    assert player.board.count(BLACK) == stones


@pytest.mark.parametrize("entry", ["01", "18", "19", "0A", "0F", "1A", "20", "FF"])
def test_other_numbers_of_handicap_stones_are_refused(player, entry):
    assert player.enter(entry) == f"{entry}EE00"
    assert player.board == NOBODYS
    assert player.enter("17") == "000000"  # and the right ones still taken


# ------------------------------------------------------------ entries


@pytest.mark.parametrize("entry", ["44", "32", "33", "10", "F0", "01", "0F"])
def test_a_move_to_no_free_point_is_refused_and_changes_nothing(player, entry):
    """44: a handicap stone; 33: white's own stone; 32: Wally's answer to it; then the margin."""
    player.enter("17")
    assert player.enter("33") == "330032"
    memory = bytes(player.kim.m.memory[BOARD : BOARD + 256])
    assert player.enter(entry) == f"{entry}EE32"
    assert bytes(player.kim.m.memory[BOARD : BOARD + 256]) == memory


def test_a_refusal_is_shown_until_the_next_key(player):
    player.enter("44")  # no handicap of that number
    assert player.display == "44EE00"
    player.kim.press("0")
    assert player.display == "40BB00"


def test_digits_move_out_to_the_left(player):
    for key, shown in zip("12345", ("01", "12", "23", "34", "45"), strict=True):
        player.kim.press(key)
        assert player.display == f"{shown}BB00"


@pytest.mark.parametrize("key", ["+", "AD", "DA"])
def test_an_entry_can_be_cleared(player, key):
    player.kim.press("3", "4", key)
    assert player.display == "00BB00"


def test_00_is_a_pass(player):
    player.enter("04")
    player.enter("33")
    board = player.board
    assert player.enter("00").startswith("0000")
    assert player.board.count(WHITE) == board.count(WHITE)
    assert player.board.count(BLACK) == board.count(BLACK) + 1


def test_wally_passes_when_he_has_no_move(player):
    """One black stone that white takes: then nothing is left to attack or to save but white on the edge."""
    player.enter("00")
    assert player.enter("00") == "000000"  # an empty board
    assert player.board == NOBODYS


def test_a_new_game_at_any_time(player):
    player.enter("17")
    player.enter("33")
    player.kim.press("5", "PC")
    assert player.wait() == "00BB00"
    assert player.board == NOBODYS
    assert player.enter("02") == "000000"


def test_a_key_counts_once_however_long_it_is_held(player):
    player.kim.press("7", seconds=1.5)
    assert player.display == "07BB00"


IN_ATARI = [  # black, white, Wally's move, warnings
    ("88", "78 87 98 79 99", "86", ["ATARI # 89"]),  # saving it would not help
    ("12 A9 AB BA", "11 AA", "21", ["ATARI 0 9A"]),  # he can take only one of two
    ("12 A9 AB BA 86", "11 AA 76 85 96 77 97", "21", ["ATARI # 87", "ATARI 0 9A"]),
    ("12 A9 AB BA", "11", "21", []),
]


@pytest.mark.parametrize(("black", "white", "move", "warnings"), IN_ATARI)
def test_the_walk_announces_groups_in_atari(black, white, move, warnings):
    """By AA on the display and, if there is a terminal, by a line each: colour and liberty."""
    for terminal in (True, False):
        player = Player(terminal=terminal, name="wally-walk")
        player.enter("00")
        player.lay(position(black, white))
        assert player.enter("00") == f"00{'AA' if warnings else '00'}{move}"
        if terminal:
            assert list(player.screens())[-1][1] == warnings


# ------------------------------------------------------------ memory


def test_no_byte_outside_the_users_memory_is_written_by_wally(name):
    """Watched over some exchanges: memory and ports beyond the user's bytes are written by the monitor alone."""
    player = Player(name=name, low_expansion=True)  # so that there is memory to be written by mistake
    kim = player.kim
    fixed = {address for address, _ in program(name).image}
    variable = {
        *range(player.symbols["BLACK"], player.symbols["BLACK1"]),
        *range(BOARD, BOARD + 256),
        *range(max(address for address in fixed if address <= STACK_TOP) + 1, STACK_TOP + 1),
    }
    assert variable <= {address for part in USER_RAM for address in part}
    display = {0x00F9, 0x00FA, 0x00FB}
    for address in set(range(0x1800)) - variable - display:
        kim.set_watchpoint(address)
    monitors_writes = 0

    def run(cycles):
        nonlocal monitors_writes
        end = kim.cycles + cycles
        while kim.cycles < end:
            if kim.run(end - kim.cycles) == Stop.WATCH_WRITE:
                assert kim.read_register("PC") >= 0x1800, f"Wally wrote, before {kim.read_register('PC'):04X}"
                monitors_writes += 1

    stones, exchanges = recorded_game()
    for entry in [f"{stones:02}", *(exchange[0] for exchange in exchanges[:4])]:
        for key in [*entry, "GO"]:
            kim.key_down(key)
            run(150_000)
            kim.key_up(key)
            run(50_000)
        while player.dark():
            run(10_000)
        run(50_000)  # lit and steady: the last key has been let go of, and a new one is looked for
        assert player.display[2:4] in ("00", "AA"), f"{entry} was not taken: {player.display}"
    assert monitors_writes > 1000
    assert player.board.count(WHITE) == 3  # it was a game: the fourth exchange took a stone


def test_program_and_tables_are_the_same_after_a_game(player, name):
    before = {
        address: player.kim.peek(address)
        for address, _ in program(name).image
        if not player.symbols["BLACK"] <= address < player.symbols["BLACK1"] and not BOARD + 16 <= address < BOARD + 256
    }
    player.enter("09")
    for exchange in recorded_game()[1]:
        player.enter(exchange[0])
    assert player.board.count(WHITE) > 15
    assert {address: player.kim.peek(address) for address in before} == before
