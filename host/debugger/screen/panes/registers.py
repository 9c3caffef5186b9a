"""The registers: in the machine's radix, as lamps, and what else a value may mean. Enter changes one."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from host.debugger.screen.context import Context
from host.debugger.screen.panes.pane import Pane
from host.debugger.stops import word_text

LIT, DARK = "●", "○"
BITS_OF_DIGIT = {16: 4, 8: 3}  # radix -> lamps in a group
CHARACTER = 8  # bits up to which a register may hold a character


class RegistersPane(Pane):
    """Registers and flags."""

    title = "registers"

    def __init__(self, context: Context, name: str, edit: Callable[[str], None]) -> None:
        super().__init__(context, name)
        self._edit = edit
        machine = context.session.machine
        self._names: list[str] = []  # of the rows; the second row of a register, for its flags, has its name, too
        for register in machine.registers:
            self._names += [register] * (1 + has_flags(machine.flags.get(register, "")))

    @property
    def wanted(self) -> int:
        """How many rows are needed to show everything."""
        return len(self._names)

    def show(self) -> None:
        """Read all registers."""
        rows: list[Text] = []
        for register in self.session.machine.registers:
            rows += self._rows_of(register)
        self.put(rows)

    def _rows_of(self, register: str) -> list[Text]:
        machine = self.session.machine
        value, bits = machine.read_register(register), machine.registers[register]
        changed = self.context.control.register_changed(register)
        start = f" {register:<{self._name_width()}} "
        number = word_text(value, machine.radix, bits)
        row = self.text((start, "dim"), (number, "changed" if changed else "strong"))
        row.append(" " * (2 + self._digits() - len(number)))
        lamps = self._lamps(value, bits)
        column = row.cell_len
        fits = column + lamps.cell_len <= self.size.width
        if fits:
            row.append_text(lamps)
        meaning = self._meaning(register, value, bits)
        if row.cell_len + 2 + len(meaning) <= self.size.width:
            row.append("  " * fits + meaning, self.context.palette.style("dim"))
        flags = machine.flags.get(register, "")
        return [row, self._flags(flags, value, column)] if has_flags(flags) else [row]

    def _name_width(self) -> int:
        return max(map(len, self.session.machine.registers))

    def _digits(self) -> int:
        machine = self.session.machine
        return max(len(word_text(0, machine.radix, bits)) for bits in machine.registers.values())

    def _groups(self, bits: int) -> set[int]:
        """Return in front of which bits, from the left, a group of lamps begins."""
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
        """Return the names of the bits below their lamps: those that are set stand out, and are capital letters."""
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
        """Change the register."""
        self._edit(self._names[row])


def has_flags(names: str) -> bool:
    """Return whether any bit has a name."""
    return bool(names.strip("-"))
