"""The page Write without its machines: links, and what happens where a browser lacks something."""

import json

import pytest

from tests.shared import first_in
from tests.workbench.axe import faults_in_both_lights
from tests.workbench.conftest import WITHOUT_PYTHON, Write

PROGRAM = "        .org $0200\nstart:  lda #1\n        jmp start\n"


@pytest.fixture
def page(browser, address):
    """Return a function that opens the page Write in a new profile."""

    def opened(fragment="", before="() => {}", profile=None):
        given = profile or browser.profile()
        return Write(
            browser.visit(address + fragment, before=f"() => {{ ({WITHOUT_PYTHON})(); ({before})(); }}", profile=given)
        )

    return opened


PACKED = """(async (facts) => {
    const stream = new Blob([JSON.stringify(facts)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = Array.from(bytes, (each) => String.fromCharCode(each)).join("");
    return "#w=" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
})"""
FORGED = {
    '{ v: 1, files: { "../x.s": "" } }': "not one that the workbench makes",
    '{ v: 1, files: { "x.s": 7 } }': "not one that the workbench makes",
    '{ v: 1, files: { "x.s": "" }, shown: "y.s" }': "not one that the workbench makes",
    '{ v: 1, files: { "x.s": "" }, breakpoints: { "x.s": [{ line: {} }] } }': "not one that the workbench makes",
    "{ v: 1, files: {} }": "not one that the workbench makes",
    "[1]": "not one that the workbench makes",
    '{ v: 2, files: { "x.s": "" } }': "made by a newer release",
    '{ v: 1, files: { "x.s": "x".repeat(3 << 20) } }': "it holds more than a link can (2 MB)",
}


@first_in("chromium")
def test_a_link_shows_its_program_and_runs_nothing_and_a_wrong_one_says_what_is_wrong(page, request):
    mine = page()
    mine.write(PROGRAM)
    mine.breakpoint(2)
    mine.button("Link")
    mine.tab.until("!!document.getElementById('share-link')")
    link = mine.tab.evaluate("document.getElementById('share-link').value")
    assert len(link) < 400
    if "chromium" in request.node.callspec.id:
        assert faults_in_both_lights(mine.tab) == []

    fragment = link[link.index("#") :]
    other = page(fragment)
    assert other.text == PROGRAM
    assert other.tab.evaluate("ironboard.editor.breakpoints(ironboard.shown).map(({ line }) => line)") == [2]
    other.told("Nothing runs until you press Run")
    assert other.tab.evaluate("ironboard.bench.debug.state") == "none"
    assert (
        other.tab.evaluate("document.getElementById('machine').innerText")
        == "The machine appears here when a program runs."
    )

    mended = PROGRAM + "; mine\n"
    other.write(mended)
    wrong = {fragment[:-9]: "The link is damaged", "#w=%%%": "The link is damaged"}
    wrong |= {other.tab.evaluate(f"{PACKED}({facts})"): why for facts, why in FORGED.items()}
    for forged, why in wrong.items():
        other.tab.evaluate(f"location.hash = {json.dumps(forged)}")
        other.told(why)
        assert other.text == mended, why
        other.button("Close")
    assert other.tab.errors == []


@first_in("firefox")
def test_what_cannot_be_kept_is_told_and_what_is_kept_is_there_again(page, browser):
    profile = browser.profile()
    first = page(profile=profile)
    first.write(PROGRAM)
    first.tab.until("document.getElementById('saved').textContent.includes('kept in this browser')")
    first.tab.reload()
    first = Write(first.tab)
    assert first.text == PROGRAM
    first.tab.press("document.querySelector('.cm-content')")
    first.tab.key("Control+z")
    first.tab.until("ironboard.editor.text(ironboard.shown).startsWith('; The six digits')")  # undone across visits
    first.tab.key("Control+y")
    first.tab.until("document.getElementById('saved').textContent.includes('kept in this browser')")

    second = page(profile=profile)
    assert second.text == PROGRAM
    second.told("open in another tab: what you change here is not kept")
    second.button("Take it over")
    first.told("open in another tab")
    second.write("; the second's\n")
    second.tab.until("document.getElementById('saved').textContent.includes('kept in this browser')")
    first.write("; the first's\n")
    first.button("Go on with a copy")
    first.tab.until("document.getElementById('saved').textContent.includes('(copy): kept in this browser')")
    assert [*second.tab.errors, *first.tab.errors] == []


DENIED = """() => Object.defineProperty(window, "indexedDB", {
    value: { open() { throw new DOMException("no", "SecurityError") } },
})"""
FULL = "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }"


@first_in("chromium")
def test_a_private_window_and_a_full_storage_say_so_and_give_the_files(page):
    private = page(before=DENIED)
    private.told("What you write is lost when the page closes")
    full = page(before=FULL)
    full.write(PROGRAM)
    full.told("The browser's storage is full")
    full.button("Download all")
    assert full.tab.download().read_bytes()[:2] == b"PK"
    full.write(PROGRAM * 2)  # one can go on
    assert full.tab.errors == []


@first_in("firefox")
def test_where_it_cannot_work_one_sentence_says_why(browser, folder, address):
    told = "document.querySelector('.cannot').innerText"
    disk = browser.visit((folder / "workbench" / "index.html").as_uri())
    assert disk.evaluate(told).startswith("This page was opened from a disk, where browsers load no modules.")
    old = browser.visit(address, before="() => { delete window.WebAssembly }")
    assert old.evaluate(told).startswith("This browser has no WebAssembly, which the machines need")
