"""Image, label and media formats: `read` a file into an Image, `write` an Image to a file.

    image = read("tinybasic.hex")
    write(image, "tinybasic.ptp")
    image = read("dump.bin", origin=0x0200)

`FORMATS` is the table that everything walks that reads, writes or lists formats; a new format is a pair of functions
`loads` and `dumps`, for data already in memory, and a row here.
"""

from __future__ import annotations

import os
from pathlib import Path

from emulators import roms
from emulators.errors import ImageError, require, require_path
from emulators.image import Image, parse_address
from host.formats import faults, storage
from host.formats.table import (
    DECK_LIMIT,
    MODULES_LIMIT,
    WAV_LIMIT,
    Format,
    Formats,
    Lazy,
    Option,
    accepted,
    unknown,
    unrecognised,
    unwritten,
)

__all__ = ["FORMATS", "Format", "by_extension", "find", "named", "read", "read_installed", "write"]

TEXT_LIMIT = 4 << 20  # 64 K bytes in records of one byte each are 1.2 MB
DEBUG_LIMIT = 32 << 20  # for 64 K bytes of instructions, with comments, macros and all


def of(module: str, name: str) -> Lazy:
    """Return a function of a module here: who reads the table does not import them all."""
    return Lazy(f"{__name__}.{module}", name)


FORMATS: Formats[Image] = Formats((
    Format("binary", (".bin", ".rom", ".img"), "raw bytes of memory, origin given by the user",
           of("memory", "loads_binary"), of("memory", "dumps_binary"), unrecognised, 0x10000),
    Format("papertape", (".ptp", ".pap", ".mos", ".tape"), "MOS Technology paper tape (KIM-1 L and Q)",
           of("hexadecimal", "loads_papertape"), of("hexadecimal", "dumps_papertape"),
           of("hexadecimal", "recognises_papertape"), TEXT_LIMIT),
    Format("intelhex", (".hex", ".ihx", ".ihex"), "Intel HEX",
           of("hexadecimal", "loads_intelhex"), of("hexadecimal", "dumps_intelhex"),
           of("hexadecimal", "recognises_intelhex"), TEXT_LIMIT),
    Format("srecord", (".s19", ".srec", ".mot", ".s28", ".s37"), "Motorola S-records",
           of("hexadecimal", "loads_srecord"), of("hexadecimal", "dumps_srecord"),
           of("hexadecimal", "recognises_srecord"), TEXT_LIMIT),
    Format("prg", (".prg",), "Commodore program file (load address and bytes)",
           of("memory", "loads_prg"), of("memory", "dumps_prg"), unrecognised, 0x10002),
    Format("cassette", (".wav",), "KIM-1 cassette recording (WAV)",
           of("cassette", "loads"), of("cassette", "dumps"), of("cassette", "recognises"), WAV_LIMIT),
    Format("ld65", (".lbl", ".lab"), "labels as ld65 -Ln writes them: al 000200 .name",
           of("labels", "loads"), of("labels", "dumps_ld65"), of("labels", "recognises"), TEXT_LIMIT, 0),
    Format("vice", (".vs", ".vice"), "labels for VICE's monitor: al C:0200 .name",
           of("labels", "loads"), of("labels", "dumps_vice"), of("labels", "recognises"), TEXT_LIMIT, 0),
    Format("include", (".inc",), "labels for a ca65 source: name = $0200",
           of("labels", "loads_include"), of("labels", "dumps_include"),
           of("labels", "recognises_include"), TEXT_LIMIT, 0),
    Format("dbg", (".dbg",), "debug information of ld65 (--dbgfile): symbols and source lines; only read",
           of("dbg", "loads"), unwritten, of("dbg", "recognises"), DEBUG_LIMIT, 0),
    Format("listing", (".lst", ".lis"), "listing of an assembler: lines and labels; only read",
           of("listing", "loads"), unwritten, of("listing", "recognises"), DEBUG_LIMIT, 0),
    Format("cbn", (".cbn",), "IBM 704 deck of cards in column binary",
           of("deck", "image_of_binary"), of("deck", "binary_of_image"), of("deck", "recognises_binary"),
           DECK_LIMIT, 36),
    Format("deck", (".deck",), "IBM 704 deck of cards as a text: characters, or words in octal",
           of("deck", "image_of_text"), of("deck", "text_of_image"), of("deck", "recognises_text"), DECK_LIMIT, 36),
    Format("octal", (".oct",), "IBM 704 words in octal, with addresses (SIMH load)",
           of("octal", "IBM704.loads"), of("octal", "IBM704.dumps"), of("octal", "IBM704.recognises"), TEXT_LIMIT, 36),
    Format("words", (".w36",), "IBM 704 words of 36 bits in 8 bytes each, origin given by the user",
           of("memory", "loads_words"), of("memory", "dumps_words"), unrecognised, 8 * 0x8000, 36),
    Format("octal60", (".o60",), "CDC 6600 words in octal, with addresses",
           of("octal", "CDC6600.loads"), of("octal", "CDC6600.dumps"), of("octal", "CDC6600.recognises"),
           TEXT_LIMIT, 60),
    Format("relocatable", (".rel",), "CDC 6600 relocatable binaries; read as the loader loads them",
           of("loader.loading", "image_of"), unwritten, of("loader.tables", "recognises"), MODULES_LIMIT, 60),
))  # fmt: skip
named, by_extension = FORMATS.named, FORMATS.by_extension


BYTE = 8  # bits of the words of machines that print hexadecimal digits


def read(path: str | os.PathLike[str], format: str | None = None, **options: Option) -> Image:
    """Return the image in a file.

    The format is the one given, else that of the file's extension, else that of its content.
    Options are those of the format's `loads`, such as origin=0x0200; None is as good as not given. An origin may be a
    text, in the digits of the machine whose words these are.

    >>> from ironboard import Image, read_image, write_image
    >>> write_image(Image.of(0x0200, b"ABC"), "abc.hex")
    >>> read_image("abc.hex")
    <Image abc.hex: 3 bytes at 0200-0202>
    """
    require_path(path)
    file = Path(path)
    form = find(file, format, origin=options.get("origin"))
    if isinstance(origin := options.get("origin"), str):
        options["origin"] = parse_address(origin, 16 if form.word_bits == BYTE else 8)
    given = accepted(options, form.read_options, f"{form.name} files are read")
    data = storage.read_all(file, form.limit, f"a {form.name} file")
    try:
        image = form.loads(data, str(file), **given)
    except ImageError as error:
        likely = FORMATS.by_content(data[: storage.HEAD])
        if likely in (None, form):
            raise
        raise ImageError(f"{error}\n  hint: its content looks like {likely.title}; name that format") from error
    image.name = file.name
    return image


def read_installed(name: str) -> Image:
    """Return the image of a program named in the manifest, with its entry."""
    described = roms.manifest()[name]
    path = roms.folder() / described["file"]
    raw = find(path).name == "binary"  # nothing in such a file says where its words belong
    image = read(path, origin=described["origin"] if raw else None)
    image.entry, image.name = described.get("entry", image.entry), name
    return image


def write(
    image: Image, path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False, **options: Option
) -> None:
    """Write an image to a file, all or nothing, over an existing file only with `overwrite`.

    The format is the one given, else that of the file's extension. Options are those of the format's `dumps`.

    >>> from ironboard import Image, write_image
    >>> write_image(Image.of(0x0200, b"ABC"), "abc.ptp")
    >>> print(open("abc.ptp").readline().strip())
    ;03020041424300CB
    """
    require(image, "an image", Image)
    require_path(path)
    file = Path(path)
    form = named(format) if format else by_extension(file.name)
    if form is None:
        raise unknown(file, [each for each in FORMATS if each.written and each.word_bits in (0, image.word_bits)])
    if not form.written:
        raise ImageError(f"{file}: {form.name} files can be read, but not written")
    if form.word_bits not in (0, image.word_bits):
        others = [each.name for each in FORMATS if each.word_bits == image.word_bits and each.written]
        hint = f"; formats for those are {', '.join(others)}" if others else ""
        message = f"{form.name} files hold words of {form.word_bits} bits, the image has words of {image.word_bits}"
        raise ImageError(f"{file}: {message}{hint}")
    given = accepted(options, form.write_options, f"{form.name} files are written")
    storage.write_all(file, form.dumps(image, **given), overwrite)


def find(path: Path, format: str | None = None, origin: Option = None) -> Format[Image]:
    """Return the format for reading a file; with an origin, unknown content is a raw binary."""
    form = named(format) if format else by_extension(path.name)
    if form is None and not (head := storage.read_head(path)):
        raise faults.damaged(str(path), "", "the file is empty; expected a program")
    form = form or FORMATS.by_content(head)
    if form is None and origin is not None:
        form = named("binary")
    if form is None:
        raise unknown(path, FORMATS)
    return form
