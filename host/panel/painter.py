"""Makes the picture of a panel. What does not change is painted once for each size of the window."""

from __future__ import annotations

import functools
import math

import pygame

from host.keys import LEGENDS, PC_KEY_OF, keys_down
from host.pacing import speed_name
from host.panel import board_drawing, colours, commands, events, kim_board, layout, leds
from host.panel.canvas import Box, Canvas, Scale, shrunk, smooth
from host.panel.panel import Panel

TAPE_HELP = (
    "load:    17F9 = number, AD 1873 GO, then PLAY",
    "save:    17F5-17F8 = first, last + 1, 17F9 = number,",
    "            REC, then AD 1800 GO",
    "00F1 must be 00 for both; the display returns with 0000",
)
BLINK = 500_000  # cycles of the machine the cursor is on, and off


class Painter:
    """Paints panels on surfaces of one size."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.scale = Scale.fit(layout.WIDTH, layout.HEIGHT, size)

    def paint(self, panel: Panel, surface: pygame.Surface) -> None:
        """Paint the whole window."""
        surface.fill(colours.DESK)
        canvas = Canvas(surface, self.scale)
        self._paint_board(panel, canvas)
        panes = panel.panes
        paint_terminal(panel, canvas, panes["terminal"])
        if box := panes.get("go"):
            panel.go.draw(canvas, box, panel.hover)
        paint_deck(panel, canvas, panes["deck"])
        paint_legend(canvas, panes["legend"])
        paint_toolbar(panel, canvas)
        paint_status(panel, canvas)
        if panel.shows_help:
            paint_help(canvas)
        if panel.prompt or panel.error:
            paint_question(panel, canvas)

    def _paint_board(self, panel: Panel, canvas: Canvas) -> None:
        """Paint the KIM-1: the board, the keys that are down, the light of the display."""
        canvas.surface.blit(board_picture(self.scale), self.scale.rect(layout.BOARD))
        for key in keys_down(panel.kim):
            cap = kim_board.on_board(kim_board.key_boxes()[key].inset(-3), layout.BOARD)
            canvas.surface.blit(key_picture(key, self.scale), self.scale.rect(cap))
        for box, levels in zip(kim_board.DIGITS, panel.light.levels, strict=True):
            leds.draw_lit(canvas, kim_board.on_board(box, layout.BOARD), levels)


@functools.lru_cache(maxsize=2)
def board_picture(scale: Scale) -> pygame.Surface:
    """Return the board with all keys up and the display dark."""
    size = scale.rect(layout.BOARD).size
    canvas, surface = smooth(size, Scale(scale.factor * layout.BOARD.w / kim_board.SIZE[0]))
    surface.fill(colours.DESK)
    board_drawing.draw_board(canvas)
    return shrunk(surface, size)


@functools.lru_cache(maxsize=64)
def key_picture(key: str, scale: Scale) -> pygame.Surface:
    """Return a key that is down, or the switch when it is on."""
    place = kim_board.key_boxes()[key].inset(-3)
    size = scale.rect(kim_board.on_board(place, layout.BOARD)).size
    factor = scale.factor * layout.BOARD.w / kim_board.SIZE[0]
    canvas, surface = smooth(size, Scale(factor, -place.x * factor, -place.y * factor), 4)
    surface.fill(colours.KEYPAD)
    board_drawing.draw_key(canvas, key, True)
    return shrunk(surface, size)


# ------------------------------------------------------------ the panes


def paint_terminal(panel: Panel, canvas: Canvas, area: Box) -> None:
    """Paint the Teletype's screen."""
    where = "on the TTY" if panel.on_teletype else "on the keypad"
    title = f"TTY   {int(panel.kim.m.baud)} baud   monitor {where}"
    lit = panel.pacer.paused or panel.kim.cycles // BLINK % 2 == 0
    panel.terminal.draw(canvas, area, panel.focus == "terminal", title, lit)


def paint_pane(canvas: Canvas, area: Box, title: str) -> None:
    """Paint the ground of a pane."""
    canvas.box(area, colours.PANE_EDGE, 8)
    canvas.box(area.inset(1.5), colours.PANE, 7)
    canvas.text((area.x + 14, area.y + 18), title, 18, colours.FAINT_INK)


def paint_deck(panel: Panel, canvas: Canvas, area: Box) -> None:
    """Paint the tape recorder: what is in it, how far it is, its buttons."""
    deck, clock = panel.deck, panel.kim.clock
    paint_pane(canvas, area, "CASSETTE")
    canvas.fitted((area.x + area.w - 14, area.y + 18), deck.name or "no tape", 18, area.w - 130, colours.INK, "right")
    if deck.recording:
        state, lamp = f"recording {deck.recorded / clock:.0f} s", colours.LED_LIT
    elif deck.playing:
        state, lamp = "playing", colours.PHOSPHOR
    else:
        state, lamp = f"recorded {deck.recorded / clock:.0f} s" if deck.recorded else "stopped", colours.FAINT_INK
    y = area.y + 44
    canvas.circle((area.x + 20, y), 5, lamp)
    canvas.text((area.x + 34, y), state, 18, colours.INK)
    counter = f"{deck.position / clock:.0f} / {deck.length / clock:.0f} s"
    canvas.text((area.x + area.w - 14, y), counter, 18, colours.INK, "right")
    track = Box(area.x + 14, y + 18, area.w - 28, 7)
    canvas.box(track, colours.DESK, 3)
    if deck.length:
        canvas.box(track._replace(w=max(4.0, track.w * deck.position / deck.length)), colours.FOCUS, 3)
    if area.h > 200:
        for number, line in enumerate(TAPE_HELP):
            canvas.text((area.x + 14, y + 56 + 24 * number), line, 17, colours.FAINT_INK)
    on = {"play": deck.playing, "record": deck.recording}
    for button in commands.DECK:
        box = events.deck_buttons(area)[button.command]
        paint_button(canvas, box, button.label, on.get(button.command, False), box.holds(panel.mouse))


def paint_legend(canvas: Canvas, area: Box) -> None:
    """Paint which keys of the PC do what."""
    paint_pane(canvas, area, "KEYS")
    canvas.text((area.x + 70, area.y + 18), "0-9  A-F  +  are themselves", 17, colours.INK)
    special = [(pc_key, key) for key, pc_key in PC_KEY_OF.items() if len(pc_key) > 1]
    width = (area.w - 28) / len(special)
    for number, (pc_key, key) in enumerate(special):
        x = area.x + 14 + (number + 0.5) * width
        paint_cap(canvas, (x, area.y + 46), commands.shown(pc_key), width - 6)
        canvas.text((x, area.y + 66), key, 16, colours.INK, "centre")
    rows = math.ceil(len(commands.LEGEND) / 2)
    step = (area.h - 92) / rows
    for number, (command, text) in enumerate(commands.LEGEND.items()):
        x = area.x + 14 + (number // rows) * (area.w - 28) / 2
        y = area.y + 92 + (number % rows) * step
        paint_cap(canvas, (x + 29, y), commands.shown(commands.KEY_OF[command]), 58)
        canvas.text((x + 68, y), text, 17, colours.INK)


def paint_cap(canvas: Canvas, at: tuple[float, float], text: str, width: float) -> None:
    """Paint a key of the PC's keyboard."""
    box = Box(at[0] - width / 2, at[1] - 9, width, 18)
    canvas.box(box, colours.DESK, 4)
    canvas.box(box, colours.FAINT_INK, 4, 1)
    canvas.text(at, text, 15, colours.FOCUS, "centre")


# ------------------------------------------------------------ toolbar and status line


def paint_toolbar(panel: Panel, canvas: Canvas) -> None:
    """Paint the buttons at the top."""
    pacer = panel.pacer
    labels = {
        "speed": speed_name(pacer.speed),
        "strap": "STRAP: TELETYPE" if panel.on_teletype else "STRAP: KEYPAD",
        "pause": "GO ON" if pacer.paused else "PAUSE",
    }
    on = {
        "pause": pacer.paused,
        "turbo": math.isinf(pacer.speed),
        "sst": bool(panel.kim.m.sst),
        "strap": panel.on_teletype,
        "go_board": panel.shows_go,
        "help": panel.shows_help,
    }
    for button in commands.TOOLBAR:
        if button.command:
            box = events.TOOLS[button.command]
            label = labels.get(button.command, button.label)
            paint_button(canvas, box, label, on.get(button.command, False), box.holds(panel.mouse))


def paint_button(canvas: Canvas, box: Box, label: str, on: bool, hover: bool) -> None:
    """Paint a button."""
    colour = colours.BUTTON_ON if on else colours.BUTTON_HOVER if hover else colours.BUTTON
    canvas.box(box, colour, 5)
    canvas.text(box.centre, label, 18, (24, 22, 20) if on else colours.INK, "centre")


def paint_status(panel: Panel, canvas: Canvas) -> None:
    """Paint the status line: speed, time, core, registers; and the notice, if there is one."""
    kim, pacer = panel.kim, panel.pacer
    pc = kim.read_register("PC")
    registers = "  ".join(f"{name} {kim.read_register(name):02X}" for name in kim.registers if name != "PC")
    speed = "paused" if pacer.paused else f"{pacer.megahertz:.2f} MHz" if pacer.megahertz else ""
    fields = ((14, speed), (120, f"{kim.cycles:,} cycles"), (300, f"core: {kim.processor.running_on}"))
    y = layout.STATUS.y + 13
    for x, text in fields:
        canvas.text((x, y), text, 18, colours.INK)
    canvas.text((440, y), f"PC {pc:04X}  {kim.disassemble(pc)[0]}", 18, colours.INK)
    canvas.text((660, y), registers, 18, colours.FAINT_INK)
    if panel.notice:
        canvas.fitted((layout.WIDTH - 14, y), panel.notice, 19, 520, colours.FOCUS, "right")


# ------------------------------------------------------------ boxes in front of everything


def paint_question(panel: Panel, canvas: Canvas) -> None:
    """Paint the prompt, an error, or both."""
    lines = [part for line in panel.error.splitlines() for part in wrapped(canvas, line, 19, 860)]
    prompt = panel.prompt
    height = 26 + 24 * len(lines) + (112 if prompt else 26)
    box = Box((layout.WIDTH - 920) / 2, 300, 920, height)
    canvas.box(box.moved(5, 6), (14, 13, 12), 10)
    canvas.box(box, colours.ERROR if lines else colours.NOTICE, 10)
    canvas.box(box, colours.INK, 10, 1.5)
    y = box.y + 28
    for line in lines:
        canvas.text((box.x + 28, y), line, 19, colours.INK)
        y += 24
    if not prompt:
        canvas.text((box.x + box.w - 28, y + 4), "Esc or a click closes this", 17, colours.INK, "right")
        return
    canvas.text((box.x + 28, y), prompt.title, 20, colours.INK)
    field = Box(box.x + 24, y + 16, box.w - 48, 34)
    canvas.box(field, colours.DESK, 5)
    text = tail(canvas, prompt.text, 20, field.w - 30)
    width = canvas.text((field.x + 10, field.centre[1]), text, 20, colours.INK)
    canvas.box(Box(field.x + 12 + width, field.y + 7, 2, 20), colours.FOCUS)
    canvas.text((box.x + 28, y + 68), prompt.hint, 17, colours.INK)
    canvas.text((box.x + box.w - 28, y + 68), "Enter: yes    Esc: no", 17, colours.INK, "right")


def wrapped(canvas: Canvas, line: str, size: float, width: float) -> list[str]:
    """Return a line cut into pieces that fit."""
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
    mouse = [
        ("click", "a key, and hold it as long as the button is down"),
        ("click", "a point of the Go board: its row, its column, GO"),
        ("click", "the terminal, to type there"),
        ("wheel", "older lines of the terminal; also PgUp, PgDn"),
        ("drop", "a file on the window: program, tape or state"),
    ]
    paint_help_column(canvas, box.x + 36, box.y + 40, "KEYPAD", [("0-9 A-F", "the digits"), *keypad])
    paint_help_column(canvas, box.x + 36, box.y + 440, "MOUSE", mouse)
    paint_help_column(canvas, box.x + 590, box.y + 40, "WINDOW", window)


def paint_help_column(canvas: Canvas, x: float, y: float, title: str, rows: list[tuple[str, str]]) -> None:
    """Paint a list of keys and what they do."""
    canvas.text((x, y), title, 24, colours.FOCUS)
    for number, (key, text) in enumerate(rows):
        line = y + 36 + 30 * number
        paint_cap(canvas, (x + 36, line), key, 72)
        canvas.text((x + 86, line), text, 19, colours.INK)
