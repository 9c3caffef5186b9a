"""The Teletype: logging on, typing, the strap."""

from __future__ import annotations

import pytest

from tests.faces.kim1.test_keypad import given


@pytest.fixture
def logged_on(user):
    user.controller.command("log_on")
    user.wait(1.5)
    return user


def test_log_on_brings_the_monitor_s_prompt_and_the_keyboard(logged_on):
    assert logged_on.kim.strapped
    assert logged_on.controller.paper.lines[-2] == "KIM"
    assert logged_on.controller.focus == "paper"
    assert logged_on.shown["advice"] == "typing goes here"


def test_log_on_works_while_keys_wait(user):
    user.strike("f1", *"0123")
    user.controller.command("log_on")
    user.wait(3.0)
    assert user.controller.paper.lines[-2] == "KIM"


def test_what_is_typed_reaches_the_monitor_and_its_answer_the_paper(logged_on):
    logged_on.kim.poke(0x0234, 0x5A)
    for character in "0234 ":
        logged_on.controller.type(character)
        logged_on.wait(0.1)
    logged_on.wait(0.3)
    assert logged_on.kim.transcript.endswith("0234 \n0234 5A ")
    assert "0234 5A" in logged_on.controller.paper.text


def test_small_letters_are_sent_as_capitals(logged_on):
    inputs = given(logged_on.kim)
    logged_on.controller.type("q")
    assert [value for _, _, value in inputs] == [["Q", 0]]


def test_a_typist_who_presses_keys_does_not_wait_for_answers_a_pasted_text_does(logged_on):
    inputs = given(logged_on.kim)
    logged_on.controller.type("0")
    logged_on.controller.type("2")  # the first one is being sent
    logged_on.wait(1.0)
    logged_on.controller.type("00 11.22.33.")
    assert [value for _, _, value in inputs] == [["0", 0], ["2", 1], ["00 11.22.33.", 1]]
    logged_on.wait(2.0)
    assert logged_on.kim.memory[0x0200:0x0203] == b"\x11\x22\x33"


def test_the_strap_is_changed_and_told(user):
    assert user.shown["tty"] == "TTY   9600 baud   monitor on the keypad"
    assert user.shown["commands"]["strap"] == "STRAP: KEYPAD"
    user.strike("ctrl+t")
    user.wait(0.2)
    assert user.shown["tty"] == "TTY   9600 baud   monitor on the Teletype"
    assert user.shown["commands"]["strap"] == "STRAP: TELETYPE"
    assert "strap" in user.shown["lit"]
    user.strike("ctrl+t")
    user.wait(0.2)
    assert not user.kim.strapped
