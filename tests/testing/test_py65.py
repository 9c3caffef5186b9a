"""ironboard.py65 beside py65 itself: the same programs, memories and callbacks on both, and py65's own tests."""

import random
import subprocess
import sys
import unittest

import py65.memory
import py65.tests.devices.test_mpu6502 as own
import pytest
from hypothesis import given
from hypothesis import strategies as st
from py65.devices.mpu6502 import MPU as PY65

from emulators.mos6502.isa import INSTRUCTIONS
from emulators.record import fill
from ironboard.py65 import MPU, ObservableMemory
from tests.shared import spread

DECIMAL, DEC_ABSOLUTE = 8, 0xCE  # py65 counts 3 cycles for it; the chip takes 6
SAFE = [each.opcode for each in INSTRUCTIONS if each.documented and each.opcode != DEC_ABSOLUTE]
PORTS = range(0xC000, 0xC100)
POINTER = 0x12  # in page zero


def state(mpu):
    return mpu.pc, mpu.a, mpu.x, mpu.y, mpu.sp, mpu.p & ~0x30, mpu.processorCycles


def program(seed):
    """Return a memory of random documented instructions, operands included, whatever they do to themselves."""
    choice = random.Random(seed)
    return [choice.choice(SAFE) for _ in range(0x10000)]


@given(seed=st.integers(0, 10**6))
def test_random_programs_run_as_on_py65_instruction_by_instruction(seed):
    ours, theirs = MPU(), PY65(memory=program(seed))
    ours.memory[:] = theirs.memory
    for mpu in (ours, theirs):
        mpu.pc, mpu.p = 0x0400, 0x20
    for _ in range(100):
        if theirs.memory[theirs.pc] not in SAFE:  # the program has changed itself
            break
        ours.step()
        theirs.step()
        ours.p, theirs.p = ours.p & ~DECIMAL, theirs.p & ~DECIMAL  # flags after decimal sums are not py65's strength
        assert state(ours) == state(theirs)
    assert ours.memory == theirs.memory


def observed(memory, log):
    """Have the ports of a memory answer and change what is written, and note it."""
    answers = iter(range(10**6))

    def read(address):
        log.append(("read", address))
        return next(answers) & 0xFF if address & 1 else None

    def write(address, value):
        log.append(("write", address, value))
        return value ^ 0x55 if address & 2 else None

    memory.subscribe_to_read(PORTS, read)
    memory.subscribe_to_write(PORTS, write)
    memory.subscribe_to_read([POINTER], lambda address: read(address + 1))
    return memory


WORK = """
        LDX #0
loop:   LDA $C001
        STA $C002,X     ; into the ports and beyond them
        INC $C003
        LDA ($10),Y
        ADC $C0F8,X
        STA ($10),Y
        PHA
        PLA
        INX
        BNE loop
        STA ($12),Y     ; to wherever the answer leads
        LDX #2
        LDA ($10,X)
        LDX #0
        DEC $C006,X
        JSR sub
        RTS
sub:    ROL $C0FE,X
        STY $C000
        RTS
"""


def assembled(tmp_path, text):
    from ironboard import assemble

    source = tmp_path / "work.s"
    source.write_text(f"        .org $0400\n{text}")
    return list(assemble(source).image.flat().words)


@pytest.mark.parametrize("kind", [ObservableMemory, py65.memory.ObservableMemory])
def test_callbacks_are_called_as_py65_calls_them(tmp_path, kind):
    words = assembled(tmp_path, WORK)
    results = []
    for make, memory in ((MPU, kind()), (PY65, py65.memory.ObservableMemory())):
        log = []
        memory[0x0400 : 0x0400 + len(words)] = words
        memory[0x10], memory[0x11] = 0xF0, 0xC0  # a pointer to the ports, and with Y to what follows them
        mpu = make(memory=observed(memory, log))
        memory[0x13] = 0x20
        mpu.y = 0x0F
        mpu.stPushWord(0xFFFA - 1)
        mpu.pc = 0x0400
        if make is MPU:
            assert mpu.run_until(0xFFFA)
        else:
            while mpu.pc != 0xFFFA:
                mpu.step()
        results.append((state(mpu), log, memory[0x0000:0xC000], memory[0xC100:0x10000]))
    assert results[0] == results[1]
    assert len(results[0][1]) > 1000


def test_code_and_the_stack_may_be_observed():
    seen = []
    mpu = MPU(memory=ObservableMemory())
    mpu.memory[0x0400:0x0405] = [0x48, 0xE8, 0x68, 0x60, 0x00]  # PHA INX PLA RTS
    mpu.memory.subscribe_to_read([0x0401], lambda address: seen.append(address))
    mpu.memory.subscribe_to_read([0x0401], lambda address: 0xC8)  # INY
    assert mpu.call(0x0400) == 3 + 2 + 4 + 6
    assert (mpu.x, mpu.y, seen) == (0, 1, [0x0401])
    mpu.memory.subscribe_to_write(range(0x100, 0x200), lambda address, value: seen.append((address, value)))
    mpu.a = 7
    mpu.call(0x0400)
    assert seen[1:] == [(0x01FF, 0xFF), (0x01FE, 0xF9), (0x01FD, 7), 0x0401]


def test_a_run_stops_at_addresses_and_opcodes_after_at_least_one_instruction():
    mpu = MPU()
    mpu.memory[0x0400:0x0407] = [0xE8, 0xC8, 0xE8, 0x00, 0x4C, 0x00, 0x04]  # INX INY INX BRK JMP 0400
    mpu.pc = 0x0400
    assert mpu.run_until([0x0400, 0x0402])
    assert (mpu.pc, mpu.x, mpu.y, mpu.processorCycles) == (0x0402, 1, 1, 4)
    assert mpu.run_until(opcodes=[0x00])
    assert (mpu.pc, mpu.x) == (0x0403, 2)
    mpu.pc = 0x0404
    assert not mpu.run_until(0x0500, opcodes=[0x60], cycles=1000)  # BRK at 0403 goes to 0000, and so on
    assert mpu.processorCycles >= 1006
    mpu.pc, mpu.memory[0x0403] = 0x0400, 0x02
    assert not mpu.run_until(0x0500)  # jammed
    assert mpu.pc == 0x0403


@pytest.mark.parametrize("make", [lambda: [0] * 0x10000, lambda: bytearray(0x10000), lambda: MPU().memory])
def test_a_memory_of_the_test_holds_what_the_program_wrote(make):
    memory = make()
    mpu = MPU(memory=memory)
    memory[0x0400:0x0406] = [0xE6, 0x10, 0xD0, 0xFC, 0x60, 0x00]  # loop: INC 10, BNE loop, RTS
    memory[0x10] = 250
    assert mpu.call(0x0400) == 6 * 5 + 5 * 3 + 2 + 6
    assert memory[0x10] == 0
    assert mpu.memory is memory
    mpu.memory = other = [0xE8, 0x60] + [0] * 0xFFFE
    mpu.call(0)
    assert (mpu.x, other[0x1FF]) == (1, 0xFF)


def test_two_processors_on_one_memory_have_registers_of_their_own():
    first = MPU()
    second = MPU(memory=first.memory)
    first.memory[0x0400:0x0403] = [0xE6, 0x10, 0x60]
    for _ in range(2):
        first.call(0x0400)
        second.call(0x0400)
    first.x = 5
    assert (first.memory[0x10], second.memory[0x10], second.x) == (4, 4, 0)


class Doubled:
    """A memory that is neither a list nor py65's: everything read is twice what was written."""

    def __init__(self):
        self.words = {}

    def __getitem__(self, address):
        return self.words.get(address, 0) * 2 & 0xFF

    def __setitem__(self, address, value):
        self.words[address] = value // 2


def test_a_memory_with_rules_of_its_own_is_py65s_work():
    mpu = MPU(memory=Doubled())
    for address, value in enumerate([0xE8, 0xE8, 0x60]):
        mpu.memory[address] = value
    mpu.pc = 0
    assert mpu.run_until(opcodes=[0x60])
    assert mpu.x == 2
    assert not mpu.run_until(0x9000, cycles=50)


class Counting(MPU):
    """A processor that counts its steps."""

    steps = 0

    def step(self):
        self.steps += 1
        return super().step()


def test_a_step_of_a_subclass_is_taken():
    mpu = Counting()
    mpu.memory[0x0400:0x0403] = [0xE8, 0xE8, 0x60]
    mpu.call(0x0400)
    assert (mpu.steps, mpu.x) == (3, 2)


def test_calls_fail_as_assertions():
    mpu = MPU()
    mpu.memory[0x0400:0x0403] = [0x4C, 0x00, 0x04]
    with pytest.raises(AssertionError, match=r"0400 has not returned: it is at 0400 after 1,002 cycles"):
        mpu.call(0x0400, cycles=1000)
    mpu.memory[0x0400:0x0409] = [0x68, 0xAA, 0x68, 0xA8, 0x48, 0x48, 0x98, 0x48, 0x8A]  # two bytes more on the stack
    mpu.memory[0x0409:0x040B] = [0x48, 0x60]
    with pytest.raises(AssertionError, match="left S at FB instead of FD"):
        mpu.call(0x0400)


def test_an_observer_may_call_a_subroutine():
    memory = ObservableMemory()
    mpu = MPU(memory)

    def answer(address):
        pc = mpu.pc
        assert mpu.call(0x0410) == 8
        mpu.pc = pc
        return 9

    memory.subscribe_to_read([0x32], answer)

    memory[0x0410:0x0412] = [0xC8, 0x60]  # INY, RTS
    memory[0x0400:0x0403] = [0xA6, 0x32, 0x60]  # LDX 32, RTS
    mpu.call(0x0400, cycles=1000)
    assert (mpu.x, mpu.y) == (9, 1)


@pytest.mark.parametrize(
    "use",
    [
        lambda mpu: mpu.call(-1),
        lambda mpu: mpu.call(0x10000),
        lambda mpu: mpu.run_until([0x400, 0x10000]),
        lambda mpu: mpu.run_until(opcodes=[300]),
    ],
)
def test_addresses_and_opcodes_that_do_not_exist_are_refused(use):
    mpu = MPU()
    with pytest.raises(ValueError, match="0x"):
        use(mpu)
    assert mpu.processorCycles == 0


def test_registers_are_cut_to_their_width():
    mpu = MPU(pc=None)
    mpu.a, mpu.sp, mpu.pc = 0x1FF, -1, 0x12345
    assert (mpu.a, mpu.sp, mpu.pc, mpu.p) == (0xFF, 0xFF, 0x2345, 0x30)


class OnOurs(own.MPUTests):
    """py65's tests of its processor, on ours; every memory is the compiled core's."""

    __test__ = False  # pytest would take them one by one

    def _get_target_class(self):
        return MPU

    def _make_mpu(self, *arguments, **options):
        mpu = MPU(*arguments, **options)
        if "memory" not in options:
            fill(mpu.memory, b"\xaa" * 0x10000)
        return mpu


def test_py65s_own_tests_pass():
    tests = spread([*unittest.defaultTestLoader.loadTestsFromTestCase(OnOurs)], 120)
    result = unittest.TestResult()
    unittest.TestSuite(tests).run(result)
    assert [str(test) for test, _ in result.failures + result.errors] == []
    assert result.testsRun >= 100


REPLACED = """
from ironboard.py65 import MPU, ObservableMemory, replace
replace()
import py65.memory
from py65.devices import mpu6502, mpu65c02
assert (mpu6502.MPU, py65.memory.ObservableMemory) == (MPU, ObservableMemory)
assert not issubclass(mpu65c02.MPU, MPU)
mpu = mpu6502.MPU()
mpu.memory[0:2] = [0xE8, 0x60]
assert (mpu.call(0), mpu.x) == (8, 1)
from ironboard import Kim1
kim = Kim1(core="py65")
kim.run(1000)
"""


def test_py65_itself_can_be_replaced_and_keeps_its_other_processors():
    subprocess.run([sys.executable, "-c", REPLACED], check=True)
