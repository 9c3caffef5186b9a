"""The processor at work: asm/kim1/bench/functional.s on the whole KIM-1, and on py65.

The KIM-1 has all its devices, and looks for breakpoints before every instruction. py65 is measured twice: as the
processor of the same KIM-1, and alone, on a list of bytes.
"""

from __future__ import annotations

from py65.devices.mpu6502 import MPU

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.machine import Stop
from host.bench.measuring import Result, Row, measure, times
from host.kim1 import Kim1

TITLE = "every documented instruction, checked (asm/kim1/bench/functional.s), on a KIM-1 with 8 K more RAM"
EXPANSION = 0x2000  # bytes from 2000 up
START, SUCCESS, FAILED = 0x2000, 0x2003, 0x2006
PASSES, STRIDE, SECTION = 0x0010, 0x0011, 0x0012
LIMIT = 2_000_000_000  # cycles
FULL, SAMPLE = 1, 51  # strides: all pairs of operands for the fast core, 72 pairs for the others
STATUS_AT_START = 0x34  # interrupts off


def machine(core: Core) -> Kim1:
    """Return a KIM-1 with the test loaded."""
    kim = Kim1(core=core, high_expansion=EXPANSION)
    kim.load("functional")
    for address in (SUCCESS, FAILED):
        kim.set_breakpoint(address)
    return kim


def run(kim: Kim1, stride: int) -> int:
    """Run the test from its start to its end; return the cycles. Raises IronboardError if it failed."""
    prepare(kim, stride)
    start = kim.cycles
    stop = kim.run(LIMIT)
    if stop != Stop.BREAKPOINT or kim.read_register("PC") != SUCCESS:
        place = kim.read_register("PC")
        raise IronboardError(f"the functional test ended at {place:04X}, in section {kim.memory[SECTION]}: {stop.name}")
    return kim.cycles - start


def prepare(kim: Kim1, stride: int) -> None:
    """Bring the machine to the start of the test."""
    kim.memory[PASSES], kim.memory[STRIDE] = 1, stride
    kim.write_register("PC", START)
    kim.write_register("P", STATUS_AT_START)


def run_py65_alone(memory: bytes) -> int:
    """Run the test on py65 with plain memory; return the cycles."""
    mpu = MPU(memory=[*memory, memory[0]], pc=START)  # one more: py65 does not wrap an operand at FFFF
    mpu.p = STATUS_AT_START
    step = mpu.step
    while mpu.pc not in (SUCCESS, FAILED):
        step()
    if mpu.pc != SUCCESS:
        raise IronboardError(f"the functional test failed on py65, in section {mpu.memory[SECTION]}")
    return int(mpu.processorCycles)


def measure_cpu(runs: int) -> Result:
    """Measure the three; py65 takes a sample of the operands, or it would take minutes."""
    fast, slow = machine("compiled"), machine("py65")
    prepare(slow, SAMPLE)
    memory = slow.memory[:]
    run(fast, SAMPLE)  # compiled, or loaded from the cache, before the clock runs
    compiled = measure("compiled", lambda: run(fast, FULL), runs)
    board = measure("py65 in the KIM-1", lambda: run(slow, SAMPLE), runs)
    alone = measure("py65 alone", lambda: run_py65_alone(memory), runs)
    return Result(
        "cpu", TITLE, (compiled, board, alone), notes(compiled, board, alone), figures(compiled, board, alone)
    )


def notes(compiled: Row, board: Row, alone: Row) -> tuple[str, ...]:
    """Return how the three compare."""
    in_the_kim, alone_too = times(compiled, board), times(compiled, alone)
    return (f"compiled is {in_the_kim:.0f} times py65 in the KIM-1, {alone_too:.0f} times py65 alone",)


def figures(compiled: Row, board: Row, alone: Row) -> dict[str, float]:
    """Return the same for the JSON file."""
    return {"times_py65_in_the_kim1": times(compiled, board), "times_py65_alone": times(compiled, alone)}
