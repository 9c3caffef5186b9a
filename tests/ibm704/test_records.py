"""Cards and paper in the record: a kernel alone loads a deck and prints, and nothing is lost where a ring is full."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704 import bcd, printer, punch, reader, units
from emulators.ibm704.machine import Ibm704
from emulators.ibm704.units import Button
from emulators.machine import Stop
from host.formats import deck
from tests.ibm704.rooms import CORES, room, run, words
from tests.record_bytes import RecordBytes, differing

HELLO = Path(__file__).parents[1] / "data" / "ibm704" / "hello.deck"
HPR = ("HALT", "program stop: HPR")
FETCHED = {"printed_fetched", "punched_fetched", "points_fetched"}  # what a host has fetched
COMPARED = sorted(set(Ibm704.SAVED) | units.MEDIA_FIELDS)
ECHO = """
START  RCD
       LXA  L24,4
READ   CPY  CARD+24,4
       TXI  MORE,4,0
       HPR
       HTR  0
MORE   TIX  READ,4,1
       WPR
       LXA  L24,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       WPU
       LXA  L24,4
       CPY  CARD+24,4
       TIX  *-1,4,1
       TRA  START
L24    DEC  24
CARD   BSS  24
"""


def texts(count):
    """What is on the cards of a deck."""
    return [f"CARD {number} OF {count} " + "ABCDEFGHIJ"[number % 10] * (number % 40) for number in range(count)]


# ---------------------------------------------------------------- the kernel alone


class Host:
    """Runs a record from its bytes alone, and empties its rings as a page would."""

    def __init__(self, data):
        self.record = RecordBytes(units, data)
        self.m = self.record.m
        self.printed, self.punched, self.returns = bytearray(), [], 0

    def run(self, deadline):
        m = self.m
        while m.running and m.cycles < deadline:
            self.record.call("run", deadline)
            self.returns += 1
            self.fetch()

    def fetch(self):
        m = self.m
        del self.printed[m.printed_fetched :]
        self.printed += bytes(m.printed[each % printer.BUFFER] for each in range(m.printed_fetched, m.printed_count))
        m.printed_fetched = m.printed_count
        for each in range(m.punched_fetched, m.cards_punched):
            place = each % punch.STACKER * 24
            self.punched.append(tuple(m.stacker[place : place + 24]))
        m.punched_fetched = m.cards_punched
        m.points_fetched = m.point_count


def test_a_deck_in_the_hopper_is_loaded_and_lists_cards_from_the_records_bytes_alone():
    found = Ibm704(core="compiled")
    found.put_cards(deck.words(card) for card in deck.read(HELLO))
    host = Host(found.m)
    deadline = 30 * found.clock
    host.record.call("press", Button.LOAD_CARDS)
    host.run(deadline)
    found.press("LOAD CARDS")
    assert found.run_to(deadline) == Stop.HALT
    assert host.printed == found.printed
    assert found.paper == ["HELLO WORLD", "0123456789 +-*/=().,$'", "", "THE 704 PRINTS WHAT IS ON ITS CARDS"]
    assert host.returns == 1
    assert differing(host.m, found.m, COMPARED) == []


@pytest.mark.parametrize("deadline", [5_000, 77_777, 200_000])
def test_a_run_from_bytes_may_end_anywhere(deadline):
    found = room(ECHO, "compiled", texts(5))
    host = Host(found.m)
    host.record.call("press", Button.START)
    host.run(deadline)
    found.run_to(deadline)
    assert found.running
    assert (bytes(host.printed), host.punched) == (bytes(found.printed), found.punched)
    assert differing(host.m, found.m, COMPARED) == []


def test_a_kernel_waits_for_its_host_when_a_ring_is_full_and_nothing_is_lost():
    found = room(ECHO, "compiled", texts(200))
    host = Host(found.m)
    host.record.call("press", Button.START)
    host.record.call("run", 10**9)
    assert host.m.running
    before = bytes(host.record)
    host.record.call("run", 10**9)
    assert bytes(host.record) == before
    host.run(10**9)
    assert host.returns > 1
    assert run(found, 600) == HPR
    assert (bytes(host.printed), host.punched) == (bytes(found.printed), found.punched)
    assert found.paper == [each.rstrip() for each in texts(200)]
    assert differing(host.m, found.m, COMPARED) == []


BUTTONS = [Button.START, Button.CLEAR, Button.LOAD_CARDS, Button.LOAD_DRUM, Button.RESET]


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("automatic", [0, 1])
@pytest.mark.parametrize("running", [0, 1])
@pytest.mark.parametrize("cards", [0, 1])
def test_a_button_does_the_same_to_bytes_as_to_the_machine(button, automatic, running, cards):
    found = room(ECHO, "compiled", texts(2) * cards)
    if running:
        found.run(300)
    else:
        found.write_register("AC", 5)
    found.give("automatic", automatic)
    host = Host(found.m)
    host.record.call("press", button)
    found.press(button.name.replace("_", " "))
    assert differing(host.m, found.m, COMPARED) == []


# ---------------------------------------------------------------- the rings


@pytest.mark.parametrize("core", CORES)
def test_a_long_deck_is_read_printed_and_punched_whole(core, monkeypatch):
    cards = texts(300 if core == "compiled" else 25)
    if core == "python":  # the same with small rings
        monkeypatch.setattr(reader, "HOPPER", 4)
        monkeypatch.setattr(punch, "STACKER", 8)
        monkeypatch.setattr(printer, "BUFFER", 700)
    found = room(ECHO, core, cards)
    assert len(found.hopper) == len(cards)
    assert run(found, 600) == HPR
    assert found.paper == [each.rstrip() for each in cards]
    assert found.punched == [tuple(bcd.card(each)) for each in cards]
    assert found.hopper == []
    assert found.media.read == len(cards)


def test_the_pieces_in_which_a_long_deck_is_read_do_not_matter():
    one, other = (room(ECHO, "compiled", texts(400)) for _ in range(2))
    deadline = 300 * one.clock
    one.run_to(deadline)
    while (other.cycles < deadline and other.running) or other.cycles == 0:
        other.run_to(min(other.cycles + 77_777, deadline))
    assert one.snapshot() == other.snapshot()
    assert one.save_state() == other.save_state()


@pytest.mark.parametrize("core", CORES)
def test_cards_taken_out_of_the_hopper_are_not_read(core):
    found = room(ECHO, core, texts(300))
    found.run(40_000)
    read = found.media.read
    assert 0 < read < 5
    assert len(found.hopper) == 300 - read
    found.give("remove_cards", 0)
    assert found.hopper == []
    found.put_cards([bcd.card("ANOTHER")])
    assert run(found) == HPR
    assert found.paper[-1] == "ANOTHER"
    assert len(found.paper) == found.media.read == read + 1


@pytest.mark.parametrize("core", CORES)
def test_going_back_puts_cards_and_paper_back(core):
    found = room(ECHO, core, texts(6))
    found.run(60_000)
    snapshot, state, hopper, printed = found.snapshot(), found.save_state(), found.hopper, bytes(found.printed)
    assert run(found) == HPR
    end, whole = found.snapshot(), found.paper
    for back in (lambda: found.restore(snapshot), lambda: found.load_state(state)):
        back()
        assert (found.hopper, found.printed) == (hopper, printed)
        assert run(found) == HPR
        assert found.snapshot() == end
        assert found.paper == whole


OVER = """
START  WPR
       LXA  L24,4
       CPY  LINE+24,4
       TIX  *-1,4,1
       HPR
       WPR
       SPR  5
       LXA  L24,4
       CPY  LINE+24,4
       TIX  *-1,4,1
       HPR
L24    DEC  24
LINE   BSS  24
"""


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("way", ["snapshot", "state", "neither"])
def test_a_line_is_printed_over_one_that_was_there_before_going_back(core, way):
    found = room(OVER, core)
    line = found.symbols["LINE"]
    found.give("load", [[line, bcd.card("AB  E")]])
    assert run(found) == HPR
    snapshot, state = found.snapshot(), found.save_state()
    found.give("load", [[line, bcd.card(" XYZ")]])
    if way != "neither":
        assert run(found) == HPR
        assert bytes(found.printed) == b"AXYZE\n"
    if way == "snapshot":
        found.restore(snapshot)
    elif way == "state":
        found.load_state(state)
    assert bytes(found.printed) == b"AB  E\n"
    found.give("load", [[line, bcd.card("     F")]])
    assert run(found) == HPR
    assert bytes(found.printed) == b"AB  EF\n"


# ---------------------------------------------------------------- what is printed


class Printout:
    """The paper as SHARE's board moves it, in strings."""

    def __init__(self):
        self.text = ""

    def space(self, hub):
        self.text += {1: "\f", 2: "\v", 3: "\n", 6: "\n\n"}.get(hub, "")

    def print(self, image, hubs):
        for hub in (1, 2):
            self.space(hub if hub in hubs else 0)
        columns = bcd.printed(image)
        wheels = " " * 72 + columns[:48] if hubs & {9, 10} else columns
        wheels = (columns[48:] if hubs & {9, 10} else "") + wheels[len(columns[48:]) if hubs & {9, 10} else 0 :]
        under = ""
        if hubs & {5, 9} and self.text.endswith("\n"):
            lines = self.text[:-1].replace("\f", "\f\0").replace("\v", "\v\0").replace("\n", "\n\0").split("\0")
            under, self.text = lines[-1], "".join(lines[:-1])
        elif 4 in hubs:
            self.text += "\n"
        both = [b if b != " " else a for a, b in zip(under.ljust(120), wheels.ljust(120), strict=True)]
        self.text += "".join(both).rstrip() + "\n"
        for hub in (3, 6):
            self.space(hub if hub in hubs else 0)


HUBS = st.lists(st.integers(1, 10), max_size=3)
IMAGES = st.one_of(
    st.text("0123456789ABCXYZ+-/,.$*()='   ", max_size=72).map(bcd.card),
    st.lists(st.integers(0, (1 << 36) - 1), min_size=24, max_size=24),
    st.just([0] * 24),
)
LINES = st.lists(
    st.tuples(HUBS, st.sampled_from([24, 24, 24, 0, 1, 7, 23]), IMAGES, HUBS, st.sampled_from(["WPR", "WPR", "WPU"])),
    min_size=1,
    max_size=6,
)


@settings(max_examples=40)
@given(LINES, st.integers(1_000, 60_000))
def test_what_is_printed_and_punched_is_the_same_on_both_cores_and_what_the_board_says(lines, piece):
    text, data, model, stack = ["START  NOP"], [], Printout(), []
    for before, count, image, behind, select in lines:
        text += [f"       {select}", *(f"       SPR  {hub}" for hub in before)]
        text += [f"       CPY  DATA+{len(data) + each}" for each in range(count)]
        text += [f"       SPR  {hub}" for hub in behind]
        data += image
        whole = image[:count] + [0] * (24 - count)
        if select == "WPU":
            stack.append(tuple(whole))
        elif count == 24:
            model.print(whole, set(before))
            for hub in behind:
                model.space(hub)
        else:
            model.print(whole, {*before, *behind})
    program = "\n".join([*text, "       HPR", f"DATA   BSS {len(data)}"])
    found = {core: room(program, core) for core in CORES}
    for each in found.values():
        each.give("load", [[each.symbols["DATA"], data]])
    host = Host(found["compiled"].m)
    assert run(found["compiled"]) == HPR
    stop = Stop.NONE
    while stop == Stop.NONE:
        stop = found["python"].run(piece)
    for each in found.values():
        assert each.printed.decode() == model.text
        assert each.punched == stack
    assert found["python"].save_state() == found["compiled"].save_state()
    assert differing(found["python"].m, found["compiled"].m, COMPARED) == []
    host.record.call("press", Button.START)
    host.run(10**9)
    assert (host.printed.decode(), host.punched) == (model.text, stack)
    assert differing(host.m, found["compiled"].m, COMPARED) == []
    assert words(found["python"], "DATA", len(data)) == data


@given(st.integers(0, 0o7777))
def test_a_column_is_printed_as_it_is_interpreted(column):
    assert chr(bcd.glyph(column)) == bcd.interpreted([column])
