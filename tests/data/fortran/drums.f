C     A DRUM.
C     MACHINES: 704
C     EXPECT:    1.0  2.0  3.0
      DIMENSION A(3), B(3)
      A(1) = 1.
      A(2) = 2.
      A(3) = 3.
      WRITE DRUM 1, 100, A
      READ DRUM 1, 100, B
      PRINT 100, (B(I), I=1,3)
      STOP
  100 FORMAT (1H , 3F5.1)
      END
