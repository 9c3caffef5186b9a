        .org    $0200
start:  ldx     #3              ; three times
loop:   jsr     double
        dex
        bne     loop
        lda     #'!'
        sta     total+1
stop:   jmp     stop

double: asl     total           ; a subroutine
        bcc     @done
        inc     total+1
@done:  rts

total:  .byte   %01010000, 0
