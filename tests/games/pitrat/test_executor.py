"""The 6600's program executes rules: moves, results, conditions and changes are those of the reference model."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.shared import ALL_EXAMPLES, shared, spread

from . import random_rules
from .executor import Expected, Run, difference, played, position, scattered
from .model_tables import Tables, load_model

SAMPLES = Path(__file__).parents[2] / "data" / "pitrat" / "executor.jsonl.gz"
RULES = ("chess", "case_a", "grasshopper", "gomoku", "ttt", "ttt_place", "fig4", "fig4b")
OPENING = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LASKER = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 11"
ENDED = "the program has ended"


@cache
def model() -> Any:
    return load_model(shared("models/pitrat.py"))


@cache
def tables(name: str) -> Tables:
    return Tables(model().load(f"{name}.rules"))


def opening(name: str) -> Any:
    board = model().Board(tables(name).rules)
    if name in ("chess", "case_a", "grasshopper"):
        board.cells = model().from_fen(tables("chess").rules, OPENING)[0].cells
    elif name == "ttt":
        for square, player in {(1, 3): 1, (3, 3): 1, (3, 2): 1, (1, 2): 2, (2, 2): 2, (3, 1): 2}.items():
            board.cells[square] = (player, 1)
    return board


def compare(these: Tables, board: Any, player: int, most: int, improved: bool) -> None:
    """Compare moves and results with 0 to `most` modifications."""
    expected = Expected(model(), these)
    commands, wanted = [*position(board, player), f"IMPROVED {int(improved)}"], []
    for count in range(most + 1):
        commands.append(f"N {count}")
        for command in ("MOVES", "RESULTS"):
            commands.append(command)
            wanted += expected.all(board, player, command, count, improved)
    run = Run(these.text, commands)
    assert not difference(run.lines, wanted)
    assert run.reason == ENDED


@pytest.mark.parametrize("improved", [False, True])
@pytest.mark.parametrize("name", RULES)
def test_outputs(name: str, improved: bool) -> None:
    rng = random.Random(f"{name} {improved}")
    these = tables(name)
    large = name in ("chess", "case_a", "grasshopper", "gomoku")
    most = 2 if large else 12
    for k in range(most) if ALL_EXAMPLES else range(improved, most, 4):
        if k % 2:
            board, player = scattered(model(), these.rules, rng, rng.choice((0.1, 0.3) if large else (0.3, 0.6, 1)))
        else:
            board, player = played(model(), these.rules, opening(name), rng, rng.randint(0, 12))
        compare(these, board, player, 1 if large else 2, improved)


def test_two_modifications() -> None:
    board, player = scattered(model(), tables("chess").rules, random.Random(71), 0.06)
    compare(tables("chess"), board, player, 2, improved=False)


def test_statements_of_lasker() -> None:
    """The figures of the model: 910 statements, with a modification 25 073 (here: both passes, 910 and all)."""
    board, player = model().from_fen(tables("chess").rules, LASKER)
    lines = Run(tables("chess").text, [*position(board, player), "LIST", "N 1", "MOVES"]).lines
    done = [line for line in lines if line.startswith("DONE")]
    assert done[0] == "DONE 910"
    assert Expected(model(), tables("chess")).all(board, player, "MOVES", 1, improved=False)[-1] == done[1]


@pytest.mark.parametrize("seed", spread(range(60), 8))
def test_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    these = Tables(model().Rules(random_rules.rules(rng)))
    board, player = scattered(model(), these.rules, rng, rng.choice((0.3, 0.6, 0.9)))
    improved, count = bool(seed % 2), seed % 3
    expected = Expected(model(), these)
    for command in ("MOVES", "RESULTS"):
        try:
            wanted = expected.all(board, player, command, count, improved)
        except model().RuleError as error:
            wanted = ["FAULT 2" if "undefined" in str(error) else "FAULT 3"]
        except TypeError:  # the model computes with something undefined; here that ends the run of the alternative
            continue
        commands = [*position(board, player), f"IMPROVED {int(improved)}", f"N {count}", command]
        run = Run(these.text, commands)
        assert run.reason == ENDED
        if wanted[0].startswith("FAULT"):
            assert run.lines[-1].startswith(wanted[0])
        else:
            assert not difference(run.lines, wanted)


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(SAMPLES.read_bytes()).splitlines()]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample["name"])
def test_stored(sample: dict[str, Any]) -> None:
    run = Run(sample["tables"], sample["commands"])
    assert not difference(run.lines, sample["lines"])
    assert run.reason == ENDED


# A board of 3 x 2 with the variables EMPTY 0, FRIEND 1/2, V, D = (-1,0), K 2, W, the nature MAN, an indicatif of each
# player; nodes, lists and code are those of a test.
HEAD = "3 2 6 1 1 {nodes} {lists} {code} 1 0"
VARIABLES = ["1 1 0 0 0 0", "1 1 1 0 2 0", "2 0 0 0 0 0", "2 1 -1 0 -1 0", "1 1 2 0 2 0", "2 0 0 0 0 0", "2 5 6 0"]
EMPTY, FRIEND, V, D, K, W = range(6)
END, OCCUPY, NATURE, PLUS = 0, 2 << 12, 3 << 12, 7 << 12
MEN = ["MAN 2 1 1 1", "MAN 3 2 2 1"]


def push(variable: int) -> int:
    return 1 << 12 | variable


def text(nodes: list[str], code: list[int], lists: tuple[int, ...] = (0,)) -> str:
    head = HEAD.format(nodes=len(nodes) + 1, lists=len(lists), code=len(code))
    words = [" ".join(map(str, each)) for each in (lists, code)]
    return "\n".join([head, *VARIABLES, "0 0 0 0 0 0 0 0 0 0", *nodes, *words])


SCAN = ["4 1 3 0 0 2 0 0 0 0", "5 1 3 0 0 2 0 0 0 0"]  # nodes 1 and 2; 3 is the body
ATOM_CODE = [push(V), NATURE, END, push(EMPTY), END, push(V), push(D), PLUS, OCCUPY, END]
FAULTS = {
    "off the board": (text([*SCAN, "10 2 2 2 2 5 3 1 1 0"], ATOM_CODE), ["MOVES"], "FAULT 1 3 0 1"),
    "nature of an empty square": (text([*SCAN, "10 2 2 2 2 0 3 1 1 0"], ATOM_CODE), ["MOVES"], "FAULT 2 3 1 1"),
    "nature of an empty square, assigned": (
        text([*SCAN, "1 2 2 0 0 4 0 0 0 0"], ATOM_CODE),
        ["N 1", "MOVES"],
        "FAULT 2 3 1 1",
    ),
    "no case": (
        text([*SCAN, "11 2 0 0 2 0 1 1 1 0"], [push(V), OCCUPY, END], (0, EMPTY, 2)),
        ["MOVES"],
        "FAULT 3 3 1 0",
    ),
    "no case, a variable that is assigned": (
        text(
            [*SCAN, "11 2 0 0 4 0 1 1 1 0", "1 2 2 0 0 0 3 0 0 0"], [push(V), OCCUPY, END, push(K), END], (0, EMPTY, 2)
        ),
        ["MOVES"],
        "FAULT 3 3 1 0",
    ),
    "no such submove": (
        text([*SCAN, "12 2 2 0 0 1 2 0 0 0"], [push(K), END], (0, 3, EMPTY, V, 2, V, 0)),
        ["LIST", "PLAY 1"],
        "FAULT 4 3 2 2",
    ),
    "limit of statements": (text(["1 1 1 0 0 0 0 0 0 0"], [push(K), END]), ["LIMIT 250000", "MOVES"], "FAULT 5 1 0 0"),
    "full of conditions": (
        text(["4 1 2 0 0 2 0 0 0 0", "10 2 2 2 0 0 3 6 0 0"], [push(V), OCCUPY, END, push(EMPTY), END]),
        ["N 0", "MOVES"],
        "FAULT 6 2 0 0",
    ),
    "full of alternatives": (
        text(
            ["4 1 2 0 0 2 0 0 0 0", "5 1 3 1 0 2 0 0 0 0", "10 2 2 1 1 0 3 1 1 0"],
            [push(V), OCCUPY, END, push(EMPTY), END],
        ),
        ["N 9", "LIMIT 1000000000", "MOVES"],
        "FAULT 6 ",
    ),
    "full of lists": (
        text(
            ["4 1 2 0 0 2 0 0 0 0", "10 2 3 3 0 0 3 6 0 0", "1 2 2 0 0 4 0 0 0 0"],
            [push(V), OCCUPY, END, push(EMPTY), END],
        ),
        ["IMPROVED 1", "LIMIT 1000000000", "MOVES"],
        "FAULT 6 3 0 0",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    tables, commands, wanted = FAULTS[name]
    run = Run(tables, [*MEN, *commands])
    assert run.lines[-1].startswith(wanted)
    assert run.reason == ENDED


@pytest.mark.parametrize(("count", "popped", "wanted"), [(9000, 1, 1), (100_000, 1, 1), (5000, 0, 2), (12_500, 0, 0)])
def test_room_for_conditions(count: int, popped: int, wanted: int) -> None:
    """Conditions that have been popped need no room, others need it in the arena, and all at once in a record."""
    loop = [
        "4 1 2 0 0 2 0 0 0 0",
        f"10 2 3 3 {3 * popped} 0 3 6 0 0",  # popped at the next statement, or at the end
        "1 3 4 0 0 5 5 0 0 0",  # W = W + FRIEND
        "10 4 2 5 0 9 11 3 0 0",  # W < K
        "13 5 0 0 0 1 0 0 0 0",
    ]
    code = [push(V), OCCUPY, END, push(EMPTY), END, push(W), push(FRIEND), PLUS, END, push(W), END, push(K), END]
    sample = (
        text(loop, code)
        .replace("1 1 2 0 2 0", f"1 1 {count} 0 {count} 0")
        .replace("2 0 0 0 0 0\n2 5", "1 1 0 0 0 0\n2 5")
    )
    lines = Run(sample, ["LIMIT 1000000000", "MOVES"]).lines
    match wanted:
        case 0:
            assert lines[0].startswith("FAULT 6 ")
        case 1:
            assert lines == ["RESULT 5 0 0 1", "END", f"DONE {3 * count + 2}"]
        case _:
            assert lines == ["RESULT 5 0 0 1", "? O 1 1 1 0 0", "END", f"DONE {3 * count + 2}"]


@pytest.mark.parametrize(
    "command",
    [
        *(
            "MAN 0 1 1 1",
            "MAN 4 1 1 1",
            "MAN 1 3 1 1",
            "MAN 1 1 3 1",
            "MAN 1 1 0 1",
            "MAN 1 1 1 2",
            "MAN 1 1 1",
            "MAN A",
        ),
        *(
            "INDIC 1 1 0",
            "INDIC 0 0 0",
            "INDIC 0 3 0",
            "INDIC 0 1 131072",
            "TO 0",
            "TO 3",
            "N 30",
            "N -1",
            "IMPROVED 2",
            "COMPILED 1",
        ),
        *("PLAY 0", "PLAY 9", "NOTHING", "CLEAR.", "ABCDEFGHIJKLMNOP", "MOVES 5", "LIMIT"),
    ],
)
def test_refused(command: str) -> None:
    sample = text([*SCAN, "12 2 2 0 0 1 1 0 0 0"], [push(K), END], (0, 3, EMPTY, V))
    run = Run(sample, [command])
    assert run.lines[-1] == "FAULT 7 0 0 0"
    assert run.reason == ENDED


def test_position() -> None:
    sample = text([*SCAN, "12 2 2 0 0 1 2 0 0 0"], [push(K), END], (0, 3, K, V, 5, 0, K))
    commands = ["MAN 2 1 1 1", "INDIC 0 1 -7", "TO 2", "POSITION", "PLAY 1", "POSITION", "CLEAR", "POSITION"]
    assert Run(sample, commands).lines == [
        *("TO 2", "MAN 2 1 1 1", "INDIC 0 1 -7", "INDIC 0 2 6", "DONE 0", "DONE 2"),
        *("TO 1", "MAN 1 1 2 2", "MAN 2 1 1 1", "INDIC 0 1 -7", "INDIC 0 2 2", "DONE 0"),
        *("TO 1", "INDIC 0 1 5", "INDIC 0 2 6", "DONE 0"),
    ]


@pytest.mark.parametrize("seed", spread(range(40), 10))
def test_damaged_tables(seed: int) -> None:
    """Numbers are changed, left out, put in: the program ends by itself, mostly with FAULT 7."""
    rng = random.Random(seed)
    sample = rng.choice([each for each in samples() if each["name"] in ("ttt", "chess", "random 2", "random 5")])
    words = sample["tables"].split()
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(words))
        kind = rng.random()
        if kind < 0.8:
            near = (rng.randrange(200), int(words[at]) + 1)
            words[at] = str(rng.choice((0, 1, 2, 3, 7, 10, 31, 100, -1, 4097, 131071, *near)))
        elif kind < 0.9:
            del words[at]
        else:
            words.insert(at, "1")
    commands = ["MAN 1 1 1 1", "LIMIT 20000", "N 1", "MOVES", "RESULTS"]
    run = Run("\n".join(words), commands)
    assert run.reason == ENDED
