"""What the benchmark of the assembler assembles, and what it makes of it."""

from __future__ import annotations

import sys

import pytest

from emulators.errors import IronboardError
from host.assemblers.mos6502 import assemble
from host.experiments.bench import assembling
from tests.assemblers.ca65 import needs_ca65

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell CPU times of children")


@pytest.mark.parametrize("lines", assembling.SIZES)
def test_a_source_has_its_lines_and_assembles(lines, tmp_path):
    path = tmp_path / "a.s"
    path.write_text(assembling.source(lines), encoding="utf-8")
    assert lines <= len(path.read_text("utf-8").splitlines()) < lines + assembling.ROUTINE.count("\n")
    assert assemble(path).image.size > lines


@posix
@needs_ca65
def test_both_assemblers_are_measured_and_must_make_the_same_bytes(monkeypatch):
    monkeypatch.setattr(assembling, "SIZES", (30,))
    result = assembling.measure_assemble(1)
    assert [row.label for row in result.rows] == ["ironboard asm, 30 lines", "ca65 and ld65, 30 lines"]
    monkeypatch.setattr(assembling, "linked", lambda folder, name: (folder / f"{name}.out").write_bytes(b"other"))
    with pytest.raises(IronboardError, match="other bytes of 30 lines"):
        assembling.measure_assemble(1)


@posix
def test_without_ca65_there_is_a_note(monkeypatch):
    monkeypatch.setattr(assembling, "SIZES", (30,))
    monkeypatch.setattr(assembling.shutil, "which", lambda name: None)
    result = assembling.measure_assemble(1)
    assert (len(result.rows), result.notes) == (1, ("ca65 and ld65 are not installed",))


@needs_ca65
def test_a_source_that_ca65_refuses_is_an_error(tmp_path):
    (tmp_path / "a.s").write_text(" lda\n", encoding="utf-8")
    with pytest.raises(IronboardError, match="ca65 failed: "):
        assembling.linked(tmp_path, "a")
