"""The images in roms/ are what the sources in asm/ assemble to, and damage is noticed."""

import shutil

import pytest

from emulators import roms as found
from emulators.errors import ImageError
from host import formats
from host.assemblers import roms
from host.cli.main import main

FEW = ("kim1-monitor", "wally", "perft", "loops6600")  # of every machine; the others take seconds


@pytest.fixture
def checkout(tmp_path):
    """Return a copy of what the images are built from, with a few of them."""
    for folder in ("asm", "roms"):
        shutil.copytree(roms.CHECKOUT / folder, tmp_path / folder)
    path = tmp_path / "roms" / "manifest.toml"
    head, *entries = path.read_text().rstrip("\n").split("\n\n[")
    kept = [entry for entry in entries if entry.partition("]")[0] in FEW]
    path.write_text("\n\n[".join([head, *kept]) + "\n")
    for name, entry in roms.read_manifest(roms.CHECKOUT).items():
        if name not in FEW:
            (tmp_path / "roms" / entry["file"]).unlink()
    return tmp_path


def test_the_images_of_the_repository_are_what_their_sources_assemble_to(capsys):
    assert main(["rom", "verify"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(found.manifest())


def test_building_again_changes_nothing(checkout):
    before = {path.name: path.read_bytes() for path in (checkout / "roms").iterdir()}
    roms.build(checkout)
    assert {path.name: path.read_bytes() for path in (checkout / "roms").iterdir()} == before


def test_a_damaged_image_is_reported_with_the_first_byte_that_differs(checkout):
    path = checkout / "roms" / "kim1-monitor.bin"
    data = bytearray(path.read_bytes())
    data[0x123] ^= 1
    path.write_bytes(data)
    with pytest.raises(ImageError, match=r"kim1-monitor: roms/kim1-monitor.bin differs .*first at byte \$0123"):
        roms.verify(checkout)


def test_all_that_differs_is_reported_at_once(checkout):
    (checkout / "roms" / "wally.ptp").unlink()
    source = checkout / "asm" / "kim1" / "monitor.s"
    source.write_text(source.read_text().replace("$FF", "$FE", 1))
    with pytest.raises(ImageError) as raised:
        roms.verify(checkout)
    assert "the manifest says sha256" in str(raised.value)
    assert "roms/wally.ptp: No such file" in str(raised.value)
    assert "ironboard rom build" in str(raised.value)


def test_a_changed_source_is_built_and_then_verified(checkout):
    source = checkout / "asm" / "kim1" / "wally.s"
    source.write_text(source.read_text() + "\n        .org $3000\n        .byte 1\n")
    roms.build(checkout)
    assert len(roms.verify(checkout)) == len(roms.read_manifest(checkout))


def test_a_source_for_the_704_becomes_a_deck_with_octal_addresses(checkout):
    (checkout / "asm" / "ibm704" / "tiny.sap").write_text(
        "       ORG 24\n       LIB MEMBER\nGO     HTR\n       END GO\n"
    )
    (checkout / "asm" / "ibm704" / "member.sap").write_text("       OCT 1\n")
    (checkout / "roms" / "manifest.toml").write_text('[tiny]\nfile = "tiny.cbn"\nsource = "asm/ibm704/tiny.sap"\n')
    assert roms.build(checkout) == ["tiny: 2 words from 00030 in roms/tiny.cbn"]
    assert roms.read_manifest(checkout)["tiny"]["machine"] == "704"
    assert "\norigin = 0o00030\nsize = 2\n" in (checkout / "roms" / "manifest.toml").read_text()
    assert formats.read(checkout / "roms" / "tiny.cbn").segments == [(0o30, (1, 0))]
    (checkout / "asm" / "ibm704" / "member.sap").write_text("       OCT 2\n")
    with pytest.raises(ImageError, match="tiny: the manifest says sha256"):
        roms.verify(checkout)


def test_a_source_for_the_6600_becomes_words_of_60_bits(checkout):
    (checkout / "asm" / "cdc6600" / "tiny.compass").write_text(
        "         IDENT  TINY\nGO       PS\n         DATA   7\n         END    GO\n"
    )
    (checkout / "roms" / "manifest.toml").write_text('[tiny]\nfile = "tiny.o60"\nsource = "asm/cdc6600/tiny.compass"\n')
    assert roms.build(checkout) == ["tiny: 2 words from 000100 in roms/tiny.o60"]
    assert roms.read_manifest(checkout)["tiny"]["machine"] == "6600"
    assert "\norigin = 0o000100\nsize = 2\n" in (checkout / "roms" / "manifest.toml").read_text()
    image = formats.read(checkout / "roms" / "tiny.o60")
    assert (image.segments, image.entry) == ([(0o100, (0o00000_46000_46000_46000, 7))], 0o100)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a\n", "damaged"),
        ("a = " + "[" * 100_000, "damaged"),
        ("a = 1" + "0" * 200_000, "damaged"),  # more digits than a command line takes
        ('[a]\nfile = "a.bin"\n', "must have 'file' and 'source'"),
        ('[a]\nfile = "a.xyz"\nsource = "asm/kim1/monitor.s"\n', "no image format"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_an_error(checkout, text, message):
    (checkout / "roms" / "manifest.toml").write_text(text)
    with pytest.raises(ImageError, match=message):
        roms.build(checkout)


def test_without_sources_there_is_nothing_to_build(tmp_path):
    with pytest.raises(ImageError, match="needs a checkout"):
        roms.build(tmp_path)


def test_machines_find_their_images(monkeypatch, checkout):
    monkeypatch.setattr(found, "FOLDERS", (checkout / "nowhere", checkout / "roms"))
    assert len(found.rom_bytes("kim1-monitor")) == 2048
    with pytest.raises(ImageError, match="there is no ROM 'kim2'"):
        found.rom_bytes("kim2")
    assert found.manifest() is found.manifest()  # read once for all machines, until it changes
    with open(checkout / "roms" / "manifest.toml", "a") as file:
        file.write("[another]\nfile = ''\nsha256 = ''\n")
    assert "another" in found.manifest()


def test_machines_refuse_a_damaged_image(monkeypatch, checkout):
    monkeypatch.setattr(found, "FOLDERS", (checkout / "roms",))
    (checkout / "roms" / "kim1-monitor.bin").write_bytes(bytes(2048))
    with pytest.raises(ImageError, match="damaged"):
        found.rom_bytes("kim1-monitor")


WRONG = ["[kim1-monitor\n", "[kim1-monitor]\n", "kim1-monitor = 5\n", "a = " + "[" * 100_000, "a = 1" + "0" * 5000]


@pytest.mark.parametrize("text", [*WRONG, "[kim1-monitor]\nfile = 5\nsha256 = 'x'\n"])
def test_machines_refuse_a_damaged_manifest(monkeypatch, checkout, text):
    monkeypatch.setattr(found, "FOLDERS", (checkout / "roms",))
    (checkout / "roms" / "manifest.toml").write_text(text)
    with pytest.raises(ImageError, match=r"manifest\.toml"):
        found.rom_bytes("kim1-monitor")
