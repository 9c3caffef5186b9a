"""The KIM-1's page: what is done there leads to the same machine, bit for bit, as here."""

from __future__ import annotations

import shutil

import pytest

from emulators.kim1 import bus
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import controller as controller_of
from tests.faces.pages import in_node, record_of, relive
from tests.kim1.test_records import STATE
from tests.record_bytes import differing

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")


def with_program(program):
    kim = Kim1()
    kim.boot(program) if program else kim.run(seconds=0.1)
    return kim


def same(kim, start, result):
    """Whether a machine that is given the same becomes the same."""
    kim.load_state(start)
    relive(kim, result)
    assert differing(record_of(result, bus), kim.m, STATE) == []
    assert kim.printed.decode("latin-1") == result["printed"]


def test_keys_that_are_clicked_and_typed():
    kim = with_program(None)
    start = kim.save_state()
    result = in_node(
        controller_of(kim),
        """
        for (const key of ["AD", "0", "2", "0", "0", "DA", "E", "A", "+"]) {
            desk.press("pad", key);
            pass(0.05);
            desk.release();
        }
        for (const key of ["4", "c", "f6"]) {
            desk.key(key);
            desk.release();
        }
        pass(2);
        """,
    )
    assert result["error"] == ""
    assert [kind for _, kind, _ in result["given"]].count("key_down") == 11
    same(kim, start, result)
    assert (kim.display, kim.peek(0x0200), kim.single_stepping) == ("02014C", 0xEA, True)


def test_text_typed_on_the_teletype_is_echoed():
    kim = with_program(None)
    start = kim.save_state()
    result = in_node(
        controller_of(kim), 'desk.command("log_on"); pass(1); desk.type("0200 "); desk.type("ea."); pass(3);'
    )
    same(kim, start, result)
    assert "0200" in result["printed"]
    assert kim.peek(0x0200) == 0xEA


def test_a_game_of_wally_by_clicks():
    kim = with_program("wally")
    start = kim.save_state()
    board = controller_of(kim, "wally")
    result = in_node(
        board,
        """
        until(() => desk.shown.now.includes("andicap"));
        told.asked = desk.shown.now;
        for (const key of ["0", "0", "Enter"]) { desk.key(key.toLowerCase()); desk.release(); pass(0.3); }
        until(() => desk.shown.now.toLowerCase().includes("your move"));
        for (const point of [48, 176]) {
            desk.act("go", point);
            pass(3);
            until(() => desk.shown.now.toLowerCase().includes("your move"), 600);
        }
        """,
    )
    assert result["error"] == ""
    same(kim, start, result)
    cells = result["shown"]["go"]["cells"]
    assert sum(cell != " " for cell in cells) == 4
