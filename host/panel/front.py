"""The pictures in front of all others: a question with the line being typed, an error, the help."""

from __future__ import annotations

from typing import NamedTuple

from host.desk.keys import LEGENDS, PC_KEY_OF
from host.panel import colours, commands, layout, widgets
from host.panel.canvas import Box, Canvas
from host.panel.panel import Panel

WIDTH, LINE = 920.0, 24.0  # of the box with question and error
MOUSE = (
    ("click", "a key: it is down as long as the button is"),
    ("click", "a point of the Go board: its row, its column, GO"),
    ("click", "the terminal, to type there"),
    ("wheel", "older lines of the terminal; also PgUp, PgDn"),
    ("drop", "a file on the window: program, tape or state"),
)


class Facts(NamedTuple):
    """All that the picture depends on."""

    help: bool
    error: str
    question: tuple[str, str, str] | None  # title, hint, what has been typed


def facts(panel: Panel) -> Facts | None:
    """Return what is to be seen; None if there is nothing in front."""
    prompt = panel.prompt
    question = (prompt.title, prompt.hint, prompt.text) if prompt else None
    shown = Facts(panel.shows_help, panel.error, question)
    return shown if any(shown) else None


def paint(canvas: Canvas, facts: Facts) -> None:
    """Paint what is in front."""
    if facts.help:
        paint_help(canvas)
    if facts.error or facts.question:
        paint_question(canvas, facts)


def paint_question(canvas: Canvas, facts: Facts) -> None:
    """Paint the question, an error, or both."""
    lines = [part for line in facts.error.splitlines() for part in wrapped(canvas, line, 19, WIDTH - 60)]
    height = 26 + LINE * len(lines) + (112 if facts.question else 26)
    box = Box((layout.WIDTH - WIDTH) / 2, 300, WIDTH, height)
    canvas.box(box.moved(5, 6), (14, 13, 12), 10)
    canvas.box(box, colours.ERROR if lines else colours.NOTICE, 10)
    canvas.box(box, colours.INK, 10, 1.5)
    y = box.y + 28
    for line in lines:
        canvas.text((box.x + 28, y), line, 19, colours.INK)
        y += LINE
    if facts.question:
        paint_line(canvas, box, y, *facts.question)
    else:
        canvas.text((box.x + box.w - 28, y + 4), "Esc or a click closes this", 17, colours.INK, "right")


def paint_line(canvas: Canvas, box: Box, y: float, title: str, hint: str, typed: str) -> None:
    """Paint the question and the line that answers it."""
    canvas.text((box.x + 28, y), title, 20, colours.INK)
    field = Box(box.x + 24, y + 16, box.w - 48, 34)
    canvas.box(field, colours.DESK, 5)
    text = tail(canvas, typed, 20, field.w - 30)
    width = canvas.text((field.x + 10, field.centre[1]), text, 20, colours.INK)
    canvas.box(Box(field.x + 12 + width, field.y + 7, 2, 20), colours.FOCUS)
    canvas.text((box.x + 28, y + 68), hint, 17, colours.INK)
    canvas.text((box.x + box.w - 28, y + 68), "Enter: yes    Esc: no", 17, colours.INK, "right")


def wrapped(canvas: Canvas, line: str, size: float, width: float) -> list[str]:
    """Return a line cut between words into pieces that fit."""
    pieces, piece = [], ""
    for word in line.split(" "):
        longer = f"{piece} {word}" if piece else word
        if piece and canvas.width(longer, size) > width:
            pieces.append(piece)
            piece = word
        else:
            piece = longer
    return [*pieces, piece]


def tail(canvas: Canvas, text: str, size: float, width: float) -> str:
    """Return the end of a text, as much as fits."""
    while text and canvas.width(text, size) > width:
        text = text[1:]
    return text


def paint_help(canvas: Canvas) -> None:
    """Paint the help over everything."""
    box = Box(160, 90, layout.WIDTH - 320, 730)
    canvas.box(box, colours.DESK, 12)
    canvas.box(box, colours.FOCUS, 12, 2)
    keypad = [(commands.shown(PC_KEY_OF[key]), f"{key}: {text}") for key, text in LEGENDS.items()]
    window = [(commands.shown(pc_key), text) for pc_key, text in commands.HELP.items()]
    paint_column(canvas, box.x + 36, box.y + 40, "KEYPAD", [("0-9 A-F", "the digits"), *keypad])
    paint_column(canvas, box.x + 36, box.y + 440, "MOUSE", list(MOUSE))
    paint_column(canvas, box.x + 590, box.y + 40, "WINDOW", window)


def paint_column(canvas: Canvas, x: float, y: float, title: str, rows: list[tuple[str, str]]) -> None:
    """Paint a list of keys and what they do."""
    canvas.text((x, y), title, 24, colours.FOCUS)
    for number, (key, text) in enumerate(rows):
        line = y + 36 + 30 * number
        widgets.cap(canvas, (x + 36, line), key, 72)
        canvas.text((x + 86, line), text, 19, colours.INK)
