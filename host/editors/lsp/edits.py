"""Changes of a text, tried by an analysis before they are offered: names changed everywhere, errors cured."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping

from emulators.errors import IronboardError, Place, SourceError
from host.languages.analysis import Analysis, Name

Analyse = Callable[[Mapping[str, str]], Awaitable[Analysis | None]]  # with these texts, by real path
Edits = list[tuple[Place, str]]


def check_renaming(analysis: Analysis, name: Name) -> None:
    """Raise IronboardError if a name cannot be changed."""
    if any(each.severity == "error" for each in analysis.problems):
        raise IronboardError("put the errors right first: where they are, names are not known")
    if not name.changeable or name.place is None:
        raise IronboardError(f"not all places of '{name.short or name.text}' are known: it cannot be renamed")
    for file in {each.file for each in name.places}:
        if not os.access(file, os.W_OK) and os.path.exists(file):
            raise IronboardError(f"{file} cannot be changed")
    if at := elsewhere(analysis, name):
        where = f"{os.path.basename(at.file)}:{at.line}:{at.column}"
        raise IronboardError(
            f"'{name.short or name.text}' is in {where}, too, and its meaning there is not known: it cannot be renamed"
        )


def elsewhere(analysis: Analysis, name: Name) -> Place | None:
    """Return a place where the word is no known name: in a part that is not assembled, in a macro."""
    word = name.short or name.text
    pattern = re.compile(rf"(?<![\w@.]){re.escape(word)}(?!\w)", re.IGNORECASE if analysis.caseless else 0)
    for file in {each.file for each in name.places}:
        for number, line in enumerate(analysis.files.get(file, ()), 1):
            for match in pattern.finditer(analysis.bare(line)):
                at = Place(file, number, match.start() + 1, len(word), line)
                if analysis.name_at(at) is None:
                    return at
    return None


async def renamed(analysis: Analysis, name: Name, new: str, texts: Mapping[str, str], analyse: Analyse) -> Edits:
    """Return the edits of a renaming; raises IronboardError if the program would not be the same with it."""
    check_renaming(analysis, name)
    if not new.strip() or not new.isprintable():
        raise IronboardError(f"{new!r} is no name: expected one")
    if any(word.kind != "operand" and word.text.upper() == new.upper() for word in analysis.words()):
        raise IronboardError(f"'{new}' is a word of the language: it cannot be a name")
    edits = [(place, new) for place in name.places]
    if analysis.columns:
        edits = [_in_columns(analysis, place, new) for place, new in edits]
    changed = _changed(analysis, edits, texts)
    if analysis.width and any(_grown(analysis, place, edits) for place, _ in edits):
        raise IronboardError(f"with '{new}' a line would be longer than {analysis.width} columns")
    after = await analyse({**texts, **changed})
    if after is None:
        raise IronboardError(f"'{new}' cannot be a name here")
    if wrong := next((each for each in after.problems if each.severity == "error"), None):
        raise IronboardError(f"'{new}' would be an error: {wrong.message}")
    assert name.place is not None
    found = after.name_at(name.place)
    same = len(after.names) == len(analysis.names) and found is not None
    if not same or len([*found[0].places]) != len([*name.places]):  # type: ignore[index]
        raise IronboardError(f"'{new}' means something else already")
    if found is not None and found[0].nature != name.nature:
        raise IronboardError(f"'{new}' would be {found[0].nature}, not {name.nature}")
    if analysis.outcome and after.outcome and analysis.outcome() != after.outcome():
        raise IronboardError(f"with '{new}' the program would not be the same")
    return edits


def _in_columns(analysis: Analysis, place: Place, new: str) -> tuple[Place, str]:
    """Return an edit that takes or leaves blanks, so that the rest of the line stays in its columns, if it can."""
    line = analysis.files[place.file][place.line - 1]
    end = place.column - 1 + place.length
    blanks = len(line[end:]) - len(line[end:].lstrip(" "))
    longer = len(new) - place.length
    if not line[end:].strip() or not blanks or longer >= blanks:
        return place, new
    return Place(place.file, place.line, place.column, place.length + max(0, longer), line), new + " " * max(0, -longer)


def _grown(analysis: Analysis, place: Place, edits: Edits) -> bool:
    """Whether a line grows beyond the columns that are read."""
    line = analysis.files[place.file][place.line - 1].rstrip()
    here = [each for each in edits if (each[0].file, each[0].line) == (place.file, place.line)]
    longer = sum(len(new) - at.length for at, new in here)
    return longer > 0 and len(line) + longer > analysis.width


def _changed(analysis: Analysis, edits: Edits, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the files with the edits, by their real paths."""
    lines = {place.file: [*analysis.files[place.file]] for place, _ in edits}
    for place, new in sorted(edits, key=lambda each: (each[0].line, -each[0].column)):
        line = lines[place.file][place.line - 1]
        start = place.column - 1
        lines[place.file][place.line - 1] = line[:start] + new + line[start + place.length :]
    return {os.path.realpath(file): "\n".join(rows) + "\n" for file, rows in lines.items()}


# ---------------------------------------------------------------- cures of errors


async def cures(analysis: Analysis, problem: SourceError, texts: Mapping[str, str], analyse: Analyse) -> bool:
    """Return whether the change that the hint of a problem names leaves fewer problems, or fewer from there on.

    To the left, and in other lines, there may be some that the first one has hidden.
    """
    if problem.cure is None:
        return False
    place, new = problem.cure
    after = await analyse({**texts, **_changed(analysis, [(place, new)], texts)})
    if after is None:
        return False
    start = min(place.column, problem.place.column)
    here = [
        [each for each in one.problems if each.place[:2] == problem.place[:2] and each.place.column >= start]
        for one in (analysis, after)
    ]
    return len(after.problems) < len(analysis.problems) or ("\n" not in new and len(here[1]) < len(here[0]))
