"""Small programs for a 6600 with somebody at its keyboard."""

TALK = """
         IDENT  TALK
* ASKS, AND REPEATS WHAT IS ANSWERED, UP TO THE END OF INPUT.
START    SX6    QUESTN
         SA6    ASK+3            OUT
         SX6    ASK
         RJ     CIO
         SX6    BUFFER
         SA6    IN+2
         SA6    IN+3
         SX6    IN
         RJ     CIO
         SA1    IN+2
         SX2    BUFFER
         BX6    X1
         SA6    SAY+2            IN: AS FAR AS THE LINE GOES
         BX7    X2
         SA7    SAY+3            OUT
         IX3    X1-X2
         ZR     X3,LAST          NOTHING CAME
         SX6    SAY
         RJ     CIO
         EQ     START
LAST     SA1    END
         BX6    X1
         SA6    1
         EQ     *

CIO      PS                      X6: THE FET
         SA6    FET
         SA2    X6
         MX3    42
         BX2    X3*X2
         SA3    X6+5             ITS FUNCTION
         BX7    X2+X3
         SA7    X6
         SA1    REQUEST
         BX6    X6+X1
         SA6    1
TAKEN    SA1    1
         NZ     X1,TAKEN
MOVED    SA2    FET
         SA1    X2
         LX1    59
         PL     X1,MOVED
         EQ     CIO

FET      CON    0
REQUEST  VFD    18/0LCIO,42/0
END      VFD    18/0LEND,42/0
IN       VFD    42/0LINPUT,18/0
         CON    BUFFER,BUFFER,BUFFER,BUFFER+10B,10B
SAY      VFD    42/0LOUTPUT,18/0
         CON    BUFFER,BUFFER,BUFFER,BUFFER+10B,14B
ASK      VFD    42/0LOUTPUT,18/0
         CON    QUESTN,QUESTN+1,QUESTN,QUESTN+2,14B
QUESTN   DATA   C*YOUR MOVE *
         BSSZ   1
BUFFER   BSS    10B
         END    START
"""

SHOW = """
         IDENT  SHOW
* SHOWS A PICTURE, AND WRITES IN ITS CORNER UNTIL IT IS STOPPED.
START    SA1    REQUEST
         BX6    X1
         SA6    1
         SB1    1
LOOP     SA1    CORNER
         SX2    B1
         IX6    X1+X2
         SA6    A1
         EQ     LOOP
REQUEST  VFD    18/0LCON,24/0,18/PICTURE
PICTURE  DATA   C*R . . K*
         DATA   C*. . N .*
CORNER   DATA   C*COUNT*
         BSSZ   1
         END    START
"""
