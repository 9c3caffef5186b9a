; ==============================================================================
; COPY: moving memory about, in the ways that programs do it
; ==============================================================================
;
; Runs on a KIM-1 with 4 K of RAM at 0400. Start at 0200; when it is done the display
; shows 00 and the sum of the bytes that have arrived, in hexadecimal.
;
; A block of bytes goes from hand to hand, and is compared with what it was when it has
; come to the end: 2 K to begin with, and the last 2,003 bytes of that at the last.
;
;    section 1  FILL   memory with one value, so that nothing is right by chance
;            2  PAGES  from 0400 to 0C00, a page at a time
;            3  WIDE   back again, a byte of all eight pages at a time
;            4  MOVE   a block of any length from one place to another,
;            5         ... a little down, where old and new place overlap,
;            6         ... a little up, the same
;
; The bytes are the high ones of the multiples of 9E37. Moved by whatever distance, they
; are not the same: a block in the wrong place is noticed.
;
; The loops are complete within a page: a branch into another one takes a cycle more.

TIMES    = 10

LOWER   := $0400
UPPER   := $0C00
SIZE     = $0800
LENGTH   = 2003
SKIPPED  = 5                    ; LOWER+5 -> UPPER+7 -> UPPER+2 -> UPPER+45, up to 13FF
FIRST   := LOWER+SKIPPED
SECOND  := UPPER+7
THIRD   := UPPER+2
LAST    := UPPER+SIZE-LENGTH
STEP     = $9E37

        .org    $0013
TODO:   .res    1               ; passes left
NUMBER: .res    2               ; a multiple of STEP
SOURCE: .res    2
TARGET: .res    2
COUNT:  .res    2               ; bytes
SUM:    .res    2

        .include "frame.inc"

        .macro  address value, place
        set     #<(value), place
        set     #>(value), place+1
        .endmacro

        .macro  move from, to
        address from, SOURCE
        address to, TARGET
        address LENGTH, COUNT
        jsr     MOVE
        .endmacro

; -- 1: SIZE bytes from TARGET on become FF ------------------------------------

FILL:   ldx     #>SIZE
        ldy     #0
        lda     #$FF
@next:  sta     (TARGET),y
        iny
        bne     @next
        one_page @next
        inc     TARGET+1
        dex
        bne     @next
        rts

; -- 2: a page at a time; the program changes its own addresses ----------------

PAGES:  set     #>LOWER, @from+2
        set     #>UPPER, @to+2
        ldy     #>SIZE
        ldx     #0
@from:  lda     LOWER,x
@to:    sta     UPPER,x
        inx
        bne     @from
        one_page @from
        inc     @from+2
        inc     @to+2
        dey
        bne     @from
        rts

; -- 3: all pages at a time ----------------------------------------------------

WIDE:   ldx     #0
@next:  .repeat SIZE/256, i
        lda     UPPER+256*i,x
        sta     LOWER+256*i,x
        .endrepeat
        inx
        bne     @next
        one_page @next
        rts

; -- 4 to 6: COUNT bytes from SOURCE to TARGET, overlapping or not -------------
;
; What moves up is taken from its end, so that nothing is overwritten that is still
; needed. COUNT is kept, SOURCE and TARGET are not.

MOVE:   lda     SOURCE
        cmp     TARGET
        lda     SOURCE+1
        sbc     TARGET+1
        bcc     UP
        ldy     #0
        ldx     COUNT+1
        beq     @rest
@page:  lda     (SOURCE),y
        sta     (TARGET),y
        iny
        bne     @page
        one_page @page
        inc     SOURCE+1
        inc     TARGET+1
        dex
        bne     @page
@rest:  ldx     COUNT
        beq     @done
@byte:  lda     (SOURCE),y
        sta     (TARGET),y
        iny
        dex
        bne     @byte
@done:  rts

UP:     ldx     COUNT+1
        txa
        clc
        adc     SOURCE+1
        sta     SOURCE+1
        txa
        clc
        adc     TARGET+1
        sta     TARGET+1
        inx
        ldy     COUNT           ; first what is no whole page
        beq     @page
        dey
        beq     @last
@byte:  lda     (SOURCE),y
        sta     (TARGET),y
        dey
        bne     @byte
        one_page @byte
@last:  lda     (SOURCE),y
        sta     (TARGET),y
@page:  dec     SOURCE+1
        dec     TARGET+1
        dey                     ; Y = FF
        dex
        bne     @byte
        rts

; -- the order of things -------------------------------------------------------

START:  cld
        ldx     #$FF
        txs
        set     PASSES, TODO
@pass:  section 0
        jsr     INVENT
        section 1
        address UPPER, TARGET
        jsr     FILL
        section 2
        jsr     PAGES
        section 1
        address LOWER, TARGET
        jsr     FILL
        section 3
        jsr     WIDE
        section 1
        address UPPER, TARGET
        jsr     FILL
        section 4
        move    FIRST, SECOND
        section 5
        move    SECOND, THIRD
        section 6
        move    THIRD, LAST
        section 0
        jsr     COMPARE
        bne     @wrong
        dec     TODO
        beq     @all
        jmp     @pass
@all:   set     #0, LEFT
        set     SUM+1, MIDDLE
        set     SUM, RIGHT
        jmp     SUCCESS
@wrong: jmp     FAILED

        .assert * <= LOWER, error, "the blocks begin at 0400"

; ------------------------------------------------------------------------------

        .org    $1780

; -- new bytes into LOWER ------------------------------------------------------

INVENT: lda     #0
        sta     NUMBER
        sta     NUMBER+1
        tay
        address LOWER, TARGET
        ldx     #>SIZE
@next:  jsr     MULTIPLY
        sta     (TARGET),y
        iny
        bne     @next
        inc     TARGET+1
        dex
        bne     @next
        rts

; -- the next multiple of STEP; A = its high byte --------------------------------

MULTIPLY:
        clc
        lda     NUMBER
        adc     #<STEP
        sta     NUMBER
        lda     NUMBER+1
        adc     #>STEP
        sta     NUMBER+1
        rts

; -- add up what has arrived at LAST. Z = 0 if it is not what has been sent ------

COMPARE:
        address STEP*SKIPPED, NUMBER
        address LAST, TARGET
        lda     #0
        sta     SUM
        sta     SUM+1
        tay
@next:  jsr     MULTIPLY
        cmp     (TARGET),y
        bne     @done
        clc
        adc     SUM
        sta     SUM
        bcc     @same
        inc     SUM+1
@same:  inc     TARGET
        bne     @next
        inc     TARGET+1
        lda     TARGET+1
        cmp     #>(UPPER+SIZE)
        bne     @next
@done:  rts

        .assert * <= $17E7, error, "17E7 and up belong to the monitor"
