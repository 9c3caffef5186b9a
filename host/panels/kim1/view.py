"""Display, keys and commands of a KIM-1: view functions (host/ui/parts.py), the same in window, terminal and page."""

from __future__ import annotations

from typing import Any

from emulators.kim1.bus import IRQ, NMI, breaks, vector
from emulators.kim1.display import GLYPHS, SEGMENTS, VISIBLE
from emulators.kim1.keypad import MATRIX, STRAP_ROW
from emulators.kim1.teletype import BUFFER, CLOCK, FRAME
from emulators.machine import Stop
from host.machines.kim1.operate import HOLD, PAUSE, SST
from host.panels.kim1.sounds import BY_CODE
from host.ui.advice import command
from host.ui.words import decimal, fixed, grouped, hexadecimal

READY = 20_000  # after RS until the monitor looks at the Teletype
RUBOUT = 0x7F  # by which the monitor measures its speed
SWITCHED = ("RS", "ST")  # keys that do not wait for a program to look at them
MATRIX_KEYS = tuple(key for row in MATRIX for key in row)
COLUMNS = len(MATRIX[0])
FULL = 0.12  # the share of the time from which a segment looks fully lit: the monitor gives each digit about 0.16
LEVELS = 24  # brightnesses of a segment
PERSISTENCE = 0.03  # seconds of the eye; a short one hides the beat between pictures and the machine's multiplexing
READING = 0.2  # seconds between two readings of the instruments: numbers that people can read
BAR = 48  # lamps that show how far the tape is
JAMMED = int(Stop.ILLEGAL_INSTRUCTION)
SEGMENT_SIGNS = {str(code): sign for code, sign in GLYPHS.items()}
MODE = 0x00FF  # 0: digit keys change the data; else the address
MONITOR, MONITOR_END = 0x1800, 0x2000
GETCH, GETCH_END = 0x1E5A, 0x1E67  # where the monitor's routine waits for a start bit
OUTERMOST = 0x01FE  # the return address of the outermost call
JSR, JMP = 0x20, 0x4C
EMPTY, EMPTY_END = 0x0400, 0x1700  # nothing is there on the board
MOST_HEARD = 64  # characters since the last look: those before are over


def look(m: Any, ui: Any) -> Any:
    """Return digits, keys down, lamps, texts: the value of each part."""
    shown = {
        "pad": keys_down(m),
        "digits": light(m, ui),
        "tty": teletype(m),
        "advice": "typing goes here" if ui["focus"] == "paper" else "click or Tab to type here",
        "now": what_now(m, ui),
        "work": work(m),
        "out": "RS ends it",
        "status": instruments(m, ui),
        "commands": {"strap": "STRAP: TELETYPE" if m.keys[STRAP_ROW] else "STRAP: KEYPAD"},
        "lit": lit_commands(m, ui),
    }
    deck = ui["deck"]
    shown["deck commands"] = {}
    shown["tape"] = deck["name"]
    shown["tape state"] = deck["state"]
    shown["tape place"] = deck["place"]
    shown["tape bar"] = [[16 if deck["share"] * BAR > lamp else 0 for lamp in range(BAR)]]
    return shown


def act(m: Any, ui: Any, what: str, value: Any) -> Any:
    """Return the steps of a key, a typed text, a command."""
    if (what == "pad" and value == SST) or (what == "command" and value == "sst"):
        said = without_vector(m, SST) if not m.sst else ""
        return [["give", "sst", 0 if m.sst else 1], *([["say", said]] if said else [])]
    if what == "pad":
        said = without_vector(m, value) if value == "ST" else ""
        return [["say", said], *key_down(value)] if said else key_down(value)
    if what == "pad up" and value != SST:
        return key_up(value)
    if what == "type":
        alone = len(value) == 1 and m.typed_count == 0
        return [["give", "type", [value.upper(), 0 if alone else 1]]]
    if what != "command":
        return []
    if value == "reset":
        return pressed(["RS"])
    if value == "strap":
        return [["give", "terminal", 0 if m.keys[STRAP_ROW] else 1]]
    if value == "log_on":
        ui["focus"] = "paper"
        return [["give", "terminal", 1], *pressed(["RS"]), ["wait", READY], ["give", "send", RUBOUT]]
    return []


def key_down(key: str) -> Any:
    """Return the steps that put the finger on a key."""
    steps = [["give", "key_down", key], ["wait", HOLD]]
    return [["instead"], *steps] if key in SWITCHED else steps


def key_up(key: str) -> Any:
    """Return the steps that take it off."""
    return [["give", "key_up", key], ["wait", PAUSE]]


def pressed(keys: Any) -> Any:
    """Return the steps that press keys one after the other."""
    steps: list[Any] = []
    for key in keys:
        steps = steps + key_down(key) + key_up(key)
    return steps


def ready(m: Any, ui: Any, name: str) -> bool:
    """Return whether a program looks at the keypad: while it thinks or prints the display is dark, keys are lost."""
    return digits(m).strip() != ""


def hear(m: Any, ui: Any) -> Any:
    """Return a sound for each character that the Teletype has received, and when it was complete."""
    heard = []
    for place in range(max(ui["heard"], m.received_count - MOST_HEARD), m.received_count):
        code = m.received[place % BUFFER] & RUBOUT
        sound = BY_CODE.get(str(code), "space" if code < ord(" ") or code == RUBOUT else "stroke")
        heard.append([sound, m.last_mark - (m.received_count - 1 - place) * FRAME * CLOCK // m.baud])
    ui["heard"] = m.received_count
    return heard


def standing(m: Any, ui: Any) -> Any:
    """Return whether no time passes: an illegal instruction has jammed the processor, until RS."""
    return m.stop == JAMMED and not m.reset_held


# ---------------------------------------------------------------- keys and digits


def keys_down(m: Any) -> Any:
    """Return the keys that are down, and SST if it is on."""
    down = []
    for place in range(len(MATRIX_KEYS)):
        if m.keys[place // COLUMNS] >> (COLUMNS - 1 - place % COLUMNS) & 1:
            down.append(MATRIX_KEYS[place])
    if m.reset_held:
        down.append("RS")
    if m.stop_held:
        down.append("ST")
    if m.sst:
        down.append(SST)
    return down


def shares(m: Any) -> Any:
    """Return the share of the last 20 to 40 ms in which each segment was lit."""
    elapsed = max(1, m.lit_since - m.before)
    return [(m.lit[index] - m.lit_before[index]) / elapsed for index in range(len(m.lit))]


def light(m: Any, ui: Any) -> Any:
    """Return how bright the eye sees each segment: it sees ratios, so the root of the share, with a short delay."""
    wanted = [min(1.0, share / FULL) ** 0.5 for share in shares(m)]
    seconds = ui["wall"] - ui["glow at"]
    ui["glow at"] = ui["wall"]
    if not ui["still"] and len(ui["glow"]) == len(wanted):
        times = seconds / PERSISTENCE
        old = 1 / (1 + times + times * times / 2)  # the share of the earlier light that is left: close to exp(-times)
        wanted = [wanted[index] + (ui["glow"][index] - wanted[index]) * old for index in range(len(wanted))]
    ui["glow"] = wanted
    return [int(LEVELS * each + 0.5) for each in wanted]


def digits(m: Any) -> str:
    """Return the text on the six digits: blank when dark, ? for a pattern that is not a hexadecimal digit."""
    text = ""
    share = shares(m)
    for first in range(0, len(share), SEGMENTS):
        code = 0
        for segment in range(SEGMENTS):
            if share[first + segment] >= VISIBLE:
                code += 1 << segment
        text += SEGMENT_SIGNS.get(str(code), "?")
    return text


# ---------------------------------------------------------------- what can be done, and the instruments


def in_monitor(m: Any) -> Any:
    """Return whether the monitor runs, rather than a program, which may be in a routine of the monitor.

    The outermost call tells. A program may have pushed a byte before it.
    """
    return is_monitors(m.pc) and not called_from_ram(m, OUTERMOST) and not called_from_ram(m, OUTERMOST - 1)


def is_monitors(address: int) -> bool:
    """Return whether an address is in the monitor's ROM, or in its RAM."""
    return address >= MONITOR and address < MONITOR_END


def called_from_ram(m: Any, place: int) -> Any:
    """Return whether a return address on the stack belongs to a JSR outside of the monitor."""
    address = m.memory[place] + 256 * m.memory[place + 1]
    return address >= 2 and not is_monitors(address) and m.memory[address - 2] == JSR


def listens(m: Any) -> Any:
    """Return whether a program waits for a character of the Teletype, and none is on the way."""
    return m.pc >= GETCH and m.pc < GETCH_END and m.typed_count == 0


def has_ended(m: Any) -> Any:
    """Return whether the program stays in a jump to itself, as programs without a monitor to return to end."""
    target = m.memory[(m.pc + 1) & 0xFFFF] + 256 * m.memory[(m.pc + 2) & 0xFFFF]
    return m.memory[m.pc] == JMP and target == m.pc


def without_vector(m: Any, key: str) -> str:
    """Return a warning about ST or SST, which go to the address in 17FA, 17FB; nothing if that has been set."""
    if vector(m, NMI) != 0:
        return ""
    return key + " goes where 17FA, 17FB say, which hold 0000: put 00 1C there first (RS, AD 17FA DA 00 + 1C)"


def jammed(m: Any) -> str:
    """Return where the processor has jammed, and why."""
    at = hexadecimal(m.pc, 4)
    if EMPTY <= m.pc < EMPTY_END and m.special[m.pc]:
        return "the program has run into empty memory and jammed at " + at + ": RS resets the processor"
    return (
        "the processor has jammed at " + at + ": " + hexadecimal(m.memory[m.pc], 2) + " is no instruction; RS resets it"
    )


def work(m: Any) -> str:
    """Return the work of the machine, while the display is dark and nothing is to be read or typed there."""
    if m.stop == JAMMED or m.reset_held or m.sst or m.keys[STRAP_ROW] or breaks(m) or digits(m).strip() != "":
        return ""
    if has_ended(m):
        return ""
    return "monitor" if in_monitor(m) else "program"


def what_now(m: Any, ui: Any) -> str:
    """Return the line of possible actions."""
    if m.stop == JAMMED:
        return jammed(m)
    if ui["paused"]:
        return "paused: " + command(ui, "pause") + " goes on"
    if m.reset_held:
        return "RS is down: the machine is being reset"
    if breaks(m):
        return (
            "BRK after BRK, for 17FE, 17FF hold " + hexadecimal(vector(m, IRQ), 4) + ". RS; then put 00 1C there"
            " (AD 17FE DA 00 + 1C), and BRK stops in the monitor; or end the program with JMP 1C4F"
        )
    if m.sst:
        wrong = without_vector(m, SST)
        return "SST is on: " + (wrong if wrong != "" else "GO executes one instruction and shows the next address")
    if m.stop_held and without_vector(m, "ST") != "":
        return without_vector(m, "ST")
    if has_ended(m):
        return "the program has ended in a jump to itself at " + hexadecimal(m.pc, 4) + ": RS goes to the monitor"
    if not in_monitor(m) and m.keys[STRAP_ROW] and listens(m):
        return "the program waits for a key of the Teletype; RS stops it"
    if not in_monitor(m):
        return "a program runs" if work(m) != "" else "a program runs: RS stops it"
    if m.keys[STRAP_ROW]:
        return (
            "the monitor is on the Teletype. LOG ON, if it does not answer; 0200, space: cell 0200; G runs from there"
        )
    if digits(m).strip() == "":
        return "the monitor is at work, at the cassette or the Teletype"
    if m.memory[MODE]:
        return "type an address, four digits; + next cell; DA, to change the cell; GO runs the program from there"
    return (
        "type the cell's new contents, two digits; + next cell; AD for another address; GO runs the program from there"
    )


def instruments(m: Any, ui: Any) -> Any:
    """Return the status line, read some times a second."""
    if not (ui["still"] or ui["paused"] or ui["wall"] - ui["read at"] >= READING):
        return ui["reading"]
    ui["read at"] = ui["wall"]
    halted = "jammed" if m.stop == JAMMED else "paused" if ui["paused"] else ""
    speed = halted if halted else fixed(ui["megahertz"], 2) + " MHz" if ui["megahertz"] else ui["speed"]
    registers = "PC " + hexadecimal(m.pc, 4) + "  A " + hexadecimal(m.a, 2) + "  X " + hexadecimal(m.x, 2)
    registers += "  Y " + hexadecimal(m.y, 2) + "  S " + hexadecimal(m.s, 2) + "  P " + hexadecimal(m.p, 2)
    core = "" if ui["core"] == "compiled" else "   core " + ui["core"]
    ui["reading"] = speed + "   " + grouped(m.cycles) + " cycles" + core + "   " + registers + "   " + ui["instruction"]
    return ui["reading"]


def teletype(m: Any) -> str:
    """Return the line under the Teletype's glass."""
    place = "Teletype" if m.keys[STRAP_ROW] else "keypad"
    return "TTY   " + decimal(m.baud) + " baud   monitor on the " + place


def lit_commands(m: Any, ui: Any) -> Any:
    """Return the commands with lit buttons."""
    lit = []
    if m.sst:
        lit.append("sst")
    if m.keys[STRAP_ROW]:
        lit.append("strap")
    if ui["deck"]["state"].startswith("playing"):
        lit.append("play")
    if ui["deck"]["state"].startswith("recording"):
        lit.append("record")
    return lit
