"""Formats, lines, records and files of FORTRAN's library for the 6600."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from emulators.cdc6600 import display_code
from emulators.errors import IronboardError

from .forlib import COMPLEX, DOUBLE, FORMAT, INTEGER, LOGICAL, REAL, ROOM, WORD, Fortran, real_word

TRUE = (1 << 60) - 1
MINUS_ZERO = TRUE


@pytest.fixture(scope="module")
def shared():
    """A library that the program's failures do not touch."""
    return Fortran()


@pytest.fixture
def library():
    return Fortran()


def word(text, fill=" "):
    """Return a word of characters."""
    return display_code.number(display_code.codes(text.ljust(10, fill)))


def display(name):
    return display_code.number([*display_code.codes(name), *[0] * (10 - len(name))])


# ---------------------------------------------------------------- formats, and gfortran as a second opinion

CONTROL = [
    ("(I3,I4)", (INTEGER, [1, 2, 3, 4, 5])),
    ("(1X,3I2)", (INTEGER, [1, 2, 3, 4])),
    ("(2H *,2(I2,2H, )/3H  =,I3)", (INTEGER, [1, 2, 3, 4, 5])),
    ("(I2,2(2X,I2,2(1H-,I1)),1H.)", (INTEGER, [*range(1, 10), *range(1, 9)])),
    ("(1X,2(I2,(1H<,I2,1H>)),2H//)", (INTEGER, [1, 2, 3, 4, 5, 6])),
    ("(I2//I2/)", (INTEGER, [1, 2, 3])),
    ("(5HA B C,3H,/(,I3)", (INTEGER, [7])),
    ("('IT''S ',I2,'!')", (INTEGER, [12])),
    ("(T5,I2,T1,I2,T9,2HXY)", (INTEGER, [12, 34])),
    ("(I5,T2,2HAB)", (INTEGER, [12345])),
    ("(2PF8.2,F8.2,0PF8.3,-1PF8.3)", (REAL, [1.5, 2.25, 3.125, 40])),
    ("(1P2E12.4,E12.4)", (REAL, [1.5, -2.25, 3.125, 40])),
    ("(3F5.1)", (REAL, [1.5, -2.5, 1000, 4])),
    ("(F8.3,1HI)", (COMPLEX, [1, -2, 3, 4])),
    ("(3L3,L1)", (LOGICAL, [True, False, True, True])),
    ("(G12.4,G12.4,1PG12.3)", (REAL, [1.5, 0.01, 100000])),
    ("(1H ,I2,(I3))", (INTEGER, [1, 2, 3])),
]  # fmt: skip


def words_of(kind, values):
    if kind in (REAL, COMPLEX):
        return [real_word(each) for each in values]
    return [TRUE * each for each in values] if kind == LOGICAL else values


def printed_by_gfortran(folder, form, kind, values):
    """Return the lines that gfortran's library prints."""
    names = {INTEGER: "INTEGER", REAL: "DOUBLE PRECISION", COMPLEX: "DOUBLE PRECISION", LOGICAL: "LOGICAL"}
    texts = {
        INTEGER: str,
        LOGICAL: lambda each: f".{str(each).upper()}.",
    }.get(kind, lambda each: f"{float(each)!r}D0")
    quoted = form.replace("'", "''")
    lines = [
        f"      {names[kind]} A({len(values)})",
        *(f"      A({number})={texts(each)}" for number, each in enumerate(values, 1)),
        "      CHARACTER*100 F",
    ]
    lines = [lines[0], lines[-1], *lines[1:-1], f"      F='{quoted}'", "      WRITE(*,F) A", "      END"]
    (folder / "a.f").write_text("\n".join(lines) + "\n")
    subprocess.run(["gfortran", "-std=legacy", "-w", "a.f", "-o", "a"], cwd=folder, check=True)
    return subprocess.run([folder / "a"], check=True, capture_output=True, text=True).stdout.split("\n")[:-1]


def printed(library, form, *items):
    """Return the lines of a file other than OUTPUT."""
    library.statement("FREWIND", 3)
    library.write(3, form, *items)
    library.statement("FREWIND", 3)
    return library.file("TAPE3")


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
@pytest.mark.parametrize(("form", "item"), CONTROL)
def test_formats_do_what_they_do_in_gfortran(shared, tmp_path, form, item):
    kind, values = item
    assert printed(shared, form, (kind, words_of(kind, values))) == printed_by_gfortran(tmp_path, form, kind, values)


@pytest.mark.parametrize(
    ("form", "item", "lines"),
    [
        ("(2H *,2(I2,2H, )/3H  =,I3)", (INTEGER, [1, 2, 3, 4, 5]), [" * 1,  2, ", "  =  3", " 4,  5, ", "  ="]),
        ("(I2,*A,B*,I2,\"C\"\"D\")", (INTEGER, [1, 2, 3]), [' 1A,B 2C"D', " 3A,B"]),
        ("( 1 HX, 2 I 3 )", (INTEGER, [1, 2]), ["X  1  2"]),
        ("(A3,A10,A12)", (WORD, [word("ABCDEFGHIJ")] * 3), ["ABCABCDEFGHIJ  ABCDEFGHIJ"]),
        ("(R3,R10,R12,A)", (WORD, [word("ABCDEFGHIJ")] * 4), ["HIJABCDEFGHIJ  ABCDEFGHIJABCDEFGHIJ"]),
        ("(O4,O20,O22)", (WORD, [0o123456] * 3), ["345600000000000000123456  00000000000000123456"]),
        ("(2E10.3,E11.3)", (REAL, [real_word("1E100"), real_word("-1E-100"), 0]), [" 0.100+101-0.100E-99  0.000E+00"]),
        ("(F6.2,G10.3,1PE10.2)", (REAL, [0, MINUS_ZERO, 0]), ["  0.00  0.00      0.00E+00"]),
        ("(F2.0,F1.0,F3.2)", (REAL, [0, 0, 0]), ["0.*.00"]),
        ("(I3,F5.1)", (INTEGER, []), [""]),
        ("(5HHELLO)", (INTEGER, []), ["HELLO"]),
    ],
)  # fmt: skip
def test_formats(shared, form, item, lines):
    assert printed(shared, form, item) == lines


def test_items_of_a_list_go_on_in_one_format(shared):
    assert (
        printed(shared, "(I2,F4.1,2I2)", (INTEGER, [1]), (REAL, [real_word(2)]), (INTEGER, [3, 4, 5]))[0]
        == " 1 2.0 3 4"
    )


def test_a_format_may_stand_anywhere_in_words_with_blanks_behind_it(library):
    library.cards("(I3,2H::,I3)", "  5  6")
    library.routine("FREADF", X1=5, X2=library.format("(8A10)"), X3=0)
    library.routine("FITEM", X1=ROOM, X2=8, X3=REAL)
    library.routine("FEND")
    library.routine("FWRITEF", X1=3, X2=ROOM, X3=0)
    library.items([])
    assert library.read(5, "(2I3)", (INTEGER, 2)) == [5, 6]


# ---------------------------------------------------------------- the printer's control


def test_the_first_column_of_output_controls_the_carriage_and_stays_blank(library):
    library.write(6, "(2H A,/,2H0B,/,2H1C/2H+D/2H-E/1X/1H0)")
    assert library.printed() == [" A", "", " B", "", " C", " D", "", "", " E", "", "", " "]


def test_other_files_keep_it(library):
    library.write(7, "(2H0B)")
    library.statement("FREWIND", 7)
    assert library.file("PUNCH") == ["0B"]


def test_a_line_has_136_columns_and_the_control(library):
    library.write(6, "(137(1HX))")
    assert library.printed() == [" " + "X" * 136]
    library.write(6, "(1X,136I1,1HX)", (INTEGER, [1] * 136), flags=2)
    assert library.fend == 1
    library.write(6, "(2H A)")
    assert library.printed() == [" A"]
    with pytest.raises(IronboardError):
        library.write(6, "(1X,137(1HX))")
    assert library.failure()[0] == "LINE 3 OF OUTPUT, COLUMN 138: THE LINE IS TOO LONG"


# ---------------------------------------------------------------- input


@pytest.mark.parametrize(
    ("form", "line", "kind", "found"),
    [
        ("(I3,I3,I2)", " 1 -22", INTEGER, [10, -22, 0]),
        ("(2I2)", "1", INTEGER, [10, 0]),
        ("(I5)", "+ 7", INTEGER, [700]),
        ("(I18)", "576460752303423487", INTEGER, [(1 << 59) - 1]),
        ("(I2,2X,I2,T1,I1)", "12AB34", INTEGER, [12, 34, 1]),
        ("(3L4)", "   T F .TRUE", LOGICAL, [TRUE, 0, TRUE]),
        ("(L3)", "", LOGICAL, [0]),
        ("(A3,A12,A2)", "ABC1234567890XYQ", WORD, [word("ABC"), word("34567890XY"[:10]), word("Q")]),
        ("(R3,R12)", "ABC1234567890XY", WORD, [display_code.number(display_code.codes("ABC")), word("34567890XY")]),
        ("(O3,O5,O4)", "777-1   12", WORD, [0o777, -0o1000, 0o1200]),
        ("(G3,1X)", " 12", INTEGER, [12]),
        ("(2(I1,1X)/I2)", "1 2", INTEGER, [1, 2]),
    ],
)  # fmt: skip
def test_input(shared, form, line, kind, found):
    shared.cards(line)
    assert shared.read(5, form, (kind, len(found))) == [each if each >= 0 else MINUS_ZERO + each for each in found]


def test_each_statement_begins_a_line_and_a_slash_skips_one(library):
    library.cards("1", "2", "3", "4", "5", "6", "7")
    assert library.read(5, "(I1)", (INTEGER, 2)) == [1, 2]
    assert library.read(5, "(I1/)", (INTEGER, 1)) == [3]
    assert library.read(5, "(//)") == []
    with pytest.raises(IronboardError):
        library.read(5, "(I1)", (INTEGER, 1))
    assert library.failure()[0] == "LINE 8 OF INPUT: READING PAST THE END"


def test_a_slash_at_the_end_may_meet_the_end(library):
    library.cards("1")
    assert library.read(5, "(I1/)", (INTEGER, 1)) == [1]
    assert library.read(5, "(I1)", (INTEGER, 1), flags=1) is not None
    assert library.fend == -1


def test_hollerith_that_is_read_replaces_that_of_the_format(library):
    library.cards("HELLO", "ABC")
    library.read(5, "(5H     )")
    library.routine("FWRITEF", X1=3, X2=FORMAT, X3=0)
    library.items([])
    library.statement("FREWIND", 3)
    assert library.file("TAPE3") == ["HELLO"]


def test_lines_of_all_lengths(library):
    lines = ["X" * length for length in range(1, 90)]
    library.cards(*lines, "", "A" * 9, "B" * 200)
    for line in lines:
        words = library.read(5, "(9A10)", (WORD, 9))
        assert words == [word((line + " " * 90)[each : each + 10]) for each in range(0, 90, 10)]
    assert library.read(5, "(A1)", (WORD, 1)) == [word("")]
    assert library.read(5, "(A10)", (WORD, 1)) == [word("A" * 9)]
    assert library.read(5, "(A10)", (WORD, 1)) == [word("B" * 10)]


@pytest.mark.parametrize(
    ("form", "line", "kind", "text", "column"),
    [
        ("(I2,I3)", "12 X3", INTEGER, "NOT A NUMBER", 4),
        ("(F5.1)", "1.2.3", REAL, "NOT A NUMBER", 4),
        ("(F5.1)", "1EX", REAL, "NOT A NUMBER", 3),
        ("(1X,I19)", " 9999999999999999999", INTEGER, "THE NUMBER IS TOO LARGE", 2),
        ("(E8.1)", "1.E+0400", REAL, "THE NUMBER IS TOO LARGE", 1),
        ("(L3)", "  5", LOGICAL, "NEITHER T NOR F", 3),
        ("(O3)", "128", WORD, "NOT A NUMBER", 3),
        ("(I3)", "  1", REAL, "AN ITEM FOR VALUES OF ANOTHER TYPE", 1),
        ("(2X,F3.1)", "  1", INTEGER, "AN ITEM FOR VALUES OF ANOTHER TYPE", 3),
    ],
)
def test_what_does_not_fit_its_field_is_told_with_line_and_column(library, form, line, kind, text, column):
    library.cards("", line)
    library.read(5, "()")
    assert library.read(5, form, (kind, 2), flags=2) is not None
    assert library.fend == 1
    library.cards("", line)
    library.read(5, "(1X)")
    with pytest.raises(IronboardError):
        library.read(5, form, (kind, 2))
    message, fault = library.failure()
    assert message == f"LINE 2 OF INPUT, COLUMN {column}: {text}"
    code = next(each for each in form if each in "IFELO")
    assert fault[:5] == [5, display("INPUT"), 2, column, display_code.code(code)]


@pytest.mark.parametrize(
    ("form", "character"),
    [
        ("(I3,Q)", 5),
        ("I3)", 1),
        ("(I)", 3),
        ("(0I3)", 3),
        ("(I0)", 4),
        ("(I3,,Z)", 6),
        ("(((((((((I3)))))))))", 9),
        ("(T0,I3)", 3),
    ],
)
def test_a_format_that_is_wrong(library, form, character):
    with pytest.raises(IronboardError):
        library.write(6, form, (INTEGER, [1, 2]))
    message, fault = library.failure()
    assert message == f"LINE 1 OF OUTPUT, CHARACTER {character}: THE FORMAT IS WRONG"
    assert fault[3] == character


def test_a_format_that_does_not_end(library):
    library.store(0o200000, [word("(I3") | 0, *[word("")] * 200])
    library.routine("FWRITEF", X1=6, X2=0o200000, X3=0)
    with pytest.raises(IronboardError):
        library.items([(INTEGER, [1, 2])])
    assert "THE FORMAT IS WRONG" in library.failure()[0]


def test_a_format_without_an_item_for_the_list(library):
    with pytest.raises(IronboardError):
        library.write(6, "(2H A/)", (INTEGER, [1]))
    assert library.failure()[0] == "LINE 2 OF OUTPUT: THE FORMAT HAS NO ITEM FOR THE LIST"


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("statement", "unit", "text"),
    [
        ("FREWIND", 0, "NO SUCH UNIT"), ("FREWIND", 100, "NO SUCH UNIT"), ("FREWIND", -3, "NO SUCH UNIT"),
        ("FENDFIL", 5, "A FILE THAT CANNOT BE WRITTEN"), ("FBACKSP", 6, "A FILE THAT CANNOT BE READ"),
    ],
)  # fmt: skip
def test_units_that_do_not_exist_or_do_not_do_that(library, statement, unit, text):
    with pytest.raises(IronboardError):
        library.statement(statement, unit)
    assert library.failure()[0] == text


def test_there_is_room_for_some_files(library):
    for unit in (1, 2, 3, 44, 1, 44):
        library.statement("FREWIND", unit)
    assert {"TAPE1", "TAPE2", "TAPE3", "TAPE44"} <= set(library.machine.system.files)
    with pytest.raises(IronboardError):
        library.statement("FREWIND", 4)
    assert library.failure()[0] == "TOO MANY FILES"


def test_what_is_written_is_read(library):
    for number in range(200):
        library.write(9, "(I5,1HX)", (INTEGER, [number]))
    library.statement("FREWIND", 9)
    assert library.file("TAPE9") == [f"{number:5}X" for number in range(200)]
    for number in range(200):
        assert library.read(9, "(I5)", (INTEGER, 1)) == [number]
    library.read(9, "(I5)", (INTEGER, 1), flags=1)
    assert library.fend == -1
    assert library.statement("FEOF", 9) != 0
    assert library.statement("FEOF", 9) == 0
    library.statement("FBACKSP", 9)
    library.write(9, "(3HEND)")
    library.statement("FREWIND", 9)
    assert library.file("TAPE9")[-2:] == ["  199X", "END"]


@pytest.mark.parametrize("read", [1, 2, 50, 51, 52, 99, 100])
@pytest.mark.parametrize("back", [0, 1])
def test_writing_after_reading_goes_on_at_this_place(library, read, back):
    lines = [f"{number:3}" + "X" * (number % 20) for number in range(100)]
    library.cards(*lines, name="TAPE1")
    for number in range(read):
        assert library.read(1, "(I3)", (INTEGER, 1)) == [number]
    for _ in range(back):
        library.statement("FBACKSP", 1)
    library.write(1, "(2I4)", (INTEGER, [-7, -8]))
    library.statement("FBACKSP", 1)
    assert library.read(1, "(2I4)", (INTEGER, 2)) == [MINUS_ZERO - 7, MINUS_ZERO - 8]
    library.statement("FREWIND", 1)
    assert library.file("TAPE1") == [*lines[: read - back], "  -7  -8"]


def test_ends_of_files_are_met_one_after_the_other(library):
    for value in (1, 2):
        library.write(1, "(I1)", (INTEGER, [value]))
        library.statement("FENDFIL", 1)
    library.write(1, "(I1)", (INTEGER, [3]))
    library.statement("FREWIND", 1)
    found = []
    for _ in range(7):
        [value] = library.read(1, "(I1)", (INTEGER, 1), flags=1)
        found.append(library.fend or value)
    assert found == [1, -1, 2, -1, 3, -1, -1]
    for _ in range(4):  # what was behind the end, 3, an end, 2
        library.statement("FBACKSP", 1)
    assert library.read(1, "(I1)", (INTEGER, 1)) == [2]
    library.statement("FBACKSP", 1)
    library.statement("FBACKSP", 1)
    library.read(1, "(I1)", (INTEGER, 1), flags=1)
    assert library.fend == -1


def put(library, unit, *words):
    library.routine("FWRITEB", X1=unit, X3=0)
    library.items([(WORD, list(words))])


def get(library, unit, count, flags=0):
    library.routine("FREADB", X1=unit, X3=flags)
    return library.results([(WORD, count)])


def test_records_without_format(library):
    records = [[*range(size)] for size in (3, 1, 1000, 0, 245, 246, 247, 5)]
    for record in records:
        put(library, 2, *record)
    library.statement("FREWIND", 2)
    for record in records:
        assert get(library, 2, len(record)) == record
    get(library, 2, 1, flags=1)
    assert library.fend == -1
    library.statement("FREWIND", 2)
    for record in records:  # less of each than there is
        assert get(library, 2, len(record) // 2) == record[: len(record) // 2]
    for record in reversed(records):
        library.statement("FBACKSP", 2)
        assert get(library, 2, len(record)) == record
        library.statement("FBACKSP", 2)
    with pytest.raises(IronboardError):
        get(library, 2, 4)
    message, fault = library.failure()
    assert message == "RECORD 1 OF TAPE2, WORD 4: THE RECORD HAS NO MORE WORDS"
    assert fault[:4] == [2, display("TAPE2"), 1, 4]


def test_a_record_is_written_over_and_what_follows_is_lost(library):
    for value in (1, 2, 3):
        put(library, 2, value)
    library.statement("FBACKSP", 2)
    library.statement("FBACKSP", 2)
    assert get(library, 2, 1) == [2]
    library.statement("FBACKSP", 2)
    put(library, 2, 7)
    library.statement("FREWIND", 2)
    assert get(library, 2, 1) == [1]
    assert get(library, 2, 1) == [7]
    get(library, 2, 1, flags=1)
    assert library.fend == -1
    library.statement("FBACKSP", 2)  # no mark follows the last record
    put(library, 2, 8)
    library.statement("FBACKSP", 2)
    assert get(library, 2, 1) == [8]


def test_double_and_complex_are_two_words_each(library):
    library.routine("FWRITEB", X1=2, X3=0)
    library.items([(DOUBLE, [1, 2, 3, 4]), (COMPLEX, [5, 6])])
    library.statement("FREWIND", 2)
    assert get(library, 2, 6) == [1, 2, 3, 4, 5, 6]


def test_encode_and_decode(library):
    library.store(0o300000, [0] * 10)
    library.routine("FENCODE", X1=15, X2=library.format("(I3,1HX/I5)"), X4=0o300000)
    library.items([(INTEGER, [12, 345])])
    assert library.words(0o300000, 5) == [word(" 12X"), word(""), word("  345"), word(""), 0]
    library.routine("FDECODE", X1=15, X2=library.format("(I3,A1/I5)"), X4=0o300000)
    assert library.results([(INTEGER, 1), (WORD, 1), (INTEGER, 1)]) == [12, word("X"), 345]
    library.routine("FENCODE", X1=5, X2=library.format("(I6)"), X4=0o300000)
    with pytest.raises(IronboardError):
        library.items([(INTEGER, [1])])
    assert library.failure()[0] == "LINE 1 OF ENCODE, COLUMN 1: THE LINE IS TOO LONG"


# ---------------------------------------------------------------- ends, lights, time


def test_stop_and_pause_are_in_the_dayfile(library):
    library.routine("FPAUSE", X1=display("77777"))
    library.routine("FPAUSE", X1=0)
    library.jump("FSTOP", X1=display("12345"))
    with pytest.raises(IronboardError):
        library.call("FSTOP", X1=display("1"))
    assert [text for _, text in library.machine.system.dayfile] == ["PAUSE 77777", "PAUSE", "STOP 12345", "STOP 1"]


def test_the_end_keeps_what_has_been_written(library):
    library.write(1, "(1HA)")
    library.write(6, "(2H B)")
    library.jump("FENDPRG")
    assert library.machine.reason == "the program has ended"
    assert library.file("TAPE1") == ["A"]
    assert library.file("OUTPUT") == [" B"]


def test_sense_lights(library):
    assert [library.statement("FLITET", number) for number in (1, 24)] == [0, 0]
    library.statement("FLITE", 24)
    library.statement("FLITE", 1)
    library.statement("FLITET", 24)
    assert library.word("X6") == TRUE
    assert library.statement("FLITET", 24) == 0
    library.statement("FLITE", 0)
    assert library.statement("FLITET", 1) == 0
    with pytest.raises(IronboardError):
        library.statement("FLITE", 25)


def test_sense_switches_are_in_word_0(library):
    library.memory[0] = 1 << 6 | 1 << 11
    down = []
    for number in range(1, 7):
        library.statement("FSWTCH", number)
        down.append(library.word("X6") == TRUE)
    assert down == [True, False, False, False, False, True]


def test_seconds(library):
    library.call("FSECOND")
    assert 0 <= library.word("X6") < real_word(1)
