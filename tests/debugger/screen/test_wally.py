"""Wally, played inside the debugger: keys, answers, breakpoints on the way, and moves taken back."""

import pytest

from emulators.kim1.display import VISIBLE
from host.games.wally_board import BOARD, Point, decode
from host.ui.seven_segments import draw
from tests.debugger.screen.desk import LARGE, SMALL, driven, kim1, on_desk, opened, wally

WRONG = (
    "m GARBAGE",
    "break wally.s:99999",
    "watch 0..FFFFF",
    "condition 9",
    "load nothing.hex",
    "a 200 XYZ",
    "press Q",
)


def stones(desk):
    """Return the points with black and with white stones."""
    board = decode(bytes(desk.machine.peek(BOARD + point) for point in range(256)))
    return [[point for point in board if board[point] is colour] for colour in (Point.BLACK, Point.WHITE)]


async def lit(desk):
    """Wait until Wally shows something, that is, until he listens."""
    for _ in range(60):
        await desk.wait(1.0)
        if desk.machine.display.strip():
            return
    raise AssertionError(desk.screen)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@driven
async def test_a_game_is_played_stopped_looked_at_and_taken_back(size):
    async with opened(wally(), size=size) as desk:
        assert "0200 MAIN" in desk.status
        assert desk.now[1].startswith("MAIN:")
        await desk.press("c", "ctrl+k", *"04", "enter")
        await lit(desk)
        assert [len(each) for each in stones(desk)] == [4, 0]
        await desk.press(*"36", "enter")
        await lit(desk)
        black, white = stones(desk)
        assert (len(black), white) == (5, [0x36])
        moment, position = desk.session.cycles, stones(desk)

        await desk.press("ctrl+k")
        await desk.command("break COUNT if X == $36")
        await desk.press("escape", "ctrl+k", *"A3", "enter")
        await desk.wait(6.0)
        assert not desk.session.running
        assert "COUNT" in desk.status
        assert desk.machine.read_register("X") == 0x36
        assert "COUNT:" in desk.now[1]
        await desk.press("ctrl+k", "6")
        calls = desk.lines("calls")
        assert calls[0].split()[1] == "COUNT"
        assert len([line for line in calls if line]) >= 2
        await desk.press("down", "enter")  # the caller
        assert "▷" in "\n".join(desk.lines("source"))

        await desk.press("delete")
        await desk.command(f"jump {moment}")
        assert stones(desk) == position
        assert "IN THE PAST" in desk.status
        await desk.command("delete")
        await desk.press("escape", "c", "ctrl+k", *"7", "y", *"D", "enter")
        await lit(desk)
        assert stones(desk)[1] == [0x36, 0x7D]
        assert "is discarded" in desk.said


@on_desk(kim1)
async def test_the_digits_are_those_of_the_machine(desk):
    await desk.press("c", "k", "f1", *"1C23")
    await desk.wait(1.0)
    assert desk.machine.display[:4] == "1C23"
    levels = [[float(share > VISIBLE) for share in digit] for digit in desk.machine.brightness]
    drawn = draw(levels, (0, 1, 1, 1, 3, 1))
    shown = "\n".join(desk.lines("devices"))
    for row in drawn.plain.split("\n"):
        assert row.strip() in shown


@on_desk(wally)
async def test_memory_of_the_stack_follows_the_stack_pointer(desk):
    await desk.press("5")
    await desk.command("break COUNT")
    await desk.press("escape", "c", "ctrl+k", *"04", "enter")
    await lit(desk)
    await desk.press(*"36", "enter")
    await desk.wait(3.0)
    assert "memory at 100+S" in desk.heading("memory2")
    s = desk.machine.read_register("S")
    row = next(line for line in desk.lines("memory2") if "▸" in line)
    assert int(row.split()[0], 16) + len(row.partition("▸")[0].split()) - 1 == 0x100 + s
    assert f"▸{desk.machine.peek(0x100 + s):02X}" in row


@on_desk(wally)
async def test_bad_input_of_every_kind_leaves_the_session_as_it_was(desk):
    before = desk.machine.snapshot()
    for line in WRONG:
        await desk.command(line)
    await desk.press("escape", "3", "down", "enter")
    await desk.fill(value="100")
    assert "256 does not fit" in desk.error
    await desk.press("escape", "4", "enter")
    await desk.fill(expression="((((")
    assert desk.error
    await desk.press("escape", "escape")
    assert desk.machine.snapshot() == before
    await desk.press("s")
    assert desk.session.cycles > before.cycle
