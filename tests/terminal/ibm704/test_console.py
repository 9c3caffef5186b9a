"""The 704's console in a terminal: what is clicked and typed reaches the machine, what it does is seen."""

import pytest

from host.desk.ibm704.console import KEYS, REGISTERS
from host.desk.ibm704.lamps import LEVELS
from host.terminal.ibm704.console import KEY_DOWN, Shown, lamp, lines, target_at
from tests.desk.ibm704.room import LEFT, RIGHT, flickering, room
from tests.ibm704.machines import word
from tests.terminal.ibm704.desk import LARGE, SMALL, opened
from tests.terminal.kim1.desk import driven


def two_steps():
    return room(word("CAL", 0o2000), word("CAL", 0o2001), word("HPR"))


def test_a_lamp_reads_without_colours():
    assert [lamp(level).text for level in (0, 1, LEVELS // 2, LEVELS)] == ["○", "◐", "◐", "●"]
    assert len({lamp(level).style for level in range(LEVELS + 1)}) == LEVELS + 1


@driven
async def test_registers_are_shown_as_lamps_and_in_octal():
    operator = room()
    operator.machine.write_register("AC", LEFT)
    async with opened(operator) as desk:
        await desk.pass_time(10)
        assert "AC   ○○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○  +0 525252525252" in desk.screen


@driven
async def test_a_place_that_changes_all_the_time_is_half_lit():
    async with opened(flickering(), size=SMALL) as desk:
        await desk.press("enter")
        await desk.wait(1.0)
        assert "AC   ○○ ◐◐◐ ◐◐◐" in desk.screen


@driven
async def test_every_key_of_the_console_is_pressed_by_a_key_and_let_go_of_soon():
    async with opened(size=SMALL) as desk:
        log = []
        desk.machine.on_give = lambda cycle, kind, value: log.append((kind, value))
        for key in KEYS:
            await desk.pilot.press(key.pc_key)
            await desk.pass_time(1.0)
        assert log == [(kind, key.name) for key in KEYS for kind in ("key_down", "key_up")]


@driven
async def test_keys_can_be_clicked():
    async with opened(size=SMALL) as desk:
        await desk.wait(0.1)
        for name in ("RESET", "DISPLAY C"):
            await desk.click(f"key {name}")
            assert desk.operator.down == {name}
            await desk.pass_time(1.0)
            assert not desk.operator.down


@driven
async def test_a_key_stands_in_brackets_while_it_is_down():
    async with opened() as desk:
        await desk.press("r")
        desk.app.show()
        await desk.pilot.pause()
        assert "[reset      r]" in desk.screen
        await desk.wait(0.3)
        assert "[reset" not in desk.screen


@driven
async def test_panel_keys_are_typed_in_octal_and_clicked():
    async with opened() as desk:
        await desk.press(*"50001234", "minus")
        assert desk.operator.entered == 0o400050001234
        await desk.press("backspace")
        assert desk.operator.entered == 0o040005000123
        await desk.wait(0.1)
        await desk.click("entry 35")
        assert desk.operator.entered == 0o040005000122
        await desk.press("delete")
        assert desk.operator.entered == 0


@driven
async def test_switches_are_thrown():
    async with opened() as desk:
        await desk.press("f2", "f6", "space")
        await desk.wait(0.1)
        assert "sense switches   1  [2]  3   4   5  [6]       AUTOMATIC [MANUAL]" in desk.screen
        await desk.click("switch 2")
        await desk.click("automatic")
        assert desk.machine.read_register("SWITCHES") == 0b100000
        assert desk.operator.automatic


@driven
async def test_start_runs_a_program_and_its_stop_is_told():
    async with opened(two_steps()) as desk:
        await desk.press("enter")
        await desk.wait(0.2)
        assert desk.machine.read_register("AC") == RIGHT
        assert "program stop: HPR" in desk.notices
        assert "● prog stop" in desk.screen
        assert " STOPPED │ x1" in desk.screen


@driven
async def test_it_is_operated_by_hand():
    async with opened(two_steps()) as desk:
        await desk.press("i")
        assert any("MANUAL only" in notice for notice in desk.notices)
        await desk.press("space", "s")
        assert desk.machine.read_register("AC") == LEFT
        assert desk.machine.read_register("IC") == 0o101


@driven
async def test_the_machine_runs_at_its_own_speed():
    async with opened(flickering(), size=SMALL) as desk:
        await desk.press("enter")
        await desk.wait(1.0)
        assert 0 <= desk.machine.cycles - 83_333 < 10
        assert "x1 │ 83.3 kHz" in desk.screen
        await desk.press("f7")
        first = desk.machine.cycles
        await desk.wait(1.0)
        assert desk.machine.cycles == first
        assert "PAUSED" in desk.screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@driven
async def test_the_whole_console_fits(size):
    async with opened(size=size) as desk:
        await desk.wait(0.1)
        screen = desk.screen
        for name in ("INST", "MQ ", "sense lights", "automatic", "KEYS", "MANUAL", "start", "disp C     c"):
            assert name in screen, name


def test_every_target_is_where_it_is_drawn():
    shown = Shown((*((0,) * each.width for each in REGISTERS), (0,) * 15), (0,) * 9, 1, 1, True, frozenset())
    drawn = lines(shown)
    seen = {target_at(drawn, x, y) for y in range(len(drawn)) for x in range(80)}
    expected = {f"key {key.name}" for key in KEYS} | {f"entry {n}" for n in range(36)}
    expected |= {f"switch {n}" for n in range(1, 7)} | {"automatic", "keys_up", ""}
    assert seen == expected
    assert all(len("".join(part.text for part in line)) <= 74 for line in drawn)
    assert any(part.style == KEY_DOWN for line in drawn for part in line)
