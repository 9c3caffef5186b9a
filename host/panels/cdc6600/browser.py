"""The 6600 in a page: its inputs and its run, on the record alone, as emulators/cdc6600/machine.py has them in Python.

Translated to JavaScript by host/ui/script.py. `k` is the machine: `k.m` its record, `k.call` an entry point, and
`k.outside` the data that Python keeps outside the record: the lines typed, and their places in OUTPUT. Files have as
much room as the page begins with.
"""

from __future__ import annotations

from typing import Any

from emulators.cdc6600 import core, scoreboard
from emulators.cdc6600.cio import FILE_CODES
from emulators.cdc6600.display_code import ASCII, CODES, WORD_CODES
from emulators.cdc6600.files import HEAD, Head
from emulators.cdc6600.isa import ADDRESS_BITS
from host.panels.cdc6600.view import OUTPUT, block, length
from host.ui.words import octal

ROOM = 1 << 16  # words for files, dayfile and transfers
FOREVER = "0x4000000000000000"  # emulators.inputs.NEVER, a number above 53 bits
ADDRESSES = 1 << ADDRESS_BITS
HEAD_CONNECTED = 4  # in a block of the arena


def outside(machine: Any) -> Any:
    """Return the data outside the record (in Python), after giving the record the room that it has in a page."""
    machine.system.make_arena(ROOM)
    return {"typed": [[place, line] for place, line in machine.system.typed]}


def refresh(k: Any, ui: Any) -> None:
    """Put the typed lines into `ui`."""
    ui["typed"] = list(k.outside["typed"])


def name_number(name: str) -> int:
    """Return the name of a file as a number."""
    number = 0
    for place in range(FILE_CODES):
        number = number * CODES + (ASCII.find(name[place]) if place < len(name) else 0)
    return number


def holds(k: Any) -> bool:
    """Return whether a record agrees with itself."""
    m = k.m
    place = 0
    while place < m.arena_used:
        room = m.arena[place + Head.ROOM]
        used = m.arena[place + Head.LENGTH]
        if room < 0 or used < 0 or used > room or m.arena[place + Head.POSITION] > used:
            return False
        place += HEAD + room
    return place == m.arena_used and place <= m.arena_size and core.has_b0(m) and scoreboard.comes_to_an_end(m)


def give(k: Any, kind: str, value: Any) -> str:
    """Apply an input now; return an error message, or nothing."""
    m = k.m
    if kind == "line":
        return type_line(k, value[0], value[1])
    if kind == "connect" or kind == "disconnect":
        assert k.call("connect", name_number(value), 1 if kind == "connect" else 0), "the files are full"
        return ""
    if kind == "key":
        k.call("press", value)
        return ""
    if kind == "poke":
        m.memory[core.absolute_address(m, value[0] % ADDRESSES)] = value[1]
        return ""
    return "a page cannot do this to a 6600: " + kind


def type_line(k: Any, name: str, line: str) -> str:
    """Type a line at the keyboard of a file: words of ten codes, the last one with two zeros at its end."""
    number = name_number(name)
    place = block(k.m, number)
    if place < 0 or k.m.arena[place + HEAD_CONNECTED] == 0:
        return "the file " + name + " is not connected to a keyboard"
    codes = [ASCII.find(character) for character in line.upper()]
    for code in codes:
        if code < 0:
            return "display code has not all characters of " + line
    codes += [0, 0]
    while len(codes) % WORD_CODES:
        codes.append(0)
    for first in range(0, len(codes), WORD_CODES):
        word = "0o" + "".join([octal(code, 2) for code in codes[first : first + WORD_CODES]])
        assert k.call("put_word", number, word), "the files are full"
    k.outside["typed"].append([length(k.m, OUTPUT), line.upper()])
    k.call("wake")
    return ""


def run(k: Any, cycle: int) -> Any:
    """Run to a cycle, or until something stops the machine; return the Stop."""
    m = k.m
    m.stop = 0
    while k.call("advance", cycle, FOREVER):
        assert m.lacking == 0, "the program has written more than a page has room for"
        m.told = 0
    return m.stop
