"""Where do the lines come from? The source, texts that it takes in, bodies of macros and repetitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from emulators.errors import ImageError, Place
from host.assemblers.compass.line import Field, is_empty
from host.assemblers.diagnostics import AssemblyError, TooManyErrorsError
from host.assemblers.program import Program
from host.assemblers.source import Expansion, Frame, Input, Line, depth_of, find_file, read_lines

MOST_STATEMENTS = 500_000
DEEPEST = 64
SUFFIX = ".compass"


class Feed:
    """The lines that are still to come."""

    def __init__(self, program: Program, folders: Iterable[Path]) -> None:
        self.program = program
        self.folders = tuple(folders)  # of texts to take in, beside the source's own
        self.ended = False  # by END: what is left of the source, or of a text taken in, is not read
        self._input: Input[Line] = Input()
        self._taken: set[Path] = set()

    def start(self, lines: list[Line]) -> None:
        """Begin with the lines of a source."""
        self._input.push(lines, None)

    @property
    def frame(self) -> Frame[Line]:
        """The innermost source of lines."""
        return self._input.frames[-1]

    @property
    def expansion(self) -> Expansion | None:
        """Why these lines are read; None in the source itself."""
        return self._input.expansion

    def lines(self) -> Iterator[Line]:
        """Yield the lines, each with its record begun."""
        while self._input.frames:
            line = None if self.ended else self._input.next_in_frame()
            if line is None:
                self._leave()
            else:
                yield self._begun(line)

    def in_frame(self) -> Iterator[Line]:
        """Yield the lines that are left where this one came from, each with its record begun."""
        while line := self._input.next_in_frame():
            yield self._begun(line)

    def _begun(self, line: Line) -> Line:
        self.program.begin(line, self._input.expansion)
        if len(self.program.records) > MOST_STATEMENTS:
            self.give_up(line.whole(), f"the program grows beyond {MOST_STATEMENTS} lines")
        return line

    def _leave(self) -> None:
        """Leave the innermost source of lines; END in a macro ends what called it, too."""
        inner, frame = self._input.expansion, self.frame
        behind = next((line for line in frame.items[frame.position :] if not is_empty(line)), None)
        if behind and (inner is None or inner.kind == "file"):
            self.program.warn(behind.whole(), "what stands behind END is not assembled", "a source is one program")
        self._input.leave()
        if inner is None or inner.kind == "file":
            self.ended = False

    def take_in(self, field: Field) -> None:
        """Go on with a text: name.compass beside the source, or in one of the folders; once each."""
        place = field.place()
        folders = list(dict.fromkeys([Path(place.file).parent, *self.folders]))
        file = f"{field.text.lower()}{SUFFIX}"
        path = find_file(folders, file)
        if path is None:
            where = " and ".join(map(str, folders))
            raise AssemblyError(place, f"there is no '{file}'", f"looked for in {where}")
        if path.resolve() in self._taken:
            return
        self._taken.add(path.resolve())
        try:
            lines = read_lines(path, str(path))
        except ImageError as error:
            raise AssemblyError(place, str(error)) from None
        self.expand(lines, "file", field.text, place)

    def expand(self, lines: list[Line], kind: str, name: str, place: Place) -> None:
        """Go on with these lines, then with those behind this one."""
        depth = depth_of(self.expansion) + 1
        if depth > DEEPEST:
            self.give_up(place, f"texts and macros call one another more than {DEEPEST} deep")
        record = self.program.record.line
        caller = (record.file, record.number)
        self._input.push(lines, Expansion(kind, name, place, caller, self.expansion, depth))

    def give_up(self, place: Place, message: str) -> None:
        """Report an error after which it is of no use to go on."""
        self.program.diagnostics.report(AssemblyError(place, message), self.program.context)
        raise TooManyErrorsError
