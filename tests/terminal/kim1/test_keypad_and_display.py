"""Keys and clicks reach the emulated keypad; the digits on the screen are those of the machine."""

import pytest

from host import seven_segments
from host.desk.kim1.keys import PAD, SST
from host.terminal.kim1 import pad
from tests.terminal.kim1.desk import LARGE, SMALL, driven, opened


def place_of(key):
    """Return where a key is on the pad, counted from the widget's corner (border and padding are 1 + 1)."""
    row = next(row for row, keys in enumerate(PAD) if key in keys)
    return 2 + PAD[row].index(key) * (pad.KEY_WIDTH + pad.GAP) + 3, 1 + row * pad.KEY_HEIGHT


@driven
async def test_keys_go_to_the_monitor_and_its_answer_is_on_the_screen():
    async with opened() as desk:
        await desk.press("f1", "0", "2", "0", "0", "f2", "a", "9")
        await desk.wait(1.2)
        assert desk.kim.display == "0200A9"
        assert desk.leds == [
            "▄▀▀▀▄  ▀▀▀▄ ▄▀▀▀▄ ▄▀▀▀▄   ▄▀▀▀▄ ▄▀▀▀▄",
            "█   █     █ █   █ █   █   █   █ █   █",
            "▄   ▄ ▄▀▀▀  ▄   ▄ ▄   ▄   ▄▀▀▀▄  ▀▀▀▄",
            "█   █ █     █   █ █   █   █   █     █",
            " ▀▀▀   ▀▀▀   ▀▀▀   ▀▀▀           ▀▀▀",
        ]


@driven
async def test_keys_typed_at_once_wait_for_their_turn_and_none_is_lost():
    async with opened() as desk:
        await desk.press("f1", *"1234", "f1", *"5678", "f1", *"0300", "f2", *"5a", "+", *"c3")
        await desk.wait(3.0)
        assert (desk.kim.peek(0x0300), desk.kim.peek(0x0301)) == (0x5A, 0xC3)
        assert desk.kim.display == "0301C3"


@driven
async def test_a_key_is_down_for_sixty_thousand_cycles():
    async with opened() as desk:
        seen = []
        desk.kim.on_give = lambda cycle, kind, value: seen.append((cycle, kind, value))
        await desk.press("7")
        assert "[7]" not in desk.screen
        await desk.wait(0.05)
        assert "[7]" in desk.screen
        await desk.wait(0.3)
        assert "[7]" not in desk.screen
    (down, *first), (_, kind, (up, *second)) = seen
    assert (first, kind, second) == (["key_down", "7"], "at", ["key_up", "7"])
    assert up - down == 60_000


@pytest.mark.parametrize("size", [SMALL, LARGE])
@driven
async def test_a_click_presses_the_key_under_the_mouse(size):
    async with opened(size=size) as desk:
        for key in ("AD", "0", "3", "F", "E", "DA", "7", "B"):
            await desk.pilot.click("#pad", offset=place_of(key))
        await desk.wait(1.2)
        assert desk.kim.display == "03FE7b"


@driven
async def test_between_the_keys_a_click_does_nothing():
    async with opened() as desk:
        x, y = place_of("GO")
        await desk.pilot.click("#pad", offset=(x + pad.KEY_WIDTH - 3, y))
        assert not desk.app.finger.busy


@driven
async def test_the_switch_stays_where_it_is_put():
    async with opened() as desk:
        await desk.press("f6")
        await desk.wait(0.5)
        assert int(desk.kim.m.sst) == 1
        assert f"[{SST}]" in desk.screen
        await desk.pilot.click("#pad", offset=place_of(SST))
        await desk.wait(0.1)
        assert int(desk.kim.m.sst) == 0
        assert f"[{SST}]" not in desk.screen


@driven
async def test_single_step_runs_one_instruction_of_the_user_per_go():
    async with opened() as desk:
        kim = desk.kim
        kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
        kim.memory[0x0200:0x0203] = b"\xe8\xe8\xe8"  # INX INX INX
        await desk.press("f6", "f1", *"0200", "enter")
        await desk.wait(1.0)
        assert kim.display[:4] == "0201"
        await desk.press("enter")
        await desk.wait(0.3)
        assert kim.display[:4] == "0202"


@driven
async def test_st_stops_a_program_and_rs_resets():
    async with opened() as desk:
        kim = desk.kim
        kim.memory[0x17FA:0x17FC] = b"\x00\x1c"
        kim.memory[0x0200:0x0203] = b"\x4c\x00\x02"  # JMP 0200
        await desk.press("f1", *"0200", "enter")
        await desk.wait(1.0)
        assert kim.display == " " * 6
        assert all(line == "" for line in desk.leds)
        await desk.press("f4")
        await desk.wait(0.3)
        assert kim.display[:4] == "0200"
        await desk.press("enter")
        await desk.wait(0.3)
        await desk.press("f5")
        await desk.wait(0.3)
        assert kim.display[:4] == "0200"


def test_every_segment_has_its_blocks_and_a_dark_one_none():
    for segment in range(7):
        digit = tuple(float(each == segment) for each in range(7))
        drawn = seven_segments.draw((digit,) * 6, (0,) * 6).plain.split("\n")
        expected = {"abcdefg"[segment]}
        lit = {sign for row, line in zip(seven_segments.SEGMENT, drawn, strict=True)
               for sign, block in zip(row, line, strict=False) if block != " "}  # fmt: skip
        assert lit == expected


def test_a_dim_segment_is_darker_than_a_bright_one_and_neither_is_black():
    dim, bright = seven_segments.colour(0.125), seven_segments.colour(1.0)
    assert bright == "rgb(255,48,32)"
    assert dim == "rgb(88,16,11)"
