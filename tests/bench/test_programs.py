"""The benchmark programs run to success on every core in the same cycles, and are found out when they go wrong."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess

import pytest
from py65.devices.mpu6502 import MPU

from emulators.errors import IronboardError
from emulators.roms import manifest
from host.assemblers.mos6502 import assemble
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import programs
from host.experiments.bench.programs import (
    BCD,
    BITS,
    COPY,
    DISPLAY,
    FAILED,
    FUNCTIONAL,
    PASSES,
    PREPARING,
    SCAN,
    SECTION,
    SIEVE,
    SUCCEEDED,
    SUCCESS,
)
from host.machines.kim1.machine import Kim1
from tests.shared import spread

FRAMED = (COPY, BCD, SIEVE, BITS, SCAN)  # those with asm/kim1/bench/frame.inc
ALONE = [each for each in FRAMED if each.alone]
named = pytest.mark.parametrize("program", FRAMED, ids=lambda each: each.name)
RESULTS = {"copy": "00E401", "bcd": "590123", "sieve": "001899", "bits": "001899", "scan": "000235"}


def sample(program):
    return {**program.settings, **program.sample}


@pytest.fixture(scope="module")
def machines():
    """Compiled machines with the programs, by name."""
    return {each.name: programs.machine(each, "compiled") for each in FRAMED}


def source(program):
    return CHECKOUT / manifest()[program.name]["source"]


@named
def test_the_frame_is_where_the_host_looks_for_it(program):
    symbols = assemble(source(program)).symbols
    names = {"PASSES": PASSES, "SECTION": SECTION, "RIGHT": DISPLAY}
    names |= {"SUCCESS": program.start + SUCCESS, "FAILED": program.start + FAILED}
    assert {name: symbols[name] for name in names} == names
    assert manifest()[program.name]["entry"] == program.start


@pytest.mark.parametrize("program", spread(FRAMED, 3), ids=lambda each: each.name)
def test_every_core_takes_the_same_cycles_and_finds_the_same(program, machines):
    expected = programs.observe(machines[program.name], program, sample(program))
    assert programs.run(machines[program.name], program, sample(program)) == expected.all_cycles
    slow = programs.machine(program, "py65")
    assert programs.run(slow, program, sample(program)) == expected.all_cycles
    assert slow.memory[DISPLAY : DISPLAY + 3] == programs.shown(RESULTS[program.name])


@pytest.mark.parametrize("program", [BITS, SCAN], ids=lambda each: each.name)
def test_the_plain_core_takes_the_same_cycles(program, machines):
    few = {**program.settings, PASSES: 1}
    expected = programs.run(machines[program.name], program, few)
    assert programs.run(programs.machine(program, "python"), program, few) == expected


@pytest.mark.parametrize("program", spread(ALONE, 2), ids=lambda each: each.name)
def test_py65_without_a_board_executes_as_many_instructions(program, machines):
    """Counted here one by one; the cycles may differ by those of DEC absolute, which py65 does not know."""
    expected = programs.observe(machines[program.name], program, sample(program))
    programs.prepare(machines[program.name], program, sample(program))
    mpu = MPU(memory=[*machines[program.name].memory[:]], pc=program.start)
    mpu.p = programs.INTERRUPTS_OFF
    count = 0
    while mpu.pc not in (program.start + SUCCESS, program.start + FAILED):
        mpu.step()
        count += 1
    assert count == expected.all_instructions
    assert 0 <= expected.all_cycles - mpu.processorCycles <= 10


@named
def test_the_result_is_left_in_the_display_for_whoever_runs_it_by_hand(program):
    kim = Kim1(core="compiled", **program.machine)
    kim.run(programs.INITIALISED)
    kim.load(program.name)
    kim.start(program.start)
    assert kim.run_until(lambda kim: kim.display.upper() == RESULTS[program.name], seconds=10)


@named
def test_sections_add_up_to_the_whole(program, machines):
    """Those of a second run, without observation, are as many."""
    seen = programs.observe(machines[program.name], program, sample(program))
    assert programs.run(machines[program.name], program, sample(program)) == seen.all_cycles
    assert set(seen.cycles) == {*program.sections} | {PREPARING}
    assert seen.all_cycles == sum(seen.cycles.values())
    (table,) = programs.tables(program, seen)
    assert [row[1] for row in table.rows] == [seen.cycles[section] for section in program.sections]


def test_passes_do_the_same_every_time(machines):
    one, three = (programs.observe(machines["sieve"], SIEVE, {PASSES: passes}) for passes in (1, 3))
    assert all(three.cycles[section] == 3 * one.cycles[section] for section in (1, 2))


# ------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize("opcode", [0x65, 0x85, 0xD0, 0xC8], ids=["ADC-zp", "STA-zp", "BNE", "INY"])
@pytest.mark.parametrize("program", ALONE, ids=lambda each: each.name)
def test_a_core_that_errs_is_found_out(program, opcode, monkeypatch):
    """The instruction does nothing but to step over its operand."""
    monkeypatch.setattr(programs, "LIMIT", 3_000_000)
    kim = programs.machine(program, "compiled")
    kim.m.op[opcode] = kim.m.op[0xEA]  # NOP
    kim.m.mode[opcode] = kim.m.mode[{0xC8: 0xEA, 0xD0: 0xA9}.get(opcode, 0xA5)]
    with pytest.raises(IronboardError, match=f"^{program.name}"):
        programs.observe(kim, program, sample(program))


@pytest.mark.parametrize(
    ("program", "address", "section"),
    [
        (COPY, 0x0400, SUCCEEDED),
        (COPY, 0x13FF, SUCCEEDED),
        (COPY, DISPLAY, SUCCEEDED),
        (BCD, 0x0300, 1),
        (BCD, 0x0100, 1),
        (BCD, 0x037F, 2),
        (BCD, 0x03FF, 2),
        (BCD, 0x0182, 3),
        (BCD, 0x0380, 3),
        (BCD, DISPLAY + 2, SUCCEEDED),
        (SIEVE, 0x2000, SUCCEEDED),
        (SIEVE, 0x3FFE, SUCCEEDED),
        (SIEVE, DISPLAY, SUCCEEDED),
        (BITS, 0x0300, SUCCEEDED),
        (BITS, DISPLAY + 1, SUCCEEDED),
        (SCAN, DISPLAY, SUCCEEDED),
    ],
    ids=lambda value: getattr(value, "name", None) or f"{value:04X}",
)
def test_a_wrong_byte_in_the_result_is_an_error(program, address, section, machines):
    """The byte is changed before the host looks at it: what the program itself checks is no help here."""

    def changed(kim, passes):
        kim.memory[address] = byte = kim.memory[address] ^ 1
        try:
            return program.checks[section](kim, passes)
        finally:
            kim.memory[address] = byte ^ 1

    spoiled = dataclasses.replace(program, checks={**program.checks, section: changed})
    with pytest.raises(IronboardError, match=f"^{program.name}: {address:04X} holds .., Python has .."):
        programs.observe(machines[program.name], spoiled, sample(program))
    programs.observe(machines[program.name], program, sample(program))


def test_a_program_that_does_not_end_is_an_error(machines, monkeypatch):
    monkeypatch.setattr(programs, "LIMIT", 10_000)
    with pytest.raises(IronboardError, match=r"^sieve ended at 02.., in section 1: NONE"):
        programs.run(machines["sieve"], SIEVE, {PASSES: 1})


def test_py65_without_a_board_notices_failure():
    kim = programs.machine(SIEVE, "py65")
    programs.prepare(kim, SIEVE, {PASSES: 1})
    memory = bytearray(kim.memory[:])
    memory[memory.index(bytes.fromhex("C96B")) + 1] ^= 1  # CMP #<1899
    with pytest.raises(IronboardError, match="sieve failed on py65, in section 0"):
        programs.run_alone(bytes(memory), SIEVE)


# ------------------------------------------------------------ the measurement


def test_a_program_is_measured_on_all_cores():
    result = programs.measure_program(dataclasses.replace(BITS, settings={PASSES: 2}, sample={PASSES: 1}), 1)
    assert [row.label for row in result.rows] == [programs.COMPILED, programs.PY65, programs.PY65_ALONE]
    compiled, slow, alone = result.rows
    assert compiled.instructions is not None
    assert slow.cycles == alone.cycles
    assert slow.instructions == alone.instructions
    assert 1.9 < compiled.instructions / slow.instructions < 2.1
    assert result.base_row is slow
    assert "py65 does a part of it" in result.notes[0]


def test_a_program_that_needs_the_board_is_not_run_without():
    result = programs.measure_program(dataclasses.replace(SCAN, settings={PASSES: 2}), 1)
    assert [row.label for row in result.rows] == [programs.COMPILED, programs.PY65]
    assert not result.notes


def test_sections_of_the_functional_test_are_not_watched():
    kim = programs.machine(FUNCTIONAL, "compiled")
    seen = programs.observe(kim, FUNCTIONAL, sample(FUNCTIONAL))
    assert set(seen.cycles) == {PREPARING}
    assert seen.all_instructions == 1_082_268  # py65 has counted as many, step by step
    assert list(programs.tables(FUNCTIONAL, seen)) == []


@pytest.mark.skipif(not shutil.which("ca65"), reason="ca65 is not installed")
@pytest.mark.parametrize("name", ["functional", *(each.name for each in FRAMED)])
def test_ca65_accepts_the_source(name, tmp_path):
    path = CHECKOUT / "asm" / "kim1" / "bench" / f"{name}.s"
    subprocess.run(["ca65", str(path), "-o", str(tmp_path / "program.o")], check=True)
