"""The tutorials in the workbench, by hand: written, run, stepped back, mended; its machine is the command line's."""

import base64
import contextlib
import json
import zlib
from pathlib import Path

from docs.tools.make_screenshots import DOCS, written
from emulators import record
from host import registry
from host.assemblers.dialects import assemble_file
from host.debugger.opening import Target, open_session
from host.formats import FORMATS
from host.workbench import site
from tests.shared import first_in
from tests.workbench.axe import faults_in_both_lights
from tests.workbench.conftest import WITHOUT_NEXT_VISIT, Write, served

NOW = "ironboard.bench.timeline.time.now"
NOTING_MEMORY = """() => { window.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => { if (data.ready) window.fromMemory = data.fromMemory; });
    }
}; }"""
MEMORY_KEPT = """caches.keys().then((names) => Promise.all(names.map((each) => caches.open(each))))
    .then((all) => Promise.all(all.map((each) => each.match("memory")))).then((found) => found.some(Boolean))"""


def session_of(text, path, machine=None):
    """Return the command line's session of a program, with the inputs that the machine in the page begins with."""
    path.write_text(text, encoding="utf-8")
    return begun(path, machine)


def begun(path, machine=None):
    session = open_session(Target(str(path), machine)).session
    if "connect" in session.machine.inputs:
        session.give("connect", "INPUT")  # the 6600's console is the keyboard of the job
    return session


def same_state(write, session):
    """Check that the machine in the page is in the state that the command line's has at this cycle."""
    session.run_for(write.tab.evaluate(NOW) - session.cycles)
    there = zlib.decompress(base64.b64decode(write.tab.evaluate("ironboard.client.call('debug.state')")))
    assert content(there) == content(session.machine.save_state())


def drag_time(tab, *shares):
    """Drag the knob of the time line to shares of the line, and wait until the machine is there."""
    left, top, width = tab.evaluate("""(() => {
        const box = document.querySelector(".timeline .line").getBoundingClientRect();
        return [box.left, box.top + box.height / 2, box.width];
    })()""")
    knob = tab.middle("document.querySelector('.timeline .knob')")
    tab.drag(knob, *((left + share * width, top + 20) for share in shares))
    tab.until("ironboard.bench.debug.isStopped && ironboard.bench.timeline.wanted === null")


def content(state):
    """Return the fields of a state; compressed bytes are not the same everywhere."""
    return record.unpacked(state[state.index(b"\n") + 1 :])


@first_in("chromium")
def test_the_first_program_from_an_empty_editor_to_mended_by_stepping_back_and_again_without_a_server(
    browser, folder, tmp_path, request
):
    """In Firefox as far as what a browser does: to edit, to debug, to drag, to be without a network.

    In Chromium the second visit has Python's memory of the first one, which takes long to be made.
    """
    in_chromium = "chromium" in request.node.callspec.id
    first, mended = (written("kim1.md", "count.s", changes) for changes in (0, 1))
    with served(folder) as address:
        tab = browser.visit(f"{address}{site.WORKBENCH}/", profile=browser.profile(), before=NOTING_MEMORY)
        write = Write(tab)
        write.write("        ldaa #1\n")
        tab.until("document.getElementById('problems-line').textContent.startsWith('1 error')")
        write.write(first)
        tab.until("document.getElementById('problems-line').textContent.startsWith('No problems')")
        write.button("Debug")
        write.stopped("count.s:7")
        write.command("tbreak tick if [INH] == 9")
        tab.key("F5")
        write.stopped("count.s:20")
        assert tab.evaluate(NOW) == 4_370_333
        session = session_of(write.text, tmp_path / "count.s")
        drag_time(tab, 0.7, 0.5, 0.25)
        same_state(write, session)
        assert session.cycles < 1_500_000
        drag_time(tab, 1)
        same_state(write, session)
        assert session.cycles == 4_370_333
        if in_chromium:
            stepped_back_and_mended(write, mended, session, tmp_path / "count.s")
        last = write.text
        tab.until("navigator.serviceWorker.getRegistration().then((each) => !!each?.active)")
        tab.press("document.querySelector('.stage canvas')")
        assert tab.evaluate("document.activeElement.className").startswith("stage")
        assert tab.errors == []
        assert browser.elsewhere == []
        if in_chromium:
            assert tab.evaluate("fromMemory") is False
            tab.until(MEMORY_KEPT)

    tab.reload()  # nothing serves it any more
    write = Write(tab)
    assert write.text == last
    write.button("Debug")
    write.stopped("count.s:7")
    assert tab.evaluate("fromMemory") is True or not in_chromium


def stepped_back_and_mended(write, mended, session, path):
    tab = write.tab
    tab.press("document.getElementById('tab-memory')")
    tab.press("document.querySelector('#panel-memory input')")
    tab.type("INH\n")
    tab.until("document.querySelector('#panel-memory .here')?.innerText === '09'")
    write.button("Last write")
    written_by = session.last_write(0xF9)
    write.told_below(f"[00F9]: 08 became 09 at cycle {written_by.cycle:,}, by tick+5")
    tab.until(f"{NOW} === {written_by.cycle}")
    drag_time(tab, 1)
    for line in (21, 22, 23):
        tab.key("F11")
        write.stopped(f"count.s:{line}")
    write.register_is("A", "0A")
    same_state(write, session)
    tab.key("F7")
    write.stopped("count.s:22")
    write.register_is("A", "09")
    write.command("registers P.D=1")
    tab.key("F11")
    write.stopped("count.s:23")
    write.register_is("A", "10")
    assert faults_in_both_lights(tab) == []

    write.write(mended)
    write.told("The text is newer than the program that runs")
    write.button("Begin again")
    write.stopped("count.s:7")
    for _ in range(5):
        tab.key("Alt+=")  # to turbo
    write.command("run 5582948")
    tab.until(f"ironboard.bench.debug.isStopped && {NOW} >= 5700035")
    tab.until("!!document.querySelector('[aria-label=\"display: 020013\"]')")  # after 09, 10
    same_state(write, session_of(write.text, path))


def debug(write, name, text):
    """Put a file into the project and debug it."""
    for do in ("project.put({0}, {1})", "files.open({0})"):
        write.tab.evaluate(f"ironboard.{do.format(json.dumps(name), json.dumps(text))}")
    write.button("Debug")


def test_the_other_machines_and_languages_and_files_in_all_formats(chromium, address, tmp_path):
    """In one tab, as starting Python takes long."""
    tab = chromium.visit(address, profile=chromium.profile(), before=WITHOUT_NEXT_VISIT)
    write = Write(tab)
    tab.evaluate("ironboard.choose({ machine: '' })")  # the one that the program is for
    the_tutorials_go_back_to_their_mistakes(write, tmp_path)
    a_fortran_program_is_looked_into_on_both_machines(write, tmp_path)
    files_leave_in_all_formats_and_are_taken_back(write, tmp_path)
    assert tab.errors == []
    assert chromium.elsewhere == []


def the_tutorials_go_back_to_their_mistakes(write, folder):
    tab = write.tab
    now = f"ironboard.bench.debug.isStopped && {NOW}"
    debug(write, "squares.sap", written("sap.md", "squares.sap"))
    write.stopped("squares.sap:3")
    write.command("until TURN")
    write.stopped("squares.sap:13")
    write.register_is("XA", "00001")
    same_state(write, session_of(write.text, folder / "squares.sap"))
    write.command("watch change XA")
    tab.key("Shift+F5")
    tab.until(f"{now} === 555324")
    tab.key("Shift+F7")
    tab.until(f"{now} === 555322")
    write.register_is("XA", "00002")

    debug(write, "perfect.alg", written("algol.md", "perfect.alg"))
    tab.until("document.getElementById('outcome').innerText.includes(`expected ';' or 'end' before 'for'`)")
    debug(write, "perfect.alg", written("algol.md", "perfect.alg", changes=1))
    write.stopped("perfect.alg:1")
    write.command("break 12 if n = 6")
    tab.key("F5")
    write.stopped("perfect.alg:12")
    tab.until(f"{now} === 8726")
    same_state(write, session_of(write.text, folder / "perfect.alg"))
    tab.key("F7")
    write.stopped("perfect.alg:11")
    tab.until(f"{now} === 8619")


def a_fortran_program_is_looked_into_on_both_machines(write, folder):
    """As docs/fortran-debugger.md does it at the command line."""
    tab, text = write.tab, (DOCS / "examples" / "spread.f").read_text("utf-8")
    debug(write, "spread.f", text.replace("CALL MEAN(A", "CALL MEAN(A,"))
    tab.until("document.getElementById('outcome').innerText.includes('spread.f:8')")
    for machine in ("6600", "704"):
        tab.evaluate(f"ironboard.choose({{ machine: '{machine}' }})")
        debug(write, "spread.f", text)
        write.stopped("spread.f:")
        write.command("break MEAN.10 if I == 3")
        tab.key("F5")
        write.stopped("spread.f:20")
        same_state(write, session_of(write.text, folder / "spread.f", machine))
        tab.press("document.getElementById('tab-state')")
        variables = "document.querySelector('#panel-state').innerText.replaceAll(/\\s+/g, ' ')"
        tab.until(f"{variables}.includes('S 5.0 I 3')")
        write.command("S = 8.5")
        tab.key("F10")
        write.stopped("spread.f:20")
        tab.press("document.getElementById('tab-state')")
        tab.until(f"{variables}.includes('S 17.5 I 4')")
        tab.key("F7")
        write.stopped("spread.f:20")
        tab.until(f"{variables}.includes('S 8.5 I 3')")
    tab.evaluate("ironboard.choose({ machine: '' })")


PROGRAMS = {
    "inc.s": ("kim1", "        .org $0200\nagain:  inc $10\n        jmp again\n"),
    "add.sap": (
        "704",
        "       ORG 24\nSTART  CLA ONE\n       ADD ONE\n       HTR START\nONE    DEC 1\n       END START\n",
    ),
    "five.compass": ("6600", "         IDENT  FIVE\nSTART    SX6    5\n         PS\n         END    START\n"),
}
DROP = """((name, data) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(data), (each) => each.charCodeAt(0))], name));
    for (const kind of ["dragover", "drop"])
        document.getElementById("edit").dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true }));
})"""


def files_leave_in_all_formats_and_are_taken_back(write, folder):
    """Each is, byte for byte, what the command `asm` writes of the source in the page."""
    tab, images = write.tab, {}
    for name, (machine, text) in PROGRAMS.items():
        source = folder / name
        source.write_text(text, encoding="utf-8")
        take(tab, source)
        write.button("Files")
        write.button(f"Download {name} in other formats")
        choices = "[...document.querySelectorAll('dialog .choice')]"
        tab.until(f"{choices}.length")
        forms = tab.evaluate(f"{choices}.map((each) => each.lastChild.textContent)")
        assert {*forms} == {"listing"} | {
            each.name for each in FORMATS if each.written and each.word_bits in (0, registry.find(machine).word_bits)
        }
        for number, form in enumerate(forms):
            if number:
                write.button("Files")
                write.button(f"Download {name} in other formats")
            tab.press(f"{choices}[{number}]")
            found, made = tab.download(), folder / f"made-{form}"
            with contextlib.chdir(folder):
                options = {"output": made, "format": form}
                if form == "listing":
                    options = {"output": folder / "image", "format": forms[0], "listing": made}
                assemble_file(Path(name), overwrite=True, **options)
            assert found.read_bytes() == made.read_bytes(), (name, form)
            images[found.name] = found

    for name in ("inc.ptp", "inc.wav", "add.cbn", "five.o60"):
        take(tab, images[name], dropped=name == "add.cbn")
        write.button("Files")
        write.button(f"Download {name}")
        assert tab.download().read_bytes() == images[name].read_bytes()
        tab.evaluate("ironboard.status('')")
        write.button("Debug")
        write.told_below("at the beginning")
        same_state(write, begun(images[name]))


def take(tab, path, *, dropped=False):
    """Bring a file into the project: by the menu, or dropped on the editor."""
    if dropped:
        tab.evaluate(f"{DROP}('{path.name}', '{base64.b64encode(path.read_bytes()).decode()}')")
    else:
        Write(tab).button("Files")
        Write(tab).button("Upload files")
        tab.give_files(path)
    tab.until(f"ironboard.shown === '{path.name}'")
