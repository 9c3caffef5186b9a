"""What stands around the 704's console: cards, paper, tube, board; programs, files, states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.ibm704 import bcd, display
from emulators.ibm704.display import DIM, X_AXIS, X_SHIFT, Y_AXIS
from host import registry
from host.formats import deck, tapes
from host.games.checkers import samuel
from host.machines.ibm704 import programs
from host.panels.ibm704 import cards
from host.panels.ibm704.view import BUFFER, LEVELS
from tests.faces.ibm704.room import HELLO, room, strike, until_it_stands, wait
from tests.ibm704.machines import word
from tests.ibm704.rooms import put_on_paper

HALTING = "        ORG 100\nBEGIN   CLA TEN\n        HPR\nTEN     DEC 10\n        END BEGIN\n"
BOARD = """\
        ORG 64
BEGIN   HTR BEGIN
BM      OCT 377360000000
WM      OCT 17377
BK      OCT 0
WK      OCT 0
        END BEGIN
"""


def texts(found):
    return [deck.text_of(deck.of_words(card)) for card in found]


def punch(desk, text):
    """Let the punch have punched a card."""
    m, start = desk.machine.m, desk.machine.m.cards_punched % 64 * 24
    m.stacker[start : start + 24] = bcd.card(text)
    m.cards_punched += 1
    desk.machine.media.serve()
    desk.refresh()


# ---------------------------------------------------------------- cards

CHARACTERS = sorted({glyph for glyph in bcd.SCIENTIFIC + bcd.COMMERCIAL if glyph != bcd.NONE})


@settings(deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(CHARACTERS), max_size=72).map("".join))
def test_a_text_is_punched_and_read_as_everywhere(text):
    words = cards.card(text)
    assert words == bcd.card(text)
    assert cards.columns(words) == list(bcd.columns(words))
    assert cards.text_of(cards.columns(words)) == bcd.printed(words).rstrip()


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(0, (1 << 36) - 1), min_size=24, max_size=24))
def test_the_holes_of_a_binary_card_are_those_in_its_words(words):
    assert cards.columns(words) == list(bcd.columns(words))
    if bcd.UNPRINTABLE in bcd.printed(words):
        assert cards.text_of(cards.columns(words)) == "(binary)"


def test_the_next_card_is_seen_and_all_can_be_taken_out():
    desk = room()
    desk.open("=ONE; TWO")
    assert desk.shown["hopper"]["count"] == 2
    assert desk.shown["hopper"]["texts"] == ["ONE"]
    assert desk.shown["hopper"]["columns"] == list(bcd.columns(bcd.card("ONE")))
    strike(desk, "ctrl+e")
    assert desk.notice == "2 cards taken out of the hopper"
    assert desk.shown["hopper"] == {"count": 0, "texts": [], "columns": []}
    desk.open("=THREE")
    assert desk.shown["hopper"]["texts"] == ["THREE"], "in the same place of the ring"


def test_cards_that_wait_outside_the_record_are_counted():
    desk = room()
    desk.machine.put_cards([bcd.card("X")] * 300)
    desk.refresh()
    assert desk.shown["hopper"]["count"] == 300


def test_punched_cards_are_seen_saved_and_taken_out_once(tmp_path):
    desk = room()
    punch(desk, "FIRST")
    punch(desk, "SECOND")
    assert (desk.shown["punched"]["count"], desk.shown["punched"]["texts"]) == (2, ["SECOND"])
    strike(desk, "ctrl+p")
    assert desk.prompt
    assert desk.prompt.text == "punched.deck"
    desk.answer(str(tmp_path / "out.deck"))
    assert [deck.text_of(card) for card in deck.read(tmp_path / "out.deck")] == ["FIRST", "SECOND"]
    desk.command("take_punched")
    assert desk.notice == "2 cards taken out of the punch"
    punch(desk, "THIRD")
    assert desk.shown["punched"]["count"] == 1
    assert texts(desk.punched) == ["THIRD"]


# ---------------------------------------------------------------- paper


def test_paper_is_saved_and_torn_off(tmp_path):
    desk = room()
    put_on_paper(desk.machine, b"ON PAPER  \n")
    desk.refresh()
    desk.command("save_paper")
    assert desk.prompt
    assert desk.prompt.text == "paper.txt"
    desk.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n"
    strike(desk, "ctrl+r")
    put_on_paper(desk.machine, b"MORE\n")
    assert desk.printed == b"MORE\n"
    desk.command("save")
    desk.answer(str(tmp_path / "paper.txt"))
    assert desk.prompt
    assert "exists" in desk.prompt.title
    assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n", "nothing is replaced unasked"
    desk.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text() == "MORE\n"


# ---------------------------------------------------------------- tube


def plot(desk, *points):
    """Let the tube have shown points."""
    m = desk.machine.m
    for point in points:
        display.note(m, point)
    desk.machine.media.serve()


def test_points_glow_fade_and_go_out():
    desk = room()
    plot(desk, 100 << X_SHIFT | 200, DIM | 5)
    wait(desk, 0.2)
    assert sorted(desk.shown["tube"]) == [[0, 5, LEVELS // 2], [100, 200, LEVELS]]
    wait(desk, 4)
    light = {(x, y): level for x, y, level in desk.shown["tube"]}
    assert 0 < light[0, 5] < light[100, 200] < LEVELS
    wait(desk, 30)
    assert desk.shown["tube"] == []


def test_the_tube_is_shown_when_the_first_point_is_plotted_unless_a_board_is():
    desk = room()
    assert desk.ui["pane side"] == "legend"
    plot(desk, 5)
    wait(desk, 0.2)
    assert desk.ui["pane side"] == "tube"
    strike(desk, "tab")
    assert desk.ui["pane side"] == "legend"
    strike(desk, "tab")
    assert desk.ui["pane side"] == "tube"


@pytest.mark.parametrize(("axis", "step"), [(X_AXIS, (1, 0)), (Y_AXIS, (0, 1)), (X_AXIS | Y_AXIS, (1, 1))])
def test_an_axis_goes_to_the_edge(axis, step):
    desk = room()
    point = axis | 1000 << X_SHIFT | 900 | 0o076000776000  # and bits that mean nothing
    plot(desk, point)
    wait(desk, 0.2)
    assert {(x, y) for x, y, _ in desk.shown["tube"]} == set(display.dots(point))
    assert (1000 + step[0], 900 + step[1]) in {(x, y) for x, y, _ in desk.shown["tube"]}


def test_points_are_not_lost_while_nothing_looks_and_a_still_picture_has_the_last_frame():
    desk = room()
    plot(desk, *range(BUFFER // 2), display.NEW_FRAME, 7, 8)
    desk.equip(desk.front)
    assert [point[:2] for point in desk.shown["tube"]] == [[0, 7], [0, 8]]
    for _ in range(3):
        plot(desk, *[9] * (BUFFER // 2 - 1), 10)
    wait(desk, 0.2)
    assert {y for _, y, _ in desk.shown["tube"]} == {7, 8, 9, 10}


# ---------------------------------------------------------------- programs and files


def test_a_source_is_assembled_loaded_and_started_at_once(tmp_path):
    desk = room()
    (tmp_path / "ten.sap").write_text(HALTING)
    desk.open("=OLD")
    desk.open(str(tmp_path / "ten.sap"))
    assert desk.notice.startswith("ten.sap: ")
    assert "read at once" in desk.notice
    assert desk.machine.running or desk.machine.read_register("AC") == 10
    until_it_stands(desk, 1)
    assert desk.machine.read_register("AC") == 10
    assert desk.symbols["TEN"] == 102
    assert not desk.machine.hopper


def test_a_deck_is_read_at_the_readers_speed_if_wanted_and_the_cards_to_go_are_counted():
    desk = room(slow=True)
    desk.boot("perft")
    number = len(desk.machine.hopper)
    seen = []
    while not seen or seen[-1].startswith("reading the deck"):
        wait(desk, 0.1)
        seen.append(desk.shown["now"])
        assert len(seen) < 1000
    assert f"reading the deck, {number - 1} cards to go" in seen
    assert "reading the deck, 1 card to go" in seen
    assert 60 * number / 250 - 1 < desk.now.time < 60 * number / 250 + 2, "250 a minute"


@pytest.mark.parametrize("program", ["perft", str(HELLO)])
def test_a_deck_that_was_read_at_once_has_done_the_same(program):
    desks = [room(), room(slow=True)]
    for desk in desks:
        desk.boot(program)
        desk.machine.run_to(2_000_000)
    assert desks[0].machine.snapshot() == desks[1].machine.snapshot()


def test_a_deck_that_its_loader_refuses_is_not_said_to_have_been_read(tmp_path):
    found = programs.find("perft").cards
    words = deck.words(found[9])
    words[5] ^= 1
    deck.write([*found[:9], deck.of_words(words), *found[10:]], tmp_path / "bad.cbn")
    desk = room()
    desk.boot(str(tmp_path / "bad.cbn"))
    assert "card 10: check sum " in desk.notice
    assert "at once" not in desk.notice
    assert desk.doubts


def test_a_deck_goes_after_the_cards_that_are_there(tmp_path):
    desk = room()
    deck.write([deck.of_text("TWO"), deck.of_text("THREE")], tmp_path / "more.deck")
    desk.open("=ONE")
    desk.open(str(tmp_path / "more.deck"))
    assert desk.notice.startswith("more.deck: 2 cards put into the hopper")
    assert texts(desk.machine.hopper) == ["ONE", "TWO", "THREE"]
    assert not desk.machine.running


def test_cards_are_punched_by_hand_in_the_prompt():
    desk = room()
    desk.command("put_cards")
    desk.answer("= move 11-15 ; PLAY;")
    assert desk.prompt is None
    assert texts(desk.machine.hopper) == ["MOVE 11-15", "PLAY"]


def test_cards_are_punched_by_a_command_of_their_own():
    desk = room()
    strike(desk, "ctrl+u")
    desk.answer(" depth 12 ;; Print; ")
    assert desk.notice == "2 cards put into the hopper"
    assert texts(desk.machine.hopper) == ["DEPTH 12", "PRINT"]
    for text, said in (("A; CAFÉ", "the 704 has no character É"), ("A" * 73, "72 columns"), (" ; ", "")):
        desk.tell("")
        strike(desk, "ctrl+u")
        desk.answer(text)
        assert said in desk.notice
        assert bool(said) == bool(desk.notice)
        assert len(desk.machine.hopper) == 2
    strike(desk, "ctrl+u")
    desk.answer("A" * 72)
    assert len(desk.machine.hopper) == 3


@pytest.mark.parametrize(
    ("text", "message"), [("=CAFÉ", "É"), ("=" + "A" * 73, "72 columns"), ("none.deck", "none.deck")]
)
def test_what_cannot_be_opened_is_an_error_and_the_hopper_stays(text, message):
    desk = room()
    desk.open("=ONE")
    desk.command("open")
    desk.answer(text)
    assert message in desk.error
    assert desk.prompt, "the line stays"
    assert texts(desk.machine.hopper) == ["ONE"]


def test_a_source_with_errors_leaves_the_machine_as_it_was(tmp_path):
    (tmp_path / "bad.sap").write_text("        ORG 100\n        CLB 5\n        END 100\n")
    desk = room()
    before = desk.machine.snapshot()
    with pytest.raises(IronboardError, match=r"bad\.sap:2"):
        desk.open(str(tmp_path / "bad.sap"))
    assert desk.machine.snapshot() == before


def test_everything_is_cleared_before_a_program_is_loaded():
    desk = room(word("CAL", 0o2000), word("TRA", 0o100))
    strike(desk, "enter", "space")
    desk.boot(str(HELLO))
    assert desk.machine.automatic
    assert desk.machine.peek(0o2000) == 0
    until_it_stands(desk)
    assert "HELLO WORLD" in desk.machine.printed.decode()


def test_a_tape_is_put_on_the_unit_that_is_named_and_saved(tmp_path):
    desk = room()
    record = tapes.record_of([0o123456701234], True)
    tapes.write([record], tmp_path / "one.p7b")
    desk.open(f"{tmp_path / 'one.p7b'} @3")
    assert desk.notice == "one.p7b is on tape unit 3"
    desk.command("save")
    desk.answer(f"{tmp_path / 'two.p7b'} @3")
    assert tapes.read(tmp_path / "two.p7b") == [record]


def test_a_program_that_waits_for_a_tape_goes_on_when_it_has_one(tmp_path):
    desk = room(word("RDS", 0o221), word("CPY", 0o200), word("HPR"), word("HPR"), word("HPR"))
    strike(desk, "enter")
    wait(desk, 1)
    assert desk.pacer.paused
    assert "no tape" in desk.notice
    tapes.write([tapes.record_of([0o123], True)], tmp_path / "in.tap")
    desk.open(str(tmp_path / "in.tap"))
    until_it_stands(desk, 5)
    assert desk.machine.peek(0o200) == 0o123


def test_a_state_is_saved_and_gone_back_to(tmp_path):
    desk = room()
    desk.machine.poke(0o100, word("HPR"))
    desk.save(str(tmp_path / "now.state"))
    before = desk.machine.snapshot()
    desk.clear()
    desk.open(str(tmp_path / "now.state"))
    assert "back at cycle 0" in desk.notice
    assert desk.machine.snapshot() == before


def test_nothing_punched_cannot_be_saved(tmp_path):
    with pytest.raises(IronboardError, match="nothing has been punched"):
        room().save(str(tmp_path / "out.deck"))


def test_programs_have_names_and_a_program_for_another_machine_is_refused():
    names = registry.find(programs.MACHINE).programs()
    assert "perft" in names
    assert "wally" not in names
    with pytest.raises(IronboardError, match="not a program for the 704"):
        programs.find("wally")
    with pytest.raises(IronboardError, match="no program of this name for the 704"):
        programs.find("chess")


# ---------------------------------------------------------------- boards of any program


def test_a_program_with_the_words_of_a_board_has_it_shown(tmp_path):
    (tmp_path / "board.sap").write_text(BOARD)
    desk = room()
    desk.open(str(tmp_path / "board.sap"))
    until_it_stands(desk)
    wait(desk, 10)
    assert desk.ui["pane side"] == "checkers"
    cells = desk.shown["board"]["cells"]
    assert [cells[cell] for cell in (1, 7, 8, 40, 62)] == ["b", "b", "b", "w", "w"]
    assert cells.count("b") == cells.count("w") == 12
    assert desk.shown["BM number"] == samuel.octal(samuel.START.black_men)
    assert desk.shown["squares"][0] == [16] * 12 + [0] * 20
    assert desk.shown["gaps"] == [[0] * 4] * 4
    assert desk.shown["now"].startswith("program stop: HTR")


def test_words_that_contradict_each_other_leave_the_board_as_it_was(tmp_path):
    (tmp_path / "board.sap").write_text(BOARD)
    desk = room()
    desk.open(str(tmp_path / "board.sap"))
    until_it_stands(desk)
    before = desk.shown["board"]["cells"]
    bm, bk = desk.symbols["BM"], desk.symbols["BK"]
    desk.machine.poke(bk, desk.machine.peek(bm))
    desk.refresh()
    assert desk.shown["board"]["cells"] == before, "squares taken twice"
    desk.machine.poke(bk, 1 << 35)
    desk.refresh()
    assert desk.shown["board"]["cells"] == before, "a bit that is not a square"
    desk.machine.poke(bm, 0)
    desk.machine.poke(bk, samuel.bit(1))
    desk.refresh()
    assert desk.shown["board"]["cells"][1] == "B"
