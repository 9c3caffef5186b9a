"""Instructions: every form of the instruction set there and back, and what COMPASS lets one leave out."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compass.sources import ROOT, assembled, numbers, parcels, repeatable, words
from emulators.cdc6600.disassembler import Parcels, octal, source, split, text
from emulators.cdc6600.isa import INSTRUCTIONS, decode
from emulators.errors import SourceErrors
from host.assemblers.compass.assembler import assemble_typed
from tests.shared import shared, spread

SAMPLE = ROOT / "tests" / "data" / "cdc6600" / "vectors.jsonl.gz"
digit = st.integers(0, 7)
addresses = st.one_of(st.sampled_from([0, 1, 0o377777, 0o400000, 0o777776, 0o777777]), st.integers(0, 0o777777))
instructions = st.builds(
    lambda each, i, j, k, address: (
        Parcels(0, (each.code << 9 | (i if each.sub is None else each.sub) << 6 | j << 3) << 15 | address, 2)
        if each.long
        else Parcels(0, each.code << 9 | (i if each.sub is None else each.sub) << 6 | j << 3 | k, 1)
    ),
    st.sampled_from(INSTRUCTIONS),
    digit,
    digit,
    digit,
    addresses,
)


def word_of(instruction):
    """Return the word that begins with an instruction and goes on with NO."""
    return int(f"{instruction.bits:0{5 * instruction.size}o}{'46000' * (4 - instruction.size)}", 8)


@repeatable
@given(instructions)
def test_an_instruction_there_and_back(instruction):
    expected = word_of(instruction)
    if text(instruction).startswith("VFD"):  # what follows is not filled with NO
        expected = instruction.bits << 60 - 15 * instruction.size
    assert numbers(f"          {text(instruction, source)}") == [expected]
    assert assemble_typed(text(instruction, octal), 0o100, {}.get) == (expected,)


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda each: each.syntax)
def test_every_form_of_the_instruction_set_is_taken_as_it_is_written_there(instruction):
    """The digits i, j, k are 1, 2, 3, a number of six bits is 23, one of eighteen 4567."""
    written = instruction.syntax.replace("jk", "23B")
    for name, number in (("i", "1"), ("j", "2"), ("k", "3"), ("K", "4567B")):
        written = written.replace(name, number)
    i = 1 if instruction.sub is None and "i" in instruction.syntax else instruction.sub or 0
    j = 2 if "j" in instruction.syntax else 0
    k = 3 if "k" in instruction.syntax else 0
    if instruction.code in (0o10, 0o14, 0o47):
        j = k = max(j, k)
    expected = f"{instruction.code:02o}{i}{j}" + ("004567" if instruction.long else f"{k}")
    assert words(f"  {written}")[0][: len(expected)] == expected


FORMS = [
    ("SA1 A2", "54120"), ("SA1 B2", "56120"), ("SA1 X2", "53120"), ("SA1 A2+B3", "54123"), ("SA1 B3+A2", "54123"),
    ("SA1 A2-B3", "55123"), ("SA1 -B3+A2", "55123"), ("SA1 B2+B3", "56123"), ("SA1 B2-B3", "57123"),
    ("SA1 -B3", "57103"), ("SA1 -B3+B2", "57123"), ("SA1 X2+B3", "53123"), ("SA1 B3+X2", "53123"),
    ("SB1 5", "6110000005"), ("SB1 -5", "6110777772"), ("SB1 B2-5", "6112777772"), ("SB1 5+B2", "6112000005"),
    ("SB1 B2+5-2", "6112000003"), ("SX7 A0+0", "7070000000"), ("SX7 X1+17B", "7271000017"), ("SB0 X5-1", "6205777776"),
    ("SX6 1RA", "7160000001"), ("SX6 3RMSG", "7160152307"), ("SX6 1S17", "7160400000"), ("SX6 2LAB", "7160010200"),
    ("EQ 100B", "0400000100"), ("EQ B2,100B", "0420000100"), ("NE B2,100B", "0520000100"), ("GE B2,5", "0620000005"),
    ("LT B2,5", "0720000005"), ("GT B2,B3,5", "0732000005"), ("LE B2,B3,5", "0632000005"), ("GT B2,5", "0702000005"),
    ("LE B2,5", "0602000005"), ("ZR B2,5", "0420000005"), ("NZ B2,5", "0520000005"), ("PL B2,5", "0620000005"),
    ("NG B2,5", "0720000005"), ("MI B2,5", "0720000005"), ("MI X2,5", "0332000005"), ("ZR X2,5", "0302000005"),
    ("JP 5", "0200000005"), ("JP B2", "0220000000"), ("JP B2+5", "0220000005"), ("JP 5+B2", "0220000005"),
    ("RJ 5", "0100000005"), ("PS", "00000"), ("NO", "46000"),
    ("LX1 12", "20114"), ("LX1 B2,X3", "22123"), ("LX1 X3,B2", "22123"), ("LX1 X3", "22103"), ("LX1 B2", "22121"),
    ("AX1 59", "21173"), ("AX1 X3,B2", "23123"), ("MX0 59", "43073"), ("NX1 X3", "24103"), ("NX1 B2,X3", "24123"),
    ("NX1", "24101"), ("NX1 B2", "24121"), ("ZX1 X3", "25103"), ("UX1 X3", "26103"), ("UX1 X3,B2", "26123"),
    ("PX1 X3", "27103"), ("PX1 B2,X3", "27123"), ("BX1 X3", "10133"), ("BX1 -X3", "14133"), ("CX1 X3", "47133"),
    ("BX1 X2*X3", "11123"), ("BX1 -X3*X2", "15123"), ("BX1 -X3+X2", "16123"), ("BX1 -X3-X2", "17123"),
    ("IX1 X2*X3", "42123"), ("IX1 X2+X3", "36123"), ("FX1 X2/X3", "44123"), ("RX1 X2*X3", "41123"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), FORMS)
def test_what_may_be_left_out_or_put_in_another_order(written, expected):
    assert parcels(written) == expected


def test_a_register_may_have_its_number_in_a_symbol():
    assert words("N EQU 5\n  SA.N  X.N+B1\n  SX6  A.N+N")[0] == "53551" + "7065000005" + "46000"


def test_the_worked_example_of_the_instruction_stack():
    """The loop c(n) = a(n) + b(n), with the octal words printed beside it."""
    text = """
LOOP      SA1    A1+B1
          SA2    A2+B1
          IX6    X1+X2
          SA6    A6+B1
          SB2    B2-B1
          NE     B2,B0,LOOP
"""
    assert words(text) == ["54111542213661254661", "67221052000010046000"]


def test_the_number_of_an_instruction_has_eighteen_bits():
    assert parcels("SX1 777777B") == "7110777777"
    assert parcels("SX1 -377777B") == "7110400000"


@pytest.mark.parametrize("part", ["sample", "all"])
def test_the_instructions_of_the_vectors_come_back(part):
    """They have any digits where none is used."""
    with gzip.open(SAMPLE if part == "sample" else shared("vectors/cdc6600/vectors.jsonl.gz"), "rt") as lines:
        found = sorted({json.loads(line)["ins"] for line in lines})
    source_lines, expected = [], []
    for digits in found:
        size = len(digits) // 5
        bits = int(digits, 8)
        instruction = decode(bits >> 15 * (size - 1))
        assert instruction is not None
        assert instruction.long == (size == 2)
        written = text(Parcels(0, bits, size), source)
        source_lines.append(f"+ {written}")
        fill = "00000" if written.startswith("VFD") else "46000"
        expected.append(f"{digits}{fill * (4 - size)}")
    image = assembled("\n".join(source_lines)).image
    assert [f"{each:020o}" for _, each in image] == expected


@repeatable
@given(st.integers(0, (1 << 60) - 1))
def test_the_instructions_of_a_word_fill_it(word):
    pieces = list(split(word))
    assert sum(each.size for each in pieces) == 4
    assert int("".join(f"{each.bits:0{5 * each.size}o}" for each in pieces), 8) == word


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("MX0 -6", "MX0 54"), ("MX7 -59", "MX7 1"), ("LX1 -6", "LX1 54"), ("SA6 A1+", "SA6 A1+0"),
        ("SB6 B3+", "SB6 B3+0"), ("SX1 X2-", "SX1 X2-0"), ("JP B1+", "JP B1+0"), ("UX5,B2 X4", "UX5 B2,X4"),
        ("NX6,B3 X2", "NX6 B3,X2"), ("ZX1,B1 X3", "ZX1 B1,X3"), ("PX6,B2 X4", "PX6 B2,X4"), ("NX4,B2", "NX4 B2,X4"),
        ("NX6 X2,B3", "NX6 B3,X2"), ("UX5 X4,B2", "UX5 B2,X4"),
    ],
)  # fmt: skip
def test_other_ways_to_write_an_instruction(written, meant):
    assert parcels(written) == parcels(meant)


@pytest.mark.parametrize("written", ["AX1 -3", "MX0 -60", "LX1 -64", "BX1,B2 X3", "SA1 A1+,", "LX1,B2 X3"])
def test_what_is_no_way_to_write_an_instruction(written):
    with pytest.raises(SourceErrors):
        parcels(written)


# ---------------------------------------------------------------- read once, known from then on

BEFORE = ["", "X1+", "X1-", "B2,", "B2,B0,", "A5+", "-"]
LAST = [
    "SYM", "S.2", "LATER", "NOWHERE", "SOME", "A.", "X1A", "SYM+5", "SYM-5", "LATER-400000", "TOOLONGSY", "SYM+SYM",
    "X2", "X1*X2", "B3", "0", "5", "-5", "63", "99", "400000", "17B", "*",
]  # fmt: skip


def outcome(line):
    """What comes of a line that stands twice between definitions: words, or what is wrong and where."""
    text = "\n".join(
        ["SYM EQU 12", "S.2 EQU 400000B", "SOME SET 3", "A. EQU 2", "X1A EQU 7", line, line, "LATER BSS 1"]
    )
    try:
        return numbers(text)
    except SourceErrors as wrong:
        return [
            (each.place.line, each.place.column, each.place.length, each.message, each.hint) for each in wrong.errors
        ]


@pytest.mark.parametrize("operation", "SA1 SX6 SB2 BX6 LX1 AX2 MX3 EQ NG RJ JP NX6 FX3 PS GE".split())
def test_an_instruction_is_the_same_with_a_remark_and_when_it_stands_there_again(operation):
    """With a remark it is read character by character; without, most are known from before."""
    for operand in spread([before + last for before in BEFORE for last in LAST], 54):
        line = f"  {operation} {operand}"
        assert outcome(line) == outcome(f"{line} ."), line


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("NZ,X2 100B", "NZ X2,100B"), ("ID,X7 100B", "ID X7,100B"), ("LT,B3,B1 100B", "LT B3,B1,100B"),
        ("GT,B3,B1 100B", "GT B3,B1,100B"), ("EQ,B3 100B", "EQ B3,100B"), ("NG,B3 100B", "NG B3,100B"),
        ("LT,B3 B1,100B", "LT B3,B1,100B"), ("ZR 100B", "EQ 100B"), ("PL 100B", "GE B0,B0,100B"),
        ("GE 100B", "GE B0,B0,100B"), ("NG 100B", "LT B0,B0,100B"), ("MI 100B", "LT B0,B0,100B"),
        ("NZ 100B", "NE B0,B0,100B"),
    ],
)  # fmt: skip
def test_registers_of_jumps_may_stand_beside_the_operation_or_be_left_out(written, meant):
    assert parcels(written) == parcels(meant)


@pytest.mark.parametrize("written", ["NG L", "NE L", "LT B0,B0,L", "NZ L"])
def test_a_jump_that_never_jumps_is_warned_of(written):
    assert ["never jumps" in str(each) for each in assembled(f"L {written}").warnings] == [True]
    assert not assembled("L ZR L").warnings


def test_what_follows_a_jump_without_registers_is_in_another_word():
    assert words("  ZR 100B\n  NO")[1] == "46000460004600046000"
