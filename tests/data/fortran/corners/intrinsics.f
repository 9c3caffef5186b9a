C DIALECT: IV
C FUNCTIONS OF THE LANGUAGE AS ARGUMENTS.
      EXTERNAL SQRT, ABS, FLOAT, MOD, MAX0, SIGN
      CALL TWO(SQRT, 16., ABS, -3.)
      K = INTEG(MOD, 17, 5) + INTEG(MAX0, 17, 5)
      X = REALS(SIGN, 4., -2.)
C EXPECT:     4.0   3.0
C EXPECT:    19  -4.0   7.0
      WRITE (6,1) K, X, OF(FLOAT, 7)
    1 FORMAT (1X, I4, 2F6.1)
      STOP
      END
      SUBROUTINE TWO(F, X, G, Y)
      WRITE (6,1) F(X), G(Y)
    1 FORMAT (1X, 2F6.1)
      RETURN
      END
      FUNCTION INTEG(I, J, K)
      INTEG = I(J, K)
      RETURN
      END
      FUNCTION REALS(F, X, Y)
      REALS = F(X, Y)
      RETURN
      END
      FUNCTION OF(F, I)
      OF = F(I)
      RETURN
      END
