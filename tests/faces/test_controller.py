"""The controller: time, steps, hands, commands, questions, moments, light of lamps. None of it needs a view."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from types import SimpleNamespace

import pytest

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.ui.controller import NOTICE_SECONDS, Controller
from host.ui.files import complete
from host.ui.operating import CHECK, FEWER, LONG, PIECES, brightness
from host.ui.parts import Box, Command, Game, Key, Keys, Pane, Panel, Paper, Tube
from tests.faces.user import Clock

CLOCK = 1_000_000


class Machine:
    """A machine that keeps what it is given, with the cycle."""

    title, clock, program_counter = "Invented", CLOCK, "PC"

    def __init__(self):
        self.m, self.printed = SimpleNamespace(given=[], word=0, busy_until=0, stands=False, pc=0o100, cycles=0), b""
        self.stops_at, self.reason = None, Stop.HALT

    @property
    def cycles(self):
        return self.m.cycles

    def run_to(self, cycle):
        if self.stops_at is not None and self.m.cycles < self.stops_at <= cycle:
            self.m.cycles, self.stops_at = self.stops_at, None
            return self.reason
        self.m.cycles = max(cycle, self.m.cycles)
        return Stop.NONE

    def step(self):
        self.m.cycles += 3
        self.m.pc += 1
        return self.reason if self.m.pc == 0o103 else Stop.NONE

    def give(self, kind, value):
        if kind == "bad":
            raise ValueError(f"{value} cannot be done")
        self.m.given.append((self.m.cycles, kind, value))

    def save_state(self):
        return pickle.dumps(self.m)

    def load_state(self, state):
        self.m = pickle.loads(state)

    def snapshot(self):
        return SimpleNamespace(cycle=self.cycles, m=copy.deepcopy(self.m))

    def restore(self, snapshot):
        self.m = copy.deepcopy(snapshot.m)

    def read_register(self, name):
        return self.m.pc

    def disassemble(self, address):
        return f"OP {address}", 1

    def digits(self, number):
        return f"{number:o}"


def act(m, ui, what, value):
    """Do what a test says, or give it to the machine."""
    ui.setdefault("acts", []).append((what, value))
    return copy.deepcopy(ui.get("plan", {}).get(what, [["give", what, value]]))


def controller(machine=None, **options):
    panes = options.pop("panes", (Pane(name="all", box=Box(0, 0, 100, 100)),))
    speed = options.pop("speed", 1.0)
    panel = Panel(
        title="Invented",
        size=(100, 100),
        panes=panes,
        look=lambda m, ui: {"cycles": m.cycles, "now": "panel", "status": "panel"},
        act=act,
        ready=lambda m, ui, name: m.cycles >= m.busy_until,
        standing=lambda m, ui: m.stands,
        **options,
    )
    return Controller(machine or Machine(), panel, now=Clock(), speed=speed)


def wait(controller, seconds, frames=None):
    """Let seconds pass in frames."""
    for _ in range(frames or max(1, round(60 * seconds))):
        controller.now.time += seconds / (frames or max(1, round(60 * seconds)))
        controller.advance()


def given(controller):
    return controller.machine.m.given


# ---------------------------------------------------------------- time


def test_the_machine_runs_at_the_speed_of_the_clock_on_the_wall():
    here = controller()
    wait(here, 2.0)
    assert here.cycles == pytest.approx(2 * CLOCK, rel=1e-3)
    assert here.shown["cycles"] == here.cycles
    double = controller(speed=2.0)
    wait(double, 1.0)
    assert double.cycles == pytest.approx(2 * CLOCK, rel=1e-3)


def test_a_machine_that_is_paused_stands_still():
    here = controller()
    here.command("pause")
    wait(here, 1.0)
    assert here.cycles == 0
    assert here.ui["paused"]
    here.command("pause")
    wait(here, 1.0)
    assert here.cycles == pytest.approx(CLOCK, rel=1e-3)
    assert not here.ui["paused"]


def test_a_machine_that_stops_is_told_of_and_stands_still():
    machine = Machine()
    here = controller(machine)
    machine.stops_at = 50_000
    wait(here, 1.0)
    assert here.cycles == 50_000
    assert here.notice == "stopped at 100: halt"
    assert here.ui["paused"]


def test_a_hand_starts_a_machine_that_has_stopped():
    machine = Machine()
    here = controller(machine)
    machine.stops_at = 50_000
    wait(here, 1.0)
    here.act("start", 1)
    wait(here, 0.5)
    assert here.cycles == pytest.approx(50_000 + CLOCK // 2, rel=1e-3)


def test_speeds_are_steps_of_a_table_and_turbo_a_switch():
    here = controller()
    seen = []
    for name in ("faster", "slower", "slower", "turbo", "turbo", "faster", "speed"):
        here.command(name)
        seen.append((here.pacer.speed, here.ui["speed"]))
    assert [speed for speed, _ in seen] == [2.0, 1.0, 0.5, math.inf, 1.0, 2.0, 1.0]
    assert [name for _, name in seen] == ["x2", "x1", "x0.5", "turbo", "x1", "x2", "x1"]


def test_a_step_is_one_instruction_and_then_the_machine_stands_still():
    here = controller()
    here.command("step")
    wait(here, 1.0)
    assert (here.cycles, here.machine.m.pc) == (3, 0o101)
    assert here.ui["instruction"] == "OP 65"
    here.step(5)
    assert here.machine.m.pc == 0o103  # where it stops by itself
    assert "halt" in here.notice


# ---------------------------------------------------------------- steps


def test_inputs_come_at_their_cycles_whatever_the_frames_are():
    for frames in (1, 7, 60, 200):
        here = controller()
        here.ui["plan"] = {"key": [["give", "down", 1], ["wait", 60_000], ["give", "up", 1], ["wait", 30_000]]}
        here.act("key", 1)
        here.act("key", 2)
        wait(here, 1.0, frames)
        assert given(here) == [(0, "down", 1), (60_000, "up", 1), (90_000, "down", 1), (150_000, "up", 1)]
        assert here.ui["waiting"] == 0


def test_inputs_do_not_make_the_machine_late():
    here = controller()
    here.ui["plan"] = {"key": [["give", "down", 1], ["wait", 10_001], ["give", "up", 1], ["wait", 10_001]] * 20}
    here.act("key", 1)
    wait(here, 1.0)
    assert len(given(here)) == 40
    assert here.cycles == pytest.approx(CLOCK, rel=1e-3)


def test_a_step_can_wait_until_something_has_been_true_for_a_while():
    here = controller()
    here.machine.m.busy_until = 200_000
    here.ui["plan"] = {"move": [["until", "listens", 50_000], ["give", "move", 1]]}
    here.act("move", 1)
    assert here.ui["waiting"] == 2
    wait(here, 1.0)
    [(cycle, *_)] = given(here)
    assert 250_000 <= cycle <= 250_000 + 2 * CHECK


def test_what_is_true_only_now_and_then_is_not_waited_for_long_enough():
    here = controller()
    here.ui["plan"] = {"move": [["until", "listens", 300_000], ["give", "move", 1]]}
    here.act("move", 1)
    wait(here, 0.2)
    here.machine.m.busy_until = here.cycles + 20_000
    wait(here, 0.25)
    assert given(here) == []
    wait(here, 0.2)
    assert len(given(here)) == 1


def test_a_program_has_a_say_in_what_is_waited_for():
    game = Game(programs=("game",), look=lambda m, ui: {}, ready=lambda m, ui, name: m.word == 1)
    here = controller(game=game)
    here.ui["plan"] = {"move": [["until", "listens", 0], ["give", "move", 1]]}
    here.act("move", 1)
    wait(here, 0.1)
    assert given(here) == []
    here.machine.m.word = 1
    wait(here, 0.1)
    assert len(given(here)) == 1


def test_no_time_has_to_pass_in_a_machine_that_waits_for_a_hand():
    here = controller()
    here.machine.m.stands = True
    here.ui["plan"] = {
        "card": [["give", "a", 1], ["wait", 1000], ["give", "b", 2], ["until", "x", 99], ["give", "c", 3]]
    }
    here.act("card", 0)
    assert given(here) == [(0, "a", 1), (0, "b", 2), (0, "c", 3)]
    wait(here, 1.0)
    assert here.cycles == 0
    here.machine.m.stands = False
    wait(here, 0.1)
    assert here.cycles == pytest.approx(CLOCK / 10, rel=0.02)  # the time it stood is not made up


def test_steps_say_do_commands_and_set_the_speed():
    here = controller()
    here.ui["plan"] = {"all": [["say", "the deck is read"], ["speed", 5], ["step", 2], ["command", "other"]]}
    here.act("all", 0)
    assert here.notice == "the deck is read"
    assert here.pacer.speed == 5.0
    assert here.machine.m.pc == 0o102
    assert given(here) == [(6, "command", "other")]
    here.ui["plan"] = {"turbo": [["speed", 0]]}
    here.act("turbo", 0)
    assert math.isinf(here.pacer.speed)


def test_instead_forgets_what_still_waits():
    here = controller()
    here.machine.m.busy_until = 10**9
    here.ui["plan"] = {
        "move": [["give", "up", 0], ["wait", 10], ["until", "listens", 0], ["give", "move", 1]],
        "other": [["instead"], ["give", "other", 2]],
    }
    here.act("move", 1)
    here.act("other", 2)
    wait(here, 0.1)
    assert [kind for _, kind, _ in given(here)] == ["up", "other"]


def test_a_step_that_goes_wrong_ends_the_others_and_is_told():
    here = controller()
    here.ui["plan"] = {"deck": [["give", "bad", "card 3"], ["give", "more", 1]]}
    here.act("deck", 0)
    assert here.error == "card 3 cannot be done"
    wait(here, 0.1)
    assert given(here) == []
    assert here.error == "card 3 cannot be done"  # until it is seen
    here.act("fine", 1)
    assert here.error == ""


@pytest.mark.parametrize("stands", [False, True])
def test_a_step_that_goes_wrong_later_is_told_and_the_machine_stands_still(stands):
    here = controller()
    here.machine.m.busy_until = 10_000
    here.ui["plan"] = {"deck": [["until", "ready", 0], ["give", "bad", "card 3"], ["give", "more", 1]]}
    here.act("deck", 0)
    assert here.error == ""
    here.machine.m.stands, here.machine.m.busy_until = stands, 0
    wait(here, 0.1)
    assert here.error == "card 3 cannot be done"
    assert here.pacer.paused
    assert not here.steps


def test_an_error_of_a_key_is_still_there_when_the_finger_lets_go():
    here = controller()
    here.ui["plan"] = {"pad": [["give", "bad", "card 3"]]}
    here.press("pad", "A")
    here.release()
    assert here.error == "card 3 cannot be done"
    assert [kind for _, kind, _ in given(here)] == ["pad up"]
    here.press("switch", 1)
    assert here.error == ""


def test_an_error_of_a_command_within_steps_is_told():
    here = controller()
    here.ui["plan"] = {"undo": [["command", "take back"], ["give", "more", 1]]}
    here.act("undo", 0)
    assert here.error == "there is no move to take back"
    assert given(here) == []


# ---------------------------------------------------------------- hands

PAD = Keys(name="pad", keys=(Key("A", Box(0, 0, 10, 10), meaning="ten"), Key("B", Box(10, 0, 10, 10))))
PAPER = Paper(name="paper", box=Box(0, 20, 90, 40), columns=40, line=10, typed=True)
TUBE = Tube(name="tube", box=Box(0, 60, 40, 40), typed=True)
ALL = (Pane(name="all", box=Box(0, 0, 100, 100), parts=(PAD, PAPER, TUBE)),)
KEYS = {"a": ("pad", "A"), "f1": ("pad", "B")}
COMMANDS = (Command("mark", "MARK", "m"), Command("pause", "PAUSE", "f7"))


def test_a_finger_lets_go_of_one_key_before_it_presses_another():
    here = controller(panes=ALL, keys=KEYS)
    here.press("pad", "A")
    here.press("pad", "B")
    here.release()
    here.release()
    assert here.ui["acts"] == [("pad", "A"), ("pad up", "A"), ("pad", "B"), ("pad up", "B")]


def test_keys_of_the_pc_are_commands_or_keys_of_the_machine():
    here = controller(panes=ALL, keys=KEYS, commands=COMMANDS)
    assert [here.key(name) for name in ("m", "a", "f7", "z")] == [True, True, True, False]
    assert here.ui["acts"] == [("command", "mark"), ("pad", "A")]
    assert here.pacer.paused


def test_the_program_is_asked_first_and_leaves_what_it_does_not_know():
    game = Game(
        programs=("game",),
        look=lambda m, ui: {"now": "your move", "board": ui["board"]},
        act=lambda m, ui, what, value: [["give", "game", value]] if what == "go" else None,
        commands=(Command("pass", "PASS", "p"),),
        ui={"board": [1, 2]},
    )
    here = controller(game=game, commands=COMMANDS)
    here.act("go", 7)
    here.act("pad", "A")
    assert [each[1:] for each in given(here)] == [("game", 7), ("pad", "A")]
    assert (here.shown["now"], here.shown["status"], here.shown["board"]) == ("your move", "panel", [1, 2])
    assert [each.name for each in here.commands] == ["mark", "pause", "pass"]
    here.ui["board"].append(3)
    assert game.ui == {"board": [1, 2]}  # the description stays as it is


def test_the_keyboard_goes_round():
    here = controller(panes=ALL, keys=KEYS)
    seen = [here.focus]
    for _ in range(3):
        here.command("focus")
        seen.append(here.focus)
    assert seen == ["", "paper", "tube", ""]
    without = controller(panes=ALL)
    assert without.focus == "paper"
    without.command("focus")
    assert without.focus == "tube"
    assert controller().focus == ""


def test_the_meaning_of_a_key():
    here = controller(panes=ALL)
    assert here.meaning(PAD, "A") == "ten"
    assert here.meaning(PAD, "C") == ""
    assert here.meaning(TUBE, "A") == ""


def test_panes_of_a_group_are_shown_in_turn():
    panes = (
        Pane(name="one", box=Box(0, 0, 1, 1)),
        *(Pane(name=name, box=Box(0, 0, 1, 1), group="side") for name in "abc"),
    )
    here = controller(panes=panes)
    seen = []
    for name in ("", "b", "b", "a", "c", "c"):
        if name:
            here.command(f"show {name}")
        seen.append([pane.name for pane in here.panes])
    assert seen == [["one", name] for name in "abcaca"]


# ---------------------------------------------------------------- paper


def test_paper_follows_what_is_printed_and_is_torn_off():
    here = controller(panes=ALL)
    here.machine.printed = b"ONE\nTWO\n"
    here.refresh()
    assert here.paper.lines == ["ONE", "TWO", ""]
    here.command("tear_off")
    assert here.paper.lines == [""]
    here.machine.printed += b"THREE"
    here.refresh()
    assert here.paper.lines == ["THREE"]
    assert here.printed == b"THREE"
    here.machine.printed = b"NEW"  # the machine has gone to an earlier time
    here.refresh()
    assert here.paper.lines == ["NEW"]


def test_whoever_reads_older_lines_goes_on_seeing_them():
    here = controller(panes=ALL)
    here.machine.printed = "".join(f"{n}\n" for n in range(20)).encode()
    here.refresh()
    here.scroll(5)
    before = here.paper.visible(4, here.back)
    here.machine.printed += b"20\n21\n"
    here.refresh()
    assert here.paper.visible(4, here.back) == before
    assert here.back == 7
    here.scroll(-100)
    assert here.back == 0
    here.scroll(100)
    assert here.back == 22
    here.type("x")
    assert here.back == 0


# ---------------------------------------------------------------- light


def lit(word, width=4):
    """Return a controller whose machine has a word of lamps."""
    return controller(sample=lambda m, ui: [word(m) if callable(word) else word], widths=(width,))


def test_lamps_are_read_from_the_left():
    here = lit(0b0110)
    assert here.ui["light"] == [[0, 16, 16, 0]]


def test_a_lamp_that_is_lit_for_a_share_of_the_time_is_as_bright_as_its_root():
    here = lit(lambda m: int(m.cycles // 100 % 4 == 0))
    wait(here, 1.0)
    assert here.ui["light"][0][:3] == [0, 0, 0]
    assert here.ui["light"][0][3] == pytest.approx(brightness(0.25), abs=3)


def test_lamps_are_looked_at_often_in_a_short_run_and_less_often_in_a_long_one():
    seen = []

    def word(m):
        seen.append(m.cycles)
        return 0

    here = lit(word)
    counts = []
    for cycles in (LONG - 1, LONG, 10 * LONG):
        seen.clear()
        first = here.cycles
        here.run_to(first + cycles)
        assert here.cycles == seen[-1] == first + cycles
        gaps = [b - a for a, b in itertools.pairwise([first, *seen])]
        counts.append(len(seen))
        assert max(gaps) < 2.1 * cycles / len(seen)
        assert len(set(gaps)) > 3  # never in step with a loop of the program
    assert counts == [PIECES, FEWER, FEWER]


def test_the_eye_follows_light_after_a_moment():
    here = lit(lambda m: m.word)
    seen = []
    here.machine.m.word = 0b1000
    for _ in range(12):
        wait(here, 1 / 60, 1)
        seen.append(here.ui["light"][0][0])
    assert seen == sorted(seen)
    assert 0 < seen[0] < 12
    assert seen[-1] == 16
    here.machine.m.word = 0
    wait(here, 1 / 60, 1)
    assert 0 < here.ui["light"][0][0] < 16
    here.refresh(still=True)
    assert here.ui["light"][0] == [0, 0, 0, 0]


def test_brightness():
    assert [brightness(share) for share in (0.0, 0.004, 0.006, 0.25, 1.0, 1.5)] == [0, 0, 1, 8, 16, 16]


# ---------------------------------------------------------------- notices and questions


def test_a_notice_is_shown_for_some_seconds():
    here = controller()
    here.tell("kept")
    wait(here, NOTICE_SECONDS - 0.5)
    assert here.notice == "kept"
    wait(here, 1.0)
    assert here.notice == ""


def test_a_question_stays_until_the_answer_is_right():
    here, answers = controller(), []

    def take(text):
        if text == "wrong":
            raise IronboardError("no such file")
        answers.append(text)

    here.ask("Open", take, "Tab completes.", "begun")
    assert (here.prompt.title, here.prompt.hint, here.prompt.text) == ("Open", "Tab completes.", "begun")
    here.answer("wrong")
    assert here.prompt
    assert here.error == "no such file"
    here.answer("right")
    assert (here.prompt, here.error, answers) == (None, "", ["right"])
    here.answer("nothing is asked")
    assert answers == ["right"]


def test_saving_asks_before_a_file_is_replaced(tmp_path):
    here, written = controller(), []
    here.write = lambda text, overwrite: written.append((text, overwrite))
    path = tmp_path / "one.state"
    here.command("save")
    here.answer(str(path))
    assert written == [(str(path), False)]
    assert here.prompt is None
    path.touch()
    here.command("save")
    here.answer(f'"{path}"')
    assert here.prompt.title == "one.state exists: Enter replaces it, Esc does not"
    here.answer(str(path))
    assert written[1:] == [(str(path), True)]
    here.command("save")
    here.answer("  ")
    assert "type the name of a file" in here.error


def test_a_controller_without_files_opens_and_saves_nothing(tmp_path):
    here = controller()
    here.command("open")
    here.answer("deck")
    assert here.error == "nothing can be opened here"
    here.command("save")
    here.answer(str(tmp_path / "new"))
    assert here.error == "nothing can be saved here"


def test_names_of_files_are_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("checkers.cards", "checkers.txt", "deck one"):
        (tmp_path / name).touch()
    (tmp_path / "tapes" / "go").mkdir(parents=True)
    assert complete("ch") == "checkers."
    assert complete("checkers.t") == "checkers.txt"
    assert complete("ta") == "tapes/"
    assert complete("tapes/") == "tapes/go/"
    assert complete("none") == "none"
    assert complete("nowhere/x") == "nowhere/x"
    assert complete(f"{tmp_path}/de") == f"{tmp_path}/deck one"


def test_commands_help_and_quit():
    here = controller()
    here.command("help")
    assert here.shows_help
    here.command("help")
    assert not here.shows_help
    here.command("quit")
    assert here.quitting


# ---------------------------------------------------------------- moments


def test_a_moment_is_kept_and_gone_back_to():
    here = controller()
    here.command("back")
    assert "no moment has been kept" in here.error
    wait(here, 0.5)
    here.ui["note"] = ["then"]
    here.command("keep")
    kept = here.cycles
    assert here.notice == f"kept cycle {kept:,}"
    here.ui["note"].append("later")
    here.ui["focus"] = "paper"
    here.act("key", 1)
    here.machine.m.busy_until = 10**9
    here.ui["plan"] = {"move": [["until", "listens", 0], ["give", "move", 1]]}
    here.act("move", 1)
    wait(here, 1.0)
    here.command("back")
    assert here.cycles == kept
    assert here.notice == f"back at cycle {kept:,}"
    assert here.ui["note"] == ["then"]
    assert here.ui["focus"] == "paper"  # what is looked at stays
    assert not here.steps
    wait(here, 0.5)
    assert given(here) == []
    assert here.cycles == pytest.approx(kept + CLOCK / 2, rel=0.01)
    here.command("back")
    assert here.cycles == kept  # as often as one likes


def test_moves_are_taken_back_one_after_another():
    here = controller()
    cycles = []
    for _ in range(3):
        here.command("remember")
        cycles.append(here.cycles)
        wait(here, 0.1)
    for cycle in reversed(cycles):
        here.command("take back")
        assert here.cycles == cycle
    here.command("take back")
    assert here.error == "there is no move to take back"


def test_rerun_goes_back_to_where_the_panel_was_put_up():
    machine = Machine()
    machine.m.cycles = 777
    here = controller(machine)
    here.act("key", 1)
    wait(here, 0.5)
    here.command("rerun")
    assert (here.cycles, given(here)) == (777, [])
    wait(here, 0.5)
    here.command("rerun")
    assert here.cycles == 777


def test_a_moment_gone_back_to_lets_go_of_the_finger():
    here = controller(panes=ALL)
    here.command("keep")
    here.press("pad", "A")
    here.command("back")
    here.ui.pop("acts", None)
    here.release()
    assert "acts" not in here.ui
