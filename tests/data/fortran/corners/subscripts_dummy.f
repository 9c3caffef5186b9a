C DIALECT: IV
C SUBSCRIPTS OF DUMMIES WITH ADJUSTABLE DIMENSIONS ARE COMPARED WITH THEM.
      DIMENSION A(20)
      CALL SET(A, 4, 5)
C EXPECT:    11.0  45.0
      WRITE (6,1) A(1), A(20)
    1 FORMAT (1X, 2F6.1)
      CALL SET(A, 3, 6)
      CALL GET(A, 3, 7)
      STOP
      END
      SUBROUTINE SET(B, M, N)
      DIMENSION B(M, N)
      DO 1 I = 1, M
      DO 1 J = 1, N
    1 B(I,J) = 10*I + J
      RETURN
      END
      SUBROUTINE GET(B, M, N)
      DIMENSION B(M, 6)
C FAILS: a subscript is out of its bounds: B(., 7), dimensions M, 6 of a dummy; --no-checks compares nothing
      X = B(1, N)
      RETURN
      END
