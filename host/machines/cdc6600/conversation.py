"""A program in dialogue with a user at a terminal: OUTPUT is printed as it is written, INPUT is typed."""

from __future__ import annotations

from typing import TextIO

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import CodeError
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError, Place, SourceError
from host.machines.cdc6600.machine import Cdc6600

KEYBOARD = "standard input"


class Conversation:
    """Connects INPUT and OUTPUT of a machine to a terminal, or to pipes."""

    def __init__(self, machine: Cdc6600, keyboard: TextIO, out: TextIO, err: TextIO) -> None:
        self._machine = machine
        self._keyboard, self._out, self._err = keyboard, out, err
        self._line = 0  # number of the line typed last
        self._held: list[int] = []  # words of a line of OUTPUT that has not been printed yet
        self._open = False  # whether a line has been begun and no answer been typed behind it
        machine.system.listen(OUTPUT, self._print)
        machine.give("connect", INPUT)

    def look(self) -> None:
        """Read a line if the program waits for one."""
        if INPUT in self._machine.system.waiting_for:
            self._print_beginning()
            self._ask()

    def end(self) -> None:
        """Print the output not yet handed over, and end its last line."""
        for each in self._machine.unwritten():
            if each.name == OUTPUT:
                self._print(each.words)
        self._print_beginning()
        if self._open:
            print(file=self._out, flush=True)

    # ------------------------------------------------------------ OUTPUT

    def _print(self, words: list[int]) -> None:
        """Print the complete lines."""
        self._held += words
        ends = [place for place, word in enumerate(self._held, 1) if display_code.ends_line([word])]
        if ends:
            lines = list(display_code.lines(self._held[: ends[-1]]))
            self._held, self._open = self._held[ends[-1] :], False
            print("".join(f"{line}\n" for line in lines), end="", file=self._out, flush=True)

    def _print_beginning(self) -> None:
        """Print an unfinished line, such as a question that is answered on the same line."""
        if self._held:
            beginning, self._held, self._open = "".join(display_code.lines(self._held)), [], True
            print(beginning, end="", file=self._out, flush=True)

    # ------------------------------------------------------------ INPUT

    def _ask(self) -> None:
        """Read a line and pass it to the program; the end of the input ends INPUT."""
        while True:
            try:
                line = self._keyboard.readline()
            except UnicodeDecodeError as error:
                raise IronboardError(f"{KEYBOARD}: this is not text: byte {error.start} is not UTF-8") from None
            if not line:
                self._machine.give("disconnect", INPUT)
                return
            self._line += 1
            try:
                words = display_code.line(line.rstrip("\r\n"))
                if not self._keyboard.isatty():  # a terminal shows what is typed
                    print(*display_code.lines(words), file=self._out, flush=True)
                self._open = False
                self._machine.give("line", [INPUT, words])
                return
            except CodeError as error:
                self._refuse(line.rstrip("\r\n"), error)

    def _refuse(self, line: str, error: CodeError) -> None:
        """Report a character that the machine does not have; only at a keyboard can the line be typed again."""
        wrong = SourceError(Place(KEYBOARD, self._line, error.index + 1, 1, line), str(error))
        if not self._keyboard.isatty():
            raise wrong
        print(f"{error}: type the line again", file=self._err, flush=True)
