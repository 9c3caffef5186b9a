"""The 6600 under the debugger: words of several instructions, calls by RJ, files and the system taken back."""

from pathlib import Path

import pytest

from emulators.errors import IronboardError
from host import registry
from host.cli.main import main
from host.debugger import recording as recordings
from host.debugger.cli import Monitor
from host.debugger.opening import Target, open_session
from host.debugger.recording import replay
from host.debugger.stops import Kind, Reason
from tests.debugger.dap_editor import over_a_port

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
    opened = open_session(Target(str(source), core="python"))
    assert (opened.kind.name, opened.warnings) == ("6600", [])
    return opened.session


def test_the_listing_shows_every_line_of_a_word(session):
    text, _ = Monitor(session, print).layout.instruction(session.value("AGAIN") + 1)
    assert text.endswith("calls.compass:5  SB1 B1-1; :6  NE B1,B0,AGAIN")


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
        open_session(Target(machine="6600", core=core, options=options))


def test_the_machine_is_the_one_that_a_program_is_for():
    assert [registry.meant(name) for name in ("x.compass", "X.O60", "x.sap")] == ["6600", "6600", "704"]


def test_over_and_out_of_subroutines_and_the_calls_that_are_open(session):
    session.run_until(session.value("AGAIN"))
    assert session.over().address == session.value("AGAIN") + 1
    assert session.machine.read_register("X6") == 15
    session.stops.add(Kind.EXECUTE, session.value("INNER") + 1, temporary=True)
    session.cont()
    assert [frame.call for frame in session.machine.frames()] == [session.value("ADD") + 1, session.value("AGAIN")]
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
    kind = registry.find("6600")
    assert kind.assemble("SX6 X6+7", 0o100, session.sources) == (0o7266_000007_46000_46000,)


def test_a_recording_is_lived_again(session, tmp_path):
    session.cont()
    session.write(0o50, 7)
    end = session.machine.save_state()
    session.recording().write(tmp_path / "calls.rec")
    again = registry.find("6600").build({"core": "python"})
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


# ---------------------------------------------------------------- where the time goes

LOOP = Path(__file__).parents[2] / "docs" / "examples" / "loop.compass"


def typed(opened, *commands):
    """Return what the monitor says to commands."""
    said = []
    monitor = Monitor(opened.session, said.append, kind=opened.kind)
    for command in commands:
        monitor.execute(command)
    return said


def test_the_last_instructions_are_shown_with_their_units_times_and_waits():
    """A pass of the loop of docs/cdc6600/timing.md, in the stack; the machine stays where it is."""
    opened = open_session(Target(str(LOOP), core="python"))
    typed(opened, "step 43")
    before = opened.session.machine.snapshot()
    title, *rows = typed(opened, "timing 6")
    assert opened.session.machine.snapshot() == before
    assert title.split() == ["place", "instruction", "unit", "issue", "start", "result", "done", "waits"]
    assert [row.split()[0] for row in rows] == ["000103.0", "000103.1", "000103.2", "000103.3", "000104.0", "000104.1"]
    assert "long add           2      9     12         operand 7" in rows[2]
    assert rows[3].endswith("increment 1        4     12     15     20  unit 1, operand 8           loop.compass:12")
    assert "branch             9      9     17         unit 3, jump 6" in rows[5]


def test_the_timing_view_is_the_same_in_the_past_and_ends_at_its_beginning():
    opened = open_session(Target(str(LOOP), core="python"))
    first = typed(opened, "timing")
    assert first == ["   no earlier instruction is recorded"]
    typed(opened, "step 20")
    there = typed(opened, "timing 6")
    typed(opened, "step 20", "back 20")
    assert typed(opened, "timing 6") == there
    assert len(typed(opened, "timing 1000")) == 1 + 20


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (
            Target(str(LOOP), core="python", options={"fast": True}),
            "the machine has no model of time: leave --fast out",
        ),
        (Target("loops", core="python"), "the IBM 704 executes one instruction at a time"),
    ],
)
def test_where_there_is_no_model_of_units_that_is_said(wish, message):
    opened = open_session(wish)
    opened.session.step()
    with pytest.raises(IronboardError, match=message):
        typed(opened, "timing")


def test_an_editor_shows_them_in_its_debug_console():
    with over_a_port(open_session) as connect:
        editor = connect()
        editor.launch(program=str(LOOP), core="python", stopOnEntry=True)
        assert editor.begin()["reason"] == "entry"
        editor.go("stepIn")
        rows = editor.evaluate("timing 1", "repl").splitlines()
        assert rows[0].split()[:3] == ["place", "instruction", "unit"]
        assert " ".join(rows[1].split()[:4]) == "000100.0 SB1 1 increment"
        editor.request("disconnect")
