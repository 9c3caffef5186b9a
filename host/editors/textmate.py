"""Grammars as VS Code and other editors read them: TextMate's, in JSON."""

from __future__ import annotations

from typing import Any

from host.editors.grammar import COMMENT, LABEL, Grammar, Kind, Line, Region, Rule, Token, line_head

Pattern = dict[str, Any]


def textmate(name: str, id: str, suffixes: tuple[str, ...], grammar: Grammar) -> Pattern:
    """Return the grammar of the language `id`, whose name for people is `name`."""
    rules = {f"rule{number}": _rule(each, id, f"rule{number}") for number, each in enumerate(grammar.rules)}
    return {
        "name": name,
        "scopeName": f"source.{id}",
        "fileTypes": [each.lstrip(".") for each in suffixes],
        "patterns": [{"include": f"#{each}"} for each in rules],
        "repository": rules,
    }


def _named(kind: Kind, id: str) -> Pattern:
    return {"name": f"{kind.scope}.{id}"}


def _rule(rule: Rule, id: str, own: str = "") -> Pattern:
    """Return a rule; `own` is its name in the repository."""
    match rule:
        case Token(kind, pattern, before, after, lead):
            captures = {"2": _named(kind, id)} | ({"1": _named(lead, id)} if lead else {})
            return {"match": f"(?i)({before})({pattern}){f'(?={after})' if after else ''}", "captures": captures}
        case Region(kind, begin, end, nested, opening):
            found = {"begin": f"(?i){begin}", "end": f"(?i)(?={end})" if opening else f"(?i){end}"}
            if opening:
                return found | {"contentName": _named(kind, id)["name"], "beginCaptures": {"0": _named(opening, id)}}
            return found | _named(kind, id) | ({"patterns": [{"include": f"#{own}"}]} if nested else {})
        case Line():
            return _line(rule, id)


def _line(line: Line, id: str) -> Pattern:
    captures: Pattern = {"1": _named(LABEL, id), "3": _named(line.kind, id), "5": _named(COMMENT, id)}
    column = ""
    if line.latest:  # Oniguruma looks back over texts of fixed lengths only; a line with tabs has no columns
        column = f"(?<=\\t|{'|'.join(f'^.{{{each}}}' for each in range(2, line.latest))})"
    if line.operand:
        inside = line.inside
        patterns = {} if isinstance(inside, Kind) else {"patterns": [_rule(each, id) for each in inside]}
        captures["4"] = patterns or (_named(inside, id) if isinstance(inside, Kind) else {})
    operand = rf"(?:[ \t]+{column}({line.operand or '(?!)'}))?"
    return {"match": rf"(?i){line_head(line)}(?=[ \t]|$){operand}(.*)$", "captures": captures}
