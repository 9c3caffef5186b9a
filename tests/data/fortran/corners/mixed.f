C DIALECT: IV
C MIXED TYPES.
      LOGICAL B
      I = 3
      X = I/2 + 1.5*I
      J = X*2
      Y = 2.**I + I**2 + X**2
      B = I .LT. X
C EXPECT:   5.5 11 47.25 T
      WRITE (6,1) X, J, Y
    1 FORMAT (1X, F4.1, I3, F6.2, 2H T)
      IF (.NOT. B) WRITE (6,1) X
      Z = 1
      K = 7.9 + 1
      L = -7.9
C EXPECT:   1.0  8  0.25 T
      WRITE (6,1) Z, K, .25
      STOP
      END
