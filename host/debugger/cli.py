"""The line mode: commands typed at a prompt, read from files, or handed over by another face; lines printed.

    monitor = Monitor(session, print)
    monitor.execute("break COUNT if A == 5")
    monitor.execute("continue")

`commands/` has the commands. The interpreter knows neither terminals nor windows: `interact` is the prompt.
"""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from types import FrameType
from typing import Any

from emulators.errors import IronboardError, SourceError
from host import streams
from host.debugger.commands import GROUPS, candidates, find
from host.debugger.commands.arguments import Arguments, WordError
from host.debugger.commands.command import CommandError, Group, Repeat, command_error
from host.debugger.commands.memory import assemble, instruction_at
from host.debugger.commands.runner import Runner
from host.debugger.session import Session
from host.formats import storage
from host.formats.faults import split_lines
from host.registry import Model
from host.streams import coloured

LONGEST_LINE = 4000  # characters
LIMIT = 8 << 20  # bytes of a command file
NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|[^\sA-Za-z0-9_])")
ELSEWHERE = {"c": "continue", "f": "frame", "l": "list", "s": "line"}  # words of gdb that need arguments here
KEPT = 2000  # lines of the history file
DELIMITERS = ' \t,()[]=+-*/<>!&|^~{}"'  # between words that are completed; . : @ _ are parts of names

__all__ = ["CommandError", "Monitor", "interact"]


class Monitor(Runner):
    """Executes commands on a session; `Runner` has the parameters of views. `extra` are commands of a view."""

    def __init__(
        self,
        session: Session,
        write: Callable[[str], None],
        *,
        run: Callable[[], None] | None = None,
        kind: Model | None = None,
        extra: tuple[Group, ...] = (),
    ) -> None:
        super().__init__(session, write, (*GROUPS, *extra), run, kind)
        self._again = ""  # the meaning of an empty line

    # ------------------------------------------------------------ commands

    @property
    def prompt(self) -> str:
        """The prompt: the next instruction's address and name, or the address of the next assembled one."""
        if self.assembling is not None:
            return f".{self.layout.address(self.assembling)}  "
        here = self.session.passage()
        where = f"{PurePath(here.file).name}:{here.line}" if here else self.layout.near(self.session.address)
        return f"({where}) "

    def execute(self, line: str) -> None:
        """Execute a line; raises CommandError (an IronboardError)."""
        self.interrupted = self.interrupted and self.depth > 0
        text = without_comment(line)
        if self.assembling is not None:
            self._assemble(text, self.assembling)
        elif text.strip():
            self._execute(text)
        elif self._again and not line.strip():
            self._execute(self._again)

    def perform(self, name: str, *values: Any) -> None:
        """Execute a command by name, with parsed arguments. Raises IronboardError."""
        for answer in find(name, self.commands).act(self, *values) or ():
            self.write(answer)

    def _execute(self, text: str) -> None:
        if len(text) > LONGEST_LINE:
            raise command_error("", f"a line of {len(text):,} characters: at most {LONGEST_LINE:,} are possible")
        match = NAME.match(text)
        if match is None:
            start, length = len(text) - len(text.lstrip()), len(text.strip())
            raise command_error(text, "a line begins with a command", start, length, "help lists them")
        try:
            command = find(match[1], self.commands)
        except IronboardError as error:
            raise command_error(text, str(error), match.start(1), len(match[1])) from None
        arguments = Arguments(self, text, match.end())
        with self._listening(), _explaining(arguments):
            values = [each.read(arguments) for each in command.parameters]
            arguments.end()
            self.perform(command.name, *values)
        self._again = {Repeat.NO: "", Repeat.SAME: text, Repeat.ON: command.name}[command.repeat]

    def _assemble(self, text: str, address: int) -> None:
        """Assemble a line as the next instruction; an empty line ends this mode."""
        if not text.strip():
            self.assembling = None
            return
        arguments = Arguments(self, text, len(text) - len(text.lstrip()))
        with _explaining(arguments):
            for answer in assemble(self, (address, instruction_at(arguments, address))):
                self.write(answer)
            self.assembling = self.next_address["disassemble"]

    # ------------------------------------------------------------ command files

    def execute_file(self, path: Path, report: Callable[[CommandError], None] | None = None) -> int:
        """Execute the commands of a file up to its end or `quit`; return how many were wrong.

        Without `report`, the first error is raised, and nothing after it is executed; with it, it is told of each.
        Raises CommandError with the file's name and line; ImageError when there is no file to read.
        """
        return self.execute_lines(split_lines(storage.read_all(path, LIMIT, "a command file")), str(path), report)

    def execute_lines(
        self, lines: Iterable[str], name: str, report: Callable[[CommandError], None] | None = None
    ) -> int:
        """Execute commands; messages name their origin `name`."""
        errors = 0
        for number, line in enumerate(lines, 1):
            if not line.strip() and self.assembling is None:  # in a file, an empty line repeats nothing
                continue
            try:
                self.execute(line)
            except CommandError as error:
                placed = _located(error, name, number, line)
                if report is None:
                    raise placed from None
                errors += 1
                report(placed)
            if self.status is not None:
                break
            if self.interrupted:
                raise KeyboardInterrupt
        return errors

    @contextlib.contextmanager
    def _listening(self) -> Iterator[None]:
        """Make Ctrl-C pause the run, where runs are finished here; other commands end before it is noticed."""
        if self._run or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._left = 0
        self.session.pause()


@contextlib.contextmanager
def _explaining(arguments: Arguments) -> Iterator[None]:
    """Turn errors into command-line errors."""
    message, hint = "", ""
    try:
        yield
        return
    except CommandError as error:
        word = arguments.line.strip().lower()
        if word in ELSEWHERE and not error.hint:
            error.hint = f"{word} is {find(word, arguments.monitor.commands).name} here; gdb's is {ELSEWHERE[word]}"
        raise
    except WordError as error:
        raise arguments.error(str(error)) from None
    except SourceError as error:
        quoted = f"'{error.place.text}'"
        message, hint = error.message if quoted in error.message else f"{quoted}: {error.message}", error.hint
    except IronboardError as error:
        message = str(error)
    except OSError as error:
        message = f"{error.filename or ''}: {error.strerror}".lstrip(": ")
    except RecursionError:
        message = "this is nested too deeply"
    raise command_error(arguments.line, message, hint=hint)


def without_comment(line: str) -> str:
    """Return a line without its comment: `;` at the start or after a blank, or `#` at the start."""
    if line.lstrip().startswith("#"):
        return ""
    quoted = False
    for index, character in enumerate(line):
        quoted ^= character == '"'
        if character == ";" and not quoted and (index == 0 or line[index - 1].isspace()):
            return line[:index].rstrip()
    return line.rstrip()


def _located(error: CommandError, name: str, number: int, line: str) -> CommandError:
    """Return an error with the place of its line; one from a nested file keeps its own."""
    if error.place.file:
        return error
    shown = line.expandtabs(1)
    column, length = error.place.column, error.place.length
    if not length:  # the command as a whole
        column, length = len(shown) - len(shown.lstrip()) + 1, len(shown.strip())
    place = error.place._replace(file=name, line=number, column=column, length=length, text=shown)
    return CommandError(place, error.message, error.hint)


# ---------------------------------------------------------------- at a terminal


def interact(monitor: Monitor) -> int:
    """Read commands until `quit` or the end of the input; return the exit status.

    At a terminal there is a prompt, and an empty line repeats; elsewhere neither. Errors are printed.
    """
    if not sys.stdin.isatty():
        return _read(monitor, prompt=False)
    print("help lists the commands, quit ends the session")
    monitor.report()
    with editing(monitor):
        return _read(monitor, prompt=True)


def _read(monitor: Monitor, prompt: bool) -> int:
    while monitor.status is None:
        try:
            line = input(monitor.prompt if prompt else "")
        except EOFError:
            if prompt:
                print()
            break
        except KeyboardInterrupt:
            if not prompt:
                raise
            print()
            continue
        except UnicodeDecodeError as error:
            if not prompt:
                raise
            print(streams.not_text(error))
            continue
        if prompt or line.strip() or monitor.assembling is not None:
            try:
                monitor.execute(line)
            except CommandError as error:
                print(coloured(str(error), sys.stdout))
            except KeyboardInterrupt:  # in a file of commands
                print("interrupted")
            sys.stdout.flush()
    return monitor.status or 0


@contextlib.contextmanager
def editing(monitor: Monitor) -> Iterator[None]:
    """Edit lines with the readline library, where Python has it: history, completion with Tab."""
    try:
        import readline
    except ImportError:  # as on Windows: there the console edits
        yield
        return
    found: list[str] = []

    def complete(word: str, state: int) -> str | None:
        if state == 0:
            found[:] = candidates(monitor, readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[state] if state < len(found) else None

    file = history_file()
    readline.clear_history()
    readline.set_completer_delims(DELIMITERS)
    readline.set_completer(complete)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    with contextlib.suppress(OSError):
        readline.read_history_file(file)
    try:
        yield
    finally:
        readline.set_history_length(KEPT)
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)


def history_file() -> Path:
    """Return the file that keeps typed commands between sessions."""
    import platformdirs

    return platformdirs.user_state_path("ironboard", appauthor=False) / "debug_history"
