"""What a program writes is kept however it ends; channels 0 and 1 are INPUT and OUTPUT unless they are named."""

import io
import os

import pytest

from host.assemblers.roms import CHECKOUT as ROOT
from host.cli.main import main
from host.compilers.algol.compiler import compile_text
from host.machines.cdc6600.job import Job
from host.machines.cdc6600.machine import Cdc6600
from tests.algol.machine import printed, ran, run

# How programs end that do not come to their end, and something that makes them do so.
ENDINGS = {
    "an error of the library": "i := 1 ÷ i",
    "an error of an input": "ininteger(60, i)",
    "a subscript": "a[i + 7] := 1",
    "an infinite number": "x := 1 / i; x := x + 1",
    "an indefinite number": "x := 0 / i; x := x + 1",
    "a switch": "i := 1; recurse",
    "storage": "begin array b[1 : 10↑(i + 6)]; b[1] := 0 end",
    "a missing file": "ininteger(9, i)",
    "the limit of time": "l: goto l",
    "stop": "stop",
    "fault": 'fault("why", 1)',
    "the end": "i := 2",
}


def text(ending, writing):
    return f"begin integer i; real x; array a[1:2]; procedure recurse; recurse; i := 0; {writing}; {ending} end"


def left(path, program, cycles=200_000, **more):
    """Status, OUTPUT, messages and the file of channel 7 of a program that is run with it."""
    out, err = io.StringIO(), io.StringIO()
    job = Job("test.alg", saves={"CH7": path}, cycles=cycles, **more)
    status = run(compile_text(program, "test.alg"), job, out, err, io.StringIO())
    return status, out.getvalue().split("CP time")[0], err.getvalue(), path.read_text() if path.exists() else None


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=[*ENDINGS])
def test_what_was_written_is_kept_however_a_program_ends(ending, tmp_path):
    status, out, err, kept = left(
        tmp_path / "7", text(ending, 'output(7, "‘a line’/"); outstring(7, "half"); outstring(61, "also")'), 2_000_000
    )
    assert (out, kept) == ("ALSO\n", "A LINE\nHALF\n")
    assert (status == 0) == (ending in (ENDINGS["stop"], ENDINGS["the end"])) == (not err)


@pytest.mark.parametrize("length", [1, 8, 9, 10, 11, 18, 20, 300, 1280, 1290, 1300])
def test_a_partial_line_of_any_length_is_kept(length, tmp_path):
    loop = f'for i := 1 step 1 until {length} do outchar(7, "x", 1)'
    kept = left(tmp_path / "7", text("i := 0; i := 1 ÷ i", loop), 10_000_000)[3]
    assert kept == "X" * length + "\n"


def test_a_program_that_is_stopped_anywhere_has_written_all_that_it_was_told_to(tmp_path):
    """At any cycle the file is a beginning of what it will be, and grows only."""
    program = 'begin integer i; for i := 1 step 1 until 40 do outstring(7, "abcdefg") end'
    whole, longest = "ABCDEFG" * 40, 0
    for number, cycles in enumerate(range(12_000, 90_000, 4_931)):
        kept = (left(tmp_path / str(number), program, cycles)[3] or "").rstrip("\n")
        assert whole.startswith(kept)
        assert len(kept) >= longest
        longest = len(kept)
    assert longest > 150


def test_another_command_and_the_console_keep_it_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text(text(ENDINGS["an infinite number"], 'outstring(7, "half"); outstring(61, "also")'))
    assert main(["run", "6600", "p.alg", "--save", "CH7=run"]) == 1
    assert capsys.readouterr().out.startswith("ALSO\n")
    assert main(["6600", "p.alg", "--headless", "--save", "CH7=console"]) == 1
    assert capsys.readouterr().out.startswith("ALSO\n")
    assert (tmp_path / "run").read_text() == (tmp_path / "console").read_text() == "HALF\n"


def test_the_debugger_shows_what_a_failed_program_has_written():
    machine = ran(text(ENDINGS["an infinite number"], 'outstring(61, "also")'))
    assert machine.printed == b"ALSO\n"
    assert machine.devices()["OUTPUT"]["paper"] == "ALSO"


def test_a_file_that_is_read_is_not_taken_for_one_that_is_written():
    machine = ran("begin integer i; ininteger(7, i); ininteger(60, i); i := 1 ÷ (i - i) end", ["12 34"], CH7=["5 6"])
    assert (machine.text("CH7"), machine.text("INPUT")) == ("5 6\n", "12 34\n")
    assert [*machine.unwritten()] == []


# --- Results that are not there ---------------------------------------------------------------------------------------


def test_a_channel_that_was_never_written_is_a_note_beside_the_programs_own_error(tmp_path):
    status, out, err, kept = left(tmp_path / "7", text(ENDINGS["a subscript"], 'outstring(61, "also")'))
    assert (status, out, kept) == (1, "ALSO\n", None)
    assert err.splitlines()[0] == "test.alg:1: error: a subscript is out of its bounds: a[7], bounds 1:2"
    assert err.splitlines()[-1] == f"note: {tmp_path / '7'} is not written: the program has not used channel 7"


def test_it_is_a_note_for_every_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text('begin outstring(61, "also") end')
    for command in (["algol", "p.alg", "--save", "7=x"], ["run", "6600", "p.alg", "--save", "CH7=x"],
                    ["6600", "p.alg", "--headless", "--save", "CH7=x"]):  # fmt: skip
        assert main(command) == 0
        told = capsys.readouterr()
        assert told.out.startswith("ALSO\n")
        assert "note: x is not written: the program has not used " in told.err


def test_a_file_that_cannot_be_written_costs_neither_the_other_files_nor_the_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text('begin outstring(6, "six"); outstring(7, "seven"); outstring(61, "also") end')
    if not os.path.exists("/dev/full"):
        pytest.skip("no device here is always full")
    assert main(["algol", "p.alg", "--save", "6=/dev/full", "--save", "7=x", "--force"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("ALSO\n")
    assert "cannot write /dev/full" in told.err
    assert (tmp_path / "x").read_text() == "SEVEN\n"


def test_two_channels_cannot_be_kept_in_one_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text("begin end")
    with pytest.raises(SystemExit, match="2"):
        main(["algol", "p.alg", "--save", "6=x", "--save", "7=x"])
    assert "two results cannot share a file" in capsys.readouterr().err


# --- Channels 0 and 1 -------------------------------------------------------------------------------------------------

WRITING = """
  outstring({}, "abc "); outinteger({}, 5); outreal({}, 2.5); outboolean({}, true); outterminator({});
  outsymbol({}, "xyz", 2); outchar({}, "xyz", 3); outcharacter({}, "xyz", 1); outarray({}, a); output({}, "ZD", 7)"""
WRITTEN = "ABC 5 2.5 TRUE  YZX1 2  7"
READING = """
  ininteger({}, i); inreal({}, x); inboolean({}, b); insymbol({}, " ab", i); inchar({}, "abc", k);
  incharacter({}, "abc", k); inarray({}, a); input({}, "/N", n)"""
READ = ["12 2.5 TRUE bc4 5", "77"]
SHOWN = "outinteger(61, i); outreal(61, x); outinteger(61, k); outarray(61, a); outinteger(61, n)"
DECLARED = "begin integer i, k, n; real x; Boolean b; integer array a[1:2]; a[1] := 1; a[2] := 2;"


@pytest.mark.parametrize("channel", [1, 61])
def test_channel_1_is_written_like_61(channel):
    assert printed(f"{DECLARED} {WRITING.replace('{}', str(channel))} end") == [WRITTEN]


@pytest.mark.parametrize("channel", [0, 60])
def test_channel_0_is_read_like_60(channel):
    assert printed(f"{DECLARED} {READING.replace('{}', str(channel))}; {SHOWN} end", READ) == ["1 2.5 3 4 5 77 "]


def test_channels_that_only_the_running_program_knows_are_the_same():
    text = f"{DECLARED} for i := 1, 61 do {{}}; k := 0; ininteger(k, n); outinteger(i, n) end"
    assert printed(text.replace("{}", 'outstring(i, "x")'), ["5"])[0].startswith("XX")


def test_1_and_61_write_the_same_lines_and_0_and_60_read_them():
    text = "begin integer i, k; ininteger(0, i); ininteger(60, k); outinteger(1, i); outinteger(61, k) end"
    assert printed(text, ["3 4"]) == ["3 4 "]
    shown = (ROOT / "docs/cdc6600/algol.md").read_text().split("```algol\n")[1].split("```")[0]
    assert printed(f"begin {shown} end") == ["THE MOVE IS KE4"]


def test_a_file_that_is_named_for_them_is_theirs():
    text = (
        "begin integer i; ininteger(0, i); outinteger(1, i); outinteger(61, 9); ininteger(1, i); outinteger(61, i) end"
    )
    machine = ran(text, ["3"], CH0=["7"], CH1=[])
    assert (machine.text("CH1"), machine.text("OUTPUT")) == ("7 \n", "9 7 \n")


def test_a_result_that_is_named_makes_1_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.alg").write_text('begin outstring(1, "one"); outstring(61, "also") end')
    for command in (["algol", "p.alg", "--save", "1=a"], ["run", "6600", "p.alg", "--save", "CH1=b"],
                    ["6600", "p.alg", "--headless", "--save", "CH1=c"]):  # fmt: skip
        assert main(command) == 0
        assert capsys.readouterr().out.startswith("ALSO\n")
    assert {(tmp_path / each).read_text() for each in "abc"} == {"ONE\n"}
    assert main(["algol", "p.alg"]) == 0
    assert capsys.readouterr().out.startswith("ONEALSO\n")


@pytest.mark.parametrize(("statement", "message"), [
    ("outinteger(0, 1)", "no such channel: 0 is read, not written, unless it is a file (--save 0=FILE)"),
    ("ininteger(1, i)", "no such channel: 1 is written, not read, unless it is a file (--file 1=FILE, --save 1=FILE)"),
    ("ininteger(i, i)", "no such channel: -1"),
])  # fmt: skip
def test_they_go_one_way(statement, message, tmp_path):
    err = left(tmp_path / "7", f"begin integer i; i := -1; {statement} end")[2]
    assert err.splitlines()[0] == f"test.alg:1: error: {message}"


def test_the_parameters_of_the_control_card_are_files_by_their_names():
    machine = Cdc6600(core="python")
    for name in ("INPUT", "CH7", "CH0", "CH7"):
        machine.attach(name)
    assert [machine.peek(each) >> 18 for each in (2, 3, 4)] == [0o031042 << 24, 0o031033 << 24, 0]
    assert machine.peek(0o64) == 2
