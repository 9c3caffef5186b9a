"""The tables of formats: ways to store an image, a deck of cards, a tape in a file. Each has a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from emulators.errors import ImageError, did_you_mean

Content = TypeVar("Content")
Option = int | str | bool | None
WAV_LIMIT = 256 << 20  # bytes in a WAV file: 50 minutes of 16 bits at 44.1 kHz
DECK_LIMIT = 8 << 20  # bytes: 50,000 cards of 160
MODULES_LIMIT = 16 << 20  # bytes of relocatable binaries


class Lazy:
    """A function of a module that is imported when the function is first needed."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """The function itself: `inspect` looks here for its parameters."""
        found: Any = import_module(self.module)
        for name in self.name.split("."):
            found = getattr(found, name)
        return found  # type: ignore[no-any-return]  # the tables name functions only

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call it."""
        return self.__wrapped__(*given, **named)


def unrecognised(head: bytes) -> bool:
    """Return False: no content identifies this format."""
    return False


def unwritten(content: object) -> bytes:
    """Refuse to write a read-only format."""
    raise ImageError("files of this format can be read, but not written")


class Format(NamedTuple, Generic[Content]):
    """One way to store an object in a file. The keyword-only parameters of `loads` and `dumps` are its options."""

    name: str
    extensions: tuple[str, ...]
    title: str  # one line for people
    loads: Callable[..., Content]  # (data, file name, *, options)
    dumps: Callable[..., bytes]  # (content, *, options)
    recognises: Callable[[bytes], bool]  # does a file with this beginning look like it?
    limit: int  # bytes in the largest file that is read
    word_bits: int = 8  # width of the words it holds; 0: it holds none

    @property
    def written(self) -> bool:
        """Whether files of this format can be written."""
        return self.dumps is not unwritten

    @property
    def read_options(self) -> tuple[str, ...]:
        """The names of the options `loads` takes."""
        return keywords(self.loads)

    @property
    def write_options(self) -> tuple[str, ...]:
        """The names of the options `dumps` takes."""
        return keywords(self.dumps)


def keywords(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of a function's keyword-only parameters."""
    import inspect

    parameters = inspect.signature(function).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def accepted(options: Mapping[str, Option], known: tuple[str, ...], doing: str) -> Mapping[str, Option]:
    """Return the options that are set, after checking that the format has them."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in known:
            choice = f"with the options {', '.join(known)}" if known else "without options"
            raise ImageError(f"unknown option '{name}': {doing} {choice}")
    return given


class Formats(tuple[Format[Content], ...]):
    """The formats for one kind of content."""

    __slots__ = ()

    def named(self, name: str, what: str = "file") -> Format[Content]:
        """Return the format of this name, or with this suffix; raises ImageError."""
        for form in self:
            if form.name == name:
                return form
        if by_suffix := self.by_extension(f".{name.removeprefix('.')}"):
            return by_suffix
        of = "" if what == "file" else f" of {what}s"
        known = [form.name for form in self]
        hint = did_you_mean(name, known, f"there are {', '.join(known)}")
        raise ImageError(f"there is no format{of} '{name}'; {hint}")

    def by_extension(self, file: str) -> Format[Content] | None:
        """Return the format of a file suffix, None for an unknown one."""
        return next((form for form in self if file.lower().endswith(form.extensions)), None)

    def by_content(self, head: bytes) -> Format[Content] | None:
        """Return the format that the beginning of a file looks like, or None."""
        return next((form for form in self if form.recognises(head)), None)

    def meant(self, file: str, name: str | None, what: str = "file") -> Format[Content]:
        """Return the format with this name, else that of the file's suffix; raises ImageError."""
        form = self.named(name, what) if name else self.by_extension(file)
        if form is None:
            raise unknown(file, self, what)
        return form


def unknown(file: object, forms: Iterable[Format[Content]], what: str = "file") -> ImageError:
    """Return the error for a file of unknown format."""
    endings = ", ".join(f"{form.name} ({' '.join(form.extensions)})" for form in forms)
    if what in ("tape", "deck"):  # no verb has an option for their format
        return ImageError(f"{file}: cannot tell the format of this {what} by its name: expected one of {endings}")
    return ImageError(f"{file}: cannot tell the format of this {what}; name one of {endings}")
