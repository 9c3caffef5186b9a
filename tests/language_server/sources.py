"""A small source in each language, and what an editor should be told of it."""

from dataclasses import dataclass, field


@dataclass
class Source:
    """A source, and the answers. A place is the n-th occurrence of a word: (word, n from 1)."""

    id: str
    suffix: str
    text: str
    wrong: tuple[str, str]  # a text in it, and one in its place that is an error
    message: str  # the beginning of the error's
    hovers: list[tuple[str, int, str]]  # word, occurrence, what is told
    definition: tuple[str, int, int]  # word, occurrence, which one is the definition
    places: int  # of that name
    outline: list[str]  # names, those inside of others indented
    typed: tuple[str, str, list[str]]  # after which line what is typed, and what must be offered
    new: str = "NEWNAME"  # a name for it
    gone: list[str] = field(default_factory=list)  # what must not be offered there


SOURCES = [
    Source(
        "ca65", ".s",
        """\
SCREEN = $1740
        .org $0200
.proc COUNT
        ldx #0
@next:  lda TABLE,x     ; a byte
        beq @done
        sta SCREEN
        inx
        bne @next
@done:  rts
.endproc
        jsr COUNT
        brk
TABLE:  .byte 1, 2, 0
""",
        ("lda TABLE,x", "ldaa TABLE,x"), "unknown operation 'ldaa'",
        [
            ("lda", 1, "`BD 12 02` at $0202, LDA abs,X, 4 cycles, 5 if the index crosses a page"),
            ("beq", 1, "2 cycles, 3 if it branches, 4 into another page"),
            ("TABLE", 1, "label = $0212, decimal 530"),
            ("SCREEN", 2, "constant = $1740, decimal 5952"),
            (".byte", 1, "numbers and strings"),
            ("COUNT", 2, "14 bytes"),
        ],
        ("TABLE", 1, 2), 2,
        ["SCREEN", "COUNT", "  @next", "  @done", "TABLE"],
        ("        jsr COUNT", "        lda TA", ["TABLE", "COUNT", "SCREEN", ".lobyte"]),
        gone=["lda", ".byte"],
    ),
    Source(
        "sap", ".sap",
        """\
       ORG 64
START  CLA FIRST     ADD THEM
       ADD FIRST+1
LOOP   STO SUM
       TRA LOOP
FIRST  DEC 1,2
SUM    PZE
       END START
""",
        ("ADD FIRST+1", "ADB FIRST+1"), "unknown operation 'ADB'",
        [
            ("CLA", 1, "clear and add"),
            ("CLA", 1, "`0 50000 0 00104` at 00100"),
            ("CLA", 1, "operation +0500, 2 cycles of 12 µs"),
            ("SUM", 1, "octal 106, decimal 70"),
            ("DEC", 1, "a word for each number"),
        ],
        ("LOOP", 2, 1), 2,
        ["START", "LOOP", "FIRST", "SUM"],
        ("       TRA LOOP", "       TRA S", ["SUM", "START", "FIRST"]),
        new="AGAIN", gone=["CLA", "ORG"],
    ),
    Source(
        "compass", ".compass",
        """\
         IDENT  SUMS,100B,START
LIMIT    EQU    10
START    SB1    1
         SB2    LIMIT
         SX6    B0
LOOP     SX6    X6+B2
         SB2    B2-B1
         NE     B2,B0,LOOP
         SA6    SUM
         PS
SUM      BSS    1
         END
""",
        ("SB2    LIMIT", "SB2    LIMITS"), "undefined symbol 'LIMITS'",
        [
            ("SX6", 2, "set X to a sum"),
            ("SX6", 2, "increment unit, 3 minor cycles (300 ns)"),
            ("NE", 1, "jump if not equal"),
            ("NE", 1, "in parcel 2 of word 000102"),
            ("LIMIT", 2, "constant = octal 12, decimal 10"),
            ("BSS", 1, "reserve n words"),
        ],
        ("LOOP", 2, 1), 2,
        ["SUMS", "  LIMIT", "  START", "  LOOP", "  SUM"],
        ("         SA6    SUM", "         SA6    L", ["LIMIT", "LOOP", "SUM"]),
        new="AGAIN", gone=["SA1", "BSS"],
    ),
    Source(
        "algol60", ".alg",
        """\
begin
  integer n; real array a[1 : 10];
  real procedure mean(b, m); value m; integer m; array b;
  begin
    integer i; real s;
    s := 0;
    for i := 1 step 1 until m do s := s + b[i] ↑ 2;
    mean := s / m
  end;
  n := 3; a[1] := a[2] := a[3] := 1.5;
  outreal(61, mean(a, n))
end
""",
        ("n := 3;", "k := 3;"), "'k' is not declared",
        [
            ("mean", 2, "real procedure mean (b, m); value m; integer m; array b;".replace("mean (", "mean(")),
            ("n := 3", 1, "integer n"),
            ("a[2]", 1, "real array a[1 : 10]"),
            ("m do", 1, "integer m, parameter by value"),
            ("i]", 1, "local to the block of line 4, in procedure mean"),
            ("outreal", 1, "standard procedure"),
        ],
        ("s + b", 1, 3), 5,
        ["begin", "  n", "  a", "  mean", "    begin", "      i", "      s"],
        ("  n := 3; a[1] := a[2] := a[3] := 1.5;", "  m", ["mean", "n", "a", "begin", "outreal"]),
        new="sum", gone=["s"],
    ),
    Source(
        "fortran66", ".f",
        """\
      PROGRAM SUMS(OUTPUT)
      COMMON /BLK/ LIMIT, TABLE(10)
      LOGICAL READY
      LIMIT = 10
      READY = .FALSE.
      DO 10 I = 1, LIMIT
   10 TABLE(I) = I**2
      IF (READY) GO TO 30
      CALL MEAN(TABLE, LIMIT, RESULT)
      PRINT 20, RESULT, ABS(RESULT)
   20 FORMAT (2F10.2)
   30 STOP
      END
      SUBROUTINE MEAN(B, M, RESULT)
      DIMENSION B(M)
      EQUIVALENCE (S, T)
      S = 0.
      DO 10 I = 1, M
   10 S = S + B(I)
      RESULT = HALF(T)*2./M
      RETURN
      END
      FUNCTION HALF(X)
      HALF = X/2.
      END
""",
        ("GO TO 30", "GO TO 40"), "there is no statement 40 in this unit",
        [
            ("TABLE", 2, "REAL TABLE(10)"),
            ("TABLE", 2, "in the main program, word 2 of COMMON /BLK/, 10 words"),
            ("READY", 2, "LOGICAL READY"),
            ("MEAN", 1, "SUBROUTINE MEAN(B, M, RESULT)"),
            ("HALF(T)", 1, "REAL FUNCTION HALF(X)"),
            ("S = S", 1, "in subroutine MEAN, the same words as T, 1 word"),
            ("M\n   10", 1, "INTEGER M"),
            ("M)\n      EQ", 1, "dummy 2"),
            ("ABS", 1, "a function of the language"),
            ("20,", 1, "20 FORMAT (2F10.2)"),
        ],
        ("HALF", 1, 2), 3,
        ["SUMS", "  BLK", "    LIMIT", "    TABLE", "  READY", "  I", "  10", "  RESULT", "  20", "  30",
         "MEAN", "  S", "  T", "  I", "  10", "HALF"],
        ("      S = 0.", "      S = ", ["S", "T", "B", "HALF", "ABS", "DIMENSION", ".AND."]),
        new="HALB", gone=["TABLE", "READY"],
    ),
    Source(
        "pitrat", ".rules",
        """\
BOARD 3 3
NATURES MAN
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE UP = (0,1)
MOVES
A.  SCANNING * V . Z.
  . IF * OCCUPY(V) = FRIEND . B, XA.
B.  LOOP * W = V . UP . XA.
  . IF * OCCUPY(W) = EMPTY . C, XB.
C.  MOVE * TRAVEL, V, W.
  . GO TO * XB.
Z.  FINISHED *.
  . END.
WIN
  . RESULT * NO VICTORY.
  . FINISHED *.
  . END.
""",
        ("= FRIEND . B", "= FREIND . B"), "'FREIND' is never assigned a value",
        [
            ("FRIEND", 2, "integer = 1 / 2"),
            ("UP .", 1, "pair = (0,1)"),
            ("XB", 1, "the next increment of the LOOP B"),
            ("SCANNING", 1, "v is the first square"),
            ("V .", 1, "variable of MOVES (pair)"),
            ("MAN", 1, "nature 1"),
        ],
        ("EMPTY", 2, 1), 2,
        ["MAN", "EMPTY", "FRIEND", "UP", "MOVES", "  A", "  V", "  B", "  W", "  C", "  Z", "WIN"],
        ("  . GO TO * XB.", "  . GO TO * X", ["XA", "XB", "FRIEND", "SCANNING"]),
    ),
]  # fmt: skip


def position(text, word, occurrence=1):
    """Return line and column, from 0, of the n-th place of a word, columns in units of UTF-16."""
    at = -1
    for _ in range(occurrence):
        at = text.index(word, at + 1)
    line = text[: text.find("\n", at)].split("\n")[-1] if "\n" in text[at:] else text.split("\n")[-1]
    column = at - (text.rfind("\n", 0, at) + 1)
    return text.count("\n", 0, at), len(line[:column].encode("utf-16-le")) // 2
