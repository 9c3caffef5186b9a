"""Do the tag, pyproject.toml and CHANGELOG.md agree? `python docs/tools/check_release.py v1.0.0` prints the changes.

The first section of the changelog has to be that of the version, with the date of the release: `## 1.0.0 (2026-12-01)`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"^## (?P<version>\S+)(?: \((?P<date>.*)\))?$")


class Disagreement(Exception):
    """Two places that name different versions."""


def changes(tag: str, project: str, changelog: str) -> str:
    """Return the changes of the version that a tag names, by the texts of pyproject.toml and CHANGELOG.md.

    Raises Disagreement.
    """
    version = tomllib.loads(project)["project"]["version"]
    lines, rows = changelog.splitlines(), project.splitlines()
    if tag != f"v{version}":
        line = next(number for number, each in enumerate(rows, 1) if each.startswith("version"))
        column = rows[line - 1].index('"') + 2
        raise Disagreement(f"pyproject.toml:{line}:{column}: error: the tag is '{tag}': expected 'v{version}'")
    sections = [number for number, each in enumerate(lines, 1) if each.startswith("## ")]
    if not sections:
        raise Disagreement(f"CHANGELOG.md:1:1: error: no section: expected '## {version} (DATE)'")
    first = lines[sections[0] - 1]
    title = SECTION.match(first)
    if not title or title["version"] != version or not _is_date(title["date"]):
        expected = f"expected '## {version} (DATE)' with a date such as 2026-12-01"
        raise Disagreement(f"CHANGELOG.md:{sections[0]}:4: error: '{first}': {expected}")
    end = sections[1] - 1 if len(sections) > 1 else None
    return "\n".join(lines[sections[0] : end]).strip()


def _is_date(text: str | None) -> bool:
    try:
        return bool(text) and date.fromisoformat(str(text)).isoformat() == text
    except ValueError:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return 0 if all agree."""
    parser = argparse.ArgumentParser(
        prog="python docs/tools/check_release.py", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("tag", metavar="TAG", help="the tag of the release, such as v1.0.0")
    tag = parser.parse_args(arguments).tag
    project, changelog = ((ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "CHANGELOG.md"))
    try:
        print(changes(tag, project, changelog))
    except Disagreement as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
