"""View functions of every machine and every game: in a page they answer what they answer here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from emulators.roms import manifest
from host import registry
from host.games.pitrat.command import Options, Session
from host.panels import games
from host.panels.cdc6600 import pitrat as pitrat_console
from host.ui import page
from host.ui.page import browser
from tests.faces.pages import compare_views, in_node
from tests.shared import ALL_EXAMPLES

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
ROOT = Path(__file__).parents[2]
EMPTY = {"kim1": {"program": None}, "704": {"empty": True}, "6600": {"empty": True}}
ALIKE = () if ALL_EXAMPLES else ("queen", "bishops", "triangles")  # the same functions as rook and knight have
NAMES = [name for game in games.games() for name in game.programs[:1] if name not in ALIKE]
SOURCES = [name if name in manifest() else f"{ROOT}/asm/cdc6600/{name}.alg" for name in NAMES]
PROGRAMS = [pytest.param(registry.meant(each), each, id=name) for name, each in zip(NAMES, SOURCES, strict=True)]


def put_up(machine, **setup):
    model = registry.find(machine)
    return model.runner().controller(setup)


@pytest.mark.parametrize("machine", EMPTY)
def test_machines_without_a_program(machine):
    controller = put_up(machine, **EMPTY[machine])
    result = in_node(controller, "note(); pass(1); note();")
    for moment in result["told"]["moments"]:
        compare_views(controller.panel, moment, controller.machine.processor.module)


@pytest.mark.parametrize(("machine", "program"), PROGRAMS)
def test_games(machine, program):
    controller = put_up(machine, program=program)
    result = in_node(
        controller,
        """
        note();
        pass(2);
        note();
        const board = desk.panes.flatMap((pane) => pane.parts).find((part) => part.kind === "Board");
        for (let cell = 0; cell < board.rows * board.columns; cell += 13) { desk.act(board.name, cell); pass(0.5); }
        note();
        """,
    )
    assert controller.panel.game
    for moment in result["told"]["moments"]:
        compare_views(controller.panel, moment, controller.machine.processor.module)


def test_a_game_with_rules_of_any_kind():
    controller = pitrat_console.console(Session(Options(rules="ttt")), 1)
    result = in_node(controller, 'note(); pass(3); note(); desk.act("board", 4); pass(3); note();')
    for moment in result["told"]["moments"]:
        compare_views(controller.panel, moment, controller.machine.processor.module)


def test_what_a_page_has_of_its_own_is_known():
    for machine in EMPTY:
        own = browser(put_up(machine, **EMPTY[machine]))
        assert {"give", "printed", "run"} & {*page.OWN} & {*vars(own)} >= {"give", "run"}
