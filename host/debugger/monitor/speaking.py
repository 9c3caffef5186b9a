"""Commands about the program in its own language: activations, scopes, variables by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.debugger.language import Language, Scope, Variable
from host.debugger.monitor.arguments import Arguments
from host.debugger.monitor.command import Command, Group, Repeat

if TYPE_CHECKING:
    from host.debugger.monitor.monitor import Monitor

NO_LANGUAGE = "the program's language is not known here: registers, mem and print show the machine"
ROW, MOST_ELEMENTS = 10, 200  # elements of an array: in a line, at most


def language_of(monitor: Monitor) -> Language:
    """Return the program's language; raises IronboardError where none is known."""
    if monitor.session.language is None:
        raise IronboardError(NO_LANGUAGE)
    return monitor.session.language


# ---------------------------------------------------------------- activations


def frame(monitor: Monitor, arguments: Arguments) -> None:
    """Look at another activation, or say which one is looked at."""
    language_of(monitor)
    session = monitor.session
    number = session.frame if arguments.ended else _number(arguments)
    arguments.end()
    _choose(monitor, number)


def _number(arguments: Arguments) -> int:
    text = arguments.word("the number of a frame")
    if not (text.isascii() and text.isdecimal()):
        raise arguments.error(f"'{text}' is no number of a frame: frames lists them")
    return int(text)


def _choose(monitor: Monitor, number: int) -> None:
    found = monitor.session.choose_frame(number)
    monitor.next_line = None
    monitor.write(monitor.layout.activation(number, found))


def up(monitor: Monitor, arguments: Arguments) -> None:
    """Look at the caller."""
    count = arguments.count()
    arguments.end()
    language_of(monitor)
    _choose(monitor, monitor.session.frame + count)


def down(monitor: Monitor, arguments: Arguments) -> None:
    """Look at what has been called."""
    count = arguments.count()
    arguments.end()
    language_of(monitor)
    _choose(monitor, max(0, monitor.session.frame - count))


# ---------------------------------------------------------------- names


def variables(monitor: Monitor, arguments: Arguments) -> None:
    """Show the variables of the procedure that is looked at."""
    arguments.end()
    _write_scopes(monitor, whole=False)


def scopes(monitor: Monitor, arguments: Arguments) -> None:
    """Show everything that encloses this point, with its variables."""
    arguments.end()
    _write_scopes(monitor, whole=True)


def _write_scopes(monitor: Monitor, *, whole: bool) -> None:
    """Show the scopes around this point: the whole chain, or only what belongs to the activation."""
    language, number = language_of(monitor), monitor.session.frame
    for each in language.scopes(number):
        _write_scope(monitor, each, language.variables(each.level, number))
        if each.whole and not whole:
            return


def _write_scope(monitor: Monitor, scope: Scope, found: list[Variable]) -> None:
    monitor.write(f"   {scope.title}{f'  ({scope.note})' if scope.note else ''}")
    width = max((len(each.name) for each in found), default=0)
    for each in found:
        monitor.write(f"      {each.name:{width}}  {described(each)}")
    if not found:
        monitor.write("      (nothing is declared here)")


def described(each: Variable) -> str:
    """Return a variable's value, its type, and what it stands for."""
    return f"{each.value}  {each.type}{f': {each.note}' if each.note else ''}".rstrip()


def show(monitor: Monitor, text: str) -> None:
    """Show the value of an expression of the language; of an array, more elements than fit a line."""
    language, number = language_of(monitor), monitor.session.frame
    found = language.evaluate(text, number)
    monitor.write(f"   {found.name} = {described(found)}")
    if found.children and "..." in found.value:
        for first in range(0, min(found.children, MOST_ELEMENTS), ROW):
            parts = language.children(found.expression, first, ROW, number)
            monitor.write(f"      {parts[0].name:8} {'  '.join(each.value for each in parts)}")
        if found.children > MOST_ELEMENTS:
            monitor.write(f"      ... {found.children - MOST_ELEMENTS:,} more")


def assign(monitor: Monitor, arguments: Arguments) -> None:
    """Give a variable another value."""
    language = language_of(monitor)
    target = arguments.until_sign(language.assign, f"VARIABLE {language.assign} EXPRESSION")
    value = arguments.rest("an expression")
    try:
        monitor.session.assign(target, value)
    except IronboardError as error:
        raise arguments.without_place(str(getattr(error, "message", error))) from None
    show(monitor, target)


GROUP = Group(
    "The program's own language",
    (
        Command(
            ("frame",), "[NUMBER]", "look at an activation: its variables are meant by their names", frame,
            more="The next run looks at the innermost one again, number 0.",
        ),
        Command(("up",), "[COUNT]", "look at the caller", up, Repeat.SAME),
        Command(("down",), "[COUNT]", "look at what was called", down, Repeat.SAME),
        Command(
            ("variables", "vars", "locals"), "", "show the variables of the procedure and its blocks", variables
        ),
        Command(("scopes",), "", "show all blocks and procedures around this point, with their variables", scopes),
        Command(
            ("set", "let"), "VARIABLE := EXPRESSION", "give a variable another value", assign,
            more="Variables are changed where a statement begins. No code of the program runs: an expression that "
            "calls procedures is refused.",
        ),
    ),
)  # fmt: skip
