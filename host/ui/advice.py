"""The line of possible actions, the same in every view: names of commands, actions of the user, durations.

View functions call `command` and `pick`, because a window and a page are clicked and a terminal has keys.
While a machine is at work, rather than waiting for the user, they name the work in `shown["work"]`, the same for work
that takes as long. `follow`, which every view calls after them, adds the time so far and the mean of earlier times, the
way out that `shown["out"]` names, and the command that hurries. `ui` has for that:

    seconds   the machine's time
    names     of commands, as this view shows them
    takes     work -> seconds of the machine's time, as measured: told until the first answer (`takes` of the
              program's row in roms/manifest.toml)
    wait      {"work", "since": seconds, "took": work -> seconds of the last times}
"""

from __future__ import annotations

from host.ui.parts import View
from host.ui.words import decimal

REMEMBERED = 4  # times of the same work; their mean is told of the next
SHORT = 1.0  # seconds: less is not told, and not remembered


def command(ui: View, name: str) -> str:
    """Return a command as this view shows it: the label of its button, or its key and the label."""
    return str(ui["names"].get(name, name))


def pick(ui: View, what: str) -> str:
    """Return the words for choosing something on a board: "click a man"."""
    return "choose " + what + " (arrows, Enter)" if ui["terminal"] else "click " + what


def to_move(ui: View, side: str, is_mine: bool, what: str) -> str:
    """Return the side to move, with the way to move if it is the user's."""
    name = side[:1].upper() + side[1:]
    if is_mine:
        return "you are " + name + ", your move: " + pick(ui, what)
    return name + " to move: " + pick(ui, what) + " to play " + name


def work_of(line: str, other: str) -> str:
    """Return the name of the work that a line or card starts: its text if that is a word and a number, else `other`.

    The number of `PLAY 9` decides how long it takes.
    """
    words = [each for each in line.split(" ") if each != ""]
    numbers = ["".join([each for each in word if each in "0123456789"]) == word for word in words]
    return words[0] + " " + words[1] if len(words) == 2 and numbers[1] and not numbers[0] else other


def follow(ui: View, shown: View) -> None:
    """Note the work of the machine, and add its duration to the line."""
    wait, work, now = ui["wait"], shown.get("work", ""), ui["seconds"]
    if now < wait["since"]:  # it has gone to another time
        wait["work"], wait["since"] = "", now
    if work != wait["work"]:
        if wait["work"] != "" and now - wait["since"] >= SHORT:
            took = [*wait["took"].get(wait["work"], []), now - wait["since"]]
            wait["took"][wait["work"]] = took[max(0, len(took) - REMEMBERED) :]
        wait["work"], wait["since"] = work, now
    if work != "" and not ui["paused"]:
        out = "; " + shown["out"] if shown.get("out", "") != "" else ""
        hurries = "" if ui["speed"] == "turbo" else "; " + command(ui, "turbo") + " hurries"
        shown["now"] = shown["now"] + progress(ui, work, now - wait["since"]) + out + hurries


def progress(ui: View, work: str, elapsed: float) -> str:
    """Return the elapsed time and the expected one as a text; "" at first."""
    took = ui["wait"]["took"].get(work, [])
    expected = sum(took) / len(took) if len(took) > 0 else ui["takes"].get(work, 0)
    if elapsed < SHORT and expected < 5 * SHORT:
        return ""
    if expected < SHORT:
        return ", " + lasting(elapsed)
    if elapsed <= expected:
        return ", " + lasting(elapsed) + " of about " + rough(expected) + " at x1"
    return ", " + lasting(elapsed) + ", more than the " + rough(expected) + " expected"


def lasting(seconds: float) -> str:
    """Return an elapsed time as a text: 12 s, 2 min 05 s."""
    whole = int(seconds)
    return decimal(whole) + " s" if whole < 60 else decimal(whole // 60) + " min " + decimal(whole % 60, 2) + " s"


def rough(seconds: float) -> str:
    """Return an expected time as a text, to two digits or so: 2 s, 35 s, 2 min 30 s, 14 min."""
    if seconds < 60:
        return decimal(int(seconds + 0.5)) + " s"
    tens = int(seconds / 10 + 0.5)
    if tens < 60 and tens % 6 > 0:
        return decimal(tens // 6) + " min " + decimal(10 * (tens % 6)) + " s"
    return decimal(int(seconds / 60 + 0.5)) + " min"
