"""What is wrong with rules, in words: the numbers of errors that asm/cdc6600/pitrules.alg prints.

Those from 200 on are warnings.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

NO_LABEL = 59
SHORTEST = 2  # letters of a word that no other one is taken for
STATEMENT = "label . KEYWORD * ... ."
KEYWORDS = ("ARITHMETIC", "GO TO", "CPTD GO TO", "IF", "SCANNING", "LOOP", "RESULT", "MOVE", "FINISHED", "END")
DECLARATIONS = ("BOARD", "NATURES", "VARIABLE", "INDICATIF")
SUBMOVES = ("TRAVEL", "CAPTURE", "PUT", "PROMOTION", "INDIC")
OPERANDS = "TRAVEL, v1, v2; CAPTURE, v; PUT, nature, v; PROMOTION, nature, v; INDIC, indicatif, v"
MESSAGES = {  # code: message and hint; {} is the word at the place
    1: ("the language has no such character", "letters, digits, . , * = ( ) + - / < > ≠ ≤ ≥; remarks begin with #"),
    2: ("a word of more than 16 characters", "also the label of a SCANNING or LOOP with X, Z, W or Y before it"),
    3: ("a line of more than 1080 characters", "a statement may go on in the next line"),
    4: ("these rules are too large", "8000 symbols, 1200 words, 512 variables, 64 indicatifs, 990 statements at most"),
    5: ("a number beyond 131071", ""),
    20: ("this is not a declaration", "BOARD, NATURES, VARIABLE, INDICATIF come before MOVES and WIN"),
    21: ("there is no BOARD", "write BOARD width height"),
    22: ("BOARD is declared twice", ""),
    23: ("BOARD needs two numbers", "such as BOARD 8 8"),
    24: ("a side of the board is 1 to 2047", ""),
    25: ("the board is too large", "two atoms for each square, one or two for each indicatif: 1536 in all"),
    26: ("a name is missing", "such as VARIABLE ONE = 1"),
    27: ("'{}' is declared already", "natures, variables and indicatifs have different names"),
    28: ("= is missing", "such as VARIABLE ONE = 1"),
    29: ("a value is missing", "an integer, or a pair such as (1,0); a variable is not a value"),
    30: ("this pair is not complete", "such as (1,0)"),
    31: ("the second player's value has another type than the first player's", "both are integers or both are pairs"),
    32: ("a number of a pair is beyond 2047", ""),
    33: ("the declaration ends before this", "a declaration is one line"),
    34: ("'{}' is a function, not a name", ""),
    35: ("a declaration after MOVES or WIN", "declarations come first"),
    36: ("an indicatif is an integer, not a pair", ""),
    38: ("a statement before MOVES or WIN", "a line MOVES begins the algorithm of the moves"),
    40: ("there is no algorithm MOVES", "a line MOVES, then statements"),
    41: ("there is no algorithm WIN", "a line WIN, then statements"),
    42: ("'{}' is there already; what follows is passed over", ""),
    43: ("the algorithm that begins here has no END", "write  . END. after its last statement"),
    44: ("text after END", "only MOVES or WIN can follow"),
    45: ("nothing belongs after MOVES or WIN", ""),
    50: ("this is not a statement", STATEMENT),
    51: ("there is no statement '{}'", STATEMENT),
    52: ("* is missing after the keyword", STATEMENT),
    53: (". is missing before the keyword", STATEMENT),
    54: (". is missing at the end of the statement", ""),
    55: ("this does not belong to the statement", "perhaps its . is missing before this"),
    56: ("a SCANNING or LOOP needs a label", "X and Z before it are the labels to go on with"),
    57: ("the label '{}' is there already", "a SCANNING A has the label XA, too; a LOOP A has XA and ZA"),
    58: ("a label is missing", ""),
    59: ("no statement of this algorithm has the label '{}'", "XA and ZA belong to a SCANNING or LOOP A"),
    60: (", is missing", "IF: two labels; CPTD GO TO: a variable and a label"),
    61: (". is missing between two parts of the statement", ""),
    62: ("= is missing", ""),
    63: ("a variable is missing", ""),
    64: ("GO TO statements lead to each other and nowhere else", ""),
    65: ("RESULT names no result", "VICTORY, NO VICTORY, DRAW or LOSS"),
    66: ("OCCUPY and NATURE cannot be assigned to", "only ABSCISSA(v) and ORDINATE(v); a MOVE changes the board"),
    70: ("an operand is missing", "a variable, an indicatif, a function or ("),
    71: (") is missing", ""),
    72: ("there are no constants", "declare a variable, such as VARIABLE ONE = 1"),
    73: ("( is missing after a function", "such as OCCUPY(V)"),
    74: ("a relation is missing", "= /= < <= > >="),
    75: ("an operator is missing", "+ - *"),
    76: ("more than 25 parentheses within each other", ""),
    80: ("a pair and an integer cannot be added or subtracted", ""),
    81: ("a pair cannot be multiplied by a pair", ""),
    82: ("pairs can be compared with = and /= only", ""),
    83: ("the argument of a function is a square, not an integer", ""),
    84: ("a pair is compared with an integer", ""),
    85: ("'{}' has another type than the value", ""),
    86: ("'{}' must be a pair here", ""),
    87: ("this must be an integer", "W and Y before the label of a LOOP are integers"),
    88: ("nothing gives '{}' a value", "declare it, or assign to it in this algorithm"),
    89: ("the type of '{}' cannot be found", "it is assigned from itself only"),
    90: ("'{}' has another type than the expression of CPTD GO TO", ""),
    91: ("'{}' is an indicatif, and must be a variable here", "ARITHMETIC * A = {}, then A; a MOVE sets it by INDIC"),
    92: ("INDIC sets an indicatif", "INDIC, indicatif, variable; declare INDICATIF name = 0"),
    100: ("there is no submove '{}'", OPERANDS),
    101: ("MOVE is not a submove", "TRAVEL, v1, v2"),
    102: ("a submove with the wrong number of operands", OPERANDS),
    103: ("a variable is expected here, not a function", "assign it to a variable first"),
    106: ("a submove is missing", OPERANDS),
    107: ("a MOVE has 30 submoves at most", ""),
    110: ("no way leads from here to FINISHED", ""),
    201: ("this statement is never reached", ""),
    202: ("'{}' is a case of this CPTD GO TO already", "the first one counts"),
}  # fmt: skip
LABEL = re.compile(r"\s*([A-Z][A-Z0-9]*)\s*\.\s*([A-Z]+)")
VALUE = re.compile(
    r"\s*(?:VARIABLE|INDICATIF)\s+([A-Z][A-Z0-9]*)|.*(?:ARITHMETIC|SCANNING|LOOP)\s*\*\s*([A-Z][A-Z0-9]*)"
)


def message(code: int, word: str, line: int, lines: Sequence[str]) -> tuple[str, str]:
    """Return the message of an error on a line, and a hint: the name that may be meant, or what is expected."""
    text, hint = MESSAGES.get(code, (f"error {code}", ""))
    names = known(code, line, [each.upper() for each in lines]) if word else []
    if len(word) > SHORTEST and (close := difflib.get_close_matches(word, names, n=1)):
        hint = f"did you mean '{close[0]}'?"
    elif code == NO_LABEL and names:
        hint = f"there are {', '.join(names)}"
    return text.format(word), hint.format(word)


def known(code: int, line: int, lines: Sequence[str]) -> list[str]:
    """Return the names that could be meant where one is unknown."""
    match code:
        case 20 | 50:
            return [*DECLARATIONS, "MOVES", "WIN"]
        case 51:
            return [*KEYWORDS]
        case 100:
            return [*SUBMOVES]
        case 59:
            headers = [number for number, text in enumerate(lines, 1) if text.split("#")[0].strip() in ("MOVES", "WIN")]
            first = max((each for each in headers if each <= line), default=1)
            last = min((each for each in headers if each > line), default=len(lines) + 1)
            labels = [found for text in lines[first - 1 : last - 1] if (found := LABEL.match(text))]
            extra = {"SCANNING": "X", "LOOP": "XZ"}
            return [prefix + label[1] for label in labels for prefix in ("", *extra.get(label[2], ""))]
        case 88 | 92 | 63:
            assigned = [name for text in lines if (found := VALUE.match(text)) for name in found.groups() if name]
            return [*assigned, *(name for text in lines if text.startswith("NATURES") for name in text.split()[1:])]
    return []
