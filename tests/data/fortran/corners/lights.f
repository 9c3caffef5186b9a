C DIALECT: IV
C SENSE LIGHTS, FORTRAN II'S WORDS.
      SENSE LIGHT 3
      K = 0
      IF (SENSE LIGHT 3) 1, 2
    1 K = K + 1
    2 IF (SENSE LIGHT 3) 3, 4
    3 K = K + 10
    4 SENSE LIGHT 1
      SENSE LIGHT 4
      SENSE LIGHT 0
      IF (SENSE LIGHT 1) 5, 6
    5 K = K + 100
    6 IF (SENSE LIGHT 4) 7, 8
    7 K = K + 1000
    8 WRITE (6,9) K
C EXPECT:      1
    9 FORMAT (1X, I5)
      STOP
      END
