"""Machines of others: a package for each in the namespace ironboard_machines, and the project knows them everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.machines.ironboard_machines.echo.machine import Echo
from tests.machines.ironboard_machines.toy.machine import Toy

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COUNT = (0o1010, 0o3011, 0o2010, 0o4000)  # LDA 10; ADD 11; STA 10; JMP 0
DOUBLE = {0o40: 0, 0o41: 0o1100, 0o42: 0o3100, 0o43: 0o2100, 0o44: 0o7040}  # LDA 100; ADD 100; STA 100; JMP I 40


@pytest.fixture
def ironboard(tmp_path):
    """Run a command in a folder where those machines can be imported; return what it has printed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE), str(ROOT)])}

    def run(*arguments, module="ironboard", status=0):
        line = [sys.executable, "-m", module, *map(str, arguments)]
        done = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize(("package", "most"), [("toy", 300), ("echo", 150)])
def test_a_machine_is_one_small_package(package, most):
    files = (HERE / "ironboard_machines" / package).glob("*.py")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= most


# ---------------------------------------------------------------- a machine that is like no other


def test_a_new_machine_runs_headless_from_a_saved_state(ironboard, tmp_path):
    toy = Toy([0o1776, 0o6000, 0o4004, 0o4000, 0o2777, 0o4000])  # LDA 776; SZA; JMP 4; JMP 0; 4: STA 777; JMP 0
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
