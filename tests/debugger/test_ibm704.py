"""The 704 under the debugger: calls by index register, units and buttons taken back, recordings, every face."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.ibm704 import bcd, tape
from emulators.ibm704.console import KEYS
from host import registry
from host.cli.main import main
from host.debugger import recording as recordings
from host.debugger.history import History
from host.debugger.opening import Target, open_session
from host.debugger.recording import replay
from host.debugger.session import Session
from host.debugger.stops import Kind, Reason
from host.machines.ibm704.machine import Ibm704
from tests.debugger.dap_editor import over_a_port
from tests.debugger.screen.desk import HUGE, driven
from tests.debugger.screen.desk import opened as on_desk
from tests.ibm704.rooms import room
from tests.ibm704.test_machine import ECHO, TEXTS

HALT = "program stop: HPR"


@pytest.fixture
def files(tmp_path):
    """A source and a deck of cards."""
    source, deck = tmp_path / "echo.sap", tmp_path / "data.deck"
    source.write_text(f" ORG 24\n{ECHO.strip()}\n       END  START\n")
    deck.write_text("\n".join(TEXTS) + "\n")
    return source, deck


@pytest.fixture
def opened(files):
    """A session at the first instruction, data in the hopper, a tape on unit 3."""
    source, deck = files
    found = open_session(Target(str(source), machine="704", core="python", options={"cards": deck}))
    found.session.machine.mount(3)
    return found


@pytest.fixture
def session(opened):
    return opened.session


# ---------------------------------------------------------------- opening


def test_a_program_is_loaded_from_cards_and_stands_at_its_first_instruction(opened):
    session, machine = opened.session, opened.session.machine
    assert not opened.warnings
    assert session.address == session.value("START")
    assert len(machine.hopper) == len(TEXTS)
    assert machine.running
    assert session.sources.line_at(session.address).file.endswith("echo.sap")
    assert machine.cycles > 3 * 20_000  # four cards: as long as it takes to read them


def test_a_program_that_needs_the_loaders_words_is_put_into_storage(tmp_path):
    source = tmp_path / "low.sap"
    source.write_text(" ORG 0\nSTART CLA 1\n HPR\n END START\n")
    session = open_session(Target(str(source), machine="704", core="python")).session
    assert session.address == 0
    assert session.cont().words == HALT


@pytest.mark.parametrize(
    ("options", "core", "message"),
    [
        ({"baud": 110}, "python", "the IBM 704 has no option 'baud': it has words, cards"),
        ({}, "py65", "the IBM 704 has no core 'py65': it has compiled, python"),
        ({"words": 5000}, "python", "core storage of 5000 words: the 704 has 4096, 8192, 32768"),
    ],
)
def test_options_of_other_machines_are_refused(options, core, message):
    with pytest.raises(IronboardError, match=message):
        open_session(Target(machine="704", core=core, options=options))


def test_the_machine_is_the_one_that_a_program_is_for(files):
    assert open_session(Target(str(files[0]), core="python")).kind.name == "704"
    assert [registry.meant(name) for name in (None, "wally", "perft", "x.hex", "X.DECK")] == [
        "kim1", "kim1", "704", "kim1", "704",
    ]  # fmt: skip


def test_a_704_has_no_option_of_the_kim1s_and_the_kim1_none_of_its():
    with pytest.raises(IronboardError, match="the KIM-1 has no option 'words'"):
        registry.find("kim1").build({"words": 4096})


def test_a_program_of_another_machine_is_refused():
    with pytest.raises(IronboardError, match="words of 8 bits"):
        open_session(Target("wally", machine="704", core="python"))


# ---------------------------------------------------------------- stepping


def test_over_and_out_of_subroutines(session):
    session.stops.add(Kind.EXECUTE, session.value("PRINT") - 5, temporary=True)
    session.cont()
    assert session.over().address == session.value("PRINT") - 4
    assert session.machine.paper == TEXTS[:1]
    session.step()
    assert session.address == session.value("PUNCH")
    session.step()
    assert [frame.call for frame in session.machine.frames()] == [session.value("PRINT") - 4]
    assert session.out().address == session.value("PRINT") - 3


def test_watchpoints_see_what_units_write(session):
    card, place = session.value("CARD"), next(place for place, word in enumerate(bcd.card(TEXTS[0])) if word)
    session.stops.add(Kind.CHANGE, card + place)
    halt = session.cont()
    assert halt.reason == Reason.BREAKPOINT
    (access,) = halt.accesses
    assert (access.address, access.value, access.write) == (card + place, bcd.card(TEXTS[0])[place], True)


def test_the_machine_says_why_it_stands_still_and_continuing_presses_start(session):
    halt = session.cont()
    assert (halt.reason, halt.words) == (Reason.HALT, HALT)
    session.give("cards", [bcd.card("ONE MORE")])
    halt = session.cont()
    assert (halt.reason, halt.words) == (Reason.HALT, HALT)
    assert session.machine.paper == [*TEXTS, "ONE MORE"]
    assert session.history.log[-1].kind in ("key_up", "key_down")


def test_pressing_buttons(session):
    session.cont()
    assert session.press("RESET").reason == Reason.HALT
    assert session.address == 0
    assert session.machine.read_register("XC") == 0
    session.write_register("IC", session.value("START"))
    session.give("cards", [bcd.card("")])
    assert session.press("START") is None
    assert session.machine.running
    assert session.cont().words == HALT


def test_the_bus_view_changes_nothing(session):
    before = session.machine.snapshot()
    (fetch,) = session.bus()
    assert fetch.address == session.address
    assert session.machine.snapshot() == before


# ---------------------------------------------------------------- back in time


def test_halts_are_passed_on_the_way_back_and_forth(session):
    """START was pressed twice: the future behind a halt is lived again, buttons, cards and all."""
    moments = {}
    for text in ("MORE", "AND MORE"):
        halt = session.cont()
        assert halt.words == HALT
        session.give("cards", [bcd.card(text)])
        moments[halt.cycle] = session.machine.snapshot()
    end = session.cont().cycle
    last = session.machine.snapshot()
    session.go(session.history.start)
    session.go(end)
    assert session.machine.snapshot() == last
    first = min(moments)
    session.go(first - 100)
    assert session.cont().cycle == first  # it stops where it did
    assert session.cont().cycle > first  # and goes on as it did
    session.go(end)
    assert session.machine.snapshot() == last
    assert session.step_back(200).reason == Reason.GOAL
    assert session.machine.paper == [*TEXTS, "MORE"]
    assert session.step(200).cycle == end


def test_a_line_that_was_printed_is_not_printed_yet_before(session):
    session.cont()
    written = session.last_write(session.value("SAVE"))
    assert session.sources.near(written.address) == "PUNCH"
    session.stops.add(Kind.EXECUTE, session.value("PRINT"))
    assert session.reverse().address == session.value("PRINT")
    assert session.machine.paper == TEXTS[:2]
    assert len(session.machine.hopper) == 0
    session.reverse()
    assert session.machine.paper == TEXTS[:1]
    assert len(session.machine.punched) == 1
    assert len(session.machine.hopper) == 1


ACTS = st.one_of(
    st.tuples(st.just("run"), st.integers(1, 60_000)),
    st.tuples(st.just("run"), st.integers(1, 60_000)),
    st.tuples(st.just("cards"), st.text("ABC 123", max_size=8).map(lambda text: [bcd.card(text)])),
    st.tuples(st.just("key_down"), st.sampled_from(KEYS)),
    st.tuples(st.just("key_up"), st.just("MULTIPLE STEP")),
    st.tuples(st.just("automatic"), st.sampled_from([0, 1, 1, 1])),
    st.tuples(st.just("keys"), st.integers(0, (1 << 36) - 1)),
    st.tuples(st.just("sense_switch"), st.tuples(st.integers(1, 6), st.integers(0, 1)).map(list)),
    st.tuples(st.just("tape"), st.sampled_from([[3, None], [3, ""], [2, ""]])),
    st.tuples(st.just("poke"), st.tuples(st.integers(0, 100), st.integers(0, (1 << 36) - 1)).map(list)),
    st.tuples(st.just("register"), st.integers(0o30, 0o70).map(lambda value: ["IC", value])),
    st.tuples(st.just("remove_cards"), st.just(0)),
)


@pytest.fixture(scope="module")
def echoing():
    machine = room(ECHO, "python", TEXTS)
    machine.mount(3, tape.characters([1], True))
    return machine, machine.snapshot()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(acts=st.lists(ACTS, max_size=25), random=st.randoms(use_true_random=False))
def test_every_moment_of_a_704_can_be_lived_again_units_included(echoing, acts, random):
    machine, new = echoing
    machine.on_give = None
    machine.restore(new)
    history = History(machine)
    moments = {}
    for kind, value in acts:
        if kind != "run":
            machine.give(kind, value)
        else:
            if not machine.running:  # `run_to` would press it, in the same moment
                machine.give("key_down", "START")
                moments[machine.cycles] = machine.snapshot()
            history.run_to(machine.cycles + value)
        moments[machine.cycles] = machine.snapshot()
    for cycle in random.sample(sorted(moments), len(moments)):
        history.go(cycle)
        assert machine.snapshot() == moments[cycle]


# ---------------------------------------------------------------- recordings


def test_a_session_is_recorded_and_lived_again_bit_for_bit(session, tmp_path):
    session.cont()
    session.give("cards", [bcd.card("MORE")])
    session.give("sense_switch", [3, 1])
    session.cont()
    path = tmp_path / "echo.rec"
    session.recording().write(path)
    other = Ibm704(core="python")
    assert replay(recordings.read(path), other)
    assert other.snapshot() == session.machine.snapshot()
    again = open_session(Target(core="python", replay=path)).session
    assert again.cont().words == HALT
    halt = again.cont()
    while halt.reason == Reason.HALT and again.history.expected_end is not None:
        halt = again.cont()
    assert again.machine.paper == [*TEXTS, "MORE"]


# ---------------------------------------------------------------- the faces


def test_the_commands(files, capsys):
    source, deck = map(str, files)
    jobs = ["break PRINT", "continue", "frames", "delete", "continue", "devices printer"]
    arguments = ["debug", source, "--machine", "704", "--core", "python", "--cards", deck]
    assert main([*arguments, *(part for job in jobs for part in ("-e", job))]) == 0
    out = capsys.readouterr().out
    assert "SXD" in out
    assert "called from" in out
    assert "the program waits for input: tape unit 3 is not ready: there is no tape on it" in out


def test_buttons_whose_names_are_two_words(files, capsys):
    source, deck = map(str, files)
    arguments = ["debug", source, "--core", "python", "--cards", deck, "-e", "continue"]
    assert main([*arguments, "-e", "press reset", "-e", "press load cards", "-e", "devices"]) == 0
    assert "hopper            1 card\n" in capsys.readouterr().out  # the program has read one, the button another
    assert main([*arguments, "-e", "press load"]) == 1
    assert "there is no key 'LOAD': there are CLEAR, DISPLAY A, DISPLAY B" in capsys.readouterr().err
    assert main([*arguments, "-e", "press reset stop"]) == 1
    assert "there is no key 'STOP'" in capsys.readouterr().err


def test_an_instruction_is_assembled_where_it_is_typed(session):
    kind = registry.find("704")
    (word,) = kind.assemble("TIX READ,4,1", 0o100, session.sources)
    session.write(0o100, word)
    assert session.machine.disassemble(0o100)[0] == f"TIX {session.value('READ'):o},4,1"


def test_the_profile_of_a_program_that_stops(files, capsys):
    source, deck = map(str, files)
    arguments = ["profile", source, "--machine", "704", "--core", "python", "--cards", deck, "--cycles", "400000"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert "READ" in captured.out
    assert "of the IBM 704" in captured.out
    assert "the machine stopped: tape unit 3 is not ready" in captured.err


def test_a_session_without_a_program():
    session = Session(room(core="python"))
    assert session.step().words == "program stop: HTR"  # storage is zero, and zero is HTR 0


def test_an_editor(files):
    source, deck = files
    text = source.read_text().splitlines()
    line = next(number for number, each in enumerate(text, 1) if each.startswith("PRINT "))
    with over_a_port(open_session) as connect:
        editor = connect()
        editor.launch(program=str(source), machine="704", core="python", stopOnEntry=True, options={"cards": str(deck)})
        assert editor.begin()["reason"] == "entry"
        (mark,) = editor.request("setBreakpoints", source={"path": str(source)}, breakpoints=[{"line": line}])[
            "breakpoints"
        ]
        assert mark["verified"]
        assert editor.go("continue")["reason"] == "breakpoint"
        assert editor.line() == line
        assert editor.frames()[0]["name"] == "PRINT"
        assert editor.evaluate("XC").startswith("77")
        editor.go("stepOut")
        assert "TSX" in text[editor.line() - 1]
        editor.request("setBreakpoints", source={"path": str(source)}, breakpoints=[])
        assert editor.go("continue")["text"] == "tape unit 3 is not ready: there is no tape on it"
        editor.request("disconnect")


@driven
async def test_the_full_screen_view(files):
    source, deck = files
    opened_session = open_session(Target(str(source), machine="704", core="python", options={"cards": deck}))
    opened_session.session.machine.mount(3)
    async with on_desk(opened_session, size=HUGE) as desk:
        assert desk.now[1].split()[:2] == ["START", "RCD"]
        await desk.command("break PUNCH")
        await desk.command("continue")
        await desk.wait(1)
        assert desk.now[1].split()[:2] == ["PUNCH", "SXD"]
        assert TEXTS[0] in desk.screen
        await desk.command("press RESET")
        await desk.wait(0.1)
        assert "the program has stopped the machine" in desk.said
        assert desk.session.address == 0
