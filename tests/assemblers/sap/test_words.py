"""Words of instructions: against United Aircraft's own table, and there and back with the disassembler."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.ibm704 import isa
from emulators.ibm704.disassembler import constant, decimal, disassemble, octal, octal_fields
from host.assemblers.sap.assembler import assemble_typed
from host.assemblers.sap.fields import octal_word
from host.assemblers.sap.words import OPERATIONS
from sap.sources import ROOT, assembled, repeatable, word, words

TABLE = (ROOT / "tests" / "data" / "ibm704" / "uasap_operations.txt").read_text()
UASAP = dict(line.split() for line in TABLE.splitlines() if not line.startswith("#"))
TAG = 0o7 << 15
INSTRUCTIONS = [*isa.INSTRUCTIONS, *isa.SELECTS]
fields = st.integers(0, 0o77777)
instructions = st.builds(
    lambda each, address, tag, decrement: (
        each.code | (each.address or 0) | address | tag << 15 | (decrement << 18 if each.form == isa.Form.TYPE_A else 0)
    ),
    st.sampled_from(INSTRUCTIONS),
    st.one_of(st.just(0), st.integers(0, 15), fields),
    st.integers(0, 7),
    fields,
)


@pytest.mark.parametrize("name", sorted(UASAP))
def test_every_operation_is_the_word_of_united_aircraft_s_assembler(name):
    assert OPERATIONS[name].word == octal_word(UASAP[name]) & ~TAG


def test_beyond_that_table_there_is_the_sense_switch_test_and_operations_without_a_word():
    assert set(OPERATIONS) - set(UASAP) == {"SWT", "", "***"}


def test_the_loader_that_loads_itself():
    """The first card of every deck: published, and run on a gate-level model of the machine."""
    text = "       LXA 0,4\n       CPY *+1,4\n       TXI *-1,4,-1"
    assert words(text) == ["053400400000", "070000400002", "177777400001"]


@repeatable
@given(instructions)
def test_an_instruction_there_and_back(code):
    assert word(f"       {disassemble(code, decimal)}") == code
    assert assemble_typed(disassemble(code, octal), 0o100, {}.get) == (code,)


@repeatable
@given(st.integers(0, (1 << 36) - 1))
def test_any_word_there_and_back(code):
    assert word(f"       {disassemble(code, decimal)}") == code
    assert word(f"       {constant(code, decimal)}") == code
    assert assemble_typed(disassemble(code), 0, {}.get) == (code,)
    assert int(octal_fields(code).replace(" ", "").replace("-", ""), 8) | (code & 1 << 35) == code


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (0o050000100100, "CLA 100,1"),
        (0o177777400001, "TXI 1,4,-1"),
        (0o300001200077, "TXH 77,2,1"),
        (0o076000000142, "SLN 2"),
        (0o076000100142, "PSE 142,1"),  # with a tag it is known only when it is executed
        (0o076000000777, "PSE 777"),
        (0o076200000321, "RCD"),
        (0o076200000203, "RTD 3"),
        (0o076600000333, "IOD"),
        (0o076400000203, "BST 3"),
        (0o076000000002, "CHS"),
        (0o000000000005, "HTR 5"),
        (0o000001000005, "PZE 5,,1"),
        (0o400000000000, "MZE 0"),
        (0o500000000001, "MON 1"),  # there is no instruction with this prefix
        (0o050001000005, "PZE 5,,50001"),  # CLA, but for a bit that no instruction has
        (0o076600000010, "WRS 10"),
    ],
)
def test_how_words_are_written(code, text):
    assert disassemble(code) == text


def test_names_stand_for_words_of_core_only():
    def name(number):
        return f"N{number}"

    assert disassemble(0o050000000005, address=name) == "CLA N5"
    assert disassemble(0o200003100005, address=name) == "TIX N5,1,3"
    assert disassemble(0o076700000005, address=name) == "ALS 5"
    assert disassemble(0o076200000005, address=name) == "RDS 5"


@repeatable
@given(st.sampled_from(sorted(OPERATIONS)), fields, st.integers(0, 7), fields)
def test_fields_are_ored_into_the_word_of_the_operation_each_for_itself(name, address, tag, decrement):
    operation = OPERATIONS[name]
    if operation.last is not None:
        address = address % (operation.last + 1)
    written = [] if operation.last == 0 else [address]
    text = (
        f"{'':7}{name:3} {','.join(map(str, [*written, tag, decrement]))}"
        if written
        else f"{'':7}{name:3} ,{tag},{decrement}"
    )
    base = operation.word
    expected = (
        base & 0o7 << 33
        | (base | decrement << 18) & 0o77777 << 18
        | (base | tag << 15) & TAG
        | (base | address) & 0o77777
    )
    assert word(text) == expected


def test_negative_numbers_are_complements_in_their_field():
    assert words(" TXI 5,4,-1\n STQ -5,1\n PZE -1,,-1") == ["177777400005", "460000177773", "077777077777"]


def test_a_place_is_where_the_card_is():
    image = assembled("       ORG 8\nA      TRA *\n       TRA *+1\n       TRA A\n       TRA **").image
    assert [f"{each:012o}" for _, each in image] == ["002000000010", "002000000012", "002000000010", "002000000000"]
