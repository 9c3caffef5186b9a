C     ARITHMETIC.
C     EXPECT:     -3    3   -3    2
C     EXPECT:      7.00    1.00   -4.00
C     EXPECT:    1024   -27   3.37500   1.41421
C     EXPECT:    7.00  3.50   3
C     A QUOTIENT OF INTEGERS HAS NO FRACTION, NOR HAS WHAT BECOMES AN INTEGER
      I = -7/2
      J = 3.99
      K = -3.99
      L = 17 - 17/5*5
      PRINT 100, I, J, K, L
C     FROM LEFT TO RIGHT, POWERS FIRST, THEN * AND /, THEN + AND -
      X = 2.0 + 3.0*4.0**2/8.0 - 1.0
      Y = 8.0/4.0/2.0
      Z = -2.0**2
      PRINT 110, X, Y, Z
C     POWERS
      I = 2**10
      J = (-3)**3
      X = 1.5**3
      Y = 2.0**0.5
      PRINT 120, I, J, X, Y
C     REALS AND INTEGERS
      N = 7
      X = N
      Y = FLOAT(N)/2.0
      M = IFIX(Y)
      PRINT 130, X, Y, M
      STOP
  100 FORMAT (1X, 4I5)
  110 FORMAT (1X, 3F8.2)
  120 FORMAT (1X, 2I6, 2F10.5)
  130 FORMAT (1X, 2F6.2, I4)
      END
