"""Options of the command line as data: name, value and help.

    Option("--depth N", "how many moves it looks ahead", positive, 4)
    Option("-o --output FILE", "write it to a file", OUT)
    Option("--ascii", "no characters beyond ASCII")

A machine declares its options in this form; the command line, the debugger, editors and tests read them there.
"""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError, shown
from emulators.image import parse_address

MOST = 10**18  # of any amount: a machine counts its cycles in 64 bits
MOST_GAMES = 10**6
CORES = ("compiled", "python")
SCHEMES = ("tcp", "tls", "ws", "wss")  # of Dask's schedulers


@dataclass(frozen=True)
class File:
    """The type of an option that names a file. argparse calls it with the text.

    Before anything runs, these options are checked: no file is replaced unasked, no two results share a file, and
    no input is overwritten.
    """

    convert: Callable[[str], Any]  # to a path, a text, or a tuple that ends with one of these
    written: bool = False
    continued: bool = False  # an existing file is continued, not replaced

    def __call__(self, text: str) -> Any:
        """Convert the option's text to its value."""
        return self.convert(text)


class Option(NamedTuple):
    """An option, an argument or a switch.

    `spelling` is what its help shows: the names it has, then its value; nothing begins with a dash in an argument's
    ("PROGRAM"), nothing follows the names of a switch.
    """

    spelling: str
    help: str
    type: Callable[[str], Any] = str  # makes a value of its text
    default: Any = None
    name: str = ""  # in the program, if it is not the first long one of `spelling`
    choices: Iterable[Any] | None = None
    nargs: str | int | None = None
    many: bool = False  # it may be given several times
    value: Any = True  # the value of a switch, or of an option without the value that it may take
    alone: str = ""  # options of one parser with the same word here exclude each other

    @property
    def names(self) -> list[str]:
        """The names to type: ["-o", "--output"]; empty for an argument."""
        return [word for word in self.spelling.split() if word.startswith("-")]

    @property
    def metavar(self) -> str:
        """The placeholder after the names; empty for a switch."""
        return " ".join(word for word in self.spelling.split() if not word.startswith("-"))

    @property
    def dest(self) -> str:
        """The attribute that holds the value."""
        longest = next((each for each in self.names if each.startswith("--")), (self.names or [self.metavar])[0])
        return self.name or longest.lstrip("-").replace("-", "_").lower()

    @property
    def kind(self) -> Any:
        """The type of its values: bool, int, Path or str."""
        if self.names and not self.metavar:
            return bool
        if isinstance(self.type, File) or self.type is Path:
            return Path
        return str if self.type in (str, definition, placed) else int

    @property
    def absent(self) -> Any:
        """The value when the option is not given."""
        return not self.value if self.kind is bool and isinstance(self.value, bool) else self.default

    def convert(self, value: Any) -> Any:
        """Convert a text as the command line does. Raises ArgumentTypeError."""
        return self.type(value) if isinstance(value, str) and self.kind is not bool else value

    def add(self, parser: Any) -> None:
        """Add it to a parser, or a group of one; its help names the default, if there is one worth naming."""
        about: dict[str, Any] = {"default": self.default}
        if self.names:
            about["dest"] = self.dest
        if self.kind is bool:
            about |= {"action": "store_const", "const": self.value, "default": self.absent, "help": self.help}
        else:
            about["help"] = f"{self.help} (default: {self.default})" if self.default else self.help
            about |= {"type": self.type, "metavar": self.metavar}
            about |= {"nargs": self.nargs} if self.nargs else {}
            about |= {"const": self.value} if self.nargs == "?" and self.names else {}
            about |= {"choices": [*self.choices]} if self.choices else {}
            about |= {"action": "append"} if self.many else {}
        parser.add_argument(*(self.names or [self.dest]), **about)

    def described(self) -> dict[str, Any]:
        """Return the option as plain data, for pages."""
        return {
            "name": self.dest,
            "spelling": self.spelling,
            "help": self.help,
            "kind": self.kind.__name__.lower(),
            "default": self.default,
            "choices": [*self.choices] if self.choices else None,
            "many": self.many,
            "on": self.value,
        }


def by_name(*options: Option) -> dict[str, Option]:
    """Return options by attribute name."""
    return {each.dest: each for each in options}


def add(parser: Any, *options: Option) -> None:
    """Add options to a parser, or to a group of one."""
    alone: dict[str, Any] = {}
    for option in options:
        if option.alone and option.alone not in alone:
            alone[option.alone] = parser.add_mutually_exclusive_group()
        option.add(alone.get(option.alone, parser))


def given(options: Namespace, declared: Iterable[Option]) -> dict[str, Any]:
    """Return the declared options that were given."""
    values = [(each, getattr(options, each.dest)) for each in declared]
    return {each.dest: value for each, value in values if value is not None and value != each.absent}


def picked(options: Namespace, names: Iterable[str]) -> dict[str, Any]:
    """Return the options with these names."""
    return {name: getattr(options, name) for name in names}


# ---------------------------------------------------------------- files

STANDARD = Path("-")  # the standard input or output


def named_path(text: str, what: str = "NAME") -> tuple[str, Path]:
    """Return name and path of NAME=FILE; error messages call the name `what`."""
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise ArgumentTypeError(f"'{text}': expected {what}=FILE")
    return name.upper(), Path(path)


IN, NAMED_IN = File(Path), File(named_path)
OUT, NAMED_OUT = File(Path, written=True), File(named_path, written=True)
GROWING = File(Path, written=True, continued=True)
PROGRAM = File(str)  # its name, or a file's

# ---------------------------------------------------------------- numbers and other values


def decimal(text: str) -> bool:
    """Return whether a text is digits from 0 to 9."""
    return text.isascii() and text.isdecimal()


def ascii_only(text: str) -> str:
    """Return a text; a number with other digits than 0 to 9 as one that no function of Python's takes for a number."""
    return text if text.isascii() else "?"


def number(text: str) -> int:
    """Parse an amount: 8192, 0x2000, 8K, 2M; _ and , may group digits."""
    digits = ascii_only(text).replace(",", "").replace("_", "")
    scale = {"K": 1 << 10, "M": 1 << 20}.get(digits[-1:].upper(), 1)
    digits = digits[:-1] if scale > 1 else digits
    try:
        value = int(digits[1:], 16) if digits.startswith("$") else int(digits, 0)
    except ValueError:
        if digits.isdecimal() and len(digits) > len(str(MOST)):  # more digits than Python takes
            raise ArgumentTypeError(f"'{shown(text)}' is too large: at most {MOST:,}") from None
        raise ArgumentTypeError(f"'{shown(text)}' is not a number") from None
    if value < 0:
        raise ArgumentTypeError(f"'{text}' is negative")
    if value * scale > MOST:
        raise ArgumentTypeError(f"'{shown(text)}' is too large: at most {MOST:,}")
    return value * scale


def numbers(text: str) -> list[int]:
    """Parse amounts separated by commas: 0,5,9."""
    return [number(each) for each in text.split(",")]


def memory(text: str) -> int:
    """Parse an amount of memory: 8192, 8K."""
    try:
        return number(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}: write 8192 or 8K") from None


def address(text: str) -> int:
    """Parse an address of a machine that prints hexadecimal digits: 0200, 0x0200, $0200, 0200h."""
    try:
        return parse_address(text, 16)
    except ImageError as error:
        raise ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """Parse a positive amount."""
    value = number(text)
    if value == 0:
        raise ArgumentTypeError("0 is too few")
    return value


def up_to(most: int, amount: Callable[[str], int] = positive) -> Callable[[str], int]:
    """Return the parser of an amount that has a limit."""

    def parse(text: str) -> int:
        value = amount(text)
        if value > most:
            raise ArgumentTypeError(f"'{text}' is too large: at most {most:,}")
        return value

    return parse


games = up_to(MOST_GAMES)  # all planned before the first one begins


def bounded(text: str, least: float, most: float, error: str) -> float:
    """Parse a number, with or without fraction; raises ArgumentTypeError with `error` if it is out of range."""
    try:
        value = float(ascii_only(text))
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ArgumentTypeError(f"'{text}' {error}")
    return value


def speed(text: str) -> float:
    """Parse a multiple of the original's clock rate; `turbo` is as fast as the host can run."""
    least = 5e-324  # above 0
    return (
        float("inf")
        if text == "turbo"
        else bounded(text, least, float("inf"), "is not a speed: write 1, 0.5, 10 or turbo")
    )


def seconds(text: str) -> float:
    """Parse a duration in seconds of machine time."""
    return bounded(text, 0, 1e9, "is not a time in seconds")


def time_in(text: str) -> float | None:
    """Return a time in seconds; None for a text that is none."""
    try:
        value = float(ascii_only(text))
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def points(text: str) -> float:
    """Parse a komi: 0, 6.5, -3."""
    value = bounded(text, -1000, 1000, (error := "is not a komi: expected points, such as 6.5"))
    if value * 2 != int(value * 2):
        raise ArgumentTypeError(f"'{text}' {error}")
    return value


def definition(text: str) -> tuple[str, int]:
    """Return name and value of NAME=VALUE; NAME alone has the value 1."""
    name, equals, value = text.partition("=")
    return name, number(value) if equals else 1


def placed(text: str) -> tuple[str, int]:
    """Return name and address of NAME=ADDRESS."""
    name, equals, where = text.partition("=")
    if not equals or not name:
        raise ArgumentTypeError(f"'{text}': expected NAME=ADDRESS")
    return name, address(where)


def span(text: str) -> tuple[int, int]:
    """Return the first and last number of N or N-M, both counted from 1."""
    first, dash, last = text.partition("-")
    if not (decimal(first) and (decimal(last) or not dash)) or not 1 <= int(first) <= int(last or first):
        raise ArgumentTypeError(f"'{text}' is neither a card number, counted from 1, nor a range N-M")
    return int(first), int(last or first)


def octal(text: str) -> int:
    """Parse an octal number of 18 bits."""
    try:
        value = int(ascii_only(text), 8)
    except ValueError:
        value = -1
    if not 0 <= value < 1 << 18:
        raise ArgumentTypeError(f"'{text}' is not an octal number of 18 bits")
    return value


def scheduler(text: str) -> str:
    """Check the address of a Dask scheduler: tcp://host:8786, or host:8786; return it with its scheme."""
    scheme, slashes, place = text.rpartition("://")
    host, _, digits = place.rpartition(":")
    plain = place.isprintable() and " " not in place
    closed = host.startswith("[") == host.endswith("]")
    known = not slashes or scheme in SCHEMES
    if not (known and host and plain and closed and decimal(digits) and len(digits) < 6 and 0 < int(digits) <= 0xFFFF):
        schemes = ", ".join(SCHEMES)
        expected = f"expected tcp://HOST:PORT ({schemes}), PORT up to {0xFFFF}"
        raise ArgumentTypeError(f"'{shown(text)}' is no address of a Dask scheduler: {expected}")
    return f"{scheme or SCHEMES[0]}://{place}"


def port(text: str) -> int:
    """Parse a port number."""
    value = number(text)
    if value > 0xFFFF:
        raise ArgumentTypeError(f"'{text}' is not a port: they go up to {0xFFFF}")
    return value


# ---------------------------------------------------------------- rows of several machines and verbs

FORMAT = Option("--format NAME", "the format of the program file, if its suffix does not say")
JSON = Option("--json", "print the result as JSON, and nothing else", name="as_json")
FORCE = Option("--force", "replace existing files", name="overwrite")
LAST_CYCLES = Option("--cycles N", "how many cycles to run after the last key (1,000,000)", number, alone="length")
SECONDS = Option("--seconds S", "the same in seconds of machine time", seconds, alone="length")
KEYS = Option("--keys KEYS", "keys to press, such as '09 GO wait:lit 34 GO'")
FILES = Option("--file NAME=FILE", "a further input file", NAMED_IN, name="files", many=True)
DEFINES = Option("-D NAME=VALUE", "define a symbol", definition, name="defines", many=True)
INCLUDES = Option("-I FOLDER", "look for includes here", Path, name="include_dirs", many=True)
SAVES = Option("--save NAME=FILE", "save a file at the end", NAMED_OUT, name="saves", many=True)
