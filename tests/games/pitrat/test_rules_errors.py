"""Every mistake in rules that asm/cdc6600/pitrules.alg finds, at its place, and texts that are damaged at random."""

from __future__ import annotations

import random
import re

import pytest

from host.machines.programs import find_source
from tests.shared import ALL_EXAMPLES

from .reading import Error, read

pytestmark = pytest.mark.usefixtures("quick")

DECLARATIONS = """BOARD 3 3
NATURES MAN KING
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE TWO = 2
VARIABLE UP = (0,1) / (0,-1)
VARIABLE RIGHT = (1,0)
INDICATIF LAST = 0 TRANSIENT
INDICATIF SCORE = 0 / 0
"""
MOVES = """MOVES
A. SCANNING * V . F.
 . IF * OCCUPY(V) = EMPTY . B, XA.
B. MOVE * PUT, MAN, V.
 . GO TO * XA.
F. FINISHED *.
 . END.
"""
WIN = """WIN
 . RESULT * NO VICTORY.
 . END.
"""


def declared(*lines):
    """Return rules with these declarations behind the usual ones."""
    return DECLARATIONS + "".join(f"{line}\n" for line in lines) + MOVES + WIN


def moving(*lines):
    """Return rules with these statements as MOVES."""
    return DECLARATIONS + "MOVES\n" + "".join(f"{line}\n" for line in lines) + " . END.\n" + WIN


def arrays(*lines):
    """Return rules with these statements as MOVES, and with arrays and a move."""
    return moving(*lines).replace("MOVES\n", "VARIABLE N(3) = 1\nVARIABLE D(2) = (0,1)\nVARIABLE M(2) = NONE\nMOVES\n")


def placed(marked):
    """Return a text without its marks {code:symbol}, and the errors that they stand for."""
    expected, lines = [], []
    for number, line in enumerate(marked.splitlines(), 1):
        while found := re.search(r"\{(\d+):([^{}]*)\}", line):
            code, symbol = int(found[1]), found[2]
            word = symbol if re.fullmatch("[A-Z][A-Z0-9]{,15}", symbol) else ""
            expected.append(Error(number, found.start() + 1, max(len(symbol), 1), code, word))
            line = line[: found.start()] + symbol + line[found.end() :]
        lines.append(line)
    return "\n".join(lines) + "\n", sorted(expected)


WRONG = [
    # characters, words, numbers
    declared("VARIABLE A {1:;} 1"),
    moving(" . IF * OCCUPY(V) {1:!} EMPTY . Q, Q.", "Q. FINISHED *."),
    declared("VARIABLE {2:ABCDEFGHIJKLMNOPQ} = 1"),
    moving("{2:ABCDEFGHIJKLMNOP}. SCANNING * V . F.", "F. FINISHED *."),
    declared("VARIABLE A = {5:131072}", "VARIABLE B = 131071"),
    # declarations
    declared("{20:VARIABEL} A = 1"),
    declared("{20:A} = 1"),
    declared("{20:=}"),
    declared("{22:BOARD} 8 8"),
    "BOARD 8{23:}\nMOVES\n . END.\n" + WIN,
    "BOARD {23:EIGHT} 8\nMOVES\n . END.\n" + WIN,
    declared("NATURES {26:3}"),
    declared("NATURES ROOK, {27:MAN}"),
    declared("VARIABLE{26:}"),
    declared("VARIABLE {27:MAN} = 1", "VARIABLE {27:TWO} = 1", "VARIABLE {27:LAST} = 0"),
    declared("INDICATIF {27:SCORE} = 0", "INDICATIF {27:MAN} = 0"),
    declared("VARIABLE A {28:1}"),
    declared("VARIABLE A ={29:}", "VARIABLE B = {29:TWO}", "VARIABLE C = 1 /{29:}", "INDICATIF D = {29:TRANSIENT}"),
    declared("VARIABLE A = (1{30:)}", "VARIABLE B = (1,1{30:}", "VARIABLE C = (1{30:.}1)"),
    declared("VARIABLE A = 1 / {31:(}1,1)"),
    declared("VARIABLE A = (2047,-2047) / (1,-{32:2048})"),
    declared("VARIABLE A = 1 / 2 {33:/} 3", "INDICATIF B = 0 {33:TRANSIEN}"),
    declared("VARIABLE {34:OCCUPY} = 1", "NATURES {34:NATURE}"),
    DECLARATIONS + MOVES + "{35:VARIABLE} A = 1\n" + WIN,
    declared("INDICATIF A = {36:(}0,0)"),
    declared("VARIABLE A(3) = 1, 2{37:}", "VARIABLE B({39:0}) = 1", "VARIABLE C({39:401}) = 1",
        "VARIABLE D({39:)} = 1"),
    declared("VARIABLE A(2) = (1,0), {46:1}", "VARIABLE B(2) = 1, 2{33:,} 3", "VARIABLE C(2{71:=} 1"),
    declared("VARIABLE A(2) = NONE / {31:1}", "VARIABLE B = {29:/}"),
    # sections
    DECLARATIONS + "A. {38:SCANNING} * V . F.\n . END.\n".replace("{38:SCANNING}", "SCANNING").replace("A.", "{38:A}.")
    + MOVES + WIN,
    DECLARATIONS + MOVES + MOVES.replace("MOVES", "{42:MOVES}") + WIN,
    DECLARATIONS + MOVES.replace("MOVES", "{43:MOVES}").replace(" . END.\n", "") + WIN,
    DECLARATIONS + MOVES + "{44:C}. MOVE * PUT, MAN, V.\n . GO TO * XA.\n" + WIN,
    DECLARATIONS + MOVES + "{44:HELLO}\n" + WIN,
    DECLARATIONS + MOVES + WIN + "{44:HELLO}\nGOOD BYE\n",
    DECLARATIONS + MOVES.replace("MOVES", "MOVES{45:.}") + WIN,
    moving("{50:HELLO}", "A. SCANNING * V . F.", "F. FINISHED *."),
    # statements
    moving("A. {51:SCANING} * V . F.", " . IF * OCCUPY(V) = EMPTY . B, XA.", "B. MOVE * PUT, MAN, V."),
    moving(" . {51:GOTO} * F.", "F. FINISHED *."),
    moving("A. SCANNING * V . F.", " . {51:ARITMETIC} * V = V + UP.", " . GO TO * XA.", "F. FINISHED *."),
    moving("A. SCANNING {52:V} . F.", " . GO TO * XA.", "F. FINISHED *."),
    moving("A {53:SCANNING} * V . F.", " . GO TO * XA.", "F. FINISHED *."),
    moving("{53:GO} TO * F.", "F. FINISHED *."),
    moving("A. SCANNING * V . F{54:}", " . GO TO * XA{54:}", "F. FINISHED *"),
    moving("A. SCANNING * V . F {55:B}.", " . GO TO * XA. {55:XA}", "F. FINISHED * {55:A}."),
    moving(" . ARITHMETIC * A = TWO {55:TWO}."),
    moving(" . {56:SCANNING} * V . F.", "F. FINISHED *."),
    moving(" . {56:LOOP} * V = UP . UP . F.", "F. FINISHED *."),
    moving("F. ARITHMETIC * A = TWO.", "{57:F}. FINISHED *."),
    moving("A. SCANNING * V . F.", " . GO TO * XA.", "{57:XA}. ARITHMETIC * Q = TWO.", "F. FINISHED *."),
    moving("XA. ARITHMETIC * Q = TWO.", "{57:A}. SCANNING * V . F.", " . GO TO * XA.", "F. FINISHED *."),
    moving(" . GO TO * {58:.}", " . GO TO *{58:}"),
    moving(" . GO TO * {59:G}.", " . IF * TWO = TWO . {59:XF}, F.", "F. FINISHED *."),
    moving(" . IF * TWO = TWO . F {60:F}.", " . CPTD GO TO * TWO = TWO {60:.} F.", "F. FINISHED *."),
    moving("A. SCANNING * V {61:F}.", " . GO TO * XA.", "F. FINISHED *."),
    moving(" . CPTD GO TO * TWO = TWO, F {61:,} EMPTY, F.", "F. FINISHED *."),
    moving(" . MOVE * PUT, MAN, RIGHT {61:CAPTURE}, RIGHT."),
    moving(" . ARITHMETIC * A {62:+} TWO.", "L. LOOP * V {62:.} UP . UP . F.", " . GO TO * XL.", "F. FINISHED *."),
    moving(" . ARITHMETIC * {63:=} TWO.", "A. SCANNING * {63:.} F.", " . GO TO * XA.", "F. FINISHED *."),
    moving(" . {64:GO} TO * B.", "B. {64:GO} TO * C.", "C. {64:GO} TO * B."),
    moving(" . RESULT * {65:.}"),
    moving(" . ARITHMETIC * {66:OCCUPY}(UP) = TWO."),
    # expressions
    moving(" . ARITHMETIC * A = {70:*} TWO.", " . ARITHMETIC * A = TWO + {70:.}", " . ARITHMETIC * A = ({70:)}."),
    moving(" . ARITHMETIC * A = (TWO + TWO{71:.}", " . ARITHMETIC * ABSCISSA(V {71:=} TWO."),
    moving(" . ARITHMETIC * A = TWO + {72:1}.", " . MOVE * PUT, {72:1}, RIGHT."),
    moving(" . ARITHMETIC * A = OCCUPY {73:UP}.", " . IF * NATURE {73:=} MAN . F, F.", "F. FINISHED *."),
    moving(" . IF * TWO {74:.} F, F.", "F. FINISHED *."),
    moving(" . ARITHMETIC * A = (TWO {75:TWO})."),
    moving(f" . ARITHMETIC * A = {'(' * 25}{{76:(}}TWO{')' * 26}."),
    # types
    moving(" . ARITHMETIC * A = TWO {80:+} UP.", " . ARITHMETIC * A = UP {80:-} OCCUPY(UP)."),
    moving(" . ARITHMETIC * A = UP {81:*} UP.", " . ARITHMETIC * B = TWO * UP * TWO."),
    moving(" . IF * UP {82:<} RIGHT . F, F.", "F. FINISHED *."),
    moving(" . ARITHMETIC * A = {83:OCCUPY}(TWO) + {83:ORDINATE}(LAST)."),
    moving(" . IF * UP {84:=} TWO . F, F.", "F. FINISHED *."),
    moving(" . ARITHMETIC * {85:TWO} = UP.", " . ARITHMETIC * Q = UP.", " . ARITHMETIC * {85:Q} = TWO."),
    moving(" . ARITHMETIC * ABSCISSA({86:TWO}) = TWO.", "A. SCANNING * {86:TWO} . F.", " . GO TO * XA.", "F. FINISHED"),
    moving("L. LOOP * V = {86:TWO} . UP, {86:TWO} . F.", " . GO TO * XL.", "F. FINISHED *."),
    moving("L. LOOP * {86:TWO} = UP . UP . F.", " . GO TO * XL.", "F. FINISHED *."),
    moving(" . MOVE * TRAVEL, {86:TWO}, {86:TWO} . CAPTURE, {86:TWO} . PUT, {87:UP}, {86:TWO}."),
    moving(" . MOVE * PROMOTION, {87:UP}, UP . INDIC, LAST, {87:UP}."),
    moving(" . ARITHMETIC * ABSCISSA(UP) = {87:RIGHT}."),
    DECLARATIONS + "VARIABLE WL = (0,0)\nMOVES\n{87:L}. LOOP * V = UP . UP . F.\n . GO TO * XL.\nF. FINISHED *.\n"
    + " . END.\n" + WIN,
    moving(" . ARITHMETIC * A = {88:B} + {88:C} + B.", " . IF * B = C . F, F.", "F. FINISHED *."),
    DECLARATIONS + MOVES + "WIN\n . MOVE * CAPTURE, {88:V}.\n . END.\n",
    moving(" . ARITHMETIC * A = {89:A} + {89:B} * B.", " . ARITHMETIC * B = A."),
    moving(" . CPTD GO TO * TWO = {90:UP}, F.", "F. FINISHED *."),
    moving(" . ARITHMETIC * {91:LAST} = TWO.", " . MOVE * PUT, {91:LAST}, UP.", " . MOVE * INDIC, LAST, {91:SCORE}."),
    moving(" . CPTD GO TO * TWO = {91:LAST}, F.", "F. FINISHED *."),
    moving(" . MOVE * INDIC, {92:TWO}, TWO.", " . MOVE * INDIC, {92:,} TWO."),
    # submoves
    moving(" . RESULT * {203:VICTROY}.", " . RESULT * NO {203:VICTROY}."),
    arrays(" . ARITHMETIC * Q = NONE + {100:CAPTRUE}, UP."),
    moving(" . MOVE * {100:TAKE}, RIGHT.", " . MOVE * CAPTURE, RIGHT . {100:PAWN}, RIGHT."),
    moving(" . MOVE * CAPTURE, RIGHT . {101:MOVE}, RIGHT, RIGHT."),
    moving(" . MOVE * TRAVEL, UP{102:.}", " . MOVE * CAPTURE, UP{102:,} UP.", " . MOVE * PUT{102:.}"),
    moving(" . MOVE * INDIC, LAST{102:.}"),
    moving(" . MOVE * CAPTURE, {103:OCCUPY}(UP).", "L. LOOP * V = {103:OCCUPY}(UP) . UP . F.", "F. FINISHED *."),
    moving(" . MOVE * {106:.}", " . MOVE * CAPTURE, UP . {106:,} UP."),
    moving(f" . MOVE * CAPTURE, UP{' . CAPTURE, UP' * 30}{{107:}}."),
    # subscripts and moves as values
    arrays(" . ARITHMETIC * A = {93:N}(UP).", " . ARITHMETIC * {93:N}(UP) = TWO.",
        " . ARITHMETIC * A = N({70:)} + TWO."),
    arrays(" . ARITHMETIC * M(TWO) = M(TWO) {94:+} TWO.", " . ARITHMETIC * A = {94:-} M(TWO).",
        " . ARITHMETIC * B = TWO {94:*} M(TWO)."),
    arrays(" . ARITHMETIC * A = {94:OCCUPY}(M(TWO))."),
    arrays(" . ARITHMETIC * A = {95:N} + TWO.", " . ARITHMETIC * {95:N} = TWO.", " . MOVE * CAPTURE, {95:D}."),
    arrays(" . ARITHMETIC * A = {96:TWO}(TWO).", " . ARITHMETIC * {96:B}(TWO) = TWO.",
        " . MOVE * CAPTURE, {96:UP}(TWO)."),
    arrays(" . MOVE * {97:TWO}.", " . MOVE * {97:N}(TWO).", " . AFTER * {97:UP}.",
        " . ARITHMETIC * {97:TWO} = NONE + CAPTURE, UP."),
    arrays(" . ARITHMETIC * Q = {97:UP} + CAPTURE, UP.", " . ARITHMETIC * {97:N}(TWO) = NONE + CAPTURE, UP."),
    arrays(" . IF * M(TWO) {98:=} NONE . F, F.", " . CPTD GO TO * {98:M}(TWO) = TWO, F.", "F. FINISHED *.").replace(
        "CPTD GO TO * {98:M}(TWO) = TWO", "CPTD GO TO * {98:M}(TWO) = {90:TWO}"),
    arrays("L. LOOP * V = UP . D(TWO) TO D(TWO){99:,} UP . F.", "F. FINISHED *.").replace("{99:,}", ",").replace(
        ". D(TWO) TO", ". {99:D}(TWO) TO"),
    arrays("L. LOOP * V = UP . D(TWO) TO {104:N}(TWO) . F.", "K. LOOP * V = UP . D(TWO) TO {104:UP} . F.",
        "F. FINISHED *."),
    arrays(" . MOVE * {105:NONE}.", " . ARITHMETIC * {105:NONE} = TWO.", " . MOVE * CAPTURE, {105:NONE}."),
    arrays(" . MOVE * TRAVEL, {86:N}(TWO), {86:M}(TWO) . PUT, {87:D}(TWO), UP . INDIC, LAST, {87:D}(TWO)."),
    arrays("A. SCANNING * {86:N}(TWO) . F.", " . GO TO * XA.", "F. FINISHED *.", " . ARITHMETIC * {85:N}(TWO) = UP."),
    arrays("L. LOOP * {86:N}(TWO) = {86:TWO} . {86:N}(TWO), UP . F.", " . GO TO * XL.", "F. FINISHED *."),
    arrays("L. LOOP * V = {86:TWO} . {86:N}(TWO) TO N(TWO) . F.", " . GO TO * XL.", "F. FINISHED *."),
    arrays(" . ARITHMETIC * ABSCISSA({86:N}(TWO)) = TWO.", " . CPTD GO TO * TWO = {90:D}(TWO), F.", "F. FINISHED *."),
    arrays(" . ARITHMETIC * Q = M(TWO) + CAPTURE, UP{102:,} UP.", " . AFTER * {63:.}", " . AFTER * M(TWO){54:}"),
    # the flowchart
    moving("A. {110:IF} * TWO = TWO . B, C.", "B. ARITHMETIC * Q = TWO.", " . GO TO * A.", "C. GO TO * A."),
    moving(" . ARITHMETIC * R = TWO.", "B. ARITHMETIC * Q = TWO.", " . GO TO * B.").replace(
        ". ARITHMETIC * R", ". {110:ARITHMETIC} * R"),
    moving("L. {110:SCANNING} * V . L.", " . GO TO * XL."),
    moving(" . GO TO * F.", " . {201:ARITHMETIC} * Q = TWO.", " . ARITHMETIC * Q = TWO.", "F. FINISHED *."),
    moving(" . CPTD GO TO * TWO = TWO, F . EMPTY, F . {202:TWO}, F.", "F. FINISHED *."),
]  # fmt: skip
WHOLE = [  # errors of the whole text: no place, or that of a line
    ("MOVES\n . END.\n" + WIN, {21}),
    (DECLARATIONS, {40, 41}),
    (DECLARATIONS + MOVES, {41}),
    (DECLARATIONS + WIN, {40}),
    ("", {21, 40, 41}),
    ("BOARD 0 8\nMOVES\n . END.\n" + WIN, {24}),
    ("BOARD 8 2048\nMOVES\n . END.\n" + WIN, {24}),
    ("BOARD 46 46\nMOVES\n . END.\n" + WIN, {25}),
]
GOOD = [
    declared(),
    declared("NATURES ROOK, BISHOP", "VARIABLE A = (-1, -1) / ( 0 , 0 )", "INDICATIF B = -1 / 1 TRANSIENT"),
    moving("A.SCANNING*V.F.", "  .IF*OCCUPY(V)=EMPTY.B,XA.", "B.MOVE*PUT,MAN,V.", ".GO TO*XA.", "F.FINISHED*."),
    moving("A. SCANNING", "  * V", " .", "  F .", " . IF * OCCUPY(V)", "  =", " EMPTY . B,", "END.", "B. GO TO * XA.",
           "END. GO TO * XA.", "F. FINISHED *"),
    moving(" . CPTD GO TO * OCCUPY(UP) = EMPTY, F .", "   FRIEND, F .", " TWO, F.", "F. FINISHED."),
    moving(" . IF * TWO ≠ FRIEND . F, F.", " . IF * TWO ≤ FRIEND . F, F.", "G. IF * TWO ≥ FRIEND . F, G.",
           "F. FINISHED *."),
    moving(" . IF * TWO <> FRIEND . F, F.", " . IF * (TWO) /= -FRIEND . F, F.", "F. FINISHED *."),
    moving(" . ARITHMETIC * MOVE = TWO.", " . ARITHMETIC * IF = MOVE.", "LOOP. SCANNING * GO . TO.",
           " . GO TO * XLOOP.", "TO. FINISHED *."),
    moving(" . RESULT * DRAW.", " . RESULT * A DRAW BY AGREEMENT.", " . ARITHMETIC * A = LAST - SCORE * TWO."),
    moving("A. FINISHED *.", ""),
]  # fmt: skip


@pytest.mark.parametrize("marked", WRONG, ids=lambda marked: "-".join(re.findall(r"\{(\d+):", marked)))
def test_a_mistake_is_told_at_its_place(marked):
    text, expected = placed(marked)
    found = read(text)
    assert sorted(each for each in found.errors if each.code not in (201, 202) or each in expected) == expected
    assert found.good == all(each.code >= 200 for each in expected)


@pytest.mark.parametrize(("text", "codes"), WHOLE)
def test_what_is_missing_in_the_whole_text(text, codes):
    found = read(text)
    assert {each.code for each in found.errors} == codes
    assert not found.good


@pytest.mark.parametrize("text", GOOD)
def test_ways_of_writing_that_are_right(text):
    found = read(text)
    assert [each for each in found.errors if each.code < 200] == []
    assert found.good


def damaged(text, dice):
    """Return a text with some of its symbols lost, doubled, exchanged, or replaced by others."""
    symbols = re.findall(r"[A-Z0-9]+|[^A-Z0-9]", text)
    for _ in range(dice.randint(1, 4)):
        one, two = dice.randrange(len(symbols)), dice.randrange(len(symbols))
        match dice.randrange(6):
            case 0:
                del symbols[one]
            case 1:
                symbols.insert(one, symbols[one])
            case 2:
                symbols[one], symbols[two] = symbols[two], symbols[one]
            case 3:
                symbols[one] = symbols[two]
            case 4:
                symbols.insert(one, dice.choice(".,*()+-/=<>≠:;_! 7\n"))
            case 5:
                del symbols[one : one + dice.randint(1, 30)]
    return "".join(symbols)


def plain(name):
    """Return one of our own files of rules, without remarks."""
    lines = find_source(f"asm/pitrat/{name}.rules").read_text().upper().splitlines()
    return "".join(f"{line.partition('#')[0].rstrip()}\n" for line in lines)


@pytest.mark.parametrize("name", ["ttt", "ttt-place", "messenger", "checkers"])
def test_damaged_rules_are_refused_or_read(name):
    text, dice = plain(name), random.Random(name)
    assert all(read(damaged(text, dice)).good in (False, True) for _ in range(25 if ALL_EXAMPLES else 10))


LARGE = {
    "variables": declared(*(f"VARIABLE A{k} = 1" for k in range(600))),
    "indicatifs": declared(*(f"INDICATIF A{k} = 1" for k in range(65))),
    "natures": declared(*(f"NATURES A{k} B{k} C{k}" for k in range(140))),
    "statements": moving(*(" . ARITHMETIC * A = TWO." for _ in range(1000))),
    "nodes": moving(*(f"L{k}. LOOP * V = UP . UP . F." for k in range(300)), "F. FINISHED *."),
    "words": moving(*(f"L{k}. FINISHED *." for k in range(980)), *(f" . MOVE * CAPTURE, K{k}." for k in range(9)),
                    *(f"VICTORY A{k} B{k} C{k} D{k} E{k} F{k} G{k} H{k}" for k in range(40))),
    "symbols": moving(" . MOVE *", *("TRAVEL, UP, UP . TRAVEL, UP, UP . TRAVEL, UP, UP ." for _ in range(500))),
    "code": moving(" . ARITHMETIC * A =", *("+ TWO + TWO + TWO + TWO + TWO + TWO" for _ in range(350)), ".").replace(
        "=\n+", "="),
    "list": moving(" . CPTD GO TO * TWO =", *("TWO, F . TWO, F ." for _ in range(760)), "F. FINISHED *."),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_told(name):
    found = read(LARGE[name])
    assert [each.code for each in found.errors if each.code < 200] == [4]
    assert not found.good


def test_a_line_that_is_too_long_is_told():
    found = read(moving(" . ARITHMETIC * A = TWO" + " + TWO" * 300 + "."))
    assert [each[:4] for each in found.errors] == [(11, 1081, 1, 3)]
    assert not found.good


def test_a_hundred_errors_are_enough():
    found = read(declared(*("VARIABLE" for _ in range(200))))
    assert [each.code for each in found.errors] == [26] * 100
    assert not found.good
