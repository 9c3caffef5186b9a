"""The peripheral side as Python sees it: files by their names, texts, the console's display; a view on the record.

The requests are in system.py; its functions run here, too. This is the host's part around them: it makes the arena
grow, puts files into it, and takes texts out of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from emulators.cdc6600 import core, display_code, displays, files, requests, system
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.cio import FILE_CODES, name_of
from emulators.cdc6600.display_code import WORD_CODES
from emulators.cdc6600.files import DAYFILE, HEAD, NOWHERE, TRANSFERS, Head, Mark
from emulators.cdc6600.isa import WORD_BITS
from emulators.cdc6600.system import OUTPUT, ROW, WAITING, Row
from emulators.errors import StateError
from emulators.inputs import NEVER, a_list, all_within, switch, within
from emulators.record import LAST, fill, grow, piece

PICTURE_LINES, PICTURE_COLUMNS, PICTURE_WORDS = 32, 64, 7
ARENA_WORDS = 1 << 14  # to begin with
NUMBERS = [name for name in (*requests.FIELDS, *displays.FIELDS) if name != "keys"]  # fields of the record


class State(NamedTuple):
    """The whole peripheral side; plain JSON but for tuples and arrays."""

    taking: int
    moving: tuple[tuple[int, int, int], ...]  # cycle, address of the FET, number in the request
    waiting: tuple[tuple[int, int, str], ...]  # FET, number, file: transfers that wait for a line to be typed
    recall: int
    dayfile: tuple[tuple[int, str], ...]  # cycle, line
    files: dict[str, tuple[Sequence[int], int, bool]]
    trouble: str
    shown: int
    typed: tuple[tuple[int, tuple[int, ...]], ...] = ()  # lines: words and marks of OUTPUT before them, their words
    fields: Mapping[str, int] = MappingProxyType({})  # NUMBERS that are not 0
    keys: tuple[int, ...] = ()  # that the display driver has not taken

    @property
    def plain(self) -> State:
        """The same as plain JSON."""
        return self._replace(files={name: (list(each[0]), *each[1:]) for name, each in self.files.items()})


def state_of_json(saved: Any, a_name: Callable[[Any], None]) -> State:
    """Return the peripheral side from a saved state; `a_name` checks the name of a file.

    Raises StateError if it is of another version; ValueError, TypeError or LookupError for an impossible value.
    """
    try:
        found = State(*a_list(saved))
    except TypeError:
        raise StateError("the saved state is of another version of Ironboard") from None
    numbers = {"taking": found.taking, "recall": found.recall, "shown": found.shown}
    for name, value in {**dict.fromkeys(NUMBERS, 0), **dict(found.fields), **numbers}.items():
        if name not in (*NUMBERS, *numbers):
            raise ValueError(f"there is no field '{name}'")
        field = system.FIELDS[name]
        within(field.least, field.most)(value)
    typed, taken = found.fields.get("keys_typed", 0), found.fields.get("keys_taken", 0)
    if len(a_list(found.keys)) > displays.RING or typed - taken != len(found.keys):
        raise ValueError(f"{len(found.keys)} keys wait: expected {typed - taken}, {displays.RING} at most")
    all_within(0, len(displays.KEYS) - 1)(found.keys)
    for cycle, address, number in [*a_list(found.moving), *((0, *each[:2]) for each in a_list(found.waiting))]:
        within(0, LAST)(cycle)
        all_within(0, M18)([address, number])
    for *_, name in found.waiting:
        a_name(name)
    for cycle, line in a_list(found.dayfile):
        within(0, LAST)(cycle)
        if not isinstance(line, str):
            raise TypeError("a line of the dayfile is not a text")
        display_code.codes(line)
    for name, (content, position, connected) in found.files.items():
        a_name(name)
        all_within(Mark.END_OF_FILE, (1 << WORD_BITS) - 1)(a_list(content))
        within(0, len(content))(position)
        switch(connected)
    for place, words in a_list(found.typed):
        within(0, LAST)(place)
        all_within(0, (1 << WORD_BITS) - 1)(a_list(words))
    if not isinstance(found.trouble, str):
        raise TypeError("the trouble is not a text")
    return found


def encoded(cycle: int, line: str) -> list[int]:
    """Return a line of the dayfile as it lies there."""
    codes = display_code.codes(line)
    return [cycle, len(codes), *display_code.words_of_codes(codes)]


class File:
    """A file in the record: words and marks, and how far it has been read or written."""

    def __init__(self, system: System, name: str) -> None:
        self._system, self._name = system, name

    @property
    def _block(self) -> int:
        """Where it is in the arena; raises KeyError if it is no longer there."""
        place = files.find(self._system.m, name_of(self._name))
        if place == NOWHERE:
            raise KeyError(self._name)
        return place

    def _head(self, which: Head) -> int:
        return int(self._system.m.arena[self._block + which])

    @property
    def stored(self) -> array[int]:
        """Its words and marks, as 64-bit integers."""
        start = self._block + HEAD
        return piece(self._system.m.arena, start, start + self._head(Head.LENGTH))

    @property
    def content(self) -> list[int]:
        """Its words and marks."""
        return self.stored.tolist()

    @content.setter
    def content(self, content: Sequence[int]) -> None:
        self._system.put_file(self._name, content, self.position, self.connected)

    @property
    def words(self) -> list[int]:
        """The words without the marks."""
        return [each for each in self.content if each >= 0]

    @property
    def position(self) -> int:
        """How many words and marks have been read or written."""
        return self._head(Head.POSITION)

    @property
    def connected(self) -> bool:
        """Whether it is a keyboard."""
        return bool(self._head(Head.CONNECTED))


class System:
    """The peripheral side of one machine. `m` returns the record; files are there by their names."""

    def __init__(self, m: Callable[[], Any]) -> None:
        self._m = m
        self._told: Callable[[list[int]], None] = lambda words: None
        self._lines: list[tuple[int, str]] = []  # the lines of the dayfile that have been decoded
        self._lines_end = 0  # where they end in it
        self._typed: list[tuple[int, tuple[int, ...]]] = []  # as in the state
        self.make_arena(ARENA_WORDS)

    @property
    def m(self) -> Any:
        """The record."""
        return self._m()

    # ------------------------------------------------------------ the arena

    def _grow(self, count: int) -> None:
        grow(self.m, "arena", count)
        self.m.arena_size = count

    def make_arena(self, count: int) -> None:
        """Grow the arena to at least `count` words."""
        if count > self.m.arena_size:
            self._grow(count)

    def attend(self) -> None:
        """Serve the request of the system: grow the arena, pass on written words."""
        m = self.m
        if m.lacking:
            self._grow(2 * (int(m.arena_used) + int(m.lacking)))
            m.lacking = 0
        if m.told:
            m.told = 0
            written = self._block(int(m.listened), int(m.told_from))
            self._told([each for each in written if each >= 0])

    def _block(self, name: int, start: int = 0) -> array[int]:
        """Return the contents of a block of the arena, starting at a word of it."""
        m = self.m
        place = files.find(m, name)
        if place == NOWHERE:
            return array("q")
        return piece(m.arena, place + HEAD + start, place + HEAD + int(m.arena[place + Head.LENGTH]))

    def _add(self, name: int, words: Sequence[int]) -> int:
        """Append words to a block; return its place."""
        m = self.m
        while not files.make_room(m, files.growth(m, name, len(words))):
            self.attend()
        block = files.reserve(m, name, len(words))
        length = int(m.arena[block + Head.LENGTH])
        fill(m.arena, words if isinstance(words, array) else array("q", words), block + HEAD + length)
        m.arena[block + Head.LENGTH] = length + len(words)
        return block

    # ------------------------------------------------------------ time

    def ask(self) -> None:
        """Note that something was stored into word 1."""
        system.ask(self.m)

    @property
    def next_cycle(self) -> int | None:
        """When there is something to do next."""
        cycle = system.next_cycle(self.m)
        return None if cycle == NEVER else cycle

    def finish(self) -> None:
        """Serve all requests at once: the processor has stopped."""
        system.serve(self.m, NEVER)
        while self.m.lacking or self.m.told:
            self.attend()
            system.serve(self.m, NEVER)

    # ------------------------------------------------------------ the dayfile

    @property
    def dayfile(self) -> list[tuple[int, str]]:
        """The lines of the dayfile with their cycles."""
        stored = self._block(DAYFILE)
        while self._lines_end < len(stored):
            cycle, count = stored[self._lines_end : self._lines_end + 2]
            self._lines.append((cycle, self._line_at(stored, self._lines_end)))
            self._lines_end += 2 + -(-count // WORD_CODES)
        return list(self._lines)

    @dayfile.setter
    def dayfile(self, lines: Sequence[tuple[int, str]]) -> None:
        self._set_dayfile(lines, self.trouble)

    def _set_dayfile(self, lines: Sequence[tuple[int, str]], trouble: str) -> None:
        m = self.m
        files.remove(m, DAYFILE)
        self._lines, self._lines_end, m.trouble = [], 0, 0
        stored: list[int] = []
        for cycle, line in lines:
            if trouble and line == trouble:
                m.trouble = len(stored) + 1
            stored += encoded(cycle, line)
        self._add(DAYFILE, stored)

    def _line_at(self, stored: array[int], place: int) -> str:
        count = stored[place + 1]
        words = stored[place + 2 : place + 2 + -(-count // WORD_CODES)]
        return display_code.characters(display_code.codes_of_words(words)[:count])

    def note(self, line: str) -> None:
        """Write a line into the dayfile."""
        self._add(DAYFILE, encoded(int(self.m.cycles), line))

    @property
    def trouble(self) -> str:
        """Why the program was aborted."""
        place = int(self.m.trouble)
        return self._line_at(self._block(DAYFILE), place - 1) if place else ""

    # ------------------------------------------------------------ console

    def show(self, address: int) -> None:
        """Show the lines at an address on the console; at 0: none."""
        self.m.shown = address

    @property
    def driven(self) -> bool:
        """Whether a display driver works for the program."""
        return bool(self.m.driver)

    def drop_display(self) -> None:
        """Take picture and display driver from the program."""
        self.show(0)
        displays.drop(self.m)

    def press(self, key: int) -> None:
        """Press a key of the console; one too many is lost."""
        system.press(self.m, key)

    @property
    def picture(self) -> list[str]:
        """The lines that the program shows, as they are now: a word of zeros or the end of storage ends them."""
        m = self.m
        lines: list[str] = []
        address = int(m.shown)
        while address and len(lines) < PICTURE_LINES and (words := self._picture_line(address)):
            lines.append(display_code.first_line(words)[:PICTURE_COLUMNS])
            address += len(words)
        return lines

    def _picture_line(self, address: int) -> list[int]:
        """Return the words of a line of the picture; none where it ends, or storage ends within it."""
        m = self.m
        words: list[int] = []
        while len(words) < PICTURE_WORDS and not display_code.ends_line(words):
            if not address + len(words) < m.fl:
                return []
            words.append(int(m.memory[core.absolute_address(m, address + len(words))]))
        return words if words[0] else []

    def _rows(self) -> Iterator[list[int]]:
        """Yield the transfers that are under way."""
        stored = self._block(TRANSFERS)
        for start in range(0, len(stored), ROW):
            yield stored[start : start + ROW].tolist()

    @property
    def waiting_for(self) -> list[str]:
        """The files for which the program waits for a line."""
        return sorted({name for *_, name in self._waiting})

    @property
    def _waiting(self) -> list[tuple[int, int, str]]:
        rows = [each for each in self._rows() if each[Row.CYCLE] == WAITING]
        return [(row[Row.ADDRESS], row[Row.NUMBER], display_code.text_of(row[Row.NAME], FILE_CODES)) for row in rows]

    def connect(self, name: str) -> None:
        """Make a file a keyboard: after its content, reading waits for a line."""
        while not system.connect(self.m, name_of(name), 1):
            self.attend()

    def disconnect(self, name: str) -> None:
        """End a file after the last line: none follow."""
        while not system.connect(self.m, name_of(name), 0):
            self.attend()

    def type(self, name: str, words: Sequence[int]) -> None:
        """Take a line that has been typed; raises ValueError if the file is not a keyboard."""
        if name not in self.files or not self.files[name].connected:
            raise ValueError(f"the file {name} is not connected to a keyboard")
        self._add(name_of(name), words)
        output = self.files.get(OUTPUT)
        self._typed.append((len(output.stored) if output else 0, tuple(words)))
        system.wake(self.m)

    @property
    def typed(self) -> list[tuple[int, str]]:
        """The lines that have been typed: the words and marks of OUTPUT before each, its text."""
        return [(place, display_code.first_line(words)) for place, words in self._typed]

    @property
    def transcript(self) -> list[int]:
        """Words and marks of OUTPUT with the lines that have been typed, each after the output before it.

        As on the paper of a terminal: a line that is typed ends the line that the program has begun.
        """
        output = self.files.get(OUTPUT)
        content, found, start = output.content if output else [], [], 0
        for place, words in self._typed:
            found += [*content[start:place], *words]
            start = max(start, place)
        return found + content[start:]

    # ------------------------------------------------------------ files and states

    @property
    def files(self) -> Mapping[str, File]:
        """The files by their names."""
        m, names, place = self.m, [], 0
        while place < m.arena_used:
            name = int(m.arena[place + Head.NAME])
            if name not in (files.FREE, DAYFILE, TRANSFERS):
                names.append(display_code.text_of(name, FILE_CODES))
            place += HEAD + int(m.arena[place + Head.ROOM])
        return MappingProxyType({name: File(self, name) for name in sorted(names)})

    def attach(self, name: str, content: Sequence[int]) -> None:
        """Create a file, at its beginning."""
        self.put_file(name, content)

    def put_file(self, name: str, content: Sequence[int], position: int = 0, connected: bool = False) -> None:
        """Create a file from its description."""
        m, number = self.m, name_of(name)
        while not system.attach(m, number, len(content)):
            self.attend()
        block = self._add(number, content)
        m.arena[block + Head.POSITION], m.arena[block + Head.CONNECTED] = position, int(connected)

    def remove(self, name: str) -> None:
        """Remove a file."""
        files.remove(self.m, name_of(name))

    def listen(self, name: str, told: Callable[[list[int]], None]) -> None:
        """Call `told` at once with the words that are written into a file, which is made anew."""
        self.attach(name, ())
        self.m.listened, self._told = name_of(name), told

    def text(self, name: str) -> str:
        """Return the lines of a file, each ended by a line feed; nothing for a file that is not there."""
        file = self.files.get(name)
        return "".join(f"{line}\n" for line in display_code.lines(file.words)) if file else ""

    @property
    def state(self) -> State:
        """All of it, for a snapshot."""
        m = self.m
        held: dict[str, tuple[Sequence[int], int, bool]]
        held = {name: (file.stored, file.position, file.connected) for name, file in self.files.items()}
        moving = [
            (row[Row.CYCLE], row[Row.ADDRESS], row[Row.NUMBER]) for row in self._rows() if row[Row.CYCLE] != WAITING
        ]
        lines = tuple(self.dayfile)
        waiting, typed = tuple(self._waiting), tuple(self._typed)
        taking, recall, shown = int(m.taking), int(m.recall), int(m.shown)
        fields = {name: int(getattr(m, name)) for name in NUMBERS if getattr(m, name)}
        keys = tuple(int(m.keys[each % displays.RING]) for each in range(int(m.keys_taken), int(m.keys_typed)))
        return State(taking, tuple(moving), waiting, recall, lines, held, self.trouble, shown, typed, fields, keys)

    @state.setter
    def state(self, state: State) -> None:
        m = self.m
        m.arena_used = m.lacking = m.told = m.fault = m.ending = 0
        m.taking, m.recall, m.shown = state.taking, state.recall, state.shown
        self._typed = [(int(place), tuple(map(int, words))) for place, words in state.typed]
        for name in NUMBERS:
            setattr(m, name, state.fields.get(name, 0))
        m.fl_most = max(int(m.fl_most), int(m.fl))  # 0 in states that were saved before there was such a thing
        for place, key in enumerate(state.keys, int(m.keys_taken)):
            m.keys[place % displays.RING] = key
        for name, (content, position, connected) in state.files.items():
            self.put_file(name, content, position, connected)
        rows = [(*each, 0) for each in state.moving]
        rows += [(WAITING, address, number, name_of(name)) for address, number, name in state.waiting]
        self._add(TRANSFERS, [number for row in rows for number in row])
        self._set_dayfile(state.dayfile, state.trouble)
