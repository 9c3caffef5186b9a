C     THE MEAN OF SOME SQUARES, AND HOW FAR THEY ARE FROM IT.
      DIMENSION A(5)
      COMMON N, TIMES
      N = 5
      TIMES = 0.
      DO 10 I = 1, N
   10 A(I) = FLOATF(I*I)
      CALL MEAN(A, AVER)
      SPREAD = VAR(A, AVER)
      PRINT 20, AVER, SPREAD, TIMES
   20 FORMAT (1H , 3F10.2)
      STOP
      END
      SUBROUTINE MEAN(X, XM)
      DIMENSION X(5)
      COMMON N, CALLS
      CALLS = CALLS + 1.
      S = 0.
      DO 10 I = 1, N
   10 S = S + X(I)
      XM = S/FLOATF(N)
      RETURN
      END
      FUNCTION VAR(X, XM)
      DIMENSION X(5)
      COMMON N, CALLS
      CALLS = CALLS + 1.
      VAR = 0.
      DO 10 I = 1, N
   10 VAR = VAR + (X(I) - XM)**2
      VAR = VAR/FLOATF(N)
      RETURN
      END
