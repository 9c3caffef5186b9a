"""Requests that are not input and output: field length, exit mode, times, recall, programs that are loaded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600 import requests, system
from emulators.cdc6600.core import Cause
from emulators.machine import Stop
from host.assemblers.compass.assembler import assembler
from host.languages.assembly import Line
from host.machines.cdc6600.machine import Cdc6600

from .machines import START, Default, on_each_core, words  # noqa: F401
from .test_system import ask, coded, request, waiting

PLACE = 0o300
RECALL = 1 << 40

settled = settings(derandomize=True, deadline=None, max_examples=20)


def assembled(source):
    """The image of a source."""
    lines = [Line("x.compass", number, text) for number, text in enumerate(source.split("\n"), 1)]
    return assembler().assemble_lines("x.compass", lines).image


# ---------------------------------------------------------------- field length


@pytest.mark.parametrize(
    ("wanted", "given"), [(0, 0o400000), (0o1000, 0o1000), (0o1001, 0o1100), (0o301, 0o400), (0o400000, 0o400000)]
)
def test_mem_changes_the_field_length_in_hundreds_octal_and_tells_it(wanted, given):
    machine = waiting()
    machine.poke(PLACE, wanted << 30)
    ask(machine, request("MEM", PLACE) | RECALL)
    assert (machine.fl, machine.peek(PLACE), machine.peek(1)) == (given, given << 30 | 1, 0)


def test_mem_gives_no_more_than_there_is():
    machine = waiting()
    machine.poke(PLACE, 0o400001 << 30)
    ask(machine, request("MEM", PLACE))
    assert machine.reason == "aborted: THERE IS NO FIELD LENGTH OF 400001 WORDS"


def test_words_beyond_the_field_length_stop_the_program_and_come_back_with_it():
    machine = waiting()
    machine.poke(0o2000, 7)
    machine.poke(PLACE, 0o1000 << 30)
    ask(machine, request("MEM", PLACE))
    machine.poke(PLACE, 0o3000 << 30)
    ask(machine, request("MEM", PLACE))
    assert machine.peek(0o2000) == 7
    machine.poke(PLACE, 0o200 << 30)  # where its own word is no longer
    ask(machine, request("MEM", PLACE))
    assert machine.reason == "aborted: ADDRESS 000300 OF A REQUEST IS OUT OF RANGE"


# ---------------------------------------------------------------- exit mode


@settled
@given(st.integers(0, 0o777777))
def test_mod_chooses_the_conditions_that_stop_the_program(number):
    machine = waiting()
    ask(machine, request("MOD", number))
    assert machine.em == (number & 7) << 12


def test_an_infinite_operand_goes_on_after_mod_0():
    source = "GO SB1 1\n MODE 0\n SX1 1\n PX1 X1\n MX2 0\n FX3 X1/X2\n FX4 X3+X1\n SX5 B1\n PS\n END GO\n"
    for text, cause in ((source, Cause.PROGRAM_STOP), (source.replace("MODE 0", "MODE 7"), Cause.ERROR_EXIT)):
        machine = Cdc6600(core=Default.core)
        machine.load(assembled(text))
        assert machine.run(100_000) == Stop.HALT
        assert machine.cause == cause


# ---------------------------------------------------------------- times


def told(name, number, cycles):
    machine = waiting()
    machine.m.cycles = cycles
    ask(machine, request(name, PLACE, number))
    return machine.peek(PLACE)


@settled
@given(st.integers(0, 40 * 86_400), st.integers(0, 999))
def test_dates_and_times_are_those_since_deadstart(seconds, milliseconds):
    cycles = (1000 * seconds + milliseconds) * 10_000
    hours, minutes = divmod(seconds // 60, 60)
    day = seconds // 86_400 % 31 + 1
    assert told("TIM", 0, cycles) == seconds << 12 | milliseconds
    assert told("TIM", 1, cycles) == told("DAT", 0, cycles) == coded(f" 70/01/{day:02}.", 10)
    clock = f" {hours % 24:02}.{minutes:02}.{seconds % 60:02}."
    assert told("TIM", 2, cycles) == told("CLK", 0, cycles) == coded(clock, 10)
    assert told("TIM", 3, cycles) == told("JDT", 0, cycles) == coded(f"700{day:02}", 5)
    assert told("TIM", 5, cycles) == told("RTM", 0, cycles) == seconds << 36 | 1000 * seconds + milliseconds


def test_the_systems_macros_ask_for_them():
    source = "GO SB1 1\n DATE R\n CLOCK R+1\n JDATE R+2\n RTIME R+3\n TIME R+4\n PS\nR BSSZ 5\n END GO\n"
    image = assembled(source)
    machine = Cdc6600(core=Default.core, exact=False)
    machine.load(image)
    machine.m.cycles = 615_000_000
    assert machine.run(100_000) == Stop.HALT
    found = [machine.peek(image.symbols["R"] + place) for place in range(5)]
    assert found == [
        coded(" 70/01/01.", 10), coded(" 00.01.01.", 10), coded("70001", 5), 61 << 36 | 61_500, 61 << 12 | 500,
    ]  # fmt: skip


# ---------------------------------------------------------------- recall


def test_rcl_without_recall_waits_a_while():
    took = ask(waiting(), request("RCL"), 2 * requests.PERIOD)
    assert requests.PERIOD <= took - system.TAKEN_CYCLES < requests.PERIOD + 20


# ---------------------------------------------------------------- programs


def test_ldr_loads_a_program_over_the_one_that_runs_and_starts_it():
    machine = Cdc6600(core=Default.core)
    machine.give("load", [[START, [*words("0400000100")]]])
    machine.write_register("P", START)
    program = words("7160000005 46000", "5160000201 46000", "0000000000")
    machine.give("file", ["NEXT", [0o5000 << 48 | 0o200 << 18 | 0o200, *program]])
    machine.poke(PLACE, coded("NEXT", 7) << 18)
    ask(machine, request("LDR", PLACE) | RECALL)
    machine.run(1000)
    assert (machine.peek(0o201), machine.reason) == (5, "program stop (PS) at 000202")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "NEXT IS NO PROGRAM THAT CAN BE LOADED"),
        ([5, 6], "NEXT IS NO PROGRAM THAT CAN BE LOADED"),
        ([0o5000 << 48], "NEXT IS NO PROGRAM THAT CAN BE LOADED"),
        ([0o5000 << 48 | 0o377777 << 18, 1, 2], "ADDRESS 400000 OF A REQUEST IS OUT OF RANGE"),
    ],
)
def test_ldr_refuses_what_is_no_program_or_does_not_fit(content, why):
    machine = waiting()
    if content is not None:
        machine.give("file", ["NEXT", content])
    machine.poke(PLACE, coded("NEXT", 7) << 18)
    ask(machine, request("LDR", PLACE))
    assert machine.reason == f"aborted: {why}"


def test_a_program_is_a_file_that_ldr_loads():
    source = "GO SB1 1\n SX6 7\n SA6 R\n PS\n USE TABLES\nR BSSZ 2\n END GO\n"
    image = assembled(source)
    machine = Cdc6600(core=Default.core)
    machine.give("load", [[0o1000, [*words("0400001000")]]])
    machine.write_register("P", 0o1000)
    machine.attach_program("NEXT", image)
    machine.poke(PLACE, coded("NEXT", 7) << 18)
    ask(machine, request("LDR", PLACE))
    machine.run(1000)
    assert machine.peek(image.symbols["R"]) == 7
