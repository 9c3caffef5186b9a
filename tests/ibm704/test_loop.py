"""Running: deadlines, stops and their causes, breakpoints, watched words, traces; compiled and as plain Python."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.ibm704 import core
from emulators.ibm704.core import Cause
from emulators.ibm704.isa import INSTRUCTIONS, Form, decode
from emulators.machine import Flow, Stop

from .machines import Flat, word

KINDS = ("python", "compiled")


@pytest.fixture(params=KINDS)
def machine(request):
    return Flat(request.param)


def loop(machine):
    """Put a loop of ten passes at 00100, a subroutine at 00200."""
    machine.put(0o100, word("LXA", 0o110, 1), word("TSX", 0o200, 4), word("TIX", 0o101, 1, 1), word("HPR"))
    machine.put(0o110, 10)
    machine.put(0o200, word("CLA", 0o111), word("ADD", 0o110), word("STO", 0o111), word("TRA", 1, 4))
    machine.m.ic = 0o100


def test_a_program_runs_to_its_halt_and_the_time_is_that_of_the_real_machine(machine):
    loop(machine)
    machine.run(10_000)
    m = machine.m
    assert (m.stop, m.cause, m.running) == (Stop.HALT, Cause.HPR, 0)
    assert (m.ic, m.xa, m.memory[0o111]) == (0o104, 1, 100)
    assert m.cycles == 2 + 10 * (2 + 4 * 2 + 2) + 2


def test_a_run_ends_behind_the_instruction_that_reaches_the_deadline(machine):
    loop(machine)
    machine.run(7)
    assert (machine.m.cycles, machine.m.stop, machine.m.running) == (8, Stop.NONE, 1)


def test_a_breakpoint_stops_before_its_instruction_every_time(machine):
    loop(machine)
    machine.m.special[0o202] = core.BREAKPOINT
    for times in range(10):
        machine.run(10_000)
        assert machine.values("stop", "ic") == (Stop.BREAKPOINT, 0o202)
        assert machine.m.memory[0o111] == 10 * times
    machine.run(10_000)
    assert machine.m.stop == Stop.HALT


@pytest.mark.parametrize(
    ("mark", "stop", "location", "write"),
    [(core.WATCH_WRITE, Stop.WATCH_WRITE, 0o203, 1), (core.WATCH_READ, Stop.WATCH_READ, 0o201, 0)],
)
def test_a_watched_word_stops_behind_the_instruction_that_used_it(machine, mark, stop, location, write):
    loop(machine)
    machine.m.special[0o111] = mark
    machine.run(10_000)
    m = machine.m
    assert (m.stop, m.ic, m.watched) == (stop, location, 1)
    assert (m.watched_address[0], m.watched_value[0], m.watched_write[0]) == (0o111, 10 * write, write)


def test_a_trace_has_a_row_for_every_instruction_with_the_registers_before_it(machine):
    loop(machine)
    machine.m.tracing = 1
    machine.run(30)
    rows = [
        tuple(int(each) for each in machine.m.trace_rows[start : start + core.TRACE_COLUMNS])
        for start in range(0, machine.m.trace_length * core.TRACE_COLUMNS, core.TRACE_COLUMNS)
    ]
    calls = [(row[0], row[1], row[2]) for row in rows if row[1]]
    assert calls == [
        (2, Flow.CALL, 0o101),
        (10, Flow.RETURN, 0o203),
        (14, Flow.CALL, 0o101),
        (22, Flow.RETURN, 0o203),
        (26, Flow.CALL, 0o101),
    ]
    assert [row[0] for row in rows] == list(range(0, 30, 2))
    assert rows[3][2:5] == (0o201, 0, 0)
    assert rows[4][3] == 10


def test_an_operation_that_the_704_does_not_have_stops_it_and_ic_stays_there(machine):
    known = {each.operation for each in INSTRUCTIONS if each.form != Form.TYPE_A}
    for operation in (*range(0o1000), *range(0o4000, 0o5000)):
        if operation in known:
            continue
        machine.m.ic, machine.m.cycles = 0o77777, 0
        machine.put(0o77777, operation << 24 | 0o123)
        machine.run(100)
        assert machine.values("stop", "cause", "ic", "running") == (
            Stop.ILLEGAL_INSTRUCTION,
            Cause.OPERATION,
            0o77777,
            0,
        )
        assert decode(operation << 24) is None


@pytest.mark.parametrize("operation", ["PSE", "MSE"])
def test_a_sense_instruction_that_the_704_does_not_have_stops_it(machine, operation):
    machine.put(0o100, word(operation, 0o700), word(operation, 0o4140))
    for location in (0o100, 0o101):
        machine.m.ic = location
        machine.step()
        assert machine.values("stop", "ic") == (Stop.ILLEGAL_INSTRUCTION, location)


def test_a_sense_instruction_is_known_by_its_effective_address(machine):
    machine.put(0o100, word("PSE", 0o150, 1), word("MSE", 0o150, 1), word("HPR"), word("HPR"))
    machine.m.ic, machine.m.xa = 0o100, 0o150 - 0o142
    machine.step()
    assert machine.m.sense_lights == 0b0010
    machine.step()
    assert machine.values("sense_lights", "ic") == (0, 0o103)


CAUSES = [
    ("HTR", Cause.HTR, 0o321),
    ("HPR", Cause.HPR, 0o101),
    ("DVH", Cause.DIVIDE_CHECK, 0o101),
    ("FDH", Cause.DIVIDE_CHECK, 0o101),
    ("CPY", Cause.READ_WRITE_CHECK, 0o101),
]


@pytest.mark.parametrize(("mnemonic", "cause", "next_one"), CAUSES)
def test_every_stop_has_its_cause_and_start_goes_on_behind_it(machine, mnemonic, cause, next_one):
    machine.put(0o100, word(mnemonic, 0o321))
    machine.m.ic, machine.m.ac = 0o100, 1
    machine.step()
    assert machine.values("stop", "cause", "ic") == (Stop.HALT, cause, next_one)


def test_a_small_core_wraps_addresses_and_index_registers(machine):
    machine = Flat("python", 4096)
    machine.put(0o7777, word("LXA", 0o17777, 1))
    machine.m.ic = 0o7777
    machine.step()
    assert machine.values("ic", "xa") == (0, word("LXA", 0o17777, 1) & 0o7777)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.integers(0, (1 << 36) - 1), min_size=40, max_size=40), st.integers(1, 300))
def test_random_words_do_the_same_compiled_and_as_plain_python(words, deadline):
    """Whatever stands in storage: every field of the record is the same behind it."""
    machines = [PLAIN, COMPILED]
    for machine in machines:
        m = machine.m
        for name, (_, _, count, _) in core.FIELDS.items():
            if count == 1 and name != "core_mask":
                setattr(m, name, 0)
        m.core_mask = 4095
        machine.put(0, *[0] * 4096)
        machine.put(0, *words)
        machine.run(deadline)
    scalars = [name for name, each in core.FIELDS.items() if each.count == 1]
    plain, compiled = (machine.values(*scalars) for machine in machines)
    assert dict(zip(scalars, plain, strict=True)) == dict(zip(scalars, compiled, strict=True))
    assert list(PLAIN.m.memory[:4096]) == list(map(int, COMPILED.m.memory[:4096]))


PLAIN, COMPILED = Flat("python"), Flat("compiled")
