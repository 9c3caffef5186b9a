"""Test vectors: reading them, and what is said of a core that fails."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path

import pytest

from emulators.mos6502.vectors import Bench, parse
from host.cli.main import main
from host.testing.vectors import VectorError, read_vectors, run_vectors

DATA = Path(__file__).parents[1] / "data" / "mos6502"
DOCUMENTED, UNDOCUMENTED = DATA / "documented.jsonl.gz", DATA / "undocumented.jsonl.gz"

LDA = {
    "name": "a9 000",
    "initial": {"pc": 512, "s": 255, "a": 0, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
    "final": {"pc": 514, "s": 255, "a": 1, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
    "cycles": [[512, 169, "read"], [513, 1, "read"]],
}
STA = {
    "name": "85 000",
    "initial": {"pc": 512, "s": 255, "a": 7, "x": 0, "y": 0, "p": 36, "ram": [[16, 0], [512, 133], [513, 16]]},
    "final": {"pc": 514, "s": 255, "a": 7, "x": 0, "y": 0, "p": 36, "ram": [[16, 7], [512, 133], [513, 16]]},
    "cycles": [[512, 133, "read"], [513, 16, "read"], [16, 7, "write"]],
}


def changed(vector, *path, value):
    """Return the vector with one value replaced."""
    vector = copy.deepcopy(vector)
    place = vector
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return vector


def write(folder, *vectors, name="vectors.jsonl"):
    file = folder / name
    file.write_text("".join(json.dumps(each) + "\n" for each in vectors))
    return file


@pytest.mark.parametrize("core", ["compiled", "python"])
def test_our_core_passes_every_vector(core, capsys):
    assert main(["verify", "6502", str(DOCUMENTED), str(UNDOCUMENTED), "--core", core]) == 0
    last = capsys.readouterr().out.rstrip().split("\n")[-1]
    count = sum(len(gzip.decompress(file.read_bytes()).splitlines()) for file in (DOCUMENTED, UNDOCUMENTED))
    assert last == f"{count} passed, 0 failed"
    assert count >= 151 + 88


def test_py65_fails_only_where_its_jsr_overwrites_itself():
    report = run_vectors("6502", [DOCUMENTED], "py65")
    assert set(report.failed) <= {0x20}


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        (changed(LDA, "final", "a", value=2), "A is 01 instead of 02"),
        (changed(LDA, "final", "pc", value=515), "PC is 0202 instead of 0203"),
        (changed(LDA, "final", "p", value=0x25), "P is 24 instead of 25"),
        (changed(STA, "final", "ram", value=[[16, 8], [512, 133], [513, 16]]), "0010 holds 07 instead of 08"),
        (changed(STA, "final", "ram", value=[[512, 133], [513, 16]]), "0010 is written to, and should not be touched"),
        (changed(STA, "cycles", 2, value=[16, 7, "read"]), "cycle 2 writes 07 at 0010 instead of reads 07 at 0010"),
        (changed(LDA, "cycles", 1, value=[514, 1, "read"]), "cycle 1 reads 01 at 0201 instead of reads 01 at 0202"),
        (changed(LDA, "cycles", value=[*LDA["cycles"], [514, 0, "read"]]), "2 cycles instead of 3"),
    ],
)
def test_the_first_difference_is_named(tmp_path, capsys, vector, words):
    assert main(["verify", "6502", str(write(tmp_path, LDA, vector)), "--core", "python"]) == 1
    out = capsys.readouterr().out
    assert f"'{vector['name']}': {words}\n" in out
    assert out.endswith("1 passed, 1 failed\n")


def test_a_core_that_is_wrong_is_found_out():
    bench = Bench("python")
    bench._processor.m.late[0xBD] = 1  # LDA abs,X would always take the extra cycle
    vectors = [each for each in read_vectors(DOCUMENTED, parse) if each.kind == 0xBD]
    differences = [bench.difference(each) for each in vectors]
    assert any("instead of" in each for each in differences)


def test_the_table_counts_per_opcode(tmp_path, capsys):
    main(["verify", "6502", str(write(tmp_path, LDA, LDA, STA)), "--core", "python"])
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].split() == ["passed", *(f"_{low:X}" for low in range(16))]
    assert lines[0xA + 1].split()[1 + 9] == "2"
    assert lines[0x8 + 1].split()[1 + 5] == "1"


def test_the_bits_that_the_status_register_does_not_have_are_ignored(tmp_path):
    loose = changed(changed(LDA, "initial", "p", value=0x14), "final", "p", value=0x04)
    assert not run_vectors("6502", [write(tmp_path, loose)], "python").failed


def test_lines_arrays_and_gzip_are_read_alike(tmp_path):
    expected = list(read_vectors(write(tmp_path, LDA, STA), parse))
    texts = (json.dumps([LDA, STA]), json.dumps([LDA, STA], indent=1), f"\n {json.dumps(LDA)}\n\n{json.dumps(STA)}  ")
    for text in texts:
        plain, packed = tmp_path / "one.json", tmp_path / "one.json.gz"
        plain.write_text(text)
        packed.write_bytes(gzip.compress(text.encode()))
        assert list(read_vectors(plain, parse)) == list(read_vectors(packed, parse)) == expected


GOOD = json.dumps(LDA)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{GOOD}\n{GOOD[:-9]}\n", 2),
        (f"{GOOD}\n\nnonsense\n", 3),
        (f"[{GOOD},\n{GOOD}\n{GOOD}]", 3),
        (f"[{GOOD},\n{GOOD}\n", 3),
        (f"[{GOOD}] {GOOD}", 1),
        (f"[{GOOD}]\n]", 2),
        (f"{GOOD}\n7\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'initial', 'a', value=256))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'initial', 'a', value=True))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'initial', 'a', value=1.0))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'cycles', 0, value=[512, 169, 'fetch']))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'cycles', 0, value=[512, 169]))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'cycles', value=[]))}\n", 2),
        (f"{GOOD}\n{json.dumps(changed(LDA, 'final', 'ram', value=7))}\n", 2),
        (f"{GOOD}\n{json.dumps({'name': 'a9'})}\n", 2),
        ("[" * 100_000, 1),
        (f"{GOOD}\n{'9' * 5000}\n", 2),
        ("[]", 1),
        ("\x00\xff", 1),
    ],
)  # fmt: skip
def test_a_malformed_file_is_an_error_with_file_and_line(tmp_path, capsys, text, line):
    file = tmp_path / "bad.jsonl"
    file.write_bytes(text.encode("latin-1"))
    assert main(["verify", "6502", str(file), "--core", "python"]) == 1
    assert capsys.readouterr().err.startswith(f"ironboard: {file}:{line}: ")


def test_damaged_gzip_files_are_errors(tmp_path):
    data = gzip.compress(GOOD.encode() * 50)
    for damaged in (data[:-20], data[:12] + b"\xff" * 9 + data[21:], data[:-8] + b"\x00" * 8, data[:2]):
        (tmp_path / "bad.gz").write_bytes(damaged)
        with pytest.raises(VectorError, match=r"bad\.gz:1: damaged gzip"):
            list(read_vectors(tmp_path / "bad.gz", parse))


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_without_end_is_refused(packed, tmp_path, monkeypatch, capsys):
    """Ctrl-C could not end the reading of a device, or the unpacking of little that becomes much."""
    monkeypatch.setattr("host.testing.vectors.LIMIT", 1000)
    path = tmp_path / "vectors.json"
    path.write_bytes(gzip.compress(bytes(1001)) if packed else bytes(1001))
    assert main(["verify", "6502", str(path)]) == 1
    assert "vectors.json: the file is too large" in capsys.readouterr().err
