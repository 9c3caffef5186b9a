"""The page Write within another page: the example of the documents, and what a page around may ask for."""

import json
import re

import pytest

from tests.shared import CHECKOUT
from tests.workbench.conftest import WITHOUT_PYTHON, served

EXAMPLE = re.compile(r"```html\n(.*?)```", re.DOTALL)
CALL = """(call, args) => new Promise((resolve) => {
    const id = Math.random();
    addEventListener("message", ({ data }) => data.id === id && resolve(data.error ?? data.value));
    document.getElementById("bench").contentWindow.postMessage({ ironboard: 1, id, call, args }, "*");
})"""


@pytest.fixture
def around(chromium, folder, tmp_path):
    """A page with the example of the documents, in a tab."""
    (example,) = EXAMPLE.findall((CHECKOUT / "docs" / "workbench.md").read_text(encoding="utf-8"))
    (tmp_path / "workbench").symlink_to(folder / "workbench")
    (tmp_path / "around.html").write_text(f"<!doctype html><body>{example}", encoding="utf-8")
    with served(tmp_path) as address:
        yield chromium.visit(f"{address}around.html", before=WITHOUT_PYTHON, profile=chromium.profile())


def test_the_example_of_the_documents_is_a_page_with_a_program_that_the_page_around_sets_and_reads(around):
    def ask(call, *args):
        return around.evaluate(f"({CALL})({json.dumps(call)}, {json.dumps(args)})")

    frame = around.frame()
    frame.until("window.ironboard?.editor.has('add.s')")
    state = ask("getState")
    assert state["files"] == {"add.s": "        .org $0200\n        lda #2\n        brk\n"}
    assert (state["isReady"], state["problems"]) == (False, [])
    link = ask("getLink")
    assert link.startswith(frame.evaluate("location.origin + location.pathname") + "#w=")
    frame.until(
        f"document.getElementById('whole').getAttribute('href').endsWith({json.dumps(link[link.index('#') :])})"
    )

    assert ask("setSource", {"a.alg": "begin\nend\n", "b.inc": ""}, {"program": "a.alg"}) is None
    assert ask("reveal", "a.alg", 2, 1) is None
    assert ask("getState")["cursor"]["line"] == 2
    wrong = {
        ("setSource", "../a.s", ""): "'../a.s': No part of a name is empty or begins with a dot.",
        ("setSource", "a.s", 7): "a.s: a text of at most 2097152 characters",
        ("setSource",): "setSource takes a name and a text, or an object of them",
        ("reveal", "c.s"): "there is no file c.s",
        ("toString",): "there is no call 'toString': there are setSource, run, debug, getState, getLink, reveal",
    }
    for given, why in wrong.items():
        assert ask(*given) == why
    assert [*ask("getState")["files"]] == ["a.alg", "b.inc"]

    call = json.dumps({"ironboard": 1, "id": 1, "call": "setSource", "args": ["x.s", ""]})
    frame.evaluate(f"(postMessage({call}), new Promise((done) => setTimeout(done)))")  # not by the page around
    assert frame.evaluate("ironboard.project.names") == ["a.alg", "b.inc"]
    assert frame.evaluate("indexedDB.databases()") == []
    assert frame.evaluate("[...Array(localStorage.length).keys()].map((each) => localStorage.key(each))") == []
