"""The operator's hands: every key and switch reaches the machine, and says when it does nothing."""

import pytest

from emulators.ibm704 import console as machine_console
from host.desk.ibm704.console import KEYS
from host.desk.ibm704.keys import COMMANDS, DIGITS, PC_KEYS, SWITCH_KEYS
from host.formats import deck
from tests.desk.ibm704.room import LEFT, flickering, room
from tests.ibm704.machines import word


def test_the_console_has_the_machines_keys_each_with_a_pc_key_of_its_own():
    assert [key.name for key in KEYS] == sorted((key.name for key in KEYS), key=[k.name for k in KEYS].index)
    assert {key.name for key in KEYS} == set(machine_console.KEYS)
    taken = [*PC_KEYS, *SWITCH_KEYS, *DIGITS, *COMMANDS, "-", "backspace", "delete", "space"]
    assert len(PC_KEYS) == len(KEYS)
    assert len(set(taken)) == len(taken)


def test_octal_digits_fill_the_panel_keys_from_the_right():
    operator = room()
    for digit in "050000001234":
        operator.enter_digit(int(digit))
    assert operator.entered == 0o050000001234
    operator.rub_out()
    assert operator.entered == 0o005000000123
    operator.flip(0)
    assert operator.entered == 0o405000000123
    for _ in range(13):
        operator.enter_digit(7)
    assert operator.entered == 0o777777777777


def test_a_keyed_instruction_is_executed_on_manual_only():
    operator = room()
    operator.entered = word("CAL", 0o2000)
    assert operator.strike("ENTER INSTRUCTION") == "ENTER INSTRUCTION works on MANUAL only: the space bar switches"
    assert operator.machine.read_register("AC") == 0
    operator.switch_automatic()
    assert operator.strike("ENTER INSTRUCTION") == ""
    assert operator.machine.read_register("AC") == LEFT
    assert operator.strike("START") == "START works on AUTOMATIC only: the space bar switches"
    assert not operator.machine.running


def test_a_running_machine_is_not_loaded():
    operator = flickering()
    operator.strike("START")
    assert operator.strike("LOAD CARDS") == "LOAD CARDS works while the machine stands still"
    assert operator.strike("RESET") == ""
    assert not operator.machine.running


@pytest.mark.parametrize("number", range(1, 7))
def test_a_sense_switch_goes_down_and_up(number):
    operator = room()
    operator.switch(number)
    assert operator.machine.read_register("SWITCHES") == 1 << (number - 1)
    operator.switch(number)
    assert operator.machine.read_register("SWITCHES") == 0


def test_multiple_step_goes_on_as_long_as_it_is_held():
    operator = flickering()
    operator.switch_automatic()
    operator.press("MULTIPLE STEP")
    assert operator.down == {"MULTIPLE STEP"}
    operator.machine.run(seconds=1)
    held = operator.machine.cycles
    assert operator.machine.running
    operator.release()
    operator.machine.run(seconds=1)
    assert not operator.machine.running
    assert 0 <= operator.machine.cycles - held < 3


def test_everything_can_be_cleared_whatever_the_machine_does():
    operator = flickering()
    operator.strike("START")
    operator.switch_automatic()
    operator.clear()
    assert operator.automatic
    assert not operator.machine.running
    assert operator.machine.peek(0o100) == 0


def test_cards_go_in_and_come_out():
    operator = room()
    cards = [deck.words(deck.of_text(text)) for text in ("ONE", "TWO")]
    operator.put_cards(cards)
    assert [list(card) for card in operator.hopper] == cards
    assert operator.take_cards() == 2
    assert not operator.hopper


def test_punched_cards_are_taken_once():
    operator = room()
    operator.machine.media.punched.extend([(0,) * 24] * 3)
    assert len(operator.punched) == 3
    assert operator.take_punched() == 3
    operator.machine.media.punched.append((1,) * 24)
    assert operator.punched == [(1,) * 24]
