"""Instructions before an address: exact where there is a source, likely where there is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.debugger.layout import Disassembler
from host.debugger.opening import Target, open_session
from host.languages.sources import Sources
from host.machines.kim1.machine import Kim1
from tests.machines.ironboard_machines.toy.machine import Toy


@pytest.fixture(scope="module")
def wally():
    return open_session(Target("wally", core="py65")).session


@pytest.fixture(scope="module")
def known(wally):
    """Where instructions begin and end, by the sources of Wally and of the monitor: address -> end."""
    found = {}
    for address in range(0x2000):
        line = wally.sources.line_at(address)
        if line and line.address == address:
            text, end = wally.machine.disassemble(address)
            statement = wally.sources.text(line.file)[line.line - 1].partition(";")[0].lower().split()
            if text.split()[0].lower() in statement:
                found[address] = end
    assert len(found) > 1000
    return found


def test_without_a_source_at_most_one_in_fifty_is_wrong(wally, known):
    """For these programs. The page says so."""
    disassembler = Disassembler(wally.machine, Sources())
    wrong = [address for address, end in known.items() if disassembler.before(end, 1)[0].address != address]
    assert len(wrong) <= len(known) / 50


KIM = Kim1(core="py65")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(min_size=64, max_size=64), st.integers(0, 40))
def test_whatever_stands_in_memory_the_instructions_before_an_address_follow_one_another_up_to_it(words, count):
    KIM.memory[0x0200:0x0240] = words
    disassembler = Disassembler(KIM, Sources())
    found = disassembler.before(0x0230, count)
    assert len(found) == count
    ends = [each.address for each in found[1:]] + [0x0230]
    assert [each.address + each.length for each in found] == ends[:count]
    for each in found:
        if each.valid:
            assert (each.text, each.address + each.length) == KIM.disassemble(each.address)


@settings(deadline=None, derandomize=True)
@given(st.integers(-5, 0x205), st.integers(-20, 20), st.integers(0, 30))
def test_there_are_as_many_as_asked_for_wherever_memory_ends(address, skip, count):
    disassembler = Disassembler(Toy(), Sources(radix=8, address_bits=9))
    found = disassembler.instructions(address, skip, count)
    assert [each.address for each in found] == list(range(address + skip, address + skip + count))
    assert all(bool(each.text) == (0 <= each.address < 512) for each in found)


def test_an_instruction_that_does_not_fit_before_the_end_of_memory_is_a_word():
    kim = Kim1(core="py65", rom=bytes(2047) + b"\x4c")  # JMP, at 1FFF and so at FFFF
    last, filler = Disassembler(kim, Sources()).instructions(0xFFFF, 0, 2)
    assert (last.address, last.length, last.text, last.valid) == (0xFFFF, 1, "4C", False)
    assert (filler.address, filler.text, filler.valid) == (0x10000, "", False)
