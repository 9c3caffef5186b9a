"""The 704's console: hands reach the machine, lamps and numbers show what it does; what can be done now."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.ibm704 import console as machine_console
from emulators.ibm704.core import Cause
from host.machines.ibm704.console import INDICATORS, KEYS, LAMPS, PC_KEYS, REGISTERS, SWITCH_KEYS, WORDS, octal_text
from host.machines.ibm704.machine import Ibm704
from host.panels.ibm704.panel import COMMANDS
from host.panels.ibm704.view import duration, sample
from host.ui.operating import LEVELS
from tests.faces.ibm704.room import LEFT, RIGHT, flickering, room, strike, two_steps, until_it_stands, wait
from tests.ibm704.machines import word

AC = [register.name for register in WORDS].index("AC")


def given_to(machine):
    """Return the list to which everything given to a machine is added."""
    log = []
    machine.on_give = lambda cycle, kind, value: log.append((kind, value))
    return log


# ---------------------------------------------------------------- keys and switches


def test_the_console_has_the_machines_keys_each_with_a_pc_key_of_its_own():
    assert {key.name for key in KEYS} == set(machine_console.KEYS)
    taken = [*PC_KEYS, *SWITCH_KEYS, *"01234567-", "backspace", "delete", "space", *(each.key for each in COMMANDS)]
    taken = [key for key in taken if key]
    assert len(PC_KEYS) == len(KEYS)
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("key", KEYS, ids=[key.name for key in KEYS])
def test_a_key_is_down_until_it_is_let_go_of(key):
    controller = two_steps()
    log = given_to(controller.machine)
    controller.press("console", key.name)
    assert controller.shown["console"] == [key.name]
    controller.release()
    assert controller.shown["console"] == []
    strike(controller, key.pc_key)
    assert log == [("key_down", key.name), ("key_up", key.name)] * 2


def test_octal_digits_fill_the_panel_keys_from_the_right():
    controller = room()
    strike(controller, *"050000001234")
    assert controller.machine.panel_keys == 0o050000001234
    strike(controller, "backspace")
    assert controller.machine.panel_keys == 0o005000000123
    strike(controller, "-")
    assert controller.machine.panel_keys == 0o405000000123
    assert controller.shown["KEYS number"] == "-005000000123"
    strike(controller, *"7" * 13)
    assert controller.machine.panel_keys == 0o777777777777
    assert controller.shown["entry"] == [str(place) for place in range(36)]
    strike(controller, "delete")
    assert (controller.machine.panel_keys, controller.shown["entry"]) == (0, [])


@pytest.mark.parametrize("place", [0, 1, 17, 35])
def test_a_panel_key_is_turned_over_by_a_click(place):
    controller = room()
    controller.press("entry", str(place))
    assert controller.machine.panel_keys == 1 << 35 - place
    assert controller.shown["entry"] == [str(place)]
    controller.press("entry", str(place))
    assert controller.machine.panel_keys == 0
    controller.press("entry", str(place))
    controller.press("digits", "clear")
    assert controller.machine.panel_keys == 0


@pytest.mark.parametrize("number", range(1, 7))
def test_a_sense_switch_goes_down_and_up(number):
    controller = room()
    controller.press("switches", str(number))
    assert controller.machine.sense_switches == 1 << number - 1
    assert controller.shown["switches"] == [str(number)]
    strike(controller, f"f{number}")
    assert (controller.machine.sense_switches, controller.shown["switches"]) == (0, [])


def test_a_keyed_instruction_is_executed_on_manual_only():
    controller = room()
    strike(controller, *f"{word('CAL', 0o2000):012o}", "i")
    assert controller.notice == "ENTER INSTRUCTION works on MANUAL only: the space bar switches"
    assert controller.machine.read_register("AC") == 0
    controller.press("automatic", "AUTOMATIC")
    assert controller.shown["automatic"] == ["MANUAL"]
    controller.tell("")
    strike(controller, "i")
    assert (controller.notice, controller.machine.read_register("AC")) == ("", LEFT)
    strike(controller, "enter")
    assert controller.notice == "START works on AUTOMATIC only: the space bar switches"
    assert not controller.machine.running
    strike(controller, "space")
    assert controller.machine.automatic


def test_a_running_machine_is_not_loaded_but_reset():
    controller = flickering()
    strike(controller, "enter", "l")
    assert controller.notice == "LOAD CARDS works while the machine stands still"
    controller.tell("")
    strike(controller, "r")
    assert (controller.notice, controller.machine.running) == ("", False)


def test_multiple_step_goes_on_as_long_as_it_is_held():
    controller = flickering()
    strike(controller, "space")
    controller.press("console", "MULTIPLE STEP")
    wait(controller, 1)
    held = controller.cycles
    assert 9 <= held / 8_335 <= 12, "ten instructions a second"
    assert controller.machine.running
    controller.release()
    wait(controller, 1)
    assert not controller.machine.running
    assert controller.cycles <= held + 8_335


def test_time_passes_only_while_the_machine_runs():
    controller = two_steps()
    wait(controller, 1)
    assert controller.cycles == 0
    strike(controller, "enter")
    wait(controller, 0.1)
    assert controller.machine.read_register("AC") == RIGHT
    assert controller.notice == "program stop: HPR"
    assert not controller.pacer.paused
    assert controller.shown["status"].startswith("stopped")


def test_a_machine_runs_at_its_own_speed():
    controller = flickering()
    strike(controller, "enter")
    wait(controller, 1)
    assert 0 <= controller.cycles - 83_333 < 10
    assert "x1   83.3 kHz" in controller.shown["status"]
    controller.command("pause")
    wait(controller, 1)
    assert controller.cycles - 83_333 < 10
    assert controller.shown["status"].startswith("paused")
    assert "PAUSE goes on" in controller.shown["now"]


# ---------------------------------------------------------------- lamps and numbers


def test_lamps_of_a_machine_that_stands_still_are_its_registers():
    controller = room()
    controller.machine.write_register("AC", LEFT | 1 << 37)
    wait(controller, 10)
    bits = f"{LEFT | 1 << 37:038b}"
    assert controller.shown["words"][AC] == [LEVELS * int(bit) for bit in bits]
    single = {lamp.name for lamp, (level,) in zip(LAMPS, controller.shown["single"], strict=True) if level}
    assert single == {"READY", "AUTOMATIC"}
    assert controller.shown["AC number"] == "-0 525252525252"


def test_a_register_that_changes_all_the_time_glows_in_all_places():
    controller = flickering()
    strike(controller, "enter")
    wait(controller, 0.5)
    assert all(0 < level < LEVELS for level in controller.shown["words"][AC][2:])
    assert controller.shown["words"][AC][:2] == [0, 0]


def test_looking_at_the_machine_changes_nothing():
    looked_at, left_alone = flickering(), flickering().machine
    strike(looked_at, "enter")
    wait(looked_at, 0.3)
    left_alone.press("START")
    left_alone.run_to(looked_at.cycles)
    assert looked_at.machine.snapshot() == left_alone.snapshot()


FLAGS = ("ac_overflow", "mq_overflow", "divide_check", "unit", "read_write_check", "tape_check", "tape_indicator",
         "trap", "automatic", "running")  # fmt: skip
MACHINES = {}


@pytest.mark.parametrize("core", ["python", "compiled"])
@settings(deadline=None, derandomize=True, max_examples=40)
@given(
    st.dictionaries(st.sampled_from(FLAGS), st.integers(0, 1)),
    st.integers(0, 15),
    st.sampled_from(Cause),
    st.integers(0, (1 << 36) - 1),
)
def test_lamps_are_what_the_machine_says(core, flags, sense_lights, cause, word):
    machine = MACHINES.setdefault(core, Ibm704(core=core))
    m = machine.m
    for name, each in (dict.fromkeys(FLAGS, 0) | flags).items():
        setattr(m, name, each)
    m.sense_lights, m.cause, m.sr, m.index_display = sense_lights, int(cause), word, word & 0o77777
    machine.poke(0o1234, word)
    shown = machine.lamps() | {name: machine.read_register(name) for name in ("XA", "XB", "XC")}
    words = sample(m, {"cells": [0o1234]})
    single = words[len(REGISTERS)]
    assert [int(bit) for bit in f"{single:0{len(LAMPS)}b}"] == [shown[lamp.name] for lamp in LAMPS]
    assert words[: len(REGISTERS)] == [shown[register.name] for register in REGISTERS]
    assert words[-1] == word


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.integers(0, (1 << 38) - 1))
@example(1 << 37)
@example(1 << 36)
@example(1 << 35)
def test_numbers_are_written_as_the_manual_does(value):
    controller = room()
    controller.machine.write_register("AC", value)
    controller.machine.write_register("MQ", value >> 2)
    controller.machine.write_register("XB", value >> 23)
    controller.refresh()
    for name, width in (("AC", 38), ("MQ", 36), ("XB", 15)):
        assert controller.shown[f"{name} number"] == octal_text(controller.machine.read_register(name), width)


def test_words_are_written_in_octal():
    assert octal_text(0o400000000012, 36) == "-000000000012"
    assert octal_text(0o377777777777, 36) == "+377777777777"
    assert octal_text(0o1234, 15) == "01234"
    assert octal_text(1 << 37 | 1 << 36 | 1 << 35 | 5, 38) == "-1 400000000005"


def test_numbers_that_run_stay_long_enough_to_be_read():
    controller = flickering()
    strike(controller, "enter")
    wait(controller, 1)
    seen = []
    for _ in range(20):
        wait(controller, 0.025)
        seen.append(controller.shown["status"])
    assert 4 <= len(set(seen)) <= 6, "ten a second"


def test_the_time_is_written_as_people_read_it():
    assert duration(83_333 * 2) == "2.00 s"
    assert duration(5_000_000) == "1 min 00.0 s"
    assert duration(round(125.5 / 12e-6)) == "2 min 05.5 s"
    assert duration(round(611 / 12e-6)) == "10 min 11.0 s"


def test_the_machine_knows_every_lamp_and_every_register():
    machine = room().machine
    shown = machine.lamps()
    assert all(lamp.name in shown for lamp in LAMPS)
    assert all(register.name in shown or register.name in machine.registers for register in REGISTERS)
    assert len(INDICATORS) == 11


# ---------------------------------------------------------------- what can be done now


def test_an_empty_machine_says_what_can_be_done():
    controller = room()
    assert controller.shown["now"] == "the machine is empty: OPEN a program, or put a deck in and LOAD CARDS"
    controller.open("=MOVE 11-15")
    assert controller.shown["now"].startswith("1 card in the hopper: LOAD CARDS loads a program")
    controller.press("automatic", "AUTOMATIC")
    assert controller.shown["now"].startswith("MANUAL: ")


def test_a_program_that_has_stopped_says_how_it_goes_on():
    controller = two_steps()
    strike(controller, "enter")
    until_it_stands(controller)
    assert controller.shown["now"] == "program stop: HPR before 00103; put cards in, START goes on"
    controller.open("=ONE; TWO")
    assert controller.shown["now"] == "program stop: HPR before 00103; START goes on with the 2 cards in the hopper"


def test_a_program_that_runs_says_so_wherever_it_is():
    for first in (0o10, 0o100):
        controller = room(word("TRA", first), first=first)
        strike(controller, "enter")
        wait(controller, 0.1)
        assert controller.shown["now"].startswith("the program runs; MANUAL (space bar) stops it")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([word("CPY", 0o200)], "read-write check: CPY without a selected unit; RESET"),
        ([word("WRS", 0o321)], "read-write check: unit 321 cannot do that; RESET"),
        ([word("DVH", 0o3000)], "divide check before 00101: the AC is not smaller than the divisor"),
        ([0o001000000000], "001000000000 is not an instruction of the 704; RESET"),
        ([word("RDS", 0o223), word("CPY", 0o200)], "tape unit 3 is not ready: there is no tape on it; OPEN a tape"),
    ],
)  # fmt: skip
def test_a_check_says_why(words, said):
    controller = room(*words)
    strike(controller, "enter")
    wait(controller, 1)
    assert controller.shown["now"].startswith(said)
    assert controller.machine.reason in controller.shown["now"], "as the machine itself says it"


def test_nothing_to_load_says_so():
    controller = room()
    strike(controller, "l")
    assert (
        controller.shown["now"] == "there is nothing to load: no card is in the hopper; put a deck in, then LOAD CARDS"
    )
    assert controller.machine.reason == "there is nothing to load: no card is in the hopper"
