"""Any panel in a text terminal, by Textual: the lines of a Sheet, keyboard and mouse, questions and help."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static

from emulators.errors import IronboardError
from host import interruption
from host.formats import storage
from host.ui.controller import TURN, Controller, Menu, Prompt, Tools
from host.ui.files import complete
from host.ui.parts import Board, Keys, Lamps, Paper, Part, Tube
from host.ui.sheet import NEXT_PAGE, Sheet, svg_of, text_of

FRAMES = 25  # per second
SIZE = (120, 40)  # columns and rows of a picture
NEUTRAL = {"pageup": "page up", "pagedown": "page down"}  # Textual's name -> ours
TYPED = {"enter": "\r", "backspace": "\b", "delete": "\x7f", "escape": "\x1b"}  # characters that keys type
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}  # columns and rows of a board
PAGES = {"page up": 1, "page down": -1}
WHEEL_LINES = 3


class PanelView(Widget, can_focus=True):
    """The whole terminal."""

    def __init__(self, controller: Controller, now: Callable[[], float]) -> None:
        super().__init__()
        self.controller, self.now = controller, now
        self.sheet = Sheet(controller)
        self._release_at: float | None = None  # of a key that was pressed on the keyboard
        self._bells = controller.paper.bells

    def look(self) -> None:
        """Draw the lines that have changed."""
        if self._release_at is not None and self.now() >= self._release_at:
            self.let_go()
        if self.controller.paper.bells > self._bells:
            self.app.bell()
        self._bells = self.controller.paper.bells
        for number in self.sheet.look():
            self.refresh(Region(0, number, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Return a line of the window."""
        if y >= len(self.sheet.lines):
            return Strip.blank(self.size.width)
        segments = self.sheet.lines[y].render(self.app.console)
        styled = [Segment(text, style or Style.null()) for text, style, _ in segments]  # filters need one
        return Strip(styled).adjust_cell_length(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """Draw for this size."""
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Draw for a size from now on."""
        self.sheet.resize(*size)
        self.look()
        self.refresh()

    # ------------------------------------------------------------ the keyboard

    def on_key(self, event: events.Key) -> None:
        """Give a key to the paper or tube that has the keyboard, to a command, or to the machine."""
        event.stop()
        event.prevent_default()
        name = NEUTRAL.get(event.key, event.key)
        printable = event.character if event.is_printable and event.character else ""
        focus = self.controller.focus
        if name == "escape" and self.controller.error:
            self.controller.error = ""
        elif name in ARROWS and self.sheet.point(*ARROWS[name]):
            pass
        elif self.sheet.cursor >= 0 and name in ("enter", "escape") and self.sheet.board:
            if name == "enter":
                self.controller.act(self.sheet.board.name, self.sheet.cursor)
            else:
                self.sheet.cursor = -1
        elif self.controller.focus and (text := printable or TYPED.get(name)):
            self.sheet.move_back()
            self.sheet.cursor = -1
            self.sheet.turn_to(self.controller.focus)
            self.controller.type(text)
        else:
            self.press(name, printable)
        if self.controller.focus not in ("", focus):
            self.sheet.turn_to(self.controller.focus)
        self.look()

    def press(self, name: str, printable: str) -> None:
        """Handle a key that types nothing: a command, a key of the machine, a control character."""
        controller = self.controller
        if name == NEXT_PAGE[1].lower().replace("-", "+"):
            self.command(NEXT_PAGE[0])
        elif name in PAGES and self.sheet.move(controller.focus, PAGES[name]):
            return
        elif controller.key(name) or (printable and (controller.key(printable) or controller.key(printable.lower()))):
            self._release_at = self.now() + self._hold(name, printable)
        elif name == "tab":
            controller.command("focus")
        elif name in PAGES:
            controller.scroll(PAGES[name] * self.sheet.room // 2)
        elif controller.focus and name.startswith("ctrl+") and len(name) == len("ctrl+x"):
            controller.type(chr(ord(name[-1].upper()) & 0x1F))
        elif printable == "q":
            controller.quitting = True
        elif printable == "?":
            controller.command("help")

    def _hold(self, *names: str) -> float:
        """Return for how many seconds a key of the keyboard is held: a terminal does not tell when it is let go of."""
        part, key = next(
            (self.controller.panel.keys[name] for name in names if name in self.controller.panel.keys), ("", "")
        )
        found = [each.hold for each in getattr(self._part(part), "keys", ()) if each.name == key]
        return found[0] if found else 0.0

    def _part(self, name: str) -> Part | None:
        return next((each for pane in self.controller.panel.panes for each in pane.parts if each.name == name), None)

    def let_go(self) -> None:
        """Release the pressed key."""
        self._release_at = None
        self.controller.release()

    def on_paste(self, event: events.Paste) -> None:
        """Type a pasted text."""
        event.stop()
        if self.controller.focus:
            self.controller.type(event.text.replace("\r\n", "\r").replace("\n", "\r"))

    def command(self, name: str) -> None:
        """Do a command, the terminal's own included."""
        if name == NEXT_PAGE[0]:
            self.sheet.turn()
        elif name == "close":
            self.controller.error = ""
        else:
            self.controller.command(name)

    # ------------------------------------------------------------ the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press, click or choose the item under the mouse."""
        event.stop()
        part, item = event.style.meta.get("target", ("", ""))
        self._release_at = None
        if self.controller.error:
            self.controller.error = ""
        elif item and not part:
            self.command(str(item))
        elif (found := self._part(part)) is not None:
            self.touch(found, item)
        self.look()

    def touch(self, part: Part, item: str | int) -> None:
        """Put the finger on something of the machine."""
        controller = self.controller
        if isinstance(part, Paper | Tube):
            controller.focus = part.name if part.typed else controller.focus
            return
        if controller.panel.keys:
            controller.focus = ""
        if isinstance(part, Keys):
            controller.press(part.name, str(item))
        elif isinstance(part, Board):
            controller.act(part.name, item)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Release the key that the mouse has pressed."""
        event.stop()
        self.let_go()
        self.look()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show the meaning of the place under the mouse."""
        part, item = event.style.meta.get("target", ("", ""))
        self.controller.pointed = str(item) if isinstance(self._part(part), Lamps) else self.sheet.meaning(part, item)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll to older lines."""
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll to newer lines."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, up: int) -> None:
        event.stop()
        part, _ = event.style.meta.get("target", ("", ""))
        if isinstance(self._part(part), Tube):
            self.controller.act(f"{part} wheel", up)
        else:
            self.controller.scroll(up * WHEEL_LINES)
        self.look()


# ---------------------------------------------------------------- questions, help


class Completion(Suggester):
    """Completes the names of files."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with the name of a file completed, None if there is nothing to be completed."""
        completed = complete(value) if value else value
        return completed if completed != value and completed.startswith(value) else None


class Question(ModalScreen[None]):
    """A question that is answered by a line. Tab completes, Enter answers, Escape leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "leave")]

    def __init__(self, controller: Controller, prompt: Prompt) -> None:
        super().__init__()
        self.controller, self.prompt = controller, prompt

    def compose(self) -> ComposeResult:
        """Yield the title, the line, an error, and a hint."""
        with Vertical(classes="dialog"):
            yield Label(self.prompt.title, markup=False)
            yield Input(self.prompt.text, id="line", suggester=Completion())
            if self.prompt.kind:
                yield OptionList(id="files", markup=False, compact=True)
            yield Label("", id="wrong", markup=False)
            yield Label(f"{self.prompt.hint}  Enter: yes  Esc: no".strip(), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.list_files()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.prompt.text = event.value
        self.list_files()

    def list_files(self) -> None:
        """Show the files that the line may mean; the keyboard stays with the line."""
        if self.prompt.kind:
            found, shown = self.prompt.candidates(self.controller.settings), self.query_one("#files", OptionList)
            shown.can_focus = False
            shown.display = bool(found)
            shown.set_options(found)
            shown.highlighted = None

    def put(self, text: str) -> None:
        """Put a text into the line."""
        line = self.query_one("#line", Input)
        line.value = text
        line.cursor_position = len(text)

    def on_key(self, event: events.Key) -> None:
        """Complete the line, or choose a file."""
        prompt, settings = self.prompt, self.controller.settings
        if event.key not in ("tab", "up", "down"):
            return
        event.stop()
        event.prevent_default()
        if event.key == "tab" and prompt.chosen < 0:
            self.put(complete(self.query_one("#line", Input).value))
        elif event.key == "tab":
            prompt.take(settings)
            self.put(prompt.text)
        elif prompt.kind:
            prompt.move(1 if event.key == "down" else -1, settings)
            self.query_one("#files", OptionList).highlighted = prompt.chosen if prompt.chosen >= 0 else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the file that was clicked."""
        self.prompt.chosen = event.option_index
        self.take()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer."""
        self.take()

    def take(self) -> None:
        """Answer with the line, or the file chosen; the question stays when something is wrong with it."""
        if not self.prompt.take(self.controller.settings):
            self.put(self.prompt.text)
            return
        self.controller.answer(self.prompt.text.strip())
        if self.controller.prompt is self.prompt:
            self.query_one("#wrong", Label).update(self.controller.error)
            self.controller.error = ""
        else:
            self.dismiss()

    def action_leave(self) -> None:
        """Leave it unanswered."""
        self.controller.leave()
        self.controller.error = ""
        self.dismiss()


class MenuScreen(ModalScreen[None]):
    """A menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q", "leave", "back"), ("delete,backspace", "delete", "delete"), ("n", "rename", "name"),
    ]  # fmt: skip

    def __init__(self, controller: Controller, menu: Menu) -> None:
        super().__init__()
        self.controller, self.menu = controller, menu

    def compose(self) -> ComposeResult:
        """Yield the choices, an error, and the keys."""
        menu = self.menu
        wide = max((len(each.title) for each in menu.choices), default=0)
        keys = ["Enter: choose", *["Del: delete"] * bool(menu.delete), *["N: name"] * bool(menu.rename), "Esc: back"]
        with Vertical(classes="dialog"):
            yield Label(menu.title, markup=False)
            yield OptionList(*(f"{each.title:<{wide}}   {each.detail}" for each in menu.choices), markup=False)
            yield Label("   ".join(keys), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self.menu.chosen

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.controller.choose(event.option_index)
        self.dismiss()

    def action_delete(self) -> None:
        self.change(self.menu.delete)

    def action_rename(self) -> None:
        self.change(self.menu.rename)

    def change(self, action: Callable[[int], object] | None) -> None:
        """Delete or name the highlighted choice, then show the menu again."""
        number = self.query_one(OptionList).highlighted
        if action and number is not None:
            self.controller.change(action, number)
            self.dismiss()

    def action_leave(self) -> None:
        self.controller.menu = None
        self.dismiss()


class Help(ModalScreen[None]):
    """The help."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,f12,question_mark", "leave", "back")]

    def __init__(self, controller: Controller, text: str) -> None:
        super().__init__()
        self.controller, self.text = controller, text

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="dialog"):
            yield Static(self.text, markup=False)

    def action_leave(self) -> None:
        """Go back to the machine."""
        self.controller.shows_help = False
        self.dismiss()


class Terminal(App[int]):
    """The application. `frames`: how often a second the clock is looked at; with 0 the caller calls `tick`."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = """
    Screen { background: rgb(12,12,14); }
    ModalScreen { align: center middle; background: black 50%; }
    .dialog {
        width: 76; max-width: 100%; height: auto; max-height: 90%;
        border: round rgb(255,176,64); padding: 0 1; background: rgb(24,24,28);
    }
    .dialog OptionList { height: auto; max-height: 16; border: none; background: rgb(24,24,28); }
    .hint { color: rgb(150,150,156); }
    #wrong { color: rgb(255,120,100); width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", priority=True)]

    def __init__(self, controller: Controller, frames: int = FRAMES) -> None:
        super().__init__()
        self.title = controller.panel.title
        self.controller, self._frames = controller, frames
        controller.in_terminal = True
        self.panel_view = PanelView(controller, controller.now)

    def compose(self) -> ComposeResult:
        """Yield the only widget."""
        yield self.panel_view

    def on_mount(self) -> None:
        """Start the clock."""
        self.controller.sound = False  # which is remembered for the window
        self.panel_view.focus()
        if self._frames:
            self.set_interval(1 / self._frames, self.tick)
            interruption.in_loop(self.exit)
        if self._frames and self.controller.talks:
            self.set_interval(TURN, self.controller.keep_up)
        self.controller.pacer.restart()
        if self._frames:
            self.controller.refresh()  # in a terminal's words
        self.panel_view.look()

    def tick(self) -> None:
        """Run the machine up to the clock, show it, ask its question."""
        self.controller.advance()
        if self.controller.sound:
            self.controller.sound = False
            self.controller.tell("a terminal has no sound but its bell; the window and a page have")
        self.panel_view.look()
        if self.controller.quitting:
            self.exit(0)
        elif len(self.screen_stack) == 1:
            if self.controller.prompt:
                self.push_screen(Question(self.controller, self.controller.prompt))
            elif self.controller.menu:
                self.push_screen(MenuScreen(self.controller, self.controller.menu))
            elif self.controller.shows_help:
                self.push_screen(Help(self.controller, self.panel_view.sheet.help()))

    async def action_quit(self) -> None:
        """Leave."""
        self.exit(0)


def run(controller: Controller) -> int:
    """Show a controller in this terminal, or in the browser that `textual serve` opens; return the exit status."""
    app = Terminal(controller)
    controller.tools = TerminalTools(app)
    app.run()
    interruption.after_loop()
    return app.return_code or 0


class TerminalTools(Tools):
    """Abilities of a terminal: pictures as vectors, and the clipboard if the terminal lets programs use it (OSC 52)."""

    def __init__(self, app: Terminal) -> None:
        self._app = app

    def thumbnail(self, controller: Controller) -> bytes:
        """Return the picture of the window: the list of moments in a window has pictures."""
        from host.ui import window

        return window.thumbnail(controller)

    def picture(self, controller: Controller) -> tuple[str, bytes]:
        sheet = self._app.panel_view.sheet
        return ".svg", svg_of(controller, sheet.columns, sheet.rows).encode()

    def film(self, controller: Controller) -> None:
        raise IronboardError("a terminal makes no moving pictures: the window does")

    def copy(self, text: str) -> None:
        self._app.copy_to_clipboard(text)


def screenshot(controller: Controller, path: str | os.PathLike[str], size: tuple[int, int] | None = None) -> None:
    """Write the picture of a terminal of `size` columns and rows, as text or as SVG."""
    file = Path(path)
    kinds = {".txt": text_of, ".svg": svg_of}
    if file.suffix.lower() not in kinds:
        raise IronboardError(f"{file}: a picture of the terminal is a file with the ending {' or '.join(kinds)}")
    controller.in_terminal = True
    controller.refresh(controller.ui["still"])
    storage.write_text(file, kinds[file.suffix.lower()](controller, *(size or SIZE)), True)
