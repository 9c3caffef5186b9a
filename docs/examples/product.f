      DIMENSION A(100), B(3,100)
      COMMON A, B
      DO 10 J = 1, 100
      A(J) = J
   10 B(2,J) = 1./A(J)
      X = PRODUC(100, 2)
      PRINT 20, X
   20 FORMAT (1H ,F9.4)
      STOP
      END
      FUNCTION PRODUC (N, K)
      DIMENSION A(100), B(3,100)
      COMMON A, B
      S = 0.
      DO 10 I = 1, N
   10 S = S + A(I)*B(K,I)
      PRODUC = S
      RETURN
      END
