"""Calls on sources, images and files of media; they need no machine.

    tools.languages              [{"name", "id": its name in editors, "title", "suffixes", "machines", "options"}]
    tools.machines               [{"name", "title", "year", "default", "summary", "languages", "suffixes": of files that
                                 are for it alone, "meant": of sources that are for it where no machine is chosen,
                                 "options"}]; an option: {"name", "spelling", "help", "kind": "bool" | "int" | "path" |
                                 "str", "default", "choices", "many", "on": its value, if it is a switch that is on}
    tools.examples               programs of the bundle: [{"name", "machine", "title", "sentence", "file"}]
    tools.example NAME           {"name", "machine", "program": file, "files": {name: text}}
    tools.assemble FILE [OPTIONS]  {"size": words, "entry", "warnings": [text], "segments": [[address, words]]};
                                 an error's "places" are those in the source
    tools.build FILE [OPTIONS]   the same
    tools.listing FILE [OPTIONS] the listing, as a text
    tools.formats FILE [OPTIONS] formats that a file can be converted to: [{"name", "title", "suffix"}]
    tools.convert FILE FORMAT [OPTIONS]    {"name", "data": base64}; FILE may be a source, an image or a program's name
    tools.look FILE [OPTIONS]    the content of a file of a medium: {"format", "title", "machine", "size", "segments",
                                 "notes", "text": disassembled}

OPTIONS are those of the language or the format by name, such as {"origin": "0200"}.
"""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators import roms
from emulators.image import Image
from host import formats, registry
from host.assemblers.dialects import source_of
from host.debugger.opening import source_suffixes
from host.formats import storage, tapes
from host.registry import Model
from host.workbench import files

if TYPE_CHECKING:
    from host.workbench.worker import Worker

RULE = re.compile(r"[;*/#\s=-]*")  # a line of signs
MARK = re.compile(r"^\s*(?:;|\*|comment\b|'comment'|C\s|!|//)\s*", re.IGNORECASE)
LISTING = {"name": "listing", "title": "listing: addresses, words and lines", "suffix": ".lst"}  # of a source


# ---------------------------------------------------------------- tables


def languages(worker: Worker) -> list[dict[str, Any]]:
    """Return the languages, with the machines that they are for."""
    return [
        {
            "name": name,
            "id": each.id or name,
            "title": each.title,
            "suffixes": each.suffixes,
            "machines": [model.name for model in registry.models().values() if each in model.languages()],
            "options": [option.described() for option in each.every_option],
        }
        for name, each in registry.languages().items()
    ]


def machines(worker: Worker) -> list[dict[str, Any]]:
    """Return the machines with their options."""
    return [
        {
            "name": each.name,
            "title": each.title,
            "year": each.year,
            "default": each.default,
            "summary": each.summary,
            "languages": [language.name for language in each.languages()],
            "suffixes": each.suffixes,
            "meant": [suffix for suffix in source_suffixes() if registry.meant(f"x{suffix}") == each.name],
            "options": [option.described() for option in each.options.values()],
        }
        for each in registry.models().values()
    ]


# ---------------------------------------------------------------- examples


def examples(worker: Worker) -> list[dict[str, Any]]:
    """Return the programs of the bundle that have sources, by machine."""
    return [row for model in registry.models().values() for row in of_machine(model)]


def of_machine(model: Model) -> Iterator[dict[str, Any]]:
    """Yield the rows of a machine's programs."""
    manifest = roms.manifest()
    for name in (*model.programs(), *model.sources()):
        source = roms.source(name) if name in manifest else model.sources()[name]
        if source is None:
            continue
        sentence = first_sentence(source)
        title = manifest.get(name, {}).get("title") or model.source_titles.get(name) or sentence or name
        yield {"name": name, "machine": model.name, "title": title, "sentence": sentence, "file": source.name}


def first_sentence(source: Path) -> str:
    """Return the first line of a source's comment, without its signs; "" if it has none."""
    lines = source.read_text(encoding="utf-8").splitlines()[:6]
    if lines[0][:1].isalpha() and not MARK.match(lines[0]):
        return lines[0].strip()  # a text before the program
    found = next((each for each in lines if MARK.match(each) and not RULE.fullmatch(each)), "")
    return re.split(r"\s{3,}", MARK.sub("", found).strip().rstrip(";"))[0]


def example(worker: Worker, name: str) -> dict[str, Any]:
    """Return the source of a program of the bundle, with the files that it includes."""
    row = next((each for each in examples(worker) if each["name"] == name), None)
    if row is None:
        raise roms.no_program(name, [each["name"] for each in examples(worker)])
    model = registry.find(row["machine"])
    source = roms.source(name) or model.sources()[name]
    texts = {source.name: source.read_text(encoding="utf-8")}
    return {"name": name, "machine": row["machine"], "program": source.name, "files": texts}


# ---------------------------------------------------------------- assembling


def assemble(worker: Worker, name: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Assemble or compile a source; raises SourceErrors."""
    made = assembled(worker, name, options)
    image = made.image
    return {
        "size": image.size,
        "entry": image.entry,
        "warnings": [*map(str, made.warnings)],
        "segments": [[each.address, len(each.words)] for each in image.segments],
    }


def assembled(worker: Worker, name: str, options: Mapping[str, Any] | None) -> Any:
    """Return the program of a source."""
    from host.assemblers import dialects

    given = dict(options or {})
    path = files.path(worker, name).relative_to(worker.folder)  # where the worker is: so it is in listings and errors
    language = dialects.dialect_of(path, machine=given.pop("machine", None))
    return dialects.assemble(path, dialect=language.name, **dialects.settings(language, given))


def listing(worker: Worker, name: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the listing of a source."""
    return str(assembled(worker, name, options).listing)


# ---------------------------------------------------------------- formats


def image_of(worker: Worker, name: str, options: Mapping[str, Any] | None) -> Image:
    """Return the image of a source, an image file, or a program of the bundle by its name."""
    given = dict(options or {})
    if name in roms.manifest():
        return formats.read_installed(name)
    path = files.path(worker, name)
    if is_source(name):
        image: Image = assembled(worker, name, given).image
        return image
    given.pop("machine", None)  # a file's own words say it
    return formats.read(path, given.pop("format", None), **given)


def target_formats(worker: Worker, name: str, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the formats that a file can be converted to; a deck of cards or a tape has others than an image."""
    for table, found in ((tapes.FORMATS, tapes.FORMATS.by_extension(name)),):
        if found and not formats.by_extension(name):
            return [row(each) for each in table if each.written]
    word_bits = image_of(worker, name, {"origin": 0} if needs_origin(name) else options).word_bits
    images, labels = (
        [row(each) for each in formats.FORMATS if each.written and each.word_bits == bits] for bits in (word_bits, 0)
    )
    return [*images, *([LISTING] if is_source(name) else []), *labels]


def is_source(name: str) -> bool:
    """Return whether a file is a source, by the ending of its name."""
    return Path(name).suffix.lower() in source_suffixes()


def row(form: Any) -> dict[str, Any]:
    """Return a format as plain data."""
    return {"name": form.name, "title": form.title, "suffix": form.extensions[0]}


def needs_origin(name: str) -> bool:
    """Return whether a file does not say where its words belong."""
    form = formats.by_extension(name)
    return form is not None and "origin" in form.read_options


def convert(worker: Worker, name: str, format: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a file in another format; `options` are those of reading and writing, by name."""
    given = dict(options or {})
    stem = Path(name).stem
    if tapes.FORMATS.by_extension(name) and not formats.by_extension(name):
        path = files.path(worker, name)
        source, target = tapes.FORMATS.meant(name, None, "tape"), tapes.FORMATS.named(format, "tape")
        content = source.loads(storage.read_all(path, source.limit, "a tape"), name)
        return {"name": f"{stem}{target.extensions[0]}", "data": packed(target.dumps(content))}
    if format == LISTING["name"] and is_source(name):
        return {"name": f"{stem}{LISTING['suffix']}", "data": packed(listing(worker, name, given).encode())}
    target_form = formats.named(format)
    reading = {key: given.pop(key) for key in [*given] if key not in target_form.write_options}
    if needs_origin(name) and name not in roms.manifest():
        reading.setdefault("origin", 0)
    image = image_of(worker, name, reading)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{stem}{target_form.extensions[0]}")
        formats.write(image, path, format, **given)
        return {"name": path.name, "data": packed(path.read_bytes())}


def packed(data: bytes) -> str:
    """Return bytes in base64."""
    return base64.b64encode(data).decode("ascii")


def look(worker: Worker, name: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the content of a file of a medium: its format, where its words go, and its instructions."""
    path = files.path(worker, name)
    if (tape := tapes.FORMATS.by_extension(name)) and not formats.by_extension(name):
        content = tape.loads(storage.read_all(path, tape.limit, "a tape"), name)
        return {"format": tape.name, "title": tape.title, "machine": "", "size": path.stat().st_size,
                "segments": [], "notes": [f"{content!r}"], "text": ""}  # fmt: skip
    given = dict(options or {})
    form = formats.find(path, given.get("format"), origin=given.get("origin"))
    image = image_of(worker, name, {"origin": 0, **given} if "origin" in form.read_options else given)
    model = next((each for each in registry.models().values() if each.word_bits == image.word_bits), None)
    return {
        "format": form.name,
        "title": form.title,
        "machine": model.name if model and image.size else "",
        "size": image.size,
        "segments": [[each.address, len(each.words)] for each in image.segments],
        "notes": [*image.notes],
        "text": source_of(image, path, undocumented=False) if image.size else "",
    }


CALLS = {
    "languages": languages, "machines": machines, "examples": examples, "example": example, "assemble": assemble,
    "build": assemble, "listing": listing, "formats": target_formats, "convert": convert, "look": look,
}  # fmt: skip
