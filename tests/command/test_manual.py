"""The manual page, the help by groups, and the one table of exit statuses."""

import ast
import os
import re
import shutil
import subprocess

import pytest

from host.cli.main import GROUPS, main, verbs
from host.cli.manual.words import commands
from host.streams import Status
from tests.modules import sources, tree

STATUSES = "an exit status has a name in host/streams.py"


@pytest.fixture
def page(capsys, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert main(["man"]) == 0
    return capsys.readouterr().out


def help_of(monkeypatch, capsys, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("columns", [80, 120])
def test_the_help_has_a_line_for_each_verb_below_its_group(columns, monkeypatch, capsys):
    lines = help_of(monkeypatch, capsys, columns)
    assert max(map(len, lines)) < columns
    assert [line[:-1] for line in lines if line[:-1] in GROUPS and line.endswith(":")] == [*GROUPS]
    for verb in verbs():
        above = lines[: lines.index(f"  {verb.name:<12}  {verb.title}")]
        assert next(line for line in reversed(above) if line.endswith(":")) == f"{verb.group}:"


def test_statuses_are_in_the_help_and_on_the_manual_page(page, monkeypatch, capsys):
    text = "\n".join(help_of(monkeypatch, capsys, 120))
    printed = " ".join(page.replace("\\-", "-").split())
    for status in Status:
        assert f"  {int(status):<12}  {status.meaning}" in text
        assert f".TP .B {int(status)} {status.meaning}" in printed


def test_no_module_has_an_exit_status_of_its_own():
    """They are names of Status, in functions that return one, and in exits; 0 and 1 are clear without a name."""
    found = [
        (path, node.lineno, node.value.value)
        for path in sources()
        if path.startswith(
            ("host/cli/", "host/interruption", "host/experiments/sweeps", "host/software", "host/lessons")
        )
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant)
        if type(node.value.value) is int and node.value.value > 1
    ]
    assert [each for each in found if each[2] in {*map(int, Status)}] == [("host/cli/main.py", found[0][1], 130)]


def test_the_manual_page_has_every_verb_and_every_option(page):
    plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "")
    for each in commands():
        heading = " ".join(["ironboard", *each.path])
        assert not each.path or re.search(rf"^\.SS {re.escape(heading)}\b", plain, re.MULTILINE), heading
        for word in each.options:
            assert re.search(rf"^{re.escape(', '.join(word.names))}( |$)", plain, re.MULTILINE), (heading, word)


@pytest.mark.parametrize("command", ["groff -man -ww -Tutf8", "mandoc -Tlint"])
def test_readers_of_roff_take_the_page_without_a_word(command, page):
    words = command.split()
    if not shutil.which(words[0]):
        pytest.skip(f"needs {words[0]}")
    done = subprocess.run(words, input=page, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "-Tlint" not in words or done.stdout == ""
    assert "-man" not in words or "exit status" in done.stdout.lower()
