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
    tab.media(forced_colors="active")
    links = "[...document.querySelectorAll('#top nav a')]"
    seen = tab.evaluate(
        f"{links}.filter((each) => getComputedStyle(each).outlineStyle === 'solid').map((each) => each.text)"
    )
    assert seen == ["Play"], "where one is can be seen without colours"
    tab.media()
    tab.go(tab.evaluate("document.querySelector('#games h3 a').href"))
    tab.until("window.ready > 0 && desk.shown.now.includes('your move')")
    assert tab.evaluate("document.title") == "Wally plays Go"

    tab.go(f"{address}play.html")
    tab.press("[...document.querySelectorAll('#games h3 a')].find((each) => each.textContent.includes('mate in two'))")
    tab.until("window.ready > 0 && desk.shown.answer === 'new problem'")
    solve(tab, "a1-a6")  # Morphy's, which is on the board
    tab.click_on("game", "clear board")
    tab.until("desk.shown.answer === 'new problem'")
    for man, square in (("K", "f6"), ("R", "g1"), ("k", "h8")):
        tab.click_on("palette", man)
        tab.click_on("board", (8 - int(square[1])) * 8 + "abcdefgh".index(square[0]))
    solve(tab, "f6-f7")
    assert tab.errors == []


def solve(tab, key):
    tab.click_on("game", "solve")
    tab.until("desk.shown.answer.startsWith('mate')")
    assert tab.evaluate("desk.shown.answer") == f"mate in 2 {key}"
