"""A panel in a window: its panes painted, its events handled, questions, errors and help in front of all; run here.

    window = Window(controller)
    window.handle(event); controller.advance()
    changed = window.paint(surface)

Only parts with a new value are painted again, on the background of their pane, which is kept.
"""

from __future__ import annotations

import io
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame

from emulators.errors import IronboardError
from host.ui import files, icon
from host.ui.boards import BoardDrawing, CardsDrawing
from host.ui.canvas import Canvas, Scale, shrunk, smooth
from host.ui.controller import TURN, Controller, Menu, Tools
from host.ui.drawings import FAINT, PANE, PANE_EDGE, ButtonsDrawing, Drawing, KeysDrawing, LabelDrawing, PaperDrawing
from host.ui.film import Film, gif, require_pillow
from host.ui.lights import DigitsDrawing, LampsDrawing, PointsDrawing, TubeDrawing
from host.ui.overlays import PASTE, columns_of, menu_box, paint_help, paint_menu, paint_question
from host.ui.parts import (
    Board,
    Box,
    Buttons,
    Cards,
    Digits,
    Keys,
    Label,
    Lamps,
    Pane,
    Paper,
    Part,
    Point,
    Points,
    Tube,
)

FRAMES = 60  # a second
IDLE = 400  # ms that a window waits for an event while nothing moves in it
FILL = 0.92  # share of the desktop that the window takes at most
LARGEST = 1.6  # times the panel's own size, on large screens
LOST = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED)  # the screen may have lost its picture
EDGE = 100  # pixels of a window that are on the desktop at least
HEADLESS = ("dummy", "offscreen")  # drivers without a desktop
THUMBNAIL = 320  # pixels, the width of a small picture
PLACELESS = ("wayland", "dummy", "offscreen")  # drivers that do not tell where a window is
NOWHERE: Point = (-1.0, -1.0)
LEFT = 1  # button of the mouse
WHEEL_LINES = 3
NEUTRAL = {"return": "enter", "[+]": "+"}  # pygame's names of keys -> neutral ones
CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
SENT = {"enter": "\r", "backspace": "\b", "delete": "\x7f", "escape": "\x1b"}  # by keys without a printable character

DRAWINGS: dict[type[Part], Callable[[Any, Box, Controller], Drawing[Any]]] = {
    Label: LabelDrawing,
    Buttons: ButtonsDrawing,
    Digits: DigitsDrawing,
    Lamps: LampsDrawing,
    Keys: KeysDrawing,
    Paper: PaperDrawing,
    Tube: TubeDrawing,
    Points: PointsDrawing,
    Board: BoardDrawing,
    Cards: CardsDrawing,
}


class Window:
    """A controller in a window, without the screen: it paints on any surface of its size."""

    def __init__(self, controller: Controller, size: tuple[int, int] | None = None) -> None:
        self.controller = controller
        self.mouse = NOWHERE
        self._held: int | None = None  # code of the PC's key that holds one of the machine
        self.rows: list[Box] = []  # places of the choices in overlays
        self.resize(size or (round(controller.panel.size[0]), round(controller.panel.size[1])))

    def resize(self, size: tuple[int, int]) -> None:
        """Fit the panel of the controller into a window."""
        self.size, self.panel = size, self.controller.panel
        self.scale = Scale.fit(*self.panel.size, size)
        self._drawings = {
            pane.name: [DRAWINGS[type(part)](part, pane.box, self.controller) for part in pane.parts]
            for pane in self.panel.panes
        }
        self._grounds: dict[str, pygame.Surface] = {}  # the background of each pane
        self.forget()

    def forget(self) -> None:
        """Paint everything anew the next time: the surface has lost its picture."""
        self._painted: dict[str, list[str]] = {}  # pane -> the values of its parts
        self._arrangement: object = self  # unlike any

    @property
    def drawings(self) -> list[Drawing[Any]]:
        """The parts that are shown, those in front first."""
        return [drawing for pane in reversed(self.controller.panes) for drawing in reversed(self._drawings[pane.name])]

    # ------------------------------------------------------------ painting

    def paint(self, surface: pygame.Surface, bare: bool = False) -> list[pygame.Rect]:
        """Bring the picture up to date; return which parts of it have changed. `bare`: nothing in front of it."""
        controller = self.controller
        if controller.panel is not self.panel:
            self.resize(self.size)
        canvas = Canvas(surface, self.scale)
        asked, menu = controller.prompt, controller.menu
        prompt = (asked.title, asked.hint, asked.text, asked.chosen) if asked else None
        in_front = (controller.shows_help, controller.error, prompt, (menu, menu.chosen) if menu else None)
        arrangement = ([pane.name for pane in controller.panes], in_front)
        everything = arrangement != self._arrangement
        if everything:
            self.forget()
            self._arrangement = arrangement
            surface.fill(self.panel.background)
        changed = [rect for pane in controller.panes for rect in self._update(canvas, pane)]
        if any(in_front) and changed and not bare:
            if controller.shows_help:
                paint_help(canvas, controller)
            if menu:
                self.rows = paint_menu(canvas, controller, menu)
            if controller.error or controller.prompt:
                self.rows = paint_question(canvas, controller)
            everything = True
        return [surface.get_rect()] if everything else changed

    def _update(self, canvas: Canvas, pane: Pane) -> list[pygame.Rect]:
        """Paint the parts of a pane that look different now; return where."""
        drawings = self._drawings[pane.name]
        now = [drawing.value(self.mouse) for drawing in drawings]
        values = [repr(value) for value in now]  # a value may be a list that view functions go on changing
        before = self._painted.get(pane.name)
        if values == before:
            return []
        self._painted[pane.name] = values
        surface, whole = canvas.surface, self.scale.rect(pane.box)
        rects = [self.scale.rect(drawing.box).inflate(2, 2).clip(whole) for drawing in drawings]
        dirty = [whole]
        if before:
            dirty = [rect for rect, old, new in zip(rects, before, values, strict=True) if old != new]
        for rect in dirty:
            surface.set_clip(rect)
            surface.blit(self._ground(pane, whole), whole)
            for drawing, reach, value in zip(drawings, rects, now, strict=True):
                if reach.colliderect(rect):
                    drawing.draw(canvas, value)
        surface.set_clip(None)
        return dirty

    def _ground(self, pane: Pane, rect: pygame.Rect) -> pygame.Surface:
        """Return the background of a pane, which never changes."""
        if pane.name not in self._grounds:
            scale = Scale(self.scale.factor, self.scale.left - rect.x, self.scale.top - rect.y)
            canvas, surface = smooth(rect.size, scale)
            surface.fill(self.panel.background)
            if pane.title:
                canvas.box(pane.box, PANE_EDGE, 8)
                canvas.box(pane.box.inset(1.5), PANE, 7)
                canvas.text((pane.box.x + 14, pane.box.y + 18), pane.title, 18, FAINT)
            for shape in pane.shapes:
                canvas.shape(shape)
            for drawing in self._drawings[pane.name]:
                drawing.ground(canvas)
            self._grounds[pane.name] = shrunk(surface, rect.size)
        return self._grounds[pane.name]

    # ------------------------------------------------------------ events

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event."""
        if event.type in LOST:
            self.forget()
        if "pos" in event.dict:
            self.mouse = self.scale.logical(event.pos)
            self.controller.pointed = next(filter(None, (each.meaning(self.mouse) for each in self.drawings)), "")
            if self.controller.menu and (row := self.row) >= 0:
                self.controller.menu.chosen = row
        if handler := HANDLERS.get(event.type):
            handler(self, event)

    @property
    def row(self) -> int:
        """The number of the choice under the mouse, -1 if there is none."""
        return next((number for number, place in enumerate(self.rows) if place.holds(self.mouse)), -1)

    def key_down(self, event: pygame.event.Event) -> None:
        """Give a key of the PC to the prompt, to a command, to the machine, or to the part with the keyboard."""
        controller, name = self.controller, key_name(event)
        if name == PASTE:
            self._paste()
        elif controller.prompt:
            self._prompt_key(name)
        elif name == "escape" and (controller.error or controller.shows_help):
            controller.error, controller.shows_help = "", False
        elif controller.menu:
            self._menu_key(controller.menu, name)
        elif controller.focus and (len(name) == 1 or name == "space"):
            pass  # arrives as text
        elif controller.focus and name in SENT:
            controller.type(SENT[name])
        elif controller.key(name) or (
            len(event.unicode) == 1 and not controller.focus and controller.key(event.unicode.lower())
        ):
            self._held = event.key
        elif controller.focus and name.startswith("ctrl+") and len(name) == 6 and name[5].isalpha():
            controller.type(chr(ord(name[5].upper()) & 0x1F))
        elif name in ("page up", "page down"):
            lines = max((each.rows for each in self.drawings if isinstance(each, PaperDrawing)), default=1) - 1
            controller.scroll(lines if name == "page up" else -lines)

    def _prompt_key(self, name: str) -> None:
        """Edit the prompt's line."""
        controller, prompt = self.controller, self.controller.prompt
        assert prompt
        if name == "enter":
            if prompt.take(controller.settings):
                controller.answer(prompt.text)
        elif name == "escape":
            controller.leave()
            controller.error = ""
        elif name == "backspace":
            prompt.text = prompt.text[:-1]
        elif name in ("up", "down"):
            prompt.move(1 if name == "down" else -1, controller.settings)
        elif name == "tab" and prompt.chosen >= 0:
            prompt.take(controller.settings)
        elif name == "tab":
            prompt.text = files.complete(prompt.text)

    def _menu_key(self, menu: Menu, name: str) -> None:
        """Go through a menu."""
        controller = self.controller
        steps = {"left": -1, "right": 1, "up": -columns_of(menu), "down": columns_of(menu)}
        steps |= {"home": -len(menu.choices), "end": len(menu.choices)}
        if name == "enter":
            controller.choose(menu.chosen)
        elif name == "escape":
            controller.menu = None
        elif name in steps:
            menu.move(steps[name])
        elif name == "delete" and menu.delete:
            controller.change(menu.delete, menu.chosen)
        elif name == "n" and menu.rename:
            controller.change(menu.rename, menu.chosen)

    def _paste(self) -> None:
        """Type the text on the clipboard: into the prompt, or where the machine takes text."""
        text = pygame.scrap.get_text()
        if self.controller.prompt:
            self.controller.prompt.text += printable(text)
        elif self.controller.typed_parts:
            self.controller.type(text.replace("\r\n", "\r").replace("\n", "\r"))

    def key_up(self, event: pygame.event.Event) -> None:
        """Release the machine's key, if this one holds it."""
        if event.key == self._held:
            self._held = None
            self.controller.release()

    def text_input(self, event: pygame.event.Event) -> None:
        """Give typed text to the prompt or the machine."""
        if pygame.key.get_mods() & pygame.KMOD_LALT:
            return  # a command: where that key makes other characters, they are not meant
        if self.controller.prompt:
            self.controller.prompt.text += printable(event.text)
        elif self.controller.focus and not self.controller.menu:
            self.controller.type(event.text)

    def mouse_down(self, event: pygame.event.Event) -> None:
        """Click whatever is under the mouse."""
        controller = self.controller
        if event.button != LEFT:
            return
        row = self.row
        if controller.error and not controller.prompt:
            controller.error = ""
        elif controller.prompt and controller.prompt.kind:
            if row >= 0:
                controller.prompt.chosen = row
                self._prompt_key("enter")
        elif controller.shows_help:
            controller.shows_help = False
        elif controller.menu:
            if row >= 0:
                controller.choose(row)
            elif not menu_box(controller).holds(self.mouse):
                controller.menu = None
        else:
            any(drawing.click(self.mouse) for drawing in self.drawings)

    def mouse_up(self, event: pygame.event.Event) -> None:
        """Release the key that the mouse has pressed."""
        if event.button == LEFT:
            self.controller.release()

    def mouse_wheel(self, event: pygame.event.Event) -> None:
        """Scroll the part under the mouse, or else the paper."""
        at = [each for each in self.drawings if each.box.holds(self.mouse)]
        any(drawing.wheel(self.mouse, event.y * WHEEL_LINES) for drawing in [*at, *self.drawings])

    def deserted(self, event: pygame.event.Event) -> None:
        """Release all keys: another window gets the keyboard, and no event will report their release."""
        self._held = None
        self.controller.release()

    def dropped(self, event: pygame.event.Event) -> None:
        """Open a file dropped on the window."""
        self.controller.attempt(lambda: self.controller.open_file(event.file))

    def closed(self, event: pygame.event.Event) -> None:
        """Close the window."""
        self.controller.quitting = True


HANDLERS: dict[int, Callable[[Window, pygame.event.Event], None]] = {
    pygame.KEYDOWN: Window.key_down,
    pygame.KEYUP: Window.key_up,
    pygame.TEXTINPUT: Window.text_input,
    pygame.MOUSEBUTTONDOWN: Window.mouse_down,
    pygame.MOUSEBUTTONUP: Window.mouse_up,
    pygame.MOUSEWHEEL: Window.mouse_wheel,
    pygame.WINDOWFOCUSLOST: Window.deserted,
    pygame.DROPFILE: Window.dropped,
    pygame.QUIT: Window.closed,
}


def key_name(event: pygame.event.Event) -> str:
    """Return a key's neutral name, with ctrl+ before it when that is down."""
    name = pygame.key.name(event.key)
    name = NEUTRAL.get(name, name)
    if event.mod & CONTROL and not event.mod & pygame.KMOD_ALT:
        return f"ctrl+{name}"
    return f"alt+{name}" if event.mod & pygame.KMOD_LALT and not event.mod & CONTROL else name


def printable(text: str) -> str:
    """Return the printable characters of a text."""
    return "".join(each for each in text if each.isprintable())


# ---------------------------------------------------------------- the screen


def run(controller: Controller, each_frame: Callable[[Controller], None] | None = None) -> int:
    """Show a panel in a window until it is closed; return the exit status. `each_frame` is called before each picture.

    Raises IronboardError when no window can be opened.
    """
    try:
        pygame.display.init()
        screen = put_on_screen(controller)
    except pygame.error as error:
        raise IronboardError(f"no window can be opened here ({error}): try the terminal view instead") from error
    try:
        ready(controller)
        controller.tools = tools = WindowTools()
        window = Window(controller, screen.get_size())
        window.paint(screen)
        pygame.display.update()
        controller.pacer.restart()
        loop(window, tools, each_frame)
        note_place(controller)
    finally:
        controller.leave()
        tools.wait()
        pygame.display.quit()
    return 0


def ready(controller: Controller) -> None:
    """Give the window its title, and let it take text."""
    pygame.display.set_caption(f"Ironboard - {controller.panel.title}")
    pygame.display.set_icon(drawn_icon(64))
    pygame.key.start_text_input()


def drawn_icon(pixels: int) -> pygame.Surface:
    """Return the project's icon."""
    canvas, surface = smooth((pixels, pixels), Scale(pixels / icon.SIZE), 4, transparent=True)
    for shape in icon.shapes():
        canvas.shape(shape)
    return shrunk(surface, (pixels, pixels))


def put_on_screen(controller: Controller) -> pygame.Surface:
    """Open the window where and as large as it was the last time, or over the whole screen."""
    desktops = pygame.display.get_desktop_sizes()
    width, height = desktops[0]
    factor = min(LARGEST, FILL * width / controller.panel.size[0], FILL * height / controller.panel.size[1])
    size = max(320, round(controller.panel.size[0] * factor)), max(200, round(controller.panel.size[1] * factor))
    place = None
    if controller.settings:
        size, place = controller.settings.size or size, controller.settings.place
        size = min(size[0], max(each[0] for each in desktops)), min(size[1], max(each[1] for each in desktops))
    if controller.full_screen:
        return pygame.display.set_mode(desktops[0], pygame.FULLSCREEN)
    screen = pygame.display.set_mode(size, pygame.RESIZABLE)
    right, bottom = sum(each[0] for each in desktops), max(each[1] for each in desktops)
    if place and 0 <= place[0] < right - EDGE and 0 <= place[1] < bottom - EDGE:  # that monitor may be gone
        pygame.display.set_window_position(place)
    return screen


def note_place(controller: Controller) -> None:
    """Put the window's size and place into the settings, if it does not fill the screen."""
    screen = pygame.display.get_surface()
    if not controller.settings or not screen or pygame.display.is_fullscreen():
        return
    controller.settings.size = screen.get_size()
    if pygame.display.get_driver() not in PLACELESS:
        controller.settings.place = pygame.display.get_window_position()


def loop(window: Window, tools: WindowTools, each_frame: Callable[[Controller], None] | None) -> None:
    """Take events, run the machine and show it, until the window is closed."""
    controller, clock, speaker = window.controller, pygame.time.Clock(), None
    while not controller.quitting:
        began = time.perf_counter()
        moving = not controller.pacer.paused or controller.notice or controller.steps or (speaker and speaker.busy)
        if not moving:
            window.handle(pygame.event.wait(IDLE))
        tools.follow(controller)
        for event in pygame.event.get():
            window.handle(event)
        controller.advance()
        if each_frame:
            each_frame(controller)
        if controller.sound and speaker is None:
            from host.ui.speaker import Speaker

            speaker = Speaker(controller)
        if speaker:
            speaker.follow()
        if controller.full_screen != pygame.display.is_fullscreen():
            note_place(controller)
            put_on_screen(controller)
            ready(controller)
        screen = pygame.display.get_surface()
        assert screen
        if screen.get_size() != window.size:
            window.resize(screen.get_size())
        changed = window.paint(screen) if pygame.display.get_active() else []
        if changed:
            pygame.display.update(changed)
        tools.note(screen, changed, controller.now())
        if moving:
            if controller.talks:
                talk(controller, began + 1 / FRAMES)
            clock.tick(FRAMES)
    if speaker:
        speaker.close()


def talk(controller: Controller, until: float) -> None:
    """Run a machine that talks to a program in small turns, up to the time of the next frame."""
    while time.perf_counter() < until - TURN:
        controller.keep_up()
        time.sleep(TURN)


class WindowTools(Tools):
    """Abilities of a window on the screen: a film of the last seconds, the clipboard, the desktop's dialogs."""

    def __init__(self) -> None:
        self._film: Film | None = None
        self._screen_size = (0, 0)
        self._screen: pygame.Surface | None = None
        self._writing: threading.Thread | None = None
        self._written: list[str] = []  # messages of the thread

    def note(self, screen: pygame.Surface, changed: Sequence[pygame.Rect], now: float) -> None:
        """Add the painted changes to the film."""
        if self._film is None or self._screen_size != screen.get_size():
            self._film, self._screen_size = Film(screen.get_size()), screen.get_size()
        self._screen = screen
        self._film.note(screen, changed, now)

    def follow(self, controller: Controller) -> None:
        """Tell the files written meanwhile."""
        while self._written:
            controller.tell(self._written.pop(0))

    def wait(self) -> None:
        """Wait until the film is written."""
        if self._writing:
            self._writing.join()

    def thumbnail(self, controller: Controller) -> bytes:
        return thumbnail(controller)

    def picture(self, controller: Controller) -> tuple[str, bytes]:
        return ".png", png(self._screen or picture(controller))

    def film(self, controller: Controller) -> None:
        require_pillow()
        roll = self._film.roll(controller.now()) if self._film else None
        seconds = sum(each for _, each in roll.pictures()) if roll else 0.0
        if not roll or not seconds:
            raise IronboardError("nothing has been shown yet")
        if self._writing and self._writing.is_alive():
            raise IronboardError("the last moving picture is still being written")

        def write() -> None:
            try:
                path = controller.new_picture(".gif", gif(roll))
                self._written.append(f"{path}: the last {seconds:.0f} seconds written")
            except (IronboardError, OSError, ValueError, MemoryError) as error:
                self._written.append(f"no moving picture: {error}")

        self._writing = threading.Thread(target=write)
        self._writing.start()
        controller.tell("writing the last seconds as a GIF ...")

    def copy(self, text: str) -> None:
        try:
            pygame.scrap.put_text(text)
        except pygame.error as error:
            raise IronboardError(f"nothing can be copied: {error}") from error

    def dialog(self, kind: files.Kind, title: str, folder: str, name: str) -> files.Dialog | None:
        return None if pygame.display.get_driver() in HEADLESS else files.dialog(kind, title, folder, name)


def png(surface: pygame.Surface) -> bytes:
    """Return a picture as a file."""
    target = io.BytesIO()
    pygame.image.save(surface, target, "x.png")
    return target.getvalue()


def thumbnail(controller: Controller) -> bytes:
    """Return a small picture of a controller, without overlays."""
    whole = Window(
        controller, (2 * THUMBNAIL, round(2 * THUMBNAIL * controller.panel.size[1] / controller.panel.size[0]))
    )
    surface = pygame.Surface(whole.size)
    whole.paint(surface, bare=True)
    return png(shrunk(surface, (whole.size[0] // 2, whole.size[1] // 2)))


def picture(controller: Controller, size: tuple[int, int] | None = None) -> pygame.Surface:
    """Return the picture of a controller in a window."""
    window = Window(controller, size)
    surface = pygame.Surface(window.size)
    window.paint(surface)
    return surface


def screenshot(controller: Controller, path: str | os.PathLike[str], size: tuple[int, int] | None = None) -> None:
    """Write a picture of a controller in its window to an image file (PNG); no screen is needed."""
    try:
        pygame.image.save(picture(controller, size), Path(path))
    except (pygame.error, OSError) as error:
        raise IronboardError(f"cannot write {path}: {error}") from error
