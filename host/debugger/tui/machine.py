"""Panes of the machine: registers, bus, devices, paper; and lists: breakpoints, calls, variables, messages.

A device that reports the lit `segments` of its digits is drawn: `bc abdeg - | adefg`, a word for each digit, `-` for a
dark one, `|` for a gap. A device's `paper` has a separate pane.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from rich.text import Text

from emulators.errors import IronboardError
from host.debugger.stops import Breakpoint, word_text
from host.debugger.tui.pane import Context, Pane
from host.debugger.tui.program import mark
from host.languages.running import Activation, Variable
from host.ui.seven_segments import NAMES, WIDTH, draw

LIT, DARK = "●", "○"
BITS_OF_DIGIT = {16: 4, 8: 3}  # radix -> lamps in a group
CHARACTER = 8  # bits up to which a register may hold a character
SEGMENTS, DIGITS, PAPER = "segments", "digits", "paper"
WIDE_GAP = 3  # columns of a `|`


class RegistersPane(Pane):
    """The registers: in the machine's radix, as lamps, and other readings of a value. Enter changes one."""

    title = "registers"

    def __init__(self, context: Context, name: str, edit: Callable[[str], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        machine = context.session.machine
        self._names: list[str] = []  # of the rows; the second row of a register, for its flags, has its name, too
        for register in machine.registers:
            self._names += [register] * (1 + has_flags(machine.flags.get(register, "")))
        self.wanted = len(self._names)  # rows that show everything
        self._name_width = max(map(len, machine.registers))
        self._digits = max(len(word_text(0, machine.radix, bits)) for bits in machine.registers.values())

    def show(self) -> None:
        rows: list[Text] = []
        for register in self.session.machine.registers:
            rows += self._rows_of(register)
        self.put(rows)

    def _rows_of(self, register: str) -> list[Text]:
        machine = self.session.machine
        value, bits = machine.read_register(register), machine.registers[register]
        changed = self.context.control.register_changed(register)
        start = f" {register:<{self._name_width}} "
        number = word_text(value, machine.radix, bits)
        row = self.text((start, "dim"), (number, "changed" if changed else "strong"))
        gap = " " * (2 + self._digits - len(number))
        column = row.cell_len + len(gap)
        lamps, meaning = self._lamps(value, bits), self._meaning(register, value, bits)
        if column + lamps.cell_len <= self.room:
            row.append(gap).append_text(lamps)
            gap = "  "
        if row.cell_len + len(gap + meaning) <= self.room:
            row.append(gap + meaning, self.context.palette.style("dim"))
        flags = machine.flags.get(register, "")
        return [row, self._flags(flags, value, column)] if has_flags(flags) else [row]

    def _groups(self, bits: int) -> set[int]:
        """Return the bits, from the left, before which a group of lamps begins."""
        size = BITS_OF_DIGIT[self.session.machine.radix]
        return {at for at in range(1, bits) if (bits - at) % size == 0}

    def _lamps(self, value: int, bits: int) -> Text:
        lamps, groups = self.text(), self._groups(bits)
        for at in range(bits):
            lit = value >> bits - 1 - at & 1
            lamps.append(
                " " * (at in groups) + (LIT if lit else DARK), self.context.palette.style("lamp" if lit else "faint")
            )
        return lamps

    def _flags(self, names: str, value: int, column: int) -> Text:
        """Return the names of the bits below their lamps: set ones are highlighted and in capitals."""
        row, groups = self.text(" " * column), self._groups(len(names))
        for at, name in enumerate(names):
            lit = value >> len(names) - 1 - at & 1 and name != "-"
            shown = " " if name == "-" else name.upper() if lit else name.lower()
            row.append(" " * (at in groups))
            row.append(shown, self.context.palette.style("lamp" if lit else "faint"))
        return row

    def _meaning(self, register: str, value: int, bits: int) -> str:
        """Return the label, for the program counter; the decimal value, and the character, for small registers."""
        if register == self.session.machine.program_counter:
            near = self.session.sources.near(value)
            return "" if near == self.session.sources.number(value) else near
        if self.session.machine.flags.get(register):
            return ""
        character = f" '{chr(value)}'" if bits <= CHARACTER and 32 <= value < 127 else ""
        return f"{value:,}{character}"

    def chosen(self, row: int) -> None:
        self._edit(self._names[row])


def has_flags(names: str) -> bool:
    """Return whether any bit has a name."""
    return bool(names.strip("-"))


class BusPane(Pane):
    """The next instruction on the bus, cycle by cycle."""

    title = "bus"

    def show(self) -> None:
        if self.context.control.running:
            self.put([self.text((" only while the machine is stopped", "dim"))])
            return
        machine, layout = self.session.machine, self.context.layout
        text = machine.disassemble(self.session.address)[0]
        rows = [self.text((f" {layout.address(self.session.address)}  ", "dim"), (text, "mnemonic"))]
        for number, cycle in enumerate(self.session.bus(), 1):
            rows.append(
                self.text(
                    (f" {number:>2}  ", "dim"),
                    ("write " if cycle.write else "read  ", "breakpoint" if cycle.write else "text"),
                    (f"{layout.word(cycle.value)}", "number"),
                    ("  at  " if cycle.write else "  from", "dim"),
                    f" {layout.address(cycle.address)}",
                    (f"  {self.session.sources.name_of(cycle.address) or ''}", "label"),
                )
            )
        self.put(rows)


class DevicesPane(Pane):
    """The machine's devices: digits as a picture, the rest as text."""

    title = "devices"
    has_cursor = False

    def show(self) -> None:
        rows: list[Text] = []
        for device, shown in self.session.machine.devices().items():
            others = {name: text for name, text in shown.items() if name not in (SEGMENTS, DIGITS, PAPER)}
            rows += self._picture(shown[SEGMENTS]) if SEGMENTS in shown else []
            rows += [self.text((f" {device}", "label"))] if others else []
            width = max(map(len, others), default=0)
            for name, text in others.items():
                for number, line in enumerate(text.split("\n")):
                    rows.append(self.text((f"   {name if number == 0 else '':<{width}}  ", "dim"), line))
        self.put(rows)

    def _picture(self, segments: str) -> list[Text]:
        """Return rows with the digits, centred."""
        levels, gaps = levels_and_gaps(segments)
        drawn = draw(levels, gaps).split("\n")
        width = sum(gaps) + WIDTH * len(levels)
        ground = self.context.palette.style("segment")
        wide = max(self.room, width)
        left = (wide - width) // 2
        rows = [Text(" " * left, end="", no_wrap=True).append(row) for row in ("", *drawn, "")]
        for row in rows:
            row.append(" " * max(0, wide - row.cell_len))
            row.stylize_before(ground)
        return rows


def levels_and_gaps(segments: str) -> tuple[list[list[float]], list[int]]:
    """Return, for every digit, the brightness of its segments and the number of spaces before it."""
    levels: list[list[float]] = []
    gaps: list[int] = []
    gap = 0
    for word in segments.split():
        if word == "|":
            gap = WIDE_GAP
            continue
        levels.append([float(name in word) for name in NAMES])
        gaps.append(gap)
        gap = 1
    return levels, gaps


class PaperPane(Pane):
    """The output of a Teletype or a printer. While the machine has the keyboard, typed characters are sent to it."""

    ground = "paper"
    has_cursor = False

    def __init__(self, context: Context, name: str, device: str) -> None:
        super().__init__(context, name)
        self.device = device
        self.title = device

    def show(self) -> None:
        """Read the paper; keep the scroll position unless it is the end."""
        text = self.session.machine.devices()[self.device][PAPER]
        at_end = self.scroll_offset.y >= self.max_scroll_y - 1
        self.put([self.text((line, "text")) for line in text.split("\n")])
        if at_end:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Keep the end visible."""
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)


def device_with_paper(devices: dict[str, dict[str, str]]) -> str | None:
    """Return the first device that prints, None if there is none."""
    return next((name for name, shown in devices.items() if PAPER in shown), None)


# The panes that are lists: calls, breakpoints, variables, and the log.


NAME = 20  # columns of a place's name
EMPTY = ("none: F9, b sets one on the line of the cursor", "B: one with a condition")
KEPT = 5000  # lines of the log
COMMAND, OUTPUT, ERROR, TOLD, NOTE = "strong", "text", "error", "told", "dim"  # kinds of lines: their inks


class CallsPane(Pane):
    """The open calls, the innermost first. Enter, or a click, shows where a call was made."""

    title = "calls"

    def __init__(self, context: Context, name: str, show_call: Callable[[int, Activation], None]) -> None:
        super().__init__(context, name)
        self._show_call = show_call
        self._listed: list[Activation] = []

    def show(self) -> None:
        self._listed, rows = self.session.activations(), []
        for number, each in enumerate(self._listed):
            address, chosen = each.spot.address, number == self.session.frame
            place = each.passage or self.session.sources.line_at(address)
            where = f"{PurePath(place.file).name}:{place.line}" if place else ""
            rows.append(self.text(
                (" ► " if chosen else f"{number:>2} ", "arrow" if chosen else "dim"),
                (f"{each.name:<{NAME}} ", "label"),
                ("" if each.passage else f"{self.context.layout.address(address)}  ", "text"),
                (f"{where}  ", "text"),
                (each.note, "dim"),
            ))  # fmt: skip
        self.put(rows)

    def chosen(self, row: int) -> None:
        """Show a place in the source."""
        self._show_call(row, self._listed[row])

    def clicked(self, row: int, column: int) -> None:
        """Show the place that was clicked."""
        super().clicked(row, column)
        self.chosen(row)


class BreakpointsPane(Pane):
    """Breakpoints, watchpoints, log points. Enter changes one, Space disables or enables it, Delete removes it."""

    title = "stops"

    def __init__(self, context: Context, name: str, edit: Callable[[Breakpoint], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._listed: list[Breakpoint] = []

    def show(self) -> None:
        """List them, without the temporary ones of a run."""
        self._listed = self.session.breakpoints
        self.put([self._row(each) for each in self._listed] or [self.text((f" {line}", "dim")) for line in EMPTY])

    def _row(self, each: Breakpoint) -> Text:
        met = each in self.session.halt.breakpoints and not self.context.control.running
        notes = [
            f"if {each.condition}" if each.condition else "",
            f"hits {each.hits_wanted}" if each.hits_wanted else "",
            f'says "{each.message}"' if each.message else "",
            "once" if each.temporary else "",
        ]
        return self.text(
            (f" {mark([each])} ", "breakpoint"),
            (f"{each.number:<3}", "strong" if met else "dim"),
            (f"{each.kind:<8}", "text" if each.enabled else "dim"),
            (f"{self.context.layout.target(each):<16}", "label" if each.enabled else "dim"),
            (f"  met {each.hits}x" if each.hits else "", "dim"),
            (f"  {'  '.join(filter(None, notes))}", "text"),
        )

    @property
    def selected(self) -> Breakpoint | None:
        """The breakpoint under the cursor."""
        return self._listed[self.cursor] if self.cursor < len(self._listed) else None

    def chosen(self, row: int) -> None:
        if row < len(self._listed):
            self._edit(self._listed[row])

    def clicked(self, row: int, column: int) -> None:
        """Put the cursor there; a click on the sign disables or enables the breakpoint."""
        super().clicked(row, column)
        if column <= 2 and self.selected:
            self.app.call_later(self.run_action, "app.able_stop")


class VariablesPane(Pane):
    """The variables visible in the selected frame. Enter changes one.

    Blocks and procedures are listed from the innermost outwards.
    """

    title = "variables"

    def __init__(self, context: Context, name: str, edit: Callable[[Variable], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        self._found: list[Variable | None] = []  # of the rows; None: a scope
        self._before: dict[tuple[str, str], str] = {}  # scope and name -> value at the last halt
        self._now: dict[tuple[str, str], str] = {}
        self._cycle = -1

    def show(self) -> None:
        if self.session.cycles != self._cycle and not self.context.control.running:
            self._cycle, self._before, self._now = self.session.cycles, self._now, {}
        try:
            self._show()
        except IronboardError as error:
            self._found = [None]
            self.put([self.text((f" ({error})", "dim"))])

    def _show(self) -> None:
        language, frame = self.session.language, self.session.frame
        assert language is not None
        self._found, rows = [], []
        for scope in language.scopes(frame):
            self._found.append(None)
            rows.append(self.text((f" {scope.title}", "label")))
            for each in language.variables(scope.level, frame):
                key = scope.title, each.name
                changed = self._before.get(key, each.value) != each.value
                self._now[key] = each.value
                self._found.append(each)
                row = self.text((f"   {each.name} ", "dim"), (each.value, "changed" if changed else "strong"))
                kind = f"  {each.type}{f': {each.note}' if each.note else ''}"
                fits = row.cell_len + len(kind) <= self.room  # else the name and the value are worth more
                rows.append(row.append(kind, self.context.palette.style("faint")) if fits else row)
        self.put(rows)

    def chosen(self, row: int) -> None:
        each = self._found[row] if row < len(self._found) else None
        if each is not None:
            self._edit(each)


class LogPane(Pane):
    """Commands and their output, log points, halts, errors; the latest at the bottom, long lines wrapped."""

    title = "log"
    has_cursor = False

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context, name)
        self.lines: list[tuple[str, str]] = []  # text, ink
        self._width = 0  # for which the rows were broken
        self._shown = 0  # lines in the rows

    def say(self, text: str, ink: str = OUTPUT) -> None:
        """Add lines."""
        self.lines += [(line, ink) for line in text.expandtabs(8).split("\n")]
        self.show()

    def show(self) -> None:
        """Show new lines."""
        width = self.size.width - 2  # the margin, and the scrollbar
        if width <= 0:
            return
        if len(self.lines) > KEPT:
            del self.lines[: len(self.lines) - KEPT // 2]
            self._shown = 0
        if width != self._width:
            self._width, self._shown = width, 0
        rows = self._rows if self._shown else []
        new = [
            self.text((f" {text[at : at + width]}", ink))
            for text, ink in self.lines[self._shown :]
            for at in range(0, max(1, len(text)), width)
        ]
        if not new and self._shown:
            return
        self._shown = len(self.lines)
        self._rows = rows + new
        self.fit()
        self.refresh()
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def colour_anew(self) -> None:
        """Apply other colours."""
        self._shown = 0
        self.show()

    def on_resize(self) -> None:
        """Wrap the lines again."""
        self.show()
