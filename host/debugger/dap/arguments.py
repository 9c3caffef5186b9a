"""The arguments of a request: read by name and type, refused with a message that says what was expected."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeVar

from emulators.errors import IronboardError, SourceError

Body = dict[str, Any]
Default = TypeVar("Default")

REQUIRED: Any = object()


class Error(IntEnum):
    """The numbers of the errors that an answer can hold."""

    NOT_UNDERSTOOD = 1  # missing arguments, or of another type
    UNKNOWN_REQUEST = 2
    WRONG_MOMENT = 3  # it cannot be asked for now
    REFUSED = 4  # understood, but impossible; the message says why
    INTERNAL = 5  # our own fault


class Refusal(IronboardError):
    """A request that is answered with an error."""

    def __init__(self, text: str, number: Error = Error.REFUSED) -> None:
        super().__init__(text)
        self.number = number


class Arguments:
    """A JSON object whose members are asked for one by one. `null` is like a member that is not there.

    Editors that are written in Lua cannot tell an empty list from an empty object: each is taken for the other.
    """

    def __init__(self, values: object, where: str) -> None:
        self._values: Body = values if isinstance(values, dict) else {}
        if values not in (None, []) and not isinstance(values, dict):
            raise Refusal(f"{where}: expected an object, not {shown(values)}", Error.NOT_UNDERSTOOD)
        self._where = where

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    @property
    def names(self) -> list[str]:
        """What is there."""
        return [name for name in self._values if name in self]

    def text(self, name: str, default: Default = REQUIRED) -> str | Default:
        """Return a text."""
        value: str | Default = self._get(name, str, "a text", default)
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """Return true or false."""
        return bool(self._get(name, bool, "true or false", default))

    def number(
        self, name: str, default: Default = REQUIRED, least: int = -(1 << 62), most: int = 1 << 62
    ) -> int | Default:
        """Return a whole number; 3.0 is one, too."""
        value = self._get(name, (int, float), "a whole number", default)
        if value is default:
            return default
        if isinstance(value, bool) or value != value // 1:
            raise self.refusal(name, f"expected a whole number, not {shown(value)}")
        if not least <= value <= most:
            limits = f"at least {least}" if most == 1 << 62 else f"from {least} to {most}"
            raise self.refusal(name, f"expected a number {limits}, not {shown(value)}")
        return int(value)

    def fraction(self, name: str) -> float:
        """Return a number above zero."""
        value = self._get(name, (int, float), "a number", REQUIRED)
        if isinstance(value, bool) or not 0 < value < 1e100:
            raise self.refusal(name, f"expected a number above 0, not {shown(value)}")
        return float(value)

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """Return one of several words."""
        value = self.text(name, default)
        if value not in choices:
            raise self.refusal(name, f"expected {' or '.join(choices)}, not {shown(value)}")
        return value

    def part(self, name: str) -> Arguments:
        """Return an object in it; an empty one if it is not there."""
        return Arguments(self._get(name, dict, "an object", {}), f"{self._where}.{name}")

    def parts(self, name: str) -> list[Arguments]:
        """Return the objects of a list."""
        values = self._get(name, list, "a list", [])
        return [Arguments(value, f"{self._where}.{name}[{index}]") for index, value in enumerate(values)]

    def texts(self, name: str) -> list[str]:
        """Return the texts of a list."""
        values = self._get(name, list, "a list of texts", [])
        for index, value in enumerate(values):
            if not isinstance(value, str):
                raise self.refusal(f"{name}[{index}]", f"expected a text, not {shown(value)}")
        return list(values)

    def anything(self, name: str, default: Any = REQUIRED) -> Any:
        """Return a member of any type."""
        return self._get(name, object, "a value", default)

    def _get(self, name: str, kind: type | tuple[type, ...], expected: str, default: Any) -> Any:
        value = self._values.get(name)
        if value is None:
            if default is REQUIRED:
                raise self.refusal(name, f"it is missing: expected {expected}")
            return default
        if value in ([], {}) and kind in (list, dict):
            return default
        if not isinstance(value, kind):
            raise self.refusal(name, f"expected {expected}, not {shown(value)}")
        return value

    def refusal(self, name: str, message: str) -> Refusal:
        """Return an error about a member."""
        return Refusal(f"{self._where}.{name}: {message}", Error.NOT_UNDERSTOOD)


def shown(value: Any) -> str:
    """Return a value of JSON for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def explained(error: IronboardError) -> str:
    """Return what an error says. Where it points into an expression, one line is enough."""
    if not isinstance(error, SourceError):
        return str(error)
    return f"{error.message}; {error.hint}" if error.hint else error.message
