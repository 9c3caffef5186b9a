"""Which games is the thesis' GO program tested with? Writes tests/data/nps/games.txt from the reference model.

Run as `python -m tests.data.make_nps_games` where tests/shared.py finds the model (it is not part of the project). The
format is described in the first lines of the file; how the opponent plays, in tests/games/go/nps/games.py.
"""

from pathlib import Path

from tests.games.go.nps.games import written
from tests.games.go.nps.model import model

FILE = Path(__file__).parent / "nps" / "games.txt"
GAMES = [(19, 3), (19, 8), (15, 2), (15, 5), (13, 1), (10, 1), (9, 4), (9, 11)]  # size and seed

HEAD = """\
# Games of the reference model of the thesis' GO program. Made by tests/data/make_nps_games.py.
#
# game, size, seed; then each line a turn: column and row of the opponent's move and of the answer, from the top left
# (0 0 = a pass), and the model's word for why.
"""


def main() -> None:
    """Write the file; say what is in it."""
    FILE.parent.mkdir(exist_ok=True)
    lines = [HEAD]
    for size, seed in GAMES:
        lines += [f"game {size} {seed}\n", *(f"{each}\n" for each in written(model(size), size, seed))]
    FILE.write_text("".join(lines), encoding="utf-8")
    print(f"{FILE}: {len(GAMES)} games, {len(lines) - len(GAMES) - 1} turns")


if __name__ == "__main__":
    main()
