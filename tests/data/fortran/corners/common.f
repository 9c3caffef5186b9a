C DIALECT: IV
C COMMON HAS OTHER NAMES AND SHAPES IN OTHER UNITS.
      COMMON A(2,3), I, J
      COMMON /BLK/ X, K(4)
      DO 1 L = 1, 3
      A(1,L) = L
    1 A(2,L) = 10*L
      I = 5
      J = 6
      X = 1.5
      K(1) = 1
      K(4) = 4
C EXPECT:   1.0 10.0  2.0 20.0  3.0 30.0  5  6
C EXPECT:   1.5  1  4
      CALL SHOW
C EXPECT:   12.5
C EXPECT:   7  8
      WRITE (6,2) A(2,1), K(2), K(3)
    2 FORMAT (F6.1/ 2I3)
      STOP
      END
      SUBROUTINE SHOW
      COMMON B(3,2), M(2)
      COMMON /BLK/ Y, N, K(3)
      WRITE (6,1) B, M
    1 FORMAT (6F5.1, 2I3)
      WRITE (6,2) Y, N, K(3)
    2 FORMAT (F5.1, 2I3)
      B(2,1) = 12.5
      K(1) = 7
      K(2) = 8
      RETURN
      END
