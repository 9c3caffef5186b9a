C DIALECT: IV
C MACHINES: 6600
C SUMS OF INTEGERS HAVE 59 BITS, PRODUCTS 48.
      I = 2**47
      J = I + I + I
C EXPECT:           422212465065984
      WRITE (6,1) J
    1 FORMAT (1X, I24)
      K = 16777216*16777215
C EXPECT:           281474959933440
      WRITE (6,1) K
      L = 1
      DO 2 I = 1, 60
C FAILS: an integer is beyond 48 bits
    2 L = L*3
      WRITE (6,1) L
      STOP
      END
