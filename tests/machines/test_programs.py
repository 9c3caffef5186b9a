"""A program is found in one way for all machines: by its name, from a source, from an image file."""

from itertools import permutations

import pytest

from emulators.errors import ImageError
from host import registry
from host.machines.programs import find_program, names

MACHINES = ("kim1", "704", "6600")
SOURCES = {"kim1": ("t.s", " .org $200\n nop\n"), "704": ("t.sap", "       ORG 24\n       HTR\n       END 24\n"),
           "6600": ("t.compass", "         IDENT  T\nT        BSS    0\n         PS\n         END    T\n")}  # fmt: skip


@pytest.mark.parametrize("machine", MACHINES)
def test_by_its_name(machine):
    image = find_program(machine, names(machine)[0])
    assert (image.word_bits, image.size > 0) == (registry.find(machine).word_bits, True)


@pytest.mark.parametrize("machine", MACHINES)
def test_from_a_source(machine, tmp_path):
    name, text = SOURCES[machine]
    (tmp_path / name).write_text(text)
    assert find_program(machine, tmp_path / name).word_bits == registry.find(machine).word_bits
    with pytest.raises(ImageError, match="a source says where it belongs"):
        find_program(machine, tmp_path / name, origin=0x300)


@pytest.mark.parametrize(("machine", "other"), [*permutations(MACHINES, 2)])
def test_programs_and_sources_of_another_machine_are_refused(machine, other, tmp_path):
    if machine == other:
        return
    with pytest.raises(ImageError, match=f"is not a program for the {machine}: there are"):
        find_program(machine, names(other)[0])
    (tmp_path / SOURCES[other][0]).write_text(SOURCES[other][1])
    with pytest.raises(ImageError, match=f"this is a source for the .*; the {machine}'s end in "):
        find_program(machine, tmp_path / SOURCES[other][0])


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_no_program_is_refused(machine, tmp_path):
    (tmp_path / "t.lbl").write_text("al 000200 .start\n")
    with pytest.raises(ImageError, match=r"symbols or lines, not a program|words of 8 bits"):
        find_program(machine, tmp_path / "t.lbl")
    with pytest.raises(ImageError, match="there is nothing to be compiled with these options"):
        find_program(machine, tmp_path / "t.lbl", optimize=True)
    with pytest.raises(ImageError, match="there is no file 'chess1'"):
        find_program(machine, "chess1")


def test_a_deck_of_control_cards_is_a_job(tmp_path):
    with pytest.raises(ImageError, match="this is a deck with control cards: `ironboard run 6600` does its job"):
        find_program("6600", tmp_path / "t.job")
