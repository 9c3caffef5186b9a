"""The KIM-1 under the debugger: traces, the bus, calls, recordings, and Wally taken back."""

import gzip
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError, StateError
from emulators.machine import Flow
from host.cli.main import main
from host.debugger import recording as recordings
from host.debugger.opening import Target, open_session
from host.debugger.recording import Recorder, replay
from host.debugger.session import Session
from host.debugger.stops import Kind, Reason
from host.games.wally_board import WHITES
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, machine

VECTORS = Path(__file__).parent.parent / "data" / "mos6502"
CORES = ("compiled", "python", "py65")
MOST_RAM = {"low_expansion": True, "high_expansion": 0xFC00 - 0x2000}
RAM = {*range(0x1400), *range(0x2000, 0xFC00)}
REGISTERS = ("PC", "A", "X", "Y", "S", "P")


def vectors(name):
    with gzip.open(VECTORS / name, "rt") as lines:
        found = [json.loads(line) for line in lines]
    return [each for each in found if {address for address, _, _ in each["cycles"]} <= RAM]


# ---------------------------------------------------------------- the bus


@pytest.mark.parametrize("core", CORES)
def test_the_bus_view_shows_every_cycle_as_the_netlist_of_the_chip_has_it(core):
    kim = Kim1(core=core, **MOST_RAM)
    session = Session(kim)
    chosen = vectors("documented.jsonl.gz") + vectors("undocumented.jsonl.gz")
    assert len({each["name"].split()[0] for each in chosen}) > 200  # nearly every opcode
    for vector in chosen[:: 1 if core == "compiled" else 7]:
        for name in REGISTERS:
            kim.write_register(name, vector["initial"][name.lower()])
        kim.give("load", [[address, f"{byte:02x}"] for address, byte in vector["initial"]["ram"]])
        shown = [[each.address, each.value, "write" if each.write else "read"] for each in session.bus()]
        assert shown == vector["cycles"], vector["name"]
        assert kim.read_register("PC") == vector["initial"]["pc"]
    assert session.stops.add(Kind.EXECUTE, 0).number == 1


# ---------------------------------------------------------------- traces


def step_by_step(kim, count):
    rows = []
    for _ in range(count):
        rows.append([kim.cycles, *(kim.read_register(name) for name in kim.registers)])
        kim.step()
    return rows


@pytest.mark.parametrize("core", CORES)
def test_a_trace_has_what_stepping_shows(core):
    kim, other = Kim1(core=core), Kim1(core=core)
    for each in (kim, other):
        each.load("wally")
    other.trace()
    other.run(30_000)
    rows = other.traced()
    stepped = step_by_step(kim, len(rows))
    assert [[row.cycle, *row[2:]] for row in rows] == stepped
    assert kim.cycles == other.cycles


def test_a_trace_tells_calls_returns_and_interrupts():
    kim = Kim1(core="compiled")
    kim.memory[0x0200:0x0209] = bytes.fromhex("58 20 08 02 00 00 4C 06 02".replace(" ", ""))
    kim.memory[0x0208] = 0x60
    kim.memory[0x17FE:0x1800] = bytes([0x10, 0x03])
    kim.memory[0x0310] = 0x40
    kim.write_register("PC", 0x0200)
    kim.trace()
    kim.run(40)
    flows = {row["PC"]: row.flow for row in kim.traced()}
    assert flows[0x0201] == Flow.CALL
    assert flows[0x0208] == Flow.RETURN
    assert flows[0x0204] == Flow.INTERRUPT
    assert flows[0x0310] == Flow.RESUME
    assert flows[0x0200] == 0


def test_tracing_changes_nothing():
    kim, other = Kim1(core="compiled"), Kim1(core="compiled")
    for each in (kim, other):
        each.boot("wally")
    other.trace()
    for each in (kim, other):
        each.press("0", "9", "GO")
        each.run(500_000)
    other.trace(False)
    assert kim.snapshot() == other.snapshot()


# ---------------------------------------------------------------- snapshots and states


def test_a_snapshot_taken_on_one_core_fits_another():
    kims = [Kim1(core=core) for core in CORES]
    kims[0].boot("wally")
    snapshot = kims[0].snapshot()
    for kim in kims[1:]:
        kim.restore(snapshot)
        assert kim.snapshot() == snapshot
        kim.run_to(snapshot.cycle + 20_000)
    kims[0].run_to(snapshot.cycle + 20_000)
    assert kims[0].snapshot() == kims[1].snapshot()


def test_breakpoints_survive_a_restored_snapshot():
    kim = Kim1(core="compiled")
    snapshot = kim.snapshot()
    kim.set_breakpoint(0x1F1F)
    kim.restore(snapshot)
    assert kim.run(1_000_000).name == "BREAKPOINT"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("baud", 0), ("baud", "fast"), ("sst", 2), ("terminal", None), ("key_down", "X"), ("key_up", 5), ("send", 256),
        ("type", 5), ("type", ["a", 7]), ("type", "\u20ac"), ("wire", 3), ("user_a", -1), ("tape", [3, 2]), ("tape", 1),
        ("at", [1, "joystick", 1]), ("at", [-1, "sst", 1]), ("at", 5),
        ("at", [1, "state", ""]), ("poke", [0x10000, 1]), ("poke", [1, 256]),
        ("register", ["Q", 1]), ("register", ["A", 256]), ("load", [[0xFFFF, "0102"]]), ("load", [[0, "xx"]]),
        ("joystick", 1),
    ],
)  # fmt: skip
def test_inputs_that_make_no_sense_are_refused_and_change_nothing(kind, value):
    kim = Kim1(core="python")
    before = kim.snapshot()
    with pytest.raises(ValueError, match=r"\w"):
        kim.give(kind, value)
    assert kim.snapshot() == before


# ---------------------------------------------------------------- calls


@pytest.fixture(scope="module")
def wally():
    """A session at Wally's first instruction."""
    return open_session(Target("wally")).session


def test_the_calls_on_the_stack_are_those_of_the_trace(wally):
    """COUNT pushes its location on top of the return address: the trace tells which bytes are calls."""
    from host.debugger.goals import Calls, calls_of

    wally.go(wally.history.start)
    calls = calls_of(wally.machine, [])
    assert isinstance(calls, Calls)
    wally.observers.append(lambda rows, following: list(calls.follow(rows, following)))
    wally.stops.add(Kind.EXECUTE, wally.value("COUNT"))
    wally.press("0", "9", "GO")
    wally.run_for(2_000_000)
    wally.press("3", "4")
    stops = 0
    wally.give("key_down", "GO")
    while wally.run_for(1_000_000).reason == Reason.BREAKPOINT:
        assert [frame.call for frame in wally.machine.frames()] == [frame.call for frame in calls.frames[::-1]]
        stops += 1
    wally.observers.clear()
    wally.stops.clear()
    wally.give("key_up", "GO")
    assert stops > 5


def test_an_interrupt_is_stepped_over_and_out_of():
    kim = Kim1(core="compiled")
    kim.memory[0x0200:0x0205] = bytes.fromhex("EAEA4C0102")  # NOP NOP JMP 0201
    kim.memory[0x0310:0x0312] = bytes.fromhex("EA40")  # NOP RTI
    kim.memory[0x17FA:0x17FC] = bytes([0x10, 0x03])
    kim.write_register("PC", 0x0200)
    session = Session(kim)
    session.give("key_down", "ST")  # NMI
    assert session.over().address == 0x0201
    session.go(session.history.start)
    session.give("key_down", "ST")
    assert session.step().address == 0x1C1C  # the monitor's JMP (17FA)
    assert session.step().address == 0x0310
    assert session.out().address == 0x0201


# ---------------------------------------------------------------- Wally taken back


# ---------------------------------------------------------------- recordings


@pytest.fixture
def recorded(tmp_path):
    """A recording of a game's first move, as a file, and the machine at its end."""
    kim = Kim1(core="compiled")
    kim.boot("wally")
    recorder = Recorder(kim)
    kim.press("0", "4", "GO")
    kim.type("HELLO", patient=False)
    kim.run(700_000)
    kim.press("3", "7", "GO")
    kim.run(123_457)
    path = tmp_path / "game.rec"
    recorder.recording().write(path)
    return path, kim


@pytest.mark.parametrize("core", ["compiled", "py65"])
def test_a_recording_is_lived_again_bit_for_bit(recorded, core):
    path, kim = recorded
    other = Kim1(core=core)
    assert replay(recordings.read(path), other)
    assert other.transcript == kim.transcript
    if core == "compiled":
        assert other.snapshot() == kim.snapshot()


def test_what_is_given_during_a_replay_ends_it(recorded):
    path, _ = recorded
    session = open_session(Target("wally", replay=path)).session
    session.run_for(300_000)
    session.give("key_down", "5")
    assert session.run_for(3_000_000).reason == Reason.TIME


def test_a_recording_of_another_machine_is_refused(recorded):
    path, _ = recorded
    with pytest.raises(IronboardError, match="a recording of the KIM-1, not of the Toy"):
        Session(machine(COUNTING)).replay(recordings.read(path))


def test_a_recording_whose_state_is_of_another_version_is_refused(recorded):
    path, _ = recorded
    made = recordings.read(path)
    with pytest.raises(StateError):
        replay(recordings.Recording(made.title, b"rubbish", made.log, made.end, made.digest), Kim1(core="python"))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_recordings_are_refused_with_a_message(tmp_path_factory, small, data):
    content = bytearray(small)
    kind = data.draw(st.sampled_from(["cut", "change", "insert"]))
    place = data.draw(st.integers(0, len(content) - 1))
    if kind == "cut":
        del content[place:]
    elif kind == "insert":
        content[place:place] = b"{}"
    else:
        content[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("damaged") / "x.rec"
    path.write_bytes(content)
    if content == small:
        return
    with pytest.raises(IronboardError, match=r"x\.rec"):
        recordings.read(path)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The bytes of a short recording of a toy."""
    toy = machine(COUNTING)
    recorder = Recorder(toy)
    toy.run(100)
    toy.poke(0o300, 1)
    toy.run(100)
    path = tmp_path_factory.mktemp("small") / "x.rec"
    recorder.recording().write(path)
    return path.read_bytes()


def test_a_loaded_state_begins_a_recording_anew():
    toy = machine(COUNTING)
    recorder = Recorder(toy)
    toy.run(50)
    earlier = toy.save_state()
    toy.poke(0o300, 1)
    toy.run(100)
    toy.load_state(earlier)
    toy.poke(0o300, 2)
    toy.run(20)
    made = recorder.recording()
    assert (made.end, [entry.kind for entry in made.log]) == (toy.cycles, ["poke"])
    again = Session(machine(COUNTING))
    again.replay(made)
    assert again.cont().reason is Reason.RECORDING_ENDS
    assert recordings.digest(again.machine) == made.digest


@pytest.mark.parametrize(
    ("content", "message"),
    [("", "the file is empty; expected a recording"), ("hello\n", "not an Ironboard"), ("{}\n", "not an Ironboard"),
     ("[1]\n", "not an Ironboard"),
     ('{"format": "Ironboard recording", "version": 99}\n', "version 99")],
)  # fmt: skip
def test_foreign_files_are_refused(tmp_path, content, message):
    path = tmp_path / "x.rec"
    path.write_text(content)
    with pytest.raises(IronboardError, match=message):
        recordings.read(path)


def test_a_game_played_in_a_view_is_recorded_for_the_debugger(tmp_path, capsys):
    path = tmp_path / "game.rec"
    errand = ["kim1", "--headless", "--core", "compiled", "--keys", "04 GO wait:lit 37 GO wait:lit"]
    assert main([*errand, "--record", str(path)]) == 0
    session = open_session(Target("wally", replay=path)).session
    assert session.run_for(10**9).reason == Reason.RECORDING_ENDS
    assert session.machine.memory[0x0337] in WHITES
    kept = path.read_bytes()
    assert main([*errand, "--record", str(path)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert path.read_bytes() == kept


def forged(path, to, change_end=(), entries=(), lines=(), **header):
    """Write the recording of `path` to `to` with other content, and with a right checksum."""
    first, *middle, last = path.read_text().splitlines()
    end = {name: json.loads(last)[name] for name in ("end", "machine_sha256")} | dict(change_end)
    middle += [json.dumps(dict(zip(("cycle", "kind", "value"), each, strict=True))) for each in entries]
    body = "".join(f"{each}\n" for each in [json.dumps(json.loads(first) | header), *lines, *middle])
    check = recordings._sha256(f"{body}{json.dumps(end)}")
    to.write_text(f"{body}{json.dumps({**end, 'sha256': check})}\n")


LATER = 1 << 40
FORGERIES = {
    "Infinity is not a number": {"change_end": {"end": float("inf")}},
    "NaN is not a number": {"change_end": {"end": float("nan")}},
    "'end' is 1180591620717411303424": {"change_end": {"end": 1 << 70}},
    "'end' is 1.5": {"change_end": {"end": 1.5}},
    "goes back in time": {"change_end": {"end": 1}},
    "'machine_sha256' is None": {"change_end": {"machine_sha256": None}},
    "nested too deeply": {"lines": ["[" * 100_000 + "]" * 100_000]},
    "nested too deeply: 64": {"lines": ['{"cycle":1,"kind":"type","value":' + "[" * 900 + "]" * 900 + "}"]},
    "'cycle' is True": {"entries": [(True, "type", "a")]},
    "'kind' is \\['type'\\]": {"entries": [(1, ["type"], "a")]},
    "there is no input 'nope'": {"entries": [(LATER, "nope", 1)], "change_end": {"end": LATER}},
    "cannot be: ": {"entries": [(LATER, "poke", {"a": 1})], "change_end": {"end": LATER}},
    "where a state is loaded": {"entries": [(LATER, "state", "AAAA")], "change_end": {"end": LATER}},
    "'machine' is \\['x'\\]": {"machine": ["x"]},
    "'state' is 5": {"state": 5},
    "inconsistent": {"state": "A"},
    "not a saved KIM-1 state": {"state": "AAAA"},
}


@pytest.mark.parametrize("message", FORGERIES)
def test_a_forged_recording_is_one_error_line_in_the_debugger_and_for_a_page(recorded, tmp_path, message, capsys):
    bad, html = tmp_path / "bad.rec", tmp_path / "page.html"
    forged(recorded[0], bad, **FORGERIES[message])
    for command in (["debug", "--replay", str(bad), "-e", "quit"], ["web", "--recording", str(bad), "-o", str(html)]):
        assert main(command) == 1
        told = capsys.readouterr().err
        assert re.search(message, told)
        assert "Traceback" not in told
        assert not html.exists()
