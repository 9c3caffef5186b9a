"""CIO, the request for input and output: the table that describes a transfer, and the effect of each function.

A file environment table (FET) has five words. Data are between OUT and IN in a circular buffer from FIRST to LIMIT, the
word at LIMIT excluded; it is empty when IN is OUT, and holds a word less than there is room for.

    FET    59-18 name of the file, seven characters   17-14 level   8-0 function; when done, 17-0 status, which is odd
    FET+1  17-0 FIRST      FET+2  IN      FET+3  OUT      FET+4  LIMIT

Source: users' descriptions of Control Data's systems. docs/cdc6600/system.md has the details.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600 import core, display_code, files
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.dayfile import Fault, fail, stripped
from emulators.cdc6600.display_code import CODE_BITS, CODES
from emulators.cdc6600.files import HEAD, NOWHERE, Head, Mark
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.kernels import out_of_line
from emulators.record import COUNT, FLAG, Fields, State, as_many, unsigned


class Fet(IntEnum):
    """The fields of a FET, checked, in `m.fet`."""

    ADDRESS = 0
    NAME = 1
    FUNCTION = 2  # without the bit for binary
    BINARY = 3
    LEVEL = 4
    FIRST = 5
    IN = 6
    OUT = 7
    LIMIT = 8


class Act(IntEnum):
    """The transfers that the functions of CIO amount to."""

    NONE = 0
    READ = 1
    WRITE = 2
    OPEN = 3
    REWIND = 4
    SKIP = 5
    SKIP_BACK = 6
    EVICT = 7
    RETURN = 8


INPUT, OUTPUT = "INPUT", "OUTPUT"
FILE_CODES = 7
FET_WORDS = 5
DONE, BINARY, END_OF_RECORD, END_OF_FILE, END_OF_INFORMATION = 0o1, 0o2, 0o20, 0o30, 0o741030
LONGEST_FUNCTION = 0o777
LEVEL_SHIFT, LEVEL_OF_FILES = 14, 0o17
READ, WRITE, READ_SKIP, WRITE_RECORD, WRITE_FILE, REWIND = 0o10, 0o14, 0o20, 0o24, 0o34, 0o50
READ_TO_END = 0o600
SKIP_FORWARD, BACKSPACE, SKIP_BACK = 0o240, 0o40, 0o640
ENDING_MARKS = 2  # that a function writes at most
FUNCTIONS = {
    READ: Act.READ,
    READ_SKIP: Act.READ,
    READ_TO_END: Act.READ,
    WRITE: Act.WRITE,
    WRITE_RECORD: Act.WRITE,
    WRITE_FILE: Act.WRITE,
    BACKSPACE: Act.SKIP_BACK,
    SKIP_BACK: Act.SKIP_BACK,
    SKIP_FORWARD: Act.SKIP,
    REWIND: Act.REWIND,
    0o60: Act.RETURN,  # UNLOAD
    0o70: Act.RETURN,
    0o100: Act.OPEN,  # for reading, no rewinding
    0o104: Act.OPEN,  # for writing
    0o120: Act.OPEN,  # for both
    0o140: Act.REWIND,  # OPEN for reading
    0o144: Act.REWIND,
    0o160: Act.REWIND,
    0o130: Act.OPEN,  # CLOSE, no rewinding
    0o150: Act.REWIND,  # CLOSE
    0o170: Act.RETURN,  # CLOSE and UNLOAD
    0o174: Act.RETURN,  # CLOSE and RETURN
    0o114: Act.EVICT,
}
ACTS = [FUNCTIONS.get(function, Act.NONE) for function in range(LONGEST_FUNCTION + 1)]


def name_of(text: str) -> int:
    """Return the name of a file as a number of 42 bits."""
    return display_code.number([*display_code.codes(text), *[0] * (FILE_CODES - len(text))])


INPUT_NAME, OUTPUT_NAME = name_of(INPUT), name_of(OUTPUT)
A, Z, DIGIT_9 = display_code.codes("AZ9")
FIELDS: Fields = {
    "fet": as_many(len(Fet), COUNT),  # of the transfer that is being done
    "listened": unsigned(42),  # the name of a file: the host wants to know at once when it is written; 0: none
    "told": FLAG,  # 1: it has just been written ...
    "told_from": COUNT,  # ... from this position on
}

# ---------------------------------------------------------------- storage


@out_of_line
def exists(m: State, address: int) -> bool:
    """Return whether an address is one of the program's; it is a fault if it is not."""
    if 0 <= address < m.fl:
        return True
    fail(m, Fault.ADDRESS, address, 0)
    return False


def word_at(m: State, address: int) -> int:
    """Return a word of the program."""
    return m.memory[core.absolute_address(m, address)]


@out_of_line
def put(m: State, address: int, word: int) -> None:
    """Put a word into the program."""
    absolute = core.absolute_address(m, address)
    m.memory[absolute] = word
    if m.special[absolute] & core.WATCH_WRITE:
        core.watch(m, absolute, word, 1)


# ---------------------------------------------------------------- the table


def is_name(name: int) -> bool:
    """Return whether 42 bits are a letter, and letters and digits, then zeros or blanks."""
    bits = stripped(name)
    if bits >= CODE_BITS * FILE_CODES or not A <= name >> CODE_BITS * (FILE_CODES - 1) <= Z:
        return False
    while bits < CODE_BITS * FILE_CODES:
        if not A <= (name >> bits & CODES - 1) <= DIGIT_9:
            return False
        bits += CODE_BITS
    return True


def without_blanks(name: int) -> int:
    """Return a name with zeros instead of the blanks after it."""
    bits = min(stripped(name), CODE_BITS * FILE_CODES)
    return name >> bits << bits


@out_of_line
def table(m: State, address: int) -> bool:
    """Get the FET at an address; return whether it can be right."""
    if not exists(m, address) or not exists(m, max(address + FET_WORDS - 1, 0)):
        m.fault_at = max(address, m.fl)  # the first of its words that is not there
        return False
    head = word_at(m, address)
    name, function = head >> ADDRESS_BITS, head & LONGEST_FUNCTION
    first, into = word_at(m, address + 1) & M18, word_at(m, address + 2) & M18
    out, limit = word_at(m, address + 3) & M18, word_at(m, address + 4) & M18
    m.fet[Fet.ADDRESS] = address
    m.fet[Fet.NAME] = without_blanks(name)
    m.fet[Fet.FUNCTION], m.fet[Fet.BINARY] = function & ~BINARY, function & BINARY
    m.fet[Fet.LEVEL] = head >> LEVEL_SHIFT & LEVEL_OF_FILES
    m.fet[Fet.FIRST], m.fet[Fet.IN], m.fet[Fet.OUT], m.fet[Fet.LIMIT] = first, into, out, limit
    if not is_name(name):
        fail(m, Fault.NAME, address, name)
    elif ACTS[function & ~BINARY] == Act.NONE:
        fail(m, Fault.FUNCTION, address, function)
    elif not (first < limit and first <= into < limit and first <= out < limit):
        fail(m, Fault.POINTERS, address, 0)
    elif exists(m, limit - 1):
        return True
    return False


def after(m: State, address: int) -> int:
    """Return the address after another one in the buffer."""
    return m.fet[Fet.FIRST] if address + 1 == m.fet[Fet.LIMIT] else address + 1


def room_wanted(m: State) -> int:
    """Return how many words of the arena the transfer may take."""
    words = 0
    if ACTS[m.fet[Fet.FUNCTION]] == Act.WRITE:
        words = (m.fet[Fet.IN] - m.fet[Fet.OUT]) % (m.fet[Fet.LIMIT] - m.fet[Fet.FIRST]) + ENDING_MARKS
    return files.growth(m, m.fet[Fet.NAME], words)


def waits(m: State) -> bool:
    """Return whether the transfer has to wait for a line to be typed."""
    file = files.find(m, m.fet[Fet.NAME])
    if ACTS[m.fet[Fet.FUNCTION]] != Act.READ or file == NOWHERE:
        return False
    return m.arena[file + Head.CONNECTED] and files.at_end(m, file)


# ---------------------------------------------------------------- transfers


def read(m: State) -> int:
    """READ: fill the buffer, up to the end of the record at most. READSKP: and go on to the end of the record.

    READEI: fill the buffer, whatever ends there are between the words.
    """
    name, function = m.fet[Fet.NAME], m.fet[Fet.FUNCTION]
    file = files.find(m, name)
    if file == NOWHERE:
        fail(m, Fault.NO_FILE, 0, name)
        return 0
    into, room = m.fet[Fet.IN], (m.fet[Fet.OUT] - m.fet[Fet.IN] - 1) % (m.fet[Fet.LIMIT] - m.fet[Fet.FIRST])
    connected = m.arena[file + Head.CONNECTED]
    count, mark, full = 0, Mark.NONE, 0
    while not full and mark == Mark.NONE and not files.at_end(m, file):
        each = m.arena[file + HEAD + m.arena[file + Head.POSITION]]
        full = each >= 0 and count == room
        if not full:
            m.arena[file + Head.POSITION] += 1
            if each < 0:
                mark = Mark.NONE if function == READ_TO_END else each
            else:
                put(m, into, each)
                into = after(m, into)
                count += 1
    if not full and mark == Mark.NONE and not connected:
        mark = Mark.END_OF_INFORMATION
    pointer = m.fet[Fet.ADDRESS] + 2
    put(m, pointer, word_at(m, pointer) & ~M18 | into)
    if mark == Mark.NONE and function == READ_SKIP and not connected:
        files.skip(m, file, 1, False)
        mark = Mark.END_OF_RECORD
    if mark == Mark.END_OF_INFORMATION and count and function != READ_TO_END:  # the last record may have no end
        mark = Mark.END_OF_RECORD
    if mark == Mark.END_OF_RECORD:
        return END_OF_RECORD
    if mark == Mark.END_OF_FILE:
        return END_OF_FILE
    return END_OF_INFORMATION if mark == Mark.END_OF_INFORMATION else function


def write(m: State) -> None:
    """WRITE, WRITER, WRITEF: empty the buffer, then end the record, then the file."""
    name, function, into, each = m.fet[Fet.NAME], m.fet[Fet.FUNCTION], m.fet[Fet.IN], m.fet[Fet.OUT]
    words = (into - each) % (m.fet[Fet.LIMIT] - m.fet[Fet.FIRST])
    file = files.reserve(m, name, words + ENDING_MARKS)
    if m.arena[file + Head.CONNECTED]:
        fail(m, Fault.KEYBOARD, 0, name)
        return
    files.cut(m, file)
    m.told, m.told_from = name == m.listened, m.arena[file + Head.POSITION]
    while each != into:
        files.write(m, file, word_at(m, each))
        each = after(m, each)
    pointer = m.fet[Fet.ADDRESS] + 3
    put(m, pointer, word_at(m, pointer) & ~M18 | into)
    if function == WRITE_RECORD or (
        function == WRITE_FILE and m.arena[file + Head.POSITION] and files.before(m, file) >= 0
    ):
        files.write(m, file, Mark.END_OF_RECORD)
    if function == WRITE_FILE:
        files.write(m, file, Mark.END_OF_FILE)


def position(m: State, act: int, count: int) -> int:
    """Create the file if it is missing; OPEN keeps the position, the others move it. Return the status."""
    function, file = m.fet[Fet.FUNCTION], files.reserve(m, m.fet[Fet.NAME], 0)
    by_files = m.fet[Fet.LEVEL] == LEVEL_OF_FILES
    if act == Act.REWIND or act == Act.EVICT:
        m.arena[file + Head.POSITION] = 0
    if act == Act.EVICT:
        files.cut(m, file)
    elif act == Act.SKIP:
        return function if files.skip(m, file, count, by_files) else END_OF_INFORMATION
    elif function == BACKSPACE:
        files.skip_back(m, file, 1, False)
    elif act == Act.SKIP_BACK:
        files.skip_back(m, file, count, by_files)
    return function


@out_of_line
def transfer(m: State, count: int) -> None:
    """Carry out the request of the FET, and store its outcome there. The job's INPUT and OUTPUT are not given back."""
    status = m.fet[Fet.FUNCTION]
    act = ACTS[status]
    if act == Act.READ:
        status = read(m)
    elif act == Act.WRITE:
        write(m)
    elif act != Act.RETURN:
        status = position(m, act, count)
    elif m.fet[Fet.NAME] not in (INPUT_NAME, OUTPUT_NAME):
        files.remove(m, m.fet[Fet.NAME])
    if m.fault == Fault.NONE:
        address = m.fet[Fet.ADDRESS]
        head = word_at(m, address) >> ADDRESS_BITS << ADDRESS_BITS
        put(m, address, head | status | m.fet[Fet.BINARY] | DONE)
