"""Solutions of the lessons: what is accepted, and what is not, with what is said then.

`RIGHT` has one or more for each lesson; `WRONG` three or more, each with a part of the answer that only this mistake gets.
"""

SWAP = "FIRST = $10\nSECOND = $11\n .org $0200\nSWAP: {}\n"
FILL = "BUFFER = $20\n .org $0200\nFILL: {}\n"
ADD16 = "ONE = $10\nOTHER = $12\nSUM = $14\n .org $0200\nADD16: {}\n"
BITS = " .org $0200\nONES: {}\n"
COPY = "SOURCE = $10\nTARGET = $12\n .org $0200\nCOPY: {}\n"
DISPLAY = "NUMBER = $10\nSCANDS = $1F1F\n .org $0200\nSTART: {}\n"
KEYS = "TOTAL = $10\nGETKEY = $1F6A\n .org $0200\nSTART: CLD\n{}\n"
CHECK = "TABLE = $40\n .org $0200\nCHECK: {}\n"
DECIMAL = "ONE = $10\nOTHER = $12\nSUM = $14\n .org $0200\nADDDEC: {}\n"
ADD = "FIRST BSS 1\nSECOND BSS 1\nTHIRD BSS 1\nRESULT BSS 1\n END CALC\n"
SUM = "COUNT BSS 1\nSUM BSS 1\nTABLE BSS 20\nZERO OCT 0\n END ADDUP\n"
MOST = "MOST BSS 1\nTABLE BSS 10\nTEN DEC 10\nNINE DEC 9\nZERO OCT 0\n END LARGE\n"


def lines(text):
    """6502 instructions, separated by |."""
    return text.replace("|", "\n ")


def sap(text, data):
    rows = [row.strip() for row in text.split("|")]
    labelled = [
        row if row.split()[0] in ("CALC", "ADDUP", "LARGE", "LOOP", "NEXT") else f"       {row}" for row in rows
    ]
    return "       ORG 24\n" + "\n".join(labelled) + "\n" + data


def compass(name, text, data=""):
    rows = [row.strip() for row in text.split("|")]
    labels = ("LOOP",)
    rows = [row if row.split()[0] in labels else f"         {row}" for row in rows]
    return f"         IDENT  LESSON\n{name}  PS\n" + "\n".join(rows) + f"\n{data}         END    {name}\n"


CDATA = "FIRST BSSZ 1\nSECOND BSSZ 1\nTHIRD BSSZ 1\nRESULT BSSZ 1\n"
CTABLE = "COUNT BSSZ 1\nSUM BSSZ 1\nTABLE BSSZ 20\n"

RIGHT = {
    "swap": [
        SWAP.format(lines("LDA FIRST|LDX SECOND|STA SECOND|STX FIRST|RTS")),
        SWAP.format(lines("LDA FIRST|PHA|LDA SECOND|STA FIRST|PLA|STA SECOND|RTS")),
    ],
    "fill": [
        FILL.format("DEX\n BMI done\n STA BUFFER,X\n JMP FILL\ndone: RTS"),
        FILL.format("CPX #0\n BEQ done\nup: STA BUFFER-1,X\n DEX\n BNE up\ndone: RTS"),
    ],
    "add16": [
        ADD16.format(lines("CLC|LDA ONE|ADC OTHER|STA SUM|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")),
        ADD16.format("CLC\n LDX #0\n LDY #2\nnext: LDA ONE,X\n ADC OTHER,X\n STA SUM,X\n INX\n DEY\n BNE next\n RTS"),
    ],
    "bits": [
        BITS.format("STX $10\n LDX #0\nnext: LSR A\n BCC zero\n INX\nzero: CMP #0\n BNE next\n TXA\n LDX $10\n RTS"),
        BITS.format("STA $10\n LDA #0\n" + 8 * " LSR $10\n ADC #0\n" + " RTS"),
    ],
    "copy": [
        COPY.format("LDY #0\nnext: LDA (SOURCE),Y\n STA (TARGET),Y\n BEQ done\n INY\n BNE next\ndone: RTS"),
        COPY.format("LDY #$FF\nnext: INY\n LDA (SOURCE),Y\n STA (TARGET),Y\n BNE next\n RTS"),
    ],
    "display": [
        DISPLAY.format(
            "LDX #2\n LDY #0\nnext: LDA NUMBER,X\n STA $00F9,Y\n INY\n DEX\n BPL next\nshow: JSR SCANDS\n JMP show"
        ),
        DISPLAY.format(lines("LDA NUMBER|STA $FB|LDA NUMBER+1|STA $FA|LDA NUMBER+2|STA $F9|JSR SCANDS|JMP START")),
    ],
    "keys": [
        KEYS.format(
            "up: JSR GETKEY\n CMP #$15\n BNE up\ndown: JSR GETKEY\n CMP #$10\n BCS down\n CLC\n ADC TOTAL\n"
            " STA TOTAL\n JMP up"
        ),
        KEYS.format(
            "down: JSR GETKEY\n CMP $20\n BEQ down\n STA $20\n CMP #$10\n BCS down\n CLC\n ADC TOTAL\n STA TOTAL\n"
            " JMP down"
        ),
    ],
    "checksum": [
        CHECK.format("LDA #0\n LDX #15\nnext: CLC\n ADC TABLE,X\n CLC\n ADC TABLE+16,X\n DEX\n BPL next\n RTS"),
        CHECK.format("LDA #0\n" + "".join(f" CLC\n ADC TABLE+{n}\n" for n in range(32)) + " RTS"),
    ],
    "decimal": [
        DECIMAL.format(lines("SED|CLC|LDA ONE|ADC OTHER|STA SUM|LDA ONE+1|ADC OTHER+1|STA SUM+1|CLD|RTS")),
    ],
    "sap-add": [
        sap("CALC CLA FIRST|ADD SECOND|SUB THIRD|STO RESULT|TRA 1,4", ADD),
        sap("CALC CLS THIRD|ADD SECOND|ADD FIRST|STO RESULT|TRA 1,4", ADD),
    ],
    "sap-sum": [
        sap("ADDUP LXA COUNT,2|LXA ZERO,1|PXD|LOOP ADD TABLE,1|TXI NEXT,1,-1|NEXT TIX LOOP,2,1|STO SUM|TRA 1,4", SUM),
        sap(  # it changes the address of an instruction
            "ADDUP CLA ENDS|ADD COUNT|STA LOOP|LXA COUNT,1|PXD|LOOP ADD TABLE,1|TIX LOOP,1,1|STO SUM|TRA 1,4",
            "ENDS PZE TABLE\n" + SUM,
        ),
    ],
    "sap-max": [
        sap(
            "LARGE LXA NINE,1|CLA TABLE|LOOP CAS TABLE+10,1|TRA NEXT|TRA NEXT|CLA TABLE+10,1|NEXT TIX LOOP,1,1|STO MOST|"
            "TRA 1,4",
            MOST,
        ),
    ],
    "compass-add": [
        compass("CALC", "SA1 FIRST|SA2 SECOND|SA3 THIRD|IX6 X1+X2|IX6 X6-X3|SA6 RESULT|EQ CALC", CDATA),
        compass("CALC", "SA1 THIRD|SA2 FIRST|SA3 SECOND|IX4 X3-X1|IX7 X4+X2|SA7 RESULT|EQ CALC", CDATA),
    ],
    "compass-sum": [
        compass(
            "ADDUP",
            "SA1 COUNT|SB1 1|SB2 X1|SA1 TABLE-1|SX6 B0|LOOP SA1 A1+B1|IX6 X6+X1|SB2 B2-B1|NE B2,B0,LOOP|"
            "SA6 SUM|EQ ADDUP",
            CTABLE,
        ),
    ],
    "compass-bits": [
        compass("COMMON", "BX3 X1*X2|CX6 X3|EQ COMMON"),
        compass("COMMON", "BX3 -X1|BX4 -X2|BX3 X3+X4|BX3 -X3|CX6 X3|EQ COMMON"),
    ],
    "algol-sum": [
        "begin integer n, i, number, sum; ininteger(60, n); sum := 0;\nfor i := 1 step 1 until n do begin\n"
        "ininteger(60, number); sum := sum + number end; outinteger(61, sum) end\n",
        "begin integer n; integer procedure rest(k); value k; integer k;\nif k = 0 then rest := 0 else\nbegin integer x; "
        'ininteger(60, x); rest := x + rest(k - 1) end;\nininteger(60, n); output(61, "-ZZZD/", rest(n)) end\n',
    ],
    "algol-gcd": [
        "begin integer a, b;\ninteger procedure gcd(a, b); value a, b; integer a, b;\n"
        "gcd := if b = 0 then a else gcd(b, a - a ÷ b × b);\nininteger(60, a); ininteger(60, b);\n"
        "outinteger(61, gcd(a, b)) end\n",
        "begin integer a, b, c; ininteger(60, a); ininteger(60, b);\nnext: if b > 0 then begin c := a - a ÷ b × b; a := b;"
        " b := c; goto next end;\noutinteger(61, a) end\n",
    ],
    "algol-sort": [
        "begin integer n; ininteger(60, n); begin integer i, j, x; integer array list[1:n];\n"
        "for i := 1 step 1 until n do ininteger(60, list[i]);\nfor j := 1 step 1 until n - 1 do\n"
        "for i := 1 step 1 until n - 1 do if list[i] > list[i+1] then\nbegin x := list[i]; list[i] := list[i+1]; "
        "list[i+1] := x end;\nfor i := 1 step 1 until n do outinteger(61, list[i]) end end\n",
    ],
}
SORT = RIGHT["algol-sort"][0]
WRONG = {
    "swap": [
        (SWAP.format(lines("LDA FIRST|STA SECOND|LDA SECOND|STA FIRST|RTS")), "SECOND was overwritten before it was kept"),
        (SWAP.format(lines("LDA SECOND|STA FIRST|STA SECOND|RTS")), "FIRST was overwritten before it was kept"),
        (SWAP.format(lines("LDA FIRST|LDX SECOND|STA SECOND|STX FIRST|STX $20|RTS")), "wrote 02 to 0020"),
        (SWAP.format(lines("LDA FIRST|LDX SECOND|STA SECOND|STX FIRST")), "It has left the program"),
    ],
    "fill": [
        (FILL.format("STA BUFFER,X\n DEX\n BNE FILL\n RTS"), "Off by one: all bytes are one place too high"),
        (FILL.format("DEX\n BEQ done\n BMI done\n STA BUFFER,X\n JMP FILL\ndone: RTS"), "BUFFER + 0 is left out"),
        (FILL.format("CPX #0\n BEQ done\nnext: STA BUFFER,X\n BNE next\ndone: RTS"), "does not come to its end"),
        (FILL.format("DEX\nnext: STA BUFFER,X\n DEX\n BPL next\n RTS"), "where it must not write"),
    ],
    "add16": [
        (ADD16.format(lines("LDA ONE|ADC OTHER|STA SUM|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")), "carry is not cleared"),
        (ADD16.format(lines("CLC|LDA ONE|ADC OTHER|STA SUM|CLC|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")), "carry from the low"),
        (ADD16.format(lines("CLC|LDA ONE|ADC OTHER|STA SUM+1|LDA ONE+1|ADC OTHER+1|STA SUM|RTS")), "high bytes come out first"),
        (ADD16.format(lines("CLC|LDA ONE|ADC OTHER|STA SUM|PHA|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")),
         "1 byte more on the stack"),
    ],
    "bits": [
        (BITS.format("LDX #0\nnext: LSR A\n BCC zero\n INX\nzero: CMP #0\n BNE next\n TXA\n RTS"), "X must be afterwards what"),
        (BITS.format("STX $10\n LDX #0\nnext: LSR A\n BCS one\n INX\none: CMP #0\n BNE next\n TXA\n LDX $10\n RTS"),
         "expected 02"),
        (BITS.format("PHA\n STX $10\n LDX #0\nnext: LSR A\n BCC zero\n INX\nzero: CMP #0\n BNE next\n TXA\n LDX $10\n RTS"),
         "more on the stack"),
        (BITS.format("STX $10\n AND #$7F\n LDX #0\nnext: LSR A\n BCC zero\n INX\nzero: CMP #0\n BNE next\n TXA\n LDX $10\n RTS"),
         "highest bit is left out"),
    ],
    "copy": [
        (COPY.format("LDY #0\nnext: LDA (SOURCE),Y\n BEQ done\n STA (TARGET),Y\n INY\n BNE next\ndone: RTS"),
         "00 at the end is not copied"),
        (COPY.format("LDY #1\nnext: LDA (SOURCE),Y\n STA (TARGET),Y\n BEQ done\n INY\n BNE next\ndone: RTS"),
         "wrong in"),
        (COPY.format("LDY #0\nnext: LDA (SOURCE),Y\n STA (TARGET),Y\n INY\n BNE next\n RTS"), "wrong in"),
        (COPY.format(lines("LDY #0|LDA (SOURCE),Y|STA (TARGET),Y|RTS")), "Only one byte is copied"),
    ],
    "display": [
        (DISPLAY.format(lines("LDA NUMBER|STA $F9|LDA NUMBER+1|STA $FA|LDA NUMBER+2|STA $FB|JSR SCANDS|JMP START")),
         "in the wrong order"),
        (DISPLAY.format("LDA NUMBER\n STA $FB\n LDA NUMBER+1\n STA $FA\n LDA NUMBER+2\n STA $F9\n JSR SCANDS\n"
                        "wait: JMP wait"), "All digits are dark"),
        (DISPLAY.format(lines("LDA NUMBER|STA $FB|LDA NUMBER+1|STA $FA|JSR SCANDS|JMP START")), "shows 123400"),
    ],
    "keys": [
        (KEYS.format("up: JSR GETKEY\n CMP #$15\n BNE up\ndown: JSR GETKEY\n CMP #$15\n BEQ down\n STA TOTAL\n JMP up"),
         "replaces the total"),
        (KEYS.format("down: JSR GETKEY\n CMP #$15\n BEQ down\n CLC\n ADC TOTAL\n STA TOTAL\nup: JSR GETKEY\n CMP #$15\n"
                     " BNE up\n JMP down"), "GO was counted, too"),
        (KEYS.format("down: JSR GETKEY\n CMP #$10\n BCS down\n CLC\n ADC TOTAL\n STA TOTAL\nstop: JMP stop"),
         "Only the first key was counted"),
        (KEYS.format("down: JSR GETKEY\n CMP #$10\n BCS down\n CLC\n ADC TOTAL\n STA TOTAL\n JMP down"),
         "call GETKEY until it returns 15"),
    ],
    "checksum": [
        (CHECK.format("LDA #0\n LDX #31\nnext: CLC\n ADC TABLE,X\n DEX\n BPL next\n RTS"), "took 361 cycles"),
        (CHECK.format("LDA #0\n CLC\n LDX #31\nnext: ADC TABLE,X\n DEX\n BPL next\n RTS"), "The carries are added, too: each"),
        (CHECK.format("LDA #0\n LDX #31\nnext: ADC TABLE,X\n DEX\n BPL next\n RTS"), "that CHECK is called with included"),
        (CHECK.format("LDA #0\n LDX #31\nnext: CLC\n ADC TABLE,X\n DEX\n BNE next\n RTS"), "TABLE + 0 is left out"),
    ],
    "decimal": [
        (DECIMAL.format(lines("CLC|LDA ONE|ADC OTHER|STA SUM|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")), "This adds binary"),
        (DECIMAL.format(lines("SED|CLC|LDA ONE|ADC OTHER|STA SUM|LDA ONE+1|ADC OTHER+1|STA SUM+1|RTS")), "is still on when"),
        (DECIMAL.format(lines("SED|CLC|LDA ONE|ADC OTHER|STA SUM|CLC|LDA ONE+1|ADC OTHER+1|STA SUM+1|CLD|RTS")),
         "carry from the low digits is lost"),
    ],
    "sap-add": [
        (sap("CALC CLA FIRST|ADD SECOND|ADD THIRD|STO RESULT|TRA 1,4", ADD), "THIRD is added"),
        (sap("CALC CLA FIRST|CLA SECOND|SUB THIRD|STO RESULT|TRA 1,4", ADD), "FIRST is lost"),
        (sap("CALC CLA FIRST|ADD SECOND|SUB THIRD|STO RESULT|HTR CALC", ADD), "has stopped the machine"),
        (sap("CALC CLA FIRST|ADD SECOND|SUB THIRD|STO FIRST|STO RESULT|TRA 1,4", ADD), "to 00036 FIRST"),
    ],
    "sap-sum": [
        (sap("ADDUP LXA COUNT,2|LXA ZERO,1|PXD|LOOP ADD TABLE,1|TXI NEXT,1,-1|NEXT TNX *+2,2,1|TRA LOOP|STO SUM|TRA 1,4",
             SUM).replace("LXA COUNT,2", "LXA ALL,2").replace("ZERO OCT 0", "ZERO OCT 0\nALL DEC 20"), "All 20 words"),
        (sap("ADDUP LXA COUNT,2|LXA ZERO,1|PXD|LOOP ADD TABLE,1|TIX LOOP,2,1|STO SUM|TRA 1,4", SUM), "SUM (000"),
        (sap("ADDUP LXA COUNT,2|LXA ZERO,1|PXD|LOOP ADD TABLE,1|TXI LOOP,1,-1|STO SUM|TRA 1,4", SUM), "does not come to its end"),
        (sap("ADDUP LXA COUNT,4|LXA ZERO,1|PXD|LOOP ADD TABLE,1|TXI NEXT,1,-1|NEXT TIX LOOP,4,1|STO SUM|TRA 1,4", SUM),
         "It has left the program"),
    ],
    "sap-max": [
        (RIGHT["sap-max"][0].replace("LXA NINE", "LXA TEN").replace("CLA TABLE\n", "CLA ZERO\n"), "must not begin with 0"),
        (sap("LARGE LXA NINE,1|CLA TABLE|LOOP CAS TABLE+10,1|CLA TABLE+10,1|TRA NEXT|NEXT TIX LOOP,1,1|STO MOST|TRA 1,4", MOST),
         "This is the smallest"),
        (RIGHT["sap-max"][0].replace("TABLE+10,1", "TABLE+9,1"), "The last number is left out"),
        (RIGHT["sap-max"][0].replace("TIX LOOP,1,1", "TRA LOOP"), "does not come to its end"),
    ],
    "compass-add": [
        (compass("CALC", "SA1 FIRST|SA2 SECOND|SA3 THIRD|IX6 X1+X2|IX6 X6+X3|SA6 RESULT|EQ CALC", CDATA), "THIRD is added"),
        (compass("CALC", "SA1 FIRST|SA2 SECOND|SA3 THIRD|IX6 X1+X2|IX6 X3-X6|SA6 RESULT|EQ CALC", CDATA), "The sign is wrong"),
        (compass("CALC", "SA1 FIRST|SA2 SECOND|SA3 THIRD|IX6 X1+X2|IX6 X6-X3|SA6 FIRST|EQ CALC", CDATA), "must not write"),
        (compass("CALC", "SA1 FIRST|SA2 SECOND|SA3 THIRD|IX6 X1+X2|IX6 X6-X3|SA6 RESULT|PS", CDATA), "has stopped the machine"),
    ],
    "compass-sum": [
        (RIGHT["compass-sum"][0].replace("TABLE-1", "TABLE"), "first number is left out"),
        (RIGHT["compass-sum"][0].replace("SB2 X1", "SB2 X1+B1"), "A number too many"),
        (RIGHT["compass-sum"][0].replace("SB2 X1", "SB2 20"), "All 20 words"),
        (RIGHT["compass-sum"][0].replace("SB2 B2-B1", "SB2 B2+B1"), "does not come to its end"),
    ],
    "compass-bits": [
        (compass("COMMON", "BX3 X1+X2|CX6 X3|EQ COMMON"), "members of either set"),
        (compass("COMMON", "BX3 X1-X2|CX6 X3|EQ COMMON"), "only one of the sets"),
        (compass("COMMON", "SB3 1|BX3 X1*X2|CX6 X3|EQ COMMON"), "B3 must be afterwards what it was"),
        (compass("COMMON", "BX6 X1*X2|EQ COMMON"), "This is the set itself"),
    ],
    "algol-sum": [
        (RIGHT["algol-sum"][0].replace("until n", "until n - 1"), "last number is left out"),
        (RIGHT["algol-sum"][0].replace("sum := 0", "sum := n"), "n is added, too"),
        (RIGHT["algol-sum"][0].replace("sum + number end; outinteger(61, sum)", "sum + number; outinteger(61, sum) end"),
         "All sums on the way"),
        (RIGHT["algol-sum"][0].replace("until n", "until n + 1"), "wrong in case 1 of 6"),
    ],
    "algol-gcd": [
        (RIGHT["algol-gcd"][0].replace("gcd(b, a - a ÷ b × b)", "a - a ÷ b × b"), "left after one division"),
        (RIGHT["algol-gcd"][1].replace("outinteger(61, a)", "outinteger(61, b)"), "0 is what is left"),
        (RIGHT["algol-gcd"][0].replace("if b = 0 then a else gcd(b, a - a ÷ b × b)", "gcd(b, a - a ÷ b × b)"), "wrong in"),
    ],
    "algol-sort": [
        (SORT.replace("list[i] > list", "list[i] < list"), "The largest one comes first"),
        (SORT.replace("for j := 1 step 1 until n - 1 do", "j := 1;"), "One pass brings only"),
        (SORT.replace("for i := 1 step 1 until n - 1 do if", "for i := 1 step 1 until n do if"), "wrong in"),
    ],
}  # fmt: skip
