"""The same bytes as ca65, for the programs of this repository and for many small ones."""

from pathlib import Path

import pytest

from host.assemblers.mos6502 import assemble
from tests.assemblers.ca65 import Rejected, ca65, concatenated, needs_ca65

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for path in (ROOT / "asm").rglob("*.s"))
CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.s"))

pytestmark = needs_ca65


@pytest.mark.parametrize("source", SOURCES + CORPUS, ids=lambda path: path.name)
def test_a_source_of_the_repository_gives_the_same_bytes(source, tmp_path):
    assert concatenated(assemble(source)) == ca65(source, tmp_path)


def both(text: str, folder: Path) -> tuple[bytes | None, bytes | None]:
    """Return our bytes and ca65's, None for a source that was refused."""
    source = folder / "source.s"
    source.write_text(text)
    try:
        theirs = ca65(source, folder)
    except Rejected:
        theirs = None
    try:
        ours = concatenated(assemble(source))
    except Exception as error:
        if theirs is not None:
            raise AssertionError(f"ca65 takes this:\n{text}\n{error}") from error
        ours = None
    return ours, theirs
