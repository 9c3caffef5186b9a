"""Whoever works, and whoever dies at it: every item comes out once, and a killer is found."""

from __future__ import annotations

import random
import threading
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from emulators.errors import IronboardError
from host.sweep.workers import Alone, Foreman, Processes, batches
from host.sweep.workload import Batch, ForeignWorker, Item, Outcome, do_batch, made_by
from tests.sweep import toys


def items(count):
    return [Item(str(key), key) for key in range(count)]


def toy_batch(**parameters):
    return Batch(toys.do, {"moves": 0, "engine": "", **parameters}, [], made_by())


class Run:
    """Everything done, and what was recorded."""

    def __init__(self, crew, todo, size=3, batch=None):
        self.crew, self.outcomes = crew, []
        self.foreman = Foreman(crew, batch or toy_batch(), todo, size, self.outcomes.append)

    def work(self):
        self.foreman.work()
        return self.outcomes

    @property
    def results(self):
        assert len({each.key for each in self.outcomes}) == len(self.outcomes), "an item came out twice"
        return {each.key: each.result for each in self.outcomes if each.error is None}

    @property
    def errors(self):
        return {each.key: each.error for each in self.outcomes if each.error is not None}


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

    def submit(self, function, argument):
        with self.lock:
            if self.broken:
                raise BrokenProcessPool("broken")
            future = Future()
            self.open.append((future, function, argument))
            self.most_at_once = max(self.most_at_once, len(self.open))
            return future

    def run(self):
        while not (self.stopped or self.home):
            with self.lock:
                if self.open and self.chance.random() < 0.5:
                    future, function, argument = self.open.pop(self.chance.randrange(len(self.open)))
                    if self.deadly & {item.key for item in argument.items}:
                        self.broken = True
                        for each in [future, *(other[0] for other in self.open)]:
                            each.set_exception(BrokenProcessPool("a process died"))
                        self.open.clear()
                    else:
                        future.set_result(function(argument))

    def restart(self):
        with self.lock:
            assert not self.open, "there was still somebody at work"
            self.pools += self.broken
            self.broken = False

    def close(self):
        self.home = True

    def stop(self):
        self.stopped = True


def test_items_are_handed_out_in_batches_in_their_order():
    assert list(batches(items(7), 3)) == [items(7)[:3], items(7)[3:6], items(7)[6:]]
    assert not batches([], 3)


@pytest.mark.parametrize("seed", range(30))
def test_every_item_comes_out_once_and_only_the_deadly_ones_fail(seed):
    chance = random.Random(f"deadly {seed}")
    todo = items(chance.randint(1, 40))
    deadly = {item.key for item in todo if chance.random() < chance.choice((0, 0.05, 0.3))}
    pool = Pool(seed, deadly)
    run = Run(pool, todo, size=chance.randint(1, 6))
    run.work()
    assert run.results == {item.key: {"square": item.work**2} for item in todo if item.key not in deadly}
    assert set(run.errors) == deadly
    assert all("its worker failed: BrokenProcessPool: a process died" in each for each in run.errors.values())
    assert pool.home
    assert pool.most_at_once <= pool.most


def test_an_idle_worker_that_dies_is_replaced():
    pool = Pool(1)
    pool.broken = True
    run = Run(pool, items(5))
    run.work()
    assert len(run.results) == 5
    assert pool.pools == 2


def test_an_item_that_fails_is_an_error_and_the_others_are_done(tmp_path):
    (tmp_path / "fail").write_text("2 5")
    run = Run(Alone(), items(8), batch=toy_batch(engine=str(tmp_path)))
    run.work()
    assert run.errors == {key: f"ValueError: {key} cannot be squared" for key in ("2", "5")}
    assert len(run.results) == 6


def interrupting(parameters, item):
    if item.key == "4":
        raise KeyboardInterrupt
    return {"square": 0}


def test_an_interruption_ends_the_work_and_keeps_what_has_come_back():
    batch = Batch(interrupting, {}, [], made_by())
    run = Run(Alone(), items(8), size=1, batch=batch)
    with pytest.raises(KeyboardInterrupt):
        run.work()
    assert sorted(run.results) == ["0", "1", "2", "3"]


def test_what_came_back_before_an_error_of_the_recorder_is_tried_and_the_crew_is_stopped():
    pool = Pool(1)

    def full(outcome):
        raise IronboardError("the disk is full")

    foreman = Foreman(pool, toy_batch(), items(8), 1, full)
    with pytest.raises(IronboardError, match="the disk is full"):
        foreman.work()
    assert pool.stopped


def test_a_worker_with_other_programs_stops_the_sweep():
    other = toy_batch()._replace(made_by={**made_by(), "wally": "0000"})
    with pytest.raises(ForeignWorker, match=r"a worker has .*: expected .*'wally': '0000'"):
        do_batch(other._replace(items=items(1)))
    run = Run(Alone(), items(3), batch=other)
    with pytest.raises(ForeignWorker):
        run.work()
    assert run.outcomes == []


def test_processes_that_kill_themselves_are_replaced_and_the_item_is_found(tmp_path):
    """The real thing: processes, signals, a pool that breaks."""
    (tmp_path / "die").write_text("3")
    run = Run(Processes(2), items(12), size=2, batch=toy_batch(engine=str(tmp_path)))
    run.work()
    assert list(run.errors) == ["3"]
    assert "its worker failed: BrokenProcessPool" in run.errors["3"]
    assert run.results == {str(key): {"square": key**2} for key in range(12) if key != 3}


def test_an_outcome_has_a_result_or_an_error():
    assert Outcome("1", {"square": 1}).error is None
    assert do_batch(toy_batch()._replace(items=items(2))) == [Outcome("0", {"square": 0}), Outcome("1", {"square": 1})]
