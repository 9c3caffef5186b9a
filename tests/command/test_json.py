"""--json: the whole standard output is one value of the documented shape; errors and statuses are as without it."""

import argparse
import copy
import json
import shlex

import jsonschema
import pytest

from docs.tools.make_tables import SCHEMA, schema_text, shapes
from host.assemblers.roms import CHECKOUT
from host.cli.main import main, verbs
from host.cli.manual.shapes import ELSEWHERE, SHAPES
from host.experiments.sweeps.report import Histogram, Report, Table, as_json
from tests.command.test_documentation import options

RAM = [[0x200, 0xA9], [0x201, 0x11]]
BEFORE = {"pc": 0x200, "s": 0xFD, "a": 0, "x": 0, "y": 0, "p": 0x24, "ram": RAM}
BUS = [[address, value, "read"] for address, value in RAM]
VECTOR = {"name": "a9 11", "initial": BEFORE, "final": BEFORE | {"pc": 0x202, "a": 0x11}, "cycles": BUS}
WRONG = copy.deepcopy(VECTOR)
WRONG["final"]["a"] = 0x12
TAPE = CHECKOUT / "tests" / "data" / "ibm704" / "two-kings.tap"
CARDS = CHECKOUT / "tests" / "data" / "ibm704" / "hello.deck"
HELLO = CHECKOUT / "docs" / "examples" / "hello.compass"
LEARNED = CHECKOUT / "docs" / "ibm704" / "learning" / "seed-1.deck"
CASES = {  # a command line -> its shape and exit status
    "kim1 --headless": ("kim1 --headless", 0),
    "704 perft --headless --cycles 9000": ("704 --headless", 0),
    f"6600 {HELLO} --headless": ("6600 --headless", 0),
    f"checkers --list --memory {LEARNED}": ("checkers --list", 0),
    f"checkers --list-tape {TAPE}": ("checkers --list-tape TAPE", 0),
    "kalah --solve --pits 2 --counters 2": ("kalah --solve", 0),
    "influence 'B D4 Q16 W Q4' --pockets": ("influence", 0),
    "armies 'B D4 Q16 W Q4'": ("armies", 0),
    f"cards {CARDS}": ("cards", 0),
    "pitrat check ttt": ("pitrat check", 0),
    "pitrat flowchart ttt": ("pitrat flowchart", 0),
    "pitrat moves ttt": ("pitrat moves", 0),
    "pitrat threats ttt --fen OXX/OO1/1OX": ("pitrat threats", 0),
    "pitrat conditions ttt --modifications 1": ("pitrat moves", 0),
    "pitrat perft ttt --depth 1": ("pitrat perft", 0),
    "pitrat win ttt --situations 3": ("pitrat win", 1),
    "kalah 3": ("kalah", 0),
    "kalah 3 --moves": ("kalah", 0),
    "kalah 3 --language fortran": ("kalah", 0),
    "mates 'kbK5/pp6/1P6/8/8/8/8/R7 w'": ("mates", 0),
    "mates '8/8/8/8/8/1k6/8/K6R w'": ("mates", 1),
    "mates 'kbK5/pp6/1P6/8/8/8/8/R7 w' --moves 2": ("mates --moves N", 0),
    "draughts": ("draughts", 0),
    "draughts --depth 2 --play 1": ("draughts", 0),
    "learn": ("learn", 0),
    "learn add16": ("learn LESSON", 0),
    "learn sap-add": ("learn LESSON", 0),
    "learn swap wrong.s": ("learn LESSON FILE", 1),
    "learn swap right.s": ("learn LESSON FILE", 0),
    "software": ("software", 0),
    "profile right.s --cycles 40 --top 3 --tree": ("profile", 0),
    "figures draughts.word 'samuel.k*'": ("figures", 0),  # all rows take half a minute
    "verify 6502 right.json": ("verify", 0),
    "verify 6502 wrong.json": ("verify", 1),
    "lockstep wally --cycles 2000": ("lockstep", 0),
    "editors": ("editors", 0),
    "doctor": ("doctor", 0),
}
SWAP = "FIRST = $10\nSECOND = $11\n .org $0200\nSWAP: LDA FIRST\n LDX SECOND\n STX FIRST\n STA SECOND\n{rest}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("json")
    (place / "right.json").write_text(json.dumps([VECTOR]))
    (place / "wrong.json").write_text(json.dumps([VECTOR, WRONG]))
    (place / "right.s").write_text(SWAP.format(rest=" RTS"))
    (place / "wrong.s").write_text(SWAP.format(rest=" INC FIRST\n RTS"))
    return place


def strict(schema):
    """The schema without room for keys that it does not name."""
    if isinstance(schema, list):
        return [*map(strict, schema)]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(value) for key, value in schema.items()}
    return found | {"additionalProperties": False} if "required" in found else found


@pytest.mark.parametrize("line", CASES)
def test_the_output_is_one_value_of_its_shape(line, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    shape, status = CASES[line]
    assert main([*shlex.split(line), "--json"]) == status
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert value, "an empty value proves nothing"
    jsonschema.validate(value, strict(shapes()["$defs"][shape]))
    assert "Traceback" not in err


def test_every_shape_is_tried_and_every_key_of_a_list():
    assert {shape for shape, _ in CASES.values()} | {"rom", "software NAME", "sweep", "match"} == {
        each.command for each in SHAPES
    }


def test_the_images_are_of_their_shape(monkeypatch, capsys):
    from host.assemblers import roms

    monkeypatch.setattr(roms, "verify", lambda: ["a line"])  # tests/test_roms.py does it
    assert main(["rom", "verify", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    jsonschema.validate(value, strict(shapes()["$defs"]["rom"]))


def test_a_run_of_software_is_of_its_shape(monkeypatch, tmp_path, capsys):
    from host.software import catalogue

    known = catalogue.Outcome("it ends", 5)
    for outcome in (known, catalogue.Outcome("it ends", 6)):
        same = outcome == known
        row = catalogue.Software(
            "x", "X", "6600", 1970, "a/b", "none", (), "runs", known, lambda folder, say, it=outcome: it
        )
        monkeypatch.setattr(catalogue, "find", lambda name, row=row: row)
        assert main(["software", "x", "--from", str(tmp_path), "--json"]) == (0 if same else 1)
        value = json.loads(capsys.readouterr().out)
        jsonschema.validate(value, strict(shapes()["$defs"]["software NAME"]))
        assert value["runs"][0]["same"] == same


def test_every_verb_with_json_has_its_shape_and_no_other():
    having = {verb.name for verb in verbs() if "--json" in options(verb)}
    assert having == {each.command.partition(" ")[0] for each in SHAPES} | ELSEWHERE.keys()


def test_the_schemas_are_good_and_on_file():
    for schema in shapes()["$defs"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema.get("description") or schema["items"]["description"]
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), "`python docs/tools/make_tables.py` writes it"


@pytest.mark.parametrize(
    ("line", "status"),
    [("learn nothing", 1), ("kalah 61", 1), ("verify 6502 missing.json", 1), ("editors vim", 2), ("kalah --play", 2),
     ("learn swap --begin x.s", 2), ("software --play lunar", 2), ("kalah --table", 1), ("draughts --depth 99", 1),
     ("kim1", 2), ("704 --headless nothing", 1), ("kim1 --headless --pty", 2), ("checkers", 2), ("influence 'X", 1),
     ("cards missing", 1), ("cards right.s --octal", 2), ("pitrat win --file x", 1), ("pitrat moves nothing", 1)],
)  # fmt: skip
def test_errors_are_errors(line, status, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    try:
        found = main([*line.split(), "--json"])
    except SystemExit as end:
        found = end.code
    out, err = capsys.readouterr()
    assert (found, out, err.startswith("ironboard")) == (status, "", True)


def test_the_figures_of_bench_go_to_a_file_or_to_the_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["bench", "bits", "--runs", "1", "--json", "kept.json"]) == 0
    assert "bits" in capsys.readouterr().out
    kept = json.loads((tmp_path / "kept.json").read_text())
    for line in ("bench --from kept.json --json", "bench --from kept.json --json=-"):
        assert main(line.split()) == 0
        assert json.loads(capsys.readouterr().out) == kept
    with pytest.raises(SystemExit):
        main(["bench", "--json", "bits"])
    assert "this is a benchmark, not a file" in capsys.readouterr().err
    assert not (tmp_path / "bits").exists()


def test_summaries_are_of_their_shape():
    table = Table("games", ("who", "won"), [("wally", 3), ("random", 0.5)])
    report = Report(["a remark"], [table], [Histogram("moves", "moves", 10, {0: 1, 10: 0})])
    for command in ("sweep", "match"):
        jsonschema.validate(json.loads(as_json(report)), strict(shapes()["$defs"][command]))


@pytest.mark.parametrize("verb", ["sweep", "match"])
def test_summaries_have_the_same_option(verb):
    found = argparse.ArgumentParser()
    next(each for each in verbs() if each.name == verb).describe(found)
    words = ["wally-random"] if verb == "sweep" else ["wally", "random"]
    assert [found.parse_args([*words, *more]).format for more in ([], ["--json"], ["--format", "json"])] == [
        "text", "json", "json",
    ]  # fmt: skip
