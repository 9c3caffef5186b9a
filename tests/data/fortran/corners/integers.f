C DIALECT: IV
C INTEGERS - QUOTIENTS AND CONVERSIONS ARE TRUNCATED, POWERS, REMAINDERS.
      I = 7
      J = -2
      K = I/J
      L = -I/2
      M = MOD(-I, 4)
C EXPECT:     -3   -3   -3    9   -8
      N = (-3)**2
      K1 = J**3
      WRITE (6,1) K, L, M, N, K1
    1 FORMAT (1X, 5I5)
      X = 3.99
      Y = -3.99
      I = X
      J = Y
      K = IFIX(X + 1.)
      L = INT(Y)
C EXPECT:      3   -3    4   -3
      WRITE (6,1) I, J, K, L
      I = 10
C EXPECT:      6   10    9   20
      J = I/3*2
      K = 2*I/2
      L = I - 7/4
      M = I/3*6 + I/5
      WRITE (6,1) J, K, L, M
C EXPECT:      1    0    1    0
      I = 2
      J = I**0
      K = 1/I
      L = (-1)**I
      M = 0**I
      WRITE (6,1) J, K, L, M
      STOP
      END
