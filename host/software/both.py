"""Small programs of our own, of all that UA SAP and our assembler both take: their decks are compared."""

SOURCE = """\
       REM EXPRESSIONS, SYMBOLS USED BEFORE THEY ARE DEFINED, BLOCKS
       ORG 24
START  CLA LAST+2*SIZE-1
       TXI *+1,1,-SIZE
       TIX START,1,SIZE/3
       STO BLOCK+SIZE
       STA *+1
       CLA **,4
       PXD
       TXL START,,7/2*2
       TXH *-2,2,2*3-7
SIZE   EQU 5*2
LOW    SYN START+1
BLOCK  BSS SIZE
TOP    BES 3
LAST   PZE LOW,,TOP
       MZE -1,7,-1
       FOR *,1,**
       SVN
       ADD 3*
       END START
       REM NUMBERS, FIXED AND FLOATING
       ORG 100
       DEC 1,-1,0,-0,34359738367,12345678901
       DEC 3.14159265,-2.718281828,.1,1E10,1E-10,6.02E23,.333333333
       DEC 3B17,.5B0,1.5E2B20,-7.25B10,99.999B12,1B35
       OCT 0,7,-7,777777777777,-377777777777,123456765432
       OCT 1,2,3
       BCD 4TEXT OF FOUR WORDS
       BCD 1A
       BCD 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ +-*/=().,$
       END 0
       REM UNITS AND SENSE
       ORG 30
       RCD
       CPY 0
       RTD 3
       RTB 10
       RDR 2
       WTD 1
       WTB 5
       WDR 8
       WPU
       WPR
       WTV
       BST 4
       REW 4
       WEF 10
       SLN 1
       SLT 4
       SLF
       SWT 6
       SPR 10
       SPT
       SPU 2
       SLN 97
       IOD
       RTT
       ETT
       CFF
       CHS
       SSM
       LBT
       ETM
       LTM
       DCT
       PBT
       PAX 0,1
       PDX ,2
       PXD ,4
       RND
       END 30
       REM HEADINGS, REPETITIONS, UNDEFINED SYMBOLS
       DEF 1000
       ORG 50
A      OCT 1
K      HED
A      OCT 2
       CLA A
       CLA 0$A
       CLA $A
LONGER PZE A
       HED
       CLA K$A
       CLA LONGER
       PZE *
       DEC 1
       REP 2,3
       STO TEMP
       STO OTHER
       CLA TEMP
       END A
       REM WHAT IT ONLY FLAGGED
       ORG 60
B      CLA NOWHERE+1
       XYZ B,1,2
       CLA 40000
       TXI B,9,170*512
       CLA LONGERNAME

C      OCT
       DEC
       BSS
       PZE C
       SLW B,,5
       RCD 1
       WPR 5
       TXI B,NOWHERE,3
       END B
       REM RELOCATABLE CARDS
       DEF 300
       REL
       ORG 10
A      CLA B
B      PZE
E      EQU A
S      SYN 5
50     OCT 7
F      PZE
       ORG 20
       TXI A
       TXI A,1,A
       TXI -A
       TXI 1-A,,2-A
       TXI A-B
       TXI A-B+A
       TXI A+B
       TXI 5-A-B
       TXI A-B-B
       TXI E
       TXI S
       TXI S-A
       TXI D
       TXI F
       TXI F-A
       TXI *
       TXI *-A
       TXI **
       TXI **,,**
       TXI A*5
       TXI 2*A
       TXI A*B
       TXI 1-2*A
       TXI 1-A*2
       TXI A/2
       TXI ,1
       TXI 5,7,9
       SWT A
       CLA NOWHERE+A
       DEC 5
       BSS 3
       PZE A
       REM
       TCD B
       END
       FIN
"""
