"""Links and ZIP files of the page Write: read by another implementation; a forged one is refused in a sentence."""

import base64
import io
import json
import random
import shutil
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest

from host import workbench
from host.workbench import links
from tests.shared import CHECKOUT

MODULES = Path(__file__).with_name("modules.mjs")
SOURCES = ("asm/kim1/wally.s", "asm/ibm704/search.sap", "asm/cdc6600/rook.alg", "docs/examples/hilbert.f")
IMAGE = {"base64": base64.b64encode(bytes(range(256))).decode()}


def done(*jobs):
    """Do jobs of modules.mjs in Node; return their results."""
    node = shutil.which("node") or pytest.skip("node is not installed")
    folder = (Path(workbench.__file__).parent / "web" / "write").as_uri()
    given = json.dumps({"folder": folder, "jobs": jobs}).encode()
    ran = subprocess.run([node, "--no-warnings", MODULES], input=given, stdout=subprocess.PIPE, check=True, timeout=100)
    return json.loads(ran.stdout)


def packed(facts):
    """Return a link to anything at all."""
    made = zlib.compressobj(9, zlib.DEFLATED, links.RAW)
    data = made.compress(facts if isinstance(facts, bytes) else json.dumps(facts).encode()) + made.flush()
    return links.MARK + base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(fragment):
    """Return the facts of a link."""
    data = fragment.removeprefix(links.MARK)
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), links.RAW))


def test_the_page_reads_the_links_of_the_documents():
    texts = [(CHECKOUT / path).read_text(encoding="utf-8") for path in SOURCES]
    found = done(*(["shared", links.fragment({"program.s": text, "ä/b.inc": "…"}, "704", "Größe")] for text in texts))
    for text, each in zip(texts, found, strict=True):
        value = each["value"]
        assert value["files"] == {"program.s": text, "ä/b.inc": "…"}
        assert (value["machine"], value["name"]) == ("704", "Größe")


def test_a_link_of_the_page_has_all_that_was_shared():
    facts = {
        "files": {"a.s": "; one\n", "b.inc": "", "c.ptp": IMAGE},
        "name": "A & B",
        "shown": "b.inc",
        "program": "a.s",
        "machine": "kim1",
        "options": {"core": "python", "words": 4096},
        "breakpoints": {"a.s": [{"line": 1, "condition": "A == 3"}]},
        "moment": {"inputs": [[815187, "key_down", "RS"]], "cycle": 1_000_000, "check": "1f"},
    }
    (made,) = done(["fragment", facts])
    (read,) = done(["shared", made["value"]])
    assert {name: read["value"][name] for name in facts} == facts
    facts["files"]["c.ptp"] = {"base64": IMAGE["base64"].translate(str.maketrans("+/", "-_", "="))}
    assert unpacked(made["value"]) == facts | {"v": links.VERSION}
    (short,) = done(["fragment", {"files": {"first.s": ".org $0200\nlda #1\nsta $F9\nloop: jmp loop\n"}}])
    assert len(short["value"]) < 2048 / 10


FORGED = {
    "no JSON": b"{",
    "no object": [],
    "no files": {"v": 1, "files": {}},
    "a newer release": {"v": 2, "files": {"a.s": ""}},
    "a name above": {"v": 1, "files": {"../a.s": ""}},
    "an absolute name": {"v": 1, "files": {"/etc/a.s": ""}},
    "a number for a text": {"v": 1, "files": {"a.s": 7}},
    "no base64": {"v": 1, "files": {"a.s": {"base64": "%"}}},
    "a machine that is a list": {"v": 1, "files": {"a.s": ""}, "machine": []},
    "options in options": {"v": 1, "files": {"a.s": ""}, "options": {"a": {"b": 1}}},
    "a line that is none": {"v": 1, "files": {"a.s": ""}, "breakpoints": {"a.s": [{"line": 0}]}},
    "a breakpoint elsewhere": {"v": 1, "files": {"a.s": ""}, "breakpoints": {"b.s": [{"line": 1}]}},
    "a program elsewhere": {"v": 1, "files": {"a.s": ""}, "program": "b.s"},
    "inputs that are none": {"v": 1, "files": {"a.s": ""}, "moment": {"inputs": [["RS"]], "cycle": 1}},
    "101 files": {"v": 1, "files": {f"{number}.s": "" for number in range(101)}},
    "3 MB of blanks": {"v": 1, "files": {"a.s": " " * (3 << 20)}},
}


def test_a_forged_link_is_refused_in_a_sentence():
    assert done(["shared", packed({"v": 1, "files": {"a.s": ""}})])[0]["value"]["files"] == {"a.s": ""}
    found = done(*(["shared", packed(facts)] for facts in FORGED.values()))
    for why, each in zip(FORGED, found, strict=True):
        assert each.get("error", ["none"])[0] == "Error", why
        assert each["error"][1].startswith("The link"), why


def test_a_damaged_link_is_refused_in_a_sentence_or_is_a_whole_one():
    whole = links.fragment({"wally.s": (CHECKOUT / SOURCES[0]).read_text(encoding="utf-8")})
    chance = random.Random(38)
    damaged = [whole[: chance.randrange(3, len(whole))] for _ in range(60)]
    for _ in range(200):
        at = chance.randrange(3, len(whole))
        damaged.append(whole[:at] + chance.choice("AZaz09-_%=\u00e4 ") + whole[at + 1 :])
    found = done(*(["shared", each] for each in damaged))
    refused = [each["error"] for each in found if "error" in each]
    assert len(refused) > 100
    assert {error[0] for error in refused} == {"Error"}
    assert all(error[1].startswith("The link is") for error in refused)


def test_a_zip_file_of_the_page_is_one():
    rows = {"a.s": (CHECKOUT / SOURCES[0]).read_text(encoding="utf-8"), "ä/b.bin": IMAGE, "empty": ""}
    (made,) = done(["zip", rows])
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(made["value"]["base64"]))) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [*rows]
        assert archive.read("a.s").decode() == rows["a.s"]
        assert archive.read("ä/b.bin") == bytes(range(256))


@pytest.mark.parametrize(
    "name", ["", "/a", "a/", "a//b", ".", "..", "a/../b", ".hidden", "a\\b", "a:b", "a\0b", "x" * 121]
)
def test_a_name_that_is_no_path_within_the_project_is_refused(name):
    wrong, right = done(["wrong", name], ["wrong", "a-1/b_2.s"])
    assert wrong["value"].endswith((".", "|"))
    assert right["value"] == ""
