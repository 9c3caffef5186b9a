C DIALECT: IV
C FUNCTIONS WITH SIDE EFFECTS - OPERANDS FROM LEFT TO RIGHT, ALL OF THEM.
      COMMON N
      LOGICAL YES, B
      N = 0
      K = NEXT(1)*100 + NEXT(1)*10 + NEXT(1)
C EXPECT:    123
      WRITE (6,1) K
    1 FORMAT (1X, I5)
      N = 0
      B = YES(N) .OR. YES(N)
C EXPECT:      2
      WRITE (6,1) N
      B = .FALSE.
      IF (B .AND. YES(N)) WRITE (6,1) K
C EXPECT:      3
      WRITE (6,1) N
      L = N + NEXT(4)
C EXPECT:      7
      WRITE (6,1) N
      STOP
      END
      FUNCTION NEXT(I)
      COMMON N
      N = N + I
      NEXT = N
      RETURN
      END
      LOGICAL FUNCTION YES(M)
      M = M + 1
      YES = .TRUE.
      RETURN
      END
