"""A 704 brought to where the user takes over; without a view: keys pressed whenever it stops, its results printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704.connection import Trouble
from emulators.ibm704.core import Cause
from emulators.machine import Machine, Stop
from host.formats import deck, tapes
from host.games.checkers import endings
from host.games.checkers.memory import ENDINGS, READ
from host.machines.ibm704.console import ADDRESSES, KEYS, LAMPS, SWITCHES, WORDS, octal_text
from host.machines.ibm704.machine import Ibm704, find_deck, program_deck
from host.options import time_in
from host.panels import run
from host.panels.ibm704.controller import Controller704
from host.panels.ibm704.view import counted, duration
from host.panels.run import Options, cycles_of
from host.streams import failed, warn

if TYPE_CHECKING:
    from host.languages.sources import Program

FIRST = "checkers"  # the program unless one is named
DEMONSTRATION = [
    "NEW",
    "DEPTH 2",
    "PRUNE ON",
    "PRINT",
    *["PLAY"] * 120,
]  # cards for it then: the machine plays against itself

ENDINGS_SECONDS = 10.0  # of the machine's time, for a card and a short tape
SECONDS = 3600.0  # of the machine's time, if nothing is said: an hour
STOPS_OF_PROGRAMS = (Cause.NONE, Cause.HTR, Cause.HPR, Cause.MANUAL)
WAITS = (
    "nothing was printed and the hopper is empty: "
    "supply cards with --cards FILE, or continue with --keys 'switch 1, start'"
)
NAMES = tuple(key.name for key in KEYS)
WORD, SWITCH, WAIT = re.compile(r"KEYS ([0-7]{1,12})"), re.compile(r"SWITCH ([1-6])"), re.compile(r"WAIT (\S+)")
EXPECTED = f"keys are {', '.join(NAMES)}, MANUAL, AUTOMATIC, KEYS octal, SWITCH 1 to {SWITCHES}, WAIT seconds"


class Action(NamedTuple):
    """An action at the console: `press` a key, or one of the other names with a value."""

    what: str
    key: str = ""
    value: float = 0


class Result(run.Result):
    """A 704 that was run without a view."""

    printed: Annotated[str, "its paper; a form feed begins a page"]
    running: Annotated[bool, "its time was up"]
    reason: Annotated[str | None, "why it has stopped"]
    waited: Annotated[int, "cycles of those in which it waited for units"]
    lamps: Annotated[list[str], "those that are lit"]
    hopper: Annotated[int, "cards that were not read"]
    punched: Annotated[int, "cards"]


class Runner(run.Runner[Controller704]):
    """A 704 with its operator."""

    called = "704"

    def put_together(self, setup: Options, task: Options | None, speed: float | None = None) -> Controller704:
        """Return the machine with nothing in it; without a view its reader has the speed of the original."""
        for _, path in (task or {}).get("save_tapes", ()):
            tapes.FORMATS.meant(str(path), None, "tape")  # a name that does not say the format is refused
        slow = task is not None or setup.get("slow", False)
        machine = self.model.build(setup["options"])
        assert isinstance(machine, Ibm704)
        return Controller704(machine, slow=slow, speed=speed)

    def attach(self, machine: Machine, program: Program | None, **options: Any) -> Controller704:
        """Return the console, with the additions of a program."""
        assert isinstance(machine, Ibm704)
        controller = Controller704(machine, **options)
        if program:
            controller.take(program.name, program.known.symbols)
            controller.ui["deck_end"] = int(machine.processor.m.cards_read)
        return controller

    def prepare(self, controller: Controller704, setup: Options, task: Options | None = None) -> None:
        """Mount the tapes, load the hopper and the program, ready for the user."""
        machine, program, decks = controller.machine, setup.get("program"), setup["cards"]
        compiling = setup.get("compiling")
        units = {unit for unit, _ in setup["tapes"]}
        for unit in {unit for unit, _ in (task or {}).get("save_tapes", ())} - units:
            machine.insert_tape(unit)
        for unit, tape in setup["tapes"]:
            if damage := machine.insert_tape(unit, tape or None, ring=unit not in setup.get("no_ring", ())):
                warn(damage)
        throw(machine, setup.get("sense", ()))
        if state := setup.get("state"):
            controller.open_state(Path(state))
            throw(machine, setup.get("sense", ()))
            if program:
                controller.take(program, program_deck(program, compiling).symbols)
        elif program == FIRST and task is None and not units and not controller.slow:
            play_endings(controller, decks)
            return
        elif program:
            controller.boot(program, decks, compiling=compiling)
            return
        elif not setup.get("empty") and FIRST in self.model.programs():
            controller.boot(FIRST, decks, () if decks else [deck.of_text(text) for text in DEMONSTRATION])
            return
        machine.read_cards(*decks)

    def operate(self, controller: Controller704, task: Options, speed: float) -> int:
        """Run the machine until it stops; press `keys`, running it again after each.

        `keys`: a text for parse_keys; WAIT limits the run before it. `seconds` or `cycles`: the time limit of the
        whole run. Returns 1 after a check, an unknown operation, a missing tape or an empty load; else 0.
        """
        machine, actions = controller.machine, parse_keys(task.get("keys", ""))
        limit = machine.cycles + cycles_of(task, machine, machine.cycles_in(SECONDS))
        stop = Stop.NONE if waits(actions, 0) else finish(controller, limit)
        for number, action in enumerate(actions, 1):
            if stop == Stop.INPUT:
                break
            stop = act(controller, action, limit)
            if action.what != "wait" and not waits(actions, number):
                stop = finish(controller, limit) if machine.running else stop
        nothing = machine.trouble == Trouble.NOTHING_TO_LOAD
        bad = stop == Stop.INPUT or nothing or (not machine.running and machine.cause not in STOPS_OF_PROGRAMS)
        if bad:
            failed(f"the machine stopped: {machine.reason}")
        return int(bad)

    def save(self, controller: Controller704, task: Options) -> None:
        """Write the printed paper, the punched cards, and the tapes of units."""
        if paper := task.get("paper"):
            controller.machine.save_paper(paper, overwrite=True)
        if punch := task.get("punch"):
            controller.write(str(punch), overwrite=True)
        for unit, path in task.get("save_tapes", ()):
            controller.machine.save_tape(unit, path, overwrite=True)

    def report(self, controller: Controller704) -> str:
        """Return the paper, then the state of the console."""
        machine = controller.machine
        paper = machine.printed.decode("ascii").replace("\f", "\n").rstrip("\n")
        shown = machine.lamps()
        state = "running" if machine.running else machine.reason or "stands still"
        lines = [
            *([paper] if paper.strip() else []),
            f"state    {state}",
            *([f"next     {WAITS}"] if waits_for_input(controller, paper) else []),
            *(f"deck     {doubt}" for doubt in controller.doubts),
            f"cycles   {machine.cycles:,} ({duration(machine.cycles)}), {machine.waited:,} of them waiting for units",
            "  ".join(
                f"{each.name} {octal_text(value(controller, each.name), each.width)}"
                for each in ADDRESSES
                if each.name in machine.registers
            ),
            *(f"{each.name:<12} {octal_text(value(controller, each.name), each.width):>15}" for each in WORDS),
            f"lamps    {', '.join(each.name for each in LAMPS if shown[each.name]) or 'none'}",
        ]
        if machine.hopper:
            lines.append(f"hopper   {counted(len(machine.hopper))}")
        if machine.punched:
            lines.append(f"punched  {counted(len(machine.punched))}")
        return "\n".join(lines) + "\n"

    def result(self, controller: Controller704) -> Result:
        """Return the same for programs."""
        machine, shown = controller.machine, controller.machine.lamps()
        return {
            **super().result(controller),
            "printed": machine.printed.decode("ascii"),
            "running": machine.running,
            "reason": None if machine.running else machine.reason or None,
            "waited": machine.waited,
            "lamps": [each.name for each in LAMPS if shown[each.name]],
            "hopper": len(machine.hopper),
            "punched": len(machine.punched),
        }


def play_endings(controller: Controller704, decks: Sequence[Path]) -> None:
    """Load the program that plays checkers, and have it read its tape of endings at once, before other decks.

    The tape is taken off then: pages have none.
    """
    machine = controller.machine
    given = [card for each in decks for card in find_deck(each)]  # first: a file may be wrong
    machine.mount(READ, endings.tape(), ring=False)
    controller.boot(FIRST, [], [deck.of_text(ENDINGS)])
    limit = machine.cycles + machine.cycles_in(ENDINGS_SECONDS)
    finish(controller, limit)
    machine.mount(READ, None)
    machine.read_cards(given)
    if given:
        machine.press("START")
    controller.time_has_jumped()


def throw(machine: Ibm704, switches: Iterable[int]) -> None:
    """Put sense switches down."""
    for number in switches:
        machine.set_sense_switch(number)


def finish(controller: Controller704, limit: int) -> Stop:
    """Run until the machine stops, or to a cycle at most; return the stop."""
    machine = controller.machine
    stop = Stop.NONE
    while machine.running and machine.cycles < limit and stop == Stop.NONE:
        stop = machine.run_to(limit)
    return stop


def waits(actions: Sequence[Action], number: int) -> bool:
    """Return whether an action is a wait, which limits the run before it."""
    return number < len(actions) and actions[number].what == "wait"


def parse_keys(keys: str) -> list[Action]:
    """Parse a line of keys, such as `manual, keys 050000001234, enter instruction, automatic, start`."""
    return [parse_key(" ".join(word.upper().split())) for word in keys.split(",") if word.strip()]


def parse_key(text: str) -> Action:
    """Parse one action; raises IronboardError for anything unknown."""
    if text in NAMES:
        return Action("press", text)
    if text in ("MANUAL", "AUTOMATIC"):
        return Action("automatic", value=text == "AUTOMATIC")
    if match := WORD.fullmatch(text):
        return Action("keys", value=int(match[1], 8))
    if match := SWITCH.fullmatch(text):
        return Action("switch", value=int(match[1]))
    if match := WAIT.fullmatch(text):
        return Action("wait", value=parse_seconds(match[1]))
    raise IronboardError(f"the console has no '{text.lower()}': {EXPECTED}")


def parse_seconds(text: str) -> float:
    seconds = time_in(text)
    if seconds is None:
        raise IronboardError(f"'wait {text.lower()}': expected seconds, such as wait 0.5")
    return seconds


def act(controller: Controller704, action: Action, limit: int) -> Stop:
    """Perform an action at the console."""
    machine = controller.machine
    if action.key == "MULTIPLE STEP":  # held for a second
        machine.key_down(action.key)
        stop = finish(controller, min(limit, machine.cycles + machine.clock))
        machine.key_up(action.key)
        return stop
    if action.what == "press":
        machine.press(action.key)
        return machine.last_stop
    if action.what == "automatic":
        machine.give("automatic", int(action.value))
    elif action.what == "keys":
        machine.give("keys", int(action.value))
    elif action.what == "switch":
        number = int(action.value)
        machine.set_sense_switch(number, not machine.sense_switches >> number - 1 & 1)
    else:
        return finish(controller, min(limit, machine.cycles + machine.cycles_in(action.value)))
    return Stop.NONE


def waits_for_input(controller: Controller704, paper: str) -> bool:
    """Return whether a program has stopped for cards or keys: no output yet, and no input left."""
    machine = controller.machine
    halted = not machine.running and machine.cause in (Cause.HTR, Cause.HPR)
    return halted and not (paper.strip() or machine.punched or machine.display or machine.hopper)


def value(controller: Controller704, name: str) -> int:
    shown = controller.machine.lamps()
    return shown[name] if name in shown else controller.machine.read_register(name)
