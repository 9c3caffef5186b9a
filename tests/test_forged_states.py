"""Nothing that a stranger sends can hurt: forged states are refused or run, and those that machines were in are taken.

Forged states are tried in processes of their own (forging.py): a signal, an endless call, a traceback of another kind
than StateError is a failure that names what had been changed.
"""

import base64
import hashlib
import json
import os
import selectors
import subprocess
import sys
import zlib
from random import Random

import pytest

from emulators import record
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import StateError
from emulators.kernels import KERNELS, building
from emulators.kim1.machine import Kim1
from emulators.machine import Stop
from emulators.record import Field
from host import registry
from tests.random_work import MACHINES, WORKERS, work
from tests.shared import ALL_EXAMPLES

FORGED = 100_000 if ALL_EXAMPLES else 200  # of each machine
PATIENCE = 120  # seconds without a word from a process: loading and running takes milliseconds
PART = 5_000  # states for a process
WORKS = 400 if ALL_EXAMPLES else 1  # at random, of each machine


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


def forged(machine, extra=None, **fields):
    """Return a saved state of a machine with other fields, and a right checksum."""
    values, there = record.content(machine.title, machine.save_state(), machine.SAVED)
    content = {"fields": {**values, **fields}, "extra": there if extra is None else extra}
    body = zlib.compress(json.dumps(content).encode())
    return record.magic(machine.title) + hashlib.sha256(body).digest() + body


IMPOSSIBLE = [
    ("kim1", {"pc": 1 << 40}),
    ("kim1", {"baud": 0}),
    ("kim1", {"digit": 1 << 30, "lit_since": -5}),
    ("kim1", {"lit_since": 1 << 40}),
    ("kim1", {"received_count": 1 << 50}),
    ("kim1", {"a": True}),
    ("kim1", {"lit": [0]}),
    ("kim1", {"lit": [0.5] * 42}),
    ("kim1", {"memory": "AAAA"}),
    ("kim1", {"seen_to": 0, "cycles": 1 << 50}),
    ("704", {"ic": 1 << 40}),
    ("704", {"core_mask": 5000}),
    ("704", {"unit": 0o310, "unit_writing": 1, "moved": -1}),
    ("704", {"unit": 0o321, "moved": 1 << 20}),
    ("704", {"tapes": 0}),
    ("704", {"unit": 0o321, "unfinished": 1}),
    ("704", {"taken": 5}),
    ("6600", {"p": 1 << 40}),
    ("6600", {"first_port": [1 << 40] * 64}),
    ("6600", {"waiting_length": 23}),
    ("6600", {"ready": [1 << 60] * 24}),
    ("6600", {"slot": 5}),
]


@pytest.mark.parametrize(("name", "fields"), IMPOSSIBLE)
@pytest.mark.parametrize("core", ["compiled", "python"])
def test_what_no_machine_can_be_in_is_refused_with_nothing_changed(name, fields, core):
    machine = WORKERS[name][0](Random(1), core)
    before = machine.save_state()
    with pytest.raises(StateError, match="no machine can be in the saved state"):
        machine.load_state(forged(machine, **fields))
    assert machine.save_state() == before


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("704", {"cycles": record.LAST}),
        ("6600", {"instructions": record.LAST}),
    ],
)
@pytest.mark.parametrize("core", ["compiled", "python"])
def test_a_state_that_could_not_be_loaded_is_not_saved(name, fields, core):
    machine = WORKERS[name][0](Random(1), core)
    machine.load_state(forged(machine, **fields))
    machine.run(100_000)
    with pytest.raises(StateError, match=r"cannot be saved: '.*' is past"):
        machine.save_state()


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("extra", [{}, {"events": 5}, [], "text", {"events": [[5, "at", [1, "state", ""]]]}])
def test_what_is_beside_the_record_is_checked_too(name, extra):
    machine = WORKERS[name][0](Random(1), "python")
    with pytest.raises(StateError):
        machine.load_state(forged(machine, extra))


SIZES = [
    ("704", {"words": 4096}, {}, "4,096 words of memory: this one has 32,768"),
    ("704", {}, {"words": 8192}, "32,768 words of memory: this one has 8,192"),
    ("6600", {"words": 0o100000}, {}, "32,768 words of memory: this one has 131,072"),
]


@pytest.mark.parametrize(("name", "of", "into", "sizes"), SIZES)
def test_a_state_of_a_machine_with_another_memory_is_refused_with_both_sizes(name, of, into, sizes):
    model = registry.find(name)
    machine = model.build({"core": "python", **into})
    before = machine.save_state()
    with pytest.raises(StateError, match=f"the saved state is of a machine with {sizes}"):
        machine.load_state(model.build({"core": "python", **of}).save_state())
    assert machine.save_state() == before


@pytest.mark.parametrize("words", [0, "many", None, 1 << 70, [0o400000]])
def test_a_6600_takes_no_size_that_is_none(words):
    machine = Cdc6600(core="python")
    _, extra = record.content(machine.title, machine.save_state(), machine.SAVED)
    with pytest.raises(StateError, match="this one has 131,072"):
        machine.load_state(forged(machine, {**extra, "words": words}))
    machine.load_state(forged(machine, {name: value for name, value in extra.items() if name != "words"}))


OTHERS = [
    (Kim1, {}, {"low_expansion": True, "high_expansion": 0x2000, "terminal": True, "baud": 300}),
    (Kim1, {"rom": bytes(0x7FC) + b"\x00\x1c\x00\x1c"}, {"high_expansion": 1}),
    (Cdc6600, {"model": "6400"}, {"em": 0, "ra": 0o1000}),
    (Cdc6600, {"exact": False}, {"integer_multiply": False}),
]


@pytest.mark.parametrize(("machine", "one", "other"), OTHERS)
@pytest.mark.parametrize("core", ["compiled", "python"])
def test_what_else_differs_when_machines_are_built_a_state_brings_with_it(machine, one, other, core):
    for here, there in ((one, other), (other, one)):
        first, second = machine(core=core, **here), machine(core=core, **there)
        first.run(1000)
        second.load_state(first.save_state())
        for each in (first, second):
            each.poke(0x2000, 0x5A)
            each.run(2000)
        assert second.save_state() == first.save_state()
        assert second.peek(0x2000) == first.peek(0x2000)


@pytest.mark.parametrize("line", [[1, 2], "[\N{SNOWMAN}", ["A"], 5, None])
def test_a_dayfile_of_what_has_no_display_code_is_refused(line):
    machine = Cdc6600(core="python")
    machine.give("load", [[0, [0o04000 << 45]]])
    _, extra = record.content(machine.title, machine.save_state(), machine.SAVED)
    extra["system"][4] = [[5, line]]
    with pytest.raises(StateError, match="no machine can be in the saved state"):
        machine.load_state(forged(machine, extra))


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b" " * (record.LARGEST + 1), b"[]", b'{"fields": "text", "extra": {}}']
)
def test_what_is_too_large_or_no_state_is_refused(text):
    body = zlib.compress(text)
    with pytest.raises(StateError):
        Kim1(core="python").load_state(record.magic("KIM-1") + hashlib.sha256(body).digest() + body)


def test_what_was_due_at_cycle_0_is_done_once():
    machine = Cdc6600(core="python")
    machine.give("load", [[0, [0o04000 << 45]]])
    machine.run(100)
    _, extra = record.content(machine.title, machine.save_state(), machine.SAVED)
    extra["system"][9] = {"driver": 1, "driver_next": 0}
    machine.load_state(forged(machine, extra))
    machine.run(100)
    assert machine.m.driver_next > machine.cycles


def test_a_line_for_a_keyboard_that_is_gone_is_noted_in_the_dayfile():
    machine = Cdc6600(core="python")
    machine.give("connect", "KEYS")
    machine.at(50, "line", ["KEYS", "5"])
    machine.system.remove("KEYS")
    machine.give("load", [[0, [0o04000 << 45]]])
    machine.run(100)
    assert machine.dayfile[-1].endswith("LINE FOR KEYS LOST, NO KEYBOARD")


def test_loading_a_state_keeps_breakpoints():
    machine = Cdc6600(core="python", exact=False)
    machine.give("load", [[0, [0o46000_46000_46000_46000, 0o04000 << 45]]])
    state = machine.save_state()
    machine.set_breakpoint(1)
    machine.load_state(state)
    assert machine.run(100) == Stop.BREAKPOINT
    assert machine.read_register("P") == 1


def test_the_tables_of_the_core_are_its_own():
    kim = Kim1(core="python")
    other = forged(kim, op=base64.b64encode(bytes(256)).decode())
    before = bytes(kim.m.op)
    kim.load_state(other)
    assert bytes(kim.m.op) == before
