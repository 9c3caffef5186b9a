C DIALECT: IV
C DATA AND BLOCK DATA.
      DIMENSION A(4), K(3)
      COMMON /INIT/ P, Q(3), N
      DATA A /3*1.5, -2./, K /1, 2, 3/, X, Y /2*.25/
      DATA H /4HABCD/
C EXPECT:    1.5  1.5  1.5 -2.0
      WRITE (6,1) A
    1 FORMAT (1X, 4F5.1)
C EXPECT:     1   2   3  0.25 0.25 ABCD
      WRITE (6,2) K, X, Y, H
    2 FORMAT (1X, 3I4, 1X, 2F5.2, 1X, A4)
C EXPECT:    7.0  0.5  8.0  0.5  9
      Q(1) = .5
      Q(3) = .5
      WRITE (6,3) P, Q, N
    3 FORMAT (1X, 4F5.1, I3)
      STOP
      END
      BLOCK DATA
      COMMON /INIT/ P, Q(3), N
      DATA P /7./, Q(2) /8./, N /9/
      END
