"""A panel as lines of text, for a terminal of any size: panes in columns, and the lines at the bottom.

┌ pane ──┐┌ pane ──┐     Panes of a column are below each other. Where there is no room for all of them, the rest
│ parts  │└────────┘     goes to the next page. Parts are drawn in host/ui/characters.py.
└────────┘┌ paper ─┐
          └────────┘
 now │ status │ commands and their keys, or a notice
"""

from __future__ import annotations

import copy
import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from rich.console import Console
from rich.style import Style
from rich.text import Text

from host.ui.characters import CAPTION, INK, LABEL, aimed, body_rows, drawn, least_width, seen
from host.ui.commands import key_name
from host.ui.controller import Controller
from host.ui.parts import Board, Buttons, Keys, Label, Lamps, Pane, Paper, Part, Points, Tube

FRAME, FOCUSED = "rgb(90,90,96)", "rgb(255,176,64)"
GROUND = "on rgb(12,12,14)"
NOW, STATUS = "bold rgb(255,222,140) on rgb(52,44,28)", f"{INK} on rgb(40,40,46)"
NOTICE, ERROR = "rgb(150,220,160)", "bold white on rgb(150,30,30)"
GREEN, CURSOR = "rgb(80,255,120) on rgb(4,16,6)", "rgb(4,16,6) on rgb(80,255,120)"
WHITE, TINTED, HOLES = (f"rgb(30,28,36) on {ground}" for ground in ("rgb(240,238,226)", "rgb(216,230,216)", "#d8d6c8"))
BAR = 3  # lines of a tinted bar, and of the white one below it
LEAST_ROWS = {Paper: 4, Tube: 12, Points: 10}  # of parts that take the rows that are left over
BESIDE = "   "  # between things beside each other
LABEL_WIDTH = 16  # columns of a label beside something else
BOTTOM = 3  # lines below the panes
NEXT_PAGE = ("next page", "Ctrl-X")  # a command that only the terminal has
TOO_SMALL = "This terminal has {} x {} characters: the panel needs {} x {}. Make it larger, or its letters smaller."
LEGEND = 6  # rows that must be left over for a legend of the keys


class Place(NamedTuple):
    """The place of a pane; without a pane, of the legend of the keys."""

    pane: Pane | None
    x: int
    y: int
    width: int
    height: int
    rest: int = 0  # rows for the parts that grow

    @property
    def frame(self) -> int:
        """Columns on each side of its contents, and twice its rows above and below."""
        return 2 if self.pane is None or is_framed(self.pane) else 0


class Sheet:
    """A controller in a terminal of `columns` and `rows`. `lines` are up to date after `look`."""

    def __init__(self, controller: Controller, columns: int = 80, rows: int = 24) -> None:
        self.controller, self.columns, self.rows = controller, columns, rows
        self.page = 0
        self.lines: list[Text] = []
        self._layout: object = None  # all that the places of panes depend on
        self._places: list[Place] = []
        self._seen: list[object] = []  # the facts from which each of these panes has been drawn
        self._drawn: list[list[Text]] = []
        self._bottom: list[Text] = []
        self._hints = Text()
        self._next = ""  # the way to the next page, if there are several
        self._shifts: dict[str, int] = {}  # tube -> rows that its body has been moved, away from those shown at first
        self._beyond: dict[str, tuple[int, int]] = {}  # tube -> rows for which there is no room, and rows of a page
        self.cursor = -1  # the cell of the board that the arrow keys point at; -1: they have not been used
        self.caps: dict[tuple[str, str], str] = {}  # the keys of the PC that press those of the machine

    # ------------------------------------------------------------ the layout

    @property
    def too_small(self) -> bool:
        """Whether there is no room for the panel."""
        columns, rows = self.controller.panel.least
        return self.columns < columns or self.rows < rows

    @property
    def room(self) -> int:
        """Rows of the panes."""
        return max(1, self.rows - BOTTOM)

    def resize(self, columns: int, rows: int) -> None:
        """Draw for a terminal of another size from now on."""
        self.columns, self.rows = columns, rows

    def turn(self) -> None:
        """Go to the next page."""
        self.page += 1

    def turn_to(self, part: str) -> None:
        """Go to the page on which a part is."""
        for number, page in enumerate(self.pages()):
            if any(part == each.name for stack in page for pane in stack for each in pane.parts):
                self.page = number

    @property
    def board(self) -> Board | None:
        """The board that the arrow keys point at, if one is shown."""
        parts = (part for pane in self.controller.panes for part in pane.parts if pane.column >= 0)
        found = next((part for part in parts if isinstance(part, Board) and part.terminal), None)
        return found and found.played(self.controller.shown.get(found.name))

    def point(self, right: int, down: int) -> bool:
        """Point at the next cell of the board, the one in the middle at first; return whether there is a board."""
        board = self.board
        if board is None:
            return False
        row, column = divmod(self.cursor, board.columns)
        if not 0 <= self.cursor < board.rows * board.columns:
            row, column, right, down = (board.rows - 1) // 2, (board.columns - 1) // 2, 0, 0
        row, column = max(0, min(board.rows - 1, row + down)), max(0, min(board.columns - 1, column + right))
        self.cursor = row * board.columns + column
        self.turn_to(board.name)
        return True

    def pages(self) -> list[list[list[Pane]]]:
        """Return the pages: stacks of panes beside each other."""
        ahead = [*self._stacks()]
        ahead.sort(key=lambda stack: not any(map(has_board, stack)))  # a game is begun where its board is
        pages = []
        while ahead:
            page = [ahead.pop(0)]
            for each in [*ahead]:
                others = {stack[0].column for stack in page}
                if each[0].column not in others and sum(map(self._width, [*page, each])) <= self.columns:
                    page.append(each)
                    ahead.remove(each)
            pages.append(sorted(page, key=lambda stack: stack[0].column))
        return pages or [[]]

    def _stacks(self) -> Iterator[list[Pane]]:
        """Yield stacks of panes, each as high as there is room for."""
        panes = [pane for pane in self.controller.panes if pane.column >= 0 and any(map(is_drawn, pane.parts))]
        panes.sort(key=has_board, reverse=True)  # where there is no room for all, a board matters more than paper
        for column in sorted({pane.column for pane in panes}):
            stack: list[Pane] = []
            for pane in panes:
                if pane.column == column:
                    if stack and sum(map(self._height, [*stack, pane])) > self.room:
                        yield stack
                        stack = []
                    stack.append(pane)
            yield stack

    def _width(self, stack: Sequence[Pane]) -> int:
        """Return the number of columns that panes need."""
        parts = [least_width(part, self.caps) + (4 if is_framed(pane) else 0) for pane in stack for part in pane.parts
                 if is_drawn(part)]  # fmt: skip
        return min(self.columns, max(parts))

    def _height(self, pane: Pane, width: int = 0) -> int:
        """Return the number of rows that a pane needs, within a frame that is `width` columns wide."""
        inner = (width or self._width([pane])) - (4 if is_framed(pane) else 0)
        rows = len(self._fixed(pane, inner)) + sum(LEAST_ROWS.get(type(part), 0) for part in pane.parts)
        return max(pane.rows, rows + (2 if is_framed(pane) else 0))

    def _fixed(self, pane: Pane, width: int) -> list[Text]:
        """Return the lines of the parts that do not grow, as if nothing were known."""
        parts = [part for part in pane.parts if is_drawn(part) and not grows_itself(part)]
        return self._composed(parts, {}, width, 0)

    def _composed(self, parts: Sequence[Part], shown: Mapping[str, Any], width: int, rest: int) -> list[Text]:
        """Return the lines of parts; the parts of a board's pane are beside it if there is room.

        `rest`: rows of those that grow.
        """
        if len(parts) > 1 and isinstance(parts[0], Board) and not any(map(grows_itself, parts)):
            left = least_width(parts[0], self.caps) + len(BESIDE)
            if width - left >= max(least_width(part, self.caps) for part in parts[1:]):
                board = [cut(line, left) for line in self._part(parts[0], shown, width, 0)]
                others = self._composed(parts[1:], shown, width - left, 0)
                blank = Text(" " * left)
                return [Text.assemble(*each) for each in zip_longest(board, others, fillvalue=blank)]
        return beside([(part, self._part(part, shown, width, rest)) for part in parts], width)

    def _part(self, part: Part, shown: Mapping[str, Any], width: int, rest: int) -> list[Text]:
        """Return the lines of a part."""
        if isinstance(part, Paper):
            return [*self._paper(part, width, rest)]
        if isinstance(part, Tube):
            return self._tube(part, width, rest)
        return drawn(part, self._value(part, shown), width, rest, self.caps)

    def _value(self, part: Part, shown: Mapping[str, Any]) -> Any:
        """Return the value that a part is drawn from: of a board, with the cell that the arrow keys point at."""
        value = seen(part, shown)
        return {**value, "cursor": self.cursor} if isinstance(part, Board) and value and self.cursor >= 0 else value

    def _arrange(self) -> None:
        """Give every pane of the page its place."""
        self.caps = {(part, key): name for name, (part, key) in self.controller.panel.keys.items()}
        pages = self.pages()
        self.page %= len(pages)
        self._next = f"{NEXT_PAGE[1]} next page, {self.page + 1} of {len(pages)}" if len(pages) > 1 else ""
        if self.too_small:
            self._next = ""
        self._hints = self.hints()
        stacks = [] if self.too_small else pages[self.page]
        widths = [self._width(stack) for stack in stacks]
        growing = [number for number, stack in enumerate(stacks) if any(map(grows, stack))] or [len(stacks) - 1]
        for turn in range(self.columns - sum(widths) if stacks else 0):
            widths[growing[turn % len(growing)]] += 1
        self._places = []
        x = 0
        for stack, width in zip(stacks, widths, strict=True):
            self._places += self._stacked(stack, x, width)
            x += width
        self._seen = [None] * len(self._places)
        self._drawn = [[] for _ in self._places]

    def _stacked(self, stack: Sequence[Pane], x: int, width: int) -> Iterator[Place]:
        """Yield the places of panes below each other."""
        heights = [self._height(pane, width) for pane in stack]
        growing = [number for number, pane in enumerate(stack) if grows(pane)]
        left = max(0, self.room - sum(heights))
        for turn in range(left if growing else 0):
            heights[growing[turn % len(growing)]] += 1
        y = 0
        for pane, height in zip(stack, heights, strict=True):
            place = Place(pane, x, y, width, min(height, self.room - y))
            fixed = len(self._fixed(pane, width - 2 * place.frame))
            yield place._replace(rest=max(0, place.height - place.frame - fixed))
            y += height
        if not growing and left >= LEGEND:
            yield Place(None, x, y, width, left)

    # ------------------------------------------------------------ drawing

    def look(self) -> list[int]:
        """Bring the lines up to date; return the numbers of those that have changed."""
        controller = self.controller
        layout = (self.columns, self.rows, self.page, [pane.name for pane in controller.panes], id(controller.panel))
        changed: set[int] = set()
        if layout != self._layout:
            self._arrange()
            self._layout = (*layout[:2], self.page, *layout[3:])
            self.lines = [Text("not yet")] * self.rows
            changed = {*range(self.rows)}
        for number, place in enumerate(self._places):
            facts = self._facts(place)
            if facts != self._seen[number]:
                self._seen[number] = copy.deepcopy(facts)  # view functions may change a value later
                self._drawn[number] = self._pane(place)
                changed |= {*range(place.y, place.y + place.height)}
        bottom = self._bottom_lines()
        if bottom != self._bottom:
            changed |= {*range(self.rows - max(len(bottom), len(self._bottom)), self.rows)}
            self._bottom = bottom
        different = []
        for number in sorted(changed & {*range(self.rows)}):
            line = self._line(number)
            if line != self.lines[number]:
                different.append(number)
            self.lines[number] = line
        return different

    def _facts(self, place: Place) -> object:
        """Return the facts that the drawing of a pane depends on."""
        controller = self.controller
        if place.pane is None:
            return True
        parts = [part for part in place.pane.parts if is_drawn(part)]
        paper = controller.paper
        printed = (paper.fed, paper.lines[-1], paper.column, controller.back) if any(map(is_paper, parts)) else None
        names = [part.name for part in parts]
        return (
            [self._value(part, controller.shown) for part in parts],
            printed,
            controller.focus in names,
            [*map(self._shifts.get, names)],
        )

    def _pane(self, place: Place) -> list[Text]:
        """Return the lines of a pane, as wide and as high as its place."""
        controller, pane = self.controller, place.pane
        parts = [part for part in pane.parts if is_drawn(part)] if pane else []
        width = place.width - 2 * place.frame
        lines = self._composed(parts, controller.shown, width, place.rest)
        if pane is None:
            lines = [Text(line, LABEL) for line in self.legend()]
        inner = max(0, place.height - place.frame)
        lines = [cut(line.copy(), width) for line in [*lines, *[Text()] * inner][:inner]]
        if not place.frame:
            return lines
        style = FOCUSED if any(controller.focus == part.name for part in parts) else FRAME
        named = pane.title if pane else "keys"
        title = f"─ {named} " if named else "──"
        top = cut(Text.assemble(("╭", style), (title[0], style), (title[1:], LABEL)), place.width - 1, "─", style)
        side = Text("│", style)
        framed = [Text.assemble(side, " ", line, " ", side) for line in lines]
        return [top.append("╮", style), *framed, Text(f"╰{'─' * (place.width - 2)}╯", style)][: place.height]

    def _tube(self, part: Tube, width: int, rows: int) -> list[Text]:
        """Return the lines of a tube, moved as the user wants it."""
        value = {**(seen(part, self.controller.shown) or {}), "shift": self._shifts.get(part.name, 0)}
        texts, room = body_rows(value, width, rows)
        self._beyond[part.name] = max(0, len(texts) - room), room
        return drawn(part, value, width, rows, self.caps)

    def move(self, tube: str, pages: int) -> bool:
        """Move the rows of a tube by pages up (or down); return whether there was something to be moved."""
        beyond, room = self._beyond.get(tube, (0, 0))
        at_end = (self.controller.shown.get(f"{tube} rows") or {}).get("end")
        before = self._shifts.get(tube, 0)
        self._shifts[tube] = max(0, min(beyond, before + room * (pages if at_end else -pages)))
        return self._shifts[tube] != before

    def move_back(self) -> None:
        """Show the rows of all tubes that are shown at first."""
        self._shifts.clear()

    def _paper(self, part: Paper, width: int, rows: int) -> Iterator[Text]:
        """Yield the lines of the paper; those that are too long go on below themselves."""
        controller, paper = self.controller, self.controller.paper
        texts = paper.visible(rows, controller.back)
        last = max(len(paper.lines) - controller.back, min(rows, len(paper.lines)))  # as `visible` says
        holes = 0 if part.glass or width < part.columns + 4 else 2
        wide = min(width - 2 * holes, part.columns + 1)
        found: list[Text] = []
        for number, text in enumerate(texts, paper.scrolled + last - len(texts)):
            style = GREEN if part.glass else TINTED if number // BAR % 2 else WHITE
            if number + 1 in paper.folds and not part.glass:
                style += " underline"
            text = text.rstrip() if controller.back or number - paper.scrolled < len(paper.lines) - 1 else text
            for at in range(0, max(1, len(text)), wide):
                found.append(cut(Text(text[at : at + wide], style), wide, " ", style))
        if part.glass and not controller.back and found:
            found[-1].stylize(CURSOR, paper.column % wide, paper.column % wide + 1)
        ground = GREEN if part.glass else WHITE
        found = [*found, *[Text(" " * wide, ground)] * rows][:rows] if len(found) < rows else found[-rows:]
        edge = Text("∘ "[:holes], HOLES)
        for line in found:
            line = Text.assemble(edge, line, edge)
            line.stylize(aimed("", part.name, "focus"))
            yield line

    def _line(self, number: int) -> Text:
        """Return a line of the terminal."""
        if number >= self.rows - len(self._bottom):
            return self._bottom[number - self.rows]
        line = Text(style=GROUND)
        if self.too_small:
            said = wrapped(TOO_SMALL.format(self.columns, self.rows, *self.controller.panel.least), self.columns - 2)
            line.append(f" {said[number]}" if number < len(said) else "", INK)
        for place, lines in zip(self._places, self._drawn, strict=True):
            if place.y <= number < place.y + len(lines):
                line.append(" " * (place.x - len(line))).append_text(lines[number - place.y])
        return cut(line, self.columns)

    def _bottom_lines(self) -> list[Text]:
        """Return the lines at the bottom: an error, the line of possible actions, the status, commands."""
        controller = self.controller
        error = [
            cut(Text(f" {line}", ERROR), self.columns, " ", ERROR)
            for text in controller.error.splitlines()
            for line in wrapped(text, self.columns - 2)
        ]
        if error:
            closing = Text("Esc or a click closes this ".rjust(self.columns), aimed(ERROR, "", "close"))
            error = [*error[: max(1, self.room - 1)], cut(closing, self.columns, " ", ERROR)]
        now = [Text(f" {line}", NOW) for line in wrapped(controller.shown.get("now", ""), self.columns - 2)]
        status = Text(f" {controller.shown.get('status', '')}", STATUS)
        said = controller.pointed or controller.notice
        last = Text(f" {said}", CAPTION if controller.pointed else NOTICE) if said else self._hints.copy()
        if said and self._next:  # the way to the other pages is never hidden
            last = cut(cut(last, self.columns - len(self._next) - 3), self.columns - len(self._next) - 1)
            last.append(self._next, aimed(LABEL, "", NEXT_PAGE[0]))
        lines = [cut(line, self.columns, " ", line.style) for line in (*now, status, last)]
        return [*error, *lines][-self.rows :]

    # ------------------------------------------------------------ keys

    def keys(self) -> list[tuple[str, str, str]]:
        """Return commands with a key of the PC: command, key, label; the help first, then those of the program."""
        game = self.controller.panel.game.commands if self.controller.panel.game else ()
        named = [each for each in self.controller.commands if each.terminal]
        commands = sorted(named, key=lambda each: 0 if each.name == "help" else 1 if each in game else 2)
        return [(each.name, key_name(each.key), each.label or each.name) for each in commands if each.key]

    def hints(self) -> Text:
        """Return the line of commands, as many as there is room for; each of them can be clicked."""
        line = Text(" ")
        keys = [(command, f"{key} {label.lower()}") for command, key, label in self.keys()]
        for command, text in [*keys[:1], *[(NEXT_PAGE[0], self._next)] * bool(self._next), *keys[1:]]:
            between = "" if len(line) == 1 else " │ "
            if len(line) + len(between) + len(text) > self.columns:
                break
            line.append(between, CAPTION).append(text, aimed(LABEL, "", command))
        return line

    def legend(self) -> list[str]:
        """Return the action of every key of the PC, a line each."""
        controller = self.controller
        helps = {each.name: each.help for each in controller.commands}
        lines = [f"{key:<10}{helps.get(name) or label.lower()}" for name, key, label in self.keys()]
        for name, (part, key) in controller.panel.keys.items():
            meaning = self.meaning(part, key)
            if len(name) > 1 or meaning:
                said = meaning if meaning.startswith(key) else f"{key}: {meaning}" if meaning else key
                lines.append(f"{key_name(name):<10}{said}")
        return lines

    def meaning(self, part: str, item: object) -> str:
        """Return the meaning of an item of a part."""
        for pane in self.controller.panel.panes:
            for each in pane.parts:
                if each.name == part:
                    return self.controller.meaning(each, str(item))
        return ""

    def help(self) -> str:
        """Return the help: the lists of panel and program, and the keys."""
        controller = self.controller
        tables = [*controller.panel.help]
        if controller.panel.game and controller.panel.game.help:
            tables.insert(0, ("What the program shows", controller.panel.game.help))
        lines = []
        for title, rows in tables:
            wide = max(12, *(len(sign) + 2 for sign, _ in rows))
            lines += [title.upper(), *(f"  {sign:<{wide}}{meaning}" for sign, meaning in rows), ""]
        return "\n".join([*lines, "KEYS", *(f"  {line}" for line in self.legend())])


def is_paper(part: Part) -> bool:
    """Return whether a part is paper."""
    return isinstance(part, Paper)


def is_framed(pane: Pane) -> bool:
    """Return whether a pane has a frame; tubes are round enough."""
    return not all(isinstance(part, Tube) for part in pane.parts if is_drawn(part))


def has_board(pane: Pane) -> bool:
    """Return whether there is a board in a pane."""
    return any(isinstance(part, Board) for part in pane.parts)


def is_drawn(part: Part) -> bool:
    """Return whether a terminal shows a part."""
    return part.terminal and not isinstance(part, Buttons)


def grows_itself(part: Part) -> bool:
    """Return whether a part takes the rows that are left over."""
    return type(part) in LEAST_ROWS


def grows(pane: Pane) -> bool:
    """Return whether a part of a pane takes the rows that are left over."""
    return any(grows_itself(part) and part.terminal for part in pane.parts)


def beside(blocks: Sequence[tuple[Part, list[Text]]], width: int) -> list[Text]:
    """Return the lines of parts below each other; short lines of lamps, keys and a label are put beside each other."""
    lines: list[Text] = []
    room = 0  # columns that are left in the last line
    for part, block in blocks:
        short = len(block) == 1 and isinstance(part, Keys | Lamps | Label)
        needed = LABEL_WIDTH if isinstance(part, Label) else len(block[0]) if block else 0
        if short and lines and needed <= room:
            lines[-1] = Text.assemble(lines[-1], BESIDE, block[0])
        else:
            lines += block
            room = width
        room = room - needed - len(BESIDE) if short and not isinstance(part, Label) else 0
    return lines


def cut(text: Text, width: int, fill: str = " ", style: str | Style = "") -> Text:
    """Return a line that is `width` columns long."""
    if len(text) > width:
        text.right_crop(len(text) - max(0, width))
    return text.append(fill * (width - len(text)), style)


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines."""
    return textwrap.wrap(text, max(8, width)) or [""]


def text_of(controller: Controller, columns: int, rows: int) -> str:
    """Return the lines of a terminal, without the blanks at their ends."""
    return "".join(f"{line.plain.rstrip()}\n" for line in picture(controller, columns, rows))


def svg_of(controller: Controller, columns: int, rows: int) -> str:
    """Return the lines of a terminal as vectors (SVG)."""
    console = Console(
        width=columns, height=rows, file=io.StringIO(), record=True, force_terminal=True, color_system="truecolor",
        legacy_windows=False,
    )  # fmt: skip
    for line in picture(controller, columns, rows):
        console.print(line, no_wrap=True, overflow="crop", crop=True)
    return console.export_svg(title=controller.panel.title)


def picture(controller: Controller, columns: int, rows: int) -> list[Text]:
    """Return the lines of a terminal."""
    sheet = Sheet(controller, columns, rows)
    sheet.look()
    return sheet.lines
