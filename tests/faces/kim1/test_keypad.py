"""Keys, digits, switches, the status line: what the machine itself shows and takes."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from host.machines.kim1.operate import HOLD, PAUSE, PC_KEYS, SST
from host.panels.kim1 import view
from host.panels.kim1.panel import PAD
from tests.faces.kim1.user import User

KEYS = [key for row in PAD for key in row if key != SST]


def given(kim):
    """Return a list that fills with the inputs that the machine is given: cycle, kind, value."""
    inputs = []
    kim.on_give = lambda cycle, kind, value: inputs.append((cycle, kind, value))
    return inputs


def test_a_key_is_down_while_the_finger_is_on_it(user):
    for key in KEYS:
        user.controller.press("pad", key)
        user.wait(0.2)
        assert user.shown["pad"] == [key]
        user.controller.release()
        user.wait(0.05)
        assert user.shown["pad"] == []


def test_the_shortest_touch_holds_a_key_long_enough_to_be_scanned(user):
    inputs = given(user.kim)
    user.press("7", "8")
    user.wait(0.5)
    assert [(kind, value) for _, kind, value in inputs] == [
        ("key_down", "7"), ("key_up", "7"), ("key_down", "8"), ("key_up", "8"),
    ]  # fmt: skip
    cycles = [cycle for cycle, _, _ in inputs]
    assert [after - before for before, after in pairwise(cycles)] == [
        pytest.approx(each, abs=10) for each in (HOLD, PAUSE, HOLD)
    ]


def test_keys_struck_at_once_wait_for_their_turn_and_none_is_lost(user):
    user.strike("f1", *"1234", "f1", *"5678", "f1", *"0300", "f2", *"5a", "+", *"c3")
    user.wait(3.0)
    assert (user.kim.peek(0x0300), user.kim.peek(0x0301)) == (0x5A, 0xC3)
    assert user.kim.display == "0301C3"


def test_a_second_key_lets_go_of_the_first(user):
    user.controller.press("pad", "1")
    user.wait(0.2)
    user.controller.press("pad", "2")
    user.wait(0.2)
    assert user.shown["pad"] == ["2"]


def test_a_program_is_entered_and_started_by_keys_alone(user):
    """INC 00 / JMP 0200."""
    user.strike("f1", *"0200", "f2", *"e6", "+", *"00", "+", *"4c", "+", *"00", "+", *"02", "f1", *"0200", "enter")
    user.wait(3.5)
    assert user.kim.memory[0x0200:0x0205] == bytes([0xE6, 0x00, 0x4C, 0x00, 0x02])
    assert 0x0200 <= user.kim.read_register("PC") <= 0x0204
    assert "a program runs" in user.now
    user.strike("f5")
    user.wait(0.3)
    assert user.kim.display == "020002" or user.kim.display[:4] == "0200"


def test_every_key_of_the_pad_has_a_key_of_the_pc(user):
    assert set(PC_KEYS.values()) == {key for row in PAD for key in row}
    assert all(user.controller.panel.keys[pc_key] == ("pad", key) for pc_key, key in PC_KEYS.items())


def test_the_switch_stays_where_it_is_put(user):
    user.press(SST)
    user.wait(0.1)
    assert (user.kim.m.sst, user.shown["pad"], "sst" in user.shown["lit"]) == (1, [SST], True)
    assert "SST is on" in user.now
    user.strike("f6")
    user.wait(0.1)
    assert (user.kim.m.sst, user.shown["pad"], user.shown["lit"]) == (0, [], [])


def test_go_executes_one_instruction_while_the_switch_is_on(user):
    user.kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
    user.kim.memory[0x0200:0x0203] = b"\xe8\xe8\xe8"  # INX INX INX
    user.strike("f6", "f1", *"0200", "enter")
    user.wait(1.0)
    assert user.kim.display[:4] == "0201"
    user.strike("enter")
    user.wait(0.3)
    assert user.kim.display[:4] == "0202"


def test_st_stops_a_program_and_rs_resets(user):
    user.kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
    user.kim.memory[0x0200:0x0203] = b"\x4c\x00\x02"  # JMP 0200
    user.strike("f1", *"0200", "enter")
    user.wait(1.0)
    assert user.kim.display == " " * 6
    assert not any(user.shown["digits"])
    user.strike("f4")
    user.wait(0.3)
    assert user.kim.display[:4] == "0200"
    user.strike("enter")
    user.wait(0.3)
    user.controller.command("reset")
    user.wait(0.3)
    assert len(user.kim.display.strip()) == 6


def test_a_jammed_processor_is_told_and_rs_brings_it_back(user):
    user.kim.poke(0x0200, 0x02)
    user.strike("f1", *"0200", "enter")
    user.wait(1.0)
    assert "stopped at 0200: illegal instruction" in user.controller.notice
    assert "jammed" in user.now
    assert user.shown["status"].startswith("jammed   ")
    cycles = user.kim.cycles
    user.strike("1")
    user.wait(0.5)
    assert user.kim.cycles - cycles < 100
    user.strike("f5")
    user.wait(0.5)
    assert user.kim.display == "020002"
    assert "type an address" in user.now


# ---------------------------------------------------------------- digits


def test_the_digits_are_lit_as_the_machine_lights_them(user):
    user.wait(0.5)
    lit = [level > 0 for level in user.shown["digits"]]
    assert lit == [share >= 0.02 for digit in user.kim.brightness for share in digit]
    assert view.digits(user.kim.m) == user.kim.display
    assert max(user.shown["digits"]) == view.LEVELS


def test_light_comes_and_goes_with_a_short_delay(user):
    user.wait(0.5)
    before = user.shown["digits"]
    user.kim.memory[0x0200:0x0203] = b"\x4c\x00\x02"
    user.kim.write_register("PC", 0x0200)
    user.kim.run(seconds=0.1)
    user.controller.refresh()
    user.time += view.PERSISTENCE
    user.controller.refresh()
    fading = user.shown["digits"]
    place = max(range(len(before) - 7), key=lambda each: before[each])  # the last digit may stay lit
    assert 0 < fading[place] < before[place]
    assert fading[place] == pytest.approx(before[place] * 0.37, abs=1.5)
    user.time += 1
    user.controller.refresh()
    assert user.shown["digits"][place] == 0


def test_a_steady_segment_is_brighter_than_a_multiplexed_one_of_a_busy_program():
    """The root of the share, and fully lit from FULL on."""

    class Record:
        lit_since, before, lit, lit_before = 1000, 0, [1000, 120, 30, 10, 0], [0] * 5

    ui = {"glow": [], "glow at": 0.0, "wall": 0.0, "still": True}
    assert view.light(Record(), ui) == [24, 24, 12, 7, 0]


# ---------------------------------------------------------------- what now, and the instruments


def test_what_can_be_done_follows_the_monitor(user):
    user.wait(0.2)
    user.strike("f1")
    user.wait(0.3)
    assert "type an address" in user.now
    user.strike("f2")
    user.wait(0.3)
    assert "new contents" in user.now
    user.controller.act("command", "strap")
    user.wait(0.3)
    assert "the monitor is on the Teletype" in user.now


def test_the_status_line_has_speed_cycles_registers_and_the_instruction(user):
    user.wait(2.0)
    assert user.shown["status"].startswith("1.00 MHz   ")
    user.controller.command("pause")
    user.kim.write_register("PC", 0x0200)
    user.kim.poke(0x0200, 0xEA)
    user.wait()
    assert user.shown["status"].startswith(f"paused   {user.kim.cycles:,} cycles   PC 0200  A ")
    assert user.shown["status"].endswith("   NOP")


def test_the_instruments_are_read_some_times_a_second(user):
    user.wait(1.0)
    readings = set()
    for _ in range(60):
        user.wait()
        readings.add(user.shown["status"])
    assert 4 <= len(readings) <= 6


def test_one_instruction_is_one(user):
    user.controller.command("pause")
    user.kim.write_register("PC", 0x0200)
    user.kim.memory[0x0200:0x0202] = b"\xe8\xe8"
    x, cycles = user.kim.read_register("X"), user.kim.cycles
    user.strike("f8")
    assert (user.kim.read_register("X"), user.kim.cycles - cycles) == ((x + 1) & 0xFF, 2)
    assert user.controller.pacer.paused


def test_pause_stops_time_and_keys_pressed_meanwhile_count_later(user):
    user.strike("f7")
    cycles = user.kim.cycles
    user.wait(1.0)
    assert user.kim.cycles == cycles
    user.strike("f1", *"0123", "f7")
    user.wait(1.0)
    assert user.kim.display[:4] == "0123"


def test_keys_work_after_going_back_to_a_kept_moment(user):
    user.kim.poke(0x0200, 0x42)
    user.controller.command("keep")
    kept = user.kim.cycles
    user.strike("f1", *"0456")
    user.kim.poke(0x0200, 0x24)
    user.wait(0.02)
    user.controller.command("back")
    assert (user.kim.cycles, user.kim.memory[0x0200]) == (kept, 0x42)
    user.strike("f1", *"0123")
    user.wait(0.8)
    assert user.kim.display[:4] == "0123"


def test_another_core_is_named(kim):
    from host.machines.kim1.machine import Kim1

    user = User(Kim1(core="py65"))
    assert "core py65" in user.shown["status"]


# ---------------------------------------------------------------- the description


def inside(box, outer):
    return (
        outer.x <= box.x
        and outer.y <= box.y
        and box.x + box.w <= outer.x + outer.w
        and box.y + box.h <= outer.y + outer.h
    )


def overlap(one, other):
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def test_the_parts_of_the_board_do_not_overlap():

    from host.panels.kim1 import board
    from host.ui.parts import Box

    parts = [chip.box for chip in board.CHIPS]
    parts += [board.CRYSTAL, board.KEYPAD, *board.DIGITS, *board.CONNECTORS.values()]
    parts += [
        row.box.moved(number * row.step[0], number * row.step[1])
        for row in board.SMALLS
        for number in range(row.number)
    ]
    assert all(inside(part, Box(0, 0, *board.SIZE)) for part in parts)
    assert [pair for pair in combinations(parts, 2) if overlap(*pair)] == []


def test_the_board_has_the_parts_of_a_kim1():
    from host.panels.kim1 import board

    types = [chip.type for chip in board.CHIPS]
    assert types.count("6102") == 8
    assert {"MCS 6502", "MCS 6530-002", "MCS 6530-003", "74145", "556", "565"} <= set(types)
