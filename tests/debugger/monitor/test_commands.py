"""The table of commands: names, help, and what users of other monitors bring along."""

import re
from pathlib import Path

import pytest
from py65.monitor import Monitor as Py65Monitor

from emulators.errors import IronboardError
from host.debugger.cli import ELSEWHERE, Monitor
from host.debugger.commands import GROUPS
from host.debugger.commands.command import find
from host.debugger.layout import REASONS
from host.debugger.opening import Target, open_session
from host.debugger.stops import Reason
from tests.debugger.monitor.desks import toy

COMMANDS = [command for group in GROUPS for command in group.commands]
NAMES = [name for command in COMMANDS for name in command.names]
PAGE = (Path(__file__).parents[3] / "docs" / "debugger-commands.md").read_text(encoding="utf-8")

# py65mon has them, this monitor does not: the machine has one processor, numbers have one radix, files stay where they
# are; breakpoints are numbered and listed by `break`.
NOT_HERE = {"mpu", "radix", "cd", "pwd", "version", "EOF"}

# The monitor of VICE, its manual's chapter "Monitor": what is meant, by the short names that are typed.
VICE = {
    "a": "assemble", "bk": "break", "break": "break", "bt": "frames", "c": "compare", "chis": "chis",
    "cond": "condition", "d": "disassemble", "del": "delete", "dis": "disable", "dump": "dump", "en": "enable",
    "f": "fill", "g": "goto", "h": "hunt", "i": "text", "ii": "text", "ignore": "ignore", "io": "devices",
    "keybuf": "type", "l": "load", "al": "add_label", "dl": "delete_label", "ll": "load_symbols", "m": "mem",
    "n": "next", "p": "print", "pb": "playback", "playback": "playback", "q": "quit", "quit": "quit", "r": "registers",
    "rec": "record", "reset": "reset", "ret": "out", "return": "out", "s": "save", "sc": "screen", "screen": "screen",
    "shl": "show_labels", "sl": "save_labels", "stopwatch": "stopwatch", "sw": "stopwatch", "t": "move", "tr": "trace",
    "undump": "undump", "un": "until", "until": "until", "w": "watch", "watch": "watch", "x": "continue", "z": "step",
    ">": ">", "~": "print",
}  # fmt: skip


def test_no_two_commands_have_the_same_name():
    assert sorted(NAMES) == sorted(set(NAMES))


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_found_by_each_of_its_names_in_small_letters_and_in_capitals(name):
    assert name in find(name, COMMANDS).names
    assert find(name.upper(), COMMANDS) is find(name, COMMANDS)


@pytest.mark.parametrize("name", NAMES)
def test_the_beginning_of_a_name_means_a_command_if_it_can_mean_only_one(name):
    for length in range(1, len(name)):
        start = name[:length]
        meant = {each.name for each in COMMANDS if any(other.startswith(start) for other in each.names)}
        exact = {each.name for each in COMMANDS if start in each.names}
        if exact or len(meant) == 1:
            assert {find(start, COMMANDS).name} == (exact or meant)
        else:
            with pytest.raises(IronboardError, match="may be"):
                find(start, COMMANDS)


def test_a_word_that_is_no_command_is_refused_with_the_one_that_is_similar():
    with pytest.raises(IronboardError, match="did you mean 'stopwatch'"):
        find("stopwach", COMMANDS)


@pytest.mark.parametrize("word", ELSEWHERE)
def test_a_word_of_gdb_alone_is_refused_with_its_name_here(word):
    found = find(word, COMMANDS).name
    assert f"hint: {word} is {found} here; gdb's is {ELSEWHERE[word]}" in str(toy().error(word))
    assert find(ELSEWHERE[word], COMMANDS).name == ELSEWHERE[word] != found


def test_procedures_and_variables_go_before_registers_of_the_same_name(tmp_path):
    source = tmp_path / "names.alg"
    source.write_text("begin integer p; procedure A0; p := p + 1; p := 1; A0 end\n")
    said = []
    monitor = Monitor(open_session(Target(str(source))).session, said.append)
    for command in ("watch X2", "nextline", "break A0", "watch p"):
        monitor.execute(command)
    assert [line.split()[1:3] for line in said if line[:3].strip().isdigit()] == [
        ["change", "X2"], ["execute", "A0"], ["access", "p"],
    ]  # fmt: skip
    with pytest.raises(IronboardError, match="X2 is a register"):
        monitor.execute("break X2")


@pytest.mark.parametrize("name", sorted(name[3:] for name in dir(Py65Monitor) if name.startswith("do_")))
def test_commands_of_py65mon_are_known_here(name):
    assert (name in NAMES) != (name in NOT_HERE)


@pytest.mark.parametrize("name", VICE)
def test_commands_of_vice_mean_here_what_they_mean_there(name):
    assert find(name, COMMANDS).name == VICE[name]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_shows_every_command_and_explains_it(command):
    desk = toy()
    assert re.search(rf"^   {re.escape(command.name)}\W.*{re.escape(command.help)}$", desk.do("help"), re.MULTILINE)
    said = desk.do(f"help {command.name}")
    assert said.splitlines()[0] == command.usage
    assert command.help in said
    assert command.more in said
    for name in command.names[1:]:
        assert name in said


def test_the_page_of_commands_is_the_table():
    from tests.debugger.monitor.page import page

    assert page() == PAGE


def test_every_reason_to_stand_still_has_words():
    assert set(REASONS) == set(Reason)
