"""The view without its commands: panes, where they go, when they are drawn, and what is said to the user."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal
from textual.widget import Widget
from textual.widgets import Static

from emulators.errors import IronboardError
from host.debugger.language import Variable
from host.debugger.monitor import Monitor
from host.debugger.opening import Opened
from host.debugger.screen import layout, texts
from host.debugger.screen.bars import Heading, KeyBar, Status
from host.debugger.screen.command_line import CommandLine, Completion
from host.debugger.screen.context import Context
from host.debugger.screen.control import Control
from host.debugger.screen.dialogs import Question
from host.debugger.screen.palette import theme, theme_name
from host.debugger.screen.panes import log
from host.debugger.screen.panes.breakpoints import BreakpointsPane
from host.debugger.screen.panes.bus import BusPane
from host.debugger.screen.panes.calls import CallsPane
from host.debugger.screen.panes.code import CodePane
from host.debugger.screen.panes.devices import DevicesPane
from host.debugger.screen.panes.log import LogPane
from host.debugger.screen.panes.memory import MemoryPane
from host.debugger.screen.panes.pane import Pane
from host.debugger.screen.panes.paper import PaperPane, device_with_paper
from host.debugger.screen.panes.registers import RegistersPane
from host.debugger.screen.panes.source import SourcePane
from host.debugger.screen.panes.variables import VariablesPane
from host.debugger.screen.timeline import Timeline
from host.debugger.stops import Breakpoint, Halt

FRAMES = 30  # per second
PATIENCE = 0.2  # seconds after which the view says that it is busy
SLOW = 4  # frames between two looks at what nobody reads faster
BARS = 4  # lines below the panes
SHARED = 16  # rows of the registers, at most, where variables share their place
FIRST_SHOWN = (
    "source",
    "variables",
    "registers",
    "memory",
    "calls",
    "devices",
    "bus",
    "log",
    "code",
    "breakpoints",
    "memory2",
    "paper",
)


class View(App[int]):
    """The panes around a session.

    `now` is the clock on the wall, `frames` how often a second it is looked at; with 0 somebody else calls `tick`.
    """

    CSS_PATH = "screen.tcss"
    TITLE = "Ironboard debugger"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self, opened: Opened, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter, frames: int = FRAMES
    ) -> None:
        super().__init__()
        self.opened, self.session = opened, opened.session
        self.monitor = Monitor(self.session, self.say, run=self._command_runs, kind=opened.kind)
        self.control = Control(self.session, speed, now)
        self.context = Context(self.control, self.monitor.layout)
        self._frames, self._frame = frames, 0
        self.is_slow = False  # a journey or a command has lasted so long that the user has been told
        self._asking = False  # a question is open, and nothing happens meanwhile
        self._by_command = False  # the run was begun on the command line
        self._unsaid: list[tuple[str, str]] = []  # for the log, with inks
        self._recent = list(FIRST_SHOWN)  # the panes, the one chosen last first
        self._places: list[layout.Place] = []
        self._extent = self.size  # of the terminal, as it will be when the panes are drawn
        self._make_panes()
        self._make_bars()
        for dark in (True, False):
            self.register_theme(theme(dark))
        self.use_theme(self.current_theme.dark)
        self.session.on_log = lambda text: self.say(text, log.TOLD)
        self.session.history.on_new_future.append(self._say_new_future)

    def _make_panes(self) -> None:
        context = self.context
        self.source, self.code = SourcePane(context, "source"), CodePane(context, "code")
        self.registers = RegistersPane(context, "registers", self.edit_register)
        first, second = self.opened.kind.memory
        self.memory = MemoryPane(context, "memory", first, self.store, self.ask_expression)
        self.memory2 = MemoryPane(context, "memory2", second, self.store, self.ask_expression)
        self.calls = CallsPane(context, "calls", self.show_place, self.show_frame)
        self.breakpoints = BreakpointsPane(context, "breakpoints", self.edit_stop)
        self.log_pane = LogPane(context, "log")
        panes: list[Pane] = [
            self.source, self.code, self.registers, self.memory, self.memory2, self.calls, self.breakpoints,
            BusPane(context, "bus"), DevicesPane(context, "devices"), self.log_pane,
        ]  # fmt: skip
        if self.session.language:
            panes.append(VariablesPane(context, "variables", self.edit_variable))
        device = device_with_paper(self.session.machine.devices())
        if device is not None:
            panes.append(PaperPane(context, "paper", device))
        self.panes = {str(pane.id): pane for pane in panes}

    def _make_bars(self) -> None:
        self.headings = [Heading(self.context, self.go_to_pane, classes="heading") for _ in layout.PANES]
        self.timeline = Timeline(self.context, self.scrub, id="timeline")
        self.status = Status(self.context, self.do, id="status")
        self.key_bar = KeyBar(self.context, self.do, id="keys")
        self.command_line = CommandLine(Completion(self.monitor), id="command")

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
        """Show where the machine stands, and start the clock."""
        for warning in self.opened.warnings:
            self.say(warning, log.ERROR)
        self._extent = self.size
        self.arrange()
        self.set_focus(self.main_pane)
        self.call_after_refresh(self.arrive)
        if self._frames:
            self.set_interval(1 / self._frames, self.tick)

    def use_theme(self, dark: bool) -> None:
        """Draw everything in light or dark colours."""
        self.context.palette.dark = dark
        self.theme = theme_name(dark)
        self.source.colour_anew()
        self.log_pane.colour_anew()
        self.show()

    # ------------------------------------------------------------ layout

    def on_resize(self, event: events.Resize) -> None:
        """Divide the desk anew."""
        self._extent = event.size
        self.arrange()
        self.call_after_refresh(self.show)

    def arrange(self) -> None:
        """Give every pane its place; of those that share one, the one chosen last is shown."""
        width, height = self._extent
        rows = min(self.registers.wanted, SHARED) if self.session.language else self.registers.wanted
        plan = layout.plan(width, height, rows)
        box = layout.Box(0, 0, width, max(0, height - BARS))
        self._places = layout.places(plan, box, self.panes)
        shown = {self.shown_in(place): place.box for place in self._places}
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

    def shown_in(self, place: layout.Place) -> str:
        """Return the pane that is shown in a place."""
        return min(place.panes, key=self._recent.index)

    @property
    def main_pane(self) -> SourcePane | CodePane:
        """The source or the disassembly: the one used last of those that are shown."""
        code_first = self._recent.index("code") < self._recent.index("source")
        return self.code if self.code.display and (code_first or not self.source.display) else self.source

    def choose_pane(self, name: str) -> None:
        """Let a pane be shown, whatever shares its place."""
        if name in self.panes and self._recent[0] != name:
            self._recent.remove(name)
            self._recent.insert(0, name)
            self.arrange()
            self.call_after_refresh(self.show)

    def go_to_pane(self, name: str) -> None:
        """Show a pane, and let it have the keyboard."""
        if name in self.panes:
            self.choose_pane(name)
            self.set_focus(self.panes[name])
            self.show()

    # ------------------------------------------------------------ drawing

    def show(self) -> None:
        """Bring everything up to date that can be seen."""
        if not self.is_running or self.context.busy:
            return
        for pane in self.panes.values():
            if pane.display:
                pane.show()
        self._show_bars()

    def _show_bars(self) -> None:
        for heading, place in zip(self.headings, self._places, strict=False):
            shown = self.shown_in(place)
            tabs = [(name, layout.PANES[name], self._tab(name, name == shown)) for name in place.panes]
            heading.show(tabs, shown, self.panes[shown].has_focus, place.box.width)
        self.timeline.show()
        self.status.show(self.context.keyboard)
        self.key_bar.show(self.machine_keys if self.context.keyboard else None)

    def _tab(self, name: str, shown: bool) -> str:
        pane = self.panes[name]
        return (pane.long_title if shown else "") or pane.title

    def _show_running(self) -> None:
        """Show what moves while the machine runs: digits often, the rest as fast as one can read."""
        self._frame += 1
        if self._frame % SLOW == 0:
            self.show()
        elif self.panes["devices"].display:
            self.panes["devices"].show()

    # ------------------------------------------------------------ time

    def tick(self) -> None:
        """Let the machine catch up with the clock, and show it."""
        if self._asking or self.context.busy or not self.control.running:
            return
        try:
            halt = self.control.tick(self._next_run)
        except IronboardError as error:
            halt = self.control.pause()
            self.report(error)
        if halt:
            self.halted(halt)
        else:
            self._show_running()

    def _next_run(self) -> None:
        """Let the command that has begun a run begin the next one, or say where the last one has halted."""
        if self._by_command:
            self.attempt(self.monitor.halted)

    def halted(self, halt: Halt) -> None:
        """Say why the machine has halted, if that is news, and show where."""
        if self._by_command:
            self._by_command = False
        elif halt.reason not in texts.QUIET:
            for line in self.monitor.layout.halt(halt):
                self.say(line, log.NOTE)
        self.arrive()

    def _command_runs(self) -> None:
        """Let a run that a command has begun go on by the clock."""
        self._by_command = True
        if not self.context.busy:
            self.control.go_on()

    def arrive(self) -> None:
        """Show where the machine stands."""
        address, here = self.session.address, self.session.line_here()
        has_source = here is not None and self.source.show_line(*here)
        self.source.mark_frame(here if self.session.frame else None)
        self.code.show_address(address)
        wanted, other = ("source", "code") if has_source else ("code", "source")
        if any(wanted in place.panes and self.shown_in(place) == other for place in self._places):
            focused = self.panes[other].has_focus
            self.choose_pane(wanted)
            if focused:
                self.set_focus(self.panes[wanted])
        for pane in (self.memory, self.memory2):
            pane.follow_changes()
        self.show()

    # ------------------------------------------------------------ what may take long

    def work(self, job: Callable[[], object], then: Callable[[], object]) -> None:
        """Do something in a thread, so that the view stays alive; then go on, whether that was possible or not."""
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
        self.go_on_typing()

    def _show_busy(self) -> None:
        if self.context.busy:
            self.is_slow = True
            self.status.show_busy()

    # ------------------------------------------------------------ talking

    def say(self, text: str, ink: str = log.OUTPUT) -> None:
        """Write into the log, from any thread."""
        self._unsaid.append((text, ink))
        if not self.context.busy:
            self._say_all()

    def _say_new_future(self) -> None:
        self.say(f"what was known of the time behind cycle {self.session.cycles:,} is forgotten", log.NOTE)

    def _say_all(self) -> None:
        unsaid, self._unsaid = self._unsaid, []
        for text, ink in unsaid:
            self.log_pane.say(text, ink)

    def report(self, error: Exception) -> None:
        """Say what went wrong, where it can be seen."""
        self.say(str(error), log.ERROR)
        if not self.log_pane.display:
            self.notify(str(error), severity="error", timeout=6, markup=False)

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something; if that is not possible, say why."""
        try:
            action()
        except IronboardError as error:
            self.report(error)

    def before_change(self, action: Callable[[], object]) -> None:
        """Do something that ends the future known so far; if there is one, ask before."""
        future = self.control.future
        if not future:
            self.attempt(action)
            self.show()
            return
        if self._asking:
            return
        self._asking = True
        question = (
            f"You are in the past, {future:,} cycles before the end of what is known.\n"
            "This change ends that future: another one begins, and there is no way back to the old one."
        )
        self.push_screen(Question(question), lambda yes: self._answered(bool(yes), action))

    def _answered(self, yes: bool, action: Callable[[], object]) -> None:
        self._asking = False
        if yes:
            self.attempt(action)
        self.control.pacer.restart()
        self.show()

    # ------------------------------------------------------------ what the panes ask for

    def go_on_typing(self) -> None:
        """Look at the keys that have been typed during a journey."""
        raise NotImplementedError

    @property
    def machine_keys(self) -> dict[str, str]:
        """Key of the PC's keyboard -> the machine's key."""
        return dict(self.opened.kind.keys())

    def do(self, action: str) -> None:
        """Do what a click in a bar means."""
        self.call_later(self.run_action, action)

    def show_place(self, address: int, frame: bool = False) -> None:
        """Show a place in source and disassembly; `frame`: as a call that is open."""
        raise NotImplementedError

    def scrub(self, cycle: int) -> None:
        """Go to a cycle, by the time line."""
        raise NotImplementedError

    def show_frame(self, number: int) -> None:
        """Look at an activation of the program's language."""

    def edit_variable(self, each: Variable) -> None:
        """Ask for a variable's new value."""

    def edit_register(self, name: str) -> None:
        """Ask for a register's new value."""
        raise NotImplementedError

    def edit_stop(self, each: Breakpoint) -> None:
        """Ask how a breakpoint shall be changed."""
        raise NotImplementedError

    def store(self, address: int, word: int) -> None:
        """Put a word into memory."""
        raise NotImplementedError

    def ask_expression(self, pane: MemoryPane) -> None:
        """Ask what a memory pane shall follow."""
        raise NotImplementedError


def put(widget: Widget, box: layout.Box, below: int) -> None:
    """Give a widget its place, so many rows below its upper edge."""
    widget.styles.offset = (box.x, box.y + below)
    widget.styles.width = box.width
    widget.styles.height = max(0, box.height - below)
