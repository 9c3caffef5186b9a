"""Choosing files: names completed, candidates listed, and the file dialog of the desktop where there is one."""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

Kind = Literal["", "open", "save"]  # the answer to a question: a line, a file to read, a file to write
MOST = 8  # candidates
LOOKED_AT = 5_000  # entries of a folder


def path_of(text: str) -> Path:
    """Return the file that a line names: quotes round it do not count, ~ and ~NAME are the folders of users."""
    return Path(os.path.expanduser(text.strip().strip("\"'")))


def complete(text: str) -> str:
    """Return a line with the name of a file completed as far as it is certain; ~ is the user's folder."""
    typed = path_of(text)
    folder, begun = (typed, "") if not text or text.endswith("/") else (typed.parent, typed.name)
    names = entries(folder, begun)
    if not names:
        return text
    path = folder / os.path.commonprefix(names)  # noqa: RUF071 - of names, not of paths
    return f"{path}/" if len(names) == 1 and path.is_dir() else str(path)


def entries(folder: Path, begun: str) -> list[str]:
    """Return the sorted names in a folder that begin with `begun`."""
    try:
        found = itertools.islice(folder.iterdir(), LOOKED_AT)
        return sorted(each.name for each in found if each.name.startswith(begun))
    except (OSError, ValueError):
        return []


def candidates(text: str, kind: Kind, recent: Sequence[str] = (), folder: str = "") -> list[str]:
    """Return files that match a line: recent ones with it in their names, then its completions, folders with /.

    For an empty line, they are the recent ones and the entries of the folder used last. For a file to be written, only
    completions are returned.
    """
    line = text.strip("\"'")
    known = [each for each in recent if line.lower() in Path(each).name.lower() and os.path.isfile(each)]
    typed = path_of(line) if line else Path(folder)
    inside, begun = (typed, "") if not line or line.endswith("/") else (typed.parent, typed.name)
    names = [name for name in entries(inside, begun) if begun.startswith(".") or not name.startswith(".")]
    there = [f"{inside / name}/" if (inside / name).is_dir() else str(inside / name) for name in names]
    both = [*(known if kind == "open" else ()), *there]
    return [each for each in dict.fromkeys(both) if each != line][:MOST]


# ---------------------------------------------------------------- the desktop's dialog

TKINTER = """
import sys, tkinter
from tkinter import filedialog
kind, title, folder, name = sys.argv[1:]
root = tkinter.Tk()
root.withdraw()
root.attributes("-topmost", True)
ask = filedialog.askopenfilename if kind == "open" else filedialog.asksaveasfilename
more = {"initialfile": name} if kind == "save" else {}
print(ask(parent=root, title=title, initialdir=folder, **more) or "", end="")
"""
SCRIPT = """
on run {kind, title, folder, name}
    if kind is "open" then return POSIX path of (choose file with prompt title default location (POSIX file folder))
    return POSIX path of (choose file name with prompt title default location (POSIX file folder) default name name)
end run
"""


def command(kind: Kind, title: str, folder: str, name: str) -> list[str] | None:
    """Return the command that shows a dialog and prints the file that is chosen; None where there is none."""
    if sys.platform == "darwin":
        return ["osascript", "-e", SCRIPT, kind, title, folder, name]
    start = os.path.join(folder, name)
    if found := sys.platform != "win32" and shutil.which("kdialog"):
        return [found, "--title", title, "--getopenfilename" if kind == "open" else "--getsavefilename", start]
    if found := sys.platform != "win32" and shutil.which("zenity"):
        return [found, "--file-selection", f"--title={title}", f"--filename={start}", *["--save"] * (kind == "save")]
    if importlib.util.find_spec("_tkinter"):
        return [sys.executable, "-c", TKINTER, kind, title, folder, name]
    return None


class Dialog:
    """A dialog in a process of its own: the machine goes on while it is open."""

    def __init__(self, command: Sequence[str]) -> None:
        self._cancelled = (0,) if command[0] == sys.executable else (0, 1)  # statuses without a choice
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def answer(self) -> str | None:
        """Return the file that was chosen, nothing if none was, None while the dialog is open."""
        if self._process.poll() is None:
            return None
        assert self._process.stdout
        found = self._process.stdout.read().decode(errors="surrogateescape")
        self._process.stdout.close()
        return found.rstrip("\r\n") if self._process.returncode == 0 else ""

    @property
    def was_cancelled(self) -> bool:
        """Whether it has been closed without a choice, rather than failed to open."""
        return self._process.poll() in self._cancelled

    def close(self) -> None:
        """Close the dialog."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()


def dialog(kind: Kind, title: str, folder: str, name: str) -> Dialog | None:
    """Open the desktop's dialog; None where there is none."""
    words = command(kind, title, f"{folder or os.getcwd()}/", name)
    try:
        return Dialog(words) if words else None
    except OSError:
        return None
