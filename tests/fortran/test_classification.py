"""What sort of statement it is: no reserved words, and blanks mean nothing."""

import pytest

from tests.fortran.trees import statement

NUMBERS = ("10: CONTINUE", "15: CONTINUE", "20: CONTINUE", "30: FORMAT (F10.3)", "41: ASSIGN 10 TO N")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("DO 41 I = 1.5", "DO41I = 1.5"),
        ("DO 41 I = 1,5", "do 41 I 1 5"),
        ("D O4 1J=1 ,21", "do 41 J 1 21"),
        ("DO41I=1,N,2", "do 41 I 1 N 2"),
        ("DO 41 I = A(1,2)", "error"),
        ("IF(3)=1.", "IF[3] = integer<1.0>"),
        ("IF (3) = A(2)", "IF[3] = integer<A[2]>"),
        ("IF (I) 10, 20, 10", "arithmeticif I (10,20,10)"),
        ("IF (A(I)) 10, 20", "twowayif A[I] (10,20)"),
        ("IF (X .EQ. 3.) Y = 1.", "if (X.EQ.3.0): Y = 1.0"),
        ("IF(X.EQ.3.)IF(2)=1.", "if (X.EQ.3.0): IF[2] = integer<1.0>"),
        ("IF (X .GT. 1.E5 .AND. I .LT. 3) GO TO 10", "if ((X.GT.100000.0).AND.(I.LT.3)): goto 10"),
        ("FORMAT(I)=2", "FORMAT[I] = real<2>"),
        ("READ(5)=2.", "READ[5] = 2.0"),
        ("READ (5) X", "read unit unit=5 X"),
        ("READ 30, X", "read card reader format=30 X"),
        ("READ30,X", "read card reader format=30 X"),
        ("READ READ, X", "read card reader format=READ X"),
        ("READX = 2.", "READX = 2.0"),
        ("READ TAPE 3, X", "read unit unit=3 X"),
        ("READ INPUT TAPE N, 30, X", "read unit unit=N format=30 X"),
        ("GOTO15", "goto 15"),
        ("G O T O 1 5", "goto 15"),
        ("GO TO (10, 20), I", "computedgoto (10,20) I"),
        ("ASSIGN 10 TO I", "assign 10 I"),
        ("GO TO N, (10, 20)", "assignedgoto N (10,20)"),
        ("CALL = 3.", "CALL = 3.0"),
        ("STOP 77", "stop 77"),
        ("STOP=7.", "STOP = 7.0"),
        ("END FILE 3", "filecontrol END FILE 3"),
        ("ENDFILEI", "filecontrol END FILE I"),
        ("END = 1.", "END = 1.0"),
        ("REWIND 5", "filecontrol REWIND 5"),
        ("REAL X, Y", "REAL X,Y"),
        ("REALX = 5.", "REALX = 5.0"),
        ("INTEGER X", "INTEGER X"),
        ("REAL*8 HOLLER", "REAL HOLLER"),
        ("COMMON /BLK/ X, Y // Z", "COMMON X,Y,Z"),
        ("DATA X, I /1., 2/", "DATA X,I"),
        ("DATA (X = 1.), (I = 2)", "DATA X,I"),
        ("DATA = 1.", "DATA = 1.0"),
        ("PRINT 30", "write printer format=30"),
        ("PUNCH 30, X, (A(I), I = 1, 3)", "write punch format=30 X,{A[I];I=1,3,-}"),
        ("WRITE (6, 30) X, A", "write unit unit=6 format=30 X,A"),
        ("ENCODE (10, 30, A(1)) X", "write storage unit=10 format=30 place=A[1] X"),
        ("SENSE LIGHT 3", "senselight 3"),
        ("IF (SENSE SWITCH 3) 10, 20", "indicatorif SENSE SWITCH 3 (10,20)"),
        ("IF (SENSE LIGHT I) 10, 20", "indicatorif SENSE LIGHT I (10,20)"),
        ("IF ACCUMULATOR OVERFLOW 10, 20", "indicatorif ACCUMULATOR OVERFLOW (10,20)"),
        ("IF QUOTIENT OVERFLOW 10, 20", "indicatorif QUOTIENT OVERFLOW (10,20)"),
        ("IF DIVIDE CHECK 10, 20", "indicatorif DIVIDE CHECK (10,20)"),
        ("IF (EOF, 5) 10, 20", "indicatorif EOF 5 (10,20)"),
        ("X = Y = Z = 1.", "X=Y=Z = 1.0"),
        ("FREQUENCY 10 (3, 4)", "FREQUENCY"),
        ("F(Y) = Y + 1.", "function F(Y) = (Y+1.0)"),
        ("B(1, 2) = 1.", "B[1,2] = 1.0"),
        ("INTEGER = 3.", "INTEGER = integer<3.0>"),
    ],
)
def test_what_a_statement_is(text, meaning):
    if meaning == "error":
        with pytest.raises(Exception, match="has 1 subscript, not 2"):
            statement(text, *NUMBERS)
    else:
        assert statement(text, *NUMBERS) == meaning


def test_a_subroutine_needs_no_blank_after_call():
    text = "CALLX"
    assert statement(text, "END", "SUBROUTINE X") == "callstatement X ()"
