"""The processor against its oracle (a sample; `ironboard verify 6600` runs all where they are)."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from emulators.cdc6600 import vectors
from emulators.cdc6600.isa import INSTRUCTIONS
from host.cli.main import main
from host.testing.vectors import VectorError, read_vectors, run_vectors
from tests.shared import shared

SAMPLE = Path(__file__).parent.parent / "data" / "cdc6600" / "vectors.jsonl.gz"
NOT_COVERED = {"00", "013"}  # a stop, and the exchange that this machine does not have


def first_vector():
    with gzip.open(SAMPLE, "rt") as lines:
        return json.loads(next(lines))


@pytest.mark.parametrize(
    ("core", "part", "amount"), [("python", "sample", 560), ("compiled", "sample", 560), ("compiled", "all", 28_137)]
)
def test_every_bit_is_as_the_oracle_has_it(core, part, amount):
    report = run_vectors("6600", [SAMPLE if part == "sample" else shared("vectors/cdc6600/vectors.jsonl.gz")], core)
    assert not report.failed, report.first
    assert report.passed.total() == amount


def test_the_sample_holds_every_instruction():
    held = Counter(each.kind for each in read_vectors(SAMPLE, vectors.parse))
    codes = {f"{each.code:02o}" + ("" if each.sub is None else f"{each.sub}") for each in INSTRUCTIONS}
    assert set(held) == codes - NOT_COVERED
    assert set(held.values()) == {8}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"A": {"3": "123456"}}, "A3 is "),
        ({"B": {"7": "000001"}}, "B7 is "),
        ({"X": {"0": "1" * 20}}, "X0 is "),
        ({"P": "000001"}, "P is 036605, parcel 0 instead of 000001, parcel 0"),
        ({"p": 1}, "P is 036605, parcel 0 instead of 036605, parcel 1"),
        ({"stop": 1}, "the machine goes on instead of stopping"),
        ({"ec": 2}, "exit conditions 0 instead of 2"),
        ({"M": {"036604": "1" * 20}}, "036604 holds 04000571110000000000 instead of 11111111111111111111"),
        ({"M": {}}, "036604 is written to, and should not be touched"),
    ],
)
def test_the_first_difference_is_named(tmp_path, capsys, change, words):
    vector = first_vector()
    vector["f"] |= change
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(first_vector()) + "\n" + json.dumps(vector))
    assert main(["verify", "6600", str(file), "--core", "python"]) == 1
    out = capsys.readouterr().out
    assert f"1 of 2; vector '010-0000': {words}" in out
    assert out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize(
    "change",
    [{"P": "00008"}, {"P": "1" * 8}, {"p": 4}, {"A": "000000"}, {"X": 5}, {"M": {"1": "x"}}, {"f": {}}],
    ids=str,
)
def test_what_is_no_vector_is_refused_with_file_and_line(tmp_path, change):
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(first_vector()) + "\n" + json.dumps(first_vector() | change))
    with pytest.raises(VectorError, match=r"bad\.jsonl:2: not a test vector"):
        list(read_vectors(file, vectors.parse))
