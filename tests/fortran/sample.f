      PROGRAM SAMPLE(INPUT, OUTPUT, TAPE5=INPUT, TAPE6=OUTPUT, TAPE3)
C     ALL KINDS OF STATEMENTS, FOR TESTS OF THE FRONT END
      INTEGER COUNT, TABLE(10)
      REAL LENGTH, B(3,3)
      DOUBLE PRECISION D, E(2)
      COMPLEX Z
      LOGICAL FOUND, MASKED
      EXTERNAL AREA, SIN
      COMMON X, Y, V(20)
      COMMON /BLOCK/ COUNT, W(5)
      DIMENSION NAME(2), FMT(3)
      EQUIVALENCE (V(1), P), (V(2), Q(1)), (TABLE(3), NUMBER)
      DIMENSION Q(4)
      DATA LENGTH, NAME /1.5, 10HABCDEFGHIJ, 4HKLMN/, FOUND /.FALSE./
      DATA (TABLE(I), I = 1, 10) /5*0, 1, 2, 3, 2*-4/
      DATA (MASK = 77B), (R = 3.)
      FREQUENCY 20(10, 1)
      HYPOT(S, T) = SQRT(S**2 + T**2)
      READ (5, 100, END=90, ERR=95) X, Y, (V(I), I = 1, 20),
     1   ((B(I,J), I = 1, 3), J = 1, 3)
  100 FORMAT (2F10.3/ (8E10.2))
      READ (3) TABLE
      D = 1.D0 / 3
      E(1) = D * 2.5D-3
      Z = (1., -2.5) * CMPLX(X, Y)
      MASKED = X .GT. Y .AND. .NOT. FOUND .OR. COUNT .EQ. 0
      IF (X - Y) 10, 20, 30
   10 IF (MASKED) GO TO 40
      IF (FOUND .AND. X .LE. 3.) X = HYPOT(X,
     1   Y) + AREA(V, 3)
   20 DO 25 I = 1, 3
      DO 25 J = 1, 3, 2
      IF (B(I,J)) 22, 22, 23
   22 B(I,J) = -B(I,J)**2/4.
   23 V(I+3*(J-1)) = B(I,J)
   25 CONTINUE
   30 GO TO (10, 20, 40), COUNT
   40 ASSIGN 50 TO NEXT
      GO TO NEXT, (50, 60)
   50 CALL SHOW(V, 20, AREA)
      ASSIGN 60 TO NEXT
   60 WRITE (6, 200) X, Y, COUNT, NAME, D
  200 FORMAT (1H1, 2F10.3, I5, ' NAME ', A10, A4, *D =*, D20.10 /
     1   1X, 3(2X, I3), 1P2E12.4)
      PRINT 210
  210 FORMAT (9H THE END.)
      PUNCH FMT, X
      ENCODE (10, 100, NAME) X
      A = B1 = C = MASK .AND. 77B
      M = SHIFT(MASK, 3) + MAX0(1, 2, COUNT)
      IF (EOF, 5) 70, 75
   70 STOP 7
   75 IF (SENSE SWITCH 2) 80, 85
   80 SENSE LIGHT 3
      IF DIVIDE CHECK 85, 85
   85 PAUSE 12
   90 REWIND 3
      BACKSPACE 3
      END FILE 3
      READ INPUT TAPE 5, 100, X
      WRITE TAPE 3, (V(I), I = 1, 20)
   95 STOP
      END
      SUBROUTINE SHOW(A, N, F)
      DIMENSION A(N)
      COMMON U1, U2, U(20)
      DO 10 K = 1, N
   10 A(K) = F(A, K)
      IF (SENSE LIGHT 3) 20, 30
   20 RETURN
   30 CALL EXIT
      END
      REAL FUNCTION AREA(A, N)
      DIMENSION A(1)
      AREA = 0.
      DO 5 K = 1, N
    5 AREA = AREA + A(K)
      RETURN
      END
      BLOCK DATA
      COMMON /BLOCK/ KOUNT, W(5)
      DATA W /5*1./, KOUNT /2/
      END
