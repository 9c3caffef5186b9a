C DIALECT: IV
C ARGUMENTS BY REFERENCE - CONSTANTS, ELEMENTS, EXPRESSIONS, ARRAYS.
      DIMENSION A(3), K(2,2)
      A(1) = 1.
      A(2) = 2.
      A(3) = 3.
      CALL DOUBL(A(2))
      CALL DOUBL((A(1)))
      X = 5.
      CALL DOUBL(X)
C EXPECT:    1.0  4.0  3.0 10.0
      WRITE (6,1) A, X
    1 FORMAT (1X, 4F5.1)
      CALL FILL(K, 2)
C EXPECT:   11 21 12 22
      WRITE (6,2) K
    2 FORMAT (1X, 4I3)
      I = 1
      CALL SWAP(K(I,2), K(I+1,1), I)
C EXPECT:   11 12 21 22
      WRITE (6,2) K
C EXPECT:    2
      WRITE (6,2) I
      STOP
      END
      SUBROUTINE DOUBL(X)
      X = X + X
      RETURN
      END
      SUBROUTINE FILL(K, N)
      DIMENSION K(N, N)
      DO 1 I = 1, N
      DO 1 J = 1, N
    1 K(I,J) = 10*I + J
      END
      SUBROUTINE SWAP(I, J, K)
      L = I
      I = J
      J = L
      K = K + 1
      RETURN
      END
