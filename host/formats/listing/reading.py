"""Which lines of a text are those of a listing, and which assembler wrote it? Every family is tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from host.formats.faults import damaged, refuse_empty
from host.formats.listing.families import FAMILIES, WIDTH, Family
from host.formats.listing.labels import EQUATE
from host.formats.listing.row import Row
from host.formats.memory import SPACE
from host.formats.text import split

UNPLACED = re.compile(r"[0-9A-F]{6}r \d")
DIGITS = re.compile(r"(?:(?:[0-9A-Fa-f]{2}|rr|xx) *)+")
PAIR = re.compile(r"[0-9A-Fa-f]{2}|rr|xx")
SURE = 2  # lines in order that make a listing of a text without columns


def read(data: bytes, file: str) -> tuple[Family, list[Row]]:
    """Return the family of a listing and its rows; raises ImageError when it is of none."""
    refuse_empty(data, file, "a listing with lines like '0200  A9 00  start: lda #0'")
    texts = [] if b"\0" in data else [text.expandtabs(8).rstrip().ljust(WIDTH) for text in split(data)]
    best: tuple[int, Family, list[Row]] | None = None
    for family in FAMILIES:
        rows = list(_joined(_rows(texts, family)))
        if not family.columns:
            rows = _trimmed(rows)
        score = _in_order(rows, family) * (2 if family.columns else 1)  # columns are the better sign
        if score and (best is None or score > best[0]):
            best = score, family, rows
    if best:
        return best[1], best[2]
    if any(UNPLACED.match(text) for text in texts):
        message = "its addresses are relocatable (000000r): only lines behind an .org have the final ones"
        raise damaged(file, "", f"{message}; let the linker write them: ca65 -g, ld65 --dbgfile")
    raise damaged(file, "", "this is no listing that is known here: expected lines like '0200  A9 00  start: lda #0'")


def _rows(texts: Iterable[str], family: Family) -> Iterator[Row]:
    for number, text in enumerate(texts, 1):
        match = next(filter(None, (pattern.fullmatch(text) for pattern in family.patterns)), None)
        if not match:
            continue
        groups = match.groupdict()
        unplaced = (groups.get("unplaced") or "").strip()
        address = _address(groups["address"]) if groups.get("address") and not unplaced else None
        digits = (groups.get("bytes") or "").strip()
        pairs = PAIR.findall(digits) if DIGITS.fullmatch(digits) else ()
        words = tuple(int(pair, 16) if pair[0] not in "rx" else None for pair in pairs)
        source = groups["source"].rstrip()
        if EQUATE.match(source):
            words = ()  # what stands there is the value
        column = match.start("source") + len(source) - len(source.lstrip())
        yield Row(number, address, () if unplaced else words, bool((groups.get("more") or "").strip()), source, column)


def _address(digits: str) -> int | None:
    """Return an address, None for one beyond 64 K; vasm extends the sign."""
    address = int(digits[-4:] if digits.startswith("FFFFFFFF") else digits, 16)
    return address if address < SPACE else None


def _joined(rows: Iterable[Row]) -> Iterator[Row]:
    """Join lines without a source to the ones that they continue."""
    last: Row | None = None
    for row in rows:
        if last is None:
            last = row
        elif row.words and not row.source and last.source and last.address is None and last.line == row.line - 1:
            last = last._replace(address=row.address, words=row.words, more=row.more)
        elif row.words and not row.source and last.words and row.address in (None, last.end):
            last = last._replace(words=last.words + row.words, more=row.more)
        else:
            yield last
            last = row
    if last:
        yield last


def _trimmed(rows: Sequence[Row]) -> list[Row]:
    """Give back to the source what looks like bytes, but stands where the next line begins."""
    return [_cut(row, following) for row, following in zip(rows, addresses_behind(rows), strict=True)]


def _cut(row: Row, following: int | None) -> Row:
    if row.address is None or following is None or not 0 <= following - row.address < len(row.words):
        return row
    count = following - row.address
    taken = "".join(f" {word:02X}" for word in row.words[count:] if word is not None)
    if taken.replace(" ", "").isdigit():
        return row._replace(words=row.words[:count])  # the number of a line
    return row._replace(words=row.words[:count], source=taken + row.source, column=row.column - len(taken))


def addresses_behind(rows: Sequence[Row]) -> list[int | None]:
    """Return for each row the next address in the listing."""
    behind: list[int | None] = []
    address: int | None = None
    for row in reversed(rows):
        behind.append(address)
        address = address if row.address is None else row.address
    return behind[::-1]


def _in_order(rows: Sequence[Row], family: Family) -> int:
    """Return how many lines with bytes end where the next line begins; 0 if they are too few for a listing."""
    filled = [(row, behind) for row, behind in zip(rows, addresses_behind(rows), strict=True) if row.placed]
    right = sum(
        behind is None or behind == row.end or (hides(row, family) and behind > row.end) for row, behind in filled
    )
    enough = right >= (1 if family.columns else SURE) and 2 * right >= len(filled)
    return right if enough and any(row.source for row, _ in filled) else 0


def hides(row: Row, family: Family) -> bool:
    """Tell whether a line may have more bytes than it shows."""
    return row.more or (family.hides_after is not None and len(row.words) >= family.hides_after)
