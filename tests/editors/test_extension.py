"""The code of the extension for VS Code, run in Node with the real language server; the API of VS Code is a stand-in.

VS Code itself, in a browser: `code_server.py`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.editors import vscode
from tests.editors.colours import HERE, LANGUAGES, tool
from tests.editors.test_neovim import SOURCE

COMMAND = str(Path(sys.executable).parent / "ironboard")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder, known = tmp_path_factory.mktemp("extension"), [*LANGUAGES.values()]
    for name, text in vscode.extension(known, vscode.package(known)).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "wrong.s").write_text(SOURCE)
    return folder


def run(folder, **environment):
    environment = {"EXTENSION": str(folder), "SOURCE": str(folder / "wrong.s"), "COMMAND": COMMAND} | environment
    words = [tool("node"), HERE / "extension.js"]
    done = subprocess.run(words, env=os.environ | environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def seen(folder):
    """What VS Code was given."""
    pytest.importorskip("pygls")
    return run(folder)


def starts(found):
    return [(each["range"]["start"]["line"], each["range"]["start"]["character"]) for each in found]


def test_errors_are_shown_and_vanish_when_they_are_mended(seen):
    (error,) = seen["first"]
    assert starts(seen["first"]) == [(3, 8)]
    assert "ADCC" in error["message"]
    assert (error["severity"], error["source"]) == (0, "ironboard")
    assert seen["diagnostics"] == []
    assert seen["errors"] == []


def test_names_and_instructions_are_known(seen):
    assert "cycles" in seen["hover"]["contents"][0]["value"]
    assert starts(seen["definition"]) == [(2, 0)]
    assert starts(seen["references"]) == [(2, 0), (4, 12)]
    assert [each["name"] for each in seen["symbols"]] == ["START"]


def test_an_error_is_cured_by_a_change(seen):
    (action,) = seen["actions"]
    assert (action["title"], action["isPreferred"]) == ("Write 'ADC', not 'ADCC'", True)
    ((_, place, new),) = action["edit"]["edits"]
    assert (new, place["start"], place["end"]["character"]) == ("ADC", {"line": 3, "character": 8}, 12)
    assert [each["message"] for each in action["diagnostics"]] == [each["message"] for each in seen["first"]]


def test_colours_folds_forms_and_facts_are_shown(seen):
    length, kind = seen["tokens"]["data"][2:4]
    assert (length, seen["legend"][kind]) == (len("START"), "label")
    assert seen["newTokens"]["edits"] == []  # the label is where it was
    assert [(each["label"], each["position"]["line"]) for each in seen["inlays"]] == [
        ("2 cycles", 2),
        ("3 cycles", 4),
    ]
    assert "LDA #value" in [each["label"] for each in seen["signature"]["signatures"]]
    assert [each["name"] for each in seen["workspace"]] == ["START"]
    assert seen["folds"] == []


def test_words_are_offered_and_names_changed(seen):
    assert {"LDA", "STA"} <= {each["label"] for each in seen["completion"]["items"]}
    assert [(new, place["start"]["line"]) for _, place, new in seen["rename"]["edits"]] == [("AGAIN", 2), ("AGAIN", 4)]


def test_f5_needs_no_configuration(seen, folder):
    assert seen["adapter"] == {"command": COMMAND, "args": ["dap"]}
    assert seen["launch"]["program"] == str(folder / "wrong.s")
    assert (seen["launch"]["type"], seen["launch"]["request"]) == ("ironboard", "launch")
    assert (seen["launch"]["machine"], seen["launch"]["compiling"]) == ("kim1", {"defines": "SPARE=1"})


def test_a_command_that_is_missing_is_told_with_what_to_do(folder):
    seen = run(folder, COMMAND=str(folder / "nowhere"), BROKEN="1")
    (error,) = seen["errors"]
    assert error == seen["adapter"]
    assert f"there is no command '{folder / 'nowhere'}'" in error
    assert "ironboard.command" in error


def test_a_server_that_cannot_start_is_told_in_its_own_words(folder):
    """As `ironboard lsp` without pygls ends: what to install is its last line."""
    (folder / "broken").write_text(
        "#!/bin/sh\necho 'ironboard: install it: pip install \"ironboard[lsp]\"' >&2\nexit 1\n"
    )
    (folder / "broken").chmod(0o755)
    (error,) = run(folder, COMMAND=str(folder / "broken"), BROKEN="1")["errors"]
    assert 'pip install "ironboard[lsp]"' in error
    assert "Colours and debugging work without it." in error
