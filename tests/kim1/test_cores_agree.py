"""What a program does to the board does not depend on the core: compiled, or py65 with what it lacks added.

Short programs of random instructions, most of whose accesses, the chip's discarded ones included, reach the 6530s.
"""

from __future__ import annotations

import functools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from emulators.kim1.machine import Kim1
from emulators.mos6502.isa import INSTRUCTIONS, Mode

BYTES = st.integers(0, 255)
IO = st.integers(0x1700, 0x177F)
NEAR_IO = st.one_of(
    IO,
    IO,
    st.integers(0x1680, 0x17FF),  # an index carries into 17xx, or back from it
    st.integers(0x0000, 0xFFFF),
)
OPCODES = [each.opcode for each in INSTRUCTIONS if each.documented and each.mnemonic != "BRK"]
TOUCHING = [  # those with an address, or a stack, from which a device may be reached
    each.opcode
    for each in INSTRUCTIONS
    if each.documented
    and each.mode in (Mode.ABSOLUTE, Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y, Mode.INDIRECT, Mode.INDIRECT_X, Mode.INDIRECT_Y)
]
LENGTHS = {each.opcode: each.length for each in INSTRUCTIONS}
WHERE = (0x0200, 0x03F0, 0x1780, 0x17D8)  # in the middle of RAM, before nothing, behind the ports, before ROM
CYCLES = 300


@st.composite
def instructions(draw):
    """Return the bytes of an instruction."""
    opcode = draw(st.one_of(st.sampled_from(TOUCHING), st.sampled_from(TOUCHING), st.sampled_from(OPCODES), BYTES))
    if LENGTHS[opcode] == 3:
        return bytes([opcode]) + draw(NEAR_IO).to_bytes(2, "little")
    return bytes([opcode, draw(BYTES)])[: LENGTHS[opcode]]


PROGRAMS = st.fixed_dictionaries(
    {
        "code": st.lists(instructions(), min_size=1, max_size=12).map(b"".join),
        "origin": st.sampled_from(WHERE),
        "registers": st.tuples(BYTES, BYTES, BYTES, BYTES, BYTES),
        "pointers": st.lists(NEAR_IO, min_size=16, max_size=16),  # in page zero, and return addresses on the stack
        "ports": st.lists(st.tuples(IO, BYTES), max_size=6),  # written before: directions, timers
        "wire": st.sampled_from((0, 0, 1, 2)),
        "sst": st.booleans(),
    }
)


@functools.cache
def machines():
    """Return the two machines and their state after a reset."""
    compiled, py65 = Kim1(core="compiled"), Kim1(core="py65")
    compiled.run(1000)
    return compiled, py65, compiled.snapshot()


def outcome(kim, fresh, program):
    """Run a program; return all that is left: the whole record, the cycle, why it stopped."""
    kim.restore(fresh)
    for address, byte in program["ports"]:
        kim.poke(address, byte)
    words = b"".join(word.to_bytes(2, "little") for word in program["pointers"])
    kim.memory[0x0000:0x0100] = words * 8
    kim.memory[0x0100:0x0200] = words * 8
    origin, code = program["origin"], program["code"]
    kim.memory[origin : origin + len(code)] = code
    for vector in (0x17FA, 0x17FE):
        kim.memory[vector : vector + 2] = origin.to_bytes(2, "little")
    for name, value in zip("AXYSP", program["registers"], strict=True):
        kim.write_register(name, value)
    kim.write_register("P", program["registers"][4] & ~0x10 | 0x20)
    kim.write_register("PC", origin)
    kim.give("wire", program["wire"])
    kim.single_step(program["sst"])
    stop = kim.run(CYCLES)
    return {"stop": stop, "cycle": kim.cycles, **kim.snapshot().record}


def case(code, origin=0x0200, registers=(0, 0, 0, 0xFF, 0), pointers=(0,) * 16, ports=()):
    """Return a program for an example."""
    return {
        "code": bytes.fromhex(code),
        "origin": origin,
        "registers": registers,
        "pointers": list(pointers),
        "ports": list(ports),
        "wire": 0,
        "sst": False,
    }


EXPIRED = ((0x1704, 1),)  # the timer has run out when the program looks; reading 1706 puts the flag down


@settings(max_examples=250, deadline=None)
@given(PROGRAMS)
@example(case("A210 BDF617 AD0717", ports=EXPIRED))  # LDX #10, LDA 17F6,X reads 1706: the flag goes down
@example(case("A210 9DF616 AD0717", ports=EXPIRED))  # STA 16F6,X: reads 1606 only
@example(case("A200 9D0617 AD0717", ports=EXPIRED))  # STA 1706,X reads 1706 first
@example(case("A010 B110 AD0717", pointers=(0x17F6,) * 16, ports=EXPIRED))  # LDY #10, LDA (10),Y
@example(case("EE0417 AD0617 AD0617"))  # INC writes the timer twice
@example(case("A206 FE0017 AD0617", ports=EXPIRED))  # INC 1700,X: three accesses of four are to the timer
@example(case("6C0617 EA", ports=EXPIRED))  # JMP (1706): the pointer in two cycles
@example(case("60", pointers=(0x1706,) * 16, ports=EXPIRED))  # RTS reads where it comes back to
@example(case("18 9080", origin=0x1784, ports=EXPIRED))  # BCC to 1707 and so on: within the page
@example(case("18 907F", origin=0x17D8 - 0x51, ports=EXPIRED))  # BCC over the end of the page: reads 1709
@example(case("4C0617", ports=EXPIRED))  # a program in the ports
def test_the_compiled_core_and_py65_leave_the_same_board(program):
    compiled, py65, fresh = machines()
    expected, got = outcome(compiled, fresh, program), outcome(py65, fresh, program)
    assert {name: value for name, value in got.items() if value != expected[name]} == {}


@pytest.mark.parametrize("core", ["compiled", "py65", "python"])
def test_a_discarded_read_puts_the_timers_flag_down(core):
    kim = Kim1(core=core)
    kim.run(1000)
    kim.poke(0x1704, 1)
    kim.memory[0x0200:0x0208] = bytes.fromhex("A210 BDF617 AD0717")  # LDX #10, LDA 17F6,X, LDA 1707
    kim.write_register("PC", 0x0200)
    for _ in range(3):
        kim.step()
    assert kim.read_register("A") == 0x00
