"""Hands out the items, and takes in how they came out, until there are no more of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import NamedTuple

from emulators.errors import IronboardError
from host.sweep.crews import Crew
from host.sweep.work import Batch, ForeignWorker, Outcome, do_batch
from host.sweep.workload import Item

Record = Callable[[Outcome], None]
POLL_SECONDS = 1.0  # on Windows, Ctrl-C does not get through while nothing else happens


class Errand(NamedTuple):
    """What has been handed out together."""

    items: list[Item]
    alone: bool  # one item, and nothing else at work


def batches(items: Sequence[Item], size: int) -> deque[list[Item]]:
    """Return the items, so many at a time."""
    return deque(list(items[start : start + size]) for start in range(0, len(items), size))


class Foreman:
    """Has `items` done by a crew like the items of `batch`, `size` at a time; `record` is told of every outcome.

    A worker that dies takes its batch along, and a pool of processes all the others', too. What was lost is done
    again, one item at a time and nothing beside it: so the item is found at which a worker dies every time.
    """

    def __init__(self, crew: Crew, batch: Batch, items: Sequence[Item], size: int, record: Record) -> None:
        self.crew, self.batch, self.record = crew, batch, record
        self._waiting = batches(items, size)
        self._suspects: deque[list[Item]] = deque()
        self._running: dict[Future[list[Outcome]], Errand] = {}

    def work(self) -> None:
        """Do everything. An interruption ends the work at once; what has come back by then is recorded."""
        try:
            while self._hand_out():
                done, _ = wait(self._running, POLL_SECONDS, FIRST_COMPLETED)
                for future in done:
                    self._take_in(future)
        except BaseException:
            try:
                self._take_in_what_is_done()
            finally:
                self.crew.stop()
            raise
        self.crew.go_home()

    def _hand_out(self) -> bool:
        """Keep the crew busy; return whether there is something to wait for."""
        alone = bool(self._suspects)
        source, capacity = (self._suspects, 1) if alone else (self._waiting, self.crew.capacity)
        while source and len(self._running) < capacity:
            items = source.popleft()
            try:
                future = self.crew.submit(do_batch, self.batch._replace(items=items))
            except BrokenExecutor:  # somebody died while nobody looked
                source.appendleft(items)
                if self._running:
                    break
                self.crew.replace_the_dead()
            else:
                self._running[future] = Errand(items, alone)
        return bool(self._running)

    def _take_in(self, future: Future[list[Outcome]]) -> None:
        """Record what has come back."""
        errand = self._running.pop(future)
        try:
            outcomes = future.result()
        except ForeignWorker:
            raise
        except CancelledError:
            raise IronboardError("the workers have gone") from None
        except Exception as error:
            outcomes = self._lost(errand, error)
        for outcome in outcomes:
            self.record(outcome)

    def _lost(self, errand: Errand, error: Exception) -> list[Outcome]:
        """Put items that were lost with their worker aside; one that was alone with it is the culprit."""
        if not self._running:
            self.crew.replace_the_dead()
        if errand.alone:
            return [Outcome(errand.items[0].key, None, f"its worker failed: {type(error).__name__}: {error}")]
        self._suspects.extend([item] for item in errand.items)
        return []

    def _take_in_what_is_done(self) -> None:
        """Record what has come back and has not been looked at."""
        for future in [each for each in self._running if each.done() and not each.cancelled()]:
            if future.exception() is None:
                self._take_in(future)
