"""Wrong usage in two lines: what is wrong, with the nearest word that would be right, and where help is."""

from __future__ import annotations

import difflib
from argparse import Action, ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from host.verbs.paths import check_paths

USAGE = 2  # exit status of wrong usage
VERB = "VERB"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" with the known word most like this one, or nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""


class Version(Action):
    """Print the version: only then it is looked for."""

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
        """Say what is wrong and end the command."""
        self.exit(USAGE, f"{self.prog}: {message}\nsee '{self.prog} --help'\n")

    def options(self, words: Sequence[str]) -> Namespace:
        """Return the options of a command line; words without a meaning and impossible files are wrong usage."""
        options, unknown = self.parse_known_args(words)
        parser: Parser = options.parser
        if unknown:
            parser.error(parser._without_meaning(unknown[0]))
        check_paths(parser, options)
        return options

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
    """Return how a program that was typed in a verb's place is run; nothing for other words."""
    from emulators.roms import manifest

    entry = manifest().get(name, {})
    return f"; did you mean 'ironboard {entry.get('machine', 'kim1 --program')} {name}'?" if entry else ""
