"""Standard streams as callers leave them: closed, full, in ASCII; and files that cannot be written."""

import argparse
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from emulators.errors import ImageError
from host.assemblers.roms import CHECKOUT
from host.cli import main
from host.formats import storage

ASCII = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
FULL = Path("/dev/full")
HELPS = """
import sys
from host.cli import main as cli
for verb in cli.verbs():
    try:
        cli.main([verb.name, "--help"])
    except SystemExit as end:
        assert end.code == 0, verb.name
"""


def ironboard(line, environment=None, folder=None, given=b"", writer=None):
    """Run a command line of a shell; `ironboard` is the command. Return status, output and error."""
    command = f"ironboard() {{ '{sys.executable}' -m ironboard \"$@\"; }}; {line}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        input=given,
        pass_fds=[writer] if writer else [],
        capture_output=True,
        env={**BUFFERED, "PYTHONPATH": str(CHECKOUT), "ROMS": str(CHECKOUT / "roms"), **(environment or {})},
    )
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("environment", ASCII, ids=["locale", "encoding"])
def test_every_verb_helps_in_ascii(environment):
    done = subprocess.run(
        [sys.executable, "-c", HELPS], capture_output=True, cwd=CHECKOUT, env={**os.environ, **environment}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"\\u2191" in done.stdout  # the arrow of an option's help


@pytest.mark.parametrize("environment", ASCII, ids=["locale", "encoding"])
def test_names_and_answers_beyond_ascii(environment, tmp_path):
    name = "\N{LATIN SMALL LETTER E WITH ACUTE}"
    (tmp_path / f"{name}.s").write_text("  .org $0200\nlabel: JMP label\n", encoding="utf-8")
    status, out, error = ironboard(f"ironboard asm {name}.s -o {name}.ptp --listing {name}.lst", environment, tmp_path)
    assert (status, error) == (0, "")
    assert f"{name}.s" in (tmp_path / f"{name}.lst").read_text(encoding="utf-8")
    status, out, error = ironboard("ironboard debug wally", environment, tmp_path, f"print {name}\nquit\n".encode())
    assert "Traceback" not in error
    assert out.isascii()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ironboard dis $ROMS/wally.ptp > /dev/full", "standard output: No space left on device"),
        ("ironboard dis $ROMS/wally.ptp -o - > /dev/full", "standard output: No space left on device"),
        ("ironboard fortran --help > /dev/full", "standard output: No space left on device"),
        ("ironboard dis $ROMS/wally.ptp >&-", "standard output: Bad file descriptor"),
        ("ironboard dis $ROMS/wally.ptp -o - >&-", "standard output: Bad file descriptor"),
        ("ironboard dis $ROMS/wally.ptp -o /dev/full", "cannot write /dev/full: No space left on device"),
    ],
)
@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffer", "none"])
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line(line, message, environment):
    assert ironboard(line, environment) == (1, b"", f"ironboard: {message}\n")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("dis <(cat $ROMS/wally.ptp)", b".org"),
        ("kim1 --headless --program <(cat $ROMS/wally.ptp)", b"cycles"),
        ("algol <(printf 'begin outinteger(61, 7) end')", b"7"),
        ("asm -o - <(printf ' .org $0200\\n RTS\\n')", b";010200600063"),
        ("pitrat check <(cat $ROMS/../asm/pitrat/ttt.rules)", b"no errors"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_a_pipe_is_a_file(line, shown):
    """It is opened several times: to tell its format, and to read it."""
    status, out, error = ironboard(f"ironboard {line}")
    assert (status, shown in out) == (0, True), error


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("ironboard debug wally <&-", 0),
        ("ironboard kalah --play <&-", 0),
        ("ironboard dis nothing 2>&-", 1),
        ("ironboard dis nothing 2> /dev/full", 1),
        ("ironboard dis $ROMS/wally.ptp -o /dev/null", 0),
    ],
)
def test_streams_that_are_closed(line, status):
    found, out, error = ironboard(line)
    assert (found, "Traceback" in error, "xception" in error) == (status, False, False)
    assert b"nothing" not in out  # an error is not printed where the results are


@pytest.mark.parametrize("verb", ["dis $ROMS/wally.ptp", "dis $ROMS/wally.ptp -o -", "debug --help"])
def test_a_reader_that_has_seen_enough(verb):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert ironboard(f"ironboard {verb} >&{writer}", writer=writer) == (1, b"", "")
    finally:
        os.close(writer)


def written():
    """Yield a parser's verb and option for each file that verbs write."""
    for verb in main.VERBS:
        for action in main.parser(verb.name)._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from (
                    (verb, each)
                    for each in action.choices.get(verb.name, argparse.ArgumentParser())._actions
                    if getattr(each.type, "written", False)
                )


def test_a_result_onto_a_folder_or_into_none_is_refused_first(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    options = [*written()]
    assert len(options) > 20
    for verb, action in options:
        if not action.option_strings or action.nargs == 2:
            continue
        for name in ("folder", "missing/x"):
            words = [*verb.example.split(), f"{action.option_strings[-1]}={name}"]
            try:
                status = main.main(words)
            except SystemExit as end:
                status = end.code
            error = capsys.readouterr().err
            assert status in (1, 2), words
            assert "Traceback" not in error
            assert name.partition("/")[0] in error or "not allowed with" in error, (words, error)
    assert [*tmp_path.iterdir()] == [tmp_path / "folder"]


def test_an_old_file_is_whole_until_the_new_one_is(tmp_path, monkeypatch):
    old = tmp_path / "old"
    old.write_text("old")
    old.chmod(0o640)

    def full(path, data):
        path.write_bytes(data[:1])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "write_new", full)
        with pytest.raises(ImageError, match="No space left"):
            storage.write_text(old, "new", overwrite=True)
    assert (old.read_text(), [*tmp_path.iterdir()]) == ("old", [old])
    storage.write_text(old, "new", overwrite=True)
    assert (old.read_text(), stat.S_IMODE(old.stat().st_mode)) == ("new", 0o640)


def test_a_folder_without_permission(tmp_path, monkeypatch, capsys):
    """Root may write everywhere, and tests may be root's."""

    def closed(path, data):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(storage, "write_new", closed)
    target = tmp_path / "x.s"
    assert main.main(["dis", str(CHECKOUT / "roms/wally.ptp"), "-o", str(target)]) == 1
    error = capsys.readouterr().err
    assert (error.count("\n"), "Permission denied" in error, target.exists()) == (1, True, False)


def test_output_of_the_704_is_written_at_once(tmp_path, monkeypatch):
    """The lines printed on tape 6 are in the file with the others, or the file is the old one."""
    source, target = tmp_path / "x.f", tmp_path / "out.txt"
    source.write_text(
        "      PRINT 1\n    1 FORMAT (4H ONE)\n      WRITE OUTPUT TAPE 6, 2\n    2 FORMAT (4H TWO)\n      END\n"
    )
    written = []
    monkeypatch.setattr(storage, "write_all", lambda path, data, overwrite: written.append((path, data)))
    assert main.main(["run", "704", str(source), "--output", str(target)]) == 0
    [(path, data)] = written
    assert path == target
    assert data.split() == [b"ONE", b"TWO"]
