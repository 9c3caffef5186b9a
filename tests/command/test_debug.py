"""ironboard debug: commands and scripts, exit statuses, faces, recordings, bad input."""

from __future__ import annotations

import io

import pytest

from host.cli.main import main
from host.debugger import cli as terminal
from host.debugger import command, tui

PROGRAM = """
        .org $0200
start:  lda #$12
        sta $10
loop:   inc $11
        jmp loop
"""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    (tmp_path / "small.s").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path


def script(folder, *lines, name="do.mon"):
    (folder / name).write_text("\n".join([*lines, ""]))
    return name


def debug(*arguments):
    return main(["debug", *arguments])


# ------------------------------------------------------------ commands and scripts


def test_commands_and_scripts_are_executed_in_their_order_and_then_it_ends(desk, capsys):
    file = script(desk, "echo two", "", "# nothing", "echo three ; a remark")
    assert debug("small.s", "-e", "echo one", "--script", file, "--execute", "echo four") == 0
    assert capsys.readouterr().out.split() == ["one", "two", "three", "four"]


def test_breakpoints_of_the_command_line_are_set_before(desk, capsys):
    assert debug("small.s", "--break", "loop if [11] == 5", "--break", "small.s:4", "-e", "x", "-e", "x",
                 "-e", "expect PC == loop && [11] == 5") == 0  # fmt: skip
    assert "breakpoint 1: 0204 loop" in capsys.readouterr().out


def test_symbols_and_include_folders_of_the_command_line_are_those_of_the_source(desk, capsys):
    (desk / "more").mkdir()
    (desk / "more" / "size.inc").write_text("SIZE = 7\n")
    (desk / "sized.s").write_text(' .include "size.inc"\n .org $0200\nstart: lda #SIZE + MORE\n brk\n')
    options = ["-D", "MORE=2", "-I", "more"]
    assert debug("sized.s", *options, "-e", "step", "-e", "print A") == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[0] == "+9"
    assert main(["profile", "sized.s", *options, "--cycles", "10"]) == 0


def test_an_error_in_a_script_is_shown_with_its_place_and_ends_it_with_status_1(desk, capsys):
    file = script(desk, "echo one", "  print 5 + nothing", "echo two")
    assert debug("small.s", "--script", file, "-e", "echo three") == 1
    out, err = capsys.readouterr()
    assert out.split() == ["one"]
    assert err.splitlines()[:3] == [
        "do.mon:2:13: error: 'nothing' is neither a register nor a label nor a number",
        "    2 |   print 5 + nothing",
        "      |             ^^^^^^^",
    ]


def test_an_expectation_that_fails_ends_with_status_1(desk, capsys):
    assert debug("small.s", "-e", "expect [200] == A9", "-e", "expect A == 99", "-e", "echo on") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("--execute:1:8: error: expected A == 99, but A is 00")


def test_keep_going_executes_the_rest_and_still_ends_with_status_1(desk, capsys):
    file = script(desk, "foo", "echo one", "expect 0")
    assert debug("small.s", "--keep-going", "--script", file, "-e", "bar", "-e", "echo two") == 1
    out, err = capsys.readouterr()
    assert out.split() == ["one", "two"]
    assert [line.partition(" error")[0] for line in err.splitlines() if ": error:" in line] == [
        "do.mon:1:1:", "do.mon:3:8:", "--execute:1:1:"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("commands", "status"), [(["quit"], 0), (["quit 7"], 7), (["foo", "quit"], 1), (["foo", "q 7"], 7)]
)
def test_quit_ends_with_its_status_and_zero_does_not_hide_an_error(desk, capsys, commands, status):
    file = script(desk, *commands, "echo never")
    assert debug("small.s", "--keep-going", "--script", file, "-e", "echo never") == status
    assert "never" not in capsys.readouterr().out


def test_a_script_may_come_from_standard_input(desk, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("step\nfoo\n"))
    assert debug("small.s", "--script", "-") == 1
    assert "standard input:2:1: error: there is no command 'foo'" in capsys.readouterr().err


def test_lines_of_a_script_may_be_instructions_up_to_an_empty_one(desk, capsys):
    file = script(desk, "a 300", "lda #5", "inx", "", "expect [301] == 5", "expect [302] == E8")
    assert debug("small.s", "--script", file) == 0


def test_files_of_commands_call_one_another_and_an_error_names_the_innermost(desk, capsys):
    script(desk, "echo inner", "foo", name="inner.mon")
    file = script(desk, "playback inner.mon", "echo never")
    assert debug("small.s", "--script", file) == 1
    out, err = capsys.readouterr()
    assert out.split() == ["inner"]
    assert err.startswith("inner.mon:2:1: error: there is no command 'foo'")


def test_a_file_of_commands_that_calls_itself_is_stopped(desk, capsys):
    assert debug("small.s", "--script", script(desk, "playback do.mon")) == 1
    assert "more than 10 deep" in capsys.readouterr().err


def test_a_script_that_is_not_there_is_said_to_be_missing(desk, capsys):
    assert debug("small.s", "--script", "none.mon") == 1
    assert "cannot read none.mon" in capsys.readouterr().err


def test_log_points_print(desk, capsys):
    assert debug("small.s", "-e", "break loop log turn {[11]}", "-e", "run 40") == 0
    assert "turn 01\nturn 02" in capsys.readouterr().out


# ------------------------------------------------------------ faces


@pytest.fixture
def shown(monkeypatch):
    faces = []
    monkeypatch.setattr(tui, "run_screen", lambda opened: faces.append("screen") or 0)
    monkeypatch.setattr(terminal, "interact", lambda monitor: faces.append("line") or 0)
    return faces


@pytest.mark.parametrize(
    ("on_terminal", "arguments", "face"),
    [
        (True, [], ["screen"]),
        (False, [], ["line"]),
        (True, ["--line"], ["line"]),
        (False, ["--screen"], ["screen"]),
        (True, ["-e", "step"], []),
        (True, ["-e", "step", "--line"], ["line"]),
        (True, ["-e", "foo", "--line"], []),
        (True, ["-e", "foo", "--line", "--keep-going"], ["line"]),
        (True, ["-e", "quit", "--screen"], []),
        (True, ["--break", "loop"], ["screen"]),
        (True, ["--break", "nowhere"], []),
    ],
)
def test_the_face_is_the_one_named_or_the_one_that_suits(desk, shown, monkeypatch, on_terminal, arguments, face):
    monkeypatch.setattr(command, "default_face", lambda: "screen" if on_terminal else "line")
    status = debug("small.s", *arguments)
    assert shown == face
    assert status == (1 if {"foo", "nowhere"} & set(arguments) else 0)


def test_line_mode_reads_standard_input_where_there_is_no_terminal(desk, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("step\nfoo\n\nexpect A == 12\nquit 3\n"))
    assert debug("small.s") == 3
    out = capsys.readouterr().out
    assert "-> 0202" in out
    assert "there is no command 'foo'" in out
    assert "expected" not in out


# ------------------------------------------------------------ what is debugged


def test_without_a_program_it_is_the_bare_machine(desk):
    assert debug("-e", "expect [200] == 0") == 0


def test_options_reach_the_machine(desk):
    assert debug("-e", "> 400 42", "-e", "expect [400] != 42") == 0
    assert debug("--expand-high", "8K", "--expand-low", "-e", "> 2000 42 ", "-e", "> 400 42",
                 "-e", "expect [2000] == 42 && [400] == 42") == 0  # fmt: skip


def test_an_image_file_brings_the_names_beside_it(desk, capsys):
    assert main(["asm", "small.s", "-o", "small.bin", "--labels", "small.lbl"]) == 0
    assert debug("small.bin", "--origin", "$0200", "-e", "until loop", "-e", "list loop") == 0
    (desk / "small.s").unlink()
    assert debug("small.bin", "--origin", "$0200", "--symbols", "small.lbl", "-e", "until loop") == 0
    assert main(["debug", "small.bin", "--origin", "$0200", "-e", "list"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.hex"], "nothing.hex"),
        (["small.s", "--machine", "eniac"], "there is no machine 'eniac'"),
        (["small.s", "--symbols", "none.lbl"], "none.lbl"),
        (["small.s", "--replay", "small.s"], "not an Ironboard recording"),
        (["small.bin", "--origin", "0200", "--record", "small.s"], "small.s exists already"),
        (["small.s", "--rom", "small.s"], "a ROM of"),
    ],
)
def test_what_cannot_be_debugged_is_said_with_status_1(desk, capsys, arguments, message):
    assert debug(*arguments, "-e", "echo never") == 1
    out, err = capsys.readouterr()
    assert message in err
    assert "never" not in out
    assert (desk / "small.s").read_text() == PROGRAM


def test_wrong_usage_has_status_2(desk):
    with pytest.raises(SystemExit) as stopped:
        debug("small.s", "--screen", "--line")
    assert stopped.value.code == 2


# ------------------------------------------------------------ recordings


def test_a_session_is_recorded_and_lived_again(desk, capsys):
    assert debug("small.s", "--record", "session.rec", "-e", "run 1000", "-e", "> 11 40", "-e", "run 1000",
                 "-e", "registers", "-e", "m 10 11") == 0  # fmt: skip
    first = capsys.readouterr().out.splitlines()[-2:]
    assert debug("--replay", "session.rec", "-e", "continue", "-e", "registers", "-e", "m 10 11") == 0
    again = capsys.readouterr().out
    assert again.splitlines()[-2:] == first
    assert "in the recorded state" in again


def test_a_session_that_ends_with_an_error_is_recorded_too(desk, capsys):
    assert debug("small.s", "--record", "session.rec", "-e", "run 1000", "-e", "foo") == 1
    assert debug("--replay", "session.rec", "-e", "x") == 0
