C DIALECT: IV
C THE RANGE OF A DO IS DONE ONCE AT LEAST.
      N = 0
      DO 1 I = 3, 1
    1 N = N + I
C EXPECT:     3
      WRITE (6,9) N
    9 FORMAT (1X, 5I4)
      M = 5
      K = 2
      N = 0
      DO 2 I = M, K, 4
      DO 2 J = M, K
    2 N = N + 10*I + J
C EXPECT:    55
      WRITE (6,9) N
      N = 0
      DO 3 I = 1, 10, 4
    3 N = N + I
C EXPECT:    15
      WRITE (6,9) N
C EXPECT:     7
      WRITE (6,9) (I, I = 7, 3)
      STOP
      END
