"""Rules of games for editors: errors from the 6600's program, which does not report the places of names.

So names are found by their words. A statement is taken to begin on a line of its own, as everywhere in `rules`. A word
that is both a label and a variable of an algorithm is neither here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError, Place, SourceError, SourceErrors
from host.games.boards import ProgramFault
from host.games.pitrat.rules import (
    DECLARATIONS,
    FUNCTIONS,
    KEYWORDS,
    LABEL,
    OPERANDS,
    SUBMOVES,
    TYPES,
    VALUE,
    check,
    read_text,
)
from host.languages.analysis import Analysis, Call, Explained, Kind, Name, Rows, Signature, Word

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
DECLARED = re.compile(r"\s*(NATURES|VARIABLE|INDICATIF)\b(.*)", re.IGNORECASE)
SECTION = re.compile(r"\s*(MOVES|WIN)\s*", re.IGNORECASE)
MEANINGS = {
    "BOARD": "BOARD width height",
    "NATURES": "NATURES name name ...: the kinds of men; their values are 1, 2, ...",
    "VARIABLE": "VARIABLE name = value / value: an integer, a pair or NONE, for the first and the second player; "
    "VARIABLE name(8) = value, value, ... is an array",
    "INDICATIF": "INDICATIF name = integer: belongs to the position; TRANSIENT: its first value again after every move",
    "TRANSIENT": "the indicatif has its first value again after every move that does not set it",
    "MOVES": "the algorithm of the moves begins",
    "WIN": "the algorithm of the results begins",
    "ARITHMETIC": "ARITHMETIC * x = e.: also Q = R, Q = R + submove",
    "GO": "GO TO * L1.",
    "TO": "GO TO * L1.",
    "CPTD": "CPTD GO TO * e = i, L1 . j, L2.: to the label after the variable that has the value of e",
    "IF": "IF * e1 = e2 . L1, L2.: to L1 if true, else to L2",
    "SCANNING": "L. SCANNING * v . L2.: v is the first square; XL makes it the next one; L2 after the last",
    "LOOP": "L. LOOP * v1 = v2 . i, j . L2.: v1 is v2 + i; ZL adds i again, XL goes on with j; L2 after the last; "
    "in place of i, j: D(I) TO D(J)",
    "MOVE": "MOVE * submove . submove.: a move; also MOVE * Q.",
    "AFTER": "AFTER * Q.: OCCUPY and NATURE look at the board after the move Q, until AFTER * NONE.",
    "NONE": "NONE: a move without submoves",
    "RESULT": "RESULT * VICTORY.: also NO VICTORY, DRAW, LOSS; the first one counts",
    "FINISHED": "FINISHED *.: ends the algorithm",
    "END": ". END.: the end of the text of an algorithm",
    **dict.fromkeys(SUBMOVES, OPERANDS),
    "OCCUPY": "OCCUPY(v): 0, or the player whose man stands on v",
    "NATURE": "NATURE(v): the kind of the man on v",
    "ABSCISSA": "ABSCISSA(v): the first number of a pair",
    "ORDINATE": "ORDINATE(v): the second number of a pair",
    **dict.fromkeys(("VICTORY", "NO", "DRAW", "LOSS"), "a result: VICTORY, NO VICTORY, DRAW or LOSS"),
}
OF_LABELS = {  # the meaning of a letter before the label of a statement
    "SCANNING": {"X": "the next square of the SCANNING"},
    "LOOP": {
        "X": "the next increment of the LOOP",
        "Z": "the next step of the LOOP",
        "W": "the number of the LOOP's increment",
        "Y": "the number of the LOOP's steps",
    },
}
FORMS = frozenset(
    {*MEANINGS} - {"VICTORY", "NO", "NONE", "DRAW", "LOSS", "TRANSIENT", "MOVES", "WIN", "END", "FINISHED"}
)
BOTH_PLAYERS = "for both players"


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Return the analysis of rules."""
    if options:
        raise ImageError(f"{path}: rules of games take no options, not '{next(iter(options))}'")
    text = texts.get(os.path.realpath(path))
    lines = (read_text(Path(path)) if text is None else text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    problems: Sequence[SourceError] = ()
    rows: list[list[str]] = []
    try:
        problems, rows, _ = check(lines, path, exact=False)
    except SourceErrors as wrong:
        problems = wrong.errors
    except ProgramFault as fault:
        problems = [SourceError(Place(path, 1, 1, 1, lines[0]), str(fault))]
    types = {row[2]: TYPES.get(row[3], "integer") + "".join(f", {count} elements" for count in row[4:])
             for row in rows if row[0] == "VARIABLE"}  # fmt: skip

    def explain(at: Place) -> Explained | None:
        bare = _bare(lines[at.line - 1]) if at.line <= len(lines) else ""
        for match in WORD.finditer(bare):
            if match.start() < at.column <= match.end() + 1 and match[0].upper() in MEANINGS:
                place = Place(path, at.line, match.start() + 1, len(match[0]), lines[at.line - 1])
                return Explained(place, f"**{match[0].upper()}**\n\n{MEANINGS[match[0].upper()]}")
        return None

    words = [
        Word(each, "any", MEANINGS.get(each.split()[0], "")) for each in (*DECLARATIONS, "MOVES", "WIN", *KEYWORDS)
    ]
    words += [Word(each, "any", MEANINGS[each]) for each in (*SUBMOVES, *FUNCTIONS, "NONE")]
    names = partial(_names, path, lines, types)
    return Analysis(
        problems, {path: lines}, names, explain, lambda: words, bare=_bare, called=_called, forms=_forms,
        remark=lambda line: line.lstrip()[:1] == "#",
    )  # fmt: skip


def _called(text: str) -> Call | None:
    """Return the keyword of the statement that the end of a text is in, or the submove."""
    start = text.rfind("\n") + 1
    bare = _bare(text[start:])
    if len(bare) < len(text) - start:
        return None
    found = [match for match in WORD.finditer(bare) if match[0].upper() in FORMS and bare[match.end() :][:1] in " *,("]
    return Call(start + found[-1].start(), found[-1][0].upper(), 0) if found and bare[found[-1].end() :] else None


def _forms(word: str) -> Sequence[Signature]:
    form, _, about = MEANINGS[word].partition(":")
    return [Signature(form, about=about.strip())]


def _bare(line: str) -> str:
    return line.partition("#")[0]


class _Section(NamedTuple):
    """The declarations, or an algorithm."""

    title: str
    rows: Rows


def _sections(path: str, lines: Sequence[str]) -> list[_Section]:
    starts = [(1, "")] + [
        (number, match[1].upper()) for number, line in enumerate(lines, 1) if (match := SECTION.fullmatch(_bare(line)))
    ]
    ends = [number - 1 for number, _ in starts[1:]] + [len(lines)]
    return [_Section(title, Rows(path, first, last)) for (first, title), last in zip(starts, ends, strict=True)]


def _names(path: str, lines: Sequence[str], types: Mapping[str, str]) -> Iterator[Name]:
    head, *algorithms = _sections(path, lines)
    words: dict[str, list[Place]] = {}
    for number, line in enumerate(lines, 1):
        for match in WORD.finditer(_bare(line)):
            place = Place(path, number, match.start() + 1, len(match[0]), line)
            words.setdefault(match[0].upper(), []).append(place)
    declared = {each.text: each for each in _declared(path, lines, head, words, types)}
    labels = [(section, each) for section in algorithms for each in _labels(path, lines, section)]
    for section in algorithms:
        own = [each for where, each in labels if where is section]
        assigned = {*_assigned(lines, section)} - {*declared} - {*MEANINGS}
        both = {each.text for each in own} & (assigned | {*declared})
        for each in own:
            if each.text not in both:
                each.uses = [at for at in words.get(each.text, ()) if section.rows.hold(at) and at != each.place]
                yield each
        counted = {f"{letter}{each.text}": (each, about) for each in own for letter, about in _letters(each)}
        for text, (each, about) in counted.items():
            uses = [at for at in words.get(text, ()) if section.rows.hold(at)]
            note = f"**{text}** {about} {each.text}, line {each.place.line if each.place else 0}"
            if uses and text not in declared:
                at = each.place._replace(length=0) if each.place else None  # it is not in the text
                yield Name(text, Kind.LABEL, at, uses, partial(str, note), seen=section.rows, short=text,
                           changeable=False)  # fmt: skip
        for text in sorted(assigned - {*counted} - both):
            uses = [at for at in words[text] if section.rows.hold(at)]
            kind = types.get(text, "")
            note = (
                f"**{text}** variable of {section.title} {f'({kind})' if kind else ''}\n\nits first value is given in "
            )
            yield Name(text, Kind.VARIABLE, uses[0], uses[1:], partial(str, f"{note}line {uses[0].line}"),
                       partial(str, kind), seen=section.rows, short=text)  # fmt: skip
        rows = section.rows
        place = Place(path, rows.first, lines[rows.first - 1].upper().find(section.title) + 1, len(section.title))
        yield Name(section.title, Kind.SCOPE, place, [], partial(str, MEANINGS[section.title]), rows=rows,
                   seen=Rows(path, 0, 0), short=section.title, changeable=False)  # fmt: skip
    taken = {each.text for _, each in labels}
    for each in declared.values():
        clear = each.text not in taken
        each.uses = [at for at in words[each.text] if at != each.place and (clear or head.rows.hold(at))]
        each.changeable = clear
        yield each


def _letters(label: Name) -> list[tuple[str, str]]:
    return [*OF_LABELS.get(label.detail(), {}).items()]


def _declared(
    path: str, lines: Sequence[str], head: _Section, words: Mapping[str, list[Place]], types: Mapping[str, str]
) -> Iterator[Name]:
    for number in range(1, head.rows.last + 1):
        match = DECLARED.match(_bare(lines[number - 1]))
        if not match:
            continue
        what, rest = match[1].upper(), match[2]
        found = [*WORD.finditer(rest)]
        for index, each in enumerate(found if what == "NATURES" else found[:1], 1):
            text = each[0].upper()
            place = Place(path, number, match.start(2) + each.start() + 1, len(text), lines[number - 1])
            value = re.sub(r"\s+", " ", rest.partition("=")[2]).strip()
            kind = {"NATURES": f"nature {index}", "INDICATIF": "indicatif"}.get(what, types.get(text, "variable"))
            players = "the first and the second player's value" if "/" in value else ""
            about = f"**{text}** {kind}{f' = {value}' if value else ''}\n\n{players}".rstrip()
            known = Kind.CONSTANT if what == "NATURES" else Kind.VARIABLE
            yield Name(
                text, known, place, [], partial(str, about), partial(str, f"{kind} {value}".rstrip()), short=text
            )


def _labels(path: str, lines: Sequence[str], section: _Section) -> Iterator[Name]:
    for number in range(section.rows.first + 1, section.rows.last + 1):
        match = LABEL.match(_bare(lines[number - 1]).upper())
        if match:
            text, keyword = match[1], match[2]
            place = Place(path, number, match.start(1) + 1, len(text), lines[number - 1])
            about = f"**{text}** label of {section.title}\n\n```\n{lines[number - 1].rstrip()}\n```\nline {number}"
            letters = [f"{letter}{text}: {what}" for letter, what in OF_LABELS.get(keyword, {}).items()]
            yield Name(text, Kind.LABEL, place, [], partial(str, "\n\n".join([about, *letters])), partial(str, keyword),
                       seen=section.rows, short=text, changeable=not letters)  # fmt: skip


def _assigned(lines: Sequence[str], section: _Section) -> Iterator[str]:
    for number in range(section.rows.first + 1, section.rows.last + 1):
        if match := VALUE.match(_bare(lines[number - 1]).upper()):
            yield from (name for name in match.groups() if name)
