"""Columns of SAP and COMPASS: the same words, fields where they belong, texts and comments as they were."""

import random
from pathlib import Path

import pytest

from emulators.errors import ImageError, SourceErrors
from host.assemblers.dialects import assemble, dialect_of
from host.assemblers.formatting import formatted
from ironboard import main
from tests.shared import spread

ROOT = Path(__file__).parents[2]

SAP = """\
* A COMMENT   STAYS
 ORG 24
START LXA N,1  AS MANY TIMES
       PXD        CLEAR THE ACCUMULATOR
       BCD 2TWO  WORDS
       HTR START                                                        TAB00070
N      DEC 5
       END START
"""
IN_COLUMNS = """\
* A COMMENT   STAYS
       ORG 24
START  LXA N,1              AS MANY TIMES
       PXD                  CLEAR THE ACCUMULATOR
       BCD 2TWO  WORDS
       HTR START                                                        TAB00070
N      DEC 5
       END START
"""
COMPASS = """\
  IDENT SUM
*   A COMMENT
START SB1 1   B1 IS ONE
\tSA1 =10HTWO  WORDS    REMARK
 DATA   10HTWO  WORDS,3
 VFD 30/1,
,30/2
 PS
      END      START
"""
COMPASS_IN_COLUMNS = """\
          IDENT  SUM
*   A COMMENT
START     SB1    1                 B1 IS ONE
          SA1    =10HTWO  WORDS    REMARK
          DATA   10HTWO  WORDS,3
 VFD 30/1,
,30/2
          PS
          END    START
"""


@pytest.fixture(params=["sap", "compass"])
def source(request, tmp_path):
    path = tmp_path / f"a.{request.param}"
    path.write_text({"sap": SAP, "compass": COMPASS}[request.param])
    return path


def of(path):
    return formatted(path, dialect_of(path))


def test_fields_begin_in_their_columns(source):
    assert of(source) == {".sap": IN_COLUMNS, ".compass": COMPASS_IN_COLUMNS}[source.suffix]


SOURCES = sorted([*(ROOT / "asm").glob("ibm704/*.sap"), *(ROOT / "asm").glob("cdc6600/*.compass")])


@pytest.mark.parametrize("path", spread(SOURCES, 8), ids=lambda path: path.name)
def test_the_words_of_a_source_do_not_change_when_blanks_do(path, tmp_path):
    """Blanks between location, operation and variable field are drawn; what comes of it keeps its form."""
    drawn = random.Random(path.name)
    with_blanks = [
        row[:6].strip() + " " * drawn.randint(1, 3) + row[7:].lstrip()
        if path.suffix == ".sap" and row[:6].strip() and row[7:10].strip() and row[0] != "*" and "BCD" not in row
        else row
        for row in path.read_text().splitlines()
    ]
    own = tmp_path / path.name
    own.write_text("\n".join(with_blanks) + "\n")
    folders = [path.parent]
    try:
        text = formatted(own, dialect_of(own), include_dirs=folders)
    except SourceErrors as errors:
        if "unknown operation" not in str(errors):
            raise
        return  # a member of the library, with macros of the programs that take it in
    try:
        before = assemble(own, include_dirs=folders).image
    except (SourceErrors, ImageError):
        before = None  # a member of a library
    own.write_text(text)
    assert formatted(own, dialect_of(own), include_dirs=folders) == text
    if before is not None:
        after = assemble(own, include_dirs=folders).image
        assert (after.segments, after.symbols) == (before.segments, before.symbols)


def test_a_line_that_does_not_fit_and_an_unknown_operation_are_refused(tmp_path):
    path = tmp_path / "a.sap"
    path.write_text(f" ORG 24\nA CLA A  {'X' * 60}\n END A\n")
    with pytest.raises(SourceErrors, match=r"a.sap:2:1: error: in columns this line would end in column 7\d"):
        of(path)
    path.write_text(" ORG 24\nA CLAA A\n END A\n")
    with pytest.raises(SourceErrors, match="unknown operation 'CLAA'"):
        of(path)
    with pytest.raises(ImageError, match="has no columns"):
        of(Path("a.s"))


def test_a_source_is_changed_only_when_that_is_said(source, tmp_path, capsys):
    text = source.read_text()
    assert main(["format", str(source)]) == 0
    assert capsys.readouterr().out == of(source)
    assert main(["format", str(source), "--check"]) == 1
    assert main(["format", str(source), "--diff"]) == 0
    assert "+++" in capsys.readouterr().out
    assert main(["format", str(source), "-o", str(tmp_path / "b.sap")]) == 0
    assert source.read_text() == text
    assert main(["format", str(source), "--write"]) == 0
    assert main(["format", str(source), "--check"]) == 0
    assert source.read_text() == (tmp_path / "b.sap").read_text()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("mark", "last"), [("", True), ("\ufeff", False)])
def test_line_ends_and_a_byte_order_mark_stay_as_they_are(tmp_path, capsys, end, mark, last):
    source, expected = (
        (mark + text.replace("\n", end)[: None if last else -len(end)]).encode() for text in (SAP, IN_COLUMNS)
    )
    path = tmp_path / "a.sap"
    path.write_bytes(source)
    assert main(["format", str(path), "--write"]) == 0
    assert path.read_bytes() == expected
    assert main(["format", str(path), "--diff"]) == 0
    assert capsys.readouterr().out == ""
