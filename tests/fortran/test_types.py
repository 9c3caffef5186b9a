"""Expressions: how they hold together, their types, and conversions."""

import pytest

from tests.fortran.trees import cards, expression, program, said, shown


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("X + Y * Z ** 2", "(X+(Y*(Z**2)))"),
        ("X - Y - Z", "((X-Y)-Z)"),
        ("X / Y * Z", "((X/Y)*Z)"),
        ("-X ** 2 + Y", "((-(X**2))+Y)"),
        ("-X * Y", "(-(X*Y))"),
        ("+X", "(+X)"),
        ("X * (-Y)", "(X*(-Y))"),
        ("X ** Y ** Z", "(X**(Y**Z))"),
        ("1. + .5E1 + 2.E-3 + 3E2", "(((1.0+5.0)+0.002)+300.0)"),
        ("I + 1.5", "(real<I>+1.5)"),
        ("X + I * J", "(X+real<(I*J)>)"),
        ("I ** 2 + X ** I + X ** Y", "((real<(I**2)>+(X**I))+(X**Y))"),
        ("I ** X", "(real<I>**X)"),
        ("D * X", "real<(D*double<X>)>"),
        ("X ** D", "real<(double<X>**D)>"),
        ("X + 1.D0", "real<(double<X>+1.0D)>"),
        ("C * X", "real<(C*complex<X>)>"),
        ("C ** 2", "real<(C**2)>"),
        ("(1., -2.)", "real<(1.0,(-2.0))>"),
        ("(1, 2)", "real<(real<1>,real<2>)>"),
        ("77B", "real<77B>"),
        ('O"77" + I', "real<(integer<77B>+I)>"),
        ("I + 3HABC", "real<(I+integer<3HABC>)>"),
        ("3HABC - 3LABC", "real<(integer<3HABC>-integer<3LABC>)>"),
        ("I .AND. 77B", "real<(word<I>.AND.77B)>"),
        ("I .AND. .NOT. X", "real<(word<I>.AND.(.NOT.word<X>))>"),
        ("SQRT(X) + ABS(Y) + FLOAT(I)", "((SQRT(X)+ABS(Y))+FLOAT(I))"),
        ("SQRT(2)", "SQRT(real<2>)"),
        ("MAX0(I, J, 3) + AMAX0(I, J)", "(real<MAX0(I,J,3)>+AMAX0(I,J))"),
        ("SHIFT(X, 3)", "real<SHIFT(word<X>,3)>"),
        ("SHIFT(77B, 3)", "real<SHIFT(77B,3)>"),
        ("RANF(0)", "RANF()"),
        ("XABSF(I) + ABSF(X)", "(real<XABSF(I)>+ABSF(X))"),
        ("CABS(C) + REAL(C)", "(CABS(C)+REAL(C))"),
    ],
)
def test_arithmetic(text, meaning):
    found = program(cards("LOGICAL L, M", "COMPLEX C", "DOUBLE PRECISION D", f"X = {text}", "END"))
    assert shown(found.main.statements[-1]) == f"X = {meaning}"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("X .EQ. I", "(X.EQ.real<I>)"),
        ("X + 1. .GT. Y * 2.", "((X+1.0).GT.(Y*2.0))"),
        ("L .OR. M .AND. .NOT. X .LT. Y", "(L.OR.(M.AND.(.NOT.(X.LT.Y))))"),
        (".TRUE. .AND. .NOT. .NOT. .F.", "(.TRUE..AND.(.NOT.(.NOT..FALSE.)))"),
        ("1.EQ.I .OR. 2..LT.X", "((1.EQ.I).OR.(2.0.LT.X))"),
        ("I.EQ.1.OR.J.EQ.2", "((I.EQ.1).OR.(J.EQ.2))"),
        ("I .EQ. 1HA", "(I.EQ.integer<1HA>)"),
        ("X .EQ. -1.E5", "(X.EQ.(-100000.0))"),
        ("D .LE. X", "(D.LE.double<X>)"),
    ],
)
def test_conditions(text, meaning):
    found = program(cards("LOGICAL L, M", "COMPLEX C", "DOUBLE PRECISION D", f"L = {text}", "END"))
    assert shown(found.main.statements[-1]) == f"L = {meaning}"


def test_values_of_an_assignment_to_several_variables():
    found = program(cards("DOUBLE PRECISION D", "D = I = X = 1", "END")).main.statements[-1]
    assert [shown(each) for each in found.values] == [
        "double<integer<real<1>>>", "integer<real<1>>", "real<1>",
    ]  # fmt: skip


def test_subscripts_and_parameters_are_integers():
    found = program(cards("DIMENSION A(5)", "DO 10 I = 1, N", "10: A(X) = 1.", "READ (Y) A(1)", "END"))
    assert [shown(each) for each in found.main.statements[2:]] == [
        "A[integer<X>] = 1.0", "read unit unit=integer<Y> A[1]",
    ]  # fmt: skip


def test_arguments_of_subprograms_stay_as_they_are():
    text = cards("CALL S(1, X, 'A LONG TEXT, LONGER THAN A WORD')", "END", "SUBROUTINE S(A, I, C)", "END")
    assert shown(program(text).main.statements[0]) == (
        "callstatement S (1,X,31HA LONG TEXT, LONGER THAN A WORD)"
    )  # fmt: skip


def test_arguments_of_statement_functions_are_converted():
    text = cards("F(X, I) = X * I", "Y = F(1, 2.5)", "END")
    assert [shown(each) for each in program(text).main.statements] == [
        "function F(X,I) = (X*real<I>)", "Y = F(real<1>,integer<2.5>)",
    ]  # fmt: skip


def test_fortran_ii_is_warned_of_two_modes_and_converts():
    text = cards("X = 2*Y + 3.", "I = J ** 2 + K / 3", "END")
    assert shown(program(text, "ii").main.statements[0]) == "X = ((real<2>*Y)+3.0)"
    assert [each[3] for each in said(text, "ii") if "mode" in each[3]] == [
        "warning: INTEGER and REAL in one expression: FORTRAN II has one mode"
    ]


def test_numbers_too_large_for_a_machine():
    from host.compilers.fortran.front import examine

    def wrong(text, machine):
        _, found = examine(cards(text, "END"), "test.f", "iv", machine)
        return [each.message for each in found.everything if each.severity == "error"]

    assert wrong("I = 32767", "704") == wrong("I = 576460752303423487", "6600") == []
    assert wrong("I = 32768", "704") == ["this integer is too large for the 704: 32767 is the largest"]
    assert wrong("X = 1.7E38", "704") == wrong("X = 1.2E322", "6600") == []
    assert wrong("X = 1.8E38", "704") == ["this number is too large for the 704"]
    assert wrong("X = 1.3E322", "6600") == ["this number is too large for the 6600"]
    assert wrong("I = 6HABCDEF", "704") == []
    assert wrong("I = 7HABCDEFG", "704") == ["this text has 7 characters: a word has 6"]
    assert wrong("I = 777777777777B", "704") == []
    assert wrong("I = 1000000000000B", "704") == ["this octal constant is too large: a word has 12 digits"]


def test_an_expression():
    assert expression("(X)") == "X"
