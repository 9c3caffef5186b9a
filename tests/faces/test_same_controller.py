"""The controller of a page and that of Python: the same hands at the same times do the same, at the same cycles."""

from __future__ import annotations

import json
import shutil

import pytest

from emulators.pacing import Pacer
from host import registry
from tests.faces.pages import in_node

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
KEYS = [each for key in "AD 0 2 0 0 DA E A + RS".split() for each in (["press", "pad", key], ["release"])]
STEPS = {  # machine, program -> what hands do, and seconds to wait
    ("kim1", None): [*KEYS, 1.0, ["key", "4"], ["release"], 0.1, ["command", "sst"], ["command", "log_on"], 0.5,
                     ["type", "0200 "], 1.0, ["command", "pause"], ["command", "step"], ["command", "pause"], 0.3,
                     ["command", "faster"], 0.4, ["command", "keep"], 0.2, ["command", "strap"], 0.2,
                     ["command", "back"], 0.3],
    ("kim1", "wally"): [1.0, ["key", "0"], ["release"], ["key", "0"], ["release"], ["key", "enter"], ["release"], 6.0,
                        ["act", "go", 48], 0.1, ["act", "go", 50], 30.0, ["command", "pass"], 20.0,
                        ["command", "take back"], 1.0, ["act", "go", 100], 1.0],
    ("704", "checkers"): [["act", "board", 17], 0.1, ["act", "board", 24], 4.0, ["command", "let it move"], 1.3,
                          ["command", "depth"], 0.5,
                          ["act", "entry", "3"], ["press", "console", "RESET"], 0.2, ["release"], 0.5],
    ("6600", "mates"): [1.5, ["press", "palette", "R"], ["release"], ["act", "board", 5], ["command", "solve"], 0.5,
                        ["type", "B"], ["type", "X"], ["type", "."], ["type", "\r"], 0.2, ["type", "STOP.\r"], 0.3,
                        ["type", "STEP,5.\r"], ["type", "GO.\r"], 0.4, ["command", "rerun"], 1.0],
}  # fmt: skip


@pytest.mark.parametrize(("machine", "program"), STEPS)
def test_the_same_hands_do_the_same(machine, program):
    steps, given, time, lights = STEPS[machine, program], [], [0.0], []
    model = registry.find(machine)
    controller = model.runner().controller({"program": program})
    result = in_node(
        controller,
        f"""
        for (const step of {json.dumps(steps)}) {{
            if (typeof step !== "number") desk[step[0]](...step.slice(1));
            else for (let frame = 0; frame < step * 30; frame++) {{
                pass(1 / 30);
                if (!frame) (told.lights ??= []).push(structuredClone(desk.ui.light));  // lamps still change
            }}
        }}
        """,
    )
    controller.now = lambda: time[0]
    controller.pacer = Pacer(controller, 1.0, controller.now)
    controller.refresh(still=True)
    controller.machine.on_give = lambda cycle, kind, value: given.append([cycle, kind, value])
    for step in steps:
        if not isinstance(step, float):
            getattr(controller, step[0])(*step[1:])
            continue
        frames = 0
        while frames < step * 30:
            time[0] += 1 / 30
            controller.advance()
            if not frames:
                lights.append([*controller.ui["light"]])
            frames += 1
    assert controller.cycles == result["cycles"]
    assert lights == result["told"]["lights"]
    assert controller.ui["light"] == result["ui"]["light"]
    assert controller.ui["megahertz"] == pytest.approx(result["ui"]["megahertz"])
    for name in ("speed", "focus", "still", "paused", "waiting"):
        assert controller.ui[name] == result["ui"][name], name
    assert controller.error == result["error"]
    assert controller.notice == result["notice"] or machine == "704"  # says why it has stopped: in a page `now` does
    assert [each for each in result["given"] if each not in given] == []


def test_in_a_still_picture_lamps_are_dark_or_as_bright_as_can_be():
    controller = registry.find("704").runner().controller({"program": "checkers"})
    result = in_node(controller, "desk.refresh(true);")
    controller.samples.clear()
    controller.refresh(still=True)
    sample = zip(controller.views["sample"](controller.m, controller.ui), controller.panel.widths, strict=True)
    full = [[16 * (word >> place & 1) for place in reversed(range(width))] for word, width in sample]
    assert any(map(any, full))
    assert controller.ui["light"] == full
    assert result["ui"]["light"] == full
