C DIALECT: IV
C ASSIGNED AND COMPUTED GO TO.
      ASSIGN 2 TO J
      DO 5 I = 1, 4
      GO TO J, (1, 2, 3)
    1 K = 100 + I
      ASSIGN 3 TO J
      GO TO 4
    2 K = 200 + I
      ASSIGN 1 TO J
      GO TO 4
    3 K = 300 + I
      ASSIGN 2 TO J
    4 WRITE (6,9) K
    5 CONTINUE
C EXPECT:   201
C EXPECT:   102
C EXPECT:   303
C EXPECT:   204
    9 FORMAT (1X, I4)
      DO 18 I = 1, 3
      GO TO (11, 12, 11), I
   11 WRITE (6,9) I
      GO TO 18
   12 WRITE (6,9) -I
C EXPECT:     1
C EXPECT:    -2
C EXPECT:     3
   18 CONTINUE
      I = 5
C FAILS: a computed GO TO has 2 statement numbers: there is no number 5
      GO TO (1, 2), I
      END
