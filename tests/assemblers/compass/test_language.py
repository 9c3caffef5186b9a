"""Symbols, blocks, literals, conditions, macros: what the language means."""

import pytest

from compass.sources import assembled, numbers, word, words
from emulators.errors import SourceErrors
from host.assemblers.compass import state
from host.assemblers.compass.assembler import assemble


def test_a_program_begins_at_100_and_starts_where_end_says():
    image = assembled("A DATA 1\nB DATA 2\n  END B").image
    assert (image.segments, image.entry) == ([(0o100, (1, 2))], 0o101)


def test_ident_says_name_origin_and_entry():
    image = assembled("  IDENT X,200B,B\nA DATA 1\nB DATA 2\n  END").image
    assert (image.segments, image.entry) == ([(0o200, (1, 2))], 0o201)
    assert assembled("  IDENT X,,B\nB DATA 2").image.entry == 0o100


@pytest.mark.parametrize("line", ["A SA1 5", " A SA1 5", "  A SA1 5", "a sa1 5", "A\tSA1\t5", "A         SA1       5"])
def test_where_a_symbol_may_stand(line):
    assert assembled(line).symbols == {"A": 0o100}


def test_what_begins_in_column_30_is_a_remark():
    assert word("          NX1                5 TIMES") == "24101460004600046000"
    assert word("          NX1               B2") == "24121460004600046000"


def test_an_operation_at_the_margin_is_one_unless_another_follows():
    assert word("SA1 A1+B1") == "54111460004600046000"
    assert assembled("NO SA1 A1+B1").symbols == {"NO": 0o100}


def test_a_line_may_have_other_fields_in_another_program():
    """The fields of lines are kept from one program to the next."""
    line = "SIX FIVE"
    labelled = f"FIVE MACRO\n  DATA 5\nFIVE ENDM\n{line}"
    called = f"SIX MACRO N\n  CON N\nSIX ENDM\nFIVE EQU 7\n{line}"
    assert [numbers(each) for each in (labelled, called, labelled)] == [[5], [7], [5]]


def test_expressions_are_read_from_the_left_products_first():
    assert numbers("N EQU 7\n  CON N+2*3,N-2-1,N*3/2,20-N/2,-N+20") == [13, 4, 10, 17, 13]


def test_negative_values_are_complements():
    assert words("  CON -1,1-2") == ["77777777777777777776"] * 2


def test_locations_are_those_of_words():
    assert numbers("A CON *,*+1,A\n  CON *,*O,*L") == [0o100, 0o102, 0o100, 0o103, 0o104, 0o105]


def test_the_position_counts_bits_that_are_left():
    assert numbers("  VFD 12/*P,12/$,36/*P") == [60 << 48 | 47 << 36 | 36]


def test_loc_moves_locations_but_not_words():
    image = assembled("  ORG 200B\n  LOC 1000B\nA CON A,*,*O\nB CON B\n  ORG 300B\nC CON C").image
    assert image.segments == [(0o200, (0o1000, 0o1001, 0o202, 0o1003)), (0o300, (0o300,))]
    assert image.symbols == {"A": 0o1000, "B": 0o1003, "C": 0o300}


def test_this_location_is_known_when_its_word_is():
    assert words("  LOC 1000B\n  SX1 1\n  SA2 A1\n  SX3 *O")[1] == "71300001014600046000"


def test_blocks_lie_one_behind_the_other():
    text = "  CON A,B,C\n  USE X\nA CON 1\n  USE Y\nB CON 2\n  USE *\n  CON 3\n  USE\nC CON =5"
    image = assembled(text).image
    assert numbers(text) == [0o105, 0o107, 0o103, 0o104, 5, 1, 3, 2]
    assert [each.address for each in image.merged()] == [0o100]


def test_a_block_goes_on_in_the_word_that_it_was_left_in():
    assert words("  SA1 A1+B1\n  USE X\n  SA2 A1+B1\n  USE *\n  SA3 A1+B1") == [
        "54111543114600046000",
        "54211460004600046000",
    ]


def test_blocks_may_have_an_origin():
    image = assembled("  CON 1\n  USE X\n  ORG 1000B\n  CON 2\n  USE *\n  CON 3\n  USE X\n  CON 4").image
    assert image.merged() == [(0o100, (1, 3)), (0o1000, (2, 4))]


def test_room_is_not_in_the_image_and_zeros_are():
    assert assembled("A BSS 2\n  BSSZ 2\nB BSS 3\n  CON A,B").image.segments == [
        (0o102, (0, 0)),
        (0o107, (0o100, 0o104)),
    ]


def test_equal_literals_are_one():
    assert numbers("  CON =5,=5,=1RA,=5B\n  CON =1.5") == [0o105, 0o105, 0o106, 0o105, 0o107, 5, 1, 0o17206 << 45]


def test_lit_names_a_literal():
    assert numbers("  CON P,=1\nP LIT 1,2") == [0o103, 0o102, 1, 1, 2]


def test_set_counts_and_equ_does_not():
    assert numbers("N SET 1\n  CON N\nN SET N+1\n  CON N\nM EQU K\nK EQU 9\n  CON M") == [1, 2, 9]


def test_the_largest_and_the_smallest():
    assert numbers("A MAX 3,7,-2\nA MAX A,9\nB MIN 3,7,2\n  CON A,B") == [9, 2]


def test_qualifiers_keep_symbols_apart():
    text = "A CON 1\nC CON 0\n  QUAL Q\nA CON 2\n  CON A,//A,C\n  QUAL *\n  CON A,/Q/A"
    assert numbers(text) == [1, 0, 2, 0o102, 0o100, 0o101, 0o100, 0o102]
    assert set(assembled(text).symbols) == {"A", "C", "/Q/A"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("IFEQ N,3", True), ("IFEQ N,4", False), ("IFNE N,4", True), ("IFGT N,2", True), ("IFGT N,3", False),
        ("IFGE N,3", True), ("IFGE N,4", False), ("IFLT N,4", True), ("IFLT N,3", False), ("IFLE N,3", True),
        ("IFLE N,2", False), ("IFPL N-3", True), ("IFPL N-4", False), ("IFMI N-4", True), ("IFMI N", False),
        ("IF DEF,N", True), ("IF DEF,M", False), ("IF -DEF,M", True), ("IFC EQ,*AB*AB*", True), ("IFC EQ,/A/B/", False),
        ("IFC LT,*A*B*", True), ("IFC -EQ,*A*B*", True), ("IFC GT,*9*A*", True), ("SKIP", False),
    ],
)  # fmt: skip
def test_conditions(condition, holds):
    number = 1 if holds else 2
    has_else = "" if condition == "SKIP" else "  ELSE\n  CON 2\n"
    expected = [9] if condition == "SKIP" else [number, 9]
    assert numbers(f"N EQU 3\n  {condition}\n  CON 1\n{has_else}  ENDIF\n  CON 9\nM EQU 1") == expected
    if condition != "SKIP":
        assert numbers(f"N EQU 3\n  {condition},1\n  CON 1\n  CON 9\nM EQU 1") == ([1, 9] if holds else [9])


def test_conditions_inside_one_another():
    text = "N SET {}\n  IFGT N,1\n  IFGT N,2\n  CON 3\n  ELSE\n  CON 2\n  ENDIF\n  ELSE\n  CON 1\n  ENDIF\n  CON 9"
    assert [numbers(text.format(n)) for n in (1, 2, 3)] == [[1, 9], [2, 9], [3, 9]]


def test_names_say_which_condition_ends():
    text = ".1 IFEQ {},1\n.2 IFEQ {},1\n  CON 3\n.2 ENDIF\n  CON 2\n.1 ENDIF\n  CON 9"
    assert numbers(text.format(1, 1)) == [3, 2, 9]
    assert numbers(text.format(1, 0)) == [2, 9]
    assert numbers(text.format(0, 1)) == [9]


def test_what_is_skipped_is_not_read():
    assert numbers("  IFEQ 1,2\n  NONSENSE ((\n  CON 99999999999999999999999\n  ENDIF\n  CON 1") == [1]


def test_macros_replace_words_and_join():
    text = "M MACRO R,V\n  SA_R V+B_R\nM ENDM\n  M 1,A2\n  M 2,(A3)"
    assert words(text) == ["54121542324600046000"]


def test_arguments_may_be_missing_and_have_commas():
    assert numbers("M MACRO P,Q\n  CON P,0_Q\nM ENDM\n  M (1,2),3\n  M 4") == [1, 2, 3, 4, 0]


def test_the_location_of_a_call_is_a_label_or_a_parameter():
    assert assembled("M MACRO\n  CON 1\nM ENDM\nHERE M").symbols == {"HERE": 0o100}
    assert numbers("  MACRO M,L,V\nL SET V\nM ENDM\nN M 5\n  CON N") == [5]


def test_local_symbols_are_others_in_each_call_and_no_others_see_them():
    result = assembled("M MACRO\n  LOCAL L\nL CON L\nM ENDM\n  M\n  M")
    assert [word for _, word in result.image] == [0o100, 0o101]
    assert result.symbols == {}


def test_macros_call_macros_and_themselves():
    text = "A MACRO N\n  CON N\nM SET N\n  IFGT M,1\n  A M-1\n  ENDIF\nA ENDM\nB MACRO N\n  A N\nB ENDM\n  B 3"
    assert numbers(text)[0] == 3
    assert len(numbers(text)) == 3


def test_a_macro_may_be_defined_by_a_macro():
    assert numbers("A MACRO N\nN MACRO\n  CON 7\nN ENDM\nA ENDM\n  A X\n  X") == [7]


def test_lines_are_repeated():
    assert numbers("N SET 0\n  DUP 3\n  CON N\nN SET N+1\n  ENDD") == [0, 1, 2]
    assert numbers("  DUP 2,1\n  CON 8\n  CON 9\n  DUP 0\n  CON 5\n  ENDD") == [8, 8, 9]


def test_repetitions_inside_one_another():
    assert numbers("  DUP 2\n  DUP 2\n  CON 1\n  ENDD\n  CON 2\n  ENDD") == [1, 1, 2, 1, 1, 2]


def test_texts_are_taken_in_once_from_where_the_source_is_or_a_folder(tmp_path):
    (tmp_path / "library").mkdir()
    (tmp_path / "one.compass").write_text(
        "ONE       CON    1\n          XTEXT  TWO\n          END\nNO        GARBAGE\n"
    )
    (tmp_path / "library" / "two.compass").write_text("TWO       CON    2\n")
    main = tmp_path / "main.compass"
    main.write_text("          XTEXT  ONE\n          XTEXT  TWO\n          CON    ONE,TWO\n          END    TWO\n")
    result = assemble(main, include_dirs=[tmp_path / "library"])
    assert [word for _, word in result.image] == [1, 2, 0o100, 0o101]
    assert result.image.entry == 0o101


def test_what_stands_behind_the_end_gives_a_warning():
    [warning] = assembled("  CON 1\n  END\n\n* REMARK\n  CON 2").warnings
    assert "x.compass:5:3: warning: lines after END are not assembled" in str(warning)


def test_symbols_may_come_from_outside(tmp_path):
    path = tmp_path / "main.compass"
    path.write_text("          CON    SIZE\n")
    assert [word for _, word in assemble(path, defines={"size": 5}).image] == [5]


def test_debuggers_learn_which_line_made_which_word():
    lines = assembled("  SA1 A1+B1\n  SA2 A2+B1\n  SX1 5\n  SX2 5\n  DATA 1,2").image.lines
    assert [(each.address, each.length, each.line) for each in lines] == [
        (0o100, 1, 1), (0o100, 1, 2), (0o100, 1, 3), (0o101, 1, 4), (0o102, 2, 5),
    ]  # fmt: skip


def test_the_listing_shows_instructions_at_their_place_and_data_in_parcels():
    listing = assembled("A SA1 A1+B1\n  SX1 5\n  DATA 1,2\n  BSS 5\nN EQU 5").listing.split("\n")
    assert [line[:32].rstrip() for line in listing[:6]] == [
        "000100  54111",
        "              7110000005",
        "000101  00000 00000 00000 00001",
        "000102  00000 00000 00000 00002",
        "000103",
        "        = 000005",
    ]


def assembled_file(tmp_path, text):
    path = tmp_path / "x.compass"
    path.write_text(text)
    return assemble(path)


@pytest.mark.parametrize(
    ("base", "number"), [("DECIMAL", 17), ("D", 17), ("OCTAL", 0o17), ("O", 0o17), ("MIXED", 0o17), ("M", 0o17)]
)
def test_a_base_may_be_written_in_full(base, number):
    assert numbers(f" BASE {base}\n DATA 17") == [number]


def test_base_star_goes_back_to_the_base_before():
    assert numbers(" BASE O\n DATA 17\n BASE D\n DATA 17\n BASE *\n DATA 17") == [0o17, 17, 0o17]


def test_a_base_that_is_none_is_an_error():
    with pytest.raises(SourceErrors, match="'DOZEN' is not a base"):
        assembled(" BASE DOZEN")


def test_the_origin_of_ident_may_be_defined_further_down(tmp_path):
    image = assembled_file(tmp_path, " IDENT X,ORIGIN,GO\n BSS 1\nGO PS\nORIGIN EQU 200B\n END\n").image
    assert (image.entry, image.symbols["GO"], image.segments[0].address) == (0o201, 0o201, 0o201)


def test_the_origin_of_ident_may_be_a_label_that_org_has_placed(tmp_path):
    image = assembled_file(tmp_path, " IDENT KAL,KAL\n ABS\n ORG 110B\nKAL PS\n END KAL\n").image
    assert [each.address for each in image.segments] == [0o110]


def test_an_origin_that_depends_on_itself_is_an_error(tmp_path):
    with pytest.raises(SourceErrors, match="the origin depends on itself"):
        assembled_file(tmp_path, " IDENT X,LATER\n SX1 1\nLATER BSS 1\n END\n")


def test_a_source_of_symbols_alone_has_no_words(tmp_path):
    image = assembled_file(tmp_path, " IDENT X\nA EQU 5\nB EQU A+1\n END\n").image
    assert (image.size, image.symbols) == (0, {"A": 5, "B": 6})


def test_the_symbol_of_end_is_after_literals_and_blocks():
    image = assembled("A SX6 LAST\n  SA1 =7\n  USE TABLES\nB DATA 1,2\n  USE\n  PS\nLAST END A").image
    assert image.symbols["LAST"] == max(each.end for each in image.segments) == 0o105
    assert image.symbols["B"] == 0o103


# ---------------------------------------------------------------- as programs of the time write it


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("DEF,NUMBER", True), ("-DEF,NUMBER", False), ("DEF,NOWHERE", False), ("-DEF,NOWHERE", True),
        ("SET,VARIES", True), ("SET,NUMBER", False), ("ABS,NUMBER", True), ("ABS,FIRST", True), ("ABS,THERE", False),
        ("ABS,NOWHERE", False), ("REL,THERE", True), ("REL,SHARED", True), ("REL,NUMBER", False),
        ("COM,SHARED", True), ("COM,THERE", False), ("LOC,THERE", True), ("LOC,SHARED", False), ("LCM,SHARED", False),
        ("EXT,OTHER", True), ("EXT,NUMBER", False), ("-MIC,NUMBER", True), ("MIC,TEXT", True), ("MIC,DATE", True),
        ("MAC,MINE", True), ("MAC,MESSAGE", True), ("MAC,NUMBER", False), ("REG,X5", True), ("REG,NUMBER", False),
    ],
)  # fmt: skip
def test_if_asks_for_an_attribute_of_a_name(name, holds):
    """FIRST is in the first block, which has its place in an absolute program; THERE in one that has none yet."""
    text = f"""NUMBER    EQU    5
VARIES    SET    5
TEXT      MICRO  1,,*ABC*
MINE      MACRO
MINE      ENDM
WEAK      EQU    =YOTHER
FIRST     BSS    0
          USE    MORE
THERE     BSS    0
          USE    /LABELLED/
SHARED    BSS    1
          USE
          IF     {name}
          CON    1
          ELSE
          CON    2
          ENDIF"""
    assert numbers(text)[0] == (1 if holds else 2)


@pytest.mark.parametrize(("name", "holds"), [("IFCP", 1), ("IFCP6", 1), ("IFCP7", 0), ("IFPP", 0), ("IFPP6", 0)])
def test_a_program_is_one_of_the_central_processor(name, holds):
    assert numbers(f"  {name}\n  CON 1\n  ENDIF\n  {name} 1\n  CON 2\n  CON 3") == [1, 2, 3] * holds or [3]


def test_parameters_of_a_macro_may_stand_in_parentheses():
    assert numbers("TWO MACRO (A,B)\n  CON A,B\nTWO ENDM\n  TWO 3,4") == [3, 4]


def test_a_blank_may_be_the_mark_around_texts_that_ifc_compares():
    assert numbers('MODEL MICRO 1,,*76*\n  IFC LT, "MODEL" 75\n  CON 1\n  ELSE\n  CON 2\n  ENDIF') == [2]
    assert numbers('MODEL MICRO 1,,*74*\n  IFC LT, "MODEL" 75 \n  CON 1\n  ELSE\n  CON 2\n  ENDIF') == [1]


def test_else_may_say_for_how_many_lines_it_is():
    text = "N EQU {}\n  IFEQ N,1\n  CON 1\n  ELSE 1\n  CON 2\n  CON 3"
    assert numbers(text.format(1)) == [1, 3]
    assert numbers(text.format(0)) == [2, 3]


@pytest.mark.parametrize("times", [0, 1])
def test_the_end_of_a_macro_ends_its_conditions_with_a_warning(times):
    found = assembled(f"M MACRO A\n  CON 1\n  IFEQ A,1\n  CON 2\nM ENDM\n  M {times}\n  CON 3")
    assert [word for _, word in found.image] == ([1, 2, 3] if times else [1, 3])
    assert len(found.warnings) == 1


def test_a_line_goes_on_after_column_72_in_one_with_a_comma_in_column_1():
    line = f"          CON    1,2,{'':<51}"
    assert numbers(f"{line.rstrip()}\n,3,4") == [1, 2, 3, 4]
    assert numbers(f"          CON    1                   {'REMARK':>37}\n,S") == [1]
    assert numbers(f"          DIS    6,{'':X<53}\n,YYYYYYY")[5:] == [int("30" * 3 + "31" * 7, 8)]


def test_a_line_with_nothing_before_the_column_of_remarks_is_one():
    assert numbers(f"{'':29}A REMARK\n          CON    1") == [1]
    assert numbers(f"          COL    50\n{'':29}CON 2\n{'':49}CON 3\n          COL\n{'':29}CON 4") == [2]


def test_no_compiler_has_called_the_assembler():
    assert numbers("  IFEQ *F,0\n  CON *F\n  ENDIF") == [0]


def test_pos_says_how_many_bits_are_left():
    assert words("  VFD 6/1\n  POS 18\n  VFD 18/3") == ["01000000000000000003"]
    assert words("  POS 6\n  VFD 6/1\n  POS 60\n  CON 2") == ["00000000000000000001", "00000000000000000002"]
    assert words("  SX1 B1+B2\n  POS 15\n  SX2 B1+B2") == ["76112000000000076212"]


def test_a_text_may_have_the_file_that_it_is_in_before_it(tmp_path):
    (tmp_path / "deck.compass").write_text("          CON    7\n")
    for line in ("FILE      XTEXT  DECK", "DECK      XTEXT"):
        path = tmp_path / "x.compass"
        path.write_text(f"{line}\n")
        assert [word for _, word in assemble(path).image] == [7]


@pytest.mark.parametrize("name", ["CDD=", "SFN=", "ARG=", "RDC="])
def test_routines_of_common_decks_are_entries_of_the_library_by_their_old_names(tmp_path, name):
    path = tmp_path / "x.compass"
    path.write_text(f"          RJ     =X{name}\n          PS\n")
    assert assemble(path).image.size > 2


def test_abort_takes_the_option_that_changes_nothing_here(tmp_path):
    path = tmp_path / "x.compass"
    path.write_text("          ABORT  ,NODUMP\n")
    with_option = assemble(path).image
    path.write_text("          ABORT\n")
    assert assemble(path).image.segments == with_option.segments
    path.write_text("          ABORT  ,DUMP\n")
    with pytest.raises(SourceErrors, match="OPTION OF ABORT IS NOT KNOWN: DUMP"):
        assemble(path)


def test_a_product_of_a_difference_of_places_is_a_number():
    assert numbers("  USE X\nA BSS 3\nB EQU **4-A*4\n  CON B,4*A-A*3-A")[-2:] == [12, 0]


# What the manual of COMPASS 3 has, as its programs and our page name it.
COMPASS_3 = """
    ABS BASE BSS BSSZ B1=1 B7=1 CHAR CODE COL COMMENT CON CPOP CPSYN CTEXT DATA DECMIC DIS DUP ECHO EJECT ELSE
    END ENDD ENDIF ENDM ENDX ENTRY ENTRYC EQU = ERR ERRMI ERRNG ERRNZ ERRPL ERRZR EXT HERE IDENT IF IFC IFCP
    IFCP6 IFCP7 IFEQ IFGE IFGT IFLE IFLT IFMI IFNE IFPL IFPP IFPP6 IFPP7 IRP LCC LDSET LIST LIT LOC LOCAL
    MACHINE MACRO MACROE MAX MICCNT MICRO MIN NIL NOLABEL NOREF OCTMIC OPDEF OPSYN ORG ORGC PERIPH POS PPOP
    PPU PURGDEF PURGMAC QUAL REP REPC REPI RMT R= SEG SEGMENT SET SKIP SPACE SST STEXT STOPDUP TITLE TTL USE
    USELCM VFD XREF XTEXT
"""


@pytest.mark.parametrize("name", COMPASS_3.split())
def test_a_pseudo_operation_of_compass_3_is_there_or_named_in_an_error(name):
    if name in state.PSEUDO_OPERATIONS:
        return
    with pytest.raises(SourceErrors) as raised:
        assembled(f"  {name} 1")
    assert f"{name} (" in raised.value.errors[0].message
    assert "is not supported" in raised.value.errors[0].message
