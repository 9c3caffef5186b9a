"""The controller's work on plain data, for Python and for pages: time, lights, steps, keys, focus, paper.

The functions are written in the part of Python that script.py translates, like view functions: a page runs them as
JavaScript. They are given the controller, `Controller` of controller.py or of web/controller.js, and use the
names that both have:

    panel ui views m commands       the panel, its functions, and the machine's record
    cycles clock                    the machine's time
    steps due since                 steps to be done, the cycle of the next one, since when its condition is true
    turn samples light              lamps
    paper back                      the printed lines, and the number of lines that it is scrolled back
    run(cycle) perform(step) command(name) press(part, key)

The rest differs in the two: clocks, files, moments, dialogs, links, errors.
"""

from __future__ import annotations

from typing import Any

from emulators.machine import Stop
from host.ui import advice
from host.ui.words import count_bits, left

CHECK = 10_000  # cycles between two checks of the condition of a step
PIECES, LONG, FEWER = 24, 50_000, 6  # of a run, with a look at the lamps after each; a run longer than LONG has FEWER
GOLDEN = (5**0.5 - 1) / 2  # the share by which each piece ends later in its turn than the one before
LEVELS = 16  # brightnesses of a lamp
DIMMEST = 1 / 200  # a share of the time: the least that can be seen
HISTORY = 2000  # lines of paper kept
FOLD = 66  # lines of a page, from fold to fold
BEL, BS, TAB, LF, FF, CR = 7, 8, 9, 10, 12, 13


# ---------------------------------------------------------------- time


def stands_still(of: Any) -> Any:
    """Return whether the machine has stopped, so that no step may wait for a cycle."""
    return of.views["standing"](of.m, of.ui)


def next_end(of: Any, cycle: int) -> int:
    """Return the cycle up to which the machine can run before the next check of a step, `cycle` at most."""
    if not of.steps:
        return cycle
    if of.steps[0][0] == "until":
        return min(cycle, of.cycles + CHECK)
    return min(cycle, max(of.due, of.cycles + 1))


def run_lit(of: Any, cycle: int) -> Any:
    """Run the machine in pieces of uneven lengths, and look at its lamps after each; return the last Stop."""
    first = of.cycles
    pieces = PIECES if cycle - first < LONG else FEWER
    stop = Stop.NONE
    for piece in range(pieces):
        of.turn = (of.turn + GOLDEN) % 1.0
        end = cycle if piece == pieces - 1 else first + round((piece + of.turn) * (cycle - first) / pieces)
        if end > of.cycles:
            stop = of.run(end)
            of.samples.append(of.views["sample"](of.m, of.ui))
            if stop != Stop.NONE:
                break
    return stop


def follow_time(of: Any, now: float, still: bool) -> None:
    """Put the time, and the condition that a step waits for, into `ui`."""
    of.ui["wall"] = now
    of.ui["seconds"] = of.cycles / of.clock
    of.ui["waiting"] = len(of.steps)
    of.ui["still"] = still


def look_at(of: Any) -> dict[str, Any]:
    """Return the values of all parts; while time is stopped, the line of possible actions is the machine's."""
    shown: dict[str, Any] = of.views["look"](of.m, of.ui)
    if "game look" in of.views:
        now = shown.get("now")
        own = of.views["game look"](of.m, of.ui)
        for name in own:
            shown[name] = own[name]
        if of.ui["paused"] and now is not None:
            shown["now"] = now
    advice.follow(of.ui, shown)
    return shown


# ---------------------------------------------------------------- lights


def follow_light(of: Any, part: float) -> None:
    """Update the brightness that the eye sees from the samples since the last call; `part`: their weight, 1 is all."""
    samples = of.samples if of.samples else [of.views["sample"](of.m, of.ui)]
    of.samples = []
    for number in range(len(of.light)):
        light = of.light[number]
        counts = [0] * len(light)
        for sample in samples:
            count_bits(counts, sample[number])
        for place in range(len(light)):
            light[place] += (counts[place] / len(samples) - light[place]) * part
    of.ui["light"] = [[brightness(share) for share in light] for light in of.light]


def brightness(share: float) -> int:
    """Return the brightness of a lamp that is lit for a share of the time: the eye sees ratios, so its root."""
    if share < DIMMEST:
        return 0
    return max(1, round(LEVELS * min(1.0, share) ** 0.5))


# ---------------------------------------------------------------- steps


def queue_steps(of: Any, steps: Any) -> None:
    """Append steps to the pending ones; "instead": in their place; a notice alone is shown at once."""
    if len(steps) == 1 and steps[0][0] == "say":
        of.perform(steps[0])
        return
    if steps and steps[0][0] == "instead":
        kept = 0
        while kept < len(of.steps) and of.steps[kept][0] != "until":
            kept += 1
        of.steps = of.steps[:kept]
        of.since = None
    for step in steps:
        if step[0] != "instead":
            of.steps.append(step)


def do_steps(of: Any) -> None:
    """Do all steps that are due."""
    while of.steps:
        stands = stands_still(of)
        step = of.steps[0]
        if step[0] == "until":
            if not true_for(of, step[1], step[2], stands):
                return
        elif of.cycles < of.due and not stands:
            return
        of.steps = of.steps[1:]
        if step[0] == "wait":
            of.due = max(of.due, of.cycles) + int(step[1])
        elif step[0] != "until":
            of.perform(step)


def true_for(of: Any, name: str, cycles: int, stands: bool) -> bool:
    """Return whether `ready` has been true for a number of cycles."""
    ready = of.views["ready"](of.m, of.ui, name)
    if ready and "game ready" in of.views:
        ready = of.views["game ready"](of.m, of.ui, name)
    if not ready:
        of.since = None
        return False
    if of.since is None:
        of.since = of.cycles
    if of.cycles - of.since < cycles and not stands:
        return False
    of.since = None
    return True


# ---------------------------------------------------------------- hands


def steps_for(of: Any, what: str, value: Any) -> Any:
    """Return the steps that a click, a key or a typed text means: the program is asked first, then the machine."""
    steps = None
    if "game act" in of.views:
        steps = of.views["game act"](of.m, of.ui, what, value)
    if steps is None:
        steps = of.views["act"](of.m, of.ui, what, value)
    return steps


def take_key(of: Any, name: str) -> bool:
    """Take a key of the PC, by its neutral name; return whether it has an action."""
    for each in of.commands:
        if each.key == name:
            of.command(each.name)
            return True
    if name in of.panel.keys:
        part, key = of.panel.keys[name]
        of.press(part, key)
        return True
    return False


# ---------------------------------------------------------------- panes and focus


def panes_shown(of: Any) -> list[Any]:
    """Return the panes that are shown now: of each group one."""
    first: dict[str, str] = {}
    for each in of.panel.panes:
        if each.group not in first:
            first[each.group] = each.name
    return [each for each in of.panel.panes if not each.group or here(of, each.group, first[each.group]) == each.name]


def here(of: Any, group: str, first: str) -> str:
    """Return the pane of a group that is shown; `first`: where none has been chosen."""
    name: str = of.ui.get("pane " + group, first)
    return name


def show_pane(of: Any, name: str) -> None:
    """Show a pane of a group; the next one of the group if it is shown already."""
    group = of.panel.panes[[pane.name for pane in of.panel.panes].index(name)].group
    names = [pane.name for pane in of.panel.panes if pane.group == group]
    if here(of, group, names[0]) == name:
        name = names[(names.index(name) + 1) % len(names)]
    of.ui["pane " + group] = name


def typed_parts(of: Any) -> list[str]:
    """Return the names of the visible parts that take typed text."""
    return [part.name for pane in of.panes for part in pane.parts if part.typed]


def has_turns(of: Any) -> bool:
    """Return whether keys of the machine take the keyboard, too, so that the focus matters."""
    return len(of.panel.keys) > 0


def focus(of: Any) -> str:
    """Return the name of the paper or tube that has the keyboard; nothing: the keys of the machine have it."""
    name: str = of.ui["focus"]
    typed = typed_parts(of)
    if name in typed:
        return name
    return "" if has_turns(of) or not typed else typed[0]


def next_focus(of: Any) -> None:
    """Give the keyboard to the next one that can have it."""
    turns = ([""] if has_turns(of) else []) + typed_parts(of)
    if turns:
        of.ui["focus"] = turns[(turns.index(focus(of)) + 1) % len(turns)]


# ---------------------------------------------------------------- paper


def follow_paper(of: Any, received: Any) -> None:
    """Put new output onto the paper; if the user has scrolled back, the visible lines stay."""
    lines = len(of.paper.lines) + of.paper.scrolled
    of.paper.follow(received)
    if of.back:
        scroll(of, len(of.paper.lines) + of.paper.scrolled - lines)


def scroll(of: Any, lines: int) -> None:
    """Go back on the paper, or (negative) forward."""
    of.back = max(0, min(of.back + lines, len(of.paper.lines) - 1))


def clean(paper: Any) -> None:
    """Start with clean paper."""
    paper.lines = [""]
    paper.column = 0  # of the cursor, 0 to columns - 1
    paper.bells = 0  # how often it has rung
    paper.fed = 0  # characters received
    paper.scrolled = 0  # lines dropped at the top
    paper.folds = []  # numbers of lines, those dropped counted, above which the paper is folded
    paper.on_page = 0  # lines of the page above the cursor's


def receive(paper: Any, code: int) -> None:
    """Print a character of 7 bits, or obey a control character."""
    if code == CR:
        paper.column = 0
    elif code == LF:
        next_line(paper, False)
    elif code == FF:
        next_line(paper, True)
    elif code == BS:
        paper.column = max(0, paper.column - 1)
    elif code == BEL:
        paper.bells += 1
    elif code == TAB:
        paper.column = min(paper.columns - 1, paper.column // 8 * 8 + 8)
    elif 0x20 <= code < 0x7F:
        if paper.column == paper.columns:  # only now: a full line followed by CR LF takes one line, not two
            paper.column = 0
            next_line(paper, False)
        line = left(paper.lines[-1], paper.column)
        paper.lines[len(paper.lines) - 1] = line[: paper.column] + chr(code) + line[paper.column + 1 :]
        paper.column += 1


def next_line(paper: Any, new_page: bool) -> None:
    """Go to the next line, on the next page if that is wanted or this one is full."""
    paper.lines.append("")
    paper.on_page += 1
    if paper.returns:
        paper.column = 0
    if len(paper.lines) > paper.history:
        paper.lines = paper.lines[1:]
        paper.scrolled += 1
    if new_page or paper.on_page == FOLD:
        paper.on_page = 0
        paper.folds.append(paper.scrolled + len(paper.lines) - 1)


def visible(paper: Any, rows: int, back: int) -> list[Any]:
    """Return the number of the first line shown, and the newest `rows` lines, or those `back` lines further up."""
    end = max(len(paper.lines) - back, min(rows, len(paper.lines)))
    first = max(0, end - rows)
    return [first, paper.lines[first:end]]


SHARED = (
    stands_still, next_end, run_lit, follow_time, look_at, follow_light, queue_steps, do_steps, steps_for, take_key,
    panes_shown, show_pane, typed_parts, has_turns, focus, next_focus, follow_paper, scroll, clean, receive, visible,
)  # fmt: skip
