"""A machine in use: time, hands, commands, notices. Window and terminal show it, neither adds to it.

    controller = Controller(machine, panel)
    controller.press("pad", "GO"); controller.release()
    controller.advance()  # runs the machine to where it should be now, and does what is due
    controller.shown["status"]

Steps, lamps, focus and paper are functions of operating.py, which a page uses too (host/ui/web/controller.js): the
same hands do the same there, at the same cycles.
"""

from __future__ import annotations

import copy
import functools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple

from emulators import roms
from emulators.errors import IronboardError
from emulators.machine import Machine, Operated, Snapshot, Stop
from emulators.pacing import Pacer, speed_name
from host.formats import storage
from host.ui import files, moments, operating, pictures
from host.ui.commands import key_title, named
from host.ui.notebook import framed
from host.ui.parts import GameFile, Keys, Panel, Paper, Part, Step, View
from host.ui.settings import Settings
from host.ui.teletype_screen import TeletypeScreen

NOTICE_SECONDS = 6.0
GAMES_LIMIT = 1 << 28  # bytes of a file of games
TURN = 0.002  # seconds
PERSISTENCE = 0.05  # seconds of the eye
NO_WAIT: View = {"wait": {"work": "", "since": 0, "took": {}}}


class Moment(NamedTuple):
    """A saved state, the `ui` of the view functions, and the cycle."""

    state: bytes
    ui: View
    cycle: int


class Driver:
    """Runs a controller's machine, and takes it elsewhere in time. In the workbench, a debugger does that."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def run_to(self, cycle: int) -> Stop:
        """Run the machine to a cycle; return why it stopped."""
        return self.machine.run_to(cycle)

    def step(self, controller: Controller, count: int) -> None:
        """Execute instructions, then pause."""
        controller.pacer.resume()
        controller.pacer.pause()
        for _ in range(count):
            if (stop := self.machine.step()) != Stop.NONE:
                controller.stopped(stop)
                break

    def go_to(self, state: bytes, cycle: int) -> None:
        """Go to a saved state of this cycle, as an input that can be recorded."""
        self.machine.load_state(state)


class Prompt:
    """A question that is answered by a line; `done` gets it. `kind`: whether that names a file to be read or written.

    `dialog` is the desktop's, which may answer instead.
    """

    def __init__(
        self, title: str, done: Callable[[str], None], hint: str = "", text: str = "", kind: files.Kind = ""
    ) -> None:
        self.title, self.done, self.hint, self.text, self.kind = title, done, hint, text, kind
        self.begun = text
        self.chosen = -1  # of the candidates
        self.dialog: files.Dialog | None = None
        self._listed: tuple[str, list[str]] | None = None

    def candidates(self, settings: Settings | None) -> list[str]:
        """Return the files that match the line."""
        if not self.kind:
            return []
        if self._listed is None or self._listed[0] != self.text:
            recent, folder = (settings.recent, settings.folder) if settings else ((), "")
            self._listed, self.chosen = (self.text, files.candidates(self.text, self.kind, recent, folder)), -1
        return self._listed[1]

    def move(self, by: int, settings: Settings | None) -> None:
        """Choose the next candidate, or one before."""
        count = len(self.candidates(settings))
        self.chosen = max(-1, min(count - 1, self.chosen + by))

    def take(self, settings: Settings | None) -> bool:
        """Put the chosen candidate into the line; return whether that answers the question: it is not a folder."""
        found = self.candidates(settings)
        if 0 <= self.chosen < len(found):
            self.text = found[self.chosen]
            return not self.text.endswith("/")
        return True


class Choice(NamedTuple):
    """A row of a menu, or a tile if it has a picture (PNG)."""

    title: str
    detail: str = ""
    picture: bytes = b""


class Menu:
    """A list to choose from: `choose` gets the number. With `delete` a row can be deleted, with `rename` named."""

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        choose: Callable[[int], object],
        delete: Callable[[int], object] | None = None,
        rename: Callable[[int], object] | None = None,
    ) -> None:
        self.title, self.choices, self.choose, self.delete, self.rename = title, choices, choose, delete, rename
        self.chosen = 0

    def move(self, by: int) -> None:
        """Go to another row."""
        self.chosen = max(0, min(len(self.choices) - 1, self.chosen + by))


class Tools:
    """Abilities of a view that a controller lacks: pictures, a clipboard, the desktop's dialogs."""

    def thumbnail(self, controller: Controller) -> bytes:
        """Return a small picture (PNG), or nothing."""
        return b""

    def picture(self, controller: Controller) -> tuple[str, bytes]:
        """Return a picture: the ending of its file, and the contents."""
        raise IronboardError("nothing shows this machine: there is no picture of it")

    def film(self, controller: Controller) -> None:
        """Write a moving picture of the last seconds."""
        raise IronboardError("the window keeps the last seconds, and makes a moving picture of them; nothing else does")

    def copy(self, text: str) -> None:
        """Put a text onto the clipboard."""
        raise IronboardError("there is no clipboard here")

    def dialog(self, kind: files.Kind, title: str, folder: str, name: str) -> files.Dialog | None:
        """Open the desktop's dialog for files, where there is one."""
        return None


class Controller(Generic[Operated]):
    """A machine with its panel, and the user's actions on it. Machines with files to open and save have subclasses."""

    open_title, open_hint, save_hint = "Open", "Tab completes.", ""
    other_names: Mapping[str, str] = {}  # of commands for which a view has keys or buttons of its own
    program = ""  # the name of the program: of the manifest, or of a file without its suffix
    talks = False  # to a program that waits for it: views call `keep_up` between frames, every TURN seconds

    def __init__(
        self,
        machine: Operated,
        panel: Panel,
        *,
        speed: float | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.machine, self.now = machine, now
        self.clock = machine.clock
        self.driver = Driver(machine)
        self.prompt: Prompt | None = None
        self.error = self.notice = ""
        self.shows_help = self.quitting = False
        self.in_terminal = False  # whether a terminal shows it, which names keys where others name buttons
        self.sound = False  # whether the user wants to hear the machine
        self.full_screen = False  # whether the window should fill the screen
        self.pointed = ""  # the meaning of the place under the mouse
        self.back = 0  # lines of the paper scrolled back
        self.torn = 0  # characters on paper that has been torn off
        self.shown: View = {}
        self.steps: list[Step] = []
        self.due = 0  # the cycle of the next step
        self.since: int | None = None  # the cycle since when the condition of a step has been true
        self._held: tuple[str, str] | None = None  # part and pressed key
        self._notice_until = self._seen_at = now()
        self.menu: Menu | None = None
        self.tools = Tools()
        self._shelf = moments.Shelf()
        self._began = time.time()
        self._left: Moment | None = None  # from where the user went back to a moment
        self._remembered: list[Moment] = []
        self.settings: Settings | None = None  # where a person's habits are remembered; not without a view
        self.speed_given = speed is not None
        self.pacer = Pacer(self, 1.0 if speed is None else speed, now)
        self.equip(panel)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.program}: {self.machine!r}>"

    def _repr_html_(self) -> str:
        return framed(self)

    def equip(self, panel: Panel) -> None:
        """Show this panel from now on."""
        self.panel = panel
        self.views = panel.functions
        game = panel.game.ui if panel.game else {}
        self.ui: View = copy.deepcopy({"at": {}, "light": [], "focus": "", **NO_WAIT, **panel.ui, **game})
        self.ui["takes"] = dict(roms.manifest().get(self.program, {}).get("takes", {}))
        paper = next((part for pane in panel.panes for part in pane.parts if isinstance(part, Paper)), None)
        self.paper = TeletypeScreen(paper.columns, returns=not paper.glass) if paper else TeletypeScreen()
        self._beginning = self.machine.snapshot()
        self.samples: list[Sequence[int]] = []
        self.light = [[0.0] * width for width in panel.widths]
        self.turn = 0.0
        self.refresh(still=True)

    # ------------------------------------------------------------ time

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return self.machine.cycles

    def advance(self) -> None:
        """Run the machine to the cycle that is due, do the steps that are due, and update `shown`."""
        self.keep_up()
        self.follow_dialog()
        self.refresh()
        if self.notice and self.now() >= self._notice_until:
            self.notice = ""

    def keep_up(self) -> None:
        """Run the machine to the cycle that is due, and do the steps that are due."""
        before = self.pacer.stop
        try:
            if operating.stands_still(self):
                self.do_steps()
                self.pacer.restart()
            else:
                self.pacer.advance()
        except (IronboardError, ValueError) as error:
            self.steps.clear()
            self.pacer.pause()
            self.error = str(error)
        if self.pacer.stop not in (before, Stop.NONE):
            self.stopped(self.pacer.stop)

    def run_to(self, cycle: int) -> Stop:
        """Run the machine to a cycle, with the steps that are due before; the pacer calls this."""
        stop = Stop.NONE
        while stop == Stop.NONE and self.cycles < cycle:
            self.do_steps()
            end = operating.next_end(self, cycle)
            stop = operating.run_lit(self, end) if self.panel.sample else self.run(end)
        return stop

    def run(self, cycle: int) -> Stop:
        """Run the machine alone."""
        return self.driver.run_to(cycle)

    @property
    def m(self) -> Any:
        """The machine's record."""
        return self.machine.m

    def refresh(self, still: bool = False) -> None:
        """Update `shown`; `still`: for a single picture, without light from before."""
        now = self.now()
        if self.panel.sample:
            operating.follow_light(self, 1.0 if still else 1.0 - math.exp((self._seen_at - now) / PERSISTENCE))
        operating.follow_time(self, now, still)
        self.ui["terminal"] = self.in_terminal
        names = {each.name: named(each, self.in_terminal) for each in self.commands}
        self.ui["names"] = {**names, **self.other_names}
        self.ui["paused"] = self.pacer.paused
        self.ui["speed"] = speed_name(self.pacer.speed)
        self.ui["megahertz"] = self.pacer.megahertz
        counter = self.machine.read_register(self.machine.program_counter)
        self.ui["instruction"] = self.machine.disassemble(counter)[0]  # nothing in a page
        self._seen_at = now
        operating.follow_paper(self, self.printed)
        self.shown = operating.look_at(self)

    def restart(self) -> None:
        """Start counting time anew: the machine has gone to another moment, or a hand has started it."""
        if self.pacer.stop != Stop.NONE:
            self.pacer.resume()
        self.pacer.restart()

    def time_has_jumped(self) -> None:
        """Forget the pending steps: the machine has gone to another moment."""
        self.steps.clear()
        self._held, self.due, self.since = None, 0, None
        self.restart()
        self.refresh(still=True)

    # ------------------------------------------------------------ steps

    def add(self, steps: Sequence[Step]) -> None:
        """Append steps to the pending ones, and do those that are due."""
        operating.queue_steps(self, steps)
        self._succeeds(self.do_steps)
        self.refresh()

    def do_steps(self) -> None:
        """Do all steps that are due."""
        operating.do_steps(self)

    def perform(self, step: Step) -> None:
        """Do a step now."""
        kind, *rest = step
        if kind == "give":
            self.machine.give(*rest)
            if self.pacer.stop != Stop.NONE:
                self.restart()
        elif kind == "say":
            self.tell(rest[0])
        elif kind == "wrong":
            raise IronboardError(rest[0])
        elif kind == "undo":
            self.take_back()
            raise IronboardError(rest[0])
        elif kind == "ask":
            title, what, hint = rest
            self.ask(title, functools.partial(self.act, what), hint)
        elif kind == "step":
            self.step(int(rest[0]))
        elif kind == "speed":
            self.pacer.speed = float(rest[0]) or math.inf
        elif kind == "command":
            self.command(rest[0])

    # ------------------------------------------------------------ hands

    def act(self, what: str, value: Any) -> None:
        """Add the steps of a click, a key or a typed text: the program is asked first, then the machine."""
        self.error = ""
        self._do(what, value)

    def _do(self, what: str, value: Any) -> None:
        self.add(operating.steps_for(self, what, value))

    def press(self, part: str, key: str) -> None:
        """Press a key of the machine, and release the one before."""
        self.release()
        self._held = part, key
        self.act(part, key)

    def release(self) -> None:
        """Release the pressed key."""
        if self._held:
            (part, key), self._held = self._held, None
            self._do(f"{part} up", key)  # the error that pressing it has made is still to be seen

    def key(self, name: str) -> bool:
        """Take a key of the PC, by its neutral name; return whether it has an action."""
        return operating.take_key(self, name)

    def type(self, text: str) -> None:
        """Take typed text."""
        self.back = 0
        self.act("type", text)

    @property
    def focus(self) -> str:
        """The name of the paper or tube that has the keyboard; nothing: the keys of the machine have it."""
        return operating.focus(self)

    @focus.setter
    def focus(self, name: str) -> None:
        self.ui["focus"] = name

    @property
    def typed_parts(self) -> list[str]:
        """The names of the visible parts that take typed text."""
        return operating.typed_parts(self)

    def next_focus(self) -> None:
        """Give the keyboard to the next one that can have it."""
        operating.next_focus(self)

    def scroll(self, lines: int) -> None:
        """Go back on the paper, or (negative) forward."""
        operating.scroll(self, lines)

    # ------------------------------------------------------------ commands

    @property
    def commands(self) -> Sequence[Any]:
        """The commands of the machine and of its program."""
        return (*self.panel.commands, *(self.panel.game.commands if self.panel.game else ()))

    def command(self, name: str) -> None:
        """Do a command: one of the controller's, a pane of a group (`show PANE`), or one for `act`."""
        own = self.own_commands().get(name)
        if own:
            self.attempt(own)
        elif name.startswith("show "):
            self.show(name.removeprefix("show "))
        else:
            self.act("command", name)
        self.refresh()

    def labels(self) -> dict[str, str]:
        """Return the labels of all commands as they are now, by their names."""
        own = {"speed": speed_name(self.pacer.speed), **({"pause": "GO ON"} if self.pacer.paused else {})}
        return {each.name: own.get(each.name, each.label) for each in self.commands}

    def lit(self) -> set[str]:
        """Return the names of the commands with lit buttons."""
        own = {
            "pause": self.pacer.paused,
            "turbo": math.isinf(self.pacer.speed),
            "help": self.shows_help,
            "sound": self.sound,
            **{f"show {pane.name}": True for pane in self.panes if pane.group},
        }
        return {name for name, on in own.items() if on} | {*self.shown.get("lit", ())}

    def own_commands(self) -> Mapping[str, Callable[[], object]]:
        """Return the controller's own actions, by the names of commands."""
        pacer = self.pacer
        return {
            "open": lambda: self.ask_file("open", self.open_title, self.open_hint + self.game_hint),
            "save": lambda: self.ask_file("save", "Save as", self.save_hint + self.game_hint),
            "keep": self.keep,
            "back": self.go_back,
            "moments": self.show_moments,
            "picture": self.take_picture,
            "film": lambda: self.tools.film(self),
            "copy": self.show_copies,
            "more": self.show_commands,
            "remember": self.remember,
            "take back": self.take_back,
            "pause": lambda: pacer.resume() if pacer.paused else pacer.pause(),
            "step": self.step,
            "slower": pacer.slower,
            "faster": pacer.faster,
            "speed": lambda: setattr(pacer, "speed", 1.0),
            "turbo": lambda: setattr(pacer, "speed", 1.0 if math.isinf(pacer.speed) else math.inf),
            "rerun": self.rerun,
            "tear_off": self.tear_off,
            "focus": self.next_focus,
            "sound": self.switch_sound,
            "full screen": lambda: setattr(self, "full_screen", not self.full_screen),
            "help": lambda: setattr(self, "shows_help", not self.shows_help),
            "quit": lambda: setattr(self, "quitting", True),
        }

    def switch_sound(self) -> None:
        """Switch the sound on or off; the view plays the sounds that `hear` and `signal` return."""
        self.sound = not self.sound
        self.tell("sound on" if self.sound else "sound off")

    def hear(self) -> list[list[Any]]:
        """Return the sounds since the last call: [name in `Panel.sounds`, cycle]."""
        return self.panel.hear(self.machine.m, self.ui) if self.panel.hear else []

    def signal(self, first: float, last: float) -> tuple[Sequence[int], int]:
        """Return the cycles at which a signal that is heard changes sign, and the sign after the first of them.

        From the last one before the cycle `first` on, up to `last`. Machines with a tape recorder have such a signal.
        """
        return (), 1

    @property
    def printed(self) -> bytes:
        """The text on the paper: all output since it was torn off."""
        printed = self.machine.printed
        if len(printed) < self.torn:  # the machine has gone to another time
            self.torn = 0
        return bytes(printed[self.torn :])

    def tear_off(self) -> None:
        """Take the paper off that has been printed on."""
        self.torn, self.back = len(self.machine.printed), 0

    def step(self, count: int = 1) -> None:
        """Execute instructions, then pause."""
        self.driver.step(self, count)

    def show(self, name: str) -> None:
        """Show a pane of a group; the next one of the group if it is shown already."""
        operating.show_pane(self, name)

    @property
    def panes(self) -> list[Any]:
        """The panes that are shown now: of each group one."""
        return [each for each in operating.panes_shown(self) if not each.page]

    def meaning(self, part: Part, key: str) -> str:
        """Return the meaning of a key of a part."""
        return next((each.meaning for each in part.keys if each.name == key), "") if isinstance(part, Keys) else ""

    # ------------------------------------------------------------ telling the user

    def tell(self, text: str) -> None:
        """Show a notice for some seconds."""
        self.notice = text
        self._notice_until = self.now() + NOTICE_SECONDS

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do something; show its error, if there is one, until the user has seen it. Return whether it went well."""
        self.error = ""
        return self._succeeds(action)

    def _succeeds(self, action: Callable[[], object]) -> bool:
        try:
            action()
        except (IronboardError, ValueError, OSError) as error:  # OSError: of a name that no file can have
            self.steps.clear()
            self.error = storage.reason(error) if isinstance(error, OSError) else str(error)
            return False
        return True

    def stopped(self, stop: Stop) -> None:
        """Note a stop of the machine by itself."""
        machine = self.machine
        place = machine.digits(machine.read_register(machine.program_counter))
        self.tell(f"stopped at {place}: {stop.name.lower().replace('_', ' ')}")

    def ask(self, title: str, done: Callable[[str], None], hint: str = "", text: str = "") -> None:
        """Ask for a line."""
        self.leave()
        self.prompt = Prompt(title, done, hint, text)

    def ask_file(self, kind: files.Kind, title: str, hint: str = "", text: str = "") -> None:
        """Ask for a file to open or to save, by a line and by the desktop's dialog, where there is one."""
        self.ask(title, self.open_file if kind == "open" else self.save, hint, text)
        assert self.prompt
        self.prompt.kind = kind
        folder = self.settings.folder if self.settings else ""
        if self.settings is None or self.settings.native_dialogs:
            self.prompt.dialog = self.tools.dialog(kind, title, folder, text)

    def answer(self, text: str) -> None:
        """Answer the question; after an error the question stays."""
        prompt = self.prompt
        if prompt and self.attempt(lambda: prompt.done(text)) and self.prompt is prompt:
            self.leave()

    def leave(self) -> None:
        """Close the question, and the dialog."""
        if self.prompt and self.prompt.dialog:
            self.prompt.dialog.close()
        self.prompt = None

    def follow_dialog(self) -> None:
        """Take the choice made in the desktop's dialog.

        Cancelling there closes the question, unless the user has begun to type the line, or the dialog failed.
        """
        prompt = self.prompt
        if prompt and prompt.dialog and (found := prompt.dialog.answer()) is not None:
            cancelled, prompt.dialog = prompt.dialog.was_cancelled, None
            if found:
                prompt.text = found
                self.answer(found)
            elif cancelled and prompt.text == prompt.begun:
                self.leave()

    # ------------------------------------------------------------ files and moments

    def open_file(self, text: str) -> None:
        """Open the file or program that a line names, or take up the game of a file; and remember a file."""
        path = self.path_in(text)
        if kind := self.game_file(path):
            self.take_up(path, kind)
        else:
            self.open(text)
        self.note_file(text)

    def note_file(self, text: str) -> None:
        """Remember a file that has been opened or saved."""
        path = self.path_in(text)
        if self.settings and path.is_file():
            try:
                self.settings.used(path)
            except IronboardError as error:
                self.tell(str(error))

    def open(self, text: str) -> None:
        """Open the file or program that a line names; machines with files override this."""
        raise IronboardError("nothing can be opened here")

    def path_in(self, text: str) -> Path:
        """Return the file that a line names; raises IronboardError if there is none."""
        if not text.strip():
            raise IronboardError("type the name of a file, or press Esc")
        return files.path_of(text)

    def write(self, text: str, overwrite: bool) -> None:
        """Save to the file that a line names; machines with files override this."""
        raise IronboardError("nothing can be saved here")

    def save(self, text: str) -> None:
        """Save to the file that a line names; an existing file is replaced after asking."""
        path = self.path_in(text)
        if path.exists():
            self.ask(
                f"{path.name} exists: Enter replaces it, Esc does not", lambda line: self._write(line, True), "", text
            )
        else:
            self._write(text, False)

    def _write(self, text: str, overwrite: bool) -> None:
        path = self.path_in(text)
        if self.game_file(path):
            storage.write_all(path, self.game_text().encode(), overwrite)
            self.tell(f"{path.name}: the game is saved")
        else:
            self.write(text, overwrite)
        self.note_file(text)

    @property
    def game_hint(self) -> str:
        """The name of a file of the game on the board, after others; nothing without one."""
        kind = self.panel.game.file if self.panel.game else None
        return f" | game{kind.suffix}" if kind else ""

    def game_file(self, path: Path) -> GameFile | None:
        """Return how the game on the board is saved, if a file is one of its files by the suffix."""
        kind = self.panel.game.file if self.panel.game else None
        return kind if kind and path.suffix.lower() == kind.suffix else None

    def take_up(self, path: Path, kind: GameFile) -> None:
        """Go to the end of the last game of a file; raises IronboardError, and then nothing has changed."""
        parts = kind.notation.parts(storage.read_filled(path, GAMES_LIMIT, "a file of games"), str(path))
        text = kind.notation.written(kind.notation.read(parts[-1])).decode()
        assert self.panel.game
        assert self.panel.game.open
        steps = self.panel.game.open(self.machine.m, self.ui, path.name, text)
        if steps[0][0] == "wrong":
            raise IronboardError(steps[0][1])
        self.add(steps)

    def game_text(self) -> str:
        """Return the game on the board as a file has it; raises IronboardError if there is none."""
        self.refresh()
        game = self.panel.game
        text = game.save(self.machine.m, self.ui) if game and game.save else ""
        if not text:
            raise IronboardError("there is no game to save")
        return game.file.tidied(text) if game and game.file else text

    def moment(self) -> Moment:
        """Return the machine's present state, and the `ui` of the view functions."""
        return Moment(self.machine.save_state(), copy.deepcopy(self.ui), self.cycles)

    def go_to(self, moment: Moment) -> None:
        """Go to a moment."""
        self.driver.go_to(moment.state, moment.cycle)
        self.look_from(moment.ui)
        self.time_has_jumped()
        self.tell(f"back at cycle {self.cycles:,}")

    def look_from(self, ui: View) -> None:
        """Take the `ui` of another moment; the user looks at the same panes as before."""
        looked_at = {name: now for name, now in self.ui.items() if name == "focus" or name.startswith("pane ")}
        self.ui = copy.deepcopy(ui) | looked_at

    @property
    def shelf(self) -> moments.Shelf:
        """The moments kept of this program: files where settings are remembered, else in memory."""
        if self.settings:
            folder = moments.folder_of(self.machine.title, self.program)
            if self._shelf.folder != folder:
                self._shelf = moments.Shelf(folder)
        return self._shelf

    def keep(self) -> None:
        """Keep this moment."""
        state, ui, cycle = self.moment()
        more = self.shelf.keep(state, ui, cycle, self.tools.thumbnail(self))
        self.tell(f"kept cycle {self.cycles:,}{more}")

    def go_back(self) -> None:
        """Go back to the moment kept last."""
        found = [each for each in self.shelf.moments() if not each.damage]
        if not found:
            raise IronboardError("no moment has been kept yet: KEEP MOMENT does")
        self.go_to_kept(found[0])

    def go_to_kept(self, kept: moments.Moment) -> None:
        """Go to a kept moment; the one that is left can be gone to again, from the list."""
        if kept.damage:
            raise IronboardError(f"{kept.file}: {kept.damage}")
        left = self.moment()
        self.go_to(Moment(kept.state, kept.ui, kept.cycle))
        self._left = left
        self.tell(f"back at {kept.title}" + (f", kept {kept.time}" if kept.when < self._began else ""))

    def show_moments(self) -> None:
        """List the moments that are kept, the one before going back first."""
        kept = self.shelf.moments()
        left = [self._left] if self._left else []
        if not kept and not left:
            raise IronboardError("no moment has been kept yet: KEEP MOMENT does")

        def choose(number: int) -> None:
            if number < len(left):
                before, self._left = left[number], self.moment()
                self.go_to(before)
            else:
                self.go_to_kept(kept[number - len(left)])

        def change(number: int, action: Callable[[moments.Moment], object]) -> None:
            if number >= len(left):
                action(kept[number - len(left)])
            self.menu = None
            if self._left or self.shelf.moments():
                self.show_moments()
                assert self.menu
                self.menu.move(number)

        def rename(number: int) -> None:
            if number >= len(left):
                named = kept[number - len(left)]
                self.menu = None
                self.ask(
                    f"Name of the moment at cycle {named.cycle:,}",
                    lambda text: change(number, lambda each: self.shelf.rename(each, text)),
                    text=named.name,
                )

        rows = [Choice("where you were", "before you went back") for _ in left]
        rows += [
            Choice(each.title, each.damage or each.time + f"   cycle {each.cycle:,}" * bool(each.name), each.picture)
            for each in kept
        ]
        self.menu = Menu("Moments", rows, choose, lambda number: change(number, self.shelf.delete), rename)

    def show_copies(self) -> None:
        """List the texts for the clipboard."""
        from host.ui import copying

        texts = copying.texts(self)

        def choose(number: int) -> None:
            title, text = [*texts.items()][number]
            self.tools.copy(text)
            self.tell(f"copied: {title}")

        rows = [Choice(title, text.strip().splitlines()[0].strip()[:60]) for title, text in texts.items()]
        self.menu = Menu("Copy to the clipboard", rows, choose)

    def notations(self) -> dict[str, str]:
        """Return texts for the clipboard in notations of a game, by their titles."""
        return {}

    def show_commands(self) -> None:
        """List all commands."""
        listed = [each for each in self.commands if each.name != "more" and (each.help or each.label)]
        rows = []
        for each in listed:
            detail = "   ".join(filter(None, [each.label, key_title(each.key)]))
            rows.append(Choice(each.help or each.label.lower(), detail))
        self.menu = Menu("Commands", rows, lambda number: self.command(listed[number].name))

    def choose(self, number: int) -> None:
        """Close the menu, and do the action of a row."""
        menu, self.menu = self.menu, None
        if menu and 0 <= number < len(menu.choices):
            self.attempt(lambda: menu.choose(number))
            self.refresh()

    def change(self, action: Callable[[int], object], number: int) -> None:
        """Delete or name a row of the menu."""
        self.attempt(lambda: action(number))
        self.refresh()

    def take_picture(self) -> None:
        """Write a picture into the folder of pictures, under a new name."""
        ending, data = self.tools.picture(self)
        self.tell(f"{self.new_picture(ending, data)}: picture written")

    def new_picture(self, ending: str, data: bytes) -> Path:
        """Write a file of a picture that does not exist yet; return it."""
        path = pictures.new_path(
            self.machine.title, self.program, ending, self.settings.folder if self.settings else ""
        )
        storage.write_all(path, data, overwrite=False)
        return path

    def remember(self) -> None:
        """Remember this moment, as that before a move."""
        self._remembered.append(self.moment())

    def take_back(self) -> None:
        """Go back to the moment remembered last."""
        if not self._remembered:
            raise IronboardError("there is no move to take back")
        self.go_to(self._remembered.pop())

    def rerun(self) -> None:
        """Go back to the beginning: the moment when this panel was put up."""
        self.back_to(self._beginning)

    def back_to(self, snapshot: Snapshot) -> None:
        """Go to a snapshot, as an input that can be recorded."""
        now = self.machine.snapshot()
        self.machine.restore(snapshot)
        state = self.machine.save_state()
        self.machine.restore(now)
        self.driver.go_to(state, snapshot.cycle)
        self.time_has_jumped()
