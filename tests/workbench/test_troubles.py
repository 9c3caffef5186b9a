"""What goes wrong around the pages: no network, a new release, no room, no storage, machines that die, old browsers."""

import os
import shutil

import pytest

from host.workbench import site
from tests.shared import in_turn
from tests.workbench.conftest import Write, served

SECONDS = 240  # for Python to be loaded, on a host that does other work
MINE = "        .org $0200\n        lda #$2A\n        brk\n"
KEPT = "caches.keys().then((names) => names.filter((each) => each.startsWith('ironboard-')))"
BOTH_ACTIVE = """navigator.serviceWorker.getRegistrations().then((all) =>
    all.length === 2 && all.every((each) => each.active))"""  # the workbench's, and the documents'
WRONG_FILES = """(async () => {
    const { files } = await (await fetch("version.json")).json();
    const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
    const hash = async (path) => hex(await crypto.subtle.digest("SHA-256", await (await fetch(path)).arrayBuffer()));
    const wrong = async ([path, [, wanted]]) => (await hash(path)) === wanted ? "" : path;
    return Promise.all(Object.entries(files).map(wrong));
})()"""
NOTHING_KEPT = """() => {
    window.workers = 0;
    window.Worker = class extends Worker { constructor(...given) { super(...given); workers++; } };
    const broken = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
    for (const name of ["caches", "indexedDB", "localStorage"]) Object.defineProperty(window, name, { get: broken });
    Object.defineProperty(navigator, "serviceWorker", { value: undefined });
}"""
READY_WITHOUT_PYTHON = """() => { if (!sessionStorage.withPython) window.Worker = class {
    postMessage({ channel, id, text }) {
        const lsp = () => ({ jsonrpc: "2.0", id: JSON.parse(text).id, result: { capabilities: {} } });
        const data = channel === "boot" ? { channel, ready: true, fromMemory: true }
            : channel === "call" ? { channel: "reply", id, value: [] }
            : channel === "lsp" ? { channel, text: JSON.stringify(lsp()) } : null;
        if (data) setTimeout(() => this.onmessage({ data }));
    }
    terminate() {}
}; }"""  # at once: a page keeps its files when Python is ready


@pytest.fixture
def release(folder, tmp_path):
    """A workbench that can be changed as a new release does it; a function that makes one with a mark in two files."""
    shutil.copytree(folder, tmp_path / "site", copy_function=os.link)
    place = tmp_path / "site" / site.WORKBENCH

    def marked(mark):
        for name in ("style.css", "ready.js"):
            content = (site.WEB / name).read_bytes() + f"/* {mark} */\n".encode()
            (place / name).unlink()
            site.write(place / name, content)
        for name in (site.VERSION, site.KEEPER):
            (place / name).unlink()
        return site.stamped(place)

    marked.place = place
    return marked


def test_a_new_release_replaces_all_files_and_keeps_the_users(chromium, release):
    with served(release.place.parent) as root:
        address = f"{root}{site.WORKBENCH}/"
        tab = chromium.visit(address, profile=chromium.profile(), before=READY_WITHOUT_PYTHON)
        write = Write(tab)
        write.write(MINE)
        tab.until(BOTH_ACTIVE, SECONDS)
        first = tab.evaluate(KEPT)
        new = release("new")
        style = (release.place / "style.css").read_bytes()
        site.write(release.place / "style.css", b"half")  # it is being uploaded
        tab.reload()
        tab.until(f"{KEPT}.then((names) => names.length === 2)")
        tab.until("navigator.serviceWorker.getRegistration().then((each) => !each.installing)")
        assert tab.evaluate("document.querySelectorAll('p.cannot').length") == 0
        site.write(release.place / "style.css", style)
        tab.reload()
        tab.until("document.querySelector('p.cannot')?.innerText.includes('A new version')", SECONDS)
        write = Write(tab)
        assert write.text == MINE
        assert set(tab.evaluate(KEPT)) == {*first, f"ironboard-{new}"}
        write.write(f"{MINE}; more\n")
        tab.evaluate("(window.isOld = true, sessionStorage.withPython = true)")
        write.button("Reload now")
        tab.until("!window.isOld && !!window.ironboard", SECONDS)
        assert tab.evaluate(KEPT) == [f"ironboard-{new}"]
    assert set(tab.evaluate(WRONG_FILES)) == {""}  # nothing serves them any more
    write = Write(tab)
    assert write.text == f"{MINE}; more\n"
    write.button("Debug")
    write.stopped("count.s:2")
    tab.go(f"{root}kim1/wally/")
    tab.until("document.querySelector('h1')?.textContent === 'Ironboard'")


@pytest.mark.parametrize(("page", "name"), in_turn([("index.html",), ("learn.html",)], ["firefox", "chromium"]))
def test_without_storage_everything_else_works(page, name, address, request):
    browser = request.getfixturevalue(name)
    tab = browser.visit(f"{address}{page}", profile=browser.profile(), before=NOTHING_KEPT)
    write = Write(tab)
    write.told("Download")
    tab.until("document.querySelector('p.cannot')?.innerText.includes('needs the network each time')")
    assert tab.evaluate("workers") == 1  # nobody makes a memory that cannot be kept
    assert "not kept" in tab.evaluate("document.getElementById('saved').textContent")
    tab.until("ironboard.isReady", SECONDS)
    if page == "index.html":
        machines_that_die_are_started_again_with_the_files(write)
    else:
        write.button("Check")
        tab.until("!!document.querySelector('.verdict-line')")
    assert tab.errors == []


def machines_that_die_are_started_again_with_the_files(write):
    """Here, as starting Python takes long."""
    tab = write.tab
    write.button("Close")
    write.write(MINE)
    tab.until("ironboard.server.isReady", SECONDS)
    write.button("Debug")
    write.stopped("count.s:2")
    die = "ironboard.client.send({ channel: 'boot', version: null })"  # the worker's error, as when its memory is full
    tab.evaluate(f"(ironboard.client.call('debug.timeline').catch((error) => (window.said = error.message)), {die})")
    write.told("The machines have stopped working")
    write.write("        ldaa #1\n")
    tab.until("document.getElementById('now').textContent.startsWith('The machines are there again')", SECONDS)
    assert write.notice == ""
    assert "have stopped working" in tab.evaluate("window.said")
    tab.until("document.getElementById('problems-line').textContent.startsWith('1 error')", SECONDS)
    write.write(MINE)
    write.button("Debug")
    write.stopped("count.s:2")
    write.register_is("A", "00")
