"""Which name does a line of assembly source define? Told only where no assembler would see it otherwise."""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.mos6502.isa import MNEMONICS

NAME = r"[A-Za-z_.@][A-Za-z0-9_.$@]*"
LITERAL = r"\$[0-9A-Fa-f]+|0[xX][0-9A-Fa-f]+|%[01]+|[0-9][0-9A-Fa-f]*[hH]|[0-9]+"
OPERATION = rf"(?:{'|'.join(sorted(MNEMONICS))})"
EQUATE = re.compile(
    rf"\s*(?!{OPERATION}\s)(?P<name>{NAME})(?:\s*(?P<sign>:?=)|\s+\.?(?:equ|set)\b(?=\s*[^\s#;,]))", re.IGNORECASE
)
VALUE = re.compile(rf"\s*(?P<value>{LITERAL})\s*(?:;.*)?", re.IGNORECASE)
WITH_COLON = re.compile(rf"\s*(?P<name>{NAME})\s?:(?![:=])")
BARE = re.compile(rf"(?P<name>{NAME})(?:\s+(?P<next>[^\s;]+)|\s*(?:;.*)?$)")
SIGNS = ".!+#"  # begin directives, and calls of macros
DIRECTIVES = frozenset(
    """ASC BLK BYT BYTE DA DB DC DCB DDB DEND DFB DFS DS DSECT DW DUMMY ELSE END ENDIF ENDM EQU ERR FCB FCC FDB HEX
    ICL IF INCBIN INCLUDE INS LST MAC MACRO ORG PROCESSOR RES RMB SEG SET SUBROUTINE TEXT TXT WORD""".split()
)


class Definition(NamedTuple):
    """What a line defines: a label, or, where there is a value, an equate (None: one that is no plain number)."""

    name: str
    equate: bool = False
    value: int | None = None
    address: bool = False  # an equate that counts as an address (:=)
    alone: bool = False  # a label with nothing behind it but perhaps a comment
    operation: bool = False  # a label with an instruction behind it


def definition(source: str, at_label: bool, has_bytes: bool, loose: bool = False) -> Definition | None:
    """Return what a line of source defines, None if nothing, or nothing that is sure.

    `at_label`: the text begins where labels stand; only there may one lack its colon, and only before an instruction
    of the 6502, before a directive, or on a line of its own that made nothing. `loose`: the columns of this listing
    are not to be trusted, and what stands before an instruction is a label anywhere.
    """
    if match := EQUATE.match(source):
        value = VALUE.fullmatch(source, match.end())
        return Definition(match["name"], True, _number(value["value"]) if value else None, match["sign"] == ":=")
    if match := WITH_COLON.match(source):
        return _label(match["name"], source[match.end() :])
    match = BARE.match(source)
    if not match or match["name"].upper() in MNEMONICS:
        return None
    found = _label(match["name"], source[match.end("name") :])
    if found.operation:
        sure = at_label or loose
    elif match["name"].startswith("."):
        sure = False  # a directive
    elif match["next"] is None:
        sure = at_label and not has_bytes and match["name"].upper() not in DIRECTIVES
    else:
        sure = at_label and (match["next"][0] in SIGNS or _operation(match["next"]) in DIRECTIVES)
    return found if sure else None


def _label(name: str, rest: str) -> Definition:
    words = rest.partition(";")[0].split()
    return Definition(name, alone=not words, operation=bool(words) and _operation(words[0]) in MNEMONICS)


def _operation(word: str) -> str:
    """Return an operation without its size: lda.b, byte.w."""
    return word.partition(".")[0].upper()


def is_local(name: str) -> bool:
    """Tell whether a label belongs to the one before it."""
    return name.startswith(("@", "."))


def _number(text: str) -> int:
    if text[0] in "$%":
        return int(text[1:], 16 if text[0] == "$" else 2)
    if text[-1] in "hH":
        return int(text[:-1], 16)
    return int(text, 16) if text[:2].lower() == "0x" else int(text)
