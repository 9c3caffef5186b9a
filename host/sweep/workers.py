"""Who does the work: this process, processes of this computer, or a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from multiprocessing import connection
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from emulators.errors import IronboardError
from host.games import engine as processes
from host.sweep.workload import Batch, ForeignWorker, Item, Outcome, do_batch

# ---------------------------------------------------------------- crews
MOST_PROCESSES = 61  # that Windows can wait for
AHEAD = 2  # batches given out for each worker: one at work, one waiting
NEWS_SECONDS = 5.0  # between two looks at how many workers a cluster has
CONNECT_SECONDS = 30.0


class Crew(Protocol):
    """Workers. `title` says who they are."""

    title: str

    @property
    def capacity(self) -> int:
        """How many batches to hand out at once."""
        ...

    def prepare(self, function: Callable[[], None]) -> None:
        """Call a function once on each computer, before anything else."""
        ...

    def submit(self, function: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Have a function called by a worker."""
        ...

    def restart(self) -> None:
        """Go on with new workers after a future has come back with an exception."""
        ...

    def close(self) -> None:
        """Everything is done."""
        ...

    def stop(self) -> None:
        """End all work, now."""
        ...


def local_cores() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local(jobs: int) -> Crew:
    """Return n workers on this computer."""
    return Processes(min(jobs, MOST_PROCESSES)) if jobs > 1 else Alone()


# ---------------------------------------------------------------- this process


class Alone:
    """No workers: what is handed out is done at once, here."""

    title = "in this process"
    capacity = 1

    def prepare(self, function: Callable[[], None]) -> None:
        """Leave it to the first item."""

    def submit(self, function: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Do it."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(argument))
        except Exception as error:
            future.set_exception(error)
        return future

    def restart(self) -> None:
        """There are no workers."""

    def close(self) -> None:
        """There are no workers."""

    def stop(self) -> None:
        """There are no workers."""


# ---------------------------------------------------------------- processes


@contextlib.contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Let processes that are started meanwhile ignore Ctrl-C from their first moment, before `begin_work`.

    A Ctrl-C in the milliseconds that a start takes is lost; without this it would be answered by a traceback.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Processes:
    """Processes of this computer, each started from scratch as on every system."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.title = f"on {jobs} processors"
        self._others = set(multiprocessing.active_children())
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self.jobs, context, initializer=begin_work)

    @property
    def capacity(self) -> int:
        """How many batches to hand out at once."""
        return AHEAD * self.jobs

    def prepare(self, function: Callable[[], None]) -> None:
        """Have the first process do it; the others are not started before there is work for them."""
        with ignoring_interrupts():
            future = self._pool.submit(function)
        future.result()

    def submit(self, function: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Have a function called by one of the processes."""
        with ignoring_interrupts():
            return self._pool.submit(function, argument)

    def restart(self) -> None:
        """Start anew: when one process has died, the pool ends the others, too."""
        self.stop()
        self._start()

    def close(self) -> None:
        """Let the processes end."""
        self._pool.shutdown()

    def stop(self) -> None:
        """End the processes whatever they do."""
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


def begin_work() -> None:
    """Set a new process up: Ctrl-C is the main process's business, and without that one there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: leave())
    threading.Thread(target=leave_with_the_parent, daemon=True).start()


def leave_with_the_parent() -> None:
    """End this process when the one that started it has ended, however it did."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    leave()


def leave() -> None:
    """End this process, and the engines it runs."""
    processes.end_all()
    os._exit(1)


# ---------------------------------------------------------------- a cluster


class Cluster:
    """The workers of a Dask cluster that runs already; raises IronboardError if there is none."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            message = "--scheduler needs Dask: python -m pip install 'ironboard[cluster]'"
            raise IronboardError(message) from error
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:  # TimeoutError is an OSError
            raise IronboardError(f"no Dask scheduler with workers at {address}: {error}") from error
        self._executor = self._client.get_executor(pure=False)
        self._looked_at = 0.0
        self._threads = 1
        self.title = f"on the cluster at {address}"

    @property
    def capacity(self) -> int:
        """How many batches to hand out at once: workers may come and go."""
        if time.monotonic() - self._looked_at > NEWS_SECONDS:
            self._threads = sum(self._client.nthreads().values())
            self._looked_at = time.monotonic()
        return AHEAD * max(1, self._threads)

    def prepare(self, function: Callable[[], None]) -> None:
        """Have a worker of each computer do it."""
        first = {urlsplit(address).hostname: address for address in self._client.nthreads()}
        self._client.gather([self._client.submit(function, workers=[each], pure=False) for each in first.values()])

    def submit(self, function: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Have a function called by one of the workers."""
        future: Future[Any] = self._executor.submit(function, argument)
        return future

    def restart(self) -> None:
        """Leave it to the cluster."""

    def close(self) -> None:
        """Leave the cluster as it was."""
        self._client.close()

    def stop(self) -> None:
        """Take back what has been handed out."""
        with contextlib.suppress(Exception):  # a scheduler that does not answer any more
            self._executor.shutdown(wait=False)
        self._client.close(timeout=2)


# ---------------------------------------------------------------- foreman
Record = Callable[[Outcome], None]
POLL_SECONDS = 1.0  # on Windows, Ctrl-C does not get through while nothing else happens


class Task(NamedTuple):
    """What has been handed out together."""

    items: list[Item]
    alone: bool  # one item, and nothing else at work


def batches(items: Sequence[Item], size: int) -> deque[list[Item]]:
    """Return the items, n at a time."""
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
        self._running: dict[Future[list[Outcome]], Task] = {}

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
        self.crew.close()

    def _hand_out(self) -> bool:
        """Keep the crew busy; return whether there is something to wait for."""
        alone = bool(self._suspects)
        source, capacity = (self._suspects, 1) if alone else (self._waiting, self.crew.capacity)
        while source and len(self._running) < capacity:
            items = source.popleft()
            try:
                future = self.crew.submit(do_batch, self.batch._replace(items=items))
            except BrokenExecutor:  # a worker has died meanwhile
                source.appendleft(items)
                if self._running:
                    break
                self.crew.restart()
            else:
                self._running[future] = Task(items, alone)
        return bool(self._running)

    def _take_in(self, future: Future[list[Outcome]]) -> None:
        """Record what has come back."""
        task = self._running.pop(future)
        try:
            outcomes = future.result()
        except ForeignWorker:
            raise
        except CancelledError:
            raise IronboardError("the workers have gone") from None
        except Exception as error:
            outcomes = self._lost(task, error)
        for outcome in outcomes:
            self.record(outcome)

    def _lost(self, task: Task, error: Exception) -> list[Outcome]:
        """Put items that were lost with their worker aside; one that was alone with it is the culprit."""
        if not self._running:
            self.crew.restart()
        if task.alone:
            return [Outcome(task.items[0].key, None, f"its worker failed: {type(error).__name__}: {error}")]
        self._suspects.extend([item] for item in task.items)
        return []

    def _take_in_what_is_done(self) -> None:
        """Record what has come back and has not been looked at."""
        for future in [each for each in self._running if each.done() and not each.cancelled()]:
            if future.exception() is None:
                self._take_in(future)
