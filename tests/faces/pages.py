"""A page's desk in Node: without a screen, on a clock of its own."""

from __future__ import annotations

import base64
import json
import subprocess

from emulators.record import structure
from host.faces import page

DRIVER = """
let time = 0;
const desk = await open(() => time, ...PACKED);
/** Let time pass, looked at 30 times a second. */
const pass = (seconds) => {
    for (let frame = 0; frame < seconds * 30; frame++) {
        time += 1 / 30;
        desk.advance();
    }
};
/** Let time pass until something is so. */
const until = (isSo, seconds = 60) => {
    for (let frame = 0; frame < seconds * 30 && !isSo(); frame++) pass(1 / 30);
    if (!isSo()) throw new Error(`it never was so: ${isSo}: ${desk.shown.now}`);
};
const told = {};
"""
END = """
const { shown, given, printed, cycles, error, notice, ui } = desk;
const record = Buffer.from(desk.hand.bytes).toString("base64");
console.log(JSON.stringify({ shown, given, printed, cycles, error, notice, ui, record, told }));
"""


def in_node(desk, doing, recording=()):
    """Let JavaScript do something with the page's `desk`; return what is so then."""
    program, *packed = page.pieces(desk, recording).values()
    given = json.dumps([page.packed(each) for each in packed])
    whole = f"{program.decode()}\nconst PACKED = {given};\n{DRIVER}\n{doing}\n{END}"
    command = ["node", "--input-type=module"]
    done = subprocess.run(command, input=whole, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def record_of(result, core):
    """The record at the end."""
    return type(structure(core.FIELDS)).from_buffer_copy(base64.b64decode(result["record"]))


def relive(machine, result):
    """Give a machine the same inputs at the same cycles, and run it as far."""
    for cycle, kind, value in result["given"]:
        if machine.cycles < cycle:
            machine.run_to(cycle)
        assert machine.cycles == cycle
        machine.give(kind, value)
    if machine.cycles < result["cycles"]:
        machine.run_to(result["cycles"])
    assert machine.cycles == result["cycles"]
