"""Columns, continuation, comments, blanks, small letters, tabs, lines as they are typed today."""

import pytest

from tests.fortran.trees import cards, program, said, shown


def statements(text, dialect="iv"):
    return [
        (each.label.number if each.label else 0, shown(each)) for each in program(text, dialect).main.statements
    ]  # fmt: skip


def test_the_columns_of_a_card():
    text = (
        "C     A COMMENT\n"
        "*     ANOTHER ONE, OF CDC\n"
        "$     AND ANOTHER ONE\n"
        "   10 X = 1.                                                            CARD0010\n"
        "      Y = X +                                                           CARD0020\n"
        "C     BETWEEN CARDS OF A STATEMENT\n"
        "     A  2.                                                              CARD0030\n"
        "\n"
        " 2 0 Z = Y\n"
        "    0 W = Z\n"
        "      END\n"
    )
    assert statements(text.replace("    0 W", "     0W")) == [
        (10, "X = 1.0"), (0, "Y = (X+2.0)"), (20, "Z = Y"), (0, "W = Z"),
    ]  # fmt: skip


def test_blanks_mean_nothing_and_small_letters_are_capitals():
    assert statements("      d i m e n s i o n  a(3)\n      a ( 1 ) = m y v a r * 1 . 5 e 1\n      end\n") == [
        (0, "DIMENSION A"), (0, "A[1] = (real<MYVAR>*15.0)"),
    ]  # fmt: skip


def test_blanks_and_small_letters_of_hollerith_stay():
    text = "      I = 5 H a b \n      J = 'it''s'\n   10 FORMAT (3 H Ab)\n      END\n"
    assert statements(text) == [(0, "I = integer<5H a b >"), (0, "J = integer<4Hit's>"), (10, "format (3H Ab)")]


def test_hollerith_goes_on_to_column_72_of_a_short_line():
    assert statements("      I = 8HAB\n      END\n") == [(0, "I = integer<8HAB      >")]


def test_a_text_over_two_cards_has_the_blanks_of_the_first_one():
    first = "   10 FORMAT (1X, 58HAAA"
    blanks = 72 - len(first)
    text = f"{first}\n     1{'B' * (55 - blanks)}, I5)\n      END\n"
    (found,) = program(text).main.statements
    assert found.items[1].text == "AAA" + " " * blanks + "B" * (55 - blanks)


@pytest.mark.parametrize(("dialect", "most"), [("ii", 10), ("iv", 20)])
def test_how_many_cards_a_statement_may_have(dialect, most):
    def text(cards):
        return "      X = 1." + "\n     1 + 1." * (cards - 1) + "\n      END\n"

    assert said(text(most), dialect) == []
    assert said(text(most + 3), dialect) == [(most + 1, 6, 1, f"a statement has {most} cards at most", "")]


def test_tabs():
    text = "10\tX = 1.\n\tY = X +\n\t1 2.\n   20\tZ\t=\tX\n\tEND\n"
    assert statements(text) == [(10, "X = 1.0"), (0, "Y = (X+2.0)"), (20, "Z = X")]


def test_lines_that_begin_in_column_1():
    text = "I = 1\n10 I = I + 1\n100 IF (I .LT. 5) GO TO 10\n1000 J = I\n  K = J\nSTOP\nEND\n"
    assert statements(text) == [
        (0, "I = 1"), (10, "I = (I+1)"), (100, "if (I.LT.5): goto 10"), (1000, "J = I"), (0, "K = J"), (0, "stop"),
    ]  # fmt: skip


def test_a_remark_of_today_is_warned_of_once():
    text = "      X = 1. ! ONE\n! A LINE\n      Y = 2. +    ! TWO $ (\n     1  3.\n      END\n"
    assert statements(text) == [(0, "X = 1.0"), (0, "Y = (2.0+3.0)")]
    assert [each[:2] for each in said(text)] == [(1, 14)]


def test_an_exclamation_mark_in_hollerith_is_a_character():
    text = "      I = 2HA!\n   10 FORMAT (3H!A!, '!')\n      END\n"
    assert statements(text) == [(0, "I = integer<2HA!>"), (10, "format (3H!A!,1H!)")]


def test_dollar_signs_part_statements():
    text = "   10 X = 1. $ Y = 2H$$ $ IF (X .GT. 3.) Z = 1. $\n      END\n"
    assert statements(text) == [(10, "X = 1.0"), (0, "Y = real<2H$$>"), (0, "if (X.GT.3.0): Z = 1.0")]


def test_places_of_errors_on_continued_cards():
    text = cards("X = 1. +") + "     1   2. * (3.\n     2   + 4. +\n     3   * 5.)\n      END\n"
    assert said(text) == [(4, 10, 1, "expected an operand, found '*'", "")]


def test_an_error_in_a_statement_tells_of_a_letter_in_column_6():
    hint = "column 6 of line 2 is not blank: that line goes on with this statement"
    assert said("      GO TO 5\n     READ 10, X\n      END\n") == [
        (2, 7, 6, "expected the end of the statement, found 'EAD10'", hint)
    ]


def test_an_error_in_a_statement_tells_of_what_is_not_read():
    text = "      X = (1. + 2. + 3. + 4. + 5. + 6. + 7. + 8. + 9. + 10. + 11. + 12. + 13.) / 2.\n      END\n"
    assert [each[3:] for each in said(text)] == [
        ("this '(' has no ')'", "columns 73 on of line 1 are not read"),
        ("warning: columns 73 on are not read",
         "a statement goes on in column 7 of the next line, with a character in its column 6"),
    ]  # fmt: skip


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_ends_of_lines(ending):
    assert statements(f"      X = 1.{ending}      Y = X{ending}      END{ending}") == [(0, "X = 1.0"), (0, "Y = X")]
