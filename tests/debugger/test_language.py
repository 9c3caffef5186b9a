"""The debugger learns a program's language by a protocol: here an invented one, on the invented machine.

It has one procedure, two variables, and statements where lines of the counting program begin.
"""

import pytest

from emulators.errors import IronboardError
from host.debugger.cli import CommandError, Monitor
from host.debugger.goals import Instructions
from host.debugger.session import Session
from host.languages.running import Activation, Change, Passage, Scope, Spot, Variable
from tests.debugger.programs import COUNTER, COUNTING, ONE, TWICE, machine

FILE = "count.toy"
STATEMENTS = {0: 1, 3: 2, TWICE + 1: 5}  # address -> line
NAMES = {"counter": COUNTER, "one": ONE}


class Counting:
    """What a compiler might know of the counting program."""

    name, assign = "Counting", "<-"

    def __init__(self, toy):
        self.toy = toy

    def _passage(self, address):
        line = STATEMENTS[max(each for each in STATEMENTS if each <= address)]
        return Passage(FILE, line, 1, line, 9)

    def here(self):
        address = self.toy.read_register("PC")
        return self._passage(address) if address in STATEMENTS else None

    def activations(self, most=1000):
        address = self.toy.read_register("PC")
        main = Activation("main", "", Spot(3), self._passage(3), False)
        inner = Activation("twice", "n = 1", Spot(address), self._passage(address), address in STATEMENTS)
        alone = Activation("main", "", Spot(address), self._passage(address), address in STATEMENTS)
        return ([inner, main] if address > TWICE else [alone])[:most]

    def complaint(self):
        return ""

    def astray(self):
        return False

    def ran(self, address):
        return address in STATEMENTS

    def unnoticed(self, first, last, *, reads):
        return []

    def began(self):
        pass

    def left(self, stopped):
        raise AssertionError

    def scopes(self, activation=0):
        return [Scope("the program", None, 0, "at addresses", whole=True)]

    def variables(self, scope, activation=0):
        return [self.evaluate(each) for each in NAMES]

    def evaluate(self, text, activation=0):
        if text.strip() not in NAMES:
            raise IronboardError(f"'{text}' is unknown")
        address = NAMES[text.strip()]
        return Variable(text.strip(), f"<{self.toy.peek(address)}>", "number", text.strip(), True, address)

    def children(self, text, first, count, activation=0):
        return []

    def change(self, text, value, activation=0):
        return Change(NAMES[text.strip()], int(value), ("AC",))

    def condition(self, text):
        name, _, wanted = text.partition("=")
        return (lambda: self.toy.peek(NAMES[name.strip()]) == int(wanted or 0)) if name.strip() in NAMES else None

    def place(self, text):
        return ("twice", [Spot(TWICE + 1)]) if text == "twice" else None

    def line(self, file, line, column=1):
        return next(((each, 1, [Spot(at)]) for at, each in STATEMENTS.items() if each >= line), None)

    def columns(self, file, first, last):
        return [(each, 1) for each in STATEMENTS.values() if first <= each <= last]

    def names(self, prefix=""):
        return [each for each in NAMES if each.startswith(prefix)]

    def step(self, *, over):
        return Instructions(3 if over else 1)

    def out(self):
        return Instructions(2)

    def back(self):
        return lambda rows: len(rows) - 1 if len(rows) else None


@pytest.fixture
def desk():
    said = []
    toy = machine(COUNTING)
    return Monitor(Session(toy, language=Counting(toy)), said.append), said


def typed(desk, *lines):
    monitor, said = desk
    said.clear()
    for line in lines:
        monitor.execute(line)
    return said


def test_commands_speak_the_language(desk):
    assert typed(desk, "nextline")[0] == "-> count.toy:2:1  in main"
    typed(desk, "break twice if counter=2", "continue")
    assert typed(desk, "frames") == [
        " > #0  twice(n = 1)  count.toy:5:1",
        "   #1  main  count.toy:2:1",
    ]
    assert typed(desk, "variables") == [
        "   the program  (at addresses)", "      counter  <2>  number", "      one      <1>  number",
    ]  # fmt: skip
    assert typed(desk, "print counter") == ["   counter = <2>  number"]
    assert typed(desk, "up") == [" > #1  main  count.toy:2:1"]


def test_what_a_variable_gets_goes_where_the_language_says(desk):
    assert typed(desk, "set counter <- 7") == ["   counter = <7>  number"]
    assert desk[0].session.machine.read_register("AC") == 7
    with pytest.raises(CommandError, match="expected VARIABLE <- EXPRESSION"):
        typed(desk, "set counter := 7")


def test_without_a_language_the_commands_say_so():
    desk = Monitor(Session(machine(COUNTING)), print)
    for command in ("frame", "up", "down", "variables", "scopes", "set a := 1"):
        with pytest.raises(CommandError, match="the program has no known source language"):
            desk.execute(command)
