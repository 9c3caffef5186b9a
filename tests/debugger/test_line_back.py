"""Going back by source lines: the way back over calls, on the toy machine and on the KIM-1."""

import pytest

from emulators.image import Image, SourceLine
from host.debugger import travel
from host.debugger.session import Session
from host.debugger.stops import Kind
from host.languages.sources import Sources
from tests.debugger.programs import COUNTING, JMP, JMP_I, JMS, LDA, TWICE, machine


def counting(*, lines):
    rows = [SourceLine(address, length, "count.s", number) for address, length, number in lines]
    return Session(machine(COUNTING), Sources([Image(lines=rows)], radix=8, address_bits=9))


@pytest.fixture
def session():
    """Lines 1 to 5 at 0 to 4, the second of two words; the subroutine is lines 11 and 12."""
    return counting(lines=[(0, 1, 1), (1, 2, 2), (3, 1, 4), (4, 1, 5), (TWICE + 1, 1, 11), (TWICE + 2, 1, 12)])


def test_calls_within_the_line_that_called_are_passed_over():
    # 000 JMS 020; JMS 040 on one line; 021 and 041 return at once, each on a line of its own.
    program = {0: JMS | 0o20, 1: JMS | 0o40, 2: JMP | 2, 0o21: JMP_I | 0o20, 0o41: JMP_I | 0o40}
    rows = [(0, 2, 1), (2, 1, 3), (0o21, 1, 11), (0o41, 1, 12)]
    image = Image(lines=[SourceLine(address, length, "calls.s", number) for address, length, number in rows])
    session = Session(machine(program), Sources([image], radix=8, address_bits=9))
    session.run_until(0o41)
    assert session.line_back().cycle == 0


def test_a_line_that_was_jumped_into_began_where_it_was_entered():
    program = {0: JMP | 2, 1: LDA | 0o100, 2: LDA | 0o101, 3: JMP | 3}
    image = Image(lines=[SourceLine(0, 1, "jump.s", 1), SourceLine(1, 2, "jump.s", 2), SourceLine(3, 1, "jump.s", 3)])
    session = Session(machine(program), Sources([image], radix=8, address_bits=9))
    session.run_until(3)
    assert session.line_back().address == 2
    assert session.line_back().address == 0


def test_breakpoints_on_the_way_do_not_stop_it_and_are_set_afterwards(session):
    session.run_until(4)
    session.stops.add(Kind.EXECUTE, TWICE + 1)
    assert session.line_back().address == 3
    assert session.cont().address == TWICE + 1


@pytest.mark.parametrize("longest", [travel.LONGEST, 7])
def test_line_by_line_back_is_the_way_of_steps_over_lines(session, monkeypatch, longest):
    monkeypatch.setattr(travel, "LONGEST", longest)
    monkeypatch.setattr(travel, "STRETCH", min(longest, travel.STRETCH))
    lengths, traced = [], session.history.traced
    monkeypatch.setattr(
        session.history, "traced", lambda end, **how: lengths.append(end - session.cycles) or traced(end, **how)
    )
    session.run_until(0)
    way = [session.cycles] + [session.step_line(over=True).cycle for _ in range(40)]
    lengths.clear()
    assert [session.cycles] + [session.line_back().cycle for _ in range(40)] == way[::-1]
    assert max(lengths) <= longest


def test_a_breakpoint_on_the_very_instruction_it_stands_at_is_told_of(session):
    assert not session.stops_here()
    session.stops.add(Kind.EXECUTE, 0, condition="AC == 1")
    assert not session.stops_here()
    wanted = session.stops.add(Kind.EXECUTE, 0, condition="AC == 0")
    assert session.stops_here()
    assert session.halt.breakpoints == (wanted,)
    assert wanted.hits == 1
