"""What the host sees on the ports of the scan agrees with the display's own counters, and with the manual's digits."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from emulators.kim1.display import DIGITS, SEGMENTS
from host.experiments.bench import programs
from host.experiments.bench.programs import COMPILED, DARK, INITIALISED, SCAND
from host.machines.kim1.machine import Kim1

ONE_SCAN = {0: 676, 1: 687, 2: 676, 3: 687, 4: 676, 5: 657}  # cycles; measured on the original ROM


def test_the_monitor_scans_as_the_original_does():
    scan = programs.watch_monitor()
    assert (scan.routine, scan.turn) == (4231, 4258)
    assert {digit: scan.lit[digit] for digit in range(DIGITS)} == ONE_SCAN
    assert scan.lit[DARK] == scan.turn - sum(ONE_SCAN.values())


def test_the_ports_tell_what_the_display_counts():
    kim = Kim1(core=COMPILED)
    kim.run(INITIALISED)
    programs.run_to(kim, SCAND)
    before = list(kim.m.lit)
    lit = programs.lit_until(kim, SCAND)
    counted = [int(now - then) for now, then in zip(kim.m.lit, before, strict=True)]
    for digit in range(DIGITS):
        assert max(counted[SEGMENTS * digit : SEGMENTS * (digit + 1)]) == lit[digit]


def test_tables_add_up():
    scans, lit = programs.scan_tables(programs.watch_monitor())
    assert sum(row[1] for row in lit.rows) == scans.rows[1][1]
    assert sum(row[2] for row in lit.rows) == pytest.approx(100, abs=0.05)
    assert scans.rows[1][2] == 234.85


def test_a_monitor_that_does_not_scan_is_an_error():
    kim = Kim1(core=COMPILED)
    kim.key_down("RS")
    with pytest.raises(IronboardError, match="has not come to 1F19 within 100,000 cycles"):
        programs.run_to(kim, SCAND)
