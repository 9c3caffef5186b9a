"""A round screen of the 6602 in characters: the glass with its rim, and what is written on it.

          ╭────── 00.00.01. DAYFILE ──────╮         row 0 and the last one are the rim; in a low terminal the first row
      ╭───╯   KALAH  CP 1.0310 SEC.       ╰───╮     of the head and the foot are written upon it
      │ 00.00.00. ...                         │
      ╰───╮                               ╭───╯     the rim follows a curve, and makes room where a row is longer
          ╰───────── GO. ─────────────────╯

A character of a terminal has one size: larger ones of the 6602 are bold here. A line that is longer than the glass is
wide goes on below itself, but a picture is cut off.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.widget import Widget

from host.desk.cdc6600.displays import pieces
from host.desk.cdc6600.screens import SMALL, Row, Screen

ROUNDNESS = 5  # of the curve |x|^n + |y|^n = 1: 2 is an ellipse
ROOMY = 30  # rows from which head and foot are written within the rim
LEAST = 4  # columns and rows of a glass on which there is room for nothing
CURSOR = "▁"
RIM, GROUND = "rgb(120,124,128)", "on rgb(6,20,12)"
SMALL_STYLE, LARGE_STYLE = "rgb(130,226,150)", "bold rgb(206,255,214)"
REFUSED_STYLE, MORE_STYLE = "bold rgb(255,150,90)", "bold rgb(255,176,64)"


class Shown(NamedTuple):
    """What a glass shows."""

    screen: Screen
    typed: bool = False  # whether the keyboard writes on its foot
    refused: bool = False  # whether the foot tells of an error
    at_end: bool = False  # whether the last rows are shown if there is no room for all, else the first
    shift: int = 0  # rows that the user has moved away from there


class Placed(NamedTuple):
    """A row of characters in its place."""

    x: int
    text: str
    style: str


class Layout(NamedTuple):
    """Which rows of a glass of so many rows hold what."""

    rows: int

    @property
    def rim(self) -> int:
        """Rows at the top, and at the bottom, on which nothing is written."""
        return int(self.rows >= ROOMY)

    def body(self, head: int) -> range:
        """Return the rows of the body, below a head of so many."""
        return range(max(1, head + 2 * self.rim), self.rows - 1 - self.rim)

    @property
    def foot(self) -> int:
        """The row of the foot."""
        return self.rows - 1 - self.rim


def folded(screen: Screen, columns: int) -> Screen:
    """Return a screen whose rows fit on a glass; the rows of a picture stay as they are."""
    widest = columns - 2
    if screen.centred or all(len(row.text) <= widest for row in screen.body):
        return screen
    rows = [row._replace(text=text) for row in screen.body for text in pieces(row.text, widest)]
    return screen._replace(body=tuple(rows))


def first_row(shown: Shown, room: int) -> int:
    """Return which row of the body is the first that is shown in so many."""
    beyond = max(0, len(shown.screen.body) - room)
    wanted = beyond - shown.shift if shown.at_end else shown.shift
    return max(0, min(beyond, wanted))


def placed(shown: Shown, columns: int, rows: int) -> dict[int, Placed]:
    """Return what is written in which row of the glass."""
    screen, layout = shown.screen, Layout(rows)
    room = layout.body(len(screen.head))
    found = {layout.rim + number: middle(row, columns) for number, row in enumerate(screen.head)}
    left, width = block(screen, columns)
    first = first_row(shown, len(room))
    body = screen.body[first : first + len(room)]
    spare = (len(room) - len(body)) // 2 if screen.centred else 0
    for number, row in enumerate(body, room.start + spare):
        found[number] = Placed(left, row.text[:width], style_of(row))
    foot = middle(screen.foot, columns)
    if shown.refused:
        foot = foot._replace(style=REFUSED_STYLE)
    found[layout.foot] = foot._replace(text=foot.text + CURSOR) if shown.typed else foot
    return {number: row for number, row in found.items() if row.text.strip()}


def block(screen: Screen, columns: int) -> tuple[int, int]:
    """Return where the body begins from left to right, and how wide it is."""
    width = min(columns - 2, max([screen.columns, *(len(row.text) for row in screen.body)]))
    return (columns - width) // 2, width


def style_of(row: Row) -> str:
    """Return the style of a row of the screen."""
    return SMALL_STYLE if row.size == SMALL else LARGE_STYLE


def middle(row: Row, columns: int) -> Placed:
    """Return a row in the middle."""
    text = row.text[: columns - 4]
    return Placed((columns - len(text)) // 2, text, style_of(row))


# ---------------------------------------------------------------- the rim


def margins(columns: int, rows: int, written: dict[int, Placed]) -> list[int]:
    """Return for every row how far from the left the rim begins; what is written lies within it."""
    found = [curve(columns, rows, number) for number in range(rows)]
    for number, row in written.items():
        outer = number - 1 if number < rows / 2 else number + 1  # the rim of that row may come down into this one
        right = columns - row.x - len(row.text)
        for each in (number, outer):
            if 0 <= each < rows:
                found[each] = max(0, min(found[each], row.x - 2, right - 2))
    for number in range(1, (rows + 1) // 2):  # from both ends to the middle it only grows wider
        found[number] = min(found[number], found[number - 1])
        found[-1 - number] = min(found[-1 - number], found[-number])
    return found


def curve(columns: int, rows: int, number: int) -> int:
    """Return where the curve is in a row."""
    height = abs((number + 0.5) * 2 / rows - 1)
    width: float = (1 - height**ROUNDNESS) ** (1 / ROUNDNESS)
    return round(columns / 2 * (1 - width))


def rim(margins: list[int], number: int, columns: int) -> str:
    """Return a row of the glass with the rim only; blanks outside and within."""
    here, rows = margins[number], len(margins)
    upper = number < rows / 2
    outer = number - 1 if upper else number + 1
    (down, up), (out, back) = ("╭╮", "╯╰") if upper else ("╰╯", "╮╭")
    wide = columns - 2 * here
    if not 0 <= outer < rows:
        return f"{' ' * here}{down}{'─' * (wide - 2)}{up}{' ' * here}"
    step = margins[outer] - here
    if step <= 0:
        return f"{' ' * here}│{' ' * (wide - 2)}│{' ' * here}"
    inner = " " * (wide - 2 * step - 2)
    return f"{' ' * here}{down}{'─' * (step - 1)}{out}{inner}{back}{'─' * (step - 1)}{up}{' ' * here}"


def drawn(shown: Shown, columns: int, rows: int) -> Text:
    """Return the glass."""
    written = placed(shown, columns, rows)
    edges = margins(columns, rows, written)
    lines = [line(rim(edges, number, columns), written.get(number)) for number in range(rows)]
    mark_more(lines, shown, sum(block(shown.screen, columns)))
    return Text("\n", no_wrap=True).join(lines)


def line(outline: str, row: Placed | None) -> Text:
    """Return a row of the glass with what is written in it."""
    text = Text(outline, RIM, no_wrap=True)
    inside = outline.strip()
    left = outline.index(inside)
    text.stylize(GROUND, left, left + len(inside))
    if row is None:
        return text
    x, written = (row.x - 1, f" {row.text} ") if "─" in outline[row.x :][: len(row.text)] else (row.x, row.text)
    middle = Text(written, f"{row.style} {GROUND}")
    return Text.assemble(text[:x], middle, text[x + len(written) :])


def mark_more(lines: list[Text], shown: Shown, place: int) -> None:
    """Put arrows beside the body where it goes on."""
    room = Layout(len(lines)).body(len(shown.screen.head))
    first = first_row(shown, len(room))
    ends = (
        (room.start, first > 0, "▲"),
        (room.stop - 1, first + len(room) < len(shown.screen.body), "▼"),
    )
    for number, more, arrow in ends:
        if more:
            arrowed = Text(arrow, f"{MORE_STYLE} {GROUND}")
            lines[number] = Text.assemble(lines[number][:place], arrowed, lines[number][place + 1 :])


class Glass(Widget):
    """The screen as a widget."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._facts: object = None
        self._text = Text()
        self.shown = Shown(Screen())

    @property
    def beyond(self) -> int:
        """Rows of the body for which there is no room."""
        room = Layout(self.size.height).body(len(self.shown.screen.head))
        return max(0, len(self.shown.screen.body) - len(room))

    @property
    def page(self) -> int:
        """Rows of the body that are seen at a time."""
        return max(1, len(self.shown.screen.body) - self.beyond)

    def show(self, shown: Shown) -> None:
        """Show this."""
        if min(self.size) <= LEAST:
            return
        shown = shown._replace(screen=folded(shown.screen, self.size.width))
        facts = (shown, self.size)
        if facts != self._facts:
            self._facts, self.shown = facts, shown
            self._text = drawn(shown, self.size.width, self.size.height)
            self.refresh()

    def render(self) -> Text:
        """Return what is shown."""
        return self._text
