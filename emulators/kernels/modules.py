"""The kernels of machines that have pages, as WebAssembly: they lie in wasm/, so that a page needs no compiler.

`python -m emulators.kernels --pages` builds them again, after a change of the cores; a test compares. Where a core has
been edited since, and for machines of others, the module is built when it is needed: the package ziglang does it.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from types import ModuleType

from emulators.errors import IronboardError
from emulators.kernels import KERNELS, building, short_name
from emulators.kernels.translator import LanguageError

FOLDER = Path(__file__).parent / "wasm"
NOTES = FOLDER / "kernels.json"  # short name -> the hash of the C that the module was made of
LOADER = building.LOADER
MACHINES = tuple(each for each in KERNELS if not each.endswith(".flat"))  # bare processors have no front


def module(core: ModuleType) -> bytes:
    """Return the module of a core's kernel. Raises IronboardError if it cannot be built."""
    name = short_name(core.__name__)
    try:
        if core.__name__ in MACHINES and (not building.IN_CHECKOUT or noted().get(name) == source_hash(core.__name__)):
            return FOLDER.joinpath(f"{name}.wasm").read_bytes()
        return built(core.__name__, building.FOLDER / building.WASM / name)
    except (building.BuildError, LanguageError, OSError, AttributeError) as error:
        raise IronboardError(f"{core.__name__} cannot go to a page: {error}") from error


def built(core: str, folder: Path) -> bytes:
    """Return a core's module, built into a folder if it is not there."""
    building.build(building.TARGETS[building.WASM], folder, [core])
    stamp = json.loads((folder / building.STAMP).read_text(encoding="utf-8"))
    return (folder / str(stamp["kernels"][core]["file"])).read_bytes()


def build_all(folder: Path = FOLDER) -> list[str]:
    """Build the modules of all machines that have pages; return their files' names."""
    folder.mkdir(exist_ok=True)
    notes = {}
    for core in MACHINES:
        name = short_name(core)
        with tempfile.TemporaryDirectory() as scratch:
            folder.joinpath(f"{name}.wasm").write_bytes(built(core, Path(scratch)))
        notes[name] = source_hash(core)
    text = json.dumps(notes, indent=1)
    folder.joinpath(NOTES.name).write_text(f"{text}\n", encoding="utf-8")
    return [f"{name}.wasm" for name in notes]


def noted() -> dict[str, str]:
    """Return the hashes of the C that the modules were made of."""
    found: dict[str, str] = json.loads(NOTES.read_text(encoding="utf-8"))
    return found


def source_hash(core: str) -> str:
    """Return the hash of a kernel's C as it would be made now."""
    return hashlib.sha256(building.c_source(core).encode()).hexdigest()
