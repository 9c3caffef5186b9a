"""What happens in the window: pygame's events, and which part of the panel each goes to."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from host.panel.canvas import Scale
from host.panel.panel import Panel

NEUTRAL = {"return": "enter", "[+]": "+"}  # pygame's names of keys -> neutral ones
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
    """Give a key of the PC to the prompt, to a command, or to the machine."""
    name = key_name(event)
    if panel.prompt:
        prompt_key(panel, name)
    elif name == "escape" and (panel.error or panel.shows_help):
        panel.error, panel.shows_help = "", False
    elif name in panel.pc_keys:
        panel.command(panel.pc_keys[name])
    else:
        panel.key_pressed(name, event.key, event.unicode)


def key_up(panel: Panel, event: pygame.event.Event) -> None:
    """Tell that a key has been let go of."""
    panel.key_released(event.key)


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


def text_input(panel: Panel, event: pygame.event.Event) -> None:
    """Give typed text to the prompt or the machine."""
    if panel.prompt:
        panel.prompt.type(event.text)
    else:
        panel.typed(event.text)


def mouse_down(panel: Panel, event: pygame.event.Event) -> None:
    """Press whatever is under the mouse."""
    if event.button != LEFT:
        return
    if panel.error or panel.shows_help:
        panel.error, panel.shows_help = "", False
    elif command := panel.hovered_button:
        panel.command(command)
    else:
        panel.clicked(panel.mouse)


def mouse_up(panel: Panel, event: pygame.event.Event) -> None:
    """Let go of what the mouse has pressed."""
    if event.button == LEFT:
        panel.let_go()


def mouse_wheel(panel: Panel, event: pygame.event.Event) -> None:
    """Scroll."""
    panel.scrolled(event.y * WHEEL_LINES)


def focus_lost(panel: Panel, _event: pygame.event.Event) -> None:
    """Let go of everything: another window gets the keyboard, and nobody will tell."""
    panel.deserted()


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
