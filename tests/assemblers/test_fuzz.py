"""Whatever the source, and whichever assembler: an image or errors with places, never a traceback."""

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image
from host.assemblers import disassembler, feed, mos6502
from host.assemblers.compass import assembler as compass
from host.assemblers.compass import disassembler as compass_back
from host.assemblers.compass import instructions, pseudo, state
from host.assemblers.sap import assembler as sap
from host.assemblers.sap import disassembler as sap_back
from tests.shared import spread

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))
ODD = ("\x00", "é", "\t", '"', "'", "=", "٣", "²", "_", "(", ")")
REGISTERS = ("SA1", "SB2", "SX6", "BX6", "LX3", "NX1")


class Language(NamedTuple):
    """An assembler, its way back, and what its programs are made of."""

    assemble: Callable
    disassemble: Callable
    programs: list[str]
    words: re.Pattern[str]
    known: Collection[str] = ()
    typed: Callable | None = None

    @property
    def tokens(self) -> list[str]:
        """Words of the language, and some that are not."""
        return [*sorted({each for text in self.programs for each in self.words.findall(text)} | {*self.known}), *ODD]

    def outcome(self, path: Path, text: str) -> str:
        """Assemble, and do with the result whatever the command line does."""
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        return self.said(path)

    def said(self, path: Path) -> str:
        """Return what there is to read about the source at a path."""
        try:
            result = self.assemble(path)
        except IronboardError as error:
            return str(error)
        back = self.disassemble(result.image) if result.image.segments else ""
        return "\n".join([result.listing, *map(str, result.warnings), back])


def shown(page: str, language: str) -> list[str]:
    """Return the programs that a page shows."""
    blocks = (DOCS / page).read_text(encoding="utf-8").split(f"```{language}\n")[1:]
    return [each.split("```")[0] for each in blocks]


def collected() -> list[str]:
    """Return the programs that the tests of the 6502's assembler accept or refuse."""
    texts = [(HERE / name).read_text() for name in ("accepted.txt", "refused.txt")]
    return [program for text in texts for program in text.split("----\n")[1:]]


LANGUAGES = {
    "mos6502": Language(
        mos6502.assemble, disassembler.disassemble, collected(), re.compile(r"\.\w+|\w+|\s|\"[^\"]*\"|\S")
    ),
    "sap": Language(
        sap.assemble,
        sap_back.disassemble,
        shown("ibm704/sap.md", "sap"),
        re.compile(r"\w+|\s|[^\w\s]"),
        sap.KNOWN,
        sap.assemble_typed,
    ),
    "compass": Language(
        compass.assemble,
        compass_back.disassemble,
        shown("cdc6600/compass.md", "compass"),
        re.compile(r"\w+|\s|[^\w\s]"),
        {*state.PSEUDO_OPERATIONS, *pseudo.UNSUPPORTED, *instructions.PLAIN, *REGISTERS, "0L", "9E999", "X.N", "/Q/"},
        compass.assemble_typed,
    ),
}
every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
that_can_be_typed = pytest.mark.parametrize(
    "language",
    [each for each in LANGUAGES.values() if each.typed],
    ids=[n for n, each in LANGUAGES.items() if each.typed],
)


@every_language
@settings(QUICK, max_examples=200)
@given(text=st.text())
def test_any_text(language, tmp_path, text):
    assert language.outcome(tmp_path / "any", text)


@every_language
@settings(QUICK, max_examples=200)
@given(data=st.data())
def test_any_sequence_of_words_of_the_language(language, tmp_path, data):
    words = st.sampled_from([*language.tokens, "\n          ", "\n       ", "\n", "\n", " ", " ", ","])
    assert language.outcome(tmp_path / "words", "".join(data.draw(st.lists(words, max_size=60))))


@every_language
@settings(QUICK, max_examples=200)
@given(data=st.data())
def test_a_program_with_words_changed(language, tmp_path, data):
    tokens = language.words.findall(data.draw(st.sampled_from(language.programs)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(tokens)))
        end = start + data.draw(st.integers(0, 2))
        tokens[start:end] = data.draw(st.lists(st.sampled_from(language.tokens), max_size=2))
    assert language.outcome(tmp_path / "changed", "".join(tokens))


@pytest.mark.parametrize("name", ["sap", "compass"])
def test_the_programs_shown_with_any_one_word_missing(name, tmp_path, monkeypatch):
    monkeypatch.setattr(feed, "MOST_STATEMENTS", 20_000)  # where a repetition has no end now
    for text in LANGUAGES[name].programs:
        tokens = re.findall(r"[^\S\n]+|\w+|.|\n", text)
        for index in spread(range(0, len(tokens), 3), 10):
            assert LANGUAGES[name].outcome(tmp_path / "missing", "".join(tokens[:index] + tokens[index + 1 :]))


@every_language
@settings(QUICK, max_examples=100)
@given(content=st.binary())
def test_any_bytes(language, tmp_path, content):
    path = tmp_path / "bytes"
    path.write_bytes(content)
    assert language.said(path)


@that_can_be_typed
@settings(QUICK, max_examples=300)
@given(data=st.data(), address=st.integers(0, 0o77777))
def test_any_line_typed_into_a_debugger(language, data, address):
    words = st.lists(st.sampled_from(language.tokens), max_size=12).map("".join)
    try:
        said = f"{language.typed(data.draw(st.text() | words), address, {'ALPHA': 5}.get)}"
    except IronboardError as error:
        said = str(error)
    assert said


@settings(QUICK, max_examples=200)
@given(st.binary(min_size=1, max_size=300), st.integers(0, 0xFE00), st.booleans(), st.booleans(), st.booleans())
def test_any_bytes_disassemble_to_a_source_of_these_bytes(tmp_path, content, origin, linear, undocumented, entry):
    image = Image.of(origin, content, origin if entry else None)
    path = tmp_path / "back.s"
    path.write_text(disassembler.disassemble(image, linear=linear, undocumented=undocumented))
    assert mos6502.assemble(path).image.merged() == image.merged()
