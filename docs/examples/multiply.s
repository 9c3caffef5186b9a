; 8 by 8 bits: A times X. The product's low byte comes back in A, its high byte in X.

FACTOR   = $10
LOW      = $11

        .org $0200
MULTIPLY:
        STX FACTOR
        STA LOW
        LDA #0          ; the high byte
        LDX #8          ; bits
        LSR LOW
@bit:   BCC @zero
        CLC
        ADC FACTOR
@zero:  ROR A
        ROR LOW
        DEX
        BNE @bit
        TAX
        LDA LOW
        RTS
