C     THE INVERSE OF A MATRIX OF HILBERT, WHOSE ELEMENTS ARE 1/(I+J-1).
C     GAUSS AND JORDAN'S WAY, IN PLACE, WITHOUT A CHOICE OF PIVOTS.
      DIMENSION A(5,5)
      DO 10 I = 1,5
      DO 10 J = 1,5
   10 A(I,J) = 1.0/FLOATF(I+J-1)
      DO 60 K = 1,5
      PIVOT = A(K,K)
      A(K,K) = 1.0
      DO 20 J = 1,5
   20 A(K,J) = A(K,J)/PIVOT
      DO 50 I = 1,5
      IF (I-K) 30,50,30
   30 FACTOR = A(I,K)
      A(I,K) = 0.0
      DO 40 J = 1,5
   40 A(I,J) = A(I,J) - FACTOR*A(K,J)
   50 CONTINUE
   60 CONTINUE
      DO 70 I = 1,5
   70 PRINT 100, (A(I,J), J=1,5)
      STOP
  100 FORMAT (1H , 5F10.1)
      END
