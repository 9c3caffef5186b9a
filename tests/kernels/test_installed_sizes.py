"""The table of sizes in docs/wheels.md, and the script that measures them."""

from __future__ import annotations

import re

from docs.tools import installed_sizes
from docs.tools.installed_sizes import LIMITS, PAGE, PLACE, ROWS, Measured, megabytes, table, too_large

ROW = Measured("ironboard-core", "3.11.7", 9.5, 19.5, 3.25, 0.1, 0.2, None)


def test_the_page_has_a_row_for_each_installation_and_none_is_above_its_limit():
    lines = PLACE.search(PAGE.read_text(encoding="utf-8"))[0].splitlines()[1:-1]
    assert lines[:2] == [*table([])]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert [*dict.fromkeys(row[0] for row in rows)] == [*ROWS]
    measured = [Measured(row[0], row[1], float(row[2]), float(row[3]), 0, 0, 0, None) for row in rows]
    assert too_large(measured) == []
    assert {row[1].rpartition(".")[0] for row in rows} == {"3.11", "3.15"}


def test_a_row_has_no_display_where_there_are_no_windows():
    assert [*table([ROW, ROW._replace(display=0.5)])][2:] == [
        "| `ironboard-core` | 3.11.7 | 9.5 | 19.5 | 3.2 s | 0.10 s | 0.20 s |  |",
        "| `ironboard-core` | 3.11.7 | 9.5 | 19.5 | 3.2 s | 0.10 s | 0.20 s | 0.50 s |",
    ]


def test_a_size_above_its_limit_is_told():
    assert too_large([ROW]) == []
    assert too_large([ROW._replace(compiled=20.1)]) == ["ironboard-core on Python 3.11.7: 20.1 MB, expected at most 20"]
    assert len(too_large([ROW._replace(plain=10.1, compiled=20.1), ROW._replace(name="ironboard", compiled=111)])) == 3
    assert LIMITS.keys() <= {*ROWS}


def test_files_are_counted_once_and_byte_code_apart(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_bytes(bytes(1_000_000))
    (tmp_path / "a" / "b.pyc").write_bytes(bytes(500_000))
    (tmp_path / "link.py").symlink_to(tmp_path / "a" / "b.py")
    assert (megabytes(tmp_path), megabytes(tmp_path, ".pyc")) == (1.5, 1.0)


def test_the_exit_status_is_that_of_the_limits(monkeypatch, capsys):
    monkeypatch.setattr(installed_sizes, "ROWS", ("ironboard-core",))
    for compiled, status in ((19, 0), (21, 1)):
        monkeypatch.setattr(installed_sizes, "measure", lambda *_, size=compiled: ROW._replace(compiled=size))
        assert installed_sizes.main(["dist", "--python", "python3"]) == status
        assert re.match(r"\| `pip install` .*\n\|---.*\n\| `ironboard-core` ", capsys.readouterr().out)
