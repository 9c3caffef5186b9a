"""The .vsix: what is in it, and that VS Code's own packager agrees."""

import io
import json
import re
import subprocess
import zipfile
from xml.etree import ElementTree

import pytest

from host.cli.main import main
from host.editors import vscode
from tests.editors.colours import LANGUAGES, NODE_MODULES, tool

KNOWN = [*LANGUAGES.values()]


@pytest.fixture(scope="module")
def package():
    """The files of the package, by name."""
    with zipfile.ZipFile(io.BytesIO(vscode.vsix(KNOWN))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture(scope="module")
def about(package):
    return json.loads(package["extension/package.json"])


def test_the_same_languages_make_the_same_bytes():
    assert vscode.vsix(KNOWN) == vscode.vsix(KNOWN)


def test_every_file_that_the_description_names_is_there_and_no_other(package, about):
    contributes = about["contributes"]
    named = {about["main"], *(each["path"] for each in contributes["grammars"])}
    named |= {each["configuration"] for each in contributes["languages"] if "configuration" in each}
    extension = {f"extension/{name.removeprefix('./')}" for name in named} | {
        "extension/package.json",
        "extension/readme.md",
    }
    assert {*package} == extension | {"extension.vsixmanifest", "[Content_Types].xml"}


def test_the_manifest_says_what_the_description_says(package, about):
    manifest = ElementTree.fromstring(package["extension.vsixmanifest"])
    space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    identity = manifest.find("v:Metadata/v:Identity", space)
    assert [identity.get(each) for each in ("Id", "Publisher", "Version")] == [
        about["name"],
        about["publisher"],
        about["version"],
    ]
    assets = [each.get("Path") for each in manifest.findall("v:Assets/v:Asset", space)]
    assert {*assets} <= {*package}
    types = ElementTree.fromstring(package["[Content_Types].xml"])
    endings = {each.get("Extension") for each in types}
    assert {f".{name.rpartition('.')[2]}" for name in package if name != "[Content_Types].xml"} <= endings


def test_every_language_has_a_grammar_and_all_but_rules_have_breakpoints(about):
    contributes = about["contributes"]
    languages = {each["id"]: each for each in contributes["languages"]}
    assert [each["language"] for each in contributes["grammars"]] == [*LANGUAGES]
    assert all(languages[id]["extensions"] == [*each.suffixes] for id, each in LANGUAGES.items())
    breakpoints = {each["language"] for each in contributes["breakpoints"]}
    assert breakpoints >= {*LANGUAGES} - {"pitrat"}
    assert "pitrat" not in breakpoints


def test_words_are_selected_whole(package):
    def words(id, text):
        pattern = json.loads(package[f"extension/{id}.configuration.json"])["wordPattern"]
        return re.findall(pattern, text)

    assert words("ca65", "lda BOARD,x ; @look:") == ["lda", "BOARD", "x", "@look:"]
    assert words("algol60", "total := total + a[i];") == ["total", "total", "a", "i"]
    assert words("sap", "       TIX LOOP.1,1,K$A") == ["TIX", "LOOP.1", "1", "K", "A"]
    assert words("compass", "LOOP      SA1    A1+N.Q") == ["LOOP", "SA1", "A1", "N.Q"]


def test_problems_of_the_assembler_are_recognised(about, tmp_path, capsys):
    (pattern,) = (each["pattern"] for each in about["contributes"]["problemMatchers"])
    source = tmp_path / "wrong.s"
    source.write_text("        .org $0200\n        LDAA #1\n")
    assert main(["asm", str(source)]) == 1
    first = capsys.readouterr().err.splitlines()[0].removeprefix("ironboard: ")
    found = re.match(pattern["regexp"], first)
    assert [found[pattern[each]] for each in ("file", "line", "column", "severity")] == [str(source), "2", "9", "error"]
    assert "LDAA" in found[pattern["message"]]


def test_the_packager_of_vs_code_finds_nothing_wrong(package, tmp_path):
    vsce = NODE_MODULES / "@vscode" / "vsce" / "vsce"
    if not vsce.is_file():
        pytest.skip(f"{NODE_MODULES} has no @vscode/vsce")
    for name, text in package.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    options = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "-o", str(tmp_path / "theirs.vsix")]
    done = subprocess.run(
        [tool("node"), vsce, "package", *options],
        cwd=tmp_path / "extension",
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "theirs.vsix") as archive:
        theirs = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {*theirs} == {*package}
    assert json.loads(theirs["extension/package.json"]) == json.loads(package["extension/package.json"])


def test_the_extension_is_javascript(package, tmp_path):
    (tmp_path / "extension.js").write_text(package["extension/extension.js"], encoding="utf-8")
    done = subprocess.run(
        [tool("node"), "--check", tmp_path / "extension.js"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
