"""The workbench in a browser: workbench, and site, which makes the folder that a server gives to browsers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.cli.parser import Action
from host.options import Option, add, port


def tell(text: str) -> None:
    """Tell the user how far the work is, beside its result."""
    print(f"ironboard: {text}", file=sys.stderr, flush=True)


def site(parser: ArgumentParser) -> Action:
    """Make the folder of the workbench, with the documents and games."""
    add(parser, Option("FOLDER", "the folder to make; one that was made before is replaced", Path, name="folder"))

    def action(options: Namespace) -> int:
        from host.workbench.site import build, replace

        replace(options.folder, build, tell)
        print(
            f"{options.folder}: `ironboard workbench {options.folder}` shows it; any web server can give it to others"
        )
        return 0

    return action


def workbench(parser: ArgumentParser) -> Action:
    """Serve the workbench to the browsers of this computer."""
    add(
        parser,
        Option("FOLDER", "a folder that `ironboard site` made (default: the workbench is built)", Path, name="folder",
               nargs="?"),
        Option("--port N", "listen on this port of localhost (6502; 0: any free port)", port),
        Option("--no-open", "open no browser", name="closed"),
    )  # fmt: skip

    def action(options: Namespace) -> int:
        from host.workbench.serve import serve
        from host.workbench.site import fresh, page_of

        folder = options.folder or fresh(tell)
        serve(folder, page_of(folder), options.port, not options.closed, tell)
        return 0

    return action
