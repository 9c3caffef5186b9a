"""Where do the cards come from? The source, members of the library, cards that are taken again; and what heading."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from emulators.errors import ImageError, Place
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError
from host.assemblers.program import Program
from host.assemblers.sap.card import Field, is_empty
from host.assemblers.source import Expansion, Input, Line, depth_of, find_file, read_lines

MOST_STATEMENTS = 500_000
DEEPEST_LIBRARY = 16
SUFFIX = ".sap"


class Feed:
    """The cards that are still to come, and the heading in force."""

    def __init__(self, program: Program, folders: Iterable[Path]) -> None:
        self.program = program
        self.folders = tuple(folders)  # of library members, beside the source's own
        self.heading = ""
        self.ended = False  # by END: what is left of the source, or of the member, is not read
        self._input: Input[Line] = Input()
        self._headings: list[str] = []  # in force where each member was called
        self._members: set[tuple[Path, str]] = set()  # taken so far, under which heading

    def start(self, lines: list[Line]) -> None:
        """Begin with the lines of a source."""
        self._input.push(lines, None)

    def next(self) -> Line | None:
        """Return the next line, its record begun; None at the end of everything."""
        while self._input.frames:
            line = None if self.ended else self._input.next_in_frame()
            if line:
                self.program.begin(line, self._input.expansion)
                if len(self.program.records) > MOST_STATEMENTS:
                    self._give_up(line.whole(), f"the program grows beyond {MOST_STATEMENTS} lines")
                return line
            self._leave()
        return None

    def _leave(self) -> None:
        """Leave a library member, or the source."""
        frame = self._input.frames[-1]
        behind = next((line for line in frame.items[frame.position :] if not is_empty(line)), None)
        if behind:
            self.program.warn(behind.whole(), "what stands behind END is not assembled")
        self._input.leave()
        self.ended = False
        if self._headings:
            self.heading = self._headings.pop()

    @property
    def expansion(self) -> Expansion | None:
        """Why these cards are read; None in the source itself."""
        return self._input.expansion

    @property
    def repeating(self) -> bool:
        """True among cards that are taken again."""
        return self.expansion is not None and self.expansion.kind == "repetition"

    def library(self, field: Field) -> None:
        """Go on with a member of the library: NAME.sap beside the source, or in one of the folders.

        A member is taken once, under each heading.
        """
        place = field.place()
        folders = list(dict.fromkeys([Path(place.file).parent, *self.folders]))
        file = f"{field.text.lower()}{SUFFIX}"
        path = find_file(folders, file)
        if path is None:
            where = " and ".join(map(str, folders))
            raise AssemblyError(place, f"there is no '{file}' in the library", f"looked for in {where}")
        if (path.resolve(), self.heading) in self._members:
            return
        self._members.add((path.resolve(), self.heading))
        try:
            lines = read_lines(path, str(path))
        except ImageError as error:
            raise AssemblyError(place, str(error)) from None
        self._expand(lines, "file", field.text, place)

    def repeat(self, cards: int, times: int, field: Field, place: Place) -> None:
        """Go on with the cards before this one; `field` says how many, `place` is that of the operation."""
        if self.repeating:
            raise AssemblyError(place, "REP cannot stand among the cards that are repeated")
        frame = self._input.frames[-1]
        before = [line for line in frame.items[: frame.position - 1] if not is_empty(line)]
        if cards > len(before):
            raise AssemblyError(field.place(), f"there are only {len(before)} cards before this one")
        if cards * times > MOST_STATEMENTS:
            self._give_up(field.place(), f"the program grows beyond {MOST_STATEMENTS} lines")
        self._expand(before[-cards:] * times, "repetition", "REP", place)

    def _expand(self, lines: list[Line], kind: str, name: str, place: Place) -> None:
        depth = depth_of(self.expansion) + 1
        if depth > DEEPEST_LIBRARY:
            self._give_up(place, f"library members call one another more than {DEEPEST_LIBRARY} deep")
        self._headings.append(self.heading)
        self._input.push(lines, Expansion(kind, name, place, (place.file, place.line), self.expansion, depth))

    def _give_up(self, place: Place, message: str) -> None:
        self.program.diagnostics.report(AssemblyError(place, message), self.program.context)
        raise TooManyErrorsError
