"""The verb `dis`: disassemble an image into a source."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.verbs.paths import IN, OUT
from host.verbs.values import address, option, picked


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard dis`."""
    option(parser, "file", type=IN, metavar="FILE", help="an image file")
    option(parser, "-o", "--output", type=OUT, metavar="FILE", default=Path("-"), help="the source to write")
    option(parser, "--format", metavar="NAME", help="the image's format, if its name does not tell")
    option(parser, "--origin", type=address, metavar="ADDRESS", help="where a raw binary belongs")
    option(parser, "--labels", type=IN, metavar="FILE", help="names for addresses (.lbl, .vs or .inc)")
    option(parser, "--start", dest="starts", action="append", metavar="ADDRESS", help="there is code here")
    option(parser, "--linear", action="store_true", help="take everything for code")
    option(parser, "--undocumented", action="store_true", help="name the undocumented instructions")
    option(parser, "--plain", dest="notes", action="store_false", help="without addresses and bytes as comments")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")


def action(options: Namespace) -> None:
    """Disassemble an image file."""
    from host.assemblers.dialects import disassemble_file

    names = ("output", "format", "origin", "labels", "linear", "undocumented", "notes", "overwrite")
    disassemble_file(options.file, **picked(options, names), starts=options.starts or ())
