"""The tutorials in the workbench, by hand: written, run, stepped back, mended; its machine is the command line's."""

import base64
import json
import zlib

from docs.tools.make_screenshots import written
from emulators import record
from host.debugger.opening import Target, open_session
from host.workbench import site
from tests.workbench.axe import faults_in_both_lights
from tests.workbench.conftest import Write, served


def same_state(write, path):
    """Check that the machine in the page is in the state that the command line's reaches."""
    path.write_text(write.text, encoding="utf-8")
    session = open_session(Target(str(path))).session
    session.run_for(write.tab.evaluate("ironboard.bench.timeline.time.now") - session.cycles)
    there = zlib.decompress(base64.b64decode(write.tab.evaluate("ironboard.client.call('debug.state')")))
    assert content(there) == content(session.machine.save_state())


def content(state):
    """Return what a state holds, without the marks of breakpoints; compressed bytes are not the same everywhere."""
    found = record.unpacked(state[state.index(b"\n") + 1 :])
    return found["fields"] | found["extra"] | {"special": None}


def test_the_first_program_from_an_empty_editor_to_mended_by_stepping_back_and_again_without_a_server(
    browser, folder, tmp_path, request
):
    first, mended = (written("kim1.md", "count.s", changes) for changes in (0, 1))
    with served(folder) as address:
        tab = browser.visit(f"{address}{site.WORKBENCH}/", profile=browser.profile())
        write = Write(tab)
        write.write("        ldaa #1\n")
        tab.until("document.getElementById('problems-line').textContent.startsWith('1 error')")
        write.write(first)
        tab.until("document.getElementById('problems-line').textContent.startsWith('No problems')")
        write.button("Debug")
        write.stopped("count.s:7")
        write.command("break tick if [INH] == 9")
        tab.key("F5")
        write.stopped("count.s:20")
        assert tab.evaluate("ironboard.bench.timeline.time.now") == 4_370_333
        for line in (21, 22, 23):
            tab.key("F11")
            write.stopped(f"count.s:{line}")
        write.register_is("A", "0A")
        same_state(write, tmp_path / "count.s")
        tab.key("F7")
        write.stopped("count.s:22")
        write.register_is("A", "09")
        write.command("registers P.D=1")
        tab.key("F11")
        write.stopped("count.s:23")
        write.register_is("A", "10")
        if "chromium" in request.node.callspec.id:
            assert faults_in_both_lights(tab) == []

        write.write(mended)
        write.told("The text is newer than the program that runs")
        write.button("Begin again")
        write.stopped("count.s:7")
        for _ in range(5):
            tab.key("Alt+=")  # to turbo
        write.command("run 5582948")
        tab.until("ironboard.bench.debug.isStopped && ironboard.bench.timeline.time.now >= 5700035")
        tab.until("!!document.querySelector('[aria-label=\"display: 020013\"]')")  # after 09, 10
        same_state(write, tmp_path / "count.s")
        tab.until("navigator.serviceWorker.ready.then(() => true)")
        assert tab.errors == []
        assert browser.elsewhere == []

    tab.reload()  # nothing serves it any more
    write = Write(tab)
    assert write.text == mended
    write.button("Debug")
    write.stopped("count.s:7")


def test_the_tutorials_of_the_other_machines_go_back_to_their_mistakes(chromium, address, tmp_path):
    tab = chromium.visit(address, profile=chromium.profile())
    write = Write(tab)

    tab.evaluate("ironboard.choose({ machine: '' })")  # the one that the program is for

    def debug(name, text):
        tab.evaluate(f"ironboard.project.put({json.dumps(name)}, {json.dumps(text)})")
        tab.evaluate(f"ironboard.files.open({json.dumps(name)})")
        write.button("Debug")

    now = "ironboard.bench.debug.isStopped && ironboard.bench.timeline.time.now"
    debug("squares.sap", written("sap.md", "squares.sap"))
    write.stopped("squares.sap:3")
    write.command("until TURN")
    write.stopped("squares.sap:13")
    write.register_is("XA", "00001")
    same_state(write, tmp_path / "squares.sap")
    write.command("watch change XA")
    tab.key("Shift+F5")
    tab.until(f"{now} === 555324")
    tab.key("Shift+F7")
    tab.until(f"{now} === 555322")
    write.register_is("XA", "00002")

    debug("perfect.alg", written("algol.md", "perfect.alg"))
    tab.until("document.getElementById('outcome').innerText.includes(`expected ';' or 'end' before 'for'`)")
    debug("perfect.alg", written("algol.md", "perfect.alg", changes=1))
    write.stopped("perfect.alg:1")
    write.command("break 12 if n = 6")
    tab.key("F5")
    write.stopped("perfect.alg:12")
    tab.until(f"{now} === 8726")
    tab.key("F7")
    write.stopped("perfect.alg:11")
    tab.until(f"{now} === 8619")
    assert tab.errors == []
    assert chromium.elsewhere == []
