"""The verb `asm`: assemble a source."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.verbs.values import algol_arguments, algol_options, definition, number, option, picked

DIALECTS = ("ca65", "sap", "compass")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard asm`."""
    option(parser, "source", type=Path, metavar="SOURCE", help="6502 source in ca65's dialect, .sap, .compass, .alg")
    image = "image file; its ending is the format, .ptp if absent, .cbn of the 704, .o60 of the 6600"
    option(parser, "-o", "--output", type=Path, metavar="FILE", help=image)
    option(parser, "--format", metavar="NAME", help="the image's format, if its name does not tell")
    option(parser, "--listing", type=Path, metavar="FILE", help="write a listing; - is the standard output")
    option(parser, "--labels", type=Path, metavar="FILE", help="write the symbols (.lbl, .vs or .inc)")
    option(parser, "-D", dest="defines", type=definition, action="append", metavar="NAME=VALUE", help="define a symbol")
    option(
        parser, "-I", dest="include_dirs", type=Path, action="append", metavar="FOLDER", help="look for includes here"
    )
    option(parser, "--dialect", choices=DIALECTS, help="the language, if the file's name does not tell")
    option(parser, "--undocumented", action="store_true", help="know the undocumented instructions (6502)")
    algol_arguments(parser)
    option(parser, "--core", type=number, metavar="WORDS", help="memory of the 704: 4096, 8192 or 32768 words")


def action(options: Namespace) -> None:
    """Assemble a source."""
    from host.assemblers.files import assemble_file

    names = ("output", "format", "listing", "labels", "dialect", "undocumented", "core")
    defines = dict(options.defines or ())
    folders = options.include_dirs or ()
    given = {**picked(options, names), **algol_options(options)}
    assemble_file(options.source, **given, defines=defines, include_dirs=folders)
