"""Failures are told as errors are: `error:` in red in a terminal, with the place first if there is one."""

from io import StringIO

import pytest

from host.cli.main import main
from host.streams import coloured

RED = "\x1b[31merror:\x1b[0m"
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
