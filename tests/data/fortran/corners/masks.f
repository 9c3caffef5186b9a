C DIALECT: IV
C AND, OR, XOR, COMPL ARE OF WORDS.
      I = 12
      J = 10
      K = AND(I, J)
      L = OR(I, J)
      M = XOR(I, J)
C EXPECT:    8 14  6 -1
      N = OR(I, J, 1) - 16
      WRITE (6,1) K, L, M, N
    1 FORMAT (1X, 4I3)
      IF (AND(COMPL(I), J) .EQ. AND(J, 2)) WRITE (6,2)
C EXPECT:   EQUAL
    2 FORMAT (7H  EQUAL)
      STOP
      END
