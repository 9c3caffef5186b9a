C     THE SQUARES AND CUBES OF 1 TO 10
      DO 10 I = 1,10
      J = I*I
      K = J*I
   10 PRINT 100, I, J, K
      STOP
  100 FORMAT (1H ,3I6)
      END
