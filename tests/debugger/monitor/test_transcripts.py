"""Whole sessions: what is typed, and to the letter what is printed.

A transcript names its machine in the first line; `$ ` is a command, the lines below it are what it prints, `##`
begins a remark. An error is what the command has printed, too; `<root>` is the checkout. `transcribe.py` writes them
anew.
"""

from pathlib import Path

import pytest

from host.debugger.commands.command import CommandError, find
from tests.debugger.monitor.desks import DESKS

ROOT = Path(__file__).parents[3]
TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def read(path):
    """Return the machine's name, and (number of the line, command, lines printed)."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    steps = []
    for number, line in enumerate(lines, 2):
        if is_command(line):
            steps.append((number, line[2:], []))
        elif steps and not line.startswith("##"):
            steps[-1][2].append(line)
    return first.removeprefix("machine: "), steps


def is_command(line):
    return line == "$" or line.startswith("$ ")


def printed(desk, command):
    desk.said.clear()
    try:
        desk.monitor.execute(command)
    except CommandError as error:
        desk.said.append(str(error))
    return "\n".join(desk.said).replace(str(ROOT), "<root>").splitlines()


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_written(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    machine, steps = read(path)
    desk = DESKS[machine]()
    for number, command, expected in steps:
        assert printed(desk, command) == trimmed(expected), f"{path.name}:{number}: {command}"


def trimmed(lines):
    """Return lines without the empty ones before the next command."""
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def test_every_command_is_shown_in_a_transcript():
    commands = DESKS["toy"]().monitor.commands
    used = {word(line) for path in TRANSCRIPTS for _, line, _ in read(path)[1] if word(line)}
    shown = set()
    for each in used:
        try:
            shown.add(find(each, commands).name)
        except Exception:  # a transcript shows what is no command, too
            continue
    assert {command.name for command in commands} - shown == set()


def word(line):
    text = line.strip()
    return text.split()[0] if text[:1].isalpha() else text[:1]
