; ==============================================================================
; SCAN: the display and the keypad, as the monitor works them
; ==============================================================================
;
; Nothing but the KIM-1 is needed. Start at 0200. It counts, in decimal, in the display
; itself, and goes through the monitor's SCANDS for every number: light each of the six
; digits once, then look at the keypad. At the end the number of scans stays there.
;
; Every digit of every number must have its place in the display, and no key may be
; seen: the program is not to be disturbed while it runs. Almost all of the time passes
; in the monitor's ROM, and nowhere else is the board asked for so much.

TIMES    = 235                  ; scans: about a second

        .org    $0013
TODO:   .res    1               ; scans left

        .include "frame.inc"

START:  cld
        ldx     #$FF
        txs
        section 0
        set     PASSES, TODO
        lda     #0
        sta     LEFT
        sta     MIDDLE
        sta     RIGHT
@up:    jsr     SCANDS          ; GO may still be down
        bne     @up
        section 1
@next:  sed
        sec
        lda     RIGHT
        adc     #0
        sta     RIGHT
        lda     MIDDLE
        adc     #0
        sta     MIDDLE
        lda     LEFT
        adc     #0
        sta     LEFT
        cld
        jsr     SCANDS
        bne     @key
        dec     TODO
        bne     @next
        section 0
        jmp     SUCCESS
@key:   jmp     FAILED
