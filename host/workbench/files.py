"""Calls on the files of the page, which the worker has in its folder: sources, images, states.

    files.write NAME TEXT            a text, as UTF-8; files.write NAME BASE64 "base64" bytes
    files.read NAME ["base64"]       the text, or the bytes in base64
    files.list                       [{"name", "size", "text"}]; `text`: whether it is one
    files.delete NAME

Names are relative to the folder, with / between its parts; none leads out of it.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from emulators.errors import ImageError, IronboardError, require
from host.formats import storage

if TYPE_CHECKING:
    from host.workbench.worker import Worker

LARGEST = 64 << 20  # bytes of a file
SAMPLE = 4096  # bytes by which a text is known

Encoding = Literal["text", "base64"]


def path(worker: Worker, name: str) -> Path:
    """Return the file of a name; raises IronboardError for one that is empty or leads out of the folder."""
    require(name, "the name of a file", str)
    parts = PurePosixPath(name.removeprefix(f"{worker.folder}/")).parts
    if not parts or "\0" in name or ".." in parts or parts[0] == "/":
        raise IronboardError(f"'{name}' is no name of a file here")
    return worker.folder.joinpath(*parts)


def write(worker: Worker, name: str, content: str, encoding: Encoding = "text") -> dict[str, Any]:
    """Write a file, over one of this name; return its row of `files.list`."""
    require(content, "the content of a file", str)
    return put(worker, name, from_base64(content) if encoding == "base64" else content.encode("utf-8"))


def put(worker: Worker, name: str, data: bytes) -> dict[str, Any]:
    """Write the bytes of a file; return its row of `files.list`."""
    if len(data) > LARGEST:
        raise ImageError(f"{name}: {len(data):,} bytes: a file here has at most {LARGEST:,}")
    file = path(worker, name)
    with storage.reported(file, "write"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return row(worker, file)


def read(worker: Worker, name: str, encoding: Encoding = "text") -> str:
    """Return a file, as a text or in base64; raises ImageError for one that is no text, with the place."""
    data = storage.read_all(path(worker, name), LARGEST, "a file here")
    return base64.b64encode(data).decode("ascii") if encoding == "base64" else storage.text_of(data, name)


def listed(worker: Worker) -> list[dict[str, Any]]:
    """Return the rows of all files, sorted by their names."""
    return [row(worker, each) for each in sorted(worker.folder.rglob("*")) if each.is_file()]


def delete(worker: Worker, name: str) -> None:
    """Delete a file."""
    file = path(worker, name)
    with storage.reported(file, "delete"):
        file.unlink()


def row(worker: Worker, file: Path) -> dict[str, Any]:
    """Return a file's row: name, size in bytes, whether it is a text."""
    with file.open("rb") as handle:
        sample = handle.read(SAMPLE)
    return {
        "name": file.relative_to(worker.folder).as_posix(),
        "size": file.stat().st_size,
        "text": b"\0" not in sample and is_utf8(sample),
    }


def is_utf8(sample: bytes) -> bool:
    """Return whether the beginning of a file may be UTF-8; it may be cut in a character."""
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return len(sample) == SAMPLE and error.start > SAMPLE - 4
    return True


def from_base64(text: str) -> bytes:
    """Return bytes from base64; raises IronboardError."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise IronboardError(f"this is not base64: {error}") from None


CALLS = {"write": write, "read": read, "list": listed, "delete": delete}
