"""The pictures in front of all others: a question with the line being typed, an error, the help."""

from __future__ import annotations

from typing import NamedTuple

from host.panel import colours, widgets
from host.panel.canvas import Box, Canvas, Point
from host.panel.panel import Panel
from host.panel.scene import Scene

WIDTH, LINE = 920.0, 24.0  # of the box with question and error
HELP_MARGIN, HELP_TOP, HELP_BOTTOM = 160.0, 70.0, 60.0  # round the help


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


def paint(canvas: Canvas, scene: Scene, facts: Facts) -> None:
    """Paint what is in front."""
    if facts.help:
        paint_help(canvas, scene)
    if facts.error or facts.question:
        paint_question(canvas, scene, facts)


def paint_question(canvas: Canvas, scene: Scene, facts: Facts) -> None:
    """Paint the question, an error, or both."""
    lines = [part for line in facts.error.splitlines() for part in wrapped(canvas, line, 19, WIDTH - 60)]
    height = 26 + LINE * len(lines) + (112 if facts.question else 26)
    box = Box((scene.width - WIDTH) / 2, 300, WIDTH, height)
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


def paint_help(canvas: Canvas, scene: Scene) -> None:
    """Paint the help over everything."""
    box = Box(HELP_MARGIN, HELP_TOP, scene.width - 2 * HELP_MARGIN, scene.height - HELP_TOP - HELP_BOTTOM)
    canvas.box(box, colours.DESK, 12)
    canvas.box(box, colours.FOCUS, 12, 2)
    for column in scene.help:
        paint_column(canvas, (box.x + column.at[0], box.y + column.at[1]), column.title, column.rows)


def paint_column(canvas: Canvas, at: Point, title: str, rows: tuple[tuple[str, str], ...]) -> None:
    """Paint a list of keys and what they do."""
    canvas.text(at, title, 24, colours.FOCUS)
    for number, (key, text) in enumerate(rows):
        line = at[1] + 36 + 30 * number
        widgets.cap(canvas, (at[0] + 36, line), key, 72)
        canvas.text((at[0] + 86, line), text, 19, colours.INK)
