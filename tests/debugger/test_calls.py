"""Which calls are open: returns, parameters, jumps through the stack, interrupts, and calls that never return."""

from emulators.machine import Flow
from host.debugger.goals import MOST, Calls


def calls():
    return Calls(lambda address: address + 3, column=2)


def open_calls(followed):
    return [frame.call for frame in followed.frames]


def test_a_return_ends_the_call_that_waits_at_its_target_and_all_within():
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300)
    followed.note(Flow.CALL, 0x300, 0x400)
    followed.note(Flow.CALL, 0x400, 0x500)
    followed.note(Flow.RETURN, 0x500, 0x303)
    assert open_calls(followed) == [0x200]


def test_a_return_to_where_nothing_waits_is_a_jump():
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300)
    followed.note(Flow.RETURN, 0x310, 0x1000)
    assert open_calls(followed) == [0x200]


def test_a_return_from_an_interrupt_ends_what_the_interrupt_had_called():
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300)
    followed.note(Flow.INTERRUPT, 0x305, 0x800)
    followed.note(Flow.CALL, 0x800, 0x900)
    followed.note(Flow.RESUME, 0x910, 0x308)
    assert open_calls(followed) == [0x200]


def test_a_return_behind_which_an_interrupt_comes_is_known_when_the_interrupt_ends():
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300)
    followed.note(Flow.RETURN | Flow.INTERRUPT, 0x310, 0x800)
    assert open_calls(followed) == [0x200, 0x310]
    followed.note(Flow.RESUME, 0x810, 0x203)
    assert open_calls(followed) == []


def test_a_call_that_takes_the_place_of_another_ones_return_address_ends_it():
    """The program has set the stack pointer back, or pulled the return address."""
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300, 0xFF)
    followed.note(Flow.CALL, 0x300, 0x400, 0xFD)
    followed.note(Flow.INTERRUPT, 0x400, 0x800, 0xFB)
    followed.note(Flow.CALL, 0x800, 0x500, 0xFD)
    assert open_calls(followed) == [0x200, 0x800]


def test_a_loop_that_calls_and_never_returns_does_not_fill_the_memory():
    followed = calls()
    for _ in range(MOST):
        followed.note(Flow.CALL, 0x200, 0x300)
    assert followed.depth == MOST
    followed.note(Flow.CALL, 0x200, 0x300)
    assert followed.depth == 1
