"""Parts of a panel in characters: lines of text. The target of a click is in the style of the characters.

A lamp that is lit is a disc, one that is out a ring, one that flickers half a disc; a key that is down is in
brackets; men of a board are signs or letters: all of it is readable without colours, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from rich.style import Style
from rich.text import Text

from host.ui import seven_segments
from host.ui.parts import Board, Cards, Colour, Digits, Key, Keys, Label, LampRow, Lamps, Paper, Part, Points, Tube

Caps = Mapping[tuple[str, str], str]  # part, key of the machine -> key of the PC

INK, LABEL, CAPTION = "rgb(220,220,224)", "rgb(170,170,176)", "rgb(110,110,116)"
OCTAL = "rgb(255,176,100)"
DARKEST = 128  # of a colour's parts, the greatest: darker labels cannot be read on a dark ground
KEY_DOWN, EDGE_DOWN = "bold black on rgb(255,176,64)", "rgb(255,176,64)"
LIGHT_KEY, DARK_KEY = "black on rgb(214,210,198)", "white on rgb(80,86,96)"
KEYPAD = 4  # columns up to which the keys are those of a keypad: an edge below each of them
GAP = "  "
NUMBER = 15  # characters of an entry of a map: a name and twelve octal digits
FULL = 15 / 16  # of the brightness: at this share and above, a lamp is drawn as a full disc


@cache
def aimed(style: str, part: str, item: str | int) -> Style:
    """Return a style that names the target of a click: an item of a part."""
    return Style.parse(style) + Style(meta={"target": (part, item)})


def seen(part: Part, shown: Mapping[str, Any]) -> Any:
    """Return the value that the lines of a part depend on."""
    if isinstance(part, Lamps):
        return shown.get(part.name), [shown.get(row.number, "") for row in part.rows]
    return shown.get(f"{part.name} rows" if isinstance(part, Tube) else part.name)


def drawn(part: Part, value: Any, width: int, rows: int, caps: Caps) -> list[Text]:
    """Return the lines of a part; `value` comes from `seen`, None before anything is known.

    Parts that grow take `rows` lines.
    """
    match part:
        case Label():
            dark = max(part.colour) < DARKEST  # it is written on something light in a window
            return [Text(str(value or "")[:width], LABEL if dark else rgb(part.colour))]
        case Digits():
            return digits(part, value, width)
        case Lamps():
            return maps(part, value, width) if is_map(part) else flowed([*lamp_rows(part, value, width)], width)
        case Keys():
            return [*keys(part, value or (), width, caps)]
        case Board():
            return [*BOARDS[part.style](part.played(value), value or empty(part))]
        case Cards():
            return cards(value or {}, width)
        case Points():
            return points(part, value or (), width, rows)
        case Tube():
            return glass(value or {}, width, rows, part.name)
    return []


def empty(part: Board) -> Mapping[str, Any]:
    """Return the value of a board with nothing on it."""
    return {"cells": [" "] * part.rows * part.columns}


def rgb(colour: Colour) -> str:
    """Return the style of a colour."""
    return "rgb({},{},{})".format(*colour)


def least_width(part: Part, caps: Caps) -> int:
    """Return the number of columns that a part needs."""
    if isinstance(part, Keys):
        return max(len(line) for line in keys(part, (), 0, caps)) if is_keypad(part) else 40
    if isinstance(part, Lamps):
        return max(map(len, maps(part, None, 0) if is_map(part) else lamp_rows(part, None, 0)), default=0)
    if isinstance(part, Digits):
        return seven_segments.WIDTH * len(part.boxes) + sum(part.gaps)
    if isinstance(part, Board):
        return max(len(line) for line in BOARDS[part.style](part, empty(part)))
    if isinstance(part, Tube):
        return 58
    return 36 if isinstance(part, Paper | Points | Cards) else 16


# ---------------------------------------------------------------- digits, lamps


def digits(part: Digits, value: Any, width: int) -> list[Text]:
    """Return seven-segment digits, in the middle."""
    segments = len(seven_segments.NAMES)
    levels = [each / part.levels for each in value or [0] * segments * len(part.boxes)]
    levels_of = [levels[at : at + segments] for at in range(0, len(levels), segments)]
    lines = [*seven_segments.draw(levels_of, part.gaps).split("\n")]
    return [Text(" " * max(0, (width - least_width(part, {})) // 2)) + line for line in lines]


def lamp_rows(part: Lamps, value: Any, width: int) -> Iterator[Text]:
    """Yield the rows; those that fill a line are written with their right ends below each other."""
    levels, numbers = value or (None, None)
    several = [row for row in part.rows if len(row.places) > 1]
    titles = max((len(row.title) for row in several), default=0)
    names = max((len(row.title) for row in part.rows if len(row.places) == 1), default=0)
    longest = max((lamps_wide(row) for row in several), default=0)
    for number, row in enumerate(part.rows):
        lamps = levels[number] if levels else [0] * len(row.places)
        if len(lamps) == 1:
            text = Text.assemble(lamp(part, lamps[0]), (f" {row.title.replace('- ', ''):<{names}}", LABEL))
            yield explained(text, part, row, [0])
            continue
        digits = len(row.places) // row.group + 3  # room for a sign, and for places to the left of whole groups
        alone = 2 * (titles + lamps_wide(row) + digits) > width
        text = Text(f"{row.title:<{titles}} " + " " * (longest - lamps_wide(row) if alone else 0), LABEL)
        places = []
        for place, level in enumerate(lamps):
            if place and (place - len(lamps) % row.group) % row.group == 0:
                text.append(" ")
            places.append(len(text))
            text.append(*lamp(part, level))
        if row.number:
            text.append(f"  {numbers[number] if numbers else '':>{digits if alone else digits - 3}}", OCTAL)
        yield explained(text, part, row, places)


def explained(text: Text, part: Lamps, row: LampRow, places: Sequence[int]) -> Text:
    """Return a row of lamps with their meanings in the style, for the mouse to find."""
    for place, at in enumerate(places if row.meanings else ()):
        text.stylize(aimed("", part.name, row.meanings[min(place, len(row.meanings) - 1)]), at, at + 1)
    return text


def is_map(part: Lamps) -> bool:
    """Return whether each row of lamps is a map: below each other, too."""
    return any(len({y for _, y in row.places}) > 1 for row in part.rows)


def maps(part: Lamps, value: Any, width: int) -> list[Text]:
    """Return lamps as they lie, the maps beside each other with their titles above them and their numbers below."""
    levels, numbers = value or (None, None)
    lines: list[Text] = []
    for number, row in enumerate(part.rows):
        xs, ys = (sorted({place[axis] for place in row.places}) for axis in (0, 1))
        cells = [[Text(" ")] * len(xs) for _ in ys]
        for place, (x, y) in enumerate(row.places):
            cells[ys.index(y)][xs.index(x)] = Text(*lamp(part, levels[number][place] if levels else 0))
        block = [Text(row.title[: len(xs)].ljust(len(xs)), LABEL), *(Text().join(line) for line in cells)]
        lines = [Text.assemble(*each) for each in zip_longest(lines, [Text(" ")] * len(block), block, fillvalue="")]
    words = [f"{row.title} {numbers[place] if numbers else ''}" for place, row in enumerate(part.rows) if row.number]
    return [line[1:] for line in lines] + flowed([Text(f"{word:<{NUMBER}}", OCTAL) for word in words], width)


def lamps_wide(row: LampRow) -> int:
    """Return the number of columns that the lamps of a row take."""
    return len(row.places) + (len(row.places) - 1) // row.group


def lamp(part: Lamps, level: int) -> tuple[str, str]:
    """Return the sign of a lamp, and its style."""
    return sign_of_lamp(level, part.levels, part.lit, part.dark)


@cache
def sign_of_lamp(level: int, levels: int, lit: Colour, dark: Colour) -> tuple[str, str]:
    """Return the sign of a lamp with some brightness of `levels`, and its style."""
    share = level / levels
    red, green, blue = (round(off + (on - off) * share) for off, on in zip(dark, lit, strict=True))
    return "●" if share >= FULL else "◐" if level else "○", f"rgb({red},{green},{blue})"


def flowed(cells: Sequence[Text], width: int) -> list[Text]:
    """Return texts beside each other, as many as fit in a line."""
    lines: list[Text] = []
    for cell in cells:
        if lines and len(lines[-1]) + len(GAP) + len(cell) <= width:
            lines[-1] = Text.assemble(lines[-1], GAP, cell)
        else:
            lines.append(cell)
    return lines


# ---------------------------------------------------------------- keys


def is_keypad(part: Keys) -> bool:
    """Return whether the keys are those of a keypad."""
    return 0 < part.columns <= KEYPAD and len(part.keys) > part.columns


def keys(part: Keys, down: Sequence[str], width: int, caps: Caps) -> Iterator[Text]:
    """Yield rows of keys: caps with the key of the PC; levers without labels are single characters if they do not fit.

    `width` 0: as wide as they like.
    """
    names = max((len(short(key)) for key in part.keys), default=0)
    signs = max((len(cap_name(part, key, caps)) for key in part.keys), default=0)
    size = names + signs + 2 + bool(signs)
    fitting = max(1, (width + 1) // (size + 1)) if width else len(part.keys)
    if fitting < part.columns and not any(key.label for key in part.keys):
        yield bits(part, down)
        return
    columns = min(part.columns or fitting, fitting)
    for first in range(0, len(part.keys), columns):
        row = part.keys[first : first + columns]
        line, edge = Text(), Text()
        for key in row:
            is_down = key.name in down
            sign = f" {cap_name(part, key, caps):>{signs}}" if signs else ""
            text = f"{'[' if is_down else ' '}{short(key):<{names}}{sign}{']' if is_down else ' '}"
            style = KEY_DOWN if is_down else f"{rgb(key.ink)} on {rgb(key.colour)}"
            line.append(text, aimed(style, part.name, key.name)).append(" ")
            edge.append("▀" * size, aimed(EDGE_DOWN if is_down else rgb(key.colour), part.name, key.name)).append(" ")
        line.right_crop(1)
        yield line
        if is_keypad(part):
            edge.right_crop(1)
            yield edge


def short(key: Key) -> str:
    """Return the name of a key as a terminal shows it."""
    return key.brief or " ".join((key.label or key.name).split())


def cap_name(part: Keys, key: Key, caps: Caps) -> str:
    """Return the key of the PC that presses a key, nothing if it is the same."""
    name = caps.get((part.name, key.name), "")
    same = name.upper() == (key.label or key.name).upper()
    return "" if same else "⏎" if name == "enter" else name.capitalize() if len(name) > 1 else name


def bits(part: Keys, down: Sequence[str]) -> Text:
    """Return switches as 0 and 1, in groups of three as octal digits."""
    line = Text()
    for place, key in enumerate(part.keys):
        is_down = key.name in down
        style = KEY_DOWN if is_down else LIGHT_KEY if place // 3 % 2 == 0 else DARK_KEY
        line.append(" " if place and place % 3 == 0 else "")
        line.append("1" if is_down else "0", aimed(style, part.name, key.name))
    return line


# ---------------------------------------------------------------- boards

WOOD = "rgb(214,170,104)"
LINE, STONE = f"rgb(64,40,10) on {WOOD}", {"black": ("●", "rgb(16,16,16)"), "white": ("○", "rgb(255,255,255)")}
LATEST = {"black": "rgb(255,236,150)", "white": "rgb(176,128,60)"}  # the ground of stones with a mark
CORNERS = ("┌┬┐", "├┼┤", "└┴┘")
LIGHT, DARK = "rgb(168,140,98)", "rgb(112,80,50)"
MARKED, CHOSEN = "rgb(176,150,60)", "rgb(70,120,70)"
MEN = {"black": "b", "blackking": "B", "white": "w", "whiteking": "W"}  # others are letters already
CURSOR = "bold black on rgb(255,176,64)"  # of the signs round the cell that the arrow keys point at
BLACK_INK, WHITE_INK = "bold rgb(10,10,10)", "bold rgb(255,255,255)"


def header(part: Board, cell: int) -> Text:
    """Return the names of the columns, each in the middle of `cell` characters."""
    names = part.column_names
    return Text(margin(part) + "".join(f"{name:^{cell}}" for name in names), CAPTION)


def margin(part: Board) -> str:
    """Return the room of the rows' names."""
    return " " * (max(map(len, names(part))) + 1 if any(names(part)) else 0)


def names(part: Board, last: bool = False) -> Sequence[str]:
    """Return the names of the rows; where cells have names instead, those of each row's first (or last) cell."""
    if part.row_names or not part.names:
        return () if last else part.row_names
    rows = (part.names[at : at + part.columns] for at in range(0, len(part.names), part.columns))
    return [[*filter(None, row), ""][0 if not last else sum(map(bool, row)) - 1] for row in rows]


def row_name(part: Board, row: int) -> tuple[str, str]:
    """Return the name of a row in its room."""
    room = len(margin(part))
    return (f"{names(part)[row]:>{room - 1}} " if room else "", CAPTION)


def go(part: Board, value: Any) -> Iterator[Text]:
    """Yield a board with stones where lines cross."""
    cells, marks = [*value["cells"]], value.get("marks") or ()
    rows, columns = part.rows, part.columns
    last = columns - 1
    if part.column_names:
        yield Text(margin(part) + " ".join(name[-1:] for name in part.column_names), CAPTION)
    for row in range(rows):
        line = Text.assemble(row_name(part, row))
        vertical = 0 if row == 0 else 2 if row == rows - 1 else 1
        for column in range(columns):
            cell = row * columns + column
            colour = part.men.get(cells[cell], "")
            if colour in STONE:
                sign, ink = STONE[colour]
                style = f"bold {ink} on {LATEST[colour] if cell in marks else WOOD}"
            else:
                corner = CORNERS[vertical][0 if column == 0 else 2 if column == last else 1]
                sign, style = "╋" if cell in part.stars else corner, LINE
            line.append(sign, aimed(style, part.name, cell))
            line.append("─" if column < last else "", LINE)
        if 0 <= (here := value.get("cursor", -1) - row * columns) < columns:
            line = bracketed(line, len(margin(part)) + 2 * here)
        yield line


def squares(part: Board, value: Any) -> Iterator[Text]:
    """Yield a board of squares, three characters each."""
    for row in range(part.rows):
        line = Text.assemble(row_name(part, row))
        for column in range(part.columns):
            cell = row * part.columns + column
            sign = value["cells"][cell]
            man = part.men.get(sign, "")
            ground = LIGHT if (row + column) % 2 == 0 else DARK
            if cell in (value.get("marks") or ()):
                ground = MARKED
            chosen = value.get("chosen", -1) == cell
            ink = WHITE_INK if man.startswith("white") or man.isupper() else BLACK_INK
            text = MEN.get(man, man) or " "
            style = f"{ink} on {CHOSEN if chosen else ground}"
            line.append(f"[{text}]" if chosen else f" {text} ", aimed(style, part.name, cell))
            if cell == value.get("cursor"):
                line = bracketed(line, len(line) - 2)
        yield line.append(f" {names(part, True)[row]:<2}" if names(part, True) else "", CAPTION)
    if part.column_names:
        yield header(part, 3)


def bracketed(line: Text, at: int, by: int = 1) -> Text:
    """Return a line with the cursor round a place: brackets `by` characters to its left and right."""
    line = line.copy()
    if at < by:
        line = Text(" " * (by - at)) + line
        at = by
    line.append(" " * (at + by + 1 - len(line)))
    return Text.assemble(
        line[: at - by], (">", CURSOR), line[at - by + 1 : at + by], ("<", CURSOR), line[at + by + 1 :]
    )


def pits(part: Board, value: Any) -> Iterator[Text]:
    """Yield a board of pits with numbers of stones in them."""
    if part.column_names:
        yield header(part, 6)
    for row in range(part.rows):
        line = Text.assemble(row_name(part, row))
        for column in range(part.columns):
            cell = row * part.columns + column
            sign = value["cells"][cell]
            marked = cell in (value.get("marks") or ()) or value.get("chosen", -1) == cell
            style = f"{BLACK_INK} on {LATEST['black'] if marked else WOOD}"
            if sign == "-":
                line.append(" " * 6)
            else:
                line.append(f"({sign:>3})", aimed(style, part.name, cell)).append(" ")
            if cell == value.get("cursor"):
                line = bracketed(line, len(line) - 4, 2)
        yield line


BOARDS = {"go": go, "squares": squares, "pits": pits}


# ---------------------------------------------------------------- cards, points

BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a Braille character, row by row
BRIGHTEST = 12


def cards(value: Mapping[str, Any], width: int) -> list[Text]:
    """Return lines with the number of cards, and the texts of the next ones."""
    texts = [*value.get("texts", ()), "", ""][:2]
    count = value.get("count", 0)
    return [Text("1 card" if count == 1 else f"{count:,} cards", LABEL), *(Text(text[:width], INK) for text in texts)]


def points(part: Points, value: Sequence[Sequence[int]], width: int, rows: int) -> list[Text]:
    """Return points as Braille dots in the middle; a character is as bright as the brightest point in it."""
    high = max(1, min(rows, width // 2))
    wide = 2 * high
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y, light in value:
        across, down = x * 2 * wide // part.dots, (part.dots - 1 - y) * 4 * high // part.dots
        found, brightest = cells.get((down // 4, across // 2), (0, 0))
        cells[down // 4, across // 2] = found | DOTS[down % 4][across % 2], max(light, brightest)
    lines = []
    for row in range(high):
        line = Text(" " * ((width - wide) // 2))
        for column in range(wide):
            found, light = cells.get((row, column), (0, 0))
            green = round(80 + 175 * light / BRIGHTEST)
            line.append(
                chr(BRAILLE + found) if found else " ", f"rgb({green // 2},{green},{green // 2}) on rgb(4,16,6)"
            )
        lines.append(line)
    return lines


# ---------------------------------------------------------------- a round tube
#
#           ╭────── 00.00.01. DAYFILE ──────╮         row 0 and the last one are the rim; in a low terminal the first
#       ╭───╯   KALAH  CP 1.0310 SEC.       ╰───╮     row of the head and the foot are written upon it
#       │ 00.00.00. ...                         │
#       ╰───╮                               ╭───╯     the rim follows a curve, and makes room where a row is longer
#           ╰───────── GO. ─────────────────╯

ROUNDNESS = 5  # of the curve |x|^n + |y|^n = 1: 2 is an ellipse
ROOMY = 30  # rows from which head and foot are written within the rim
WIDEST, HIGHEST, LEAST = 78, 46, 4  # columns and rows of a glass
RIM, GROUND = "rgb(120,124,128)", "on rgb(6,20,12)"
SMALL, LARGE, MORE = "rgb(130,226,150)", "bold rgb(206,255,214)", "bold rgb(255,176,64)"


class Placed(NamedTuple):
    """A row of characters in its place."""

    x: int
    text: str
    style: str


def body_rows(value: Mapping[str, Any], width: int, rows: int) -> tuple[list[str], int]:
    """Return the rows of the body, as they fit on the glass, and how many of them it has room for."""
    widest = min(width, WIDEST) - 2
    texts = value.get("body", ())
    if not value.get("centred"):
        texts = [text[at : at + widest] for text in texts for at in range(0, max(1, len(text)), widest)]
    rows = min(rows, HIGHEST)
    rim = int(rows >= ROOMY)
    return [*texts], rows - 1 - rim - max(1, len(value.get("head", ())) + 2 * rim)


def glass(value: Mapping[str, Any], width: int, rows: int, part: str) -> list[Text]:
    """Return a round tube in the middle of its place, with its rows: those at the end if the end matters more.

    value["shift"]: rows that the user has moved away from there.
    """
    columns, high = min(width, WIDEST), min(rows, HIGHEST)
    if columns <= LEAST or high <= LEAST:
        return []
    texts, room = body_rows(value, width, rows)
    beyond = max(0, len(texts) - room)
    shift = value.get("shift", 0)
    first = max(0, min(beyond, beyond - shift if value.get("end") else shift))
    rim = int(high >= ROOMY)
    start = max(1, len(value.get("head", ())) + 2 * rim)
    written = {rim + number: in_middle(text, columns, LARGE) for number, text in enumerate(value.get("head", ()))}
    wide = min(columns - 2, max([value.get("columns", 0), *map(len, texts)], default=0))
    left = (columns - wide) // 2
    shown = texts[first : first + room]
    spare = (room - len(shown)) // 2 if value.get("centred") else 0
    for number, text in enumerate(shown, start + spare):
        written[number] = Placed(left, text[:wide], SMALL)
    written[high - 1 - rim] = in_middle(value.get("foot", ""), columns, LARGE)
    written = {number: row for number, row in written.items() if row.text.strip()}
    edges = margins(columns, high, written)
    lines = [with_rim(rim_row(edges, number, columns), written.get(number), part) for number in range(high)]
    for number, more, arrow in ((start, first > 0, "▲"), (start + room - 1, first < beyond, "▼")):
        if more:
            at = left + wide
            sign = Text(arrow, f"{MORE} {GROUND}")
            lines[number] = Text.assemble(lines[number][:at], sign, lines[number][at + 1 :])
    return [Text()] * ((rows - high) // 2) + [Text(" " * ((width - columns) // 2)) + line for line in lines]


def in_middle(text: str, columns: int, style: str) -> Placed:
    """Return a row in the middle."""
    text = text[: columns - 4]
    return Placed((columns - len(text)) // 2, text, style)


def margins(columns: int, rows: int, written: Mapping[int, Placed]) -> list[int]:
    """Return for every row the columns left of the rim, so that all text lies within it."""
    found = [curve(columns, rows, number) for number in range(rows)]
    for number, row in written.items():
        outer = number - 1 if number < rows / 2 else number + 1  # the rim of that row may reach down into this one
        for each in (number, outer):
            if 0 <= each < rows:
                found[each] = max(0, min(found[each], row.x - 2))  # there is as much room on the right, or more
    for number in range(1, (rows + 1) // 2):  # from both ends to the middle it only grows wider
        found[number] = min(found[number], found[number - 1])
        found[-1 - number] = min(found[-1 - number], found[-number])
    return found


def curve(columns: int, rows: int, number: int) -> int:
    """Return the column of the curve in a row."""
    height = abs((number + 0.5) * 2 / rows - 1)
    width: float = (1 - height**ROUNDNESS) ** (1 / ROUNDNESS)
    return round(columns / 2 * (1 - width))


def rim_row(margins: Sequence[int], number: int, columns: int) -> str:
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


def with_rim(outline: str, row: Placed | None, part: str) -> Text:
    """Return a row of the glass with its text."""
    text = Text(outline, RIM)
    inside = outline.strip()
    left = outline.index(inside)
    text.stylize(GROUND, left, left + len(inside))
    if row:
        x, written = (row.x - 1, f" {row.text} ") if "─" in outline[row.x :][: len(row.text)] else (row.x, row.text)
        text = Text.assemble(text[:x], Text(written, f"{row.style} {GROUND}"), text[x + len(written) :])
    text.stylize(aimed("", part, "focus"))
    return text
