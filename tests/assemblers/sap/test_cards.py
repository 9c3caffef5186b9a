"""Where the fields of a line are: by the columns of a card, by blanks in a modern source."""

import pytest

from host.assemblers.sap.assembler import KNOWN
from host.assemblers.sap.fields import split
from host.languages.assembly import Line


def fields(text):
    statement = split(Line("x.sap", 1, text), KNOWN)
    return statement.location.text.strip(), statement.operation.text, statement.variable.text


@pytest.mark.parametrize(
    "text",
    [
        "LOOP   CLA A,1            REMARK",  # a card
        "LOOP   CLA     A,1        REMARK",  # the variable field from column 16 on, as later assemblers took it
        "LOOP   CLA A,1                                                          SAP10001",
        "LOOP CLA A,1 REMARK",  # free
        "LOOP\tCLA\tA,1\tREMARK",
        "  LOOP CLA A,1 REMARK",
        "  LOOP  CLA      A,1      REMARK",
        "loop cla a,1 remark",
    ],
)
def test_symbol_operation_variable_field(text):
    assert fields(text) == ("LOOP", "CLA", "A,1")


@pytest.mark.parametrize("text", ["       CLA A,1", " CLA A,1", "\tCLA A,1", "CLA A,1", "               CLA A,1"])
def test_a_line_without_a_symbol(text):
    assert fields(text) == ("", "CLA", "A,1")


def test_a_line_that_could_be_both_is_a_card_if_the_columns_hold_an_operation():
    assert fields("   ADD CLA X") == ("ADD", "CLA", "X")  # CLA stands in columns 8 to 10
    assert fields("  ADD  CLAX") == ("", "ADD", "CLAX")
    assert fields("A CLA  SUB") == ("A", "CLA", "SUB")  # columns 1 to 6 hold more than a symbol


@pytest.mark.parametrize(
    ("text", "location"),
    [(" LOOP  CLA A", "LOOP"), ("LO OP  CLA A", "LO OP"), ("1PRNT  CLA A", "1PRNT"), ("TRA    CLA A", "TRA")],
)
def test_the_location_field_of_a_card_may_be_anything(text, location):
    assert fields(text) == (location, "CLA", "A")


def test_a_blank_operation_has_its_variable_field_in_column_12():
    assert fields(" TDS       191") == ("TDS", "", "191")
    assert fields("           A,,B            REMARK") == ("", "", "A,,B")
    assert fields(" BHEAD                                                                  SAP40451") == (
        "BHEAD",
        "",
        "",
    )


def test_behind_column_16_of_a_card_there_are_only_remarks():
    assert fields("       HTR      STOP") == ("", "HTR", "")
    assert fields("       HTR     STOP") == ("", "HTR", "STOP")


@pytest.mark.parametrize("text", ["", "   ", "\t", "* a remark", "*"])
def test_lines_that_say_nothing(text):
    assert split(Line("x.sap", 1, text), KNOWN) is None


@pytest.mark.parametrize(
    ("text", "location", "operation"),
    [
        ("LOOP CLX A", "LOOP", "CLX"),
        ("CLX ALPHA", "", "CLX"),
        ("  CLX A", "", "CLX"),
        ("ALPHA CLAA B", "ALPHA", "CLAA"),
    ],
)
def test_which_word_is_taken_for_an_unknown_operation(text, location, operation):
    assert fields(text)[:2] == (location, operation)


def test_the_identification_is_not_read():
    line = "       CLA A" + " " * 60 + "B,7"
    assert fields(line) == ("", "CLA", "A")
    assert split(Line("x.sap", 1, line), KNOWN).remark.text.strip() == ""
