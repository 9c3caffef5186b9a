"""Image, label and media formats: `read` a file into an Image, `write` an Image to a file.

    image = read("tinybasic.hex")
    write(image, "tinybasic.ptp")
    image = read("dump.bin", origin=0x0200)

`FORMATS` lists the formats; each module has `loads` and `dumps` for data already in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from emulators.errors import ImageError
from emulators.image import Image
from host.formats import storage
from host.formats.table import FORMATS, Format, by_content, by_extension, named

__all__ = ["FORMATS", "Format", "find", "named", "read", "write"]

Option = int | str | bool | None


def read(path: str | os.PathLike[str], format: str | None = None, **options: Option) -> Image:
    """Return the image in a file.

    The format is the one given, else that of the file's extension, else that of its content.
    Options are those of the format's `loads`, such as origin=0x0200; None is as good as not given.
    """
    file = Path(path)
    form = find(file, format, origin=options.get("origin"))
    given = accepted(options, form.read_options, f"{form.name} files are read")
    data = storage.read_all(file, form.limit, f"a {form.name} file")
    try:
        return form.loads(data, str(file), **given)
    except ImageError as error:
        likely = by_content(data[: storage.HEAD])
        if likely in (None, form):
            raise
        raise ImageError(f"{error}\n  hint: its content looks like {likely.title}; name that format") from error


def write(
    image: Image,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    overwrite: bool = False,
    **options: Option,
) -> None:
    """Write an image to a file, all or nothing, over an existing file only with `overwrite`.

    The format is the one given, else that of the file's extension. Options are those of the format's `dumps`.
    """
    file = Path(path)
    form = named(format) if format else by_extension(file.name)
    if form is None:
        raise unknown(file, [each for each in FORMATS if each.written and each.word_bits in (0, image.word_bits)])
    if not form.written:
        raise ImageError(f"{file}: {form.name} files can be read, but not written")
    if form.word_bits not in (0, image.word_bits):
        raise too_wide(file, form, image)
    given = accepted(options, form.write_options, f"{form.name} files are written")
    storage.write_all(file, form.dumps(image, **given), overwrite)


def find(path: Path, format: str | None = None, origin: Option = None) -> Format:
    """Return the format to read a file with; an origin turns unknown content into a raw binary."""
    form = named(format) if format else by_extension(path.name) or by_content(storage.read_head(path))
    if form is None and origin is not None:
        form = named("binary")
    if form is None:
        raise unknown(path)
    return form


def unknown(file: Path, forms: Iterable[Format] = FORMATS) -> ImageError:
    """Return the error for a file whose format cannot be told to be one of these."""
    endings = ", ".join(f"{form.name} ({' '.join(form.extensions)})" for form in forms)
    return ImageError(f"{file}: cannot tell the format of this file; name one of {endings}")


def too_wide(file: Path, form: Format, image: Image) -> ImageError:
    """Return the error for an image whose words have another width than those of a format."""
    others = [each.name for each in FORMATS if each.word_bits == image.word_bits and each.written]
    hint = f"; formats for those are {', '.join(others)}" if others else ""
    message = f"{form.name} files hold words of {form.word_bits} bits, the image has words of {image.word_bits}"
    return ImageError(f"{file}: {message}{hint}")


def accepted(options: Mapping[str, Option], known: tuple[str, ...], doing: str) -> Mapping[str, Option]:
    """Return the options that are set, after checking that the format knows them."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in known:
            choice = f"with the options {', '.join(known)}" if known else "without options"
            raise ImageError(f"unknown option '{name}': {doing} {choice}")
    return given
