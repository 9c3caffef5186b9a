"""`python -m tests.games.go.influence.campaign 1000`: random boards, both programs compared with the oracle.

Values, segments, pockets and domains; the first board's seed may follow the number of boards.
"""

import sys
import time

from host.games.go.influence import POCKETS
from tests.games.go.influence import boards, oracle

PIECE = 50  # boards of a run


def main(count, first=0):
    """Compare so many boards."""
    begun = time.monotonic()
    for start in range(first, first + count, PIECE):
        some = [oracle.some_board(seed) for seed in range(start, min(start + PIECE, first + count))]
        for language in boards.LANGUAGES:
            boards.compare(language, some, POCKETS)
    print(f"{count} boards from seed {first}: both programs agree with the oracle, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
