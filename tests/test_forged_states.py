"""Nothing that a stranger sends can hurt: forged states are refused or run, and those that machines were in are taken.

Forged states are tried in processes of their own (forging.py): a signal, an endless call, a traceback of another kind
than StateError is a failure that names what had been changed.
"""

import os
import selectors
import subprocess
import sys
from random import Random

import pytest

from emulators.kernels import KERNELS, building
from emulators.record import Field
from host import registry
from tests.random_work import MACHINES, WORKERS, work
from tests.shared import ALL_EXAMPLES

FORGED = 100_000 if ALL_EXAMPLES else 700  # of each machine
PATIENCE = 120  # seconds without a word from a process: loading and running takes milliseconds
PART = 5_000  # states for a process
WORKS = 400 if ALL_EXAMPLES else 6  # at random, of each machine


def watched(name, seed, count):
    """Let a process try forged states; return its last line, or what it was doing when it ended otherwise."""
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.forging", name, str(seed), str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        ready = selectors.DefaultSelector()
        ready.register(process.stdout, selectors.EVENT_READ)
        line = rest = ""
        while ready.select(PATIENCE):
            piece = os.read(process.stdout.fileno(), 1 << 16).decode()
            if not piece:
                break
            *lines, rest = (rest + piece).split("\n")
            line = lines[-1] if lines else line
        else:
            process.kill()
            return f"an endless call after {line}"
        wrong = process.stderr.read()
        return f"{line}\n{wrong}" if process.wait() else line


@pytest.mark.parametrize("name", MACHINES)
def test_forged_states_are_refused_or_run(name):
    taken = 0
    for seed, first in enumerate(range(0, FORGED, PART)):
        count = min(PART, FORGED - first)
        line = watched(name, seed, count)
        assert line.startswith(f"{count} states, "), line
        taken += int(line.split()[2])
    assert taken > FORGED // 20, "nearly everything is refused"


@pytest.mark.parametrize("name", MACHINES)
def test_every_state_of_a_machine_at_work_is_taken_and_goes_on_to_the_same_bytes(name):
    for seed in range(WORKS):
        random = Random(seed)
        other, _ = WORKERS[name][0](Random(seed), "compiled"), None
        for number, machine in enumerate(work(name, random, 12)):
            if number % 4 == seed % 4:
                state = machine.save_state()
                other.load_state(state)
                assert other.save_state() == state
                machine.run(5_000)
                other.run(5_000)
                assert other.save_state() == machine.save_state()


@pytest.mark.parametrize("name", MACHINES)
def test_kernels_keep_to_their_arrays_while_machines_are_at_work(name, monkeypatch):
    monkeypatch.setenv(building.CHECKING, "1")
    building.load.cache_clear()
    try:
        for seed in range(1000, 1000 + WORKS):
            for machine in work(name, Random(seed), 20):
                assert type(machine.processor._functions).__name__ == "Checked"
    finally:
        building.load.cache_clear()


def test_a_field_without_a_range_is_none():
    machine = registry.find("kim1").build({})
    with pytest.raises(TypeError, match="the field 'sst' has no range"):
        type("Odd", (type(machine),), {"FIELDS": {**machine.FIELDS, "sst": ("int", 1)}})


@pytest.mark.parametrize("module", KERNELS)
def test_ranges_have_what_their_fields_can_hold(module):
    fields = building.import_module(module).FIELDS
    for name, field in fields.items():
        least, most = (0, 255) if field.kind == "byte" else (-(1 << 63), (1 << 63) - 1)
        assert isinstance(field, Field), name
        assert least <= field.least < field.most <= most, name
