; ==============================================================================
; BITS: the prime numbers up to 16383 on a bare KIM-1, a bit a number
; ==============================================================================
;
; Nothing but the KIM-1 is needed. Start at 0200; when it is done the display shows the
; number of odd primes, 001899.
;
; The same flags 0..8190 as in sieve.s, flag i for the number 2i + 3, would need 1 K as
; bits: all that the machine has. So they are sieved in four quarters of 2,048 flags,
; one page of memory each. For every prime up to 127, the square root of 16383, a table
; keeps its next multiple, counted from the start of the quarter.
;
; Flag i of a quarter is bit i / 256 of byte i mod 256. That saves all shifting: while
; the multiples of a prime stay within the same bit, their bytes are one addition apart,
; and the carry says that the next bit's turn has come.
;
;            byte   00   01   02  ...  FF
;       bit 0     0    1    2        255
;       bit 1   256  257  258        511
;        ...
;       bit 7  1792 1793 1794       2047
;
; The multiples of p begin at its square; all smaller ones have a smaller factor. In
; numbers of flags the square of 3 is 3, and from p to p + 2 the square moves on by
; 2p + 2. A flag 8191 would be 16385 = 5 * 3277: it is marked like any other.

TIMES    = 10

MARKS   := $0300                ; a page: bit 1 = not prime
QUARTERS = 4
BASES    = 30                   ; primes from 3 to 127
LARGEST  = 127
PRIMES   = 1899

        .org    $0013
TODO:   .res    1               ; passes left
QUARTER:.res    1               ; quarters left
BASE:   .res    1               ; number of the prime at work
KNOWN:  .res    1               ; primes in the table
FLAG:   .res    1
PRIME:  .res    1
SQUARE: .res    2               ; flag of its square
MASK:   .res    1
COUNT:  .res    2               ; in decimal
PRIME_OF:
        .res    BASES           ; the table: a prime,
LOW_OF: .res    BASES           ; ... and its next multiple: byte
BIT_OF: .res    BASES           ; ... and bit. 8 and more: in a later quarter

        .include "frame.inc"

START:  cld
        ldx     #$FF
        txs
        set     PASSES, TODO
@pass:  lda     #0
        sta     COUNT
        sta     COUNT+1
        sta     KNOWN
        set     #QUARTERS, QUARTER
@quarter:
        section 1
        jsr     WIPE
        section 2
        jsr     SIEVE
        section 3
        jsr     TALLY
        section 0
        dec     QUARTER
        bne     @quarter
        lda     COUNT
        cmp     #<(PRIMES/10.mod 10*16+PRIMES.mod 10)
        bne     @wrong
        lda     COUNT+1
        cmp     #<(PRIMES/1000*16+PRIMES/100.mod 10)
        bne     @wrong
        dec     TODO
        bne     @pass
        set     #0, LEFT
        set     COUNT+1, MIDDLE
        set     COUNT, RIGHT
        jmp     SUCCESS
@wrong: jmp     FAILED

; -- nothing is marked ---------------------------------------------------------

WIPE:   lda     #0
        tax
@next:  sta     MARKS,x
        inx
        bne     @next
        rts

; -- mark the multiples of the primes in the table; the first quarter fills it --

SIEVE:  lda     KNOWN
        beq     FIND
        ldx     #0
@next:  stx     BASE
        jsr     MARK
        ldx     BASE
        inx
        cpx     KNOWN
        bne     @next
        rts

FIND:   ldx     #0
        stx     FLAG
        stx     SQUARE+1
        lda     #3
        sta     PRIME
        sta     SQUARE
@next:  ldx     FLAG
        lda     MARKS,x         ; only bit 0 can be set: the primes are below 256
        lsr     a
        bcs     @composite
        ldx     KNOWN
        stx     BASE
        inc     KNOWN
        set     PRIME, {PRIME_OF,x}
        set     SQUARE, {LOW_OF,x}
        set     SQUARE+1, {BIT_OF,x}
        jsr     MARK
@composite:
        lda     PRIME           ; the next square
        sec
        rol     a               ; 2p + 1, below 256
        sec
        adc     SQUARE
        sta     SQUARE
        bcc     @same
        inc     SQUARE+1
@same:  inc     FLAG
        inc     PRIME
        inc     PRIME
        lda     PRIME
        cmp     #LARGEST+2
        bne     @next
        rts

; -- mark the multiples of a prime in this quarter -----------------------------

MARK:   ldx     BASE
        set     {PRIME_OF,x}, PRIME
        ldy     BIT_OF,x
        lda     LOW_OF,x
        tax
@bit:   cpy     #8
        bcs     @out            ; else C = 0
        set     {MASKS,y}, MASK
@mark:  lda     MARKS,x
        ora     MASK
        sta     MARKS,x
        txa
        adc     PRIME
        tax
        bcc     @mark
        one_page @mark
        iny
        bne     @bit            ; always
@out:   txa
        ldx     BASE
        sta     LOW_OF,x
        tya
        sbc     #8              ; C = 1
        sta     BIT_OF,x
        rts

        .assert * <= MARKS, error, "the flags begin at 0300"

; ------------------------------------------------------------------------------

        .org    $1780

MASKS:  .byte   1, 2, 4, 8, 16, 32, 64, 128

; -- COUNT what is not marked --------------------------------------------------

TALLY:  sed
        ldx     #0
@byte:  lda     MARKS,x
        eor     #$FF
        beq     @next
@bit:   asl     a
        bcc     @empty
        tay                     ; one more, and C = 1 is the one
        lda     COUNT
        adc     #0
        sta     COUNT
        lda     COUNT+1
        adc     #0
        sta     COUNT+1
        tya
@empty: bne     @bit
@next:  inx
        bne     @byte
        cld
        rts

        .assert * <= $17E7, error, "17E7 and up belong to the monitor"
