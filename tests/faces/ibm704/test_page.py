"""The 704's page: what is done there leads to the same machine, bit for bit, as here."""

from __future__ import annotations

import shutil

import pytest

from emulators.errors import IronboardError
from emulators.ibm704 import units
from host.machines.ibm704.machine import Ibm704
from host.panels.ibm704.controller import controller as controller_of
from host.ui import page
from tests.faces.pages import in_node, record_of, relive
from tests.ibm704.test_records import COMPARED
from tests.record_bytes import differing

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


def same(machine, start, result):
    """Check that a machine that is given the same becomes the same."""
    machine.load_state(start)
    relive(machine, result)
    assert differing(record_of(result, units), machine.m, COMPARED) == []
    assert machine.printed.decode("ascii") == result["printed"]


def test_a_game_of_checkers_by_clicks():
    machine = Ibm704()
    controller = controller_of(machine, "checkers")
    start = machine.save_state()
    result = in_node(
        controller,
        """
        until(() => desk.shown.now.includes("click"), 300);
        const moves = () => desk.ui.moves;
        for (let move = 0; move < 2; move++) {
            const path = moves()[0];
            told[move] = path;
            for (const cell of path) { desk.act("board", cell); pass(0.2); }
            pass(2);
            until(() => desk.shown.now.includes("click"), 3000);
        }
        """,
    )
    assert result["error"] == ""
    same(machine, start, result)
    assert [kind for _, kind, _ in result["given"]].count("cards") >= 2


def test_the_console_is_operated_by_hand():
    machine = Ibm704()
    for address in range(40):
        machine.poke(address, 0o0500_00_000000 + address)  # CLA
    controller = controller_of(machine)
    start = machine.save_state()
    result = in_node(
        controller,
        """
        const press = (key) => { desk.press("console", key); pass(0.1); desk.release(); pass(0.1); };
        desk.act("automatic", "MANUAL");
        for (const place of [0, 7, 35]) desk.act("entry", place);
        press("ENTER MQ");
        press("SINGLE STEP");
        desk.act("switches", "3");
        desk.press("console", "MULTIPLE STEP");
        pass(1);
        desk.release();
        told.stepped = desk.hand.m.ic;
        press("DISPLAY STORAGE");
        press("ENTER INSTRUCTION");
        for (const key of ["delete", ..."50000000007"]) {
            desk.key(key);
            desk.release();
        }
        press("ENTER INSTRUCTION");
        told.ac = desk.hand.m.ac;
        desk.act("automatic", "AUTOMATIC");
        press("LOAD CARDS");
        told.now = desk.shown.now;
        press("RESET");
        """,
    )
    assert result["told"]["stepped"] > 2
    assert result["error"] == ""
    assert result["told"]["ac"] == machine.peek(7)
    assert "nothing to load" in result["told"]["now"]
    same(machine, start, result)
    assert machine.sense_switches == 4


def test_cards_are_punched_by_hand_and_read():
    machine = Ibm704()
    controller = controller_of(machine, "checkers")
    start = machine.save_state()
    result = in_node(
        controller,
        """
        until(() => desk.shown.now.includes("click"), 300);
        globalThis.prompt = () => "depth 7; print";
        desk.key("ctrl+u");
        told.hopper = desk.shown.hopper;
        desk.press("console", "START");
        desk.release();
        until(() => desk.shown.now.includes("click"), 300);
        told.depth = desk.shown["game buttons"].depth;
        """,
    )
    assert result["error"] == ""
    assert result["told"]["hopper"]["texts"] == ["DEPTH 7"]
    assert result["told"]["depth"] == "AHEAD 7"
    assert "BLACK TO MOVE" in result["printed"]
    same(machine, start, result)


def test_a_machine_with_tapes_has_no_page():
    machine = Ibm704()
    machine.mount(1)
    with pytest.raises(IronboardError, match="tapes"):
        page.text(controller_of(machine))
