C     A TABLE OF SQUARES, ROOTS AND SINES.
      PRINT 100
      DO 10 I = 1,10
      X = FLOATF(I)/4.0
      Y = X*X
      Z = SQRTF(X)
      S = SINF(X)
   10 PRINT 200, X, Y, Z, S
      STOP
  100 FORMAT (1H1, 5X, 1HX, 9X, 3HX*X, 8X, 4HROOT, 8X, 4HSINE/)
  200 FORMAT (1H , F6.2, F12.4, 2F12.6)
      END
