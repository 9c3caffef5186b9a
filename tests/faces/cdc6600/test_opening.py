"""Programs of the 6600 by their names, images or sources; files by the numbers of channels; what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulators.errors import ImageError
from host import registry
from host.cdc6600 import Cdc6600
from host.faces.cdc6600.desk import Desk6600

ZOBRIST = Path(__file__).parents[3] / "asm" / "cdc6600" / "zobrist.alg"


def test_a_name_leads_to_the_machine_that_has_such_a_program():
    assert [registry.meant(name) for name in ("wally", "checkers", "rook", "nps", "zobrist", None)] == [
        "kim1", "704", "6600", "6600", "6600", "kim1",
    ]  # fmt: skip


def test_a_wrong_name_is_answered_by_programs_of_all_machines_or_of_the_one_that_was_named():
    with pytest.raises(ImageError, match="did you mean 'zobrist'"):
        registry.meant("zobrits")
    with pytest.raises(ImageError, match=r"wally.*checkers.*rook.*nps"):
        registry.meant("xyzzy")
    with pytest.raises(ImageError) as error:
        Desk6600(Cdc6600()).begin("xyzzy")
    assert "for the 6600" in str(error.value)
    assert "nps" in str(error.value)
    assert "wally" not in str(error.value)


@pytest.mark.parametrize("program", ["zobrist", str(ZOBRIST)])
def test_zobrists_program_finds_its_templates(program):
    desk = Desk6600(Cdc6600())
    desk.open(program)
    assert desk.program == "zobrist"
    assert desk.front.game
    desk.run_to(2_000_000)
    assert not desk.over


def test_a_file_that_is_missing_is_named_with_the_option_that_gives_it(tmp_path):
    source = tmp_path / "reads.alg"
    source.write_text("begin integer i; inreal(7, i); outinteger(1, i) end\n".replace("inreal", "ininteger"))
    desk = Desk6600(Cdc6600())
    desk.begin(str(source))
    desk.run_to(10_000_000)
    desk.refresh()
    assert "there is no file ch7 (when the program is opened, --file CH7=FILE gives it)" in desk.shown["now"]
    data = tmp_path / "numbers.txt"
    data.write_text("42\n")
    model = registry.find("6600")
    given = model.desk_module().desk(model.setup({"program": str(source), "files": [("7", data)]}))
    given.run_to(10_000_000)
    assert given.machine.text("OUTPUT").strip() == "42"


def test_a_jump_to_zeros_says_so(tmp_path):
    source = tmp_path / "lost.compass"
    source.write_text(" IDENT LOST\n ENTRY LOST\nLOST EQ AWAY\nAWAY BSSZ 4\n END LOST\n")
    desk = Desk6600(Cdc6600())
    desk.begin(str(source))
    desk.run_to(1000)
    desk.refresh()
    said = "program stop (ps) at 000101: a word of zeros, where there are no instructions; RERUN. starts the job anew"
    assert desk.shown["now"] == said
