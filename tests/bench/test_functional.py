"""The functional test finds every wrong instruction, and takes the same cycles on every core."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from emulators.mos6502.isa import INSTRUCTIONS
from emulators.mos6502.system import Core
from host.assemblers.mos6502 import assemble
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import programs
from host.experiments.bench.programs import ALL, FAILED, FUNCTIONAL, PASSES, SECTION, SOME, STRIDE, SUCCESS
from tests.shared import ALL_EXAMPLES, spread

SOURCE = CHECKOUT / "asm" / "kim1" / "bench" / "functional.s"
DOCUMENTED = [each for each in INSTRUCTIONS if each.documented]
JSR = 0x20
FEW = 85  # the step between operands when the processors are slow
CHECKABLE = [each for each in DOCUMENTED if each.opcode != JSR]  # without JSR nothing of the test runs in order


@pytest.fixture(scope="module")
def kim():
    kim = programs.machine(FUNCTIONAL, "compiled")
    run(kim)
    return kim


def run(kim, stride=SOME):
    return programs.run(kim, FUNCTIONAL, {PASSES: 1, STRIDE: stride})


def test_the_addresses_are_those_of_the_source():
    symbols = assemble(SOURCE).symbols
    start = FUNCTIONAL.start
    assert assemble(SOURCE).image.segments[1].address == start
    expected = {"SUCCESS": start + SUCCESS, "FAILED": start + FAILED, "PASSES": PASSES, "STRIDE": STRIDE}
    assert {name: symbols[name] for name in expected} == expected
    assert symbols["TEST"] == SECTION


def test_the_compiled_core_passes_with_all_pairs_of_operands(kim):
    assert run(kim, ALL) > 100_000_000


@pytest.mark.parametrize("core", spread(["python", "py65"], 1))
def test_every_core_takes_the_same_cycles(kim, core: Core):
    stride = SOME if ALL_EXAMPLES else FEW
    expected = run(kim, stride)
    assert run(kim, stride) == expected
    assert run(programs.machine(FUNCTIONAL, core), stride) == expected


def test_py65_without_a_board_passes(kim):
    slow = programs.machine(FUNCTIONAL, "py65")
    programs.prepare(slow, FUNCTIONAL, {STRIDE: SOME})
    alone = programs.run_alone(slow.memory[:], FUNCTIONAL)
    assert 0.999 < alone / run(kim) <= 1  # py65 charges DEC absolute 3 cycles instead of 6


def test_more_passes_take_as_many_cycles_each(kim):
    one, three = (programs.run(kim, FUNCTIONAL, {PASSES: passes, STRIDE: 85}) for passes in (1, 3))
    assert 0 <= 3 * one - three < 100


LIMIT = 4_000_000  # cycles: more than a processor takes that is right


def spoil(kim, table, opcode, value):
    """Run the test on a processor that executes an opcode in another way; return whether it found out."""
    decode, memory = getattr(kim.m, table), bytes(kim.m.memory)
    right = int(decode[opcode])
    decode[opcode] = value
    try:
        programs.prepare(kim, FUNCTIONAL, {PASSES: 1, STRIDE: SOME})
        kim.write_register("S", 0xFF)
        kim.run(LIMIT)
        return kim.read_register("PC") != FUNCTIONAL.start + SUCCESS
    finally:
        decode[opcode] = right
        kim.m.memory[:] = bytes(memory)  # it may have written over the program


@pytest.mark.parametrize("instruction", spread(CHECKABLE, 50), ids=lambda each: f"{each.opcode:02X}-{each.mnemonic}")
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


@pytest.mark.parametrize("instruction", spread(CHECKABLE, 50), ids=lambda each: f"{each.opcode:02X}-{each.mnemonic}")
def test_a_wrong_addressing_mode_is_found_out(kim, instruction):
    modes = {each.mode for each in DOCUMENTED if each.mnemonic == instruction.mnemonic} - {instruction.mode}
    assert all(spoil(kim, "mode", instruction.opcode, mode) for mode in modes)


def test_a_failure_is_an_error(kim):
    kim.m.op[0xE8], right = kim.m.op[0xCA], int(kim.m.op[0xE8])  # INX as DEX
    try:
        with pytest.raises(IronboardError, match=r"ended at 2006, in section \d: BREAKPOINT"):
            run(kim)
    finally:
        kim.m.op[0xE8] = right
