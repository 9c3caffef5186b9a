C DIALECT: IV
C CONDITIONS OF NUMBERS THAT ARE JOINED: SIGNS OF WORDS DO NOT SAY ENOUGH.
      LOGICAL P, Q
      DIMENSION M(4)
      J = -4
      K = -3
      M(1) = 0
      IF (J .LT. 0 .AND. K .LT. 0) M(1) = 1
      P = J .LT. 0 .AND. K .LT. 0
      J = -(J + 4)
      K = 3
      Q = J .LT. 0 .OR. K .LT. 0
      M(2) = 0
      IF (P) M(2) = 1
      M(3) = 0
      IF (Q) M(3) = 1
      M(4) = 0
      IF (J .EQ. 0 .AND. MOD(K, 2) .NE. 0 .AND. .NOT. Q) M(4) = 1
C EXPECT:   1 1 0 1
      WRITE (6,1) M
    1 FORMAT (1X, 4I2)
      STOP
      END
