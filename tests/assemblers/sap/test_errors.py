"""What the assembler says about bad sources: place, message and hint, all errors of a pass."""

import pytest

from emulators.errors import ImageError, SourceErrors
from host.assemblers.sap.assembler import assemble
from sap.sources import assembled

# (source, line, column, part of the message, part of the hint)
BAD = [
    # cards
    (" " * 70 + "CLA A,1 AND MORE", 1, 81, "a card has 80 columns, this line 86", ""),
    ("       BCD 9" + " " * 50 + "WITH A REMARK", 1, 73, "columns 73 to 80 are for the identification", "runs into"),
    # operations
    ("       CLAA 5", 1, 8, "unknown operation 'CLAA'", "did you mean 'CLA'?"),
    ("       QQQ 5", 1, 8, "unknown operation 'QQQ'", ""),
    ("       PST", 1, 8, "PST (punch the symbol table) is not supported", "--labels"),
    ("       RST 10,1", 1, 8, "there are no symbol tables", "--tables"),
    # symbols
    ("       CLA ALPHAX\nALPHA  OCT 1", 1, 12, "undefined symbol 'ALPHAX'", "did you mean 'ALPHA'?"),
    ("A      OCT 1\nA      OCT 2", 2, 1, "'A' is already defined", "x.sap:1"),
    ("       CLA LENGTHY", 1, 12, "'LENGTHY' has more than 6 characters", ""),
    ("LENGTHY OCT 1", 1, 1, "'LENGTHY' has more than 6 characters", ""),
    ("A:     OCT 1", 1, 2, "':' cannot be part of a symbol", ""),
    ("A$B    OCT 1", 1, 1, "defined under the heading in force", "HED A"),
    ("       CLA AB$C", 1, 12, "a heading is one character", ""),
    ("       CLA A$", 1, 14, "expected a symbol, found the end of the field", ""),
    ("A      EQU B\nB      EQU A\n       OCT 1", 1, 1, "'A' is defined in terms of itself", ""),
    ("       HED AB", 1, 12, "a heading is one character", ""),
    ("       HED *", 1, 12, "'*' cannot be a heading", ""),
    # fields
    ("       CLA 32768", 1, 12, "the address 32768 is out of range", ""),
    ("       CLA -32768", 1, 12, "the address -32768 is out of range", ""),
    ("       CLA 1,8", 1, 14, "the tag 8 is out of range: -7 to 7", "index registers A, B and C"),
    ("       CLA 1,-8", 1, 14, "the tag -8 is out of range", ""),
    ("       TIX 1,1,40000", 1, 16, "the decrement 40000 is out of range", ""),
    ("       TIX 1,1,1,1", 1, 18, "address, tag and decrement, no more", ""),
    ("       CLA 99999999999999", 1, 12, "too large for a word", ""),
    ("       CLA (A+1)", 1, 12, "undefined symbol '(A'", ""),
    ("       CLA A B,1", 1, 12, "undefined symbol 'A'", ""),
    ("       CLA 5/0", 1, 14, "division by zero", ""),
    ("       SLN 5", 1, 12, "SLN takes a number from 1 to 4", ""),
    ("       SLN", 1, 8, "SLN needs a number from 1 to 4", ""),
    ("       RTD 11", 1, 12, "RTD takes a number from 1 to 10", ""),
    ("       CHS 5", 1, 12, "CHS takes no address", "remark"),
    # data
    ("       OCT 8", 1, 12, "'8' is not an octal digit", "DEC takes decimal"),
    ("       OCT 1,17X,3", 1, 16, "'X' is not an octal digit", ""),
    ("       OCT 1234567012345", 1, 12, "a word has 12 octal digits", ""),
    ("       DEC 1,TWO", 1, 14, "not a decimal number", "2.5E-3"),
    ("       DEC 34359738368", 1, 12, "the number is out of range", "34359738367"),
    ("       DEC 1E39", 1, 12, "the number is out of range", "1E38"),
    ("       DEC 4B2", 1, 12, "the number is out of range", "below 2**2"),
    ("       DEC 1,,2", 1, 14, "not a decimal number", ""),
    ("  BCD HELLO", 1, 7, "expected the number of words", "HELLO"),
    ("       BCD 2HELL^O", 1, 17, "no character '^'", ""),
    ('       BCD "HELLO', 1, 12, "the text has no end", ""),
    ('       BCD ""', 1, 12, "no characters between the quotes", ""),
    ("       CLA =8X", 1, 13, "not a decimal number", ""),
    ("       CLA =O8", 1, 14, "'8' is not an octal digit", ""),
    ("       CLA =HABCDEFG", 1, 14, "=H takes 1 to 6 characters", ""),
    # places
    ("       ORG 32768", 1, 12, "the address 32768 is outside the core", "32767"),
    ("       ORG -32768", 1, 12, "outside the core", ""),
    ("       LOC 32768", 1, 12, "outside the core", ""),
    ("       ORG A\nA      OCT 1", 1, 12, "the value is not known yet", "before this line"),
    ("       BSS 40000", 1, 12, "beyond the last address 77777", ""),
    ("       BSS -1", 1, 12, "a block of -1 words", ""),
    ("       EQU 5", 1, 8, "EQU needs a symbol before it", ""),
    ("99999  OCT 1", 1, 1, "the address 99999 is outside the core", ""),
    ("A      END", 1, 1, "END takes no symbol", ""),
    # the library, repetition, definitions
    ("       LIB NOSUCH", 1, 12, "there is no 'nosuch.sap' in the library", "looked for in"),
    ("       LIB", 1, 8, "LIB needs the name", ""),
    ("ONE    LIB TWO", 1, 12, "the member is named twice", ""),
    ("       OCT 1\n       REP 2,1", 2, 12, "there are only 1 cards before this one", ""),
    ("       OCT 1\n       REP 1", 2, 12, "REP takes a number of cards, a comma and how often", ""),
    ("       OCT 1\n       REP 0,1", 2, 12, "0 cards cannot be repeated", ""),
    ("       OCT 1\n       REP 1,-1", 2, 14, "repeated -1 times", ""),
    ("       OCT 1\n       REP 1,1\n       REP 1,1", 2, 8, "cannot be among the repeated cards", ""),
    ("       OCT 1\n       REP 1,999999", 2, 12, "grows beyond", ""),
    ("       OPD 7", 1, 8, "OPD needs the operation in the location field", ""),
    ("LONG   OPD 7", 1, 1, "an operation has at most 3 characters", ""),
    ("       DEF 32767\n       CLA A\n       CLA B", 1, 12, "'B' would lie outside the core", ""),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), BAD)
def test_an_error_says_where_and_what(text, line, column, message, hint):
    with pytest.raises(SourceErrors) as raised:
        assembled(text)
    error = raised.value.errors[0]
    assert (error.place.line, error.place.column) == (line, column)
    assert message in error.message
    assert hint in error.hint
    assert error.place.text == text.split("\n")[line - 1]


def test_all_errors_are_reported_together_in_the_order_of_the_source():
    with pytest.raises(SourceErrors) as raised:
        assembled("       CLA A\n       QQQ\n       OCT 9\n       CLA 1,9\nB      OCT 1\nB      OCT 1")
    assert [each.place.line for each in raised.value.errors] == [1, 2, 3, 4, 6]


def test_an_error_in_a_library_member_says_who_called_it(tmp_path):
    (tmp_path / "member.sap").write_text("       CLA NONE\n")
    main = tmp_path / "main.sap"
    main.write_text("       LIB MEMBER\n")
    with pytest.raises(SourceErrors) as raised:
        assemble(main)
    assert f"{tmp_path / 'member.sap'}:1:12: error: undefined symbol 'NONE'" in str(raised.value)
    assert f"{main}:1:12: note: included here" in str(raised.value)


@pytest.mark.parametrize("text", ["", "       REM", "       ORG 5\n       END 5", "A      BSS 5"])
def test_a_source_without_words_is_an_error(text):
    with pytest.raises(ImageError, match="produces no words"):
        assembled(text)


# (source, line, column, part of the warning)
DOUBTFUL = [
    ("       CPY", 1, 8, "CPY has no address"),
    (
        "       ORG 8\n       OCT 1,2\n       ORG 9\n       OCT 3",
        4,
        12,
        "the words from 00011 overlap those from 00010",
    ),
    ("       OCT", 1, 8, "OCT without a number: taken for 0"),
    ("       DEC              REMARK", 1, 8, "DEC without a number: taken for 0"),
    ("A      EQU\n       OCT 1", 1, 8, "EQU without a value: taken for 0"),
    ("       ORG\n       OCT 1", 1, 8, "ORG without an address: taken for 0"),
    ("A      BSS\n       OCT 1", 1, 8, "BSS without a number of words: taken for 0"),
    ("       OCT 1\n       TCD", 2, 8, "TCD without an address: taken for 0"),
    ("       BCD", 1, 12, "column 12 is blank: this is a text of 10 words"),
    ("       BCD RENT FLOATING", 1, 12, "column 12 is R: this is a text of 10 words"),
    ("       BCD 0NOTHING\n       OCT 1", 1, 12, "column 12 is 0: this is a text of 0 words"),
    ("       OCT 1\n       WST 10,1", 2, 8, "WST: the symbol table is not written"),
    (
        "       CLA 1" + " " * 50 + "WITH A REMARK",
        1,
        73,
        "columns 73 to 80 are for the identification: the remark ends",
    ),
    ("   NA SAP10SYMBOLIC ASSEMBLY PROGRAM\n       OCT 1", 1, 4, "SHARE's header card is taken for a remark"),
    ("       CLA A, 1\nA      OCT 1", 1, 14, "the variable field ends at this blank"),
    ("       CLA A + 1\nA      OCT 1", 1, 13, "the variable field ends at this blank"),
    ("       LXA 5", 1, 12, "LXA without a tag changes no index register"),
    ("       PAX", 1, 8, "PAX without a tag changes no index register"),
    ("       CLA 5,1,64", 1, 16, "this decrement makes another operation of CLA"),
    ("A", 1, 1, "a symbol alone makes a word of zeros"),
    ("       BCD  3TEXT", 1, 13, "column 12 is blank: this is a text of ten words"),
    ("       OCT 1\n       END\n       OCT 2", 3, 8, "after END are not assembled"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), DOUBTFUL)
def test_a_warning_about_what_is_probably_not_meant(text, line, column, message):
    [warning] = assembled(text).warnings
    assert (warning.place.line, warning.place.column) == (line, column)
    assert message in warning.message


@pytest.mark.parametrize(
    "text",
    [
        "       HTR",
        "       PXD",
        "       PXD ,-",
        "       HPR -1,7,63",
        "       CLA 5,1     - A REMARK",
        "       TXL 5",
        "       PZE 5,,3",
        "       HTR 5,,300",
        "       CHS         CHANGE SIGN",
        "       BCD  A TEXT THAT BEGINS WITH A LETTER",
        " VR                                                                     SAP40400",
        "L                         LEFT HALF OF THE ROW",
        "ADD                                   TEMPORARY STORE                   SAP40401",
        "       OCT 1\n       END\n\n* nothing",
    ],
)
def test_what_programmers_did_write_gives_no_warning(text):
    assert not assembled(text).warnings


def test_addresses_outside_of_a_small_core_are_doubted_words_there_refused():
    assert "the address 4096 is outside the core of 4096 words" in str(assembled("       CLA 4096", 4096).warnings[0])
    assert not assembled("       CLA 4096,1\n       ALS 8000\n       CLA 4095", 4096).warnings
    with pytest.raises(SourceErrors, match="beyond the last address 7777"):
        assembled("       BSS 4096\n       OCT 1", 4096)


def test_there_are_three_sizes_of_core(tmp_path):
    with pytest.raises(ImageError, match="4096, 8192, 32768 words of core, not 16384"):
        assemble(tmp_path / "none.sap", core=16384)
    with pytest.raises(ImageError, match="cannot be the name of a symbol"):
        assemble(tmp_path / "none.sap", defines={"TOOLONG": 1})
