"""The images in `roms/`, made from the sources in `asm/`: `build` makes them, `verify` compares them.

`roms/manifest.toml` lists them. Every entry of the manifest has the facts of a build: `source`, `file`, `title`,
perhaps `entry` and the names of `symbols` that the host uses. `takes` says how long answers take at first: work, as
host/ui/advice.py names it, and seconds of the machine's time. The addresses of the symbols and the rest (`machine`,
`origin`, `size`, `sha256`) were found when the image was built. Addresses are in the radix of the machine, which the
source's language tells.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Annotated, Any, TypedDict, cast

from emulators.errors import ImageError
from host import registry
from host.assemblers.dialects import dialect_of
from host.formats import by_extension, storage

CHECKOUT = Path(__file__).parents[2]
FIELDS = (
    "title",
    "machine",
    "file",
    "source",
    "origin",
    "entry",
    "terminal",
    "size",
    "sha256",
)  # in the order of the manifest
ADDRESSES = ("origin", "entry", "symbols")
HEADER = "# The images that machines load: `ironboard rom build` makes them and this file from the sources.\n"

Entry = dict[str, Any]


class Built(TypedDict):
    """An image in roms/."""

    name: str
    machine: str
    file: Annotated[str, "in roms/"]
    source: str
    origin: Annotated[int, "its first address"]
    size: Annotated[int, "in words of the machine"]
    sha256: Annotated[str, "of the file"]


class Images(TypedDict):
    """The images in roms/, built from their sources, or equal to what they give."""

    images: list[Built]


def described(entries: dict[str, Entry]) -> Images:
    """Return the entries of a manifest as a result."""
    keys = ("machine", "file", "source", "origin", "size", "sha256")
    return {
        "images": [cast("Built", {"name": name} | {key: each[key] for key in keys}) for name, each in entries.items()]
    }


def build(root: Path = CHECKOUT) -> list[str]:
    """Assemble every source of the manifest, write the images and the manifest; return a line for each."""
    entries = read_manifest(root)
    report, images = [], {}
    for name, entry in entries.items():
        images[entry["file"]], entries[name], extent = built(root, entry)
        report.append(f"{name}: {extent} in roms/{entry['file']}")
    for file, data in images.items():  # all of them, when all are there
        storage.write_all(root / "roms" / file, data, True)
    storage.write_text(_manifest(root), manifest_text(entries), True)
    return report


def verify(root: Path = CHECKOUT) -> list[str]:
    """Assemble every source of the manifest in memory and compare; return a line for each.

    Raises ImageError with everything that differs.
    """
    report, faults = [], []
    for name, entry in read_manifest(root).items():
        data, fresh, _ = built(root, entry)
        found = differences(root, entry, data, fresh)
        faults += [f"{name}: {fault}" for fault in found]
        report.append(f"{name}: roms/{entry['file']} is the image of {entry['source']}")
    if faults:
        raise ImageError("\n".join([*faults, "`ironboard rom build` makes images and manifest anew"]))
    return report


def built(root: Path, entry: Entry) -> tuple[bytes, Entry, str]:
    """Return the content of an image file, made from its source, the entry that describes it, and its extent."""
    form = by_extension(entry["file"])
    if form is None:
        raise ImageError(f"{entry['file']}: there is no image format with this extension")
    language = dialect_of(entry["source"])
    assembly = language.assemble(root / entry["source"])
    image, data = assembly.image, form.dumps(assembly.image)
    machine = registry.of_language(language.name).name
    origin = min(segment.address for segment in image.segments)
    digest = hashlib.sha256(data).hexdigest()
    fresh: Entry = {"machine": machine, "origin": origin, "size": image.size, "sha256": digest}
    if "symbols" in entry:
        fresh["symbols"] = {name: image.symbols.get(name) for name in entry["symbols"]}
    extent = f"{image.size} {language.unit} from {assembly.program.target.shown(origin)}"
    return data, entry | fresh, extent


def differences(root: Path, entry: Entry, data: bytes, fresh: Entry) -> list[str]:
    """Return the faults of the manifest's entry and the file in `roms/`, compared with a fresh build."""
    faults = [
        f"the manifest says {key} = {entry.get(key)!r}, {entry['source']} gives {fresh.get(key)!r}"
        for key in ("machine", "origin", "size", "sha256", "symbols")
        if entry.get(key) != fresh.get(key)
    ]
    path = root / "roms" / entry["file"]
    try:
        present = path.read_bytes()
    except OSError as error:
        return [*faults, f"roms/{entry['file']}: {error.strerror}"]
    if present != data:
        at = next((i for i, (a, b) in enumerate(zip(present, data, strict=False)) if a != b), None)
        where = f"{len(present)} bytes instead of {len(data)}" if at is None else f"first at byte ${at:04X}"
        faults.append(f"roms/{entry['file']} differs from the image of {entry['source']}: {where}")
    return faults


def read_manifest(root: Path) -> dict[str, Entry]:
    """Return the entries of the manifest; raises ImageError when it cannot be used."""
    path = _manifest(root)
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ImageError(f"{path}: {error.strerror}; this needs a checkout of the sources") from None
    except (ValueError, RecursionError) as error:
        raise ImageError(f"{path}: damaged: {error}") from None
    for name, entry in entries.items():
        if not isinstance(entry, dict) or not all(isinstance(entry.get(each), str) for each in ("file", "source")):
            raise ImageError(f"{path}: entry '{name}' must have 'file' and 'source'")
    return entries


def manifest_text(entries: dict[str, Entry]) -> str:
    """Return the manifest as text."""
    return HEADER + "".join(_entry_text(name, entry) for name, entry in entries.items())


def _entry_text(name: str, entry: Entry) -> str:
    known = [key for key in FIELDS if key in entry]
    form = registry.find(entry["machine"]).address_form
    rows = [f"{key} = {_toml(key, entry[key], form)}" for key in [*known, *(k for k in entry if k not in FIELDS)]]
    return "\n".join(["", f"[{name}]", *rows]) + "\n"


def _toml(key: str, value: object, form: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):  # `symbols`: addresses, `takes`: seconds
        rows = ((name if name.isidentifier() else f'"{name}"', entry) for name, entry in value.items())
        return "{ " + ", ".join(f"{name} = {_toml(key, entry, form)}" for name, entry in rows) + " }"
    if isinstance(value, int):
        return form.format(value) if key in ADDRESSES else str(value)
    if isinstance(value, float):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _manifest(root: Path) -> Path:
    return root / "roms" / "manifest.toml"
