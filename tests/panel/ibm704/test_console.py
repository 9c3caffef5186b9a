"""The operator's console in the window: what is clicked and typed reaches the machine, what it does is seen."""

import pytest

from host.desk.ibm704.console import ADDRESSES, KEYS, LAMPS, REGISTERS
from host.panel.ibm704 import layout
from tests.desk.ibm704.room import LEFT, RIGHT
from tests.ibm704.machines import word


def given(machine):
    """Return the list to which everything given to a machine is added."""
    log = []
    machine.on_give = lambda cycle, kind, value: log.append((kind, value))
    return log


@pytest.mark.parametrize("key", KEYS, ids=[key.name for key in KEYS])
def test_a_key_is_down_as_long_as_the_mouse_button_or_the_pcs_key(user, key):
    log = given(user.machine)
    user.mouse(True, layout.KEY_BOXES[key.name].centre)
    user.handle_events()
    assert user.operator.down == {key.name}
    user.mouse(False, (0, 0))
    user.handle_events()
    user.strike(key.pc_key)
    user.handle_events()
    assert log == [("key_down", key.name), ("key_up", key.name)] * 2


def test_a_key_that_is_down_looks_so(user):
    up = user.part(layout.KEY_BOXES["START"])
    user.mouse(True, layout.KEY_BOXES["START"].centre)
    user.handle_events()
    down = user.part(layout.KEY_BOXES["START"])
    user.mouse(False, (0, 0))
    user.handle_events()
    assert down != up
    assert user.part(layout.KEY_BOXES["START"]) == up


@pytest.mark.parametrize("place", [0, 1, 17, 35])
def test_a_panel_key_is_turned_over_by_a_click(user, place):
    up = user.part(layout.ENTRY_KEYS[place])
    user.click(layout.ENTRY_KEYS[place].centre)
    user.handle_events()
    assert user.operator.entered == 1 << (35 - place)
    assert user.part(layout.ENTRY_KEYS[place]) != up
    user.click(layout.ENTRY_KEYS[place].centre)
    user.handle_events()
    assert user.operator.entered == 0
    assert user.part(layout.ENTRY_KEYS[place]) == up


def test_a_word_is_typed_in_octal(user):
    user.strike(*"1234", "-")
    user.handle_events()
    assert user.operator.entered == 0o400000001234
    user.strike("backspace")
    user.handle_events()
    assert user.operator.entered == 0o040000000123
    user.click(layout.ENTRY_CLEAR.centre)
    user.handle_events()
    assert user.operator.entered == 0
    user.strike("7", "delete")
    user.handle_events()
    assert user.operator.entered == 0


def test_switches_are_thrown_by_mouse_and_by_keys(user):
    user.click(layout.SENSE_SWITCHES[2].centre)
    user.strike("f5")
    user.handle_events()
    assert user.machine.read_register("SWITCHES") == 0b010100
    user.click(layout.AUTOMATIC.centre)
    user.handle_events()
    assert not user.operator.automatic
    user.strike("space")
    user.handle_events()
    assert user.operator.automatic


def test_a_program_is_run_by_start_and_its_stop_is_told(user):
    user.click_key("START")
    user.wait(0.1)
    assert user.machine.read_register("AC") == RIGHT
    assert user.panel.notice == "program stop: HPR"
    assert user.panel.readings.state == "stopped"
    assert not user.panel.pacer.paused


def test_time_passes_only_while_the_machine_runs(user):
    user.wait(1.0)
    assert user.machine.cycles == 0


def test_a_machine_runs_at_its_own_speed(watcher):
    watcher.click_key("START")
    watcher.wait(1.0)
    assert 0 <= watcher.machine.cycles - 83_333 * 59 // 60 < 2 * 1400
    assert watcher.panel.readings.pace.endswith("kHz")


def test_by_hand_on_manual(user):
    user.strike("space", *f"{word('CAL', 0o2000):012o}", "i")
    user.handle_events()
    assert user.machine.read_register("AC") == LEFT
    user.strike("s")
    user.handle_events()
    assert user.machine.read_register("IC") == 0o101


def test_a_key_without_effect_says_why(user):
    user.strike("i")
    user.handle_events()
    assert "MANUAL only" in user.panel.notice


def lamp_of(register, place):
    number = [each.name for each in REGISTERS].index(register)
    return layout.REGISTER_LAMPS[number][place]


def brightness(user, at):
    return sum(user.colour(at))


def test_lamps_of_ones_are_lit_and_of_zeros_dark(user):
    user.machine.write_register("AC", LEFT)
    user.pass_time(10)
    bits = f"{LEFT:038b}"
    light = {bit: {brightness(user, lamp_of("AC", place)) for place in range(38) if bits[place] == bit} for bit in "01"}
    assert min(light["1"]) > 2 * max(light["0"])


def test_a_place_that_is_1_half_of_the_time_is_dimmer_than_one_that_always_is(watcher):
    watcher.click_key("START")
    watcher.wait(0.5)
    watcher.click_button("pause")
    watcher.machine.write_register("MQ", LEFT)
    flickering = brightness(watcher, lamp_of("AC", 12))
    dark = brightness(watcher, lamp_of("MQ", 12))
    watcher.pass_time(10)
    full = brightness(watcher, lamp_of("MQ", 0))
    assert dark < flickering < full


def test_single_lamps_show_their_indicators(user):
    places = {lamp.name: at for lamp, at in zip(LAMPS, layout.SINGLE_LAMPS, strict=True)}
    before = {name: brightness(user, at) for name, at in places.items()}
    user.machine.write_register("LIGHTS", 0b0100)
    user.machine.m.divide_check = 1
    user.pass_time(10)
    after = {name: brightness(user, at) for name, at in places.items()}
    assert {name for name in places if after[name] > 2 * before[name]} == {"SENSE LIGHT 3", "DIVIDE CHECK"}


def test_everything_on_the_console_explains_itself(user):
    for key in KEYS:
        assert key.meaning in user.point(layout.KEY_BOXES[key.name].centre)
    for lamp, at in zip(LAMPS, layout.SINGLE_LAMPS, strict=True):
        assert lamp.meaning in user.point(at)
    for register, lamps in zip(REGISTERS, layout.REGISTER_LAMPS, strict=True):
        assert register.title in user.point(lamps[3])
    assert "octal" in user.point(layout.ENTRY_KEYS[0].centre) or "digits" in user.point(layout.ENTRY_KEYS[0].centre)
    assert "SWT" in user.point(layout.SENSE_SWITCHES[0].centre)
    assert "MANUAL" in user.point(layout.AUTOMATIC.centre)
    assert user.point((0, 0)) == ""


def test_the_index_registers_are_the_small_ones():
    assert [each.name for each in ADDRESSES] == ["IC", "INDEX DISPLAY", "XA", "XB", "XC"]
