"""Where the programs are that nobody here wrote; a test that needs one is skipped with the reason."""

from pathlib import Path
from typing import NoReturn

import pytest

from host.software.catalogue import FOLDER, Software, given_folder, programs


def entry_and_folder(name: str) -> tuple[Software, Path]:
    """Return an entry of the catalogue and the folder with its files."""
    each = programs()[name]
    root = given_folder(None)
    if root is None or each.missing(root):
        absent(each.source)
    return each, each.folder(root)


def repository(name: str) -> Path:
    """Return the folder of a repository that is not in the catalogue."""
    root = given_folder(None)
    if root is None or not (root / name).is_dir():
        absent(name)
    return root / name


def absent(source: str) -> NoReturn:
    """Skip the test."""
    pytest.skip(f"{FOLDER} names no folder with {source}, which is not part of the project")
