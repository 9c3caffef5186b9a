C DIALECT: IV
C     ARRAYS WITHOUT SUBSCRIPTS, DUMMIES OF ANY SIZE, TEXTS BETWEEN ASTERISKS.
C     EXPECT:  A(1)=  2.0(  6.0) *
C     EXPECT:    21.0   6
      DIMENSION A(3), B(2,4)
      A(1) = 2.
      X = A*2. + A(1)
      WRITE (6,10) A(1), X
   10 FORMAT(1X,*A(1)=*F5.1*(*F5.1*)*,2H *)
      CALL SUM(B, 3, X, J)
      STOP
      END
      SUBROUTINE SUM(B, N, X, J)
      DIMENSION B(2,*)
      X = 0.
      J = 0
      DO 10 I = 1, N
      B(1,I) = I
      B(2,I) = 2*I
      J = J + 2
   10 X = X + B(1,I) + B(2,I)
      X = X + B(1,N)
      WRITE (6,20) X, J
   20 FORMAT (1X, F6.1, I4)
      B(2,4) = 0.
C FAILS: a subscript is out of its bounds: B(., 0), dimensions 2, * of a dummy; --no-checks compares nothing
      B(2,J-6) = 1.
      RETURN
      END
