"""The modules of pages: they lie in the repository as the compiler makes them of the cores that are there."""

from __future__ import annotations

import importlib.util

import pytest

from emulators.errors import IronboardError
from emulators.kernels import building, short_name
from emulators.kim1 import bus


@pytest.mark.skipif(not importlib.util.find_spec("ziglang"), reason="ziglang is not installed")
def test_the_modules_are_those_of_the_cores(tmp_path):
    """If not: python -m emulators.kernels --pages."""
    building.build_page_modules(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        each.name: each.read_bytes() for each in building.WASM_FOLDER.iterdir()
    }


def test_a_module_needs_no_compiler(monkeypatch):
    monkeypatch.setattr(building, "compiler", lambda target: pytest.fail("a compiler was asked for"))
    assert building.page_module(bus) == (building.WASM_FOLDER / f"{short_name(bus.__name__)}.wasm").read_bytes()


def test_where_a_core_was_edited_and_there_is_no_compiler_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(building, "noted", dict)
    monkeypatch.setattr(building, "ZIG", "no_such_package")
    with pytest.raises(IronboardError, match=r"emulators\.kim1\.bus cannot go to a page: .* install the package"):
        building.page_module(bus)
