C DIALECT: IV
C -0 IS ZERO WHEREVER IT IS TESTED.
      I = 0
      X = 0.
      J = -I
      Y = -X
C EXPECT:   1 1 1
      K = 0
      L = 0
      M = 0
      IF (J) 2, 1, 2
    1 K = 1
    2 IF (Y) 4, 3, 4
    3 L = 1
    4 Z = X*(-5.)
      IF (Z) 6, 5, 6
    5 M = 1
    6 WRITE (6,7) K, L, M
    7 FORMAT (1X, 3I2)
      IF (Z .LT. 0.) WRITE (6,8)
      IF (Y .GE. 0.) WRITE (6,9)
    8 FORMAT (9H  WRONG 1)
C EXPECT:   NOT LESS
    9 FORMAT (10H  NOT LESS)
      IF (J .EQ. 0 .AND. 0 .EQ. J) WRITE (6,10)
C EXPECT:   EQUAL
   10 FORMAT (7H  EQUAL)
      IF (J .LT. 0 .OR. J .GT. 0) WRITE (6,8)
      STOP
      END
