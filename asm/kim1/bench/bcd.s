; ==============================================================================
; BCD: the four kinds of sums in decimal, with numbers of up to 255 digits
; ==============================================================================
;
; Nothing but the KIM-1 is needed. Start at 0200; when it is done the display shows the
; last six digits of the 610th Lucas number.
;
;    section 1  ADD       Fibonacci numbers up to F(610) and F(611), by sums alone
;            2  MULTIPLY  F(610) * L(610) = F(1220), where L(n) = F(n-1) + F(n+1)
;            3  DIVIDE    F(1220) / F(610) must give L(610), and leave nothing
;            4  SUBTRACT  from F(611) and F(610) back to F(1) = 1 and F(0) = 0
;
; So each kind of sum is checked by its opposite.
;
; A number has two digits a byte, the lowest first, and a fixed length. Products and
; quotients are worked out as on paper, digit by digit: a digit is so many sums, or the
; number of times that one can subtract. For the tens of a byte there is ten times the
; number, so that nothing need be shifted.

TIMES    = 1

BYTES    = 64                   ; 128 digits
N        = 610                  ; F(N + 1) is the last one that has no more

F1      := $0300                ; F(n + 1)
L1      := $0340                ; L(n)
PRODUCT := $0380                ; F(2n), two numbers long; what division leaves
F0      := $0100                ; F(n), and a byte that is zero
TENFOLD := $0141                ; ten times F(n): a byte longer, too
QUOTIENT:= $0182

        .assert >TENFOLD = >F0, error, "SUM and TAKE change only the low byte of an address"

        .org    $0013
TODO:   .res    1               ; passes left
STEPS:  .res    2
PLACE:  .res    2               ; the byte of PRODUCT at which a sum begins
INDEX:  .res    1               ; number of a byte of L1, QUOTIENT
WHICH:  .res    1               ; low byte of F0 or TENFOLD
DIGIT:  .res    1

        .include "frame.inc"

        .macro  add from, to
        .local  next
        ldx     #0
        ldy     #BYTES
        clc
next:   lda     to,x
        adc     from,x
        sta     to,x
        inx
        dey
        bne     next
        one_page next
        .endmacro

        .macro  subtract from, to
        .local  next
        ldx     #0
        ldy     #BYTES
        sec
next:   lda     to,x
        sbc     from,x
        sta     to,x
        inx
        dey
        bne     next
        one_page next
        .endmacro

; -- 1: from F(0) and F(1) up to F(N) and F(N + 1) -----------------------------

UP:     jsr     COUNT_STEPS
UPWARDS:
        add     F1, F0
        add     F0, F1
        jsr     STEP
        bne     UPWARDS
        rts

; -- 4: and back ---------------------------------------------------------------

DOWN:   jsr     COUNT_STEPS
DOWNWARDS:
        subtract F0, F1
        subtract F1, F0
        jsr     STEP
        bne     DOWNWARDS
        rts

; -- the order of things -------------------------------------------------------

START:  ldx     #$FF
        txs
        set     PASSES, TODO
@pass:  section 0
        sed
        jsr     BEGIN
        section 1
        jsr     UP
        section 0
        jsr     LUCAS
        jsr     TIMES_TEN
        section 2
        jsr     MULTIPLY
        section 3
        jsr     DIVIDE
        section 4
        jsr     DOWN
        section 0
        jsr     CHECK
        dec     TODO
        bne     @pass
        set     QUOTIENT+2, LEFT
        set     QUOTIENT+1, MIDDLE
        set     QUOTIENT, RIGHT
        cld
        jmp     SUCCESS
WRONG:  cld
        jmp     FAILED

; -- everything must have come out as it should --------------------------------

CHECK:  ldx     #BYTES-1
        lda     F1
        cmp     #1
        bne     WRONG
        dec     F1
@next:  lda     QUOTIENT,x
        cmp     L1,x
        bne     WRONG
        lda     F1,x
        ora     F0,x
        ora     PRODUCT,x
        ora     PRODUCT+BYTES,x
        bne     WRONG
        dex
        bpl     @next
        rts

        .assert * <= F1, error, "the numbers begin at 0300"

; ------------------------------------------------------------------------------

        .org    $1780

; -- PRODUCT += or -= the number at which A points, BYTES + 1 long, from PLACE on 

SUM:    sta     @number+1
        ldy     #0
        ldx     #BYTES+1
        clc
@next:  lda     (PLACE),y
@number:adc     F0,y
        sta     (PLACE),y
        iny
        dex
        bne     @next
        one_page @next
        rts

TAKE:   sta     @number+1
        ldy     #0
        ldx     #BYTES+1
        sec
@next:  lda     (PLACE),y
@number:sbc     F0,y
        sta     (PLACE),y
        iny
        dex
        bne     @next
        one_page @next
        rts

; -- TENFOLD = 10 F0 -----------------------------------------------------------

TIMES_TEN:
        ldx     #0
        stx     DIGIT
@next:  lda     F0,x
        asl     a
        asl     a
        asl     a
        asl     a
        ora     DIGIT
        sta     TENFOLD,x
        lda     F0,x
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        sta     DIGIT
        inx
        cpx     #BYTES+1
        bne     @next
        rts

; -- counting the steps of UP and DOWN; Z = 1 behind the last ------------------

COUNT_STEPS:
        set     #<(N/2), STEPS
        set     #>(N/2), STEPS+1
        rts

STEP:   lda     STEPS           ; DEC does not mind decimal mode
        bne     @low
        dec     STEPS+1
@low:   dec     STEPS
        lda     STEPS
        ora     STEPS+1
        rts

        .assert * <= $17E7, error, "17E7 and up belong to the monitor"

; ------------------------------------------------------------------------------

        .org    $0020

; -- F(1) = 1, all else is 0 ---------------------------------------------------

BEGIN:  ldx     #0
        txa
@next:  sta     $0300,x         ; F1, L1, PRODUCT
        inx
        bne     @next
        ldx     #BYTES
@zero:  sta     F0,x
        dex
        bpl     @zero
        inc     F1
        rts

; -- L1 = F1 - F0 + F1 ---------------------------------------------------------

LUCAS:  ldx     #BYTES-1
@copy:  set     {F1,x}, {L1,x}
        dex
        bpl     @copy
        subtract F0, L1
        add     F1, L1
        rts

; -- 2: PRODUCT = F0 * L1 ------------------------------------------------------

MULTIPLY:
        set     #<PRODUCT, PLACE
        set     #>PRODUCT, PLACE+1
        ldx     #0
@next:  stx     INDEX
        lda     L1,x
        and     #$0F
        ldx     #<F0
        jsr     @digit
        ldx     INDEX
        lda     L1,x
        lsr     a
        lsr     a
        lsr     a
        lsr     a
        ldx     #<TENFOLD
        jsr     @digit
        inc     PLACE
        ldx     INDEX
        inx
        cpx     #BYTES
        bne     @next
        rts

@digit: stx     WHICH
        tax
        beq     @done
        sta     DIGIT
@again: lda     WHICH
        jsr     SUM
        dec     DIGIT
        bne     @again
@done:  rts

; -- 3: QUOTIENT = PRODUCT / F0, and PRODUCT keeps the rest --------------------

DIVIDE: set     #<PRODUCT+BYTES, PLACE
        ldx     #BYTES
@next:  dex
        stx     INDEX
        dec     PLACE
        lda     #<TENFOLD
        jsr     @digit
        asl     a
        asl     a
        asl     a
        asl     a
        ldx     INDEX
        sta     QUOTIENT,x
        lda     #<F0
        jsr     @digit
        ldx     INDEX
        ora     QUOTIENT,x
        sta     QUOTIENT,x
        txa
        bne     @next
        rts

@digit: sta     WHICH
        ldx     #$FF
        stx     DIGIT
@again: inc     DIGIT
        lda     WHICH
        jsr     TAKE
        bcs     @again
        lda     WHICH           ; once too often
        jsr     SUM
        lda     DIGIT
        rts

        .assert * <= $00EF, error, "00EF and up belong to the monitor"
