"""The tables of the pages are those of the code."""

from pathlib import Path

import pytest

from docs.tools.make_tables import PLACE, TABLES, with_tables

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if PLACE.search(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_tables_of_a_page_are_up_to_date(page):
    text = page.read_text(encoding="utf-8")
    assert text == with_tables(text), "`python docs/tools/make_tables.py` writes them"


def test_every_table_stands_somewhere():
    assert {found[2] for page in PAGES for found in PLACE.finditer(page.read_text(encoding="utf-8"))} == set(TABLES)
