"""Every command of the debugger takes wrong values: it works, or says in one message why not."""

import pytest

from emulators.processor import Processor
from host.debugger.cli import Monitor, _read
from host.debugger.commands import GROUPS
from host.debugger.commands.command import CommandError
from host.debugger.opening import Target, open_session
from tests.shared import spread

WRONG = ("", "-1", "0", "x", "zzzz", "1e400", "1.5", "nan", "9" * 23, "9" * 5000, "$" + "F" * 30, "a\0b", "é€", "-1 -1",
         "0 " + "9" * 23, "$10 $0", "1 2 3 4 5 6", '"', "(((", "1/0", "folder/missing", "A = " + "9" * 23)  # fmt: skip
COMMANDS = [command for group in GROUPS for command in group.commands if command.name != "quit"]
CALLS, PIECE = 20, 2_000


class Enough(BaseException):
    """The command works: the machine runs."""


@pytest.fixture(scope="module")
def monitor():
    opened = open_session(Target("wally"))
    return Monitor(opened.session, lambda text: None, kind=opened.kind)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
def test_a_wrong_value_is_a_message(command, monitor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    calls, refused = [], []

    def run(processor, deadline):
        calls.append(deadline)
        if len(calls) > CALLS:
            raise Enough
        processor._run(processor._handle, min(deadline, int(processor.m.cycles) + PIECE))

    monkeypatch.setattr(Processor, "run", run)
    for value in spread(WRONG, 11):
        calls.clear()
        try:
            monitor.execute(f"{command.name} {value}")
        except CommandError as error:
            refused.append(str(error))
        except Enough:
            pass
        monitor.assembling = None
    assert all(each.startswith("error: ") or ": error: " in each for each in refused), refused


@pytest.mark.parametrize(("plain", "shown"), [("", "\x1b[31merror:\x1b[0m 'zzzz'"), ("1", "error: 'zzzz'")])
def test_errors_are_red_in_a_terminal(plain, shown, monitor, monkeypatch, capsys):
    lines = iter(["break zzzz"])

    def read(prompt):
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setenv("NO_COLOR", plain)
    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _read(monitor, prompt=True)
    assert capsys.readouterr().out.startswith(shown)
