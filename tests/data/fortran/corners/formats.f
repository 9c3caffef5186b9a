C DIALECT: IV
C FORMATS IN ARRAYS - READ, OR MADE.
C CARD: (1X, I3, F6.1)
C CARD:  12 345
      DIMENSION F(5), G(2)
      DATA G(1) /6H(I3,F4/, G(2) /4H.1) /
      READ (5,1) F
C EXPECT:   12  34.5
    1 FORMAT (3A6, 2A1)
      READ (5,2) I, X
    2 FORMAT (I3, F4.1)
      WRITE (6,F) I, X
      STOP
      END
