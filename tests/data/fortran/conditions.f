C     LOGICAL VALUES.
C     DIALECT: IV
C     EXPECT:  TRUE
C     EXPECT:    3
      LOGICAL P, Q, EITHER
      INTEGER A, B
      A = 2
      B = 3
      P = A .LT. B
      Q = .NOT. P .AND. A .EQ. 2 .OR. B .GE. 3
      EITHER = P .AND. .NOT. Q .OR. Q .AND. .NOT. P
      IF (P) PRINT 100
      IF (EITHER) PRINT 110
      IF (A+1 .EQ. B .AND. Q) GO TO 10
      PRINT 110
   10 IF (.NOT. (A .GT. B)) A = B
      PRINT 120, A
      STOP
  100 FORMAT (5H TRUE)
  110 FORMAT (6H WRONG)
  120 FORMAT (1X, I3)
      END
