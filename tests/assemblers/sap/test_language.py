"""What symbols and pseudo-operations mean."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from emulators.ibm704 import bcd
from host.assemblers.sap.assembler import assemble
from sap.sources import assembled, repeatable, word, words


def addresses(text):
    return assembled(text).symbols


def test_a_program_begins_at_0_and_where_org_says():
    image = assembled("A      OCT 1\n       ORG 8\nB      OCT 2\n100    OCT 3\nC      OCT 4").image
    assert dict(image) == {0: 1, 8: 2, 100: 3, 101: 4}  # a number in the location field is an origin, too
    assert image.symbols == {"A": 0, "B": 8, "C": 101}


def test_loc_is_where_words_will_be_while_they_are_loaded_elsewhere():
    image = assembled(
        "       ORG 8\nA      OCT 1\nB      LOC 100\nC      PZE *\nD      BSS 2\n       PZE D\n50     PZE *\nE      HTR"
    ).image
    assert dict(image) == {8: 1, 9: 100, 12: 101, 50: 50, 51: 0}
    assert image.symbols == {"A": 8, "B": 100, "C": 100, "D": 101, "E": 51}


def test_a_block_is_started_or_ended_by_its_symbol_and_is_not_loaded():
    image = assembled("A      OCT 1\nB      BSS 3\nC      BES 2\nD      OCT 4").image
    assert image.symbols == {"A": 0, "B": 1, "C": 6, "D": 6}
    assert dict(image) == {0: 1, 6: 4}


def test_equ_and_syn_define_symbols_of_anything_known_at_the_end():
    image = assembled("N      EQU LAST-FIRST\nHERE   SYN FIRST+1\nFIRST  OCT 1\n       OCT 2\nLAST   PZE N").image
    assert image.symbols["N"] == 2
    assert image.symbols["HERE"] == 1
    assert image.constants == {"N"}  # SYN is the one that moves with the program


def test_expressions_are_decimal_and_multiplication_binds_tighter():
    assert word("       PZE 2+3*4-10/3") == 2 + 12 - 3
    assert word("       PZE -2+5") == 3
    assert word("A      EQU 8\n       PZE A*A/2,A-7,-A*2") == 0o77760_1_00040
    assert words("       ORG 5\n       PZE **") == ["000000000000"]  # "put in by the program"


products = st.lists(st.tuples(st.sampled_from("*/"), st.integers(0, 99)), max_size=3)
sums = st.lists(st.tuples(st.sampled_from("+-"), st.integers(0, 99), products), min_size=1, max_size=4)


@repeatable
@given(sums)
def test_any_expression_is_what_it_is_by_definition(terms):
    """Products and quotients from left to right, the quotients truncated; then sums from left to right."""
    total, text = 0, ""
    for sign, first, factors in terms:
        product, written = first, f"{sign}{first}"
        for operator, factor in factors:
            assume(operator == "*" or factor)
            product = product * factor if operator == "*" else product // factor
            written += f"{operator}{factor}"
        total += product if sign == "+" else -product
        text += written
    assume(abs(total) < 1 << 15)
    assert word(f"       PZE {text.removeprefix('+')}") == total % (1 << 15)


def test_a_product_with_this_place():
    assert word("       ORG 5\n       PZE ***2") == 0  # ** is zero, then comes * 2
    assert word("       ORG 5\n       PZE 2**") == 10  # 2 * here


def test_the_start_is_what_end_says():
    assert assembled("       OCT 1\nGO     HTR\n       END GO").image.entry == 1
    assert assembled("       OCT 1\n       END").image.entry is None
    assert assembled("       OCT 1").image.entry is None


def test_small_letters_are_capitals():
    assert addresses("alpha  cla Alpha\n       bcd 1abc") == {"ALPHA": 0}
    assert words("       bcd 1abc") == words("       BCD 1ABC")


def test_bcd_takes_six_characters_to_a_word():
    assert words("       BCD 1ABCDEF") == ["212223242526"]
    assert bcd.unpacked(dict(assembled("       BCD 2HELLO, WORLD").image).values()) == "HELLO, WORLD"
    assert bcd.unpacked(dict(assembled("       BCD 3SHORT").image).values()) == "SHORT" + " " * 13
    assert bcd.unpacked(dict(assembled("       BCD 1000ACL        A REMARK").image).values()) == "000ACL"


def test_a_card_with_column_12_blank_has_ten_words():
    text = "       BCD  WHAT STANDS IN COLUMNS 13 TO 72 OF THE CARD IS THE TEXT."
    found = bcd.unpacked(dict(assembled(text).image).values())
    assert found == f"{text[12:]:60}"


def test_a_text_in_quotes_is_as_long_as_it_is():
    assert words('  BCD "HELLO, WORLD AND ALL"') == words("       BCD 4HELLO, WORLD AND ALL")


def test_numbers_between_commas_are_words_one_after_the_other():
    assert words("A      OCT 1,-2,777777777777") == ["000000000001", "400000000002", "777777777777"]
    assert words("       DEC 1,-1,1.0") == ["000000000001", "400000000001", "201400000000"]


def test_a_heading_makes_symbols_of_its_own():
    text = "A      OCT 1\nCOMMON OCT 2\n       HED K\nA      OCT 3\n       PZE A\n       PZE $A\n       PZE COMMON\n"
    image = assembled(text + "       HED\n       PZE A\n       PZE K$A").image
    assert [address for _, address in image][3:] == [2, 0, 1, 0, 2]  # six characters have no heading
    assert image.symbols == {"A": 0, "COMMON": 1, "K$A": 2}


def test_a_heading_may_stand_in_the_location_field_as_united_aircraft_had_it():
    assert addresses("K      HED\nA      OCT 1") == {"K$A": 0}


def test_literals_are_words_behind_the_last_card_each_once():
    text = "       CLA =5\n       ADD =-1.5\n       SUB =O17\n       CAL =HABC\n       ADD =5\nLAST   HTR\n       END"
    assembly = assembled(text)
    assert [f"{each:012o}" for _, each in assembly.image][6:] == words("  DEC 5,-1.5\n  OCT 17\n  BCD 1ABC")
    assert [each & 0o77777 for _, each in assembly.image][:5] == [6, 7, 8, 9, 6]
    assert assembly.symbols == {"LAST": 5}


def test_rep_takes_cards_again():
    text = "A      OCT 1\n       REM THIS IS A CARD\nB      DEC 2,3\n\n* THIS IS NONE\n       REP 3,2\nC      OCT 4"
    assert [int(each, 8) for each in words(text)] == [1, 2, 3] * 3 + [4]
    assert addresses(text) == {"A": 0, "B": 1, "C": 9}


def test_rep_evaluates_again():
    assert words("       PZE *\n       REP 1,3") == [f"{each:012o}" for each in range(4)]


def test_def_gives_words_to_symbols_that_nothing_defines():
    image = assembled("       DEF 100\n       CLA X\n       STO Y\n       CLA X\n       CLA Z\nZ      OCT 1").image
    assert [each & 0o77777 for _, each in image] == [100, 101, 100, 4, 1]
    assert (image.symbols["X"], image.symbols["Y"]) == (100, 101)


def test_opd_makes_an_operation():
    assert words("XYZ    OPD -076000400000\n       XYZ 5,1") == ["476000100005"]


def test_what_is_accepted_and_does_nothing():
    assert words("       ABS\n       SPC 1\n       SKP\n       REM  ANY,THING\n       OCT 1") == ["000000000001"]


def test_fin_ends_like_end():
    assert words("       OCT 1\n       FIN") == ["000000000001"]


@pytest.fixture
def library(tmp_path):
    """Return a folder with two members of a library, one of which takes the other."""
    (tmp_path / "twice.sap").write_text("TWICE  ADD TEMP\n       LIB TEMP\n       END IGNORED\n       AND SO ON\n")
    (tmp_path / "temp.sap").write_text("TEMP   BSS 1\n")
    (tmp_path / "inner").mkdir()
    return tmp_path


def test_a_library_member_is_taken_from_beside_the_source(library):
    main = library / "main.sap"
    main.write_text("       LIB TWICE\n       LIB TEMP\nTEMP   LIB\n       HTR\n")
    assembly = assemble(main)
    assert assembly.symbols == {"TWICE": 0, "TEMP": 1}
    assert [line.file for line in assembly.image.lines] == [str(library / "twice.sap"), str(main)]


def test_a_library_member_is_taken_from_a_folder_that_is_named(library):
    main = library / "inner" / "main.sap"
    main.write_text("       LIB TWICE\n")
    assert assemble(main, include_dirs=[library]).image.size == 1


def test_a_library_member_is_taken_once_under_each_heading_and_the_heading_comes_back(library):
    main = library / "main.sap"
    main.write_text("K      HED\n       LIB TEMP\n       LIB TEMP\n       HED L\n       LIB TEMP\nA      HTR\n")
    assert assemble(main).symbols == {"K$TEMP": 0, "L$TEMP": 1, "L$A": 2}


def test_symbols_may_be_given_from_outside(library):
    main = library / "main.sap"
    main.write_text("       PZE N\n")
    assert [each for _, each in assemble(main, defines={"n": 9}).image] == [9]


def test_the_listing_prints_words_in_fields():
    text = (
        "START  CLA X,1,0\n       STQ X\nX      BSS 2\nN      EQU 5\nD      DEC 1,-2\n       CLA =7\n       END START"
    )
    listing = assembled(text).listing.split("\n")
    assert listing[:10] == [
        "00000   0 50000 1 00002           1    START  CLA X,1,0",
        "00001  -0 60000 0 00002           2           STQ X",
        "00002                             3    X      BSS 2",
        "       = 00005                    4    N      EQU 5",
        "00004   0 00000 0 00001           5    D      DEC 1,-2",
        "00005  -0 00000 0 00002",
        "00006   0 50000 0 00007           6           CLA =7",
        "                                  7           END START",
        "00007   0 00000 0 00007           7               =7",
        "",
    ]
    assert "X                        00002    x.sap:3  1 2" in listing


def test_addresses_in_the_listing_have_the_digits_of_the_core():
    assert assembled("       CLA 1", 4096).listing.startswith("0000   0 50000 0 00001 ")
