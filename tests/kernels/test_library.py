"""What is said where the kernels of an edited checkout cannot be built again: the cores run as plain Python."""

from __future__ import annotations

import pytest

from emulators.kernels import building
from emulators.kernels.building import BuildError
from emulators.kernels.translator import LanguageError


@pytest.mark.parametrize("error", [BuildError, LanguageError, PermissionError])
def test_a_failed_build_is_said_and_leaves_no_kernels(error, tmp_path, monkeypatch, capsys):
    def build(*_):
        raise error("core.py:12:4: not in the language")

    monkeypatch.setattr(building, "FOLDER", tmp_path)
    monkeypatch.setattr(building, "build", build)
    assert building._rebuilt({"sources": "old"}) == {}
    assert "the cores were edited and core.py:12:4: not in the language" in capsys.readouterr().err
