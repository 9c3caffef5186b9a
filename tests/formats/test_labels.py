"""Label files as ld65, VICE and ca65 know them."""

import shutil
import subprocess

import pytest

from emulators.errors import ImageError
from emulators.image import Image
from host.formats import labels

# Written by ld65 V2.18 with -Ln from a source with scopes, local labels and constants.
LD65 = b"""al 00020D .__M_LAST__
al 012345 .big
al FFFFFFFF .minus
al 000200 .start
al 00020A .@loop
al 000207 .@loop
al 000203 .loop
al 000200 .start
"""


def test_a_file_of_ld65():
    """Names come without their scopes: a second @loop gets its address as well, a repeated start does not."""
    assert labels.loads(LD65) == Image(symbols={
        "__M_LAST__": 0x20D, "big": 0x12345, "minus": -1, "start": 0x200,
        "@loop": 0x20A, "@loop@0207": 0x207, "loop": 0x203})  # fmt: skip


def test_a_file_of_vice():
    text = b"# saved\r\nal C:0200 .start\r\n\r\nadd_label c:fffc .reset\r\n"
    assert labels.loads(text) == Image(symbols={"start": 0x0200, "reset": 0xFFFC})


def test_labels_are_written_in_the_order_of_their_addresses():
    image = Image(symbols={"b": 0x0300, "a": 0x0010, "main::loop": 0x0200})
    assert labels.dumps_vice(image) == b"al C:0010 .a\nal C:0200 .main::loop\nal C:0300 .b\n"
    assert labels.dumps_ld65(image) == b"al 000010 .a\nal 000200 .main::loop\nal 000300 .b\n"


SYMBOLS = {"start": 0x0200, "start::loop": 0x0203, "start::deep::far": 0x0010, "minus": -3, "start@1": 0x0205}
INCLUDE = b"""minus = -$0003
start = $0200
.scope start
loop = $0203
.scope deep
far = $0010
.endscope
.endscope
; 'start@1' = $0205
"""


def test_an_include_file_keeps_scopes_and_comments_out_what_is_no_name():
    assert labels.dumps_include(Image(symbols=SYMBOLS)) == INCLUDE
    assert labels.loads_include(INCLUDE) == Image(symbols={name: SYMBOLS[name] for name in SYMBOLS if "@" not in name})


def test_numbers_of_every_radix_are_read():
    text = b"a=$FF ; hexadecimal\nb := 512\n  c = %101\nd = -1\n"
    assert labels.loads_include(text) == Image(symbols={"a": 0xFF, "b": 512, "c": 5, "d": -1})


@pytest.mark.skipif(not shutil.which("ca65"), reason="ca65 is not installed")
def test_ca65_takes_the_include_file(tmp_path):
    (tmp_path / "names.inc").write_bytes(INCLUDE)
    source = '.include "names.inc"\n.assert start::deep::far + start::loop + start + minus = $0410, error, "values"\n'
    (tmp_path / "user.s").write_text(source)
    done = subprocess.run(["ca65", "user.s"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


REFUSED = [
    (labels.dumps_vice, {}, "no symbols"),
    (labels.dumps_ld65, {}, "no symbols"),
    (labels.dumps_include, {}, "no symbols"),
    (labels.dumps_vice, {"big": 0x10000}, "'big' = 65536 is not an address"),
    (labels.dumps_vice, {"minus": -1}, "'minus' = -1 is not an address"),
    (labels.dumps_ld65, {"big": 1 << 31}, "'big' = 2147483648 does not fit the 32 bits"),
    (labels.dumps_ld65, {"two words": 1}, "'two words' cannot be a label"),
    (labels.dumps_include, {"big": 1 << 32}, "'big' = 4294967296 does not fit 32 bits"),
]


@pytest.mark.parametrize(("dumps", "symbols", "message"), REFUSED)
def test_symbols_that_the_file_cannot_hold_are_refused(dumps, symbols, message):
    with pytest.raises(ImageError, match=message):
        dumps(Image(symbols=symbols))
