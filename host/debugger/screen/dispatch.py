"""What a key means: something for the machine, a command, text, or a move of the cursor.

A terminal may hand over many keys at once: somebody types fast, or the line is slow. So their meaning is decided, and
done, one after the other, before the next key is looked at; what is typed while a journey lasts waits for its end.
"""

from __future__ import annotations

from collections import deque
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import AwaitMount
from textual.widgets import Input

from host.debugger.screen.keys import ACTIONS, ALL, LETTERS, PRIORITY
from host.debugger.screen.panes.pane import Pane
from host.debugger.screen.panes.paper import PaperPane
from host.debugger.screen.view import View
from host.desk.teletype_screen import sent_by_key

BREAKING_OFF = ("f5", "f8", "c", "escape")  # what ends a journey, or a command, that takes too long
AHEAD = 100  # keys that wait at most
PC_NAMES = {"plus": "+"}  # Textual's name of a key -> the one of machines.Kind.keys


class Dispatcher(View):
    """The view with a keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, show=False, priority=True) for key, action in PRIORITY.items()
    ]
    opening: AwaitMount | None = None  # a dialog that is being opened
    entering = False  # a command is on its way from the command line

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._ahead: deque[events.Key] = deque()

    async def on_event(self, event: events.Event) -> None:
        """Look at keys before any widget does."""
        if isinstance(event, events.Key) and not event.is_forwarded and await self._takes(event):
            return
        await super().on_event(event)

    async def _takes(self, event: events.Key) -> bool:
        """Do what a key means; return whether it means anything here."""
        if len(self.screen_stack) > 1 or event.key in PRIORITY:
            return False
        typing = isinstance(self.focused, Input)
        if self.entering or (self.context.busy and not (typing and event.key not in ACTIONS and event.key != "enter")):
            self._wait(event)
            return True
        if self.context.keyboard and not typing and self._machine_takes(event):
            return True
        if typing and event.key == "enter":
            self.entering = True  # until the line has got all that was typed before
            return False
        if isinstance(self.focused, Pane) and self.focused.takes(event):
            return True
        letters = LETTERS if not typing or event.key == "escape" else {}
        action = ACTIONS.get(event.key) or letters.get(event.key)
        if action:
            await self.run_action(action)
            if self.opening is not None:
                opening, self.opening = self.opening, None
                await opening
        return action is not None

    # ------------------------------------------------------------ while a journey lasts

    def _wait(self, event: events.Key) -> None:
        """Keep a key for later; if it has lasted long, some of them break the journey off."""
        if self.is_slow and event.key in BREAKING_OFF:
            self.break_off()
        elif len(self._ahead) < AHEAD:
            self._ahead.append(event)

    def break_off(self) -> None:
        """End a journey, and forget what has been typed during it."""
        self._ahead.clear()
        self.session.pause()

    def go_on_typing(self) -> None:
        """Look at the keys that have waited."""
        while self._ahead:
            event = self._ahead.popleft()
            self.post_message(events.Key(event.key, event.character))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a dialog is open, only quitting is possible beside it; while a journey lasts, breaking it off, too."""
        allowed = {"quit", "halt"} if self.context.busy else {"quit"}
        free = len(self.screen_stack) == 1 and not self.context.busy
        return free or action in allowed or action not in {each.action for each in ALL}

    # ------------------------------------------------------------ the machine's keyboard

    def _machine_takes(self, event: events.Key) -> bool:
        """Press or type a key on the machine; return whether it has such a key."""
        key = PC_NAMES.get(event.key, event.key).lower()
        character = sent_by_key(event.key, event.character)
        types = "type" in self.session.machine.inputs
        if types and character and (isinstance(self.focused, PaperPane) or not self.machine_keys):
            self.before_change(lambda: self.control.type(character))
            return True
        if key in self.machine_keys:
            self.before_change(lambda: self.control.press(self.machine_keys[key]))
            return True
        return False

    def on_paste(self, event: events.Paste) -> None:
        """Send a pasted text to the machine, if that has the keyboard."""
        if self.context.keyboard and "type" in self.session.machine.inputs and len(self.screen_stack) == 1:
            text = event.text.replace("\r\n", "\r").replace("\n", "\r")
            self.before_change(lambda: self.control.type(text))
