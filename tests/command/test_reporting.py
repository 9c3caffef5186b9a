"""Failures are told as errors are: `error:` in red in a terminal, with the place first if there is one; --color."""

import contextlib
import ctypes
import sys
from io import StringIO
from types import SimpleNamespace

import pytest

from emulators.errors import Place, SourceError
from host import streams
from host.cli.main import main
from host.languages.source import SourceWarning
from host.streams import coloured, in_colour, warn

RED, YELLOW, CYAN = "\x1b[31merror:\x1b[0m", "\x1b[33mwarning:\x1b[0m", "\x1b[36mhint:\x1b[0m"
SUBSCRIPT = "begin integer array a[1:3]; integer i; i := 5; a[i] := 1 end\n"
FILES = {
    "subscript.alg": SUBSCRIPT,
    "lost.job": "LOST,T10.\nNOWHERE.\n",
    "wrong.job": "WRONG,T10.\nCOMPASS.\n~eor\n          SA1    A1+X2+B3\n          END\n",
    "wrong.s": "  LDAA 3\n  XYZ\n",
    "stop.compass": "          IDENT  STOP\nSTOP      PS\n          END    STOP\n",
    "jam.s": "        .org $0200\n        .byte $02\n",
    "zero.sap": "       ORG 24\nSTART  CLA ONE\n       DVH ONE\n       HTR START\nONE    DEC 1\n       END START\n",
    "large.f": "      DIMENSION A(3)\n      I = 5\n      A(I) = 1.0\n      STOP\n      END\n",
}


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def told(tmp_path, monkeypatch):
    """Run a command on a file of FILES; give what it tells on a standard error that is a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def tell(line):
        terminal = Terminal()
        monkeypatch.setattr("sys.stderr", terminal)
        assert main(line.split()) == 1
        return terminal.getvalue()

    return tell


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("algol subscript.alg", f"subscript.alg:1: {RED} a subscript is out of its bounds"),
        ("fortran large.f", f"large.f:3: {RED} a subscript is out of its bounds"),
        ("fortran large.f --machine 704", f"large.f:3: {RED} a subscript is out of its bounds"),
        ("run 6600 subscript.alg", f"{RED} the program was aborted: ABORTED BY THE PROGRAM"),
        ("run 6600 lost.job", f"lost.job:2:1: {RED} the job is aborted: ILLEGAL CONTROL CARD."),
        ("run 6600 wrong.job", f"wrong.job:4:18: {RED} SA1 does not take"),
        ("6600 subscript.alg --headless", f"{RED} the job stopped: aborted"),
        ("704 zero.sap --headless", f"{RED} the machine stopped: "),
        ("kim1 --program jam.s --headless", f"{RED} the machine stopped: "),
        ("asm wrong.s", f"ironboard: wrong.s:1:3: {RED} unknown operation 'LDAA'"),
        ("debug wally -e foo", f"--execute:1:1: {RED} there is no command 'foo'"),
    ],
)
def test_failures_are_red_in_a_terminal(line, begins, told):
    assert begins in told(line)


def test_what_is_told_elsewhere_has_no_colour_and_excerpts_keep_theirs(monkeypatch):
    assert coloured("it failed", StringIO(), "ironboard") == "ironboard: it failed"
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured("it failed", Terminal(), "ironboard") == "ironboard: it failed"
    monkeypatch.delenv("NO_COLOR")
    assert coloured("it failed: twice", Terminal(), "ironboard run 704") == f"ironboard run 704: {RED} it failed: twice"
    two = "a b.s:1:2: error: one\n    1 | x: error: y\na b.s:2:2: error: two"
    assert coloured(two, Terminal()) == f"a b.s:1:2: {RED} one\n    1 | x: error: y\na b.s:2:2: {RED} two"


def test_what_is_quoted_cannot_command_a_terminal():
    at = Place("a.s", 1, 3, 1, "\t\x1b[31m\x07é")
    for stream in (StringIO(), Terminal()):
        shown = coloured(SourceError(at, "no '\x9b\x7f'").__str__(), stream)
        assert "1 | \t␛[31m␇é\n" in shown
        assert "no '\ufffd␡'" in shown


def test_warnings_carets_and_hints_have_colours_of_their_own():
    at = Place("a.s", 2, 3, 2, "  xy")
    error, warning = SourceError(at, "no", "say so"), SourceWarning(at, "perhaps", "hint: x")
    marked = "a.s:2:3: {head} {said}\n    2 |   xy\n      |   {paint}^^\x1b[0m\n       {CYAN} {hint}"
    red = marked.format(head=RED, said="no", paint=streams.RED, CYAN=CYAN, hint="say so")
    yellow = marked.format(head=YELLOW, said="perhaps", paint=streams.YELLOW, CYAN=CYAN, hint="hint: x")
    assert coloured(f"{error}\n{warning}", Terminal()) == f"{red}\n{yellow}"
    assert coloured(f"{error}\n{warning}", StringIO()) == f"{error}\n{warning}"


def test_a_warning_without_a_place_is_the_commands():
    for stream, word in ((StringIO(), "warning:"), (Terminal(), YELLOW)):
        warn("careful", stream)
        assert stream.getvalue() == f"ironboard: {word} careful\n"


@pytest.mark.parametrize(
    ("when", "environment", "terminal", "pipe"),
    [
        ("auto", {}, True, False),
        ("auto", {"TERM": "dumb"}, False, False),
        ("auto", {"NO_COLOR": "1"}, False, False),
        ("auto", {"NO_COLOR": ""}, True, False),
        ("auto", {"FORCE_COLOR": "1"}, True, True),
        ("auto", {"CLICOLOR_FORCE": "1", "TERM": "dumb"}, True, True),
        ("auto", {"FORCE_COLOR": "0"}, True, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, True, True),
        ("never", {"FORCE_COLOR": "1"}, False, False),
    ],
)
def test_what_decides_about_colours(when, environment, terminal, pipe, monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(streams.colour, "when", when)
    assert (in_colour(Terminal()), in_colour(StringIO()), in_colour(None)) == (terminal, pipe, False)


@pytest.mark.parametrize(
    "line",
    [
        "--color always asm wrong.s",
        "asm wrong.s --color=always",
        "--color=always --nonsense",
        "run --color always 6600 wrong.s",
        "asm --color=always --nonsense wrong.s",
    ],
)
def test_every_verb_takes_color_anywhere(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.s").write_text(FILES["wrong.s"])
    for when, shown in (("always", True), ("never", False)):
        with contextlib.suppress(SystemExit):
            main(line.replace("always", when).split())
        assert (RED in capsys.readouterr().err) == shown, when
    assert main(["asm", "wrong.s"]) == 1  # as if nothing had been said before
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(("mode", "taken", "shown"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_console_of_windows_is_asked_first(mode, taken, shown, monkeypatch):
    asked = []
    kernel = SimpleNamespace(
        GetConsoleMode=lambda handle, found: mode, SetConsoleMode=lambda handle, new: asked.append(new) or taken
    )
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: 7))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    assert in_colour(terminal) is False  # without a number it is no console
    terminal.fileno = lambda: 2
    assert (in_colour(terminal), asked) == (shown, [streams.VIRTUAL_TERMINAL] * mode)
