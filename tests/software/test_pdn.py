"""Collections of games in PDN that others made, each read whole: how many games, and how many are wrong.

Fetch https://github.com/eygilbert/CheckerBoard into the folder IRONBOARD_SOFTWARE.
"""

import subprocess

import pytest

from host.games.checkers import pdn
from tests.software import fetched

# file, games that are right, games that are wrong, moves
COLLECTIONS = [
    ("games/tinsley.pdn", 721, 3, 35_921),
    ("11_man_english.pdn", 2400, 0, 0),
    ("11_man_italian.pdn", 2400, 0, 0),
]


@pytest.mark.parametrize(("name", "right", "wrong", "moves"), COLLECTIONS)
def test_a_collection_is_read_whole(name, right, wrong, moves, tmp_path):
    folder = fetched.repository("CheckerBoard")
    content = subprocess.run(["git", "-C", str(folder), "show", f"HEAD:{name}"], check=True, capture_output=True).stdout
    path = tmp_path / "games.pdn"
    path.write_bytes(content)
    games, skipped = pdn.collection(path)
    assert (len(games), len(skipped), sum(len(game.moves) for game in games)) == (right, wrong, moves)
