"""Machines run in Node from the bytes of their records: a game, a deck of cards, a program with files; no Python."""

from __future__ import annotations

import json

import pytest

from emulators.cdc6600 import system
from emulators.cdc6600.core import Cause
from emulators.ibm704 import units
from emulators.ibm704.machine import Ibm704
from emulators.ibm704.units import Button
from emulators.inputs import NEVER
from emulators.kim1 import bus, display
from emulators.machine import Stop
from emulators.record import structure
from host.compilers.algol.compiler import compile_text
from host.formats import deck
from host.machines.cdc6600.machine import Cdc6600
from host.machines.kim1.machine import Kim1
from tests.cdc6600.test_kernel_alone import ADD, Alone
from tests.ibm704 import test_records as records704
from tests.kernels.test_wasm import folder, in_node, pytestmark  # noqa: F401
from tests.kim1 import test_records as records_kim1
from tests.record_bytes import differing

# The host's whole part: calls before, then the same call until nothing is left to do, rings emptied after each.
HOST = """
    const { kernel, room, first, call, rings } = JSON.parse(readFileSync(PLAN, "utf-8"));
    const start = readFileSync(START);
    const module = await WebAssembly.compile(readFileSync(kernels[kernel].file));
    const machine = await Kernel.create(module, kernels[kernel], room);
    machine.bytes.set(start);
    for (const [name, ...given] of first) machine.call(name, ...given.map(BigInt));
    const [name, ...given] = call;
    let more;
    do {
        more = machine.call(name, ...given.map(BigInt));
        for (const [fetched, count] of rings) machine.record[fetched] = machine.record[count];
        more ??= !machine.record.stop && machine.record.cycles < BigInt(given[0]);
    } while (more);
    writeFileSync(END, machine.bytes);
"""


@pytest.fixture
def in_a_page(folder, tmp_path):  # noqa: F811
    """Run a record in Node; return its bytes at the end."""

    def done(core, start, call, first=(), rings=()):
        plan, begin, end = (tmp_path / name for name in ("plan.json", "start", "end"))
        size = len(bytes(structure(core.FIELDS)))
        given = {
            "kernel": core.__name__,
            "room": (len(start) - size) // 8,
            "first": first,
            "call": call,
            "rings": rings,
        }
        plan.write_text(json.dumps(given, default=str), encoding="utf-8")
        begin.write_bytes(start)
        names = {"PLAN": plan, "START": begin, "END": end}
        constants = "".join(f"const {name} = {json.dumps(str(path))};" for name, path in names.items())
        in_node('import { writeFileSync } from "node:fs";' + constants + HOST, folder)
        return end.read_bytes()

    return done


def test_a_game_of_wally_is_played_by_keys_at_their_cycles(in_a_page):
    kim = Kim1(core="compiled")
    kim.load(records_kim1.program().image)
    second = Kim1.clock
    after = records_kim1.key_presses(kim, "AD", *"0200", "GO", start=second // 10)
    after = records_kim1.key_presses(kim, *"04", "GO", start=after + 2 * second)
    deadline = records_kim1.key_presses(kim, *"33", "GO", start=after + 5 * second) + 20 * second
    rings = [("fetched_count", "received_count"), ("noted_count", "edge_count")]
    end = in_a_page(bus, bytes(kim.m), ("run", str(deadline)), rings=rings)
    m = type(structure(bus.FIELDS)).from_buffer_copy(end)
    kim.run_to(deadline)
    assert kim.display[:4] == "3300"
    assert display.text(m) == kim.display
    assert differing(m, kim.m, records_kim1.STATE) == []


def test_a_deck_of_cards_is_loaded_and_printed(in_a_page):
    found = Ibm704(core="compiled")
    found.put_cards(deck.words(card) for card in deck.read(records704.HELLO))
    deadline = 30 * found.clock
    load = [("press", int(Button.LOAD_CARDS))]
    end = in_a_page(units, bytes(found.m), ("run", deadline), load, [("printed_fetched", "printed_count")])
    m = type(structure(units.FIELDS)).from_buffer_copy(end)
    found.press("LOAD CARDS")
    assert found.run_to(deadline) == Stop.HALT
    assert found.paper[0] == "HELLO WORLD"
    assert bytes(m.printed[: m.printed_count]) == found.printed
    assert differing(m, found.m, records704.COMPARED) == []


def test_an_algol_program_reads_input_and_writes_output(in_a_page):
    machine = Cdc6600()
    machine.load(compile_text(ADD, "add.alg").image)
    machine.attach("INPUT", ["3", "10 20", "12"])
    machine.attach("OUTPUT")
    end = Alone(in_a_page(system, machine.record(room=1 << 15), ("advance", 10_000_000, str(NEVER))))
    machine.run(10_000_000)
    assert end.field("cause") == Cause.END
    assert [line.split() for line in end.lines("OUTPUT")] == [["42"]]
    assert (end.field("cycles"), end.file("OUTPUT")) == (machine.cycles, machine.system.files["OUTPUT"].content)
