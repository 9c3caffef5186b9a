"""The journal: nothing in it is lost, nothing twice; a torn end is cut off, every other damage refused."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError, SourceError
from host.sweep import journal as journals
from host.sweep.journal import Header, Journal, JournalError, read

KEYS = [str(number) for number in range(10)]
HEADER = Header("toy", {"games": 10, "seed": 0}, 10, {"ironboard": "1.0", "wally": "abc"})
RESULTS = {"3": {"square": 9}, "1": {"square": 1, "text": "é\n\x00"}, "2": {"square": 4}}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.jsonl"


@pytest.fixture
def written(path):
    """A journal with three results and an error."""
    with Journal(path, HEADER, KEYS) as journal:
        for key, result in RESULTS.items():
            journal.add(key, result)
        journal.add("7", None, "it is raining")
    return path


def test_what_is_added_is_there_the_next_time(written):
    with Journal(written, HEADER, KEYS) as journal:
        assert journal.results == RESULTS
        assert journal.errors == {"7": "it is raining"}
        assert journal.cut == 0


def test_the_file_has_a_line_for_the_sweep_and_one_for_each_item_in_plain_ascii(written):
    lines = [json.loads(line) for line in written.read_text("ascii").splitlines()]
    assert lines[0] == {
        "ironboard-sweep": 1, "workload": "toy", "parameters": {"games": 10, "seed": 0}, "items": 10,
        "made-by": {"ironboard": "1.0", "wally": "abc"},
    }  # fmt: skip
    assert lines[1:] == [
        *({"key": key, "result": result} for key, result in RESULTS.items()),
        {"key": "7", "error": "it is raining"},
    ]


def test_a_result_takes_the_place_of_an_error_not_of_a_result(written):
    with Journal(written, HEADER, KEYS) as journal:
        journal.add("7", None, "it is still raining")
        journal.add("7", {"square": 49})
        assert journal.errors == {}
        with pytest.raises(AssertionError, match="'7' has been done twice"):
            journal.add("7", {"square": 49})
    assert read(written).results["7"] == {"square": 49}
    assert read(written).errors == {}


# ------------------------------------------------------------ torn ends


def test_wherever_the_file_is_torn_behind_the_first_line_all_whole_lines_are_kept(written):
    data = written.read_bytes()
    first = data.index(b"\n") + 1
    for length in range(first, len(data) + 1):
        written.write_bytes(data[:length])
        whole = data[:length].count(b"\n") - 1
        with Journal(written, HEADER, KEYS) as journal:
            assert [*journal.results, *journal.errors] == [*RESULTS, "7"][:whole]
            assert journal.cut == length - data.rindex(b"\n", 0, length) - 1
            for key, result in list(RESULTS.items())[len(journal.results) :]:
                journal.add(key, result)
        assert read(written).results == RESULTS
        assert b"\n\n" not in written.read_bytes()


def test_what_a_file_system_fills_a_torn_line_up_with_is_cut_off_too(written):
    data = written.read_bytes()
    for torn in (b'{"key": "9", "res' + bytes(500), bytes(4096), b'{"k' + bytes(1)):
        written.write_bytes(data + torn)
        with Journal(written, HEADER, KEYS) as journal:
            assert journal.cut == len(torn)
        assert written.read_bytes() == data


def test_a_torn_end_is_left_alone_by_those_who_only_read(written):
    data = written.read_bytes() + b'{"key": "9"'
    written.write_bytes(data)
    assert read(written).results == RESULTS
    assert read(written).torn == 11
    assert written.read_bytes() == data


@pytest.mark.parametrize("tail", [b"\xff\xfe", b"the end", b'{"key": "9"\x00\x01', b"\r", b'\x00{"key": "'])
def test_an_end_that_no_torn_line_can_have_is_refused(written, tail):
    data = written.read_bytes() + tail
    written.write_bytes(data)
    with pytest.raises(SourceError, match=r"toy\.jsonl:6:1: error: the line has no end"):
        Journal(written, HEADER, KEYS)
    assert written.read_bytes() == data


# ------------------------------------------------------------ damage


def refused(path, data, message="toy.jsonl"):
    path.write_bytes(data)
    with pytest.raises(IronboardError, match=message):
        Journal(path, HEADER, KEYS)
    assert path.read_bytes() == data, "a journal that is refused stays as it is"


def test_a_byte_lost_anywhere_in_a_whole_line_is_refused(written):
    data = written.read_bytes()
    for place in range(len(data) - 1):
        refused(written, data[:place] + b"\0" + data[place + 1 :])


def test_a_line_end_lost_between_two_lines_is_refused(written):
    data = written.read_bytes()
    for place in [place for place, byte in enumerate(data[:-1]) if byte == 0x0A]:
        refused(written, data[:place] + b" " + data[place + 1 :])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", ":6:1: error: the line is damaged"),
        (b"[" * 100_000, "the line is damaged"),
        (b"[]", "the line has no key"),
        (b'{"key": 7, "result": {}}', "the line has no key"),
        (b'{"key": "9"}', "neither a result nor an error"),
        (b'{"key": "9", "result": 1}', "neither a result nor an error"),
        (b'{"key": "9", "result": {}, "error": ""}', "neither a result nor an error"),
        (b'{"key": "9", "result": {}, "more": 1}', "neither a result nor an error"),
        (b'{"key": "3", "result": {"square": 9}}', "there is a result for '3' already"),
        (b'{"key": "3", "error": "late"}', "there is a result for '3' already"),
        (b'{"key": "99", "result": {}}', "has the item '99', which this sweep has not"),
        (b'{"key": "99", "error": ""}', "has the item '99', which this sweep has not"),
    ],
)
def test_lines_that_no_sweep_writes_are_refused(written, line, message):
    refused(written, written.read_bytes() + line + b"\n", message)


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"dear diary\n", b'{"ironboard": 1}\n', b"\x89PNG\r\n", b'{"ironboard-sweep":', b"{}\n" * 1000],
)
def test_a_foreign_file_is_refused_and_nothing_is_put_beside_it(path, data):
    refused(path, data, "is not the journal of a sweep|the first line is damaged")
    if not data.startswith(b'{"ironboard-sweep":'):
        assert list(path.parent.iterdir()) == [path]


def test_a_first_line_with_other_fields_is_refused(path):
    content = json.loads(HEADER.line())
    for change in ({"items": "10"}, {"made-by": None}, {"more": 1}):
        refused(path, json.dumps(content | change).encode() + b"\n", "the first line is damaged")
    refused(path, json.dumps(content | {"ironboard-sweep": 2}).encode() + b"\n", "has the form 2 of a journal")


@given(st.binary(max_size=200))
def test_whatever_is_behind_the_first_line_it_is_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "fuzz.jsonl"
    path.write_bytes(HEADER.line() + data)
    try:
        contents = read(path)
    except IronboardError:
        return
    assert contents.end + contents.torn == len(HEADER.line()) + len(data)


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
    before = written.read_bytes()
    with pytest.raises(JournalError, match=message):
        Journal(written, other, KEYS)
    assert written.read_bytes() == before


# ------------------------------------------------------------ one writer


def test_two_cannot_write_one_journal(path, tmp_path):
    with Journal(path, HEADER, KEYS) as journal:
        journal.add("1", {"square": 1})
        before = path.read_bytes()
        link = tmp_path / "link.jsonl"
        link.symlink_to(path)
        for name in (path, link):
            with pytest.raises(JournalError, match="is being written by another process"):
                Journal(name, HEADER, KEYS)
        assert path.read_bytes() == before
        assert read(path).results == {"1": {"square": 1}}  # reading is allowed
    Journal(path, HEADER, KEYS).close()


def test_a_writer_that_was_killed_leaves_no_lock_behind(path):
    program = (
        "import sys, time; from pathlib import Path; from host.sweep.journal import *\n"
        f"journal = Journal(Path({str(path)!r}), {HEADER!r}, {KEYS!r}); journal.add('1', {{'square': 1}})\n"
        "print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline().strip() == b"open"
        with pytest.raises(JournalError, match="another process"):
            Journal(path, HEADER, KEYS)
        process.kill()
    with Journal(path, HEADER, KEYS) as journal:
        assert journal.results == {"1": {"square": 1}}


# ------------------------------------------------------------ the disk


class FullDisk:
    """A file on a disk with room for so many bytes more."""

    def __init__(self, file, room):
        self.file, self.room = file, room

    def write(self, data):
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = self.file.write(data[: self.room])
        self.room -= count
        return count

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self.file.__enter__()

    def __exit__(self, *error):
        return self.file.__exit__(*error)


@pytest.mark.parametrize("room", [0, 1, 20, 30])
def test_a_line_for_which_there_is_no_room_leaves_nothing_behind(written, room):
    before = written.read_bytes()
    with Journal(written, HEADER, KEYS) as journal:
        file, journal._file = journal._file, FullDisk(journal._file, room)
        with pytest.raises(IronboardError, match=r"cannot write .*: No space left on device"):
            journal.add("9", {"square": 81})
        assert written.read_bytes() == before
        journal._file = file
        journal.add("9", {"square": 81})
    assert read(written).results["9"] == {"square": 81}


def test_lines_written_in_pieces_come_out_whole(written):
    with Journal(written, HEADER, KEYS) as journal:
        pieces = FullDisk(journal._file, 10**9)
        pieces.write = lambda data: pieces.file.write(data[:7])
        journal._file = pieces
        journal.add("9", {"square": 81})
    assert read(written).results["9"] == {"square": 81}


def test_everything_is_put_on_the_disk_now_and_then_and_at_the_end(path, monkeypatch):
    synced, now = [], [0.0]
    monkeypatch.setattr(journals.os, "fsync", lambda handle: synced.append(now[0]))
    monkeypatch.setattr(journals.time, "monotonic", lambda: now[0])
    with Journal(path, HEADER, KEYS) as journal:
        synced.clear()
        for key in KEYS:
            now[0] += 2.0
            journal.add(key, {"square": 0})
        now[0] += 0.5
    assert synced == [6.0, 12.0, 18.0, 20.5]
