"""The displays and commands of the 6600's console, from the machine's record alone: view functions (host/ui/parts.py).

A line that ends with a period is a command if there is such a command; every other line, and every line after a blank,
goes to the program. While a display driver works for the program, screens and keys are the program's, until `*` gives
them to the system. `ui`:

    line, answer, refused    the line being typed; the answer to the line before, and whether it was an error
    shown                    the letters of the displays on the left and the right screen
    groups, back             addresses in storage displays; lines scrolled back, by the letters of displays
    name                     the job's
    typed                    the lines typed so far: where in OUTPUT, their characters
    heard, printed until     lines of OUTPUT that have been heard, and the cycle at which the printer is done with them
    paper                    OUTPUT and the lines typed as far as they have been decoded
"""

from __future__ import annotations

from typing import Any

from emulators.cdc6600.cio import name_of
from emulators.cdc6600.dayfile import FAULTS, Fault
from emulators.cdc6600.display_code import ASCII
from emulators.cdc6600.displays import KEYS
from emulators.cdc6600.machine import CONDITIONS
from host.panels.cdc6600.screens import MEDIUM_ROWS, SMALL_ROWS, TEXT_COLUMNS, fitted, lines_of, rows_of
from host.panels.cdc6600.sounds import LINES
from host.panels.cdc6600.tubes import driven
from host.ui.advice import command as named
from host.ui.advice import work_of
from host.ui.parts import Step, View
from host.ui.words import bits, decimal, fixed, grouped, left, octal, octal_word, right

CLOCK = 10_000_000  # Hz
LINE_CYCLES, PRINTED = 60 * CLOCK // LINES, 2  # of the printer; seconds
INPUT, OUTPUT = name_of("INPUT"), name_of("OUTPUT")
DAYFILE, TRANSFERS = 1, 2  # names of the system's own blocks in the arena
BLOCK_HEAD = 5  # words of a block before its content: name, room, length, position, connected
TRANSFER_WORDS, WAITING = 4, -1
CHARACTERS = ASCII  # by display code
LONGEST = 80  # characters of a line
GROUPS, GROUP_WORDS = 4, 8  # of a storage display
STATUS_COLUMNS = 30  # of medium characters in the job status
PICTURE_LINES, PICTURE_COLUMNS, PICTURE_WORDS = 32, 64, 7
MOST_STEPS = 1_000_000
NUMBER_DIGITS = 17  # of an octal number that a page can take: 53 bits
STOPPED, ERROR_EXIT, ADDRESS, OPERATION, END, ABORT = 1, 2, 3, 4, 5, 6  # causes
STATES = ("", "STOPPED", "ERROR EXIT", "ADDRESS OUT OF RANGE", "ILLEGAL INSTRUCTION", "ENDED", "ABORTED")
EXITS = [(bit, text.upper()) for bit, text in CONDITIONS.items()]
ZEROS = "0" * 20
NO_FILE = FAULTS[Fault.NO_FILE].replace("{name}", "")
OVER = "THE JOB IS OVER. RERUN. STARTS IT"
ILLEGAL = "ILLEGAL ENTRY"

LETTERS = "ABCDKOXZ"
TITLES = (
    "DAYFILE",
    "JOB STATUS, FILES",
    "STORAGE, 5 GROUPS OF 4 DIGITS",
    "STORAGE, 4 GROUPS OF 5 DIGITS",
    "THE PROGRAMS PICTURE, OR OUTPUT",
    "OUTPUT",
    "EXCHANGE PACKAGE",
    "THIS DIRECTORY",
)
COMMANDS = (
    ("A.  AK.", "A DISPLAY ON THE LEFT SCREEN, ON BOTH"),
    ("C,1000.", "STORAGE FROM AN ADDRESS ON, ALSO D,1000."),
    ("C2,1000.", "THE SAME FOR ITS GROUP 0 TO 3, 4 ALL"),
    ("GO.", "GO ON"),
    ("STOP.", "STAND STILL"),
    ("STEP.", "ONE INSTRUCTION, STEP,100. A HUNDRED"),
    ("SPEED,2.", "TIMES THE MACHINES OWN, OR TURBO"),
    ("M,1000,17.", "PUT A WORD INTO STORAGE"),
    ("EOI.", "INPUT ENDS HERE"),
    ("RERUN.", "THE JOB FROM ITS BEGINNING"),
)


# ---------------------------------------------------------------- the arena, which holds files and dayfile


def block(m: Any, name: int) -> int:
    """Return where a block begins, -1 if there is none."""
    place = 0
    while place < m.arena_used:
        if m.arena[place] == name:
            return place
        place += BLOCK_HEAD + m.arena[place + 1]
    return -1


def length(m: Any, name: int) -> int:
    """Return how many words and marks a file has."""
    place = block(m, name)
    return m.arena[place + 2] if place >= 0 else 0


def word_text(words: Any, place: int, count: int) -> str:
    """Return the first `count` characters of a word."""
    return "".join([CHARACTERS[bits(words, place, 54 - 6 * each, 6)] for each in range(count)])


def name_text(m: Any, place: int) -> str:
    """Return the name of the file with its block at a place."""
    codes = [bits(m.arena, place, 36 - 6 * each, 6) for each in range(7)]
    return "".join([CHARACTERS[code] for code in codes if code > 0]).rstrip()


def dayfile_line(m: Any, place: int) -> str:
    """Return the line of the dayfile at a place of the arena."""
    count = m.arena[place + 1]
    words = (count + 9) // 10
    return "".join([word_text(m.arena, place + 2 + each, min(10, count - 10 * each)) for each in range(words)])


def waiting_for(m: Any) -> str:
    """Return the file from which the program waits for a line; "" if it does not wait."""
    place = block(m, TRANSFERS)
    if place < 0:
        return ""
    for row in range(m.arena[place + 2] // TRANSFER_WORDS):
        here = place + BLOCK_HEAD + TRANSFER_WORDS * row
        if m.arena[here] == WAITING:
            return name_text(m, here + 3)
    return ""


def asked(m: Any) -> bool:
    """Return whether the program waits for a line of INPUT."""
    return waiting_for(m) == "INPUT"


def ready(m: Any, ui: View, name: str) -> bool:
    """Return whether the program waits for a line: `asked` is all that steps wait for."""
    return asked(m)


def connected(m: Any) -> bool:
    """Return whether INPUT is the keyboard."""
    place = block(m, INPUT)
    return place >= 0 and m.arena[place + 4] == 1


# ---------------------------------------------------------------- in words


def over(m: Any) -> bool:
    """Return whether the job is over."""
    return m.cause == END or m.cause == ABORT


def state(m: Any, ui: View) -> str:
    """Return the state of the job in a few words."""
    if m.cause > 0:
        return STATES[m.cause]
    if ui["paused"]:
        return "HELD"
    wanted = waiting_for(m)
    if wanted != "":
        return "WAITING FOR " + wanted
    return "RUNNING" if m.running else "NOT STARTED"


def reason(m: Any, ui: View) -> str:
    """Return why the machine has stopped; nothing while it runs."""
    at = octal(m.location, 6)
    if m.running or m.cause == 0:
        return ""
    if m.cause == STOPPED:
        return "PROGRAM STOP (PS) AT " + at
    if m.cause == ERROR_EXIT:
        met = [each[1] for each in EXITS if m.conditions & each[0]]
        return "ERROR EXIT AT " + at + ": " + ", ".join(met) + ui["where"]
    if m.cause == ADDRESS:
        limit = octal(m.p, 6) + " IS NOT BELOW THE FIELD LENGTH " + octal(m.fl, 6)
        return "ADDRESS OUT OF RANGE: " + limit + " (FROM " + at + ")" + ui["where"]
    if m.cause == OPERATION:
        parcel = octal(bits(m.memory, m.ra + m.location, 45 - 15 * m.parcel, 15), 5)
        return "NO INSTRUCTION AT " + at + ", PARCEL " + decimal(m.parcel) + ": " + parcel + ui["where"]
    if m.cause == END:
        return "THE PROGRAM HAS ENDED"
    trouble = dayfile_line(m, block(m, DAYFILE) + BLOCK_HEAD + m.trouble - 1) if m.trouble else ""
    return "ABORTED: " + trouble + ui["where"]


def seconds_of(cycles: int) -> str:
    """Return a time of day as the systems wrote it: `00.01.30.`."""
    seconds = cycles // CLOCK
    minutes = seconds // 60
    hours = (minutes // 60) % 24
    return decimal(hours, 2) + "." + decimal(minutes % 60, 2) + "." + decimal(seconds % 60, 2) + "."


def pieces(text: str, columns: int) -> list[str]:
    """Return a line cut into pieces that fit, one at least."""
    if text == "":
        return [""]
    return [text[columns * each : columns * each + columns] for each in range((len(text) + columns - 1) // columns)]


def tail(lines: list[str], back: int, rows: int) -> list[str]:
    """Return the last lines but for `back` after them."""
    end = max(min(rows, len(lines)), len(lines) - back)
    return lines[max(0, end - rows) : end]


# ---------------------------------------------------------------- displays, as screens.py has them


def small(lines: list[str]) -> list[Any]:
    """Return rows of small characters."""
    return [[line, 8] for line in lines]


def medium(lines: list[str]) -> list[Any]:
    """Return rows of medium characters."""
    return [[line, 16] for line in lines]


def system_head(m: Any, ui: View, title: str) -> list[Any]:
    """Return the rows at the top of a display of the system."""
    seconds = fixed(m.cycles / CLOCK, 4)
    return [
        [(seconds_of(m.cycles) + " " + title)[:24], 16],
        [ui["name"] + "  CP " + seconds + " SEC.  " + state(m, ui), 8],
        ["P " + octal(m.p, 6) + "  RA " + octal(m.ra, 6) + "  FL " + octal(m.fl, 6), 8],
    ]


def dayfile_lines(m: Any, ui: View) -> list[str]:
    """Return the events so far, the newest last."""
    lines: list[str] = []
    place = block(m, DAYFILE)
    if place >= 0:
        here, end = place + BLOCK_HEAD, place + BLOCK_HEAD + m.arena[place + 2]
        while here < end:
            lines = lines + pieces(seconds_of(m.arena[here]) + " " + dayfile_line(m, here), TEXT_COLUMNS)
            here += 2 + ((m.arena[here + 1] + 9) // 10)
    why = reason(m, ui)
    if why != "":
        lines = lines + pieces(seconds_of(m.cycles) + " CPU. " + why, TEXT_COLUMNS)
    return lines


def dayfile(m: Any, ui: View) -> View:
    """Return A: the end of the dayfile, the newest line at the bottom."""
    body = small(tail(dayfile_lines(m, ui), ui["back"]["A"], SMALL_ROWS))
    return {"head": system_head(m, ui, "DAYFILE"), "body": body, "columns": TEXT_COLUMNS, "end": True}


def job_status(m: Any, ui: View) -> View:
    """Return B: the job, its processor and its files."""
    lines = ["JOB     " + ui["name"], "CPU     " + state(m, ui), "P       " + octal(m.p, 6) + "." + decimal(m.parcel)]
    if ui["instruction"] != "":
        lines = lines + ["        " + each.strip() for each in ui["instruction"].split(";")]
    reached = "  " + fixed(ui["megahertz"], 1) + " MHZ" if ui["megahertz"] else ""
    lines = [*lines, "", "CP      " + fixed(m.cycles / CLOCK, 6) + " SEC.", "SPEED   " + ui["speed"] + reached]
    if m.exact:
        lines = [*lines, "INSTR   " + decimal(m.instructions)]
    lines = [*lines, "FL      " + octal(m.fl, 6), "EM      " + octal(m.em, 6)]
    body = medium([line.upper()[:STATUS_COLUMNS] for line in lines])
    body = [*body, ["", 16], *small(file_lines(m))]
    return {"head": system_head(m, ui, "JOB STATUS"), "body": body, "columns": STATUS_COLUMNS, "end": False}


def file_lines(m: Any) -> list[str]:
    """Return a line for each file."""
    lines: list[str] = []
    place = 0
    while place < m.arena_used:
        if m.arena[place] > TRANSFERS:
            words, records = 0, 0
            for each in range(m.arena[place + 2]):
                if m.arena[place + BLOCK_HEAD + each] >= 0:
                    words += 1
                elif m.arena[place + BLOCK_HEAD + each] == -1:  # the end of a record
                    records += 1
            where = "KEYBOARD" if m.arena[place + 4] else (decimal(records) + " REC." if records else "")
            at = "AT " + left(decimal(m.arena[place + 3]), 8)
            lines.append(
                (left(name_text(m, place), 8) + right(decimal(words), 8) + " WORDS  " + at + " " + where).rstrip()
            )
        place += BLOCK_HEAD + m.arena[place + 1]
    return sorted(lines)


def storage(m: Any, ui: View, digits: int) -> View:
    """Return C or D: four groups of eight words, in octal digits and in display code."""
    lines: list[str] = []
    for start in ui["groups"]:
        if len(lines) > 0:
            lines.append("")
        for each in range(GROUP_WORDS):
            lines.append(word_line(m, start + each, digits))
    return {"head": system_head(m, ui, "STORAGE"), "body": small(lines), "columns": 46, "end": False}


def word_line(m: Any, address: int, digits: int) -> str:
    """Return a word of storage; where the program has none there is only the address."""
    if address >= m.fl:
        return octal(address, 6)
    text = word_text(m.memory, m.ra + address, 10).replace(":", " ")
    return octal(address, 6) + "  " + groups_of(octal_word(m.memory, m.ra + address, 20), digits) + "  " + text


def groups_of(text: str, digits: int) -> str:
    """Return octal digits with a blank after each group."""
    return " ".join([text[digits * each : digits * each + digits] for each in range(20 // digits)])


def exchange_package(m: Any, ui: View) -> View:
    """Return X: the registers, as an exchange jump would store them."""
    names = ["P  ", "RA ", "FL ", "EM "]
    values = [m.p, m.ra, m.fl, m.em]
    lines: list[str] = []
    for each in range(8):
        first = names[each] + octal(values[each], 6) if each < 4 else "         "
        number = decimal(each)
        lines.append(first + "  A" + number + " " + octal(m.a[each], 6) + "  B" + number + " " + octal(m.b[each], 6))
    lines.append("")
    for each in range(8):
        lines.append("X" + decimal(each) + " " + groups_of(octal_word(m.x, each, 20), 5))
    return {"head": system_head(m, ui, "EXCHANGE"), "body": medium(lines), "columns": 31, "end": False}


def picture_lines(m: Any) -> list[str]:
    """Return the lines that the program shows, as they are now: a word of zeros or the end of storage ends them."""
    lines: list[str] = []
    address = m.shown
    while address > 0 and len(lines) < PICTURE_LINES:
        text, count, ended = "", 0, False
        while count < PICTURE_WORDS and not ended:
            if address + count >= m.fl:
                return lines
            place = m.ra + address + count
            if count == 0 and octal_word(m.memory, place, 20) == ZEROS:
                return lines
            text += word_text(m.memory, place, 10)
            ended = bits(m.memory, place, 0, 12) == 0
            count += 1
        lines.append(without_end(text)[:PICTURE_COLUMNS].rstrip() if ended else text[:PICTURE_COLUMNS].rstrip())
        address += count
    return lines


def without_end(text: str) -> str:
    """Return a line without the zeros that end it: they look like colons."""
    while text.endswith(":"):
        text = text[: len(text) - 1]
    return text


def drives(m: Any) -> bool:
    """Return whether screens and keys are those of the program, by a display driver: while it runs."""
    return m.driver > 0 and m.driver_away == 0 and m.cause == 0


def picture(m: Any, ui: View, screen: int) -> View:
    """Return K: the program's picture on the left screen (0) or the right one; without a picture, OUTPUT."""
    if m.driver > 0:
        return {"placed": driven(m, screen)}
    lines = picture_lines(m)
    if len(lines) == 0:
        return output(m, ui)
    return {"head": [[ui["name"], 16]], "body": fitted(lines), "columns": 0, "centred": True, "end": False}


def follow_paper(m: Any, ui: View) -> None:
    """Decode the new part of OUTPUT; a typed line follows the output written before it."""
    paper, place = ui["paper"], block(m, OUTPUT)
    count = m.arena[place + 2] if place >= 0 else 0
    if count < paper["words"] or len(ui["typed"]) < paper["typed"]:  # written anew, or another moment
        paper["words"], paper["typed"], paper["written"], paper["lines"], paper["held"] = 0, 0, 0, [], ""
    while True:
        while paper["typed"] < len(ui["typed"]) and ui["typed"][paper["typed"]][0] <= paper["words"]:
            said = ui["typed"][paper["typed"]][1]
            put_lines(paper, paper["held"] + said)
            paper["held"] = ""
            paper["typed"] += 1
        if paper["words"] >= count:
            return
        here = place + BLOCK_HEAD + paper["words"]
        paper["words"] += 1
        if m.arena[here] >= 0:
            paper["held"] += word_text(m.arena, here, 10)
            if bits(m.arena, here, 0, 12) == 0:
                put_lines(paper, without_end(paper["held"]))
                paper["written"] += 1
                paper["held"] = ""


def hear(m: Any, ui: View) -> list[list[Any]]:
    """Return a sound for each line that the program has written to OUTPUT, as fast as a printer prints them.

    Output that would take a printer more than PRINTED seconds is silent.
    """
    follow_paper(m, ui)
    written = ui["paper"]["written"]
    if written < ui["heard"]:  # written anew, or another moment
        ui["heard"], ui["printed until"] = 0, 0
    start = max(m.cycles, min(ui["printed until"], m.cycles + PRINTED * CLOCK))
    count = min(written - ui["heard"], (m.cycles + PRINTED * CLOCK - start) // LINE_CYCLES)
    ui["heard"] = written
    ui["printed until"] = start + count * LINE_CYCLES
    return [["line", start + number * LINE_CYCLES] for number in range(count)]


def put_lines(paper: View, line: str) -> None:
    """Put a line on the paper, in pieces that fit."""
    for piece in pieces(line, TEXT_COLUMNS):
        paper["lines"].append(piece)


def output_lines(ui: View) -> list[str]:
    """Return the lines of OUTPUT, and those that were typed, as they fit on a screen."""
    held = ui["paper"]["held"]
    return ui["paper"]["lines"] + pieces(held, TEXT_COLUMNS) if held != "" else ui["paper"]["lines"]


def output(m: Any, ui: View) -> View:
    """Return O: the last lines of OUTPUT, with those that were typed."""
    lines, back = output_lines(ui), ui["back"]["O"]
    shown = tail(lines, back, SMALL_ROWS)
    wide = len([line for line in shown if len(line) > (TEXT_COLUMNS // 2)]) > 0
    body = small(shown) if wide else medium(tail(lines, back, MEDIUM_ROWS))
    columns = TEXT_COLUMNS if wide else (TEXT_COLUMNS // 2)
    return {"head": [[(ui["name"] + " OUTPUT")[:24], 16]], "body": body, "columns": columns, "end": True}


def directory(m: Any, ui: View) -> View:
    """Return Z: the displays and the commands."""
    lines = [LETTERS[each] + ".           " + TITLES[each] for each in range(len(LETTERS))]
    lines = [*lines, "", *[left(each[0], 13) + each[1] for each in COMMANDS]]
    return {"head": system_head(m, ui, "DIRECTORY"), "body": small(lines), "columns": 56, "end": False}


def display(m: Any, ui: View, letter: str, screen: int) -> View:
    """Return the contents of a display on a screen."""
    if letter == "A":
        return dayfile(m, ui)
    if letter == "B":
        return job_status(m, ui)
    if letter == "C":
        return storage(m, ui, 4)
    if letter == "D":
        return storage(m, ui, 5)
    if letter == "K":
        return picture(m, ui, screen)
    if letter == "O":
        return output(m, ui)
    if letter == "X":
        return exchange_package(m, ui)
    return directory(m, ui)


# ---------------------------------------------------------------- all of it


def foot(ui: View) -> list[Any]:
    """Return the line being typed, or the answer to the line before: its end, as much as there is room for."""
    text = ui["line"] if ui["line"] != "" else ui["answer"]
    return [text, 16] if len(text) <= 26 else [text[max(0, len(text) - 44) :], 8]


def look(m: Any, ui: View) -> View:
    """Return the contents of both screens, the line being typed, the line of possible actions."""
    follow_paper(m, ui)
    shown = ["K", "K"] if drives(m) else ui["shown"]
    first, second = display(m, ui, shown[0], 0), display(m, ui, shown[1], 1)
    below = foot(ui)
    pace = fixed(ui["megahertz"], 1) + " MHz  " if ui["megahertz"] else ""
    instruction = "  " + ui["instruction"]
    return {
        "left": lines_of(first, below),
        "right": lines_of(second, ["", 8]),
        "left rows": rows_of(first, below[0]),
        "right rows": rows_of(second, ""),
        "field": ui["line"] + "_" if ui["line"] != "" or ui["answer"] == "" else ui["answer"],
        "displays": ["left " + shown[0], "right " + shown[1]],
        "now": now(m, ui),
        "work": work(m, ui),
        "out": "STOP. holds it",
        "status": state(m, ui).lower()
        + "   "
        + pace
        + grouped(m.cycles)
        + " minor cycles   "
        + octal(m.p, 6)
        + instruction,
    }


def now(m: Any, ui: View) -> str:
    """Return the line of possible actions."""
    if over(m):
        ended = "the job has ended" if m.cause == END else aborted(m, ui)
        return ended + ": RERUN. starts it anew, " + named(ui, "open") + " another one"
    if m.cause == STOPPED and octal_word(m.memory, m.ra + m.location, 20) == ZEROS:
        word = "a jump to word 0" if m.location == 0 else "a word of zeros, where there are no instructions"
        return reason(m, ui).lower() + ": " + word + "; RERUN. starts the job anew"
    if m.cause > 0:
        return reason(m, ui).lower() + ": GO. goes on, RERUN. starts the job anew"
    if ui["paused"]:
        return "held: GO. goes on, STEP. executes an instruction"
    if m.driver > 0:
        return "* gives screens and keys " + ("back to the program" if m.driver_away else "to the system")
    if asked(m):
        last = [line for line in tail(output_lines(ui), 0, 4) if line.strip() != ""]
        said = last[len(last) - 1].strip().lower() if len(last) > 0 else ""
        return "the program waits for a line" + (": " + said if said != "" else "")
    if waiting_for(m) != "":
        return "the program waits for a line of " + waiting_for(m)
    return "the program is running" if m.running else "no job: " + named(ui, "open") + " opens one"


def aborted(m: Any, ui: View) -> str:
    """Return why the job was aborted; where a file is missing, how it is given."""
    said = reason(m, ui)
    place = said.find(NO_FILE)
    if place < 0:
        return said.lower()
    name = said[place + len(NO_FILE) :].split(" ")[0].split("[")[0]
    return said.lower() + " (when the program is opened, --file " + name + "=FILE gives it)"


def work(m: Any, ui: View) -> str:
    """Return the work of the program: the answer to the line typed last.

    Nothing while it waits, or while screens and keys are its own.
    """
    if m.running == 0 or m.cause > 0 or ui["paused"] or m.driver > 0 or waiting_for(m) != "":
        return ""
    last = ui["typed"][len(ui["typed"]) - 1][1] if len(ui["typed"]) > 0 else ""
    return work_of(last, "answer")


# ---------------------------------------------------------------- hands


def act(m: Any, ui: View, what: str, value: Any) -> list[Step]:
    """Return the steps of a key, a button or typed characters."""
    if what == "type":
        steps: list[Step] = []
        for character in value:
            steps = steps + typed(m, ui, character)
        return steps
    if what == "displays":
        show(ui, 0 if value.startswith("left") else 1, value[len(value) - 1])
    elif what == "line":
        return whole_line(m, ui, value)
    elif what == "command":
        if value.startswith("type "):
            return whole_line(m, ui, value[5:])
        if value == "page up" or value == "page down":
            turn(m, ui, 1 if value == "page up" else -1, 0)
    elif what == "left wheel" or what == "right wheel":
        turn(m, ui, value, 1 if what == "right wheel" else 0)
    return []


def whole_line(m: Any, ui: View, line: str) -> list[Step]:
    """Type a line and enter it, whatever is being typed."""
    if drives(m):
        return act(m, ui, "type", line)
    kept, ui["line"] = ui["line"], ""
    for character in line:
        typed(m, ui, character)
        if ui["refused"]:
            ui["line"] = kept
            return []
    line, ui["line"] = ui["line"], kept
    return enter(m, ui, line)


def typed(m: Any, ui: View, character: str) -> list[Step]:
    """Take a character; one that display code does not have is an illegal entry."""
    line = ui["line"]
    if drives(m) or (m.driver > 0 and m.cause == 0 and character == "*" and line == ""):
        return key_pressed(ui, character)
    if character == "\r" or character == "\n":
        ui["line"] = ""
        return enter(m, ui, line)
    ui["answer"], ui["refused"] = "", False
    if character == "\b" or character == "\x7f":
        ui["line"] = line[: max(0, len(line) - 1)]
    elif character == "\x1b":
        ui["line"] = ""
    elif CHARACTERS.find(character.upper()) < 0 or len(line) >= LONGEST:
        ui["answer"], ui["refused"] = ILLEGAL, True
    else:
        ui["line"] = line + character.upper()
    return []


def key_pressed(ui: View, character: str) -> list[Step]:
    """Press a key of the console: [ is the left blank, ] the right one."""
    others = "\x1b\n\x7f".find(character)
    key = KEYS.find(character.upper() if others < 0 else "[\r\b"[others])
    ui["refused"] = key < 1
    return [["give", "key", key]] if key > 0 else []


def show(ui: View, screen: int, letter: str) -> None:
    """Show a display on a screen."""
    ui["shown"] = [letter, ui["shown"][1]] if screen == 0 else [ui["shown"][0], letter]


def turn(m: Any, ui: View, pages: int, screen: int) -> None:
    """Go pages back (or forth, if negative) on a screen: to lower addresses, or older lines."""
    letter = ui["shown"][screen]
    if letter == "C" or letter == "D":
        show_from(m, ui, max(0, ui["groups"][0] - pages * GROUPS * GROUP_WORDS))
        return
    which = "A" if letter == "A" else "O"
    if letter == "A" or letter == "O" or letter == "K":
        count = len(dayfile_lines(m, ui)) if letter == "A" else len(output_lines(ui))
        ui["back"][which] = max(0, min(count - SMALL_ROWS, ui["back"][which] + pages * (SMALL_ROWS - 1)))


def show_from(m: Any, ui: View, address: int) -> None:
    """Show storage from an address on, one group after the other."""
    first = min(address, m.fl - GROUPS * GROUP_WORDS)
    ui["groups"] = [first + GROUP_WORDS * each for each in range(GROUPS)]


def refuse(ui: View, text: str) -> list[Step]:
    """Answer that something cannot be done."""
    ui["answer"], ui["refused"] = text, True
    return []


def only(text: str, signs: str) -> bool:
    """Return whether a text is not empty and has these characters only."""
    return text != "" and len([each for each in text if signs.find(each) < 0]) == 0


def octal_value(text: str) -> int:
    """Return the number that octal digits write."""
    value = 0
    for each in text:
        value = 8 * value + int(each)
    return value


def enter(m: Any, ui: View, line: str) -> list[Step]:
    """Return the steps of a typed line: a command, or else a line for the program."""
    ui["answer"], ui["refused"] = "", False
    if line.endswith("."):
        words = line[: len(line) - 1].split(",")
        steps = command(m, ui, words[0], words[1:])
        if steps is not None:
            return steps
    if line == "" and not asked(m):
        return []
    return say(m, ui, line[1:] if line.startswith(" ") else line)


def command(m: Any, ui: View, word: str, rest: list[str]) -> list[Step] | None:
    """Do a command; return None if it is none."""
    if len(rest) == 0:
        if word == "GO":
            if over(m):
                return refuse(ui, OVER)
            return [["command", "pause"]] if ui["paused"] else []
        if word == "STOP":
            return [] if ui["paused"] else [["command", "pause"]]
        if word == "EOI":
            return [["give", "disconnect", "INPUT"]]
        if word == "RERUN":
            return [["command", "rerun"]]
        if len(word) <= 2 and only(word, LETTERS):
            show(ui, 0, word[0])
            if len(word) == 2:
                show(ui, 1, word[1])
            return []
    if word == "STEP" and len(rest) <= 1:
        count = rest[0] if len(rest) == 1 else "1"
        if not only(count, "0123456789") or len(count) > 7:
            return None
        if over(m):
            return refuse(ui, OVER)
        if int(count) > MOST_STEPS:
            return refuse(ui, decimal(MOST_STEPS) + " INSTRUCTIONS AT MOST")
        return [["step", int(count)]]
    if word == "SPEED" and len(rest) == 1:
        if rest[0] == "TURBO":
            return [["speed", 0]]
        if not only(rest[0], "0123456789.") or len(rest[0].split(".")) > 2 or not only(rest[0][0], "0123456789"):
            return None
        return [["speed", float(rest[0])]] if float(rest[0]) > 0 else refuse(ui, "NO SUCH SPEED")
    if (word[:1] == "C" or word[:1] == "D") and len(word) <= 2 and len(rest) == 1:
        return show_storage(m, ui, word[0], word[1:], rest[0])
    if word == "M" and len(rest) == 2:
        return change(m, ui, rest[0], rest[1])
    return None


def show_storage(m: Any, ui: View, letter: str, group: str, address: str) -> list[Step] | None:
    """Show storage from an address on, in one group or in all."""
    if not only(address, "01234567") or len(address) > 6 or (group != "" and not only(group, "01234")):
        return None
    place = octal_value(address)
    if place >= m.fl:
        return refuse(ui, "STORAGE ENDS AT " + octal(m.fl - 1, 6))
    if ui["shown"][0] != letter and ui["shown"][1] != letter:
        show(ui, 0, letter)
    if group == "" or group == "4":
        show_from(m, ui, place)
    else:
        ui["groups"] = [place if each == int(group) else ui["groups"][each] for each in range(GROUPS)]
    return []


def change(m: Any, ui: View, address: str, word: str) -> list[Step] | None:
    """Put a word into storage."""
    if not only(address, "01234567") or not only(word, "01234567") or len(address) > 6 or len(word) > 20:
        return None
    if octal_value(address) >= m.fl:
        return refuse(ui, "NO SUCH ADDRESS OR WORD")
    if len(word) > NUMBER_DIGITS and ui["instruction"] == "":
        return refuse(ui, decimal(NUMBER_DIGITS) + " DIGITS AT MOST IN A PAGE")
    return [["give", "poke", [octal_value(address), octal_value(word)]]]


def not_now(m: Any, ui: View) -> list[Step]:
    """Say why the program takes no move now."""
    works = m.running and m.cause == 0 and not ui["paused"] and m.driver == 0
    return [["say", "the program is at work: it takes a move when it asks for one" if works else now(m, ui)]]


def say(m: Any, ui: View, line: str) -> list[Step]:
    """Type a line for the program."""
    if over(m):
        return refuse(ui, OVER)
    if not connected(m):
        return refuse(ui, "INPUT IS NOT THE KEYBOARD")
    ui["typed"].append([length(m, OUTPUT), line])
    ui["answer"] = line
    return [["give", "line", ["INPUT", line]]]
