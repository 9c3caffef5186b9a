"""`ironboard asm` and `dis` for the CDC 6600."""

import pytest

from host import formats
from host.cli.main import main

SOURCE = """          IDENT  SMALL
START     SA1    X
          BX6    X1
          EQ     START
X         DATA   7
          END    START
"""
WORDS = [(0o100, (0o51100_00102_10611_46000, 0o04000_00100_46000_46000, 7))]


@pytest.fixture
def source(tmp_path):
    """Return a source in COMPASS."""
    path = tmp_path / "small.compass"
    path.write_text(SOURCE)
    return path


def test_a_source_becomes_octal_words_beside_it(source, capsys):
    assert main(["asm", str(source)]) == 0
    assert capsys.readouterr().out == f"{source.with_suffix('.o60')}: 3 words, entry 000100\n"
    image = formats.read(source.with_suffix(".o60"))
    assert (image.segments, image.entry) == (WORDS, 0o100)


def test_what_is_written_comes_back_as_a_source_of_the_same_words(source, tmp_path):
    first, back, second = tmp_path / "first.o60", tmp_path / "back.compass", tmp_path / "second.o60"
    labels = tmp_path / "small.lbl"
    assert main(["asm", str(source), "-o", str(first), "--labels", str(labels)]) == 0
    assert main(["dis", str(first), "-o", str(back), "--labels", str(labels), "--plain"]) == 0
    assert back.read_text().split("\n")[1:3] == ["START     SA1    X", "-         BX6    X1"]
    assert main(["asm", str(back), "-o", str(second)]) == 0
    assert formats.read(second).segments == WORDS


def test_the_listing_is_octal(source, capsys):
    assert main(["asm", str(source), "--listing", "-"]) == 0
    assert "000100  5110000102                        2    START     SA1    X\n" in capsys.readouterr().out


def test_options_of_other_machines_are_refused(source, capsys):
    assert main(["asm", str(source), "--core", "4096"]) == 1
    assert "the assembler for the 6600 has no option '--core'" in capsys.readouterr().err
    assert main(["asm", str(source)]) == 0
    assert main(["dis", str(source.with_suffix(".o60")), "--undocumented"]) == 1
    assert "the CDC 6600 has no undocumented instructions" in capsys.readouterr().err


def test_errors_have_places(source, capsys):
    source.write_text("          SA1    NOWHERE\n          QQQ\n")
    assert main(["asm", str(source)]) == 1
    said = capsys.readouterr().err
    assert f"{source}:1:18: error: undefined symbol 'NOWHERE'" in said
    assert f"{source}:2:11: error: unknown operation 'QQQ'" in said
