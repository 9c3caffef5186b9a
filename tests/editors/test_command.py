"""`ironboard editors`: what it writes, and what it does not replace."""

import pytest

from host.cli.main import main
from host.editors.command import EDITORS


def test_without_an_editor_they_are_listed(capsys):
    assert main(["editors"]) == 0
    said = capsys.readouterr().out
    assert all(f"{name} " in said for name in EDITORS)


@pytest.mark.parametrize("name", EDITORS)
def test_files_are_written_and_replaced_only_when_asked(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["editors", name]) == 0
    assert "To install: " in capsys.readouterr().out
    written = sorted(each for each in tmp_path.rglob("*") if each.is_file())
    assert written
    written[-1].write_text("mine")
    assert main(["editors", name]) == 1
    assert "exists already" in capsys.readouterr().err
    assert written[-1].read_text() == "mine"
    assert main(["editors", name, "--force"]) == 0
    assert written[-1].read_bytes() != b"mine"


def test_an_unknown_editor_is_told_with_the_nearest_one(capsys):
    assert main(["editors", "nvim"]) == 1
    assert "there is no editor 'nvim': did you mean 'vim'?" in capsys.readouterr().err


def test_an_output_without_an_editor_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["editors", "-o", "x"])
    assert stop.value.code == 2
    assert "--output goes with an editor" in capsys.readouterr().err
