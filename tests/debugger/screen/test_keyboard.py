"""The keyboard of the machine: what is typed there is pressed or typed on the machine."""

import pytest
from textual.events import Paste

from host.debugger.hands import Hands
from host.debugger.session import KEY_SECONDS, Session
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, ECHO
from tests.debugger.screen.desk import kim1, on_desk, toy, wally


class Silent:
    """A machine that has no input from outside but the debugger's own."""

    def __new__(cls):
        opened = toy(COUNTING)
        opened.session.machine.inputs = {"poke": "", "register": ""}
        return opened


@on_desk(lambda: toy(ECHO))
async def test_a_pasted_text_is_typed(desk):
    await desk.press("c", "k")
    desk.app.post_message(Paste("Q"))
    await desk.wait(0.3)
    assert desk.machine.devices()["printer"]["paper"] == "Q"


@on_desk(Silent)
async def test_a_machine_without_keys_and_terminal_says_so(desk):
    await desk.press("k")
    assert "KEYS" not in desk.status
    assert "neither keys nor a terminal" in desk.said


@on_desk(lambda: toy(ECHO))
async def test_while_the_keyboard_is_the_machines_other_keys_still_command_the_debugger(desk):
    await desk.press("ctrl+k", "f10", "f10")
    assert desk.session.address == 3
    await desk.press("f7")
    assert desk.session.address == 1
    line = desk.screen.splitlines()[-1]
    assert line.startswith(" Ctrl-K back to the debugger")
    await desk.press("f2", "k")  # typed on the command line
    assert desk.app.command_line.value == "k"


@on_desk(lambda: toy(ECHO))
async def test_a_key_pressed_in_the_past_asks_first_and_the_run_waits(desk):
    await desk.press("c")
    await desk.wait(1.0)
    await desk.press("c", "home", "c", "k", "Z")
    assert desk.dialog is not None
    before = desk.session.cycles
    await desk.wait(0.5)
    assert desk.session.cycles == before
    await desk.press("y")
    await desk.wait(0.5)
    assert desk.machine.devices()["printer"]["paper"] == "Z"
    assert "RUNS" in desk.status


# ---------------------------------------------------------------- hands

HOLD = round(KEY_SECONDS * Kim1.clock)


@pytest.fixture
def session():
    return Session(Kim1(core="compiled"))


def down(session, hands, *holds):
    """Return which keys are down in the middle of some times, counted in times that a key is held."""
    found = []
    session.begin()
    for each in holds:
        hands.run_to(round((each + 0.5) * HOLD))
        found.append(session.machine.devices()["keypad"]["keys down"])
    return found


def test_who_goes_back_in_time_leaves_nothing_to_be_pressed_but_takes_his_finger_off(session):
    hands = Hands(session)
    hands.press("AD", "1", "2")
    session.begin()
    hands.run_to(10_000)
    session.pause()
    session.advance(20_000)
    session.step_back()
    assert down(session, hands, *range(5)) == ["AD", "none", "none", "none", "none"]


def test_a_key_pressed_where_another_is_down_in_the_past_waits_until_that_has_come_up(session):
    hands = Hands(session)
    hands.press("A")
    session.begin()
    hands.run_to(1_000_000)
    session.go(20_000)  # the key is down
    hands.press("B")
    assert down(session, hands, *range(4)) == ["A", "none", "B", "none"]


# ---------------------------------------------------------------- the KIM-1


@on_desk(kim1)
async def test_on_the_kim1_keys_are_those_of_its_board_and_function_keys_too(desk):
    await desk.press("c", "k", "f1", *"17", "5", "A")
    await desk.wait(1.0)
    assert desk.machine.display[:4] == "175A"
    await desk.press("plus")
    await desk.wait(0.3)
    assert desk.machine.display[:4] == "175b"
    assert desk.session.running


@on_desk(wally)
async def test_with_the_teletype_in_focus_the_keyboard_types_there(desk):
    await desk.command("input terminal 1")
    await desk.command("goto 1C4F")
    await desk.wait(0.3)
    await desk.press("escape", "t", "ctrl+k", *"1780", "space")
    await desk.wait(2.0)
    assert "1780" in "\n".join(desk.lines("paper"))
