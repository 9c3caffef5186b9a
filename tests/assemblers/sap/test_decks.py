"""Decks that a source asks for itself: several parts, transfer cards, full cards, symbol tables; cards of 1956.

What UA SAP did was seen by running it on this machine: its own source and IBM's FORTRAN II of 1958 give the same cards.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import SourceErrors
from emulators.image import Cards, Part
from host.assemblers.sap.assembler import Assembler, assemble
from host.assemblers.sap.disassembler import disassemble
from host.assemblers.sap.fields import decimal_word
from host.cli.main import main
from host.formats import deck
from host.formats.deck.cards import described
from host.languages.assembly import Line
from host.machines.ibm704.machine import Ibm704
from sap.sources import assembled, repeatable, words

PARTS = """
       ORG 24
FIRST  CLA A
       STO 100
       RCD
       CPY 0                THE NEXT PART IS ONE CARD
       CPY 1
       LXA N,4
       CPY FIRST+3,4
       TIX *-1,4,1
       RCD
       TRA FIRST
A      OCT 7
N      DEC 3
       TCD FIRST
       ORG 24               OVER THE FIRST ONE
SECOND CLA B
       HTR SECOND
B      OCT 5
       END SECOND
"""


def described_deck(text, **options):
    return described(deck.deck(assembled(text).image, **options))


def test_a_transfer_card_ends_a_part_and_the_next_one_may_lie_on_it():
    image = assembled(PARTS).image
    assert [part.transfer for part in image.parts] == [24, 24]
    assert image.entry == 24
    assert described(deck.deck(image)) == [
        "full        loads itself", "absolute    00030-00043", "transfer    00030",
        "absolute    00030-00032", "transfer    00030",
    ]  # fmt: skip
    assert not assembled(PARTS).warnings


def test_the_first_part_runs_when_its_transfer_card_has_been_read_and_loads_the_second_one_itself():
    machine = Ibm704(core="compiled")
    machine.load_cards(deck.deck(assembled(PARTS).image))
    machine.run(seconds=5)
    assert machine.peek(100) == 7
    assert machine.reason == "program stop: HTR"
    assert machine.read_register("AC") == 5


def test_a_deck_of_parts_is_read_again_and_taken_apart_into_a_source_of_the_same_cards(tmp_path):
    image = assembled(PARTS).image
    deck.write(deck.deck(image), tmp_path / "parts.cbn")
    read = deck.image(deck.read(tmp_path / "parts.cbn"))
    assert read.parts == image.parts
    source = disassemble(read)
    assert "TCD" in source
    assert deck.deck(assembled(source).image) == deck.deck(image)
    assert main(["cards", str(tmp_path / "parts.cbn")]) == 0
    assert main(["dis", str(tmp_path / "parts.cbn"), "-o", str(tmp_path / "parts.sap")]) == 0
    assert assemble(tmp_path / "parts.sap").image.parts == image.parts


def test_the_debugger_stops_where_the_first_transfer_card_goes(tmp_path, capsys):
    (tmp_path / "parts.sap").write_text(PARTS)
    assert main(["debug", str(tmp_path / "parts.sap"), "-e", "registers"]) == 0
    assert "IC 00030" in capsys.readouterr().out


@repeatable
@given(
    st.lists(
        st.tuples(
            st.booleans(), st.integers(24, 60), st.lists(st.integers(0, 2**36 - 1), min_size=1, max_size=60),
            st.none() | st.integers(1, 0o77777),
        ),
        min_size=1, max_size=5,
    )
)  # fmt: skip
def test_the_cards_of_any_parts_are_those_of_the_source(parts):
    """Words on absolute cards of 22 and full ones of 24, in the order of the source, and nothing else."""
    text, expected, full = [], [], False
    for is_full, origin, content, transfer in parts:
        text += ["       FUL" if is_full else "       ABS", f"       ORG {origin}"]
        text += [f"       OCT {word:012o}" for word in content]
        size = 24 if is_full else 22
        expected += [tuple(content[at : at + size]) for at in range(0, len(content), size)]
        if transfer is not None:
            text.append(f"       TCD {transfer}")
            expected.append(transfer)
        full |= is_full or transfer is not None
    if not full:
        return  # it is one image, sorted
    cards = [deck.words(card) for card in deck.deck(assembled("\n".join(text)).image, bare=True)]
    found, at = [], 0
    for each in expected:
        card, at = cards[at], at + 1
        if isinstance(each, int):
            found.append(card[0])
        elif list(card) == [*each, *[0] * (24 - len(each))]:
            found.append(each)  # a full card
        else:
            found.append(tuple(card[2 : 2 + (card[0] >> 18 & 0o77777)]))
    assert len(cards) == len(expected)
    assert found == expected


def test_full_cards_load_themselves_there_is_no_loader_before_them():
    text = """
       FUL
       LXA 0,4
       CPY 2,4
       TXI 1,4,-1
       TRA 4
       HPR
       ABS
       ORG 100
       OCT 1
       END 100
"""
    image = assembled(text).image
    assert image.parts[0].cards == Cards.FULL
    assert described(deck.deck(image)) == ["full        loads itself", "absolute    00144-00144", "transfer    00144"]
    machine = Ibm704(core="compiled")
    machine.load_cards(deck.deck(image))
    machine.run(seconds=1)
    assert machine.reason == "program stop: HPR"
    assert assembled(disassemble(image)).image.parts == image.parts


def test_a_new_card_begins_at_a_block_even_an_empty_one():
    image = assembled("       FUL\n       OCT 1\n       BSS 0\n       OCT 2\n       BSS 1\n       OCT 3").image
    assert [len(segment.words) for segment in image.parts[0].segments] == [1, 1, 1]


def test_a_deck_without_our_loader(tmp_path):
    source = tmp_path / "bare.sap"
    source.write_text("       ORG 24\n       OCT 1\n       END 24\n")
    assert main(["asm", str(source), "--bare"]) == 0
    assert described(deck.read(tmp_path / "bare.cbn")) == ["absolute    00030-00030", "transfer    00030"]


def test_the_later_words_win_on_cards_and_in_storage():
    image = assembled("       ORG 24\n       OCT 1,2\n       ORG 25\n       OCT 3\n       END 24").image
    machine = Ibm704(core="compiled")
    machine.load(image)
    assert [machine.peek(24), machine.peek(25)] == [1, 3]
    assert dict(deck.image(deck.deck(image))) == {24: 1, 25: 3}


# ---------------------------------------------------------------- relocatable cards

ADDED, SUBTRACTED = 2, 3
RELATIVE = [  # address and decrement of a word, and how both change
    ("A", ADDED, 0), ("A,1,A", ADDED, ADDED), ("-A", SUBTRACTED, 0), ("1-A,,2-A", SUBTRACTED, SUBTRACTED),
    ("A-B", 0, 0), ("A-B+A", ADDED, 0), ("A+B", 0, 0), ("5-A-B", 0, 0), ("A-B-B", SUBTRACTED, 0),
    ("E", 0, 0), ("S", ADDED, 0), ("S-A", 0, 0), ("D", ADDED, 0), ("F", 0, 0), ("F-A", SUBTRACTED, 0),
    ("*", ADDED, 0), ("*-A", 0, 0), ("**", ADDED, 0), ("**,,**", ADDED, ADDED), ("A*5", ADDED, 0), ("2*A", ADDED, 0),
    ("A*B", 0, 0), ("1-2*A", ADDED, 0), ("1-A*2", SUBTRACTED, 0), ("A/2", ADDED, 0), (",1", 0, 0), ("5,7,9", 0, 0),
]  # fmt: skip
RELOCATABLE = """
       DEF 300
       REL
       ORG 10
A      CLA B
B      PZE
E      EQU A
S      SYN 5
50     OCT 7
F      PZE
       ORG 20
{}
       SWT 5
       DEC 5
       END A
"""


def test_addresses_in_sums_say_which_fields_change():
    """As UA SAP's cards do, for which these fields are among the programs of `ironboard software uasap-small`."""
    text = RELOCATABLE.format("\n".join(f"       TXI {fields}" for fields, _, _ in RELATIVE))
    part = assembled(text).image.parts[0]
    assert part.cards == Cards.RELOCATABLE
    assert part.relative[-1] == (*[4 * decrement + address for _, address, decrement in RELATIVE], 0, 0)


def test_a_symbol_table_says_which_symbols_are_relative(tmp_path):
    uasap("       REL\n       ORG 5\nA      PZE A\nE      EQU 5\n       WST 10,1", tables=tmp_path)
    assert (tmp_path / "10-1.table").read_text() == "A 5 relative\nE 5\n"
    part = uasap("       REL\n       RST 10,1\n       ORG 5\n       PZE A,,E", tables=tmp_path).image.parts[0]
    assert part.relative == ((ADDED,),)


def test_with_uasap_a_relocatable_deck_ends_with_a_transfer_card_in_any_case():
    assert uasap("       REL\n       OCT 1\n       END").image.parts[0].transfer == 0
    assert assembled("       REL\n       OCT 1\n       END").image.parts[0].transfer is None


# ---------------------------------------------------------------- cards of 1956

RENT = [
    "254563602643", "462163314527", "604746314563", "602346456263", "214563626031",
    "456063303162", "604751462243", "254433607462", "312745604546", "636023464562",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L                         LEFT HALF OF THE ROW", ["000000000000"]),
        ("TEMP                      ADD WHAT IS HERE", ["000000000000"]),
        (" ZERO      0,0,5          A WORD, AND A REMARK                          F6T00310", ["000005000000"]),
        (" LOC        LOCATION OF THE TABLE                                       F3B11910", ["000000000000"]),
        (" ALFA", ["000000000000"]),
        ("       *** 5", ["000000000005"]),
        ("       SLT 97\n       SLT 1", ["476000000141", "476000000141"]),
        ("       RCD 1\n       RCD 209", ["076200000321", "076200000321"]),
        ("       CLA 1,2,3", ["050003200001"]),
        ("       SLW 4,,32767", ["077777000004"]),
        ("       HTR -1,-1,-1", ["077777777777"]),
        ("       OCT\n       OCT 2", ["000000000000", "000000000002"]),
        ("       DEC .301029957B,.5BE-9", ["115040462343", "000000000021"]),
        ("L(=)   PZE A=\nA=     PZE L(=)", ["000000000001", "000000000000"]),
        ("       BCD RENT FLOATING POINT CONSTANTS IN THIS PROBLEM. (SIGN NOT CONS", RENT),
        ("0      HED\nA      PZE 1\n       PZE $A", ["000000000001", "000000000000"]),
        ("A      PZE 1\nK      HED\nA      PZE 2\n       PZE 0$A", ["000000000001", "000000000002", "000000000000"]),
    ],
)  # fmt: skip
def test_words_are_those_that_ua_sap_makes(text, expected):
    assert words(text) == expected


def test_negative_origins_count_from_the_end():
    assert list(assembled("       ORG -39\n       PZE 1").image) == [(0o77731, 1)]


def uasap(text, **options):
    lines = [Line("x.sap", number, line) for number, line in enumerate(text.split("\n"), 1)]
    return Assembler(uasap=True, **options).assemble_lines("x.sap", lines)


def test_with_uasap_what_it_flagged_is_a_warning():
    """As its listing shows: U for undefined symbols and operations (0), M for symbols defined twice."""
    text = (
        "DUP    PZE 1\nDUP    PZE 2\n       PZE DUP\nQ      ABC 5,1\n       CLS UNDEF\n       PZE 70000\n       PZE 1,9"
    )
    with pytest.raises(SourceErrors):
        assembled(text)
    result = uasap(text)
    assert [f"{word:012o}" for _, word in result.image] == [
        "000000000001", "000000000002", "000000000001", "000000100005", "050200000000", "000000010560", "000000100001",
    ]  # fmt: skip
    assert len(result.warnings) == 5


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("       SWT 7", "476000000161"), ("       SWT 6", "076000000166"), ("       SPU", "076000000340"),
        ("       SSM 7", "476000000007"), ("       WPU ,4", "076600400341"), ("       CLA **3", "050000000000"),
        ("5      CLA **3", "050000000017"), ("       CLA 7/0", "050000000007"),
        ("A      EQU -5\n       CLA A/2", "050000037775"),
        ("       CLA 40000*40000*40000", "050000000000"), ("       XYZ 5", "000000000005"),
    ],
)  # fmt: skip
def test_with_uasap_fields_are_read_as_it_read_them(text, word):
    """What no source of the time has, but programs made at random: their decks are the same (uasap-generated)."""
    assert [f"{each:012o}" for _, each in uasap(text).image] == [word]


def test_with_uasap_columns_say_what_is_what():
    assert [word for _, word in uasap("CHS\n       SLW CHS\n").image][1] == 0o0602_00_000000
    assert [word for _, word in uasap("       OCT 1\n\n       OCT 2").image] == [1, 0, 2]
    assert [word for _, word in uasap("       HTR  SPACE").image] == [0]


DECIMALS = {
    ".1": "175631463146", ".1B0": "031463146314", "3.14159265": "202622077324", "-1E-10": "537667633766",
    "2.718281828": "202533741242", ".66666666": "200525252524", "1E30": "344623713116", "-.7B0": "663146314631",
    ".7": "200546314631", "1.1": "201431463146", "1.E-5": "160517426542", "2.2": "202431463146",
    "1E-30": "035504411400",
    "-93449.7078E19": "720613614601", "-219920.15773E-33": "445426620257", "137.E18": "303733240706",
    "22437291835.2E16": "330563143202", "99.9B20": "000014371463", "10B35": "000000000012", "-0": "400000000000",
    "123456789": "000726746425", "0.E5": "000000000000",
}  # fmt: skip


def test_with_uasap_decimal_numbers_are_those_that_it_computed():
    """As its own deck shows; the last digit is often one less than rounding gives, sometimes two."""
    made = uasap("\n".join(f"       DEC {each}" for each in DECIMALS)).image
    assert dict(zip(DECIMALS, (f"{word:012o}" for _, word in made), strict=True)) == DECIMALS


@pytest.mark.parametrize("text", ["1.E39", "1.E-49", "1.E-40", "8.B2", "1.B-100"])
def test_with_uasap_decimal_numbers_out_of_range_are_errors(text):
    with pytest.raises(SourceErrors, match="out of range"):
        uasap(f"       DEC {text}")


@repeatable
@given(st.integers(1, 10**9), st.integers(-20, 20))
def test_with_uasap_a_decimal_number_is_two_units_off_at_most(digits, power):
    exact, cut = (decimal_word(f"{digits}.E{power}", uasap=each) for each in (False, True))
    assert exact - 3 <= cut <= exact + 3


def test_with_uasap_a_field_with_an_undefined_symbol_is_0():
    text = """
A      CLA A+U
       TXI 1+U,1,5
       TXI A,U,5
E      EQU U+5
       CLA E+3
F      EQU 5
       CLA F+3
"""
    assert [f"{word:012o}" for _, word in uasap(text.strip("\n")).image] == [
        "050000000000", "100005100000", "100005000000", "050000000000", "050000000010",
    ]  # fmt: skip


def test_with_uasap_a_blank_heading_is_one_of_its_own():
    text = "A      PZE 1\n       HED\nA      PZE 2\n       PZE A\n0      HED\n       PZE A"
    assert [word for _, word in uasap(text).image] == [1, 2, 1, 0]


def test_with_uasap_the_last_six_characters_of_a_symbol_count():
    assert [word & 0o77777 for _, word in uasap("       ORG 8\nCDEFGH PZE ABCDEFGH").image] == [8]


def test_with_uasap_the_card_that_names_the_program_is_a_word():
    """As on the decks that it punched from SHARE's sources with that card."""
    text = (
        "   UA SAP10SYMBOLIC ASSEMBLY PROGRAM                                 036NUDEK03R\n       ORG 24\n       OCT 1"
    )
    assert list(uasap(text).image) == [(0, 0), (24, 1)]
    assert list(assembled(text).image) == [(24, 1)]


# ---------------------------------------------------------------- symbol tables


def test_symbols_that_one_assembly_writes_another_one_reads(tmp_path):
    (tmp_path / "one.sap").write_text("A      EQU 100\nB      OCT 1\n       WST 10,1\n       END\n")
    (tmp_path / "two.sap").write_text("       RST 10,1\n       ORG A\n       PZE A,,B\nB      PZE B\n       END\n")
    assert main(["asm", str(tmp_path / "one.sap"), "--tables", str(tmp_path)]) == 0
    assert main(["asm", str(tmp_path / "two.sap"), "--tables", str(tmp_path)]) == 0
    image = deck.image(deck.read(tmp_path / "two.cbn"))
    assert dict(image) == {100: 101 << 18 | 100, 101: 101}  # its own B goes before the table's


def test_a_table_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(SourceErrors, match="not a symbol table"):
        uasap("       RST 10,1\n       OCT 1", tables=tmp_path)
    (tmp_path / "10-1.table").write_text("NOT A TABLE\n")
    with pytest.raises(SourceErrors, match="not a symbol table"):
        uasap("       RST 10,1\n       OCT 1", tables=tmp_path)


def test_parts_without_words_are_left_out():
    assert assembled("       FUL\n       ABS\n       OCT 1\n       FUL").image.parts == (
        Part(assembled("       OCT 1").image.parts or ((assembled("       OCT 1").image.segments[0]),)),
    )
