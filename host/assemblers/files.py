"""Assembling and disassembling from file to file: what `ironboard asm` and `ironboard dis` do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from emulators.errors import ImageError
from host import formats
from host.assemblers.disassembler import disassemble
from host.assemblers.mos6502 import assemble
from host.formats import storage

STANDARD_OUTPUT = Path("-")


def assemble_file(
    source: Path,
    *,
    output: Path | None = None,
    format: str | None = None,
    listing: Path | None = None,
    labels: Path | None = None,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[Path] = (),
    undocumented: bool = False,
) -> None:
    """Assemble a source into an image file, by default a paper tape beside it, and say what came of it.

    Files made before are replaced; the source itself never is.
    """
    target = output or source.with_suffix(".ptp")
    for each in (target, listing, labels):
        if each and each.exists() and each.samefile(source):
            raise ImageError(f"{each}: this is the source itself; name another file")
    assembly = assemble(source, undocumented=undocumented, defines=defines, include_dirs=include_dirs)
    for message in assembly.messages:
        print(message)
    for warning in assembly.warnings:
        print(warning, file=sys.stderr)
    formats.write(assembly.image, target, format, overwrite=True)
    if labels:
        formats.write(assembly.image, labels, overwrite=True)
    if listing:
        put_text(assembly.listing, listing, overwrite=True)
    entry = assembly.image.entry
    start = f", entry {entry:04X}" if entry is not None else ""
    print(
        f"{target}: {assembly.image.size} bytes{start}", file=sys.stderr if listing == STANDARD_OUTPUT else sys.stdout
    )


def disassemble_file(
    file: Path,
    *,
    output: Path = STANDARD_OUTPUT,
    format: str | None = None,
    origin: int | None = None,
    labels: Path | None = None,
    starts: Iterable[int] = (),
    linear: bool = False,
    undocumented: bool = False,
    notes: bool = True,
    overwrite: bool = False,
) -> None:
    """Write the source of an image file; `-` is the standard output."""
    image = formats.read(file, format, origin=origin)
    if labels:
        image.symbols |= formats.read(labels).symbols
    text = disassemble(image, starts=starts, linear=linear, undocumented=undocumented, notes=notes)
    put_text(text, output, overwrite)


def put_text(text: str, path: Path, overwrite: bool) -> None:
    """Write a text to a file or, for `-`, to the standard output."""
    text = text if text.endswith("\n") else text + "\n"
    if path == STANDARD_OUTPUT:
        sys.stdout.write(text)
    else:
        storage.write_all(path, text.encode(), overwrite)
