"""Kinds of values on the command line, and how options are added and read."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable
from typing import Any

from emulators.errors import ImageError
from emulators.image import parse_address

CORES = ("compiled", "python")
CORES_6502 = (*CORES, "py65")
REPRESENTATIONS = ("plain", "cdc", "apostrophe")


def number(text: str) -> int:
    """Return an amount: 8192, 0x2000, 8K, 2M; _ and , may group digits."""
    digits = text.replace(",", "").replace("_", "")
    scale = {"K": 1 << 10, "M": 1 << 20}.get(digits[-1:].upper(), 1)
    digits = digits[:-1] if scale > 1 else digits
    try:
        value = int(digits[1:], 16) if digits.startswith("$") else int(digits, 0)
    except ValueError:
        raise ArgumentTypeError(f"'{text}' is not a number") from None
    if value < 0:
        raise ArgumentTypeError(f"'{text}' is negative")
    return value * scale


def numbers(text: str) -> list[int]:
    """Return amounts with commas between them: 0,5,9."""
    return [number(each) for each in text.split(",")]


def memory(text: str) -> int:
    """Return an amount of memory: 8192, 8K."""
    try:
        return number(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}: write 8192 or 8K") from None


def address(text: str) -> int:
    """Return an address of a machine that prints hexadecimal digits: 0200, 0x0200, $0200, 0200h."""
    try:
        return parse_address(text, 16)
    except ImageError as error:
        raise ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """Return an amount above zero."""
    value = number(text)
    if value == 0:
        raise ArgumentTypeError("0 is too few")
    return value


def speed(text: str) -> float:
    """Return times the original's clock; `turbo` is as fast as the host can."""
    try:
        value = float("inf") if text == "turbo" else float(text)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise ArgumentTypeError(f"'{text}' is not a speed: write 1, 0.5, 10 or turbo")
    return value


def signed(text: str) -> float:
    """Return a number with or without sign and fraction."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) <= 1e9:
        raise ArgumentTypeError(f"'{text}' is not a number")
    return value


def seconds(text: str) -> float:
    """Return a time of the machine."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e9:
        raise ArgumentTypeError(f"'{text}' is not a time in seconds")
    return value


def definition(text: str) -> tuple[str, int]:
    """Return name and value of NAME=VALUE; NAME alone is 1."""
    name, equals, value = text.partition("=")
    return name, number(value) if equals else 1


def placed(text: str) -> tuple[str, int]:
    """Return name and address of NAME=ADDRESS."""
    name, equals, where = text.partition("=")
    if not equals or not name:
        raise ArgumentTypeError(f"'{text}': expected NAME=ADDRESS")
    return name, address(where)


def span(text: str) -> tuple[int, int]:
    """Return the first and the last number of N or N-M, both from 1."""
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() or not dash)) or not 1 <= int(first) <= int(last or first):
        raise ArgumentTypeError(f"'{text}' is no number of a card, counted from 1, and no N-M")
    return int(first), int(last or first)


def octal(text: str) -> int:
    """Return a number of 18 bits from octal digits."""
    try:
        value = int(text, 8)
    except ValueError:
        value = -1
    if not 0 <= value < 1 << 18:
        raise ArgumentTypeError(f"'{text}' is not an octal number of 18 bits")
    return value


def port(text: str) -> int:
    """Return the number of a port."""
    value = number(text)
    if value > 0xFFFF:
        raise ArgumentTypeError(f"'{text}' is no port: they go up to {0xFFFF}")
    return value


def option(parser: Any, *names: str, help: str, **settings: Any) -> None:
    """Add an option; its default, if it has one to speak of, is part of the help."""
    default = settings.get("default")
    parser.add_argument(*names, help=f"{help} (default: {default})" if default else help, **settings)


def picked(options: Namespace, names: Iterable[str]) -> dict[str, Any]:
    """Return the options of these names."""
    return {name: getattr(options, name) for name in names}


def algol_arguments(parser: ArgumentParser, title: str = "programs in ALGOL 60 (.alg)") -> Any:
    """Describe how an ALGOL program is compiled; return the group."""
    group = parser.add_argument_group(title)
    option(group, "--representation", choices=REPRESENTATIONS, help="how delimiters are written, if it is not seen")
    option(group, "--no-checks", action="store_true", help="do not check subscripts and integers")
    option(group, "--check-unset", action="store_true", help="stop where a variable is used that has no value")
    option(group, "--strict-switch", action="store_true", help="stop at a go to by a switch without such an element")
    option(group, "--strict-power", action="store_true", help="i ↑ j of integers is an integer: j must not be negative")
    return group


def algol_options(options: Namespace) -> dict[str, Any]:
    """Return what `algol_arguments` has read, but for what was not given."""
    from host.assemblers.dialects import OF_ALGOL

    return {name: value for name, value in picked(options, OF_ALGOL).items() if value}
