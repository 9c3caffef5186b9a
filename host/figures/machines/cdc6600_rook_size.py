"""How large the ALGOL program for the rook ending is: lines of its text, words of the compiled program.

One program has all versions. The primitive version is what is left without the procedure NEW ROOM, the new one what is
left without OLD ROOM; some lines that only the other one needs are counted for both. What is measured is the program
with empty procedures SHOW BOARD and PROMPT, which print for a player at the console. Words are those of the code, and,
of the whole program, its data and what it takes in of the library. How CDC's compiler counted is not known.

Source: C. Zuidema, Chess, how to program the exceptions?, chapter 4, Evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from host.figures.measuring import Measured, Measurement, measures
from host.games.endings.program import without_boards

OTHERS = {"primitive": "newroom", "new": "oldroom"}  # versions -> a procedure that only the other one has
NAMES = {"primitive": "primitive", "new": "rook"}  # how the ids of their figures begin
ROOM = "beyond", "room"  # the first and the last of the procedures that find the room
DIALOGUE = "write"  # the first procedure of the dialogue, which is the rest of the text
TEXT = "S.."  # how the symbols of texts begin
NO_BOARDS = "no boards or prompts"


@cache
def lines_of(procedure: str) -> range:
    """Return the lines of a procedure's declaration."""
    found = next(each for each in without_boards().program.procedures if each.name == procedure)
    assert found.body is not None
    body = found.body.at
    return range(found.at.line, body.source.line(body.end - 1) + 1)


def all_lines(version: str) -> list[int]:
    """Return the lines of a version."""
    every = range(1, len(without_boards().text.splitlines()) + 1)
    return [each for each in every if each not in lines_of(OTHERS[version])]


def room_lines(version: str) -> list[int]:
    """Return those of the room."""
    first, last = (lines_of(each) for each in ROOM)
    return [each for each in all_lines(version) if first.start <= each < last.stop]


def dialogue_lines(version: str) -> list[int]:
    """Return those of the dialogue."""
    return [each for each in all_lines(version) if each >= lines_of(DIALOGUE).start]


def words(lines: list[int]) -> int:
    """Return how many words have code of some lines."""
    wanted = set(lines)
    own = (
        each
        for each in without_boards().image.lines
        if each.file == without_boards().program.at.file and each.line in wanted
    )
    return len({each.address + word for each in own for word in range(each.length)})


def words_of_texts() -> int:
    """Return how many words the texts and formats of the program take."""
    places = sorted((address, symbol) for symbol, address in without_boards().image.symbols.items())
    return sum(end - start for (start, symbol), (end, _) in pairwise(places) if symbol.startswith(TEXT))


def size(figure: str, value: Callable[[], int], how: str) -> Measurement:
    """Return what measures a size."""
    return measures(figure)(lambda: Measured(value(), how))


def sizes(version: str) -> tuple[Measurement, ...]:
    """Return what measures the sizes of a version."""
    name = NAMES[version]
    without = f"without {'OLD' if version == 'new' else 'NEW'} ROOM"
    return (
        size(
            f"{name}.lines",
            lambda: len(all_lines(version)),
            f"of asm/cdc6600/rook.alg, comments too, {without}; {NO_BOARDS}",
        ),
        size(f"{name}.lines-io", lambda: len(dialogue_lines(version)), "from procedure WRITE to the end"),
        size(f"{name}.lines-room", lambda: len(room_lines(version)), f"from procedure BEYOND to ROOM, {without}"),
        Measurement(f"{name}.words", lambda: all_words(version)),
        size(
            f"{name}.words-io",
            lambda: words(dialogue_lines(version)) + words_of_texts(),
            "code of those lines, with all texts and formats; the library's routines are not counted here",
        ),
        size(f"{name}.words-room", lambda: words(room_lines(version)), "code of those lines"),
    )


def all_words(version: str) -> Measured:
    """Return the words of a version with its library."""
    own, library = words(all_lines(version)), without_boards().words.library
    return Measured(own + library, f"{own:,} of code and data, {library:,} of its library; no buffers, {NO_BOARDS}")


MEASUREMENTS = sizes("primitive") + sizes("new")
