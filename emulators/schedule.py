"""What will happen from outside at cycles to come."""

from __future__ import annotations

import heapq

from emulators.machine import Value

Event = tuple[int, int, str, Value]  # cycle, order, kind, value


class Schedule:
    """Inputs in the order of their cycles, at the same cycle in the order in which they were added."""

    def __init__(self) -> None:
        self._heap: list[Event] = []
        self._order = 0

    def add(self, cycle: int, kind: str, value: Value) -> None:
        """Let an input happen at a cycle."""
        self._order += 1
        heapq.heappush(self._heap, (cycle, self._order, kind, value))

    @property
    def next_cycle(self) -> int | None:
        """The cycle of the next input, None if there is none."""
        return self._heap[0][0] if self._heap else None

    def take_due(self, cycle: int) -> tuple[str, Value] | None:
        """Return, and forget, the next input if its cycle has come."""
        if not self._heap or self._heap[0][0] > cycle:
            return None
        _, _, kind, value = heapq.heappop(self._heap)
        return kind, value

    def drop(self, kind: str) -> None:
        """Forget all inputs of a kind."""
        self._heap = [each for each in self._heap if each[2] != kind]
        heapq.heapify(self._heap)

    @property
    def state(self) -> tuple[int, tuple[Event, ...]]:
        """Everything there is to know of it, for a snapshot."""
        return self._order, tuple(self._heap)

    @state.setter
    def state(self, state: tuple[int, tuple[Event, ...]]) -> None:
        self._order, heap = state
        self._heap = list(heap)

    def in_order(self) -> list[tuple[int, str, Value]]:
        """Return (cycle, kind, value) of all that will happen."""
        return [(cycle, kind, value) for cycle, _, kind, value in sorted(self._heap)]
