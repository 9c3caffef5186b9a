"""The 6530's timers and ports, against a model that ticks cycle by cycle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators import record
from emulators.kim1 import Kim1, bus, riot
from emulators.machine import Stop

DIVIDERS = (1, 8, 64, 1024)
VISIBLE = 40  # how many accesses a scenario has at most


class TickingTimer:
    """The interval timer as a counter and a prescaler that a clock drives."""

    def __init__(self):
        self.counter, self.divider, self.prescaler, self.flag, self.spinning = 0, 1, 0, False, False

    def tick(self):
        """One clock cycle passes."""
        self.prescaler -= 1
        if self.prescaler <= 0 or self.spinning:
            if self.prescaler <= 0:
                self.prescaler = self.divider
            self.counter -= 1
            if self.counter < 0:
                self.counter = 0xFF
                if not self.spinning:
                    self.flag = self.spinning = True

    def write(self, value, divider):
        """N counts N - 1 from the next cycle on."""
        self.counter, self.divider, self.prescaler, self.flag, self.spinning = value, divider, 1, False, False

    def read(self, just_expired):
        """Reading clears the flag, but not in the very cycle in which it is set."""
        if self.spinning and not just_expired:
            self.flag = self.spinning = False
        return self.counter


accesses = st.lists(st.tuples(st.integers(1, 3000), st.sampled_from(["value", "flag"])), max_size=VISIBLE)


@given(value=st.integers(0, 255), select=st.integers(0, 3), accesses=accesses)
def test_the_timer_agrees_with_one_that_ticks(value, select, accesses):
    m = record.plain(bus.FIELDS)
    model, cycle, expired_at = TickingTimer(), 1000, None
    riot.write_timer(m, riot.SYSTEM, 4 + select, value, cycle)
    model.write(value, DIVIDERS[select])
    for wait, what in accesses:
        for _ in range(wait):
            before = model.flag
            model.tick()
            cycle += 1
            if model.flag and not before:
                expired_at = cycle
        if what == "flag":
            assert riot.timer_flag(m, riot.SYSTEM, cycle) == model.flag
        else:
            assert riot.read_timer(m, riot.SYSTEM, 4, cycle) == model.read(cycle == expired_at)


@pytest.mark.parametrize(("offset", "divider"), [(4, 1), (5, 8), (6, 64), (7, 1024), (12, 1), (15, 1024)])
def test_the_flag_goes_up_n_dividers_and_one_cycle_after_the_write(offset, divider):
    m = record.plain(bus.FIELDS)
    riot.write_timer(m, riot.USER, offset, 0x9C, 500)
    expiry = 500 + 1 + 0x9C * divider
    assert not riot.timer_flag(m, riot.USER, expiry - 1)
    assert riot.timer_flag(m, riot.USER, expiry)
    assert riot.timer_value(m, riot.USER, 501) == 0x9B
    assert riot.timer_value(m, riot.USER, expiry) == 0xFF


def program(kim, address, code):
    code = bytes.fromhex(code)
    kim.memory[address : address + len(code)] = code
    kim.write_register("PC", address)


COUNT_INTERRUPTS = {  # a timer of 100 * 8 cycles with its interrupt output on; each handler starts it anew
    0x0200: "A9 64 8D 0D 17 58 4C 06 02",  # LDA #100, STA 170D, CLI, loop
    0x0300: "48 A9 64 8D 0D 17 E6 10 68 40",  # PHA, LDA #100, STA 170D, INC 10, PLA, RTI
}


@pytest.mark.parametrize("core", ["compiled", "py65", "python"])
@pytest.mark.parametrize(("wire", "vector"), [(riot.TO_IRQ, 0x17FE), (riot.TO_NMI, 0x17FA)])
def test_pb7_of_the_user_port_interrupts_when_somebody_has_wired_it(core, wire, vector):
    kim = Kim1(core=core)
    kim.memory[vector : vector + 2] = bytes([0x00, 0x03])
    for address, code in COUNT_INTERRUPTS.items():
        program(kim, address, code)
    kim.write_register("PC", 0x0200)
    kim.run(20_000)
    assert kim.memory[0x0010] == 0
    kim.at(kim.cycles, "wire", wire)
    kim.write_register("PC", 0x0200)
    kim.run(82_000)
    assert 99 <= kim.memory[0x0010] <= 101  # 800 cycles, and some 20 until the handler starts it anew
    assert kim.read_register("PC") in (0x0206, *range(0x0300, 0x030A))


def test_an_output_pin_of_pb7_does_not_interrupt():
    kim = Kim1(core="compiled")
    kim.memory[0x17FE:0x1800] = bytes([0x00, 0x03])
    for address, code in COUNT_INTERRUPTS.items():
        program(kim, address, code)
    kim.poke(0x1703, 0x80)
    kim.at(kim.cycles, "wire", riot.TO_IRQ)
    kim.write_register("PC", 0x0200)
    assert kim.run(20_000) == Stop.NONE
    assert kim.memory[0x0010] == 0


@pytest.mark.parametrize("core", ["compiled", "py65"])
def test_ports_read_pins_and_remember_their_latches(core):
    kim = Kim1(core=core)
    kim.at(kim.cycles, "user_a", 0b1010_0101)
    kim.poke(0x1701, 0xF0)
    kim.poke(0x1700, 0b0110_1111)
    kim.run(10)
    assert kim.memory[0x1700] == 0b0110_0101
    assert kim.memory[0x1701] == 0xF0
    assert kim.memory[0x1708] == kim.memory[0x1710] == kim.memory[0x1738] == 0b0110_0101  # 8-B as 0-3; four mirrors
    kim.reset()
    assert (kim.memory[0x1700], kim.memory[0x1701]) == (0b1010_0101, 0)


def test_looking_at_a_timer_does_not_disturb_it():
    kim = Kim1(core="compiled")
    kim.poke(0x1704, 1)
    kim.run(100)
    assert kim.memory[0x1704] == kim.memory[0x1704]
    assert kim.memory[0x1705] == 0x80


@pytest.mark.parametrize("core", ["compiled", "python"])
@pytest.mark.parametrize(
    ("code", "stack"),
    [
        ("D0 60", ""),  # BNE 1844: first the chip reads the right place in the wrong page, 1744
        ("60", "44 17"),  # RTS: it reads where the return address points before it adds one
        ("BD F0 17", ""),  # LDA 17F0,X: 1744 instead of 1844
    ],
)
def test_a_discarded_read_reaches_the_timer_and_clears_its_flag(core, code, stack):
    kim = Kim1(core=core)
    program(kim, 0x17E2, code)
    kim.write_register("P", 0)
    kim.write_register("X", 0x54)
    kim.write_register("S", 0xF0)
    kim.memory[0x01F1 : 0x01F1 + len(bytes.fromhex(stack))] = bytes.fromhex(stack)
    kim.poke(0x1744, 1)
    kim.at(kim.cycles, "key_down", "RS")  # time passes, no instruction
    kim.run(100)
    kim.m.reset_held = 0
    assert kim.peek(0x1745) == 0x80
    kim.step()
    assert kim.peek(0x1745) == 0x00
