"""Lamps, keys and possible actions of the 704's console and units: view functions.

`ui` has, besides the entries of every controller:

    cells     addresses of words of storage that have lamps
    more      cards of the hopper that wait outside the record
    deck_end  cards that have been read when the program's deck has been
    taken     cards taken out of the punch
    down      the keys of the console that are down
    sides     the panes that share the lower right corner
    heard     the cycles at which the last cards and lines are over that have been heard
    glow      points of the tube that still glow: place -> [x, y, light, when it was plotted]
"""

from __future__ import annotations

import math
from typing import Any

from emulators.ibm704 import console, core, display, printer, punch, reader
from emulators.ibm704.connection import WORDS, Trouble
from emulators.ibm704.machine import MICROSECONDS
from host.machines.ibm704.console import ADDRESSES, KEYS, REGISTERS, SWITCHES
from host.panels.ibm704 import cards
from host.ui.advice import command, work_of
from host.ui.parts import Step, View
from host.ui.words import bits, fixed, grouped, octal

READING_SECONDS = 0.1  # between two readings of the numbers: so that people can read them
PROGRAMS = 24  # the first word of programs: their loader is before it
SIGN, WORD = 1 << 35, 1 << 36
PLACE = tuple(1 << 35 - place for place in range(36))  # the bits of a word from the left
LIGHTS = len(ADDRESSES)  # the first register that is a word
SINGLE = len(REGISTERS)  # among the words with lamps
MODES = {key.name: key.mode for key in KEYS}
WHILE_RUNNING = ("START", "MULTIPLE STEP")
HTR, HPR, MANUAL, READ_WRITE_CHECK, DIVIDE_CHECK = (
    int(each)
    for each in (
        core.Cause.HTR, core.Cause.HPR, core.Cause.MANUAL, core.Cause.READ_WRITE_CHECK, core.Cause.DIVIDE_CHECK
    )
)  # fmt: skip
NOT_READY, NOTHING_TO_LOAD = int(Trouble.NOT_READY), int(Trouble.NOTHING_TO_LOAD)
CAUSES = {str(int(cause)): text for cause, text in console.CAUSES.items()}
TROUBLES = {str(int(trouble)): text for trouble, text in console.TROUBLES.items()}

UNIT_SOUNDS, UNIT_CYCLES = ("card", "punched", "line"), (reader.CYCLE, punch.CYCLE, printer.CYCLE)

LEFT = math.exp(-1 / 6)  # the share of its light that a point has after a second: the tube was made to glow long
LEVELS, DIMMED = 12, 6  # brightness of a point, and of a dim one
BUFFER, NEW_FRAME, SIZE, X_SHIFT = display.BUFFER, display.NEW_FRAME, display.SIZE, display.X_SHIFT
COORDINATE_BITS = (SIZE - 1).bit_length()


# ---------------------------------------------------------------- lamps


def sample(m: Any, ui: View) -> list[int]:
    """Return the registers, the single lamps as one word, and the words of storage that have lamps."""
    stopped = 1 - m.running
    halted = 1 if stopped and (m.cause == HTR or m.cause == HPR) else 0
    lamps = m.ac_overflow * 1024 + m.mq_overflow * 512 + m.divide_check * 256 + m.read_write_check * 64
    lamps += (128 if m.unit else 0) + m.tape_check * 32 + m.tape_indicator * 16 + m.trap * 8
    lamps += halted * 4 + stopped * 2 + m.automatic
    for light in range(4):
        lamps = 2 * lamps + (m.sense_lights >> light & 1)
    words = [m.ic, m.index_display, m.xa, m.xb, m.xc, m.instruction, m.sr, m.ac, m.mq, lamps]
    for address in ui["cells"]:
        words.append(m.memory[address])
    return words


def numbers(m: Any) -> View:
    """Return the contents of the registers and the panel keys, as the manual writes them."""
    ac = [m.ac]
    sign = "-" if bits(ac, 0, 37, 1) else "+"
    return {
        "IC number": octal(m.ic, 5),
        "INDEX DISPLAY number": octal(m.index_display, 5),
        "XA number": octal(m.xa, 5),
        "XB number": octal(m.xb, 5),
        "XC number": octal(m.xc, 5),
        "INSTRUCTION number": signed(m.instruction),
        "SR number": signed(m.sr),
        "AC number": sign + octal(bits(ac, 0, 36, 1), 1) + " " + octal(bits(ac, 0, 0, 36), 12),
        "MQ number": signed(m.mq),
    }


def signed(word: int) -> str:
    """Return a word of sign and magnitude in octal."""
    return "-" + octal(word - SIGN, 12) if word >= SIGN else "+" + octal(word, 12)


# ---------------------------------------------------------------- sound


def hear(m: Any, ui: View) -> list[list[Any]]:
    """Return a sound for each card read or punched and each line printed, and when the unit's cycle began."""
    heard = []
    ends = [m.reader_free, m.punch_free, m.printer_free]
    for unit in range(len(ends)):
        if ends[unit] != ui["heard"][unit]:  # the unit has begun a cycle since; it takes longer than a look
            heard.append([UNIT_SOUNDS[unit], ends[unit] - UNIT_CYCLES[unit]])
    ui["heard"] = ends
    return heard


# ---------------------------------------------------------------- the whole


def look(m: Any, ui: View) -> View:
    """Return the values of all parts."""
    light = ui["light"]
    if ui["still"] or ui["paused"] or m.running == 0 or ui["wall"] >= ui["read_at"]:
        ui["read_at"] = ui["wall"] + READING_SECONDS
        ui["readings"] = numbers(m)
        ui["readings"]["status"] = status(m, ui)
    shown = {
        "addresses": light[0:LIGHTS],
        "words": light[LIGHTS:SINGLE],
        "single": [[each] for each in light[SINGLE]],
        "tube": points(m, ui),
        "console": ui["down"],
        "entry": entered(m, ui),
        "KEYS number": signed(m.keys),
        "switches": [str(number) for number in range(1, SWITCHES + 1) if m.sense_switches >> number - 1 & 1],
        "automatic": ["AUTOMATIC" if m.automatic else "MANUAL"],
        "hopper": cards.shown(ui, "hopper", hopper(m, ui), m.hopper, (m.cards_read % reader.HOPPER) * WORDS),
        "punched": punched(m, ui),
        "now": now(m, ui),
        "out": "MANUAL (space bar) stops it",
        "work": work(m, ui),
    }
    shown.update(ui["readings"])
    return shown


def entered(m: Any, ui: View) -> Any:
    """Return which panel keys are down."""
    if ui["keys"] != m.keys:
        ui["keys"] = m.keys
        ui["entered"] = [str(place) for place in range(36) if bits([m.keys], 0, 35 - place, 1)]
    return ui["entered"]


def hopper(m: Any, ui: View) -> Any:
    """Return how many cards are in the hopper."""
    return m.hopper_cards + ui["more"]


def punched(m: Any, ui: View) -> Any:
    """Return the cards in the punch's stacker, the one punched last on top."""
    if m.cards_punched < ui["taken"]:  # the machine has gone to another time
        ui["taken"] = 0
    last = (m.cards_punched + punch.STACKER - 1) % punch.STACKER
    return cards.shown(ui, "punched", m.cards_punched - ui["taken"], m.stacker, last * WORDS)


def status(m: Any, ui: View) -> str:
    """Return the status line: state, speed, time, the next instruction (a page shows its address alone)."""
    state = "paused" if ui["paused"] else "running" if m.running else "stopped"
    pace = "   " + fixed(1000 * ui["megahertz"], 1) + " kHz" if m.running and ui["megahertz"] else ""
    instruction = octal(m.ic, 5) + "  " + ui.get("instruction", "")
    time = grouped(m.cycles) + " cycles, " + duration(m.cycles)
    return state + "   " + ui["speed"] + pace + "   " + time + "   " + instruction


def duration(cycles: int) -> str:
    """Return cycles as a time that people read."""
    seconds = cycles * MICROSECONDS / 1000000
    if seconds < 60:
        return fixed(seconds, 2) + " s"
    minutes = (cycles * MICROSECONDS) // 60000000
    rest = fixed(seconds - 60 * minutes, 1)
    return str(minutes) + " min " + ("0" if len(rest) < 4 else "") + rest + " s"


# ---------------------------------------------------------------- what can be done now


def now(m: Any, ui: View) -> str:
    """Return the line of possible actions."""
    if m.trouble == NOT_READY:
        return reason(m) + "; OPEN a tape: FILE @" + str(m.trouble_unit & 15)
    if ui["paused"]:
        return "paused: " + command(ui, "pause") + " goes on"
    if m.running:
        return running(m, ui)
    if m.automatic == 0:
        return "MANUAL: panel keys, then a key of the upper row, or SINGLE STEP; AUTOMATIC (space bar) runs programs"
    count = hopper(m, ui)
    if m.trouble == NOTHING_TO_LOAD:
        return reason(m) + "; put a deck in, then LOAD CARDS"
    if m.cause == HTR or m.cause == HPR:
        more = "START goes on with the " + counted(count) + " in the hopper" if count else "put cards in, START goes on"
        return reason(m) + explained(m) + "; " + more
    if m.cause:
        return reason(m) + explained(m) + "; RESET, then LOAD CARDS loads a program"
    if count:
        return counted(count) + " in the hopper: LOAD CARDS loads a program, START goes on"
    return "the machine is empty: OPEN a program, or put a deck in and LOAD CARDS"


def running(m: Any, ui: View) -> str:
    """Return the activity of a running machine."""
    left = ui["deck_end"] - m.cards_read
    if loading(m, ui):
        return "reading the deck, " + counted(left if left > 0 else hopper(m, ui)) + " to go"
    does = "reads a card" if m.unit == reader.UNIT else "runs"
    return "the program " + does


def loading(m: Any, ui: View) -> bool:
    """Return whether a program's deck is being read."""
    return bool(m.running and m.ic < PROGRAMS and (ui["deck_end"] > m.cards_read or m.hopper_cards > 0))


def work(m: Any, ui: View) -> str:
    """Return the work of the program: the request of the card that was read last, if that is a text."""
    if m.running == 0 or m.trouble == NOT_READY or loading(m, ui):
        return ""
    known = m.cards_read > ui["deck_end"] and m.hopper_cards < reader.HOPPER  # else the next card is in its place
    last = (m.cards_read + reader.HOPPER - 1) % reader.HOPPER
    read = cards.shown(ui, "read", 1 if known else 0, m.hopper, last * WORDS)
    return work_of(read["texts"][0] if known else "", "program")


def explained(m: Any) -> str:
    """Return the explanation of a stop, to follow the reason."""
    if m.cause == HTR and m.instruction == 0:
        return " 0, as in empty storage: the program has ended so, or has run where there are no instructions"
    if m.cause == HTR:
        return " " + octal(m.ic, 5) + ", where START goes on"
    if m.cause == HPR:
        return " before " + octal(m.ic, 5)
    if m.cause == DIVIDE_CHECK:
        return " before " + octal(m.ic, 5) + ": the AC is not smaller than the divisor, the quotient would be too large"
    return ""


def counted(count: int) -> str:
    """Return a number of cards."""
    return "1 card" if count == 1 else grouped(count) + " cards"


def reason(m: Any) -> str:
    """Return why the machine has stopped or waits, in the words of `emulators.ibm704.console.reason`."""
    trouble = TROUBLES.get(str(m.trouble), "").replace("{unit:03o}", octal(m.trouble_unit, 3))
    if m.trouble == NOT_READY:
        there = m.tapes >> (m.trouble_unit & 15) & 1
        why = "its tape has no ring and cannot be written" if there else "there is no tape on it"
        return "tape unit " + str(m.trouble_unit & 15) + " is not ready: " + why
    if m.running:
        return ""
    if m.cause == READ_WRITE_CHECK:
        return "read-write check: " + trouble
    if m.trouble == NOTHING_TO_LOAD:
        empty = "unit " + octal(m.trouble_unit, 3) + " is empty"
        return "there is nothing to load: " + ("no card is in the hopper" if m.trouble_unit == reader.UNIT else empty)
    return CAUSES.get(str(m.cause), "").replace("{word:012o}", octal(m.instruction, 12))


# ---------------------------------------------------------------- the tube


def points(m: Any, ui: View) -> Any:
    """Return the points that glow; they fade, but a still picture has them as they were plotted."""
    gather(m, ui)
    if ui["still"] or (ui["wall"] >= ui["faded_at"] and ui["pane side"] == "tube"):
        ui["faded_at"] = ui["wall"] + READING_SECONDS
        glow = {}
        ui["points"] = []
        for place in ui["glow"]:
            x, y, light, plotted = ui["glow"][place]
            level = light if ui["still"] else int(light * LEFT ** (ui["wall"] - plotted) + 0.5)
            if level > 0:
                glow[place] = ui["glow"][place]
                ui["points"].append([x, y, level])
        ui["glow"] = glow
    return ui["points"]


def gather(m: Any, ui: View) -> None:
    """Light the points plotted since the last call; after a jump to another moment, those of its last frame."""
    first = ui["plotted"]
    if first > m.point_count:
        first = m.point_count
        while first > 0 and first > m.point_count - BUFFER and m.points[(first - 1) % BUFFER] != NEW_FRAME:
            first -= 1
    if first < m.point_count - BUFFER:
        first = m.point_count - BUFFER
    for index in range(first, m.point_count):
        if m.points[index % BUFFER] != NEW_FRAME:
            plot(ui, [m.points[index % BUFFER]])
            if ui["pane side"] == "legend":
                ui["pane side"] = "tube"
    ui["plotted"] = m.point_count


def plot(ui: View, point: list[int]) -> None:
    """Light a point and its axis."""
    x, y = bits(point, 0, X_SHIFT, COORDINATE_BITS), bits(point, 0, 0, COORDINATE_BITS)
    dim, right, up = bits(point, 0, 35, 1), bits(point, 0, 34, 1), bits(point, 0, 33, 1)
    length = SIZE - max(x * right, y * up) if right or up else 1
    for step in range(length):
        at_x, at_y = x + right * step, y + up * step
        ui["glow"][str(at_x * SIZE + at_y)] = [at_x, at_y, DIMMED if dim else LEVELS, ui["wall"]]


# ---------------------------------------------------------------- hands


def standing(m: Any, ui: View) -> bool:
    """Return whether the machine waits for a hand: time passes only while it runs."""
    return bool(m.running == 0)


def act(m: Any, ui: View, what: str, value: Any) -> list[Step]:
    """Return the steps of a key, a switch or a command."""
    if what == "console":
        ui["down"] = [value]
        said = without_effect(m, value)
        return [["give", "key_down", value], ["say", said]] if said else [["give", "key_down", value]]
    if what == "console up":
        ui["down"] = []
        return [["give", "key_up", value]]
    if what == "entry":
        return [["give", "keys", flipped(m.keys, int(value))]]
    if what == "digits":
        return [["give", "keys", with_digit(m.keys, value)]]
    if what == "switches":
        number = int(value)
        return [["give", "sense_switch", [number, 1 - (m.sense_switches >> number - 1 & 1)]]]
    if what == "automatic":
        return [["give", "automatic", 1 - m.automatic]]
    if what == "command":
        return commanded(m, ui, value)
    if what == "punch":
        return by_hand(value)
    return []


def without_effect(m: Any, key: str) -> str:
    """Return why a key would do nothing now; nothing if it does."""
    mode = MODES[key]
    if mode and mode != ("AUTOMATIC" if m.automatic else "MANUAL"):
        return key + " works on " + mode + " only: the space bar switches"
    if mode and m.running and key not in WHILE_RUNNING:
        return key + " works while the machine stands still"
    return ""


def flipped(word: int, place: int) -> int:
    """Return the panel keys with one of them turned over; 0 is S."""
    return word - PLACE[place] if bits([word], 0, 35 - place, 1) else word + PLACE[place]


def with_digit(word: int, digit: str) -> int:
    """Return the panel keys after an octal digit, `-` for S, `rub out` or `clear`."""
    if digit == "clear":
        return 0
    if digit == "-":
        return flipped(word, 0)
    if digit == "rub out":
        return word // 8
    return ((word * 8) % WORD) + int(digit)


def commanded(m: Any, ui: View, name: str) -> list[Step]:
    """Return the steps of a command."""
    if name == "take_cards":
        return [["give", "remove_cards", 0], ["say", counted(hopper(m, ui)) + " taken out of the hopper"]]
    if name == "take_punched":
        count = m.cards_punched - ui["taken"]
        ui["taken"] = m.cards_punched
        return [["say", counted(count) + " taken out of the punch"]]
    if name == "punch":
        return [["ask", "Texts of cards, with ; between them", "punch", "such as MOVE 11-15; PLAY"]]
    if name == "side":
        ui["pane side"] = ui["sides"][(ui["sides"].index(ui["pane side"]) + 1) % len(ui["sides"])]
    return []


def by_hand(line: str) -> list[Step]:
    """Return the steps that put cards with texts into the hopper; semicolons separate them."""
    found = []
    for each in line.upper().split(";"):
        text = each.strip()
        wrong = cards.unpunched(text)
        if wrong:
            return [["say", wrong]]
        if text:
            found.append(cards.card(text))
    if len(found) == 0:
        return []
    return [["give", "cards", found], ["say", counted(len(found)) + " put into the hopper"]]
