"""The parser of command lines, options that several verbs have, and kinds of files.

Usage errors have two lines: the mistake with the nearest correct word, and where to find help.

It also checks, before anything runs, that no existing file is replaced unasked, that no two results share a file, and
that no input is overwritten.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from emulators.errors import ImageError, shown
from host import registry
from host.options import IN, OUT, STANDARD, File, Option, add, given, number, positive
from host.registry import Model, languages, models, nearest
from host.streams import WHEN, Status, colour, complain

if TYPE_CHECKING:
    from host.languages.analysis import Dialect


VERB = "VERB"
COLOUR = "--color"  # before the verb or after it
WANTED = ("required", "needed", "missing")  # words of a message about an argument that is not there
LONGEST = 400  # characters of a message


def shortened(message: str) -> str:
    """Return a message on one line: other characters than printable ones as Python writes them, long words cut."""
    one = "".join(each if each.isprintable() else repr(each)[1:-1] for each in message)
    return " ".join(each if len(each) <= LONGEST else shown(each) for each in one.split(" "))


class Version(argparse.Action):
    """Print the version, which is looked up only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(self, parser: ArgumentParser, *rest: Any) -> None:
        """Print it and end the command."""
        from emulators.distributions import version

        print(f"ironboard {version()}")
        parser.exit()


class When(argparse.Action):
    """Keep the time for colours at once: errors in the words after it are printed in that way."""

    def __call__(self, parser: ArgumentParser, options: Namespace, value: Any, name: str | None = None) -> None:
        """Keep it."""
        colour.when = value


class Parser(ArgumentParser):
    """An ArgumentParser with short errors. Each verb sets the default `parser`: its own."""

    color = False  # of argparse's help, from Python 3.14 on: it does not know --color

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        about = f"colours in errors and warnings: {', '.join(WHEN)} (default: auto)"
        self.add_argument(COLOUR, action=When, choices=WHEN, default=argparse.SUPPRESS, metavar="WHEN", help=about)

    def error(self, message: str) -> NoReturn:
        """Print the usage error and exit."""
        example = self.get_default("example") if any(word in message for word in WANTED) else ""
        complain(shortened(message), self.prog)
        self.exit(Status.USAGE, f"see '{self.prog} --help'{example and f'; an example: {example}'}\n")

    def options(self, words: Sequence[str]) -> Namespace:
        """Parse a command line; unknown words and impossible files are usage errors."""
        options, unknown = self.parse_known_args(words)
        parser: Parser = options.parser
        if unknown and not parser._taken(unknown, options):
            parser.error(parser._without_meaning(next((each for each in unknown if each.startswith("-")), unknown[0])))
        check_paths(parser, options)
        return options

    def _taken(self, words: list[str], options: Namespace) -> bool:
        """Add words after options to an argument that may be repeated: argparse ends it at the first option."""
        more = next((each for each in self._get_positional_actions() if each.nargs in ("*", "+")), None)
        if more is None or any(each.startswith("-") for each in words):
            return False
        setattr(options, more.dest, [*(getattr(options, more.dest) or ()), *self._get_values(more, words)])
        return True

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

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        numbers = [*action.choices] if isinstance(value, int) else []
        if numbers and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            raise ArgumentError(action, f"{value}: expected {numbers[0]} to {numbers[-1]}")
        names = [str(each) for each in action.choices]
        meant = [each for each in self._actions if each.option_strings and value in (each.choices or ())]
        if meant:  # of another option, such as --side black
            hint = f"; did you mean '{meant[0].option_strings[-1]} {value}'?"
        else:
            hint = nearest(str(value), names) or f"; there are {', '.join(names)}"
        if action.metavar != VERB:
            raise ArgumentError(action, f"there is no '{value}'{hint}")
        raise ArgumentError(None, f"there is no verb '{value}'{_as_program(value) or hint}")


class MainParser(Parser):
    """The parser of the whole command; its help shows the verbs by group, and the exit statuses."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, usage="%(prog)s [VERB] [OPTIONS]", **settings)
        self.grouped: dict[str, dict[str, str]] = {}  # group -> name -> title

    def format_help(self) -> str:
        """Return the help."""
        statuses = {str(int(each)): each.meaning for each in Status}
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, [], [])
        formatter.add_text(self.description)
        for title, rows in (*self.grouped.items(), ("exit status", statuses)):
            if rows is statuses:
                formatter.start_section(self._optionals.title)
                formatter.add_arguments(self._optionals._group_actions)
                formatter.end_section()
            formatter.start_section(title)
            formatter.add_arguments([argparse.Action([], name, help=about) for name, about in rows.items()])
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


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
            if isinstance(each, str) and action.type.convert is not str:
                continue  # of another option with this attribute: a command of the debugger
            path = Path((each[-1] if isinstance(each, tuple) else each) or STANDARD)
            if path != STANDARD:
                option = "/".join(action.option_strings) or str(action.metavar or action.dest)
                yield Given(option, not action.option_strings or action.dest == "program", path, action.type)


def check_paths(parser: ArgumentParser, options: Namespace) -> None:
    """Exit with an error if a result would replace another result, an input or, without --force, any file.

    Raises ImageError for a file that exists, a folder, a file in a folder that does not exist, or an input that cannot
    be read.
    """
    from host.formats import storage

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
        storage.refuse_existing(*(each.path for each in given if each.file.written and not each.file.continued))
    for each in given:
        if not each.file.written and each.file.convert is not str:  # such a text may be the name of a program
            storage.refuse_unreadable(each.path)


# ---------------------------------------------------------------- kinds of files

# Kinds of files that people give to a verb which does not take them, and the verb that does.


ANY = (
    "asm",
    "format",
    "learn",
    "load",
    "web",
    "debug",
    "profile",
    "lockstep",
    "cards",
    "board",
)  # they take sources in any language


class Kind(NamedTuple):
    """Files with a suffix: their title, a command line that does something with one, and the verbs that take them."""

    suffix: str
    title: str
    command: str
    verbs: tuple[str, ...]


def kinds() -> Iterator[Kind]:
    """Yield the kinds that a suffix tells."""
    yield Kind(".pdn", "a file of checkers games", "checkers --book", ("checkers",))
    yield Kind(".sgf", "a game of Go", "influence", ("influence", "armies"))
    for model in registry.models().values():
        for suffix, title in model.decks.items():
            yield Kind(suffix, title, f"run {model.name}", (f"run {model.name}",))
    for name, language in registry.languages().items():
        having = [each for each in registry.models().values() if any(name == it.name for it in each.languages())]
        verb = name.partition("-")[0] if language.inspected else ""  # compilers have one of their own
        verbs = (*ANY, *filter(None, [verb]), *(form.format(each.name) for each in having for form in ("{}", "run {}")))
        for suffix in language.suffixes:
            title = f"a source for {language.title}" if verb else f"a source for the {having[0].processor}"
            yield Kind(suffix, title, verb or running(having[0]), verbs)


def running(model: Model) -> str:
    """Return the command that runs a program on a machine, without the program."""
    option = next((each.names[0] for each in model.run_options if each.dest == "program" and each.names), "")
    return f"{model.name} {option}".strip()


def check(verb: str, path: Path) -> None:
    """Raise ImageError for a file that a verb does not take; the message names the verb that does."""
    found = [each for each in kinds() if each.suffix == path.suffix.lower()]
    if found and path.is_file() and not any({verb, verb.partition(" ")[0]} & {*each.verbs} for each in found):
        last = found[-1]  # of several FORTRANs the one that the verb is named after
        raise ImageError(f"{path}: this is {last.title}: `ironboard {last.command} {path}` takes it")


# Options that several verbs have.


Action = Callable[[Namespace], int | None]  # the work of a verb; the exit status, None for success

STATE = Option("--state FILE", "continue from a saved state (.state)", IN)
ASCII = Option("--ascii", "no characters beyond ASCII")
HANDICAP = Option("--handicap N", "black stones before white's first move", number, 0)
TAKEN_UP = (
    Option("--game FILE", "go on with the game of a file, the last one in it", IN),
    Option("--number N", "with --game: with this game of the file", positive),
)
RECORD = Option("--record FILE", "record all input, for `ironboard debug --replay`", OUT)


def core(cores: Iterable[str] = ("compiled", "python")) -> Option:
    """Return the option that chooses the core; the default is the first of `cores`."""
    names = tuple(cores)
    return Option("--core NAME", f"the core that runs the program: {', '.join(names)}", str, names[0], choices=names)


def refuse_beginnings(parser: ArgumentParser, options: Namespace, *names: str) -> None:
    """Report options that say where a game begins, beside the game of a file; and a number without one."""
    if options.number and not options.game:
        parser.error("--number goes with --game")
    if options.game and (found := [name for name in names if getattr(options, name)]):
        parser.error(f"--{found[0]} does not go with --game: the file has the beginning")


def all_cores(models: Iterable[Model]) -> Option:
    """Return the option that chooses the core for a program that may be for any of these machines."""
    names = [*dict.fromkeys(name for model in models for name in model.cores)]
    about = f"the core that runs the program: {', '.join(names)} (default: the first that the machine has)"
    return Option("--core NAME", about, str, choices=names)


def of_machines() -> dict[str, Option]:
    """Return the options of all machines by name; an option of several machines lists its meaning on each."""
    found: dict[str, Option] = {}
    for model in models().values():
        for name, option in model.options.items():
            said = f"{model.title}: {option.help}"
            known = found.get(name, option)
            found[name] = known._replace(help=said if name not in found else f"{known.help}; {said}", many=False)
    return found


def compiling(model: Model | None = None) -> list[Option]:
    """Return the options of the compilers of a machine, or of all."""
    known = languages().values() if model is None else model.languages()
    return [*dict.fromkeys(option for each in known if each.inspected for option in each.options)]


def add_compiling(parser: Any, model: Model | None = None) -> None:
    """Add the options of the compilers of a machine, or of all, a group for each."""
    known = languages().values() if model is None else model.languages()
    add_languages(parser, [each for each in known if each.inspected])


def add_languages(parser: Any, known: Iterable[Dialect]) -> None:
    """Add the options of some languages: a group for each, and one before them for shared options."""
    having: dict[Option, list[str]] = {}
    for each in known:
        for option in each.options:
            having.setdefault(option, []).append(f"{each.title} ({', '.join(each.suffixes)})")
    groups: dict[str, list[Option]] = {}
    for option, titles in sorted(having.items(), key=lambda each: -len(each[1])):
        groups.setdefault(" and ".join(titles), []).append(option)
    for title, options in groups.items():
        add(parser.add_argument_group(f"programs in {title}"), *options)


def given_to_compilers(options: Namespace, model: Model | None = None) -> dict[str, Any]:
    """Return the values of the options that `add_compiling` added."""
    return given(options, compiling(model))
