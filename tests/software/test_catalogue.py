"""Programs that nobody here wrote, where their files are, and the command that lists and runs them."""

from dataclasses import replace

import pytest

from emulators.errors import IronboardError
from host.registry import models
from host.software import catalogue
from host.software.catalogue import FOLDER, Outcome, Software, programs
from tests.software.fetched import entry_and_folder

EXAMPLE = Software(
    "example", "An example", "IBM 704", 1956, "someone/things", "public domain", ("src/a.sap",), "copied",
    Outcome("2 words", 12),
    lambda folder, say: say("reading") or Outcome(f"{len((folder / 'src/a.sap').read_text())} words", 12),
)  # fmt: skip


@pytest.mark.parametrize("name", programs())
def test_it_does_what_is_known(name):
    each, folder = entry_and_folder(name)
    assert each.run(folder, print) == each.known


def test_every_entry_says_what_it_is():
    machines = {each.title for each in models().values()}
    for each in programs().values():
        assert each.machine in machines
        assert each.needs
        assert each.source.count("/") == 1
        assert all((each.title, each.licence, each.done, each.known.result))


@pytest.fixture
def example(monkeypatch, tmp_path):
    """A catalogue of one program, in a folder."""
    monkeypatch.setattr(catalogue, "programs", lambda: {EXAMPLE.name: EXAMPLE})
    monkeypatch.delenv(FOLDER, raising=False)
    file = tmp_path / "things" / "src" / "a.sap"
    file.parent.mkdir(parents=True)
    file.write_text("ab")
    return tmp_path


def test_a_program_is_run_and_its_result_compared(example, capsys):
    assert catalogue.software(["example"], example) == 0
    assert capsys.readouterr().out == "An example (IBM 704, 1956)\n  reading\nresult   2 words, 12 cycles\n"
    (example / "things/src/a.sap").write_text("abc")
    assert catalogue.software(["example"], example) == 1
    assert capsys.readouterr().out.endswith("result   3 words, 12 cycles\nknown    2 words, 12 cycles: not the same\n")


def test_the_list_says_what_is_there(example, capsys, monkeypatch):
    monkeypatch.setenv(FOLDER, str(example))
    assert catalogue.software([], None) == 0
    assert "An example, 1956  (there)" in capsys.readouterr().out
    (example / "things/src/a.sap").unlink()
    catalogue.software([], None)
    assert "An example, 1956  (not there)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "folder", "told"),
    [
        (["exmple"], ".", "there is no program 'exmple': did you mean 'example'?"),
        (["example"], None, "git clone https://github.com/someone/things"),
        (["example"], "nowhere", "is not a folder"),
    ],
)
def test_what_is_not_there_is_told(example, names, folder, told):
    with pytest.raises(IronboardError) as error:
        catalogue.software(names, None if folder is None else example / folder)
    assert told in str(error.value)


def test_a_missing_file_is_named(example):
    (example / "things/src/a.sap").unlink()
    with pytest.raises(IronboardError, match=r"there is no .*a\.sap: in a folder of yours, git clone"):
        catalogue.software(["example"], example)


def test_a_game_is_opened_for_the_user(example, monkeypatch):
    opened = []
    game = replace(EXAMPLE, play=lambda folder: opened.append(folder) or 0)
    with pytest.raises(IronboardError, match="--play opens one of"):
        catalogue.software(["example"], example, play=True)
    monkeypatch.setattr(catalogue, "programs", lambda: {game.name: game})
    assert catalogue.software(["example"], example, play=True) == 0
    assert opened == [example / "things"]


def test_no_name_stands_for_two_programs(monkeypatch):
    module = type("Module", (), {"PROGRAMS": (EXAMPLE, replace(EXAMPLE))})
    monkeypatch.setattr(catalogue.importlib, "import_module", lambda name: module)
    with pytest.raises(AssertionError):
        catalogue.programs()
