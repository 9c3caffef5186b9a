"""`ironboard sweep` as a whole: the same results whoever works, and whatever happens on the way."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from emulators.errors import IronboardError
from host.cli.main import main
from host.experiments.sweeps import MATCHES, SWEEPS, find, sweep, workers, workload
from host.experiments.sweeps.journal import read
from tests.sweep.toys import change, expected, keep
from tests.test_copies import run_on, there_and_back

ROOT = Path(__file__).parents[2]
ENOUGH = 60  # seconds that nothing here should take


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The toy is a workload like the others."""
    monkeypatch.setitem(SWEEPS, "toy", "tests.sweep.toys:TOY")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.sqlite"


def toy_sweep(path, *arguments):
    return main(["sweep", "toy", "--output", str(path), *map(str, arguments)])


def results(path):
    return read(path).results


# ------------------------------------------------------------ the same, whoever works


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_processes_of_this_computer_have_the_same_results(path, jobs):
    assert toy_sweep(path, "--jobs", jobs) == 0
    assert results(path) == expected()


def test_a_dask_cluster_with_two_workers_has_the_same_results(path, cluster):
    assert toy_sweep(path, "--scheduler", cluster) == 0
    assert results(path) == expected()


def test_games_are_the_same_in_this_process_in_two_and_on_a_cluster(tmp_path, cluster):
    """The real thing, and twice in a row on the same machines."""
    crew = {"one": ("--jobs", "1"), "two": ("--jobs", "2"), "dask": ("--scheduler", cluster)}
    found = []
    for name, arguments in crew.items():
        output = tmp_path / name
        assert main(["sweep", "wally-self", "--games", "4", "--moves", "40", "--output", str(output), *arguments]) == 0
        found.append(results(output))
    assert len(found[0]) == 4
    assert found[0] == found[1] == found[2]


def test_machines_go_through_dask(cluster):
    from distributed import Client

    with Client(cluster) as client:
        there_and_back(lambda machines: client.gather(client.map(run_on, machines, cycles=10_000, pure=False)))


def test_all_processors_are_used_if_nobody_says_how_many(path, monkeypatch):
    asked = []
    monkeypatch.setattr(workers, "local_cores", lambda: 7)
    monkeypatch.setattr(workers, "local", lambda jobs: asked.append(jobs) or workers.Alone())
    toy_sweep(path)
    toy_sweep(path.with_name("few"), "--games", 4)
    assert asked == [7, 4]  # no more than there are items


# ------------------------------------------------------------ going on


def test_what_is_done_is_not_done_again(path, monkeypatch):
    assert toy_sweep(path, "--jobs", 1) == 0
    keep(path, 10)
    monkeypatch.setattr(workers, "local", lambda jobs: Counting())
    assert toy_sweep(path) == 0
    assert Counting.done == 30
    assert results(path) == expected()
    assert toy_sweep(path) == 0
    assert Counting.done == 30


class Counting(workers.Alone):
    done = 0

    def submit(self, task, item):
        Counting.done += 1
        return super().submit(task, item)


def test_other_parameters_are_refused_and_the_journal_stays_as_it_is(path, capsys):
    assert toy_sweep(path, "--jobs", 1) == 0
    before = path.read_bytes()
    assert toy_sweep(path, "--games", 41) == 1
    assert "is the journal of another sweep: games is 40 there, 41 here" in capsys.readouterr().err
    assert main(["sweep", "wally-random", "--output", str(path)]) == 1
    assert "it is of toy, not of wally-random" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_results_that_lack_a_field_are_damage(path, capsys):
    assert toy_sweep(path, "--jobs", 1, "--games", 1) == 0
    for result in ('{"square": "0"}', '{"square": true}', "{}", '{"square": 0, "cube": 0}'):
        change(path, "UPDATE items SET result = ?", [result])
        assert toy_sweep(path, "--games", 1) == 1
        assert "the result of number 0 is damaged" in capsys.readouterr().err
        assert main(["sweep", "--summary", str(path)]) == 1
        assert "the result of number 0 is damaged" in capsys.readouterr().err


def test_the_same_programs_are_asked_for(path, capsys, monkeypatch):
    assert toy_sweep(path, "--jobs", 1) == 0
    monkeypatch.setattr(sweep, "made_by", lambda: {**workload.made_by(), "wally": "another"})
    assert toy_sweep(path) == 1
    assert "this is another" in capsys.readouterr().err


# ------------------------------------------------------------ failures


def test_items_that_fail_are_named_and_tried_again_the_next_time(path, tmp_path, capsys):
    (tmp_path / "fail").write_text("3 17")
    assert toy_sweep(path, "--engine", tmp_path, "--jobs", 2) == 1
    printed = capsys.readouterr()
    assert "number 17: ValueError: 17 cannot be squared" in printed.err
    assert "2 failed; the same command tries them again" in printed.err
    assert "38 of 40 numbers" in printed.out
    assert "failed: number 3: ValueError: 3 cannot be squared" in printed.out
    assert results(path) == expected(without=lambda key: key in (3, 17))
    (tmp_path / "fail").write_text("17")
    assert toy_sweep(path, "--engine", tmp_path, "--jobs", 1) == 1
    (tmp_path / "fail").unlink()
    assert toy_sweep(path, "--engine", tmp_path, "--jobs", 1) == 0
    assert results(path) == expected()
    assert read(path).errors == {}


def test_an_item_that_fails_on_a_cluster_does_not_end_the_sweep(path, tmp_path, cluster):
    (tmp_path / "fail").write_text("5")
    assert toy_sweep(path, "--engine", tmp_path, "--scheduler", cluster) == 1
    assert results(path) == expected(without=lambda key: key == 5)


class Silent:
    """A server that takes connections, says what it has to say, and nothing else."""

    def __init__(self, says=b""):
        self.socket, self.says, self.lines = socket.create_server(("127.0.0.1", 0)), says, []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):  # it has been closed
            while True:
                self.lines.append(self.socket.accept()[0])
                self.lines[-1].sendall(self.says)

    @property
    def port(self):
        return self.socket.getsockname()[1]

    def close(self):
        for each in (self.socket, *self.lines):
            each.close()


@pytest.mark.parametrize("says", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9])
def test_a_server_that_is_no_scheduler_is_a_clear_error(says, path, capsys, monkeypatch):
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 0.5)
    gc.freeze()  # to look for garbage of this test only
    with contextlib.closing(Silent(says)) as server:
        address = f"tcp://127.0.0.1:{server.port}"
        assert toy_sweep(path, "--scheduler", address) == 1
    gc.collect()
    error = capsys.readouterr().err
    assert f"no Dask scheduler with workers at {address}: " in error
    assert "Traceback" not in error
    assert results(path) == {}


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "ws://127.0.0.1:9", "127.0.0.1:9", "tls://127.0.0.1:9", "tcp://é..x:9"]
)
def test_no_scheduler_is_a_clear_error_at_once(address, path, capsys):
    assert toy_sweep(path, "--scheduler", address) == 1
    assert "no Dask scheduler with workers at " in capsys.readouterr().err
    assert results(path) == {}


def test_without_dask_a_scheduler_is_a_clear_error(path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert toy_sweep(path, "--scheduler", "tcp://127.0.0.1:9") == 1
    assert "--scheduler needs Dask: python -m pip install 'ironboard[cluster]'" in capsys.readouterr().err


# ------------------------------------------------------------ interruptions


def start(path, *arguments):
    """Start a sweep in a process of its own, in a group of its own."""
    command = [sys.executable, "-m", "tests.sweep.toys", "--output", str(path), *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def wait_for(condition):
    deadline = time.monotonic() + ENOUGH
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def count(path):
    return len(results(path)) if path.exists() and path.stat().st_size else -1


def end_of(process):
    """Return all that a sweep has printed; its output ends when it and its workers, who share it, have ended."""
    return process.communicate(timeout=ENOUGH)


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_again_and_again_a_sweep_loses_nothing_and_does_nothing_twice(path, jobs):
    chance = random.Random(jobs)
    arguments = ("--games", 150, "--moves", 20, "--jobs", jobs, "--quiet")
    kills = 0
    while count(path) < 140:
        process = start(path, *arguments)
        goal = max(0, count(path)) + chance.randint(0, 70)
        wait_for(lambda process=process, goal=goal: count(path) >= goal or process.poll() is not None)
        time.sleep(chance.random() * 0.02)
        kept = results(path)
        process.kill()
        end_of(process)
        kills += 1
        assert kept.items() <= results(path).items()
    assert kills > 2
    assert toy_sweep(path, *arguments) == 0
    assert results(path) == expected(150)


@pytest.mark.parametrize("jobs", [1, 2])
def test_control_c_ends_soon_keeps_what_is_done_and_says_how_to_go_on(path, tmp_path, jobs):
    arguments = ("--jobs", jobs, "--engine", tmp_path, "--moves", 50)
    process = start(path, *arguments)
    wait_for(lambda: count(path) >= 3)
    (tmp_path / "slow").write_text(" ".join(map(str, range(40))))  # from now on each takes a minute
    time.sleep(0.3)
    asked = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
    out, err = end_of(process)
    assert time.monotonic() - asked < 30
    assert process.returncode == 130
    assert f"interrupted: {path} has {count(path)} of 40 numbers; the same command goes on from there" in err
    assert "Traceback" not in err
    assert out == ""
    (tmp_path / "slow").unlink()
    assert toy_sweep(path, *arguments) == 0
    assert results(path) == expected()


def test_a_terminated_sweep_leaves_no_process_behind(path):
    process = start(path, "--games", 1000, "--moves", 20, "--jobs", 2)
    wait_for(lambda: count(path) >= 3)
    process.terminate()
    end_of(process)


# ------------------------------------------------------------ what is printed


def test_the_summary_is_the_same_whatever_the_order_of_the_items(path, capsys):
    assert toy_sweep(path, "--jobs", 1) == 0
    first = capsys.readouterr().out
    change(path, "UPDATE items SET rowid = 1000 + random() % 1000 * 1000 + rowid")
    assert [*results(path)] != [*expected()]
    assert main(["sweep", "--summary", str(path)]) == 0
    assert capsys.readouterr().out == first
    assert "1,521  number 39" in first


def test_the_summary_of_an_unfinished_sweep_says_so(path, capsys):
    assert toy_sweep(path, "--jobs", 1) == 0
    keep(path, 4)
    capsys.readouterr()
    assert main(["sweep", "--summary", str(path)]) == 0
    assert "4 of 40 numbers" in capsys.readouterr().out
    keep(path, 0)
    assert main(["sweep", "--summary", str(path), "--format", "json"]) == 0
    assert "0 of 40 numbers" in json.loads(capsys.readouterr().out)["remarks"]


def test_quiet_prints_errors_and_nothing_else(path, tmp_path, capsys):
    assert toy_sweep(path, "--jobs", 1, "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    (tmp_path / "fail").write_text("3")
    assert toy_sweep(tmp_path / "other", "--jobs", 1, "--quiet", "--engine", tmp_path) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "ironboard: number 3: ValueError: 3 cannot be squared",
        "ironboard: 1 failed; the same command tries them again",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--output x",
        "chess --output x",
        f"toy --output x --summary {__file__}",
        f"--summary {__file__} --games 3",
        "toy --output x --jobs 2 --scheduler tcp://x",
        "toy --output x --jobs 0",
        "wally-gtp --output x",
        "wally-random --output x --engine gnugo",
        "wally-positions --output x --games 3",
        "wally-random --output x --handicap 1",
        "wally-random --output x --handicap 18",
        "wally-gtp --output x --engine gnugo --wally grey",
        "wally-random --output x --handicap 0,x",
        "wally-positions --output x --judge gnugo",
        "toy --output x --sgf games",
    ],
)
def test_wrong_use_is_status_2_and_writes_nothing(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["sweep", *arguments.split()])
    assert stop.value.code == 2
    assert "see 'ironboard sweep --help'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_output_the_journal_is_in_the_current_folder_and_another_sweeps_is_left_alone(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy.sqlite").write_text("my own notes\n")
    assert main(["sweep", "toy", "--jobs", "1"]) == 0
    assert "the journal is toy-2.sqlite" in capsys.readouterr().err
    assert results(tmp_path / "toy-2.sqlite") == expected()
    before = read(tmp_path / "toy-2.sqlite")
    assert main(["sweep", "toy", "--jobs", "1"]) == 0  # the same sweep: nothing is left to do
    assert main(["sweep", "toy", "--jobs", "1", "--games", "5"]) == 0  # another one
    assert read(tmp_path / "toy-2.sqlite") == before
    assert results(tmp_path / "toy-3.sqlite") == expected(5)
    assert (tmp_path / "toy.sqlite").read_text() == "my own notes\n"


def test_a_summary_of_something_else_is_refused(tmp_path, capsys):
    (tmp_path / "x").write_text("hello\n")
    assert main(["sweep", "--summary", str(tmp_path / "x")]) == 1
    assert "is not the journal of a sweep" in capsys.readouterr().err
    assert main(["sweep", "--summary", str(tmp_path / "y")]) == 1
    assert "cannot read" in capsys.readouterr().err


def test_a_journal_of_an_unknown_workload_is_refused(path, monkeypatch):
    assert toy_sweep(path, "--jobs", 1) == 0
    monkeypatch.delitem(SWEEPS, "toy")
    with pytest.raises(IronboardError, match="there is no workload 'toy': there are wally-positions,"):
        sweep.summarise(path)


def test_workloads_are_found_by_their_names():
    assert [find(name).name for name in (*SWEEPS, *MATCHES)] == [*SWEEPS, *MATCHES]


@pytest.mark.parametrize(
    "address",
    ["", "0x", "x", "foo://x:1", "tcp://", "tcp://x", "tcp://:1", "tcp://x:0", "tcp://x:65536", "tcp://x:-1",
     "tcp://x:99999999", "tcp://x:1.5", "tcp://x:" + "9" * 5000, "tcp://[x:1", "tcp://a b:1", "tcp://a\nb:1"],
)  # fmt: skip
def test_a_wrong_address_of_a_scheduler_is_refused_before_anything_is_done(address, path, capsys):
    pytest.importorskip("distributed")
    with pytest.raises(IronboardError, match="is no address of a Dask scheduler: expected tcp://HOST:PORT"):
        workers.Cluster(address)
    with pytest.raises(SystemExit):
        main(["sweep", "wally-random", f"--output={path}", f"--scheduler={address}"])
    assert "is no address of a Dask scheduler" in capsys.readouterr().err
    assert not path.exists()
