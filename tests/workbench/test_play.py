"""The page Play: all games, with nothing that keeps anybody from them; a card leads to a game that waits for a move."""

from __future__ import annotations

from host.panels.games import listed
from tests.workbench.axe import faults_in_both_lights


def test_play_lists_all_games_and_a_card_leads_to_one(chromium, address):
    tab = chromium.visit(f"{address}play.html")
    tab.until(f"document.querySelectorAll('#games li').length === {len(listed.LISTED)}")
    assert tab.evaluate("[...document.querySelectorAll('h2')].map((each) => each.textContent)") == [
        "KIM-1", "IBM 704", "CDC 6600",
    ]  # fmt: skip
    assert faults_in_both_lights(tab) == []
    tab.go(tab.evaluate("document.querySelector('#games h3 a').href"))
    tab.until("window.ready > 0 && desk.shown.now.includes('your move')")
    assert tab.evaluate("document.title") == "Wally plays Go"
    assert tab.errors == []
