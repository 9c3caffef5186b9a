"""The commands of the full-screen view: one method for every action of the table in layout.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from textual.widget import Widget
from textual.widgets import Input

from emulators.errors import IronboardError
from host.debugger.cli import Monitor
from host.debugger.commands.arguments import PLACE, optional
from host.debugger.commands.command import Group
from host.debugger.session import LINE
from host.debugger.stops import Breakpoint, Halt, Kind, word_text
from host.debugger.tui import layout
from host.debugger.tui.bars import CommandLine
from host.debugger.tui.dialogs import Field, Finder, Form, Help
from host.debugger.tui.machine import (
    COMMAND,
    BreakpointsPane,
    BusPane,
    CallsPane,
    DevicesPane,
    LogPane,
    PaperPane,
    RegistersPane,
    VariablesPane,
    device_with_paper,
)
from host.debugger.tui.memory import MapPane, MemoryPane
from host.debugger.tui.pane import Pane
from host.debugger.tui.program import CodePane, SourcePane
from host.debugger.tui.view import View
from host.languages.running import Activation, Spot, Variable

NARROWEST = 40  # columns for the output of commands
WATCHED = {Kind.READ: "load", Kind.WRITE: "store", Kind.ACCESS: "access", Kind.CHANGE: "change"}  # in commands


class DebuggerApp(View):
    """The application."""

    _wanted: int | None = None  # the cycle to go to after the journey that is under way
    _mapped: list[Spot] | None = None  # where a command wants the map to be shown

    def make_panes(self) -> list[Pane]:
        """Return all panes, and set the attributes that name some of them."""
        context = self.context
        self.source, self.code = SourcePane(context, "source"), CodePane(context, "code")
        self.registers = RegistersPane(context, "registers", self.edit_register)
        first, second = self.opened.kind.memory
        self.memory = MemoryPane(context, "memory", first, self.store, self.ask_expression)
        self.memory2 = MemoryPane(context, "memory2", second, self.store, self.ask_expression)
        self.memory2.title = "mem"
        self.map = MapPane(context, "map", self.show_word)
        self.breakpoints = BreakpointsPane(context, "breakpoints", self.edit_stop)
        self.log_pane = LogPane(context, "log")
        panes: list[Pane] = [
            self.source, self.code, self.registers, self.memory, self.memory2, self.map, self.breakpoints,
            CallsPane(context, "calls", self.show_call),
            BusPane(context, "bus"), DevicesPane(context, "devices"), self.log_pane,
        ]  # fmt: skip
        if self.session.language:
            panes.append(VariablesPane(context, "variables", self.edit_variable))
        device = device_with_paper(self.session.machine.devices())
        if device is not None:
            panes.append(PaperPane(context, "paper", device))
        return panes

    def commands(self) -> Group:
        """Return the commands that only this view has."""
        group = Group("The view")

        @group.command("map", optional(PLACE))
        def show_map(monitor: Monitor, place: tuple[str, list[Spot]] | None) -> None:
            """Show the live map of memory, at a place.

            It shows the last access to every word: read, written or executed; and how long ago.
            """
            self._mapped = place[1] if place else []

        return group

    # ------------------------------------------------------------ forwards

    def action_resume(self) -> None:
        """Continue, or pause."""
        if self.control.running:
            self.action_halt()
            return
        self._run(self.control.run)

    def action_halt(self) -> None:
        if self.context.busy:
            self.break_off()
            return
        halt = self.control.pause()
        if halt:
            self.halted(halt)

    def action_over(self) -> None:
        """Go to the next line; calls are not followed."""
        self._step(lambda: self.control.run(self.session.step_goal(over=True, lines=self._by_lines)))

    def action_into(self) -> None:
        """Go to the next line; calls are followed."""
        self._step(lambda: self.control.run(self.session.step_goal(over=False, lines=self._by_lines)))

    def action_out(self) -> None:
        """Run to the end of the subroutine."""
        self._step(lambda: self.control.run(self.session.out_goal()))

    @property
    def _by_lines(self) -> bool:
        """Whether steps are lines of the source: when the source is in view."""
        return self.main_pane is self.source

    def action_run_here(self) -> None:
        """Run to the line of the cursor."""
        self.attempt(lambda: self._step(lambda: self.control.run_until(self._place()[1])))

    def _step(self, begin: Callable[[], None]) -> None:
        """Begin a short run; if another is under way, only end that."""
        if self.control.running:
            self.action_halt()
        else:
            self._run(begin)

    def _run(self, begin: Callable[[], None]) -> None:
        self._by_command = False
        begin()
        self.tick()
        self.show()

    def action_slower(self) -> None:
        self.control.set_speed(faster=False)
        self.show()

    def action_faster(self) -> None:
        self.control.set_speed(faster=True)
        self.show()

    # ------------------------------------------------------------ back in time

    def _travel(self, journey: Callable[[], Halt]) -> None:
        self._by_command = False
        self.work(lambda: self.control.travel(journey), self.arrive)

    def action_step_back(self) -> None:
        """Go back a line, or an instruction."""
        self._travel(self.session.line_back if self._by_lines else self.session.step_back)

    def action_reverse(self) -> None:
        """Go back to the last stop."""
        self._travel(self.session.reverse)

    def action_beginning(self) -> None:
        """Go to the beginning of the history."""
        self.scrub(self.session.history.start)

    def action_present(self) -> None:
        """Go to the end of the history."""
        self.scrub(self.session.history.end)

    def scrub(self, cycle: int) -> None:
        """Go to a cycle, from the time line."""
        if self.context.busy:
            self._wanted = cycle
            return
        self._wanted = None
        history = self.session.history
        self._by_command = False
        self.work(lambda: self.control.go(max(history.start, min(cycle, history.end))), self._scrubbed)

    def _scrubbed(self) -> None:
        """Continue to the latest position of a dragged mouse."""
        self.arrive()
        if self._wanted is not None:
            self.scrub(self._wanted)

    def action_go(self) -> None:
        """Ask for a time, and go there."""
        example = "1234567, 0.5s, -20ms, start, end"
        field = Field("moment", "cycle, or time of the machine's clock; + and - count from now", "", example)
        self._ask("Go to a time", [field], lambda given: self.execute(f"jump {given['moment']}"), self._executed)

    def action_who_wrote(self) -> None:
        """Go to the last write to a word."""
        if isinstance(self.focused, MemoryPane | MapPane):
            address = self.focused.address
            self.attempt(lambda: self._go_to_writer(address))
            return
        field = Field("word", "address of the word", "", "0300, BOARD+X")

        def accept(given: dict[str, str]) -> None:
            self._go_to_writer(self.session.places(given["word"])[1][0])

        self._ask("Last write to a word", [field], accept)

    def _go_to_writer(self, address: int) -> None:
        """Report the last write to a word, and go there."""

        def search() -> None:
            self.control.pause()
            self.monitor.execute(f"who 0x{address:X}")
            found = self.session.last_write(address)
            if found:
                self.control.go(found.cycle)

        self.work(search, self.arrive)

    # ------------------------------------------------------------ breakpoints

    def _place(self) -> tuple[str, list[Spot]]:
        """Return the place under the cursor; raises IronboardError if no code follows."""
        place = self.main_pane.place
        if place is None:
            raise IronboardError("no source is shown: 2 goes to the disassembly")
        return self.session.spots(place)

    def action_stop_here(self) -> None:
        """Set or remove a breakpoint."""
        if isinstance(self.focused, MemoryPane | MapPane):
            self._toggle(Kind.CHANGE, "", [Spot(self.focused.address)])
        elif self.focused is self.breakpoints:
            self.action_able_stop()
        else:
            self.attempt(lambda: self._toggle(Kind.EXECUTE, *self._place()))
        self.show()

    def _toggle(self, kind: Kind, place: str, spots: list[Spot]) -> None:
        stops = self.session.stops
        there = [
            each.number
            for each in stops
            if each.kind == kind and each.owner is None and any(each.holds(a) and each.part == p for a, p in spots)
        ]
        if there:
            stops.remove(*there)
            return
        for address, part in spots:
            stops.add(kind, address, part=part, place=place)
        match = LINE.fullmatch(place)
        if self.main_pane is self.source and match:  # the line that has got it: the next one with code
            self.source.put_cursor(int(match[2]) - 1)

    def action_new_stop(self) -> None:
        """Ask for a breakpoint with all its options."""
        if isinstance(self.focused, MemoryPane | MapPane):
            where, kind = self.context.layout.address(self.focused.address), Kind.CHANGE
        else:
            place = self.main_pane.place or ""
            file, colon, line = place.rpartition(":")
            where, kind = f"{PurePath(file).name}:{line}" if colon else place, Kind.EXECUTE
        self._ask("A breakpoint", [
            Field("where", "place, range or register", where, "COUNT, wally.s:216, 0300..03FF, A"),
            Field("kind", "execute, read, write, access (either) or change", kind),
            Field("condition", "only if", "", "A == 5 && [BOARD+X] > 3"),
            Field("hits", "which times", "", "5: the fifth and later; ==5, %5"),
            Field("message", "print this instead of stopping", "", "A is {A}"),
        ], self._add_stop)  # fmt: skip

    def _add_stop(self, given: dict[str, str]) -> None:
        kind = given["kind"].lower() or Kind.EXECUTE
        if kind not in list(Kind):
            raise IronboardError(f"'{kind}' is not a kind of breakpoint: there are {', '.join(Kind)}")
        command = f"break {given['where']}" if kind == Kind.EXECUTE else f"watch {WATCHED[Kind(kind)]} {given['where']}"
        for clause, name in (("if", "condition"), ("hits", "hits"), ("log", "message")):
            command += f" {clause} {given[name]}" if given[name] else ""
        self.execute(command)

    def edit_stop(self, each: Breakpoint) -> None:
        """Ask for a breakpoint's new options."""
        self._ask(f"Breakpoint {each.number}: {each.kind} {self.context.layout.target(each)}", [
            Field("condition", "only if", str(each.condition or ""), "A == 5 && [BOARD+X] > 3"),
            Field("hits_wanted", "which times", each.hits_wanted, "5: the fifth and later; ==5, %5"),
            Field("message", "print this instead of stopping", each.message, "A is {A}"),
        ], lambda given: self.session.stops.change(each.number, **given))  # fmt: skip

    def action_able_stop(self) -> None:
        """Disable or enable a breakpoint."""
        each = self.breakpoints.selected
        if each and self.focused is self.breakpoints:
            self.session.stops.enable(each.number, not each.enabled)
            self.show()

    def action_remove_stop(self) -> None:
        """Remove a breakpoint."""
        each = self.breakpoints.selected
        if each and self.focused is self.breakpoints:
            self.session.stops.remove(each.number)
            self.show()

    # ------------------------------------------------------------ looking

    def show_place(self, address: int, frame: bool = False) -> None:
        """Show a place in source and disassembly; `frame`: as an open call."""
        if self.context.busy:
            return
        has_source = self.source.show_address(address, frame)
        self.code.show_address(address, frame)
        self.choose_pane("source" if has_source else "code")
        self.show()

    def show_call(self, number: int, each: Activation) -> None:
        """Show an open call."""
        if self.session.spoken is None:
            self.show_place(each.spot.address, number > 0)
        elif not self.context.busy:
            self.attempt(lambda: self.session.choose_frame(number))
            self.arrive()

    def action_find(self) -> None:
        """Ask for a place, and show it."""
        sources = self.session.sources
        names = [(name, self.context.layout.address(address)) for name in sources.names()
                 if (address := sources.address_of(name)) is not None]  # fmt: skip
        files = [(f"{PurePath(file).name}:1", "file") for file in sources.files]
        memory = self.focused if isinstance(self.focused, MemoryPane | MapPane) else None
        self.opening = self.push_screen(Finder([*names, *files], lambda place: self._found(place, memory)))

    def _found(self, place: str, memory: MemoryPane | MapPane | None) -> None:
        address = self.session.places(place)[1][0]
        if memory:
            memory.put_address(address)
        else:
            self.show_place(address)

    def action_search(self) -> None:
        """Ask for a text, and search it in the source."""
        field = Field("text", "", self.source.needle)
        self._ask("Search in the source", [field], lambda given: self._search(given["text"]))

    def action_search_on(self) -> None:
        self.attempt(lambda: self._search(self.source.needle))

    def _search(self, needle: str) -> None:
        self.choose_pane("source")
        if needle and not self.source.search(needle):
            raise IronboardError(f"'{needle}' does not occur in {self.source.title}")

    def action_here(self) -> None:
        """Show the next instruction again."""
        self.arrive()

    def show_word(self, address: int) -> None:
        """Show a word of memory."""
        self.go_to_pane("memory")
        self.memory.put_address(address)

    def action_zoom_in(self) -> None:
        """Show fewer words in a cell of the map."""
        if self.focused is self.map:
            self.map.zoom(1)

    def action_zoom_out(self) -> None:
        """Show more words in a cell of the map."""
        if self.focused is self.map:
            self.map.zoom(-1)

    def action_choose(self) -> None:
        """Perform the Enter action of a pane."""
        if isinstance(self.focused, Pane):
            self.focused.chosen(self.focused.cursor)

    # ------------------------------------------------------------ changing

    def edit_register(self, name: str) -> None:
        """Ask for a register's new value."""
        machine = self.session.machine
        now = word_text(machine.read_register(name), machine.radix, machine.registers[name])
        field = Field("value", "a number or an expression", now)

        def accept(given: dict[str, str]) -> None:
            value = self.session.value(given["value"])
            self.control.remember()
            self.session.write_register(name, value)

        self.before_change(lambda: self._ask(f"Register {name}", [field], accept, self.arrive))

    def edit_variable(self, each: Variable) -> None:
        """Ask for a variable's new value; of an array, for that of an element."""
        if not each.assignable and not each.children:
            raise IronboardError(f"'{each.name}' is read-only")
        fields = [Field("value", "an expression", "" if each.children else each.value)]
        if each.children:
            fields.insert(0, Field("element", "a variable", each.expression, f"{each.expression}[1]"))

        def accept(given: dict[str, str]) -> None:
            self.control.remember()
            self.session.assign(given.get("element", each.expression), given["value"])

        self.before_change(lambda: self._ask(f"Variable {each.name}", fields, accept, self.arrive))

    def store(self, address: int, word: int) -> None:
        """Store a word in memory."""

        def change() -> None:
            self.control.remember()
            self.session.write(address, word)

        self.before_change(change)

    def ask_expression(self, pane: MemoryPane) -> None:
        """Ask for the expression that a memory pane follows."""
        field = Field("expression", "an address, a label, an expression", str(pane.follow), "100+S, [10], BOARD+X")
        self._ask("What should memory follow?", [field], lambda given: pane.follow_expression(given["expression"]))

    def _ask(
        self,
        title: str,
        fields: list[Field],
        accept: Callable[[dict[str, str]], None],
        then: Callable[[], None] | None = None,
    ) -> None:
        """Show a form; when it is accepted, call `then`."""
        self.opening = self.push_screen(
            Form(title, fields, accept), lambda accepted: (then or self.show)() if accepted else None
        )

    # ------------------------------------------------------------ the machine's keyboard

    def action_keyboard(self) -> None:
        """Switch the keyboard between the machine and the debugger."""
        inputs = self.session.machine.inputs
        if not self.context.keyboard and not ({"key_down", "type"} & set(inputs)):
            self.report(IronboardError("this machine has neither keys nor a terminal"))
            return
        self.context.keyboard = not self.context.keyboard
        if self.context.keyboard and isinstance(self.focused, Input):
            self.set_focus(self.main_pane)
        self.show()

    # ------------------------------------------------------------ the command line

    def action_command(self) -> None:
        """Go to the command line."""
        self.set_focus(self.command_line)

    def on_command_line_entered(self, message: CommandLine.Entered) -> None:
        """Execute the typed command."""
        self.entering = False
        self.say(f"› {message.line}", COMMAND)
        self.choose_pane("log")
        self.work(lambda: self.execute(message.line), self._executed)

    def execute(self, line: str) -> None:
        """Execute a line by the monitor; raises IronboardError."""
        self.control.remember()
        self.monitor.width = max(NARROWEST, self.log_pane.size.width - 2)
        self.monitor.execute(line)

    def _executed(self) -> None:
        """Show the effects of a command: a run, a jump in time, a change, the end."""
        if self._mapped is not None:
            spots, self._mapped = self._mapped, None
            self.choose_pane("map")
            if spots:
                self.map.zoom_to(spots[0].address)
        if self.monitor.status is not None:
            self.exit(self.monitor.status)
        elif self.control.running:
            self.control.pacer.resume()
            self.tick()
            self.show()
        else:
            self.arrive()

    # ------------------------------------------------------------ the view

    def action_next_pane(self, step: int = 1) -> None:
        """Go to the next visible pane, including the command line."""
        panes = [self.panes[name] for name in layout.PANES if name in self.panes]
        order: list[Widget] = [*(pane for pane in panes if pane.display), self.timeline, self.command_line]
        at = order.index(self.focused) if self.focused in order else -step
        self.set_focus(order[(at + step) % len(order)])
        self.call_after_refresh(self.show)

    def action_previous_pane(self) -> None:
        """Go to the previous visible pane."""
        self.action_next_pane(-1)

    def action_pane(self, name: str) -> None:
        self.go_to_pane(name)

    def on_descendant_focus(self) -> None:
        """Show in the headings which pane has the keyboard."""
        self.show()

    def action_light(self) -> None:
        """Switch between dark and light colours."""
        self.use_theme(not self.context.palette.dark)

    def action_help(self) -> None:
        """Show the keys and the commands."""
        commands = [(each.usage, each.help) for each in self.monitor.commands]
        self.opening = self.push_screen(Help(self.context.palette, commands))

    def action_leave(self) -> None:
        """Go back to the source, or to the disassembly."""
        self.set_focus(self.main_pane)

    async def action_quit(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Leave, whatever is at work."""
        self.session.pause()  # a journey would keep its thread, and Python, from ending
        self.exit(0)
