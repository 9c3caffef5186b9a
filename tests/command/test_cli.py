"""The command line: verbs, values, errors, exit statuses."""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys

import pytest

from emulators.errors import ImageError
from emulators.image import parse_address
from host import options as values
from host import registry
from host.cli import main as cli
from host.cli.main import main
from host.machines.kim1 import machine
from host.ui import showing, terminal, window

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
        [sys.executable, "-m", "ironboard", *arguments], capture_output=True, text=True, timeout=120, **options
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
def test_amounts(text, value):
    assert values.number(text) == value


@pytest.mark.parametrize("text", ["0200", "200", "0x0200", "0X200", "$0200", "0200h", "200H"])
def test_an_address_of_the_kim_1_is_hexadecimal_with_and_without_a_sign(text):
    assert values.address(text) == 0x200


@pytest.mark.parametrize(("text", "value"), [("0100", 0o100), ("100", 0o100), ("0o100", 0o100), ("100B", 0o100)])
def test_an_address_of_the_704_and_the_6600_is_octal(text, value):
    assert parse_address(text, 8) == value


@pytest.mark.parametrize("text", ["", "02G0", "$", "0x", "-1", "8K", "1_000", "0o100", "h"])
def test_what_is_not_an_address_is_told_without_a_sign_that_a_shell_eats(text):
    with pytest.raises(argparse.ArgumentTypeError, match="hexadecimal digits, such as 0200") as refused:
        values.address(text)
    assert "$" not in str(refused.value).replace(f"'{text}'", "")


@pytest.mark.parametrize("text", ["8", "0x100", "$100", "1G"])
def test_other_digits_are_not_octal(text):
    with pytest.raises(ImageError, match="octal digits"):
        parse_address(text, 8)


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


@pytest.mark.parametrize("verb", [verb.name for verb in cli.verbs()])
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
        ["asm", "x.s", "y.s"],
        ["gtp", "--unknown=1"],
    ],
)
def test_wrong_usage_is_explained_in_two_lines(arguments, capsys):
    wrong, help_is, *more = usage(capsys, *arguments).splitlines()
    verb = arguments[0] if arguments[0] in {each.name for each in cli.verbs()} else "kim1"
    assert wrong.startswith("ironboard: " if arguments == ["nonsense"] else f"ironboard {verb}: ")
    assert help_is.partition("; an example: ironboard ")[0] == f"see '{wrong.partition(':')[0]} --help'"
    assert not more


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("asmm x", "there is no verb 'asmm'; did you mean 'asm'?"),
        ("checker", "did you mean 'checkers'?"),
        ("wally", "did you mean 'ironboard kim1 --program wally'?"),
        ("queen", "did you mean 'ironboard 6600 queen'?"),
        ("loops", "did you mean 'ironboard 704 loops'?"),
        ("asm x.s --lebels y", "there is no option --lebels; did you mean '--labels'?"),
        ("kim1 --core compild", "did you mean 'compiled'?"),
        ("sweep wally-selff", "did you mean 'wally-self'?"),
        ("xyzzy", "there are kim1, 704, 6600"),
        ("kim1 --core xyzzy", "there are compiled, py65, python"),
    ],
)
def test_the_nearest_word_is_named(line, hint, capsys):
    assert hint in usage(capsys, *line.split())


def test_a_minus_is_the_standard_output(source, tmp_path, monkeypatch, capfdbinary):
    monkeypatch.chdir(tmp_path)
    assert main(["asm", str(source), "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b";070200A912")
    assert err == b"-: 7 bytes\n"
    assert main(["asm", str(source), "-o", "-", "--format", "prg"]) == 0
    assert capfdbinary.readouterr().out[:4] == bytes.fromhex("0002A912")
    assert list(tmp_path.iterdir()) == [source]


def test_the_nearest_format_is_named(source, capsys):
    assert main(["asm", str(source), "--format", "intelhx"]) == 1
    assert "there is no format 'intelhx'; did you mean 'intelhex'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    ["kim1 --headless --program wallly", "debug wallly", "profile wallly", "lockstep wallly", "run 6600 quen",
     "704 --headless chekers", "6600 --headless quen", "bench walley"],
)  # fmt: skip
def test_the_nearest_program_is_named(line, capsys):
    assert main(line.split()) == 1
    assert re.search("there is no .* did you mean '(wally|queen|checkers)'", capsys.readouterr().err)


@pytest.mark.parametrize("option", ["draughts --depth", "rook --seed", "sweep --seed", "dap --port", "bench --runs"])
def test_where_an_amount_is_meant_no_address_is_proposed(option, capsys):
    said = usage(capsys, *option.split(), "many")
    assert "'many' is not a number\n" in said


@pytest.mark.parametrize("line", ["kim1 --expand-high", "704 --core-size", "run 6600 kalah --words", "debug --words"])
def test_where_memory_is_meant_an_amount_of_memory_is_proposed(line, capsys):
    assert "write 8192 or 8K" in usage(capsys, *line.split(), "lots")


@pytest.mark.parametrize("verb", [["verify", "6502"], ["asm"], ["dis"], ["cards"], ["algol"], ["mates", "--file"]])
@pytest.mark.parametrize("file", ["missing.xyz", "."])
def test_a_file_that_cannot_be_read_is_told_in_words(verb, file, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*verb, file]) == 1
    said = capsys.readouterr().err
    assert file in said
    assert "Errno" not in said


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
    command = [sys.executable, "-m", "ironboard", "dis", str(source.with_suffix(".ptp"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


AGAIN = "ironboard: interrupted: nothing is changed; the same command begins anew\n"


def test_an_interrupt_ends_with_a_line(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("host.assemblers.roms.verify", interrupted)
    assert main(["rom", "verify"]) == 130
    assert capsys.readouterr().err == AGAIN


def test_an_interrupt_while_a_verb_is_imported_ends_so_too(monkeypatch, capsys):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("host.cli.main.import_module", interrupted)
    assert main(["rom", "verify"]) == 130
    assert capsys.readouterr().err == AGAIN


def test_what_is_imported_before_interrupts_are_caught_is_little():
    code = "import sys, host.cli.main; print({'argparse', 'dataclasses', 'importlib.metadata'} & {*sys.modules})"
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
    assert main(["asm", str(source), "--listing", str(tmp_path / "small.lst"), "--force"]) == 0
    assert "A9 12" in (tmp_path / "small.lst").read_text()


@pytest.mark.parametrize("option", ["-o", "--listing", "--labels"])
def test_the_source_is_never_overwritten(tmp_path, source, capsys, option):
    (tmp_path / "link.s").symlink_to(source)
    for name in (source, tmp_path / "x" / ".." / source.name, tmp_path / "link.s"):
        (tmp_path / "x").mkdir(exist_ok=True)
        assert "would overwrite an input" in usage(capsys, "asm", str(source), option, str(name), "--force")
    assert source.read_text() == PROGRAM


def test_what_a_source_includes_is_never_overwritten(tmp_path, source, capsys):
    (tmp_path / "more.lst").write_text("  nop\n")
    source.write_text(' .include "more.lst"\n')
    assert main(["asm", str(source), "--listing", str(tmp_path / "more.lst"), "--force"]) == 1
    assert "this is the input file" in capsys.readouterr().err
    assert (tmp_path / "more.lst").read_text() == "  nop\n"


def test_assembling_replaces_files_only_with_force(tmp_path, source, capsys):
    for made in (tmp_path / "small.ptp", tmp_path / "small.lbl", tmp_path / "small.lst"):
        made.write_text("mine")
    for options in ([], ["-o", "x.hex", "--labels", "small.lbl"], ["-o", "x.hex", "--listing", "small.lst"]):
        words = [str(tmp_path / each) if "." in each else each for each in options]
        assert main(["asm", str(source), *words]) == 1
        assert "exists already" in capsys.readouterr().err
        assert not (tmp_path / "x.hex").exists()
        assert main(["asm", str(source), *words, "--force"]) == 0
        (tmp_path / "x.hex").unlink(missing_ok=True)
    assert "mine" not in (tmp_path / "small.ptp").read_text() + (tmp_path / "small.lst").read_text()


@pytest.mark.parametrize(
    "line",
    ["asm small.s -o a.hex --labels a.hex", "asm small.s -o a.hex --listing x/../a.hex",
     "asm small.s -o a.hex --listing link", "profile wally -o a.hex --coverage a.hex --force",
     "run 6600 kalah --output a.hex --save X=a.hex", "algol a.alg --save 1=a.hex --save 2=a.hex",
     "kim1 --headless --screenshot a.hex --transcript a.hex", "704 --headless --print a.hex --punch a.hex",
     "bench --json a.hex --plot a.hex", "rook --pgn a.hex --games a.hex", "debug wally --record a.hex --profile a.hex"],
)  # fmt: skip
def test_two_results_cannot_go_to_one_file(line, tmp_path, source, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "link").symlink_to("a.hex")
    assert "two results cannot share a file" in usage(capsys, *line.split())
    assert not (tmp_path / "a.hex").exists()


@pytest.mark.parametrize(
    "line",
    ["cards FILE -o FILE", "dis FILE -o FILE", "dis x.ptp --labels FILE -o FILE", "debug --replay FILE --record FILE",
     "bench --from FILE --json FILE", "algol FILE --emit compass -o FILE", "run 6600 FILE --timing FILE",
     "run 6600 kalah --input FILE --output FILE", "704 --headless FILE --punch FILE", "rook --input FILE --games FILE",
     "6600 --headless --state FILE --record FILE", "kim1 --headless --tape FILE --transcript FILE",
     "debug wally --script FILE --profile FILE", "sweep wally-positions --positions FILE --output FILE"],
)  # fmt: skip
def test_what_is_read_is_never_written(line, tmp_path, capsys):
    (tmp_path / "kept").write_text("kept")
    force = [] if line.startswith("sweep") else ["--force"]
    said = usage(capsys, *(str(tmp_path / "kept") if each == "FILE" else each for each in line.split()), *force)
    assert "would overwrite an input" in said
    assert (tmp_path / "kept").read_text() == "kept"


@pytest.mark.parametrize(
    "line",
    ["profile wally -o", "profile wally --listing", "profile wally --coverage", "cards x.deck -o", "dis x.ptp -o",
     "checkers --pdn", "rook --pgn", "rook --games", "bench --json", "figures -o", "run 6600 kalah --output",
     "6600 --record", "704 --record", "kim1 --record", "kim1 --headless --screenshot", "704 --headless --punch",
     "debug wally --profile", "debug wally --record", "algol x.alg --emit listing -o", "asm x.s --labels"],
)  # fmt: skip
def test_a_file_that_would_be_replaced_is_told_before_anything_is_looked_for(line, tmp_path, capsys):
    (tmp_path / "kept.txt").write_text("kept")
    assert main([*line.split(), str(tmp_path / "kept.txt")]) == 1
    assert "kept.txt exists already; --force overwrites it" in capsys.readouterr().err


@pytest.mark.parametrize("verb", cli.verbs(), ids=lambda verb: verb.name)
def test_every_option_for_a_file_says_whether_it_is_read_or_written(verb):
    """Types of host/options.py, so that nothing is replaced unasked; and what is written has a --force."""
    parser = argparse.ArgumentParser()
    verb.describe(parser)
    files = [action for action in parser._actions if "FILE" in str(action.metavar)]
    untold = [action.option_strings for action in files if not isinstance(action.type, values.File)]
    assert not untold
    written = [action for action in files if action.type.written and not action.type.continued]
    assert not written or "--force" in {name for action in parser._actions for name in action.option_strings}


def test_a_source_of_definitions_makes_no_image(tmp_path, source, capsys):
    source.write_text("LEVEL = 3\n")
    assert main(["asm", str(source), "--labels", str(tmp_path / "small.lbl"), "--listing", "-"]) == 0
    assert "small.s: 1 symbol, but no bytes: " in capsys.readouterr().err
    assert "LEVEL" in (tmp_path / "small.lbl").read_text()
    assert not source.with_suffix(".ptp").exists()


def test_segments_and_features_from_the_command_line(tmp_path, source, capsys):
    source.write_text(' .segment "GAME"\n .byte "\\n"\n .data\n nop\n')
    options = ["--segment", "GAME=0300", "--segment", "DATA=1780", "--feature", "string_escapes"]
    assert main(["asm", str(source), *options]) == 0
    written = source.with_suffix(".ptp").read_text()
    assert ";0103000A" in written
    assert ";011780EA" in written
    for wrong, said in (
        (["--segment", "GAEM=0300"], "the source has no segment 'GAEM'; did you mean 'GAME'?"),
        (["--segment", "GAME=12345"], "segment 'GAME' cannot begin at $12345"),
        (["--feature", "string_escape"], "unsupported feature 'string_escape'; did you mean 'string_escapes'?"),
        (["--feature", "xyzzy"], "supported are: "),
    ):
        assert main(["asm", str(source), "--force", *wrong]) == 1
        assert said in capsys.readouterr().err


def test_a_configuration_from_the_command_line(tmp_path, source, capsys):
    (tmp_path / "x.cfg").write_text("MEMORY { ROM: start = $2000, size = $8; } SEGMENTS { CODE: load = ROM; }")
    source.write_text(" .byte 1, 2\n .end\n")
    assert main(["asm", str(source), "--config", str(tmp_path / "x.cfg")]) == 0
    assert ";0220000102" in source.with_suffix(".ptp").read_text()
    assert main(["asm", str(source), "--force", "--config", str(tmp_path / "x.cfg"), "--segment", "CODE=0300"]) == 1
    assert "there is no other address for 'CODE'" in capsys.readouterr().err


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
    assert "a high expansion of 61440 bytes: expected 0 to 56320, 2000-FBFF" in capsys.readouterr().err
    keys = ["--keys", "AD 2000 DA 42 AD 0400 DA 43 AD 2000"]
    assert main(["--headless", "--core", "compiled", "--no-program", "--expand-low", "--expand-high", "8K", *keys]) == 0
    assert "display  2000 42" in capsys.readouterr().out


def test_a_saved_state_is_gone_on_with(tmp_path, capsys):
    kim = registry.find("kim1").runner().controller({}).machine
    kim.press("1", "7", "GO")
    kim.run(seconds=1)
    (tmp_path / "game.state").write_bytes(kim.save_state())
    assert main(["--headless", "--core", "compiled", "--state", str(tmp_path / "game.state"), "--keys", "34"]) == 0
    assert "display  3400 00" in capsys.readouterr().out
    (tmp_path / "bad.state").write_bytes(kim.save_state()[:-1])
    assert main(["--headless", "--core", "compiled", "--state", str(tmp_path / "bad.state")]) == 1
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["kim1", "704", "6600"])
@pytest.mark.parametrize("content", ["other", "program", "nothing", "folder", "none"])
def test_what_is_no_saved_state_of_the_machine_is_an_error_and_not_opened_as_something_else(
    verb, content, tmp_path, capsys
):
    path, other = tmp_path / "a.bin", "704" if verb == "kim1" else "kim1"
    if content == "folder":
        path.mkdir()
    elif content != "none":
        state = registry.find(other).build({}).save_state() if content == "other" else b""
        path.write_bytes(state or b"\xea" * 36 * (content == "program"))
    assert main([verb, "--headless", "--state", str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    title = registry.find(verb).title
    expected = "cannot read " if content in ("folder", "none") else f"{path}: this is not a saved {title} state"
    assert line.startswith(f"ironboard: {expected}")


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
        "hashlib.sha256", lambda data: type("", (), {"hexdigest": lambda self: next(iter(machine.ROM_NAMES))})()
    )
    machine.read_rom(own)
    assert "the KIM-1 monitor of MOS Technology" in capsys.readouterr().err


# ------------------------------------------------------------ views


def test_without_display_and_terminal_there_is_a_clear_message(monkeypatch, capsys):
    monkeypatch.setattr(showing, "window_opens", lambda: False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([]) == 1
    assert "no display for a window and no terminal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "display", "tty", "chosen"),
    [
        ([], True, True, "window"),
        ([], True, False, "window"),
        ([], False, True, "terminal"),
        (["--tui"], True, True, "terminal"),
        (["--window"], True, False, "window"),
    ],
)
def test_the_window_is_preferred(monkeypatch, arguments, display, tty, chosen):

    def show(name):
        return lambda controller: shown.append((name, controller.machine.display, controller.pacer.speed)) or 0

    shown = []
    monkeypatch.setattr(showing, "window_opens", lambda: display)
    monkeypatch.setattr("sys.stdin", type("", (), {"isatty": lambda self: tty})())
    monkeypatch.setattr("sys.stdout", type("", (), {"isatty": lambda self: tty, "flush": lambda self: None})())
    monkeypatch.setattr(window, "run", show("window"))
    monkeypatch.setattr(terminal, "run", show("terminal"))
    assert main([*arguments, "--core", "compiled", "--speed", "turbo"]) == 0
    assert shown == [(chosen, "00bb00", float("inf"))]


@pytest.mark.parametrize(("option", "words"), [("--window", "no display for a window"), ("--tui", "not a terminal")])
def test_a_view_that_cannot_be_had_is_an_error_at_once(monkeypatch, capsys, option, words):
    monkeypatch.setattr(showing, "window_opens", lambda: False)
    kim1 = type(registry.find("kim1"))
    monkeypatch.setattr(kim1, "build", lambda model, options: pytest.fail("the machine has been started"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([option]) == 1
    assert words in capsys.readouterr().err


def test_where_nothing_says_that_there_is_a_display_none_is_opened(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    for name in showing.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    assert not showing.window_opens()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert showing.window_opens()
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is no such driver")
    import pygame

    pygame.display.quit()
    assert not showing.window_opens()


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
