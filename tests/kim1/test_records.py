"""Keys at their cycles and typed text in the record: a kernel alone plays, and the windows do not show outside."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.kim1 import Kim1, bus, display, keypad, teletype
from emulators.kim1.keypad import Action, code
from emulators.mos6502 import core as cpu
from emulators.mos6502.system import CORES
from tests.kim1.wally import program
from tests.record_bytes import RecordBytes, differing

FETCHED = {"fetched_count", "noted_count"}  # what a host has fetched
STATE = sorted(set(Kim1.SAVED) - FETCHED)
SECOND = Kim1.clock

# ---------------------------------------------------------------- the kernel alone


class Host:
    """Runs a record from its bytes alone, and empties its rings as a page would."""

    def __init__(self, data):
        self.record = RecordBytes(bus, data)
        self.m, self.printed = self.record.m, bytearray()

    def run(self, deadline):
        m = self.m
        while m.cycles < deadline:
            before = m.cycles
            self.record.call("run", deadline)
            assert m.cycles > before
            for each in range(m.fetched_count, m.received_count):
                self.printed.append(m.received[each % teletype.BUFFER])
            m.fetched_count, m.noted_count = m.received_count, m.edge_count


def key_presses(kim, *keys, start, gap=SECOND // 10):
    """Let keys be pressed one after the other; return the cycle after the last one."""
    for key in keys:
        kim.at(start, "key_down", key)
        kim.at(start + gap // 2, "key_up", key)
        start += gap
    return start


def test_wally_is_played_by_keys_at_their_cycles_from_the_records_bytes_alone():
    kim = Kim1(core="compiled")
    kim.load(program().image)
    after = key_presses(kim, "AD", *"0200", "GO", start=SECOND // 10)
    after = key_presses(kim, *"04", "GO", start=after + 2 * SECOND)
    after = key_presses(kim, *"33", "GO", start=after + 5 * SECOND)
    host, deadline = Host(kim.m), after + 20 * SECOND
    host.run(deadline)
    kim.run_to(deadline)
    assert host.m.event_next == host.m.event_count == 24
    assert display.text(host.m) == kim.display
    assert kim.display[:4] == "3300"
    assert kim.display[4:].strip("0 ")
    assert differing(host.m, kim.m, STATE) == []


def test_wally_is_played_by_typed_text_from_the_records_bytes_alone():
    kim = Kim1(core="compiled", terminal=True)
    kim.load(program().image)
    kim.type("\x7f0200 G")
    host = Host(kim.m)
    deadline = key_presses(kim, *"04", "GO", start=5 * SECOND) + 5 * SECOND
    for cycle, _, kind, key in kim.schedule.first(6):  # a page does it so
        host.m.event_cycle[host.m.event_count], host.m.event_code[host.m.event_count] = cycle, code(kind, key)
        host.m.event_count += 1
    host.run(deadline)
    kim.run_to(deadline)
    assert "0 1 2 3 4 5 6 7 8 9 A B C D E F" in kim.transcript
    assert host.printed == kim.printed
    assert display.text(host.m) == kim.display == "000000"
    assert differing(host.m, kim.m, STATE) == []


def test_a_page_may_type_and_press_keys_now():
    kim = Kim1(core="compiled", terminal=True)
    kim.run(100_000)
    host = Host(kim.m)
    text = b"\x7f0300 AB.CD."
    host.m.typed[: len(text)] = list(text)
    host.m.typed_count = len(text)
    host.record.call("begin_typing", 1)
    kim.type(text)
    for cycle in (600_000, 1_200_000):
        host.run(cycle)
        kim.run_to(cycle)
        host.record.call("act", code("key_down", "RS"))
        kim.key_down("RS")
        assert differing(host.m, kim.m, STATE) == []
        host.record.call("act", code("key_up", "RS"))
        kim.key_up("RS")
        assert differing(host.m, kim.m, STATE) == []
    assert host.printed == kim.printed
    assert b"AB" in kim.printed


def test_a_kernel_waits_for_its_host_when_it_has_run_out_of_characters():
    kim = Kim1(core="compiled", terminal=True)
    kim.type(b"0" * 1000, patient=False)
    assert kim.m.typed_more
    record = RecordBytes(bus, kim.m)
    record.call("run", 100 * SECOND)
    assert record.m.cycles < SECOND
    assert record.m.typed_count == 0
    before = bytes(record)
    record.call("run", 100 * SECOND)
    assert bytes(record) == before


# ---------------------------------------------------------------- windows


@pytest.mark.parametrize("core", ["compiled", "py65"])
def test_a_long_text_is_sent_whole(core):
    kim = Kim1(core=core, baud=teletype.CLOCK // 100)
    text = bytes(each % 251 for each in range(1000 if core == "compiled" else 300))
    kim.give("load", [[0x0200, "4C0002"]])  # JMP 0200
    kim.write_register("PC", 0x0200)
    kim.poke(0x1743, 0x20)  # PB5 is low: what is sent is echoed
    kim.type(text, patient=False)
    while kim.typing or not kim.idle:
        kim.run(1_000_000)
    assert bytes(kim.printed) == text
    assert not kim.typing


def test_inputs_beyond_the_window_happen_at_their_cycles():
    kim = Kim1(core="compiled")
    wanted = []
    for number in range(5 * keypad.EVENTS):
        cycle = 10_000 + 700 * number
        kim.at(cycle, "key_down" if number % 2 else "key_up", "5")
        wanted.append((cycle, number % 2))
    row, bit = keypad.POSITIONS["5"]
    for cycle, down in wanted:
        kim.run_to(cycle - 20)
        assert int(kim.m.keys[row]) >> bit & 1 == (1 - down if cycle > 10_000 else 0)
        kim.run_to(cycle)
        assert int(kim.m.keys[row]) >> bit & 1 == down
    assert kim.schedule.next_cycle is None


KINDS = st.one_of(
    st.tuples(st.sampled_from(["key_down", "key_up"]), st.sampled_from(keypad.KEYS)),
    st.tuples(st.sampled_from(["sst", "terminal", "tape_level"]), st.integers(0, 1)),
    st.tuples(st.just("type"), st.sampled_from(["\x7f", "0200 ", ["17F7 ", 0], "AB.", "G"])),
    st.tuples(st.just("send"), st.integers(0, 255)),
    st.tuples(st.just("baud"), st.sampled_from([9600, 2400, 19200])),
    st.tuples(
        st.just("poke"), st.tuples(st.sampled_from([0x200, 0x1703, 0x170E, 0x1742]), st.integers(0, 255)).map(list)
    ),
    st.tuples(st.just("tape"), st.just(list(range(0, 40_000, 270)))),
    st.tuples(st.just("stop_tape"), st.just(0)),
    st.tuples(st.just("at"), st.tuples(st.integers(0, 80_000), st.just("key_down"), st.just("7")).map(list)),
)
INPUTS = st.lists(st.tuples(st.one_of(st.integers(0, 80_000), st.integers(20_000, 20_020)), KINDS), max_size=14)
LENGTH = 90_000


def everything(kim):
    """The whole state, and what has been printed."""
    values = {name: getattr(kim.m, name) for name in STATE}
    values = {name: each if isinstance(each, int) else list(each) for name, each in values.items()}
    return values, kim.schedule.plain, kim.typist.state, bytes(kim.printed)


@settings(max_examples=25, deadline=None)
@given(INPUTS, st.integers(1, 30_000))
def test_random_inputs_make_the_same_machine_on_all_cores_in_any_pieces_and_with_no_window(inputs, piece):
    found = []
    for core, step, window in [
        ("compiled", LENGTH, keypad.EVENTS), ("compiled", piece, 2), ("compiled", LENGTH, 0), ("python", LENGTH, 3),
        ("py65", piece, 1),
    ]:  # fmt: skip
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(keypad, "EVENTS", window)
            kim = Kim1(core=core, terminal=True)
            for cycle, (kind, value) in inputs:
                kim.at(cycle, kind, value)
            kim.type("\x7f")
            while kim.cycles < LENGTH:
                kim.run_to(min(LENGTH, kim.cycles + step))
            found.append(everything(kim))
    for other in found[1:]:
        assert other == found[0]


@settings(max_examples=20, deadline=None)
@given(INPUTS, st.integers(0, 60_000))
def test_going_back_brings_the_inputs_to_come_back(inputs, cycle):
    kim = Kim1(core="compiled", terminal=True)
    for at, (kind, value) in inputs:
        kim.at(at, kind, value)
    kim.type("\x7f0200 ")
    kim.run_to(cycle)
    snapshot, state, to_come = kim.snapshot(), kim.save_state(), (kim.schedule.plain, kim.typist.state)
    kim.run_to(LENGTH)
    end = everything(kim)
    kim.restore(snapshot)
    assert (kim.schedule.plain, kim.typist.state) == to_come
    kim.run_to(LENGTH)
    assert everything(kim) == end
    kim.run(1000)
    kim.load_state(state)
    kim.run_to(LENGTH)
    assert everything(kim) == end


def test_every_input_of_a_key_or_a_switch_has_a_code_of_its_own():
    codes = [code(kind, key) for kind in ("key_down", "key_up") for key in keypad.KEYS]
    codes += [code(kind, on) for kind in ("sst", "terminal", "tape_level") for on in (0, 1)]
    assert len({*codes, None}) == 2 * 23 + 6 + 1
    assert code("poke", [1, 2]) is None
    assert {each.name.lower() for each in Action} <= set(Kim1.inputs)
    assert "python" in CORES


def test_windows_and_buffers_are_no_part_of_saved_states():
    """So states saved before there were windows load, too; all that windows show is in schedule and typist."""
    assert set(bus.FIELDS) - set(Kim1.SAVED) == cpu.PASSING_FIELDS | bus.WINDOWS | {"received", "edges"}
