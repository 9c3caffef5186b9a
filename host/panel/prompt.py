"""The line in which the window asks for a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def path_of(text: str) -> Path:
    """Return a path as typed or dropped: quotes round it do not count, ~ is the user's folder."""
    return Path(text.strip("\"'")).expanduser()


def completed(text: str) -> str:
    """Return the line with the file's name completed as far as it is certain."""
    typed = path_of(text) if text else Path()
    folder, begun = (typed, "") if not text or text.endswith("/") else (typed.parent, typed.name)
    try:
        found = sorted(each for each in folder.iterdir() if each.name.startswith(begun))
    except OSError:
        return text
    if not found:
        return text
    common = found[0].name
    for each in found:
        while not each.name.startswith(common):
            common = common[:-1]
    path = str(folder / common)
    return path + "/" if len(found) == 1 and found[0].is_dir() else path


class Prompt:
    """One line being typed. `done` gets it when Enter is pressed; an error of it keeps the line open."""

    def __init__(self, title: str, done: Callable[[str], None], hint: str = "", text: str = "") -> None:
        self.title = title
        self.hint = hint
        self.text = text
        self.done = done

    def type(self, text: str) -> None:
        """Add characters at the end."""
        self.text += "".join(each for each in text if each.isprintable())

    def rub_out(self) -> None:
        """Take the last character away."""
        self.text = self.text[:-1]

    def complete(self) -> None:
        """Complete the file's name."""
        self.text = completed(self.text)
