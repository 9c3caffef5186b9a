"""Write the tables of the manual pages that come from the code: `python docs/tools/make_tables.py`.

A table stands between two comments, `<!-- table NAME -->` and `<!-- end -->`; a test compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from docs.studies.algol_stages import TABLES as OF_ALGOL
from docs.studies.fortran_stages import TABLES as OF_FORTRAN
from docs.studies.go_tournament import go_counts, go_results, go_times, go_versions
from docs.studies.handicap_worth import handicap
from docs.studies.library_times import library
from docs.studies.model_times import model_times
from docs.studies.rook_strength import (
    TIMES,
    rook,
    rook_digests,
    rook_lengths,
    rook_short,
    rook_times,
    strength,
    times,
    two_pieces,
)
from docs.studies.samuel_learning import TABLES as OF_LEARNING
from docs.studies.samuel_terms import TABLES as OF_SAMUEL
from emulators.cdc6600 import isa as isa6600
from emulators.ibm704.isa import INSTRUCTIONS, Form, Trait
from host.cli import main as cli
from host.cli.manual.shapes import SHAPES
from host.formats import results
from host.software.catalogue import table as software
from host.software.fortran2 import table as fortran2
from host.streams import Status

OPTIONS = {(1, 3)}  # XJ: the assembler knows it, this machine does not have it
DOCS = Path(__file__).parents[1]
PLACE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

MORE_CYCLES = {
    "FAD": "7 + d/12 + n/4", "FSB": "as FAD", "UFA": "5 + d/12", "UFS": "as UFA", "FDH": "18, or 3", "FDP": "18, or 3",
    "DVH": "20, or 3", "DVP": "20, or 3",
    **dict.fromkeys(("ALS", "ARS", "LLS", "LRS", "LGL", "RQL"), "2 + (n + 2)/12"),
}  # fmt: skip


def ibm704() -> Iterator[str]:
    """Return the instructions of the IBM 704."""
    yield "| | code | | cycles | trapped |"
    yield "|---|---|---|---|---|"
    for each in INSTRUCTIONS:
        tagged = "" if each.form not in (Form.TYPE_A, Form.INDEX) else " (tag: the register)"
        cycles = MORE_CYCLES.get(each.mnemonic, str(each.cycles) + " + wait" * bool(waits(each.traits, each.form)))
        trapped = "yes" if each.traits & Trait.TRAPPED else ""
        yield f"| {each.mnemonic} | {each.written} | {each.name}{tagged} | {cycles} | {trapped} |"


def verbs() -> Iterator[str]:
    """Return the verbs by group, with the pages about them."""
    known = cli.verbs()
    for group in cli.GROUPS:
        yield f"| **{group}** | | |"
        yield "|---|---|---|"
        for each in (each for each in known if each.group == group):
            links = ", ".join(f"[{title(page)}]({page}.md)" for page in each.pages)
            also = f"; exit status 1 also: {each.no}" if each.no else ""
            yield f"| `{each.name}` | {each.title}{also} | {links} |"
        yield ""


def title(page: str) -> str:
    """Return the title of a page."""
    return (DOCS / f"{page}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def shapes() -> dict[str, Any]:
    """Return the JSON Schema of all results, by command."""
    found = {each.command: results.schema(each.type) for each in SHAPES}
    return {"$schema": results.DIALECT, "title": "what ironboard prints with --json", "$defs": found}


def json_page() -> Iterator[str]:
    """Return a section for each result: a row for each key."""
    for command, schema in shapes()["$defs"].items():
        of_list = schema.get("items")
        shown = of_list or schema
        yield from (f"## ironboard {command}", "")
        yield f"{'A list of these: ' * bool(of_list)}{shown['description'][0].lower()}{shown['description'][1:]}"
        yield from ("", "| key | | |", "|---|---|---|")
        yield from rows(shown, "[]." if of_list else "")
        yield ""


def rows(schema: dict[str, Any], before: str) -> Iterator[str]:
    """Yield a row for each key of an object, and of those in it."""
    for name, each in schema["properties"].items():
        choices = each.get("anyOf", [each])
        other = [it for it in choices if it.get("type") != "null"]
        main, optional = other[0], "?" * (len(other) < len(choices))
        kind = main.get("type") or ", ".join(f"`{it}`" for it in main.get("enum", ())) or "any"
        inner = main.get("items", main)
        listed = "[]" * (inner is not main)
        while "items" in inner:
            inner, listed = inner["items"], f"{listed}[]"
        what = f"array of {inner.get('type', 'any')}s" if listed and "properties" not in inner else kind
        about = each.get("description") or main.get("description") or inner.get("description", "")
        yield f"| `{before}{name}` | {optional}{what} | {about} |"
        if "properties" in inner:
            yield from rows(inner, f"{before}{name}{listed}.")


def statuses() -> Iterator[str]:
    """Return the exit statuses."""
    yield "| exit status | |"
    yield "|---|---|"
    yield from (f"| {int(each)} | {each.meaning} |" for each in Status)


def waits(traits: Trait, form: Form) -> bool:
    """Return whether an instruction may have to wait for a unit."""
    return bool(traits & Trait.UNIT) and form != Form.SENSE


def cdc6600() -> Iterator[str]:
    """Return the instructions of the CDC 6600."""
    yield "| code | | | unit | time | 6400 |"
    yield "|---|---|---|---|---|---|"
    for each in isa6600.INSTRUCTIONS:
        code = f"{each.code:02o}" + ("" if each.sub is None else str(each.sub))
        unit = "-" if each.unit == isa6600.Unit.NONE else each.unit.name.lower().replace("_", " ")
        time: int | str = each.time or "-"
        if (each.code, each.sub) in OPTIONS:
            unit = time = "-"
        serial = each.serial or "-"
        yield f"| {code} | `{each.syntax}` | {each.name} | {unit} | {time} | {serial} |"
        if code == "010":
            yield from (
                "| 011 | `REC Bj+K` | read extended storage | - | - | - |",
                "| 012 | `WEC Bj+K` | write extended storage | - | - | - |",
            )


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "verbs": verbs,
    "statuses": statuses,
    "json": json_page,
    "ibm704": ibm704,
    "cdc6600": cdc6600,
    "library": library,
    "model_times": model_times,
    "handicap": handicap,
    "go_results": go_results,
    "go_counts": go_counts,
    "go_times": go_times,
    "go_versions": go_versions,
    "rook": rook,
    "rook_short": rook_short,
    "rook_lengths": rook_lengths,
    "rook_times": rook_times,
    "rook_digests": rook_digests,
    "software": software,
    "fortran2": fortran2,
    "bishops": lambda: two_pieces("bishops"),
    "bishops_times": lambda: times([strength("bishops", TIMES)]),
    "knight": lambda: two_pieces("knight"),
    "knight_times": lambda: times([strength("knight", TIMES)]),
    "triangles": lambda: two_pieces("triangles"),
    "triangles_times": lambda: times([strength("triangles", TIMES)]),
    **OF_ALGOL,
    **OF_FORTRAN,
    **OF_LEARNING,
    **OF_SAMUEL,
}


def with_tables(text: str) -> str:
    """Return a page with its tables as they should be."""
    return PLACE.sub(lambda found: found[1] + "\n".join(TABLES[found[2]]()) + "\n" + found[3], text)


SCHEMA = DOCS / "results.schema.json"


def schema_text() -> str:
    """Return the file with the schema of all results."""
    return json.dumps(shapes(), indent=1) + "\n"


def main() -> None:
    """Write the tables into the pages, and the schema of the results."""
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        fresh = with_tables(text)
        if fresh != text:
            page.write_text(fresh, encoding="utf-8")
            print(f"{page.relative_to(DOCS)}: written")


if __name__ == "__main__":
    main()
