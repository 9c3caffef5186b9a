"""What the editor has said of itself: what it understands, and how it counts lines and writes paths."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from host.debugger.dap.arguments import Arguments, Refusal

ABILITIES = ("supportsVariableType", "supportsMemoryReferences", "supportsInvalidatedEvent", "supportsMemoryEvent")


@dataclass(frozen=True)
class Client:
    """An editor."""

    first_line: int = 1
    first_column: int = 1
    uris: bool = False  # paths are written as URIs
    abilities: frozenset[str] = frozenset()

    @classmethod
    def introduced_by(cls, arguments: Arguments) -> Client:
        """Return the editor that introduces itself with `initialize`."""
        arguments.text("adapterID")
        return cls(
            first_line=int(arguments.flag("linesStartAt1", True)),
            first_column=int(arguments.flag("columnsStartAt1", True)),
            uris=arguments.choice("pathFormat", ("path", "uri"), "path") == "uri",
            abilities=frozenset(name for name in ABILITIES if arguments.flag(name)),
        )

    def line(self, line: int) -> int:
        """Return the number of a line as the editor counts."""
        return line - 1 + self.first_line

    def column(self, column: int) -> int:
        """Return the number of a column as the editor counts."""
        return column - 1 + self.first_column

    def our_line(self, line: int) -> int:
        """Return the number of a line, counted from 1, from the editor's."""
        return line + 1 - self.first_line

    def path(self, path: Path) -> str:
        """Return a path as the editor writes it."""
        return path.resolve().as_uri() if self.uris else str(path.resolve())

    def our_path(self, path: str) -> str:
        """Return a path that the editor has written."""
        if not path.startswith("file:"):
            return path
        from urllib.request import url2pathname  # with all that a network needs

        try:
            return url2pathname(unquote(urlsplit(path).path))
        except (ValueError, OSError):
            raise Refusal(f"'{path}' is no path") from None
