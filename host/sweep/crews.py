"""Who does the work: this process, processes of this computer, or a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any, Protocol
from urllib.parse import urlsplit

from emulators.errors import IronboardError
from host.games import engine as processes

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
        """Have a function called by somebody."""
        ...

    def replace_the_dead(self) -> None:
        """Go on with new workers after a future has come back with an exception."""
        ...

    def go_home(self) -> None:
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
    """Return so many workers on this computer."""
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

    def replace_the_dead(self) -> None:
        """Nobody has died."""

    def go_home(self) -> None:
        """Nobody has to."""

    def stop(self) -> None:
        """Nothing is at work behind our back."""


# ---------------------------------------------------------------- processes


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
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
        with deaf_children():
            future = self._pool.submit(function)
        future.result()

    def submit(self, function: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Have a function called by one of the processes."""
        with deaf_children():
            return self._pool.submit(function, argument)

    def replace_the_dead(self) -> None:
        """Start anew: when one process has died, the pool ends the others, too."""
        self.stop()
        self._start()

    def go_home(self) -> None:
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
    wait([parent.sentinel])
    leave()


def leave() -> None:
    """End this process, and the engines it runs."""
    processes.end_all()
    os._exit(1)


# ---------------------------------------------------------------- a cluster


class Cluster:
    """The workers of a Dask cluster that somebody else has started; raises IronboardError if there is none."""

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

    def replace_the_dead(self) -> None:
        """Leave it to the cluster."""

    def go_home(self) -> None:
        """Leave the cluster as it was."""
        self._client.close()

    def stop(self) -> None:
        """Take back what has been handed out."""
        with contextlib.suppress(Exception):  # a scheduler that does not answer any more
            self._executor.shutdown(wait=False)
        self._client.close(timeout=2)
