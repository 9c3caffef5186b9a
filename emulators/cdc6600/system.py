"""The peripheral side: it looks at word 1 of the program, and does what the program has asked for there.

    word 1      59-42 name, three characters   40 recall   35-18 a number   17-0 an address
    END ABT     the program's end; its abortion
    MSG         a line for the dayfile: display code from the address on, up to a zero character pair
    TIM         time to the address: seconds in bits 35-12, milliseconds in 11-0
    CIO         input and output by the file environment table at the address; cio.py does it
    RCL         with recall: wait for the end of what the table at the address wants; else nothing
    CON         from now on the console shows the lines at the address

Word 1 is zero again when the request has been taken, of one with recall when it is done. The status of CIO is odd when
the data have been moved, later. Everything happens at cycles. docs/cdc6600/system.md has the details and says what is
known of the real systems.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from emulators.cdc6600 import cio, core, display_code
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.cio import Fault
from emulators.cdc6600.core import Cause
from emulators.cdc6600.display_code import text_of
from emulators.cdc6600.files import File
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.inputs import NEVER

REQUEST_WORD = 1
TAKEN_CYCLES = 1_000  # from the store into word 1 to its being zero again: 100 microseconds
MOVED_CYCLES = 10_000  # from there to the end of input and output, or from a typed line to it: a millisecond
NAME_CODES = 3
RECALL = 1 << 40
MESSAGE_WORDS = 8
PICTURE_LINES, PICTURE_COLUMNS, PICTURE_WORDS = 32, 64, 7
MILLISECOND = 10_000  # cycles
INPUT, OUTPUT = cio.INPUT, cio.OUTPUT


class State(NamedTuple):
    """Everything there is to know of the peripheral side; plain JSON but for the tuples."""

    taking: int
    moving: tuple[tuple[int, int, int], ...]
    waiting: tuple[tuple[int, int, str], ...]
    recall: int
    dayfile: tuple[tuple[int, str], ...]
    files: dict[str, tuple[tuple[int, ...], int, bool]]
    trouble: str
    shown: int
    typed: tuple[tuple[int, tuple[int, ...]], ...] = ()


class System:
    """The peripheral side of one machine. `m` returns the record; files are there by their names."""

    def __init__(self, m: Callable[[], Any]) -> None:
        self._m = m
        self.files: dict[str, File] = {}
        self.dayfile: list[tuple[int, str]] = []  # cycle, line
        self.trouble = ""  # why the program was aborted
        self._taking = 0  # the cycle at which word 1 is looked at; 0: nothing was asked
        self._moving: list[tuple[int, int, int]] = []  # cycle, address of the FET, number in the request
        self._waiting: list[tuple[int, int, str]] = []  # FET, number, file: transfers that wait for a line to be typed
        self._recall = 0  # the address of the FET whose end clears word 1; 0: none
        self._shown = 0  # the address of the picture; 0: there is none
        self._typed: list[tuple[int, tuple[int, ...]]] = []  # lines: words and marks of OUTPUT before them, their words

    # ------------------------------------------------------------ time

    def ask(self) -> None:
        """Note that something was stored into word 1."""
        if not self._taking:
            self._taking = int(self._m().cycles) + TAKEN_CYCLES

    @property
    def next_cycle(self) -> int | None:
        """When there is something to do next."""
        cycles = [cycle for cycle, *_ in self._moving] + [self._taking] * (self._taking > 0)
        return min(cycles, default=None)

    def serve(self) -> None:
        """Do what is due."""
        self._until(int(self._m().cycles))

    def finish(self) -> None:
        """Do at once what has been asked for: the processor has stopped."""
        self._until(NEVER)

    def _until(self, cycle: int) -> None:
        """Do what is due up to a cycle; what cannot be done ends the program."""
        try:
            while (due := self.next_cycle) is not None and due <= cycle:
                if due == self._taking:
                    self._taking = 0
                    self._take()
                else:
                    _, address, number = first = min(self._moving)
                    self._moving.remove(first)
                    self._move(address, number)
        except Fault as fault:
            self.abort(str(fault))

    def abort(self, why: str) -> None:
        """End the program with a line for the dayfile."""
        self.trouble, self._taking, self._moving, self._waiting, self._recall = why, 0, [], [], 0
        self.note(why)
        core.halt(self._m(), Cause.ABORT)

    def note(self, line: str) -> None:
        """Write a line into the dayfile."""
        self.dayfile.append((int(self._m().cycles), line))

    # ------------------------------------------------------------ storage

    def word(self, address: int) -> int:
        """Return a word of the program."""
        return int(self._m().memory[self.absolute(address)])

    def put(self, address: int, word: int) -> None:
        """Put a word into the program."""
        m, place = self._m(), self.absolute(address)
        m.memory[place] = word
        if m.special[place] & core.WATCH_WRITE:
            core.watch(m, place, word, 1)

    def absolute(self, address: int) -> int:
        """Return the absolute address of one of the program's; raises Fault when it has none."""
        m = self._m()
        if not 0 <= address < m.fl:
            raise Fault(f"ADDRESS {address:06o} OF A REQUEST IS OUT OF RANGE")
        return int(core.absolute_address(m, address))

    # ------------------------------------------------------------ requests

    def _take(self) -> None:
        """Look at word 1, do what it says, set it to zero."""
        word = self.word(REQUEST_WORD)
        name = text_of(word >> WORD_BITS - 6 * NAME_CODES, NAME_CODES)
        recall, number, address = word & RECALL, word >> ADDRESS_BITS & M18, word & M18
        if name == "END":
            self.finish()
            core.halt(self._m(), Cause.END)
        elif name == "ABT":
            self.finish()
            raise Fault("ABORTED BY THE PROGRAM")
        elif name == "MSG":
            self.note(display_code.first_line(self._line(address, MESSAGE_WORDS)))
        elif name == "TIM":
            if number:
                raise Fault(f"TIM HAS NO NUMBER {number:o}")
            seconds, milliseconds = divmod(int(self._m().cycles) // MILLISECOND, 1000)
            self.put(address, seconds << 12 | milliseconds)
        elif name == "CIO":
            cio.table(self, address)
            self._moving.append((int(self._m().cycles) + MOVED_CYCLES, address, number))
        elif name == "CON":
            self.show(address)
        elif word and name != "RCL":
            raise Fault(f"THERE IS NO REQUEST {name}" if name.isalnum() else f"WORD 1 HOLDS NO REQUEST: {word:020o}")
        self._recall = address if recall and name in ("CIO", "RCL") and self._under_way(address) else 0
        if not self._recall:
            self.put(REQUEST_WORD, 0)

    def _under_way(self, address: int) -> bool:
        """Return whether there is a transfer by the FET at an address."""
        return address in [each for _, each, _ in self._moving] + [each for each, *_ in self._waiting]

    def _line(self, address: int, most: int) -> list[int]:
        """Return the words of a line from an address on, so many at most."""
        words: list[int] = []
        while len(words) < most and not display_code.ends_line(words):
            words.append(self.word(address + len(words)))
        return words

    def _move(self, address: int, number: int) -> None:
        """Do the input or output of a FET, unless that has to wait for a line."""
        fet = cio.table(self, address)
        if cio.waits(self, fet):
            self._waiting.append((address, number, fet.name))
            return
        cio.transfer(self, fet, number)
        if self._recall == address:
            self._recall = 0
            self.put(REQUEST_WORD, 0)

    # ------------------------------------------------------------ console

    def show(self, address: int) -> None:
        """Let the console show the lines at an address; at 0: none."""
        if address:
            self.absolute(address)
        self._shown = address

    @property
    def picture(self) -> list[str]:
        """The lines that the program shows, as they are now: a word of zeros or the end of storage ends them."""
        lines: list[str] = []
        address = self._shown
        try:
            while address and len(lines) < PICTURE_LINES and self.word(address):
                words = self._line(address, PICTURE_WORDS)
                lines.append(display_code.first_line(words)[:PICTURE_COLUMNS])
                address += len(words)
        except Fault:  # storage ends within the picture
            pass
        return lines

    @property
    def waiting_for(self) -> list[str]:
        """The files for whose next line the program waits."""
        return sorted({name for *_, name in self._waiting})

    def connect(self, name: str) -> None:
        """Let a file be a keyboard: behind what it holds, reading waits for a line."""
        self.files.setdefault(name, File()).connected = True

    def type(self, name: str, words: list[int]) -> None:
        """Take a line that has been typed; raises ValueError if the file is no keyboard."""
        if name not in self.files or not self.files[name].connected:
            raise ValueError(f"the file {name} is not connected to a keyboard")
        self.files[name].content += words
        output = self.files.get(OUTPUT)
        self._typed.append((len(output.content) if output else 0, tuple(words)))
        self._wake()

    @property
    def transcript(self) -> list[int]:
        """Words and marks of OUTPUT with the lines that have been typed, each after what was written before it.

        As on the paper of a terminal: a line that is typed ends the line that the program has begun.
        """
        output = self.files.get(OUTPUT)
        content, found, start = output.content if output else [], [], 0
        for place, words in self._typed:
            found += [*content[start:place], *words]
            start = max(start, place)
        return found + content[start:]

    def disconnect(self, name: str) -> None:
        """Let no more lines come: the file ends behind the last one."""
        self.files.setdefault(name, File()).connected = False
        self._wake()

    def _wake(self) -> None:
        """Let those who have waited look again."""
        cycle = int(self._m().cycles) + MOVED_CYCLES
        self._moving += [(cycle, address, number) for address, number, _ in self._waiting]
        self._waiting = []

    # ------------------------------------------------------------ files and states

    def attach(self, name: str, content: list[int]) -> None:
        """Let a file be there, at its beginning."""
        self.files[name] = File(content)

    def text(self, name: str) -> str:
        """Return the lines of a file, each with a line feed behind it; nothing for a file that is not there."""
        file = self.files.get(name)
        return "".join(f"{line}\n" for line in display_code.lines(file.words)) if file else ""

    @property
    def state(self) -> State:
        """Everything there is to know of it, for a snapshot."""
        files = {name: (tuple(file.content), file.position, file.connected) for name, file in self.files.items()}
        moving, waiting, typed = tuple(self._moving), tuple(self._waiting), tuple(self._typed)
        dayfile = tuple(self.dayfile)
        return State(self._taking, moving, waiting, self._recall, dayfile, files, self.trouble, self._shown, typed)

    @state.setter
    def state(self, state: State) -> None:
        self._taking, self._recall, self.trouble, self._shown = state.taking, state.recall, state.trouble, state.shown
        self._moving = [(int(cycle), int(address), int(number)) for cycle, address, number in state.moving]
        self._waiting = [(int(address), int(number), str(name)) for address, number, name in state.waiting]
        self.dayfile = [(int(cycle), str(line)) for cycle, line in state.dayfile]
        self._typed = [(int(place), tuple(map(int, words))) for place, words in state.typed]
        self.files = {name: File(*each) for name, each in state.files.items()}
