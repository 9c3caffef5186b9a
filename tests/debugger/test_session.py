"""A session on a machine that knows nothing but the protocol: runs, stops, steps, and back."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image, SourceLine
from host.debugger.session import Session
from host.debugger.stops import Kind, Reason, hit_test
from host.languages.running import Spot
from host.languages.sources import Sources
from tests.debugger.programs import COUNTER, COUNTING, ECHO, HALTING, JMP, JMP_I, JMS, LDA, STA, machine


@pytest.fixture
def session():
    lines = [SourceLine(address, 1, "count.s", 10 + address) for address in (0, 1, 2, 3, 4, 0o41, 0o42)]
    image = Image(symbols={"LOOP": 0, "CALL": 3, "TWICE": 0o40}, lines=lines)
    return Session(machine(COUNTING), Sources([image], radix=8, address_bits=9))


# ---------------------------------------------------------------- steps


def test_a_call_with_parameters_behind_it_returns_behind_them():
    program = {0: JMS | 0o40, 1: 0, 2: 0, 3: JMP | 3, 0o41: LDA | 0o40, 0o42: 3 << 9 | 0o101, 0o43: 3 << 9 | 0o101,
               0o44: STA | 0o40, 0o45: JMP_I | 0o40, 0o101: 1}  # fmt: skip
    session = Session(machine(program))
    assert session.over().address == 3


def test_recursion_does_not_confuse_over():
    # FOLD calls itself twice, its return address being kept at 200 and 201 in between.
    program = {0: JMS | 0o40, 1: JMP | 1,
               0o41: LDA | 0o300, 0o42: 6 << 9, 0o43: JMP | 0o46, 0o44: JMP_I | 0o40, 0o45: 0,
               0o46: 3 << 9 | 0o301, 0o47: STA | 0o300, 0o50: LDA | 0o40, 0o51: STA | 0o200,
               0o52: JMS | 0o40, 0o53: LDA | 0o200, 0o54: STA | 0o40, 0o55: JMP_I | 0o40,
               0o300: 1, 0o301: 0o7777}  # fmt: skip
    session = Session(machine(program))
    session.run_until(0o52)
    assert session.over().address == 0o53
    session.go(0)
    assert session.over().address == 1


def test_a_step_by_lines_skips_what_belongs_to_the_same_line(session):
    lines = [SourceLine(0, 3, "count.s", 1), SourceLine(3, 1, "count.s", 2), SourceLine(4, 1, "count.s", 3),
             SourceLine(0o41, 2, "count.s", 9)]  # fmt: skip
    other = Session(machine(COUNTING), Sources([Image(lines=lines)], radix=8, address_bits=9))
    assert [other.step_line().address for _ in range(4)] == [3, 0o41, 4, 0]
    assert [other.step_line(over=True).address for _ in range(3)] == [3, 4, 0]


# ---------------------------------------------------------------- breakpoints


def test_a_breakpoint_stops_before_its_instruction(session):
    number = session.stops.add(Kind.EXECUTE, 3).number
    halt = session.cont()
    assert (halt.reason, halt.address, [each.number for each in halt.breakpoints]) == (Reason.BREAKPOINT, 3, [number])
    assert session.cont().cycle > halt.cycle


def test_conditions_hit_counts_and_both(session):
    session.stops.add(Kind.EXECUTE, 3, condition="AC & 1 == 0", hits_wanted="==2")
    assert session.cont().address == 3
    assert session.machine.peek(COUNTER) == 4


@pytest.mark.parametrize(
    ("text", "stops"),
    [("", [1, 2, 3, 4]), ("3", [3, 4]), (">=3", [3, 4]), (">3", [4]), ("==3", [3]), ("=3", [3]), ("<3", [1, 2]),
     ("<= 2", [1, 2]), ("%2", [2, 4]), ("!=2", [1, 3, 4])],
)  # fmt: skip
def test_hit_counts(text, stops):
    assert [hits for hits in range(1, 5) if hit_test(text)(hits)] == stops


@pytest.mark.parametrize("text", ["x", "%0", "3x", "-1", "> "])
def test_bad_hit_counts_are_refused(session, text):
    with pytest.raises(IronboardError, match="hit count"):
        session.stops.add(Kind.EXECUTE, 3, hits_wanted=text)
    assert len(session.stops) == 0


def test_a_log_point_speaks_and_goes_on(session):
    said = []
    session.on_log = said.append
    session.stops.add(Kind.EXECUTE, 3, message="AC is {AC}, counter {[100]}", hits_wanted="<4")
    session.stops.add(Kind.EXECUTE, 4, hits_wanted="5")
    session.cont()
    assert said == [f"AC is {n:04o}, counter {n:04o}" for n in (1, 2, 3)]


def test_a_temporary_breakpoint_stops_once(session):
    session.stops.add(Kind.EXECUTE, 3, temporary=True)
    assert session.cont().reason == Reason.BREAKPOINT
    assert session.run_for(1000).reason == Reason.TIME
    assert len(session.stops) == 0


def test_a_disabled_breakpoint_rests(session):
    number = session.stops.add(Kind.EXECUTE, 3).number
    session.stops.enable(number, False)
    assert session.run_for(100).reason == Reason.TIME
    session.stops.enable(number)
    assert session.cont().address == 3


def test_a_breakpoint_within_a_call_stops_a_step_over_it(session):
    session.run_until(3)
    session.stops.add(Kind.EXECUTE, 0o42)
    halt = session.over()
    assert (halt.reason, halt.address) == (Reason.BREAKPOINT, 0o42)


# ---------------------------------------------------------------- watchpoints


def test_a_write_watchpoint_stops_behind_the_instruction(session):
    session.stops.add(Kind.WRITE, COUNTER)
    halt = session.cont()
    assert (halt.address, session.machine.peek(COUNTER)) == (3, 1)
    assert [(each.address, each.value, each.write) for each in halt.accesses] == [(COUNTER, 1, True)]


def test_read_and_access_watchpoints(session):
    session.stops.add(Kind.READ, COUNTER)
    assert session.cont().address == 1
    assert session.cont().address == 0o42
    session.stops.clear()
    session.stops.add(Kind.ACCESS, COUNTER)
    assert [session.cont().address for _ in range(3)] == [1, 3, 0o42]


def test_a_change_watchpoint_wants_another_value(session):
    session.write(0o101, 0)  # from now on, the counter is written without change
    session.stops.add(Kind.CHANGE, COUNTER)
    assert session.run_for(500).reason == Reason.TIME
    session.write(0o101, 1)
    assert session.cont().reason == Reason.BREAKPOINT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"first": 0o1000}, "not a range"), ({"first": 3, "last": 2}, "not a range"), ({"first": -1}, "not a range"),
        ({"register": "Q"}, "no register 'Q': there are PC AC"), ({"condition": "NOWHERE"}, "neither a register"),
        ({"message": "{)}"}, "is not possible here"), ({"message": "{AC +}"}, "ends too early"),
    ],
)  # fmt: skip
def test_what_cannot_be_watched_is_refused_and_nothing_is_set(session, arguments, message):
    with pytest.raises(IronboardError, match=message):
        session.stops.add(Kind.WRITE, **{"first": 0, **arguments})
    assert len(session.stops) == 0


def test_unknown_breakpoints_are_refused(session):
    session.stops.add(Kind.EXECUTE, 0)
    with pytest.raises(IronboardError, match="no breakpoint 7: there are 1"):
        session.stops.remove(1, 7)
    assert len(session.stops) == 1


# ---------------------------------------------------------------- ends and pauses


def test_a_halt_ends_the_run():
    session = Session(machine(HALTING))
    assert session.cont().reason == Reason.HALT
    assert session.cont().reason == Reason.HALT
    assert session.step().reason == Reason.HALT
    assert session.step_back().address == 2


def test_a_pause_from_another_thread_halts_the_run(session):
    threading.Timer(0.05, session.pause).start()
    assert session.cont().reason == Reason.PAUSE


def test_a_pause_halts_a_step_over_that_does_not_end():
    session = Session(machine({0: JMS | 0o40, 0o41: JMP | 0o41}))
    threading.Timer(0.05, session.pause).start()
    assert session.over().reason == Reason.PAUSE


def test_a_run_can_be_advanced_in_pieces(session):
    session.stops.add(Kind.EXECUTE, 3, hits_wanted="==50")
    session.begin()
    pieces = 0
    while session.running:
        session.advance(session.cycles + 10)
        pieces += 1
    assert pieces > 20
    assert session.machine.peek(COUNTER) == 50


def test_where_a_place_is(session):
    assert session.places("LOOP") == ("LOOP", [0])
    assert session.places("count.s:12") == ("count.s:12", [2])
    assert session.places("count.s:15")[1] == [0o41]
    assert session.places("40") == ("40", [0o40])
    for wrong in ("NOWHERE", "count.s:99", "nofile.s:1", "1000", "LOOP-1"):
        with pytest.raises(IronboardError):
            session.places(wrong)


def test_giving_what_makes_no_sense_is_refused(session):
    with pytest.raises(IronboardError, match="no input 'joystick'"):
        session.give("joystick", 1)
    with pytest.raises(IronboardError, match="type"):
        session.give("type", 5)
    with pytest.raises(IronboardError, match="fit"):
        session.write(0, 0o10000)
    with pytest.raises(IronboardError, match="no register 'Q'"):
        session.write_register("Q", 1)
    with pytest.raises(IronboardError, match="fit"):
        session.write_register("PC", 512)
    assert session.history.log == []


# ---------------------------------------------------------------- back in time


KINDS = st.sampled_from([Kind.EXECUTE, Kind.READ, Kind.WRITE, Kind.ACCESS, Kind.CHANGE])
PLACES = st.sampled_from([0, 1, 2, 3, 4, 0o40, 0o41, 0o42, COUNTER])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(KINDS, PLACES, st.sampled_from(["", "AC > 5", "[100] & 1"])), min_size=1, max_size=3),
    st.sampled_from(["", "AC", "PC"]),
    st.integers(100, 3000),
)
def test_backwards_stops_at_the_same_places_as_forwards(points, register, cycles):
    session = Session(machine(COUNTING))
    for kind, place, condition in points:
        session.stops.add(kind, place, condition=condition)
    if register:
        session.stops.add(Kind.CHANGE, register=register, condition="AC & 3 == 1")
    forward = []
    while len(forward) < 40 and session.cycles < cycles:
        session.begin(until=cycles)
        if session.finish().reason == Reason.BREAKPOINT:
            forward.append(session.cycles)
    if session.halt.reason != Reason.BREAKPOINT:
        forward.append(None)  # the end is no stop
    back = []
    while session.reverse().reason == Reason.BREAKPOINT:
        back.append(session.cycles)
    assert back[::-1] == forward[:-1]


def test_a_word_written_by_hand_came_from_outside(session):
    session.run_for(100)
    session.write(0o300, 5)
    session.run_for(100_000)
    writing = session.last_write(0o300)
    assert (writing.address, writing.before, writing.after) == (None, 0, 5)
    assert session.last_write(0o301) is None


def test_the_last_change_of_a_register_is_that_of_a_naive_search():
    session, naive = Session(machine(COUNTING)), {}
    for _ in range(40):
        before = {name: session.machine.read_register(name) for name in session.machine.registers}
        cycle, address = session.cycles, session.address
        session.step()
        for name, value in before.items():
            now = session.machine.read_register(name)
            if now != value:
                naive[name] = (cycle, address, value, now)
        for name in before:
            found = session.last_change(name)
            assert (found and (found.cycle, found.address, found.before, found.after)) == naive.get(name)
    assert len(naive) > 1


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 300), st.sampled_from([None, *b"AB"])), min_size=1, max_size=8))
def test_the_last_writing_is_that_of_a_naive_search(acts):
    session = Session(machine(ECHO))
    for cycles, character in acts:
        if character:
            session.give("type", chr(character))
        session.run_for(cycles)
    found = session.last_write(0o110)
    other = machine(ECHO)
    naive = None
    for cycles, character in acts:
        if character:
            other.give("type", chr(character))
        end = other.cycles + cycles
        while other.cycles < end:
            before, cycle = other.read_register("PC"), other.cycles
            other.step()
            if before == 5:
                naive = cycle
    assert (found and found.cycle) == naive
    assert session.machine.snapshot() == other.snapshot()


def test_stepping_over_a_log_point_that_comes_later_does_not_speak(session):
    said = []
    session.on_log = said.append
    session.run_until(3)
    session.stops.add(Kind.EXECUTE, 0, message="round")
    session.over()
    assert said == []
    session.over()
    assert said == ["round"]


def test_what_happens_on_the_bus_can_be_looked_at_without_its_happening(session):
    session.run_until(3)
    before = session.machine.snapshot()
    assert [(each.address, each.value, each.write) for each in session.bus()] == [
        (3, JMS | 0o40, False),
        (0o40, 4, True),
    ]
    assert session.machine.snapshot() == before


def test_observers_see_every_instruction_once_but_no_travel(session):
    seen = []
    session.observers.append(lambda rows, following: seen.extend(rows.cycle))
    session.run_for(200)
    session.over()
    session.step_back(10)
    session.reverse()
    assert seen == sorted(set(seen))
    assert len(seen) == len(session.history.moments(session.history.end, 10**6))


def test_a_session_tells_of_journeys_and_of_futures_that_will_never_be():
    told = []
    session = Session(machine(COUNTING))
    session.on_travel.append(lambda: told.append(("travel", session.cycles)))
    session.history.on_new_future.append(lambda: told.append(("new future", session.cycles)))
    session.step(100)
    session.write(COUNTER, 5)
    assert told == []
    before = session.step_back().cycle
    middle = session.go(100).cycle
    session.write(COUNTER, 7)
    session.write(COUNTER, 8)
    session.reverse()
    assert told == [("travel", before), ("travel", middle), ("new future", middle), ("travel", 0)]


def test_a_step_from_the_past_does_not_go_beyond_the_present():
    session = Session(machine(COUNTING))
    end = session.run_for(100).cycle
    session.step_back()
    session.step()
    assert (session.cycles, session.history.end) == (end, end)
    assert not session.in_the_past


# ---------------------------------------------------------------- breaking off


def pausing(session, piece):
    """Let somebody lose patience in a piece of a journey, counted from 1."""
    run_to, count = session.machine.run_to, 0

    def run(cycle):
        nonlocal count
        count += 1
        if count == piece:
            session.pause()
        return run_to(min(cycle, session.cycles + 500))

    session.machine.run_to = run
    session.history.interval = 500


JOURNEYS = {
    "reverse": lambda session: session.reverse(),
    "go": lambda session: session.go(700),
    "step_back": lambda session: session.step_back(1000),
    "line_back": lambda session: session.line_back(),
}


@pytest.mark.parametrize("name", JOURNEYS)
def test_a_journey_that_is_broken_off_ends_where_it_began(session, name):
    session.stops.add(Kind.EXECUTE, 0o77)  # nobody comes here
    session.run_for(20_000)
    before, known = session.machine.snapshot(), session.history.end
    pausing(session, piece=2 if name in ("reverse", "step_back") else 1)
    assert JOURNEYS[name](session).reason == Reason.PAUSE
    assert session.machine.snapshot() == before
    assert session.history.end == known
    del session.machine.run_to
    assert session.step().reason == Reason.GOAL
    assert JOURNEYS[name](session).reason in (Reason.GOAL, Reason.BEGINNING)  # the next one is not broken off


def test_the_search_for_a_writing_can_be_interrupted(session):
    session.run_for(20_000)
    before = session.machine.snapshot()
    pausing(session, piece=2)
    with pytest.raises(IronboardError, match="interrupted"):
        session.last_write(0o60)
    assert session.machine.snapshot() == before
    del session.machine.run_to
    assert session.last_write(0o60) is None


def test_a_run_to_several_addresses_ends_at_the_first_one_reached(session):
    session.begin_until(Spot(0o42), Spot(2))
    assert (session.finish().reason, session.address) == (Reason.GOAL, 2)
    session.begin_until(Spot(0o42), Spot(2))
    assert (session.finish().reason, session.address) == (Reason.GOAL, 0o42)
    assert not len(session.stops)
