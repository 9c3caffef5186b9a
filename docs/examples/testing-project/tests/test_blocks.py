"""src/crc.s and src/sort.s: any block, compared with Python."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

BLOCKS = st.binary(min_size=1, max_size=16)


@given(BLOCKS)
def test_the_check_word_is_pythons(fresh_rig, block):
    rig = fresh_rig(expand_low=True)
    rig.load("../src/crc.s")
    rig.call("CRC16", memory={0x0500: block, "BLOCK": [0x00, 0x05], "COUNT": len(block)})
    low, high = rig.memory["CRC"], rig.memory[rig.address("CRC") + 1]
    assert high << 8 | low == binascii.crc_hqx(block, 0xFFFF)


@given(BLOCKS)
def test_any_block_is_sorted_where_it_is(fresh_rig, block):
    rig = fresh_rig(expand_low=True)
    program = rig.load("../src/sort.s")
    own = [program.PLACE, program.VALUE]
    memory = {0x0500: block, "TABLE": [0x00, 0x05], "LENGTH": len(block)}
    rig.call("SORT", memory=memory, writes=[*own, (0x0500, len(block))])
    assert rig.memory[0x0500 : 0x0500 + len(block)] == bytes(sorted(block))


@pytest.mark.kim1(expand_low=True)
@pytest.mark.parametrize("block", [b"123456789", bytes(16), bytes(range(16))], ids=["digits", "zeros", "rising"])
def test_some_blocks_whose_cycles_are_kept(load, call, block):
    load("../src/crc.s")
    call("CRC16", memory={0x0500: block, "BLOCK": [0x00, 0x05], "COUNT": len(block)})
    load("../src/sort.s")
    call("SORT", memory={0x0500: block, "TABLE": [0x00, 0x05], "LENGTH": len(block)})
