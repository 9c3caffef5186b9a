"""From the symbols of dialects to those of the Report: other statements and brackets, values that are known.

A token has the place of its symbol in the text, so that errors point there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from host.compilers.algol.symbols import END_OF_TEXT, INTEGER, NAME, STRING, Listed, Token


def with_numbers(
    tokens: list[Token], numbers: Mapping[str, Callable[[str], int]], refuse: Callable[[Token, str], None]
) -> list[Token]:
    """Return the tokens with the value of each `name ( string )` in its place, where the name is among `numbers`.

    `refuse` is called with a string that has none, and the reason.
    """
    found, at = list[Token](), 0
    while at < len(tokens):
        name, *rest = tokens[at : at + 4]
        at += 1
        compute = numbers.get(name.value) if name.symbol == NAME else None
        if compute and [each.symbol for each in rest] == ["(", STRING, ")"]:
            value = 0
            try:
                value = compute(rest[1].value)
            except ValueError as error:
                refuse(rest[1], str(error))
            name = Token(INTEGER, str(value), name.start, rest[2].end)
            at += 3
        found.append(name)
    return found


def with_square_brackets(tokens: list[Token]) -> list[Token]:
    """Return the tokens with square brackets around subscripts and bounds, by the names that are declared as arrays."""
    pairs, arrays, found = _pairs(tokens), set[str](), [*tokens]

    def bracket(at: int) -> None:
        for place, symbol in ((at, "["), (pairs[at], "]")):
            found[place] = found[place]._replace(symbol=symbol)

    for start in (at for at, token in enumerate(tokens) if token.symbol == "array"):
        at = start + 1
        while tokens[at].symbol in (NAME, ",") or (tokens[at].symbol == "(" and at in pairs):
            if tokens[at].symbol == NAME:
                arrays.add(tokens[at].value)
            elif tokens[at].symbol == "(":
                bracket(at)
            at = pairs.get(at, at) + 1
    for at, (token, after) in enumerate(pairwise(tokens)):
        if token.symbol == NAME and token.value in arrays and after.symbol == "(" and at + 1 in pairs:
            bracket(at + 1)
    return found


def with_calls(tokens: list[Token], lists: Mapping[str, Listed]) -> list[Token]:
    """Return the tokens with a compound statement of calls in the place of each `word item, item`."""
    pairs, found, at = _pairs(tokens), list[Token](), 0
    while at < len(tokens):
        word = tokens[at]
        at += 1
        if word.symbol not in lists:
            found.append(word)
            continue
        listed = lists[word.symbol]
        items: list[list[Token]] = [[]]
        while (token := tokens[at]).symbol not in (";", "end", "else", END_OF_TEXT):
            end = pairs.get(at, at) + 1
            if token.symbol == ",":
                items.append([])
            else:
                items[-1] += tokens[at:end]
            at = end
        called = [_called(listed, word, each) for each in items]
        around = [[word._replace(symbol=NAME, value=name)] if name else [] for name in (listed.first, listed.last)]
        statements = [each for each in (around[0], *called, around[1]) if each]
        found.append(word._replace(symbol="begin"))
        for number, statement in enumerate(statements):
            found += [word._replace(symbol=";")] * (number > 0) + statement
        found.append(word._replace(symbol="end"))
    return found


def _called(listed: Listed, word: Token, item: list[Token]) -> list[Token]:
    if item and item[0].value in listed.alone:
        return item
    name, opening, closing = (word._replace(symbol=each) for each in (NAME, "(", ")"))
    return [name._replace(value=listed.item), opening, *item, closing]


def _pairs(tokens: list[Token]) -> dict[int, int]:
    """Return the closing bracket of each opening one, by their places."""
    pairs, opened = dict[int, int](), list[int]()
    for at, token in enumerate(tokens):
        if token.symbol in ("(", "["):
            opened.append(at)
        elif token.symbol in (")", "]") and opened:
            pairs[opened.pop()] = at
    return pairs
