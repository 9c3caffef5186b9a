"""What is shipped for editors fits the server: the description for VS Code, the examples, the page."""

import json
import re
from pathlib import Path

import pytest

from host import registry
from host.cli import main
from host.debugger.dap.client import CORES, FIELDS
from host.debugger.dap.requests import REQUESTS

DOCS = Path(__file__).parents[2] / "docs"
EDITORS = DOCS / "editors"
PAGE = (DOCS / "editors.md").read_text(encoding="utf-8")
BY_VS_CODE = {"type", "request", "name", "debugServer"}  # fields of a launch configuration that are not ours
TYPES = {bool: "boolean", int: "integer", Path: "string"}


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def debugger():
    return read(EDITORS / "vscode" / "package.json")["contributes"]["debuggers"][0]


@pytest.fixture
def properties(debugger):
    return debugger["configurationAttributes"]["launch"]["properties"]


def test_vs_code_starts_a_command_that_there_is(debugger, capsys):
    assert debugger["runtime"] == "ironboard"
    with pytest.raises(SystemExit) as stop:
        main([*debugger["runtimeArgs"], "--help"])
    assert stop.value.code == 0
    assert "Debug Adapter Protocol" in capsys.readouterr().out


def test_vs_code_knows_the_fields_of_launch(properties):
    assert set(properties) == set(FIELDS)
    assert tuple(properties["core"]["enum"]) == CORES
    assert properties["machine"]["enum"] == list(registry.models())


def test_vs_code_knows_the_options_of_the_machines(properties):
    known = {
        name: {"type": TYPES[option.kind]}
        for each in registry.models().values()
        for name, option in each.options.items()
    }
    assert properties["options"]["properties"] == known


def configurations():
    package = read(EDITORS / "vscode" / "package.json")["contributes"]["debuggers"][0]
    page = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
    return [
        *package["initialConfigurations"],
        *read(EDITORS / "launch.json")["configurations"],
        *page["configurations"],
    ]


@pytest.mark.parametrize("configuration", configurations(), ids=lambda each: each["name"])
def test_examples_of_configurations_have_fields_that_there_are(configuration):
    assert configuration["type"] == "ironboard"
    assert configuration["request"] == "launch"
    assert set(configuration) <= {*FIELDS, *BY_VS_CODE}


def test_the_languages_are_described_by_files_that_there_are():
    assembly, algol = read(EDITORS / "vscode" / "package.json")["contributes"]["languages"]
    words = re.compile(read(EDITORS / "vscode" / assembly["configuration"])["wordPattern"])
    assert words.findall("lda BOARD,x ; @look:") == ["lda", "BOARD", "x", "@look:"]
    words = re.compile(read(EDITORS / "vscode" / algol["configuration"])["wordPattern"])
    assert words.findall("total := total + a[i];") == ["total", "total", "a", "i"]


def test_the_page_explains_every_field_and_every_request_of_our_own():
    launch = PAGE.partition("## What `launch` understands")[2].partition("\n## ")[0]
    assert {
        name for row in re.findall(r"^\| (.*?) \|", launch, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    } == {*FIELDS}
    own = {name for name in REQUESTS if "/" in name}
    assert set(re.findall(r"^\| `(ironboard/\w+)`", PAGE, re.MULTILINE)) == own


def test_lisp_and_lua_have_their_brackets_in_pairs():
    for name, comment in (("dape.el", r";.*"), ("nvim-dap.lua", r"--.*")):
        text = re.sub(r'"[^"\n]*"', "", (EDITORS / name).read_text(encoding="utf-8"))
        text = re.sub(comment, "", text)
        for opening, closing in ("()", "[]", "{}"):
            assert text.count(opening) == text.count(closing), name
