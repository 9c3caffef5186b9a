"""The system behind word 1: requests, files and their buffers, the dayfile; everything at its cycle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import display_code, system
from emulators.cdc6600.core import Cause
from emulators.cdc6600.files import Mark
from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Stop

from .machines import START, Default, on_each_core, words  # noqa: F401

FET, FIRST, LIMIT = 0o200, 0o1000, 0o1020
READ, WRITE, WRITER, WRITEF, REWIND = 0o10, 0o14, 0o24, 0o34, 0o50
SPIN = words("5110000001", "0311000100", "5120000077 46000", "0400000103")  # until word 1 is zero


def coded(text, length):
    """Characters left-justified, zeros behind."""
    codes = display_code.codes(text)
    return display_code.number([*codes, *[0] * (length - len(codes))])


def request(name, address=0, number=0):
    return coded(name, 3) << 42 | number << 18 | address


def waiting(core=None):
    """A machine that waits until word 1 is zero, again and again."""
    machine = Cdc6600(core=core or Default.core, exact=False)
    machine.give("load", [[START, [*words("0400000100")]]])
    machine.write_register("P", START)
    return machine


def ask(machine, word, most=50_000):
    """Store a request as the program would, run until it has been taken; return how long that took."""
    machine.poke(1, word)
    machine.system.ask()
    start = machine.cycles
    while machine.peek(1) and machine.running | (machine.cycles == start) and machine.cycles < start + most:
        machine.run(10)
    return machine.cycles - start


def table(machine, name, function, into=FIRST, out=FIRST, first=FIRST, limit=LIMIT):
    """Put a FET into storage."""
    pointers = (first, into, out, limit)
    for place, word in enumerate((coded(name, 7) << 18 | function, *pointers), FET):
        machine.poke(place, word)


def transfer(machine, name, function, **pointers):
    """Do an input or output; return status, IN and OUT."""
    table(machine, name, function, **pointers)
    ask(machine, request("CIO", FET))
    limit = machine.cycles + 2 * system.MOVED_CYCLES
    while not machine.peek(FET) & 1 and machine.cycles < limit and not machine.m.cause:
        machine.run(1000)
    return machine.peek(FET) & 0o777777, machine.peek(FET + 2), machine.peek(FET + 3)


# ---------------------------------------------------------------- requests


def test_a_request_is_taken_a_while_after_it_has_been_stored():
    machine = Cdc6600(core=Default.core)
    machine.give("load", [[START, words("5160000001 46000", "5110000001", "0311000101", "00000")]])
    machine.write_register("P", START)
    machine.write_register("X6", request("TIM", 0o300))
    assert machine.run(100_000) == Stop.HALT
    assert machine.m.cause == Cause.PROGRAM_STOP
    assert system.TAKEN_CYCLES < machine.cycles < system.TAKEN_CYCLES + 100


def test_end_ends_the_program_for_good():
    machine = waiting()
    ask(machine, request("END"))
    assert (machine.m.cause, machine.reason) == (Cause.END, "the program has ended")
    cycles = machine.cycles
    assert machine.run(100) == machine.step() == Stop.HALT
    assert machine.cycles == cycles
    machine.write_register("P", START)
    assert machine.run(100) == Stop.NONE


def test_a_request_is_served_although_the_program_stops_behind_it():
    machine = Cdc6600(core=Default.core)
    machine.give("load", [[START, words("5160000001", "00000")]])
    machine.write_register("P", START)
    machine.write_register("X6", request("END"))
    assert machine.run(100) == Stop.HALT
    assert machine.m.cause == Cause.END


def test_abt_says_so_in_the_dayfile():
    machine = waiting()
    ask(machine, request("ABT"))
    assert machine.reason == "aborted: ABORTED BY THE PROGRAM"
    assert machine.dayfile == ["    0.0001  ABORTED BY THE PROGRAM"]


def test_msg_writes_a_line_into_the_dayfile():
    machine = waiting()
    text = "WHITE MATES IN THREE MOVES"
    for place, word in enumerate(display_code.line(text), 0o300):
        machine.poke(place, word)
    ask(machine, request("MSG", 0o300))
    assert machine.dayfile == [f"    0.0001  {text}"]
    assert machine.peek(1) == 0


def test_tim_is_the_time_in_seconds_and_milliseconds():
    machine = waiting()
    machine.m.cycles = 12_345_678_000
    ask(machine, request("TIM", 0o300))
    assert machine.peek(0o300) == 1234 << 12 | 567
    machine = waiting()
    ask(machine, request("TIM", 0o300, 4))
    assert machine.reason == "aborted: TIM HAS NO NUMBER 4"


@pytest.mark.parametrize(
    ("word", "why"),
    [
        (request("XYZ"), "THERE IS NO REQUEST XYZ"),
        (5, "WORD 1 HOLDS NO REQUEST: 00000000000000000005"),
        (request("MSG", 0o777776), "ADDRESS 777776 OF A REQUEST IS OUT OF RANGE"),
        (request("TIM", 0o400000), "ADDRESS 400000 OF A REQUEST IS OUT OF RANGE"),
        (request("CIO", 0o377775), "ADDRESS 400000 OF A REQUEST IS OUT OF RANGE"),
    ],
)
def test_a_request_that_cannot_be_served_aborts_the_program(word, why):
    machine = waiting()
    ask(machine, word)
    assert (machine.m.cause, machine.reason) == (Cause.ABORT, f"aborted: {why}")
    assert machine.dayfile[-1].endswith(why)


# ---------------------------------------------------------------- input


def test_read_fills_the_buffer_up_to_the_end_of_the_record():
    machine = waiting()
    machine.attach("INPUT", ["MATE IN TWO"])
    lines = display_code.line("MATE IN TWO")
    assert transfer(machine, "INPUT", READ) == (0o21, FIRST + len(lines), FIRST)
    assert [machine.peek(FIRST + place) for place in range(len(lines))] == lines
    assert transfer(machine, "INPUT", READ) == (0o741031, FIRST, FIRST)


def test_read_leaves_a_word_free_and_goes_on_where_it_was():
    machine = waiting()
    content = list(range(1, 21))
    machine.give("file", ["DATA", content])
    assert transfer(machine, "DATA", READ) == (0o11, LIMIT - 1, FIRST)
    status, into, _ = transfer(machine, "DATA", READ, into=LIMIT - 1, out=LIMIT - 2)
    assert (status, into) == (0o21, FIRST + 4)
    read = [machine.peek(FIRST + place) for place in (*range(0o17), 0o17, *range(4))]
    assert read[4:] == [*content[4:15], *content[15:16], *content[16:]]


def test_readei_goes_over_the_ends_of_records_and_files():
    machine = waiting()
    machine.give("file", ["DATA", [1, 2, -1, 3, -1, -2, 4, -1]])
    assert transfer(machine, "DATA", 0o600) == (0o741031, FIRST + 4, FIRST)
    assert [machine.peek(FIRST + place) for place in range(4)] == [1, 2, 3, 4]
    machine.give("file", ["DATA", [*range(20), -1]])
    assert transfer(machine, "DATA", 0o600) == (0o601, LIMIT - 1, FIRST)


def test_records_and_files_have_their_own_status():
    machine = waiting()
    machine.give("file", ["DATA", [1, 2, -1, 3, -1, -2, 4, -1]])
    seen = [transfer(machine, "DATA", READ)[:2] for _ in range(5)]
    assert seen == [
        (0o21, FIRST + 2), (0o21, FIRST + 1), (0o31, FIRST), (0o21, FIRST + 1), (0o741031, FIRST),
    ]  # fmt: skip
    assert transfer(machine, "DATA", REWIND)[0] == 0o51
    assert transfer(machine, "DATA", READ | 2)[:2] == (0o23, FIRST + 2)


def test_a_file_that_is_not_there_aborts_the_program():
    machine = waiting()
    transfer(machine, "TAPE1", READ)
    assert machine.reason == "aborted: THERE IS NO FILE TAPE1"


# ---------------------------------------------------------------- output


def test_write_empties_the_buffer_and_lines_come_out():
    machine = waiting()
    text = [*display_code.line("KA1 MATES"), *display_code.line("")]
    for place, word in enumerate(text, FIRST):
        machine.poke(place, word)
    assert transfer(machine, "OUTPUT", WRITER, into=FIRST + len(text)) == (0o25, FIRST + len(text), FIRST + len(text))
    assert machine.printed == b"KA1 MATES\n\n"


def test_write_goes_round():
    machine = waiting()
    for place, address in enumerate((LIMIT - 1, FIRST)):
        machine.poke(address, 100 + place)
    assert transfer(machine, "OUT", WRITE, out=LIMIT - 1, into=FIRST + 1) == (0o15, FIRST + 1, FIRST + 1)
    assert machine.system.files["OUT"].content == [100, 101]


def test_what_has_been_written_can_be_read():
    machine = waiting()
    machine.poke(FIRST, 42)
    transfer(machine, "SCRATCH", WRITEF, into=FIRST + 1)
    transfer(machine, "SCRATCH", REWIND)
    assert machine.system.files["SCRATCH"].content == [42, Mark.END_OF_RECORD, Mark.END_OF_FILE]
    machine.poke(FIRST, 0)
    assert transfer(machine, "SCRATCH", READ)[0] == 0o21
    assert machine.peek(FIRST) == 42
    assert transfer(machine, "SCRATCH", READ)[0] == 0o31


def test_output_is_moved_later_than_it_is_asked_for_and_at_the_end_at_once():
    machine = waiting()
    machine.poke(FIRST, *display_code.line("A"))
    table(machine, "OUTPUT", WRITE, into=FIRST + 1)
    ask(machine, request("CIO", FET))
    machine.run(system.MOVED_CYCLES - 100)
    assert (machine.peek(FET) & 1, machine.printed) == (0, b"")
    ask(machine, request("END"), 50)
    machine.run(system.TAKEN_CYCLES)
    assert (machine.m.cause, machine.peek(FET) & 1, machine.printed) == (Cause.END, 1, b"A\n")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": "1TAPE"}, "'1TAPE' IS NO NAME OF A FILE"),
        ({"name": ""}, "'' IS NO NAME OF A FILE"),
        ({"function": 0o44}, "CIO HAS NO FUNCTION 44"),
        ({"first": LIMIT}, "THE POINTERS OF THE BUFFER ARE WRONG"),
        ({"into": LIMIT}, "THE POINTERS OF THE BUFFER ARE WRONG"),
        ({"out": FIRST - 1}, "THE POINTERS OF THE BUFFER ARE WRONG"),
    ],
)
def test_a_fet_that_cannot_be_right_aborts_the_program(change, why):
    machine = waiting()
    transfer(machine, **({"name": "OUT", "function": WRITE} | change))
    assert machine.reason == f"aborted: FET AT 000200: {why}"


# ---------------------------------------------------------------- files

records = st.lists(st.lists(st.integers(0, (1 << 60) - 1), max_size=12), min_size=1, max_size=4)


@settings(derandomize=True, deadline=None, max_examples=20)
@given(records, st.integers(1, 5))
def test_a_file_is_read_as_it_was_written(records, most):
    machine = waiting()
    for record in records:
        for place, word in enumerate(record, FIRST):
            machine.poke(place, word)
        assert transfer(machine, "DATA", WRITER, into=FIRST + len(record))[0] == 0o25
    transfer(machine, "DATA", REWIND)
    read = [[]]
    status = 0
    while status != 0o741031:
        status, into, _ = transfer(machine, "DATA", READ, limit=FIRST + most + 1)
        assert into <= FIRST + most
        read[-1] += [machine.peek(place) for place in range(FIRST, into)]
        if status == 0o21:
            read.append([])
    assert read == [*records, []]


def test_writing_cuts_off_what_is_behind():
    machine = waiting()
    machine.give("file", ["DATA", [1, 2, 3]])
    transfer(machine, "DATA", READ, limit=FIRST + 2)
    machine.poke(FIRST, 9)
    transfer(machine, "DATA", WRITE, into=FIRST + 1)
    assert machine.system.files["DATA"].content == [1, 9]


def test_the_system_is_part_of_snapshots_and_states():
    machine = waiting()
    machine.attach("INPUT", ["A", "B"])
    table(machine, "INPUT", READ)
    ask(machine, request("CIO", FET))
    kept, data = machine.snapshot(), machine.save_state()
    other = waiting()
    other.load_state(data)
    machine.run(20_000)
    end = machine.save_state()
    assert machine.peek(FET) & 0o777777 == 0o21
    machine.restore(kept)
    for each in (machine, other):
        each.run_to(kept.cycle + 20_000)
        assert each.save_state() == end
