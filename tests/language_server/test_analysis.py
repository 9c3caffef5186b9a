"""What languages tell of sources: of every word of theirs, and of any text, however broken."""

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import Place, SourceError, SourceErrors
from emulators.mos6502.isa import MNEMONICS, NAMES
from host import registry
from host.assemblers.ca65 import editing as assemblers
from host.assemblers.dialects import dialect_of
from host.assemblers.editing import Reading
from host.cli.main import main
from host.editors.lsp.languages import language_of, languages
from host.games.pitrat.rules import read
from host.languages.analysis import Analysis
from host.languages.assembly import read_lines
from tests.language_server.sources import SOURCES

ROOT = Path(__file__).parents[2]
REAL = {
    "ca65": ["asm/kim1/wally-walk.s", "docs/examples/assembler/ca65.s"],
    "sap": ["asm/ibm704/counts.sap", "asm/ibm704/board.sap"],
    "compass": ["asm/cdc6600/loops.compass", "asm/cdc6600/kpits.compass"],
    "fortran66": ["tests/fortran/sample.f", "asm/cdc6600/kalah.f"],
    "algol60": ["asm/cdc6600/kalah.alg", "docs/examples/sums.alg"],
    "pitrat": ["asm/pitrat/ttt.rules"],
}
ODD = [*"é\t\"'=٣²_():.;@𝐛\r\u2028", "::", "begin", "end", ".endproc"]


@cache
def texts(id):
    """The sources of a language that come along, and the small one of these tests."""
    real = [path.read_text("utf-8") for name in REAL[id] if (path := ROOT / name).is_file()]
    return [*real, *(each.text for each in SOURCES if each.id == id)]


def analysed(id, text, path="a.x", **options):
    return languages()[id].analyse(path, {os.path.realpath(path): text}, options)


def look_at_everything(analysis: Analysis, path="a.x"):
    """Ask for all that an editor may ask."""
    for problem in analysis.problems:
        assert isinstance(problem, SourceError)
        assert problem.place.line >= 1
        assert problem.place.column >= 1
    for name in analysis.names:
        assert isinstance(name.about() + name.detail() + name.text, str)
        for place in name.places:
            found, whole = analysis.name_at(place)
            assert (whole.file, whole.line) == (place.file, place.line)
            assert place in found.places or place.length == 0 or found.kind is not name.kind or whole != place
    lines = analysis.files.get(path, ())
    for number in range(1, len(lines) + 2, 3):
        line = lines[number - 1] if number <= len(lines) else ""
        analysis.bare(line)
        for column in {1, len(line) // 2 + 1, len(line) + 1}:
            at = Place(path, number, column, 1, line)
            analysis.explain(at)
            analysis.name_at(at)
            if analysis.operands:
                analysis.operands(line[: column - 1])
        if number % 50 == 0:
            analysis.visible(Place(path, number, 1))
    analysis.words()


@pytest.mark.parametrize("id", languages())
@settings(max_examples=240)
@given(data=st.data())
def test_any_text_is_analysed(id, data):
    """Real sources, cut short, with parts taken out and others put in."""
    text = data.draw(st.sampled_from(texts(id)))
    start = data.draw(st.integers(0, len(text)))
    text = text[start : start + 2000]
    for _ in range(data.draw(st.integers(1, 4))):
        at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 60))
        text = text[:at] + data.draw(st.sampled_from([*ODD, "", "\n", text[:length]])) + text[at + length :]
    look_at_everything(analysed(id, text))


@pytest.mark.parametrize("id", languages())
@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "\r\n\r", " ", "\ud800", "(" * 3000, "begin " * 3000])
def test_texts_of_nothing_and_of_much_are_analysed(id, text):
    look_at_everything(analysed(id, text))


@pytest.mark.parametrize("source", SOURCES, ids=[each.id for each in SOURCES])
def test_problems_are_those_of_the_assembler_or_compiler(source, tmp_path):
    """No more, no fewer, at the same places."""
    path = tmp_path / f"a{source.suffix}"
    path.write_text(source.text.replace(*source.wrong, 1), encoding="utf-8")
    language = language_of(str(path))
    told = [str(each) for each in language.analyse(str(path), {}, {}).problems]
    if source.id == "pitrat":
        with pytest.raises(SourceErrors) as raised:
            read(str(path))
    else:
        with pytest.raises(SourceErrors) as raised:
            dialect_of(path).assemble(path)
    assert told == [str(each) for each in raised.value.errors]


def test_every_language_of_the_registry_can_be_edited():
    assert {each.id or each.name for each in registry.languages().values()} | {"pitrat"} == {*languages()}
    assert all(each.analyse for each in registry.languages().values())
    assert language_of("a.S").id == "ca65"
    assert language_of("a.txt", "sap").id == "sap"
    assert language_of("a.txt") is None


@pytest.mark.parametrize("id", languages())
def test_every_word_of_a_language_says_what_it_is(id):
    words = [each for each in analysed(id, SOURCES[0].text).words() if each.kind == "operation"]
    prefixes = {"PZE", "PON", "PTW", "PTH", "MZE", "FOR", "MON", "FVE", "MTW", "SIX", "MTH", "SVN", "***"}
    assert [each.text for each in words if not each.about and each.text not in prefixes] == []


def test_every_instruction_of_the_6502_has_a_name():
    assert {*NAMES} == {*MNEMONICS}


def test_an_instruction_with_an_error_is_explained_by_its_forms():
    analysis = analysed("ca65", "  sta #1\n")
    told = analysis.explain(Place("a.x", 1, 3)).text
    assert "- `STA zp` 85, 2 bytes, 3 cycles" in told
    assert "- `STA abs,X` 9D, 3 bytes, 5 cycles" in told


def test_a_line_of_a_macro_says_how_often_it_was_assembled():
    analysis = analysed("ca65", ".macro TWICE\n  inx\n.endmacro\n TWICE\n TWICE\n")
    assert "assembled 2 times, here the first one" in analysis.explain(Place("a.x", 2, 3)).text
    (macro,) = [each for each in analysis.names if each.text == "TWICE"]
    assert [each.line for each in macro.places] == [1, 4, 5]


def test_names_in_scopes_are_written_as_they_are_seen():
    analysis = analysed("ca65", ".scope IN\nA1 = 1\n.endscope\n.proc OUT\nA1 = 2\n  lda #A1\n.endproc\n  lda #IN::A1\n")
    inside, outside = (analysis.visible(Place("a.x", line, 1)) for line in (6, 8))
    assert "OUT::A1" in inside["A1"].about()
    assert {"IN::A1", "OUT::A1", "IN", "OUT"} <= {*outside}
    assert "A1" not in outside
    assert [each.line for each in outside["IN"].places] == [1, 8]


def test_the_origin_of_a_program_may_be_defined_further_down():
    text = "         IDENT  A,FIRST\nSTART    PS\nFIRST    =      1000B\n         END    START\n"
    (start,) = [each for each in analysed("compass", text).names if each.text == "START"]
    assert "octal 1000" in start.about()


def test_a_symbol_table_is_not_written_while_one_types(tmp_path):
    analysed("sap", "       WST 9,1\nA      OCT 1\n       END 0\n", tables=str(tmp_path))
    assert [*tmp_path.iterdir()] == []


def test_a_program_that_repeats_itself_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(assemblers, "MOST_STATEMENTS", 1000)
    (problem,) = analysed("ca65", ".repeat 2000\n nop\n.endrepeat\n").problems
    assert problem.message == "the program grows beyond 1000 lines"


def test_members_of_a_program_are_read_with_it_and_once(monkeypatch):
    texts = {
        "/w/main.s": 'DEBUG = 1\n .include "lib/a.s"\n .include "lib/b.s"\n',
        "/w/lib/a.s": ' .ifndef DEBUG\n .error "not alone"\n .endif\none: rts\n',
        "/w/lib/b.s": "two: jsr one\n",
    }
    read, run = [], Reading.run
    monkeypatch.setattr(Reading, "run", lambda self, *given: (read.append(self.path), run(self, *given)))
    for _ in range(2):
        assert [languages()["ca65"].analyse(each, texts, {}).problems for each in texts] == [[], [], []]
    assert read == ["/w/main.s"]
    changed = {**texts, "/w/lib/b.s": "two: jsr three\n"}
    (error,) = languages()["ca65"].analyse("/w/lib/a.s", changed, {}).problems
    assert (error.place.file, read) == ("/w/lib/b.s", ["/w/main.s"] * 2)
    alone = {**texts, "/w/main.s": "DEBUG = 1\n"}
    (error,) = languages()["ca65"].analyse("/w/lib/a.s", alone, {}).problems
    assert "not alone" in error.message


def test_texts_in_an_editor_do_not_stay(tmp_path):
    (tmp_path / "a.s").write_text("A1 = 1\n")
    path = str(tmp_path / "a.s")
    assert [each.text for each in analysed("ca65", "B1 = 1\n", path).names] == ["B1"]
    assert [each.text for each in read_lines(Path(path), path)] == ["A1 = 1"]


def test_without_pygls_the_command_says_what_to_install(monkeypatch, capsys):
    monkeypatch.delitem(__import__("sys").modules, "host.editors.lsp.requests", raising=False)
    monkeypatch.setitem(__import__("sys").modules, "pygls", None)
    monkeypatch.setitem(__import__("sys").modules, "lsprotocol", None)
    assert main(["lsp"]) == 1
    assert 'pip install "ironboard[lsp]"' in capsys.readouterr().err
