"""The table of formats: everything that reads, writes or lists formats walks it.

A new format is a module with `loads` and `dumps`, and a row here. The keyword-only parameters of
the two functions are the format's options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.image import Image
from host.formats import (
    binary,
    cassette,
    cbn,
    dbg,
    deck,
    include,
    intelhex,
    labels,
    listing,
    octal,
    papertape,
    prg,
    srecord,
    textdeck,
    wordfile,
)

TEXT_LIMIT = 4 << 20  # 64 K bytes in records of one byte each are 1.2 MB
DEBUG_LIMIT = 32 << 20  # for 64 K bytes of instructions, with comments, macros and all


def unrecognised(head: bytes) -> bool:
    """Tell that no content belongs to this format in particular."""
    return False


def unwritten(image: Image) -> bytes:
    """Refuse to write a format that only others write."""
    raise ImageError("files of this format can be read, but not written")


class Format(NamedTuple):
    """One way to keep an image in a file."""

    name: str
    extensions: tuple[str, ...]
    title: str  # one line for people
    loads: Callable[..., Image]  # (data, file name, *, options)
    dumps: Callable[..., bytes]  # (image, *, options)
    recognises: Callable[[bytes], bool]  # does a file with this beginning look like it?
    limit: int  # bytes in the largest file that is read
    word_bits: int = 8  # width of the words it holds; 0: it holds none

    @property
    def written(self) -> bool:
        """Whether files of this format can be written."""
        return self.dumps is not unwritten

    @property
    def read_options(self) -> tuple[str, ...]:
        """The names of the options `loads` takes."""
        return keywords(self.loads)

    @property
    def write_options(self) -> tuple[str, ...]:
        """The names of the options `dumps` takes."""
        return keywords(self.dumps)


def keywords(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of a function's keyword-only parameters."""
    parameters = inspect.signature(function).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


FORMATS = (
    Format("binary", (".bin", ".rom", ".img"), "raw bytes of memory, origin given by the user",
           binary.loads, binary.dumps, unrecognised, 0x10000),
    Format("papertape", (".ptp", ".pap", ".mos", ".tape"), "MOS Technology paper tape (KIM-1 L and Q)",
           papertape.loads, papertape.dumps, papertape.recognises, TEXT_LIMIT),
    Format("intelhex", (".hex", ".ihx", ".ihex"), "Intel HEX",
           intelhex.loads, intelhex.dumps, intelhex.recognises, TEXT_LIMIT),
    Format("srecord", (".s19", ".srec", ".mot", ".s28", ".s37"), "Motorola S-records",
           srecord.loads, srecord.dumps, srecord.recognises, TEXT_LIMIT),
    Format("prg", (".prg",), "Commodore program file (load address and bytes)",
           prg.loads, prg.dumps, unrecognised, 0x10002),
    Format("cassette", (".wav",), "KIM-1 cassette recording (WAV)",
           cassette.loads, cassette.dumps, cassette.recognises, cassette.LIMIT),
    Format("ld65", (".lbl", ".lab"), "labels as ld65 -Ln writes them: al 000200 .name",
           labels.loads, labels.dumps_ld65, labels.recognises, TEXT_LIMIT, 0),
    Format("vice", (".vs", ".vice"), "labels for VICE's monitor: al C:0200 .name",
           labels.loads, labels.dumps_vice, labels.recognises, TEXT_LIMIT, 0),
    Format("include", (".inc",), "labels for a ca65 source: name = $0200",
           include.loads, include.dumps, include.recognises, TEXT_LIMIT, 0),
    Format("dbg", (".dbg",), "debug information of ld65 (--dbgfile): symbols and source lines; only read",
           dbg.loads, unwritten, dbg.recognises, DEBUG_LIMIT, 0),
    Format("listing", (".lst", ".lis"), "listing of an assembler: lines and labels; only read",
           listing.loads, unwritten, listing.recognises, DEBUG_LIMIT, 0),
    Format("cbn", (".cbn",), "IBM 704 deck of cards in column binary",
           cbn.loads, cbn.dumps, cbn.recognises, deck.LIMIT, 36),
    Format("deck", (".deck",), "IBM 704 deck of cards as a text: characters, or words in octal",
           textdeck.loads, textdeck.dumps, textdeck.recognises, deck.LIMIT, 36),
    Format("octal", (".oct",), "IBM 704 words in octal, with addresses (SIMH load)",
           octal.IBM704.loads, octal.IBM704.dumps, octal.IBM704.recognises, TEXT_LIMIT, 36),
    Format("words", (".w36",), "IBM 704 words of 36 bits in 8 bytes each, origin given by the user",
           wordfile.loads, wordfile.dumps, unrecognised, 8 * 0x8000, 36),
    Format("octal60", (".o60",), "CDC 6600 words in octal, with addresses",
           octal.CDC6600.loads, octal.CDC6600.dumps, octal.CDC6600.recognises, TEXT_LIMIT, 60),
)  # fmt: skip


def named(name: str) -> Format:
    """Return the format of this name."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise ImageError(f"there is no format '{name}'; the formats are {', '.join(form.name for form in FORMATS)}")


def by_extension(file: str) -> Format | None:
    """Return the format a file name's ending stands for, None if it stands for none."""
    return next((form for form in FORMATS if file.lower().endswith(form.extensions)), None)


def by_content(head: bytes) -> Format | None:
    """Return the format the beginning of a file looks like, None if it looks like none."""
    return next((form for form in FORMATS if form.recognises(head)), None)
