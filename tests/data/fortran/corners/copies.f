C DIALECT: IV
C A VARIABLE IS IN A REGISTER THAT A LOOP GETS AFTER THE CALL OF A ROUTINE.
      COMMON A, NAL, V(9)
      DO 10 I = 1, 9
   10 V(I) = 10 - I
C EXPECT:    7  0.333  1 11.111  6250.000
      A = .29
      NAL = 1
      CALL SCALE(.29, L, X)
      A = 6.1
      NAL = 1
      CALL SCALE(6.1, M, Y)
      A = 201.
      NAL = 2
      CALL SCALE(201., N, Z)
      WRITE (6,20) L, X, M, Y, N, Z
   20 FORMAT (1X, 3(I3, F7.3))
      STOP
      END
      SUBROUTINE SCALE(Q, K, X)
      COMMON A, NAL, V(9)
      DEL = .00002
      XMINL = ALOG10(Q)
      IF (A .LT. 1.) NAL = NAL - 2
      B = A/10.**NAL
      DO 20 I = 1, 9
      IF (B .LT. 10./V(I) + DEL) GO TO 30
   20 CONTINUE
   30 K = I
      X = 10.**(NAL + 1)/V(I)
      RETURN
      END
