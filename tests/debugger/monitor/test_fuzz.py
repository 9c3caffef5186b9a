"""Whatever is typed, the monitor answers, or raises its own error; it neither dies nor hangs."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.debugger.commands import GROUPS
from host.debugger.commands.command import CommandError
from tests.debugger.monitor.desks import bare, toy
from tests.debugger.monitor.test_transcripts import TRANSCRIPTS, read

NAMES = [name for group in GROUPS for command in group.commands for name in command.names]
PIECES = [
    "A", "X", "PC", "P.C=1", "A=5", "start", "loop", "small.s:5", ":7", "200", "0", "FFFF", "777", "+10", "$20", "%101",
    "200..210", "200:210", "[200]", "(A + 1)", "A == 5", "if", "hits", "log", "temp", "load", "store", "change", "all",
    "5", "1", "%2", "0.5ms", "100", "-100", "end", "cycle", "none", '"text"', '"', "??", "xx", "file.hex", "--force",
    "file.rec", "file.state", "file.lbl", "lda #5", "jmp loop", "GO", "AD", "sst", "type", "[1, 2]", "{A}", "\\r", ",",
    ";", "#", "=", "break", "step", "!", "é", "\t", "\x00",
]  # fmt: skip
LIMIT = 3000  # cycles

COMMANDS = sorted({command for path in TRANSCRIPTS for _, command, _ in read(path)[1]})
composed = st.builds(
    lambda name, pieces, blank: blank.join([name, *pieces]),
    st.sampled_from(NAMES), st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=5),
    st.sampled_from([" ", " ", " ", "  ", ""]),
)  # fmt: skip
cut_off = st.builds(lambda command, end: command[:end], st.sampled_from(COMMANDS), st.integers(0, 40))
lines = st.one_of(st.sampled_from(COMMANDS), cut_off, composed, st.text(max_size=30))


def outcome(desk, command):
    try:
        desk.monitor.execute(command)
    except CommandError as error:
        return error
    return None


@pytest.mark.parametrize("make", [toy, bare])
def test_random_commands_raise_nothing_but_errors_of_their_own(make, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(lines, min_size=1, max_size=12))
    def executed(commands):
        os.chdir(folder)
        desk = make()
        desk.monitor.limit = LIMIT
        for command in commands:
            if "limit" in command:
                continue
            error = outcome(desk, command)
            assert error is None or (str(error) and error.place.column <= len(error.place.text) + 1)
        assert isinstance(desk.monitor.prompt, str)
        assert desk.session.value("cycles") == desk.session.cycles
        desk.session.stops.clear()

    before = os.getcwd()
    try:
        executed()
    finally:
        os.chdir(before)


def test_a_line_without_end_is_refused():
    with pytest.raises(IronboardError, match="at most 4,000"):
        toy().do("print " + "+1" * 3000)


def test_nesting_without_end_is_refused():
    assert "levels of parentheses" in str(toy().error("print " + "(" * 1000))
    assert str(toy().error("input type " + "[" * 3900))
