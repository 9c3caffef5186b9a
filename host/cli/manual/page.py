"""The manual page: roff with the macros of man(7), as groff and mandoc take it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from emulators import distributions
from host.cli.main import ABOUT
from host.cli.manual.words import Command, Word
from host.streams import Status

DESCRIPTION = (
    "Without a verb, the first one below is meant.",
    "Amounts are written 8192, 0x2000 or 8K; addresses as the machine prints them: in hexadecimal digits for a 6502, "
    "in octal digits for the others. No command replaces a file unless --force is given, and none writes a file that "
    "it reads. Where a file is expected, - is the standard input or output.",
)
ENVIRONMENT = {
    "NO_COLOR": "If it is not empty, errors and warnings have no colours.",
    "FORCE_COLOR, CLICOLOR_FORCE": "If one is neither empty nor 0, they have colours where no terminal is, too.",
    "TERM": "A terminal that is called dumb gets no colours.",
    "COLUMNS": "The width of the help, where it is not that of the terminal.",
    "IRONBOARD_CACHE_DIR": "Where assembled programs are kept, instead of the user's cache folder.",
    "IRONBOARD_DATA_DIR": "Where views keep moments to return to, instead of the user's data folder.",
    "IRONBOARD_PROGRESS": "The file with the lessons that are solved.",
    "IRONBOARD_SETTINGS": "The file with the settings of the views.",
    "IRONBOARD_SOFTWARE": "The folder with the repositories of 'ironboard software'.",
}
MARKS = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}  # roff has its own meaning
DAY, WIDTH = "%Y-%m-%d", 70


def page(commands: Sequence[Command]) -> str:
    """Return the manual page."""
    return "\n".join(_lines(commands)) + "\n"


def text(words: str) -> str:
    """Return a text as lines of roff."""
    return "\n".join(map(escaped, wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)))


def escaped(words: str) -> str:
    """Return a text as roff prints it, in one line."""
    plain = "".join(MARKS.get(each, each if each.isascii() else f"\\[u{ord(each):04X}]") for each in words)
    return f"\\&{plain}" if plain.startswith(".") else plain


def _lines(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines of the page."""
    day = time.strftime(DAY, time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    top, *others = commands
    yield f'.TH IRONBOARD 1 {day} "Ironboard {distributions.version()}" "User Commands"'
    yield from (".SH NAME", f"ironboard \\- {escaped(ABOUT[0].lower() + ABOUT[1:].rstrip('.'))}")
    yield from (".SH SYNOPSIS", ".B ironboard", "[VERB] [OPTIONS]")
    yield ".SH DESCRIPTION"
    yield from "\n.PP\n".join(map(text, DESCRIPTION)).split("\n")
    yield ".SH OPTIONS"
    for word in top.options:
        yield from _word(word)
    for group, verbs in groupby(others, lambda each: each.verb.group if each.verb else ""):
        yield f".SH {group.upper()}"
        for command in verbs:
            yield from _command(command)
    yield ".SH EXIT STATUS"
    for status in Status:
        yield from _row(str(int(status)), status.meaning)
    yield ".SH ENVIRONMENT"
    for name, about in ENVIRONMENT.items():
        yield from _row(name, about)


def _row(name: str, about: str) -> Iterator[str]:
    yield from (".TP", f".B {escaped(name)}", text(about))


def _command(command: Command) -> Iterator[str]:
    """Yield a verb, or one of its words, with its options."""
    name = " ".join(["ironboard", *command.path])
    arguments = [_synopsis(each) for each in command.arguments] + ["WORD"] * bool(command.inner)
    yield f".SS {escaped(' '.join([name, *arguments]))}"
    yield text(f"{command.title[0].upper()}{command.title[1:]}.")
    verb = command.verb
    if verb and verb.no and len(command.path) == 1:
        yield from (".PP", text(f"Exit status 1 also: {verb.no}."))
    for title, words in command.inner.items():
        yield from _row(title, words)
    for group, found in groupby(command.arguments + command.options, lambda each: each.group):
        shown = [each for each in found if not {"-h", "--color"} & {*each.names}]
        if group and shown:
            yield from (".PP", text(f"{group[0].upper()}{group[1:]}:"))
        for word in shown:
            yield from _word(word)
    if verb and len(command.path) == 1:
        yield from (".PP", "Example:", ".PP", ".RS 4", ".nf", escaped(f"ironboard {verb.example}"), ".fi", ".RE")


def _synopsis(argument: Word) -> str:
    name = argument.value.metavar if argument.value else ""
    shown = f"[{name}]" if argument.value and argument.value.optional else name
    return f"{shown} ..." if argument.many else shown


def _word(word: Word) -> Iterator[str]:
    """Yield an option, or an argument."""
    value = "" if word.value is None else f"\\fI{escaped(word.value.metavar)}\\fR"
    optional = word.value and word.value.optional and word.names
    shown = ", ".join(f"\\fB{escaped(name)}\\fR" for name in word.names)
    yield ".TP"
    yield f"{shown} [{value}]" if optional else f"{shown} {value}".strip()
    yield text(word.help)
