"""What stands beside the console: the checkers board with the four words that are the board, or the display tube."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual.widget import Widget

from emulators.ibm704.display import SIZE
from host.desk.ibm704.board import Pieces
from host.games.checkers import samuel
from host.games.checkers.rules import SQUARE_AT, Piece, place
from host.terminal.ibm704.console import CAPTION, LABEL, OCTAL, lamp

LIGHT, DARK = "on rgb(206,180,136)", "on rgb(92,66,42)"
PIECES = {
    Piece.BLACK_MAN: ("b", "bold rgb(10,10,10)"),
    Piece.BLACK_KING: ("B", "bold rgb(10,10,10)"),
    Piece.WHITE_MAN: ("w", "bold rgb(255,255,255)"),
    Piece.WHITE_KING: ("W", "bold rgb(255,255,255)"),
}  # letters: they read without colours, too
BOARD_WIDTH, WIDE = 38, 76  # columns of the board; from so many on, the words stand beside it
MAP = 9  # columns of the lamps of one word
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a Braille character, row by row
TUBE_WIDTH, TUBE_HEIGHT = 38, 19  # characters


def board(pieces: Pieces) -> Text:
    """Return the board, White below as on diagrams with Black to move first."""
    text = Text(no_wrap=True)
    for row in range(8):
        numbers = [square for (each, _), square in SQUARE_AT.items() if each == row]
        text.append(f"{min(numbers):>5}  ", CAPTION)
        for column in range(8):
            square = SQUARE_AT.get((row, column))
            if square is None:
                text.append("   ", LIGHT)
            else:
                letter, style = PIECES[pieces[square]] if square in pieces else (" ", "")
                text.append(f" {letter} ", f"{style} {DARK}".strip())
        text.append(f"  {max(numbers)}\n", CAPTION)
    return text


def words(levels: tuple[tuple[int, ...], ...], values: tuple[int, ...]) -> Text:
    """Return the lamps of the four words, each laid out as the board; 9, 18, 27 and S are beside it."""
    text = Text(no_wrap=True)
    text.append("".join(f" {name:<{MAP - 1}}" for name in samuel.NAMES) + "\n", LABEL)
    for row in range(8):
        for lamps in levels:
            cells: list[int | None] = [None] * MAP
            for number in samuel.NUMBERS:
                at = place(samuel.NUMBERS[number])
                if at[0] == row:
                    cells[at[1]] = lamps[number]
            for cell in cells:
                text.append(*((" ", "") if cell is None else lamp(cell)[:2]))
        text.append("\n")
    for name, value in zip(samuel.NAMES, values, strict=True):
        text.append(f"{name} {samuel.octal(value)}  ", OCTAL)
        if name == samuel.NAMES[1]:
            text.append("\n")
    return text


def tube(points: Mapping[tuple[int, int], float]) -> Text:
    """Return the tube in Braille dots; a character is as bright as the brightest point in it."""
    cells: dict[tuple[int, int], tuple[int, float]] = {}
    for (x, y), light in points.items():
        across = x * 2 * TUBE_WIDTH // SIZE
        down = (SIZE - 1 - y) * 4 * TUBE_HEIGHT // SIZE
        at = (down // 4, across // 2)
        dots, brightest = cells.get(at, (0, 0.0))
        cells[at] = dots | DOTS[down % 4][across % 2], max(light, brightest)
    text = Text(no_wrap=True)
    for row in range(TUBE_HEIGHT):
        for column in range(TUBE_WIDTH):
            dots, light = cells.get((row, column), (0, 0.0))
            green = round(80 + 175 * light)
            text.append(chr(BRAILLE + dots) if dots else " ", f"rgb({green // 2},{green},{green // 2})" if dots else "")
        text.append("\n")
    return text


def together(left: Text, right: Text, wide: bool) -> Text:
    """Return two texts beside each other if there is room, else below each other."""
    if not wide:
        return Text.assemble(left, "\n", right)
    text = Text(no_wrap=True)
    beside = [*left.split("\n"), *(Text() for _ in range(len(right.split("\n"))))]
    for first, second in zip(beside, right.split("\n"), strict=False):
        first.pad_right(BOARD_WIDTH - first.cell_len)
        text.append_text(first).append_text(second).append("\n")
    return text


class Side(Widget):
    """The pane."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._facts: object = None
        self._text = Text()

    def show_board(self, pieces: Pieces, levels: tuple[tuple[int, ...], ...], values: tuple[int, ...]) -> None:
        """Show the checkers board."""
        facts = ("board", tuple(sorted(pieces.items())), levels, values, self.size.width)
        if facts != self._facts:
            self._facts = facts
            self._text = Text("no program with a checkers board", LABEL)
            if values:
                self._text = together(board(pieces), words(levels, values), self.size.width >= WIDE)
            self.refresh()

    def show_tube(self, points: Mapping[tuple[int, int], float]) -> None:
        """Show the display tube."""
        facts = ("tube", tuple(sorted(points.items())))
        if facts != self._facts:
            self._facts = facts
            self._text = tube(points)
            self.refresh()

    def render(self) -> Text:
        """Return what is shown."""
        return self._text
