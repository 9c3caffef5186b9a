"""The files that a command names: those it reads, and those it writes, which must not be lost.

Every option for a file has one of these types; `check_paths` then knows, before anything has run, that no file is
replaced unasked, that no two results go to one file, and that nothing that is read is written.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError

STANDARD = Path("-")  # the standard input or output


def named_path(text: str, what: str = "NAME") -> tuple[str, Path]:
    """Return name and path of NAME=FILE; `what` a name is."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise ArgumentTypeError(f"'{text}': expected {what}=FILE")
    return name.upper(), Path(path)


@dataclass(frozen=True)
class File:
    """The type of an option that names a file: argparse calls it with the text."""

    convert: Callable[[str], Any]  # to a path, a text, or a tuple that ends with one of these
    written: bool = False
    continued: bool = False  # what exists is gone on with, not replaced

    def __call__(self, text: str) -> Any:
        """Return what the option's text means."""
        return self.convert(text)


IN, NAMED_IN = File(Path), File(named_path)
OUT, NAMED_OUT = File(Path, written=True), File(named_path, written=True)
GROWING = File(Path, written=True, continued=True)
PROGRAM = File(str)  # its name, or a file's


class Given(NamedTuple):
    """A file that the command line names."""

    option: str
    path: Path
    file: File


def given_paths(parser: ArgumentParser, options: Namespace) -> Iterator[Given]:
    """Yield the files that the command line names."""
    for action in parser._actions:
        if not isinstance(action.type, File):
            continue
        value = getattr(options, action.dest, None)
        for each in value if isinstance(value, list) else [value]:
            path = Path((each[-1] if isinstance(each, tuple) else each) or STANDARD)
            if path != STANDARD:
                yield Given("/".join(action.option_strings) or str(action.metavar or action.dest), path, action.type)


def check_paths(parser: ArgumentParser, options: Namespace) -> None:
    """End the command if a result would replace another one, or a file that is read; or, without --force, any file.

    Raises ImageError for a file that exists, or whose folder does not.
    """
    given = [*given_paths(parser, options)]
    read = {os.path.realpath(each.path): each.option for each in given if not each.file.written}
    written: dict[str, str] = {}
    for option, path, _ in (each for each in given if each.file.written):
        real = os.path.realpath(path)
        if real in written:
            parser.error(f"{path}: a file cannot keep two results ({written[real]}, {option})")
        if real in read and os.path.isfile(real):
            parser.error(f"{path}: {option} would replace what is read ({read[real]})")
        if not os.path.isdir(os.path.dirname(real)):
            raise ImageError(f"cannot write {path}: there is no folder {path.parent}")
        written[real] = option
    if not getattr(options, "overwrite", False):
        from host.formats import storage

        storage.refuse_existing(*(each.path for each in given if each.file.written and not each.file.continued))
