"""Machines of others: a package for each in the namespace ironboard_machines, and the project knows them everywhere."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pyte
import pytest

from emulators.machine import Stop
from host.ui import window
from host.ui.sheet import text_of
from tests.faces.pages import compare_views, in_node, record_of, relive
from tests.machines.ironboard_machines.echo.machine import Echo
from tests.machines.ironboard_machines.toy import machine, panel
from tests.machines.ironboard_machines.toy.machine import Toy
from tests.pseudo_terminal import MAIN, PATIENCE, Terminal

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COUNT = (0o1010, 0o3011, 0o2010, 0o4000)  # LDA 10; ADD 11; STA 10; JMP 0
ECHO = (0o1776, 0o6000, 0o4004, 0o4000, 0o2777, 0o4000)  # LDA 776; SZA; JMP 4; JMP 0; 4: STA 777; JMP 0
DOUBLE = {0o40: 0, 0o41: 0o1100, 0o42: 0o3100, 0o43: 0o2100, 0o44: 0o7040}  # LDA 100; ADD 100; STA 100; JMP I 40


PATH = os.pathsep.join([str(HERE), str(ROOT)])
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")

in_node_only = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


@pytest.fixture
def ironboard(tmp_path):
    """Run a command in a folder where those machines can be imported; return what it has printed."""
    environment = os.environ | {"PYTHONPATH": PATH}

    def run(*arguments, module="ironboard", status=0):
        line = [sys.executable, "-m", module, *map(str, arguments)]
        done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize(("package", "most"), [("toy", 400), ("echo", 150)])
def test_a_machine_is_one_small_package(package, most):
    files = (HERE / "ironboard_machines" / package).glob("*.py")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= most


# ---------------------------------------------------------------- a machine that is like no other


def test_a_new_machine_runs_headless_from_a_saved_state(ironboard, tmp_path):
    toy = Toy(ECHO)
    (tmp_path / "echo.state").write_bytes(toy.save_state())
    said = ironboard("toy", "--headless", "--state", "echo.state", "--type", "HELLO", "--cycles", 1000)
    assert said.startswith("HELLO")
    assert said.splitlines()[-1].startswith("HELLOrunning at 0o00")


def test_a_new_machine_has_a_debugger_with_a_profile(ironboard):
    program = " ".join(f"{word:o}" for word in COUNT)
    commands = [f"fill 0 3 {program}", "fill 11 11 1", "profile on", "break 3", "continue", "print AC", "back",
                "profile", "quit"]  # fmt: skip
    said = ironboard("debug", "--machine", "toy", "--line", *(word for each in commands for word in ("-e", each)))
    assert "JMP 000" in said
    assert "STA 010" in said, "one step back"
    assert "33.3 %" in said


def test_a_new_machine_has_test_vectors(ironboard, tmp_path):
    right = {"name": "ADD", "before": {"pc": 0, "ac": 1}, "memory": {"0": 0o3000}, "after": {"ac": 0o3001}}
    wrong = right | {"name": "wrong", "after": {"ac": 0}}
    (tmp_path / "vectors.json").write_text(f"{json.dumps(right)}\n{json.dumps(wrong)}\n")
    said = ironboard("verify", "toy", "vectors.json", status=1)
    assert "ADD: 1 of 2; vector 'wrong': AC is 3001 instead of 0" in said
    assert "1 passed, 1 failed" in said


def test_subroutines_of_a_new_machine_are_called_by_tests(ironboard, tmp_path):
    (tmp_path / "test_double.py").write_text(f"""
import pytest
from emulators.image import Image, Segment

SEGMENTS = [Segment(address, (word,)) for address, word in {DOUBLE!r}.items()]

@pytest.mark.toy
def test_double(machine, load, call):
    load(Image(SEGMENTS, symbols={{"DOUBLE": 0o40}}, word_bits=12))
    machine.poke(0o100, 21)
    assert call("DOUBLE").cycles == 8
    assert machine.peek(0o100) == 42
""")
    assert "1 passed" in ironboard("-p", "no:cacheprovider", module="pytest")


# ---------------------------------------------------------------- its front panel


class Clock:
    """The clock on the wall."""

    time = 0.0

    def __call__(self):
        return self.time


def sit_down(words=ECHO):
    """Return a controller with a Toy, and a function that lets time pass."""
    clock = Clock()
    controller = panel.controller(Toy(words), now=clock)

    def wait(seconds):
        for _ in range(round(seconds * 40)):
            clock.time += 1 / 40
            controller.advance()

    return controller, wait


def test_its_panel_shows_what_is_printed_and_typed_and_says_what_to_do():
    controller, wait = sit_down()
    wait(0.1)
    assert controller.shown["now"] == "type a character"
    controller.type("HELLO")
    wait(1.0)
    assert controller.paper.text == "HELLO"
    assert controller.cycles in (1100, 1101), "1,000 a second, and an instruction that is begun is finished"
    shown = text_of(controller, 80, 24)
    assert "HELLO" in shown
    assert "AC ○○○ ○○○ ○○○ ○○○  0000   PC 00" in shown
    assert "F5 restart" in shown


def test_its_lamps_glow_as_long_as_their_bits_are_set():
    controller, wait = sit_down(
        (0o1003, 0o1004, 0o4000, 0o7777, 0o7000)
    )  # the lower nine bits are set half of the time
    wait(1.0)
    row = controller.shown["lamps"][0]
    assert row[:3] == [16] * 3
    assert all(9 <= each <= 14 for each in row[3:])


def test_a_halt_is_told_and_restart_goes_on():
    controller, wait = sit_down((0o1003, 0o0000, 0, 0o1234))
    wait(0.1)
    assert controller.shown["now"] == "the Toy has halted: RESTART goes to 0"
    assert controller.pacer.stop == Stop.HALT
    assert controller.shown["ac"] == "1234"
    controller.machine.poke(1, 0o4001)
    assert controller.key("f5")
    wait(0.1)
    assert controller.shown["now"] == "type a character"
    assert controller.shown["pc"] == "PC 001"


def test_its_window_is_drawn(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    controller, wait = sit_down()
    wait(0.1)
    window.screenshot(controller, tmp_path / "before.png")
    controller.type("HELLO")
    wait(1.0)
    window.screenshot(controller, tmp_path / "after.png")
    assert (tmp_path / "after.png").read_bytes() != (tmp_path / "before.png").read_bytes()


@on_unix
def test_its_verb_opens_it_in_the_terminal(tmp_path):
    (tmp_path / "echo.state").write_bytes(Toy(ECHO).save_state())
    terminal = Terminal("toy", "--tui", "--state", str(tmp_path / "echo.state"), PYTHONPATH=PATH)
    try:
        terminal.wait_for(lambda display: "type a character" in "".join(display))
        terminal.type("HELLO")
        terminal.wait_for(lambda display: any("HELLO" in line for line in display[:20]))
        terminal.type("\x11")
        assert terminal.wait_for_end() == 0
    finally:
        terminal.close()


@in_node_only
def test_its_page_does_what_the_machine_does():
    toy = Toy(ECHO)
    start = toy.save_state()
    result = in_node(
        panel.controller(toy), 'pass(0.5); desk.type("HE"); desk.type("LLO"); pass(2); desk.key("f5"); pass(1);'
    )
    assert result["error"] == ""
    assert result["printed"] == "HELLO"
    assert result["shown"]["now"] == "type a character"
    toy.load_state(start)
    relive(toy, result)
    assert toy.printed == b"HELLO"
    record = record_of(result, machine)
    for name in ("pc", "ac", "cycles", "key"):
        assert getattr(record, name) == getattr(toy.m, name), name
    assert list(record.memory) == list(toy.m.memory)


@in_node_only
def test_its_view_functions_answer_in_a_page_what_they_answer_here():
    controller = panel.controller(Toy((0o1003, 0o0000, 0, 0o1234)))
    result = in_node(controller, 'note(); desk.type("A"); pass(1); note();')
    for moment in result["told"]["moments"]:
        compare_views(controller.panel, moment, machine)
    assert result["shown"]["now"].startswith("the Toy has halted")


def test_the_command_writes_its_page(ironboard, tmp_path):
    (tmp_path / "echo.state").write_bytes(Toy(ECHO).save_state())
    said = ironboard("web", "--machine", "toy", "--state", "echo.state", "-o", "toy.html")
    assert said.startswith("toy.html: ")
    page = (tmp_path / "toy.html").read_text("utf-8")
    assert "<title>Toy</title>" in page
    assert len(page) < 60_000


class Served:
    """An `ironboard` command as `textual serve` runs it: packets with what a terminal in a browser sends and shows."""

    def __init__(self, *arguments):
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self._packets = b""
        environment = os.environ | {"PYTHONPATH": PATH, "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *arguments],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def send(self, kind, payload):
        self.process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
        self.process.stdin.flush()

    def wait_for(self, text):
        end = time.monotonic() + PATIENCE
        while not any(text in line for line in self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            assert self.process.poll() is None, "it has ended"
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                self._take(os.read(self.process.stdout.fileno(), 65536))

    def _take(self, data):
        self._packets = (self._packets + data).removeprefix(b"__GANGLION__\n")
        while len(self._packets) >= 5 and len(self._packets) >= 5 + int.from_bytes(self._packets[1:5], "big"):
            end = 5 + int.from_bytes(self._packets[1:5], "big")
            if self._packets[:1] == b"D":
                self._stream.feed(self._packets[5:end])
            self._packets = self._packets[end:]


@on_unix
def test_its_terminal_is_served_to_a_browser(tmp_path):
    (tmp_path / "echo.state").write_bytes(Toy(ECHO).save_state())
    served = Served("toy", "--tui", "--state", str(tmp_path / "echo.state"))
    try:
        served.wait_for("type a character")
        served.send(b"D", b"HELLO")
        served.wait_for("∘ HELLO")
        served.send(b"M", json.dumps({"type": "quit"}).encode())
        assert served.process.wait(PATIENCE) == 0
    finally:
        with contextlib.suppress(OSError):
            served.process.kill()
        served.process.communicate()


# ---------------------------------------------------------------- another 6502 computer


@pytest.mark.parametrize("core", ["python", "py65"])
def test_another_6502_computer_boots_and_echoes_what_is_typed(core):
    echo = Echo(core=core)
    assert echo.run_until(lambda it: it.printed == b"READY\n", seconds=0.1)
    echo.type("HELLO")
    assert echo.run_until(lambda it: it.printed == b"READY\nHELLO", seconds=0.1)
    before = echo.snapshot()
    echo.type("!")
    echo.run(seconds=0.1)
    state = echo.save_state()
    echo.restore(before)
    assert echo.snapshot() == before
    echo.load_state(state)
    assert echo.save_state() == state


def test_another_6502_computer_has_command_line_debugger_vectors_and_assembler(ironboard, tmp_path):
    assert ironboard("echo", "--headless", "--type", "HELLO").startswith("READY\nHELLOrunning at 0xFF")
    (tmp_path / "program.s").write_text("        .org $0200\nSTART:  LDA #$41\n        STA $8001\n        JMP START\n")
    said = ironboard("debug", "program.s", "--machine", "echo", "--line", "-e", "step", "-e", "step",
                     "-e", "print A", "-e", "quit")  # fmt: skip
    assert "program.s:4  JMP START" in said
    assert "cycle 14 (+4)" in said
    assert "verify" in ironboard("--help")


def test_subroutines_of_another_6502_computer_are_called_by_tests(ironboard, tmp_path):
    (tmp_path / "test_add.py").write_text('''
import pytest

ADD = """
        .org $0200
ADD:    STA $20
        TXA
        CLC
        ADC $20
        RTS
"""

@pytest.mark.echo
def test_add(load, call):
    load(ADD)
    assert call("ADD", A=2, X=3).A == 5
''')
    assert "1 passed" in ironboard("-p", "no:cacheprovider", module="pytest")
