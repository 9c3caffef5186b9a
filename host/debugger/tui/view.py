"""The view without its commands: the places of panes, when they are drawn, messages, and the meaning of keys.

A terminal may hand over many keys at once: the user types fast, or the line is slow. So their meaning is decided, and
done, one after the other, before the next key is looked at; typing during a journey waits for its end.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widget import AwaitMount, Widget
from textual.widgets import Input, Static

from emulators.errors import IronboardError
from host import interruption
from host.debugger.cli import Monitor
from host.debugger.commands.command import Group
from host.debugger.opening import Opened
from host.debugger.stops import Halt, Reason
from host.debugger.tui import layout, machine
from host.debugger.tui.bars import CommandLine, Completion, Heading, KeyBar, Status, Timeline
from host.debugger.tui.control import Control
from host.debugger.tui.dialogs import Question
from host.debugger.tui.layout import ACTIONS, ALL, LETTERS, PRIORITY
from host.debugger.tui.machine import LogPane, PaperPane, RegistersPane
from host.debugger.tui.memory import MemoryPane
from host.debugger.tui.pane import Context, Pane, theme, theme_name
from host.debugger.tui.program import CodePane, SourcePane
from host.ui.teletype_screen import sent_by_key

FRAMES = 30  # per second
PATIENCE = 0.2  # seconds after which the view says that it is busy
SLOW = 4  # frames between two looks at fields that cannot be read faster
FIRST_SHOWN = (
    "source", "variables", "registers", "memory", "calls", "devices", "bus", "log", "code", "breakpoints", "memory2",
    "paper", "map",
)  # fmt: skip
QUIET = (Reason.START, Reason.GOAL, Reason.TIME, Reason.PAUSE)  # halts that the log need not know of
BREAKING_OFF = ("f5", "f8", "c", "escape")  # keys that interrupt a journey, or a command, that takes too long
AHEAD = 100  # keys that wait at most
PC_NAMES = {"plus": "+"}  # Textual's name of a key -> the one in the machine's table of keys


class View(App[int]):
    """The panes around a session. `make_panes` makes them, `scrub` goes to a cycle.

    `now` is the wall clock, `frames` the number of updates a second; with 0 the caller calls `tick`.
    """

    CSS_PATH = "screen.tcss"
    TITLE = "Ironboard debugger"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False, priority=True) for key, action in PRIORITY.items()
    ]
    source: SourcePane
    code: CodePane
    registers: RegistersPane
    memory: MemoryPane
    memory2: MemoryPane
    log_pane: LogPane

    def __init__(
        self, opened: Opened, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter, frames: int = FRAMES
    ) -> None:
        super().__init__()
        self.opened, self.session = opened, opened.session
        self.monitor = Monitor(
            self.session, self.say, run=self._command_runs, kind=opened.kind, extra=(self.commands(),)
        )
        self.control = Control(self.session, speed, now)
        self.context = Context(self.control, self.monitor.layout)
        self.machine_keys = dict(opened.kind.keys())  # key of the PC's keyboard -> the machine's key
        self.opening: AwaitMount | None = None  # a dialog that is being opened
        self.entering = False  # a command is on its way from the command line
        self.is_slow = False  # a journey or a command has lasted so long that the user has been told
        self._frames, self._frame = frames, 0
        self._ahead: deque[events.Key] = deque()
        self._asking = False  # a question is open, and nothing happens meanwhile
        self._by_command = False  # the run was begun on the command line
        self._unsaid: list[tuple[str, str]] = []  # for the log, with inks
        self._recent = list(FIRST_SHOWN)  # the panes, the one chosen last first
        if self.session.language:  # then memory is of less interest
            self._recent.remove("memory")
            self._recent.append("memory")
        self._places: list[layout.Place] = []
        self._extent = self.size  # of the terminal, as it will be when the panes are drawn
        self.panes = {str(pane.id): pane for pane in self.make_panes()}
        self.headings = [Heading(self.context, self.go_to_pane, classes="heading") for _ in layout.PANES]
        self.timeline = Timeline(self.context, self.scrub, id="timeline")
        self.status = Status(self.context, self._do, id="status")
        self.key_bar = KeyBar(self.context, self._do, id="keys")
        self.command_line = CommandLine(Completion(self.monitor), id="command")
        for dark in (True, False):
            self.register_theme(theme(dark))
        self.use_theme(self.current_theme.dark)
        self.session.on_log = lambda text: self.say(text, machine.TOLD)
        self.session.history.on_new_future.append(self._say_new_future)

    def make_panes(self) -> list[Pane]:
        """Return all panes, and set the attributes that name some of them."""
        raise NotImplementedError

    def commands(self) -> Group:
        """Return the commands that only this view has."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave, whatever is at work."""
        raise NotImplementedError

    def scrub(self, cycle: int) -> None:
        """Go to a cycle, from the time line."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        with Container(id="desk"):
            yield from self.panes.values()
            yield from self.headings
        yield self.timeline
        yield self.status
        with Horizontal(id="prompt"):
            yield Static(" › ", id="mark", markup=False)
            yield self.command_line
        yield self.key_bar

    def on_mount(self) -> None:
        """Show the machine's position, focus the command line, and start the clock."""
        for warning in self.opened.warnings:
            self.say(warning, machine.ERROR)
        self._extent = self.size
        self.arrange()
        self.set_focus(self.command_line)
        self.call_after_refresh(self.arrive)
        if self._frames:
            self.set_interval(1 / self._frames, self.tick)
            interruption.in_loop(self.leave)

    def use_theme(self, dark: bool) -> None:
        """Draw everything in light or dark colours."""
        self.context.palette.dark = dark
        self.theme = theme_name(dark)
        self.source.colour_anew()
        self.log_pane.colour_anew()
        self.show()

    # ------------------------------------------------------------ layout

    def on_resize(self, event: events.Resize) -> None:
        """Divide the screen again."""
        self._extent = event.size
        self.arrange()
        self.call_after_refresh(self.show)

    def arrange(self) -> None:
        """Give every pane its place; of those that share one, the last selected is shown."""
        width, height = self._extent
        plan = layout.plan(width, height, self.registers.wanted, self.session.language is not None)
        box = layout.Box(0, 0, width, max(0, height - layout.BARS))
        self._places = layout.places(plan, box, self.panes)
        shown = {self._shown_in(place): place.box for place in self._places}
        for name, pane in self.panes.items():
            pane.display = name in shown
            if name in shown:
                put(pane, shown[name], layout.HEADING)
        for heading, place in zip(self.headings, [*self._places, *[None] * len(self.headings)], strict=False):
            heading.display = place is not None
            if place is not None:
                put(heading, place.box._replace(height=layout.HEADING), 0)
        if isinstance(self.focused, Pane) and not self.focused.display:
            self.set_focus(self.main_pane)

    def _shown_in(self, place: layout.Place) -> str:
        return min(place.panes, key=self._recent.index)

    @property
    def main_pane(self) -> SourcePane | CodePane:
        """The source or the disassembly: the visible one used last."""
        code_first = self._recent.index("code") < self._recent.index("source")
        return self.code if self.code.display and (code_first or not self.source.display) else self.source

    def choose_pane(self, name: str) -> None:
        """Show a pane in its shared place."""
        if name in self.panes and self._recent[0] != name:
            self._recent.remove(name)
            self._recent.insert(0, name)
            self.arrange()
            self.call_after_refresh(self.show)

    def go_to_pane(self, name: str) -> None:
        """Show a pane, and give it the keyboard."""
        if name in self.panes:
            self.choose_pane(name)
            self.set_focus(self.panes[name])
            self.show()

    # ------------------------------------------------------------ drawing

    def show(self) -> None:
        """Refresh everything visible."""
        if not self.is_running or self.context.busy:
            return
        for pane in self.panes.values():
            if pane.display:
                pane.show()
        for heading, place in zip(self.headings, self._places, strict=False):
            shown = self._shown_in(place)
            tabs = [(name, layout.PANES[name], self.panes[name].title) for name in place.panes]
            heading.show(tabs, shown, self.panes[shown].long_title, self.panes[shown].has_focus, place.box.width)
        self.timeline.show()
        self.status.show(self.context.keyboard)
        self.key_bar.show(self.machine_keys if self.context.keyboard else None)

    # ------------------------------------------------------------ time

    def tick(self) -> None:
        """Run the machine up to the clock, and show it: digits often, the rest at reading speed."""
        if self._asking or self.context.busy or not self.control.running:
            return
        try:
            halt = self.control.tick(self._next_run)
        except IronboardError as error:
            halt = self.control.pause()
            self.report(error)
        if halt:
            self.halted(halt)
            return
        self._frame += 1
        if self._frame % SLOW == 0:
            self.show()
        elif self.panes["devices"].display:
            self.panes["devices"].show()

    def _next_run(self) -> None:
        """Make the command continue its series of runs, or report where the last one halted."""
        if self._by_command:
            self.attempt(self.monitor.halted)

    def halted(self, halt: Halt) -> None:
        """Report why the machine has halted, once, and show where."""
        if self._by_command:
            self._by_command = False
        elif halt.reason not in QUIET:
            for line in self.monitor.layout.halt(halt):
                self.say(line, machine.NOTE)
        self.arrive()

    def _command_runs(self) -> None:
        """Pace a run begun by a command."""
        self._by_command = True
        if not self.context.busy:
            self.control.pacer.resume()

    def arrive(self) -> None:
        """Show the machine's position."""
        address, here = self.session.address, self.session.line_here()
        has_source = here is not None and self.source.show_line(*here)
        self.source.mark_frame(here if self.session.frame else None)
        self.code.show_address(address)
        wanted, other = ("source", "code") if has_source else ("code", "source")
        if any(wanted in place.panes and self._shown_in(place) == other for place in self._places):
            focused = self.panes[other].has_focus
            self.choose_pane(wanted)
            if focused:
                self.set_focus(self.panes[wanted])
        for pane in (self.memory, self.memory2):
            pane.follow_changes()
        self.show()

    # ------------------------------------------------------------ what may take long

    def work(self, job: Callable[[], object], then: Callable[[], object]) -> None:
        """Do a task in a thread, so that the view stays responsive; then continue, whether it succeeded or not."""
        if self.context.busy:
            return
        self.context.busy = True
        self.run_worker(lambda: self._work(job, then), thread=True)
        self.set_timer(PATIENCE, self._show_busy)

    def _work(self, job: Callable[[], object], then: Callable[[], object]) -> None:
        try:
            job()
            error = None
        except IronboardError as caught:
            error = caught
        self.call_from_thread(self._worked, error, then)

    def _worked(self, error: IronboardError | None, then: Callable[[], object]) -> None:
        self.context.busy = False
        self.is_slow = False
        self._say_all()
        if error:
            self.report(error)
        then()
        while self._ahead:  # the keys that have waited
            event = self._ahead.popleft()
            self.post_message(events.Key(event.key, event.character))

    def _show_busy(self) -> None:
        if self.context.busy:
            self.is_slow = True
            self.status.show_busy()

    def break_off(self) -> None:
        """Interrupt a journey, and discard keys typed during it."""
        self._ahead.clear()
        self.session.pause()

    # ------------------------------------------------------------ talking

    def say(self, text: str, ink: str = machine.OUTPUT) -> None:
        """Write into the log, from any thread."""
        self._unsaid.append((text, ink))
        if not self.context.busy:
            self._say_all()

    def _say_new_future(self) -> None:
        self.say(f"the history after cycle {self.session.cycles:,} is discarded", machine.NOTE)

    def _say_all(self) -> None:
        unsaid, self._unsaid = self._unsaid, []
        for text, ink in unsaid:
            self.log_pane.say(text, ink)

    def report(self, error: Exception) -> None:
        """Show an error where the user sees it."""
        self.say(str(error), machine.ERROR)
        if not self.log_pane.display:
            self.notify(str(error), severity="error", timeout=6, markup=False)

    def attempt(self, action: Callable[[], object]) -> None:
        """Call a function; on failure, report why."""
        try:
            action()
        except IronboardError as error:
            self.report(error)

    def before_change(self, action: Callable[[], object]) -> None:
        """Do something that discards the known future; ask first if there is one."""
        future = self.control.future
        if not future:
            self.attempt(action)
            self.show()
            return
        if self._asking:
            return
        self._asking = True
        question = (
            f"You are in the past, {future:,} cycles before the end of the history.\n"
            "This change discards the history after this cycle. There is no way to get it back."
        )
        self.push_screen(Question(question), lambda yes: self._answered(bool(yes), action))

    def _answered(self, yes: bool, action: Callable[[], object]) -> None:
        self._asking = False
        if yes:
            self.attempt(action)
        self.control.pacer.restart()
        self.show()

    # ------------------------------------------------------------ keys

    async def on_event(self, event: events.Event) -> None:
        """Handle keys before any widget does."""
        if isinstance(event, events.Key) and not event.is_forwarded and await self._takes(event):
            return
        await super().on_event(event)

    async def _takes(self, event: events.Key) -> bool:
        """Perform the action of a key; return whether it has one here."""
        if len(self.screen_stack) > 1 or event.key in PRIORITY:
            return False
        typing = isinstance(self.focused, Input)
        if self.entering or (self.context.busy and not (typing and event.key not in ACTIONS and event.key != "enter")):
            if self.is_slow and event.key in BREAKING_OFF:
                self.break_off()
            elif len(self._ahead) < AHEAD:
                self._ahead.append(event)
            return True
        if self.context.keyboard and not typing and self._machine_takes(event):
            return True
        if self.focused is self.command_line and event.key == "colon" and not self.command_line.value:
            return True  # it leads here, and is not part of a command
        if typing and event.key == "enter":
            self.entering = True  # until the line has got all that was typed before
            return False
        if isinstance(self.focused, Pane) and self.focused.takes(event):
            return True
        letters = LETTERS if not typing or event.key == "escape" else {}
        action = ACTIONS.get(event.key) or letters.get(event.key)
        if action:
            await self.run_action(action)
            if self.opening is not None:
                opening, self.opening = self.opening, None
                await opening
        return action is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a dialog is open, only quitting is possible; while a journey lasts, interrupting it, too."""
        allowed = {"quit", "halt"} if self.context.busy else {"quit"}
        free = len(self.screen_stack) == 1 and not self.context.busy
        return free or action in allowed or action not in {each.action for each in ALL}

    def _do(self, action: str) -> None:
        """Perform the action of a click in a bar."""
        self.call_later(self.run_action, action)

    def _machine_takes(self, event: events.Key) -> bool:
        """Press or type a key on the machine; return whether it has such a key."""
        key = PC_NAMES.get(event.key, event.key).lower()
        character = sent_by_key(event.key, event.character)
        types = "type" in self.session.machine.inputs
        if types and character and (isinstance(self.focused, PaperPane) or not self.machine_keys):
            self.before_change(lambda: self._type(character))
            return True
        if key in self.machine_keys:
            self.before_change(lambda: self.control.hands.press(self.machine_keys[key]))
            return True
        return False

    def _type(self, text: str) -> None:
        for character in text:
            self.session.give("type", character)

    def on_paste(self, event: events.Paste) -> None:
        """Send a pasted text to the machine, if that has the keyboard."""
        if self.context.keyboard and "type" in self.session.machine.inputs and len(self.screen_stack) == 1:
            text = event.text.replace("\r\n", "\r").replace("\n", "\r")
            self.before_change(lambda: self._type(text))


def put(widget: Widget, box: layout.Box, below: int) -> None:
    """Place a widget n rows below its upper edge."""
    widget.styles.offset = (box.x, box.y + below)
    widget.styles.width = box.width
    widget.styles.height = max(0, box.height - below)
