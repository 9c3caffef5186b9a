"""The look-ahead: chains of one and two breathing spaces, ladders, both limits, what each kind must find.

`WATCH` never counts much: its look-ahead reads whether a chain nine nodes away can be captured, whatever is played.
"""

from __future__ import annotations

import random

import pytest

from .asked import random_board, stones, with_cards
from .model import Reader, Zobrist, bit, read_cards

WATCH = "W01 WATCH 9 9 9 0 E 2????????*"
RUNNER, ATTACKERS = "5,5", "4,5 5,4 4,6 6,4"
LADDERS = [
    ("", True, 54),
    ("10,10", False, 51),
    ("12,12", False, 75),
    ("15,15", False, 111),
]  # breaker, captured, calls


@pytest.mark.parametrize(("breaker", "captured", "calls"), LADDERS)
def test_a_ladder_runs_to_the_edge_unless_a_stone_breaks_it(tmp_path, breaker, captured, calls):
    """The chain counts as saved, and the move is made, if the reader does not capture it."""
    board = stones(19, f"{RUNNER} {breaker}", ATTACKERS)
    asked = with_cards(tmp_path, [WATCH])
    assert (asked.moves(board)[-1] == "MOVE 0 0") == captured
    assert asked.get("calls") == calls
    reader = Reader()
    assert (reader.attack(board.turned(), bit(5, 5)), reader.calls, reader.depth) == (
        captured,
        calls,
        asked.get("greatest"),
    )


@pytest.mark.parametrize(("name", "limit"), [("mostcalls", 53), ("mostdepth", 53)])
def test_at_either_limit_nothing_is_captured(tmp_path, name, limit):
    board = stones(19, RUNNER, ATTACKERS)
    asked = with_cards(tmp_path, [WATCH])
    assert (asked.get("mostcalls"), asked.get("mostdepth")) == (300, 100)
    asked.set(**{name: limit + 1})
    assert asked.moves(board)[-1] == "MOVE 0 0"
    asked.set(**{name: limit})
    assert asked.moves(board)[-1] != "MOVE 0 0"


@pytest.mark.parametrize(
    ("look", "grid", "own", "enemy", "move"),
    [
        # the new chain: it would be caught in a ladder, which a stone of its own breaks
        ("S", "?OO/O*?/O??", "", ATTACKERS, "0 0"),
        ("S", "?OO/O*?/O??", "10,10", ATTACKERS, "5 5"),
        # the marked chain, which has one breathing space
        ("E", "1*", "5,5", f"{ATTACKERS} 6,5", "0 0"),
        ("E", "1*", "5,5 10,10", f"{ATTACKERS} 6,5", "6 5"),
        # the marked chain could be captured before the move: a ladder; not if there is a breaker already
        ("P", "2*", "5,5", ATTACKERS, "6 5"),
        ("P", "2*", "5,5 10,10", ATTACKERS, "0 0"),
        # the marked chain is caught by the move
        ("L", "B*", ATTACKERS, "5,5", "6 5"),
        ("L", "B*", ATTACKERS, "5,5 10,10", "0 0"),
        # what is beside the node is captured, or not
        ("C", "O*", "2,1", "1,1", "2 1"),
        ("C", "O*", "", "1,1", "0 0"),
        ("N", "O*", "", "1,1", "2 1"),
    ],
)
def test_a_weight_is_withheld_unless_the_look_ahead_succeeds(tmp_path, look, grid, own, enemy, move):
    asked = with_cards(tmp_path, [f"T01 TRIED 9 9 9 0 {look} {grid}"])
    assert asked.moves(stones(19, own, enemy))[-1] == f"MOVE {move}"


@pytest.mark.parametrize(("look", "grid"), [("S", "O*"), ("E", "1*"), ("P", "2*"), ("L", "B*"), ("C", "O*")])
def test_in_crowded_positions_program_and_model_withhold_the_same_weights(tmp_path, look, grid):
    """Nodes, weights, the depths of ladders. Some nodes get a weight, some do not."""
    plus = 1 if look in "EPL" else 0
    asked = with_cards(tmp_path, [f"T01 TRIED 9 9 9 {plus} {look} {grid}"], 9)
    model, blind = (
        Zobrist(read_cards(f"STAGES 19 40 140\nT01 TRIED 9 9 9 {plus} {each} {grid}\nEND"), 9) for each in (look, "N")
    )
    source, given, withheld = random.Random(look), 0, 0
    for _ in range(60):
        board = random_board(9, source)
        choice, all_nodes = model.choose(board, 2), blind.choose(board, 2)
        said = [line for line in asked.moves(board) if not line.startswith("CAPTURED")]
        assert said == choice.lines()
        given += len(choice.nodes)
        withheld += choice.nodes != all_nodes.nodes
    assert given > 5
    assert withheld > 5


def test_a_ladder_is_begun_on_the_side_where_it_works(tmp_path):
    """Chain and depth are told."""
    asked = with_cards(tmp_path, ["T03 LADDER 9 9 9 10 L B*"])
    said = asked.moves(stones(19, ATTACKERS, "5,5"))
    assert said == ["NODE 6 5 19", "NODE 5 6 19", "TEMPLATE T03 1 19 6 5", "LADDER 5 5 53", "MOVE 6 5"]
