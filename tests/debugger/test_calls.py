"""Which calls are open: returns, parameters, jumps through the stack, interrupts, and calls that never return."""

from emulators.machine import Flow
from host.debugger.goals import MOST, Calls


def calls():
    return Calls(lambda address: address + 3, column=2)


def open_calls(followed):
    return [frame.call for frame in followed.frames]


def test_a_return_behind_which_an_interrupt_comes_is_known_when_the_interrupt_ends():
    followed = calls()
    followed.note(Flow.CALL, 0x200, 0x300)
    followed.note(Flow.RETURN | Flow.INTERRUPT, 0x310, 0x800)
    assert open_calls(followed) == [0x200, 0x310]
    followed.note(Flow.RESUME, 0x810, 0x203)
    assert open_calls(followed) == []


def test_a_loop_that_calls_and_never_returns_does_not_fill_the_memory():
    followed = calls()
    for _ in range(MOST):
        followed.note(Flow.CALL, 0x200, 0x300)
    assert followed.depth == MOST
    followed.note(Flow.CALL, 0x200, 0x300)
    assert followed.depth == 1
