"""Whatever the source: an image or errors with places, never a traceback."""

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compass.sources import ROOT
from emulators.errors import IronboardError
from host.assemblers.compass import instructions, pseudo
from host.assemblers.compass.assembler import assemble
from host.assemblers.compass.disassembler import disassemble
from host.assemblers.compass.typed import assemble_typed

PAGE = (ROOT / "docs" / "cdc6600" / "compass.md").read_text(encoding="utf-8")
PROGRAMS = [text.split("```")[0] for text in PAGE.split("```compass\n")[1:]]
TOKEN = re.compile(r"\w+|\s|[^\w\s]")
NAMES = {*pseudo.PSEUDO_OPERATIONS, *pseudo.UNSUPPORTED, *instructions.PLAIN, "SA1", "SB2", "SX6", "BX6", "LX3", "NX1"}
TOKENS = [
    *sorted({token for text in PROGRAMS for token in TOKEN.findall(text)} | NAMES),
    *("\x00", "é", "\t", '"', "=", "٣", "²", "_", "(", ")", "0L", "1S", "9E999", "X.N", "/Q/"),
]
QUICK = settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


def outcome(path, text):
    """Assemble, and do with the result whatever the command line does."""
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        result = assemble(path)
    except IronboardError as error:
        return str(error)
    return "\n".join([result.listing, *map(str, result.warnings), disassemble(result.image)])


@settings(QUICK, max_examples=200)
@given(st.text())
def test_any_text(tmp_path, text):
    assert outcome(tmp_path / "any.compass", text)


@settings(QUICK, max_examples=250)
@given(st.lists(st.sampled_from([*TOKENS, "\n          ", "\n", "\n", " ", " ", ","]), max_size=60).map("".join))
def test_any_sequence_of_words_of_the_language(tmp_path, text):
    assert outcome(tmp_path / "words.compass", text)


@settings(QUICK, max_examples=200)
@given(st.sampled_from(PROGRAMS), st.data())
def test_a_program_with_words_changed(tmp_path, text, data):
    tokens = TOKEN.findall(text)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(tokens)))
        end = start + data.draw(st.integers(0, 2))
        tokens[start:end] = data.draw(st.lists(st.sampled_from(TOKENS), max_size=2))
    assert outcome(tmp_path / "changed.compass", "".join(tokens))


def test_every_program_with_any_one_word_missing(tmp_path):
    for text in PROGRAMS:
        tokens = re.findall(r"[^\S\n]+|\w+|.|\n", text)
        for index in range(len(tokens)):
            assert outcome(tmp_path / "missing.compass", "".join(tokens[:index] + tokens[index + 1 :]))


@settings(QUICK, max_examples=100)
@given(st.binary())
def test_any_bytes(tmp_path, content):
    path = tmp_path / "bytes.compass"
    path.write_bytes(content)
    try:
        said = assemble(path).listing
    except IronboardError as error:
        said = str(error)
    assert said


@settings(QUICK, max_examples=300)
@given(st.one_of(st.text(), st.lists(st.sampled_from(TOKENS), max_size=12).map("".join)), st.integers(0, 0o777777))
def test_any_line_typed_into_a_debugger(text, address):
    try:
        said = f"{assemble_typed(text, address, {'ALPHA': 5}.get)}"
    except IronboardError as error:
        said = str(error)
    assert said
