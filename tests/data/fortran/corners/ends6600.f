C DIALECT: IV
C MACHINES: 6600
C END=, ERR=, IF (EOF,N).
C CARD:   1
C CARD:  X2
C CARD:   3
      N = 0
    1 READ (5,2,END=4,ERR=3) I
    2 FORMAT (I3)
      N = N + I
      GO TO 1
    3 N = N + 100
      GO TO 1
C EXPECT:    104
    4 WRITE (6,5) N
    5 FORMAT (1X, I5)
      WRITE (1,5) N
      REWIND 1
      DO 6 K = 1, 2
      READ (1,5) M
      IF (EOF,1) 7, 6
    6 N = M
    7 WRITE (6,5) K
C EXPECT:      2
      STOP
      END
