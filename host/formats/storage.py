"""Files on disk: read up to a limit, write all or nothing, never over a file unasked."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from emulators.errors import ImageError
from host import streams
from host.formats.faults import refuse_empty

HEAD = 4096  # bytes by which a file's format is recognised


def of_user(kind: str, name: str, variable: str) -> Path:
    """Return the file or folder `name` that Ironboard keeps for the user, or the one in an environment variable.

    `kind` is the system's folder that it is in: config, state, data.
    """
    if named := os.environ.get(variable):
        return Path(named)
    import platformdirs

    found: Path = getattr(platformdirs, f"user_{kind}_path")("ironboard", appauthor=False)
    return found / name


CACHE = "IRONBOARD_CACHE_DIR"


def cache_folder(name: str) -> Path | None:
    """Return a folder of the user's cache, which may not exist yet; None for a user without a home."""
    if folder := os.environ.get(CACHE):
        return Path(folder) / name
    import platformdirs

    found: Path = platformdirs.user_cache_path("ironboard", appauthor=False) / name
    return found if found.is_absolute() else None


def reason(error: OSError) -> str:
    """Return why a file cannot be read or written."""
    return "it is a folder" if isinstance(error, IsADirectoryError) else error.strerror or str(error)


@contextlib.contextmanager
def reported(path: Path, verb: str) -> Iterator[None]:
    """Turn the operating system's errors into ImageError."""
    try:
        yield
    except OSError as error:
        raise ImageError(f"cannot {verb} {path}: {reason(error)}") from error
    except ValueError as error:  # a name that no file can have, such as one with a NUL
        raise ImageError(f"cannot {verb} {str(path)!r}: {error}") from error


def refuse_unreadable(path: Path) -> None:
    """Raise ImageError for a file that cannot be read: before work that it is needed for. It is not opened."""
    with reported(path, "read"):
        if path.is_dir():
            raise IsADirectoryError
        os.stat(path)
        if not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


# A pipe, such as <(...) of a shell, can be read once only: what was in it is kept, for it is opened to tell its format,
# and again to read it.
LONGEST_PIPE = 1 << 28
_pipes: dict[tuple[int, int], bytes] = {}


def beginning(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """Return the first bytes of a file, all if `most` is negative; of a pipe the same every time. Raises OSError."""
    with open(path, "rb") as handle:
        about = os.fstat(handle.fileno())
        if not stat.S_ISFIFO(about.st_mode):
            # reading takes memory for all bytes that are asked for, before it is known how many there are
            return handle.read(min(most, about.st_size + 1) if most >= 0 and about.st_size else most)
        here = about.st_dev, about.st_ino
        _pipes[here] = _pipes.get(here) or handle.read(LONGEST_PIPE)
        return _pipes[here][: most if most >= 0 else None]


def read_head(path: Path) -> bytes:
    """Return the beginning of a file."""
    with reported(path, "read"):
        return beginning(path, HEAD)


def read_all(path: Path, limit: int, title: str) -> bytes:
    """Return a whole file of at most `limit` bytes; a larger one is refused.

    The message names the kind of file `title`.
    """
    with reported(path, "read"):
        data = beginning(path, limit + 1)
    if len(data) > limit:
        raise ImageError(f"{path}: the file is too large: {title} has at most {limit:,} bytes")
    return data


def read_filled(path: Path, limit: int, title: str) -> bytes:
    """Return a whole file as `read_all` does; one without content is refused, too."""
    data = read_all(path, limit, title)
    refuse_empty(data, str(path), title)
    return data


def text_of(data: bytes, path: object) -> str:
    """Return a text in UTF-8, without its byte order mark; raises ImageError, with the place, if it is no text."""
    at, why = data.find(b"\0"), "a NUL byte"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not 0 <= at < error.start:
            at, why = error.start, f"byte ${data[error.start]:02X} is not UTF-8"
    if at < 0:
        return text
    line, column = data.count(b"\n", 0, at) + 1, at - data.rfind(b"\n", 0, at)
    raise ImageError(f"{path}:{line}:{column}: error: this is not text: {why}")


def write_all(path: Path, data: bytes, overwrite: bool) -> None:
    """Write a file beside the target, then put it in the target's place in one step; `-` is the standard output.

    A crash leaves either the old content or the new. An existing file is replaced only with
    `overwrite`, and keeps its permissions then. Devices and pipes are written to as they are.
    """
    if str(path) == "-":
        try:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except OSError as error:
            error.filename = streams.OUTPUT
            raise
        return
    with reported(path, "write"):
        if path.is_dir():
            raise ImageError(f"cannot write {path}: it is a folder")
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        target = Path(os.path.realpath(path))
        if target.exists() and not overwrite:
            raise exists(path)
        beside = target.with_name(f".{target.name[:200]}.{os.getpid()}.part")
        try:
            write_new(beside, data)
            put_in_place(beside, target, path, overwrite)
        finally:
            beside.unlink(missing_ok=True)


def write_text(path: Path, text: str, overwrite: bool) -> None:
    """Write a file in UTF-8; names of files in it keep the bytes that Python could not decode."""
    write_all(path, text.encode("utf-8", "surrogateescape"), overwrite)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, down to the disk."""
    with open(path, "xb") as handle:
        handle.write(data)
        handle.flush()
        os.fsync(handle.fileno())


def put_in_place(beside: Path, target: Path, path: Path, overwrite: bool) -> None:
    """Rename the finished file."""
    if overwrite:
        if target.exists():
            import shutil  # it loads compressors

            shutil.copymode(target, beside)
        os.replace(beside, target)
        return
    try:
        os.link(beside, target)  # unlike rename, fails if another program made the file meanwhile
    except FileExistsError:
        raise exists(path) from None
    except (AttributeError, OSError):  # a file system without links; a browser has no function for them
        os.replace(beside, target)


def refuse_existing(*paths: Path | None) -> None:
    """Raise ImageError if a file exists: checked before work that would be lost otherwise."""
    for path in paths:
        if path and path.is_dir():
            raise ImageError(f"cannot write {path}: it is a folder")
        if path and path.is_file():
            raise exists(path)


def exists(path: Path) -> ImageError:
    """Return the error for a file that would be overwritten."""
    return ImageError(f"{path} exists already; --force overwrites it")
