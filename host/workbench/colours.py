"""grammars.json: the grammars of all editors as the page's tokenizer reads them (web/write/languages.js).

Patterns become JavaScript's, with the flags i and u. A page has colours by them before Python has been loaded.
"""

from __future__ import annotations

import json
import re
from typing import Any

from host.assemblers.formatting import READERS
from host.editors import grammars
from host.editors.grammars import PIECES, Grammar, Kind, Line, Region, Rule, Token, line_head

KINDS = {  # of text -> their names in the page
    getattr(grammars, name.upper()): name
    for name in ("comment", "string", "number", "constant", "operation", "keyword", "directive", "type", "register",
                 "label", "builtin", "operator")
}  # fmt: skip
FIELDS = ("location", "operation", "variable", "remark")  # of a card, by the columns of `format`
CARDS = {"fortran66": {"label": 1, "+": 6, "statement": 7}}  # columns of languages that `format` does not know
SYNTAX = "^$\\.*+?()[]{}|/"  # what a pattern of JavaScript may escape; a class - too


def written() -> str:
    """Return the text of grammars.json."""
    return json.dumps(languages(), ensure_ascii=False, separators=(",", ":"))


def languages() -> list[dict[str, Any]]:
    """Return a grammar for each language: patterns, and for cards the first columns of their fields with names."""
    return [
        {
            "id": each.id,
            "title": each.title,
            "suffixes": [*each.suffixes],
            "comment": [*each.grammar.comment],
            "word": each.grammar.word,
            "columns": [*columns.values()],
            "names": [*columns],
            "rules": rules(each.grammar),
        }
        for each in grammars.languages()
        for columns in [_columns(each.id)]
    ]


def _columns(id: str) -> dict[str, int]:
    if id in READERS:
        operation, variable, remark, _ = READERS[id][0]
        return dict(zip(FIELDS, (1, operation, variable, remark), strict=True))
    return CARDS.get(id, {})


def rules(grammar: Grammar) -> list[dict[str, Any]]:
    """Return the rules of a grammar with patterns of JavaScript."""
    return [_rule(each) for each in grammar.rules]


def _rule(rule: Rule) -> dict[str, Any]:
    match rule:
        case Token(kind, pattern, before, after, lead):
            ahead = f"(?={after})" if after else ""
            row = {"token": for_javascript(f"({before})({pattern}){ahead}"), "kind": KINDS[kind]}
            return row | ({"lead": KINDS[lead]} if lead else {})
        case Region(kind, begin, end, nested, opening):
            row = {"begin": for_javascript(begin), "end": for_javascript(end), "kind": KINDS[kind]}
            return row | ({"nested": True} if nested else {}) | ({"opening": KINDS[opening]} if opening else {})
        case Line():
            inside = rule.inside
            return {
                "line": for_javascript(rf"{line_head(rule)}(?=[ \t]|$)"),
                "operand": for_javascript(rule.operand),
                "kind": KINDS[rule.kind],
                "inside": KINDS[inside] if isinstance(inside, Kind) else [_rule(each) for each in inside],
                "latest": rule.latest,
            }


def for_javascript(pattern: str) -> str:
    """Return a pattern for the flag u, with which only signs of the syntax may be escaped."""
    found = []
    for match in PIECES.finditer(pattern):
        piece, kind = match[0], match.lastgroup
        if kind == "class":
            piece = re.sub(r"\\(.)", lambda escape: _escaped(escape, SYNTAX + "-"), piece)
            piece = re.sub(r"^\[(\^?)\]", r"[\1\\]", piece)  # ] is a character at the beginning
        elif kind == "escape":
            piece = re.sub(r"\\(.)", _escaped, piece)
        elif kind == "plain" and piece in "{}]":
            piece = f"\\{piece}"
        found.append(piece)
    return "".join(found)


def _escaped(match: re.Match[str], syntax: str = SYNTAX) -> str:
    return match[0] if match[1] in syntax or match[1].isalnum() else match[1]
