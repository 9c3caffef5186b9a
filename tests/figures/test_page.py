"""The page, and the command that prints, writes and checks it."""

import re
import tomllib

import pytest

from host.assemblers.roms import CHECKOUT
from host.cli.main import main
from host.experiments.figures.page import PAGE, generated, page
from host.experiments.figures.table import Document, Figure, LeftOut, Measured, Program, documents, find_measurements
from host.games.boards import data_file
from tests.shared import ALL_EXAMPLES, spread

GAME = Program("Game", "Machine", about="A game.", figures=(
    Figure("game.moves", "moves", "1", "912 moves", "is", 912),
    Figure("game.time", "time", "2", "under ... 2 s", "below", 2, 17, unit="s", remark="As above."),
    Figure("game.size", "size", "3", "2900", "about", 2900, unit="words", remark="A remark."),
))  # fmt: skip
DATA_FILE = re.compile(r'data_file\("(.*?)", "(.*?)"\)')
DOCUMENT = Document(
    "x", "A. Author", "A Title", "A Journal", 1970, (GAME,), (LeftOut("missing", "a*b|c_d", "4", 31, "not tried"),)
)


def row(text, quantity):
    line = next(line for line in text.splitlines() if f" | {quantity} |" in line)
    return [each.strip() for each in line.strip("|").split(" |")][1:]


def test_a_figure_that_nobody_measures_is_not_yet():
    text = page([DOCUMENT], {})
    assert row(text, "moves") == ["moves", "912 moves", "1", "not yet", "", ""]
    assert row(text, "size") == ["size", "2900", "3", "not yet", "", "A remark."]
    assert "3 figures: 0 the same, 0 shifted, 0 within, 0 differing, 0 approximate, 3 not yet." in text


def test_a_figure_that_is_measured_shows_whether_it_agrees():
    ours = {"game.moves": Measured(911, "counted"), "game.time": Measured(0.5, "the slowest of 3"),
            "game.size": Measured(1450, "compiled")}  # fmt: skip
    text = page([DOCUMENT], ours)
    assert row(text, "moves") == ["moves", "912 moves", "1", "911", "differs", "Counted."]
    assert row(text, "time") == ["time", "under … 2 s", "2", "0.50 s", "within", "The slowest of 3. As above."]
    assert row(text, "size") == ["size", "2900", "3", "1,450 words", "0.50 times", "Compiled. A remark."]
    assert "3 figures: 0 the same, 0 shifted, 1 within, 1 differing, 1 approximate, 0 not yet." in text


def test_document_program_and_what_is_left_out_have_their_place():
    text = page([DOCUMENT], {})
    assert "\n## A. Author: A Title\n\nA Journal. `ironboard figures --document x`\n\n### Game" in text
    assert "### Game (Machine)\n\nA game.\n\n| row | quantity |" in text
    assert "\n| `game.moves` | moves |" in text
    assert text.endswith("\n### Without a row\n\n* **missing**: “a\\*b\\|c\\_d” (4, line 31): not tried.\n")
    assert "\n| A Title | 3 | 0 | 0 | 0 | 1 | 0 | 0 | 0 |\n" in text


# ------------------------------------------------------------ the command


@pytest.fixture
def committed(tmp_path, monkeypatch):
    """Return a page in a checkout that is current, as long as nothing is measured anew."""
    path = tmp_path / "figures.md"
    path.write_text("# Figures\nsame\nlast\n")
    monkeypatch.setattr("host.experiments.figures.page.PAGE", path)
    monkeypatch.setattr("host.experiments.figures.page.generated", lambda: "# Figures\nsame\nlast\n")
    return path


def test_the_page_is_printed(committed, capsys):
    assert main(["figures"]) == 0
    assert capsys.readouterr().out == "# Figures\nsame\nlast\n"


def test_a_page_that_is_current_passes_the_check(committed, capsys):
    assert main(["figures", "--check"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("text", "message"), [
    ("# Figures\nother\nlast\n", r"line 2 is\s+other\s+and should be\s+same"),
    ("# Figures\nsame\n", "it has 2 lines and should have 3"),
    ("# Figures\nsame\nlast\nmore\n", "it has 4 lines and should have 3"),
])  # fmt: skip
def test_a_page_that_is_not_fails_it_and_is_mended_by_write(committed, capsys, text, message):
    committed.write_text(text)
    assert main(["figures", "--check"]) == 1
    assert re.search(message, capsys.readouterr().err)
    assert committed.read_text() == text
    assert main(["figures", "--write"]) == 0
    assert main(["figures", "--check"]) == 0


def test_another_file_is_replaced_only_when_asked_for(committed, tmp_path, capsys):
    path = tmp_path / "mine.md"
    assert main(["figures", "-o", str(path)]) == 0
    path.write_text("mine")
    assert main(["figures", "-o", str(path)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert main(["figures", "-o", str(path), "--force"]) == 0
    assert path.read_text() == "# Figures\nsame\nlast\n"


def test_without_a_checkout_there_is_no_page_to_write(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("host.experiments.figures.page.PAGE", tmp_path / "nowhere" / "figures.md")
    monkeypatch.setattr("host.experiments.figures.page.generated", lambda: "# Figures\n")
    for option in ("--write", "--check"):
        assert main(["figures", option]) == 1
        assert "--write and --check need a checkout of the sources" in capsys.readouterr().err
    assert main(["figures"]) == 0  # the page itself can be had
    assert capsys.readouterr().out == "# Figures\n"


def test_where_the_page_cannot_be_written_nothing_is_measured(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("host.experiments.figures.page.generated", lambda: pytest.fail("measured"))
    (tmp_path / "mine.md").write_text("mine")
    for path, said in ((tmp_path / "mine.md", "exists already"), (tmp_path / "none" / "x.md", "there is no folder")):
        assert main(["figures", "-o", str(path)]) == 1
        assert said in capsys.readouterr().err
    monkeypatch.setattr("host.experiments.figures.page.PAGE", tmp_path / "figures.md")
    assert main(["figures", "--check"]) == 1
    assert "cannot read" in capsys.readouterr().err


def test_each_figure_is_told_before_it_is_measured(monkeypatch, capsys):
    figure = DOCUMENT.programs[0].figures[0]
    monkeypatch.setattr("host.experiments.figures.page.documents", lambda: [DOCUMENT])
    monkeypatch.setattr(
        "host.experiments.figures.page.find_measurements", lambda: {figure.id: lambda: Measured(911, "counted")}
    )
    assert "911" in generated()
    assert capsys.readouterr().err == f"figures: 1 of 1: {figure.id}\n"


def test_files_of_data_are_in_the_wheel():
    included = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    sources = [path.read_text(encoding="utf-8") for path in (CHECKOUT / "host").rglob("*.py")]
    asked = {match for source in sources for match in DATA_FILE.findall(source)}
    assert len(asked) > 3
    for ours, installed in asked:
        assert included["force-include"][ours] == f"ironboard/host/games/data/{installed}"
        assert data_file(ours, installed) == CHECKOUT / ours


def test_the_page_of_the_repository_is_current():
    """The rows of some figures are as they are measured; all of the page with all examples."""
    measurements, current = find_measurements(), PAGE.read_text(encoding="utf-8")
    measured = {each: measurements[each]() for each in spread([*measurements], 60)}
    made = page(documents(), measured)
    if ALL_EXAMPLES:
        assert made == current
    rows = [line for line in made.splitlines() if line.startswith("| `") and "| not yet |" not in line]
    assert len(rows) >= len(measured)
    assert {*rows} <= {*current.splitlines()}
