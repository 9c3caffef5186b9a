"""A KIM-1 takes a source as a program: assembled, loaded, started where it says."""

import pytest

from emulators.errors import ImageError, SourceErrors
from host.machines.kim1.machine import Kim1, find_program
from host.panels.kim1 import media

COUNTER = """
        .org $0200
value:  .byte $42
start:  lda value
        sta $10
        jmp $1C4F
"""


@pytest.fixture
def counter(tmp_path):
    path = tmp_path / "counter.s"
    path.write_text(COUNTER)
    return path


def test_a_source_is_started_at_its_label_start(counter):
    kim = Kim1()
    kim.boot(counter)
    kim.run(seconds=0.1)
    assert kim.memory[0x10] == 0x42


def test_a_source_can_be_opened_while_the_machine_runs(counter):
    kim = Kim1()
    assert media.open_file(kim, counter) == "counter.s: 9 bytes loaded; start at 0201"
    assert kim.memory[0x0200] == 0x42


def test_a_source_says_itself_where_it_belongs(counter):
    with pytest.raises(ImageError, match="a source says where it belongs"):
        find_program(counter, origin=0x300)


def test_the_errors_of_a_source_have_their_places(counter):
    counter.write_text("start:  ldaa #0\n")
    with pytest.raises(SourceErrors, match=r"counter\.s:1:9: error: unknown operation 'ldaa'"):
        find_program(counter)
