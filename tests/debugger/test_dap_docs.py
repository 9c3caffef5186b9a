"""What VS Code is told, and the page, fit the server."""

import json
import re
from pathlib import Path

import pytest

from host import registry
from host.debugger.dap.messages import CORES, FIELDS
from host.debugger.dap.requests import REQUESTS
from host.editors.grammars import languages
from host.editors.vscode import package

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "editors.md").read_text(encoding="utf-8")
BY_VS_CODE = {"type", "request", "name", "debugServer"}  # fields of a launch configuration that are not ours
TYPES = {bool: "boolean", int: "integer", Path: "string", str: "string"}


@pytest.fixture
def debugger():
    return package(languages())["contributes"]["debuggers"][0]


@pytest.fixture
def properties(debugger):
    return debugger["configurationAttributes"]["launch"]["properties"]


def test_vs_code_knows_the_fields_of_launch(properties):
    assert set(properties) == set(FIELDS)
    assert tuple(properties["core"]["enum"]) == CORES
    assert properties["machine"]["enum"] == list(registry.models())


def test_vs_code_knows_the_options_of_the_machines(properties):
    known = {name: option for each in registry.models().values() for name, option in each.options.items()}
    described = properties["options"]["properties"]
    assert {name: each["type"] for name, each in described.items()} == {
        name: TYPES[option.kind] for name, option in known.items()
    }
    assert all(option.help in described[name]["description"] for name, option in known.items())
    assert described["model"]["enum"] == ["6600", "6400"]


def configurations():
    debugger = package(languages())["contributes"]["debuggers"][0]
    page = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
    return [
        *debugger["initialConfigurations"],
        *page["configurations"],
    ]


@pytest.mark.parametrize("configuration", configurations(), ids=lambda each: each["name"])
def test_examples_of_configurations_have_fields_that_there_are(configuration):
    assert configuration["type"] == "ironboard"
    assert configuration["request"] == "launch"
    assert set(configuration) <= {*FIELDS, *BY_VS_CODE}


def test_the_page_explains_every_field_and_every_request_of_our_own():
    launch = PAGE.partition("## What `launch` understands")[2].partition("\n## ")[0]
    assert {
        name for row in re.findall(r"^\| (.*?) \|", launch, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    } == {*FIELDS}
    own = {name for name in REQUESTS if "/" in name}
    assert set(re.findall(r"^\| `(ironboard/\w+)`", PAGE, re.MULTILINE)) == own
