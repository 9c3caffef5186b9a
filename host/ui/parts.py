"""Panels as data: every view draws them, none knows a machine.

    Panel                    a whole machine: window size, panes, commands, keys of the PC, view functions
     └ Pane                  an area with a title; panes of a group share one place, one of them is shown
        ├ shapes             constant: boxes, lines, discs, polygons, texts
        └ parts              variable: lit, printed, typed or clicked

A part has a name. Its value is `shown[name]`, where `shown` is the result of the view function `look`; a part is drawn
again only after its value has changed. Clicks and keys go to the view function `act` by the same name, which returns
steps (below). Lengths are logical units of the window, the origin is its upper left corner; a terminal
stacks the parts of a pane instead, each drawn in characters.

View functions take the machine's record `m` and the dictionary `ui`, plain data that the view keeps between calls (the
selection, the typed text, the display that is shown). They are written in the part of Python that
host/ui/script.py translates to JavaScript: the same functions run in a page.

A step is a list, for it goes to a page as JSON:

    ["give", kind, value]    an input of the machine
    ["wait", cycles]         let this time of the machine pass before the next step; none while it is stopped
    ["until", name, cycles]  wait until `ready(m, ui, name)` has been true for that number of cycles without a break
    ["say", text]            show a notice for some seconds
    ["ask", title, what, hint]  ask for a line, which goes to `act` as its value
    ["step", count]          execute instructions, then stand still
    ["speed", times]         run at a multiple of the original's clock, 0: as fast as the host can
    ["command", name]        do a command
    ["wrong", text]          show an error
    ["undo", text]           the same, back at the moment remembered last
    ["instead"]              the first of a list: forget a step that waits for an "until", and those after it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol

from host.ui.sound import Recipe

Colour = tuple[int, int, int]
Align = Literal["left", "centre", "right"]
Point = tuple[float, float]
Step = list[Any]
View = dict[str, Any]


class Box(NamedTuple):
    """A rectangle in logical units."""

    x: float
    y: float
    w: float
    h: float

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside."""
        return self.x <= point[0] < self.x + self.w and self.y <= point[1] < self.y + self.h

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Box:
        """Return the box made smaller by `by` on each side."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, x: float, y: float) -> Box:
        """Return the box elsewhere."""
        return Box(self.x + x, self.y + y, self.w, self.h)


# ---------------------------------------------------------------- shapes


class Rect(NamedTuple):
    """A rectangle, filled or (with `outline` units of width) as a frame."""

    box: Box
    colour: Colour
    radius: float = 0.0
    outline: float = 0.0


class Line(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    colour: Colour
    width: float = 1.0


class Disc(NamedTuple):
    """A disc, or a ring `outline` units wide."""

    centre: Point
    radius: float
    colour: Colour
    outline: float = 0.0


class Polygon(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    colour: Colour


class Text(NamedTuple):
    """A line of text `size` units high; `at` is the left, centre or right of its middle. `turned`: it reads upwards."""

    at: Point
    text: str
    size: float
    colour: Colour
    align: Align = "left"
    turned: bool = False


Shape = Rect | Line | Disc | Polygon | Text


# ---------------------------------------------------------------- parts


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part. `shown[name]` is its value; `terminal`: whether a terminal draws it, `page`: whether a browser does."""

    name: str
    terminal: bool = True
    page: bool = True
    typed = False  # whether it can have the keyboard


@dataclass(frozen=True, kw_only=True)
class Label(Part):
    """A line of text that changes; its value is the text. It is cut off at `width` units, with dots."""

    at: Point
    size: float
    colour: Colour
    width: float = 0.0
    align: Align = "left"


@dataclass(frozen=True, kw_only=True)
class Digits(Part):
    """Seven-segment digits. Value: for each digit and segment a-g in turn its brightness, 0 to `levels`."""

    boxes: tuple[Box, ...]
    gaps: tuple[int, ...]  # blanks before each digit in a terminal
    levels: int = 8
    signs: Mapping[int, str] = field(default_factory=dict)  # characters by segments, bit 0 is a: for those who listen


class LampRow(NamedTuple):
    """Lamps beside each other: in a terminal a line."""

    title: str
    places: tuple[Point, ...]
    group: int = 3  # lamps to a group in a terminal
    meanings: tuple[str, ...] = ()  # of each lamp, or one of all; shown where the mouse points
    number: str = ""  # name of the label with the row's contents: a terminal writes it after the lamps


@dataclass(frozen=True, kw_only=True)
class Lamps(Part):
    """Rows of lamps. Value: for each row a list of brightnesses, 0 to `levels`, one for each lamp."""

    rows: tuple[LampRow, ...]
    radius: float
    lit: Colour
    dark: Colour
    levels: int = 16


class Key(NamedTuple):
    """A key, a button or a switch of the machine: `name` goes to `act`."""

    name: str
    box: Box
    label: str = ""  # the name if there is none; words may be on lines of their own
    meaning: str = ""
    style: str = "key"  # key: sinks when pressed; toggle: up or down; slide: left or right
    colour: Colour = (58, 58, 64)
    ink: Colour = (236, 232, 220)
    brief: str = ""  # the label in a terminal, where it has to be short
    hold: float = 0.15  # seconds for which a terminal holds it: it is not told when the key is let go of


@dataclass(frozen=True, kw_only=True)
class Keys(Part):
    """Keys and switches. Value: the names of those that are down, or on.

    `act(m, ui, name, key)` when one is pressed, `act(m, ui, name + " up", key)` when it is let go of.
    """

    keys: tuple[Key, ...]
    columns: int = 0  # of the terminal's grid of keys; 0: as many as fit


@dataclass(frozen=True, kw_only=True)
class Paper(Part):
    """Printed lines on paper or on a screen, the newest at the bottom, scrolled by the wheel and page keys.

    It has no value from `look`: the views follow the machine's output (`Controller.printed`). `typed`: text typed while
    it has the keyboard goes to `act(m, ui, "type", text)`.
    """

    box: Box
    columns: int
    line: float  # units from line to line
    typed: bool = False
    glass: bool = False  # a screen that glows, rather than paper


@dataclass(frozen=True, kw_only=True)
class Tube(Part):
    """A round tube that writes characters. Value: lists [x, y, size, text] in `dots` dots a side, size 8, 16 or 32.

    Size 1: a dot, with the text `.`.
    """

    box: Box  # of the glass
    dots: int = 512
    typed: bool = False


@dataclass(frozen=True, kw_only=True)
class Points(Part):
    """A tube that plots points. Value: lists [x, y, brightness 0 to 12], x and y from the lower left corner."""

    box: Box
    dots: int = 1024


@dataclass(frozen=True, kw_only=True)
class Board(Part):
    """A board of a game. Value: {"cells": a sign for each cell, row by row, "marks": [cells], "chosen": cell or -1}.

    Signs: " " empty, "-" not a cell of the game, and those of `men`. A click calls `act(m, ui, name, cell)`.
    The value of a game with a board of another size has its "columns" and "stars", too.
    """

    box: Box
    rows: int
    columns: int
    style: str  # go: points where lines cross; squares: alternating; pits: round, their sign the number of stones
    men: Mapping[str, str]  # sign -> kind of man: black white blackking whiteking, or K Q R B N P k q r b n p
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of the cells, written into their corners
    stars: tuple[int, ...] = ()  # cells with a dot, of a Go board

    def played(self, value: Mapping[str, Any] | None) -> Board:
        """Return the board with as many columns and rows as the value of its game has."""
        columns = (value or {}).get("columns", self.columns)
        if value is None or columns == self.columns:
            return self
        return replace(self, rows=len(value["cells"]) // columns, columns=columns, stars=tuple(value.get("stars", ())))


@dataclass(frozen=True, kw_only=True)
class Cards(Part):
    """Punched cards. Value: {"count": how many, "texts": on the top ones, "columns": the holes of the top one}.

    Texts are those printed on the cards, the top one's first; a column is a number of 12 bits, row 12 the highest.
    """

    box: Box


@dataclass(frozen=True, kw_only=True)
class Buttons(Part):
    """Commands to click. Value: {command: label} for changing labels, or nothing.

    `shown["lit"]` names the commands with lit buttons; pause, turbo, help and shown panes need not be there.
    """

    places: Mapping[str, Box]  # by the names of commands


def row(x: float, y: float, height: float, *buttons: tuple[str, float], gap: float = 5) -> dict[str, Box]:
    """Return places for buttons beside each other: commands and their widths; one without a name is a gap."""
    places: dict[str, Box] = {}
    for command, width in buttons:
        if command:
            places[command] = Box(x, y, width, height)
            x += gap
        x += width
    return places


# ---------------------------------------------------------------- the whole


@dataclass(frozen=True, kw_only=True)
class Pane:
    """An area of the window, and of a terminal, where panes are stacked in columns."""

    name: str
    box: Box
    title: str = ""
    shapes: tuple[Shape, ...] = ()
    parts: tuple[Part, ...] = ()
    group: str = ""  # panes of a group share the place: `ui["pane " + group]` is the name of the one shown
    tab: str = ""  # of a small screen, where panes of a tab are below each other; the title if there is none
    column: int = 0  # of a terminal; -1: not shown there
    rows: int = 0  # of a terminal that it takes at least; 0: as its parts need
    page: bool | None = None  # True: only in a page; False: not in a page


class Command(NamedTuple):
    """Something to do: by a button, a key of the PC, a menu."""

    name: str
    label: str
    key: str = ""  # neutral names: f7, ctrl+o
    help: str = ""
    page: bool = True  # whether a page has it: commands that need the user's files are left out
    terminal: bool = True  # whether a terminal names it


def nothing_done(m: Any, ui: View, what: str, value: Any) -> list[Step]:
    """Do nothing."""
    return []


def left_to_machine(m: Any, ui: View, what: str, value: Any) -> None:
    """Leave it to the machine."""


def always(m: Any, ui: View, name: str) -> bool:
    """Return True: the condition holds at once."""
    return True


def never(m: Any, ui: View) -> bool:
    """Return False: the machine never waits for the user."""
    return False


class GameFile(Protocol):
    """How a game is saved and taken up; `notation` reads its files, and `suffix` ends their names."""

    @property
    def suffix(self) -> str:
        """Of the names of its files."""

    @property
    def notation(self) -> Any:
        """Its notation: `parts`, `read` and `written` of host/games/conversation.py."""

    def tidied(self, text: str) -> str:
        """Return the text of a game as the notation writes it."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A program's additions to the panel of its machine: a board, the line of possible actions, help.

    Its view functions are asked first; where its `act` returns None, the machine's is called.
    """

    programs: tuple[str, ...]  # names of the manifest, or of sources without their suffix
    look: Callable[[Any, View], View]
    act: Callable[[Any, View, str, Any], list[Step] | None] = left_to_machine
    ready: Callable[[Any, View, str], bool] = always
    panes: Callable[[Box], tuple[Pane, ...]] = lambda box: ()  # in the place that the machine has for them
    commands: tuple[Command, ...] = ()
    symbols: tuple[str, ...] = ()  # `ui["at"]` has their addresses
    help: tuple[tuple[str, str], ...] = ()  # signs that the program shows, and their meanings
    ui: View = field(default_factory=dict)  # to begin with
    file: GameFile | None = None
    save: Callable[[Any, View], str] | None = None  # the text of such a file, nothing without a game
    open: Callable[[Any, View, str, str], list[Step]] | None = None  # the steps that take one up: its name, its text


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A machine's panel."""

    title: str
    size: tuple[float, float]
    panes: tuple[Pane, ...]
    look: Callable[[Any, View], View]  # also "now", "status": the lines of actions and of status, "work" (advice.py)
    act: Callable[[Any, View, str, Any], list[Step]] = nothing_done
    ready: Callable[[Any, View, str], bool] = always
    standing: Callable[[Any, View], bool] = never  # whether the machine waits for the user: no time passes
    sample: Callable[[Any, View], list[int]] | None = None  # words of lamps, looked at many times while it runs
    widths: tuple[int, ...] = ()  # their bits; `ui["light"]`: for each word the brightnesses from the left, 0 to 16
    commands: tuple[Command, ...] = ()
    keys: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # key of the PC -> part, key of the machine
    help: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()  # titles, and rows of a sign and its meaning
    ui: View = field(default_factory=dict)  # to begin with
    sounds: Mapping[str, Recipe] = field(default_factory=dict)
    hear: Callable[[Any, View], list[list[Any]]] | None = None  # [name of a sound, cycle] of new events
    game: Game | None = None
    least: tuple[int, int] = (1, 1)  # columns and rows of a terminal that has room for it
    background: Colour = (34, 32, 30)

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """Its view functions, by their names; those of the program are `game look` and so on."""
        own = {name: getattr(self, name) for name in ("look", "act", "ready", "standing", "sample", "hear")}
        names = ("look", "act", "ready", "save", "open")
        game = {f"game {name}": getattr(self.game, name) for name in names} if self.game else {}
        return {name: each for name, each in (own | game).items() if each}
