"""The journal: nothing in it is lost, nothing twice; what is not one is refused and stays as it is."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from emulators.errors import IronboardError
from host.experiments.sweeps.journal import Header, Journal, JournalError, read
from host.experiments.sweeps.sweep import summary_of

KEYS = [str(number) for number in range(10)]
HEADER = Header("toy", {"games": 10, "seed": 0}, 10, {"ironboard": "1.0", "wally": "abc"})
RESULTS = {"3": {"square": 9}, "1": {"square": 1, "text": "é\n\x00"}, "2": {"square": 4}}


def journal(path, header=HEADER, keys=KEYS):
    return closing(Journal(path, header, keys))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.sqlite"


@pytest.fixture
def written(path):
    """A journal with three results and an error."""
    with journal(path) as made:
        for key, result in RESULTS.items():
            made.add(key, result)
        made.add("7", None, "it is raining")
    return path


def change(path, *statements):
    with closing(sqlite3.connect(path)) as database:
        for each in statements:
            database.execute(each)
        database.commit()


def test_what_is_added_is_there_the_next_time(written):
    with journal(written) as again:
        assert list(again.results.items()) == list(RESULTS.items())
        assert again.errors == {"7": "it is raining"}


def test_the_file_is_one_database_with_a_row_for_the_sweep_and_one_for_each_item(written):
    assert list(written.parent.iterdir()) == [written]
    with closing(sqlite3.connect(written)) as database:
        ((workload, parameters, items, made_by),) = database.execute("SELECT * FROM sweep")
        assert (workload, json.loads(parameters), items, json.loads(made_by)) == HEADER
        squares = "SELECT key, json_extract(result, '$.square'), error FROM items"
        assert list(database.execute(squares)) == [
            ("3", 9, None), ("1", 1, None), ("2", 4, None), ("7", None, "it is raining"),
        ]  # fmt: skip


def test_a_result_takes_the_place_of_an_error_not_of_a_result(written):
    with journal(written) as again:
        again.add("7", None, "it is still raining")
        again.add("7", {"square": 49})
        assert again.errors == {}
        with pytest.raises(AssertionError, match="'7' has been done twice"):
            again.add("7", {"square": 49})
    assert read(written).results["7"] == {"square": 49}
    assert read(written).errors == {}


# ------------------------------------------------------------ damage, and other files


def refused(path, message, header=HEADER):
    before = path.read_bytes()
    with pytest.raises(IronboardError, match=message):
        Journal(path, header, KEYS)
    assert path.read_bytes() == before, "a journal that is refused stays as it is"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("data", [b"\n", b"dear diary\n" * 100, b"\x89PNG\r\n", b"SQLite format 3\0"])
def test_a_foreign_file_is_refused_and_nothing_is_put_beside_it(path, data):
    path.write_bytes(data)
    refused(path, "is not the journal of a sweep")


def test_a_database_of_something_else_is_refused(path):
    change(path, "CREATE TABLE sweep (workload TEXT)")
    refused(path, "is not the journal of a sweep")


def test_a_journal_of_an_older_version_is_refused(path):
    path.write_bytes(b'{"ironboard-sweep": 1, "workload": "toy"}\n')
    refused(path, "is a journal of an older Ironboard, a text file: begin another one")
    with pytest.raises(JournalError, match="is a journal of an older Ironboard"):
        read(path)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("PRAGMA user_version = 3", "has the form 3 of a journal: this version reads and writes 2"),
        ("UPDATE sweep SET parameters = '{'", "is damaged"),
        ("UPDATE items SET result = '{' WHERE key = '3'", "is damaged"),
        ("DROP TABLE items", "cannot be used: no such table: items"),
        ("INSERT INTO items VALUES ('99', '{}', NULL)", "has the item '99', which this sweep has not"),
        ("INSERT INTO items VALUES ('99', NULL, '')", "has the item '99', which this sweep has not"),
    ],
)
def test_what_no_sweep_writes_is_refused(written, statement, message):
    change(written, statement)
    refused(written, message)


def test_a_file_that_was_cut_short_is_refused_or_nothing_of_it_is_lost(written):
    data, whole, chance, refused = written.read_bytes(), read(written), random.Random(1), 0
    for _ in range(50):
        written.write_bytes(data[: chance.randrange(1, len(data))])
        try:
            assert read(written) == whole
        except JournalError:
            refused += 1
    assert refused > 25


# ------------------------------------------------------------ other sweeps


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (HEADER._replace(workload="joy"), "it is of toy, not of joy"),
        (HEADER._replace(parameters={"games": 20, "seed": 0}), "games is 10 there, 20 here"),
        (HEADER._replace(parameters={"games": 10, "seed": None}), "seed is 0 there, null here"),
        (HEADER._replace(parameters={"games": 10}), "seed is 0 there, null here"),
        (HEADER._replace(made_by={"ironboard": "2.0", "wally": "abc"}), "it was made by ironboard 1.0, this is 2.0"),
        (HEADER._replace(made_by={"ironboard": "1.0", "wally": "xyz"}), "it was made by wally abc, this is xyz"),
        (HEADER._replace(items=11), "it has 10 items, not 11"),
    ],
)
def test_the_journal_of_another_sweep_is_refused_with_the_difference(written, other, message):
    refused(written, message, other)


# ------------------------------------------------------------ one writer


def test_two_cannot_write_one_journal_but_others_may_read(path, tmp_path):
    with journal(path) as first:
        link = tmp_path / "link.sqlite"
        link.symlink_to(path)
        for key in ("1", "2"):
            first.add(key, {"square": int(key)})
            for name in (path, link):
                with pytest.raises(JournalError, match="is being written by another process"):
                    Journal(name, HEADER, KEYS)
            assert read(path).results == first.results
    with journal(path) as second:
        assert [*second.results] == ["1", "2"]


def test_a_writer_waits_for_those_who_read_when_it_begins(written):
    with closing(sqlite3.connect(written, isolation_level=None, check_same_thread=False)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM items").fetchone()
        waiting = threading.Timer(0.2, reader.rollback)
        waiting.start()
        with journal(written) as again:
            assert again.results
        waiting.join()


@pytest.mark.parametrize("added", ["journal.add('1', {'square': 1})", "pass"])
def test_a_writer_that_was_killed_leaves_what_it_has_added_and_no_lock(path, added):
    program = (
        "import sys, time; from pathlib import Path; from host.experiments.sweeps.journal import *\n"
        f"journal = Journal(Path({str(path)!r}), {HEADER!r}, {KEYS!r}); {added}\n"
        "print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().strip() == b"open"
        with pytest.raises(JournalError, match="another process"):
            Journal(path, HEADER, KEYS)
        process.kill()
    with journal(path) as again:
        assert again.results == ({} if added == "pass" else {"1": {"square": 1}})


def test_a_full_disk_is_a_clear_error_and_leaves_what_was_there(written):
    with journal(written) as full:
        full._database.execute("PRAGMA max_page_count = 1")
        with pytest.raises(JournalError, match="cannot be used: database or disk is full"):
            full.add("9", {"square": "8" * 100_000})
    assert read(written).results == RESULTS


DEEP = "[" * 100_000 + "]" * 100_000
ENDLESS = (
    "CREATE VIEW items(key, result, error, rowid) AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) "
    "SELECT x, '{}', NULL, x FROM c"
)
FORGERIES = {
    "parameters deep": f"UPDATE sweep SET parameters = '{DEEP}'",
    "parameters a list": "UPDATE sweep SET parameters = '[]'",
    "parameters nothing": "UPDATE sweep SET parameters = NULL",
    "made by a number": "UPDATE sweep SET made_by = '7'",
    "items a text": "UPDATE sweep SET items = 'x'",
    "items nothing": "UPDATE sweep SET items = NULL",
    "items negative": "UPDATE sweep SET items = -1",
    "workload bytes": "UPDATE sweep SET workload = x'ff'",
    "workload nothing": "UPDATE sweep SET workload = NULL",
    "no header": "DELETE FROM sweep",
    "two headers": "INSERT INTO sweep SELECT * FROM sweep",
    "result deep": f"UPDATE items SET result = '{DEEP}' WHERE key = '1'",
    "result infinite": """UPDATE items SET result = '{"square": 1e400}' WHERE key = '1'""",
    "result not a number": """UPDATE items SET result = '{"square": NaN}' WHERE key = '1'""",
    "result bytes": "UPDATE items SET result = x'ff00' WHERE key = '1'",
    "key nothing": "UPDATE items SET key = NULL WHERE key = '1'",
    "key bytes": "UPDATE items SET key = x'00' WHERE key = '1'",
    "neither result nor error": "UPDATE items SET result = NULL WHERE key = '1'",
    "error bytes": "UPDATE items SET error = x'00' WHERE key = '7'",
    "items without an end": f"DROP TABLE items; {ENDLESS}",
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_journal_is_one_error_line(written, forgery):
    change(written, *FORGERIES[forgery].split("; "))
    with pytest.raises(JournalError, match=r"is damaged: [^\n]*$"):
        read(written)
    with pytest.raises(JournalError, match=r"is damaged: [^\n]*$"):
        journal(written)


def test_results_without_their_parameters_are_one_error_line(path):
    moves = {"black": [1], "white": [1]}
    with journal(path, Header("checkers-self", {}, 1, {}), ["1"]) as made:
        made.add("1", {"moves": "1-2", "end": "blocked", "winner": "draw", "cycles": moves, "nodes": moves})
    with pytest.raises(JournalError, match=r"is damaged: [^\n]*$"):
        summary_of(path)
