"""Where do words belong that stand behind an .org? ld65's file places them where the linker put them.

ca65 does not pass .org on to ld65: the labels behind it have the addresses that were asked for, the words
follow one another in the segment as if nothing had been said. The distance between the two shows at every label.
Where it changes from one label to the next, .org stands at one of the places between them where the source has
a line that made nothing: the last of these.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator

from host.formats.dbg.records import Record, Records
from host.formats.dbg.symbols import value

Part = tuple[int, int]  # a segment, and where in it what a module has there begins


class Distances:
    """How far the words of one part of a segment belong from where the linker put them.

    `labels` are (offset, distance) pairs; of two for one offset the later one counts. `gaps` are the offsets of
    words that may stand behind an .org.
    """

    def __init__(self, labels: Iterable[tuple[int, int]], gaps: Iterable[int]) -> None:
        places = sorted(gaps)
        self._starts: list[int] = []
        self._distances: list[int] = []
        last = 0  # the label before
        for offset, distance in sorted(dict(labels).items()):
            if not self._starts:
                self._begin(0, distance)
            elif distance != self._distances[-1]:
                gap = places[bisect_right(places, offset) - 1] if places else offset
                self._begin(gap if last < gap <= offset else offset, distance)
            last = offset

    def _begin(self, offset: int, distance: int) -> None:
        self._starts.append(offset)
        self._distances.append(distance)

    def at(self, offset: int) -> int:
        """Return the distance for the words at an offset."""
        return self._distances[bisect_right(self._starts, offset) - 1] if self._starts else 0


class Addresses:
    """The addresses of spans."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._parts: defaultdict[int, list[int]] = defaultdict(list)  # of each segment, where modules begin
        for scope in records.all("scope").values():
            for span in records.many("span", scope) if "parent" not in scope.values else ():
                self._parts[span.number("seg")].append(span.number("start"))
        for starts in self._parts.values():
            starts.sort()
        labels: defaultdict[Part, list[tuple[int, int]]] = defaultdict(list)
        for symbol, span in _labels(records):
            labels[self._part(span)].append((span.number("start"), value(symbol) - self._linked(span)))
        gaps: defaultdict[Part, list[int]] = defaultdict(list)
        for span in _behind_gaps(records):
            gaps[self._part(span)].append(span.number("start"))
        self._distances = {part: Distances(labels[part], gaps[part]) for part in labels}

    def of(self, span: Record) -> int:
        """Return the address of the first word of a span."""
        distances = self._distances.get(self._part(span))
        return self._linked(span) + (distances.at(span.number("start")) if distances else 0)

    def start(self, segment: int) -> int:
        """Return the address of the first word of a segment."""
        starts = self._parts[segment]
        distances = self._distances.get((segment, starts[0] if starts else 0))
        return self._records.all("seg")[segment].number("start") + (distances.at(0) if distances else 0)

    def _linked(self, span: Record) -> int:
        return self._records.one("seg", span).number("start") + span.number("start")

    def _part(self, span: Record) -> Part:
        segment, starts = span.number("seg"), self._parts[span.number("seg")]
        index = bisect_right(starts, span.number("start")) - 1
        return segment, starts[index] if index >= 0 else 0


def _labels(records: Records) -> Iterator[tuple[Record, Record]]:
    """Yield labels with the words they stand at: those on lines of their own first, the others are surer."""
    below = _lines_below(records)
    beside: list[tuple[Record, Record]] = []
    for symbol in records.all("sym").values():
        lines = records.many("line", symbol, "def") if symbol.values.get("type") == "lab" else []
        if len(lines) != 1:
            continue  # no label, or one in a macro
        alone = "span" not in lines[0].values
        spans = records.many("span", below.get(_place(lines[0]), lines[0]) if alone else lines[0])
        if len(spans) != 1:
            continue  # in a repetition, or name := value
        if alone:
            yield symbol, spans[0]
        else:
            beside.append((symbol, spans[0]))
    yield from beside


def _behind_gaps(records: Records) -> Iterator[Record]:
    """Yield the spans of lines before which the file does not speak of a line: it may have been an .org."""
    present = {_place(line) for line in records.all("line").values()}
    for line in records.all("line").values():
        file, number = _place(line)
        called = "count" in line.values  # in a macro or a repetition
        if not called and (file, number - 1) not in present:
            yield from records.many("span", line)


def _lines_below(records: Records) -> dict[tuple[int, int], Record]:
    """Return for every line without words the one with words below it, if only such lines are between them.

    A label stands right above its words. The definitions of addresses (name := value), which the file calls labels
    as well, do not as a rule.
    """
    found: dict[tuple[int, int], Record] = {}
    for line in sorted(records.all("line").values(), key=_place, reverse=True):
        file, number = _place(line)
        if "span" in line.values:
            found[file, number] = line
        elif (file, number + 1) in found:
            found[file, number] = found[file, number + 1]
    return found


def _place(line: Record) -> tuple[int, int]:
    return line.number("file"), line.number("line")
