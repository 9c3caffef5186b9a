"""Usage errors in two lines: the mistake with the nearest correct word, and where to find help.

It also checks, before anything runs, that no existing file is replaced unasked, that no two results share a file, and
that no input is overwritten.
"""

from __future__ import annotations

import os
import sys
from argparse import Action, ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from emulators.errors import ImageError, shown
from host.cli.kinds import check
from host.options import STANDARD, File
from host.registry import nearest
from host.reporting import complain

USAGE = 2  # exit status of wrong usage
VERB = "VERB"
WANTED = ("required", "needed", "missing")  # words of a message about an argument that is not there
LONGEST = 400  # characters of a message


def shortened(message: str) -> str:
    """Return a message on one line: other characters than printable ones as Python writes them, long words cut."""
    one = "".join(each if each.isprintable() else repr(each)[1:-1] for each in message)
    return " ".join(each if len(each) <= LONGEST else shown(each) for each in one.split(" "))


class Version(Action):
    """Print the version, which is looked up only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(self, parser: ArgumentParser, *rest: Any) -> None:
        """Print it and end the command."""
        from importlib import metadata

        print(f"ironboard {metadata.version('ironboard')}")
        parser.exit()


class Parser(ArgumentParser):
    """An ArgumentParser with short errors. Each verb sets the default `parser`: its own."""

    def error(self, message: str) -> NoReturn:
        """Print the usage error and exit."""
        example = self.get_default("example") if any(word in message for word in WANTED) else ""
        complain(shortened(message), self.prog)
        self.exit(USAGE, f"see '{self.prog} --help'{example and f'; an example: {example}'}\n")

    def options(self, words: Sequence[str]) -> Namespace:
        """Parse a command line; unknown words and impossible files are usage errors."""
        options, unknown = self.parse_known_args(words)
        parser: Parser = options.parser
        if unknown:
            parser.error(parser._without_meaning(unknown[0]))
        check_paths(parser, options)
        return options

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            file.write(message)  # argparse ignores an OSError
        else:
            super()._print_message(message, file)

    def _without_meaning(self, word: str) -> str:
        name = word.partition("=")[0]
        if not word.startswith("-") or word == "-":
            return f"unexpected '{word}'"
        known = [each for action in self._actions for each in action.option_strings]
        return f"there is no option {name}{nearest(name, known)}"

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        names = [str(each) for each in action.choices]
        hint = nearest(str(value), names) or f"; there are {', '.join(names)}"
        if action.metavar != VERB:
            raise ArgumentError(action, f"there is no '{value}'{hint}")
        raise ArgumentError(None, f"there is no verb '{value}'{_as_program(value) or hint}")


def _as_program(name: str) -> str:
    """Return how to run a program that was typed in place of a verb; an empty string for other words."""
    from emulators.roms import manifest
    from host import registry

    entry = manifest().get(name)
    if entry is None:
        return ""
    model = registry.find(entry["machine"])
    option = next(iter(each.names[0] for each in model.run_options if each.dest == "program" and each.names), "")
    return f"; did you mean '{' '.join(filter(None, ('ironboard', model.name, option, name)))}'?"


class Given(NamedTuple):
    """A file that the command line names."""

    option: str
    is_program: bool  # an argument, or the option --program
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
                option = "/".join(action.option_strings) or str(action.metavar or action.dest)
                yield Given(option, not action.option_strings or action.dest == "program", path, action.type)


def check_paths(parser: ArgumentParser, options: Namespace) -> None:
    """Exit with an error if a result would replace another result, an input or, without --force, any file.

    Raises ImageError for a file that exists, a folder, or a file in a folder that does not exist.
    """
    given = [*given_paths(parser, options)]
    if not getattr(options, "format", None) and not getattr(options, "dialect", None):
        for each in given:
            if each.is_program and not each.file.written:
                check(parser.prog.partition(" ")[2], each.path)
    for option, _, path, _ in given:
        if not str(path).isprintable() and str(path).isascii():
            parser.error(f"{option}: '{path}' has a character that no name of a file should have")
    read = {os.path.realpath(each.path): each.option for each in given if not each.file.written}
    written: dict[str, str] = {}
    for option, _, path, _ in (each for each in given if each.file.written):
        real = os.path.realpath(path)
        if real in written:
            parser.error(f"{path}: two results cannot share a file ({written[real]}, {option})")
        if real in read and os.path.isfile(real):
            parser.error(f"{path}: {option} would overwrite an input ({read[real]})")
        if os.path.isdir(real):
            raise ImageError(f"cannot write {path}: it is a folder")
        if not os.path.isdir(os.path.dirname(real)):
            raise ImageError(f"cannot write {path}: there is no folder {path.parent}")
        written[real] = option
    if not getattr(options, "overwrite", False):
        from host.formats import storage

        storage.refuse_existing(*(each.path for each in given if each.file.written and not each.file.continued))
