"""Compiling ahead: everything that Python calls is compiled, and nobody waits for another machine."""

import subprocess
import sys

import pytest

from emulators import compiled, warm
from emulators.cdc6600 import flat
from emulators.ibm704 import units
from emulators.kim1 import bus

ENTRY_POINTS = {"kim1": bus.ENTRY_POINTS, "704": units.ENTRY_POINTS, "6600": flat.ENTRY_POINTS}


def test_every_entry_point_of_every_machine_is_compiled_once():
    compiled = {
        machine: sorted(name for _, *names in parts for name in names) for machine, parts in warm.MACHINES.items()
    }
    assert compiled == {machine: sorted(names) for machine, names in ENTRY_POINTS.items()}


def test_a_machine_asks_for_its_own_code_only():
    """Neither the KIM-1 nor what compiles it knows that there is a 704, and the other way round."""
    for module, other in (
        ("emulators.kim1", "emulators.ibm704"),
        ("emulators.ibm704.machine", "emulators.kim1"),
        ("emulators.cdc6600.machine", "emulators.ibm704"),
    ):
        program = f"import sys, {module}, emulators.warm; print({other!r} in sys.modules)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "False"


def test_who_waits_names_his_machine(monkeypatch):
    commands = []
    monkeypatch.setattr(compiled, "_warm", set())
    monkeypatch.setattr(compiled.subprocess, "run", lambda command, **_: commands.append(command) or done)
    done = subprocess.CompletedProcess([], 1)
    for machine in warm.MACHINES:
        compiled.WarmUp(machine).wait()
    assert [command[-2:] for command in commands] == [["emulators.warm", machine] for machine in warm.MACHINES]


@pytest.mark.parametrize(("status", "processes"), [(0, 1), (1, 3)])
def test_a_machine_is_compiled_once_unless_that_fails(monkeypatch, status, processes):
    commands = []
    monkeypatch.setattr(compiled, "_warm", set())
    monkeypatch.setattr(compiled.subprocess, "run", lambda command, **_: commands.append(command) or done)
    done = subprocess.CompletedProcess([], status)
    for _ in range(3):
        warm_up = compiled.WarmUp("704")
        warm_up.wait()
        assert warm_up.ready() == (status == 0)
    assert len(commands) == processes
