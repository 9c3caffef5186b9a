"""The command line: verbs, values, errors, exit statuses."""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys

import pytest

from host import cli
from host.cli import main
from host.desk import views
from host.desk.kim1 import setup as desk
from host.panel import kim1 as panel
from host.terminal import kim1 as terminal
from host.verbs import values

PROGRAM = """
        .org $0200
start:  lda #$12
        sta $10
loop:   jmp loop
"""


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "small.s"
    file.write_text(PROGRAM)
    return file


def run(*arguments, **options):
    """Run the command as a process."""
    return subprocess.run(
        [sys.executable, "-m", "host", *arguments], capture_output=True, text=True, timeout=120, **options
    )


def usage(capsys, *arguments):
    """Return what is said of a wrong command line."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    return capsys.readouterr().err


# ------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("text", "value"),
    [("8192", 8192), ("0x2000", 8192), ("$2000", 8192), ("8K", 8192), ("8k", 8192), ("2M", 2097152),
     ("1_000,000", 1000000), ("0", 0)],
)  # fmt: skip
def test_amounts_and_addresses(text, value):
    assert values.number(text) == value


@pytest.mark.parametrize("text", ["", "K", "-1", "eight", "0x", "$", "1.5", "$-1"])
def test_other_amounts_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        values.number(text)


def test_speeds():
    assert [values.speed(each) for each in ("1", "0.5", "turbo", "100")] == [1.0, 0.5, float("inf"), 100.0]
    for text in ("0", "-1", "fast", "nan", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            values.speed(text)


def test_definitions():
    assert [values.definition(each) for each in ("DEBUG", "SIZE=8K", "A=$FF")] == [
        ("DEBUG", 1),
        ("SIZE", 8192),
        ("A", 255),
    ]


# ------------------------------------------------------------ verbs


@pytest.mark.parametrize("verb", [verb.name for verb in cli.VERBS])
def test_every_verb_has_help(verb, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])
    assert stopped.value.code == 0
    assert verb in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ([], ["kim1"]),
        (["--program", "x"], ["kim1", "--program", "x"]),
        (["kim1", "--tty"], ["kim1", "--tty"]),
        (["asm", "x"], ["asm", "x"]),
        (["--version"], ["--version"]),
        (["-h"], ["-h"]),
        (["nonsense"], ["nonsense"]),
    ],
)
def test_without_a_verb_the_kim1_is_meant(arguments, meant):
    assert cli.with_verb(arguments) == meant


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["asm"],
        ["kim1", "--core", "z80"],
        ["kim1", "--window", "--tui"],
        ["kim1", "--program", "x", "--no-program"],
        ["kim1", "--expand-high", "lots"],
        ["--cycles", "1"],
        ["--headless", "--cycles", "1", "--seconds", "1"],
        ["--headless", "--speed", "2"],
        ["--keys", "0"],
        ["--type", "0"],
        ["verify", "z80", "x"],
        ["rom", "burn"],
        ["lockstep", "wally", "--cycles", "0"],
    ],
)
def test_wrong_usage_is_explained(arguments, capsys):
    assert usage(capsys, *arguments).startswith("usage: ironboard")


def test_light_verbs_import_neither_compiler_nor_window(source):
    code = (
        "import sys; from host.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'pygame', 'textual', 'py65'} & set(sys.modules)))"
    )
    for arguments in (["--version"], ["asm", str(source)], ["dis", str(source.with_suffix(".ptp"))], ["rom", "verify"]):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60)
        assert done.stdout.rstrip().split("\n")[-1] == "[]", arguments


def test_python_m_host_is_the_command():
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("ironboard ")


def test_failures_are_printed_without_a_traceback(tmp_path):
    for arguments in (
        ["asm", "nowhere.s"],
        ["dis", str(tmp_path)],
        ["verify", "6502", "nowhere"],
        ["--rom", "nowhere"],
    ):
        done = run(*arguments)
        assert done.returncode == 1, arguments
        assert done.stderr.startswith("ironboard: ")
        assert "Traceback" not in done.stderr


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path, source):
    main(["asm", str(source)])
    command = [sys.executable, "-m", "host", "dis", str(source.with_suffix(".ptp"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_an_interrupt_ends_quietly(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("host.roms.verify", interrupted)
    assert main(["rom", "verify"]) == 130
    assert capsys.readouterr().err == ""


def test_an_interrupt_while_a_verb_is_imported_ends_quietly_too(monkeypatch, capsys):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("host.cli.import_module", interrupted)
    assert main(["rom", "verify"]) == 130
    assert capsys.readouterr().err == ""


def test_what_is_imported_before_interrupts_are_caught_is_little():
    code = "import sys, host.cli; print({'argparse', 'dataclasses', 'importlib.metadata'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(("words", "shown"), [("draughts", " b   b "), ("algol {} --emit compass", "\\xd7")])
def test_what_the_output_cannot_encode_is_no_error(words, shown, tmp_path):
    program = tmp_path / "product.alg"
    program.write_text("begin integer i; i := 2 × 3; outinteger(61, i) end", encoding="utf-8")
    done = run(*words.format(program).split(), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout


# ------------------------------------------------------------ asm and dis


def test_assembling_and_disassembling_give_the_same_bytes(tmp_path, source, capsys):
    first, again, text = tmp_path / "a.bin", tmp_path / "b.bin", tmp_path / "again.s"
    assert main(["asm", str(source), "-o", str(first), "--labels", str(tmp_path / "a.lbl")]) == 0
    arguments = ["dis", str(first), "--origin", "$0200", "--start", "$0200", "--labels", str(tmp_path / "a.lbl")]
    assert main([*arguments, "-o", str(text)]) == 0
    assert "loop:" in text.read_text()
    assert main(["asm", str(text), "-o", str(again)]) == 0
    assert again.read_bytes() == first.read_bytes() == bytes.fromhex("A91285104C0402")
    assert main([*arguments, "-o", str(text)]) == 1  # a source is not replaced unasked
    assert "--force" in capsys.readouterr().err
    assert main([*arguments, "-o", str(text), "--force"]) == 0


def test_assembling_writes_a_paper_tape_beside_the_source(source, capsys):
    assert main(["asm", str(source)]) == 0
    assert capsys.readouterr().out == f"{source.with_suffix('.ptp')}: 7 bytes\n"
    assert source.with_suffix(".ptp").read_text().startswith(";070200A91285104C0402")


def test_a_listing_goes_where_it_is_wanted(tmp_path, source, capsys):
    assert main(["asm", str(source), "--listing", "-"]) == 0
    output = capsys.readouterr()
    assert "A9 12" in output.out
    assert "7 bytes" in output.err
    assert main(["asm", str(source), "--listing", str(tmp_path / "small.lst")]) == 0
    assert "A9 12" in (tmp_path / "small.lst").read_text()


def test_the_source_is_never_overwritten(tmp_path, source, capsys):
    for option in ("-o", "--listing"):
        assert main(["asm", str(source), option, str(source)]) == 1
        assert "this is the source itself" in capsys.readouterr().err
    assert source.read_text() == PROGRAM


def test_definitions_and_include_folders_reach_the_assembler(tmp_path, capsys):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "more.s").write_text("  .byte VALUE, OTHER\n")
    source = tmp_path / "x.s"
    source.write_text('  .org $0300\n  .include "more.s"\n')
    assert main(["asm", str(source), "-I", str(tmp_path / "inc"), "-D", "VALUE=$42", "-D", "OTHER"]) == 0
    assert ";020300" + "4201" in source.with_suffix(".ptp").read_text()


def test_errors_of_a_source_are_all_printed(tmp_path, capsys):
    source = tmp_path / "bad.s"
    source.write_text("  .org $0200\n  ldaa #1\n  stx #2\n")
    assert main(["asm", str(source)]) == 1
    error = capsys.readouterr().err
    assert f"{source}:2:" in error
    assert f"{source}:3:" in error


# ------------------------------------------------------------ kim1


def test_the_machine_runs_wally_without_being_told(capsys):
    assert main(["--headless", "--core", "compiled", "--keys", "09 GO wait:1 34 GO", "--seconds", "2"]) == 0
    assert "display  3400 33\n" in capsys.readouterr().out


def test_the_bare_monitor(capsys):
    assert main(["--no-program", "--headless", "--core", "compiled", "--keys", "AD 1234"]) == 0
    assert "display  1234 12\n" in capsys.readouterr().out


def test_a_program_file_is_started(source, capsys):
    main(["asm", str(source)])
    keys = ["--keys", "RS AD 0010"]
    assert main(["--program", str(source.with_suffix(".ptp")), "--headless", "--core", "compiled", *keys]) == 0
    assert "display  0010 12\n" in capsys.readouterr().out


def test_on_the_terminal_the_program_is_started_there(tmp_path, capsys):
    file = tmp_path / "talk.txt"
    arguments = ["--keys", "09 GO", "--seconds", "3", "--transcript", str(file)]
    assert main(["--headless", "--core", "compiled", *arguments]) == 0
    assert "0200 A2 G" in file.read_text()
    assert file.read_text().count("#") == 9


def test_what_is_typed_reaches_the_monitor(capsys):
    assert main(["--no-program", "--tty", "--headless", "--core", "compiled", "--type", "0200 42."]) == 0
    assert "0200 00 42.\n0201 00" in capsys.readouterr().out


def test_more_memory(capsys):
    assert main(["--headless", "--core", "compiled", "--no-program", "--expand-high", "60K"]) == 1
    assert "there is room for 56320 bytes" in capsys.readouterr().err
    keys = ["--keys", "AD 2000 DA 42 AD 0400 DA 43 AD 2000"]
    assert main(["--headless", "--core", "compiled", "--no-program", "--expand-low", "--expand-high", "8K", *keys]) == 0
    assert "display  2000 42" in capsys.readouterr().out


def test_a_saved_state_is_gone_on_with(tmp_path, capsys):
    kim = desk.build(desk.Setup(core="compiled"))
    kim.press("1", "7", "GO")
    kim.run(seconds=1)
    (tmp_path / "game.state").write_bytes(kim.save_state())
    assert main(["--headless", "--core", "compiled", "--state", str(tmp_path / "game.state"), "--keys", "34"]) == 0
    assert "display  3400 00" in capsys.readouterr().out
    (tmp_path / "bad.state").write_bytes(kim.save_state()[:-1])
    assert main(["--headless", "--core", "compiled", "--state", str(tmp_path / "bad.state")]) == 1
    assert "damaged" in capsys.readouterr().err


def test_a_rom_must_have_the_right_size_and_is_recognised(tmp_path, capsys, monkeypatch):
    from emulators.roms import rom_bytes

    own, small = tmp_path / "own.bin", tmp_path / "small.bin"
    own.write_bytes(rom_bytes("kim1-monitor"))
    small.write_bytes(rom_bytes("kim1-monitor")[:1024])
    arguments = ["--headless", "--core", "compiled", "--no-program", "--rom"]
    assert main([*arguments, str(own)]) == 0
    assert "monitor" not in capsys.readouterr().err
    assert main([*arguments, str(small)]) == 1
    assert "1,024 bytes: expected 2,048" in capsys.readouterr().err
    monkeypatch.setattr(
        "hashlib.sha256", lambda data: type("", (), {"hexdigest": lambda self: next(iter(desk.ROM_NAMES))})()
    )
    desk.read_rom(own)
    assert "the KIM-1 monitor of MOS Technology" in capsys.readouterr().err


# ------------------------------------------------------------ views


def test_without_display_and_terminal_there_is_a_clear_message(monkeypatch, capsys):
    monkeypatch.setattr(views, "window_opens", lambda: False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([]) == 1
    assert "no display for a window and no terminal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "window", "tty", "chosen"),
    [
        ([], True, True, "window"),
        ([], True, False, "window"),
        ([], False, True, "terminal"),
        (["--tui"], True, True, "terminal"),
        (["--window"], True, False, "window"),
    ],
)
def test_the_window_is_preferred(monkeypatch, arguments, window, tty, chosen):

    def show(name):
        return lambda kim, speed: shown.append((name, kim.display, speed)) or 0

    shown = []
    monkeypatch.setattr(views, "window_opens", lambda: window)
    monkeypatch.setattr("sys.stdin", type("", (), {"isatty": lambda self: tty})())
    monkeypatch.setattr("sys.stdout", type("", (), {"isatty": lambda self: tty, "flush": lambda self: None})())
    monkeypatch.setattr(panel, "run_panel", show("window"))
    monkeypatch.setattr(terminal, "run_terminal", show("terminal"))
    assert main([*arguments, "--core", "compiled", "--speed", "turbo"]) == 0
    assert shown == [(chosen, "00bb00", float("inf"))]


@pytest.mark.parametrize(("option", "words"), [("--window", "no display for a window"), ("--tui", "no terminal")])
def test_a_view_that_cannot_be_had_is_an_error_at_once(monkeypatch, capsys, option, words):
    monkeypatch.setattr(views, "window_opens", lambda: False)
    monkeypatch.setattr(desk, "build", lambda setup: pytest.fail("the machine has been started"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([option]) == 1
    assert words in capsys.readouterr().err


def test_where_nothing_says_that_there_is_a_display_none_is_opened(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    for name in views.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    assert not views.window_opens()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert views.window_opens()
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is no such driver")
    import pygame

    pygame.display.quit()
    assert not views.window_opens()


@pytest.mark.parametrize("line", ["kim1 --no-program --transcript", "704 --empty --print", "704 --empty --screenshot"])
def test_a_machine_without_a_view_replaces_no_file_unless_told_to(line, tmp_path, capsys):
    verb, *options, what = line.split()
    file = tmp_path / "kept.txt"
    arguments = [verb, "--headless", "--cycles", "100", *options, what, str(file)]
    file.write_text("kept")
    assert main(arguments) == 1
    assert "exists already" in capsys.readouterr().err
    assert file.read_text() == "kept"
    assert main([*arguments, "--force"]) == 0
    assert file.read_text() != "kept"
