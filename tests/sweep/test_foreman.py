"""Whoever works, and whoever dies at it: every item comes out once, and a killer is found."""

from __future__ import annotations

import random
import threading
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from emulators.errors import IronboardError
from host.experiments.sweeps.workers import Alone, Processes, work
from host.experiments.sweeps.workload import ForeignWorker, Item, Outcome, Task, made_by
from tests.shared import spread
from tests.sweep import toys


def items(count):
    return [Item(str(key), key) for key in range(count)]


def toy_task(**parameters):
    return Task(toys.do, {"moves": 0, "engine": "", **parameters}, made_by())


def outcomes(crew, todo, task=None, found=None):
    """Return everything that was recorded."""
    found = [] if found is None else found
    work(crew, task or toy_task(), todo, found.append)
    return found


def results(found):
    assert len({each.key for each in found}) == len(found), "an item came out twice"
    return {each.key: each.result for each in found if each.error is None}


def errors(found):
    return {each.key: each.error for each in found if each.error is not None}


class Pool:
    """A pool that behaves like one of processes, in a random order: who does a deadly item takes all others along."""

    title = "a pool"

    def __init__(self, seed, deadly=(), most=5):
        self.chance, self.deadly, self.most = random.Random(seed), set(deadly), most
        self.open, self.broken, self.pools, self.most_at_once = [], False, 1, 0
        self.lock = threading.Lock()
        self.stopped = self.home = False
        threading.Thread(target=self.run, daemon=True).start()

    @property
    def capacity(self):
        return self.chance.randint(1, self.most)

    def submit(self, task, item):
        with self.lock:
            if self.broken:
                raise BrokenProcessPool("broken")
            future = Future()
            self.open.append((future, task, item))
            self.most_at_once = max(self.most_at_once, len(self.open))
            return future

    def run(self):
        while not (self.stopped or self.home):
            with self.lock:
                if self.open and self.chance.random() < 0.5:
                    future, task, item = self.open.pop(self.chance.randrange(len(self.open)))
                    if item.key in self.deadly:
                        self.broken = True
                        for each in [future, *(other[0] for other in self.open)]:
                            each.set_exception(BrokenProcessPool("a process died"))
                        self.open.clear()
                    else:
                        future.set_result(task.outcome(item))

    def restart(self):
        with self.lock:
            assert not self.open, "there was still somebody at work"
            self.pools += self.broken
            self.broken = False

    def close(self, now=False):
        self.stopped, self.home = now, not now


@pytest.mark.parametrize("seed", spread(range(30), 8))
def test_every_item_comes_out_once_and_only_the_deadly_ones_fail(seed):
    chance = random.Random(f"deadly {seed}")
    todo = items(chance.randint(1, 40))
    deadly = {item.key for item in todo if chance.random() < chance.choice((0, 0.05, 0.3))}
    pool = Pool(seed, deadly)
    found = outcomes(pool, todo)
    assert results(found) == {item.key: {"square": item.work**2} for item in todo if item.key not in deadly}
    assert set(errors(found)) == deadly
    assert all("its worker failed: BrokenProcessPool: a process died" in each for each in errors(found).values())
    assert pool.home
    assert pool.most_at_once <= pool.most


def test_an_idle_worker_that_dies_is_replaced():
    pool = Pool(1)
    pool.broken = True
    assert len(results(outcomes(pool, items(5)))) == 5
    assert pool.pools == 2


def test_an_item_that_fails_is_an_error_and_the_others_are_done(tmp_path):
    (tmp_path / "fail").write_text("2 5")
    found = outcomes(Alone(), items(8), toy_task(engine=str(tmp_path)))
    assert errors(found) == {key: f"ValueError: {key} cannot be squared" for key in ("2", "5")}
    assert len(results(found)) == 6


def interrupting(parameters, item):
    if item.key == "4":
        raise KeyboardInterrupt
    return {"square": 0}


def test_an_interruption_ends_the_work_and_keeps_what_has_come_back():
    found = []
    with pytest.raises(KeyboardInterrupt):
        outcomes(Alone(), items(8), Task(interrupting, {}, made_by()), found)
    assert sorted(results(found)) == ["0", "1", "2", "3"]


def test_after_an_error_of_the_recorder_the_crew_is_stopped():
    pool = Pool(1)

    def full(outcome):
        raise IronboardError("the disk is full")

    with pytest.raises(IronboardError, match="the disk is full"):
        work(pool, toy_task(), items(8), full)
    assert pool.stopped


def test_a_worker_with_other_programs_stops_the_sweep():
    other = toy_task()._replace(made_by={**made_by(), "wally": "0000"})
    found = []
    with pytest.raises(ForeignWorker, match=r"a worker has another version: .*, expected .*'wally': '0000'"):
        outcomes(Alone(), items(3), other, found)
    assert found == []


def foreign(parameters, item):
    raise ForeignWorker("another program of its own")


def test_so_does_one_with_another_program_of_the_workload():
    with pytest.raises(ForeignWorker, match="of its own"):
        outcomes(Alone(), items(3), Task(foreign, {}, made_by()))


def test_processes_that_kill_themselves_are_replaced_and_the_item_is_found(tmp_path):
    """The real thing: processes, signals, a pool that breaks."""
    (tmp_path / "die").write_text("3")
    found = outcomes(Processes(2), items(12), toy_task(engine=str(tmp_path)))
    assert list(errors(found)) == ["3"]
    assert "its worker failed: BrokenProcessPool" in errors(found)["3"]
    assert results(found) == {str(key): {"square": key**2} for key in range(12) if key != 3}


def test_an_outcome_has_a_result_or_an_error():
    assert Outcome("1", {"square": 1}).error is None
    assert [*map(toy_task().outcome, items(2))] == [Outcome("0", {"square": 0}), Outcome("1", {"square": 1})]
