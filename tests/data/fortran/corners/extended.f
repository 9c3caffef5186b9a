C DIALECT: IV
C A JUMP OUT OF THE INNERMOST DO, AND BACK INTO ITS RANGE.
      DIMENSION A(10)
      S = 0.
      DO 3 I = 1, 3
      DO 2 J = 1, 4
      A(J) = 10*I + J
      IF (J - 2) 2, 10, 2
    1 S = S + 100.
    2 S = S + A(J)
    3 CONTINUE
C EXPECT:     640.0
      WRITE (6,9) S
    9 FORMAT (1X, F8.1)
C THE VARIABLE HAS ITS VALUE AFTER A JUMP OUT.
      DO 5 K = 1, 100
      IF (K*K - 50) 5, 5, 6
    5 CONTINUE
    6 WRITE (6,8) K
C EXPECT:    8
    8 FORMAT (1X, I3)
      STOP
   10 A(J) = A(J) + 10.
      L = I
      IF (L - 3) 1, 11, 1
   11 A(J) = A(J) + 40.
      GO TO 1
      END
