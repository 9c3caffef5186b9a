C MACHINES: 704
C DIALECT: II
C INTEGERS HAVE 17 BITS IN SUMS AND PRODUCTS, 15 IN SUBSCRIPTS AND DO.
      I = 32767
      J = I + 1
      K = 200*200
      L = 2**14*2
      M = 0 - J
C EXPECT:     32768   40000   32768  -32768
      PRINT 1, J, K, L, M
    1 FORMAT (1H , 4I8)
      I = 2
      N = I**(-1)
C EXPECT:       0
      PRINT 2, XABSF(N)
    2 FORMAT (1H , I6)
C EXPECT:   ZERO
      IF (N) 3, 4, 3
    4 PRINT 5
    5 FORMAT (6H  ZERO)
    3 CONTINUE
C EXPECT:  131071
      I = 32767*2 + 1
      J = 32767*2 + 2
      K = I + J
      PRINT 2, K
      STOP
      END
