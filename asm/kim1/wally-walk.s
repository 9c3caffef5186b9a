; ==============================================================================
; WALLY, with a COUNT that needs no stack      start at 0200; nothing else is needed
; ==============================================================================
;
; The second of two programs after J. K. Millen, "Programming the Game of Go", BYTE,
; April 1981. wally.s keeps to the article: its COUNT calls itself, three bytes of stack
; for each stone. This one walks over a chain and keeps the way back in the bytes of the
; stones. It follows chains of any length, is faster, and has room for a warning of
; groups in atari. Moves are the same, but where a chain is too long for the other.
;
; The modules have the names of the article's listings:
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
;      AA  your turn, and some group is in atari
;      EE  refused: point taken, no such point, no such handicap. Nothing has changed
;    Dark means: entry accepted, Wally thinks or prints. When it is lit again, the
;    right digits show Wally's move: 00 = he passes.
;
; ON THE TELETYPE, if the monitor has been started with one: the whole board after
; every move, then a line for each group with a single liberty left, "ATARI 0 35":
; whose it is, and where the liberty.
;
; MEMORY: every byte that the monitor leaves to the user, but none beyond
;
;    0000  variables, patterns          0200  MAIN, ENTRY: the keypad
;    0052  THINK, COUNT                 0290  WEFFECT, BEFFECT
;    00EF  - monitor                    0300  the board: one page
;    0100  PATS, EVAL, LOOKAHEAD        1780  SHOW: the Teletype; PLAY
;    01EC  stack: 20 bytes              17E7  - monitor
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
;           80-84   a stone of the group being counted: the way back, see COUNT
;           88 89   white stone
;           A0 up   off the board, or black:
;           C0 C1   black stone
;           C3      black stone met by LOOKAHEAD
;
;    A colour has two codes and wears one at a time. A pass over the groups of a colour
;    turns every stone it counts into the other code: what still has the first one has
;    not been counted yet. When the pass is over, the other code is the colour's name.
;
; ------------------------------------------------------------------------------

; -- the monitor ---------------------------------------------------------------

INH    := $00F9                 ; display: right pair,
POINTL := $00FA                 ; middle pair,
POINTH := $00FB                 ; left pair
SAD    := $1740                 ; after INIT1, bit 0 is the strap: 0 = Teletype
INIT1  := $1E8C                 ; ports, binary arithmetic                  X
CRLF   := $1E2F                 ; new line                                  A X Y
PRTBYT := $1E3B                 ; print A, two digits                       Y
HEXTA  := $1E4C                 ; print the low digit of A                  A Y
OUTSP  := $1E9E                 ; print a space                             A Y
OUTCH  := $1EA0                 ; print A                                   A Y
SCANDS := $1F1F                 ; light the display once; Z = 0: key down   A X Y
GETKEY := $1F6A                 ; A = key                                   A X Y

KEY_AD   = $10                  ; from here on not a digit
KEY_GO   = $13                  ; the next one is PC
NO_KEY   = $15

; -- codes of the board --------------------------------------------------------

EMPTY    = $00                  ; not a liberty of anything yet
STONES   = $80                  ; everything below is empty
WAY      = $80                  ; 80-83: entered by the call for west, south, east, north
ORIGIN   = $84                  ; where COUNT began
WHITES   = $88                  ; and 89
GHOSTS   = $A0                  ; from here on: black, or off the board
BLACKS   = $C0                  ; and C1. Bit 6 tells black from white
SEEN     = $C3
MARGIN   = $FF                  ; column 0. Row 0: see HANDICAP

; -- variables -----------------------------------------------------------------

BLACK    = $00                  ; the code that black stones have now
WHITE    = $01                  ; ... and white stones
STONE    = $02                  ; pass: the code of stones not counted yet
FROM     = $03                  ; COUNT: stones to walk over,
TO       = $04                  ;    what they become,
STAMP    = $05                  ;    number of this count, 1-7F,
LIBS     = $06                  ;    liberties found,
LIBERTY  = $07                  ;    the last of them,
INNER    = $08                  ;    the last one off the edge line, 0 = none
PLACE    = $09                  ; the stone a loop over the board has come to
RANK     = $0A                  ; EVAL: of the move in question
BESTRANK = $0B                  ; of the best move: 0 = capture, FF = nothing yet
REPORT   = $0C                  ; bit 7: a pass only reports groups in atari
STATE    = $0D                  ; middle pair of the display
LIMIT    = $0E
SILENT   = $0F                  ; bit 7: no Teletype
BEST     = INH                  ; Wally's move, 0 = none: where it will be seen

        .org    $0000
        .byte   BLACKS, WHITES
        .res    14

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

; -- THINK: Wally's turn, the heart of listing 2 -------------------------------
;
; In: white's stone is on the board. Out: Wally's is, what both have captured is off,
; BEST is his move.

THINK:  ldx     #0
        stx     REPORT
        stx     BEST
        dex
        stx     BESTRANK
        jsr     WEFFECT
        jsr     BEFFECT
        jsr     PATS
        ldx     BEST
        beq     THOUGHT         ; nothing worth playing: pass
        lda     BLACK
        sta     BOARD,x
        lda     BESTRANK
        bne     THOUGHT
        jsr     BEFFECT         ; a capture: of all white groups without liberties
THOUGHT:
        rts

; -- SWEEP: codes below A become EMPTY, and the numbering of counts starts again

SWEEP:  sta     LIMIT
        ldy     #$10            ; row 0 is never touched
@point: lda     BOARD,y
        cmp     LIMIT
        bcs     @next
        lda     #EMPTY
        sta     BOARD,y
@next:  iny
        bne     @point
        sty     STAMP
        rts                     ; Z = 1

; -- BEGIN to count liberties, from A on; X is kept -----------------------------
;
; A new number makes all the liberties marked by earlier counts plain empty points
; again, which saves wiping them off the board after each count.

BEGIN:  sta     LIBS
@again: inc     STAMP
        bpl     @ready
        lda     #STONES
        jsr     SWEEP
        beq     @again
@ready: rts

; -- COUNT: listing 1 ----------------------------------------------------------
;
; In: X a stone with the code FROM. It and all stones connected to it become TO; each
; empty point beside them gets the number STAMP and is added to LIBS. X is kept.
;
; It is the recursion of listing 1: north, east, south, west. The original pushed three
; bytes for each level, and a hundred bytes of stack could follow 33 stones. This one
; pushes nothing, and follows a chain of any length. All that a level has to remember is
; by which of the four calls it was entered, and the byte of its stone has room for that:
; 80-83. Where to return to needs no remembering. Each neighbour is reached from the one
; before it,
;
;                   N           x-16, then +17 to E, +15 to S, -17 to W, +1 home,
;                 W x E
;                   S           as if the level below had never moved X,
;
; because a level ends where it began. RETRACE walks the same way once more, to give
; the stones just counted the code A.
;
; LIBS normally begins at 0. LOOKAHEAD begins at -2, and when 0 is reached, knows
; enough: no stone has the halved code that FROM then holds, so COUNT goes home.

RETRACE:
        ldy     TO
        sty     FROM
        sta     TO
WALK:   ldy     #ORIGIN
COUNT:  tya
        sta     BOARD,x         ; mark it
        ldy     #WAY+3
@look:  txa
        clc
        adc     STEP-WAY,y
        tax
        lda     BOARD,x
        bpl     @empty
        cmp     FROM
        beq     COUNT           ; one level down
@next:  dey
        bmi     @look           ; 83, 82, 81, 80: north, east, south, west
        inx
        ldy     BOARD,x         ; one level up
        lda     TO
        sta     BOARD,x
        cpy     #ORIGIN
        bne     @next
        rts                     ; Z = 1

@empty: cmp     STAMP           ; numbers only grow: lower = not marked yet, C = 0
        beq     @next
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
        bne     @next
        lsr     FROM
        bpl     @next

STEP:   .byte   <-17, 15, 17, <-16

        .assert STEP >= WAY, error, "STEP-WAY would be below address 0"
        .assert * <= $00EF, error, "00EF and up belong to the monitor"

; ------------------------------------------------------------------------------

        .org    $0100

; -- PATS: listing 3 -----------------------------------------------------------
;
; The first white stone with a pattern round it decides, and of its patterns the first
; in the table. Points off the board count as black: the article's ghost stones.
; White stones on the edge line are passed over: with displacements of two, and only
; there, an address could run across the margin to the other side.

PATS:   lda     BESTRANK
        cmp     #4              ; what is found here ranks 4: needless if there is
        bcc     @done           ; something better
        ldx     #$22
@stone: lda     BOARD,x
        cmp     WHITE
        bne     @next
        txa                     ; C = 1
        adc     #0
        and     #$0F
        cmp     #$03
        bcc     @next           ; column 1 or F
        lda     BOARD-16,x      ; every answer is a point next to the stone: one of
        and     BOARD+1,x       ; them must be empty
        and     BOARD+16,x
        and     BOARD-1,x
        bmi     @next
        stx     PLACE
        ldy     #ENTRIES-1
@entry: clc
        lda     PLACE
        adc     BLACK1,y
        tax
        lda     BOARD,x
        cmp     #GHOSTS
        bcc     @turned
        clc
        lda     PLACE
        adc     BLACK2,y
        tax
        lda     BOARD,x
        cmp     #GHOSTS
        bcc     @turned
        clc
        lda     PLACE
        adc     ANSWER,y
        tax
        lda     BOARD,x
        bpl     @found
@turned:
        sec                     ; the same by 180 degrees
        lda     PLACE
        sbc     BLACK1,y
        tax
        lda     BOARD,x
        cmp     #GHOSTS
        bcc     @other
        lda     PLACE           ; C = 1
        sbc     BLACK2,y
        tax
        lda     BOARD,x
        cmp     #GHOSTS
        bcc     @other
        lda     PLACE
        sbc     ANSWER,y
        tax
        lda     BOARD,x
        bpl     @found
@other: dey
        bpl     @entry
        ldx     PLACE
@next:  inx
        cpx     #$EF
        bcc     @stone
@done:  rts

@found: lda     #4              ; as urgent as two liberties, and last: it wins a tie

; -- EVAL: listing 3. Is the move X of rank A the best so far? -----------------

EVAL:   cmp     BESTRANK
        beq     @try
        bcs     @no
@try:   sta     RANK
        cpx     BEST            ; then it has been looked at
        beq     @take
        jsr     LOOKAHEAD
        bcs     @no
        stx     BEST
@take:  lda     RANK
        sta     BESTRANK
@no:    rts

; -- LOOKAHEAD: listing 3. Would a black stone on X have two liberties? --------
;
; Out: C = 0 if so; X is kept. Two counts with one number. In the middle of a pass
; black groups are of two codes; as groups of different codes touch each other only in X
; itself, each code can be counted without regard to the other. Most often the first
; count meets nothing but the four neighbours of X, and if two are empty, that will do.

LOOKAHEAD:
        lda     #<-2
        jsr     BEGIN
        lda     BLACK
        eor     #1
        jsr     @walk
        bcc     @done
        lda     BLACK
@walk:  pha
        sta     FROM
        lda     #SEEN
        sta     TO
        jsr     WALK
        pla
        jsr     RETRACE
        lda     STAMP           ; take the stone off again
        sta     BOARD,x
        lda     LIBS
        cmp     #<-2
@done:  rts

; -- WARN: a group in atari, of which PLACE is a stone -------------------------

WARN:   lda     #$AA
        sta     STATE
        bit     SILENT
        bmi     @done
        jsr     CRLF
        ldx     #5
@text:  lda     TEXT,x
        jsr     OUTCH
        dex
        bpl     @text
        ldx     PLACE
        jsr     GLYPH
        lda     LIBERTY
        jmp     PRTBYT
@done:  rts

TEXT:   .byte   " IRATA"        ; read from the end

        .assert * <= $01EC, error, "leave 20 bytes to the stack"

; ------------------------------------------------------------------------------

        .org    $0200

; -- MAIN: listing 2 -----------------------------------------------------------

MAIN:   ldx     #$FF
        txs
        jsr     INIT1
        lda     SAD
        lsr     a
        ror     SILENT
        lda     #MARGIN
        jsr     SWEEP           ; off with all the stones; Y = 0
        sty     INH
        sty     POINTH
        lda     #$BB
        sta     STATE
        jsr     ENTRY
@check: cmp     #$18            ; 02 to 17, decimal, or 00
        bcs     @bad
        cmp     #$10
        bcc     @units
        sbc     #6              ; C = 1, and still after it
        bcs     @good
@units: cmp     #$0A
        bcs     @bad
        cmp     #1
        bne     @good
@bad:   jsr     REFUSE
        bcs     @check

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

; -- ENTRY: type until GO ------------------------------------------------------
;
; Out: A = what the left digits show, C = 1. REFUSE is the same after a bad entry: the
; middle digits show EE until the next key.

REFUSE: lda     #$EE
        .byte   $2C             ; BIT abs: the next instruction is its operand
ENTRY:  lda     STATE
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
        bcs     @clear
        ldx     #4
@shift: asl     POINTH
        dex
        bne     @shift
        ora     POINTH
        .byte   $2C
@clear: lda     #0
        sta     POINTH
        jmp     ENTRY
@go:    lda     POINTH
        rts

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
        eor     #1
        sta     BLACK,x         ; its name from now on
        ldx     #$11
@scan:  lda     BOARD,x
        cmp     STONE
        beq     @group
@next:  inx
        bne     @scan
        rts

@group: stx     PLACE
        sta     FROM
        eor     #1
        sta     TO
        lda     #0
        sta     INNER
        jsr     BEGIN
        jsr     WALK
        lda     LIBS
        beq     @dead
        bit     REPORT
        bmi     @report
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

@dead:  lda     STAMP           ; turn its stones into empty points
        jsr     RETRACE
        beq     @done

@capture:
        ldx     BESTRANK
        beq     @done           ; the first one found is taken
        ldx     LIBERTY         ; on the edge line, too
        stx     BEST
        lsr     a               ; 0: nothing is better
        sta     BESTRANK
        beq     @done

@report:
        cmp     #1
        bne     @done
        jsr     WARN
        jmp     @done

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

; -- SHOW the board, warn of groups in atari -----------------------------------

SHOW:   stx     STATE           ; X = 0
        bit     SILENT
        bmi     @atari
@point: txa
        and     #$0F
        beq     @line
        cpx     #$10
        bcs     @cell
        txa                     ; row 0: the numbers of the columns
        bcc     @digit
@line:  stx     PLACE
        jsr     CRLF
        lda     PLACE
        tax
        lsr     a
        lsr     a
        lsr     a
        lsr     a               ; column 0: the number of the row
@digit: jsr     HEXTA
        jsr     OUTSP
        jmp     @next
@cell:  jsr     GLYPH
@next:  inx
        bne     @point
@atari: sec
        ror     REPORT
        jsr     WEFFECT
        jsr     BEFFECT

; -- PLAY: white's move, then Wally's ------------------------------------------

PLAY:   jsr     ENTRY
@check: tax
        beq     @pass
        lda     BOARD,x
        bmi     @bad            ; a stone, or margin
        lda     WHITE
        sta     BOARD,x
@pass:  jsr     THINK
        ldx     #0
        beq     SHOW
@bad:   jsr     REFUSE
        bcs     @check

; -- GLYPH: print the point X, and a space --------------------------------------

GLYPH:  ldy     #'.'
        lda     BOARD,x
        bpl     @print
        ldy     #'#'
        asl     a
        bmi     @print
        ldy     #'0'
@print: tya
        jsr     OUTCH
        jmp     OUTSP

        .assert * <= $17E7, error, "17E7 and up belong to the monitor"
