"""The place of every pane: which of them are beside each other, and which share a place and are chosen by a tab.

    small (80 x 24)                 large (110 x 36)                huge (190 x 46)
    source|code     registers       source|code       registers     source      code        registers
    memory|map|calls|...|log        memory|memory|map calls|stops   log         memory      calls|stops
                                    log               bus           paper       memory      bus
                                                      devices|paper             map         devices

Where the program's language is known, source and variables get the room:

    source|code     variables|regs  source|code       variables|regs  source    variables   code
    calls|log|memory|map|...        log|memory|map    calls|stops     log       calls|stops registers|bus
                                                      devices|paper                         memory|map
                                                                                            devices|paper

Everything here is arithmetic: no widget is touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LARGE, HUGE = (110, 36), (190, 46)  # columns and rows from which there is more to see at once
HEADING = 1  # row above each place
BARS = 4  # lines below the panes
GAP = 1  # column between places side by side
LOWEST = 2  # rows below which a place is not worth having

PANES = {
    "source": "1", "code": "2", "registers": "3", "memory": "4", "memory2": "5", "calls": "6", "breakpoints": "7",
    "bus": "8", "devices": "9", "log": "0", "paper": "t", "variables": "v", "map": "m",
}  # the panes and the keys that go to them  # fmt: skip


SOURCES, VALUES, CALLS = ("source", "code"), ("variables", "registers"), ("calls", "breakpoints")
MEMORY, DEVICES = ("memory", "memory2", "map"), ("devices", "paper")  # tabs of one place


class Box(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int


class Place(NamedTuple):
    """A rectangle shared by several panes, below a heading."""

    panes: tuple[str, ...]
    box: Box


Tabs = tuple[str, ...]  # panes that share a place


class Divided(NamedTuple):
    """Parts side by side, or one below the other. A size of a whole number is fixed, the others share the rest."""

    across: bool
    parts: tuple[tuple[float, Node], ...]  # size, content


Node = Divided | Tabs


def across(*parts: tuple[float, Node]) -> Divided:
    """Return parts side by side."""
    return Divided(True, parts)


def down(*parts: tuple[float, Node]) -> Divided:
    """Return parts one below the other."""
    return Divided(False, parts)


def plan(width: int, height: int, registers: int, language: bool = False) -> Node:
    """Return the layout for a screen of this size; `registers` is the number of rows they need.

    `language`: the program's language is known.
    """
    if language:
        return plan_of_language(width, height)
    rows = registers + HEADING
    if width >= HUGE[0] and height >= HUGE[1]:
        return across(
            (0.5, down((0.6, ("source",)), (0.2, ("log",)), (0.2, ("paper",)))),
            (75, down((0.4, ("code",)), (0.2, ("memory",)), (0.2, ("memory2",)), (0.2, ("map",)))),
            (46, down((rows, VALUES), (0.3, CALLS), (9, ("bus",)), (0.7, ("devices",)))),
        )
    if width >= LARGE[0] and height >= LARGE[1]:
        return across(
            (0.5, down((0.55, SOURCES), (0.25, MEMORY), (0.2, ("log",)))),
            (45, down((rows, VALUES), (0.3, CALLS), (0.3, ("bus",)), (0.4, DEVICES))),
        )
    lower = max(LOWEST, min(9, round(0.42 * height)))
    beside = 30 if width >= 60 else max(0, width // 3)
    return down((0.5, across((0.5, SOURCES), (beside, VALUES))), (lower, (*MEMORY, *CALLS, "bus", *DEVICES, "log")))


def plan_of_language(width: int, height: int) -> Node:
    """Return the layout for a program in a known language."""
    if width >= HUGE[0] and height >= HUGE[1]:
        return across(
            (0.45, down((0.7, ("source",)), (0.3, ("log",)))),
            (0.3, down((0.6, ("variables",)), (0.4, CALLS))),
            (0.25, down((0.3, ("code",)), (0.25, ("registers", "bus")), (0.25, MEMORY), (0.2, DEVICES))),
        )
    if width >= LARGE[0] and height >= LARGE[1]:
        return across(
            (0.62, down((0.75, SOURCES), (0.25, ("log", *MEMORY)))),
            (0.38, down((0.55, VALUES), (0.25, CALLS), (0.2, (*DEVICES, "bus")))),
        )
    lower = max(LOWEST, min(7, round(0.3 * height)))
    return down((0.5, across((0.55, SOURCES), (0.45, VALUES))), (lower, (*CALLS, "log", *MEMORY, "bus", *DEVICES)))


def places(node: Node, box: Box, there: Iterable[str]) -> list[Place]:
    """Return the places of a layout, without missing panes and places that are too small."""
    panes = set(there)
    if not isinstance(node, Divided):
        shown = tuple(name for name in node if name in panes)
        return [Place(shown, box)] if shown and box.height >= LOWEST and box.width > 0 else []
    parts = [each for each in node.parts if _names(each[1]) & panes]
    gap, total = (GAP, box.width) if node.across else (0, box.height)
    found, at = [], 0
    for size, (_, content) in zip(divided(total - gap * (len(parts) - 1), parts), parts, strict=True):
        part = Box(box.x + at, box.y, size, box.height) if node.across else Box(box.x, box.y + at, box.width, size)
        found += places(content, part, panes)
        at += size + gap
    return found


def divided(total: int, parts: list[tuple[float, Node]]) -> list[int]:
    """Return the size of each part: fixed ones as given, the others share the rest."""
    left = max(0, total)
    sizes: dict[int, int] = {}
    for i, (size, _) in enumerate(parts):
        if isinstance(size, int):
            sizes[i] = min(size, left)
            left -= sizes[i]
    sharing = [i for i in range(len(parts)) if i not in sizes] or [len(parts) - 1]
    left += sum(sizes.get(i, 0) for i in sharing)
    shares = sum(parts[i][0] for i in sharing)
    for i in sharing:
        sizes[i] = left if i == sharing[-1] else round(left * parts[i][0] / shares)
        left, shares = left - sizes[i], shares - parts[i][0]
    return [sizes[i] for i in range(len(parts))]


def _names(node: Node) -> set[str]:
    return {name for _, part in node.parts for name in _names(part)} if isinstance(node, Divided) else set(node)


# The key table: bindings, the line at the bottom, the help page and the documentation come from it.
#
# Many terminals reserve function keys with Shift. So frequent commands also have a letter; letters are commands
# wherever no text is being typed.


HELP = """\
The machine is stopped at the instruction marked ►, or runs at its own speed. Everything that happens, \
keys and changes by hand included, is kept: you can go back to any moment, and on from there. What you change in the \
past ends the future that was known; you are asked before.

At the start, what is typed goes to the command line; Escape leaves it. Letters and the keys without Ctrl, Alt or F \
are commands wherever no text is typed; in memory, digits go first.

A click in the margin sets a breakpoint, on a caller it shows the call, on the time line it goes there; a click on a \
register or a word chooses it, a second one changes it. In memory, digits change the word under the cursor.
"""


class Key(NamedTuple):
    """A command and its keys, by Textual's names."""

    action: str
    keys: tuple[str, ...]  # work wherever the keyboard goes
    letters: tuple[str, ...]  # work where no text is typed
    legend: str  # its effect
    short: str = ""  # the same for the line at the bottom, if it is there
    shown: str = ""  # how its keys are written, if not one by one


PANE_OF = {key: name for name, key in PANES.items()}
PANE_KEYS = tuple(f"alt+{key}" for key in PANES.values())
FORWARDS, BACKWARDS, STOPS, LOOKING, MACHINE, VIEW = (
    "Forwards", "Back in time", "Breakpoints", "Looking and changing", "The machine", "The view",
)  # fmt: skip

KEYS: dict[str, tuple[Key, ...]] = {
    FORWARDS: (
        Key("resume", ("f5", "f8"), ("c",), "continue, or pause", "go"),
        Key("over", ("f10",), ("n",), "next line; calls are not followed", "over"),
        Key("into", ("f11",), ("s",), "next line; calls are followed", "in"),
        Key("out", ("shift+f11", "ctrl+f11"), ("o",), "run to the end of the subroutine", "out"),
        Key("run_here", ("f4", "ctrl+f10"), ("u",), "run to the line of the cursor", "here"),
    ),
    BACKWARDS: (
        Key("step_back", ("f7", "shift+f10", "alt+left"), ("p",), "one line back, over its calls", "back"),
        Key("reverse", ("shift+f5", "ctrl+f5"), ("r",), "back to the last stop", "reverse"),
        Key("beginning", ("alt+home",), ("home",), "to the beginning of the history"),
        Key("present", ("alt+end",), ("end",), "to the end of the history"),
        Key("go", ("ctrl+g",), ("g",), "to a cycle, or a time, that you type"),
        Key("who_wrote", (), ("w",), "back to the last write to the word under the cursor"),
    ),
    STOPS: (
        Key("stop_here", ("f9",), ("b",),
            "breakpoint on the line of the cursor; in memory: stop when the word changes", "stop"),
        Key("new_stop", ("shift+f9", "ctrl+b"), ("B",), "breakpoint with a condition, a hit count, a message"),
        Key("able_stop", (), ("space",), "in the list: disable or enable a breakpoint"),
        Key("remove_stop", (), ("delete",), "in the list: remove it"),
    ),
    LOOKING: (
        Key("find", ("ctrl+l",), ("l",), "show a label, an address, or a line of a file"),
        Key("search", ("ctrl+f",), ("slash",), "search in the source"),
        Key("search_on", ("f3",), ("N",), "search on"),
        Key("here", (), ("full_stop",), "show the next instruction again"),
        Key("choose", (), ("enter",),
            "change a register, a variable or a breakpoint, show a caller, let memory follow something; "
            "in the map: show the word in memory"),
        Key("zoom_in", (), ("z",), "in the map of memory: zoom in"),
        Key("zoom_out", (), ("Z",), "in the map of memory: zoom out"),
    ),
    MACHINE: (
        Key("keyboard", ("ctrl+k",), ("k",), "keyboard to the machine, or back to the debugger", "keys"),
        Key("slower", (), ("less_than_sign", "minus"), "slower"),
        Key("faster", (), ("greater_than_sign", "plus"), "faster, up to turbo"),
    ),
    VIEW: (
        Key("command", ("f2",), ("colon",), "the command line", "type"),
        Key("next_pane", ("f6",), ("tab",), "to the next pane"),
        Key("previous_pane", ("shift+f6",), ("shift+tab",), "to the pane before"),
        Key("pane", PANE_KEYS, tuple(PANES.values()), "to the pane with that sign",
            shown="1-9, 0, t, v, m; Alt-1 ..."),
        Key("light", ("ctrl+t",), (), "dark or light"),
        Key("help", ("f1",), ("question_mark",), "help", "help"),
        Key("leave", (), ("escape",), "back to the source; out of a dialog"),
        Key("halt", ("ctrl+c",), (), "pause"),
        Key("quit", ("ctrl+q",), ("q",), "quit", "quit"),
    ),
}  # fmt: skip


def _action(key: Key, pressed: str) -> str:
    return f"pane('{PANE_OF[pressed.removeprefix('alt+')]}')" if key.action == "pane" else key.action


ALL = tuple(each for group in KEYS.values() for each in group)
FOOTER = tuple(
    next(each for each in ALL if each.action == action)
    for action in (
        "help", "resume", "over", "into", "step_back", "stop_here", "command", "keyboard", "quit", "out", "run_here",
        "reverse",
    )
)  # the line at the bottom, the most important first: to "quit", they fit into 80 columns  # fmt: skip
ACTIONS = {key: _action(each, key) for each in ALL for key in each.keys}  # wherever the keyboard goes
LETTERS = {letter: _action(each, letter) for each in ALL for letter in each.letters}
PRIORITY = {"ctrl+c": "halt", "ctrl+q": "quit"}  # go before whatever Textual does with these keys
NAMES = {
    "slash": "/", "full_stop": ".", "less_than_sign": "<", "greater_than_sign": ">", "minus": "-", "plus": "+",
    "colon": ":", "question_mark": "?", "space": "Space", "delete": "Del", "escape": "Esc",
}  # fmt: skip


def key_name(key: str) -> str:
    """Return a key as printed on keyboards: F5, Shift-F10, n."""
    if key in NAMES:
        return NAMES[key]
    return "-".join(part.capitalize() if len(part) > 1 or "+" in key else part for part in key.split("+"))


def key_names(key: Key) -> list[str]:
    """Return the names of all keys of a command."""
    return [key.shown] if key.shown else [key_name(each) for each in (*key.keys, *key.letters)]


def plain_name(key: Key) -> str:
    """Return the name of the first key that every terminal passes on: without F and Shift or Ctrl."""
    return next(name for name in key_names(key) if "-F" not in name)


def short_name(key: Key) -> str:
    """Return the name of a key for the line at the bottom: ^K for Ctrl-K."""
    return plain_name(key).replace("Ctrl-", "^")


def markdown() -> str:
    """Return the table for the documentation."""
    lines = ["| keys | |", "|---|---|"]
    for group, keys in KEYS.items():
        lines.append(f"| **{group}** | |")
        lines += [f"| {', '.join(f'`{name}`' for name in key_names(key))} | {key.legend} |" for key in keys]
    return "\n".join(lines) + "\n"
