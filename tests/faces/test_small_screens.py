"""Pages on telephones, by keyboard alone, and for screen readers: games are played, and axe finds no serious fault."""

from __future__ import annotations

import pytest

from host.panels.games import listed
from tests.shared import first_in
from tests.workbench.axe import faults

YOUR_MOVE = 'desk.shown.now.toLowerCase().includes("your move")'
STONES = '[...desk.shown.go.cells].filter((cell) => cell !== " ").length'
BUTTON = """((text) => [...document.querySelectorAll("#bar button")]
    .find((each) => each.textContent === text && each.checkVisibility()))"""
FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture(scope="module")
def wally(tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "wally.html"
    listed.write(listed.find("wally"), path, games="play.html")
    return path


def resize(tab, width, height):
    """Give a page another size, and wait until it is drawn."""
    tab.resize(width, height)
    tab.until(f"innerWidth === {width} && panelView.canvas.clientWidth >= panelView.field.clientWidth")
    tab.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")


@first_in("chromium")
def test_a_game_of_wally_by_taps_on_a_telephone(browser, wally):
    tab = browser.visit(wally.as_uri(), phone=True)
    tab.until("window.ready > 0")
    tab.evaluate("desk.pacer.set_speed(Infinity)")
    tab.until(f"{STONES} === 9 && {YOUR_MOVE}")
    for moves, cell in ((2, 32), (4, 187), (6, 120)):
        tab.touch_on("go", cell)
        tab.until(f"desk.ui.moves.length === {moves} && {YOUR_MOVE}")
    tab.until("document.querySelector('.now').textContent.includes('your move')")
    assert tab.evaluate("[desk.error, document.scrollingElement.scrollTop, visualViewport.scale]") == ["", 0, 1]
    resize(tab, 844, 390)
    tab.touch_on("go", 44)
    tab.until(f"desk.ui.moves.length === 8 && {YOUR_MOVE}")
    tab.evaluate("panelView.turnTo('Teletype')")
    tab.touch(*tab.evaluate("(({ left, top }) => [left + 60, top + 60])(panelView.canvas.getBoundingClientRect())"))
    tab.until("document.activeElement === panelView.keyboard && desk.focus === 'paper'")
    for size in ((844, 390), (390, 844)):  # all buttons of the bar can be reached
        resize(tab, *size)
        for name in ("LINK", "SOUND", "RERUN", "HELP"):
            tab.press(f"{BUTTON}('MORE')", touch=True)
            tab.press(f"{BUTTON}('{name}')", touch=True)
        tab.until("desk.ui.moves.length === 0 && desk.showsHelp && location.hash")
        assert tab.evaluate(f"{BUTTON}('HELP')") is None
        tab.key("Escape")
    assert tab.evaluate("document.getElementById('games').href") == f"{wally.parent.as_uri()}/play.html"


def test_a_move_of_wally_by_keyboard_alone_with_names(chromium, wally):
    tab = chromium.open(wally)
    tab.evaluate("desk.pacer.set_speed(Infinity)")
    tab.until(f"{STONES} === 9 && {YOUR_MOVE}")
    tab.evaluate("document.querySelector('[role=grid] [tabindex=\"0\"]').focus()")
    for key in ["ArrowDown"] * 3 + ["ArrowRight"] * 3:
        tab.key(key)
    assert tab.evaluate(FOCUSED) == "44, black stone"
    tab.key("ArrowRight")
    assert tab.evaluate(FOCUSED) == "45, empty"
    tab.key("Enter")
    tab.until(f"{STONES} === 11 && {YOUR_MOVE}")
    tab.until(f"{FOCUSED} === '45, white stone, marked'")
    tab.until("document.querySelector('[role=status]').textContent.includes('your move')")
    assert tab.evaluate("document.querySelector('[role=img]').getAttribute('aria-label')").startswith("display: 4500")
    tab.evaluate("document.querySelector('[role=grid] [tabindex=\"0\"]').focus()")
    tab.key("Tab")
    assert tab.evaluate("document.activeElement.role ?? document.activeElement.tagName") != "gridcell"


@pytest.mark.parametrize("name", ["wally", "checkers", "mates"])
def test_axe_finds_no_serious_fault_in_pages_of_games(chromium, wally, name, tmp_path):
    path = wally
    if name != "wally":
        path = tmp_path / f"{name}.html"
        listed.write(listed.find(name), path)
    tab = chromium.open(path)
    tab.until("panelView.layer.parts.length > 0")
    assert faults(tab) == []
    resize(tab, 390, 844)
    assert faults(tab) == []
    tab.evaluate("desk.command('help')")
    tab.until("!panelView.sheet.hidden")
    assert faults(tab) == []
