"""Where the pictures go that a person takes."""

from __future__ import annotations

import time
from pathlib import Path

from host.ui.moments import plain_name


def folder(last: str = "") -> Path:
    """Return the user's folder of pictures; the one used last, or the present one, where there is none."""
    import platformdirs

    pictures = platformdirs.user_pictures_path()
    known = [pictures, Path(last)] if last else [pictures]
    return next((each for each in known if each.is_dir()), Path.cwd())


def new_path(machine: str, program: str, ending: str, last: str = "") -> Path:
    """Return a file that does not exist yet, named by machine, program and time: kim-1-wally-20261123-214500.png."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    name = "-".join(filter(None, [plain_name(machine), plain_name(program), stamp]))
    inside, number = folder(last), 1
    path = inside / f"{name}{ending}"
    while path.exists():
        number += 1
        path = inside / f"{name}-{number}{ending}"
    return path
