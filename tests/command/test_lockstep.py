"""Two machines side by side."""

from __future__ import annotations

import re

import pytest

from emulators.image import Image
from host.cli.main import main
from host.games import wally_board
from host.machines.kim1.machine import Kim1
from host.registry import find
from host.testing.lockstep import HISTORY, Pair


def test_compiled_and_plain_python_do_the_same():
    pair = Pair(find("kim1"), "compiled", "python")
    pair.start("wally", "17 GO")
    assert pair.run(1_200_000) is None
    for kim in pair.machines:
        board = wally_board.decode(kim.memory[wally_board.BOARD : wally_board.BOARD + 0x100])
        assert list(board.values()).count(wally_board.Point.BLACK) == 17


def spoilt(core):
    """A machine on whose py65 side a byte of RAM is another one."""
    kim = Kim1(core=core)
    kim.load(Image.of(0x0200, bytes([0xA2, 0xC0, 0xE8, 0xD0, 0xFD, 0xAD, 0x80, 0x17, 0xEA, 0x4C, 0x08, 0x02])))
    kim.memory[0x1780] = 7
    return kim


def test_the_first_difference_is_found_with_what_led_to_it():
    pair = Pair(find("kim1"), "compiled", "py65", spoilt)
    for kim in pair.machines:
        kim.write_register("PC", 0x0200)
    # from here on, only what the program loads can tell the machines apart
    pair.machines[1].m.special[0x1780] = 1 | 2  # as if the RAM of the 6530 were missing
    found = pair.run(100_000)
    assert found is not None
    assert found.differences == ("A: 07 on compiled, 17 on py65",)
    assert len(found.trace) == HISTORY
    assert "LDA $1780" in found.trace[-1]
    assert "BNE" in found.trace[-2]
    assert str(found).startswith(f"the machines differ after the instruction at cycle {found.cycle:,}\n")


def test_cores_of_another_machine_do_the_same(capsys):
    assert main(["lockstep", "mates", "--cores", "compiled", "python", "--cycles", "20000"]) == 0
    assert "the same for 20,000 cycles" in capsys.readouterr().out


def test_different_memory_is_a_difference():
    pair = Pair(find("kim1"), "compiled", "python")
    pair.machines[1].memory[0x0123] = 0x45
    found = pair.run(1000)
    assert found is not None
    assert found.differences == ("memory 0123: 00 on compiled, 45 on python",)


@pytest.mark.parametrize("keys", ["QQ", "wait:x"])
def test_keys_that_cannot_be_pressed_are_errors(keys, capsys):
    assert main(["lockstep", "wally", "--keys", keys]) == 1
    assert re.search("has no key|expected wait:", capsys.readouterr().err)
