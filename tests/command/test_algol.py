"""`ironboard algol`."""

import io
import re

import pytest

from host.cli.main import main

PROGRAM = """begin integer i;
  ininteger(60, i);
  output(61, "ZZD/", i + 1);
  output(7, "ZZD/", i + 2)
end
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.alg").write_text(PROGRAM)
    (tmp_path / "in.txt").write_text("41\n")
    return tmp_path


def test_a_program_runs_with_its_channels(folder, capsys):
    assert main(["algol", "small.alg", "--input", "in.txt", "--save", "7=out.txt"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == " 42"
    assert out.splitlines()[1].startswith("CP time  ")
    assert (folder / "out.txt").read_text() == " 43\n"
    assert err == ""


def test_files_are_replaced_only_by_force(folder, capsys):
    (folder / "out.txt").write_text("mine")
    arguments = ["algol", "small.alg", "--input", "in.txt", "--output", "out.txt"]
    assert main(arguments) == 1
    assert (folder / "out.txt").read_text() == "mine"
    assert main([*arguments, "--force"]) == 0
    assert (folder / "out.txt").read_text() == " 42\n"


def test_a_channel_is_read_from_its_file(folder, capsys):
    (folder / "copy.alg").write_text('begin integer n; ininteger(7, n); output(61, "-D/", n) end')
    (folder / "n.txt").write_text("  -5")
    assert main(["algol", "copy.alg", "--file", "7=n.txt"]) == 0
    assert capsys.readouterr().out.startswith("-5\n")


@pytest.mark.parametrize("channel", ["60=x", "61=x", "100=x", "seven=x", "7"])
def test_channels_are_numbers_below_a_hundred(folder, channel, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["algol", "small.alg", "--file", channel])
    assert stop.value.code == 2


def test_a_run_time_error_is_told_and_what_was_printed_is_kept(folder, capsys):
    (folder / "wrong.alg").write_text('begin integer i;\n  i := 0;\n  output(61, "‘A’/");\n  i := 1 ÷ i\nend')
    assert main(["algol", "wrong.alg"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("A\n")
    assert err == "wrong.alg:4: error: division by zero\n    4 |   i := 1 ÷ i\n"


def test_errors_of_the_text_are_told_all(folder, capsys):
    (folder / "wrong.alg").write_text("begin\n  i := 0;\n  j := 1\nend")
    assert main(["algol", "wrong.alg"]) == 1
    err = capsys.readouterr().err
    assert "wrong.alg:2:3: error" in err
    assert "wrong.alg:3:3: error" in err


def test_a_standard_procedure_that_is_not_there_is_an_error_of_the_program(folder, capsys):
    (folder / "wrong.alg").write_text("begin\n  tabulation(3)\nend")
    assert main(["algol", "wrong.alg"]) == 1
    assert "wrong.alg:2:3: error: the standard procedure 'tabulation' is not supported" in capsys.readouterr().err


def test_a_conversation_prints_before_it_reads(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("7\n"))
    (folder / "ask.alg").write_text(
        'begin integer n; output(61, "‘YOUR MOVE’/"); ininteger(60, n); outinteger(61, n) end'
    )
    assert main(["algol", "ask.alg", "--interactive"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == ["YOUR MOVE", "7", "7 "]


def test_an_error_in_what_was_typed_has_the_line_that_reads_it(folder, capsys, monkeypatch):
    (folder / "ask.alg").write_text("begin integer n;\n  ininteger(60, n);\n  ininteger(60, n)\nend")
    for typed, line in (("", 2), ("X\n", 2), ("7\nX\n", 3), ("7\n", 3)):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["algol", "ask.alg", "--interactive"]) == 1
        assert f"ask.alg:{line}: error: " in capsys.readouterr().err


def test_the_calls_are_told_once_however_many_lines_were_typed(folder, capsys, monkeypatch):
    (folder / "ask.alg").write_text("""begin integer n;
  procedure ask; ininteger(60, n);
  ask;
  ask;
  ask
end""")
    monkeypatch.setattr("sys.stdin", io.StringIO("7\n8\nX\n"))
    assert main(["algol", "ask.alg", "--interactive"]) == 1
    err = capsys.readouterr().err
    assert re.findall(r"ask\.alg:(\d+)", err) == ["2", "5"]


def test_a_program_is_written_in_compass_and_runs_as_that(folder, capsys):
    assert main(["algol", "small.alg", "--emit", "compass", "-o", "small.compass"]) == 0
    assert "*     3   output(61" in (folder / "small.compass").read_text()
    assert main(["algol", "small.alg", "--emit", "compass", "-o", "small.compass"]) == 1
    capsys.readouterr()
    assert main(["run", "6600", "small.compass", "--input", "in.txt"]) == 0
    assert capsys.readouterr().out.startswith(" 42\n")


def test_the_listing_has_the_words(folder, capsys):
    assert main(["algol", "small.alg", "--emit", "listing"]) == 0
    assert "START" in capsys.readouterr().out


def test_the_representation_may_be_said(folder, capsys):
    (folder / "cdc.alg").write_text('"BEGIN" OUTPUT(61, "("D/")", 7) "END"')
    assert main(["algol", "cdc.alg", "--representation", "cdc"]) == 0
    assert capsys.readouterr().out.startswith("7\n")
    assert main(["algol", "cdc.alg", "--representation", "plain"]) == 1


def test_the_time_says_where_it_went(folder, capsys):
    assert main(["algol", "small.alg", "--input", "in.txt", "--time"]) == 0
    printed = capsys.readouterr().out
    assert "small.alg:3  output(61" in printed
    assert re.search(r"words +[\d,]+: program [\d,]+, library [\d,]+, buffers [\d,]+, files [\d,]+\n", printed)
    assert main(["algol", "small.alg", "--emit", "listing"]) == 0
    assert "textio.compass:" in capsys.readouterr().out


def test_a_limit_of_cycles_stops_it(folder, capsys):
    (folder / "loop.alg").write_text("begin\nl: goto l\nend")
    assert main(["algol", "loop.alg", "--cycles", "10000"]) == 1
    assert "loop.alg:2: error: the program has not ended within 10,000 cycles" in capsys.readouterr().err


def test_other_verbs_for_the_6600_take_the_program_too(folder, capsys):
    assert main(["run", "6600", "small.alg", "--input", "in.txt"]) == 0
    assert capsys.readouterr().out.startswith(" 42\n")
    assert main(["asm", "small.alg", "-o", "small.o60"]) == 0
    assert main(["run", "6600", "small.o60", "--input", "in.txt"]) == 0
    with pytest.raises(SystemExit):
        main(["asm", "small.alg", "-D"])
    assert main(["asm", "small.alg", "-D", "A=1"]) == 1


def test_warnings_are_told_and_the_program_runs(folder, capsys):
    (folder / "doubtful.alg").write_text("begin integer i; outinteger(61, i) end")
    assert main(["algol", "doubtful.alg"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("0 \n")
    assert err.startswith("doubtful.alg:1:15: warning: 'i' is used, but never given a value\n")


def test_a_text_that_is_not_utf8_is_refused_with_its_place(folder, capsys):
    (folder / "bytes.alg").write_bytes(b"begin\n \xff end")
    assert main(["algol", "bytes.alg"]) == 1
    assert capsys.readouterr().err == "ironboard: bytes.alg:2:2: error: this is not text: byte $FF is not UTF-8\n"
