"""The picture for the console's right screen, files connected to a keyboard, recall, and what watchpoints see."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.cdc6600 import display_code, system
from emulators.cdc6600.core import Cause
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import StateError
from emulators.machine import BusCycle, Stop

from .machines import START, Default, on_each_core  # noqa: F401
from .test_system import FET, FIRST, READ, ask, request, table, transfer, waiting

PICTURE = 0o2000
RECALL = 1 << 40


def write(machine, words):
    """Put words behind those of OUTPUT."""
    file = machine.system.files.get("OUTPUT")
    machine.system.attach("OUTPUT", [*(file.content if file else ()), *words])


def draw(machine, *lines, at=PICTURE):
    """Put lines into storage, and the end of the picture behind them."""
    words = [word for line in lines for word in display_code.line(line)]
    for place, word in enumerate([*words, 0], at):
        machine.poke(place, word)
    return at + len(words)


# ---------------------------------------------------------------- the picture


def test_con_shows_the_lines_at_an_address_as_they_are_now():
    machine = waiting()
    assert machine.system.picture == []
    draw(machine, "R.BQKBNR", " ", "A LINE OF MORE THAN TEN")
    ask(machine, request("CON", PICTURE))
    assert machine.peek(1) == 0
    assert machine.system.picture == ["R.BQKBNR", "", "A LINE OF MORE THAN TEN"]
    draw(machine, "ANOTHER")
    assert machine.system.picture == ["ANOTHER"]
    ask(machine, request("CON"))
    assert machine.system.picture == []


def test_a_picture_is_cut_at_32_lines_of_64_characters():
    machine = waiting()
    draw(machine, *["X" * 64] * 40)
    ask(machine, request("CON", PICTURE))
    assert machine.system.picture == ["X" * 64] * 32


def test_a_picture_ends_where_storage_ends():
    machine = waiting()
    last = machine.words - 2
    for place, word in enumerate(display_code.line("END"), last):
        machine.poke(place, word)
    machine.poke(last + 1, display_code.number(display_code.codes("NO END HER")))
    ask(machine, request("CON", last))
    assert machine.system.picture == ["END"]


def test_a_picture_beyond_storage_aborts_the_program():
    machine = waiting()
    ask(machine, request("CON", 0o400000))
    assert machine.reason == "aborted: ADDRESS 400000 OF A REQUEST IS OUT OF RANGE"


def test_a_new_program_has_no_picture():
    machine = waiting()
    draw(machine, "OLD")
    ask(machine, request("CON", PICTURE))
    machine.give("load", [[START, [0]]])
    assert machine.system.picture == []


def test_the_picture_is_part_of_snapshots_and_states():
    machine = waiting()
    draw(machine, "A BOARD")
    ask(machine, request("CON", PICTURE))
    kept, data = machine.snapshot(), machine.save_state()
    ask(machine, request("CON"))
    machine.restore(kept)
    other = waiting()
    other.load_state(data)
    assert machine.system.picture == other.system.picture == ["A BOARD"]
    assert machine.devices()["console"] == {"picture": "A BOARD"}


# ---------------------------------------------------------------- a keyboard


def test_reading_a_connected_file_waits_for_a_line():
    machine = waiting()
    machine.attach("INPUT", ["FIRST"])
    machine.give("connect", "INPUT")
    first, second = display_code.line("FIRST"), display_code.line("SECOND")
    assert transfer(machine, "INPUT", READ) == (0o11, FIRST + len(first), FIRST)
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    machine.run(10 * system.MOVED_CYCLES)
    assert (machine.peek(FET) & 1, machine.system.waiting_for) == (0, ["INPUT"])
    assert machine.devices()["job"]["state"] == "waiting for a line of INPUT"
    machine.give("line", ["INPUT", second])
    machine.run(system.MOVED_CYCLES - 1)
    assert machine.peek(FET) & 1 == 0
    machine.run(10)
    assert (machine.peek(FET) & 0o777777, machine.peek(FET + 2)) == (0o11, FIRST + len(second))
    assert [machine.peek(FIRST + place) for place in range(len(second))] == second
    assert machine.system.waiting_for == []


def test_a_program_that_is_aborted_waits_for_no_line_any_more():
    machine = waiting()
    machine.give("connect", "INPUT")
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    machine.run(system.MOVED_CYCLES)
    assert machine.system.waiting_for == ["INPUT"]
    ask(machine, request("XYZ"))
    assert (machine.m.cause, machine.system.waiting_for) == (Cause.ABORT, [])


def test_a_disconnected_file_ends_behind_its_last_line():
    machine = waiting()
    machine.give("connect", "INPUT")
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    machine.run(20_000)
    machine.give("disconnect", "INPUT")
    machine.run(20_000)
    assert machine.peek(FET) & 0o777777 == 0o741031


def test_lines_typed_ahead_are_read_together():
    machine = waiting()
    machine.give("connect", "INPUT")
    lines = [display_code.line(text) for text in ("P-K4", "KT-KB3")]
    for words in lines:
        machine.give("line", ["INPUT", words])
    assert transfer(machine, "INPUT", READ)[:2] == (0o11, FIRST + sum(map(len, lines)))


def test_waiting_is_part_of_snapshots_and_states():
    machine = waiting()
    machine.give("connect", "INPUT")
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    machine.run(20_000)
    kept, data = machine.snapshot(), machine.save_state()
    other = waiting()
    other.load_state(data)
    machine.give("disconnect", "INPUT")
    machine.restore(kept)
    for each in (machine, other):
        each.give("line", ["INPUT", display_code.line("LATE")])
        each.run(20_000)
        assert each.peek(FIRST) == display_code.line("LATE")[0]
    assert machine.save_state() == other.save_state()


@pytest.mark.parametrize(
    ("kind", "value"),
    [("connect", "NOT A NAME"), ("line", ["INPUT", []]), ("line", ["INPUT", [-1]]), ("disconnect", 5)],
)
def test_inputs_that_make_no_sense_are_refused(kind, value):
    machine = waiting()
    before = machine.save_state()
    with pytest.raises(ValueError, match=r"not a file name|not connected|not a number"):
        machine.give(kind, value)
    assert machine.save_state() == before


def test_a_keyboard_cannot_be_written():
    machine = waiting()
    machine.give("connect", "INPUT")
    transfer(machine, "INPUT", 0o14)
    assert machine.reason == "aborted: INPUT IS CONNECTED TO A KEYBOARD AND CANNOT BE WRITTEN"


# ---------------------------------------------------------------- recall


def test_cio_with_recall_keeps_word_1_until_the_data_have_been_moved():
    machine = waiting()
    machine.attach("INPUT", ["A"])
    table(machine, "INPUT", READ)
    took = ask(machine, request("CIO", FET) | RECALL)
    assert took >= system.TAKEN_CYCLES + system.MOVED_CYCLES
    assert machine.peek(FET) & 0o777777 == 0o21


def test_rcl_with_recall_waits_for_a_transfer_if_there_is_one():
    machine = waiting()
    machine.attach("INPUT", ["A"])
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    ask(machine, request("RCL", FET) | RECALL)
    assert machine.peek(FET) & 1
    assert ask(machine, request("RCL", FET) | RECALL) < system.TAKEN_CYCLES + 20


# ---------------------------------------------------------------- functions of CIO

RECORDS = [1, -1, 2, 3, -1, -2, 4, -1]


def at(machine, name="DATA"):
    return machine.system.files[name].position


def skip(machine, function, count, level=0):
    """Skip by `count`; return the status, and where the file is then."""
    table(machine, "DATA", function | level << 14)
    ask(machine, request("CIO", FET, count))
    machine.run(20_000)
    return machine.peek(FET) & 0o777777, at(machine)


def test_records_and_files_are_skipped_forward_and_back():
    machine = waiting()
    machine.give("file", ["DATA", RECORDS])
    assert skip(machine, 0o240, 2) == (0o241, 5)
    assert skip(machine, 0o640, 1) == (0o641, 2)
    assert skip(machine, 0o240, 1, level=0o17) == (0o241, 6)
    assert skip(machine, 0o240, 7) == (0o741031, 8)
    assert skip(machine, 0o40, 7) == (0o41, 6)
    assert skip(machine, 0o640, 1, level=0o17) == (0o641, 0)


def test_readskp_goes_on_to_the_end_of_the_record():
    machine = waiting()
    machine.give("file", ["DATA", [*range(100), -1, 7]])
    assert transfer(machine, "DATA", 0o20) == (0o21, FIRST + 0o17, FIRST)
    assert at(machine) == 101


@pytest.mark.parametrize("function", [0o100, 0o104, 0o120, 0o130])
def test_open_and_close_without_rewinding_stay_where_they_are(function):
    machine = waiting()
    machine.give("file", ["DATA", RECORDS])
    transfer(machine, "DATA", READ)
    assert transfer(machine, "DATA", function)[0] == function | 1
    assert at(machine) == 2


@pytest.mark.parametrize("function", [0o140, 0o144, 0o160, 0o150])
def test_open_and_close_rewind(function):
    machine = waiting()
    machine.give("file", ["DATA", RECORDS])
    transfer(machine, "DATA", READ)
    assert transfer(machine, "DATA", function)[0] == function | 1
    assert at(machine) == 0


@pytest.mark.parametrize("function", [0o60, 0o70, 0o170, 0o174])
def test_files_are_given_back_but_for_input_and_output(function):
    machine = waiting()
    machine.attach("OUTPUT", ["KEPT"])
    machine.give("file", ["DATA", RECORDS])
    transfer(machine, "DATA", function)
    transfer(machine, "OUTPUT", function)
    assert list(machine.system.files) == ["OUTPUT"]


def test_evict_empties_a_file():
    machine = waiting()
    machine.give("file", ["DATA", RECORDS])
    assert transfer(machine, "DATA", 0o114)[0] == 0o115
    assert machine.system.files["DATA"].content == []


# ---------------------------------------------------------------- watchpoints


def test_watchpoints_see_what_the_system_stores():
    machine = waiting()
    machine.attach("INPUT", ["A"])
    table(machine, "INPUT", READ)
    machine.set_watchpoint(FIRST)
    machine.set_watchpoint(1)
    machine.poke(1, request("CIO", FET))
    machine.system.ask()
    assert machine.run(100_000) == Stop.WATCH_WRITE
    assert machine.watched == [BusCycle(1, 0, True)]
    assert machine.run(100_000) == Stop.WATCH_WRITE
    assert machine.watched == [BusCycle(FIRST, display_code.line("A")[0], True)]
    assert machine.run(100_000) == Stop.NONE


def test_a_state_of_another_version_is_refused_with_nothing_changed():
    machine = Cdc6600(core=Default.core)
    before = machine.save_state()
    old = Cdc6600(core=Default.core)
    old.system = SimpleNamespace(state=SimpleNamespace(plain=(0, (), (), {}, "")))
    with pytest.raises(StateError, match="another version"):
        machine.load_state(old.save_state())
    assert machine.save_state() == before


# ---------------------------------------------------------------- what was typed

STEPS = st.lists(st.tuples(st.booleans(), st.text("AB:. ", max_size=25)), max_size=12)


@given(STEPS, st.integers(0, 12))
def test_the_transcript_has_lines_that_were_written_and_typed_in_their_order(steps, cut):
    machine, paper = Cdc6600(core="python", words=0o100000), []
    machine.give("connect", "INPUT")
    for number, (typed, text) in enumerate(steps):
        if number == cut:
            state = machine.save_state()
            machine = Cdc6600(core="python", words=0o100000)
            machine.load_state(state)
        words = display_code.line(text)
        if typed:
            machine.give("line", ["INPUT", words])
        else:
            write(machine, words)
        paper += words
    assert machine.system.transcript == paper


def test_a_line_that_is_typed_ends_the_line_that_was_begun():
    machine = Cdc6600(core="python")
    machine.give("connect", "INPUT")
    write(machine, display_code.words_of_codes(display_code.codes("YOUR NAME?")))
    machine.give("line", ["INPUT", display_code.line("JACK")])
    write(machine, display_code.line(" HELLO"))
    assert list(display_code.lines(machine.system.transcript)) == ["YOUR NAME?JACK", " HELLO"]
