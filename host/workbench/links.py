"""Links that open a program in the workbench: its files are in the fragment of the address (web/write/links.js).

index.html#w=<JSON, deflated, in base64url>       {"v": 1, "files": {NAME: TEXT}, "machine": NAME, ...}
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping

VERSION = 1
MARK = "#w="
RAW = -15  # of zlib: no header, no checksum


def fragment(files: Mapping[str, str], machine: str = "", name: str = "") -> str:
    """Return the end of an address of the page Write that opens these files for a machine; `name`: of the project."""
    facts = {
        "v": VERSION,
        "files": {**files},
        **({"machine": machine} if machine else {}),
        **({"name": name} if name else {}),
    }
    packed = zlib.compressobj(9, zlib.DEFLATED, RAW)
    data = packed.compress(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()) + packed.flush()
    return MARK + base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
