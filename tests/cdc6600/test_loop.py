"""Running: stops and their causes, the instruction stack, relocation, the exchange jump, breakpoints, traces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import core
from emulators.cdc6600.arithmetic import M18, M60
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import decode
from emulators.machine import Flow, Stop

from .machines import START, Flat, words

KINDS = ("python", "compiled")
INFINITE, INDEFINITE, ADDRESS = 0o3777 << 48, 0o1777 << 48, 1
EM_ADDRESS, EM_INFINITE, EM_INDEFINITE = 0o010000, 0o020000, 0o040000


@pytest.fixture(scope="module", params=KINDS)
def bare(request):
    return Flat(request.param)


@pytest.fixture
def machine(bare):
    """A machine with its power just on."""
    for name, (_, _, count, _) in core.FIELDS.items():
        if count == 1:
            setattr(bare.m, name, 0)
        elif count:
            getattr(bare.m, name)[:] = [0] * count
    core.power_on(bare.m)
    return bare


# ---------------------------------------------------------------- programs


def count_down(machine):
    """Put a loop of five passes at 000100, which calls a subroutine at 000110."""
    machine.program("6110000005 46000", "0100000110", "6111777776 0510000101", "00000")
    machine.put(0o110, *words("00000", "7222000003", "0400000110"))


def test_a_program_runs_to_its_stop(machine):
    count_down(machine)
    machine.run()
    assert machine.values("stop", "cause", "running", "p", "parcel") == (Stop.HALT, Cause.PROGRAM_STOP, 0, 0o103, 0)
    assert (machine.m.b[1], machine.m.x[2]) == (0, 15)
    assert machine.m.instructions == machine.m.cycles == 3 + 5 * (1 + 3 + 1 + 1 + 2) + 1


def test_a_run_ends_behind_the_instruction_that_reaches_the_deadline(machine):
    count_down(machine)
    machine.run(7)
    assert machine.values("cycles", "stop", "running") == (7, Stop.NONE, 1)


def test_a_return_jump_leaves_a_jump_back_in_the_entry_word(machine):
    count_down(machine)
    machine.run()
    assert machine.m.memory[0o110] == 0o0400_000102 << 30


# ---------------------------------------------------------------- the instruction stack


@pytest.mark.parametrize(("length", "total"), [(8, 1 + 1 + 1), (9, 1 + 2 + 2)])
def test_a_loop_that_changes_itself_goes_on_with_the_old_words_while_they_are_in_the_stack(machine, length, total):
    """Its first word adds 1 to X1; the second one stores another there, which adds 2. Three passes."""
    passes = ["46000"] * (length - 3)
    machine.program("6120000003", "7211000001", "5160000101", *passes, "6122777776 0520000101", "00000")
    (machine.m.x[6],) = words("7211000002")
    machine.run()
    assert (machine.m.stop, machine.m.x[1]) == (Stop.HALT, total)


@pytest.mark.parametrize(
    ("jump", "is_empty"),
    [("0200000101", True), ("0100000110", True), ("0400000101", False), ("0301000101", False), ("0510000101", False)],
    ids=["JP", "RJ", "EQ", "ZR", "NE not taken"],
)
def test_jp_and_rj_empty_the_stack_and_conditional_jumps_do_not(machine, jump, is_empty):
    machine.program("46000", "46000", jump)
    while machine.m.p < 0o102:
        machine.step()
    machine.step()
    held = range(machine.m.stack_low, machine.m.stack_high + 1)
    assert list(held) == ([] if is_empty else [0o100, 0o101, 0o102])


def test_a_loop_kept_by_jp_is_fetched_anew(machine):
    machine.program("7211000001 46000", "5160000100", "0200000100")
    (machine.m.x[6],) = words("00000")
    machine.run()
    assert (machine.m.x[1], machine.m.p) == (1, 0o100)


# ---------------------------------------------------------------- RA, FL and exit conditions


def test_programs_know_relative_addresses_only(machine):
    machine.m.ra, machine.m.fl = 0o20000, 0o1000
    machine.put(0o20100, *words("5110000200 5120000777", "36612 5160000300", "00000"))
    machine.put(0o20200, 3)
    machine.put(0o20777, 4)
    core.go_to(machine.m, START, 0)
    machine.run()
    assert (machine.m.memory[0o20300], machine.m.memory[0o300], machine.m.p) == (7, 0, 0o102)


@pytest.mark.parametrize("mode", [0, EM_ADDRESS])
def test_data_addresses_from_fl_on_are_out_of_range(machine, mode):
    machine.m.fl, machine.m.em = 0o1000, mode
    machine.program("5160001000 5117777776", "00000")
    machine.put(0, 0o1234)
    machine.put(0o1000, 5)
    machine.m.x[6] = 6
    machine.run()
    assert (machine.m.memory[0o1000], machine.m.conditions, machine.m.a[6]) == (5, ADDRESS, 0o1000)
    if mode:
        assert machine.values("cause", "p") == (Cause.ERROR_EXIT, 0)
        assert machine.m.memory[0] == ADDRESS << 48 | (START + 1) << 30
    else:
        assert machine.values("cause", "p") == (Cause.PROGRAM_STOP, 0o101)
        assert (machine.m.a[1], machine.m.x[1]) == (M18 - 1, 0o1234)


@pytest.mark.parametrize("jump", ["0400001000", "0200001000", "0100001000", "0301001000", "0100000777"])
@pytest.mark.parametrize("mode", [0, EM_ADDRESS])
def test_a_jump_to_fl_or_beyond_stops_always(machine, jump, mode):
    machine.m.fl, machine.m.em = 0o1000, mode
    machine.program(jump)
    machine.run()
    assert machine.values("stop", "cause") == (Stop.HALT, Cause.ERROR_EXIT if mode else Cause.ADDRESS)
    assert machine.m.conditions == ADDRESS


def test_running_into_fl_stops(machine):
    machine.m.fl = 0o101
    machine.program("46000")
    machine.run()
    assert machine.values("stop", "cause", "p", "instructions") == (Stop.HALT, Cause.ADDRESS, 0o101, 4)


@pytest.mark.parametrize(
    ("operand", "selected", "other", "condition"),
    [(INFINITE, EM_INFINITE, EM_INDEFINITE, 2), (INDEFINITE, EM_INDEFINITE, EM_INFINITE, 4)],
)
@pytest.mark.parametrize("operation", ["30312", "31312", "32312", "34312", "40312", "41312", "44312", "24302"])
def test_exit_conditions_stop_where_em_selects_them_the_result_being_there(
    machine, operation, operand, selected, other, condition
):
    for mode in (0, other, selected):
        machine.m.em, machine.m.conditions = mode, 0
        machine.m.x[1], machine.m.x[2], machine.m.x[3] = 0o1720_4 << 45, operand, 1
        machine.program(operation, "00000")
        machine.run()
        assert machine.m.x[3] != 1
        assert machine.m.conditions & condition
        stopped = mode == selected
        assert machine.m.cause == (Cause.ERROR_EXIT if stopped else Cause.PROGRAM_STOP)
        assert machine.m.memory[0] >> 30 == (int(machine.m.conditions) << 18 | START + 1 if stopped else 0)


# ---------------------------------------------------------------- stops


@pytest.mark.parametrize("code", ["01100", "01200", "01300", "01400", "01700"])
def test_a_code_that_the_6600_does_not_have_stops_it_and_p_stays_there(machine, code):
    machine.program(f"46000 {code} 00000")
    machine.run()
    assert machine.values("stop", "cause", "p", "parcel") == (Stop.ILLEGAL_INSTRUCTION, Cause.OPERATION, START, 1)
    assert machine.m.instructions == 1


def test_a_long_instruction_in_the_last_parcel_stops_it(machine):
    machine.program("46000 46000 46000 51100")
    machine.run()
    assert machine.values("stop", "p", "parcel") == (Stop.ILLEGAL_INSTRUCTION, START, 3)


def test_every_code_is_known_or_stops(machine):
    for parcel in range(0, 1 << 15, 1 << 6):
        machine.program(f"{parcel:05o} 00000")
        machine.m.fl = M18
        machine.step()
        refused = machine.m.stop == Stop.ILLEGAL_INSTRUCTION
        instruction = decode(parcel)
        assert refused == (instruction is None or instruction.mnemonic == "XJ")


# ---------------------------------------------------------------- the exchange jump


def test_an_exchange_jump_swaps_all_registers_with_a_package(machine):
    m, package = machine.m, 0o2000
    heads = [(0o150, 1), (0o3000, 2), (0o4000, 3), (EM_INFINITE, 4), (5, 5), (6, 6), (7, 7), (0, 8)]
    machine.put(package, *(upper << 36 | a << 18 | 10 * a for upper, a in heads), *range(100, 108))
    m.p, m.ra, m.fl, m.em = 0o101, 0o1000, 0o700, EM_ADDRESS
    m.a[:], m.b[:], m.x[:] = list(range(20, 28)), [0, *range(31, 38)], list(range(40, 48))
    core.exchange_jump(m, package)
    assert machine.values("p", "ra", "fl", "em", "parcel") == (0o150, 0o3000, 0o4000, EM_INFINITE, 0)
    assert list(m.a) == list(range(1, 9))
    assert list(m.b) == [0, *range(20, 90, 10)]
    assert list(m.x) == list(range(100, 108))
    uppers = [0o101, 0o1000, 0o700, EM_ADDRESS, 5, 6, 7, 0]
    lowers = [0, *range(31, 38)]
    expected = [upper << 36 | a << 18 | b for upper, a, b in zip(uppers, range(20, 28), lowers, strict=True)]
    assert list(m.memory[package : package + 16]) == expected + list(range(40, 48))
    assert m.stack_low > m.stack_high


def test_two_exchange_jumps_are_none_and_the_program_goes_on(machine):
    count_down(machine)
    machine.run(10)
    while machine.m.parcel:
        machine.step()
    core.exchange_jump(machine.m, 0o2000)
    assert machine.m.p == 0
    core.exchange_jump(machine.m, 0o2000)
    machine.run()
    assert (machine.m.cause, machine.m.x[2]) == (Cause.PROGRAM_STOP, 15)


# ---------------------------------------------------------------- looking on


def mark(machine, address, kind):
    machine.m.special[address] = kind
    machine.m.breakpoints = int(kind == core.BREAKPOINT)


def test_a_breakpoint_stops_before_its_word_every_time(machine):
    count_down(machine)
    mark(machine, 0o111, core.BREAKPOINT)
    for times in range(5):
        machine.run()
        assert machine.values("stop", "p", "parcel") == (Stop.BREAKPOINT, 0o111, 0)
        assert machine.m.x[2] == 3 * times
    machine.run()
    assert machine.m.stop == Stop.HALT


@pytest.mark.parametrize(
    ("kind", "stop", "parcel", "write", "value"),
    [(core.WATCH_READ, Stop.WATCH_READ, 2, 0, 9), (core.WATCH_WRITE, Stop.WATCH_WRITE, 0, 1, 8)],
)
def test_a_watched_word_stops_behind_the_instruction_that_used_it(machine, kind, stop, parcel, write, value):
    machine.program("5110000500 5160000500", "00000")
    machine.put(0o500, 9)
    machine.m.x[6] = 8
    mark(machine, 0o500, kind)
    machine.run()
    m = machine.m
    assert (m.stop, m.parcel, m.watched) == (stop, parcel, 1)
    assert (m.watched_address[0], m.watched_value[0], m.watched_write[0]) == (0o500, value, write)


def test_a_request_is_noted_behind_the_instruction_that_stores_it(machine):
    machine.program("5160000001 5160000001", "00000")
    mark(machine, 1, core.REQUEST)
    machine.run()
    assert machine.values("request", "stop", "parcel") == (0, Stop.HALT, 0)
    machine.program("5160000001 5170000001", "00000")
    machine.m.x[7] = 1
    machine.run()
    assert machine.values("request", "stop", "p", "running") == (1, Stop.NONE, 0o101, 1)


def test_a_trace_has_a_row_for_every_instruction_with_the_registers_before_it(machine):
    count_down(machine)
    machine.m.tracing = 1
    machine.run(20)
    rows = [
        [int(each) for each in machine.m.trace_rows[start : start + core.TRACE_COLUMNS]]
        for start in range(0, machine.m.trace_length * core.TRACE_COLUMNS, core.TRACE_COLUMNS)
    ]
    assert [row[0] for row in rows] == list(range(20))
    once = [(Flow.CALL, 0o101), (Flow.RETURN, 0o110)]
    assert [(row[1], row[2]) for row in rows if row[1]] == [*once, *once, once[0]]
    assert rows[4][2:4] == [0o111, 0]
    assert rows[5][2:4] == [0o111, 2]
    b1, x2 = 2 + 2 + 8 + 1, 2 + 2 + 16 + 2
    assert [row[b1] for row in rows[:3]] == [0, 5, 5]
    assert [row[x2] for row in rows[4:6]] == [0, 3]
    assert rows[0][-3:] == [0, M18, 0]


def test_a_computed_jump_behind_a_call_is_a_return(machine):
    machine.program("0100000110 4600046000", "0250000000")
    for back, flow in ((0o101, Flow.RETURN), (0o102, 0)):
        core.go_to(machine.m, 0o101, 0)
        machine.m.b[5] = back
        machine.m.trace_length, machine.m.tracing = 0, 1
        machine.run(1)
        assert machine.m.trace_rows[1] == flow


@pytest.mark.parametrize(("back", "flows"), [(0o101, [Flow.CALL, Flow.RETURN]), (0o103, [0, 0])])
def test_a_jump_with_the_next_word_in_b5_is_a_call_and_the_jump_there_its_return(machine, back, flows):
    machine.program(f"6150{back:06o} 0400000102", "4600046000 4600046000", "0250000000")
    machine.m.trace_length, machine.m.tracing = 0, 1
    machine.run(3)
    rows = machine.m.trace_rows
    assert [rows[number * core.TRACE_COLUMNS + 1] for number in (1, 2)] == flows


def test_a_trace_that_is_full_ends_the_run(machine):
    machine.program("0400000100")
    machine.m.tracing = 1
    machine.run()
    assert (machine.m.trace_length, machine.m.cycles) == (core.TRACE_ROWS, core.TRACE_ROWS)


# ---------------------------------------------------------------- compiled and as plain Python

PLAIN, COMPILED = Flat("python"), Flat("compiled")
SMALL = 0o200
some_words = st.lists(st.integers(0, M60), min_size=SMALL, max_size=SMALL)
registers = st.lists(st.integers(0, M18), min_size=16, max_size=16)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(some_words, registers, st.sampled_from([0, 0o070000]), st.integers(0, 1), st.integers(0, 1))
def test_random_words_do_the_same_compiled_and_as_plain_python(storage, registers, mode, exact, tracing):
    """Whatever stands in storage: every field of the record is the same behind it."""
    scalars = [name for name, each in core.FIELDS.items() if each.count == 1]
    rest = [name for name, each in core.FIELDS.items() if 1 < each.count < 1000]
    results = []
    for machine in (PLAIN, COMPILED):
        m = machine.m
        for name in scalars:
            setattr(m, name, 0)
        for name in rest:
            getattr(m, name)[:] = [0] * core.FIELDS[name].count
        core.power_on(m)
        m.fl, m.em, m.exact, m.tracing, m.timing = SMALL, mode, exact, tracing, exact
        m.a[:], m.b[:] = [each & 0o377 for each in registers[:8]], [0, *registers[9:]]
        machine.put(0, *storage)
        core.go_to(m, 0, 0)
        machine.run(200)
        arrays = [[int(each) for each in getattr(m, name)] for name in rest]
        rows = [int(each) for each in m.timing_rows[: 16 * m.timing_length]]
        results.append((machine.values(*scalars), arrays, rows, [int(each) for each in m.memory[:SMALL]]))
    assert dict(zip(scalars, results[0][0], strict=True)) == dict(zip(scalars, results[1][0], strict=True))
    assert results[0] == results[1]
