; CRC-16 of a block: polynomial 1021, first FFFF, the highest bit first.

CRC      = $30           ; low byte, high byte
BLOCK    = $32
COUNT    = $34           ; its length, 1 to 255

        .org $0300

; CRC16: the check word of COUNT bytes at BLOCK is in CRC afterwards. Changes A, X and Y.
CRC16:
        LDA #$FF
        STA CRC
        STA CRC+1
        LDY #0
@byte:  LDA (BLOCK),Y
        EOR CRC+1
        STA CRC+1
        LDX #8
@bit:   ASL CRC
        ROL CRC+1
        BCC @next
        LDA CRC
        EOR #$21
        STA CRC
        LDA CRC+1
        EOR #$10
        STA CRC+1
@next:  DEX
        BNE @bit
        INY
        CPY COUNT
        BNE @byte
        RTS
