"""Overlays of a window: questions, errors, the help, menus."""

from __future__ import annotations

import functools
import io

import pygame

from host.ui.canvas import Canvas
from host.ui.commands import key_title
from host.ui.controller import Controller, Menu
from host.ui.drawings import DESK, FAINT, FOCUS, INK
from host.ui.parts import Box, Point

PASTE = "ctrl+v"
ERROR, NOTICE, CHOSEN = (150, 42, 36), (52, 84, 110), (96, 128, 152)
WIDTH, LINE = 920.0, 24.0  # of the box with question and error, at most
TILES = 4  # pictures beside each other


def paint_question(canvas: Canvas, controller: Controller) -> list[Box]:
    """Paint the question, an error, or both; return the places of the files that match the line."""
    width = min(WIDTH, controller.panel.size[0] - 40)
    lines = [part for line in controller.error.splitlines() for part in wrapped(canvas, line, 19, width - 60)]
    found = controller.prompt.candidates(controller.settings) if controller.prompt else []
    height = 26 + LINE * len(lines) + (112 + (LINE * len(found) + 14 if found else 0) if controller.prompt else 26)
    box = Box((controller.panel.size[0] - width) / 2, controller.panel.size[1] / 3, width, height)
    canvas.box(box.moved(5, 6), (14, 13, 12), 10)
    canvas.box(box, ERROR if lines else NOTICE, 10)
    canvas.box(box, INK, 10, 1.5)
    y = box.y + 28
    for line in lines:
        canvas.text((box.x + 28, y), line, 19, INK)
        y += LINE
    if not controller.prompt:
        canvas.text((box.x + box.w - 28, y + 4), "Esc or a click closes this", 17, INK, "right")
        return []
    canvas.text((box.x + 28, y), controller.prompt.title, 20, INK)
    field = Box(box.x + 24, y + 16, box.w - 48, 34)
    canvas.box(field, DESK, 5)
    text = controller.prompt.text
    while canvas.width(text, 20) > field.w - 30:
        text = text[1:]
    end = canvas.text((field.x + 10, field.centre[1]), text, 20, INK)
    canvas.box(Box(field.x + 12 + end, field.y + 7, 2, 20), FOCUS)
    canvas.text((box.x + 28, y + 68), controller.prompt.hint, 17, INK)
    canvas.text((box.x + box.w - 28, y + 68), "Enter: yes    Esc: no", 17, INK, "right")
    rows = [Box(field.x, y + 88 + LINE * number, field.w, LINE) for number in range(len(found))]
    for number, (row, each) in enumerate(zip(rows, found, strict=True)):
        if number == controller.prompt.chosen:
            canvas.box(row, CHOSEN, 5)
        canvas.fitted((row.x + 10, row.centre[1]), each, 18, row.w - 20, INK)
    return rows


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


def paint_help(canvas: Canvas, controller: Controller) -> None:
    """Paint the help over everything: the panel's lists, the commands and their keys, the program's signs."""
    panel = controller.panel
    keys = tuple((key_title(each.key), each.help or each.label.lower()) for each in controller.commands if each.key)
    keys += ((key_title(PASTE), "type what is on the clipboard"),) if controller.typed_parts else ()
    sections = [*panel.help, ("KEYS OF THE PC", keys)]
    if panel.game and panel.game.help:
        sections.insert(0, ("WHAT THE PROGRAM SHOWS", panel.game.help))
    box = Box(80, 84, panel.size[0] - 160, panel.size[1] - 128)
    canvas.box(box, DESK, 12)
    canvas.box(box, FOCUS, 12, 2)
    count = sum(len(rows) + 2 for _, rows in sections)
    columns = 3 if count > 76 else 2
    deep = -(-count // columns)  # rows of a column
    step, width = min(30.0, (box.h - 56) / deep), (box.w - 40) / columns
    size = min(18.0, step * 0.72)

    def place(number: int) -> Point:
        return box.x + 28 + number // deep * width, box.y + 34 + number % deep * step

    number = 0
    for title, rows in sections:
        canvas.text(place(number + 1), title, size * 1.2, FOCUS)
        wide = max(64.0, max((canvas.width(sign, size) for sign, _ in rows), default=0.0) + 14)
        number += 2
        for sign, text in rows:
            x, y = place(number)
            cap = Box(x, y - step * 0.4, wide, step * 0.8)
            canvas.box(cap, FAINT, 4, 1)
            canvas.text(cap.centre, sign, size * 0.9, FOCUS, "centre")
            canvas.fitted((x + wide + 10, y), text, size, width - wide - 30, INK)
            number += 1
    canvas.text((box.x + box.w - 20, box.y + box.h - 14), "Esc or a click closes this", 16, FAINT, "right")


# ---------------------------------------------------------------- menus


def menu_box(controller: Controller) -> Box:
    """Return the place of a menu."""
    return Box(80, 60, controller.panel.size[0] - 160, controller.panel.size[1] - 110)


def menu_places(controller: Controller, menu: Menu) -> list[Box]:
    """Return the places of a menu's rows, or of its tiles where it has pictures."""
    box, count = menu_box(controller), len(menu.choices)
    if has_pictures(menu):
        columns = TILES
        rows = max(3, -(-count // columns))
        wide, high = (box.w - 40) / columns, (box.h - 96) / rows
        inner = 6.0
    else:
        columns = 1 if count <= 14 else 2
        rows = max(14, -(-count // columns))
        wide, high, inner = (box.w - 40) / columns, (box.h - 96) / rows, 1.0
    down = not has_pictures(menu)  # lists are read downwards
    places = []
    for number in range(count):
        column, row = divmod(number, rows) if down else divmod(number, columns)[::-1]
        places.append(Box(box.x + 20 + column * wide, box.y + 56 + row * high, wide, high).inset(inner))
    return places


def has_pictures(menu: Menu) -> bool:
    return any(each.picture for each in menu.choices)


def columns_of(menu: Menu) -> int:
    """Return the number of choices that the arrow down goes on by."""
    return TILES if has_pictures(menu) else 1


@functools.lru_cache(maxsize=32)
def loaded(picture: bytes, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a PNG as large as fits into `size` pixels; None if it is not one."""
    try:
        found = pygame.image.load(io.BytesIO(picture), "x.png")
    except pygame.error:
        return None
    factor = min(size[0] / found.get_width(), size[1] / found.get_height())
    fitted = max(1, round(found.get_width() * factor)), max(1, round(found.get_height() * factor))
    return pygame.transform.smoothscale(found.convert(24), fitted)


def paint_menu(canvas: Canvas, controller: Controller, menu: Menu) -> list[Box]:
    """Paint a menu over everything; return the places of its choices."""
    box = menu_box(controller)
    canvas.box(box, DESK, 12)
    canvas.box(box, FOCUS, 12, 2)
    canvas.text((box.x + 24, box.y + 30), menu.title, 22, FOCUS)
    places = menu_places(controller, menu)
    for number, (place, choice) in enumerate(zip(places, menu.choices, strict=True)):
        if number == menu.chosen:
            canvas.box(place, CHOSEN, 6)
        if has_pictures(menu):
            pixels = canvas.scale.rect(Box(place.x + 6, place.y + 6, place.w - 12, place.h - 54))
            picture = loaded(choice.picture, pixels.size) if choice.picture and min(pixels.size) > 0 else None
            if picture:
                canvas.surface.blit(picture, picture.get_rect(center=pixels.center))
            canvas.fitted((place.x + 10, place.y + place.h - 35), choice.title, 18, place.w - 20, INK)
            faint = INK if number == menu.chosen else FAINT
            canvas.fitted((place.x + 10, place.y + place.h - 14), choice.detail, 16, place.w - 20, faint)
        else:
            detail, colour = min(0.4 * place.w, 230.0), INK if number == menu.chosen else FOCUS
            canvas.fitted((place.x + 12, place.centre[1]), choice.detail, 17, detail - 20, colour)
            canvas.fitted((place.x + detail, place.centre[1]), choice.title, 18, place.w - detail - 12, INK)
    keys = ["arrows and Enter, or a click: choose"]
    keys += ["Del: delete"] * (menu.delete is not None) + ["N: name"] * (menu.rename is not None)
    canvas.text((box.x + box.w - 20, box.y + box.h - 20), "    ".join([*keys, "Esc: back"]), 17, FAINT, "right")
    return places
