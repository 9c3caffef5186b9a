; Bytes in ascending order, by insertion.

TABLE    = $40           ; its address
LENGTH   = $42           ; 1 to 255
PLACE    = $43
VALUE    = $44

        .org $0380

; SORT: the LENGTH bytes at TABLE. Changes A and Y.
SORT:
        LDY #1
@each:  CPY LENGTH
        BCS @end
        STY PLACE
        LDA (TABLE),Y
        STA VALUE
@down:  DEY
        LDA (TABLE),Y
        CMP VALUE
        BEQ @put
        BCC @put
        INY
        STA (TABLE),Y
        DEY
        BNE @down
        LDA VALUE       ; the smallest so far
        STA (TABLE),Y
        BCS @next       ; always
@put:   INY
        LDA VALUE
        STA (TABLE),Y
@next:  LDY PLACE
        INY
        BNE @each
@end:   RTS
