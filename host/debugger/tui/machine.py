"""The panes of the machine: registers, the bus, devices, the paper they print on.

A device that reports the lit `segments` of its digits is drawn: `bc abdeg - | adefg`, a word for each digit, `-` for a
dark one, `|` for a gap. A device's `paper` has a separate pane.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from host.debugger.stops import word_text
from host.debugger.tui.pane import Context, Pane
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
