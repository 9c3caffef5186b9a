"""What is typed or sent to a game's program: a wrong value is the protocol's error, and the program goes on.

The cases are made of the tables of commands: a command that is added is tested without a line here.
"""

import io
import itertools
import queue
import re

import pytest

from host.games.checkers import engine as checkers
from host.games.checkers import hub
from host.games.go import gtp
from host.games.go.game import PROGRAMS, Setup
from host.games.go.programs import engine_of
from tests.shared import spread

WRONG = ("-1", "0", "1", "1.5", "1e9", "9" * 20, "9" * 5000, "nan", "inf", "x", "é", "€", "x" * 5000, "/", "..", "\0",
         '"', "A0", "Z99", "I9", "pass")  # fmt: skip
NONSENSE = ("9" * 20, "é", "x" * 5000)  # nothing takes it
RESPONSE = re.compile(r"[=?][0-9]*( [^\n]*(\n[^\n]+)*)?\n\n")
RIGHT = ("black", "C3", "2", "dead", "byoyomi")  # some argument of some command
FREE = {"known_command", "printsgf"}  # take any word


def lines(command):
    """Yield a command with wrong values alone, several times, and in each place among right ones."""
    yield command
    for value in WRONG:
        yield from (" ".join([command, *[value] * count]) for count in (1, 2, 3, 4, 9))
        for right, count in itertools.product(RIGHT, (2, 3, 4)):
            for place in range(count):
                yield " ".join([command, *[right] * place, value, *[right] * (count - 1 - place)])


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_wrong_command_of_gtp_has_an_answer_and_the_engine_goes_on(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    engine = engine_of(name, Setup(PROGRAMS[name].sizes[0]))
    commands = [each for each in engine.handlers if each != "quit"]
    for command in commands:
        for line in spread([*lines(command)], 16):
            assert RESPONSE.fullmatch(answer(engine, line)), line[:60]
        for value in NONSENSE:
            refused = answer(engine, f"{command} {value}").startswith("?")
            assert refused or command in FREE, (command, value[:30])
    assert answer(engine, "1 name") == f"=1 {PROGRAMS[name].title}\n\n"


def answer(engine, line):
    responses = io.BytesIO()
    gtp.serve(engine.handlers, io.BytesIO(f"{line}\n".encode()), responses)
    return responses.getvalue().decode()


def hub_lines(session):
    """Yield the lines of the Hub protocol with a wrong value for each argument of each command, and without one."""
    for command in session.commands.keys() - {"quit"}:
        names = checkers.ARGUMENTS.get(command, ())
        yield from (command, f"{command} x", f"{command} =", f"{command} x=1", f'{command} "', f"{command} é=é")
        for name, value in itertools.product(names, WRONG):
            yield from (f"{command} {name}={value}", f'{command} {name}="{value}"', f"{command} {name}")
    for name, value in itertools.product(session.parameters, WRONG):
        yield f'set-param name={name} value="{value}"'
    yield from (f'pos pos=start moves="{value}"' for value in WRONG)
    yield from (f"level time={value} inc={other}" for value, other in itertools.product(WRONG, WRONG[:8]))


def test_a_wrong_line_of_hub_has_an_error_and_the_engine_goes_on():
    said = []
    session = checkers.HubSession(queue.SimpleQueue(), said.append, depth=1)
    session.take("init")
    known = {"error", "id", "param", "wait", "ready", "pong", "info", "done"}
    for line in spread([*hub_lines(session)], 300):
        del said[:]
        session.take(line)
        assert all(hub.parse(each).command in known and len(each.splitlines()) == 1 for each in said), line[:60]
        assert not session.over
    for line in (f"level depth={'9' * 20}", "pos pos=é", "set-param name=x value=1", "pos", "go", "level nodes=nan"):
        del said[:]
        session.take(line)
        assert [hub.parse(each).command for each in said] == ["error"], line
    session.take("ping")
    assert said[-1] == "pong"
