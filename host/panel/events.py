"""What happens in the window: pygame's events, and which part of the panel each goes to."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from host.desk.keys import PC_KEYS
from host.desk.teletype_screen import SPECIAL_KEYS, sent_by_key
from host.panel import commands, layout
from host.panel.canvas import Scale
from host.panel.panel import Panel
from host.panel.terminal_pane import rows_of

NEUTRAL = {"return": "enter", "[+]": "+"}  # pygame's names of keys -> those of host/desk/keys.py
CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
LEFT = 1
WHEEL_LINES = 3


def handle(panel: Panel, scale: Scale, event: pygame.event.Event) -> None:
    """Let the panel do what an event asks for; `scale` is that of the picture the user sees."""
    if "pos" in event.dict:
        panel.mouse = scale.logical(event.pos)
    if handler := HANDLERS.get(event.type):
        handler(panel, event)


def key_name(event: pygame.event.Event) -> str:
    """Return a key's neutral name, with ctrl+ before it when that is down."""
    name = pygame.key.name(event.key)
    name = NEUTRAL.get(name, name)
    return f"ctrl+{name}" if event.mod & CONTROL and not event.mod & pygame.KMOD_ALT else name


def key_down(panel: Panel, event: pygame.event.Event) -> None:
    """Give a key of the PC to the prompt, a command, the terminal or the keypad."""
    name = key_name(event)
    if panel.prompt:
        prompt_key(panel, name)
    elif name == "escape" and (panel.error or panel.shows_help):
        panel.error, panel.shows_help = "", False
    elif name in commands.BY_KEY:
        panel.command(commands.BY_KEY[name])
    elif name in ("page up", "page down"):
        rows = rows_of(panel.panes["terminal"]) - 1
        panel.terminal.scroll(rows if name == "page up" else -rows)
    elif panel.focus == "terminal" and not (name in PC_KEYS and name.startswith("f") and len(name) > 1):
        terminal_key(panel, name)
    elif key := PC_KEYS.get(name) or PC_KEYS.get(event.unicode.lower()):
        panel.pc_keys_down[event.key] = key
        panel.press(key)


def key_up(panel: Panel, event: pygame.event.Event) -> None:
    """Let go of the KIM-1's key when the PC's is let go of."""
    if key := panel.pc_keys_down.pop(event.key, None):
        panel.finger.up(key)


def prompt_key(panel: Panel, name: str) -> None:
    """Edit the prompt's line."""
    prompt = panel.prompt
    assert prompt
    if name == "enter":
        panel.answer()
    elif name == "escape":
        panel.prompt, panel.error = None, ""
    elif name == "backspace":
        prompt.rub_out()
    elif name == "tab":
        prompt.complete()
    elif name == "ctrl+v":
        prompt.type(pygame.scrap.get_text())


def terminal_key(panel: Panel, name: str) -> None:
    """Send what a key without a printable character stands for; the others come as text."""
    if name in SPECIAL_KEYS:
        panel.type(sent_by_key(name, None))
    elif name.startswith("ctrl+") and len(name) == 6 and name[5].isalpha():
        panel.type(chr(ord(name[5].upper()) & 0x1F))


def text_input(panel: Panel, event: pygame.event.Event) -> None:
    """Give typed text to the prompt or the terminal."""
    if panel.prompt:
        panel.prompt.type(event.text)
    elif panel.focus == "terminal":
        panel.type("".join(sent_by_key(each, each) for each in event.text))


def mouse_down(panel: Panel, event: pygame.event.Event) -> None:
    """Press whatever is under the mouse."""
    if event.button != LEFT:
        return
    at = panel.mouse
    if panel.error or panel.shows_help:
        panel.error, panel.shows_help = "", False
        return
    if command := panel.hovered_button:
        panel.command(command)
        return
    for key, box in layout.KEYS.items():
        if box.holds(at):
            panel.focus = "keypad"
            panel.press(key)
            return
    if panel.panes["terminal"].holds(at):
        panel.focus = "terminal"
    elif (point := panel.hover) is not None:
        panel.focus = "keypad"
        panel.move.choose(point)
    elif layout.BOARD.holds(at):
        panel.focus = "keypad"


def mouse_up(panel: Panel, event: pygame.event.Event) -> None:
    """Let go of the key that the mouse has pressed."""
    if event.button == LEFT:
        panel.finger.up()


def mouse_wheel(panel: Panel, event: pygame.event.Event) -> None:
    """Scroll the terminal by the wheel, wherever the mouse is."""
    panel.terminal.scroll(event.y * WHEEL_LINES)


def focus_lost(panel: Panel, _event: pygame.event.Event) -> None:
    """Let go of everything: another window gets the keyboard, and nobody will tell."""
    panel.finger.up()
    panel.pc_keys_down.clear()


def dropped(panel: Panel, event: pygame.event.Event) -> None:
    """Open a file dropped on the window."""
    panel.dropped(event.file)


def closed(panel: Panel, _event: pygame.event.Event) -> None:
    """Close the window."""
    panel.quit()


HANDLERS: dict[int, Callable[[Panel, pygame.event.Event], None]] = {
    pygame.KEYDOWN: key_down,
    pygame.KEYUP: key_up,
    pygame.TEXTINPUT: text_input,
    pygame.MOUSEBUTTONDOWN: mouse_down,
    pygame.MOUSEBUTTONUP: mouse_up,
    pygame.MOUSEWHEEL: mouse_wheel,
    pygame.DROPFILE: dropped,
    pygame.WINDOWFOCUSLOST: focus_lost,
    pygame.QUIT: closed,
}
