"""The lines of a program: those of the source, and of the expansions between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from emulators.errors import ImageError, Place
from host.assemblers.program import Program
from host.languages.assembly import AssemblyError, Expansion, Line, TooManyErrorsError, find_file, read_lines

MOST_STATEMENTS = 500_000  # a program that needs more repeats itself without end


class HasLine(Protocol):
    """An item to assemble, with its line."""

    @property
    def line(self) -> Line:
        """The line."""


Item = TypeVar("Item", bound=HasLine)


class Repeated(Sequence[Item]):
    """Items, `times` times over: one list after the other of `turns`, and again from the first one."""

    def __init__(self, turns: Sequence[Sequence[Item]], times: int) -> None:
        self.turns, self.times, self.length = turns, times, len(turns[0])

    def __len__(self) -> int:
        return self.length * self.times

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        turn, place = divmod(index, self.length)
        return self.turns[turn % len(self.turns)][place]

    def stop(self, position: int) -> None:
        """Make the time that the item before `position` belongs to the last one."""
        self.times = min(self.times, -(-position // self.length))


@dataclass
class Frame(Generic[Item]):
    """A sequence of items, and the expansion they belong to."""

    items: Sequence[Item]
    expansion: Expansion | None
    position: int = 0


class Feed(Generic[Item]):
    """A stack of frames: the lines of an include or a macro come before the rest of the frame below.

    `deepest` holds for each kind of expansion its greatest depth, and its name in messages.
    """

    def __init__(self, program: Program, deepest: Mapping[str, tuple[int, str]]) -> None:
        self.program, self.deepest = program, deepest
        self.most = MOST_STATEMENTS
        self.frames: list[Frame[Item]] = []

    @property
    def expansion(self) -> Expansion | None:
        """The expansion that the next item belongs to; None in the source itself."""
        return self.frames[-1].expansion if self.frames else None

    @property
    def depth(self) -> int:
        """The depth of that expansion; 0 in the main file."""
        return self.expansion.depth if self.expansion else 0

    def push(self, items: Sequence[Item], expansion: Expansion | None = None) -> None:
        """Put items before all remaining ones."""
        self.frames.append(Frame(items, expansion))

    def next_in_frame(self) -> Item | None:
        """Return the next item of the innermost frame, its record begun; None at its end (the frame stays)."""
        frame = self.frames[-1]
        if frame.position >= len(frame.items):
            return None
        frame.position += 1
        item = frame.items[frame.position - 1]
        self.program.begin(item.line, frame.expansion)
        if len(self.program.records) > self.most:
            self.give_up(item.line.whole(), f"the program grows beyond {self.most} lines")
        return item

    def in_frame(self) -> Iterator[Item]:
        """Yield the remaining items of the innermost frame."""
        while (item := self.next_in_frame()) is not None:
            yield item

    def leave(self) -> None:
        """Drop the rest of the innermost frame."""
        self.frames.pop()

    def expand(
        self, items: Sequence[Item], kind: str, name: str, place: Place, caller: tuple[str, int] | None = None
    ) -> None:
        """Continue with these items, then with those after the current one.

        `caller` is file and number of the calling statement, where it differs from the one of this record.
        """
        deepest, called = self.deepest[kind]
        if self.depth >= deepest:
            hint = f"does '{name}' end up calling itself?"
            self.give_up(place, f"{called} call one another more than {deepest} deep", hint)
        record = self.program.record.line
        line = caller or (record.file, record.number)
        self.push(items, Expansion(kind, name, place, line, self.expansion, self.depth + 1))

    def give_up(self, place: Place, message: str, hint: str = "") -> None:
        """Report an error that ends the assembly."""
        self.program.diagnostics.report(AssemblyError(place, message, hint), self.program.record)
        raise TooManyErrorsError


class LibraryFeed(Feed[Line]):
    """Lines of a source that takes in members of a library, each once: files beside it, or in one of the folders."""

    def __init__(
        self,
        program: Program,
        deepest: Mapping[str, tuple[int, str]],
        folders: Iterable[Path],
        suffix: str,
        joined: Callable[[Sequence[Line]], list[Line]] = list,
    ) -> None:
        super().__init__(program, deepest)
        self.joined = joined  # lines that continue others appended to them, where a language has such
        self.folders, self.suffix = tuple(folders), suffix
        self.ended = False  # by END: the rest of the source, or of the member, is not read
        self._taken: set[tuple[Path, str]] = set()

    def lines(self) -> Iterator[Line]:
        """Yield the lines to the end of everything."""
        while self.frames:
            line = None if self.ended else self.next_in_frame()
            if line is None:
                self.leave()
            else:
                yield line

    def begins_again(self, test: Callable[[Line], bool]) -> bool:
        """Return whether the next line of the innermost text that is neither empty nor a remark passes a test."""
        frame = self.frames[-1]
        following = (line for line in frame.items[frame.position :] if not is_empty(line))
        return test(next(following, Line("", 0, "")))

    def rest(self) -> Sequence[Line]:
        """Take the rest of the innermost text."""
        frame = self.frames[-1]
        left = frame.items[frame.position :]
        frame.position = len(frame.items)
        return left

    def leave(self) -> None:
        """Leave the innermost source of lines; END in a macro ends its callers, too."""
        frame, inner = self.frames[-1], self.expansion
        super().leave()
        if inner is None or inner.kind == "file":
            left = next((line for line in frame.items[frame.position :] if not is_empty(line)), None)
            if left:
                self.program.warn(left.whole(), "lines after END are not assembled", "a source is one program")
            self.ended = False

    def repeat(self, turns: Sequence[Sequence[Line]], times: int | None, name: str, place: Place, at: Place) -> None:
        """Continue with repeated lines, those of each turn; without `times` until they are stopped.

        `at` is the place of the numbers.
        """
        length = len(turns[0]) if turns else 0
        if times is not None and times * length > self.most:
            self.give_up(at, f"the program grows beyond {self.most} lines")
        lines = Repeated(turns, self.most if times is None else times) if length else []
        self.expand(lines, "repetition", name, place)

    def stop_repeating(self) -> bool:
        """End the innermost repetition with this time; return whether there is one."""
        for frame in reversed(self.frames):
            if isinstance(frame.items, Repeated):
                frame.items.stop(frame.position)
                return True
        return False

    def folders_of(self, place: Place) -> list[Path]:
        """Return where members are looked for: beside the file that names them, then in the library."""
        return list(dict.fromkeys([Path(place.file).parent, *self.folders]))

    def take_in(self, name: str, place: Place, under: str = "") -> None:
        """Continue with a member of the library, once for each `under`; raises AssemblyError."""
        folders = self.folders_of(place)
        file = f"{name.lower()}{self.suffix}"
        path = find_file(folders, file)
        if path is None:
            where = " and ".join(map(str, folders))
            raise AssemblyError(place, f"there is no '{file}' in the library", f"looked for in {where}")
        if (path.resolve(), under) in self._taken:
            return
        self._taken.add((path.resolve(), under))
        try:
            lines = self.joined(read_lines(path, str(path)))
        except ImageError as error:
            raise AssemblyError(place, str(error)) from None
        self.expand(lines, "file", name, place)


def is_empty(line: Line) -> bool:
    """Return whether a line of a language with columns is empty or a remark (* in column 1)."""
    return not line.text.strip() or line.text[0] == "*"
