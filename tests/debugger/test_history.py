"""Time travel is exact: whatever was given and in whatever pieces time ran, a moment lived again is the same moment."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.kim1.keypad import KEYS
from emulators.machine import Machine, Stop
from host.debugger import history as module
from host.debugger.history import History
from host.machines.kim1.machine import Kim1
from tests.debugger.programs import COUNTING, ECHO, machine

TOY_ACTS = st.one_of(
    st.tuples(st.just("run"), st.integers(1, 400)),
    st.tuples(st.just("type"), st.characters(min_codepoint=32, max_codepoint=126)),
    st.tuples(st.just("poke"), st.tuples(st.integers(0o200, 0o700), st.integers(0, 0o7777)).map(list)),
    st.tuples(st.just("register"), st.integers(0, 0o7777).map(lambda value: ["AC", value])),
)


def perform(machine, history, acts):
    """Do something; return the moments passed: cycle -> state there, once everything given there has been given."""
    moments = {}
    for kind, value in acts:
        if kind == "run":
            history.run_to(machine.cycles + value)
        else:
            machine.give(kind, value)
        moments[machine.cycles] = machine.snapshot()
    return moments


@settings(max_examples=60, deadline=None)
@given(st.lists(TOY_ACTS, max_size=30), st.randoms(use_true_random=False))
def test_every_moment_of_a_toy_can_be_lived_again_in_any_order(acts, random):
    toy = machine(ECHO)
    assert isinstance(toy, Machine)
    history = History(toy)
    moments = perform(toy, history, acts)
    for cycle in random.sample(sorted(moments), len(moments)):
        history.go(cycle)
        assert toy.snapshot() == moments[cycle]


KIM_ACTS = st.one_of(
    st.tuples(st.just("run"), st.integers(1, 120_000)),
    st.tuples(st.sampled_from(["key_down", "key_up"]), st.sampled_from(KEYS)),
    st.tuples(st.just("sst"), st.integers(0, 1)),
    st.tuples(st.just("terminal"), st.integers(0, 1)),
    st.tuples(st.just("type"), st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=4)),
    st.tuples(st.just("poke"), st.tuples(st.integers(0, 0x17FF), st.integers(0, 255)).map(list)),
    st.tuples(st.just("wire"), st.integers(0, 2)),
    st.tuples(st.just("tape"), st.lists(st.integers(0, 50_000), max_size=40).map(sorted)),
    st.tuples(st.just("recording"), st.integers(0, 1)),
    st.tuples(st.just("user_b"), st.integers(0, 255)),
)


@pytest.fixture(scope="module")
def kim():
    return Kim1(core="compiled")


@settings(max_examples=40, deadline=None)
@given(acts=st.lists(KIM_ACTS, max_size=20), random=st.randoms(use_true_random=False))
def test_every_moment_of_a_kim1_can_be_lived_again_devices_included(kim, acts, random):
    history = History(kim)
    moments = perform(kim, history, acts)
    for cycle in random.sample(sorted(moments), len(moments)):
        history.go(cycle)
        assert kim.snapshot() == moments[cycle]


def test_a_new_input_in_the_past_ends_the_future_known_so_far():
    toy = machine(ECHO)
    history = History(toy)
    history.run_to(100)
    toy.give("type", "A")
    history.run_to(1000)
    assert toy.printed == b"A"
    history.go(50)
    assert history.end >= 1000
    toy.give("type", "B")
    assert history.end == toy.cycles
    history.run_to(1000)
    assert toy.printed == b"B"
    assert [entry.value for entry in history.log] == ["B"]


def test_a_loaded_state_begins_a_new_history():
    toy = machine(COUNTING)
    state = toy.save_state()
    history = History(toy)
    history.run_to(500)
    toy.load_state(state)
    assert (history.start, history.end, history.log) == (0, 0, [])


def test_a_machine_that_asks_for_input_again_and_has_not_gone_on_is_left_there(monkeypatch):
    toy, asked = machine(COUNTING), []
    history = History(toy)
    history.run_to(500)

    def asking(cycle):
        asked.append(cycle)
        assert len(asked) == 1, "it will ask for ever"
        return Stop.INPUT

    monkeypatch.setattr(toy, "run_to", asking)
    history.go(300)
    assert asked == [300]


def test_snapshots_are_thinned_out_but_every_moment_stays(monkeypatch):
    monkeypatch.setattr(module, "SHORTEST", 200)
    monkeypatch.setattr(module, "LONGEST", 200)
    monkeypatch.setattr(module, "NEAR", 2_000)
    toy = machine(COUNTING)
    size = toy.snapshot().size
    history = History(toy, budget=30 * size)
    moments = {}
    for _ in range(150):
        history.run_to(toy.cycles + 199)
        moments[toy.cycles] = toy.snapshot()
        assert history.size <= 31 * size
    assert history.snapshots <= 31
    assert history.size == history.snapshots * size
    near = [cycle for cycle in moments if cycle > toy.cycles - 2_000]
    assert len(near) >= 10
    for cycle, snapshot in sorted(moments.items(), reverse=True)[::7]:
        history.go(cycle)
        assert toy.snapshot() == snapshot
