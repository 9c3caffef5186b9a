"""A page's controller in Node: without a screen, on a clock of its own."""

from __future__ import annotations

import base64
import copy
import json
import subprocess
from array import array

from emulators.record import structure
from host.ui import page

DRIVER = r"""
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
const told = { moments: [] };
/** Note what the view functions answer now: what is shown, and what every hand would do. */
const note = () => {
    const { ui } = desk;
    const record = Buffer.from(desk.hand.bytes).toString("base64");
    const hands = page.commands.map(({ name }) => ["command", name]);
    for (const part of desk.panes.flatMap((pane) => pane.parts)) {
        for (const { name } of part.keys ?? []) hands.push([part.name, name], [`${part.name} up`, name]);
        const cells = part.kind === "Board" ? part.rows * part.columns : 0;
        for (let cell = 0; cell < cells; cell++) hands.push([part.name, cell]);
        if (part.typed) hands.push(["type", "a"], ["type", "\r"], [`${part.name} wheel`, 1]);
    }
    const answers = {};
    const ask = (name, ...given) => {
        if (!desk.views[name]) return;
        desk.ui = structuredClone(ui);
        answers[JSON.stringify([name, ...given])] = [desk.view(name, ...given), desk.ui];
    };
    for (const name of ["look", "game look", "standing", "sample", "hear"]) ask(name);
    for (const name of ["listens", "answered"]) ["ready", "game ready"].forEach((each) => ask(each, name));
    for (const [what, value] of hands) ["act", "game act"].forEach((each) => ask(each, what, value));
    desk.ui = ui;
    told.moments.push({ record, ui: structuredClone(ui), answers });
};
const { page } = desk;
"""
END = """
const { shown, given, printed, cycles, error, notice, ui } = desk;
const record = Buffer.from(desk.hand.bytes).toString("base64");
console.log(JSON.stringify({ shown, given, printed, cycles, error, notice, ui, record, told }));
"""


def in_node(controller, doing, recording=()):
    """Let JavaScript do something with the page's `controller`; return what is so then."""
    program, *packed = page.pieces(controller, recording).values()
    given = json.dumps([page.packed(each) for each in packed])
    whole = f"{program.decode()}\nconst PACKED = {given};\n{DRIVER}\n{doing}\n{END}"
    command = ["node", "--input-type=module"]
    done = subprocess.run(command, input=whole, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def record_of(result, core):
    """The record, arrays that grow included."""
    data = base64.b64decode(result["record"])
    made = type(structure(core.FIELDS)).from_buffer_copy(data)
    for name, (_, _, count, _) in core.FIELDS.items():
        if not count:
            place = int.from_bytes(data[getattr(type(made), name).offset :][:8], "little")
            made.__dict__[f"_{name}"] = array("q", data[place:])
    return made


def compare_views(panel, moment, core):
    """Check that the view functions answer in Python what they answered in JavaScript."""
    m = record_of(moment, core)
    assert moment["answers"]
    for asked, answer in moment["answers"].items():
        name, *given = json.loads(asked)
        view = name.removeprefix("game ")
        ui = copy.deepcopy(moment["ui"])
        here = getattr(panel.game if name.startswith("game ") else panel, view)(m, ui, *given)
        assert json.loads(json.dumps([here, ui])) == answer, asked


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
