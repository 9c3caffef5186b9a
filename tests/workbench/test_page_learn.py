"""The pages Learn and Teach: a lesson from wrong to right, a teacher's task from the form to the answers handed in.

Each in one browser, as Python starts again and again; test_troubles.py checks an answer in both.
"""

import json

from tests.learn.solutions import RIGHT, WRONG
from tests.workbench.axe import faults_in_both_lights
from tests.workbench.conftest import WITHOUT_NEXT_VISIT, WITHOUT_PYTHON, Write

SECONDS = 240  # for Python to be loaded, on a host that does other work
DOUBLE = "        .org $0200\nTWICE:  {}RTS\n"
FORM = {
    "Title": "Twice",
    "Name, for files": "twice",
    "Label of the subroutine": "TWICE",
    "Text of the task": "Double A. <img src=x onerror=alert(1)>",
    "Text to begin with": DOUBLE.format(""),
    "Before of case 1": "A = 10",
    "Expected after of case 1": "A\nX",
    "Model answer": DOUBLE.format("ASL A\n        "),
}


class Learn(Write):
    """The page Learn in a tab."""

    def check(self, text):
        self.write(text)
        self.button("Check")
        self.tab.until("!document.getElementById('check').disabled", SECONDS)
        self.tab.until("!!document.querySelector('.verdict-line')")
        return self.tab.evaluate("document.querySelector('.verdict-line').innerText")

    def status(self):
        return self.tab.evaluate("document.getElementById('now').textContent")


def visit(browser, address):
    return browser.visit(address, profile=browser.profile(), before=WITHOUT_NEXT_VISIT)


def ready(tab):
    tab.until("document.getElementById('now').textContent.startsWith('Ready')", SECONDS)
    return tab


def fill(tab, label, text):
    """Type into the field with a label."""
    tab.evaluate(f"""(() => {{
        const named = [...document.querySelectorAll("label")].find((each) => each.textContent === {json.dumps(label)});
        const field = named?.control ?? document.querySelector(`[aria-label="${{{json.dumps(label)}}}"]`);
        field.value = {json.dumps(text)};
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {{ bubbles: true }}));
    }})()""")


def test_a_lesson_wrong_then_stepped_back_then_right_and_kept(chromium, address):
    tab = ready(visit(chromium, f"{address}learn.html"))
    page = Learn(tab)
    tab.until("!!document.querySelector('#lessons a')")
    tab.press(
        "[...document.querySelectorAll('#lessons a')].find((each) => each.textContent.includes('two bytes: add'))"
    )
    tab.until("ironboard.shown === 'add16.s'")
    said = page.check(WRONG["add16"][0][0])
    assert "Wrong in 5 of 9 cases" in said
    assert "CLC goes before it" in said
    row = "document.querySelector('table.cases tr.bad').innerText"
    assert {"45", "46"} <= {*tab.evaluate(row).split()}
    assert faults_in_both_lights(tab) == []

    page.button("Step back from the mistake")
    tab.until("ironboard.bench.debug.state === 'stopped' && !!ironboard.bench.debug.place", SECONDS)
    line = tab.evaluate("ironboard.bench.debug.place.line")
    tab.evaluate("ironboard.bench.debug.act('back instruction')")
    tab.until(f"ironboard.bench.debug.place?.line === {line - 1}")

    endless = WRONG["add16"][0][0].replace("RTS", "JMP ADD16")
    page.write(endless)
    call = "ironboard.client.call('learn.check', 'add16', ironboard.editor.text('add16.s')).catch(() => {})"
    tab.evaluate(f"for (let each = 0; each < 40; each++) void {call}")  # work enough for the button to be seen
    page.button("Check")
    page.button("Stop")
    tab.until("document.getElementById('now').textContent.includes('there again')", SECONDS)
    assert page.notice == ""
    assert "did not come to its end" in page.check(endless)
    assert "did not come to its end" in page.status()
    page.write(" nonsense here\n")
    page.button("Check")
    page.told("error")
    assert "Right in all 9 cases" in page.check(RIGHT["add16"][0])
    assert "1 of 18 solved" in tab.evaluate("document.getElementById('solved').textContent")

    for name in ("decimal", "sap-max", "algol-gcd"):  # one of each machine
        wrong_with_a_hint_stepped_back_and_right(page, name)

    tab.resize(390, 844)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.resize(1280, 800)
    tab.reload()
    tab.until("window.ironboard?.shown && document.getElementById('solved').textContent.includes('4 of 18')")
    tab.evaluate("location.hash = '#l=add16'")
    tab.until("ironboard.shown === 'add16.s'")
    assert page.text == RIGHT["add16"][0]
    assert tab.errors == []


def wrong_with_a_hint_stepped_back_and_right(page, name):
    tab, (answer, why) = page.tab, WRONG[name][0]
    tab.evaluate(f"location.hash = '#l={name}'")
    tab.until(f"ironboard.shown.startsWith('{name}.')")
    page.button("Hint")
    tab.until("document.querySelectorAll('#task .hints li').length === 1")
    assert why in page.check(answer)
    page.button("Step back from the mistake")
    tab.until("ironboard.bench.debug.state === 'stopped' && !!ironboard.bench.debug.place", SECONDS)
    mistake = json.dumps(tab.evaluate("[ironboard.bench.debug.place.line, ironboard.bench.debug.place.column]"))
    tab.key("F7")
    place = "JSON.stringify([ironboard.bench.debug.place?.line, ironboard.bench.debug.place?.column])"
    tab.until(f"ironboard.bench.debug.isStopped && {place} !== JSON.stringify({mistake})")
    assert "Right in all" in page.check(RIGHT[name][0])


def begin_with(tab, example, rows):
    """Add an example to the sheet; wait until its tasks have these numbers of rows: only then nothing moves."""
    tab.until("!!document.querySelector('#tasks fieldset')")  # the form is there, and the examples
    Write(tab).button("Start from an example")
    choices = "[...document.querySelectorAll('dialog .choice')]"
    tab.press(f"{choices}.find((each) => each.textContent.includes('{example}'))")
    found = "[...document.querySelectorAll('#tasks fieldset')].map((each) => each.querySelectorAll('tbody tr').length)"
    tab.until(f"`${{{found}}}` === '{rows}'")


def test_the_form_can_be_used_by_everybody_without_python(chromium, address):
    tab = chromium.visit(f"{address}teach.html", profile=chromium.profile(), before=WITHOUT_PYTHON)
    begin_with(tab, "read, add, print", "6")
    assert faults_in_both_lights(tab) == []


def test_a_teachers_task_goes_out_as_a_link_and_its_answer_is_checked_again(firefox, address, tmp_path):
    teacher = ready(visit(firefox, f"{address}teach.html"))
    page = Write(teacher)
    begin_with(teacher, "read, add, print", "6")
    begin_with(teacher, "First program in SAP", "6,1")
    teacher.evaluate("window.confirm = () => true")
    page.button("New sheet")
    for label, text in FORM.items():
        fill(teacher, label, text)
    teacher.evaluate("document.querySelector('#tasks details').open = true")
    page.button("Run the model answer to fill in the expected values")
    after = """document.querySelector('[aria-label="Expected after of case 1"]').value"""
    teacher.until(f"{after}.includes('A = 20')", SECONDS)
    page.button("Make a link")
    teacher.until("!!document.getElementById('sheet-link')", SECONDS)
    link = teacher.evaluate("document.getElementById('sheet-link').value")
    assert len(link) < 1000

    pupil = Learn(ready(visit(firefox, f"{address}{link[link.index('learn.html') :]}")))
    pupil.told("nothing runs until you press Check")
    assert pupil.tab.evaluate("document.querySelector('#task .text').textContent") == FORM["Text of the task"]
    assert pupil.tab.evaluate("document.querySelectorAll('#task img').length") == 0
    assert "Wrong in the only case, " in pupil.check(DOUBLE.format(""))
    assert "Right in the only case: " in pupil.check(FORM["Model answer"])
    pupil.button("Hand in")
    fill(pupil.tab, "Your name", "Ada")
    pupil.button("Download")
    file = pupil.tab.download()
    forged = json.loads(file.read_text("utf-8"))
    forged["pupil"], forged["answers"][0]["source"] = "Eve", DOUBLE.format("")
    other = tmp_path / "forged.json"
    other.write_text(json.dumps(forged), "utf-8")

    for hash in (link[link.index("#") : -9], "#t=%%%"):
        pupil.tab.evaluate(f"location.hash = {json.dumps(hash)}")
        pupil.told("The link is damaged")
        pupil.button("Close")

    page.button("Read files of answers")
    teacher.give_files(file, other)
    teacher.until("document.getElementById('read-told').textContent.startsWith('1 of 2 answers are right')", SECONDS)
    rows = teacher.evaluate(
        "[...document.querySelectorAll('#handed tbody tr')].map((row) => row.className + row.innerText)"
    )
    assert [row.split("\t")[0] for row in rows] == ["goodAda", "badEve"]
    assert all("your sheet" in row for row in rows)
    assert teacher.errors == pupil.tab.errors == []
