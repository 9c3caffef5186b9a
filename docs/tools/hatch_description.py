"""The README as a package index shows it, where there is no checkout beside it: links and pictures are absolute.

They lead to the tag of this version at the address under `Repository` in pyproject.toml's `[project.urls]`, or in
$IRONBOARD_REPOSITORY. Without an address links are their text, and pictures are left out: nothing leads nowhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "IRONBOARD_REPOSITORY"
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!\w+:|#)(?P<path>[^)\s]+)\)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def description(readme: str, repository: str, version: str) -> str:
    """Return the README's text with links into the checkout changed; `repository` is an address, or empty."""

    def replaced(link: re.Match[str]) -> str:
        picture, text, path = link["picture"], link["text"], link["path"]
        if not repository:
            return "" if picture else text
        return f"{picture}[{text}]({repository.rstrip('/')}/{'raw' if picture else 'blob'}/v{version}/{path})"

    parts = FENCE.split(readme)
    return "".join(part if part.startswith("```") else LINK.sub(replaced, part) for part in parts)


class DescriptionHook(MetadataHookInterface):  # type: ignore[misc]
    """Fills in what pyproject.toml names as dynamic: the description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the description into the metadata of a distribution."""
        repository = os.environ.get(VARIABLE) or metadata.get("urls", {}).get("Repository", "")
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = description(readme, repository, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
