"""The study that runs others' suites twice, on a project of our own."""

import sys

import pytest

from docs.studies import py65_suites

HARNESS = """
from py65.devices.mpu6502 import MPU

HALT = 0x9000

class Cpu:
    def __init__(self):
        self.mpu = MPU()
        self.mem = self.mpu.memory

    def call(self, address, max_steps=200):
        mpu = self.mpu
        mpu.sp, mpu.pc, first = 0xFD, address, mpu.processorCycles
        self.mem[0x1FE], self.mem[0x1FF] = HALT - 1 & 0xFF, HALT - 1 >> 8
        for _ in range(max_steps):
            mpu.step()
            if mpu.pc == HALT:
                return mpu.processorCycles - first
        raise RuntimeError("not back")
"""
TEST = """
from py65_harness import Cpu

cpu = Cpu()
cpu.mem[0x400:0x404] = [0xCA, 0xD0, 0xFD, 0x60]
cpu.mpu.x = 20
print(cpu.call(0x400), "cycles")
print(type(cpu.mpu).__module__ if WRONG else "done")
"""


@pytest.mark.parametrize("wrong", [False, True])
def test_results_are_compared_test_by_test_and_call_by_call(tmp_path, monkeypatch, capsys, wrong):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "py65_harness.py").write_text(HARNESS)
    (tmp_path / "tests" / "test_it.py").write_text(TEST.replace("WRONG", str(wrong)))
    monkeypatch.setattr(sys, "argv", ["py65_suites.py", "dr-mario", str(tmp_path), "test_it"])
    assert py65_suites.main() == wrong
    _heading, row, *differences = capsys.readouterr().out.splitlines()
    assert row.split()[:4] == ["test_it", "4", "1", "0.0"]
    assert differences == ["    another result: test_it, line 2"] * wrong
