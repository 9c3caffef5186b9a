"""The 6600 under the debugger: words of several instructions, calls by RJ, files and the system taken back."""

import pytest

from emulators.errors import IronboardError
from host import machines
from host.cli import main
from host.debugger import recording as recordings
from host.debugger.halts import Reason
from host.debugger.opening import Wish, open_session
from host.debugger.recording import replay
from host.debugger.stops import Kind

SOURCE = """         IDENT  CALLS
START    SB1    3
         SX6    10
AGAIN    RJ     ADD
         SB1    B1-1
         NE     B1,B0,AGAIN
         SA1    REQUEST
         BX6    X1
         SA6    1
         EQ     *

ADD      PS
         RJ     INNER
         EQ     ADD
INNER    PS
         SX6    X6+5
         SA6    N
         EQ     INNER
N        DATA   0
REQUEST  VFD    18/0LEND,42/0
         END    START
"""


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "calls.compass"
    file.write_text(SOURCE)
    return file


@pytest.fixture
def session(source):
    opened = open_session(Wish(str(source), core="python"))
    assert (opened.kind.name, opened.warnings) == ("6600", [])
    return opened.session


def test_a_program_stands_at_its_entry(session):
    assert session.address == session.value("START") == 0o100
    assert session.sources.line_at(session.address).file.endswith("calls.compass")


@pytest.mark.parametrize(
    ("options", "core", "message"),
    [
        ({"baud": 110}, "python", "the CDC 6600 has no option 'baud': it has words, input, fast"),
        ({}, "py65", "the CDC 6600 has no core 'py65': it has compiled, python"),
        ({"words": 5000}, "python", "storage of 5000 words: the 6600 has 32768, 65536, 131072"),
    ],
)
def test_options_of_other_machines_are_refused(options, core, message):
    with pytest.raises(IronboardError, match=message):
        open_session(Wish(machine="6600", core=core, options=options))


def test_the_machine_is_the_one_that_a_program_is_for():
    assert [machines.meant(name) for name in ("x.compass", "X.O60", "x.sap")] == ["6600", "6600", "704"]


def test_over_and_out_of_subroutines_and_the_calls_that_are_open(session):
    session.run_until(session.value("AGAIN"))
    assert session.over().address == session.value("AGAIN") + 1
    assert session.machine.read_register("X6") == 15
    session.stops.add(Kind.EXECUTE, session.value("INNER") + 1, temporary=True)
    session.cont()
    assert [frame.call for frame in session.frames()] == [session.value("ADD") + 1, session.value("AGAIN")]
    assert session.out().address == session.value("ADD") + 2
    assert session.out().address == session.value("AGAIN") + 1


def test_a_watched_word_stops_the_machine_and_who_wrote_it_is_found(session):
    session.stops.add(Kind.CHANGE, session.value("N"))
    halt = session.cont()
    assert halt.reason == Reason.BREAKPOINT
    assert [(access.address, access.value) for access in halt.accesses] == [(session.value("N"), 15)]
    session.cont()
    assert session.machine.peek(session.value("N")) == 20
    assert session.last_write(session.value("N")).after == 20


def test_the_end_is_reached_and_taken_back(session):
    assert session.cont().words == "the program has ended"
    end = session.machine.snapshot()
    session.stops.add(Kind.EXECUTE, session.value("INNER") + 1)
    assert session.reverse().address == session.value("INNER") + 1
    assert session.machine.read_register("X6") == 20
    session.go(end.cycle)
    assert session.machine.snapshot() == end


def test_instructions_are_typed_into_words(session):
    kind = machines.find("6600")
    assert kind.assemble("SX6 X6+7", 0o100, session.sources) == (0o7266_000007_46000_46000,)


def test_a_recording_is_lived_again(session, tmp_path):
    session.cont()
    session.write(0o50, 7)
    end = session.machine.save_state()
    session.recording().write(tmp_path / "calls.rec")
    again = machines.find("6600").put_together({"core": "python"})
    assert replay(recordings.read(tmp_path / "calls.rec"), again)
    assert again.save_state() == end


def test_the_command_and_the_profile(source, capsys):
    assert (
        main(
            ["debug", str(source), "--core", "python", "--break", "INNER+1", "-e", "continue", "-e", "expect X6 == 12"]
        )
        == 0
    )
    capsys.readouterr()
    assert main(["profile", str(source), "--core", "python", "--cycles", "150", "--top", "3"]) == 0
    out = capsys.readouterr().out
    assert "CDC 6600" in out
    assert "INNER" in out
