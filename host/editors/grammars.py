"""The grammars of our languages, made of the tables that assemblers and compilers read.

A new language is a function here, and a row of GRAMMARS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from host.editors.lsp import languages as known

# What is a grammar for editors? Tokens, regions and lines of fields, each with the kind of text that it is.
#
#     Grammar("Toy", (Token(COMMENT, r";.*"), Token(OPERATION, r"\b(?:LDA|STA)\b")))
#
# The first rule that matches at the earliest place counts, in every editor. Patterns are regular expressions as Python
# and Oniguruma have them, in this subset: characters and their escapes, \b \d \s \S \w, classes of single characters
# and ranges, groups, |, ^, $, . and * + ? {m,n}, lazy ones too. Groups that look ahead or behind are missing in Emacs:
# `Token.before` and `Token.after` are for that. Small and capital letters are the same.


class Kind(NamedTuple):
    """The kind of a piece of text, and its names in editors."""

    scope: str  # of TextMate, without the language at its end
    group: str  # of Vim
    face: str  # of Emacs


COMMENT = Kind("comment.line", "Comment", "font-lock-comment-face")
STRING = Kind("string.quoted", "String", "font-lock-string-face")
NUMBER = Kind("constant.numeric", "Number", "font-lock-constant-face")
CONSTANT = Kind("constant.language", "Boolean", "font-lock-constant-face")
OPERATION = Kind("keyword.control.operation", "Statement", "font-lock-keyword-face")
KEYWORD = Kind("keyword.control", "Statement", "font-lock-keyword-face")
DIRECTIVE = Kind("keyword.other.directive", "PreProc", "font-lock-preprocessor-face")
TYPE = Kind("storage.type", "Type", "font-lock-type-face")
REGISTER = Kind("variable.language.register", "Special", "font-lock-variable-name-face")
LABEL = Kind("entity.name.function.label", "Identifier", "font-lock-function-name-face")
BUILTIN = Kind("support.function", "Function", "font-lock-builtin-face")
OPERATOR = Kind("keyword.operator", "Operator", "default")


class Token(NamedTuple):
    """Text on one line, between its contexts before and after."""

    kind: Kind
    pattern: str
    before: str = ""
    after: str = ""
    lead: Kind | None = None  # of the text before it, if that is more than blanks


class Region(NamedTuple):
    """Text from a beginning to an end, over any number of lines."""

    kind: Kind
    begin: str
    end: str
    nested: bool = False
    opening: Kind | None = None  # of its beginning, if that is another kind of text; its end is not part of it then


class Line(NamedTuple):
    """A line of fields: location, operation, operand, remark, blanks between them.

    Of an operand, `inside` is the kind, or the tokens in it; where there is no pattern for one, all else is a remark.
    """

    location: str
    gap: str  # between location and operation
    operations: str
    kind: Kind
    operand: str
    inside: Kind | tuple[Token, ...] = ()
    latest: int = 0  # the column, from 1, in which the operand begins at the latest; 0: anywhere


Rule = Token | Region | Line


class Grammar(NamedTuple):
    """The rules of a language, and other facts about its texts for editors."""

    title: str  # of the language, in lists of languages
    rules: tuple[Rule, ...]
    comment: tuple[str, str] = (";", "")  # before and after text that is commented out
    brackets: str = "()[]"  # in pairs
    word: str = r"[A-Za-z_][A-Za-z0-9_]*"  # selected by a double click
    indented: bool = True  # a comment may begin anywhere on a line


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of some words, the longest first."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=lambda each: (-len(each), each))))})"


def line_head(line: Line) -> str:
    """Return the pattern of a line's beginning; its groups are location, the gap, and operation."""
    return f"^({line.location})({line.gap})({line.operations})"


# ---------------------------------------------------------------- other notations of patterns

PIECES = re.compile(
    r"(?P<escape>\\.)|(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?:)?)|(?P<close>\))"
    r"|(?P<repeat>[*+?]\??|\{\d*,?\d*\}\??)|(?P<special>[|^$.])|(?P<plain>.)",
    re.DOTALL,
)
CLASSES = {"s": "[ \t]", "S": "[^ \t\n]", "d": "[0-9]", "w": "[A-Za-z0-9_]"}
LAZY_IN_VIM = {"*?": "{-}", "+?": "{-1,}", "??": "{-0,1}"}


def for_vim(pattern: str) -> str:
    """Return a pattern as Vim has it after the switch to its very magic notation, with / escaped."""
    found = []
    for match in PIECES.finditer(pattern):
        piece, kind = match[0], match.lastgroup
        if kind == "escape":
            piece = "%(<|>)" if piece == r"\b" else CLASSES.get(piece[1], piece)
        elif kind == "class":
            piece = piece.replace("/", r"\/")
        elif kind == "open":
            piece = "%("
        elif kind == "repeat" and len(piece) > 1 and piece.endswith("?"):
            piece = LAZY_IN_VIM.get(piece) or f"{{-{piece[1:-1]}"
        elif kind == "plain" and piece in "=<>@~&%/{":
            piece = "\\" + piece
        found.append(piece)
    return "".join(found)


def for_emacs(pattern: str) -> str:
    """Return a pattern as Emacs has it."""
    found = []
    for match in PIECES.finditer(pattern):
        piece, kind = match[0], match.lastgroup
        if kind == "escape":
            named = CLASSES.get(piece[1]) or {"n": "\n", "t": "\t", "b": r"\b"}.get(piece[1])
            piece = named or (piece if piece[1] in r".*+?^$[]\\" else piece[1])
        elif kind == "class":
            piece = _class_for_emacs(piece)
        elif kind in ("open", "close") or piece == "|" or piece[0] == "{":
            piece = "\\" + piece.replace("}", "\\}")
        found.append(piece)
    return "".join(found)


def _class_for_emacs(text: str) -> str:
    """Return a class without escapes: ] is first in it, - last, ^ not first."""
    inverted = text[1] == "^"
    items = re.sub(
        r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], f"\0{match[1]}"), text[1 + inverted : -1]
    )
    last = [each for each in "-^" if f"\0{each}" in items]
    first = "]" if "\0]" in items else ""
    items = re.sub(r"\0([\]^-])", "", items).replace("\0", "")
    return f"[{'^' * inverted}{first}{items}{''.join(reversed(last))}]"


MACRO = LABEL  # an operation that the program defines

# ---------------------------------------------------------------- the 6502


OPENING = ("define", "enum", "mac", "macro", "proc", "scope", "struct", "union")  # directives with a name after them


def ca65() -> Grammar:
    from emulators.mos6502.isa import MNEMONICS
    from host.assemblers.ca65 import assembler  # noqa: F401 - it fills DIRECTIVES
    from host.assemblers.ca65.macros import TEXT_FUNCTIONS
    from host.assemblers.ca65.parser import FUNCTIONS
    from host.assemblers.ca65.state import DIRECTIVES
    from host.assemblers.ca65.tokens import OPERATORS, WORD_OPERATORS

    name, cheap = r"[A-Za-z_][A-Za-z0-9_]*", r"@[A-Za-z0-9_]+"
    directives = {each[1:] for each in (*DIRECTIVES, *FUNCTIONS, *TEXT_FUNCTIONS, *WORD_OPERATORS)}
    return Grammar(
        "6502 assembly (ca65)",
        (
            Token(COMMENT, r";.*|//.*"),
            Region(COMMENT, r"/\*", r"\*/"),
            Token(STRING, r'"[^"\n]*"'),
            Token(STRING, r"'(?:[^\n]'|[^'\n]{2,}')"),
            Token(LABEL, rf"{name}\b", rf"\.{one_of(OPENING)}[ \t]+", lead=DIRECTIVE),
            Token(DIRECTIVE, rf"\.{one_of(directives)}\b"),
            Token(LABEL, rf"(?:{name}|{cheap}|):", r"^[ \t]*", r"(?:[^=:]|$)"),
            Token(LABEL, rf"{name}|{cheap}", r"^[ \t]*", r"[ \t]*:?="),
            Token(OPERATION, rf"\b{one_of(MNEMONICS)}\b"),
            Token(NUMBER, r"\$[0-9A-Fa-f][0-9A-Fa-f_]*|%[01][01_]*|\b[0-9][0-9A-Fa-f_]*[hH]\b|\b[0-9][0-9_]*\b"),
            Token(LABEL, rf"{cheap}|:\++|:-+"),
            Token(REGISTER, r"\b[AXY]\b"),
            Token(OPERATOR, one_of({*OPERATORS} - {*"()[]{},:"})),
        ),
        brackets="()[]{}",
        word=r"@?[A-Za-z_][A-Za-z0-9_:@]*",
    )


# ---------------------------------------------------------------- assemblers whose lines have fields

SAP_LOCATION = r"|[ \t]*[^ \t\n]+"  # a word further in is a symbol if an operation follows


def sap() -> Grammar:
    from host.assemblers.sap.fields import LATEST_VARIABLE, TEXTS
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS
    from host.assemblers.sap.words import OPERATIONS

    tokens = (
        Token(NUMBER, r"=?\b[0-9][0-9.]*(?:E+[+-]?[0-9]+)?(?:B[+-]?[0-9]*)?\b|=O[0-7]+|\.[0-9]+"),
        Token(STRING, r"=H[^,]*"),
        Token(LABEL, r"[^+\-*/,$ \t\n]\$"),  # a heading
        Token(OPERATOR, r"\*\*|[+\-*/=$]"),
    )
    alone = {name for name, each in OPERATIONS.items() if each.last == 0 and name}
    text = "|".join(f"{count}.{{0,{6 * count}}}" for count in range(1, 10))  # 2CHECKERS: two words of six
    kinds: list[tuple[set[str], Kind, str, Kind | tuple[Token, ...]]] = [
        ({"REM"}, DIRECTIVE, "", ()),
        ({*TEXTS}, DIRECTIVE, rf'"[^"\n]*"|{text}', STRING),
        (alone, OPERATION, "", ()),
        ({*OPERATIONS} - alone - {""}, OPERATION, r"[^ \t\n]+", tokens),
        ({*PSEUDO_OPERATIONS} - TEXTS - {"REM"}, DIRECTIVE, r"[^ \t\n]+", tokens),
    ]
    places = ((r"[^\t\n]{6}", " ", LATEST_VARIABLE), (SAP_LOCATION, r"[ \t]+", 0), ("", "", 0))
    return Grammar(
        "SAP assembly",
        (
            Token(COMMENT, r"^\*.*"),
            *(
                Line(location, gap, one_of(names), kind, operand, inside, latest)
                for location, gap, latest in places
                for names, kind, operand, inside in kinds
            ),
            Line(r"[^ \t\n]*", r"[ \t]+", r"[^ \t\n]+", MACRO, r"[^ \t\n]+", tokens),
        ),
        comment=("*", ""),
        word=r"[A-Za-z0-9.()#@'&%=]+",
        indented=False,
    )


COMPASS_LOCATION = r" ?[^ \t\n]+||[ \t]*[^ \t\n]+"
MOST_COUNTED = 40  # characters of a text that is coloured: 9HHELLO YOU


def compass() -> Grammar:
    from host.assemblers.compass import assembler  # noqa: F401 - it fills PSEUDO_OPERATIONS
    from host.assemblers.compass.instructions import OPERANDS, PLAIN, WITH_REGISTER, WITH_TWO
    from host.assemblers.compass.operands import REMARKS_COLUMN
    from host.assemblers.compass.state import PSEUDO_OPERATIONS

    counted = "|".join(rf"{count}[HALRCZ].{{0,{count}}}" for count in range(1, MOST_COUNTED + 1))
    quoted = "|".join(rf"\{each}[^\{each}\n]*\{each}" for each in "*/$.")
    texts = rf"(?:=?\b(?:0[HALRCZ](?:{quoted})|{counted})|=[HALRCZ](?:{quoted}))"
    tokens = (
        Token(STRING, rf"{texts}|\b0?[HALRCZ]\*[^*\n]*\*|\b0[HALRCZ][A-Z0-9]+"),
        Token(REGISTER, r"\b[ABX](?:[0-7]\b|\.[^ \t\n+\-*/,]+)"),
        Token(NUMBER, r"=?\b[0-9][0-9.]*(?:E+[+-]?[0-9]+)?(?:[BODSP][+-]?[0-9]*)*\b"),
        Token(OPERATOR, r"\*[LOP]\b|[+\-*/=$]"),
    )
    alone = {name for name in PLAIN if OPERANDS[name] == [""]}
    numbered = rf"{one_of(WITH_REGISTER)}(?:[0-7]|\.[^ \t\n]+)|{one_of(WITH_TWO)}[0-7],B[0-7]"
    operand = rf"(?:{texts}|[^ \t\n])+"
    lists = rf"(?:{texts}|\b[HALRCZ]\*[^*\n]*\*|[^ \t\n])+"
    remarks = {"COMMENT", "TITLE", "TTL"}
    kinds: list[tuple[str, Kind, str, Kind | tuple[Token, ...]]] = [
        (one_of(remarks), DIRECTIVE, "", ()),
        ("DIS", DIRECTIVE, r"[0-9]*,[^\n]*", STRING),
        (one_of(alone), OPERATION, "", ()),
        (rf"(?:{numbered}|{one_of(PLAIN - alone)})", OPERATION, operand, tokens),
        (one_of({*PSEUDO_OPERATIONS} - remarks - {"DIS"}), DIRECTIVE, lists, tokens),
    ]
    places = ((COMPASS_LOCATION, r"[ \t]+", REMARKS_COLUMN - 1), ("", "", REMARKS_COLUMN - 1))
    return Grammar(
        "COMPASS assembly",
        (
            Token(COMMENT, r"^\*.*"),
            *(
                Line(location, gap, names, kind, operand, inside, latest)
                for location, gap, latest in places
                for names, kind, operand, inside in kinds
            ),
            Line(r" ?[^ \t\n]+|", r"[ \t]+", r"[^ \t\n]+", MACRO, operand, tokens, REMARKS_COLUMN - 1),
        ),
        comment=("*", ""),
        word=r"[A-Za-z0-9.:;#%&'?!@\\<>$=]+",
        indented=False,
    )


# ---------------------------------------------------------------- ALGOL 60

TYPES = frozenset(["own", "Boolean", "integer", "real", "array", "switch", "procedure", "string", "label", "value"])
VALUES = frozenset(["true", "false"])


def algol() -> Grammar:
    """All hardware representations at once: which one a text is in takes more than a grammar to see."""
    from host.compilers.algol.standard import standard_procedures
    from host.compilers.algol.symbols import (
        APOSTROPHE,
        APOSTROPHE_SYMBOLS,
        CDC,
        DELIMITER_WORDS,
        OPERATOR_WORDS,
        PLAIN,
        PLAIN_SYMBOLS,
        QUOTED_WORDS,
    )

    def written(words: set[str], quoted: frozenset[str] = frozenset()) -> str:
        """Return a pattern for delimiters, as `begin`, 'begin' and "begin"."""
        inside = rf"[ \t]*{one_of(words | quoted)}[ \t]*"
        quotes = "|".join(f"{each.quote}{inside}{each.quote}" for each in (APOSTROPHE, CDC))
        return rf"(?:\b{one_of(words)}\b|{quotes})"

    strings = dict.fromkeys(pair for each in (CDC, APOSTROPHE, PLAIN) for pair in each.strings)
    underlined = r"(?:_[A-Za-z])(?:[ \t]?_[A-Za-z])*|[𝐀-𝚣]+"
    others = {*DELIMITER_WORDS, *OPERATOR_WORDS, "go to"} - TYPES - VALUES - {"comment"}
    end = written({"end"})
    follows = rf";|\.,|{written({'end', 'else'})}|_e_n_d|_e_l_s_e"
    signs = {*PLAIN_SYMBOLS, *APOSTROPHE_SYMBOLS} - {*"()[],;:"} - {"(/", "/)", "..", "'/'", ".,"}
    return Grammar(
        "ALGOL 60",
        (
            Region(COMMENT, rf"{written({'comment'})}|_c_o_m_m_e_n_t", r";|\.,"),
            Region(COMMENT, rf"{end}|_e_n_d", follows, opening=KEYWORD),
            *(Region(STRING, re.escape(a), re.escape(b), nested=True) for a, b in strings if len(a) == 3),
            Token(CONSTANT, written({*VALUES})),
            Token(TYPE, written({*TYPES})),
            Token(KEYWORD, written(others, frozenset(QUOTED_WORDS))),
            Token(KEYWORD, underlined),
            *(Region(STRING, re.escape(a), re.escape(b), nested=True) for a, b in strings if len(a) < 3 and a != b),
            Token(NUMBER, rf"(?:\b[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[⏨{APOSTROPHE.ten}E][-+]?[0-9]+)?|⏨[-+]?[0-9]+"),
            *(Token(STRING, rf"{a}[^{a}\n]*{a}") for a, b in strings if a == b),
            Token(BUILTIN, rf"\b{one_of(standard_procedures())}\b"),
            Token(LABEL, r"[A-Za-z][A-Za-z0-9_]*", r"^[ \t]*", r"[ \t]*:(?:[^=]|$)"),
            Token(OPERATOR, one_of(signs)),
        ),
        comment=("comment ", ";"),
    )


# ---------------------------------------------------------------- FORTRAN

MOST_HOLLERITH = 60  # characters of a text that is coloured: 9HHELLO YOU


def fortran() -> Grammar:
    """Words are coloured where blanks set them off: FORTRAN reads words without them, but only a parser can."""
    from host.compilers.fortran.intrinsics import INTRINSICS
    from host.compilers.fortran.parser.declarations import TYPES as KINDS
    from host.compilers.fortran.parser.statements import OPERATORS, SPECIFICATIONS, STATEMENTS

    def spaced(words: set[str]) -> str:
        return one_of(words).replace("\\ ", "[ \t]*")

    types = {*KINDS, "DOUBLE PRECISION"} - {"DOUBLEPRECISION", "DOUBLE"}
    declared = {*SPECIFICATIONS} - {*KINDS}
    truth = {".TRUE.", ".FALSE."}
    counted = "|".join(rf"{count}[HLR].{{0,{count}}}" for count in range(1, MOST_HOLLERITH + 1))
    return Grammar(
        "FORTRAN",
        (
            Token(COMMENT, r"^[C*$].*|^[ \t]*!.*"),
            Token(LABEL, r"[0-9][0-9 ]*", r"^[ \t]*", r"[ \t]*[A-Za-z]"),
            Token(OPERATOR, r"[^ 0\t\n]", r"^     "),
            Token(STRING, rf"\b(?:{counted})|'(?:[^'\n]|'')*'|\"[^\"\n]*\""),
            Token(TYPE, rf"\b{spaced(types)}\b"),
            Token(DIRECTIVE, rf"\b{spaced(declared)}\b"),
            Token(KEYWORD, rf"\b{spaced({*STATEMENTS, 'TO', 'EOF'})}\b"),
            Token(CONSTANT, one_of(truth)),
            Token(OPERATOR, one_of({*OPERATORS} - truth)),
            Token(BUILTIN, rf"\b{one_of(INTRINSICS)}\b", after=r"[ \t]*\("),
            Token(NUMBER, r"\b[0-7]+B\b|\b[0-9]+(?:\.[0-9]*)?(?:[ED][-+]?[0-9]+)?|\.[0-9]+(?:[ED][-+]?[0-9]+)?"),
            Token(OPERATOR, r"\*\*|[-+*/=]"),
        ),
        comment=("C ", ""),
        brackets="()",
        word=r"[A-Za-z][A-Za-z0-9]*",
        indented=False,
    )


# ---------------------------------------------------------------- rules of games


def pitrat() -> Grammar:
    # A test compares the words with those that asm/cdc6600/pitrules.alg knows.
    statements = ("AFTER", "ARITHMETIC", "CPTD GO TO", "END", "FINISHED", "GO TO", "IF", "LOOP", "MOVE", "RESULT",
                  "SCANNING")  # fmt: skip
    declarations = ("BOARD", "NATURES", "VARIABLE", "INDICATIF", "TRANSIENT")
    name = "[A-Z][A-Z0-9]*"
    return Grammar(
        "Pitrat's rules of games",
        (
            Token(COMMENT, r"#.*"),
            Token(DIRECTIVE, rf"{one_of(declarations)}\b", r"^[ \t]*"),
            Token(KEYWORD, "MOVES|WIN", r"^[ \t]*", r"[ \t]*(?:$|#)"),
            Token(LABEL, name, r"^[ \t]*", r"[ \t]*\."),
            Token(KEYWORD, rf"{one_of(statements)}\b", r"\.[ \t]*"),
            Token(BUILTIN, rf"\b{one_of(('OCCUPY', 'NATURE', 'ABSCISSA', 'ORDINATE'))}\b"),
            Token(TYPE, rf"\b{one_of(('TRAVEL', 'CAPTURE', 'PUT', 'PROMOTION', 'INDIC'))}\b"),
            Token(CONSTANT, rf"\b{one_of(('VICTORY', 'NO VICTORY', 'DRAW', 'LOSS', 'NONE'))}\b"),
            Token(NUMBER, r"\b[0-9]+\b"),
            Token(OPERATOR, r"[=<>/+*-]+|[≠≤≥]"),
        ),
        comment=("#", ""),
        brackets="()",
    )


GRAMMARS = {  # by the ids of languages
    "ca65": ca65,
    "sap": sap,
    "compass": compass,
    "algol60": algol,
    "fortran66": fortran,
    "pitrat": pitrat,
}


# ---------------------------------------------------------------- the languages that editors colour

# Which languages do editors get colours for? Those that the language server knows, where they have a grammar.


FILES = Path(__file__).parent / "files"  # the same for all languages


class Language(NamedTuple):
    """A language as editors see it."""

    id: str
    suffixes: tuple[str, ...]
    grammar: Grammar
    debugged: bool  # `ironboard dap` runs its programs

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.grammar.title


def languages() -> list[Language]:
    """Return all languages, with their grammars."""
    rows = [(each, GRAMMARS.get(each.id) or each.grammar) for each in known.languages().values()]
    return [Language(each.id, each.suffixes, grammar(), each.debugged) for each, grammar in rows if grammar]


def resource(name: str) -> str:
    """Return the text of a file that is the same for all languages."""
    return (FILES / name).read_text(encoding="utf-8")
