"""The pictures of windows and terminals in the documents are what these show: made anew and compared, as ROMs are.

`python docs/tools/make_screenshots.py NAME` makes one anew.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from docs.tools import make_workbench_pictures

DOCS = Path(__file__).parents[1] / "docs"
MACHINES = [
    folder.name for folder in sorted((DOCS.parent / "host" / "panels").iterdir()) if (folder / "panel.py").exists()
]
NAMES = [
    *(f"images/{path.name}" for path in sorted((DOCS / "images").iterdir()) if path.name.split("-")[0] in MACHINES),
    *(f"{machine}/terminal.md" for machine in MACHINES),
]
LEVELS = 24  # of 256 by which pixels may differ: processors shrink and blur with other roundings
SHARE = 2e-5  # of the pixels that may differ by more


@pytest.fixture
def pictures(monkeypatch):
    """Return the functions that make them."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    spec = importlib.util.spec_from_file_location("make_screenshots", DOCS / "tools" / "make_screenshots.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PICTURES


def pixels(path):
    """Return the pixels of a picture."""
    import pygame

    return pygame.surfarray.array3d(pygame.image.load(path)).astype(int)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_in_the_documents_is_what_is_shown(name, pictures, tmp_path):
    stored, made = DOCS / name, tmp_path / Path(name).name
    if made.suffix == ".png" and sys.platform != "linux":
        pytest.skip("letters are drawn with other roundings on other systems")
    if made.suffix == ".md":  # a picture in text stands in a page
        shutil.copy(stored, made)
    pictures[name](made)
    if made.suffix == ".png":
        differing = np.abs(pixels(made) - pixels(stored)).max(axis=2) > LEVELS
        assert differing.sum() <= SHARE * differing.size, f"{differing.sum()} pixels differ"
    else:
        assert made.read_text("utf-8") == stored.read_text("utf-8")


def test_every_picture_is_made_by_a_function_and_shown_in_a_page(pictures):
    pages = "".join(page.read_text("utf-8") for page in [*DOCS.rglob("*.md"), DOCS.parent / "README.md"])
    stored = {f"images/{path.name}" for path in (DOCS / "images").iterdir()}
    of_the_workbench = {f"images/{name}" for name in make_workbench_pictures.PICTURES}
    assert stored == {name for name in pictures if name.startswith("images/")} | of_the_workbench
    assert sorted(name for name in stored if not re.search(re.escape(name), pages)) == []
