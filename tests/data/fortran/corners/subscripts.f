C DIALECT: IV
C A SUBSCRIPT OUT OF ITS BOUNDS IS TOLD, WITH ITS LINE AND VALUE.
      DIMENSION A(3,4)
      DO 1 I = 1, 5
      J = 7 - 2*I
C FAILS: a subscript is out of its bounds: A(., 5), dimensions 3, 4
    1 A(2,J) = 1.
      WRITE (6,2) A(2,1)
    2 FORMAT (F5.1)
      STOP
      END
