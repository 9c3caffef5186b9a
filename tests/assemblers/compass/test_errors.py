"""What the assembler says about bad sources: place, message and hint, all errors of a pass."""

import pytest

from compass.sources import assembled
from emulators.errors import ImageError, SourceErrors
from host.assemblers.compass import relocatable
from host.assemblers.compass.assembler import assemble

# (source, line, column, part of the message, part of the hint)
BAD = [
    # operations
    ("  ENTRYX 5", 1, 3, "unknown operation 'ENTRYX'", "did you mean 'ENTRY'?"),
    ("  QQQ 5", 1, 3, "unknown operation 'QQQ'", ""),
    ("  EXT SYM\n  CON SYM", 1, 7, "undefined symbol 'SYM'", ""),
    ("A MICRO -1,,*X*", 1, 9, "a micro begins at character 1 or later", ""),
    ("  MICRO 1,,*X*", 1, 3, "MICRO needs a name before it", ""),
    ("A DECMIC 5,11", 1, 10, "a micro has up to 10 digits", ""),
    ("A MICCNT B", 1, 10, "there is no micro 'B'", "MICRO, DECMIC or OCTMIC"),
    ("  ERR TOO LONG", 1, 3, "TOO LONG", ""),
    ("  ERRNZ 2", 1, 9, "ERRNZ: the value 2 is not zero", ""),
    ("  ECHO ,A=3\n  ENDD", 1, 9, "'A=3' is not a parameter with its values", "ECHO ,P=(1,2,3)"),
    ("  STOPDUP", 1, 3, "STOPDUP is not in a DUP or ECHO", ""),
    ("  IRP A", 1, 3, "IRP is not in a macro", ""),
    ("  RMT\n  CON 1", 1, 3, "RMT has no second RMT", ""),
    ("M MACROE P\n  CON P\nM ENDM\n  M Q=1", 4, 5, "M has no parameter 'Q'", "it has P"),
    ("  OPDEF I", 1, 3, "OPDEF needs the form of an instruction before it", "such as IXX/X"),
    ("A OPSYN NONE", 1, 9, "there is no operation 'NONE'", ""),
    ("ALONE", 1, 1, "the operation is missing", "BSS 0"),
    (",5", 1, 1, "there is no line that this one could continue", "column 72"),
    ("  CON 1\n,5", 2, 1, "there is no line that this one could continue", "column 72"),
    ("  DATA B21B", 1, 8, "a number has one letter for its base", "as 12, 17B"),
    ("  DATA B29", 1, 8, "'29' is not octal", ""),
    ("  DATA O1.5", 1, 8, "an octal number is an integer", ""),
    ("  IF LOST,A\n  ENDIF", 1, 6, "IF does not know 'LOST'", "DEF, SET"),
    ("  DATA 1\n  POS 61", 2, 7, "a word has 0 to 60 bits left, not 61", ""),
    ("  VFD 12/1\n  POS 50", 2, 7, "only 48 bits are left in this word", "over those that are there"),
    ("  CODE A", 1, 8, "CODE A (ASCII) is not supported", "display code"),
    ("  CODE X", 1, 8, "'X' is not a code of characters", "CODE D"),
    ("  COL 80", 1, 7, "remarks cannot begin in column 80", "3 to 72"),
    ("  MACHINE 7", 1, 11, "MACHINE 7 is not supported", "a 6600"),
    ("  MACHINE 6,CMU", 1, 13, "the unit CMU is not supported", "a 6600"),
    ("  ORGC 5", 1, 3, "ORGC (words that are loaded if their common block is new) is not supported", "loader"),
    ("  RE B1+5", 1, 3, "RE (a block of words to or from extended core storage) is not supported", "central memory"),
    ("  RJ,B1 5", 1, 3, "unknown operation 'RJ,B1'", ""),
    ("  ZR,X2,B1 5", 1, 12, "ZR,X2,B1 does not take '5'", "it takes"),
    # operands
    ("  SA1 X1-B2", 1, 7, "SA1 does not take 'X1-B2'", "Xj+Bk"),
    ("  SX1 B1+B2+5", 1, 7, "SX1 does not take 'B1+B2+5'", "Bj+K"),
    ("  BX1 X1/X2", 1, 7, "BX1 does not take 'X1/X2'", "Xj*Xk"),
    ("  SA1", 1, 3, "SA1 needs an operand", "it takes"),
    ("  RJ B1", 1, 6, "RJ does not take 'B1'", "it takes K"),
    ("  LX1 64", 1, 7, "the value 64 does not fit into 6 bits", ""),
    ("  AX1 -1", 1, 7, "a number of places cannot be -1", ""),
    ("  SX1 1000000B", 1, 7, "does not fit into 18 bits", ""),
    ("  SX1 -400000B", 1, 7, "does not fit into 18 bits", ""),
    ("  ZR X1,5,6", 1, 11, "an instruction takes one expression", ""),
    ("  SA1 5*X1", 1, 9, "the register X1 is not possible here", ""),
    ("  SA1 X1*5", 1, 10, "expected a register, found '5'", ""),
    ("  SA1 A1 +B1\n  SA1 A1+5+", 2, 12, "expected a value, found the end of the field", ""),
    ("  SA1 5)", 1, 8, "expected an operator or a comma, found ')'", ""),
    ("  SA.N B1\nN EQU 3", 1, 6, "the value is not known yet", "before this line"),
    ("N EQU 8\n  SA.N B1", 2, 6, "there is no register 8", "0 to 7"),
    ("N EQU 8\n  SA1 B.N", 2, 7, "there is no register 'B.N'", "0 to 7"),
    # symbols
    ("  SA1 ALPHAX\nALPHA DATA 1", 1, 7, "undefined symbol 'ALPHAX'", "did you mean 'ALPHA'?"),
    ("A DATA 1\nA DATA 2", 2, 1, "'A' is already defined", "x.compass:1"),
    ("TOOLONGNAME DATA 1", 1, 1, "has more than 8 characters", ""),
    ("X1 DATA 1", 1, 1, "'X1' is a register, not a symbol", ""),
    ("1A DATA 1", 1, 1, "a symbol cannot begin with '1'", ""),
    ("A+B DATA 1", 1, 2, "'+' cannot be part of a symbol", ""),
    ("A EQU B\nB EQU A\n  CON A", 1, 1, "'A' is defined in terms of itself", ""),
    ("  CON =XOUT", 1, 9, "undefined symbol 'OUT'", ""),
    ("  EQU 5", 1, 3, "EQU needs a symbol before it", ""),
    ("A EQU", 1, 3, "EQU needs a value", ""),
    ("A SET B\nB EQU 1", 1, 7, "the value is not known yet", "before this line"),
    ("  ENTRY NOPE\n  CON 1", 1, 9, "undefined symbol 'NOPE'", ""),
    # data
    ("  DATA 8B", 1, 8, "'8' is not octal", ""),
    ("  DATA 12X", 1, 8, "'12X' is not a number", "1S17"),
    ("  DATA ABC", 1, 8, "expected a number or characters, found 'A'", "CON takes expressions"),
    ("  DATA", 1, 7, "expected a number or characters, found the end", ""),
    ("  DATA 1,,2", 1, 10, "expected a number or characters", ""),
    ("  DATA 1.5B", 1, 8, "an octal number is an integer", ""),
    ("  DATA 1P3", 1, 8, "binary points (P) are not supported", ""),
    ("  DATA 1EE3", 1, 8, "numbers of double precision (EE) are not supported", ""),
    ("  DATA 1E999", 1, 8, "out of range", ""),
    ("  DATA 576460752303423488", 1, 8, "does not fit into a word", "576460752303423487"),
    ("  DATA 0L*ABC", 1, 8, "the text has no end", "0L*TEXT*"),
    ("  DATA 3L~BC", 1, 10, "display code has no character '~'", ""),
    ("  CON 11LABCDEFGHIJK", 1, 7, "11 characters do not fit into 60 bits", ""),
    ("  SX1 4LABCD", 1, 7, "4 characters do not fit into 18 bits", "3"),
    ("  CON 5/0", 1, 9, "division by zero", ""),
    ("  VFD 61/0", 1, 7, "a field has 1 to 60 bits, not 61", ""),
    ("  VFD 0/0", 1, 7, "a field has 1 to 60 bits, not 0", ""),
    ("  VFD 5", 1, 8, "expected / and a value", ""),
    ("  VFD 3/8", 1, 9, "the value 8 does not fit into 3 bits", ""),
    ("  VFD 3/A\nA EQU 8", 1, 9, "the value 8 does not fit into 3 bits", ""),
    ("  DIS ,*ABC", 1, 8, "the text has no end", "DIS ,*TEXT*"),
    ("  DIS 0,A", 1, 7, "a text has 1 to", ""),
    ("  DIS 1", 1, 8, "expected a comma and the text", ""),
    # places
    ("  ORG 400000B", 1, 7, "outside the memory", "377777"),
    ("  ORG A\nA DATA 1", 1, 7, "the value is not known yet", "before this line"),
    ("  BSS 400000B\n  CON 1", 1, 7, "beyond the last address 377777", ""),
    ("  BSSZ 400000B", 1, 8, "beyond the last address 377777", ""),
    ("  BSS -1", 1, 7, "a block of -1 words", ""),
    ("  ORG 200B\n  DATA 1,2\n  ORG 201B\n  DATA 3", 4, 8, "overlap those from 000200", "x.compass:2"),
    ("  USE *", 1, 7, "there is no USE before", ""),
    ("A USE B", 1, 1, "USE takes no symbol", ""),
    ("  BASE X", 1, 8, "'X' is not a base", "BASE O is octal"),
    ("  XTEXT NOSUCH", 1, 9, "there is no 'nosuch.compass'", "looked for in"),
    # conditions, macros, repetitions
    ("  IFEQ 1,2\n  CON 1", 1, 3, "this has no ENDIF", "write ENDIF"),
    (".1 IFEQ 1,2\n  ENDIF\n  CON 1", 1, 4, "this has no ENDIF", "write .1 ENDIF"),
    ("  CON 1\n  ENDIF", 2, 3, "ENDIF belongs to no IF", ""),
    ("  ELSE", 1, 3, "ELSE belongs to no IF", ""),
    ("  IFEQ A,1\n  ENDIF\nA EQU 1", 1, 8, "the value is not known yet", "before this line"),
    ("  IFEQ 1", 1, 9, "expected a comma", ""),
    ("  IFC XX,*A*B*", 1, 7, "IFC does not know how to compare", ""),
    ("  IFC EQ,*A*B", 1, 10, "expected two texts", ""),
    ("M MACRO A\n  CON A", 1, 3, "MACRO has no ENDM", "write M ENDM"),
    ("M MACRO A\n  CON A\nM ENDM\n  M 1,2", 4, 7, "there are too many arguments", "M takes 1"),
    ("M MACRO A\n  CON A\nM ENDM\n  M (1", 4, 6, "the parentheses do not match", ""),
    ("M MACRO A\n  CON A\nM ENDM\n  M 1)", 4, 6, "the parentheses do not match", ""),
    ("  MACRO", 1, 3, "MACRO needs a name", ""),
    ("  ENDM", 1, 3, "ENDM ends no MACRO", ""),
    ("  ENDD", 1, 3, "ENDD ends no DUP", ""),
    ("  LOCAL A", 1, 3, "LOCAL is not in a macro", ""),
    ("  DUP 2\n  CON 1", 1, 3, "DUP has no ENDD", "write ENDD"),
    ("  DUP 2,-1", 1, 7, "the number of lines cannot be negative", ""),
    ("  DUP 900000\n  CON 1\n  ENDD", 1, 7, "grows beyond", ""),
    ("M MACRO\n  M\nM ENDM\n  M", 2, 3, "deep", ""),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), BAD)
def test_an_error_says_where_and_what(text, line, column, message, hint):
    with pytest.raises(SourceErrors) as raised:
        assembled(text)
    error = raised.value.errors[0]
    assert message in error.message
    assert hint in error.hint
    assert (error.place.line, error.place.column) == (line, column)


def test_all_errors_are_reported_together_in_the_order_of_the_source():
    with pytest.raises(SourceErrors) as raised:
        assembled("  SA1 A\n  QQQ\n  DATA 9B\n  LX1 99\nB DATA 1\nB DATA 1")
    assert [each.place.line for each in raised.value.errors] == [1, 2, 3, 4, 6]


def test_an_error_in_a_text_taken_in_says_who_called_it(tmp_path):
    (tmp_path / "member.compass").write_text("          SA1    NONE\n")
    main = tmp_path / "main.compass"
    main.write_text("          XTEXT  MEMBER\n")
    with pytest.raises(SourceErrors) as raised:
        assemble(main)
    assert f"{tmp_path / 'member.compass'}:1:18: error: undefined symbol 'NONE'" in str(raised.value)
    assert f"{main}:1:18: note: included here" in str(raised.value)


def test_an_error_in_a_macro_says_who_called_it():
    with pytest.raises(SourceErrors) as raised:
        assembled("M MACRO A\n  SA1 A\nM ENDM\n  M NONE")
    assert "in macro 'M', called here" in str(raised.value)


@pytest.mark.parametrize("text", ["", "* REMARK", "  ORG 5\n  END", "  IDENT X"])
def test_a_source_without_words_is_an_error(text):
    with pytest.raises(ImageError, match="produces no words"):
        assembled(text)


def test_of_a_program_for_another_processor_one_error_is_enough():
    with pytest.raises(SourceErrors) as raised:
        assembled("  PERIPH\n  LDN 5\n  STD 10B\n  UJN *")
    assert [each.message for each in raised.value.errors] == [
        "PERIPH (programs for peripheral processors) is not supported"
    ]


def test_a_relocatable_program_with_very_many_errors_is_no_traceback(tmp_path):
    path = tmp_path / "many.compass"
    path.write_text("          IDENT  MANY\n" + "          SA1    NOWHERE\n" * 300 + "          END\n")
    with pytest.raises(SourceErrors) as raised:
        relocatable.assemble(path)
    assert len(raised.value.errors) >= 100
