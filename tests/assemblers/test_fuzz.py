"""Whatever the source: an image or errors with places, never a traceback."""

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image
from host.assemblers.disassembler import disassemble
from host.assemblers.mos6502 import assemble

HERE = Path(__file__).parent
PROGRAMS = [text for name in ("accepted.txt", "refused.txt") for text in (HERE / name).read_text().split("----\n")[1:]]
WORD = re.compile(r"\.\w+|\w+|\s|\"[^\"]*\"|\S")
WORDS = [*sorted({word for text in PROGRAMS for word in WORD.findall(text)}), "\x00", "é", "\t", '"', "'"]
QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))


def outcome(path: Path, text: str) -> str:
    """Assemble, and do with the result whatever the command line does."""
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        result = assemble(path)
    except IronboardError as error:
        return str(error)
    return "\n".join([result.listing, *map(str, result.warnings), disassemble(result.image)])


@settings(QUICK, max_examples=300)
@given(st.text())
def test_any_text(tmp_path, text):
    assert outcome(tmp_path / "any.s", text)


@settings(QUICK, max_examples=300)
@given(st.lists(st.sampled_from([*WORDS, "\n", "\n", " ", " "]), max_size=60).map("".join))
def test_any_sequence_of_words_of_the_language(tmp_path, text):
    assert outcome(tmp_path / "words.s", text)


@settings(QUICK, max_examples=300)
@given(st.sampled_from(PROGRAMS), st.data())
def test_a_program_with_words_changed(tmp_path, text, data):
    words = WORD.findall(text)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(words)))
        end = start + data.draw(st.integers(0, 2))
        words[start:end] = data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
    assert outcome(tmp_path / "changed.s", "".join(words))


@settings(QUICK, max_examples=100)
@given(st.binary())
def test_any_bytes(tmp_path, content):
    path = tmp_path / "bytes.s"
    path.write_bytes(content)
    try:
        said = assemble(path).listing
    except IronboardError as error:
        said = str(error)
    assert said


@settings(QUICK, max_examples=200)
@given(st.binary(min_size=1, max_size=300), st.integers(0, 0xFE00), st.booleans(), st.booleans(), st.booleans())
def test_any_bytes_disassemble_to_a_source_of_these_bytes(tmp_path, content, origin, linear, undocumented, entry):
    image = Image.of(origin, content, origin if entry else None)
    path = tmp_path / "back.s"
    path.write_text(disassemble(image, linear=linear, undocumented=undocumented))
    assert assemble(path).image.merged() == image.merged()
