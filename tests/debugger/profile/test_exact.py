"""Every cycle is counted once, in its place: against a profiler that goes step by step and knows the instructions."""

import itertools
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.image import Image, SourceLine
from emulators.kim1 import Kim1
from host.debugger.profile import Profile
from host.debugger.session import Session
from host.debugger.stops import Reason
from host.languages.sources import Sources
from tests.debugger.profile.naive import NaiveKim, NaiveToy
from tests.debugger.programs import COUNTING, machine
from tests.machines.ironboard_machines.toy.machine import Toy

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
CODE, SPACE = 0x0200, 0xC0  # random programs for the KIM-1: where they begin, how many bytes they have
NMI, IRQ = 0x17FA, 0x17FE


def paths(tree, ignored_origins=True):
    """Cycles by path, as the simple profiler names them."""
    cycles, calls = Counter(), Counter()
    for node in tree.nodes():
        path = tuple(
            (each.routine.entry, each.routine.interrupt) for each in node.path() if each.routine.entry is not None
        )
        cycles[path] += node.cycles
        calls[path] += node.calls
    return +cycles, +calls


def same(profile, naive, passed):
    """Compare everything."""
    counts = profile.counts
    assert {address: int(counts.executions[address]) for address in counts.executed()} == dict(naive.executions)
    assert {address: int(counts.cycles[address]) for address in naive.cycles} == dict(naive.cycles)
    assert profile.cycles == counts.all_cycles == sum(counts.cycles) == passed
    assert paths(profile.tree) == (+naive.paths, naive.calls)
    assert sum(node.instructions for node in profile.tree.nodes()) == profile.instructions == naive.executions.total()
    steps = {
        (address, target): count
        for address in counts.executed()
        for target, count in counts.steps_from(address).items()
    }
    assert steps == dict(naive.steps)


def in_pieces(profile, machine, pieces, end):
    for piece in pieces:
        profile.run_to(min(machine.cycles + piece, end))
    profile.run_to(end)


# ---------------------------------------------------------------- the toy machine

toy_words = st.builds(
    lambda operation, address: operation << 9 | address,
    st.sampled_from([1, 2, 3, 4, 5, 5, 6, 7, 7]),
    st.integers(0, 31),
)
lengths = st.lists(st.integers(1, 200), max_size=8)


@given(st.lists(toy_words, min_size=32, max_size=32), lengths)
@QUICK
def test_random_programs_of_the_toy_machine(words, pieces):
    one, other = Toy([*words, *[0] * 480]), Toy([*words, *[0] * 480])
    profile, naive = Profile(one), NaiveToy(other)
    in_pieces(profile, one, pieces, 1500)
    naive.run_to(1500)
    same(profile, naive, one.cycles)


@given(st.lists(toy_words, min_size=32, max_size=32), lengths)
@QUICK
def test_a_session_counts_the_same_whatever_steps_it_is_run_in(words, pieces):
    session, other = Session(Toy([*words, *[0] * 480])), Toy([*words, *[0] * 480])
    profile, naive = Profile(session.machine), NaiveToy(other)
    profile.attach(session)
    for piece in pieces:
        session.step(piece % 7)
        session.run_for(piece)
    naive.run_to(session.cycles + (session.halt.reason == Reason.HALT))
    same(profile, naive, session.cycles)


# ---------------------------------------------------------------- the KIM-1

SLOT = 0x20  # bytes of a routine; the first is the main program, the last the handler of interrupts
SLOTS = SPACE // SLOT

to_a_routine = st.integers(1, SLOTS - 2).map(lambda slot: [SLOT * slot, CODE >> 8])
usual = st.one_of(
    to_a_routine.map(lambda to: [0x20, *to]),  # JSR
    st.sampled_from([[0xCA], [0xE8], [0xEA], [0x48, 0x68], [0xD0, 0x01], [0xF0, 0x02], [0xC6, 0x10]]),
)
rare = st.one_of(
    to_a_routine.map(lambda to: [0x4C, *to]),  # JMP
    st.sampled_from([[0x68, 0x68], [0x48], [0x68], [0x9A], [0xA2, 0x90, 0x9A], [0x60], [0x40], [0x00, 0xEA]]),
    st.sampled_from([[0x58], [0x08, 0x28], [0x9B, 0x80, 0x03], [0xDE, 0x00, 0x02]]),  # CLI, PHP PLP, TAS, DEC abs,X
)
bodies = st.lists(st.one_of(usual, usual, usual, usual, rare), max_size=8).map(lambda body: [*itertools.chain(*body)])
programs = st.lists(bodies, min_size=SLOTS, max_size=SLOTS)
presses = st.builds(range, st.integers(1, 100), st.just(3000), st.integers(23, 500))  # cycles at which ST is pressed


@pytest.fixture(scope="module")
def kim():
    kim = Kim1(core="compiled")
    return kim, kim.snapshot()


def prepared(kim, program, nmis):
    """A KIM-1 with the program, its interrupt vectors in it, at its start; ST is pressed at some cycles."""
    machine, fresh = kim
    machine.restore(fresh)
    ends = [[0x4C, 0x00, CODE >> 8], *[[0x60]] * (SLOTS - 2), [0x40]]  # JMP to the start; RTS; RTI
    for slot, (body, end) in enumerate(zip(program, ends, strict=True)):
        machine.load(Image.of(CODE + SLOT * slot, [*body[: SLOT - 3], *end]))
    handler = CODE + SLOT * (SLOTS - 1)
    machine.memory[NMI : NMI + 2] = machine.memory[IRQ : IRQ + 2] = handler.to_bytes(2, "little")
    machine.write_register("PC", CODE)
    machine.write_register("S", 0x80)
    for cycle in nmis:
        machine.at(machine.cycles + cycle, "key_down", "ST")
        machine.at(machine.cycles + cycle, "key_up", "ST")
    return machine


@given(programs, presses, lengths)
@settings(QUICK, max_examples=30)
def test_random_programs_of_the_kim1_with_interrupts(kim, program, nmis, pieces):
    machine = prepared(kim, program, nmis)
    start, profile = machine.cycles, Profile(machine)
    in_pieces(profile, machine, pieces, start + 3000)
    passed = machine.cycles - start
    machine = prepared(kim, program, nmis)
    naive = NaiveKim(machine)
    naive.run_to(start + 3000)
    same(profile, naive, passed)


def test_time_without_instructions_counts_for_the_instruction_before(kim):
    machine = prepared(kim, [[0xE8], *[[]] * (SLOTS - 1)], [])
    start, profile = machine.cycles, Profile(machine)
    profile.run_to(start + 100)
    last = machine.read_register("PC")
    before = {address: int(profile.counts.cycles[address]) for address in (0x200, 0x201)}
    machine.key_down("RS")
    profile.run_to(machine.cycles + 1000)
    profile.run_to(machine.cycles + 1000)
    machine.key_up("RS")
    other = {0x200: 0x201, 0x201: 0x200}[last]
    assert profile.cycles == machine.cycles - start - 8  # the eight cycles of the reset come with the next instruction
    assert int(profile.counts.cycles[other]) == before[other] + 2000
    profile.run_to(machine.cycles + 1)
    assert profile.cycles == machine.cycles - start == sum(node.cycles for node in profile.tree.nodes())


def test_time_before_the_first_instruction_is_counted_apart(kim):
    machine = prepared(kim, [[]] * SLOTS, [])
    machine.key_down("RS")
    profile = Profile(machine)
    start = machine.cycles
    profile.run_to(start + 500)
    assert (profile.idle, profile.cycles, profile.instructions) == (500, 500, 0)


# ---------------------------------------------------------------- time travel

journeys = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 400)),
        st.tuples(st.just("step"), st.integers(1, 9)),
        st.tuples(st.just("back"), st.integers(1, 60)),
        st.tuples(st.just("go"), st.floats(0, 1)),
    ),
    max_size=12,
)


@given(journeys)
@QUICK
def test_what_is_lived_again_counts_once(journey):
    session = Session(machine(COUNTING))
    profile = Profile(session.machine)
    profile.attach(session)
    session.run_for(100)
    for what, how_far in journey:
        if what == "run":
            session.run_for(how_far)
        elif what == "step":
            session.step(how_far)
        elif what == "back":
            session.step_back(how_far)
        else:
            session.go(round(how_far * session.history.end))
    naive = NaiveToy(machine(COUNTING))
    naive.run_to(session.history.end)
    same(profile, naive, session.history.end)


@given(st.integers(0, 300), st.integers(0, 7))
@QUICK
def test_another_future_counts_too(back, word):
    session = Session(machine(COUNTING))
    profile = Profile(session.machine)
    profile.attach(session)
    session.run_for(400)
    first = session.cycles
    session.go(first - back)
    here = session.cycles
    session.write(0o100, word)
    session.run_for(500)
    assert profile.cycles == first + (session.cycles - here)
    assert sum(node.cycles for node in profile.tree.nodes()) == profile.cycles


def test_a_journey_into_the_unknown_does_not_count():
    session = Session(machine(COUNTING))
    profile = Profile(session.machine)
    profile.attach(session)
    session.run_for(100)
    counted = session.cycles
    session.go(1000)
    start = session.cycles
    session.run_for(100)
    assert profile.cycles == counted + session.cycles - start


def test_a_profile_that_is_cleared_or_attached_again_counts_from_there():
    session = Session(machine(COUNTING))
    profile = Profile(session.machine)
    profile.attach(session)
    session.run_for(100)
    profile.detach()
    counted = profile.cycles
    session.run_for(100)
    assert profile.cycles == counted
    assert not session.observers
    profile.attach(session)
    profile.clear()
    start = session.cycles
    session.run_for(100)
    assert profile.cycles == session.cycles - start


# ---------------------------------------------------------------- who is called


def test_routines_that_are_open_already_are_named_after_the_labels_they_are_in(kim):
    """A subroutine, in the middle of which the profile begins, called from the main program."""
    machine = prepared(kim, [[0x20, 0x24, 0x02], [0xEA] * 8, *[[]] * (SLOTS - 2)], [])
    image = Image([*Image.of(CODE, bytes(SPACE)).segments], symbols={"MAIN": 0x200, "SUB": 0x220})
    image.lines = [SourceLine(0x200, SPACE, "main.s", 1)]
    machine.run(8)
    profile = Profile(machine, Sources([image]))
    profile.run_to(machine.cycles + 100)
    assert [[each.routine for each in node.path()] for node in profile.tree.nodes()] == [
        [(None, False, "main.s")],
        [(None, False, "main.s"), (0x220, False, "")],
        [(None, False, "main.s"), (0x224, False, "")],
    ]
