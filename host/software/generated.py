"""Programs in SAP made at random, of all that UA SAP and our assembler both take: their decks are compared.

A number makes the same program every time. Cards are as UA SAP wants them, by columns; errors that it only flagged are
among them: undefined symbols, symbols defined twice, unknown operations, values too large for their field.

Small programs of our own, of all that UA SAP and our assembler both take: their decks are compared.
"""

from __future__ import annotations

import re
from random import Random

from emulators.ibm704.bcd import NONE, SCIENTIFIC

FIRST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ."
REST = f"{FIRST}0123456789()="
TEXT = "".join(sorted({*SCIENTIFIC} - {*NONE, "?", "!", "|"}))  # characters that cards and tapes keep
HEADINGS = "0AKZ57"
UNKNOWN = ("XYZ", "QQ", "A1B")
UNPRODUCTIVE = re.compile(r"\*$|(?<![\w.()=])0+$")  # before *, UA SAP takes the following for the rest of a symbol
SMALL = 100  # numbers mostly are
CARDS = 40  # of a program at most, but for the frame
TABLE = "10,1"  # tape and number of a symbol table


class Program:
    """A program while it is made."""

    def __init__(self, number: int) -> None:
        from host.assemblers.sap.words import OPERATIONS

        self.random = random = Random(f"SAP {number}")
        self.cards: list[str] = []
        self.names = [self._name() for _ in range(random.randint(1, 12))]
        self.free = list(dict.fromkeys(self.names))  # not defined yet
        self.known: list[str] = []  # with values that the first pass knows
        self.twice: list[str] = []  # defined more than once
        self.operations = sorted({*OPERATIONS} - {"", "***"})

    def _name(self) -> str:
        length = self.random.choice((1, 2, 3, 4, 5, 5, 6))
        name = self.random.choice(FIRST) + "".join(self.random.choice(REST) for _ in range(length - 1))
        return name if length == 6 or self.random.random() < 0.8 else self.random.choice("123456789") + name

    def put(self, location: str, operation: str, field: str = "") -> None:
        """Add a card; a symbol may be anywhere in the location field."""
        space = self.random.randint(0, 6 - len(location)) if location else 0
        self.cards.append(f"{' ' * space + location:<6} {operation:<3} {field}"[:72].rstrip())

    # --- parts of a card ------------------------------------------------------------------------------------

    def element(self, known: bool = False) -> str:
        """Return a number, a symbol or this location."""
        random = self.random
        kind = random.random()
        if kind < 0.35:
            return str(random.randint(0, SMALL) if random.random() < 0.8 else random.randint(0, 40000))
        if kind < 0.45:
            return random.choice(("*", "**")) if not known else "*"
        names = self.known if known else self.names
        return random.choice(names) if names else str(random.randint(0, SMALL))

    def expression(self, known: bool = False) -> str:
        """Return a sum of products."""
        random = self.random
        text = random.choice(("", "", "", "", "-", "+")) + self.element(known)
        while random.random() < 0.3:
            text += random.choice("++--/" if UNPRODUCTIVE.search(text) else "++--*/")
            text += random.choice(self.known or ["7"]) if text.endswith("*") else self.element(known)
        return text

    def fields(self) -> str:
        """Return address, tag and decrement; some are missing."""
        random = self.random
        parts = ["" if random.random() < 0.15 else self.expression() for _ in range(random.choice((0, 1, 1, 1, 2, 3)))]
        if len(parts) > 1 and random.random() < 0.8:
            parts[1] = str(random.choice((0, 1, 2, 4, 7)))
        return ",".join(parts)

    def label(self) -> str:
        """Return a symbol for the location field, or none; mostly one that is not defined yet."""
        random = self.random
        if self.free and random.random() < 0.4:
            self.known.append(self.free.pop())
            return self.known[-1]
        return random.choice(self.twice) if self.twice and random.random() < 0.1 else ""

    def decimal(self) -> str:
        """Return a number for DEC, in the range of its form."""
        random = self.random
        sign, kind = random.choice(("", "", "-", "+")), random.random()
        if kind < 0.4:
            return f"{sign}{random.randint(0, 10 ** random.randint(1, 10))}"
        digits = f"{random.randint(0, 10 ** random.randint(0, 5))}.{random.randint(0, 10 ** random.randint(0, 5))}"
        if kind < 0.8:
            return sign + digits + random.choice(("", f"E{random.randint(-20, 20)}"))
        return f"{sign}{digits}B{random.randint(20, 35)}"

    def octal(self) -> str:
        """Return a number for OCT."""
        random = self.random
        return random.choice(("", "-", "+")) + f"{random.getrandbits(random.choice((3, 9, 18, 35))):o}"

    def text(self, length: int) -> str:
        """Return characters."""
        return "".join(self.random.choice(TEXT) for _ in range(length))

    # --- cards ----------------------------------------------------------------------------------------------

    def card(self) -> None:
        """Add a card of any kind."""
        random = self.random
        kind = random.random()
        if kind < 0.55:
            self.put(self.label(), random.choice(self.operations), self.fields())
        elif kind < 0.60:
            self.put(self.label(), random.choice(("", "***", *UNKNOWN)), self.fields())
        elif kind < 0.66:
            self.put(self.label(), "OCT", ",".join(self.octal() for _ in range(random.randint(1, 4))))
        elif kind < 0.72:
            self.put(self.label(), "DEC", ",".join(self.decimal() for _ in range(random.randint(1, 3))))
        elif kind < 0.76:
            words = random.randint(1, 9)
            self.put(self.label(), "BCD", f"{words}{self.text(6 * words)}" if words < 9 else f" {self.text(60)}")
        elif kind < 0.82:
            self.put(self.label(), random.choice(("BSS", "BES")), str(random.choice((0, 1, 2, 30))))
        elif kind < 0.88:
            if name := self.label():
                self.put(name, random.choice(("EQU", "SYN")), self.expression(known=True))
        elif kind < 0.90:
            self.put("", "ORG", str(random.randint(0, 5000)))
        elif kind < 0.91:
            self.put(str(random.randint(100, 5000)), random.choice(self.operations), self.fields())
        elif kind < 0.93:
            self.cards.append(f"{random.choice(HEADINGS)}      HED")
        elif kind < 0.96:
            before = [
                card[7:] for card in self.cards if card[7:] in ("ABS", "REL")
            ]  # UA SAP's FUL after REL keeps a bit
            self.put("", random.choice(("ABS", "REL") if before[-1:] == ["REL"] else ("ABS", "FUL", "REL")))
        elif kind < 0.97:
            self.put("", "TCD", self.expression())
        elif kind < 0.98:
            self.put("", "REM", self.text(20))
        else:
            self._repeat()

    def _repeat(self) -> None:
        """Add words and the card that repeats them; UA SAP counts a word for each card."""
        random = self.random
        cards = random.randint(1, 3)
        for _ in range(cards):
            self.put("", random.choice(self.operations), self.fields())
        self.put("", "REP", f"{cards},{random.randint(1, 4)}")


def program(number: int) -> list[str]:
    """Return the cards of a program; one in ten keeps its symbols for the next one."""
    made = Program(number)
    random = made.random
    if number % 10 == 1:
        made.put("", random.choice(("AST", "RST")), TABLE)
    if random.random() < 0.2:
        made.put("", "DEF", str(random.randint(6000, 7000)))
    if random.random() < 0.1:
        made.put("", random.choice(("FUL", "REL")))
    if random.random() < 0.9:
        made.put("", "ORG", str(random.randint(0, 2000)))
    if random.random() < 0.15:
        made.twice = [made.names.pop()]
        made.free = list(dict.fromkeys(made.names))
    for _ in range(random.randint(1, CARDS)):
        made.card()
    if number % 10 == 0:
        made.put("", "WST", TABLE)
    made.put("", "OCT", made.octal())  # without words there is no deck of ours
    made.put("", "END", made.expression() if random.random() < 0.7 else "")
    return made.cards


# ---------------------------------------------------------------- programs by hand

SOURCE = """\
       REM EXPRESSIONS, SYMBOLS USED BEFORE THEY ARE DEFINED, BLOCKS
       ORG 24
START  CLA LAST+2*SIZE-1
       TXI *+1,1,-SIZE
       TIX START,1,SIZE/3
       STO BLOCK+SIZE
       STA *+1
       CLA **,4
       PXD
       TXL START,,7/2*2
       TXH *-2,2,2*3-7
SIZE   EQU 5*2
LOW    SYN START+1
BLOCK  BSS SIZE
TOP    BES 3
LAST   PZE LOW,,TOP
       MZE -1,7,-1
       FOR *,1,**
       SVN
       ADD 3*
       END START
       REM NUMBERS, FIXED AND FLOATING
       ORG 100
       DEC 1,-1,0,-0,34359738367,12345678901
       DEC 3.14159265,-2.718281828,.1,1E10,1E-10,6.02E23,.333333333
       DEC 3B17,.5B0,1.5E2B20,-7.25B10,99.999B12,1B35
       OCT 0,7,-7,777777777777,-377777777777,123456765432
       OCT 1,2,3
       BCD 4TEXT OF FOUR WORDS
       BCD 1A
       BCD 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ +-*/=().,$
       END 0
       REM UNITS AND SENSE
       ORG 30
       RCD
       CPY 0
       RTD 3
       RTB 10
       RDR 2
       WTD 1
       WTB 5
       WDR 8
       WPU
       WPR
       WTV
       BST 4
       REW 4
       WEF 10
       SLN 1
       SLT 4
       SLF
       SWT 6
       SPR 10
       SPT
       SPU 2
       SLN 97
       IOD
       RTT
       ETT
       CFF
       CHS
       SSM
       LBT
       ETM
       LTM
       DCT
       PBT
       PAX 0,1
       PDX ,2
       PXD ,4
       RND
       END 30
       REM HEADINGS, REPETITIONS, UNDEFINED SYMBOLS
       DEF 1000
       ORG 50
A      OCT 1
K      HED
A      OCT 2
       CLA A
       CLA 0$A
       CLA $A
LONGER PZE A
       HED
       CLA K$A
       CLA LONGER
       PZE *
       DEC 1
       REP 2,3
       STO TEMP
       STO OTHER
       CLA TEMP
       END A
       REM WHAT IT ONLY FLAGGED
       ORG 60
B      CLA NOWHERE+1
       XYZ B,1,2
       CLA 40000
       TXI B,9,170*512
       CLA LONGERNAME

C      OCT
       DEC
       BSS
       PZE C
       SLW B,,5
       RCD 1
       WPR 5
       TXI B,NOWHERE,3
       END B
       REM RELOCATABLE CARDS
       DEF 300
       REL
       ORG 10
A      CLA B
B      PZE
E      EQU A
S      SYN 5
50     OCT 7
F      PZE
       ORG 20
       TXI A
       TXI A,1,A
       TXI -A
       TXI 1-A,,2-A
       TXI A-B
       TXI A-B+A
       TXI A+B
       TXI 5-A-B
       TXI A-B-B
       TXI E
       TXI S
       TXI S-A
       TXI D
       TXI F
       TXI F-A
       TXI *
       TXI *-A
       TXI **
       TXI **,,**
       TXI A*5
       TXI 2*A
       TXI A*B
       TXI 1-2*A
       TXI 1-A*2
       TXI A/2
       TXI ,1
       TXI 5,7,9
       SWT A
       CLA NOWHERE+A
       DEC 5
       BSS 3
       PZE A
       REM
       TCD B
       END
       FIN
"""
