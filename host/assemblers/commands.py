"""What do `ironboard asm` and `ironboard dis` do? One function each, from file to file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from emulators.errors import ImageError
from host import formats
from host.assemblers.assembly import Assembly
from host.assemblers.disassembler import disassemble
from host.assemblers.mos6502 import assemble
from host.formats import storage
from host.formats.table import by_extension


def asm(
    source: Path,
    output: Path | None = None,
    format: str | None = None,
    *,
    listing: Path | None = None,
    labels: Path | None = None,
    label_format: str | None = None,
    undocumented: bool = False,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[Path] = (),
    segments: Mapping[str, int] | None = None,
    overwrite: bool = True,
) -> Assembly:
    """Assemble a source and write image, listing and labels to the files that are named.

    The result's `messages` and `warnings` are for the command line to print. Raises SourceErrors with all
    errors of the source; then nothing is written.
    """
    if output and output.resolve() == source.resolve():
        raise ImageError(f"the image would replace its source {source}: name another file")
    result = assemble(source, undocumented=undocumented, defines=defines, include_dirs=include_dirs, segments=segments)
    if output:
        formats.write(result.image, output, format, overwrite=overwrite)
    if listing:
        storage.write_all(listing, result.listing.encode(), overwrite)
    if labels:
        by_name = None if by_extension(labels.name) else "vice"
        formats.write(result.image, labels, label_format or by_name, overwrite=overwrite)
    return result


def dis(
    path: Path,
    format: str | None = None,
    *,
    origin: int | None = None,
    starts: Iterable[int] = (),
    labels: Path | None = None,
    linear: bool = False,
    undocumented: bool = False,
    notes: bool = True,
) -> str:
    """Return the source of an image file; `origin` is for formats that do not know it, `labels` a label file."""
    image = formats.read(path, format, origin=origin)
    if labels:
        image.symbols |= formats.read(labels).symbols
    return disassemble(image, starts=starts, linear=linear, undocumented=undocumented, notes=notes)
