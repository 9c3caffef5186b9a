"""The 6600's page: what is done there leads to the same machine, as here."""

from __future__ import annotations

import base64
import shutil

import pytest

from emulators.cdc6600 import system
from host.machines.cdc6600.machine import Cdc6600
from host.panels.cdc6600.controller import controller as controller_of
from tests.cdc6600.test_kernel_alone import Alone
from tests.faces.pages import in_node, record_of, relive
from tests.record_bytes import differing

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


def same(machine, start, result):
    """Check that a machine that is given the same becomes the same."""
    machine.load_state(start)
    relive(machine, result)
    page = Alone(base64.b64decode(result["record"]))
    here = Alone(machine.record())
    assert differing(record_of(result, system), machine.m, machine.SAVED) == []
    assert page.file("OUTPUT") == here.file("OUTPUT")


def test_a_problem_is_set_up_by_clicks_and_solved():
    machine = Cdc6600()
    controller = controller_of(machine)
    controller.begin("mates")
    start = machine.save_state()
    result = in_node(
        controller,
        """
        until(() => desk.shown.now.includes("choose a man"));
        for (const [man, cell] of [["K", 2], ["P", 17], ["R", 56], ["k", 0], ["b", 1], ["p", 8], ["p", 9]]) {
            desk.press("palette", man);
            desk.release();
            desk.act("board", cell);
        }
        desk.command("solve");
        until(() => desk.shown.answer.includes("mate"));
        """,
    )
    assert result["error"] == ""
    same(machine, start, result)
    assert result["shown"]["answer"] == "mate in 2 a1-a6"
    assert result["shown"]["board"]["marks"] == [56, 16]


def test_the_console_s_commands():
    machine = Cdc6600()
    controller = controller_of(machine)
    controller.begin("kalah")
    start = machine.save_state()
    result = in_node(
        controller,
        """
        const type = (line) => { for (const sign of line + "\\r") { desk.type(sign); pass(0.05); } };
        pass(1);
        type("M,100,1234567."); type("STOP."); type("STEP,3."); type("BX."); type("GO."); type("EOI.");
        pass(2);
        """,
    )
    assert result["ui"]["shown"] == ["B", "X"]
    assert [kind for _, kind, _ in result["given"]] == ["poke", "disconnect"]
    same(machine, start, result)
    assert machine.peek(0o100) == 0o1234567
