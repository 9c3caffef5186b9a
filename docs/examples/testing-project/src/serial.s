; Output on a serial line: a text, a byte in hexadecimal, a number in decimal. OUTCH sends a character.

OUTCH    = $1EA0         ; of the KIM-1's monitor: the Teletype
TEXT     = $20           ; the address of a text, its last byte 0
NUMBER   = $22           ; of two bytes
DIGITS   = $24           ; whether a digit other than 0 has been printed

        .org $0200

; The text at TEXT, up to 255 characters. Changes A and Y.
PUTS:
        LDY #0
@next:  LDA (TEXT),Y
        BEQ @end
        STY SAVED
        JSR OUTCH       ; which does not keep Y
        LDY SAVED
        INY
        BNE @next
@end:   RTS
SAVED:  .byte 0

; A in two hexadecimal digits. Changes A and Y.
PUTHEX:
        PHA
        LSR A
        LSR A
        LSR A
        LSR A
        JSR @digit
        PLA
        AND #$0F
@digit: CMP #10
        BCC @low
        ADC #6          ; and the carry
@low:   ADC #'0'
        JMP OUTCH

; NUMBER in decimal, without zeros before it. Changes A, X, Y and NUMBER.
PUTDEC:
        LDA #0
        STA DIGITS
        LDX #4
@power: LDY #'0'
@more:  SEC
        LDA NUMBER
        SBC LOW,X
        PHA
        LDA NUMBER+1
        SBC HIGH,X
        BCC @less
        STA NUMBER+1
        PLA
        STA NUMBER
        INY
        BNE @more       ; always
@less:  PLA
        CPX #0
        BEQ @print      ; the last digit is always there
        CPY #'0'
        BNE @print
        LDA DIGITS
        BEQ @skip
@print: STY DIGITS
        TYA
        STX SAVED
        JSR OUTCH
        LDX SAVED
@skip:  DEX
        BPL @power
        RTS
LOW:    .byte <1, <10, <100, <1000, <10000
HIGH:   .byte >1, >10, >100, >1000, >10000
