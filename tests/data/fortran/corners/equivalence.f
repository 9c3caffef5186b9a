C DIALECT: IV
C EQUIVALENCE OF ARRAYS AND SCALARS.
      DIMENSION A(3,3), B(9), C(4)
      EQUIVALENCE (A, B), (B(5), S), (C(2), B(9)), (T, A(1,3))
      DO 1 I = 1, 9
    1 B(I) = I
      C(3) = 10.
C EXPECT:    5.  7.  9.  8. 10.
      WRITE (6,2) S, T, C(2), C(1), C(3)
    2 FORMAT (1X, 5F4.0)
      S = -5.
      A(3,3) = -9.
C EXPECT:   -5. -5. -9.
      WRITE (6,2) A(2,2), B(5), C(2)
      DO 3 I = 1, 3
    3 A(I,2) = S + A(I,2)
C EXPECT:   -1.-10. -4.
      WRITE (6,2) B(4), S, B(6)
      STOP
      END
