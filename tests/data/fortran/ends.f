C     THE END OF INPUT.
C     MACHINES: 6600
C     CARD:  1
C     CARD:  2
C     EXPECT:    3
      N = 0
   10 READ (5,100) I
      IF (EOF,5) 20, 15
   15 N = N + I
      GO TO 10
   20 PRINT 110, N
      STOP
  100 FORMAT (I2)
  110 FORMAT (1X, I3)
      END
