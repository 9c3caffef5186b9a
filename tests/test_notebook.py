"""The example notebook runs, and what its cells end with shows itself; boards, profiles and figures as HTML."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from emulators.errors import IronboardError
from ironboard import Kim1, position

NOTEBOOK = Path(__file__).parents[1] / "docs" / "examples" / "ironboard.ipynb"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """The notebook after all its cells."""
    found = nbformat.read(NOTEBOOK, as_version=4)
    kernels = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(kernels))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        NotebookClient(found, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parents[2])}}).execute()
    return found


def shown(notebook, ending):
    """What the cell whose source ends so shows."""
    (cell,) = (cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.endswith(ending))
    return next(output.data for output in cell.outputs if output.output_type == "execute_result")


@pytest.mark.parametrize(
    ("ending", "contained"),
    [
        ("\nkim", "<iframe srcdoc="),
        ('position("wally", kim)', "<circle"),
        ("profile", "<td"),
        ("runs=1)", "py65"),
        ("\ncheckers", "<iframe srcdoc="),
        ("\nmates", "<iframe srcdoc="),
    ],
)
def test_a_cell_shows_what_it_ends_with(notebook, ending, contained):
    assert contained in shown(notebook, ending)["text/html"]


def test_all_cells_with_a_position_show_a_board(notebook):
    cells = [cell for cell in notebook.cells if cell.source.startswith("position(")]
    assert len(cells) == 4
    assert all("<svg" in cell.outputs[0].data["text/html"] for cell in cells)


def test_the_routine_of_the_notebook_makes_squares_and_its_profile_adds_up(notebook):
    assert shown(notebook, "+ 16])")["text/plain"] == str([n * n % 256 for n in range(16)])
    assert "next" in shown(notebook, "profile")["text/html"]


def test_outputs_are_not_kept_in_the_file():
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert not any(cell.get("outputs") for cell in cells)
    assert len(cells) > 10


def test_the_counters_of_kalah_are_numbers():
    drawn = position("kalah", "13,1,0/0,2,44 north")._repr_html_()
    assert [each in drawn for each in (">13<", ">44<", ">99<")] == [True, True, False]


def test_men_and_kings_of_checkers_are_discs_of_their_colours():
    drawn = position("checkers", "W:WK18:B1,5")._repr_html_()
    assert drawn.count("#26221f") == 2
    assert drawn.count("#fbf6ea") == 2  # the king has a ring
    assert ">32<" in drawn
    assert ">18<" not in drawn


def test_a_machine_without_a_go_board_and_an_unknown_game_are_refused():
    with pytest.raises(IronboardError, match="there is no Go board at 0300"):
        position("wally", Kim1())
    with pytest.raises(IronboardError, match="'chequers' is not a game with a board here"):
        position("chequers", "")
