"""What names mean: kinds and types, numbers of statements, ranges of DO statements, storage, initial values."""

import pytest

from host.compilers.fortran.syntax import Do, Kind, Sort, Type
from tests.fortran.trees import cards, program, said, shown


def main(*statements, dialect="iv"):
    return program(cards(*statements, "END"), dialect).main


def errors(text, dialect="iv"):
    return [each[3] for each in said(text, dialect)]


# ---------------------------------------------------------------- kinds and types


def test_types_by_the_first_letter_by_statements_and_by_implicit():
    unit = main("IMPLICIT DOUBLE PRECISION (A-C, W)", "REAL M, A", "LOGICAL L", "I = 1", "M = X + A + B + W", "Y = 1.",
                "L = .TRUE.", "COMPLEX*8 Z", "REAL*8 R", "INTEGER*2 Q")  # fmt: skip
    assert {name: each.type for name, each in unit.symbols.items()} == {
        "I": Type.INTEGER, "M": Type.REAL, "X": Type.REAL, "A": Type.REAL, "B": Type.DOUBLE, "W": Type.DOUBLE,
        "Y": Type.REAL, "L": Type.LOGICAL, "Z": Type.COMPLEX, "R": Type.DOUBLE, "Q": Type.INTEGER,
    }  # fmt: skip


def test_functions_of_fortran_ii_have_their_types_by_x_and_f():
    tree = program(cards("XSUMF(A, I) = A + FLOATF(I)", "ISUMF(A) = A", "X = ISUMF(1.) + FUN(2.) + XFUN(2.)",
                         "J = XSUMF(1., 2) + IFUN(1.) + XABSF(3)", "END", "FUNCTION FUN(A)", "FUN = A", "END",
                         "FUNCTION IFUN(A)", "IFUN = A", "END", "FUNCTION XFUN(A)", "XFUN = A", "END"),
                   "ii")  # fmt: skip
    kinds = {name: each.type for name, each in tree.main.symbols.items()}
    integers = {name for name, kind in kinds.items() if kind is Type.INTEGER}
    assert integers == {"XSUMF", "IFUN", "XABSF", "J"}
    assert [each.result.type for each in tree.units[1:]] == [Type.REAL, Type.INTEGER, Type.REAL]


def test_kinds_of_names():
    tree = program(cards(
        "DIMENSION A(3)", "EXTERNAL G, SIN", "F(T) = T + 1.", "X = F(A(1)) + G(2.) + COS(X)", "CALL S(A, G, SIN, X)",
        "END", "SUBROUTINE S(B, H, P, Q)", "DIMENSION B(1)", "B(1) = H(Q) + P(Q)", "CALL T(H)", "END",
        "SUBROUTINE T(R)", "CALL R(1.)", "END", "FUNCTION G(X)", "G = X", "END"))  # fmt: skip
    kinds = {name: each.kind for name, each in tree.main.symbols.items()}
    assert kinds == {
        "A": Kind.ARRAY, "G": Kind.FUNCTION, "SIN": Kind.INTRINSIC, "F": Kind.STATEMENT_FUNCTION, "X": Kind.VARIABLE,
        "COS": Kind.INTRINSIC, "S": Kind.SUBROUTINE,
    }  # fmt: skip
    _, second, third, function = tree.units
    assert tree.main.symbols["G"].unit is function
    assert tree.main.symbols["S"].unit is second
    assert {name: (each.kind, each.dummy) for name, each in second.symbols.items() if each.dummy is not None} == {
        "B": (Kind.ARRAY, 0), "H": (Kind.FUNCTION, 1), "P": (Kind.FUNCTION, 2), "Q": (Kind.VARIABLE, 3),
    }  # fmt: skip
    assert third.symbols["R"].kind is Kind.SUBROUTINE
    assert function.result is function.symbols["G"]


def test_a_subprogram_as_an_argument_without_external():
    text = cards("CALL S(F, SINF)", "END", "SUBROUTINE S(G, H)", "X = G(1.) + H(2.)", "END", "FUNCTION F(X)", "F = X",
                 "END")  # fmt: skip
    for dialect, warnings in (
        ("ii", []),
        ("iv", ["warning: 'F' is taken for the function of this name",
                "warning: 'SINF' is taken for the intrinsic function of this name"]),
    ):  # fmt: skip
        assert errors(text, dialect) == warnings
        symbols = program(text, dialect).main.symbols
        assert (symbols["F"].kind, symbols["SINF"].kind) == (Kind.FUNCTION, Kind.INTRINSIC)


def test_a_function_of_the_program_comes_before_that_of_the_language():
    text = cards("X = SQRT(4.)", "END", "FUNCTION SQRT(X)", "SQRT = X", "END")
    assert program(text).main.symbols["SQRT"].unit is not None
    assert errors(text) == ["warning: 'SQRT' is the function of line 3 here, not that of the language"]


def test_names_that_are_given_values():
    unit = main("DIMENSION A(3)", "READ (5) X, (A(I), I = 1, 3)", "DO 10 J = 1, N", "10: ASSIGN 10 TO K", "Y = Z",
                "GO TO K", "CALL EXIT")  # fmt: skip
    assert {name for name, each in unit.symbols.items() if each.assigned} == set("XAIJKY")
    assert {name for name, each in unit.symbols.items() if each.labelled} == {"K"}


def test_units_in_any_order():
    tree = program(cards("FUNCTION F(X)", "F = X", "END", "BLOCK DATA", "COMMON /B/ Y", "END", "PROGRAM P(INPUT)",
                         "X = F(1.)", "END", "SUBROUTINE S", "END"))  # fmt: skip
    assert [(each.sort, each.name) for each in tree.units] == [
        (Sort.MAIN, "P"), (Sort.FUNCTION, "F"), (Sort.BLOCK_DATA, "BLOCK DATA"), (Sort.SUBROUTINE, "S"),
    ]  # fmt: skip


def test_the_files_of_a_program_card():
    files = "INPUT, OUTPUT=201B, TAPE5=INPUT, TAPE6=OUTPUT, TAPE3, DATA, TAPE7=DATA, TAPE4=TAPE3"
    tree = program(cards(f"PROGRAM P({files})", "END"))
    assert tree.main.files == {5: "INPUT", 6: "OUTPUT", 3: "TAPE3", 7: "DATA", 4: "TAPE3"}


def test_a_deck_without_end_and_end_with_switches():
    text = cards("SUBROUTINE S", "END (1, 0, 2, 0, 1)", "CALL S", "STOP")
    assert errors(text, "ii") == []
    tree = program(text, "ii")
    assert tree.main.end is None
    assert tree.units[1].switches == (1, 0, 2, 0, 1)


def test_variables_without_a_value_are_warned_of():
    text = cards("DIMENSION A(2)", "COMMON C", "DATA D /1./", "EQUIVALENCE (E, G)", "X = A(1) + B + C + D + E + F",
                 "CALL S(F)", "END", "SUBROUTINE S(X)", "X = 1.", "END", "FUNCTION H(X)", "END")  # fmt: skip
    assert errors(text) == [
        "warning: 'B' is used, but never given a value",
        "warning: nothing gives the function H a value",
    ]


# ---------------------------------------------------------------- numbers, ranges


def test_numbers_mean_statements():
    unit = main("10: GO TO 30", "20: FORMAT (I5)", "30: PRINT 20, I", "I = 1", "IF (I) 10, 30, 40", "040: CONTINUE")
    statements = unit.statements
    assert sorted(unit.labels) == [10, 20, 30, 40]
    assert statements[0].target.statement is statements[2]
    assert statements[2].format.statement is statements[1]
    assert [each.statement for each in statements[4].targets] == [statements[0], statements[2], statements[5]]
    assert statements[5].label.statement is statements[5]


def test_ranges_of_do_statements():
    unit = main("DO 20 I = 1, 3", "X = 1.", "DO 20 J = 1, 3", "DO 10 K = 1, 3", "10: Y = 2.", "20: Z = 3.", "W = 4.")
    outer, _, middle, inner, y, z, w = unit.statements
    assert [outer.end, middle.end, inner.end] == [z, z, y]
    assert (y.ends, z.ends, w.ends) == ([inner], [middle, outer], [])
    assert [each.do for each in unit.statements] == [None, outer, outer, middle, inner, middle, None]
    assert isinstance(inner, Do)


def test_an_extended_range_is_legal():
    text = cards("DO 20 I = 1, 3", "IF (I .EQ. 2) GO TO 50", "20: CONTINUE", "STOP", "50: X = 1.", "GO TO 20", "END")
    assert errors(text) == []
    text = cards("GO TO 20", "DO 20 I = 1, 3", "20: CONTINUE", "END")
    assert errors(text)[0].startswith("warning: statement 20 is in the range of the DO of line 2, this is outside")


def test_the_variable_of_a_do_has_no_value_after_it():
    def warned(*rest):
        text = cards("DIMENSION A(3)", "DO 10 I = 1, 3", "10: A(I) = 1.", *rest, "A(1) = X", "END")
        return [each[:2] for each in said(text) if "has no value here" in each[3]]

    assert warned("J = I") == [(4, 11)]
    assert warned("X = 1.", "A(I) = 2.") == [(5, 9)]
    assert warned("I = I + 1") == [(4, 11)]
    assert warned("I = 1", "J = I") == []
    assert warned("20: J = I") == []
    assert warned("DO 20 I = 1, 3", "20: J = I") == []
    assert warned("PRINT 30, (A(I), I = 1, 3)", "30: FORMAT (F10.3)") == []


# ---------------------------------------------------------------- storage


def places(*statements, dialect="iv"):
    """Name: (area, offset, whether it shares words) of the names of the main program."""
    unit = main(*statements, dialect=dialect)
    return {
        name: (each.area.name, each.offset, each.shared) for name, each in unit.symbols.items() if each.area is not None
    }


def test_common():
    assert places("DIMENSION B(3)", "COMMON A, B, I /BLK/ X, D, Y // C", "DOUBLE PRECISION D") == {
        "A": ("", 0, False), "B": ("", 1, False), "I": ("", 4, False), "C": ("", 5, False),
        "X": ("BLK", 0, False), "D": ("BLK", 1, False), "Y": ("BLK", 3, False),
    }  # fmt: skip


def test_equivalence():
    assert places("DIMENSION A(3,2), B(4)", "EQUIVALENCE (A(2,2), B(2), X), (Y, Z)", "COMMON Q") == {
        "Q": ("", 0, False), "A": ("A", 0, True), "B": ("A", 3, True), "X": ("A", 4, True),
        "Y": ("Y", 0, True), "Z": ("Y", 0, True),
    }  # fmt: skip
    assert places("DIMENSION A(3,2)", "EQUIVALENCE (A(5), X)", dialect="ii")["X"] == ("A", 4, True)
    assert places("DIMENSION A(3)", "EQUIVALENCE (X, A(3))") == {"X": ("A", 2, True), "A": ("A", 0, True)}


def test_equivalence_makes_common_longer():
    tree = program(cards("DIMENSION A(9)", "COMMON X, Y", "EQUIVALENCE (Y, A(1))", "END"))
    (area,) = tree.areas
    assert (area.name, area.size, area.unit) == ("", 10, None)


def test_what_is_in_equivalence_comes_first_in_common_of_fortran_ii():
    statements = ("DIMENSION A(2), C(3)", "COMMON A, X, C, Y", "EQUIVALENCE (Q, Y), (P, X)")
    assert places(*statements) == {
        "A": ("", 0, False), "X": ("", 2, True), "C": ("", 3, False), "Y": ("", 6, True), "P": ("", 2, True),
        "Q": ("", 6, True),
    }  # fmt: skip
    assert places(*statements, dialect="ii") == {
        "Y": ("", 0, True), "Q": ("", 0, True), "X": ("", 1, True), "P": ("", 1, True), "A": ("", 2, False),
        "C": ("", 4, False),
    }  # fmt: skip


def test_units_share_common():
    tree = program(
        cards("COMMON A, B /BLK/ C", "END", "SUBROUTINE S", "COMMON X(5)", "COMMON /BLK/ Y", "Y = X(1)", "END")
    )
    assert [(each.name, each.size) for each in tree.areas] == [("", 5), ("BLK", 1)]
    assert tree.main.symbols["A"].area is tree.units[1].symbols["X"].area
    assert all(each.shared for each in tree.main.symbols.values())


def test_dimensions():
    tree = program(cards("CALL S(X, 2)", "END", "SUBROUTINE S(A, N)", "COMMON M", "DIMENSION A(N, M, 3)",
                         "A(1,1,1) = 1.", "END"))  # fmt: skip
    array = tree.units[1].symbols["A"]
    assert [shown(each) for each in array.dimensions] == ["N", "M", "3"]
    assert array.sizes is None
    assert array.dimensions[0].symbol.dummy == 1


# ---------------------------------------------------------------- initial values


def values(*statements):
    unit = main(*statements)
    return {
        name: {at: shown(value) for at, value in each.data.items()} for name, each in unit.symbols.items() if each.data
    }


@pytest.mark.parametrize(
    ("statements", "meaning"),
    [
        (["DATA X, I /1.5, -2/"], {"X": {0: "1.5"}, "I": {0: "(-2)"}}),
        (["DATA X /2/, Y, Z /2*0./"], {"X": {0: "real<2>"}, "Y": {0: "0.0"}, "Z": {0: "0.0"}}),
        (["DATA (X = 1.), (Y = 2.)"], {"X": {0: "1.0"}, "Y": {0: "2.0"}}),
        (["DIMENSION A(3)", "DATA A /1., 2*-2./"], {"A": {0: "1.0", 1: "(-2.0)", 2: "(-2.0)"}}),
        (["DIMENSION A(3)", "DATA (A = 2(1.), 3.)"], {"A": {0: "1.0", 1: "1.0", 2: "3.0"}}),
        (["DIMENSION A(2,2)", "DATA A(2,2), A(2) /1., 2./"], {"A": {3: "1.0", 1: "2.0"}}),
        (["DIMENSION A(3,2)", "DATA ((A(I,J), J = 1, 2), I = 1, 3, 2) /1., 2., 3., 4./"],
         {"A": {0: "1.0", 3: "2.0", 2: "3.0", 5: "4.0"}}),
        (["DIMENSION A(5)", "DATA (A(2*I-1), I = 1, 3) /3*7./"], {"A": {0: "7.0", 2: "7.0", 4: "7.0"}}),
        (["DIMENSION N(3)", "DATA N /22HABCDEFGHIJKLMNOPQRSTUV/"],
         {"N": {0: "integer<10HABCDEFGHIJ>", 1: "integer<10HKLMNOPQRST>", 2: "integer<2HUV>"}}),
        (["DATA N, X /4HABCD, 77B/"], {"N": {0: "integer<4HABCD>"}, "X": {0: "real<77B>"}}),
        (["LOGICAL L, M", "DATA L, M /.TRUE., F/"], {"L": {0: ".TRUE."}, "M": {0: ".FALSE."}}),
        (["DOUBLE PRECISION D", "COMPLEX C, E", "DATA D, C, E /1.5, (1., -2.), 3/"],
         {"D": {0: "double<1.5>"}, "C": {0: "(1.0,(-2.0))"}, "E": {0: "complex<3>"}}),
        (["INTEGER N(2) /1, 2/, M", "REAL X /1.5/"], {"N": {0: "1", 1: "2"}, "X": {0: "1.5"}}),
    ],
)  # fmt: skip
def test_initial_values(statements, meaning):
    assert values(*statements) == meaning


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (["DATA X /1., 2./"], "there are more constants than variables here"),
        (["DATA X, Y /1./"], "there are more variables than constants here"),
        (["DIMENSION A(3)", "DATA A(4) /1./"], "the subscript 4 is not from 1 to 3"),
        (["DIMENSION A(3)", "DATA (A(I), I = 1, 99999999999) /1./"], "there are more variables than constants here"),
        (["DIMENSION A(3)", "DATA (A(9), I = 1, 99999999999) /1./"], "the subscript 9 is not from 1 to 3"),
        (["DIMENSION A(3)", "DATA A(J) /1./"], "this is not a constant, nor the variable of an implied DO"),
        (["DATA X /1./, X /2./"], "'X' has a value by DATA already"),
        (["LOGICAL L", "DATA L /1/"], "'L' is LOGICAL: it cannot have the value of an INTEGER expression"),
        (["DATA X /(1., 2.)/"], "warning: 'X' is REAL: this COMPLEX constant is converted"),
        (["DATA X /.TRUE./"], "'X' is REAL: it cannot have the value of a LOGICAL expression"),
        (["DATA I /1.5/"], "warning: 'I' is INTEGER: this REAL constant is converted"),
        (["COMMON X", "DATA X /1./"], "warning: 'X' is in COMMON: BLOCK DATA gives it a value"),
        (["DATA N /12HABCDEFGHIJKL/"], "this text has 12 characters: a word has 10"),
        (["DATA X /0*1./"], "a repeat count is from 1 to 262144"),
        (["DATA X /1000000000000001*1./"], "a repeat count is from 1 to 262144"),
    ],
)
def test_what_is_wrong_with_initial_values(statements, message):
    assert errors(cards(*statements, "END")) == [message]


def test_a_dummy_has_no_initial_value():
    assert errors(cards("END", "SUBROUTINE S(X)", "DATA X /1./", "END")) == [
        "'X' is a dummy: it cannot have a value by DATA"
    ]


# ---------------------------------------------------------------- arrays of any size, arrays without subscripts


def test_a_star_is_a_last_dimension_of_any_size():
    text = cards("CALL SUB(X, 3)", "END", "SUBROUTINE SUB(A, N)", "DIMENSION A(N,*), B(2,*)", "A(1,9) = A(N,2)", "END")
    warning = "warning: a dimension * is FORTRAN 77: the array may have any size"
    assert warning in errors(text)
    assert "'B' is not a dummy: its dimensions are numbers" in errors(text)
    lists = cards("CALL SUB(X)", "END", "SUBROUTINE SUB(A)", "DIMENSION A(*)", "PRINT 1, A", "1: FORMAT (F5.1)", "END")
    assert "'A' has the dimension *: how many elements are meant?" in errors(lists)
    assert "only the last dimension can be *" in errors(cards("DIMENSION A(*,2)", "END"))


def test_an_array_without_subscripts_is_its_first_element_in_an_expression():
    text = cards("DIMENSION A(5)", "A(1) = 2.", "X = A*3. + ABS(A)", "IF (A) 1, 1, 1", "1: STOP", "END")
    message = "'A' is an array: subscripts are missing"
    assert errors(text) == [f"warning: {message}, the first element is taken"] * 3
    assert errors(text, "ii") == [message]
    assert errors(cards("DIMENSION A(5)", "A = 2.", "END")) == [message]
