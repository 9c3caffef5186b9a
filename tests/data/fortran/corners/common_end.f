C DIALECT: IV
C     AN ARRAY OF 1 AT THE END OF COMMON HAS WHAT THE MAIN PROGRAM HAS OF THE BLOCK.
C     EXPECT:     5.0  12.0  12.0
      COMMON N, A(5)
      COMMON /PAIRS/ B(2,6)
      N = 5
      CALL FILL
      WRITE (6,10) A(5), B(2,6), B(12)
   10 FORMAT (1X, 3F6.1)
      CALL BEYOND
      STOP
      END
      SUBROUTINE FILL
      COMMON N, A(1)
      COMMON /PAIRS/ B(2,1)
      DO 10 I = 1, N
   10 A(I) = I
      A(5) = A(5)
      DO 20 I = 1, 6
      B(1,I) = 2*I - 1
   20 B(2,I) = 2*I
      RETURN
      END
      SUBROUTINE BEYOND
      COMMON N, A(1)
      N = 6
C FAILS: a subscript is out of its bounds: A(6), dimensions 1
      A(N) = 0.
      RETURN
      END
