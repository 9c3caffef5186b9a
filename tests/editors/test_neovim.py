"""Neovim, a real editor, with the files written for it: the language server as one types, and :make."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.editors import command
from tests.editors.colours import HERE, tool

BIN = Path(sys.executable).parent
SOURCE = """; wrong
        .org $0200
START:  LDA #$00
        ADCC #1
        JMP START
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What was seen in Neovim."""
    neovim, folder = tool("nvim"), tmp_path_factory.mktemp("neovim")
    pytest.importorskip("pygls")
    command.write("neovim", folder / "plugin")
    (folder / "wrong.s").write_text(SOURCE)
    environment = {
        "SOURCE": str(folder / "wrong.s"),
        "RESULT": str(folder / "result.json"),
        "HOME": str(folder),
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
    }
    words = [neovim, "--headless", "-n", "-u", "NONE", "--cmd", f"set runtimepath+={folder / 'plugin'}"]
    words += [
        "-c",
        "filetype plugin on",
        "-c",
        "runtime! plugin/ironboard.lua",
        "-S",
        str(HERE / "neovim.lua"),
        "-c",
        "cquit",
    ]
    done = subprocess.run(
        words, env=os.environ | environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100
    )
    assert done.returncode == 0, done.stdout.decode()
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


def test_the_file_is_in_our_language_and_lines_are_commented_out_as_it_says(seen):
    assert (seen["filetype"], seen["commentstring"]) == ("ca65", "; %s")


def test_errors_are_shown_as_one_types(seen):
    ((line, column, severity, message),) = seen["diagnostics"]
    assert (line, column, severity) == (3, 8, 1)
    assert "ADCC" in message


def test_an_instruction_explains_itself_and_a_name_leads_to_its_definition(seen):
    assert "LDA" in seen["hover"]["contents"]["value"]
    assert "cycles" in seen["hover"]["contents"]["value"]
    found = seen["definition"]
    place = found[0] if isinstance(found, list) else found
    assert place["range"]["start"] == {"line": 2, "character": 0}


def test_an_error_is_cured_by_an_action(seen):
    assert seen["cured"] == "        ADC #1"


def test_names_have_colours_and_calls_their_forms(seen):
    assert seen["tokens"][:3] == [2, 0, len("START")]
    assert [each["name"] for each in seen["symbols"]] == ["START"]
    assert "LDA abs,X" in [each["label"] for each in seen["signature"]["signatures"]]
    assert seen["folds"] == []


def test_make_fills_the_quickfix_list(seen):
    ((line, column, kind, text),) = seen["quickfix"]
    assert (line, column, kind) == (4, 9, "e")
    assert "ADCC" in text
