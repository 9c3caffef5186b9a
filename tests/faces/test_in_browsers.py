"""Pages in a browser: games by clicks, keys and touches; the machine is what it is here, bit for bit."""

from __future__ import annotations

import re

import pytest

from docs.studies import pages
from emulators.ibm704 import units
from emulators.kim1 import bus
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from host.machines.kim1.machine import Kim1
from host.panels.cdc6600.controller import controller as controller_6600
from host.panels.ibm704.controller import controller as controller_704
from host.panels.kim1.controller import KimController
from host.ui import page
from tests.faces.pages import record_of, relive
from tests.ibm704.test_records import COMPARED
from tests.kim1.test_records import STATE
from tests.record_bytes import differing
from tests.shared import first_in

YOUR_MOVE = 'desk.shown.now.includes("your move")'
STONES = '[...desk.shown.go.cells].filter((cell) => cell !== " ").length'


@pytest.fixture(scope="module")
def wally(tmp_path_factory):
    """The page of a KIM-1 with Wally, and the machine's state there."""
    kim = Kim1()
    kim.boot("wally")
    path = tmp_path_factory.mktemp("pages") / "wally.html"
    page.write(KimController(kim, "wally"), path)
    return path, kim.save_state()


def same(machine, start, state, core, fields):
    """Check that a machine that is given the same becomes the same."""
    machine.load_state(start)
    relive(machine, state)
    assert differing(record_of(state, core), machine.m, fields) == []


def fast(tab):
    tab.evaluate("desk.pacer.set_speed(Infinity)")


@first_in("firefox")
def test_a_game_of_wally_by_mouse_keyboard_and_touch(browser, wally):
    path, start = wally
    tab = browser.open(path)
    tab.until('desk.shown.now.includes("andicap")')
    fast(tab)
    for key in "02":
        tab.key(key)
    tab.click_on("pad", "GO")
    tab.until(YOUR_MOVE)
    tab.click_on("go", 48)
    tab.until(f"{STONES} === 4 && {YOUR_MOVE}")
    tab.touch(*tab.place("go", 176))
    tab.until(f"{STONES} === 6 && {YOUR_MOVE}")
    state = tab.state()
    assert state["error"] == ""
    assert sum(cell != " " for cell in state["shown"]["go"]["cells"]) == 6
    same(Kim1(), start, state, bus, STATE)


def test_a_game_of_checkers_by_clicks(chromium, tmp_path):
    machine = Ibm704()
    controller = controller_704(machine, "checkers")
    page.write(controller, tmp_path / "checkers.html")
    start = machine.save_state()
    tab = chromium.open(tmp_path / "checkers.html")
    tab.until('desk.shown.now.includes("click")')
    fast(tab)
    for _ in range(2):
        before = tab.evaluate("desk.given.length")
        for cell in tab.evaluate("desk.ui.moves[0]"):
            tab.click_on("board", cell)
        tab.until(f'desk.given.length > {before} && desk.hand.m.running === 0 && desk.shown.now.includes("click")')
    state = tab.state()
    assert state["error"] == ""
    assert [kind for _, kind, _ in state["given"]].count("cards") >= 2
    same(machine, start, state, units, COMPARED)


def test_a_mate_problem_by_clicks(chromium, tmp_path):
    machine = Cdc6600()
    controller = controller_6600(machine)
    controller.begin("mates")
    page.write(controller, tmp_path / "mates.html")
    start = machine.save_state()
    tab = chromium.open(tmp_path / "mates.html")
    tab.until('desk.shown.now.includes("choose a man")')
    for man, cell in [("K", 2), ("P", 17), ("R", 56), ("k", 0), ("b", 1), ("p", 8), ("p", 9)]:
        tab.click_on("palette", man)
        tab.click_on("board", cell)
    tab.key("F2")
    tab.until('desk.shown.answer.startsWith("mate")')
    state = tab.state()
    assert state["shown"]["answer"] == "mate in 2 a1-a6"
    machine.load_state(start)
    relive(machine, state)
    assert "MATE IN 2 A1-A6" in machine.text("OUTPUT") or machine.text("OUTPUT")


def test_a_game_is_saved_and_taken_up_with_files_of_the_browser(chromium, tmp_path):
    controller = controller_6600(Cdc6600())
    controller.begin("kalgame")
    page.write(controller, tmp_path / "kalah.html")
    waits = 'desk.steps.length === 0 && desk.shown.now.includes("the machine moves")'
    button = "[...document.querySelectorAll('#bar button')].find((each) => each.textContent === '{}')"

    def reply(tab):
        tab.key("F2")
        tab.until("desk.given.length && desk.shown.work === ''")
        tab.until(waits)
        return tab.evaluate("[desk.shown.board.cells, desk.shown.south, desk.shown.north]")

    def take_up(tab, file):
        tab.press(button.format("OPEN"))
        tab.give_files(file)

    tab = chromium.open(tmp_path / "kalah.html")
    tab.until(waits)
    fast(tab)
    for pit, given in ((8 + 1, 1), (8 + 4, 3)):  # 6, once more, 3, and the answer
        tab.click_on("board", pit)
        tab.until(f"desk.given.length === {given} && {waits}")
    tab.press(button.format("SAVE"))
    saved = tab.download()
    assert saved.name == "kalgame.kalah"
    again = chromium.open(tmp_path / "kalah.html")
    again.until(waits)
    fast(again)
    take_up(again, saved)
    again.until("desk.notice.includes('taken up after 2 moves')")
    assert reply(again) == reply(tab)
    before = again.evaluate("desk.shown.board.cells")
    wrong = tmp_path / "wrong.kalah"
    wrong.write_text("1. 6,3\n 2. 9,9 *\n")
    take_up(again, wrong)
    again.until("desk.error")
    assert again.evaluate("desk.error").startswith("wrong.kalah:2:5: error: '9,9' is not legal")
    assert again.evaluate("desk.shown.board.cells") == before
    assert tab.errors == again.errors == []


def test_a_link_leads_to_the_same_moment(chromium, wally):
    path, _ = wally
    tab = chromium.open(path)
    tab.until('desk.shown.now.includes("andicap")')
    tab.click_on("commands", "pause")
    tab.evaluate("[...document.querySelectorAll('#bar button')].find((each) => each.textContent === 'LINK').click()")
    tab.until('location.hash.startsWith("#state=")')
    cycles, link = tab.evaluate("[desk.cycles, location.hash]")
    assert len(link) < 8200
    other = chromium.open(path, link)
    assert other.evaluate("desk.error") == ""
    first = other.evaluate("desk.pacer._start_cycle")
    assert first == cycles


def test_a_link_to_a_moment_hours_away_says_how_far_it_is_and_escape_ends_it(chromium, wally):
    path, _ = wally
    hours = 12 * 3600 * 1_000_000
    text = f"deflated(new TextEncoder().encode(JSON.stringify([[[5, 'key_down', 'GO']], {hours}]))).then(toBase64)"
    link = "#inputs=" + chromium.open(path).evaluate(text)
    tab = chromium.visit(f"{path.as_uri()}{link}")
    tab.until("self.desk?.notice.startsWith('on the way: ')")
    first = tab.evaluate("desk.cycles")
    tab.until(f"desk.cycles > {first + 1_000_000}")
    tab.key("Escape")
    tab.until("window.ready > 0")
    assert tab.evaluate("desk.error") == "this link leads nowhere: it was left on the way"
    tab.key("Escape")
    assert tab.evaluate("desk.error") == ""
    tab.until('desk.shown.now.includes("andicap")')


def test_keys_of_this_keyboard_help_and_commands(chromium, wally):
    path, _ = wally
    tab = chromium.open(path)
    tab.key("F12")
    tab.until("desk.showsHelp")
    tab.key("Escape")
    tab.until("!desk.showsHelp")
    tab.click_on("commands", "pause")
    tab.until("desk.paused")
    cycles = tab.evaluate("desk.cycles")
    tab.key("F8")
    tab.until(f"desk.cycles > {cycles}")
    tab.key("Control+k")
    tab.until('desk.notice.startsWith("kept")')


def test_a_click_switches_the_sound_on_and_what_is_printed_rings(chromium, wally):
    path, _ = wally
    tab = chromium.open(path)
    tab.click_on("commands", "sound")
    tab.until('speaker.context?.state === "running"')
    assert tab.evaluate("desk.sound")
    tab.click_on("pad", "GO")
    tab.until("speaker.made.stroke && speaker.playing.size > 0")
    peak = tab.evaluate("Math.max(...speaker.made.stroke.getChannelData(0))")
    assert 0.1 < peak < 1
    assert tab.evaluate("desk.error") == ""
    tab.key("Control+f")
    tab.until("!speaker.context && !desk.sound")


def test_the_benchmark_prints_what_a_page_costs(monkeypatch, capsys):
    monkeypatch.setattr(pages, "SECONDS", 0.1)
    monkeypatch.setattr(pages, "SETTLING", 0.0)
    monkeypatch.setattr(pages, "PAGES", (("kim1", "wally"),))
    assert pages.main() == 0
    assert re.fullmatch(r"page .*\nwally +[\d,]+ +[\d.]+ s +[\d.]+% +[\d.]+%\n", capsys.readouterr().out)


OUTSIDE = """new Promise((told) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (event) => {
        refused.push(event.effectiveDirective);
        if (refused.length === 5) told(refused.sort());
    });
    const add = (name, given) => document.body.append(Object.assign(document.createElement(name), given));
    add("script", { src: "https://elsewhere.invalid/script.js" });
    add("script", { textContent: "window.hurt = true" });
    add("img", { src: "https://elsewhere.invalid/picture.png" });
    add("iframe", { src: "https://elsewhere.invalid/" });
    fetch("https://elsewhere.invalid/data").catch(() => null);
})"""


def test_a_page_loads_nothing_and_runs_no_script_but_its_own(chromium, wally):
    path, _ = wally
    tab = chromium.open(path)
    refused = ["connect-src", "frame-src", "img-src", "script-src-elem", "script-src-elem"]
    assert tab.evaluate(OUTSIDE) == refused
    assert tab.evaluate("[window.hurt, typeof desk]") == [None, "object"]
    tab.until('desk.shown.now.includes("andicap")')


def test_a_page_in_a_notebook_runs_in_a_sandbox(chromium, tmp_path):
    kim = Kim1()
    kim.boot("wally")
    cell = kim._repr_html_()
    assert re.findall(r' sandbox="(.*?)"', cell) == ["allow-scripts"]
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><body>{cell}", encoding="utf-8")
    tab = chromium.visit(path.as_uri())
    frame = tab.frame()
    frame.until("window.ready > 0")
    frame.until('desk.shown.now.includes("andicap")')
    assert frame.evaluate("[self.origin, desk.error]") == ["null", ""]
    assert tab.evaluate("document.querySelector('iframe').contentDocument") is None


FORGE = """(async (change) => {
    const linked = async (forge) => {
        const kept = desk.hand.bytes.slice();
        forge(desk.hand.kernel.record, desk.hand);
        const link = linkTo(desk, Infinity); // which has taken the bytes; the machine must not run with them
        desk.hand.bytes.set(kept);
        return link;
    };
    return linked(change);
})"""
FORGERIES = {
    "(m) => m.baud = 0n": "no machine can be in its state: baud",
    "(m) => m.digit = 1000n": "no machine can be in its state: digit",
    "(m) => m.pc = 1n << 40n": "no machine can be in its state: pc",
    "(m) => m.op[0] = 7": "no machine can be in its state: op",
    "(m) => m.seen_to = 0n": "no machine can be in its state",
    "(m) => m.received_count = 1n << 50n": "no machine can be in its state",
}


def test_a_forged_link_leads_nowhere_and_leaves_the_page_as_it_was(chromium, wally):
    path, _ = wally
    tab = chromium.open(path)
    tab.until("desk.cycles > 2000000")
    tab.click_on("commands", "pause")
    before = tab.evaluate("[desk.cycles, desk.printed]")
    good = tab.evaluate(f"{FORGE}(() => null)")
    for change, why in FORGERIES.items():
        link = tab.evaluate(f"{FORGE}({change})")
        tab.evaluate(f"location.hash = {link!r}")
        tab.until("desk.error !== ''")
        assert tab.evaluate("desk.error").startswith(f"this link leads nowhere: {why}"), change
        assert tab.evaluate("[desk.cycles, desk.printed]") == before
        tab.evaluate("desk.error = ''")
    tab.evaluate(f"location.hash = {good!r}")
    tab.evaluate("new Promise((then) => setTimeout(then, 200))")
    assert tab.evaluate("desk.error") == ""


FORGED_LARGER = {
    "704": ["m.taken = 1000n"],
    "6600": [
        "m.p = 1n << 40n",
        "m.arena_used = 3n",
        "m.slot = 1n << 40n",
        "m.ready[22] = m.cycles + 20000n",
        "m.ready[22] = 1n << 60n",  # nothing has a result for it: waiting for that has no end
        "m.free[8] = 1n << 60n",
        "m.waiting_length = 1n",
        "m.tick = 1n << 50n",
        "m.next_tick = (1n << 60n) - 1n",  # as a number of JavaScript that is 1 << 60
    ],
}


def test_moments_of_the_larger_machines_are_taken_from_links_and_forged_ones_are_not(chromium, tmp_path):
    page.write(controller_704(Ibm704(), "checkers"), tmp_path / "704.html")
    mates = controller_6600(Cdc6600())
    mates.begin("mates")
    page.write(mates, tmp_path / "6600.html")
    for name, changes in FORGED_LARGER.items():
        tab = chromium.open(tmp_path / f"{name}.html")
        fast(tab)
        tab.until("desk.cycles > 20000")
        follow = "followLink(desk, link).then(() => desk.error, (error) => error.message)"
        for _ in range(5):  # with more under way, or less
            assert tab.evaluate(f"linkTo(desk, Infinity).then((link) => {follow})") == ""
        for change in changes:
            said = tab.evaluate(f"{FORGE}((m) => {change}).then((link) => {follow})")
            assert said.startswith("no machine can be in its state"), (name, change)
