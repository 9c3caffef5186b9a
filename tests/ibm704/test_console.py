"""The operator's console of the 704: buttons, switches and lamps."""

import pytest

from emulators.ibm704 import bcd, tape
from emulators.ibm704.console import KEYS
from emulators.ibm704.isa import BY_MNEMONIC
from emulators.machine import Stop
from tests.ibm704.rooms import FIRST, room, run

COUNT = """
START  CLA  N
       ADD  ONE
       STO  N
       TRA  START
ONE    DEC  1
N      DEC  0
"""


def operation(mnemonic, address=0, tag=0):
    return BY_MNEMONIC[mnemonic].code | tag << 15 | address


def on_manual(text="", **registers):
    machine = room(text)
    machine.give("automatic", 0)
    for name, value in registers.items():
        machine.write_register(name, value)
    return machine


# ---------------------------------------------------------------- always


def test_reset_clears_registers_and_indicators_but_neither_storage_nor_keys():
    machine = room(COUNT)
    machine.run(1000)
    for name in ("AC", "MQ", "XA", "LIGHTS", "IND"):
        machine.write_register(name, 5)
    machine.give("keys", 0o123)
    machine.set_sense_switch(2)
    memory = [machine.peek(address) for address in range(100)]
    machine.press("RESET")
    left = {name: machine.read_register(name) for name in machine.registers}
    assert {name for name, value in left.items() if value} == {"KEYS", "SWITCHES"}
    assert [machine.peek(address) for address in range(100)] == memory
    assert not machine.running


def test_reset_stops_a_machine_that_runs():
    machine = room(COUNT)
    machine.at(500, "key_down", "RESET")
    assert machine.run(1000) == Stop.HALT
    assert 500 <= machine.cycles < 510
    assert machine.reason == ""


# ---------------------------------------------------------------- on AUTOMATIC


def test_start_goes_on_behind_hpr_and_at_the_address_of_htr():
    machine = room("START  HPR\n       HTR  ON\n       HTR  0\nON     HPR")
    assert run(machine) == ("HALT", "program stop: HPR")
    machine.press("START")
    assert machine.running
    assert machine.reason == ""
    assert run(machine) == ("HALT", "program stop: HTR")
    assert machine.read_register("IC") == machine.symbols["ON"]


def test_running_presses_start():
    machine = room(COUNT)
    given = []
    machine.on_give = lambda *each: given.append(each)
    machine.run(100)
    machine.run(100)
    assert given == [(0, "key_down", "START"), (0, "key_up", "START")]


def test_clear_clears_storage_too():
    machine = room(COUNT)
    machine.press("CLEAR")
    assert not any(machine.peek(address) for address in range(machine.core_size))


def test_load_cards_reads_two_words_to_0_and_1_and_starts_at_0():
    """The first card of every deck: it brings in the rest of itself."""
    machine = room()
    words = [operation("LXA", 0, 4), operation("CPY", 2, 4), 1 << 33 | 1 | 4 << 15 | 0o77777 << 18]
    program = [operation("HPR") if place == 4 else place for place in range(3, 24)]
    machine.put_cards([words + program])
    for name, value in {"AC": 7, "XA": 7, "IC": 0o100}.items():
        machine.write_register(name, value)
    machine.press("LOAD CARDS")
    assert machine.running
    assert [machine.peek(0), machine.peek(1), machine.read_register("MQ")] == [words[0], words[1], words[1]]
    assert [machine.read_register(name) for name in ("AC", "XA", "IC")] == [0, 0, 0]
    assert run(machine) == ("HALT", "program stop: HPR")
    assert [machine.peek(address) for address in range(24)] == words + program
    assert machine.read_register("IC") == 5  # the end of the record has skipped to 4


@pytest.mark.parametrize(("key", "unit"), [("LOAD TAPE", 1), ("LOAD DRUM", 1)])
def test_load_tape_and_load_drum_do_the_same_with_theirs(key, unit):
    machine = room()
    words = [operation("HTR", 0o55), 0o1234]
    machine.mount(1, tape.characters(words, True))
    machine.m.drums[:2] = words
    machine.press(key)
    assert run(machine) == ("HALT", "program stop: HTR")
    assert [machine.peek(0), machine.peek(1)] == words
    assert machine.read_register("IC") == 0o55


def test_nothing_to_load():
    machine = room()
    machine.press("LOAD CARDS")
    assert not machine.running
    assert machine.reason == "there is nothing to load: no card is in the hopper"
    machine.press("LOAD TAPE")
    assert machine.reason == "tape unit 1 is not ready: there is no tape on it"
    machine.put_cards([bcd.card("")])
    machine.press("LOAD CARDS")
    assert machine.running
    assert machine.reason == ""


# ---------------------------------------------------------------- on MANUAL


def test_putting_the_switch_to_manual_stops_behind_the_instruction():
    machine = room(COUNT)
    machine.at(100, "automatic", 0)
    assert run(machine) == ("HALT", "the switch is at MANUAL")
    assert machine.cycles <= 104
    at = machine.read_register("IC")
    machine.press("START")
    assert not machine.running
    assert run(machine) == ("HALT", "the switch is at MANUAL")
    assert machine.read_register("IC") == at
    machine.give("automatic", 1)
    assert machine.run(100) == Stop.NONE


def test_manual_does_not_stop_a_unit_in_the_middle():
    machine = room(
        "START  WPR\n       LXA  N,4\n       CPY  0\n       TIX  *-1,4,1\n       TRA  START\nN      DEC 24",
    )
    machine.at(9_000, "automatic", 0)
    assert run(machine) == ("HALT", "the switch is at MANUAL")
    assert len(machine.paper) == 1
    assert machine.cycles > 15_000


def test_single_step_executes_one_instruction():
    machine = on_manual(COUNT)
    machine.press("SINGLE STEP")
    assert machine.read_register("IC") == FIRST + 1
    machine.press("SINGLE STEP", "SINGLE STEP")
    assert machine.peek(machine.symbols["N"]) == 1
    assert not machine.running
    assert machine.step() == Stop.HALT  # the debugger's step presses it, too
    assert machine.read_register("IC") == FIRST


def test_multiple_step_executes_instructions_slowly_until_it_is_let_go():
    machine = on_manual(COUNT)
    machine.give("key_down", "MULTIPLE STEP")
    assert machine.run(seconds=1) == Stop.NONE
    assert machine.read_register("IC") in range(FIRST, FIRST + 4)
    assert machine.peek(machine.symbols["N"]) in (2, 3)
    machine.give("key_up", "MULTIPLE STEP")
    assert machine.run(seconds=1) == Stop.HALT


def test_enter_mq_and_the_display_buttons():
    machine = on_manual(XA=0o11, XB=0o22, XC=0o33)
    machine.poke(0o1234, 0o765432101234)
    machine.give("keys", 0o1234)
    machine.press("ENTER MQ", "DISPLAY STORAGE")
    assert machine.lamps()["MQ"] == 0o1234
    assert machine.lamps()["SR"] == 0o765432101234
    for letter, value in {"A": 0o11, "B": 0o22, "C": 0o33}.items():
        machine.press(f"DISPLAY {letter}")
        assert machine.lamps()["INDEX DISPLAY"] == value
    machine.give("keys", operation("CLA", 0o1000, 3))
    machine.press("DISPLAY EFFECTIVE ADDRESS")
    assert machine.lamps()["SR"] == 0o1000 - (0o11 | 0o22)


def test_enter_instruction_executes_the_keyed_word():
    machine = on_manual(COUNT)
    machine.poke(0o1000, 0o55)
    machine.give("keys", operation("CLA", 0o1000))
    machine.press("ENTER INSTRUCTION")
    assert machine.read_register("AC") == 0o55
    assert machine.read_register("IC") == FIRST
    machine.give("keys", operation("STO", FIRST))  # even where IC stands
    machine.press("ENTER INSTRUCTION")
    assert machine.peek(FIRST) == 0o55
    machine.give("keys", operation("TRA", 0o77))
    machine.press("ENTER INSTRUCTION")
    assert machine.read_register("IC") == 0o77
    assert not machine.running


def test_buttons_of_the_other_mode_do_nothing():
    for automatic in (0, 1):
        machine = room(COUNT, cards=["X"])
        machine.give("automatic", automatic)
        machine.give("keys", 0o777)
        before = machine.snapshot()
        keys = ("START", "CLEAR", "LOAD CARDS") if not automatic else tuple(
            key for key in KEYS if key not in ("START", "CLEAR", "RESET") and not key.startswith("LOAD"))  # fmt: skip
        machine.press(*keys)
        assert machine.snapshot() == before


def test_buttons_do_nothing_while_the_machine_runs():
    machine, other = room(COUNT), room(COUNT)
    for each in (machine, other):
        each.run(100)
    machine.press("CLEAR", "LOAD CARDS", "START", "ENTER MQ", "DISPLAY A", "SINGLE STEP")
    assert machine.snapshot() == other.snapshot()


# ---------------------------------------------------------------- switches and lamps


def test_sense_switches_and_lights():
    machine = room(
        "START  SWT  3\n       TRA  *+2\n       SLN  4\n       SLN  1\n       SLT  2\n       SLN  3\n       HPR"
    )
    machine.set_sense_switch(3)
    run(machine)
    assert [machine.lamps()[f"SENSE LIGHT {n}"] for n in (1, 2, 3, 4)] == [1, 0, 1, 1]
    machine.set_sense_switch(3, False)
    machine.press("RESET")
    machine.write_register("IC", FIRST)
    run(machine)
    assert machine.read_register("LIGHTS") == 0b0101


def test_the_lamps_of_indicators_show_them():
    machine = room("START  CLA  BIG\n       ADD  BIG\n       DVP  ZERO\n       ETM\n       HPR\n"
                   "BIG    OCT 377777777777\nZERO   DEC 0")  # fmt: skip
    run(machine)
    lamps = machine.lamps()
    on = {name for name, value in lamps.items() if value == 1}
    assert on >= {"AC OVERFLOW", "DIVIDE CHECK", "TRAP", "PROGRAM STOP", "READY", "AUTOMATIC"}
    assert "MQ OVERFLOW" not in on
    assert lamps["INSTRUCTION"] == operation("HPR")
    assert machine.read_register("IND") == 0b1010001


def test_a_word_that_is_no_instruction_stops_the_machine_on_it():
    machine = room("START  OCT 055500000000")
    assert run(machine) == ("ILLEGAL_INSTRUCTION", "055500000000 is not an instruction of the 704")
    assert machine.read_register("IC") == FIRST


def test_divide_or_halt_says_so():
    assert run(room("START  DVH  ZERO\nZERO   DEC 0")) == ("HALT", "divide check")
