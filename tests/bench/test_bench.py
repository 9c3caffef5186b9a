"""The benchmarks' workloads end with success and take the same cycles every time. Nothing is timed here."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.mos6502.isa import INSTRUCTIONS
from host.assemblers.mos6502 import assemble
from host.bench import cpu, starting, suite, wally
from host.bench.measuring import Result, Row, measure, times
from host.cli import main
from host.games.go_rules import Colour
from tests.kim1.wally import BLACK, ROOT, WHITE, known_positions

SOURCE = ROOT / "asm" / "kim1" / "bench" / "functional.s"
DOCUMENTED = [each for each in INSTRUCTIONS if each.documented]
JSR = 0x20
CHECKABLE = [each for each in DOCUMENTED if each.opcode != JSR]  # without JSR nothing of the test runs in order


@pytest.fixture(scope="module")
def kim():
    kim = cpu.machine("compiled")
    cpu.run(kim, cpu.SAMPLE)
    return kim


# ------------------------------------------------------------ the functional test


def test_the_addresses_are_those_of_the_source():
    symbols = assemble(SOURCE).symbols
    names = ("START", "SUCCESS", "FAILED", "PASSES", "STRIDE", "TEST")
    values = (None, cpu.SUCCESS, cpu.FAILED, cpu.PASSES, cpu.STRIDE, cpu.SECTION)
    assert all(symbols[name] == value for name, value in zip(names, values, strict=True) if value is not None)
    assert assemble(SOURCE).image.segments[1].address == cpu.START


def test_the_compiled_core_passes_with_all_pairs_of_operands(kim):
    assert cpu.run(kim, cpu.FULL) > 100_000_000


@pytest.mark.parametrize("stride", [cpu.SAMPLE, 85])
def test_every_core_takes_the_same_cycles(kim, stride):
    cores: list[Core] = ["py65", "python"]
    expected = cpu.run(kim, stride)
    assert cpu.run(kim, stride) == expected
    if stride == cpu.SAMPLE:
        cores.pop()  # half a minute
    assert [cpu.run(cpu.machine(core), stride) for core in cores] == [expected] * len(cores)


def test_py65_alone_passes():
    slow = cpu.machine("py65")
    cpu.prepare(slow, cpu.SAMPLE)
    alone = cpu.run_py65_alone(slow.memory[:])
    assert 0.999 < alone / cpu.run(slow, cpu.SAMPLE) <= 1  # py65 charges DEC absolute 3 cycles instead of 6


def test_more_passes_take_as_many_cycles_each(kim):
    one = cpu.run(kim, 85)
    cpu.prepare(kim, 85)
    kim.memory[cpu.PASSES] = 3
    start = kim.cycles
    kim.run(cpu.LIMIT)
    assert kim.read_register("PC") == cpu.SUCCESS
    assert 0 <= 3 * one - (kim.cycles - start) < 100


def spoil(kim, table, opcode, value):
    """Run the test on a processor that executes an opcode in another way; return whether it found out."""
    decode, memory = getattr(kim.m, table), bytes(kim.m.memory)
    right = int(decode[opcode])
    decode[opcode] = value
    try:
        cpu.prepare(kim, cpu.SAMPLE)
        kim.write_register("S", 0xFF)
        kim.run(8_000_000)
        return kim.read_register("PC") != cpu.SUCCESS
    finally:
        decode[opcode] = right
        kim.m.memory[:] = list(memory)  # it may have written over the program


@pytest.mark.parametrize("instruction", CHECKABLE, ids=lambda each: f"{each.opcode:02X}-{each.mnemonic}")
def test_a_wrong_operation_is_found_out(kim, instruction):
    """A neighbour's operation in the place of the right one, of those that use their operand in the same way."""
    alike = [
        each.opcode
        for each in DOCUMENTED
        if (each.access, each.mode) == (instruction.access, instruction.mode)
        and int(kim.m.op[each.opcode]) != int(kim.m.op[instruction.opcode])
    ]
    assert not spoil(kim, "op", instruction.opcode, int(kim.m.op[instruction.opcode]))
    others = [alike[0], alike[-1], alike[len(alike) // 2]] if alike else []
    assert all(spoil(kim, "op", instruction.opcode, int(kim.m.op[each])) for each in others)


@pytest.mark.parametrize("instruction", CHECKABLE, ids=lambda each: f"{each.opcode:02X}-{each.mnemonic}")
def test_a_wrong_addressing_mode_is_found_out(kim, instruction):
    modes = {each.mode for each in DOCUMENTED if each.mnemonic == instruction.mnemonic} - {instruction.mode}
    assert all(spoil(kim, "mode", instruction.opcode, mode) for mode in modes)


def test_a_failure_is_an_error(kim):
    kim.m.op[0xE8], right = kim.m.op[0xCA], int(kim.m.op[0xE8])  # INX as DEX
    try:
        with pytest.raises(IronboardError, match=r"ended at 2006, in section \d: BREAKPOINT"):
            cpu.run(kim, cpu.SAMPLE)
    finally:
        kim.m.op[0xE8] = right


@pytest.mark.skipif(not shutil.which("ca65"), reason="ca65 is not installed")
def test_ca65_accepts_the_source(tmp_path):
    subprocess.run(["ca65", str(SOURCE), "-o", str(tmp_path / "functional.o")], check=True)


# ------------------------------------------------------------ Wally


def test_the_positions_are_those_of_the_tests():
    colours = {BLACK: Colour.BLACK, WHITE: Colour.WHITE}
    expected = [{point: colours[what] for point, what in enumerate(known.board) if what in colours}
                for known in known_positions()]  # fmt: skip
    assert list(wally.positions()) == expected


def test_wallys_answers_take_the_same_cycles_on_every_core():
    boards = list(wally.positions())[::100]
    answers = [wally.think_all(wally.playing(core), boards) for core in ("compiled", "py65")]
    assert answers[0] == answers[1]
    assert all(10_000 < cycles < 400_000 for cycles in answers[0])


def test_the_histogram_counts_every_answer():
    lines = wally.histogram([1, 2, 60_000, 160_000])
    assert [line.split()[3] for line in lines] == ["2", "1", "0", "1"]
    assert [line.count("#") for line in lines] == [50, 25, 0, 25]


# ------------------------------------------------------------ measuring and reporting


def test_a_measurement_demands_the_same_cycles_in_every_run():
    cycles = iter([5, 5, 6])
    with pytest.raises(AssertionError, match=r"the runs took \[5, 6\] cycles"):
        measure("x", lambda: next(cycles), 3)


def test_a_row_has_median_and_clock():
    row = Row("x", (4.0, 1.0, 2.0), 6_000_000)
    assert (row.median, row.megahertz) == (2.0, 3.0)
    assert Row("y", (1.0,)).megahertz is None
    assert times(row, Row("z", (2.0,), 3_000_000)) == 2.0


def test_a_result_is_a_table_and_json(monkeypatch, tmp_path, capsys):
    result = Result("x", "a title", (Row("fast", (0.5, 0.25), 1_000_000), Row("start", (1.5,))), ("a note",), {"n": 1})
    monkeypatch.setattr(suite, "WORKLOADS", (suite.Workload("x", lambda runs: result, 3),))
    assert main(["bench", "x", "--json", str(tmp_path / "x.json")]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "x: a title"
    assert lines[2].split() == ["fast", "1,000,000", "0.375", "0.250", "0.500", "2.67", "2.7"]
    assert lines[3].split() == ["start", "1.500", "1.500", "1.500"]
    assert lines[4] == "  a note"
    data = json.loads((tmp_path / "x.json").read_text())
    assert data["results"][0]["rows"][0]["cycles"] == 1_000_000
    assert data["results"][0]["figures"] == {"n": 1}


def test_an_unknown_workload_is_an_error(capsys):
    assert main(["bench", "weather"]) == 1
    assert "there is no workload 'weather': there are cpu, wally, compile, start" in capsys.readouterr().err


def test_a_machine_comes_alive_in_a_process_of_its_own(tmp_path):
    assert starting.time_to_live(str(tmp_path), "py65") > 0
    with pytest.raises(IronboardError, match="did not start"):
        starting.time_to_live(str(tmp_path), "z80")
    with pytest.raises(IronboardError, match=r"(?s)python -c 1/0 failed: .*ZeroDivisionError"):
        starting.timed(str(tmp_path), "-c", "1/0")
