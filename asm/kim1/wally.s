; ==============================================================================
; WALLY plays Go on the KIM-1                 start at 0200; nothing else is needed
; ==============================================================================
;
; After the program that J. K. Millen describes in "Programming the Game of Go",
; BYTE, April 1981: a Go player in the 1 K of memory of a bare KIM-1. The modules
; have the names of his listings, so that both can be read side by side:
;
;    listing 1   COUNT                        finds a group and its liberties
;    listing 2   MAIN, WEFFECT, BEFFECT       a move each, from the groups
;    listing 3   EVAL, LOOKAHEAD, PATS        is it good? is it safe? good shape?
;
; Board 15 by 15. Wally has the black stones (#), you have the white ones (0), and
; after the handicap stones you move first. Ko and the score are left to the players,
; as they were in the article.
;
; ON THE KEYPAD AND THE DISPLAY
;
;      34   00   44        34 = your move      44 = Wally's      00 in the middle:
;      -----------------                                         your turn
;
;    0-F   type a move: row, column; two digits, older ones move out to the left
;    GO    enter what the left digits show. 00 is a pass
;    +     clear the entry (AD and DA do the same)
;    PC    a new game
;
;    The middle tells the state while the display is lit:
;      BB  how many handicap stones? 00 or 02 to 17 (a decimal number), then GO
;      00  your turn
;      EE  refused: point taken, no such point, no such handicap. Nothing has changed
;    Dark means: entry accepted, Wally thinks or prints. When it is lit again, the
;    right digits show Wally's move: 00 = he passes.
;
; ON THE TELETYPE, if the monitor has been started with one: the whole board after
; every move.
;
; MEMORY: what the monitor leaves to the user, and none beyond
;
;    0000  variables, patterns          0200  MAIN, ENTRY: the keypad
;    004F  COUNT, EVAL, LOOKAHEAD       0290  WEFFECT, BEFFECT
;    00EF  - monitor                    0300  the board: one page
;    0100  PATS, BEGIN                  1780  THINK; SHOW: the Teletype
;    018F  stack: 113 bytes             17E7  - monitor
;
; THE BOARD is one page. A point's address is its row and its column, two hex digits,
; so that a move is an address, and its neighbours are a fixed step away:
;
;           00 01 02 ... 0E 0F                 row 0 and column 0 are off the board.
;           10 11 12 ... 1E 1F                 That margin serves all four sides: east
;           20 21 22 ... 2E 2F     x-16        of 2F is 30, south of F5 is 05 (addresses
;            .  .  .      .  .  x-1 x x+1      wrap around at the end of the page).
;           F0 F1 F2 ... FE FF     x+16
;
;    What the byte of a point says:
;
;           00-7F   empty. The number is that of the last count it was a liberty in
;           88-8B   white stone
;           C8-CB   black stone
;           A2 up   any other value: off the board
;
;    A stone:  bit  7 6 5 4 3 2 1 0
;                   1 c 0 0 1 0 t n       c  1 = black, 0 = white
;
;                   n  COUNTED: inverted when a pass counts the stone's group. In the
;                      middle of a pass it tells the groups that are done from the
;                      others; afterwards it is the same in all stones of a colour.
;                   t  TRIED: set by a count that will be taken back, by a second COUNT
;                      over the stones that have it.
;
; ------------------------------------------------------------------------------

; -- the monitor ---------------------------------------------------------------

INH    := $00F9                 ; display: right pair,
POINTL := $00FA                 ; middle pair,
POINTH := $00FB                 ; left pair
SAD    := $1740                 ; after INIT1, bit 0 is the strap: 0 = Teletype
INIT1  := $1E8C                 ; ports, binary arithmetic                  X
CRLF   := $1E2F                 ; new line                                  A X Y
HEXTA  := $1E4C                 ; print the low digit of A                  A Y
OUTSP  := $1E9E                 ; print a space                             A Y
OUTCH  := $1EA0                 ; print A                                   A Y
SCANDS := $1F1F                 ; light the display once; Z = 0: key down   A X Y
GETKEY := $1F6A                 ; A = key                                   A X Y

INL    := $00F8                 ; for wally-line.s: what is typed
START  := $1C4F                 ; the monitor
PRTBYT := $1E3B                 ; print A as two digits                     Y
GETCH  := $1E5A                 ; A = character                             A Y
PACK   := $1FAC                 ; a hex digit in A into INL, INH            A Y
CR       = $0D

KEY_AD   = $10                  ; from here on not a digit
KEY_GO   = $13                  ; the next one is PC
NO_KEY   = $15

; -- codes of the board --------------------------------------------------------

EMPTY    = $00                  ; not a liberty of anything yet
STONES   = $80                  ; everything below is empty
WHITES   = $88
GHOSTS   = $A0                  ; from here on: black, or off the board
BLACKS   = $C8                  ; bit 6 tells black from white
MARGIN   = $FF                  ; column 0. Row 0: see HANDICAP

COUNTED  = $01                  ; bits of a stone
TRIED    = $02

; -- variables -----------------------------------------------------------------

        .org    $0000

BLACK:    .byte BLACKS          ; the code that black stones have now
WHITE:    .byte WHITES          ; ... and white stones
STONE:    .byte 0               ; pass: the code of stones not counted yet
FROM:     .byte 0               ; COUNT: stones to walk over,
MASK:     .byte $FF             ;    the bits of their codes that are compared
BROKEN:   .byte 0               ; 1 = this pass has met a chain too long for the stack
STAMP:    .byte 0               ; number of this count, 1-7F
LIBS:     .byte 0               ; liberties found: 80 up = the chain is too long,
LIBERTY:  .byte 0               ;    the last of them,
INNER:    .byte 0               ;    the last one off the edge line, 0 = none
PLACE:    .byte 0               ; the stone a loop over the board has come to
BESTRANK: .byte 0               ; of the best move: 0 = capture, FF = nothing yet
STATE:    .byte 0               ; middle pair of the display

LIMIT    = FROM                 ; SWEEP: codes below this become EMPTY
SIGN     = FROM                 ; PATS: 00, or FF = turned by 180 degrees
.ifndef LINE
BEST     = INH                  ; Wally's move, 0 = none: where it will be seen
.endif

; -- PATTERNS: figure 7 --------------------------------------------------------
;
;   # x #    # x .    # 0 #    # x . #    # . x . #    . # 0    # . #
;   . 0 .    . 0 #    . x .    . 0 . .    . . 0 . .    # . x    . x 0
;     7a       7b       7c        7d          7e         7f       7g
;
; Where the two black stones and the answer x stand as seen from the white stone, as
; differences of addresses. PATS tries each entry as it is and turned by 180 degrees;
; quarter turns and mirror images have entries of their own: two for a symmetrical
; pattern, four for the others. PATS begins at the right: 7a is preferred.
;
;                  7g                7f            7e           7d            7c           7b            7a
BLACK1: .byte $01,$F0,$01,$F0, $10,$01,$F0,$FF, $21,$F2, $E1,$EE,$21,$F2, $10,$01, $F0,$FF,$10,$01, $11,$F1
BLACK2: .byte $21,$F2,$E1,$EE, $1F,$12,$DF,$0E, $E1,$EE, $11,$F1,$F1,$EF, $F0,$FF, $11,$F1,$F1,$EF, $F1,$EF
ANSWER: .byte $10,$01,$F0,$FF, $FF,$10,$FF,$10, $01,$F0, $01,$F0,$01,$F0, $FF,$10, $01,$F0,$01,$F0, $01,$F0
ENTRIES = 22

; -- COUNT: listing 1 ----------------------------------------------------------
;
; In: X a stone, A its code, Y the bits to mark it with. All stones connected to it that
; have the same code are marked; each empty point beside them gets the number STAMP and
; is added to LIBS. Out: X as before, Z = 0.
;
; COUNT looks at a point. For a stone of the group it calls itself for the neighbours to
; the north, east, south and west. The point is in X; it is pushed before it is replaced
; by that of a neighbour, and pulled after the call. With the return address each level
; takes three bytes, and 33 stones in a row take 99.
;
; Deeper than that the stack would run into the program. There COUNT breaks off: the
; group has 80 or more liberties, for all anyone knows, and is neither attacked nor
; defended nor taken off. A part of its stones has not been reached. The pass will meet
; it as if it were another group, and must not take that for its true size. So once a
; chain has been BROKEN, the pass marks the stones of a group as TRIED before it marks
; them as COUNTED, and a stone that is COUNTED already, next to one that is not, shows
; that the two belong to the same broken chain.

TRACE:  sta     FROM
COUNT:  lda     BOARD,x
        bpl     @empty
        eor     FROM
        and     MASK
        beq     @stone
        cmp     BROKEN          ; 0: never, 1: a stone that is COUNTED
        bne     @return
@break: lda     #1
        sta     BROKEN
        lda     #$80
        sta     LIBS
@enough:
        lsr     FROM            ; no stone has such a code: on the way back to TRACE's
@return:                        ; caller COUNT looks at points, but follows none
        rts

@stone: txa
        tsx
        cpx     #DEEPEST
        tax
        bcc     @break
        tya
        eor     BOARD,x
        sta     BOARD,x         ; mark it
        txa
        pha
        sbc     #16             ; C = 1
        tax
        jsr     COUNT           ; north
        pla
        tax
        pha
        inx
        jsr     COUNT           ; east
        pla
        pha
        clc
        adc     #16
        tax
        jsr     COUNT           ; south
        pla
        tax
        pha
        dex
        jsr     COUNT           ; west
        pla
        tax
        rts

@empty: cmp     STAMP           ; numbers only grow: lower = not marked yet, C = 0
        beq     @return
        lda     STAMP
        sta     BOARD,x
        stx     LIBERTY
        txa                     ; lines 1 and F, wrapped round, are next to 0:
        adc     #$11            ; with one added to both digits they are 0 to 2
        cmp     #$30
        bcc     @edge
        and     #$0F
        cmp     #$03
        bcc     @edge
        stx     INNER
@edge:  inc     LIBS
        beq     @enough         ; LOOKAHEAD begins at -2: two are all it wants to know
        rts

; -- EVAL: listing 3. Is the move X of rank A the best so far? -----------------

EVAL:   cmp     BESTRANK
        beq     LOOKAHEAD
        bcs     NO

; -- LOOKAHEAD: listing 3. Would a black stone on X have two liberties? --------
;
; The stone is put on the board, counted and taken off again. In the middle of a pass
; its neighbours may be COUNTED or not: that bit is not compared.

LOOKAHEAD:
        pha
        lda     #<-2
        jsr     BEGIN
        lda     BLACK
        sta     BOARD,x
        dec     MASK            ; all bits but COUNTED
        ldy     #TRIED
        jsr     TRACE
        lda     BLACK
        eor     #TRIED
        jsr     TRACE           ; take the marks off
        inc     MASK
        lda     #EMPTY
        sta     BOARD,x
        lda     LIBS
        cmp     #<-2            ; C = 1: none or one
        pla
        bcs     NO
        sta     BESTRANK
        stx     BEST
NO:     rts

        .assert * <= $00EF, error, "00EF and up belong to the monitor"

; ------------------------------------------------------------------------------

        .org    $0100

; -- PATS: listing 3 -----------------------------------------------------------
;
; The first white stone with a pattern round it decides, and of its patterns the first
; in the table. Points off the board count as black: the article's ghost stones.
; White stones on the edge line are passed over: with displacements of two, and only
; there, an address could run across the margin to the other side.

FOUND:  tya
        tax
        lda     #4              ; as urgent as two liberties, and last: it wins a tie
        bne     EVAL

PATS:   lda     BESTRANK
        cmp     #4              ; what is found here ranks 4: needless if there is
        bcc     @done           ; something better
        ldy     #$22
@stone: lda     BOARD,y
        cmp     WHITE
        bne     @next
        tya                     ; C = 1
        adc     #0
        and     #$0F
        cmp     #$03
        bcc     @next           ; column 1 or F
        sty     PLACE
        ldx     #ENTRIES-1
@entry: clc
        lda     PLACE
        adc     BLACK1,x
        tay
        lda     BOARD,y
        cmp     #GHOSTS
        lda     #0
        bcs     @both
@turned:
        sec                     ; the same by 180 degrees
        lda     PLACE
        sbc     BLACK1,x
        tay
        lda     BOARD,y
        cmp     #GHOSTS
        lda     #$FF
        bcs     @both
@other: dex
        bpl     @entry
        ldy     PLACE
@next:  iny
        cpy     #$EF
        bcc     @stone
@done:  rts

@both:  sta     SIGN            ; one stone fits; the other one?
        asl     a               ; C = 1: subtract
        lda     BLACK2,x
        eor     SIGN
        adc     PLACE
        tay
        lda     BOARD,y
        cmp     #GHOSTS
        bcc     @no
        lda     SIGN
        asl     a
        lda     ANSWER,x
        eor     SIGN
        adc     PLACE
        tay
        lda     BOARD,y
        bpl     FOUND
@no:    lda     SIGN
        beq     @turned
        bne     @other

; -- BEGIN to count liberties, from A on; X is kept -----------------------------
;
; A new number makes all the liberties marked by earlier counts plain empty points
; again, which saves wiping them off the board after each count.

BEGIN:  sta     LIBS
        inc     STAMP
        bpl     SWEPT
        lda     #STONES

; -- SWEEP: codes below A become EMPTY; Y = 0. STAMP, 80 when it comes from BEGIN, is a
;    number again that no point has

SWEEP:  sta     LIMIT
        ldy     #$10            ; row 0 is never touched
@point: lda     BOARD,y
        cmp     LIMIT
        bcs     @next
        lda     #EMPTY
        sta     BOARD,y
@next:  iny
        bne     @point
        lsr     STAMP
SWEPT:  rts

        .assert * <= $018F, error, "leave 113 bytes to the stack"

; The lowest S with which COUNT takes in another stone. There are 5 bytes on the stack
; when LOOKAHEAD, asked by a pass, calls TRACE, and 3 for every stone but the last, of
; which only the return address is there: 33 stones. A pass itself calls TRACE with 2
; bytes on the stack, and can count 34. COUNT's call for a point that is not of the group
; takes two bytes more, and then 106 are in use.

DEEPEST = $FF - 5 - 32*3 - 2

; ------------------------------------------------------------------------------

        .org    $0200

; -- MAIN: listing 2 -----------------------------------------------------------

MAIN:   ldx     #$FF
        txs
        cld
        lda     #MARGIN
        jsr     SWEEP           ; off with all the stones; Y = 0
        sty     BEST
        lda     #$BB
        sta     STATE
.ifdef LINE

; wally-line.s: state and Wally's move are printed, the entry comes over the line

ENTRY:  lda     STATE
        .byte   $2C             ; BIT abs: the next instruction is its operand
REFUSE: lda     #$EE
        pha
        jsr     CRLF
        pla
        jsr     PRTBYT
        jsr     OUTSP
        lda     BEST
        jsr     PRTBYT
        jsr     OUTSP
        lda     #0
        sta     INL
@key:   jsr     GETCH
        cmp     #'N'
        beq     MAIN
        cmp     #'X'
        beq     @exit
        cmp     #CR
        beq     @go
        jsr     PACK            ; a digit comes in from the right
        jmp     @key
@exit:  jmp     START

@go:    lda     INL

.else

CLEAR:  lda     #0
SET:    sta     POINTH
ENTRY:  lda     STATE
        .byte   $2C             ; BIT abs: the next instruction is its operand
REFUSE: lda     #$EE
        sta     POINTL
@up:    jsr     SCANDS          ; first let go of the last key
        bne     @up
@down:  jsr     SCANDS          ; a key counts when seen twice
        beq     @down
        jsr     SCANDS
        beq     @down
        jsr     GETKEY
        cmp     #NO_KEY
        bcs     @up
        cmp     #KEY_GO
        beq     @go
        bcs     MAIN            ; PC: a new game
        cmp     #KEY_AD
        bcs     CLEAR
        ldx     #4
@shift: asl     POINTH
        dex
        bne     @shift
        ora     POINTH
        jmp     SET

@go:    lda     POINTH

.endif

        ldx     STATE
        beq     PLAY

; -- the handicap stones

        cmp     #$18            ; 02 to 17, decimal, or 00
        bcs     REFUSE
        cmp     #$10
        bcc     @units
        sbc     #6              ; C = 1, and still after it
        bcs     @good
@units: cmp     #$0A
        bcs     REFUSE
        cmp     #1
        beq     REFUSE
@good:  tax
        beq     @placed
        lsr     a
        bcc     @ring           ; 5, 7, 9, ...: one of them on the centre
        cpx     #5
        bcc     @ring
        ldy     #$88
        bne     @put
@ring:  lda     HANDICAP-1,x
        asl     a
        tay
@put:   lda     BLACK
        sta     BOARD,y
        dex
        bne     @ring
@placed:
        stx     POINTH
        jmp     SHOW

; -- white's move

PLAY:   tax
        beq     @pass
        lda     BOARD,x
        bmi     REFUSE          ; a stone, or margin
        lda     WHITE
        sta     BOARD,x
@pass:  jmp     THINK

; -- WEFFECT, BEFFECT: listing 2 -----------------------------------------------
;
; A pass over the groups of a colour: WEFFECT sees to the black ones, after white's
; move, BEFFECT to the white ones. Each group is counted once, at its first stone in the
; order of addresses. Ranks, the lower the more urgent: 2n for saving a black group
; with n = 1 or 2 liberties, 2n + 1 for attacking a white one with n of them; so that,
; as the article has it, a black group wins against a white one with as many.

WEFFECT:
        ldx     #0
        .byte   $2C             ; as above
BEFFECT:
        ldx     #1
        lda     BLACK,x
        sta     STONE
        eor     #COUNTED
        sta     BLACK,x         ; its name from now on
        ldx     #$11
@scan:  lda     BOARD,x
        cmp     STONE
        beq     @group
@next:  inx
        bne     @scan
        stx     BROKEN
        rts

@group: stx     PLACE
        lda     #0
        sta     INNER
        jsr     BEGIN
        lda     STONE
        ldy     BROKEN
        iny                     ; COUNTED, or TRIED if a chain has been broken:
        jsr     TRACE
        lda     STONE
        eor     #TRIED
        ldy     #TRIED+COUNTED  ; then not TRIED any more, but COUNTED
        jsr     TRACE
        lda     LIBS
        beq     @dead
        bit     STONE
        bvc     @white
        cmp     #3
        bcs     @done
        asl     a               ; 2n
        bcc     @suggest
@white: cmp     #1
        beq     @capture
        sec
        rol     a               ; 2n + 1
        bcs     @done
@suggest:
        ldx     INNER           ; a liberty on the edge line is not suggested
        beq     @done
        jsr     EVAL
@done:  ldx     PLACE
        bne     @next

@dead:  lda     STONE
        eor     #COUNTED
        tay                     ; the code, exclusive or itself: EMPTY
        jsr     TRACE
        bne     @done

@capture:
        ldx     BESTRANK
        beq     @done           ; the first one found is taken
        ldx     LIBERTY         ; on the edge line, too
        stx     BEST
        lsr     a               ; 0: nothing is better
        sta     BESTRANK
        beq     @done

        .assert * <= $0300, error, "the board begins at 0300"

; ------------------------------------------------------------------------------

        .org    $0300

; Row 0 is margin: any code from GHOSTS up will do that is not a stone's. So it holds the
; handicap points, halved, with bit 7 added. Even numbers of stones take them in this
; order, odd ones from five on the centre and one fewer of these; three, three corners.

BOARD:
HANDICAP:
        .byte   $80+$4C/2, $80+$C4/2, $80+$CC/2, $80+$44/2      ; corners
        .byte   $80+$84/2, $80+$8C/2, $80+$48/2, $80+$C8/2      ; middles of the sides
        .byte   $80+$46/2, $80+$CA/2, $80+$4A/2, $80+$C6/2      ; between them
        .byte   $80+$64/2, $80+$AC/2, $80+$A4/2, $80+$6C/2
        .repeat 15
        .byte   MARGIN, 0,0,0,0,0, 0,0,0,0,0, 0,0,0,0,0
        .endrepeat

; ------------------------------------------------------------------------------

        .org    $1780

; -- THINK: Wally's turn, the heart of listing 2 -------------------------------
;
; White's stone is on the board. At SHOW Wally's is, what both have captured is off, and
; BEST is his move.

THINK:  ldx     #0
        stx     BEST
        dex
        stx     BESTRANK
        jsr     WEFFECT
        jsr     BEFFECT
        jsr     PATS
        ldx     BEST
        beq     SHOW            ; nothing worth playing: pass
        lda     BLACK
        sta     BOARD,x
        lda     BESTRANK
        bne     SHOW
        jsr     BEFFECT         ; a capture: of all white groups without liberties

; -- SHOW the board, if the strap says Teletype ---------------------------------

SHOW:   jsr     INIT1
        ldx     #0
        stx     STATE
        lda     SAD
        lsr     a
        bcs     @shown
@point: txa
        and     #$0F
        beq     @line
        cpx     #$10
        bcs     @cell
        txa                     ; row 0: the numbers of the columns
        bcc     @digit
@line:  txa
        pha
        jsr     CRLF
        pla
        tax
        lsr     a
        lsr     a
        lsr     a
        lsr     a               ; column 0: the number of the row
@digit: jsr     HEXTA
@space: jsr     OUTSP
        inx
        bne     @point
@shown: jmp     ENTRY

@cell:  ldy     #'.'
        lda     BOARD,x
        bpl     @print
        ldy     #'#'
        asl     a
        bmi     @print
        ldy     #'0'
@print: tya
        jsr     OUTCH
        jmp     @space

        .assert * <= $17E7, error, "17E7 and up belong to the monitor"
