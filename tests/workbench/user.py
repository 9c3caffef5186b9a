"""A page for tests: it sends messages to a worker, and keeps those that it is sent. Its time passes by `wait` alone."""

import itertools

from host.workbench.worker import Worker

FRAME = 0.04  # seconds


class Failed(Exception):
    """The error of a call, with its kind and the places in sources."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.kind, self.places = error["kind"], error.get("places")


class Page:
    def __init__(self, **options):
        self.time = 100.0
        self.sent = []
        self.numbers = itertools.count(1)
        self.worker = Worker(self.sent.append, now=lambda: self.time, **options)

    def hear(self, **message):
        self.worker.hear(message)
        return self.worker.turn()

    def wait(self, seconds=FRAME):
        """Let time pass, with turns as often as the worker wants them and at least every frame."""
        end = self.time + seconds
        while self.time < end - 1e-9:
            wanted = self.worker.turn()
            self.time += min(FRAME, end - self.time, FRAME if wanted is None else max(wanted, 0.001))
        return self.worker.turn()

    def call(self, name, *args):
        number = next(self.numbers)
        self.hear(channel="call", id=number, name=name, args=args)
        (reply,) = [each for each in self.sent if each["channel"] == "reply" and each["id"] == number]
        if "error" in reply:
            raise Failed(reply["error"])
        return reply["value"]

    def dap(self, command, **arguments):
        number = next(self.numbers)
        self.hear(channel="dap", message={"seq": number, "type": "request", "command": command, "arguments": arguments})
        (answer,) = [
            each["message"]
            for each in self.sent
            if each["channel"] == "dap" and each["message"].get("request_seq") == number
        ]
        if not answer["success"]:
            raise Failed({"message": answer["message"], "kind": "dap"})
        return answer.get("body")

    def hand(self, *hand):
        return self.hear(channel="panel", hand=list(hand))

    def launch(self, program=None, machine=None, **arguments):
        self.dap("initialize", adapterID="test")
        self.dap("launch", **{"speed": 1, "program": program, "machine": machine, **arguments})
        self.dap("configurationDone")

    @property
    def session(self):
        return self.worker.debugger.conversation.session

    @property
    def controller(self):
        return self.worker.debugger.panel.controller

    def events(self, name):
        """The bodies of the debugger's events of a name."""
        messages = [each["message"] for each in self.sent if each["channel"] == "dap"]
        return [each.get("body") for each in messages if each.get("event") == name]

    def seen(self, kind="shown"):
        """The values of the panel as the page knows them: all changes together."""
        found = {}
        for each in self.sent:
            if each["channel"] == "panel" and "front" in each:
                found = {}
            found |= each.get(kind, {})
        return found

    @property
    def paper(self):
        """The lines of the paper as the page puts them together."""
        lines, start = [], 0
        for each in self.sent:
            if each["channel"] == "panel" and "front" in each:
                lines, start = [], 0
            if new := each.get("paper"):
                kept = lines[max(0, new["first"] - start) : max(0, new["at"] - start)]
                lines, start = [*kept, *new["lines"]], new["first"]
        return lines
