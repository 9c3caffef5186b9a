"""ALGOL systems of the time: their hardware representations, and their built-in procedures.

A dialect is data: changes to a hardware representation, a file of procedures in ALGOL, and signs that identify a
refused text as its own. The procedures that a program names are added after its text, as declarations of a
block around it; they are written in terms of this compiler's own procedures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from emulators.errors import IronboardError, did_you_mean
from host.compilers.algol.dialect import SYSTEMS as TITLES
from host.compilers.algol.symbols import (
    APOSTROPHE,
    PLAIN,
    PLAIN_SYMBOLS,
    UNDERLINED,
    UNDERLINED_SYMBOLS,
    Listed,
    Representation,
    Strings,
    recognise,
)
from host.languages.assembly import LIBRARY, read_lines


@dataclass(frozen=True, eq=False)
class System:
    """A dialect of ALGOL 60."""

    name: str
    library: str  # the file of its procedures
    base: Representation | None = None  # its hardware representation; None: that of the text
    changes: Mapping[str, Any] = field(default_factory=dict)  # of the fields of the representation
    signs: str = r"(?!)"  # a regular expression for text that identifies the dialect
    code: str = r"(?!)"  # and for code of the machine, which cannot run here
    numbers: Mapping[str, Callable[[str], int]] = field(default_factory=dict)  # functions of a string that is written
    by_type: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by the type of the parameter: which one

    def representation(self, text: str) -> Representation:
        """Return the hardware representation of a text."""
        return _changed(self, self.base or recognise(text))

    @property
    def text(self) -> str:
        """The procedures, as ALGOL in the plain representation."""
        return _text(self.library)


@cache
def _changed(system: System, base: Representation) -> Representation:
    return replace(base, **system.changes)


@cache
def _text(library: str) -> str:
    paths = [folder / "algol" / f"{library}.alg" for folder in LIBRARY]
    path = next((each for each in paths if each.is_file()), paths[0])
    return "\n".join(line.text for line in read_lines(path, str(path)))


# ---------------------------------------------------------------- KDF9

_LAYOUT = re.compile(
    r"(?P<before>(?:\d*s)*)(?P<sign>[+-]?)(?P<blank>(?:\d*n)*)(?P<whole>(?:\d*d)*)(?:\.(?P<part>(?:\d*d)*))?"
    r"(?:[º⏨](?P<esign>[+-]?)(?P<eblank>(?:\d*n)*)(?P<ewhole>(?:\d*d)*))?(?P<after>(?:\d*s|;)*)(?P<lines>(?:\d*[cp])*)"
)
_BASES = (("before", 32), ("sign", 3), ("blank", 32), ("whole", 32), ("part", 32), ("esign", 3), ("eblank", 4),
          ("ewhole", 4), ("after", 32), ("lines", 8))  # fmt: skip


def kdf9_layout(text: str) -> int:
    """Encode a layout of KDF9, `+nd.dd`, as a number: each part is a digit with a base of its own.

    The procedures in `kdf9.alg` unpack it. Raises ValueError if the text is no layout.
    """
    match = _LAYOUT.fullmatch("".join(text.split()).replace("e", "º"))
    if match is None or not (match["blank"] or match["whole"] or match["part"] or match["ewhole"]):
        raise ValueError("a layout is written like ‘+nd.dd’: n and d digits, s blanks, c a new line, ⏨ the exponent")
    value = 0
    for name, base in _BASES:
        written = match[name] or ""
        digit = "-+".find(written) + 1 if "sign" in name and written else 0 if "sign" in name else _length(written)
        if digit >= base:
            raise ValueError(f"this layout is too long: a part of it has {digit} characters")
        value = value * base + digit
    return value * 2 + (match["part"] is not None)


def _length(text: str) -> int:
    return sum(int(count or 1) for count, _ in re.findall(r"(\d*)(\D)", text))


# ---------------------------------------------------------------- the dialects

_LACKING = {"`": "'", "{": "[", "}": "]", "|": "!", "~": "^"}  # characters of ASCII that the 6600 does not have
_C_STRINGS = Strings({"\\n": "\n", "\\t": " ", '\\"': '"', "\\'": "'", "\\\\": "\\", **_LACKING}, joined=True)
_KDF9_NUMBERS = {"format": kdf9_layout}
_KDF9_STRINGS = Strings({"º": "⏨"}, blanks="*$_", layout={"c": "\n", "p": "\n", "s": " ", "t": " "})
_KDF9_WORDS = APOSTROPHE.words | {"library": "comment", "up": "↑"}
_ELLIOTT_SETTINGS = "sameline digits scaled freepoint aligned punch prefix stop".split()
_ELLIOTT = Representation(
    "elliott",
    "",
    PLAIN_SYMBOLS | {"'": ";", "*": "×", "**": "↑"},
    (("£", "?"), ("#", "?"), ("{", "}"), ("`", "´"), ("‘", "’")),
    "@",
    PLAIN.words | {"gr": ">", "greq": "≥", "less": "<", "lesseq": "≤", "noteq": "≠", "print": "print", "read": "read"},
    inside=Strings(layout={"l": "\n", "s": " ", "t": " ", "r": ""}),
    round=True,
    ends=True,
    lists={
        "print": Listed("printitem", "printbegins", "printends", frozenset(_ELLIOTT_SETTINGS)),
        "read": Listed("readitem", alone=frozenset({"reader"})),
    },
)

SYSTEMS = {
    each.name: each
    for each in (
        System(
            "x1", "x1",
            signs=r"(?i)\b(?:NLCR|PRINTTEXT|ABSFIXT|FIXT|FLOT|PRSYM|RESYM)\b",
        ),
        System(
            "whetstone", "kdf9", UNDERLINED, numbers=_KDF9_NUMBERS,
            changes={
                "strings": (("_[", "_]"), ("‘", "’")), "ten": "º@", "inside": _KDF9_STRINGS,
                "symbols": UNDERLINED_SYMBOLS | {"±": "≠"}, "words": _KDF9_WORDS, "ends": True,
            },
            code="_K_D_F_9|KDF9",
            signs=r"_\[|(?i:\b(?:writetext|write text)\s*\(\s*\d)",
        ),
        System(
            "kidsgrove", "kdf9", APOSTROPHE, numbers=_KDF9_NUMBERS,
            changes={
                "prefix": "!", "strings": (("{", "}"), *APOSTROPHE.strings), "ten": "º@", "inside": _KDF9_STRINGS,
                "symbols": PLAIN_SYMBOLS | {"±": "≠", "_<": "≤", "_>": "≥", "!=": "≠", "_=": "≡", "!%": "÷"},
                "words": _KDF9_WORDS, "ends": True,
            },
            code="[!']KDF9", signs=r"!begin\b",
        ),
        System(
            "elliott", "elliott", _ELLIOTT,
            by_type={"printitem": {"string": "printtext", "integer": "printinteger", "Boolean": "printboolean"}},
            code=r"(?i)\belliott\s*\(",
            signs=r"(?i)[£#][^\n?]*\?|^\s*(?:PRINT|READ)\s+[A-Z]",
        ),
        System("marst", "c", changes={"inside": _C_STRINGS}, signs=r'\\[n"]'),
        System(
            "jff", "c", changes={"inside": _C_STRINGS},
            signs=r"(?i)\b(?:newline|space)\b",
        ),
        System(
            "racket", "racket",
            by_type={name: {"real": f"{name}decimal"} for name in ("printn", "printnln")},
            changes={"inside": Strings({"|": "!"})},
            signs=r"(?i)\bprint(?:s|n|sln|nln)\s*\(|#lang\s+algol60",
        ),
    )
}  # fmt: skip
# Dialects that are not accepted, and the text that identifies them.
UNKNOWN = {
    "Burroughs Extended ALGOL": r"\bSTREAM\s+PROCEDURE\b"
    r"|(?m:^\s*(?:(?:ALPHA |SAVE )?FILE |FORMAT |DEFINE |ALPHA |LIST |MONITOR )(?:IN |OUT )?\s*\w)",
}


def by_name(name: str) -> System:
    """Return the dialect of a name that a user gave."""
    if name not in SYSTEMS:
        hint = did_you_mean(name, SYSTEMS, f"there are {', '.join(SYSTEMS)}")
        raise IronboardError(f"there is no dialect of ALGOL '{name}': {hint}")
    return SYSTEMS[name]


def suspicion(text: str, dialect: System | None, accepts: Callable[[System], bool]) -> str:
    """Return a hint at the possible reason for which a text is refused; "" if none is known.

    It names machine code, where its dialect has been chosen; else the dialect that the text looks like, if that
    `accepts` the part that was refused.
    """
    if dialect:
        code = "procedures and statements in the code of the other machine do not exist here"
        return code if re.search(dialect.code, text) else ""
    for title, signs in UNKNOWN.items():
        if re.search(signs, text):
            return f"this looks like {title}, which is not accepted"
    counts = {each: len(re.findall(each.signs, text)) for each in SYSTEMS.values()}
    likely = sorted((each for each in counts if counts[each]), key=lambda each: -counts[each])
    found = next((each for each in likely if accepts(each)), None)
    return f"this looks like {TITLES[found.name]}: --dialect {found.name}" if found else ""
