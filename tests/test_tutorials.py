"""Every tutorial is followed from an empty folder: its files are written, its commands typed, its answers compared.

A block with a title is a file; one of `diff` with a title changes lines of it. In a `console` block, what follows `$ `
is a command, what follows the prompt of a program is typed there, and the rest is what must appear.
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest

from host.cli.main import main
from host.ui import showing
from tests.test_documents import show

FOLDER = Path(__file__).parent.parent / "docs" / "tutorials"
PAGES = sorted(page.stem for page in FOLDER.glob("*.md") if page.stem != "README")
BLOCK = re.compile(r'^```(\w*)(?: title="([^"\n]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^(?:\([^)]+\)|>) ?(.*\n)", re.MULTILINE)  # of the debugger, of a game
FAILURE = re.compile(r"error:|\bfailed\b")  # in an answer: the exit status is not 0
LONGEST = 1000  # words of two letters and more, those of files and answers among them: ten minutes


class Step(NamedTuple):
    """Something the reader does; for a command, `text` is what must appear."""

    kind: str  # command, file, diff
    name: str  # the command, or the file
    text: str


class Typing(io.StringIO):
    """A keyboard: what is typed appears."""

    def isatty(self):
        return True

    def readline(self, *size):
        line = super().readline(*size)
        sys.stdout.write(line)
        return line


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self):
        return True


def steps(page):
    for language, title, text in BLOCK.findall(page):
        if title:
            yield Step("diff" if language == "diff" else "file", title, text)
        elif language == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, answer = part.partition("\n")
                yield Step("command", command, answer)


def changed(text, difference):
    """Return a text after a difference of whole lines: one stretch of it, marked with blank, - and +."""
    lines = difference.splitlines(keepends=True)
    before, after = ("".join(line[1:] for line in lines if line[0] in marks) for marks in (" -", " +"))
    assert text.count(before) == 1, f"not exactly one place for:\n{difference}"
    return text.replace(before, after)


def answer(command, typed):
    """Run a command in this process, pytest in another; return its exit status and what appears."""
    words = shlex.split(command)
    if words[0] == "pytest":
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:asyncio", *words[1:]],
            capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "80"},
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
    assert words[0] == "ironboard", command
    screen = Screen()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", Typing(typed))
        patch.setenv("NO_COLOR", "1")
        try:
            status = main(words[1:])
        except SystemExit as stop:
            status = stop.code
    return status, screen.getvalue()


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """An empty folder, and a home for the history of sessions; windows run for a moment instead of opening."""
    (tmp_path / "home").mkdir()
    (tmp_path / "first").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path / "first")
    monkeypatch.setattr(showing, "choose", lambda *_: "window")
    monkeypatch.setattr(showing, "show", show)
    return tmp_path / "first"


def follow(page, folder):
    """Yield each command with its exit status, what must appear and what appears."""
    for kind, name, text in steps(page):
        if kind == "command":
            status, shown = answer(name, "".join(PROMPT.findall(text)))
            yield name, status, text, shown
        else:
            file = folder / name
            written = changed(file.read_text("utf-8"), text) if kind == "diff" else text
            file.write_text(written, "utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_a_tutorial_works_word_for_word(name, desk):
    page = (FOLDER / f"{name}.md").read_text("utf-8")
    commands = 0
    for command, status, wanted, shown in follow(page, desk):
        assert OutputChecker().check_output(wanted, shown, ELLIPSIS), f"$ {command}\n{shown}"
        assert bool(status) == bool(FAILURE.search(wanted)), (command, status)
        commands += 1
    assert commands >= 5


@pytest.mark.parametrize("name", PAGES)
def test_a_tutorial_takes_ten_minutes_and_has_a_picture(name):
    page = (FOLDER / f"{name}.md").read_text("utf-8")
    assert len(re.findall(r"[A-Za-z']{2,}", page)) <= LONGEST
    assert "](../images/" in page
    assert f"]({name}.md)" in (FOLDER / "README.md").read_text("utf-8")


def test_a_difference_changes_one_place_only():
    assert changed("a\nb\nc\n", " a\n-b\n+d\n+e\n") == "a\nd\ne\nc\n"
    with pytest.raises(AssertionError, match="not exactly one place"):
        changed("b\nb\n", "-b\n+c\n")


def test_the_second_link_of_the_readme_leads_to_the_tutorials():
    links = re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", (FOLDER.parents[1] / "README.md").read_text("utf-8"))
    assert links[1] == "docs/tutorials/README.md"
