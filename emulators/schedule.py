"""What will happen from outside at cycles to come."""

from __future__ import annotations

from bisect import insort

from emulators.machine import Value

Event = tuple[int, int, str, Value]  # cycle, order, kind, value


class Schedule:
    """Inputs in the order of their cycles, at the same cycle in the order in which they were added.

    `changed` is set by whatever changes it, for those who keep a part of it elsewhere.
    """

    def __init__(self) -> None:
        self._events: list[Event] = []  # in their order, those before `_first` have happened
        self._first = 0
        self._order = 0
        self.changed = True

    def add(self, cycle: int, kind: str, value: Value) -> None:
        """Let an input happen at a cycle."""
        self._order += 1
        insort(self._events, (cycle, self._order, kind, value), self._first)
        self.changed = True

    @property
    def next_cycle(self) -> int | None:
        """The cycle of the next input, None if there is none."""
        return self._events[self._first][0] if self._first < len(self._events) else None

    def first(self, count: int) -> list[Event]:
        """Return the next inputs, as many as that, or as there are."""
        return self._events[self._first : self._first + count]

    def take_due(self, cycle: int) -> tuple[str, Value] | None:
        """Return, and forget, the next input if its cycle has come."""
        following = self.next_cycle
        if following is None or following > cycle:
            return None
        _, _, kind, value = self._events[self._first]
        self.forget(1)
        return kind, value

    def forget(self, count: int) -> None:
        """Forget the next inputs, so many of them."""
        self._first += count
        if 2 * self._first >= len(self._events):
            del self._events[: self._first]
            self._first = 0
        self.changed = True

    def drop(self, kind: str) -> None:
        """Forget all inputs of a kind."""
        self._events = [each for each in self._waiting if each[2] != kind]
        self._first = 0
        self.changed = True

    @property
    def _waiting(self) -> list[Event]:
        return self._events[self._first :]

    @property
    def state(self) -> tuple[int, tuple[Event, ...]]:
        """Everything there is to know of it, for a snapshot."""
        return self._order, tuple(self._waiting)

    @state.setter
    def state(self, state: tuple[int, tuple[Event, ...]]) -> None:
        self._order, events = state
        self._events, self._first = list(events), 0
        self.changed = True

    def in_order(self) -> list[tuple[int, str, Value]]:
        """Return (cycle, kind, value) of all that will happen."""
        return [(cycle, kind, value) for cycle, _, kind, value in self._waiting]
