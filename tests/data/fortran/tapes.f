C     TAPES: LINES AND WORDS.
C     DIALECT: IV
C     EXPECT:     1.0   2.5  -3.0   4.0   2.5  -3.0
C     EXPECT:    3
C     EXPECT:  END
      DIMENSION A(4), B(4)
      DATA A /1., 2.5, -3., 4./
      WRITE (3) A
      WRITE (3) A(2), A(3)
      REWIND 3
      READ (3) B
      READ (3) C, D
      WRITE (6,100) (B(I), I=1,4), C, D
      DO 10 I = 1, 3
   10 WRITE (4,110) I
      END FILE 4
      REWIND 4
      DO 20 I = 1, 3
   20 READ (4,110) N
      WRITE (6,120) N
      READ (4,110,END=30) N
      STOP 1
   30 WRITE (6,130)
      STOP
  100 FORMAT (1X, 6F6.1)
  110 FORMAT (I5)
  120 FORMAT (1X, I3)
  130 FORMAT (4H END)
      END
