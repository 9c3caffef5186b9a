"""The verb `dap`: the debugger for editors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import GROWING
from host.verbs.values import option, port


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard dap`."""
    option(parser, "--port", type=port, metavar="N", help="wait on this port of this computer; 0 is any free one")
    parser.add_argument("--once", action="store_true", help="with --port: end behind the first connection")
    option(parser, "--log", type=GROWING, metavar="FILE", help="add all messages to this file")


def action(options: Namespace) -> int:
    """Serve editors."""
    if options.once and options.port is None:
        options.parser.error("--once goes with --port")
    from host.debugger.dap.server import serve

    return serve(options.port, options.once, options.log)
