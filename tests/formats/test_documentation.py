"""docs/formats.md says what the table of formats says, and its examples are what they claim to be."""

import re
from pathlib import Path

import pytest

from emulators.image import Image
from host.formats import FORMATS, named

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))


def section(name):
    return next(text for title, text in SECTIONS.items() if name in title.split())


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_format_has_its_row_and_its_options(form):
    extensions = " ".join(f"`{extension}`" for extension in form.extensions)
    assert f"| `{form.name}` | {extensions} | {form.title} |" in TEXT
    for option in {*form.read_options, *form.write_options}:
        assert f"`{option}`" in section(form.name)


PROGRAM = bytes.fromhex("A9008D0017A9018D011760") + bytes(5)
EXAMPLES = {
    "papertape": Image.of(0x0000, bytes.fromhex("FFEEDDCCBBAA009988776655443322112233445566778899")),
    "intelhex": Image.of(0x0200, PROGRAM, 0x0200),
    "srecord": Image.of(0x0200, PROGRAM, 0x0200),
    "include": Image(symbols={"start": 0x0200, "start::loop": 0x0203}),
    "octal": Image.of(0o100, [0o050000_000103, 0o040000_000104, 0o100, 1, 2], 0o100, 36),
    "octal60": Image.of(0o100, [0o54111542213661254661, 0o67221052000010046000, 0], 0o100, 60),
}
COMMENTS = re.compile(rb"^; a comment.*\n", re.MULTILINE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_what_we_read_and_write(name):
    example = re.search(r"```\n(.*?)```", section(name), re.DOTALL)[1].encode()
    form = named(name)
    assert form.loads(example) == EXAMPLES[name]
    assert COMMENTS.sub(b"", form.dumps(EXAMPLES[name])).split() == COMMENTS.sub(b"", example).split()


def test_the_label_examples_are_both_kinds():
    left, right = zip(*re.findall(r"^(al .*?) {5,}(al .*)$", section("ld65"), re.MULTILINE), strict=True)
    symbols = Image(symbols={"start": 0x0200, "start::loop": 0x0203})
    assert named("ld65").dumps(symbols).decode().splitlines() == list(left)
    assert named("vice").dumps(symbols).decode().splitlines() == list(right)
