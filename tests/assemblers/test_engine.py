"""The engine serves any machine: here one with 36-bit words, 15-bit addresses and octal listings."""

import pytest

from emulators.errors import SourceErrors
from host.assemblers.expressions import Kind, Reference
from host.assemblers.program import Program, Target
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError, Line


@pytest.fixture
def program():
    """Return a program of one instruction whose address is a symbol that is not defined yet."""
    program = Program(Target(address_bits=15, word_bits=36, radix=8))
    program.use(Section("MAIN"))
    program.set_origin(0o100)
    line = Line("count.sap", 1, "START  CLA  DATA")
    program.begin(line, None)
    start, data = program.root.symbol("START"), program.root.symbol("DATA")
    program.define(start, program.here(line.place(1, 5)), Kind.LABEL, line.place(1, 5))
    operand = Reference(data, line.place(13, 4))
    program.refer(data, operand.place)
    program.defer(1, [operand], lambda address: [0o0500_00_000000 | address], line.place(8, 9))
    program.entry = Reference(start, line.place(1, 5))
    return program


def define_data(program):
    line = Line("count.sap", 2, "DATA   OCT  7")
    program.begin(line, None)
    program.define(program.root.symbol("DATA"), program.here(line.place()), Kind.LABEL, line.place())
    program.emit([0o777777_777777], line.place())


def test_words_of_any_size_come_into_the_image(program):
    define_data(program)
    image = program.finish({}).image
    assert image.segments == [(0o100, (0o0500_00_000101, 0o777777_777777))]
    assert image.entry == 0o100


def test_the_listing_is_in_the_radix_of_the_machine(program):
    define_data(program)
    assert "00100  050000000101           1    START  CLA  DATA" in program.finish({}).listing


def test_errors_point_into_the_source(program):
    with pytest.raises(SourceErrors) as raised:
        program.finish({})
    assert "count.sap:1:13: error: undefined symbol 'DATA'" in str(raised.value)


def test_memory_has_an_end(program):
    program.set_origin(0o77777)
    define_data(program)
    with pytest.raises(AssemblyError, match="beyond the last address 77777"):
        program.emit([1], program.record.line.place())
