"""The moves of the thesis' program in whole games are those of a model that was written apart from the same facts.

`python -m tests.games.go.nps.test_games` compares them in 3,000 positions and more; where the model is.
"""

from collections import Counter
from pathlib import Path

import pytest

from host.games.go.program import answer, chain, point
from tests.shared import spread

from .games import REASONS, number, played, points
from .model import model
from .positions import program

GAMES = Path(__file__).parents[3] / "data" / "nps" / "games.txt"
CAMPAIGN = {19: 2000, 15: 1000, 9: 1000, 13: 250, 10: 250}  # size of the board -> positions


def stored():
    """Yield size, seed and turns of each game of the file."""
    lines = [each for each in GAMES.read_text(encoding="utf-8").splitlines() if not each.startswith("#")]
    begins = [place for place, each in enumerate(lines) if each.startswith("game")]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        _, size, seed = lines[begin].split()
        yield pytest.param(int(size), [each.split(maxsplit=4) for each in lines[begin + 1 : end]], id=f"{size}-{seed}")


@pytest.mark.parametrize(("size", "turns"), [*stored()])
def test_a_stored_game_is_played_move_for_move(size, turns):
    nps = program(size)
    nps.restart()
    for column, row, to_column, to_row, reason in turns:
        lines = nps.move(int(column), int(row))
        assert answer(lines) == point(int(to_column), int(to_row))
        assert REASONS[reason] in " ".join(chain(lines))


def test_every_reason_to_move_is_in_these_games():
    reasons = Counter(turn[-1] for game in stored() for turn in game.values[1])
    assert set(REASONS) - set(reasons) <= {"counter vacant"}
    assert reasons.total() > 500


def agree(size, seed):
    """Play a game with the model; return the model's reasons, and how many stones each side took."""
    nps, reasons = program(size), Counter()
    nps.restart()
    for turn, game in played(model(size), size, seed):
        column, row = (turn.theirs or (0, 0))[::-1]
        lines = nps.move(column, row)
        assert answer(lines) == number(turn.ours), f"size {size}, seed {seed}: {turn}, {lines}"
        assert REASONS[turn.reason] in " ".join(chain(lines))
        assert nps.board == points(game)
        taken = [nps.get("taken"), nps.get("lost")]
        assert taken == game.pris[1:]
        reasons[turn.reason] += 1
    return reasons, taken


@pytest.mark.parametrize(("size", "seed"), spread([(9, 100), (15, 100), (19, 100), (9, 101)], 2))
def test_a_new_game_is_played_as_by_the_model(size, seed):
    reasons, _ = agree(size, seed)
    assert reasons.total() > 15


if __name__ == "__main__":
    for size, positions in CAMPAIGN.items():
        reasons, stones, seed = Counter(), Counter(), 1000
        while reasons.total() < positions:
            counts, (taken, lost) = agree(size, seed)
            reasons += counts
            stones += Counter(taken=taken, lost=lost)
            seed += 1
        print(f"{size} by {size}: {reasons.total()} positions of {seed - 1000} games agree; {dict(stones)}", flush=True)
        print("   ", ", ".join(f"{reason} {times}" for reason, times in reasons.most_common()))
