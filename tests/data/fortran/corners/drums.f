C MACHINES: 704
C DIALECT: II
C DRUMS, AND TAPES BY THEIR WORDS.
      DIMENSION A(4), B(4)
      DO 1 I = 1, 4
    1 A(I) = FLOATF(I)
      X = 9.
      WRITE DRUM 2, 100, A, X
      READ DRUM 2, 101, B
C EXPECT:    4.  3.  2.  1.  9.
      READ DRUM 2, 100, C, D, E, F, G
      PRINT 2, C, D, E, F, G
    2 FORMAT (1H , 5F4.0)
C EXPECT:    9.  1.  2.  3.
      PRINT 2, B(1), B(2), B(3), B(4)
      WRITE TAPE 2, A, X
      REWIND 2
      READ TAPE 2, B, Y
C EXPECT:    1.  4.  9.
      PRINT 2, B(1), B(4), Y
      WRITE OUTPUT TAPE 3, 3, (A(I), I = 1, 3)
    3 FORMAT (3F5.1)
      END FILE 3
      REWIND 3
      READ INPUT TAPE 3, 3, (B(I), I = 1, 3)
C EXPECT:    3.  2.
      PRINT 2, B(3), B(2)
      STOP
      END
