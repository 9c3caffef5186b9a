"""Whatever is typed at a panel, as an answer to its questions or at its keyboard: it is done, or told; nothing ends."""

from importlib import import_module

import pytest

from host import registry
from tests.shared import spread

WRONG = (
    "", " ", "-1", "0", "1.5", "1e9", "1e999", "9" * 20, "9" * 5000, "nan", "x", "é€", "a\0b",
    "~no.such.user/x", "~", "/", ".", "@", "x @", "x @99", "x @-1", "missing/x", "x" * 300 + ".state",
    "x.ptp 9999999", "x.bin zz", "x.ptp " + "F" * 30, '"', "''", "x.txt", "x.state", "x.p7b @2", "punch ",
    "punch é",
)  # fmt: skip


@pytest.fixture(params=[each for each in registry.models().values() if each.front], ids=lambda model: model.name)
def controller(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = request.param
    return import_module(model.front).controller(model.build({}))


def test_a_wrong_answer_is_told(controller):
    """The question stays; the controller goes on."""
    for command in controller.panel.commands:
        for value in WRONG:
            controller.prompt = None
            if command.name == "quit" or (controller.command(command.name), controller.prompt)[1] is None:
                break
            controller.prompt.text = value
            controller.prompt.candidates(controller.settings)
            controller.error = ""
            controller.answer(value)
            assert "\n" not in controller.error
            assert len(controller.error) < 400
    controller.advance()


def test_a_wrong_word_at_the_keyboard_is_refused(controller):
    words = ("GO", "STEP", "SPEED", "C", "D", "C2", "M", "EOI", "RERUN", "", "AB", "Z")
    for word in words:
        for value in spread(WRONG, 16):
            for line in (f"{word},{value}.", f"{word},{value},{value}.", f"{word},1,{value}.", f"{word}.", f"{value}."):
                controller.type(line + "\r")
                controller.advance()
