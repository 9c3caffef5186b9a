"""The panel of the debugger's machine: the data that a page draws, and the user's hands.

A page is told once of each machine, or program with other additions, `front`: title, machine, program, panel,
commands, widths, sounds, clock, constants, glyphs, as host/ui/front.py has them (null: this machine has no panel).
Then frames follow, at most FRAMES a second, with the values that have changed:

    shown     the values of the panel's parts, by their names, as `look` returns them
    state     panes     names of the panes that are shown
              focus     the part that has the keyboard, "": the machine's keys; turns: whether that can change
              typed     parts that take typed text
              notice, error         texts, "": none; help: whether the help is wanted
              paused    no run is wanted; running: the debugger runs the machine
              speed     times the original's, 0: turbo; megahertz: the speed reached; cycles
              labels    {command: label}; lit: the names of commands with lit buttons
              back      lines that the paper is scrolled back; bells: how often it has rung
              sound     whether it is on
              prompt    {"title", "hint", "text", "kind": "" | "open" | "save"}, or null
              menu      {"title", "choices": [[title, detail]], "chosen", "deletes", "renames"}, or null
    paper     {"first": number of the first line kept, "at": that of the first line sent, "lines", "column", "folds"}:
              lines from "at" on are those sent; numbers are counted since clean paper

Hands, as ["press", "pad", "GO"]:

    press PART KEY, release                a key of the machine
    act WHAT VALUE                         a click on a board or tube, its wheel
    command NAME, key NAME, type TEXT      keys are PC keys by neutral names
    scroll LINES, focus PART, show PANE, speed TIMES (0: turbo)
    answer TEXT, leave                     the prompt. "open": a file that files.write has brought, or a program's name
    choose N, delete N, rename N, close    the menu
    seen                                   the error has been read
    whole                                  another view: front and all values are sent again
"""

from __future__ import annotations

import base64
import contextlib
import math
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from host import registry
from host.debugger.dap.conversation import Conversation
from host.debugger.dap.debuggee import Debuggee
from host.debugger.opening import source_suffixes
from host.ui import operating
from host.ui.controller import Controller, Tools
from host.ui.front import front
from host.ui.parts import Panel
from host.ui.sound import FASTEST, STALE
from host.workbench.driving import PanelPacer, SessionDriver
from host.workbench.page import Page, as_text

FRAMES = 25  # a second
FRAME = 1 / FRAMES
SLACK = 0.002  # seconds that a timer may be early
REMEMBER = 0.5  # seconds between two views kept of the past
BESIDE = frozenset(  # commands with a button of the page beside the panel
    "open save keep back pause step slower speed faster turbo sound more".split()
)
NOT_HERE = ("picture", "film", "full screen", "quit")  # commands that are the page's own


class PageTools(Tools):
    """The page's services for a controller."""

    def __init__(self, post: Callable[[dict[str, Any]], None]) -> None:
        self._post = post

    def copy(self, text: str) -> None:
        """Send a text for the clipboard."""
        self._post({"channel": "panel", "copy": text})


class PanelChannel:
    """A panel, its page, and the debugger that drives its machine."""

    def __init__(self, page: Page, conversation: Conversation, controller: Controller, debuggee: Debuggee) -> None:
        self.controller, self.debuggee = controller, debuggee
        self._post, self._now = page.post, page.now
        self.driver = SessionDriver(controller, conversation, debuggee)
        controller.driver, controller.tools = self.driver, PageTools(page.post)
        controller.other_names = {"pause": "F5", "open": "Open"}
        pacer = PanelPacer(controller, debuggee, page.now)
        controller.pacer = pacer
        debuggee.runner.paced_by(pacer, FRAME, page.now)
        self._panel: Panel | None = None
        self._sent: dict[str, str] = {}
        self._paper = (0, 0, 0)  # characters received, number of the first line kept, number of lines when it was sent
        self._due = self._view_due = 0.0
        self._stirred = True  # something may have changed while the machine does not run
        self._was_heard = False
        self.driver.note_view()

    # ------------------------------------------------------------ hands

    def hand(self, given: Sequence[Any]) -> None:
        """Do a hand."""
        name, *rest = given
        self.driver.note_view()
        HANDS[name](self, *rest)
        self.driver.settle()
        self.driver.follow()
        self._stirred = True

    def answer(self, text: str) -> None:
        """Answer the prompt; send a file that is saved then."""
        prompt = self.controller.prompt
        if prompt and prompt.done == self.controller.open_file and (program := self._program_in(text)):
            self.controller.leave()
            self._post({"channel": "panel", "program": program})
            return
        if prompt is None or prompt.kind != "save":
            self.controller.answer(text)
            return
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            self.controller.answer(text)
            for file in sorted(Path().rglob("*")):
                if file.is_file():
                    data = base64.b64encode(file.read_bytes()).decode("ascii")
                    self._post({"channel": "panel", "file": {"name": file.name, "data": data}})

    def _program_in(self, text: str) -> str:
        """Return the source, or the program of the bundle, that a line names; "" for files of media."""
        name = text.strip()
        if Path(name).suffix.lower() in source_suffixes():
            path = self.controller.path_in(name)
            return os.path.abspath(path) if path.is_file() else ""
        model = registry.find(registry.titled(self.controller.machine.title) or "")
        return model.opened(name) if name in registry.known_to(model) else ""

    def set_speed(self, times: float) -> None:
        """Set the speed."""
        self.controller.pacer.speed = float(times) or math.inf

    def forget_sent(self) -> None:
        """Send everything again."""
        self._panel = None

    # ------------------------------------------------------------ frames

    def turn(self, wait: float | None) -> float | None:
        """Send a frame if it is time; return the seconds until the next turn: `wait`, or less."""
        controller, now = self.controller, self._now()
        running = self.debuggee.session.running
        self.driver.settle()
        if running or self._stirred or (controller.notice and now >= controller._notice_until):
            if now >= self._due - SLACK:
                self._stirred = running  # after the run one frame more
                self._due = now + FRAME
                self.frame(still=not running)
                if running and now >= self._view_due:
                    self._view_due = now + REMEMBER
                    self.driver.note_view()
            left = max(0.0, self._due - now) if running or self._stirred else None
            wait = left if wait is None else wait if left is None else min(wait, left)
        if controller.notice:
            left = max(0.0, controller._notice_until - now)
            wait = left if wait is None else min(wait, left)
        return wait

    def stir(self) -> None:
        """Note that the machine may have changed, or has gone elsewhere in time."""
        self._stirred = True
        self.driver.settle()

    def frame(self, still: bool) -> None:
        """Look at the machine; send the changes."""
        controller = self.controller
        if controller.notice and self._now() >= controller._notice_until:
            controller.notice = ""
        controller.refresh(still=still)
        if controller.panel is not self._panel:
            self._panel, self._sent, self._paper = controller.panel, {}, (0, 0, 0)
            self._post({"channel": "panel", "front": self.front()})
        shown = self._changes("shown ", controller.shown)
        state = self._changes("state ", self.state())
        paper = self._new_paper()
        if shown or state or paper:
            self._post({"channel": "panel", "shown": shown, "state": state, **({"paper": paper} if paper else {})})
        self._listen()

    def front(self) -> dict[str, Any]:
        """Return the constant part of the panel."""
        controller = self.controller
        found = front(controller, whole=True)
        for part in (part for pane in found["panel"]["panes"] for part in pane["parts"] if part["kind"] == "Buttons"):
            part["places"] = {name: box for name, box in part["places"].items() if name not in BESIDE}
        found["commands"] = [each for each in found["commands"] if each["name"] not in NOT_HERE]
        return {
            "title": controller.machine.title,
            "machine": self.debuggee.launch.wish.machine,
            "program": controller.program,
            **found,
        }

    def state(self) -> dict[str, Any]:
        """Return the rest that a view shows, besides the values of parts."""
        controller, prompt, menu = self.controller, self.controller.prompt, self.controller.menu
        speed = controller.pacer.speed
        return {
            "panes": [each.name for each in controller.panes],
            "focus": controller.focus,
            "turns": operating.has_turns(controller),
            "typed": controller.typed_parts,
            "notice": controller.notice,
            "error": controller.error,
            "help": controller.shows_help,
            "paused": controller.pacer.paused,
            "running": self.debuggee.session.running,
            "speed": 0 if math.isinf(speed) else speed,
            "megahertz": round(controller.pacer.megahertz, 3),
            "cycles": controller.cycles,
            "labels": controller.labels(),
            "lit": sorted(controller.lit()),
            "back": controller.back,
            "bells": controller.paper.bells,
            "sound": controller.sound,
            "prompt": prompt and {"title": prompt.title, "hint": prompt.hint, "text": prompt.text, "kind": prompt.kind},
            "menu": menu and {
                "title": menu.title,
                "choices": [[each.title, each.detail] for each in menu.choices],
                "chosen": menu.chosen,
                "deletes": menu.delete is not None,
                "renames": menu.rename is not None,
            },
        }  # fmt: skip

    def _changes(self, kind: str, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values that differ from those sent before."""
        found = {}
        for name, value in values.items():
            text = as_text(value)
            if self._sent.get(kind + name) != text:
                self._sent[kind + name], found[name] = text, value
        return found

    def _new_paper(self) -> dict[str, Any] | None:
        """Return the lines of the paper that are new or have changed, None if none has."""
        paper = self.controller.paper
        fed, first, count = self._paper
        now = paper.fed, paper.scrolled, len(paper.lines)
        if now == self._paper:
            return None
        is_more = paper.fed >= fed and paper.scrolled >= first and paper.scrolled + len(paper.lines) >= first + count
        at = max(paper.scrolled, first + count - 1) if is_more and fed else paper.scrolled
        self._paper = now
        lines = paper.lines[at - paper.scrolled :]
        return {"first": paper.scrolled, "at": at, "lines": lines, "column": paper.column, "folds": paper.folds}

    def _listen(self) -> None:
        """Send the sounds since the last frame while they can be heard: [name, seconds ago]."""
        controller, pacer = self.controller, self.controller.pacer
        if not controller.sound:
            self._was_heard = False
            return
        events, is_first, self._was_heard = controller.hear(), not self._was_heard, True
        if is_first or pacer.speed > FASTEST or not self.debuggee.session.running:
            return
        pace, due = pacer.speed * controller.clock, pacer.due
        heard = [[name, (due - cycle) / pace] for name, cycle in events if (due - cycle) / pace <= STALE]
        if heard:
            self._post({"channel": "panel", "heard": heard})


def _show(channel: PanelChannel, name: str) -> None:
    channel.controller.show(name)


def _menu(channel: PanelChannel, action: str, number: int) -> None:
    """Do something with a row of the menu: `choose`, `delete` or `rename` it."""
    controller, menu = channel.controller, channel.controller.menu
    if menu is None or not 0 <= number < len(menu.choices):
        return
    if action == "choose":
        controller.choose(number)
    elif change := getattr(menu, action):
        controller.change(change, number)


HANDS: dict[str, Callable[..., object]] = {
    "press": lambda channel, part, key: channel.controller.press(part, key),
    "release": lambda channel: channel.controller.release(),
    "act": lambda channel, what, value: channel.controller.act(what, value),
    "command": lambda channel, name: channel.controller.command(name),
    "key": lambda channel, name: channel.controller.key(name),
    "type": lambda channel, text: channel.controller.type(text),
    "scroll": lambda channel, lines: channel.controller.scroll(lines),
    "focus": lambda channel, part: setattr(channel.controller, "focus", part),
    "show": _show,
    "speed": lambda channel, times: channel.set_speed(times),
    "answer": lambda channel, text: channel.answer(text),
    "leave": lambda channel: channel.controller.leave(),
    "choose": lambda channel, number: _menu(channel, "choose", number),
    "delete": lambda channel, number: _menu(channel, "delete", number),
    "rename": lambda channel, number: _menu(channel, "rename", number),
    "close": lambda channel: setattr(channel.controller, "menu", None),
    "seen": lambda channel: setattr(channel.controller, "error", ""),
    "whole": lambda channel: channel.forget_sent(),
}
