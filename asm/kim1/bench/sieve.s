; ==============================================================================
; SIEVE: the prime numbers up to 16383, as BYTE's benchmark of 1981 finds them
; ==============================================================================
;
; Runs on a KIM-1 with 8 K of RAM from 2000 up. Start at 0200; when it is done the
; display shows the number of primes, 001899.
;
; The algorithm is the one that J. Gilbreath gives to all languages in "A High-Level
; Language Benchmark" (BYTE, September 1981), ten times over, and not improved upon:
;
;    all flags 0..8190 on; count = 0
;    for i = 0 to 8190:
;       if flag i is on:
;          prime = i + i + 3
;          for k = i + prime, i + 2 * prime, ... up to 8190: flag k off
;          count = count + 1
;
; One byte a flag. They begin on a page border: the low byte of a flag's number is the
; low byte of its address, too, and is kept in Y.

TIMES    = 10                   ; as often as BYTE did it

FLAGS   := $2000
BEHIND  := $4000                ; a flag 8191 belongs to the last page; it is never on
PRIMES   = 1899

        .org    $0013
TODO:   .res    1               ; passes left
PAGE:   .res    2               ; address of the flag looked at, without its low byte:
LOW:    .res    1               ; that is in Y or here
MULTIPLE:
        .res    2               ; address of the flag to turn off, without its low byte
PRIME:  .res    2
COUNT:  .res    2
SUM:    .res    2               ; the count in decimal

        .include "frame.inc"

START:  cld
        ldx     #$FF
        txs
        set     PASSES, TODO
@pass:  section 1
        jsr     FILL
        section 2
        jsr     SIEVE
        section 0
        lda     COUNT
        cmp     #<PRIMES
        bne     @wrong
        lda     COUNT+1
        cmp     #>PRIMES
        bne     @wrong
        dec     TODO
        bne     @pass
        jsr     DECIMAL
        set     #0, LEFT
        set     SUM+1, MIDDLE
        set     SUM, RIGHT
        jmp     SUCCESS
@wrong: jmp     FAILED

; -- all flags on --------------------------------------------------------------

FILL:   ldy     #0
        sty     PAGE
        set     #>FLAGS, PAGE+1
        ldx     #>(BEHIND-FLAGS)
        lda     #1
@next:  sta     (PAGE),y
        iny
        bne     @next
        inc     PAGE+1
        dex
        bne     @next
        stx     BEHIND-1
        rts

; -- turn off the multiples of every number that is still on -------------------

SIEVE:  ldy     #0
        sty     COUNT
        sty     COUNT+1
        sty     MULTIPLE
        set     #>FLAGS, PAGE+1
@look:  lda     (PAGE),y
        bne     @prime
@next:  iny
        bne     @look
        inc     PAGE+1
        lda     PAGE+1
        cmp     #>BEHIND
        bne     @look
        rts

@prime: sty     LOW
        tya                     ; PRIME = 2i + 3
        asl     a
        tax
        lda     PAGE+1
        sta     MULTIPLE+1
        rol     a
        and     #>(2*(BEHIND-FLAGS)-1)
        sta     PRIME+1
        txa
        adc     #3              ; C = 0: addresses are below 8000
        sta     PRIME
        bcc     @mark
        inc     PRIME+1
        clc
@mark:  tya                     ; the next multiple
        adc     PRIME
        tay
        lda     MULTIPLE+1
        adc     PRIME+1
        cmp     #>BEHIND
        bcs     @done
        sta     MULTIPLE+1
        lda     #0
        sta     (MULTIPLE),y
        beq     @mark           ; always, and C = 0
        one_page @mark
@done:  ldy     LOW
        inc     COUNT
        bne     @next
        inc     COUNT+1
        bne     @next           ; always

; -- SUM = COUNT in decimal: double it, and take in its bits from the top --------

DECIMAL:
        lda     #0
        sta     SUM
        sta     SUM+1
        ldx     #16
        sed
@bit:   asl     COUNT
        rol     COUNT+1
        lda     SUM
        adc     SUM
        sta     SUM
        lda     SUM+1
        adc     SUM+1
        sta     SUM+1
        dex
        bne     @bit
        cld
        rts
