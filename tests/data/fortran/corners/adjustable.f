C DIALECT: IV
C ADJUSTABLE DIMENSIONS - THE SAME WORDS AS MATRICES OF DIFFERENT SHAPES.
      DIMENSION A(24)
      DO 1 I = 1, 24
    1 A(I) = I
      CALL ROW(A, 4, 6, 3)
      CALL ROW(A, 6, 4, 3)
      CALL ROW(A(5), 2, 3, 2)
C EXPECT:    3. 7.11.15.19.23.
C EXPECT:    3. 9.15.21.
C EXPECT:    6. 8.10.
C EXPECT:  300.
      WRITE (6,9) TOTAL(A, 2, 3, 4)
    9 FORMAT (F5.0)
      STOP
      END
      SUBROUTINE ROW(B, M, N, K)
      DIMENSION B(M, N)
      WRITE (6,1) (B(K,J), J = 1, N)
    1 FORMAT (2X, 6(F3.0))
      RETURN
      END
      FUNCTION TOTAL(B, L, M, N)
      DIMENSION B(L, M, N)
      TOTAL = 0.
      DO 1 K = 1, N
      DO 1 J = 1, M
      DO 1 I = 1, L
    1 TOTAL = TOTAL + B(I,J,K)
      RETURN
      END
