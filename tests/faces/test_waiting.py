"""No state of a panel passes five seconds without a changing line, or one that names a way out.

Hands at a clock of their own bring each program into its longest state; nothing sleeps. A 6600 is looked at slowed down
tenfold, so that half a minute is three seconds of the machine.
"""

from __future__ import annotations

import itertools
import re
import shutil

import pytest

from emulators import roms
from emulators.pacing import Pacer
from host import registry
from host.games.pitrat.command import Options, Session
from host.panels.cdc6600 import pitrat as pitrat_console
from host.panels.cdc6600.controller import Controller6600
from host.panels.games.checkers_rules import CELLS
from host.ui import advice
from tests.faces.pages import in_node
from tests.faces.user import Clock
from tests.shared import ALL_EXAMPLES

TIMES = (5, 10, 30)
READY = 3.0  # seconds after which every program has begun
HANDICAP = [("press", "pad", key) for key in ("0", "0", "GO")]
OPENING = [("act", "board", CELLS[square - 1]) for square in (11, 15)]
MATE = [
    ("enter", "WHITE NC7 BH7 QH5 PF3 PE2 KG2 RH2 NC1 RF1 BG1"),
    ("enter", "BLACK BD8 RE8 RF8 BG8 PC5 PC4 KF4 SOLVE"),
]
HANDS = {  # what brings a program into its longest state; the others run, or wait, from the beginning
    "wally": [*HANDICAP, ("act", "go", 48)],
    "wally-walk": [*HANDICAP, ("act", "go", 48)],
    "wally-line": [("type", "00\r"), ("type", "44\r")],
    "checkers": OPENING,
    "kalmoves": [*[("command", "more pits")] * 4, ("command", "count")],
    "kalah": [("enter", "PLAY 12")],
    "draughts": [("enter", "PLAY 9")],
    "mates": MATE,
    "perft": [("open", "=DEPTH 8"), ("press", "console", "START")],
    "tperft": [("open", "=DEPTH 8"), ("press", "console", "START")],
    "rook": [("enter", "2 KC6 RH1 KE5")],
    "queen": [("enter", "KC6 QH1 KE5")],
    "bishops": [("enter", "KC6 BH1 BG1 KE5")],
    "knight": [("enter", "KC6 BH1 NG1 KE5")],
    "triangles": [("enter", "KC6 BH1 NG1 KE5")],
    "asm/cdc6600/nps.alg": [("command", "size 19"), ("act", "board", 60)],
    "asm/cdc6600/zobrist.alg": [],
    "asm/cdc6600/nmates.alg": MATE,
    "asm/cdc6600/influence.alg": [("enter", "19 2"), ("enter", "4 4 16 16 10 10 -1"), ("enter", "3 3 5 17 -1")],
    "asm/cdc6600/pitrules.alg": [],
}  # fmt: skip
PROGRAMS = [(model.name, name) for model in registry.models().values() for name in model.programs()]
PROGRAMS = [each for each in PROGRAMS if each[1] not in ("kim1-monitor", "kalgame")]  # kalah opens kalgame
PROGRAMS += [("6600", "kalmoves")]
PROGRAMS += [("6600", name) for name in HANDS if name.endswith(".alg")]


class Watcher:
    """Somebody who looks at the line, of a controller whose clock they turn."""

    def __init__(self, controller, clock) -> None:
        self.controller, self.clock = controller, clock
        controller.now, controller.pacer = clock, Pacer(controller, 1.0, clock)
        controller._seen_at = controller._notice_until = clock()

    @classmethod
    def at(cls, machine, program):
        model = registry.find(machine)
        more = {"expand_high": 8192} if program == "functional" else {}
        found = cls(model.runner().controller({"program": program, **more}), Clock())
        found.wait(READY)
        return found

    def wait(self, seconds, step=0.25) -> str:
        for _ in range(round(seconds / step)):
            self.clock.time += step
            self.controller.advance()
        return self.controller.shown["now"]

    def do(self, hands) -> None:
        for name, *given in hands:
            getattr(self.controller, name)(*given)
            self.controller.release()
            self.wait(0.5)

    def way_out(self, line) -> bool:
        """Return whether a line names a command of this face, a key of the machine, or what hands do."""
        panel = self.controller.panel
        keys = [key for _, key in panel.keys.values()] + ["STOP.", "RERUN.", "GO."]
        labels = [label for label in self.controller.ui["names"].values() if len(label) > 1]
        named = any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", line) for each in (*keys, *labels))
        return named or bool(re.search(r"\b(click|choose|type|waits for a line)\b", line))

    def look(self, times=TIMES) -> list[str]:
        lines, before = [self.controller.shown["now"]], 0
        for each in times:
            lines.append(self.wait(each - before))
            before = each
        return lines


IN_TERMINAL = ("wally", "checkers", "rook")  # one a machine: the words are the same, but for names of keys
VIEWS = [(*each, terminal) for each in PROGRAMS for terminal in (False, True) if not terminal or each[1] in IN_TERMINAL]


@pytest.mark.parametrize(("machine", "program", "terminal"), VIEWS)
def test_no_line_stays_as_it_is_without_a_way_out(machine, program, terminal):
    watcher = Watcher.at(machine, program)
    if terminal:
        watcher.controller.in_terminal = True
    watcher.do(HANDS.get(program, ()))
    if machine == "6600":
        watcher.controller.pacer.speed = 0.1
    lines = watcher.look()
    stuck = [line for before, line in itertools.pairwise(lines) if line == before]
    assert [line for line in stuck if not watcher.way_out(line)] == []
    if watcher.controller.shown.get("work"):
        assert ("Alt-T turbo" if terminal else "TURBO") + " hurries" in lines[-1]


ESTIMATES = [
    pytest.param(model.name, name, work, seconds, id=f"{name} {work}")
    for model in registry.models().values()
    for name, entry in roms.manifest().items()
    if entry["machine"] == model.name and name != "checkers"  # its are means of answers to seven openings
    for work, seconds in entry.get("takes", {}).items()
    if seconds < (15 if model.name == "6600" else 200) or ALL_EXAMPLES
]


@pytest.mark.parametrize(("machine", "program", "work", "seconds"), ESTIMATES)
def test_first_estimates_are_what_the_programs_take(machine, program, work, seconds):
    """`takes` of the manifest. The others, which take more of the host, with IRONBOARD_EXAMPLES=all."""
    watcher = Watcher.at(machine, program)
    controller = watcher.controller
    if machine == "6600":
        controller.enter(work)
    elif machine == "704":
        cards = [("open", f"={work}")] if work != "program" else []
        watcher.do([*cards, ("press", "console", "START")])
    lines, limit = [], controller.ui["seconds"] + 1.2 * seconds + READY
    while work not in controller.ui["wait"]["took"] and controller.ui["seconds"] < limit:
        controller.run_to(controller.cycles + int(controller.clock * seconds / 100))
        controller.refresh()
        lines.append(controller.shown["now"])
    assert sum(f" of about {advice.rough(seconds)} at x1" in each for each in lines) > 50
    assert controller.ui["wait"]["took"][work][0] == pytest.approx(seconds, rel=0.05)


def test_work_is_named_by_lines_whose_number_decides_how_long_it_takes():
    lines = ("PLAY 9", " DEPTH  7 ", "SOLVE", "4 4", "BLACK KE5", "PITS 1 2", "")
    named = ["PLAY 9", "DEPTH 7", *["answer"] * 5]
    assert [advice.work_of(each, "answer") for each in lines] == named


def test_a_kim_1_that_has_ended_or_waits_at_the_teletype_is_not_at_work():
    functional = Watcher.at("kim1", "functional")
    assert (
        "a program runs, 3 s of about 2 min 40 s at x1" in functional.controller.shown["now"]
    )  # above 2000, as the monitor
    functional.controller.run_to(160 * functional.controller.clock)
    assert functional.wait(0.5) == "the program has ended in a jump to itself at 2003: RS goes to the monitor"
    wally = Watcher.at("kim1", "wally-line")
    wally.do(HANDS["wally-line"])
    wally.controller.run_to(60 * wally.controller.clock)
    assert wally.wait(0.5).startswith("Wally waits for a line of the Teletype: row, column, Return")


def test_pitrats_program_at_work_names_a_way_out():
    watcher = Watcher(pitrat_console.console(Session(Options(rules="ttt")), 1), Clock())
    watcher.controller.pacer.speed = 0.01
    watcher.wait(0.5)
    lines = watcher.look((5, 10, 30))
    assert "the program executes the rules" in lines[0]
    assert all("STOP. holds it; TURBO hurries" in line for line in lines[:2])
    assert "you are White, your move" in lines[-1]


def test_the_704_says_how_long_it_thinks_at_first_and_then_from_its_history():
    watcher = Watcher.at("704", "checkers")
    for _ in range(6):  # from 3 moves ahead to 8, then 1
        watcher.controller.command("depth")
        watcher.wait(2.0)
    assert watcher.controller.ui["takes"]["moves, 3 ahead"] > 60
    watcher.do(OPENING)
    lines = watcher.look((3, 5))
    expected = advice.rough(watcher.controller.ui["takes"]["moves, 1 ahead"])
    assert f" of about {expected} at x1; MANUAL (space bar) stops it; TURBO hurries" in lines[1]
    assert [re.search(r"(\d+) s of", line)[1] for line in lines[1:]] == ["2", "4"]  # the cards are read before
    watcher.wait(60)
    took = watcher.controller.ui["wait"]["took"]["moves, 1 ahead"]
    watcher.do([("command", "let it move")])
    assert f" of about {advice.rough(took[0])} at x1" in watcher.wait(1.0)


def test_estimates_are_the_mean_of_the_last_answers_and_are_forgotten_with_the_past():
    ui = {"seconds": 0.0, "names": {"turbo": "TURBO"}, "takes": {}, "paused": False, "speed": "x1",
          "wait": {"work": "", "since": 0, "took": {}}}  # fmt: skip

    def said(seconds, work="answer"):
        shown = {"now": "it thinks", "work": work}
        ui["seconds"] = float(seconds)
        advice.follow(ui, shown)
        return shown["now"]

    assert said(0) == "it thinks; TURBO hurries"
    assert said(7) == "it thinks, 7 s; TURBO hurries"
    assert said(100, "") == "it thinks"
    assert said(200) == "it thinks, 0 s of about 1 min 40 s at x1; TURBO hurries"
    said(400, "")
    assert said(500) == "it thinks, 0 s of about 2 min 30 s at x1; TURBO hurries"
    assert said(675) == "it thinks, 2 min 55 s, more than the 2 min 30 s expected; TURBO hurries"
    assert said(300) == "it thinks, 0 s of about 2 min 30 s at x1; TURBO hurries"  # gone back in time
    ui["speed"] = "turbo"
    assert said(301) == "it thinks, 1 s of about 2 min 30 s at x1"


def test_times_are_told_as_people_say_them():
    assert [advice.rough(each) for each in (2.4, 59.4, 64, 66, 150, 254, 600, 845)] == [
        "2 s", "59 s", "1 min", "1 min 10 s", "2 min 30 s", "4 min 10 s", "10 min", "14 min",
    ]  # fmt: skip
    assert [advice.lasting(each) for each in (0.9, 59.9, 60, 125)] == ["0 s", "59 s", "1 min 00 s", "2 min 05 s"]


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
def test_a_page_says_the_same_words():
    watcher, model = Watcher.at("704", "checkers"), registry.find("704")
    fresh = model.runner().controller({"program": "checkers"})
    hands = [["act", "board", cell] for _, _, cell in OPENING]
    result = in_node(
        fresh,
        f"pass({READY}); for (const [name, ...given] of {hands}) desk[name](...given); pass(8);"
        "told.line = desk.shown.now;",
    )
    for name, *given in hands:
        getattr(watcher.controller, name)(*given)
    line = watcher.wait(8, 1 / 30)
    assert "11-15 punched" in line
    assert "8 s of about" in line or "7 s of about" in line
    assert result["told"]["line"] == line


def test_a_6600_without_a_job_and_a_job_that_is_held_name_a_way_out():
    watcher = Watcher(registry.find("6600").runner().controller({"empty": True}), Clock())
    assert isinstance(watcher.controller, Controller6600)
    assert watcher.way_out(watcher.wait(5))
    held = Watcher.at("6600", "kalah")
    held.do([("enter", "STOP.")])
    assert held.wait(5).startswith("held: GO.")
