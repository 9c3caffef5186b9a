C DIALECT: IV
C SUBPROGRAMS AS ARGUMENTS.
      EXTERNAL CUBE, TWICE, SHOW
      X = SUM(CUBE, 3)
      Y = SUM(TWICE, 3)
C EXPECT:    36.0  12.0
      WRITE (6,1) X, Y
    1 FORMAT (1X, 2F6.1)
      CALL PASS(SHOW, CUBE, 2.)
      CALL PASS(SHOW, TWICE, 2.)
C EXPECT:     8.0
C EXPECT:     4.0
      STOP
      END
      FUNCTION SUM(F, N)
      SUM = 0.
      DO 1 I = 1, N
    1 SUM = SUM + F(FLOAT(I))
      RETURN
      END
      FUNCTION CUBE(X)
      CUBE = X**3
      RETURN
      END
      FUNCTION TWICE(X)
      TWICE = 2.*X
      RETURN
      END
      SUBROUTINE PASS(S, F, X)
      EXTERNAL F
      CALL S(F, X)
      RETURN
      END
      SUBROUTINE SHOW(F, X)
      WRITE (6,1) F(X)
    1 FORMAT (1X, F6.1)
      RETURN
      END
