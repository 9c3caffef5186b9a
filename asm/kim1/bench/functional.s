; ==============================================================================
; FUNCTIONAL: every documented instruction of the 6502, checked by computation
; ==============================================================================
;
; Runs on a KIM-1 with 8 K of RAM from 2000 up. Start at 2000; it ends in an endless
; jump at SUCCESS (2003), or at FAILED (2006) with the number of the section in TEST.
;
; What an instruction should do is worked out by other means: sums by a chain of carries
; made of EOR, AND and ASL; AND, ORA and EOR from a table of nibbles and by sums; shifts,
; increments and the flags N and Z from tables that the assembler has computed; decimal
; sums in binary. Before an instruction, the flags that it should change are set the
; wrong way round. All its addressing modes get their turn; indexed addresses wrap in the
; zero page, and cross pages outside of it.
;
;    section 1  branches, by all 256 values of the status register, near and far
;            2  PHP PLP PHA PLA, the flag instructions, TXS TSX
;            3  BRK and RTI, JSR and RTS
;            4  loads, stores, transfers, INX INY DEX DEY
;            5  shifts and rotations, INC DEC
;            6  ADC SBC CMP CPX CPY, by pairs of operands and both carries
;            7  AND ORA EOR BIT, by the same pairs
;            8  ADC SBC in decimal, by pairs of decimal numbers and both carries
;
; PASSES says how often all of it is done. STRIDE is the step from one operand to the
; next in sections 6 to 8: 1 takes all of them.

IRQV   := $17FE                 ; where the monitor's ROM sends a BRK

CARRY    = $01
ZERO     = $02
MASKED   = $04                  ; interrupts are off
DECIMAL  = $08
UNUSED   = $30                  ; bits 5 and 4: ones in what PHP and BRK push
OVERFLOW = $40
NEGATIVE = $80
NEITHER  = NEGATIVE|ZERO        ; the flags of nearly every result

INDEX    = $F3                  ; crosses pages, wraps in the zero page
SMALL    = $10                  ; does not
CELL    := $3F80                ; an operand outside the zero page

        .org    $0010
PASSES: .byte   1
STRIDE: .byte   1
TEST:   .byte   0
DONE:   .byte   0               ; sections of this pass that are done
A_IN:   .byte   0               ; before the instruction: A (or X, or Y) and P
P_IN:   .byte   0
A_OUT:  .byte   0               ; behind it: the result and P
P_OUT:  .byte   0
A_EXP:  .byte   0               ; what they should be
P_EXP:  .byte   0
KEEP:   .byte   0               ; flags that an instruction has to leave alone
VALUE:  .byte   0               ; the operands
OTHER:  .byte   0
CIN:    .byte   0               ; carry in
SUM:    .byte   0
COUT:   .byte   0               ; carry out
FLAGS:  .byte   0               ; of a sum
BOTH:   .byte   0               ; the AND of the operands
MODE:   .byte   0               ; twice the number of an addressing mode
MODE3:  .byte   0               ; the same, where there are three
VECTOR: .word   0
SCRATCH:.byte   0
CHAIN:  .byte   0
OPERAND:.byte   0               ; an operand in the zero page
POINTER:.word   CELL            ; for (zp,X)
NEARBY: .word   CELL-INDEX      ; for (zp),Y

        .org    $2000
        jmp     START
SUCCESS:
        jmp     SUCCESS
FAILED: jmp     FAILED

; -- macros --------------------------------------------------------------------

        .macro  section number
        lda     #number
        sta     TEST
        .endmacro

        .macro  same left, right        ; two bytes must be equal
        .local  good
        lda     left
        cmp     right
        beq     good
        jmp     FAILED
good:
        .endmacro

        .macro  set value, place
        lda     value
        sta     place
        .endmacro

        .macro  operand value           ; in the zero page and outside
        lda     value
        sta     OPERAND
        sta     CELL
        .endmacro

        .macro  before                  ; A and P as an instruction should find them
        lda     P_IN
        pha
        lda     A_IN
        plp
        .endmacro

        .macro  behind_in place         ; note what is at a place now, and P
        php
        lda     place
        sta     A_OUT
        pla
        sta     P_OUT
        rts
        .endmacro

        .macro  behind                  ; note A and P
        php
        sta     A_OUT
        pla
        sta     P_OUT
        rts
        .endmacro

        .macro  behind_x                ; note X and P
        php
        stx     A_OUT
        pla
        sta     P_OUT
        rts
        .endmacro

        .macro  behind_y                ; note Y and P
        php
        sty     A_OUT
        pla
        sta     P_OUT
        rts
        .endmacro

        .macro  perform table           ; the routine of a table that X says
        lda     table,x
        sta     VECTOR
        lda     table+1,x
        sta     VECTOR+1
        jsr     THROUGH
        .endmacro

        .macro  check                   ; result and status must be right, and are used up
        same    A_OUT, A_EXP
        same    P_OUT, P_EXP
        lda     #0
        sta     P_OUT
        .endmacro

        .macro  each table, modes       ; perform and check all routines of a table
        .local  next
        set     #0, MODE
next:   ldx     MODE
        perform table
        check
        inc     MODE
        inc     MODE
        lda     MODE
        cmp     #2*modes
        bne     next
        .endmacro

; The eight modes of LDA, ADC and their like.
        .macro  eight table, op
        .local  imm, code, zp, zpx, abs, absx, absy, indx, indy
imm:    lda     OPERAND
        sta     code+1
        before
code:   op      #0
        behind
zp:     before
        op      OPERAND
        behind
zpx:    ldx     #INDEX
        before
        op      z:<(OPERAND-INDEX),x
        behind
abs:    before
        op      CELL
        behind
absx:   ldx     #INDEX
        before
        op      CELL-INDEX,x
        behind
absy:   ldy     #SMALL
        before
        op      CELL-SMALL,y
        behind
indx:   ldx     #INDEX
        before
        op      (<(POINTER-INDEX),x)
        behind
indy:   ldy     #INDEX
        before
        op      (NEARBY),y
        behind
table:  .word   imm, zp, zpx, abs, absx, absy, indx, indy
        .endmacro

; The four modes that change memory: ASL and its like, INC, DEC.
        .macro  four table, op
        .local  zp, zpx, abs, absx
zp:     before
        op      OPERAND
        behind_in OPERAND
zpx:    ldx     #INDEX
        before
        op      z:<(OPERAND-INDEX),x
        behind_in OPERAND
abs:    before
        op      CELL
        behind_in CELL
absx:   ldx     #INDEX
        before
        op      CELL-INDEX,x
        behind_in CELL
table:  .word   zp, zpx, abs, absx
        .endmacro

        .macro  accumulator routine, op
routine:
        before
        op      a
        behind
        .endmacro

; -- the order of things -------------------------------------------------------

START:  cld
        ldx     #$FF
        txs
PASS:   lda     #0
        sta     DONE
        jsr     BRANCHES
        jmp     STATUS          ; it needs the whole stack
STATUS_DONE:
        jsr     CALLS
        jsr     MOVES
        jsr     SHIFTS
        jsr     PAIRS
        jsr     DECIMALS
        dec     PASSES
        beq     LAST
        jmp     PASS
LAST:   same    DONE, #7        ; nothing has been left out
        jmp     SUCCESS

THROUGH:
        ldx     #$5A            ; nothing that would be right by chance
        ldy     #$A6
        jmp     (VECTOR)

; Set P from P_IN; A, X and Y are kept.
PUT_P:  sta     SCRATCH
        lda     P_IN
        pha
        lda     SCRATCH
        plp
        rts

; A is the result to expect, COUT the carry: put down result and status, and a status
; before the instruction that has carry CIN and N and Z the wrong way round.
EXPECT: sta     A_EXP
        tax
        lda     NZ,x
        ora     COUT
        ora     KEEP
        ora     #UNUSED
        sta     P_EXP
        lda     NZ,x
        eor     #NEITHER
        ora     CIN
        ora     KEEP
        sta     P_IN
        rts

; Expect the result A, with a carry that stays as it is.
EXPECT_NZ:
        pha
        set     CIN, COUT
        pla
        jmp     EXPECT

; Expect the result A and no change of status.
EXPECT_KEPT:
        jsr     EXPECT_NZ
        lda     P_IN
        ora     #UNUSED
        sta     P_EXP
        rts

; Flags to keep and a carry, different ones for even and odd values.
VARY:   set     #MASKED, KEEP
        lda     VALUE
        and     #CARRY
        sta     CIN
        beq     @even
        set     #MASKED|DECIMAL|OVERFLOW, KEEP
@even:  rts

; -- 1: branches ---------------------------------------------------------------
;
; The flag of number `bit` decides; `when` is its value for which the branch is taken.

        .macro  branch op, bit, when
        .local  taken, done
        lda     VALUE
        pha
        plp
        op      taken
        lda     #0
        jmp     done
taken:  lda     #1
done:   sta     A_OUT
        lda     VALUE
        .repeat bit
        lsr     a
        .endrepeat
        and     #1
        eor     #1-when
        cmp     A_OUT
        beq     *+5
        jmp     FAILED
        .endmacro

        .proc   BRANCHES
        section 1
        set     #0, VALUE
next:   branch  bcc, 0, 0
        branch  bcs, 0, 1
        branch  bne, 1, 0
        branch  beq, 1, 1
        branch  bvc, 6, 0
        branch  bvs, 6, 1
        branch  bpl, 7, 0
        branch  bmi, 7, 1
        cld
        inc     VALUE
        beq     all
        jmp     next

all:    lda     #0              ; as far as a branch reaches, forward and back
        beq     ahead          ; 127
        jmp     FAILED
backward:
        jmp     there
        .res    121, $02        ; no instruction
ahead:  lda     #1
        bne     backward         ; -128
        jmp     FAILED
there:  inc     DONE
        rts
        .endproc

; -- 2: status and stack -------------------------------------------------------

        .macro  flag op, bits, on       ; an instruction for a single flag
        lda     VALUE
        pha
        plp
        op
        php
        pla
        sta     P_OUT
        lda     VALUE
        ora     #UNUSED|bits
        .if     .not on
        eor     #bits
        .endif
        cmp     P_OUT
        beq     *+5
        jmp     FAILED
        .endmacro

        .proc   STATUS
        section 2
        set     #0, VALUE
next:   lda     VALUE           ; all values through the status register
        pha
        plp
        php
        pla
        sta     P_OUT
        lda     VALUE
        ora     #UNUSED
        cmp     P_OUT
        beq     flags
        jmp     FAILED
flags:  flag    nop, 0, 1
        flag    clc, CARRY, 0
        flag    sec, CARRY, 1
        flag    cli, MASKED, 0
        flag    sei, MASKED, 1
        flag    cld, DECIMAL, 0
        flag    sed, DECIMAL, 1
        flag    clv, OVERFLOW, 0

        jsr     VARY            ; PLA sets N and Z, PHA nothing
        lda     VALUE
        jsr     EXPECT_NZ
        set     VALUE, A_IN
        before
        pha
        php
        pla
        ora     #UNUSED
        sta     SCRATCH
        lda     P_IN
        ora     #UNUSED
        cmp     SCRATCH
        beq     pull
        jmp     FAILED
pull:   lda     P_IN
        pha
        plp
        pla
        php
        sta     A_OUT
        pla
        sta     P_OUT
        check

        ldx     VALUE           ; TXS sets no flags
        lda     P_IN
        pha
        plp
        txs
        php
        ldx     #$5A
        tsx                     ; TSX does
        php
        stx     A_OUT
        pla
        sta     P_OUT
        pla
        sta     SCRATCH
        ldx     #$FF
        txs
        lda     P_IN
        ora     #UNUSED
        cmp     SCRATCH
        beq     moved
        jmp     FAILED
moved:  ldx     VALUE
        lda     LESS,x
        cmp     A_OUT
        beq     stack_flags
        jmp     FAILED
stack_flags:
        tax
        lda     P_IN
        and     #<~NEITHER
        ora     NZ,x
        ora     #UNUSED
        cmp     P_OUT
        beq     good
        jmp     FAILED
good:   cld
        inc     VALUE
        beq     all
        jmp     next
all:    inc     DONE
        jmp     STATUS_DONE
        .endproc

; -- 3: BRK and RTI, JSR and RTS -----------------------------------------------

        .proc   CALLS
        section 3
        set     #<HANDLER, IRQV
        set     #>HANDLER, IRQV+1
        set     #0, VALUE
next:   lda     VALUE
        pha
        plp
        brk
        .byte   $02             ; BRK skips a byte
return: php
        pla
        sta     SCRATCH
        lda     VALUE
        ora     #UNUSED
        cmp     SCRATCH
        bne     bad
        cmp     P_OUT           ; what BRK has pushed
        bne     bad
        ora     #MASKED
        cmp     P_IN            ; what the handler found
        bne     bad
        same    VECTOR, #<return
        same    VECTOR+1, #>return
        cld
        inc     VALUE
        bne     next

        jsr     sub
after:  same    VECTOR, #<(after-1)
        same    VECTOR+1, #>(after-1)
        inc     DONE
        rts
bad:    jmp     FAILED

sub:    pla
        sta     VECTOR
        pla
        sta     VECTOR+1
        pha
        lda     VECTOR
        pha
        nop
        rts
        .endproc

HANDLER:
        php
        pla
        sta     P_IN
        pla
        sta     P_OUT
        pla
        sta     VECTOR
        pla
        sta     VECTOR+1
        pha
        lda     VECTOR
        pha
        lda     P_OUT
        pha
        rti

; -- 4: loads, stores, transfers -----------------------------------------------

        eight   LDAS, lda

        .macro  load table, op, other_load, other, note
        .local  imm, code, zp, zpi, abs, absi
imm:    lda     OPERAND
        sta     code+1
        before
code:   op      #0
        note
zp:     before
        op      OPERAND
        note
zpi:    other_load #INDEX
        before
        op      z:<(OPERAND-INDEX),other
        note
abs:    before
        op      CELL
        note
absi:   other_load #INDEX
        before
        op      CELL-INDEX,other
        note
table:  .word   imm, zp, zpi, abs, absi
        .endmacro

        load    LDXS, ldx, ldy, y, behind_x
        load    LDYS, ldy, ldx, x, behind_y

        .macro  store table, op, move, other_load, other
        .local  zp, zpi, abs
zp:     before
        move
        eor     #$FF
        jsr     PUT_P
        op      OPERAND
        behind_in OPERAND
zpi:    other_load #INDEX
        before
        move
        eor     #$FF
        jsr     PUT_P
        op      z:<(OPERAND-INDEX),other
        behind_in OPERAND
abs:    before
        move
        eor     #$FF
        jsr     PUT_P
        op      CELL
        behind_in CELL
table:  .word   zp, zpi, abs
        .endmacro

        store   STXS, stx, tax, ldy, y
        store   STYS, sty, tay, ldx, x

STA_ZP: before
        sta     OPERAND
        behind_in OPERAND
STA_ZPX:
        ldx     #INDEX
        before
        sta     z:<(OPERAND-INDEX),x
        behind_in OPERAND
STA_ABS:
        before
        sta     CELL
        behind_in CELL
STA_ABSX:
        ldx     #INDEX
        before
        sta     CELL-INDEX,x
        behind_in CELL
STA_ABSY:
        ldy     #SMALL
        before
        sta     CELL-SMALL,y
        behind_in CELL
STA_INDX:
        ldx     #INDEX
        before
        sta     (<(POINTER-INDEX),x)
        behind_in CELL
STA_INDY:
        ldy     #INDEX
        before
        sta     (NEARBY),y
        behind_in CELL
STAS:   .word   STA_ZP, STA_ZPX, STA_ABS, STA_ABSX, STA_ABSY, STA_INDX, STA_INDY

        .macro  transfer routine, move, op, note ; the register gets A_IN first
routine:
        before
        move
        eor     #$FF
        jsr     PUT_P
        op
        note
        .endmacro

TAX_A:  before
        tax
        behind_x
TAY_A:  before
        tay
        behind_y
        transfer TXA_X, tax, txa, behind
        transfer TYA_Y, tay, tya, behind
TRANSFERS:
        .word   TAX_A, TAY_A, TXA_X, TYA_Y

        transfer INX_X, tax, inx, behind_x
        transfer INY_Y, tay, iny, behind_y
INCREMENTS:
        .word   INX_X, INY_Y

        transfer DEX_X, tax, dex, behind_x
        transfer DEY_Y, tay, dey, behind_y
DECREMENTS:
        .word   DEX_X, DEY_Y

        .macro  into table, modes       ; stores: the place must hold something else before
        .local  next
        set     #0, MODE
next:   lda     VALUE
        eor     #$FF
        sta     OPERAND
        sta     CELL
        ldx     MODE
        perform table
        check
        inc     MODE
        inc     MODE
        lda     MODE
        cmp     #2*modes
        bne     next
        .endmacro

        .proc   MOVES
        section 4
        set     #0, VALUE
next:   jsr     VARY
        operand VALUE
        lda     VALUE
        eor     #$FF
        sta     A_IN
        lda     VALUE
        jsr     EXPECT_NZ
        each    LDAS, 8
        each    LDXS, 5
        each    LDYS, 5
        set     VALUE, A_IN
        each    TRANSFERS, 4
        lda     VALUE
        jsr     EXPECT_KEPT
        into    STAS, 7
        into    STXS, 3
        into    STYS, 3
        ldx     VALUE
        lda     MORE,x
        jsr     EXPECT_NZ
        each    INCREMENTS, 2
        ldx     VALUE
        lda     LESS,x
        jsr     EXPECT_NZ
        each    DECREMENTS, 2
        cld
        inc     VALUE
        beq     all
        jmp     next
all:    inc     DONE
        rts
        .endproc

; -- 5: shifts, rotations, INC, DEC --------------------------------------------

        four    ASLS, asl
        four    ROLS, rol
        four    LSRS, lsr
        four    RORS, ror
        four    INCS, inc
        four    DECS, dec
        accumulator ASL_A, asl
        accumulator ROL_A, rol
        accumulator LSR_A, lsr
        accumulator ROR_A, ror

        .macro  changed table           ; the operand must be restored each time
        .local  next
        set     #0, MODE
next:   operand VALUE
        ldx     MODE
        perform table
        check
        inc     MODE
        inc     MODE
        lda     MODE
        cmp     #8
        bne     next
        .endmacro

        .macro  accumulated routine
        set     VALUE, A_IN
        jsr     routine
        check
        .endmacro

        .proc   SHIFTS
        section 5
        set     #0, VALUE
value:  jsr     VARY
        set     #0, CIN
carry:  ldx     VALUE           ; to the left: bit 7 goes out
        set     {TOP,x}, COUT
        lda     DOUBLE,x
        jsr     EXPECT
        changed ASLS
        accumulated ASL_A
        ldx     VALUE
        lda     DOUBLE,x
        ora     CIN
        jsr     EXPECT
        changed ROLS
        accumulated ROL_A
        lda     VALUE           ; to the right: bit 0 goes out
        and     #CARRY
        sta     COUT
        ldx     VALUE
        lda     HALF,x
        jsr     EXPECT
        changed LSRS
        accumulated LSR_A
        ldx     VALUE
        lda     HALF,x
        ldy     CIN
        beq     low
        ora     #$80
low:    jsr     EXPECT
        changed RORS
        accumulated ROR_A
        ldx     VALUE
        lda     MORE,x
        jsr     EXPECT_NZ
        changed INCS
        ldx     VALUE
        lda     LESS,x
        jsr     EXPECT_NZ
        changed DECS
        cld
        lda     CIN
        bne     both
        inc     CIN
        jmp     carry
both:   inc     VALUE
        beq     all
        jmp     value
all:    inc     DONE
        rts
        .endproc

; -- 6 and 7: pairs of operands ------------------------------------------------

        eight   ADCS, adc
        eight   SBCS, sbc
        eight   CMPS, cmp
        eight   ANDS, and
        eight   ORAS, ora
        eight   EORS, eor

        .macro  compare table, op, move
        .local  imm, code, zp, abs
imm:    lda     OPERAND
        sta     code+1
        before
        move
        eor     #$FF
        jsr     PUT_P
code:   op      #0
        behind
zp:     before
        move
        eor     #$FF
        jsr     PUT_P
        op      OPERAND
        behind
abs:    before
        move
        eor     #$FF
        jsr     PUT_P
        op      CELL
        behind
table:  .word   imm, zp, abs
        .endmacro

        compare CPXS, cpx, tax
        compare CPYS, cpy, tay

BIT_ZP: before
        bit     OPERAND
        behind
BIT_ABS:
        before
        bit     CELL
        behind

        .macro  turn table              ; the mode whose turn it is
        ldx     MODE
        perform table
        check
        .endmacro

        .proc   PAIRS
        set     #0, VALUE
        sta     MODE
        sta     MODE3
value:  set     #0, OTHER
other:  set     #0, CIN
        section 7
        jsr     LOGIC
        section 6
        jsr     SUMS
        inc     CIN
        jsr     SUMS
        jsr     COMPARISONS
        inc     MODE            ; the next mode
        inc     MODE
        lda     MODE
        and     #$0F
        sta     MODE
        ldx     MODE3
        inx
        inx
        cpx     #6
        bne     three
        ldx     #0
three:  stx     MODE3
        clc
        lda     OTHER
        adc     STRIDE
        sta     OTHER
        bcs     row
        jmp     other
row:    inc     MODE            ; other modes for the same operand in the next row
        inc     MODE
        lda     MODE
        and     #$0F
        sta     MODE
        clc
        lda     VALUE
        adc     STRIDE
        sta     VALUE
        bcs     all
        jmp     value
all:    inc     DONE
        rts
        .endproc

; ADC, and SBC of the complement, which is the same.
SUMS:   jsr     ADD_UP
        set     VALUE, A_IN
        set     SUM, A_EXP
        lda     FLAGS
        ora     #UNUSED|MASKED
        sta     P_EXP
        lda     FLAGS
        eor     #NEITHER|OVERFLOW
        and     #NEITHER|OVERFLOW
        ora     CIN
        ora     #MASKED
        sta     P_IN
        operand OTHER
        turn    ADCS
        lda     OTHER
        eor     #$FF
        sta     OPERAND
        sta     CELL
        turn    SBCS
        rts

; Behind SUMS with a carry: a comparison is a subtraction without result and V.
COMPARISONS:
        set     VALUE, A_EXP
        lda     FLAGS
        eor     #OVERFLOW       ; V as it was set before
        ora     #UNUSED|MASKED
        sta     P_EXP
        turn    CMPS
        lda     VALUE           ; CPX, CPY: A is another
        eor     #$FF
        sta     A_EXP
        ldx     MODE3
        perform CPXS
        check
        ldx     MODE3
        perform CPYS
        check
        rts

; SUM, COUT and FLAGS of VALUE + OTHER + CIN.
ADD_UP: set     #0, COUT
        set     VALUE, SUM
        lda     OTHER
        jsr     @add
        lda     CIN
        jsr     @add
        lda     VALUE           ; V: the sum's sign differs from both
        eor     SUM
        sta     SCRATCH
        lda     OTHER
        eor     SUM
        and     SCRATCH
        and     #$80
        lsr     a
        ora     COUT
        ldx     SUM
        ora     NZ,x
        sta     FLAGS
        rts

@add:   sta     CHAIN
@carry: lda     SUM
        tax
        eor     CHAIN
        sta     SUM
        txa
        and     CHAIN
        asl     a
        sta     CHAIN
        bcc     @inside
        inc     COUT
@inside:
        lda     CHAIN
        bne     @carry
        rts

; AND, ORA, EOR, BIT. An OR is the sum less the AND, an exclusive OR is that less the AND.
LOGIC:  lda     VALUE           ; BOTH, nibble by nibble
        asl     a
        asl     a
        asl     a
        asl     a
        sta     SCRATCH
        lda     OTHER
        asl     a
        asl     a
        asl     a
        asl     a
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        clc
        adc     SCRATCH
        tax
        set     {NIBBLES,x}, BOTH
        lda     VALUE
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        asl     a
        asl     a
        asl     a
        asl     a
        sta     SCRATCH
        lda     OTHER
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        clc
        adc     SCRATCH
        tax
        lda     NIBBLES,x
        asl     a
        asl     a
        asl     a
        asl     a
        clc
        adc     BOTH
        sta     BOTH

        set     #MASKED|OVERFLOW, KEEP
        set     VALUE, A_IN
        operand OTHER
        lda     BOTH
        jsr     EXPECT_NZ
        turn    ANDS
        lda     VALUE
        clc
        adc     OTHER
        sec
        sbc     BOTH
        sta     SUM
        jsr     EXPECT_NZ
        turn    ORAS
        lda     SUM
        sec
        sbc     BOTH
        jsr     EXPECT_NZ
        turn    EORS

        set     VALUE, A_EXP    ; BIT: N and V are the operand's
        lda     OTHER
        and     #NEGATIVE|OVERFLOW
        ldx     BOTH
        bne     @some
        ora     #ZERO
@some:  ora     #MASKED
        tax
        ora     #UNUSED
        sta     P_EXP
        txa
        eor     #NEITHER|OVERFLOW
        sta     P_IN
        jsr     BIT_ZP
        check
        jsr     BIT_ABS
        check
        rts

; -- 8: decimal ----------------------------------------------------------------
;
; Digits and carry only: N, V and Z mean nothing after a decimal sum.

        .proc   DECIMALS
        section 8
        set     #0, VALUE
        sta     MODE
value:  set     #0, OTHER
other:  set     #0, CIN
carry:  lda     #DECIMAL|MASKED
        ora     CIN
        sta     P_IN
        ldx     VALUE
        set     {DIGITS,x}, A_IN
        ldx     OTHER
        operand {DIGITS,x}
        lda     CIN             ; VALUE + OTHER + CIN
        lsr     a
        lda     VALUE
        adc     OTHER
        jsr     EXPECT_DIGITS
        ldx     MODE
        perform ADCS
        cld
        jsr     CHECK_DIGITS
        lda     CIN             ; VALUE - OTHER - 1 + CIN, and 100 that come back as a carry
        lsr     a
        lda     VALUE
        adc     #99
        sec
        sbc     OTHER
        jsr     EXPECT_DIGITS
        ldx     MODE
        perform SBCS
        cld
        jsr     CHECK_DIGITS
        inc     MODE
        inc     MODE
        lda     MODE
        and     #$0F
        sta     MODE
        lda     CIN
        bne     both
        inc     CIN
        jmp     carry
both:   clc
        lda     OTHER
        adc     STRIDE
        sta     OTHER
        bcs     row
        cmp     #100
        bcs     row
        jmp     other
row:    inc     MODE
        inc     MODE
        lda     MODE
        and     #$0F
        sta     MODE
        clc
        lda     VALUE
        adc     STRIDE
        sta     VALUE
        bcs     all
        cmp     #100
        bcs     all
        jmp     value
all:    inc     DONE
        rts
        .endproc

; A is a number from 0 to 199: expect its two digits, and a carry for the hundred.
EXPECT_DIGITS:
        ldx     #0
        cmp     #100
        bcc     @small
        sbc     #100
        inx
@small: stx     COUT
        tax
        set     {DIGITS,x}, A_EXP
        rts

CHECK_DIGITS:
        same    A_OUT, A_EXP
        lda     P_OUT
        and     #CARRY|DECIMAL|MASKED|UNUSED
        sec
        sbc     #DECIMAL|MASKED|UNUSED
        cmp     COUT
        beq     @good
        jmp     FAILED
@good:  rts

; -- tables --------------------------------------------------------------------

NZ:     .byte   ZERO            ; the flags of a result
        .res    127, 0
        .res    128, NEGATIVE
MORE:   .repeat 256, i
        .byte   <(i+1)
        .endrepeat
LESS:   .repeat 256, i
        .byte   <(i-1)
        .endrepeat
DOUBLE: .repeat 256, i
        .byte   <(i*2)
        .endrepeat
HALF:   .repeat 256, i
        .byte   i/2
        .endrepeat
TOP:    .res    128, 0          ; bit 7
        .res    128, 1
DIGITS: .repeat 100, i          ; two decimal digits
        .byte   i/10*16+i.mod 10
        .endrepeat
NIBBLES:                        ; the AND of two nibbles
        .repeat 256, i
        .byte   i/16 & i & 15
        .endrepeat

        .assert * <= CELL-INDEX, error, "the operands' page begins here"
