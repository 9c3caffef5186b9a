"""What a test of a program fails with."""

from __future__ import annotations


class CallError(AssertionError):
    """A subroutine that has not done what every subroutine does: return, with the stack as it was."""


class CyclesError(AssertionError):
    """More or fewer cycles than a test allows."""
