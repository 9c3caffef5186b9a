"""`ironboard asm` and `dis` for the IBM 704."""

import pytest

from host import formats
from host.cli.main import main
from host.debugger.opening import find

SOURCE = "       ORG 24\nSTART  CLA X\n       HTR START\nX      OCT 7\n       END START\n"
WORDS = [(24, (0o050000000032, 0o000000000030, 7))]


@pytest.fixture
def source(tmp_path):
    """Return a source in SAP."""
    path = tmp_path / "small.sap"
    path.write_text(SOURCE)
    return path


def test_a_source_becomes_a_deck_beside_it(source, capsys):
    assert main(["asm", str(source)]) == 0
    assert capsys.readouterr().out == f"{source.with_suffix('.cbn')}: 3 words, entry 00030\n"
    image = formats.read(source.with_suffix(".cbn"))
    assert (image.segments, image.entry) == (WORDS, 24)


@pytest.mark.parametrize("ending", [".cbn", ".deck", ".oct"])
def test_what_is_written_comes_back_as_a_source_of_the_same_words(source, tmp_path, ending):
    first, back, second = tmp_path / f"first{ending}", tmp_path / "back.sap", tmp_path / f"second{ending}"
    labels = tmp_path / "small.lbl"
    assert main(["asm", str(source), "-o", str(first), "--labels", str(labels)]) == 0
    assert main(["dis", str(first), "-o", str(back), "--labels", str(labels), "--plain"]) == 0
    text = back.read_text()
    assert text.startswith("       ORG 24\nSTART  CLA X\n       HTR START\nX      OCT 000000000007\n       END ")
    assert main(["asm", str(back), "-o", str(second)]) == 0
    assert formats.read(second).segments == WORDS


def test_the_listing_is_octal(source, capsys):
    assert main(["asm", str(source), "--listing", "-"]) == 0
    assert "00030   0 50000 0 00032           2    START  CLA X\n" in capsys.readouterr().out


def test_a_source_of_another_name_needs_its_dialect(source, tmp_path, capsys):
    text = tmp_path / "small.txt"
    text.write_text(SOURCE)
    assert main(["asm", str(text)]) == 1
    assert main(["asm", str(text), "--dialect", "sap"]) == 0
    assert formats.read(tmp_path / "small.cbn").segments == WORDS


def test_symbols_folders_and_core(source, tmp_path, capsys):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "more.sap").write_text("MORE   PZE N\n")
    source.write_text("       LIB MORE\n       CLA 5000\n")
    arguments = ["asm", str(source), "-I", str(tmp_path / "inc"), "-D", "N=9", "--core", "4K"]
    assert main(arguments) == 0
    assert "warning: the address 5000 is outside the core of 4096 words" in capsys.readouterr().err
    assert formats.read(source.with_suffix(".cbn")).segments[0].words[0] == 9
    assert main(["asm", str(source), "--core", "5000", "--force"]) == 1
    assert "4096, 8192, 32768 words of core, not 5000" in capsys.readouterr().err


def test_options_of_the_other_machine_are_refused(source, tmp_path, capsys):
    main(["asm", str(source)])
    (tmp_path / "small.s").write_text("nop\n")
    assert main(["asm", str(source), "--undocumented", "--force"]) == 1
    assert "the assembler for the 704 has no option '--undocumented'" in capsys.readouterr().err
    assert main(["asm", str(tmp_path / "small.s"), "--core", "4096"]) == 1
    assert "the assembler for the 6502 has no option '--core'" in capsys.readouterr().err
    assert main(["dis", str(source.with_suffix(".cbn")), "--undocumented"]) == 1
    assert "the IBM 704 has no undocumented instructions" in capsys.readouterr().err


def test_errors_have_places(source, capsys):
    source.write_text("       CLA NOWHERE\n       QQQ\n")
    assert main(["asm", str(source)]) == 1
    said = capsys.readouterr().err
    assert f"{source}:1:12: error: the symbol 'NOWHERE' has more than 6 characters" in said
    assert f"{source}:2:8: error: unknown operation 'QQQ'" in said


def test_a_debugger_finds_a_source_and_a_deck_with_its_source_beside_it(source):
    assert main(["asm", str(source), "--listing", str(source.with_suffix(".lst"))]) == 0
    for path in (source, source.with_suffix(".cbn")):
        program = find(path)
        assert (program.image.segments, program.image.entry, program.warnings) == (WORDS, 24, [])
        assert program.infos[0].symbols == {"START": 24, "X": 26}
        assert [line.line for line in program.infos[0].lines] == [2, 3, 4]
