; ==============================================================================
; WALLY on a line: wally.s with the Teletype instead of keypad and display     0200
; ==============================================================================
;
; For boards without keypad and for programs at the other end. After a line feed he prints
; what the display of wally.s shows in the middle and on the right, and waits:
;
;      BB 00     how many handicap stones? 00 or 02 to 17, then RETURN
;      00 44     your move; Wally's last one was 44, 00 = he passed
;      EE 44     refused: point taken, no such point, no such handicap; again, please
;
;    0-F     type an entry; older digits move out
;    RETURN  enter it; 00, or nothing typed, is a pass
;    N       a new game
;    X       back to the monitor
;
; The board is printed before the line, as by wally.s. Start with 0200 G at the Teletype.

LINE     = 1
BEST     = $EC                  ; Wally's move: INH gets what is typed

        .include "wally.s"
