"""What stands around the 704's console: cards, paper, tube, board; machine, files, states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.ibm704 import bcd, display
from emulators.ibm704.display import DIM, X_AXIS, X_SHIFT, Y_AXIS
from host import registry
from host.formats import deck, tapes
from host.games.checkers import samuel
from host.machines.ibm704 import machine
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


def punch(controller, text):
    """Let the punch have punched a card."""
    m, start = controller.machine.m, controller.machine.m.cards_punched % 64 * 24
    m.stacker[start : start + 24] = bcd.card(text)
    m.cards_punched += 1
    controller.machine.media.serve()
    controller.refresh()


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
    controller = room()
    controller.open("=ONE; TWO")
    assert controller.shown["hopper"]["count"] == 2
    assert controller.shown["hopper"]["texts"] == ["ONE"]
    assert controller.shown["hopper"]["columns"] == list(bcd.columns(bcd.card("ONE")))
    strike(controller, "ctrl+e")
    assert controller.notice == "2 cards taken out of the hopper"
    assert controller.shown["hopper"] == {"count": 0, "texts": [], "columns": []}
    controller.open("=THREE")
    assert controller.shown["hopper"]["texts"] == ["THREE"], "in the same place of the ring"


def test_cards_that_wait_outside_the_record_are_counted():
    controller = room()
    controller.machine.put_cards([bcd.card("X")] * 300)
    controller.refresh()
    assert controller.shown["hopper"]["count"] == 300


def test_punched_cards_are_seen_saved_and_taken_out_once(tmp_path):
    controller = room()
    punch(controller, "FIRST")
    punch(controller, "SECOND")
    assert (controller.shown["punched"]["count"], controller.shown["punched"]["texts"]) == (2, ["SECOND"])
    strike(controller, "ctrl+p")
    assert controller.prompt
    assert controller.prompt.text == "punched.deck"
    controller.answer(str(tmp_path / "out.deck"))
    assert [deck.text_of(card) for card in deck.read(tmp_path / "out.deck")] == ["FIRST", "SECOND"]
    controller.command("take_punched")
    assert controller.notice == "2 cards taken out of the punch"
    punch(controller, "THIRD")
    assert controller.shown["punched"]["count"] == 1
    assert texts(controller.punched) == ["THIRD"]


# ---------------------------------------------------------------- paper


def test_paper_is_saved_and_torn_off(tmp_path):
    controller = room()
    put_on_paper(controller.machine, b"ON PAPER  \n")
    controller.refresh()
    controller.command("save_paper")
    assert controller.prompt
    assert controller.prompt.text == "paper.txt"
    controller.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n"
    strike(controller, "ctrl+r")
    put_on_paper(controller.machine, b"MORE\n")
    assert controller.printed == b"MORE\n"
    controller.command("save")
    controller.answer(str(tmp_path / "paper.txt"))
    assert controller.prompt
    assert "exists" in controller.prompt.title
    assert (tmp_path / "paper.txt").read_text() == "ON PAPER\n", "nothing is replaced unasked"
    controller.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text() == "MORE\n"


# ---------------------------------------------------------------- tube


def plot(controller, *points):
    """Let the tube have shown points."""
    m = controller.machine.m
    for point in points:
        display.note(m, point)
    controller.machine.media.serve()


def test_points_glow_fade_and_go_out():
    controller = room()
    plot(controller, 100 << X_SHIFT | 200, DIM | 5)
    wait(controller, 0.2)
    assert sorted(controller.shown["tube"]) == [[0, 5, LEVELS // 2], [100, 200, LEVELS]]
    wait(controller, 4)
    light = {(x, y): level for x, y, level in controller.shown["tube"]}
    assert 0 < light[0, 5] < light[100, 200] < LEVELS
    wait(controller, 30)
    assert controller.shown["tube"] == []


def test_the_tube_is_shown_when_the_first_point_is_plotted_unless_a_board_is():
    controller = room()
    assert controller.ui["pane side"] == "legend"
    plot(controller, 5)
    wait(controller, 0.2)
    assert controller.ui["pane side"] == "tube"
    strike(controller, "tab")
    assert controller.ui["pane side"] == "legend"
    strike(controller, "tab")
    assert controller.ui["pane side"] == "tube"


@pytest.mark.parametrize(("axis", "step"), [(X_AXIS, (1, 0)), (Y_AXIS, (0, 1)), (X_AXIS | Y_AXIS, (1, 1))])
def test_an_axis_goes_to_the_edge(axis, step):
    controller = room()
    point = axis | 1000 << X_SHIFT | 900 | 0o076000776000  # and bits that mean nothing
    plot(controller, point)
    wait(controller, 0.2)
    assert {(x, y) for x, y, _ in controller.shown["tube"]} == set(display.dots(point))
    assert (1000 + step[0], 900 + step[1]) in {(x, y) for x, y, _ in controller.shown["tube"]}


def test_points_are_not_lost_while_nothing_looks_and_a_still_picture_has_the_last_frame():
    controller = room()
    plot(controller, *range(BUFFER // 2), display.NEW_FRAME, 7, 8)
    controller.equip(controller.panel)
    assert [point[:2] for point in controller.shown["tube"]] == [[0, 7], [0, 8]]
    for _ in range(3):
        plot(controller, *[9] * (BUFFER // 2 - 1), 10)
    wait(controller, 0.2)
    assert {y for _, y, _ in controller.shown["tube"]} == {7, 8, 9, 10}


# ---------------------------------------------------------------- programs and files


def test_a_source_is_assembled_loaded_and_started_at_once(tmp_path):
    controller = room()
    (tmp_path / "ten.sap").write_text(HALTING)
    controller.open("=OLD")
    controller.open(str(tmp_path / "ten.sap"))
    assert controller.notice.startswith("ten.sap: ")
    assert "read at once" in controller.notice
    assert controller.machine.running or controller.machine.read_register("AC") == 10
    until_it_stands(controller, 1)
    assert controller.machine.read_register("AC") == 10
    assert controller.symbols["TEN"] == 102
    assert not controller.machine.hopper


def test_a_deck_is_read_at_the_readers_speed_if_wanted_and_the_cards_to_go_are_counted():
    controller = room(slow=True)
    controller.boot("perft")
    number = len(controller.machine.hopper)
    seen = []
    while not seen or seen[-1].startswith("reading the deck"):
        wait(controller, 0.1)
        seen.append(controller.shown["now"])
        assert len(seen) < 1000
    assert f"reading the deck, {number - 1} cards to go" in seen
    assert "reading the deck, 1 card to go" in seen
    assert 60 * number / 250 - 1 < controller.now.time < 60 * number / 250 + 2, "250 a minute"


@pytest.mark.parametrize("program", ["perft", str(HELLO)])
def test_a_deck_that_was_read_at_once_has_done_the_same(program):
    controllers = [room(), room(slow=True)]
    for controller in controllers:
        controller.boot(program)
        controller.machine.run_to(2_000_000)
    assert controllers[0].machine.snapshot() == controllers[1].machine.snapshot()


def test_a_deck_that_its_loader_refuses_is_not_said_to_have_been_read(tmp_path):
    found = machine.program_deck("perft").cards
    words = deck.words(found[9])
    words[5] ^= 1
    deck.write([*found[:9], deck.of_words(words), *found[10:]], tmp_path / "bad.cbn")
    controller = room()
    controller.boot(str(tmp_path / "bad.cbn"))
    assert "card 10: check sum " in controller.notice
    assert "at once" not in controller.notice
    assert controller.doubts


def test_a_deck_goes_after_the_cards_that_are_there(tmp_path):
    controller = room()
    deck.write([deck.of_text("TWO"), deck.of_text("THREE")], tmp_path / "more.deck")
    controller.open("=ONE")
    controller.open(str(tmp_path / "more.deck"))
    assert controller.notice.startswith("more.deck: 2 cards put into the hopper")
    assert texts(controller.machine.hopper) == ["ONE", "TWO", "THREE"]
    assert not controller.machine.running


def test_cards_are_punched_by_hand_in_the_prompt():
    controller = room()
    controller.command("put_cards")
    controller.answer("= move 11-15 ; PLAY;")
    assert controller.prompt is None
    assert texts(controller.machine.hopper) == ["MOVE 11-15", "PLAY"]


def test_cards_are_punched_by_a_command_of_their_own():
    controller = room()
    strike(controller, "ctrl+u")
    controller.answer(" depth 12 ;; Print; ")
    assert controller.notice == "2 cards put into the hopper"
    assert texts(controller.machine.hopper) == ["DEPTH 12", "PRINT"]
    for text, said in (("A; CAFÉ", "the 704 has no character É"), ("A" * 73, "72 columns"), (" ; ", "")):
        controller.tell("")
        strike(controller, "ctrl+u")
        controller.answer(text)
        assert said in controller.notice
        assert bool(said) == bool(controller.notice)
        assert len(controller.machine.hopper) == 2
    strike(controller, "ctrl+u")
    controller.answer("A" * 72)
    assert len(controller.machine.hopper) == 3


@pytest.mark.parametrize(
    ("text", "message"), [("=CAFÉ", "É"), ("=" + "A" * 73, "72 columns"), ("none.deck", "none.deck")]
)
def test_what_cannot_be_opened_is_an_error_and_the_hopper_stays(text, message):
    controller = room()
    controller.open("=ONE")
    controller.command("open")
    controller.answer(text)
    assert message in controller.error
    assert controller.prompt, "the line stays"
    assert texts(controller.machine.hopper) == ["ONE"]


def test_a_source_with_errors_leaves_the_machine_as_it_was(tmp_path):
    (tmp_path / "bad.sap").write_text("        ORG 100\n        CLB 5\n        END 100\n")
    controller = room()
    before = controller.machine.snapshot()
    with pytest.raises(IronboardError, match=r"bad\.sap:2"):
        controller.open(str(tmp_path / "bad.sap"))
    assert controller.machine.snapshot() == before


def test_everything_is_cleared_before_a_program_is_loaded():
    controller = room(word("CAL", 0o2000), word("TRA", 0o100))
    strike(controller, "enter", "space")
    controller.boot(str(HELLO))
    assert controller.machine.automatic
    assert controller.machine.peek(0o2000) == 0
    until_it_stands(controller)
    assert "HELLO WORLD" in controller.machine.printed.decode()


def test_a_tape_is_put_on_the_unit_that_is_named_and_saved(tmp_path):
    controller = room()
    record = tapes.record_of([0o123456701234], True)
    tapes.write([record], tmp_path / "one.p7b")
    controller.open(f"{tmp_path / 'one.p7b'} @3")
    assert controller.notice == "one.p7b is on tape unit 3"
    controller.command("save")
    controller.answer(f"{tmp_path / 'two.p7b'} @3")
    assert tapes.read(tmp_path / "two.p7b") == [record]


def test_a_program_that_waits_for_a_tape_goes_on_when_it_has_one(tmp_path):
    controller = room(word("RDS", 0o221), word("CPY", 0o200), word("HPR"), word("HPR"), word("HPR"))
    strike(controller, "enter")
    wait(controller, 1)
    assert controller.pacer.paused
    assert "no tape" in controller.notice
    tapes.write([tapes.record_of([0o123], True)], tmp_path / "in.tap")
    controller.open(str(tmp_path / "in.tap"))
    until_it_stands(controller, 5)
    assert controller.machine.peek(0o200) == 0o123


def test_a_state_is_saved_and_gone_back_to(tmp_path):
    controller = room()
    controller.machine.poke(0o100, word("HPR"))
    controller.save(str(tmp_path / "now.state"))
    before = controller.machine.snapshot()
    controller.clear()
    controller.open(str(tmp_path / "now.state"))
    assert "back at cycle 0" in controller.notice
    assert controller.machine.snapshot() == before


def test_nothing_punched_cannot_be_saved(tmp_path):
    with pytest.raises(IronboardError, match="nothing has been punched"):
        room().save(str(tmp_path / "out.deck"))


def test_programs_have_names_and_a_program_for_another_machine_is_refused():
    names = registry.find(machine.MACHINE).programs()
    assert "perft" in names
    assert "wally" not in names
    with pytest.raises(IronboardError, match="not a program for the 704"):
        machine.program_deck("wally")
    with pytest.raises(IronboardError, match="no program of this name for the 704"):
        machine.program_deck("halma")


# ---------------------------------------------------------------- boards of any program


def test_a_program_with_the_words_of_a_board_has_it_shown(tmp_path):
    (tmp_path / "board.sap").write_text(BOARD)
    controller = room()
    controller.open(str(tmp_path / "board.sap"))
    until_it_stands(controller)
    wait(controller, 10)
    assert controller.ui["pane side"] == "checkers"
    cells = controller.shown["board"]["cells"]
    assert [cells[cell] for cell in (1, 7, 8, 40, 62)] == ["b", "b", "b", "w", "w"]
    assert cells.count("b") == cells.count("w") == 12
    assert controller.shown["BM number"] == samuel.octal(samuel.START.black_men)
    assert controller.shown["squares"][0] == [16] * 12 + [0] * 20
    assert controller.shown["gaps"] == [[0] * 4] * 4
    assert controller.shown["now"].startswith("program stop: HTR")


def test_words_that_contradict_each_other_leave_the_board_as_it_was(tmp_path):
    (tmp_path / "board.sap").write_text(BOARD)
    controller = room()
    controller.open(str(tmp_path / "board.sap"))
    until_it_stands(controller)
    before = controller.shown["board"]["cells"]
    bm, bk = controller.symbols["BM"], controller.symbols["BK"]
    controller.machine.poke(bk, controller.machine.peek(bm))
    controller.refresh()
    assert controller.shown["board"]["cells"] == before, "squares taken twice"
    controller.machine.poke(bk, 1 << 35)
    controller.refresh()
    assert controller.shown["board"]["cells"] == before, "a bit that is not a square"
    controller.machine.poke(bm, 0)
    controller.machine.poke(bk, samuel.bit(1))
    controller.refresh()
    assert controller.shown["board"]["cells"][1] == "B"
