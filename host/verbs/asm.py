"""The verb `asm`: assemble a source."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.verbs.paths import IN, OUT
from host.verbs.values import algol_arguments, algol_options, definition, memory, option, picked, placed

DIALECTS = ("ca65", "sap", "compass")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard asm`."""
    option(parser, "source", type=IN, metavar="SOURCE", help="6502 source in ca65's dialect, .sap, .compass, .alg")
    image = "image file; its ending is the format, .ptp if absent, .cbn of the 704, .o60 of the 6600"
    option(parser, "-o", "--output", type=OUT, metavar="FILE", help=image)
    option(parser, "--format", metavar="NAME", help="the image's format, if its name does not tell")
    option(parser, "--listing", type=OUT, metavar="FILE", help="write a listing; - is the standard output")
    option(parser, "--labels", type=OUT, metavar="FILE", help="write the symbols (.lbl, .vs or .inc)")
    option(parser, "-D", dest="defines", type=definition, action="append", metavar="NAME=VALUE", help="define a symbol")
    option(
        parser, "-I", dest="include_dirs", type=Path, action="append", metavar="FOLDER", help="look for includes here"
    )
    option(parser, "--config", type=IN, metavar="FILE", help="an ld65 configuration: where segments lie (6502)")
    option(
        parser,
        "--segment",
        dest="segments",
        type=placed,
        action="append",
        metavar="NAME=ADDRESS",
        help="where a segment begins (6502)",
    )
    option(
        parser,
        "--feature",
        dest="features",
        action="append",
        metavar="NAME",
        help="what .feature NAME switches on (6502)",
    )
    option(parser, "--force", dest="overwrite", action="store_true", help="replace existing files")
    option(parser, "--dialect", choices=DIALECTS, help="the language, if the file's name does not tell")
    option(parser, "--undocumented", action="store_true", help="know the undocumented instructions (6502)")
    option(
        parser, "--tables", type=Path, metavar="FOLDER", help="where WST keeps symbol tables and RST finds them (704)"
    )
    option(parser, "--uasap", action="store_true", help="read cards as UA SAP did; what it flagged is a warning (704)")
    option(parser, "--bare", action="store_true", help="a deck without our loader (704)")
    option(parser, "--core", type=memory, metavar="WORDS", help="memory of the 704: 4096, 8192 or 32768 words")
    algol_arguments(parser)


def action(options: Namespace) -> None:
    """Assemble a source."""
    from host.assemblers.dialects import assemble_file

    names = (
        "output",
        "format",
        "listing",
        "labels",
        "overwrite",
        "dialect",
        "undocumented",
        "core",
        "config",
        "features",
        "tables",
        "uasap",
        "bare",
    )
    assemble_file(
        options.source,
        **picked(options, names),
        **algol_options(options),
        defines=dict(options.defines or ()),
        segments=dict(options.segments or ()),
        include_dirs=options.include_dirs or (),
    )
