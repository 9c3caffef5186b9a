"""The 6600 as one of the machines: the protocol, determinism, snapshots and states, plain against compiled code."""

import random

import pytest

from emulators.cdc6600 import core
from emulators.cdc6600.machine import INPUTS, SIZES, Cdc6600
from emulators.cdc6600.scoreboard import Column
from emulators.errors import ImageError, StateError
from emulators.image import Image
from emulators.machine import BusCycle, Frame, Machine, Stop

from .machines import START, words

CORES = ("python", "compiled")
LOOP = words("6110000005 46000", "0100000110", "6111777776 0510000101", "00000")  # calls 000110 five times
CALLED = words("00000", "7222000003 5160000200", "0400000110")


def looping(core="python", **options):
    """A machine whose program adds up in a subroutine."""
    machine = Cdc6600(core=core, **options)
    machine.load(Image.of(START, LOOP, word_bits=60))
    machine.load(Image.of(0o110, CALLED, word_bits=60))
    machine.write_register("P", START)
    return machine


@pytest.mark.parametrize("core", CORES)
def test_a_6600_is_a_machine(core):
    machine = looping(core)
    assert isinstance(machine, Machine)
    assert (machine.word_bits, machine.radix, machine.address_bits, machine.clock) == (60, 8, 18, 10_000_000)
    assert (machine.reason, machine.printed, machine.dayfile) == ("", b"", [])
    assert machine.run(1000) == Stop.HALT
    assert machine.reason == "program stop (PS) at 000103"
    assert machine.read_register("X2") == 15
    assert machine.run(1000) == Stop.HALT


def test_sizes_of_storage():
    for size in SIZES:
        machine = Cdc6600(core="python", words=size)
        assert machine.read_register("FL") == size
        with pytest.raises(ImageError, match=f"memory to {size - 1:06o}"):
            machine.load(Image.of(size, [0], word_bits=60))
    with pytest.raises(ValueError, match="the 6600 has 32768, 65536, 131072"):
        Cdc6600(core="python", words=5000)
    with pytest.raises(ImageError, match="words of 8 bits"):
        machine.load(Image.of(0, [0]))


def test_without_the_model_of_time_an_instruction_takes_a_cycle_and_does_the_same():
    fast, exact = looping(exact=False), looping()
    fast.run(1000)
    exact.run(1000)
    assert fast.cycles == fast.m.instructions == exact.m.instructions < exact.cycles
    assert [fast.read_register(each) for each in fast.registers] == [
        exact.read_register(each) for each in exact.registers
    ]


@pytest.mark.parametrize(("has", "product"), [(True, 12), (False, 0)])
def test_the_integer_multiply_is_an_option(has, product):
    machine = Cdc6600(core="python", integer_multiply=has)
    machine.poke(START, *words("42123"))
    machine.write_register("X2", 3)
    machine.write_register("X3", 4)
    machine.write_register("P", START)
    machine.step()
    assert machine.read_register("X1") == product


@pytest.mark.parametrize(("em", "reason"), [(0o070000, "error exit at 000100: an address"), (0, "program stop")])
def test_em_is_an_option(em, reason):
    machine = Cdc6600(core="python", em=em)
    machine.poke(START, *words("5110777000 46000"))
    machine.write_register("P", START)
    machine.run(100)
    assert machine.reason.startswith(reason)


def test_the_exit_mode_is_7_if_nothing_is_said():
    assert Cdc6600(core="python").em == 0o070000


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("01400", "no instruction at 000100, parcel 0: 01400"),
        ("46000 46000 46000 51000", "no instruction at 000100, parcel 3: 51000"),
        ("0400400000", "error exit at 000100: an address out of range"),
        ("30011 46000", "error exit at 000100: an infinite operand"),
    ],
)
def test_a_bad_program_stops_with_a_reason(program, reason):
    machine = Cdc6600(core="python")
    machine.poke(START, *words(program))
    machine.write_register("X1", 0o3777 << 48)
    machine.write_register("P", START)
    assert machine.run(100) != Stop.NONE
    assert machine.reason == reason


def test_registers():
    machine = Cdc6600(core="python")
    for name, bits in machine.registers.items():
        value = 0 if name == "B0" else min((1 << bits) - 1, 0o1234567)
        machine.write_register(name, value & (1 << bits) - 1)
        assert machine.read_register(name) == value & (1 << bits) - 1
        with pytest.raises(ValueError, match="does not fit"):
            machine.write_register(name, 1 << bits)
    machine.write_register("B0", 7)
    assert machine.read_register("B0") == 0
    for name in ("X8", "Q", "C1"):
        with pytest.raises(KeyError):
            machine.read_register(name)


@pytest.mark.parametrize("core", CORES)
def test_a_trace_has_what_stepping_shows(core):
    traced, stepped = looping(core), looping(core)
    traced.trace()
    traced.run(300)
    rows = traced.traced()
    assert len(rows) > 20
    for row in rows:
        assert row[0] == stepped.cycles
        assert [*row[2:]] == [stepped.read_register(name) for name in stepped.registers]
        stepped.step()
    assert len(traced.traced()) == 0


def test_a_trace_is_longer_than_the_record_has_room_for():
    machine = Cdc6600(core="python")
    machine.poke(START, *words("0400000100"))
    machine.write_register("P", START)
    machine.trace()
    machine.timing()
    machine.run(8 * 5000)
    assert len(machine.traced()) == len(machine.timed()) == machine.m.instructions > 2 * core.TRACE_ROWS


def test_the_model_of_time_tells_what_it_did():
    machine = looping()
    machine.timing()
    machine.run(1000)
    rows = machine.timed()
    assert rows[0][Column.LOCATION] == START
    assert rows[-1][Column.INSTRUCTION] == 0


def test_breakpoints_are_those_of_words_and_can_be_taken_back():
    machine = looping()
    machine.set_breakpoint(0o111)
    machine.set_breakpoint(0o111)
    assert machine.run(1000) == Stop.BREAKPOINT
    assert machine.read_register("P") == 0o111
    machine.set_breakpoint(0o111, on=False)
    machine.set_breakpoint(0o111, on=False)
    assert machine.m.breakpoints == 0
    assert machine.run(1000) == Stop.HALT


def test_a_breakpoint_may_stand_before_any_instruction_of_a_word():
    machine = Cdc6600(core="python")
    machine.load(Image.of(START, words("7110000001 46000 46000", "46000 46000 46000 00000"), word_bits=60))
    machine.write_register("P", START)
    for part in (1, 2, 3):
        machine.set_breakpoint(START, part=part)
        machine.set_breakpoint(START + 1, part=part)
    met = []
    while machine.run(1000) == Stop.BREAKPOINT:
        met.append((machine.read_register("P"), machine.read_register(machine.part_counter)))
        machine.set_breakpoint(*met[-1][:1], on=False, part=met[-1][1])
    assert met == [(START, 2), (START, 3), (START + 1, 1), (START + 1, 2), (START + 1, 3)]
    assert machine.m.breakpoints == 1  # at a parcel where no instruction begins


def test_addresses_are_those_of_the_program():
    machine = Cdc6600(core="python")
    machine.write_register("RA", 0o20000)
    machine.write_register("FL", 0o1000)
    machine.load(Image.of(START, words("5110000200 5160000200", "00000"), word_bits=60))
    machine.poke(0o200, 7)
    assert machine.m.memory[0o20200] == machine.peek(0o200) == 7
    machine.write_register("P", START)
    machine.set_watchpoint(0o200)
    machine.set_breakpoint(0o101)
    assert machine.run(100) == Stop.WATCH_WRITE
    assert machine.watched == [BusCycle(0o200, 0, True)]
    assert machine.run(0) == Stop.NONE
    machine.write_register("P", START)
    assert machine.step_on_bus() == [
        BusCycle(START, machine.peek(START), False),
        BusCycle(0o200, 0, False),
    ]


def test_frames_are_the_calls_that_are_open():
    machine = looping()
    assert machine.frames() == []
    machine.set_breakpoint(0o112)
    machine.run(1000)
    assert machine.frames() == [Frame(0o101, 0o102)]


def test_a_subroutine_below_its_caller_is_closed_behind_its_return():
    machine = Cdc6600(core="python")
    machine.load(Image.of(0o70, words("00000", "0400000070"), word_bits=60))
    machine.load(Image.of(START, words("0100000070", "00000"), word_bits=60))
    machine.write_register("P", START)
    machine.step()
    assert machine.frames() == [Frame(START, START + 1)]
    machine.run(100)
    assert machine.frames() == []


def test_an_exchange_jump_finishes_the_word_first():
    machine = looping()
    machine.step()
    assert machine.read_register("PARCEL") == 2
    machine.poke(0o1000, 0o300 << 36)
    machine.poke(0o1002, 0o400000 << 36)
    machine.exchange(0o1000)
    assert machine.read_register("P") == 0o300
    assert machine.peek(0o1000) >> 36 == 0o101
    machine.exchange(0o1000)
    machine.run(1000)
    assert machine.read_register("X2") == 15


def test_reset_clears_registers_and_keeps_storage():
    machine = looping()
    machine.run(100)
    machine.reset()
    assert [machine.read_register(name) for name in ("P", "X2", "A6", "B1", "RA")] == [0] * 5
    assert machine.read_register("FL") == 0o400000
    assert machine.peek(START) == LOOP[0]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("poke", [1 << 17, 0]), ("poke", [0, 1 << 60]), ("poke", 5), ("register", ["Q", 0]), ("register", ["P", -1]),
        ("file", ["1A", []]), ("file", ["TOOLONGNAME", []]), ("file", ["A", [-3]]), ("exchange", 1 << 17),
        ("load", [[0o377777, [1, 2]]]), ("at", [5, "state", ""]), ("state", "?"), ("state", "YWJj"), ("key_down", "GO"),
    ],
)  # fmt: skip
def test_inputs_that_make_no_sense_are_refused_with_nothing_changed(kind, value):
    machine = looping()
    before = machine.save_state()
    with pytest.raises(ValueError, match=r"\w"):
        machine.give(kind, value)
    assert machine.save_state() == before


def test_every_input_is_told_with_its_cycle():
    machine, heard = looping(), []
    machine.on_give = lambda *given: heard.append(given)
    machine.run(10)
    machine.at(40, "poke", [5, 6])
    machine.attach("INPUT", ["A"])
    now = machine.cycles
    assert heard == [(now, "at", [40, "poke", [5, 6]]), (now, "file", ["INPUT", [1 << 54]])]
    machine.run(100)
    assert machine.peek(5) == 6
    assert {kind for _, kind, _ in heard} <= set(INPUTS)


@pytest.mark.parametrize("core", CORES)
def test_a_snapshot_and_a_saved_state_bring_back_everything(core):
    chance = random.Random(5)
    machine, other = looping(core), Cdc6600(core="python")
    machine.attach("DATA", ["ONE", "TWO"])
    machine.set_breakpoint(0o102)
    machine.run(chance.randrange(50))
    data = machine.save_state()
    machine.set_breakpoint(0o102, on=False)
    kept = machine.snapshot()
    assert machine.save_state() == data  # breakpoints are no part of it
    machine.run(1000)
    end = machine.save_state()
    machine.restore(kept)
    assert machine.save_state() == data
    other.load_state(data)
    for each in (machine, other):
        each.run_to(kept.cycle + 1000)
        assert each.save_state() == end
    assert kept.size > 100_000


def test_what_is_no_state_is_refused():
    machine = looping()
    with pytest.raises(StateError, match="not a saved CDC 6600 state"):
        machine.load_state(b"nothing")
    data = bytearray(machine.save_state())
    data[-1] ^= 1
    with pytest.raises(StateError, match="damaged"):
        machine.load_state(bytes(data))


def test_pieces_make_no_difference():
    whole, pieces = looping(), looping()
    whole.run_to(150)
    for cycle in range(0, 150, 7):
        pieces.run_to(cycle)
    pieces.run_to(150)
    assert whole.save_state() == pieces.save_state()
