C DIALECT: IV
C STATEMENT FUNCTIONS - DUMMIES ARE THEIR OWN, OTHER NAMES THE UNIT'S.
      SQ(X) = X*X
      HYP(X, Y) = SQRT(SQ(X) + SQ(Y))
      LIN(I) = K*I + 1
      X = 100.
      K = 3
      A = HYP(3., 4.)
      L = LIN(5)
      K = 4
      M = LIN(LIN(1))
C EXPECT:     5.0 100.0 16 21
      WRITE (6,1) A, X, L, M
    1 FORMAT (1X, 2F6.1, 2I3)
C EXPECT:     2.3
      Y = SQ(1.5) + SQ(0.)
      WRITE (6,1) Y
      STOP
      END
