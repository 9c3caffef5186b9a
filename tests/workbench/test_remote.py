"""What a page makes of the worker's messages: the panel as the worker has it, and words of memory."""

import base64
import json

import pytest

from host.debugger.stops import word_text
from host.workbench.worker import Worker
from tests.workbench.test_links import done

FRAMES = 60


class Clock:
    """The wall clock of a worker: it goes on while the worker waits."""

    seconds = 0.0

    def __call__(self):
        return self.seconds


class Bench:
    """A worker in this process, and its messages."""

    def __init__(self):
        self.posted, self.clock, self.sequence = [], Clock(), 0
        self.worker = Worker(self.posted.append, now=self.clock)

    def turn(self, count=1):
        for _ in range(count):
            self.clock.seconds += min(self.worker.turn() or 0.04, 0.04)

    def request(self, command, **given):
        self.sequence += 1
        message = {"seq": self.sequence, "type": "request", "command": command, "arguments": given}
        self.worker.hear({"channel": "dap", "message": message})
        self.turn()

    def begin(self, **given):
        self.request("initialize", adapterID="test")
        self.request("launch", **given)
        self.request("configurationDone")

    def hand(self, *given, frames=3):
        self.worker.hear({"channel": "panel", "hand": list(given)})
        self.turn(frames)

    @property
    def panel(self):
        return [each for each in self.posted if each["channel"] == "panel"]

    @property
    def controller(self):
        return self.worker.debugger.panel.controller


PLAYED = {
    "wally": [("press", "pad", "0"), ("release",), ("press", "pad", "2"), ("press", "pad", "GO"), ("release",)],
    "checkers": [("command", "show keys"), ("press", "sense", "1"), ("release",)],
    "mates": [("act", "palette", "K"), ("key", "f12"), ("command", "faster")],
}


@pytest.mark.parametrize("program", PLAYED)
def test_a_page_shows_of_a_panel_what_the_worker_shows(program):
    bench = Bench()
    bench.begin(program=program, speed=1)
    for hand in PLAYED[program]:
        bench.hand(*hand)
    bench.turn(FRAMES)
    bench.request("pause")
    bench.turn(5)
    [found] = done(["panel", bench.panel])
    controller = bench.controller
    wanted = {
        "shown": controller.shown,
        "panes": [each.name for each in controller.panes],
        "focus": controller.focus,
        "hasTurns": bool(controller.panel.keys),
        "notice": controller.notice,
        "back": controller.back,
        "lines": controller.paper.lines[-20:],
        "column": controller.paper.column,
    }
    value = found["value"]
    assert {name: value[name] for name in wanted} == json.loads(json.dumps(wanted, default=list))
    assert len(bench.panel) > len(PLAYED[program])  # and not all at once
    assert set(value["lit"]) == set(controller.lit()) & set(value["labels"])
    assert value["labels"].items() <= controller.labels().items()


@pytest.mark.parametrize(("bits", "radix"), [(8, 16), (36, 8), (60, 8), (15, 8)])
def test_words_are_written_as_the_debugger_writes_them(bits, radix):
    words = [0, 1, (1 << bits) - 1, 1 << bits - 1, 0o1234567 % (1 << bits)]
    data = b"".join(each.to_bytes(-(-bits // 8), "big") for each in words)
    [found] = done(["words", {"base64": base64.b64encode(data).decode()}, bits, radix])
    assert found["value"] == [word_text(each, radix, bits) for each in words]
