"""FORMAT: items of a text, and lists beside their FORMATs."""

import pytest

from host.compilers.fortran.formats import Edit, FormatError, Group, Scale, Skip, Slash, Tab, Text, parse
from tests.fortran.trees import cards, program, said


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("(I5)", [Edit("I", 1, 5)]),
        ("(3F10.4, 2E12.5,D20.10,G14.6)",
         [Edit("F", 3, 10, 4), Edit("E", 2, 12, 5), Edit("D", 1, 20, 10), Edit("G", 1, 14, 6)]),
        ("(L2,A,A6,2R3,O12)",
         [Edit("L", 1, 2), Edit("A", 1, 0), Edit("A", 1, 6), Edit("R", 2, 3), Edit("O", 1, 12)]),
        ("(5HA(B)/,X,3X,T20)", [Text("A(B)/"), Skip(1), Skip(3), Tab(20)]),
        ("(1P2E12.4,-2PF5.0,0PF5.1)",
         [Scale(1), Edit("E", 2, 12, 4), Scale(-2), Edit("F", 1, 5, 0), Scale(0), Edit("F", 1, 5, 1)]),
        ("(//I5/F3.1//)", [Slash(), Slash(), Edit("I", 1, 5), Slash(), Edit("F", 1, 3, 1), Slash(), Slash()]),
        ("(2H *,2(I2,2H, )/3H  =,I3)",
         [Text(" *"), Group(2, (Edit("I", 1, 2), Text(", "))), Slash(), Text("  ="), Edit("I", 1, 3)]),
        ("((I5))", [Group(1, (Edit("I", 1, 5),), counted=False)]),
        ("('IT''S',*A'B*)", [Text("IT'S"), Text("A'B")]),
        (" ( 1 2 I 5 , F 1 0 . 3 ) ", [Edit("I", 12, 5), Edit("F", 1, 10, 3)]),
        ("(I5F4.1,3HABCX)", [Edit("I", 1, 5), Edit("F", 1, 4, 1), Text("ABC"), Skip(1)]),
        ("(I5,)", [Edit("I", 1, 5)]),
    ],
)  # fmt: skip
def test_the_items_of_a_text(text, items):
    assert parse(text) == items


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("I5)", 0, "expected '(' after FORMAT, found 'I'"),
        ("(I5", 0, "this '(' has no ')'"),
        ("(I5, 2(F3.1)", 0, "this '(' has no ')'"),
        ("(I5) I6", 5, "expected the end of the FORMAT, found 'I'"),
        ("(I5,Z3)", 4, "expected a field, found 'Z'"),
        ("(1000I5)", 1, "a number in a FORMAT is at most 999"),
        ("(5)", 1, "expected a letter after 5: I, F, E, A, H, X ..."),
        ("(3HAB", 1, "3H wants 3 characters after it, there are 2"),
        ("('AB)", 1, "this text has no end: ' is missing"),
        ("(2())", 2, "there is nothing in these parentheses"),
    ],
)
def test_what_is_wrong_with_a_text(text, at, message):
    with pytest.raises(FormatError) as found:
        parse(text)
    assert (found.value.at, found.value.message) == (at, message)


def test_levels_of_parentheses():
    assert parse("(2(I5,2(I3)))", "iv")
    with pytest.raises(FormatError, match="one level"):
        parse("(2(I5,2(I3)))", "ii")


def text_of(written):
    return program(cards(f"10: FORMAT {written}", "END")).main.statements[0].text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("(1X, I5 , 4H A B)", "(1X,I5,4H A B)"),
        ("(' A', I5, 'B''C')", "(2H A,I5,3HB'C)"),
        ("(F8.3' A'X)", "(F8.3,2H AX)"),
        ("(**, I5, '', I6, '')", "(I5,I6,)"),
        ("(* A*, 2(*B*))", "(2H A,2(1HB))"),
        ("(i5, 3habc, f10.3)", "(I5,3Habc,F10.3)"),
    ],
)
def test_texts_are_kept_without_blanks_and_quotation_marks(written, text):
    assert text_of(written) == text


@pytest.mark.parametrize(
    ("layout", "listed", "message"),
    [
        ("(I5, F10.3)", "I, X", ""),
        ("(2I5)", "I, X", "warning: I5 of FORMAT 10 does not fit REAL"),
        ("(I5, F10.3)", "(I, X, N = 1, 9)", ""),
        ("(I5, F10.3)", "(I, N = 1, 9), X", "warning: F10.3 of FORMAT 10 does not fit INTEGER"),
        ("(I5, (F10.3))", "I, (A(N), N = 1, 9)", ""),
        ("(I5, (F10.3))", "I, (A(N), N = 1, 9), L", "warning: F10.3 of FORMAT 10 does not fit LOGICAL"),
        ("(I5/ 2(F10.3))", "I, A", ""),
        ("(A10, O20, R5)", "I, X, L", ""),
        ("(2E10.3)", "C", ""),
        ("(E10.3, I5)", "C", "warning: I5 of FORMAT 10 does not fit COMPLEX"),
        ("(L5, D20.10, G10.3)", "L, D, I", ""),
        ("(I5)", "(A(N), N = 1, K)", ""),
        ("(4HTEXT)", "I", "warning: FORMAT 10 has no field for a value, and here is a list"),
        ("(4HTEXT)", "", ""),
    ],
)
def test_lists_beside_their_formats(layout, listed, message):
    text = cards("DIMENSION A(3)", "LOGICAL L", "COMPLEX C", "DOUBLE PRECISION D", "COMMON A, L, C, D, I, X, K",
                 f"WRITE (6, 10) {listed}", f"10: FORMAT {layout}", "END")  # fmt: skip
    assert [each[3] for each in said(text)] == [message] * bool(message)


@pytest.mark.parametrize(
    ("statement", "layout"),
    [
        ("(1X,*EIGENVALUE(*I1*) = *E12.5//)", "(1X,11HEIGENVALUE(,I1,4H) = ,E12.5//)"),
        ("(1X,*EIGENVECTOR(*I1*)*/)", "(1X,12HEIGENVECTOR(,I1,1H)/)"),
        ("(I3*=*F5.1,2H*B,*)=(*)", "(I3,1H=,F5.1,2H*B,3H)=()"),
    ],
)
def test_parentheses_and_equals_signs_in_texts_between_asterisks(statement, layout):
    (found,) = program(cards(f"337: FORMAT {statement}", "END")).units[0].statements
    assert found.items == parse(layout)


def test_an_array_with_the_name_format_may_have_asterisks_in_its_subscripts():
    left = ["FORMAT(I*J) = 6.", "FORMAT(I*2)=A(I*J)*2.", "FORMAT(I*2*J)=A(I)*B*(C+1.)"]
    found = program(cards("DIMENSION FORMAT(9), A(9)", *left, "END")).units[0].statements
    assert [type(each).__name__ for each in found[1:]] == ["Assignment"] * 3
