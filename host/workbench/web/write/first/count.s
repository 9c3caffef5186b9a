; The six digits of the KIM-1 count. Press Run; change STEP and press Run again.
; Click beside a line number for a breakpoint; step back shows where a value came from.

STEP   = 1
TIMES  = 10             ; shows the digits this often before it counts on

SCANDS = $1F1F          ; of the monitor: lights the six digits once
DIGITS = $F9            ; the last two of them; $FA and $FB have the others
LEFT   = $00            ; how often they are to be shown yet

        .org $0200
start:  lda #0
        sta DIGITS
        sta DIGITS+1
        sta DIGITS+2
count:  sed             ; decimal numbers
        clc
        lda DIGITS
        adc #STEP
        sta DIGITS
        lda DIGITS+1
        adc #0          ; and the carry
        sta DIGITS+1
        lda DIGITS+2
        adc #0
        sta DIGITS+2
        cld
        lda #TIMES
        sta LEFT
show:   jsr SCANDS
        dec LEFT
        bne show
        jmp count
