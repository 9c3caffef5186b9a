C DIALECT: IV
C BINARY AND CODED FILES - WRITTEN, READ BACK, STEPPED BACK.
      DIMENSION A(5), B(5)
      DO 1 I = 1, 5
    1 A(I) = I
      REWIND 1
      WRITE (1) A
      WRITE (1) (A(I), I = 1, 3), 7.
      END FILE 1
      REWIND 1
      READ (1) B
C EXPECT:    1.  2.  3.  4.  5.
      WRITE (6,2) B
    2 FORMAT (1X, 5F4.0)
      READ (1) B(1)
      BACKSPACE 1
      READ (1) X, Y, Z, W
C EXPECT:    1.  1.  2.  3.  7.
      WRITE (6,2) B(1), X, Y, Z, W
      WRITE (2,3) (I, A(I), I = 1, 2)
    3 FORMAT (I4, F6.1)
      END FILE 2
      REWIND 2
      READ (2,3) J, X, K, Y
C EXPECT:    1.  1.  2.  2.
      U = J
      V = K
      WRITE (6,2) U, X, V, Y
      STOP
      END
