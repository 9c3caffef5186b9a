"""The workers of a sweep: this process, processes of this computer, or a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentTypeError
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, ProcessPoolExecutor, wait
from multiprocessing import connection
from typing import Any, Protocol
from urllib.parse import urlsplit

from emulators.errors import IronboardError
from host import interruption
from host.experiments.sweeps.workload import ForeignWorker, Item, Outcome, Task
from host.formats import storage
from host.games import engine as processes
from host.options import scheduler

# ---------------------------------------------------------------- crews
MOST_PROCESSES = 61  # that Windows can wait for
AHEAD = 2  # items handed out for each worker: one in progress, one waiting
NEWS_SECONDS = 5.0  # between two queries for the number of workers in a cluster
CONNECT_SECONDS, WORKER_SECONDS = 10.0, 30.0  # limits for a scheduler to answer, and to have a worker


class Crew(Protocol):
    """Workers. `title` names them, `capacity` is the number of items to hand out at once."""

    title: str

    @property
    def capacity(self) -> int: ...
    def submit(self, task: Task, item: Item) -> Future[Outcome]: ...
    def restart(self) -> None:
        """Go on with new workers after a future has ended with an exception."""

    def close(self, now: bool = False) -> None:
        """Dismiss the workers when they have finished, or at once with `now`."""


def local_cores() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local(jobs: int) -> Crew:
    """Return n workers on this computer."""
    return Processes(min(jobs, MOST_PROCESSES)) if jobs > 1 else Alone()


class Alone:
    """No workers: this process does each item as it is handed out."""

    title = "in this process"
    capacity = 1

    def submit(self, task: Task, item: Item) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        try:
            future.set_result(task.outcome(item))
        except Exception as error:
            future.set_exception(error)
        return future

    def restart(self) -> None:
        pass

    def close(self, now: bool = False) -> None:
        pass


# ---------------------------------------------------------------- processes
DELAYED = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def delaying_interrupts() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM to the end of this block, and keep Ctrl-C from the processes started in it.

    These inherit the blocked signal, where the system has that, until `begin_work`: a process that is just starting
    would print a traceback, as it would if its parent stopped while sending it the first task.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = {each: signal.signal(each, lambda number, frame: heard.append(number)) for each in DELAYED}
    block(True)
    try:
        yield
    finally:
        block(False)
        for number, handler in before.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


def block(on: bool) -> None:
    """Block or unblock Ctrl-C, where the system can do that."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK if on else signal.SIG_UNBLOCK, [signal.SIGINT])


class Processes:
    """Processes of this computer, each started from scratch, which works on every system."""

    def __init__(self, jobs: int) -> None:
        self.jobs, self.capacity, self.title = jobs, AHEAD * jobs, f"on {jobs} processors"
        self._others = set(multiprocessing.active_children())
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), initializer=begin_work)

    def submit(self, task: Task, item: Item) -> Future[Outcome]:
        with delaying_interrupts():
            return self._pool.submit(task.outcome, item)

    def restart(self) -> None:
        """Start a new pool: when one process has died, the pool ends the others, too."""
        self.close(now=True)
        self._pool = self._started()

    def close(self, now: bool = False) -> None:
        if now:
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=now)


def begin_work() -> None:
    """Set up a new process: it leaves Ctrl-C to the main process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    block(False)
    signal.signal(signal.SIGTERM, lambda *_: leave())
    threading.Thread(target=leave_with_the_parent, daemon=True).start()


def leave_with_the_parent() -> None:
    """End this process when its parent has ended in any way."""
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
    """The workers of a running Dask cluster; raises IronboardError if there is none."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            message = "--scheduler needs Dask: python -m pip install 'ironboard[cluster]'"
            raise IronboardError(message) from error

        class OurClient(Client):  # type: ignore[misc]
            """A client that does not close itself: one without a connection would wait for that for ever."""

            def __del__(self) -> None:
                pass

        try:
            address = scheduler(address)
            with interruption.expecting(f"waiting for {address} to answer"):
                reach(address)
                self._client = OurClient(address, timeout=CONNECT_SECONDS, set_as_default=False)
            with interruption.expecting(f"waiting for a worker at {address}"):
                self._client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except ArgumentTypeError as error:
            raise IronboardError(str(error)) from None
        except Exception as error:  # TimeoutError for one, and Dask's assertions and parsers: anything
            reason = storage.reason(error) if isinstance(error, OSError) else str(error)
            reason = reason or "it does not answer"
            raise IronboardError(f"no Dask scheduler with workers at {address}: {reason}") from error
        self._executor = self._client.get_executor(pure=False)
        self._looked_at = 0.0
        self._threads = 1
        self.title = f"on the cluster at {address}"

    @property
    def capacity(self) -> int:
        """The present number of items to hand out: workers may come and go."""
        if time.monotonic() - self._looked_at > NEWS_SECONDS:
            self._threads = sum(self._client.nthreads().values())
            self._looked_at = time.monotonic()
        return AHEAD * max(1, self._threads)

    def submit(self, task: Task, item: Item) -> Future[Outcome]:
        future: Future[Outcome] = self._executor.submit(task.outcome, item)
        return future

    def restart(self) -> None:
        """Do nothing: the cluster replaces its workers itself."""

    def close(self, now: bool = False) -> None:
        """Disconnect from the cluster, which keeps running; cancel the items handed out."""
        if now:
            with contextlib.suppress(Exception):  # a scheduler that does not answer any more
                self._executor.shutdown(wait=False)
        self._client.close(timeout=2 if now else None)


def reach(address: str) -> None:
    """Connect to a scheduler's port, wait for its answer, and hang up.

    Raises OSError, and IronboardError for TLS without certificates. Dask itself tries for a long time. Names are looked
    up in a thread: the system's look-up does not react to Ctrl-C.
    """
    from distributed.security import Security

    parts = urlsplit(address)
    if parts.scheme in ("tls", "wss") and not Security().get_connection_args("client").get("ssl_context"):
        needed = "certificates: distributed.comm.tls in Dask's configuration names them"
        raise IronboardError(f"{parts.scheme}:// needs {needed}")
    answered: Future[None] = Future()

    def knock() -> None:
        try:
            with socket.create_connection((parts.hostname, parts.port), CONNECT_SECONDS) as line:
                if parts.scheme == "tcp" and not line.recv(1):  # the scheduler speaks first
                    raise ConnectionError("it hangs up")
            answered.set_result(None)
        except (OSError, UnicodeError) as error:  # UnicodeError: a name that cannot be one
            answered.set_exception(error)

    threading.Thread(target=knock, daemon=True).start()
    answered.result(CONNECT_SECONDS)


# ---------------------------------------------------------------- handing out
POLL_SECONDS = 1.0  # on Windows, Ctrl-C does not get through while nothing else happens


def work(crew: Crew, task: Task, items: Sequence[Item], record: Callable[[Outcome], Any]) -> None:
    """Have items done by a crew; `record` is called with every outcome.

    An interruption ends the work at once; the outcomes received by then are recorded. A worker that dies takes its item
    along, and a pool of processes those of all the others, too. Lost items are done again, one at a time and nothing
    beside it, which finds the item that always kills its worker.
    """
    waiting, suspects = deque(items), deque[Item]()
    running: dict[Future[Outcome], tuple[Item, bool]] = {}  # the flag: nothing else is at work
    try:
        while waiting or suspects or running:
            alone = bool(suspects) or any(lone for _, lone in running.values())
            source, capacity = (suspects, 1) if alone else (waiting, crew.capacity)
            while source and len(running) < capacity:
                try:
                    running[crew.submit(task, source[0])] = source[0], alone
                except BrokenExecutor:  # a worker has died in the meantime
                    if running:
                        break
                    crew.restart()
                else:
                    source.popleft()
            for future in wait(running, POLL_SECONDS, FIRST_COMPLETED).done:
                item, lone = running.pop(future)
                try:
                    outcome = future.result()
                except ForeignWorker:
                    raise
                except CancelledError:
                    raise IronboardError("the workers have gone") from None
                except Exception as error:
                    if not running:
                        crew.restart()
                    if not lone:
                        suspects.append(item)
                        continue
                    outcome = Outcome(item.key, None, f"its worker failed: {type(error).__name__}: {error}")
                record(outcome)
    except BaseException:
        try:
            for future in running:
                if future.done() and not future.cancelled() and future.exception() is None:
                    record(future.result())
        finally:
            crew.close(now=True)
        raise
    crew.close()
