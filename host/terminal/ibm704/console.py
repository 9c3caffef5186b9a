"""The operator's console in characters: lamps with their brightness, keys and switches to be clicked.

A lamp that is lit is a disc, one that is out a ring, one that flickers a half disc: so it reads without colours, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from host.desk.ibm704.console import (
    ADDRESSES,
    INDICATORS,
    KEYS,
    REGISTERS,
    SENSE_LIGHTS,
    SWITCHES,
    WORDS,
    Register,
    octal,
)
from host.desk.ibm704.lamps import LEVELS

NEON, DARK = (255, 140, 50), (92, 70, 60)
SHORT_KEYS = {
    "MULTIPLE STEP": "multi step",
    "SINGLE STEP": "one step",
    "ENTER INSTRUCTION": "enter inst",
    "DISPLAY STORAGE": "disp stor",
    "DISPLAY EFFECTIVE ADDRESS": "disp addr",
    "DISPLAY A": "disp A",
    "DISPLAY B": "disp B",
    "DISPLAY C": "disp C",
}
SHORT_LAMPS = {
    "AC OVERFLOW": "AC overfl",
    "MQ OVERFLOW": "MQ overfl",
    "DIVIDE CHECK": "div check",
    "READ-WRITE SELECT": "select",
    "READ-WRITE CHECK": "r-w check",
    "TAPE CHECK": "tape check",
    "TAPE INDICATOR": "tape ind",
    "TRAP": "trap",
    "PROGRAM STOP": "prog stop",
    "READY": "ready",
    "AUTOMATIC": "automatic",
}
SHORT = {"INSTRUCTION": "INST", "INDEX DISPLAY": "ID"}
LABEL, CAPTION = "rgb(170,170,176)", "rgb(110,110,116)"
OCTAL = "rgb(255,176,100)"
KEY_UP, KEY_DOWN = "white on rgb(58,58,64)", "bold black on rgb(255,176,64)"
LIGHT_KEY, DARK_KEY = "black on rgb(214,210,198)", "white on rgb(80,86,96)"
MOST_IN_LINE = 30  # parts of a line with one register
KEYS_IN_ROW = 5
FULL = LEVELS * 15 // 16  # from this brightness on a lamp is drawn as a full disc


class Part(NamedTuple):
    """Some characters of a line; a click on them goes to `target`."""

    text: str
    style: str = ""
    target: str = ""


Line = list[Part]


class Shown(NamedTuple):
    """All that the console shows."""

    levels: tuple[tuple[int, ...], ...]  # of the lamps, as host/desk/ibm704/lamps.py gives them
    words: tuple[int, ...]  # of the registers
    entered: int
    switches: int
    automatic: bool
    down: frozenset[str]


def lamp(level: int) -> Part:
    """Return a lamp."""
    share = level / LEVELS
    red, green, blue = (round(dark + (lit - dark) * share) for dark, lit in zip(DARK, NEON, strict=True))
    return Part("●" if level >= FULL else "◐" if level else "○", f"rgb({red},{green},{blue})")


def row(levels: tuple[int, ...]) -> Iterator[Part]:
    """Return the lamps of a register, octal digits apart."""
    more = len(levels) % 3  # S and Q of the accumulator
    for number, level in enumerate(levels):
        if number and (number - more) % 3 == 0:
            yield Part(" ")
        yield lamp(level)


def lines(shown: Shown) -> list[Line]:
    """Return the whole console."""
    return [
        *addresses(shown),
        [],
        *words(shown),
        places(),
        [],
        *indicators(shown),
        [],
        *entry(shown),
        switches(shown),
        *keys(shown),
    ]


def short(register: Register) -> str:
    """Return the name of a register in a few letters."""
    return SHORT.get(register.name, register.name)


def addresses(shown: Shown) -> Iterator[Line]:
    """Return instruction counter, index registers and index display, two in a line; and the sense lights."""
    for first in range(0, len(ADDRESSES), 2):
        line: Line = []
        for number, register in list(enumerate(ADDRESSES))[first : first + 2]:
            line += [Part(f"{short(register):<3}", LABEL), *row(shown.levels[number])]
            line += [Part(f"  {octal(shown.words[number], register.width)}", OCTAL), Part(" " * 8)]
        yield line + (sense_lights(shown) if len(line) < MOST_IN_LINE else [])


def words(shown: Shown) -> Iterator[Line]:
    """Return the registers that hold words."""
    for number, register in enumerate(WORDS, len(ADDRESSES)):
        left = " " * (0 if register.width > 36 else 3)
        digits = octal(shown.words[number], register.width)
        yield [
            Part(f"{short(register):<5}{left}", LABEL),
            *row(shown.levels[number]),
            Part(f"  {digits:>15}", OCTAL),
        ]


def places() -> Line:
    """Return the numbers of some places, under the lamps."""
    numbers = "".join(f"{'S' if place == 0 else place:<4}" for place in range(0, 36, 3))
    return [Part(" " * 8 + numbers.rstrip(), CAPTION)]


def indicators(shown: Shown) -> Iterator[Line]:
    """Return the indicators."""
    levels = shown.levels[len(REGISTERS)]
    for first in (0, 6):
        line: Line = []
        for number, each in list(enumerate(INDICATORS))[first : first + 6]:
            line += [lamp(levels[number]), Part(f" {SHORT_LAMPS[each.name]:<10}", LABEL)]
        yield line


def sense_lights(shown: Shown) -> Line:
    """Return the sense lights."""
    line = [Part("sense lights ", LABEL)]
    for number in range(len(SENSE_LIGHTS)):
        line += [Part(f"  {number + 1} ", LABEL), lamp(shown.levels[len(REGISTERS)][len(INDICATORS) + number])]
    return line


def entry(shown: Shown) -> Iterator[Line]:
    """Return the panel entry keys: 1 is down."""
    line: Line = [Part("KEYS", LABEL, "keys_up"), Part("    ")]
    for place in range(36):
        if place and place % 3 == 0:
            line.append(Part(" "))
        down = shown.entered >> (35 - place) & 1
        style = KEY_DOWN if down else LIGHT_KEY if place // 3 % 2 == 0 else DARK_KEY
        line.append(Part("1" if down else "0", style, f"entry {place}"))
    yield [*line, Part(f"  {octal(shown.entered, 36):>15}", OCTAL)]


def switches(shown: Shown) -> Line:
    """Return the sense switches and AUTOMATIC - MANUAL."""
    line: Line = [Part("sense switches  ", LABEL)]
    for number in range(1, SWITCHES + 1):
        down = shown.switches >> (number - 1) & 1
        line += [
            Part(f"[{number}]" if down else f" {number} ", KEY_DOWN if down else KEY_UP, f"switch {number}"),
            Part(" "),
        ]
    line.append(Part("     "))
    for name, on in (("AUTOMATIC", shown.automatic), ("MANUAL", not shown.automatic)):
        line.append(Part(f"[{name}]" if on else f" {name} ", KEY_DOWN if on else KEY_UP, "automatic"))
    return line


def keys(shown: Shown) -> Iterator[Line]:
    """Return the keys of the console; brackets show which are down."""
    for first in range(0, len(KEYS), KEYS_IN_ROW):
        line: Line = []
        for key in KEYS[first : first + KEYS_IN_ROW]:
            down = key.name in shown.down
            name = SHORT_KEYS.get(key.name, key.name.lower())
            pc_key = "⏎" if key.pc_key == "enter" else key.pc_key
            text = f"{'[' if down else ' '}{name:<10} {pc_key}{']' if down else ' '}"
            line += [Part(text, KEY_DOWN if down else KEY_UP, f"key {key.name}"), Part(" ")]
        yield line[:-1]


class Console(Widget, can_focus=True):
    """The console."""

    class Touched(Message):
        """The user has clicked on something: `key NAME`, `entry PLACE`, `switch NUMBER`, `automatic`, `keys_up`."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: Shown | None = None

    def show(self, shown: Shown) -> None:
        """Show this state."""
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press what is under the mouse."""
        offset = event.get_content_offset(self)
        if offset and self._shown and (target := target_at(lines(self._shown), *offset)):
            event.stop()
            self.post_message(self.Touched(target))

    def render(self) -> Text:
        """Return the console."""
        text = Text(no_wrap=True)
        if self._shown:
            for number, line in enumerate(lines(self._shown)):
                if number:
                    text.append("\n")
                for part in line:
                    text.append(part.text, part.style)
        return text


def target_at(drawn: list[Line], x: int, y: int) -> str:
    """Return what a click at a place goes to, nothing for none."""
    for part in drawn[y] if 0 <= y < len(drawn) else []:
        if x < len(part.text):
            return part.target
        x -= len(part.text)
    return ""
