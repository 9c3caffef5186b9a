"""The processor against its oracles (a sample; `ironboard verify 704` runs all where they are)."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from emulators.ibm704 import vectors
from emulators.ibm704.isa import INSTRUCTIONS, Trait
from host.cli.main import main
from host.options import CORES
from host.testing.vectors import VectorError, read_vectors, run_vectors
from tests.shared import shared

SAMPLE = Path(__file__).parent.parent / "data" / "ibm704" / "vectors.jsonl.gz"


def first_vector():
    with gzip.open(SAMPLE, "rt") as lines:
        return json.loads(next(lines))


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize(("part", "amount"), [("sample", 972), ("all", 20_340)])
def test_every_bit_and_every_cycle_is_as_the_oracles_have_it(part, amount, core):
    report = run_vectors("704", [SAMPLE if part == "sample" else shared("vectors/ibm704/vectors.jsonl.gz")], core)
    assert not report.failed, report.first
    assert report.passed.total() == amount


def test_the_sample_holds_every_instruction_that_is_not_for_a_unit():
    held = Counter(each.kind for each in read_vectors(SAMPLE, vectors.parse))
    own = {each.mnemonic for each in INSTRUCTIONS if not each.traits & Trait.UNIT} - {"PSE", "MSE"}
    assert set(held) == own
    assert set(held.values()) == {12}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ac": "0000000000001"}, "AC is "),
        ({"mq": "000000000007"}, "MQ is "),
        ({"ic": 77}, "IC is 00000 instead of 00115"),
        ({"x": [1, 2, 3]}, "XA is "),
        ({"dc": 1}, "divide check is 0 instead of 1"),
        ({"halt": 1}, "the machine goes on instead of stopping"),
        ({"m": [[1776, "123456701234"]]}, "03360 holds "),
    ],
)
def test_the_first_difference_is_named(tmp_path, capsys, change, words):
    vector = first_vector()
    vector["f"] |= change
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(first_vector()) + "\n" + json.dumps(vector))
    assert main(["verify", "704", str(file), "--core", "python"]) == 1
    out = capsys.readouterr().out
    assert f"  CLA: 1 of 2; vector 'CLA-8-000': {words}" in out
    assert out.endswith("1 passed, 1 failed\n")


def test_a_wrong_number_of_cycles_is_named(tmp_path, capsys):
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(first_vector() | {"cyc": 1}))
    assert main(["verify", "704", str(file), "--core", "python"]) == 1
    assert "vector 'CLA-8-000': 2 cycles instead of 1" in capsys.readouterr().out


def test_a_word_that_should_not_be_touched_is_named():
    vector = next(each for each in read_vectors(SAMPLE, vectors.parse) if each.kind == "STO")
    (stored,) = set(vector.words_after) - {vector.before["ic"]} or {vector.before["ic"]}
    without = {address: word for address, word in vector.words_after.items() if address != stored}
    difference = vectors.Bench("python").difference(vector._replace(words_after=without))
    assert difference == f"{stored:05o} is written to, and should not be touched"


@pytest.mark.parametrize(
    "change",
    [
        {"mem": 1000},
        {"w": "1" * 13},
        {"w": "0500001133x7"},
        {"ic": -1},
        {"cyc": "two"},
        {"m": [[1, 2]]},
        {"i": {}},
        {"ign": ["nothing"]},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_vector_is_refused_with_file_and_line(tmp_path, change):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(first_vector()) + "\n" + json.dumps(first_vector() | change))
    with pytest.raises(VectorError, match=r"bad\.jsonl:2: not a test vector"):
        list(read_vectors(file, vectors.parse))


def test_the_704_has_no_core_of_py65(capsys):
    assert main(["verify", "704", str(SAMPLE), "--core", "py65"]) == 1
    assert capsys.readouterr().err == "ironboard: there is no core 'py65' of the 704: there are compiled, python\n"
