; ==============================================================================
; IRONBOARD MONITOR for the KIM-1                             2,048 bytes at 1800
; ==============================================================================
;
; The program that the KIM-1 runs when nobody else does: it scans the keypad and
; multiplexes the display, talks to a Teletype, reads and writes paper tape and
; cassettes, and stops and steps the user's programs. Everything is done by
; program on the pins of one 6530; nothing here needs an emulator's help.
;
; Written afresh from the published entry points and their contracts, so that
; programs which call the KIM-1's monitor run unchanged.
; Facts: KIM-1 User Manual and KIM-1 Hardware Manual, MOS Technology, 1976.
;
; Routines in CAPITALS are the manual's and keep their addresses for ever;
; routines in MixedCase are private to this file and may move.
;
; THE PORTS (6530-002)
;
;   1740 SAD    bit     7      6     5     4     3     2     1     0
;      output (SADD 7F)        g     f     e     d     c     b     a   segments
;      input, row 0            0     1     2     3     4     5     6   keys: the
;      input, row 1            7     8     9     A     B     C     D   one held
;      input, row 2            E     F     AD    DA    +     GO    PC  reads 0
;      input, row 3                                              strap 0 = TTY
;      always              TTY in
;
;   1742 SBD    bit     7      6     5     4     3     2     1     0
;                     tape           1 = TTY   decoder input      TTY
;                     in/out         off,      (table below)      out
;                                    0 = tape in
;
;   The decoder (a 74145) grounds one of ten lines:
;
;      SBD   01   03   05   07      09   0B   0D   0F   11   13    15..1F
;      line   0    1    2    3       4    5    6    7    8    9    none
;           row 0 row 1 row 2 strap  address digits ..  data digits
;
;   The timer: written at 1744 it counts single cycles, at 1746 steps of 64.
;   Read 1746 for its value, 1747 for bit 7 = 1: time is up.
;
; MEMORY THAT BELONGS TO THE MONITOR
;
;   00EF-00F5   PC (low, high), P, S, A, Y, X of the stopped program
;   00F6-00F7   paper tape checksum: high, low
;   00F8-00F9   INL, INH: what was typed
;   00FA-00FB   POINTL, POINTH: the open cell
;   00FC-00FE   TEMP, TMPX, CHAR: work cells
;   00FF        MODE: what a digit key changes, 1 = the address, 0 = the cell
;   17E7-17E8   cassette checksum: low, high
;   17E9-17EB   SAVX: work cells of the cassette routines
;   17EC-17F1   VEB: a three-byte LDA or STA, made here, and an RTS or a JMP
;   17F2-17F4   CNTL30, CNTH30: length of a Teletype bit; TIMH: work cell
;   17F5-17F9   SAL, SAH, EAL, EAH, ID: start, end + 1 and number of a tape record
;   17FA-17FF   NMI, (RES) and IRQ vectors of the user
;
; THE ROUTINES, each described where it stands
;
;   starting       cassette                     Teletype
;   and stopping
;                  1800 DUMPT   1A00 PACKT      1C2A DETCPS  1E3B PRTBYT
;   1C00 SAVE      1873 LOADT   1A24 RDCHT      1C64 CLEAR   1E4C HEXTA
;   1C05 SAVE1     1932 INTVEB  1A41 RDBIT      1C6A READ    1E5A GETCH
;   1C22 RST       194C CHKT    1A6B PLLCAL     1CE7 LOAD    1E9E OUTSP
;   1C4F START     195E OUTBTC                  1D42 DUMP    1EA0 OUTCH
;   1DC8 GOEXEC    1961 OUTBT   keypad          1E1E PRTPNT  1ED4 DELAY
;                  196F HEXOUT                  1E2F CRLF    1EEB DEHALF
;   small change   197A OUTCHT  1C77 TTYKB      1E31 PRTST   1F9D GETBYT
;                  199E ONE     1EFE AK
;   1E88 INITS     19C4 ZRO     1F6A GETKEY     display
;   1E8C INIT1     19EA INCVEB
;   1F63 INCPT     19F3 RDBYT                   1F19 SCAND   1F48 CONVD
;   1F91 CHK                                    1F1F SCANDS  1FD5 TOP
;   1FAC PACK                                   1F40 KEYIN   1FE7 TABLE
;   1FCC OPEN
;
; Addresses without a name at which programs of the time enter or read:
;
;   185C 190F 1925 1929   ends and middle of DUMPT and LOADT, described there
;   188C                  LOADT with an instruction of one's own at VEB
;   1C14                  SAVE1 without a return address
;   1CD3                  the + key
;   1DA9 1DAC 1DAF 1DC2   show the cell typed, the open cell, the next cell
;   1DDB                  obey the Teletype command in A
;   1DE0                  the byte 7F, RUBOUT
;   1E8E                  INIT1 with X, the directions of port A, given
;   1F3D                  SCANDS's end: digits off, then KEYIN
;   1F4E                  CONVD with segments
;
; Unused bytes are NOPs that end in a JMP START, so that a program which runs into
; them comes back to the monitor and changes nothing on its way. Where only one or
; two are unused, the NOPs lead into the routine that follows.
;
; Cycle counts include the RTS, not the JSR. Decimal mode must be off (INIT1).
;
; Why the layout is crowded above 1C00 and roomy below: while the SST switch is
; on, every instruction fetched outside 1C00-1FFF raises an NMI. Whatever runs
; between two steps must therefore live in the upper half.

; -- hardware ------------------------------------------------------------------

SAD     = $1740                 ; port A
SADD    = $1741                 ; its directions, 1 = output
SBD     = $1742                 ; port B
SBDD    = $1743                 ; its directions
CLK1T   = $1744                 ; write: start the timer, one count a cycle
CLK64T  = $1746                 ; write: start the timer, one count in 64 cycles
CLK64R  = $1746                 ; read: counts left
CLKRDI  = $1747                 ; read: bit 7 = 1 when the time is up

STRAP       = $01               ; PA0 under decoder line 3: 0 = Teletype
TTY_OUT     = $01               ; PB0
SELECT_ROW0 = $01               ; SBD values, see the decoder table above
SELECT_STRAP = $07
SELECT_DIGIT1 = $09
TAPE_OUT    = $27               ; PB7 = 0, and PB5 = 1: Teletype input cut off
TAPE_OUT_DIRECTIONS = $BF
SEGMENTS    = $7F

; -- memory --------------------------------------------------------------------

PCL     = $EF
PCH     = $F0
PREG    = $F1
SPUSER  = $F2
ACC     = $F3
YREG    = $F4
XREG    = $F5
CHKHI   = $F6
CHKSUM  = $F7
INL     = $F8
INH     = $F9
POINTL  = $FA
POINTH  = $FB
TEMP    = $FC
TMPX    = $FD
CHAR    = $FE
MODE    = $FF

CHKL    = $17E7
CHKH    = $17E8
SAVX    = $17E9
VEB     = $17EC
CNTL30  = $17F2
CNTH30  = $17F3
TIMH    = $17F4
SAL     = $17F5
SAH     = $17F6
EAL     = $17F7
EAH     = $17F8
ID      = $17F9
NMIV    = $17FA
IRQV    = $17FE

; -- characters ----------------------------------------------------------------

NUL     = $00
EOT     = $04
LF      = $0A
CR      = $0D
DC3     = $13                   ; stops the tape reader of a Teletype
SYN     = $16
RUBOUT  = $7F
NO_TELETYPE = $01               ; what GETCH returns with the strap at keypad

; -- instructions --------------------------------------------------------------

JMP_CODE = $4C
RTS_CODE = $60
STA_CODE = $8D                  ; absolute
LDA_CODE = $AD                  ; absolute
NOP_CODE = $EA

; -- keys ----------------------------------------------------------------------

KEY_AD   = $10                  ; DA is 11, GO is 13
KEY_PLUS = $12
KEY_PC   = $14
KEY_NONE = $15

; Fill up to a published address; complain if the code before it is too long.
.macro  at      address
        .assert * <= address, error, "the code before this line is too long"
        .if     address - * >= 3
        .res    address - * - 3, NOP_CODE
        JMP     START
        .else
        .res    address - *, NOP_CODE
        .endif
.endmacro

; A published address that the code before it runs into: not a byte between.
.macro  falls_into address
        .assert * = address, error, "the code before this line must end here"
.endmacro

        .org    $1800

; ==============================================================================
; CASSETTE
; ==============================================================================
;
; A record on tape, in ASCII, bytes as two hex digits, the high one first:
;
;   100 SYN   *   ID   SAL SAH   data ...   /   checksum low high   EOT EOT
;                      `--- in the checksum ---'
;
; A character is its 8 bits, lowest first, without start or stop bits.
; A bit is three slots of 2.48 ms; H is 3.7 kHz, L is 2.4 kHz:
;
;              slot 1        slot 2        slot 3
;   bit 0    H 9 cycles    H 9 cycles    L 6 cycles
;   bit 1    H 9 cycles    L 6 cycles    L 6 cycles
;
; The reader only asks which tone lasted longer, so neither the speed of the
; recorder nor the length of the slots matters much.

; ------------------------------------------------------------------------------
; DUMPT: write memory from SAL/SAH up to, not including, EAL/EAH as record ID.
; Ends in the monitor with 0000 in the display.

DUMPT:  JSR     INIT1           ; GO has handed over the user's D and I
        LDA     #LDA_CODE
        STA     VEB
        JSR     INTVEB
        LDA     #TAPE_OUT       ; the level first, then the direction: no spike
        STA     SBD
        LDA     #TAPE_OUT_DIRECTIONS
        STA     SBDD
        LDX     #100
@syn:   LDA     #SYN
        JSR     OUTCHT
        DEX
        BNE     @syn
        LDA     #'*'
        JSR     OUTCHT
        LDA     ID
        JSR     OUTBT
        LDA     SAL
        JSR     OUTBTC
        LDA     SAH
        JSR     OUTBTC
@data:  LDA     VEB + 1
        CMP     EAL
        LDA     VEB + 2
        SBC     EAH
        BCS     @end
        JSR     VEB             ; LDA the next byte
        JSR     OUTBTC
        JSR     INCVEB
        JMP     @data
@end:   JMP     DumpEnd

; All is well: show 0000 as the address. Report shows A twice.

        at      $185C
Good:   LDA     #$00
Report: STA     POINTL
        STA     POINTH
        JMP     START

; ------------------------------------------------------------------------------
; LOADT: find record ID and read it into memory.
;
;   ID    takes                  loads at
;   00    the first record       the address on the tape
;   FF    the first record       SAL/SAH
;   else  the record so numbered the address on the tape
;
; Ends in the monitor with 0000 in the display, or with FFFF after a wrong
; checksum or a character that is no hex digit.

; A byte is stored by the instruction at VEB, which is jumped to and jumps back to
; Stored. Programs that put a CMP there, say, to verify a tape, start at 188C with
; the checksum cleared and come back to 190F for the next byte, 1925 or 1929.

        at      $1873
LOADT:  LDA     #STA_CODE
        STA     VEB
        JSR     INTVEB
        LDA     #JMP_CODE       ; instead of the RTS
        STA     VEB + 3
        LDA     #<Stored
        STA     VEB + 4
        LDA     #>Stored
        STA     VEB + 5
        at      $188C
        JSR     INIT1           ; also PB7 input, and PB5 = 0 lets the tape in

; In step with the tape: shift in single bits until they spell SYN, then the next
; ten characters must agree. The first SYN may be noise, eleven are a leader.

@hunt:  JSR     RDBIT
        ASL     A
        ROR     SAVX
        LDA     SAVX
        CMP     #SYN
        BNE     @hunt
        LDX     #10
@again: JSR     RDCHT
        CMP     #SYN
        BNE     @hunt
        DEX
        BNE     @again
@star:  JSR     RDCHT
        CMP     #SYN
        BEQ     @star
        CMP     #'*'
        BNE     @hunt

        JSR     RDBYT
        CMP     ID
        BEQ     @ours
        LDX     ID
        BEQ     @ours           ; 00: whatever comes
        INX
        BNE     @hunt           ; not FF either: another record, search on

@ours:  JSR     RDBYT
        JSR     CHKT
        TAX
        JSR     RDBYT
        JSR     CHKT
        LDY     ID
        INY
        BEQ     NextByte        ; FF: VEB has SAL/SAH already
        STX     VEB + 1
        STA     VEB + 2

NextByte:
        JSR     RDCHT
        CMP     #'/'
        BEQ     @check
        JSR     PACKT
        BNE     Bad
        JSR     RDCHT
        JSR     PACKT
        BNE     Bad
        JSR     CHKT
        JMP     VEB             ; STA the byte

@check: JSR     RDBYT
        CMP     CHKL
        BNE     Bad
        JSR     RDBYT
        CMP     CHKH
        BNE     Bad
        BEQ     WellRead        ; always

        at      $190F
Stored: JSR     INCVEB
        JMP     NextByte

        at      $1925
WellRead:
        JMP     Good

        at      $1929
Bad:    LDA     #$FF
        JMP     Report

; ------------------------------------------------------------------------------
; INTVEB: make the instruction at VEB address SAL/SAH, with an RTS after it, and
; clear the checksum. The caller has put the opcode.     38 cycles, destroys A

        at      $1932
INTVEB: LDA     SAL
        STA     VEB + 1
        LDA     SAH
        STA     VEB + 2
        LDA     #RTS_CODE
        STA     VEB + 3
        LDA     #0
        STA     CHKL
        STA     CHKH
        RTS

; ------------------------------------------------------------------------------
; CHKT: add A to the checksum.                                      A kept, Y = A

        at      $194C
CHKT:   TAY
        CLC
        ADC     CHKL
        STA     CHKL
        LDA     #0
        ADC     CHKH
        STA     CHKH
        TYA
        RTS

; ------------------------------------------------------------------------------
; OUTBTC: write byte A as two hex digits and add it to the checksum.
; OUTBT:  write byte A as two hex digits.                       A X kept, Y = A

        at      $195E
OUTBTC: JSR     CHKT
        falls_into $1961
OUTBT:  TAY
        LSR     A
        LSR     A
        LSR     A
        LSR     A
        JSR     HEXOUT
        TYA
        JSR     HEXOUT
        TYA
        RTS

; ------------------------------------------------------------------------------
; HEXOUT: write the low digit of A as a hex character.        X Y kept

        at      $196F
HEXOUT: JSR     HexDigit
        JMP     OUTCHT

; ------------------------------------------------------------------------------
; OUTCHT: write character A to the tape.                      X Y kept, A = 0

        at      $197A
OUTCHT: STX     SAVX
        STY     SAVX + 1
        LDY     #8
@bit:   JSR     ONE             ; slot 1 is high
        LSR     A
        BCS     @one
        JSR     ONE             ; slot 2 tells the bit
        JMP     @slot3
@one:   JSR     ZRO
@slot3: JSR     ZRO             ; slot 3 is low
        DEY
        BNE     @bit
        LDX     SAVX
        LDY     SAVX + 1
        RTS

; ------------------------------------------------------------------------------
; ONE: nine cycles of the high tone.
; ZRO: six cycles of the low tone.                                     A Y kept
;
; X counts half waves down to zero; its lowest bit is the level of PB7, so every
; burst begins with 1 and ends with 0.
;
; A half wave takes 31 cycles of instructions and n turns of the 7-cycle wait: 136
; for n = 15 and 206 for n = 25, that is 3,676 and 2,427 Hz. The timer decides n;
; 119..125 and 189..195 give the same tone, and the middle leaves room on both
; sides for the timer to be a cycle or two early or late.

HIGH_TONE = 122
LOW_TONE  = 192

        at      $199E
ONE:    LDX     #2 * 9 - 1
        PHA
        LDA     #HIGH_TONE
        BNE     Tone            ; always

        at      $19C4
ZRO:    LDX     #2 * 6 - 1
        PHA
        LDA     #LOW_TONE
Tone:   STA     SAVX + 2
@half:  BIT     CLKRDI          ; 4  is the last half wave over?
        BPL     @half           ; 2  (a turn of the wait: 4 + 3)
        LDA     SAVX + 2        ; 4
        STA     CLK1T           ; 4
        TXA                     ; 2
        LSR     A               ; 2  lowest bit of the count ...
        LDA     #2 * TAPE_OUT   ; 2
        ROR     A               ; 2  ... becomes PB7
        STA     SBD             ; 4
        DEX                     ; 2
        BPL     @half           ; 3
        PLA
        RTS

; ------------------------------------------------------------------------------
; INCVEB: move the instruction at VEB to the next address.      registers kept

        at      $19EA
INCVEB: INC     VEB + 1
        BNE     @done
        INC     VEB + 2
@done:  RTS

; ------------------------------------------------------------------------------
; RDBYT: read two hex digits, A = the byte.                   X kept, Y destroyed

        at      $19F3
RDBYT:  JSR     RDCHT
        JSR     PACKT
        JSR     RDCHT
        JMP     PACKT

; ------------------------------------------------------------------------------
; PACKT: shift hex digit A into SAVX from the right: A = SAVX, Y = 0 and Z = 1. Any
; other character stays in A and does nothing: Z = 0.         X kept, Y destroyed

        at      $1A00
PACKT:  TAY
        JSR     HexValue
        BCC     @not
        ASL     A
        ASL     A
        ASL     A
        ASL     A
        LDY     #4
@shift: ASL     A
        ROL     SAVX
        DEY
        BNE     @shift
        LDA     SAVX
        LDY     #0
        RTS
@not:   TYA
        LDY     #$FF
        RTS

; ------------------------------------------------------------------------------
; RDCHT: read a character, A = its seven bits.                X kept, Y destroyed

        at      $1A24
RDCHT:  STX     SAVX + 2
        LDX     #8
@bit:   JSR     RDBIT
        ASL     A
        ROR     SAVX + 1
        DEX
        BNE     @bit
        LDA     SAVX + 1
        AND     #$7F
        LDX     SAVX + 2
        RTS

; ------------------------------------------------------------------------------
; RDBIT: read a bit into bit 7 of A, the others are 0.        X kept, Y destroyed
;
; PB7 is 0 during the high tone and 1 during the low one:
;
;            .-- the timer runs since here
;            v
;         1 -.                 .-----------------.
;            |    high tone    |    low tone     |   the next bit
;         0  `-----------------'                 `----------
;                              ^ A = 255 - high  ^ A - (255 - low) = low - high
;
; The answer is 1 if the low tone was longer. The time that the caller spends
; between two bits is not lost, since the timer was started before the return.

        at      $1A41
RDBIT:  BIT     SBD
        BPL     RDBIT
        LDA     CLK64R
        JSR     TimeTone
@low:   BIT     SBD
        BMI     @low
        SEC
        SBC     CLK64R
        EOR     #$FF            ; bit 7 = 1 if low - high was not negative
        AND     #$80

; Start timing a tone, and look away while the comparator may chatter.  A X kept

TimeTone:
        LDY     #$FF
        STY     CLK64T
        LDY     #15             ; 75 cycles; the fastest tapes have slots of 413
@chatter:
        DEY
        BNE     @chatter
        RTS

; ------------------------------------------------------------------------------
; PLLCAL: 3,003 Hz on the tape output for ever, half way between the tones: trim
; the tape receiver until its output is about to change sides.
;
; A half wave takes 166 cycles and 167 by turns: a branch costs one more when taken.

        at      $1A6B
PLLCAL: LDA     #TAPE_OUT
        STA     SBD
        LDA     #TAPE_OUT_DIRECTIONS
        STA     SBDD
@half:  LDA     SBD             ; 4
        EOR     #$80            ; 2
        STA     SBD             ; 4
        BMI     @odd            ; 2 or 3
@odd:   LDX     #30             ; 2
@wait:  DEX                     ; 30 * 5 - 1
        BNE     @wait
        BEQ     @half           ; 3  always

; ------------------------------------------------------------------------------
; The end of DUMPT: everything after the data.

DumpEnd:
        LDA     #'/'
        JSR     OUTCHT
        LDA     CHKL
        JSR     OUTBT
        LDA     CHKH
        JSR     OUTBT
        LDX     #2
@eot:   LDA     #EOT
        JSR     OUTCHT
        DEX
        BNE     @eot
        JMP     Good

        at      $1BFA
        .word   PLLCAL, PLLCAL, PLLCAL  ; where this ROM would have the vectors

; ==============================================================================
; STOPPING AND STARTING
; ==============================================================================

; ------------------------------------------------------------------------------
; SAVE: where an NMI (ST key, single step) or a BRK comes, once the user has put
; 1C00 into 17FA/B and 17FE/F. Keep all registers and show where it happened.
; SAVE1: the same for a JSR; A and P are lost.
;
;   the stack:  SAVE takes P, PC low, PC high;  SAVE1 takes PC low, PC high

        at      $1C00
SAVE:   STA     ACC
        PLA
        STA     PREG
        falls_into $1C05
SAVE1:  PLA
        STA     PCL
        STA     POINTL
        PLA
        STA     PCH
        STA     POINTH
        STY     YREG
        STX     XREG
        TSX                     ; the user's stack as it was before
        STX     SPUSER
        JSR     INITS
        JMP     START

        at      $1C1C
ToNMI:  JMP     (NMIV)

        at      $1C1F
ToIRQ:  JMP     (IRQV)

; ------------------------------------------------------------------------------
; RST: the RS key.

        at      $1C22
RST:    LDX     #$FF
        TXS
        STX     SPUSER
        JSR     INITS

; ------------------------------------------------------------------------------
; DETCPS: with the strap at TTY wait for a first character and take the speed of
; the line from it. Its lowest bit must be 1, for then the start bit stands alone:
;
;      mark ---.           .-----
;              |   start   | bit 0 ...                RUBOUT is the customary key
;              `-----------'
;               14 cycles a count
;
; Bits are sent and received by DELAY, whose loop takes 14 cycles a count too.
; The count starts below zero for what a bit time has besides that loop.

        falls_into $1C2A
DETCPS: LDX     #$FF            ; the count is -4
        LDY     #$FC
        NOP                     ; to look at the line in the same cycles as the
                                ; original: the same character, the same count
        LDA     #STRAP
@idle:  BIT     SAD
        BNE     START           ; no Teletype
        BMI     @idle
        STX     CNTH30
@count: INY                     ; 2
        BNE     @same           ; 3  (2 and INC 6)
        INC     CNTH30
@same:  LDA     SAD             ; 4
        ASL     A               ; 2  mark?
        BCC     @count          ; 3
        STY     CNTL30
        LDX     #8
        JSR     GetBits         ; let the rest of the character pass
        falls_into $1C4F

; ------------------------------------------------------------------------------
; START: the monitor afresh: Teletype or keypad?

START:  JSR     INIT1
        LDA     #STRAP
        BIT     SAD
        BNE     TTYKB
        JSR     CRLF
        LDX     #KIM
        JSR     PRTST
        JMP     ShowAddress

; ==============================================================================
; TELETYPE MONITOR
; ==============================================================================

; ------------------------------------------------------------------------------
; CLEAR: forget what was typed.
; READ:  take a character: a hex digit joins the input, a command is obeyed,
;        anything else is ignored.

        at      $1C64
CLEAR:  LDA     #0
        STA     INL
        STA     INH
        falls_into $1C6A
READ:   JSR     GETCH
        JSR     PACK
        BEQ     READ            ; a hex digit
        JMP     Command

; ==============================================================================
; KEYPAD MONITOR
; ==============================================================================

; ------------------------------------------------------------------------------
; TTYKB: show the open cell and wait for a key.
;
; A key must be seen in two scans, 4 ms apart, and is then obeyed once: before the
; next one all keys must be released.

        at      $1C77
TTYKB:  JSR     SCAND
        BNE     START           ; not released yet
@idle:  LDA     #STRAP
        BIT     SAD
        BEQ     START           ; somebody has closed the strap
        JSR     SCAND
        BEQ     @idle
        JSR     SCAND
        BEQ     @idle
        JSR     GETKEY
        CMP     #KEY_PC
        BEQ     Pc
        BCS     START           ; released just now
        CMP     #KEY_AD
        BCC     @digit
        CMP     #KEY_PLUS
        BEQ     Plus
        BCS     Go
        EOR     #KEY_AD + 1     ; AD gives 1: address, DA gives 0: data
        STA     MODE
        BPL     TTYKB           ; always

@digit: LDY     MODE
        BNE     @address
        STA     TEMP            ; into the open cell, which is read and written
        LDA     (POINTL),Y      ; once: it may be a port
        ASL     A
        ASL     A
        ASL     A
        ASL     A
        ORA     TEMP
        STA     (POINTL),Y
        JMP     TTYKB

@address:
        LDX     #4
@shift: ASL     POINTL
        ROL     POINTH
        DEX
        BNE     @shift
        ORA     POINTL
        STA     POINTL
        JMP     TTYKB

; Print the checksum of a paper tape record.

PrintSum:
        LDA     CHKHI
        JSR     PRTBYT
        LDA     CHKSUM
        JMP     PRTBYT

        at      $1CD3
Plus:   JSR     INCPT
        JMP     START

Go:     JMP     GOEXEC

Pc:     LDA     PCL
        STA     POINTL
        LDA     PCH
        STA     POINTH
        JMP     TTYKB

; ==============================================================================
; PAPER TAPE
; ==============================================================================
;
;   ; 18 0200 dd dd dd ... dd cccc      count, address, so many bytes, checksum
;   ; 18 0218 dd dd dd ... dd cccc      (hex characters, without the spaces)
;   ; 00 0002 cccc                      no bytes: the end, and how many records
;
; The checksum is the sum of all bytes between the semicolon and itself.

; ------------------------------------------------------------------------------
; LOAD: read paper tape. Whatever stands between the records is skipped. The echo
; of a tape that runs on would garble the answer, so the input is cut off first.

        at      $1CE7
LOAD:   JSR     GETCH
        CMP     #';'
        BNE     LOAD
        LDA     #0
        STA     CHKSUM
        STA     CHKHI
        JSR     GETBYT
        TAX                     ; X: bytes to come
        JSR     CHK
        JSR     GETBYT
        JSR     CHK
        JSR     GETBYT
        JSR     CHK
        JSR     OPEN            ; all four digits are now in INH and INL
        TXA
        BEQ     @sum
@data:  JSR     GETBYT
        LDY     #0
        STA     (POINTL),Y
        JSR     CHK
        JSR     INCPT
        DEX
        BNE     @data
        INX                     ; X = 1: there was data, so another record follows
@sum:   JSR     GETBYT
        JSR     GETBYT          ; again all four, and A = INL
        CMP     CHKSUM
        BNE     @bad
        LDA     INH
        CMP     CHKHI
        BNE     @bad
        TXA
        BNE     LOAD
        LDX     #STOP_KIM
        BNE     @end            ; always
@bad:   LDX     #STOP_ERR
@end:   LDA     #TAPE_OUT       ; PB5 = 1, PB0 = 1
        STA     SBD
        JSR     PRTST
        JMP     START           ; INIT1 lets the input in again

; ------------------------------------------------------------------------------
; DUMP: punch from the open cell up to, not including, EAL/EAH. Records are always
; full, so the last one may go beyond. INL/INH count the records.

BYTES_A_RECORD = 24

        at      $1D42
DUMP:   LDA     #0
        STA     INL
        STA     INH
@record:
        JSR     CRLF
        LDA     #';'
        JSR     OUTCH
        LDA     #0
        STA     CHKSUM
        STA     CHKHI
        LDA     POINTL
        CMP     EAL
        LDA     POINTH
        SBC     EAH
        BCS     @last
        LDA     #BYTES_A_RECORD
        TAX
        JSR     PRTBYT
        JSR     CHK
        JSR     PRTPNT
@byte:  LDY     #0
        LDA     (POINTL),Y
        JSR     PRTBYT
        JSR     CHK
        JSR     INCPT
        DEX
        BNE     @byte
        JSR     PrintSum
        INC     INL
        BNE     @record
        INC     INH
        BNE     @record         ; always: memory has fewer than 65,536 records
@last:  LDA     #0
        JSR     PRTBYT
        JSR     OPEN            ; the number of records
        JSR     PRTPNT
        JSR     PrintSum
        JMP     CLEAR

; ==============================================================================
; COMMANDS OF THE TELETYPE MONITOR
; ==============================================================================

; ------------------------------------------------------------------------------
; Return C = 1 and the value in the low half of A if A is a hex character, C = 0
; if it is not.                                               X Y kept

HexValue:
        EOR     #'0'            ; digits become 0..9, letters 71..76 ...
        CMP     #10
        BCC     @digit
        ADC     #$FA - $71 - 1  ; ... and FA..FF, the carry being 1
        CMP     #$FA
        RTS
@digit: SEC
        RTS

; ------------------------------------------------------------------------------
; A space opens the cell whose address was typed, CR the next one. All commands on
; cells end by showing the open one: address, space, contents, space.

        at      $1DA9
OpenCell:
        JSR     OPEN
        falls_into $1DAC
ShowCell:
        JSR     CRLF
        falls_into $1DAF
ShowAddress:
        JSR     PRTPNT
        JSR     OUTSP
        LDY     #0
        LDA     (POINTL),Y
        JSR     PRTBYT
        JSR     OUTSP
        JMP     CLEAR

        at      $1DC2
NextCell:
        JSR     INCPT
        JMP     ShowCell

; ------------------------------------------------------------------------------
; GOEXEC: run the user's program from the open cell with the saved registers.

        at      $1DC8
GOEXEC: LDX     SPUSER
        TXS
        LDA     POINTH
        PHA
        LDA     POINTL
        PHA
        LDA     PREG
        PHA
        LDX     XREG
        LDY     YREG
        LDA     ACC
        RTI

; ------------------------------------------------------------------------------
; Obey command A: look it up and go there by an RTS, which wants the address - 1.

        at      $1DDB
Command:
        LDX     #COMMANDS - 1
        BNE     Find            ; always

; Three columns: the character, and its routine's address - 1, high and low.

CommandKey:
        .byte   ' '
        falls_into $1DE0
        .byte                     RUBOUT,           CR,               LF
        .byte   'G',              'L',              'Q',              '.'
        .byte   NO_TELETYPE
COMMANDS = * - CommandKey
CommandHigh:
        .byte   >(OpenCell - 1),  >(START - 1),     >(NextCell - 1),  >(PreviousCell - 1)
        .byte   >(GOEXEC - 1),    >(LOAD - 1),      >(DUMP - 1),      >(StoreByte - 1)
        .byte   >(TTYKB - 1)
CommandLow:
        .byte   <(OpenCell - 1),  <(START - 1),     <(NextCell - 1),  <(PreviousCell - 1)
        .byte   <(GOEXEC - 1),    <(LOAD - 1),      <(DUMP - 1),      <(StoreByte - 1)
        .byte   <(TTYKB - 1)

Find:   CMP     CommandKey,X
        BEQ     @found
        DEX
        BPL     Find
        JMP     READ
@found: LDA     CommandHigh,X
        PHA
        LDA     CommandLow,X
        PHA
        RTS

; LF opens the previous cell.

PreviousCell:
        LDA     POINTL
        BNE     @low
        DEC     POINTH
@low:   DEC     POINTL
        JMP     ShowCell

; ------------------------------------------------------------------------------
; PRTPNT: print the open cell's address as four hex digits and add its two bytes
; to the paper tape checksum.                                 X kept

        at      $1E1E
PRTPNT: LDA     POINTH
        JSR     PRTBYT
        JSR     CHK
        LDA     POINTL
        JSR     PRTBYT
        JSR     CHK
        RTS

; ------------------------------------------------------------------------------
; CRLF:  print CR, LF and six NULs, the time a Teletype's carriage takes to return.
; PRTST: print the text that starts at TOP + X and runs down to TOP.
;                                                             destroys A X Y

        at      $1E2F
CRLF:   LDX     #NEW_LINE
        falls_into $1E31
PRTST:  LDA     TOP,X
        JSR     OUTCH
        DEX
        BPL     PRTST
        RTS

; ------------------------------------------------------------------------------
; PRTBYT: print A as two hex digits.                          A X kept, Y = FF

        at      $1E3B
PRTBYT: STA     TEMP
        LSR     A
        LSR     A
        LSR     A
        LSR     A
        JSR     HEXTA
        LDA     TEMP
        JSR     HEXTA
        LDA     TEMP
        RTS

; ------------------------------------------------------------------------------
; HEXTA: print the low digit of A as a hex character.         X kept, A = Y = FF

        at      $1E4C
HEXTA:  JSR     HexDigit
        JMP     OUTCH

; ------------------------------------------------------------------------------
; GETCH: wait for a character. A = its seven bits, CHAR = all eight.
;                                                             X kept, Y destroyed
; With the strap at keypad nobody will type: A = 01, X = 8 at once.
;
; Each bit is read in its middle: half a bit and then whole bits after the edge
; that begins the start bit. GetBits takes X bits from there. Characters may come
; without a gap up to 4,800 baud; at 9,600 LOAD needs a second stop bit.

        at      $1E5A
GETCH:  STX     TMPX
        LDX     #8
        LDA     #STRAP
@idle:  BIT     SAD
        BNE     NoOne
        BMI     @idle
        JSR     DEHALF
GetBits:
        JSR     DELAY           ; 42 + 14 n
        LDA     SAD             ; 4
        ASL     A               ; 2
        ROR     CHAR            ; 5
        DEX                     ; 2
        BNE     GetBits         ; 3
@stop:  BIT     SAD             ; the stop bit, or else the tail of bit 7 = 0 would
        BPL     @stop           ; be taken for the next start
        LDX     TMPX
        LDA     CHAR
        CLV                     ; V = C = 0 as the original leaves them
        ASL     A               ; the parity bit goes
        LSR     A
NoOne:  RTS

; ------------------------------------------------------------------------------
; INITS: address mode, then INIT1.                                     33 cycles
; INIT1: all ports as the monitor wants them, binary arithmetic, no interrupts.
;                                                 28 cycles, A Y kept, X = 07

        at      $1E88
INITS:  LDX     #1
        STX     MODE
        falls_into $1E8C
INIT1:  LDX     #$00
        STX     SADD
        LDX     #$3F
        STX     SBDD
        LDX     #SELECT_STRAP   ; and PB0 = 1: the line to the Teletype at rest
        STX     SBD
        CLD
        SEI
        RTS

; ------------------------------------------------------------------------------
; OUTSP: print a space.
; OUTCH: print A.                                      X kept, A = Y = FF, C = 0
;
; Ten bits of 14 n + 64 cycles after one bit of rest: the start bit 0, eight data
; bits from the lowest, the stop bit 1. DELAY comes back with the carry set, and
; that carry shifts in behind the data bits to be the stop bit.

        at      $1E9E
OUTSP:  LDA     #' '
        falls_into $1EA0
OUTCH:  STA     CHAR
        STX     TMPX
        JSR     DELAY
        LDX     #10
        CLC                     ; the start bit
@bit:   LDA     SBD             ; 4
        AND     #$FF - TTY_OUT  ; 2
        ADC     #0              ; 2  the carry becomes PB0
        STA     SBD             ; 4
        JSR     DELAY           ; 42 + 14 n
        ROR     CHAR            ; 5
        DEX                     ; 2
        BNE     @bit            ; 3
        INC     CHAR            ; FF, ten ones behind the bits, becomes 00: C = 0 and CHAR = 0
        LDX     TMPX            ; as the original leaves them: Apple 1 BASIC needs the 0
        CLC
        RTS

; Return the hex digit, as a character, that is the low half of A.   X Y kept

HexDigit:
        AND     #$0F
        SED                     ; in decimal 30 + 9 = 39, and 30 + 0A + the carry of the
        CMP     #10             ; comparison = 41: an A
        ADC     #'0'
        CLD
        RTS

; The command '.' stores the byte typed and opens the next cell.

StoreByte:
        LDY     #0
        LDA     INL
        STA     (POINTL),Y
        JMP     NextCell

; ------------------------------------------------------------------------------
; DELAY:  wait one bit.
; DEHALF: wait half a bit.                                    X kept, A = Y = FF
;
; n = CNTH30 * 256 + CNTL30. DELAY takes 36 + 14 n cycles, and 5 for each 256 in n.
; Returns with the carry set.

        at      $1ED4
DELAY:  LDA     CNTH30
        STA     TIMH
        LDY     CNTL30
Count:  DEY                     ; 2
        CPY     #$FF            ; 2  a borrow?
        BNE     @same           ; 3  (2 and DEC 6)
        DEC     TIMH
@same:  LDA     TIMH            ; 4
        BPL     Count           ; 3
        RTS

        at      $1EEB
DEHALF: LDA     CNTH30
        LSR     A
        STA     TIMH
        LDA     CNTL30
        ROR     A
        TAY
        JMP     Count

; ==============================================================================
; KEYPAD AND DISPLAY
; ==============================================================================

; ------------------------------------------------------------------------------
; AK: is any key down? A = 0 and Z = 1 if not; otherwise bits 6..0 of A are the
; columns, whatever the row, in which one is. Port A must be input.
;                                                 72 cycles, X = Y = 07
; Rows does the same for Y rows from the one that X selects. X is then the next.

        at      $1EFE
AK:     LDY     #3
        LDX     #SELECT_ROW0
Rows:   LDA     #$FF
@row:   STX     SBD
        INX
        INX
        AND     SAD             ; keys pull down
        DEY
        BNE     @row
        LDY     #SELECT_STRAP
        STY     SBD
        ORA     #$80            ; PA7 is the Teletype
        EOR     #$FF
        RTS

; ------------------------------------------------------------------------------
; SCAND:  show the open cell and its contents once.                 4,241 cycles
; SCANDS: show POINTH, POINTL and INH once.                         4,231 cycles
; KEYIN:  make port A input again and look for keys.                   81 cycles
;                                                 result and registers as from AK

        at      $1F19
SCAND:  LDY     #0
        LDA     (POINTL),Y
        STA     INH
        falls_into $1F1F
SCANDS: LDA     #SEGMENTS
        STA     SADD
        LDX     #SELECT_DIGIT1
        LDY     #3
@byte:  LDA     INH - 1,Y       ; POINTH, POINTL, INH
        LSR     A
        LSR     A
        LSR     A
        LSR     A
        JSR     CONVD
        LDA     INH - 1,Y
        AND     #$0F
        JSR     CONVD
        DEY
        BNE     @byte
        falls_into $1F3D
        STX     SBD             ; the last digit off
        falls_into $1F40
KEYIN:  LDA     #$00
        STA     SADD
        JMP     AK

; ------------------------------------------------------------------------------
; CONVD: show hex digit A for 0.6 ms in the place that X selects, and let X select
; the next. Port A must be output.                672 cycles, Y kept, X + 2
; With Y saved in TEMP, segments of one's own in A may be shown from 1F4E.

        at      $1F48
CONVD:  STY     TEMP
        TAY
        LDA     TABLE,Y
        falls_into $1F4E
        LDY     #0              ; dark, or the last digit's segments
        STY     SAD             ; would shine for a moment in the next place
        STX     SBD
        STA     SAD
        LDY     #127
@light: DEY
        BNE     @light
        INX
        INX
        LDY     TEMP
        RTS

; ------------------------------------------------------------------------------
; INCPT: open the next cell.                        14 cycles, registers kept

        at      $1F63
INCPT:  INC     POINTL
        BNE     @done
        INC     POINTH
@done:  RTS

; ------------------------------------------------------------------------------
; GETKEY: A = the key held, 15 if none. Of two keys the lower row, then the lower
; code wins. Port A must be input.        156 cycles without a key, destroys X Y
;
; The code is 7 * row + column, columns counted from PA6 down. X leaves Rows as 3,
; 5 or 7 in row 0, 1 or 2.

        at      $1F6A
GETKEY: LDX     #SELECT_ROW0
@row:   LDY     #1
        JSR     Rows
        BNE     @key
        CPX     #SELECT_STRAP
        BNE     @row
        LDA     #KEY_NONE
        RTS
@key:   JMP     Linger
KeyNumber:
        LDY     #0
@column:
        ASL     A
        BMI     @found
        INY
        BPL     @column         ; always
@found: TYA                     ; the carry is still clear
        DEX
        BNE     @test           ; always
@add:   ADC     #7
@test:  DEX
        DEX
        BNE     @add
        RTS

; ------------------------------------------------------------------------------
; CHK: add A to the paper tape checksum.                      X Y kept

        at      $1F91
CHK:    CLC
        ADC     CHKSUM
        STA     CHKSUM
        LDA     #0
        ADC     CHKHI
        STA     CHKHI
        RTS

; ------------------------------------------------------------------------------
; GETBYT: read two hex digits from the Teletype, A = the byte.   X kept

        at      $1F9D
GETBYT: JSR     GETCH
        JSR     PACK
        JSR     GETCH
        JSR     PACK
        LDA     INL
        RTS

; ------------------------------------------------------------------------------
; PACK: shift hex digit A into INL/INH from the right; A = 0 and Z = 1. Any other
; character stays in A and does nothing.                      X kept, Y destroyed

        at      $1FAC
PACK:   TAY
        JSR     HexValue
        BCC     @not
        ASL     A
        ASL     A
        ASL     A
        ASL     A
        LDY     #4
@shift: ASL     A
        ROL     INL
        ROL     INH
        DEY
        BNE     @shift
        RTS                     ; A has been shifted out: 0
@not:   TYA
        RTS

; GETKEY with a key down takes as long as in the original by these 13 cycles: games
; count on while a key is held, and use the count as a random number.

Linger: PHA
        PLA
        JMP     KeyNumber

; ------------------------------------------------------------------------------
; OPEN: open the cell whose address was typed.                18 cycles, X Y kept

        at      $1FCC
OPEN:   LDA     INL
        STA     POINTL
        LDA     INH
        STA     POINTH
        RTS

; ==============================================================================
; TABLES
; ==============================================================================

; Texts, to be read from the end: every message is the tail of a longer one and
; ends with a new line.

        at      $1FD5
TOP:    .byte   NUL, NUL, NUL, NUL, NUL, NUL, LF, CR
NEW_LINE = * - TOP - 1
        .byte   "MIK"
KIM      = * - TOP - 1
        .byte   ' ', DC3
STOP_KIM = * - TOP - 1
        .byte   "RRE ", DC3
STOP_ERR = * - TOP - 1

;        -a-         Segments of the hex digits. Bit 7 is not wired.
;      f     b
;        -g-         bit  7 6 5 4 3 2 1 0
;      e     c            - g f e d c b a
;        -d-

        at      $1FE7
TABLE:  .byte   $80 | $3F       ; 0
        .byte   $80 | $06       ; 1
        .byte   $80 | $5B       ; 2
        .byte   $80 | $4F       ; 3
        .byte   $80 | $66       ; 4
        .byte   $80 | $6D       ; 5
        .byte   $80 | $7D       ; 6
        .byte   $80 | $07       ; 7
        .byte   $80 | $7F       ; 8
        .byte   $80 | $6F       ; 9
        .byte   $80 | $77       ; A
        .byte   $80 | $7C       ; b
        .byte   $80 | $39       ; C
        .byte   $80 | $5E       ; d
        .byte   $80 | $79       ; E
        .byte   $80 | $71       ; F

; What the 6502 itself asks for, seen by it at FFFA.

        at      $1FFA
        .word   ToNMI
        .word   RST
        .word   ToIRQ           ; and BRK
