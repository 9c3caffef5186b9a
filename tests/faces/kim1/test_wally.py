"""Wally's board: moves by clicks and keys, what can be done, taking back, counting, saving the game."""

from __future__ import annotations

import random

import pytest

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.go import sgf
from host.games.go.rules import Position
from host.games.wally_board import BOARD, POINTS, SETTLED, SIZE, decode
from host.games.wally_board import Point as Meaning
from host.machines.kim1.machine import Kim1
from host.machines.kim1.operate import HOLD
from host.panels.games import wally
from tests.faces.kim1.test_keypad import given
from tests.faces.kim1.user import User

BLACK, WHITE, EMPTY = wally.BLACK, wally.WHITE, wally.EMPTY


def stones(user, sign):
    """Return the points of the picture with stones of a colour."""
    return {wally.point_of(cell) for cell, each in enumerate(user.shown["go"]["cells"]) if each == sign}


def marks(user):
    return {wally.point_of(cell) for cell in user.shown["go"]["marks"]}


# ---------------------------------------------------------------- what can be done


def test_the_handicap_is_asked_for_and_a_click_says_so_instead_of_entering(beginner):
    assert beginner.now.startswith("How many handicap stones?")
    inputs = given(beginner.kim)
    beginner.click(0x34)
    beginner.controller.command("pass")
    beginner.wait(1.0)
    assert inputs == []
    assert beginner.controller.notice.startswith("How many handicap stones?")
    beginner.strike("1")
    beginner.wait(0.3)
    assert beginner.now.endswith(", now 01")


def test_a_handicap_that_there_is_not_is_refused(beginner):
    beginner.strike("0", "1", "enter")
    beginner.wait(0.5)
    assert beginner.now.startswith("Wally refuses 01: no such handicap. How many")
    beginner.strike("0", "4", "enter")
    beginner.wait(1.5)
    assert stones(beginner, BLACK) == {0x44, 0x4C, 0xC4, 0xCC}
    assert beginner.now.startswith("You are White, your move")


def test_a_click_plays_there_and_wally_answers(player):
    player.click(0x37)
    player.wait(2.5)
    answer = int(player.kim.display[4:], 16)
    assert player.kim.display[:4] == "3700"
    assert stones(player, WHITE) == {0x37}
    assert stones(player, BLACK) == {0x44, 0x4C, 0xC4, 0xCC, answer}
    assert marks(player) == {0x37, answer}
    assert player.now.startswith(f"Wally played {answer:02X}. You are White, your move")


def test_a_refused_move_says_why(player):
    player.strike("4", "4", "enter")
    player.wait(0.5)
    assert player.now.startswith("Wally refuses 44: the point is taken")
    assert player.controller.ui["moves"] == []
    player.click(0x37)
    player.wait(2.5)
    assert player.kim.display[:4] == "3700"


def test_a_click_on_a_stone_enters_nothing(player):
    inputs = given(player.kim)
    player.click(0x44)
    assert player.controller.notice == "44: there is a stone already"
    player.wait(0.5)
    assert inputs == []


def test_thinking_and_printing_are_told(player):
    player.click(0x37)
    seen = []
    for _ in range(150):
        player.wait()
        seen += [player.now] if player.now not in seen else []
    assert [text for text in seen if text.startswith("Wally prints the board")]
    player.kim.connect_terminal(False)
    player.kim.m.lit_before[:] = player.kim.m.lit[:]  # a dark display
    assert wally.what_now(player.kim.m, player.controller.ui) == "Wally thinks"


def test_both_pass_and_the_game_is_over(beginner):
    beginner.strike("0", "0", "enter")
    beginner.wait(1.5)
    beginner.controller.command("pass")
    beginner.wait(1.5)
    assert beginner.kim.display == "000000"
    assert beginner.now.startswith("Both have passed: the game is over")
    assert marks(beginner) == set()


def test_the_monitor_is_told_from_wally_and_starts_him(player):
    player.kim.connect_terminal(False)
    player.strike("f5")
    player.wait(0.5)
    assert player.now == "the monitor runs, not Wally: AD 0200 GO starts him"
    player.click(0x37)
    assert player.controller.notice == player.now
    player.controller.command("new game")
    player.wait(1.5)
    assert player.kim.display == "00bb00"
    player.kim.connect_terminal(True)
    player.strike("f5")
    player.wait(0.5)
    assert "on the Teletype 0200, space, G starts him" in player.now


def test_a_group_in_atari_is_told():
    kim = Kim1(core="compiled")
    kim.boot("wally-walk")
    user = User(kim, "wally-walk")
    user.wait(0.2)
    user.strike("0", "0", "enter")
    user.wait(1.5)
    for stone, code in ((0x11, 1), (0x12, 0), (0xF1, 1), (0xE1, 0)):  # two white stones: he takes one
        kim.poke(BOARD + stone, kim.peek(code))
    user.controller.command("pass")
    user.wait(3.0)
    assert "a group is in atari. You are White, your move" in user.now
    user.click(0x88)
    user.wait(3.0)
    assert stones(user, WHITE) >= {0x88}


# ---------------------------------------------------------------- clicks and keys at any moment


@pytest.fixture(scope="module")
def thinking(handicap):
    """Return the state of a machine on which Wally prints the board after the handicap stones."""
    kim = Kim1(core="compiled")
    kim.load_state(handicap)
    kim.run(100_000)
    kim.press("0", "4", "GO")
    assert kim.display == " " * 6
    return kim.save_state()


@pytest.mark.parametrize("moment", [*range(0, 20_000, 1000), *range(20_000, 900_000, 90_000)])
def test_no_key_of_the_move_is_lost(kim, thinking, moment):
    kim.load_state(thinking)
    kim.run(moment)
    user = User(kim, "wally")
    user.click(0x34)
    user.wait(2.0)
    assert kim.peek(0x0334) in (0x88, 0x89)


def test_the_last_click_counts_while_wally_prints(player):
    player.click(0x37)
    player.wait(0.5)
    assert player.kim.display == " " * 6
    player.click(0x99)
    player.wait()
    assert player.now.endswith(", then 99 is entered; RS ends it; TURBO hurries")
    player.click(0x34)
    player.wait(4.0)
    assert stones(player, WHITE) == {0x37, 0x34}
    assert player.controller.error == ""


def test_keys_struck_while_wally_prints_wait_until_he_listens(player):
    player.strike("3", "7", "enter", "9", "9", "enter")
    player.wait(4.0)
    assert stones(player, WHITE) == {0x37, 0x99}
    assert [point for sign, point in player.controller.ui["moves"] if sign == WHITE] == [0x37, 0x99]


def test_rs_does_not_wait(player):
    player.click(0x37)
    player.wait(0.5)
    player.click(0x99)
    inputs = given(player.kim)
    player.strike("f5")
    player.wait(0.2)
    assert [value for _, kind, value in inputs if kind == "key_down"] == ["RS"]
    player.wait(2.0)
    assert [value for _, kind, value in inputs if kind == "key_down"] == ["RS"]


def test_a_click_after_rs_and_a_new_start_works(player):
    player.kim.connect_terminal(False)
    player.click(0x37)
    player.click(0x38)
    player.strike("f5")
    player.wait(0.5)
    player.controller.command("new game")
    player.wait(1.5)
    player.strike("0", "0", "enter")
    player.wait(1.0)
    player.click(0x99)
    player.wait(1.5)
    assert stones(player, WHITE) == {0x99}


def test_the_keys_of_a_move_are_held_and_followed_by_pauses(player):
    inputs = given(player.kim)
    player.click(0x3A)
    player.wait(2.0)
    down = [(cycle, value) for cycle, kind, value in inputs if kind == "key_down"]
    assert [value for _, value in down] == ["3", "A", "GO"]
    assert down[1][0] - down[0][0] >= HOLD


# ---------------------------------------------------------------- taking back, new games


def test_a_move_is_taken_back_and_played_again(player):
    before = stones(player, BLACK)
    player.click(0x37)
    player.wait(2.5)
    answer = player.kim.display[4:]
    player.click(0x38)
    player.wait(2.5)
    player.controller.command("take back")
    player.wait(0.5)
    assert player.now.startswith(f"Wally played {answer}. You are White, your move")
    assert stones(player, WHITE) == {0x37}
    assert marks(player) == {0x37, int(answer, 16)}
    player.controller.command("take back")
    player.wait(0.5)
    assert (stones(player, WHITE), stones(player, BLACK)) == (set(), before)
    assert player.controller.ui["moves"] == []
    player.click(0x37)
    player.wait(2.5)
    assert player.kim.display == f"3700{answer}"


def test_without_a_move_there_is_nothing_to_take_back(beginner):
    beginner.controller.command("take back")
    assert "no move to take back" in beginner.controller.error


def test_a_new_game_forgets_the_moves(player):
    player.click(0x37)
    player.wait(2.5)
    player.controller.command("new game")
    player.wait(1.0)
    assert player.kim.display == "00bb00"
    assert (player.controller.ui["moves"], marks(player), stones(player, WHITE)) == ([], set(), set())


# ---------------------------------------------------------------- the game as a whole


def test_moves_are_the_same_at_turbo_speed(player):
    player.controller.pacer.speed = 100.0
    for point in (0x37, 0x53, 0x63):
        player.click(point)
        player.wait(0.3)
    assert [sign for sign, _ in player.controller.ui["moves"]] == [WHITE, BLACK] * 3
    assert [point for sign, point in player.controller.ui["moves"] if sign == WHITE] == [0x37, 0x53, 0x63]


def test_a_game_is_saved_as_it_was_played(player, tmp_path):
    for point in (0x37, 0x53):
        player.click(point)
        player.wait(2.5)
    player.controller.command("pass")
    player.wait(2.5)
    player.controller.command("sgf")
    assert player.answer(str(tmp_path / "game.sgf")) == ""
    record = sgf.read(tmp_path / "game.sgf")
    assert record.stones == dict.fromkeys((0x44, 0x4C, 0xC4, 0xCC), Colour.BLACK)
    whites = [point for colour, point in record.moves if colour is Colour.WHITE]
    assert whites == [0x37, 0x53, None]
    position = Position(SIZE, dict(record.stones))
    for colour, point in record.moves:
        position = position.passed() if point is None else position.play(colour, point)
    found = decode(player.kim.memory[0x0300:0x0400])
    assert {point for point, colour in position.stones.items() if colour is Colour.WHITE} == {
        point for point, what in found.items() if what is Meaning.WHITE
    }


def test_a_game_of_a_file_is_taken_up_and_wally_answers_the_last_move(player, tmp_path):
    file = tmp_path / "theirs.sgf"
    file.write_text("(;SZ[15]PB[someone]C[root];B[hh]C[first];W[cc];B[dd];W[jj]C[last])")
    player.controller.open_file(str(file))
    player.wait(10)
    assert player.controller.ui["moves"][:4] == [[BLACK, 0x88], [WHITE, 0x33], [BLACK, 0x44], [WHITE, 0xAA]]
    assert len(player.controller.ui["moves"]) == 5
    assert stones(player, WHITE) == {0x33, 0xAA}
    player.controller.command("sgf")
    assert player.answer(str(tmp_path / "ours.sgf")) == ""
    text = (tmp_path / "ours.sgf").read_text().replace("\n", "")
    assert ("PB[someone]" in text, "B[hh]C[first];W[cc];B[dd];C[last]W[jj];B[" in text) == (True, True)
    file.write_text("(;SZ[15];B[hh];W[hh])")
    with pytest.raises(IronboardError, match=r"theirs\.sgf:1:18: error: white H8 is not legal"):
        player.controller.open_file(str(file))


def test_a_game_that_has_not_begun_is_not_saved(beginner, tmp_path):
    beginner.controller.command("sgf")
    assert "no game to save" in beginner.answer(str(tmp_path / "game.sgf"))


class Page:
    """A record with nothing but a board."""

    def __init__(self, stones):
        self.memory = bytearray(0x10000)
        self.memory[0x0310:0x0400:16] = b"\xff" * SIZE
        for point, byte in stones.items():
            self.memory[0x0300 + point] = byte


@pytest.mark.parametrize("seed", range(20))
def test_the_score_is_the_area_that_the_rules_count(seed):
    dice = random.Random(seed)
    points = dice.sample(POINTS, dice.randrange(0, 120))
    colours = {point: dice.choice((Colour.BLACK, Colour.WHITE)) for point in points}
    codes = {Colour.BLACK: 0xC8, Colour.WHITE: 0x89}
    text = wally.score(Page({point: codes[colour] for point, colour in colours.items()}), {"set up": "", "moves": []})
    area = Position(SIZE, colours).area()
    assert text.startswith(f"area: Wally (black) {area[Colour.BLACK]}, you (white) {area[Colour.WHITE]}, ")
    lead = area[Colour.BLACK] - area[Colour.WHITE]
    who = f"Wally leads by {lead}" if lead > 0 else f"you lead by {-lead}" if lead else "a tie"
    assert f", {who};" in text


def test_the_score_counts_moves_and_captured_stones(player):
    player.controller.ui["set up"] = BLACK * 4 + EMPTY * 221
    player.controller.ui["moves"] = [[WHITE, 0x11], [BLACK, 0x12], [WHITE, 0], [BLACK, 0x21]]
    record = Page({0x12: 0xC8, 0x21: 0xC8, 0x44: 0xC8, 0x4C: 0xC8, 0xC4: 0xC8})
    assert "4 moves, captured 1 black, 1 white" in wally.score(record, player.controller.ui)


# ---------------------------------------------------------------- the watch over the board


class Watched:
    def __init__(self):
        self.ui = {**wally.UI, "still": False}

    def look(self, stones, cycle):
        record = Page(stones)
        record.cycles = cycle
        wally.watch(record, self.ui)

    def take(self, stones):
        self.ui["still"] = True
        self.look(stones, 0)

    @property
    def last(self):
        found = {"#": self.ui["last black"], "0": self.ui["last white"]}
        return {sign: wally.point_of(cell) for sign, cell in found.items() if cell >= 0}


def test_stones_that_are_only_tried_out_are_not_shown():
    watched = Watched()
    steady, trial = {0x44: 0xC0}, {0x44: 0xC0, 0x55: 0xC3}
    for cycle in range(0, 200_000, 16_000):
        watched.look(steady, cycle)
        assert watched.ui["cells"].count(BLACK) == (cycle >= SETTLED)
    for number, cycle in enumerate(range(200_000, 400_000, 16_000)):
        watched.look(trial if number % 2 else steady, cycle)
        assert watched.ui["cells"].count(BLACK) == 1
    for cycle in range(400_000, 600_000, 16_000):
        watched.look({**steady, 0x66: 0x85}, cycle)  # a stone that is being counted: its colour is not known
    assert watched.ui["cells"].count(BLACK) == 1


@pytest.mark.parametrize(("byte", "sign"), [(0xC1, "#"), (0x89, "0")])
def test_the_latest_stone_is_marked_and_a_new_game_has_no_mark(byte, sign):
    watched = Watched()
    watched.take({0x44: 0xC0, 0xCC: 0xC0})
    assert watched.last == {}
    watched.take({0x44: 0xC0, 0xCC: 0xC0, 0x66: byte})
    assert watched.last == {sign: 0x66}
    watched.take({})
    assert watched.last == {}


def test_a_pass_takes_the_mark_of_the_colour_away():
    watched = Watched()
    stones = {0x44: 0xC0, 0xCC: 0xC0}
    watched.take(stones)
    for more, last in (
        ({0x66: 0x88, 0x67: 0xC0}, {"0": 0x66, "#": 0x67}),
        ({0x77: 0xC0}, {"#": 0x77}),  # White has passed
        ({0x78: 0x88}, {"0": 0x78, "#": 0x77}),  # Black still thinks
        ({0x79: 0xC0}, {"0": 0x78, "#": 0x79}),
        ({0x55: 0x88}, {"0": 0x55, "#": 0x79}),
        ({0x56: 0x88}, {"0": 0x56}),  # Black has passed
    ):
        watched.take(stones := stones | more)
        assert watched.last == last


# ---------------------------------------------------------------- where the board is shown


def test_the_board_is_there_with_the_program_only(user, player, tmp_path):
    assert not User(Kim1(core="compiled")).controller.panel.game
    player.controller.command("go_board")
    assert player.controller.panel.game is None
    player.controller.command("go_board")
    assert player.controller.panel.game is wally.GAMES[0]


def test_without_a_board_in_memory_there_is_none_to_show(user):
    user.controller.command("go_board")
    assert "no Go board" in user.controller.error


def test_a_saved_game_brings_its_board_with_it(player, tmp_path):
    player.controller.write(str(tmp_path / "game.state"), False)
    player.click(0x37)
    player.wait(2.5)
    other = User(Kim1(core="compiled"))
    other.controller.open(str(tmp_path / "game.state"))
    other.wait(0.3)
    assert other.now.startswith("You are White, your move")
    assert stones(other, BLACK) == {0x44, 0x4C, 0xC4, 0xCC}


def test_every_sign_of_the_display_is_explained(player):
    explained = {sign for sign, _ in wally.HELP}
    assert explained >= {"bb", "00", "EE", "AA"}
    assert {sign.upper() for sign in explained} >= set(wally.STATES)
